/* window.h: the windows of convolution and pooling: sizes, steps and margins on up to three axes, shared by shape rules and kernels. */
#ifndef PERCH_CORE_WINDOW_H
#define PERCH_CORE_WINDOW_H

#include "op.h"

typedef struct Window {
    int dims;
    int64_t kernel[3], stride[3], pad[3], dilate[3], extra[3]; /* extra: output_pad of a transposed convolution */
} Window;

/* A list attribute on `dims` axes: one value stands for all, none is `absent`. false: another count (recorded). */
bool window_fill(Call *call, Ints given, int dims, int64_t absent, const char *name, int64_t *out);

/* The same in kernels, where infer has checked. */
static inline int64_t window_get(Ints given, int i, int64_t absent) { return given.count <= 0 ? absent : given.d[given.count == 1 ? 0 : i]; }

#endif
