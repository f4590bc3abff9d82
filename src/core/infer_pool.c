/* infer_pool.c: shapes, dtypes and places of pooling and its gradients. Texts are PyTorch's, and MXNet's in its accent, where they are known. */
#include <stdio.h>
#include <string.h>

#include "infer_net.h"
#include "said.h"
#include "window.h"

static bool is_max(const Call *call) { return call->op->id == OP_max_pool || call->op->id == OP_adaptive_max_pool; }

static bool rank_wrong(Call *call, const Tensor *x, int dims, bool adaptive)
{
    char a[160];
    infer_listed(x->shape, x->ndim, ", ", a, sizeof a);
    if (adaptive)
        core_said(call->core, CE_BAD_NDIM, ADAPTIVE_POOL_NDIM, is_max(call) ? "max" : "avg", dims, dims + 1, dims + 2, is_max(call) ? ":" : "", a);
    else if (dims == 1)
        core_said(call->core, CE_BAD_NDIM, POOL_1D_NDIM, is_max(call) ? "max" : "avg", a);
    else
        core_said(call->core, CE_BAD_NDIM, POOL_NDIM, dims + 1, dims + 2);
    core_error(call->core)->numbers[0] = dims + 2;
    core_error(call->core)->numbers[1] = x->ndim;
    return infer_wrong(call, 0, -1);
}

static bool fits_rank(Call *call, const Tensor *x, int dims, bool adaptive)
{
    if (dims < 1 || dims > 3) return core_fail(call->core, CE_BAD_NDIM, "%s: windows have one to three dimensions, not %d", call->op->name, dims);
    return x->ndim == dims + 2 || (x->ndim == dims + 1 && accent_rules(call->accent)->batch_may_be_missing) || rank_wrong(call, x, dims, adaptive);
}

static bool window_values(Call *call, const Window *v)
{
    for (int i = 0; i < v->dims; i++) {
        if (v->kernel[i] > INT32_MAX || v->stride[i] > INT32_MAX || v->dilate[i] > INT32_MAX) return core_fail(call->core, CE_BAD_VALUE, "%s: a window is too large", call->op->name);
        if (v->kernel[i] < 1) return core_said(call->core, CE_BAD_VALUE, POOL_KERNEL_POSITIVE, (long long)v->kernel[i]);
        if (v->stride[i] == 0) return core_said(call->core, CE_BAD_VALUE, POOL_STRIDE_ZERO);
        if (v->stride[i] < 0) return core_said(call->core, CE_BAD_VALUE, POOL_STRIDE_POSITIVE, (long long)v->stride[i]);
        if (v->dilate[i] < 1) return core_said(call->core, CE_BAD_VALUE, POOL_DILATION_POSITIVE, (long long)v->dilate[i]);
        if (v->pad[i] < 0) return core_said(call->core, CE_BAD_VALUE, POOL_PAD_NEGATIVE, (long long)v->pad[i]);
        if (accent_rules(call->accent)->pads_up_to_half && v->pad[i] > v->kernel[i] / 2)
            return core_said(call->core, CE_BAD_VALUE, POOL_PAD_HALF, (long long)v->pad[i], (long long)v->kernel[i], (long long)v->dilate[i]);
        if (!accent_rules(call->accent)->pads_up_to_half && v->pad[i] >= v->kernel[i])
            return core_fail(call->core, CE_BAD_VALUE, "pooling: kernel size has to be larger than pad, but got pad=%lld and kernel=%lld", (long long)v->pad[i], (long long)v->kernel[i]);
    }
    return true;
}

static bool too_small(Call *call, const Tensor *x, const Window *v, const int64_t *in, const int64_t *out)
{
    char a[80], b[80];
    int64_t channels = x->shape[x->ndim - v->dims - 1];
    if (accent_rules(call->accent)->words == WORDS_MXNET) {
        int i = 0;
        while (i < v->dims - 1 && in[i] + 2 * v->pad[i] >= v->kernel[i]) i++;
        long long kernel = v->kernel[i], padded = in[i] + 2 * v->pad[i];
        if (v->dims == 3) core_said(call->core, CE_BAD_WINDOW, POOL_KERNEL_EXCEEDS_3D, i, i + 2, i, kernel, padded);
        else core_said(call->core, CE_BAD_WINDOW, POOL_KERNEL_EXCEEDS, i, v->dims == 1 ? "ncw" : "nchw", i + 2, i, kernel, (long long)in[i], padded);
    } else
        core_said(call->core, CE_BAD_WINDOW, POOL_OUTPUT_SMALL, (long long)channels, v->dims == 1 ? "1x" : "",
                  infer_listed(in, v->dims, "x", a, sizeof a), (long long)channels, v->dims == 1 ? "1x" : "", infer_listed(out, v->dims, "x", b, sizeof b));
    return infer_wrong(call, 0, -1);
}

/* Window sizes from the attributes; absent: one window is the whole. */
static bool window_of(Call *call, const int64_t *sizes, int dims, Window *v)
{
    const Attr *a = call->attrs;
    int64_t none[3];
    if (!window_fill(call, a[pool_kernel].ints, dims, 1, "kernel_size", none) || !window_fill(call, a[pool_stride].ints, dims, 1, "stride", none) ||
        !window_fill(call, a[pool_pad].ints, dims, 0, "padding", none) || !window_fill(call, a[pool_dilate].ints, dims, 1, "dilation", none))
        return false;
    pool_window(a, call->accent, sizes, dims, v);
    for (int i = 0; i < dims; i++)
        if (call->op->id != OP_max_pool) v->dilate[i] = 1;
    return window_values(call, v);
}

static bool pool_sizes(Call *call, const Tensor *x, const int64_t *in, const Window *v, int64_t *out)
{
    bool ceil = call->attrs[pool_ceil].i, fits = true;
    for (int i = 0; i < v->dims; i++) {
        int64_t free = in[i] + 2 * v->pad[i] - v->dilate[i] * (v->kernel[i] - 1) - 1 + (ceil ? v->stride[i] - 1 : 0);
        out[i] = (free >= 0 ? free / v->stride[i] : -((-free + v->stride[i] - 1) / v->stride[i])) + 1;
        if (ceil && accent_rules(call->accent)->last_window_inside && (out[i] - 1) * v->stride[i] >= in[i] + v->pad[i]) out[i]--; /* the last window begins inside */
        if (accent_rules(call->accent)->kernel_within_input && in[i] + 2 * v->pad[i] < v->kernel[i]) fits = false;
        fits = fits && out[i] >= 1;
    }
    return fits || too_small(call, x, v, in, out);
}

static bool pool_dtype(Call *call, int i)
{
    return infer_tensor(call, i) && infer_device(call) && (infer_in(call, i)->dtype != DT_BOOL || infer_no_dtype(call, i));
}

static void pool_specs(Call *call, const Tensor *x, const int64_t *out, int dims)
{
    int64_t shape[MAX_DIMS];
    memcpy(shape, x->shape, sizeof *shape * x->ndim);
    memcpy(shape + x->ndim - dims, out, sizeof *out * (size_t)dims);
    infer_spec(call, 0, (DType)x->dtype, shape, x->ndim);
    if (call->out_count > 1) infer_spec(call, 1, DT_INT64, shape, x->ndim);
}

/* max_pool avg_pool lp_pool: x (n, c, sizes…) or without n */
bool infer_pool(Call *call)
{
    const Tensor *x = infer_optional(call, 0);
    Window v;
    int64_t out[3];
    if (!pool_dtype(call, 0)) return false;
    int dims = pool_dims(call->attrs, x->ndim);
    if (!fits_rank(call, x, dims, false)) return false;
    const int64_t *in = x->shape + x->ndim - dims;
    if (!window_of(call, in, dims, &v)) return false;
    for (int i = x->ndim - dims - 1; i < x->ndim; i++)
        if (x->shape[i] == 0 && !accent_rules(call->accent)->pools_of_nothing) {
            char a[160];
            core_said(call->core, CE_BAD_NDIM, POOL_INPUT, dims + 1, dims + 2,
                      infer_listed(x->shape, x->ndim, ", ", a, sizeof a));
            return infer_wrong(call, 0, -1);
        }
    if (!pool_sizes(call, x, in, &v, out)) return false;
    pool_specs(call, x, out, dims);
    return true;
}

/* adaptive_avg_pool adaptive_max_pool: pool_output says the sizes; a negative one keeps the operand's (PyTorch's None) */
bool infer_adaptive_pool(Call *call)
{
    const Tensor *x = infer_optional(call, 0);
    Ints wanted = call->attrs[pool_output].ints;
    int64_t out[3];
    if (!pool_dtype(call, 0)) return false;
    int dims = wanted.count > 0 ? wanted.count : pool_dims(call->attrs, x->ndim);
    if (!fits_rank(call, x, dims, true)) return false;
    for (int i = 0; i < dims; i++) {
        int64_t in = x->shape[x->ndim - dims + i];
        out[i] = wanted.count <= 0 ? 1 : wanted.d[i] < 0 ? in : wanted.d[i];
        if (in == 0 && out[i]) {
            char a[160];
            core_said(call->core, CE_BAD_NDIM, ADAPTIVE_POOL_EMPTY,
                      is_max(call) ? "max" : "avg", dims, infer_listed(x->shape, x->ndim, ", ", a, sizeof a), x->ndim - dims + i);
            return infer_wrong(call, 0, -1);
        }
    }
    pool_specs(call, x, out, dims);
    return true;
}

/* max_pool_grad avg_pool_grad adaptive_avg_pool_grad: of out's gradient; pool_output: the operand's sizes */
bool infer_pool_grad(Call *call)
{
    Ints sizes = call->attrs[pool_output].ints;
    if (!pool_dtype(call, 0)) return false;
    const Tensor *g = infer_in(call, 0);
    if (sizes.count < 1 || sizes.count > 3 || g->ndim < sizes.count) return core_fail(call->core, CE_BAD_VALUE, "%s: pool_output gives the sizes of the pooled axes", call->op->name);
    if (call->op->id == OP_max_pool_grad) {
        if (!infer_tensor(call, 1)) return false;
        if (!tensor_same_shape(g, infer_in(call, 1))) {
            core_fail(call->core, CE_SHAPE_MISMATCH, "%s: gradients and positions differ in shape", call->op->name);
            return infer_wrong(call, 0, 1);
        }
    } else if (call->op->id == OP_avg_pool_grad) {
        Window v;
        int64_t out[3];
        if (!window_of(call, sizes.d, sizes.count, &v) || !pool_sizes(call, g, sizes.d, &v, out)) return false;
        if (!shape_same(out, sizes.count, g->shape + g->ndim - sizes.count, sizes.count)) {
            core_fail(call->core, CE_SHAPE_MISMATCH, "%s: the gradient has not the shape of the pooling's result", call->op->name);
            return infer_wrong(call, 0, -1);
        }
    }
    pool_specs(call, g, sizes.d, sizes.count);
    return true;
}

/* out's gradient, operand, result */
bool infer_lp_pool_grad(Call *call)
{
    for (int i = 0; i < 3; i++)
        if (!infer_tensor(call, i)) return false;
    if (!pool_dtype(call, 1)) return false;
    const Tensor *g = infer_in(call, 0), *x = infer_in(call, 1), *y = infer_in(call, 2);
    int dims = pool_dims(call->attrs, x->ndim);
    Window v;
    int64_t out[3];
    if (!fits_rank(call, x, dims, false)) return false;
    const int64_t *in = x->shape + x->ndim - dims;
    if (!window_of(call, in, dims, &v) || !pool_sizes(call, x, in, &v, out)) return false;
    if (!tensor_same_shape(g, y) || !shape_same(out, dims, g->shape + g->ndim - dims, dims)) {
        core_fail(call->core, CE_SHAPE_MISMATCH, "%s: the gradient has not the shape of the pooling's result", call->op->name);
        return infer_wrong(call, 0, 2);
    }
    infer_spec(call, 0, (DType)x->dtype, x->shape, x->ndim);
    return true;
}
