/* pixels.c: what the files that reckon with pixels take from a program: sequences, pictures, numbers. */
#include "pixels.h"

Value picture_sequence(VM *vm, Ref v)
{
    const Type *t = type_of(vm, v);
    if (is_tuple(v)) return retain(v);
    if (!t->s.getitem || !t->s.len || is_dict(v)) return err_raise(vm, EXC_TypeError, "argument must be a sequence");
    return tuple_from_iter(vm, v);
}
bool picture_int_arg(VM *vm, Ref v, int32_t *out)
{
    int64_t i;
    if (!v) return true;
    if (!num_index_i64(vm, v, &i)) return false;
    if (i > INT32_MAX) return err_false(vm, EXC_OverflowError, "signed integer is greater than maximum");
    if (i < INT32_MIN) return err_false(vm, EXC_OverflowError, "signed integer is less than minimum");
    *out = (int32_t)i;
    return true;
}
bool picture_double_arg(VM *vm, Ref v, double *out) { return !v || num_to_double(vm, v, out); }
