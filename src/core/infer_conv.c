/* infer_conv.c: shapes, dtypes and places of convolutions and their gradients. Texts are PyTorch's, and MXNet's in its accent, where they are known. */
#include <stdio.h>
#include <string.h>

#include "infer_net.h"
#include "said.h"
#include "window.h"

/* input, weight, bias (the last may be absent): one dtype; the place. */
static bool conv_dtype(Call *call, int count)
{
    DType compute;
    for (int i = 0; i < 2; i++)
        if (!infer_in(call, i)) return core_fail(call->core, CE_BAD_VALUE, "%s: operand %d has to be a tensor", call->op->name, i + 1);
    if (!infer_device(call)) return false;
    for (int i = 1; i < count && accent_rules(call->accent)->same_dtypes_only; i++) {
        const Tensor *x = infer_in(call, 0), *t = infer_in(call, i);
        if (!t || t->dtype == x->dtype) continue;
        core_fail(call->core, CE_DTYPES_DIFFER, "%s: the operands' dtypes differ", call->op->name);
        core_error(call->core)->numbers[0] = x->dtype;
        core_error(call->core)->numbers[1] = t->dtype;
        return infer_wrong(call, 0, i);
    }
    if (!infer_dtype(call, 0, infer_in(call, 2) && count > 2 ? 3 : 2, &call->specs[0].dtype, &compute)) return false;
    if (call->specs[0].dtype == DT_BOOL) {
        core_fail(call->core, CE_DTYPE_UNSUPPORTED, "%s has no bool", call->op->name);
        core_error(call->core)->numbers[0] = DT_BOOL;
        return false;
    }
    return true;
}

bool window_fill(Call *call, Ints given, int dims, int64_t absent, const char *name, int64_t *out)
{
    for (int i = 0; i < dims; i++) out[i] = absent;
    if (given.count <= 0) return true;
    if (given.count != dims && given.count != 1) {
        char list[160];
        core_said(call->core, CE_BAD_VALUE, CONV_LIST, name, dims, name, infer_listed(given.d, given.count, ", ", list, sizeof list));
        return false;
    }
    for (int i = 0; i < dims; i++) out[i] = given.d[given.count == 1 ? 0 : i];
    return true;
}

static bool window_values(Call *call, const Window *v)
{
    for (int i = 0; i < v->dims; i++) {
        if (v->kernel[i] > INT32_MAX || v->stride[i] > INT32_MAX || v->dilate[i] > INT32_MAX || v->pad[i] > INT32_MAX || v->extra[i] > INT32_MAX)
            return core_fail(call->core, CE_BAD_VALUE, "%s: a window is too large", call->op->name);
        if (v->stride[i] < 1) return core_said(call->core, CE_BAD_VALUE, STRIDE_POSITIVE);
        if (v->pad[i] < 0) return core_said(call->core, CE_BAD_VALUE, PADDING_NEGATIVE);
        if (v->dilate[i] < 1) return core_said(call->core, CE_BAD_VALUE, DILATION_POSITIVE);
    }
    return true;
}

static bool conv_window(Call *call, const Attr *attrs, int dims, const int64_t *kernel, Window *v)
{
    *v = (Window){.dims = dims};
    memcpy(v->kernel, kernel, sizeof *kernel * (size_t)dims);
    return window_fill(call, attrs[conv_stride].ints, dims, 1, "stride", v->stride) && window_fill(call, attrs[conv_pad].ints, dims, 0, "padding", v->pad) &&
           window_fill(call, attrs[conv_dilate].ints, dims, 1, "dilation", v->dilate) &&
           window_fill(call, attrs[conv_output_pad].ints, dims, 0, "output_padding", v->extra) && window_values(call, v);
}

static bool rank_wrong(Call *call, const Tensor *x, int dims, bool transposed)
{
    char a[160];
    core_said(call->core, CE_BAD_NDIM, CONV_NDIM, dims + 1, dims + 2,
              transposed ? "_transpose" : "", dims, infer_listed(x->shape, x->ndim, ", ", a, sizeof a));
    core_error(call->core)->numbers[0] = dims + 2;
    core_error(call->core)->numbers[1] = x->ndim;
    return infer_wrong(call, 0, -1);
}

static bool channels_wrong(Call *call, const Tensor *x, const Tensor *weight, int64_t groups, bool transposed, int64_t expected, int64_t got)
{
    char a[160], b[160];
    if (accent_rules(call->accent)->words == WORDS_MXNET) {
        int64_t inferred[MAX_DIMS];
        memcpy(inferred, weight->shape, sizeof *inferred * weight->ndim);
        inferred[transposed ? 0 : 1] = transposed ? got : got / groups;
        core_said(call->core, CE_SHAPE_MISMATCH, CONV_WEIGHT_SHAPE, infer_listed(weight->shape, weight->ndim, ",", a, sizeof a),
                  infer_listed(inferred, weight->ndim, ",", b, sizeof b));
    } else if (transposed)
        core_said(call->core, CE_SHAPE_MISMATCH, CONV_TRANSPOSED_CHANNELS,
                  infer_listed(weight->shape, weight->ndim, ", ", a, sizeof a), infer_listed(x->shape, x->ndim, ", ", b, sizeof b), (long long)expected, (long long)got);
    else
        core_said(call->core, CE_SHAPE_MISMATCH, CONV_CHANNELS, (long long)groups,
                  infer_listed(weight->shape, weight->ndim, ", ", a, sizeof a), infer_listed(x->shape, x->ndim, ", ", b, sizeof b), (long long)expected, (long long)got);
    CoreError *e = core_error(call->core);
    e->numbers[0] = groups;
    e->numbers[1] = expected;
    e->numbers[2] = got;
    return infer_wrong(call, 0, 1);
}

static bool kernel_too_large(Call *call, const Tensor *x, const Window *v, const int64_t *in)
{
    int64_t padded[3], reach[3];
    char a[80], b[80];
    for (int i = 0; i < v->dims; i++) padded[i] = in[i] + 2 * v->pad[i], reach[i] = v->dilate[i] * (v->kernel[i] - 1) + 1;
    if (accent_rules(call->accent)->words == WORDS_MXNET) {
        int i = 0;
        while (i < v->dims - 1 && padded[i] >= reach[i]) i++;
        core_said(call->core, CE_BAD_WINDOW, CONV_KERNEL_EXCEEDS, "dyx"[3 - v->dims + i], i + 2, i, (long long)reach[i], (long long)padded[i]);
    } else
        core_said(call->core, CE_BAD_WINDOW, CONV_KERNEL_LARGE,
                  infer_listed(padded, v->dims, " x ", a, sizeof a), infer_listed(reach, v->dims, " x ", b, sizeof b));
    return infer_wrong(call, 0, 1);
}

static bool weight_wrong(Call *call, const Tensor *weight, int64_t groups)
{
    char a[160];
    if (accent_rules(call->accent)->words == WORDS_MXNET) core_said(call->core, CE_BAD_VALUE, CONV_FILTERS);
    else if (groups > 0 && weight->shape[0] < groups)
        core_said(call->core, CE_BAD_VALUE, CONV_GROUPS_FEW, (long long)groups,
                  (long long)groups, infer_listed(weight->shape, weight->ndim, ", ", a, sizeof a));
    else if (groups > 0)
        core_said(call->core, CE_BAD_VALUE, CONV_GROUPS_UNEVEN, (long long)groups,
                  (long long)groups, infer_listed(weight->shape, weight->ndim, ", ", a, sizeof a));
    else core_said(call->core, CE_BAD_VALUE, CONV_GROUPS_POSITIVE);
    return infer_wrong(call, 1, -1);
}

/* A transposed convolution over no elements has nothing to divide by. PyTorch tells of a line as of a picture one row high. */
static bool kernel_holds(Call *call, const Window *v)
{
    for (int i = 0; i < v->dims; i++)
        if (v->kernel[i] < 1 && v->dims == 3)
            return core_said(call->core, CE_BAD_VALUE, CONV_KERNEL_3D,
                             (long long)v->kernel[0], (long long)v->kernel[1], (long long)v->kernel[2]);
        else if (v->kernel[i] < 1)
            return core_said(call->core, CE_BAD_VALUE, CONV_KERNEL_2D,
                             (long long)(v->dims == 2 ? v->kernel[0] : 1), (long long)v->kernel[v->dims - 1]);
    return true;
}

/* input (n, c, sizes…) or without n; weight (out, c / groups, kernel…), transposed (c, out / groups, kernel…) */
static bool conv_shape(Call *call, const Tensor *x, const Tensor *weight, const Tensor *bias, Dims *out)
{
    const Attr *attrs = call->attrs;
    int dims = weight->ndim - 2;
    bool transposed = attrs[conv_transposed].i;
    int64_t groups = attrs[conv_groups].i;
    char a[160], b[160];
    Window v;
    if (dims < 1 || dims > 3) {
        core_said(call->core, CE_BAD_NDIM, CONV_WEIGHT_NDIM);
        return infer_wrong(call, 1, -1);
    }
    if (x->ndim != dims + 2 && (x->ndim != dims + 1 || !accent_rules(call->accent)->batch_may_be_missing)) return rank_wrong(call, x, dims, transposed);
    if (!conv_window(call, attrs, dims, weight->shape + 2, &v)) return false;
    if (transposed && !kernel_holds(call, &v)) return false;
    if (groups < 1 || weight->shape[0] < groups || weight->shape[0] % groups) return weight_wrong(call, weight, groups);
    bool batched = x->ndim == dims + 2;
    int64_t channels = x->shape[batched], expected = transposed ? weight->shape[0] : weight->shape[1] * groups;
    if (channels != expected) return channels_wrong(call, x, weight, groups, transposed, expected, channels);
    int64_t filters = transposed ? weight->shape[1] * groups : weight->shape[0];
    if (bias && (bias->ndim != 1 || bias->shape[0] != filters)) {
        core_said(call->core, CE_SHAPE_MISMATCH, CONV_BIAS,
                  transposed ? "transposed=1, " : "", infer_listed(weight->shape, weight->ndim, ", ", a, sizeof a), (long long)filters, infer_listed(bias->shape, bias->ndim, ", ", b, sizeof b));
        return infer_wrong(call, 1, 2);
    }
    out->n = 0;
    if (batched) out->d[out->n++] = x->shape[0];
    out->d[out->n++] = filters;
    for (int i = 0; i < dims; i++) {
        int64_t in = x->shape[1 + batched + i], reach = v.dilate[i] * (v.kernel[i] - 1) + 1, size;
        if (transposed) {
            if (v.extra[i] >= v.stride[i] && v.extra[i] >= v.dilate[i] && v.extra[i] > 0)
                return core_said(call->core, CE_BAD_VALUE, CONV_OUTPUT_PADDING,
                                 (long long)v.extra[i], (long long)v.stride[i], (long long)v.dilate[i]);
            size = (in - 1) * v.stride[i] - 2 * v.pad[i] + reach + v.extra[i];
        } else {
            if (v.kernel[i] < 1 || in + 2 * v.pad[i] < reach) return kernel_too_large(call, x, &v, x->shape + 1 + batched);
            size = (in + 2 * v.pad[i] - reach) / v.stride[i] + 1;
        }
        if (size < 1) {
            core_said(call->core, CE_BAD_WINDOW, CONV_OUTPUT_SMALL,
                      infer_listed(x->shape + 1 + batched, dims, " x ", a, sizeof a), (long long)size);
            return infer_wrong(call, 0, 1);
        }
        out->d[out->n++] = size;
    }
    return true;
}

bool infer_conv(Call *call)
{
    return conv_dtype(call, 3) && conv_shape(call, infer_in(call, 0), infer_in(call, 1), infer_in(call, 2), &call->specs[0].shape);
}

/* a is the result's gradient; with b the weight c gives the input's shape, with b the input c gives the weight's. */
bool infer_conv_grad(Call *call)
{
    const Tensor *g = infer_in(call, 0), *like = infer_in(call, 2);
    Dims out;
    if (!conv_dtype(call, 2)) return false;
    if (!like) return core_fail(call->core, CE_BAD_VALUE, "%s: the third operand gives the shape", call->op->name);
    bool data = call->op->id == OP_conv_data_grad;
    const Tensor *x = data ? like : infer_in(call, 1), *weight = data ? infer_in(call, 1) : like;
    if (!conv_shape(call, x, weight, NULL, &out)) return false;
    if (!shape_same(out.d, out.n, g->shape, g->ndim)) {
        core_fail(call->core, CE_SHAPE_MISMATCH, "%s: the gradient has not the shape of the convolution's result", call->op->name);
        return infer_wrong(call, 0, 1);
    }
    infer_copy_shape(&call->specs[0].shape, like);
    return true;
}
