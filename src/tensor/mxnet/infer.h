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

Infer infer_of(const OperatorRow *op); /* NULL: nothing is said of it */

#endif
