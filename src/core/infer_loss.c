/* infer_loss.c: shapes, dtypes and places of softmax, losses over classes, and their gradients. Texts are PyTorch's where they are known. */
#include <stdio.h>
#include <string.h>

#include "infer_net.h"
#include "said.h"

bool infer_softmax(Call *call)
{
    DType dtype, compute;
    int axis;
    if (!infer_tensor(call, 0) || !infer_device(call) || !infer_dtype(call, 0, 1, &dtype, &compute)) return false;
    const Tensor *x = infer_in(call, 0);
    if (!infer_axis(call, call->attrs[softmax_axis].i, x->ndim, &axis)) return false;
    bool refused = call->attrs[softmax_dtype].i == DT_NONE && !dtype_is_float((DType)x->dtype) && !accent_rules(call->accent)->softmax_of_integers;
    if (refused && x->size == 0 && accent_rules(call->accent)->nothing_is_refused_nothing) {
        infer_spec(call, 0, (DType)x->dtype, x->shape, x->ndim);
        return true;
    }
    if (refused && accent_rules(call->accent)->words == WORDS_TORCH) {
        infer_no_dtype(call, 0);
        core_error(call->core)->numbers[1] = axis >= x->ndim - 1; /* (PyTorch's last axis has a kernel of its own) */
        return false;
    }
    if (refused)
        return core_said(call->core, CE_BAD_VALUE, SOFTMAX_FLOATS, dtype_info[x->dtype].name);
    if (call->attrs[softmax_dtype].i != DT_NONE) dtype = (DType)call->attrs[softmax_dtype].i;
    if (!dtype_is_float(dtype)) return infer_no_dtype(call, 0);
    infer_spec(call, 0, dtype, x->shape, x->ndim);
    return true;
}

/* softmax_grad log_softmax_grad: out's gradient, the result */
bool infer_softmax_grad(Call *call)
{
    int axis;
    if (!infer_tensor(call, 0) || !infer_want_float(call, 1) || !infer_device(call)) return false;
    const Tensor *g = infer_in(call, 0), *y = infer_in(call, 1);
    if (!infer_axis(call, call->attrs[softmax_axis].i, y->ndim, &axis)) return false;
    if (!tensor_same_shape(g, y)) {
        core_fail(call->core, CE_SHAPE_MISMATCH, "%s: the gradient has not the result's shape", call->op->name);
        return infer_wrong(call, 0, 1);
    }
    infer_spec(call, 0, (DType)y->dtype, y->shape, y->ndim);
    return true;
}

/* The axis of the classes; an operand without batch has them on its only axis. */
static bool class_axis(Call *call, const Tensor *x, int *axis)
{
    int64_t given = call->attrs[loss_axis].i;
    if (x->ndim == 1 && given == 1) given = 0;
    return infer_axis(call, given, x->ndim, axis);
}

static void without_axis(const Tensor *x, int axis, Dims *out)
{
    out->n = 0;
    for (int i = 0; i < x->ndim; i++)
        if (i != axis) out->d[out->n++] = x->shape[i];
}

/* ---- MXNet's SoftmaxOutput ---- */

static bool label_fits(Call *call, const Tensor *x, int axis)
{
    const Tensor *label = infer_in(call, 1);
    Dims rest;
    without_axis(x, axis, &rest);
    if (tensor_same_shape(x, label) || shape_same(label->shape, label->ndim, rest.d, rest.n)) return true;
    char a[160], b[160];
    core_said(call->core, CE_SHAPE_MISMATCH, LABEL_SHAPE, infer_listed(label->shape, label->ndim, ",", a, sizeof a),
              infer_listed(rest.d, rest.n, ",", b, sizeof b));
    return infer_wrong(call, 0, 1);
}

bool infer_softmax_output(Call *call)
{
    DType dtype, compute;
    int axis;
    if (!infer_tensor(call, 0) || !infer_tensor(call, 1) || !infer_device(call) || !infer_dtype(call, 0, 1, &dtype, &compute)) return false;
    const Tensor *x = infer_in(call, 0);
    if (!dtype_is_float(dtype)) return infer_no_dtype(call, 0);
    if (!class_axis(call, x, &axis) || !label_fits(call, x, axis)) return false;
    infer_spec(call, 0, dtype, x->shape, x->ndim);
    return true;
}

bool infer_softmax_output_grad(Call *call)
{
    int axis;
    if (!infer_want_float(call, 0) || !infer_tensor(call, 1) || !infer_device(call)) return false;
    const Tensor *y = infer_in(call, 0);
    if (!class_axis(call, y, &axis) || !label_fits(call, y, axis)) return false;
    infer_spec(call, 0, (DType)y->dtype, y->shape, y->ndim);
    return true;
}

/* ---- cross entropy and nll ---- */

static const char *type_name(const Tensor *t)
{
    static const char *const names[DTYPE_COUNT] = {
        [DT_BOOL] = "Bool", [DT_UINT8] = "Byte", [DT_INT8] = "Char", [DT_INT16] = "Short", [DT_INT32] = "Int", [DT_INT64] = "Long",
        [DT_FLOAT16] = "Half", [DT_BFLOAT16] = "BFloat16", [DT_FLOAT32] = "Float", [DT_FLOAT64] = "Double",
    };
    return names[t->dtype];
}

static bool reduction_known(Call *call, bool *none)
{
    const char *text = call->attrs[loss_reduction].text;
    *none = text && strcmp(text, "none") == 0;
    if (!text || *none || strcmp(text, "mean") == 0 || strcmp(text, "sum") == 0) return true;
    return core_said(call->core, CE_BAD_VALUE, REDUCTION_UNKNOWN, text);
}

static bool weight_fits(Call *call, int i, const Tensor *x, int64_t classes)
{
    const Tensor *weight = infer_optional(call, i);
    char a[160];
    if (!weight) return true;
    if (weight->ndim != 1 || weight->shape[0] != classes) {
        core_said(call->core, CE_SHAPE_MISMATCH, LOSS_WEIGHT, (long long)classes,
                  infer_listed(weight->shape, weight->ndim, ", ", a, sizeof a));
        core_error(call->core)->numbers[0] = classes;
        return infer_wrong(call, 0, i);
    }
    if (!accent_rules(call->accent)->same_dtypes_only || weight->dtype == x->dtype) return true;
    core_said(call->core, CE_DTYPES_DIFFER, LOSS_WEIGHT_TYPE, type_name(x), type_name(weight));
    core_error(call->core)->numbers[0] = x->dtype;
    core_error(call->core)->numbers[1] = weight->dtype;
    return infer_wrong(call, 0, i);
}

/* Classes: x's shape without the axis of classes. PyTorch's words differ by rank. */
static bool target_wrong(Call *call, const Tensor *x, const Tensor *target, int at, const Dims *rest)
{
    char a[160], b[160];
    infer_listed(x->shape, x->ndim, ", ", a, sizeof a);
    infer_listed(target->shape, target->ndim, ", ", b, sizeof b);
    if (x->ndim == 2 && target->ndim > 1) core_said(call->core, CE_BAD_NDIM, TARGET_MULTI);
    else if (x->ndim <= 2 || (target->ndim && target->shape[0] != x->shape[0]))
        core_said(call->core, CE_SHAPE_MISMATCH, TARGET_BATCH, (long long)x->shape[0], (long long)(target->ndim ? target->shape[0] : 0));
    else if (x->ndim == 4 && target->ndim != 3) core_said(call->core, CE_BAD_NDIM, TARGET_SPATIAL, target->ndim);
    else if (x->ndim == 4) core_said(call->core, CE_SHAPE_MISMATCH, TARGET_SPATIAL_SIZE, a, b);
    else core_said(call->core, CE_SHAPE_MISMATCH, TARGET_SIZE, infer_listed(rest->d, rest->n, ", ", a, sizeof a), b);
    core_error(call->core)->shapes[0] = *rest;
    return infer_wrong(call, 0, at);
}

static bool class_target_dtype(Call *call, const Tensor *target, int at)
{
    if (!accent_rules(call->accent)->long_targets || target->dtype == DT_INT64 || target->dtype == DT_UINT8) return true;
    core_said(call->core, CE_DTYPES_DIFFER, TARGET_LONG, type_name(target));
    core_error(call->core)->numbers[0] = DT_INT64;
    core_error(call->core)->numbers[1] = target->dtype;
    return infer_wrong(call, at, -1);
}

/* x stands at operand x_at, the target behind it, the weight behind that. *rest: the shape of a loss for each; parts: targets of x's shape are allowed. */
static bool loss_operands(Call *call, int x_at, bool parts, int *axis, Dims *rest)
{
    if (!infer_want_float(call, x_at) || !infer_tensor(call, x_at + 1) || !infer_device(call)) return false;
    const Tensor *x = infer_in(call, x_at), *target = infer_in(call, x_at + 1);
    if (x->ndim == 0) {
        core_said(call->core, CE_BAD_NDIM, LOSS_SCALAR);
        core_error(call->core)->numbers[0] = 1;
        return infer_wrong(call, x_at, -1);
    }
    if (!class_axis(call, x, axis)) return false;
    without_axis(x, *axis, rest);
    int64_t classes = x->shape[*axis];
    double smoothing = call->attrs[loss_smoothing].f;
    if (!(smoothing >= 0 && smoothing <= 1)) return core_said(call->core, CE_BAD_VALUE, LABEL_SMOOTHING, smoothing);
    if (parts && tensor_same_shape(x, target)) {
        if (!dtype_is_float((DType)target->dtype)) {
            core_said(call->core, CE_DTYPE_UNSUPPORTED, TARGET_PROBABILITIES, type_name(target));
            core_error(call->core)->numbers[0] = target->dtype;
            return infer_wrong(call, x_at + 1, -1);
        }
    } else if (!shape_same(target->shape, target->ndim, rest->d, rest->n)) return target_wrong(call, x, target, x_at + 1, rest);
    else if (!class_target_dtype(call, target, x_at + 1)) return false;
    return weight_fits(call, x_at + 2, x, classes);
}

static bool loss_shape(Call *call, int x_at, bool parts, Dims *out)
{
    bool none;
    int axis;
    if (!loss_operands(call, x_at, parts, &axis, out) || !reduction_known(call, &none)) return false;
    if (!none) out->n = 0;
    return true;
}

bool infer_cross_entropy(Call *call)
{
    Dims out;
    if (!loss_shape(call, 0, true, &out)) return false;
    const Tensor *x = infer_in(call, 0);
    infer_spec(call, 0, (DType)x->dtype, out.d, out.n);
    infer_spec(call, 1, (DType)x->dtype, x->shape, x->ndim);
    return true;
}

bool infer_nll(Call *call)
{
    Dims out;
    if (!loss_shape(call, 0, false, &out)) return false;
    infer_spec(call, 0, (DType)infer_in(call, 0)->dtype, out.d, out.n);
    return true;
}

/* The loss's gradient in front */
static bool loss_grad(Call *call, bool parts)
{
    Dims out;
    if (!infer_tensor(call, 0) || !loss_shape(call, 1, parts, &out)) return false;
    const Tensor *g = infer_in(call, 0), *x = infer_in(call, 1);
    if (!shape_same(g->shape, g->ndim, out.d, out.n)) {
        core_fail(call->core, CE_SHAPE_MISMATCH, "%s: the gradient has not the loss's shape", call->op->name);
        return infer_wrong(call, 0, 1);
    }
    infer_spec(call, 0, (DType)x->dtype, x->shape, x->ndim);
    return true;
}

bool infer_cross_entropy_grad(Call *call) { return loss_grad(call, true); }
bool infer_nll_grad(Call *call) { return loss_grad(call, false); }
