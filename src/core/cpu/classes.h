/* classes.h: an array as (outer, n, inner) around the axis of classes, for softmax and the losses over it. */
#ifndef PERCH_CORE_CPU_CLASSES_H
#define PERCH_CORE_CPU_CLASSES_H

#include "flat.h"

typedef struct Classes {
    Work *w;
    const WideReal *loops;
    DType type;
    int64_t e, outer, n, inner;
} Classes;

void classes_open(Classes *c, Work *w, const View *v, int64_t axis);
/* y = softmax (or its logarithm) of x * scale; dx of the gradient g and the result y (dx may be g). Contiguous arrays of c->type. false: no memory. */
bool classes_softmax(const Classes *c, const void *x, void *y, double scale, bool log);
bool classes_softmax_grad(const Classes *c, const void *g, const void *y, void *dx, double scale, bool log);

#endif
