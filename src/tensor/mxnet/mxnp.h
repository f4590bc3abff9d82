/* mxnp.h: between the files of the accent mx.np. */
#ifndef PERCH_LIB_TENSOR_MXNET_MXNP_H
#define PERCH_LIB_TENSOR_MXNET_MXNP_H

#include "core/op_more.h"
#include "operator.h"

/* Do the operands of mx.np's function of that name (a row's, or an op's) fit? attrs: the op's, or NULL; out: in place, or out=, or NULL. false: raised. */
bool mxnp_infers(TensorLib *lib, const char *name, const Arg *in, int n, const Attr *attrs, Tensor *out);
Value mxnp_fn_infer(VM *vm, const Ref *args, int n, Ref kwnames);

#endif
