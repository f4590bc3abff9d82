/* call.h: the functions and methods that numpy.c lists, and the short calls they share. */
#ifndef PERCH_LIB_TENSOR_NUMPY_CALL_H
#define PERCH_LIB_TENSOR_NUMPY_CALL_H

#include "numpy.h"

Value numpy_give(TensorLib *lib, Tensor *result /*taken*/, Ref out); /* shown, or written into out= */
Tensor *numpy_call1(TensorLib *lib, OpId op, Tensor *a, const Attr *attrs); /* the first output; NULL: raised */
Tensor *numpy_call2(TensorLib *lib, OpId op, Tensor *a, Arg b);

#define NUMPY_FN(name) Value numpy_##name(VM *vm, const Ref *args, int n, Ref kwnames);
NUMPY_FN(sum) NUMPY_FN(prod) NUMPY_FN(max) NUMPY_FN(min) NUMPY_FN(any) NUMPY_FN(all) NUMPY_FN(mean) NUMPY_FN(var) NUMPY_FN(std)
NUMPY_FN(argmax) NUMPY_FN(argmin) NUMPY_FN(cumsum) NUMPY_FN(cumprod)

#endif
