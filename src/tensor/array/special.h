/* special.h: functions of the module over whole arrays that are no ufuncs. */
#ifndef PERCH_TENSOR_ARRAY_SPECIAL_H
#define PERCH_TENSOR_ARRAY_SPECIAL_H

#include "array.h"
#include "walk.h"

/* np_broadcast with the words of functions that walk several operands: "operands could not be broadcast together with shapes (2,) (3,) " */
bool operands_broadcast(VM *vm, NdArray *const *arrays, int n, NpDims *out);

extern const NativeDef multiarray_special_functions[];
extern const NativeDef multiarray_chars_functions[];  /* chars.c: compare_chararrays, _vec_string */
extern const NativeDef multiarray_einsum_functions[]; /* einsum.c: c_einsum */

#endif
