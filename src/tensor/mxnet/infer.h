/* infer.h: what operators know of shapes and dtypes before they run. */
#ifndef PERCH_LIB_TENSOR_MXNET_INFER_H
#define PERCH_LIB_TENSOR_MXNET_INFER_H

#include "operator.h"

typedef struct Inferred {
    TensorLib *lib;
    const OperatorRow *op;
    Tensor *in[OPERATOR_MAX]; /* NULL: not given */
    int n;
    Tensor *out;              /* out=, or NULL */
    const Given *given;       /* the parameters, and how they were read */
    const Value *other;
    int count;
} Inferred;
typedef bool (*Infer)(Inferred *c);

Infer infer_of(const OperatorRow *op);      /* NULL: nothing is said of it */
Infer infer_of_contrib(const OperatorRow *op); /* infer_contrib.c: the same for those of mx.nd.contrib */

/* ---- what rules of shapes and dtypes share ---- */
Ref infer_param(const Inferred *c, const char *name); /* as the operator has read it; NULL: not given */
int64_t infer_int(const Inferred *c, const char *name, int64_t absent);
bool infer_dtypes_alike(const Inferred *c); /* false: refused */
bool infer_index_of(const Inferred *c, int64_t i, int ndim);
bool infer_not_found(const Inferred *c);      /* refused: its shapes cannot be found */
const char *infer_shown_shape(const Tensor *t, char room[DIMS_ROOM]);

#endif
