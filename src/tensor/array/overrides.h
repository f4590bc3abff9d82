/* overrides.h: __array_function__: who else answers for a function of NumPy's. */
#ifndef PERCH_TENSOR_ARRAY_OVERRIDES_H
#define PERCH_TENSOR_ARRAY_OVERRIDES_H

#include "array.h"

/* like=obj of a function that makes arrays: true: obj's __array_function__ answered (*result, NULL: raised). args: all of the function's, like among them. */
bool overrides_like(VM *vm, Np *np, const char *name, Ref like, const Ref *args, int n, Value *result);
/* arange of datetimes (time_arange.c). */
NdArray *time_arange(VM *vm, Np *np, Ref start, Ref stop, Ref step, Descr *d);

#endif
