/* infer_norm.c: shapes, dtypes and places of batch, layer and group norm, their gradients, and dropout. Texts are PyTorch's where they are known. */
#include <stdio.h>
#include <string.h>

#include "core_impl.h"
#include "infer_net.h"
#include "said.h"

/* What means, deviations and gradients of scales are kept in: half types are summed up in float32. */
static DType wide_dtype(DType d) { return d == DT_FLOAT64 ? DT_FLOAT64 : DT_FLOAT32; }

static bool norm_start(Call *call)
{
    return infer_want_float(call, 0) && infer_device(call);
}

static bool has_elements(Call *call, int i, const char *name, int64_t wanted)
{
    const Tensor *t = infer_optional(call, i);
    if (!t || (t->ndim == 1 && t->shape[0] == wanted)) return true;
    core_said(call->core, CE_SHAPE_MISMATCH, NORM_LENGTH, name, (long long)wanted, (long long)t->size);
    core_error(call->core)->numbers[0] = wanted;
    core_error(call->core)->numbers[1] = t->size;
    return infer_wrong(call, 0, i);
}

bool infer_batch_norm(Call *call)
{
    static const char *const names[] = {"input", "weight", "bias", "running_mean", "running_var"};
    const Attr *a = call->attrs;
    int axis;
    if (!norm_start(call)) return false;
    const Tensor *x = infer_in(call, 0);
    if (!infer_axis(call, x->ndim < 2 && a[norm_axis].i == 1 ? 0 : a[norm_axis].i, x->ndim, &axis)) return false;
    int64_t channels = x->ndim == 0 ? 1 : x->ndim == 1 && a[norm_axis].i == 1 ? 0 : x->shape[axis];
    if (!a[norm_training].i)
        for (int i = 3; i < 5; i++)
            if (!infer_optional(call, i)) return core_said(call->core, CE_BAD_VALUE, NORM_EVALUATION, names[i]);
    static const int order[] = {3, 4, 1, 2};
    for (int k = 0; k < 4; k++)
        if (!has_elements(call, order[k], names[order[k]], channels)) return false;
    if (x->ndim < 2 && (x->ndim == 0 || a[norm_axis].i == 1)) {
        core_said(call->core, CE_BAD_NDIM, NORM_2D, x->ndim);
        core_error(call->core)->numbers[0] = 2;
        core_error(call->core)->numbers[1] = x->ndim;
        return infer_wrong(call, 0, -1);
    }
    infer_spec(call, 0, (DType)x->dtype, x->shape, x->ndim);
    for (int i = 1; i < 3; i++) infer_spec(call, i, wide_dtype((DType)x->dtype), &channels, 1);
    for (int i = 3; i < 5 && a[norm_training].i && !call->core->mode.dry; i++) /* written in place */
        if (infer_optional(call, i)) tensor_count_write(call->in[i].tensor);
    return true;
}

/* The axes that are normed: as listed, else norm_axis alone. */
static bool layer_marks(Call *call, const Tensor *x, bool *marks)
{
    Ints axes = call->attrs[norm_axes].ints;
    if (axes.count > 0) return infer_axes(call, axes, x->ndim, marks);
    return infer_axes(call, (Ints){&call->attrs[norm_axis].i, 1}, x->ndim, marks);
}

static bool same_as_normed(Call *call, int i, const char *name, const int64_t *normed, int n)
{
    const Tensor *t = infer_optional(call, i);
    char a[160], b[160];
    if (!t || shape_same(t->shape, t->ndim, normed, n)) return true;
    core_said(call->core, CE_SHAPE_MISMATCH, LAYER_NORM_SHAPE, name, name,
              infer_listed(t->shape, t->ndim, ", ", a, sizeof a), infer_listed(normed, n, ", ", b, sizeof b));
    return infer_wrong(call, 0, i);
}

bool infer_layer_norm(Call *call)
{
    bool marks[MAX_DIMS];
    int64_t normed[MAX_DIMS], rest[MAX_DIMS];
    int n = 0;
    if (!norm_start(call)) return false;
    const Tensor *x = infer_in(call, 0);
    if (!layer_marks(call, x, marks)) return false;
    for (int i = 0; i < x->ndim; i++) {
        rest[i] = marks[i] ? 1 : x->shape[i];
        if (marks[i]) normed[n++] = x->shape[i];
    }
    if (!same_as_normed(call, 1, "weight", normed, n) || !same_as_normed(call, 2, "bias", normed, n)) return false;
    infer_spec(call, 0, (DType)x->dtype, x->shape, x->ndim);
    for (int i = 1; i < 3; i++) infer_spec(call, i, wide_dtype((DType)x->dtype), rest, x->ndim);
    return true;
}

bool infer_group_norm(Call *call)
{
    int64_t groups = call->attrs[norm_groups].i;
    char a[160], b[160];
    if (!norm_start(call)) return false;
    const Tensor *x = infer_in(call, 0);
    if (x->ndim < 2) {
        core_fail(call->core, CE_BAD_NDIM, "%s: the operand needs two dimensions at least, and has %d", call->op->name, x->ndim);
        core_error(call->core)->numbers[0] = 2;
        core_error(call->core)->numbers[1] = x->ndim;
        return infer_wrong(call, 0, -1);
    }
    if (groups < 1 || x->shape[1] % groups) {
        core_said(call->core, CE_BAD_VALUE, GROUP_NORM_CHANNELS,
                  infer_listed(x->shape, x->ndim, ", ", a, sizeof a), (long long)groups);
        return infer_wrong(call, 0, -1);
    }
    for (int i = 1; i < 3; i++) {
        const Tensor *t = infer_optional(call, i);
        if (!t || (t->ndim == 1 && t->shape[0] == x->shape[1])) continue;
        const char *name = i == 1 ? "weight" : "bias";
        core_said(call->core, CE_SHAPE_MISMATCH, GROUP_NORM_VECTOR, name, name,
                  infer_listed(t->shape, t->ndim, ", ", a, sizeof a), infer_listed(x->shape, x->ndim, ", ", b, sizeof b));
        return infer_wrong(call, 0, i);
    }
    infer_spec(call, 0, (DType)x->dtype, x->shape, x->ndim);
    for (int i = 1; i < 3; i++) infer_spec(call, i, wide_dtype((DType)x->dtype), (int64_t[]){x->shape[0], groups}, 2);
    return true;
}

/* out's gradient, x, scale or absent, mean, 1/deviation: gradients of x, scale, shift */
bool infer_norm_grad(Call *call)
{
    for (int i = 0; i < 5; i++)
        if (i != 2 && !infer_tensor(call, i)) return false;
    if (!infer_want_float(call, 1) || !infer_device(call)) return false;
    const Tensor *g = infer_in(call, 0), *x = infer_in(call, 1);
    if (!tensor_same_shape(g, x)) {
        core_fail(call->core, CE_SHAPE_MISMATCH, "%s: the gradient has not the operand's shape", call->op->name);
        return infer_wrong(call, 0, 1);
    }
    int64_t shape[MAX_DIMS];
    int n = 0, axis;
    if (call->op->id == OP_layer_norm_grad) {
        bool marks[MAX_DIMS];
        if (!layer_marks(call, x, marks)) return false;
        for (int i = 0; i < x->ndim; i++)
            if (marks[i]) shape[n++] = x->shape[i];
    } else {
        if (!infer_axis(call, call->op->id == OP_group_norm_grad ? 1 : call->attrs[norm_axis].i, x->ndim, &axis)) return false;
        shape[n++] = x->ndim ? x->shape[axis] : 1;
    }
    infer_spec(call, 0, (DType)x->dtype, x->shape, x->ndim);
    for (int i = 1; i < 3; i++) infer_spec(call, i, wide_dtype((DType)x->dtype), shape, n);
    return true;
}

/* The second result is what each was multiplied by; of size 1 where one number serves for an axis (dropout_axes), or for all when nothing is dropped. */
bool infer_dropout(Call *call)
{
    double p = call->attrs[dropout_p].f;
    bool marks[MAX_DIMS];
    int64_t shape[MAX_DIMS];
    if (!infer_want_float(call, 0) || !infer_device(call)) return false;
    if (!(p >= 0 && p <= 1)) return core_said(call->core, CE_BAD_VALUE, DROPOUT_RANGE, p);
    const Tensor *x = infer_in(call, 0);
    bool idle = !call->attrs[dropout_training].i || p == 0;
    if (call->attrs[dropout_axes].ints.count <= 0) memset(marks, idle, sizeof marks);
    else if (!infer_axes(call, call->attrs[dropout_axes].ints, x->ndim, marks)) return false;
    for (int i = 0; i < x->ndim; i++) shape[i] = marks[i] || idle ? 1 : x->shape[i];
    infer_spec(call, 0, (DType)x->dtype, x->shape, x->ndim);
    infer_spec(call, 1, (DType)x->dtype, shape, x->ndim);
    return true;
}
