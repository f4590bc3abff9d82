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

/* How many of the last axes the windows of a pooling op run over: as many as it has a kernel for, else wanted sizes; neither: all behind the channels. */
static inline int pool_dims(const Attr *attrs, int ndim)
{
    return attrs[pool_kernel].ints.count > 0 ? attrs[pool_kernel].ints.count : attrs[pool_output].ints.count > 0 ? attrs[pool_output].ints.count : ndim > 2 ? ndim - 2 : 1;
}
/* The windows over axes of these sizes; without a kernel one window is the whole. Steps that are not given: MXNet's are 1, the others' the kernel's size. */
static inline void pool_window(const Attr *attrs, Accent accent, const int64_t *sizes, int dims, Window *v)
{
    bool whole = attrs[pool_kernel].ints.count <= 0;
    v->dims = dims;
    for (int i = 0; i < dims; i++) {
        v->kernel[i] = whole ? sizes[i] : window_get(attrs[pool_kernel].ints, i, 1);
        v->stride[i] = whole ? 1 : window_get(attrs[pool_stride].ints, i, accent_rules(accent)->step_is_kernel ? v->kernel[i] : 1);
        v->pad[i] = whole ? 0 : window_get(attrs[pool_pad].ints, i, 0);
        v->dilate[i] = whole ? 1 : window_get(attrs[pool_dilate].ints, i, 1);
        v->extra[i] = 0;
    }
}

#endif
