/* together.h: what tensors on several GPUs become together: sums on all or one of them, copies, parts (NCCL's collective operations), where the GPUs' driver has a library for it. */
#ifndef PERCH_CORE_TOGETHER_H
#define PERCH_CORE_TOGETHER_H

#include "device.h"

enum { TOGETHER_MOST = 16 };
/* What NCCL has sums, products and extremes of: X(dtype). Anything can be moved. */
#define TOGETHER_SUMMED(X) X(FLOAT32) X(FLOAT64) X(FLOAT16) X(BFLOAT16) X(INT32) X(INT64) X(INT8) X(UINT8)
bool together_sums(DType dtype);
/* in[i] and out[i] lie on the i-th GPU (TOGETHER_SUM: only the root's result is written). *done false: not this way, nothing was done; false: recorded. */
bool core_among(Core *c, TogetherKind kind, TogetherSum sum, int root, Tensor *const *in, Tensor *const *out, int n, bool *done);

#endif
