/* scalar_math.h: the operators of scalars (scalar_math.c) and of structured ones (scalar_void.c), as slots. */
#ifndef PERCH_TENSOR_ARRAY_SCALAR_MATH_H
#define PERCH_TENSOR_ARRAY_SCALAR_MATH_H

#include "scalar.h"

Value scalar_add(VM *vm, Ref a, Ref b), scalar_sub(VM *vm, Ref a, Ref b), scalar_mul(VM *vm, Ref a, Ref b), scalar_div(VM *vm, Ref a, Ref b), scalar_floordiv(VM *vm, Ref a, Ref b),
    scalar_mod(VM *vm, Ref a, Ref b), scalar_pow(VM *vm, Ref a, Ref b), scalar_lshift(VM *vm, Ref a, Ref b), scalar_rshift(VM *vm, Ref a, Ref b), scalar_and(VM *vm, Ref a, Ref b),
    scalar_xor(VM *vm, Ref a, Ref b), scalar_or(VM *vm, Ref a, Ref b), scalar_divmod(VM *vm, Ref a, Ref b);
Value scalar_neg(VM *vm, Ref v), scalar_pos(VM *vm, Ref v), scalar_invert(VM *vm, Ref v), scalar_abs(VM *vm, Ref v), scalar_to_int(VM *vm, Ref v), scalar_to_float(VM *vm, Ref v);
int scalar_truth(VM *vm, Ref v);
bool scalar_hash(VM *vm, Ref v, int64_t *hash);
Value scalar_compare(VM *vm, Ref a, Ref b, CmpOp op), scalar_text_compare(VM *vm, Ref a, Ref b, CmpOp op);

int64_t void_len(VM *vm, Ref v);
Value void_getitem(VM *vm, Ref v, Ref key);
bool void_setitem(VM *vm, Ref v, Ref key, Ref value);
bool void_hash(VM *vm, Ref v, int64_t *hash);

#endif
