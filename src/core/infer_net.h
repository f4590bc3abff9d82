/* infer_net.h: what the rules of networks share: words for shapes, operands that do not fit, dtypes that an op has not. */
#ifndef PERCH_CORE_INFER_NET_H
#define PERCH_CORE_INFER_NET_H

#include "infer.h"

/* "2, 3" (or another comma) into text of at least `room` bytes */
const char *infer_listed(const int64_t *d, int n, const char *comma, char *text, size_t room);
/* false; the error names operands a and b (-1: none) with their shapes */
bool infer_wrong(Call *call, int a, int b);
bool infer_no_dtype(Call *call, int i);                  /* false: the op has not operand i's dtype */
bool infer_tensor(Call *call, int i);                    /* operand i is there */
bool infer_want_float(Call *call, int i);                /* and floating */
static inline const Tensor *infer_optional(const Call *call, int i) { return i < call->in_count ? call->in[i].tensor : NULL; }
static inline void infer_spec(Call *call, int i, DType dtype, const int64_t *shape, int ndim)
{
    call->specs[i].dtype = dtype;
    call->specs[i].shape.n = ndim;
    for (int k = 0; k < ndim; k++) call->specs[i].shape.d[k] = shape[k];
}

#endif
