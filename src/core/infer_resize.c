/* infer_resize.c: shapes, dtypes and places of interpolation. Texts are PyTorch's. */
#include <stdio.h>
#include <string.h>

#include "infer_net.h"
#include "resize.h"
#include "said.h"

ResizeMode resize_mode_of(const char *text)
{
    if (!text || strcmp(text, "nearest") == 0) return RESIZE_NEAREST;
    if (strcmp(text, "nearest-exact") == 0) return RESIZE_NEAREST_EXACT;
    if (strcmp(text, "linear") == 0 || strcmp(text, "bilinear") == 0 || strcmp(text, "trilinear") == 0) return RESIZE_LINEAR;
    if (strcmp(text, "cubic") == 0 || strcmp(text, "bicubic") == 0) return RESIZE_CUBIC;
    return RESIZE_UNKNOWN;
}

static const char *sizes(const int64_t *d, int n, char *text, size_t room) /* "(H: 4, W: 4)" */
{
    static const char *const names[3][3] = {{"W"}, {"H", "W"}, {"D", "H", "W"}};
    size_t at = 0;
    for (int i = 0; i < n && at < room; i++) at += (size_t)snprintf(text + at, room - at, "%s%s: %lld", i ? ", " : "(", names[n - 1][i], (long long)d[i]);
    if (at < room) snprintf(text + at, room - at, ")");
    return text;
}

static bool resize_operand(Call *call, int *dims)
{
    const Attr *a = call->attrs;
    if (!infer_tensor(call, 0) || !infer_device(call)) return false;
    const Tensor *x = infer_in(call, 0);
    *dims = a[resize_size].ints.count > 0 ? a[resize_size].ints.count : x->ndim - 2;
    if (x->dtype == DT_BOOL) return infer_no_dtype(call, 0);
    if (*dims < 1 || *dims > 3 || x->ndim != *dims + 2) {
        core_said(call->core, CE_BAD_NDIM, RESIZE_NDIM, *dims > 0 && *dims < 4 ? *dims + 2 : 3, x->ndim);
        core_error(call->core)->numbers[0] = *dims + 2;
        core_error(call->core)->numbers[1] = x->ndim;
        return infer_wrong(call, 0, -1);
    }
    if (resize_mode_of(a[resize_mode].text) == RESIZE_UNKNOWN)
        return core_said(call->core, CE_BAD_VALUE, RESIZE_MODES, x->ndim,
                         a[resize_mode].text);
    return true;
}

static bool resize_shape(Call *call, int dims, const int64_t *from, const int64_t *to)
{
    const Tensor *x = infer_in(call, 0);
    char a[80], b[80];
    int64_t shape[MAX_DIMS];
    for (int i = 0; i < dims; i++)
        if (from[i] < 1 || to[i] < 1) {
            core_said(call->core, CE_BAD_WINDOW, RESIZE_EMPTY, sizes(from, dims, a, sizeof a), sizes(to, dims, b, sizeof b));
            return infer_wrong(call, 0, -1);
        }
    memcpy(shape, x->shape, sizeof *shape * x->ndim);
    memcpy(shape + x->ndim - dims, to, sizeof *to * (size_t)dims);
    infer_spec(call, 0, (DType)x->dtype, shape, x->ndim);
    return true;
}

/* The size that is asked for; where only factors are given, the operand's times those. */
bool infer_interpolate(Call *call)
{
    const Attr *a = call->attrs;
    int dims;
    int64_t to[3];
    if (!resize_operand(call, &dims)) return false;
    const int64_t *from = infer_in(call, 0)->shape + 2;
    static const int scales[3] = {resize_scale0, resize_scale1, resize_scale2};
    for (int i = 0; i < dims; i++) to[i] = a[resize_size].ints.count > 0 ? a[resize_size].ints.d[i] : (int64_t)((double)from[i] * a[scales[i]].f);
    return resize_shape(call, dims, from, to);
}

bool infer_interpolate_grad(Call *call)
{
    int dims;
    if (!resize_operand(call, &dims)) return false;
    if (call->attrs[resize_size].ints.count != dims) return core_fail(call->core, CE_BAD_VALUE, "%s: resize_size gives the sizes before", call->op->name);
    return resize_shape(call, dims, infer_in(call, 0)->shape + 2, call->attrs[resize_size].ints.d);
}
