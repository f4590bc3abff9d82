/* special.h: functions of the module over whole arrays that are no ufuncs. */
#ifndef PERCH_TENSOR_ARRAY_SPECIAL_H
#define PERCH_TENSOR_ARRAY_SPECIAL_H

#include "array.h"

extern const NativeDef multiarray_special_functions[];
extern const NativeDef multiarray_einsum_functions[]; /* einsum.c: c_einsum */

#endif
