/* infer_reduce.c: shape and dtype rules of reductions: over axes, along one axis, running ones.
 *
 * The accents differ in what sums of integers give (PyTorch and NumPy int64, MXNet the same dtype) and in which means of integers there are (none in
 * PyTorch). A result over all axes has no dimensions, but the shape (1,) in MXNet.
 * EMPTY_REDUCTION, numbers: the axis, or -1 for all.
 */
#include "infer.h"
#include "infer_move.h"

#include <string.h>

static bool unsupported(Call *call, DType d)
{
    core_fail(call->core, CE_DTYPE_UNSUPPORTED, "%s is not for %s", call->op->name, dtype_info[d].name);
    core_error(call->core)->numbers[0] = d;
    return false;
}

static bool empty(Call *call, int axis)
{
    core_fail(call->core, CE_EMPTY_REDUCTION, "%s: there is nothing to reduce", call->op->name);
    core_error(call->core)->numbers[0] = axis;
    return false;
}

/* Where there are no arrays without axes */
static void one_at_least(const Call *call, Dims *shape)
{
    if (accent_rules(call->accent)->axes_always && shape->n == 0) shape->d[shape->n++] = 1;
}

/* Of sums and products */
static DType sum_dtype(const Call *call, DType own)
{
    if (dtype_is_inexact(own) || (accent_rules(call->accent)->sums_keep_integers && own != DT_BOOL)) return own;
    return DT_INT64;
}

/* Of means and their kin, where integers become floats */
static bool mean_dtype(Call *call, DType own, DType *out)
{
    bool sizes = call->op->id == OP_norm || call->op->id == OP_var || call->op->id == OP_std;
    *out = sizes ? dtype_real_of(own) : own;
    if (dtype_is_inexact(own) || accent_rules(call->accent)->means_of_integers == MEANS_KEEP) return true;
    if (accent_rules(call->accent)->means_of_integers == MEANS_REFUSE && call->op->id != OP_logsumexp) return unsupported(call, own);
    *out = infer_default_float(call);
    return true;
}

static bool result_dtype(Call *call, DType own, int64_t said, DType *out)
{
    bool given = said >= 0 && said < DTYPE_COUNT;
    switch (call->op->id) {
    case OP_sum: case OP_nansum: case OP_prod: *out = given ? (DType)said : sum_dtype(call, own); return true;
    case OP_max: case OP_min: *out = own; return true;
    case OP_any: case OP_all: *out = own == DT_UINT8 && accent_rules(call->accent)->truth_of_uint8_is_uint8 ? DT_UINT8 : DT_BOOL; return true;
    case OP_count_nonzero: *out = DT_INT64; return true;
    default:
        if (!given) return mean_dtype(call, own, out);
        if (!dtype_is_inexact((DType)said) && accent_rules(call->accent)->means_of_integers == MEANS_REFUSE) return unsupported(call, (DType)said);
        *out = (DType)said;
        return true;
    }
}

bool infer_reduce(Call *call)
{
    if (!infer_operand(call, 0) || !infer_device(call)) return false;
    const Tensor *t = call->in[0].tensor;
    const Attr *a = call->attrs;
    bool marks[MAX_DIMS], keep = a[reduce_keepdims].i;
    if (!infer_axes(call, a[reduce_axes].ints, t->ndim, marks)) return false;
    if (!result_dtype(call, (DType)t->dtype, a[reduce_dtype].i, &call->specs[0].dtype)) return false;
    call->compute = (DType)t->dtype;
    Dims *shape = &call->specs[0].shape;
    shape->n = 0;
    int64_t size = 1;
    for (int i = 0; i < t->ndim; i++) {
        if (!marks[i] || keep) shape->d[shape->n++] = marks[i] ? 1 : t->shape[i];
        if (!marks[i]) size *= t->shape[i];
    }
    one_at_least(call, shape);
    if (size && t->size == 0 && (call->op->id == OP_max || call->op->id == OP_min)) {
        int axis = -1;
        for (int i = 0; i < t->ndim; i++)
            if (t->shape[i] == 0) axis = i;
        return empty(call, a[reduce_axes].ints.count > 0 ? axis : -1);
    }
    return true;
}

/* The shape without (or with 1 at) one axis; its size must not be 0 where there is a result. */
static bool along(Call *call, const Tensor *t, bool keep, bool flat, Dims *shape)
{
    int axis = 0;
    shape->n = 0;
    if (flat) {
        for (int i = 0; keep && i < t->ndim; i++) shape->d[shape->n++] = 1;
        one_at_least(call, shape);
        return t->size != 0 || empty(call, -1);
    }
    if (!infer_axis(call, call->attrs[axis_axis].i, t->ndim, &axis)) return false;
    if (t->ndim == 0) return true;
    for (int i = 0; i < t->ndim; i++)
        if (i != axis || keep) shape->d[shape->n++] = i == axis ? 1 : t->shape[i];
    one_at_least(call, shape);
    return t->shape[axis] != 0 || empty(call, axis);
}

bool infer_arg(Call *call)
{
    if (!infer_operand(call, 0) || !infer_device(call)) return false;
    const Attr *a = call->attrs;
    call->compute = (DType)call->in[0].tensor->dtype;
    call->specs[0].dtype = accent_rules(call->accent)->positions_like_operand && a[axis_dtype].i == DT_NONE ? call->compute : infer_position_dtype(call, a[axis_dtype].i); /* (MXNet's are numbers like the operand's) */
    return along(call, call->in[0].tensor, a[axis_keepdims].i, a[axis_flat].i, &call->specs[0].shape);
}

bool infer_arg2(Call *call)
{
    if (!infer_operand(call, 0) || !infer_device(call)) return false;
    const Attr *a = call->attrs;
    const Tensor *t = call->in[0].tensor;
    if (!along(call, t, a[axis_keepdims].i, a[axis_flat].i, &call->specs[0].shape)) return false;
    call->specs[1].shape = call->specs[0].shape;
    call->compute = call->specs[0].dtype = (DType)t->dtype;
    call->specs[1].dtype = infer_position_dtype(call, a[axis_dtype].i);
    return true;
}

bool infer_cumulate(Call *call)
{
    if (!infer_operand(call, 0) || !infer_device(call)) return false;
    const Attr *a = call->attrs;
    const Tensor *t = call->in[0].tensor;
    int axis;
    int64_t said = a[axis_dtype].i;
    Dims *shape = &call->specs[0].shape;
    infer_copy_shape(shape, t);
    if (a[axis_flat].i) {
        shape->n = 1;
        shape->d[0] = t->size;
    } else if (!infer_axis(call, a[axis_axis].i, t->ndim, &axis)) return false;
    call->specs[0].dtype = said >= 0 && said < DTYPE_COUNT ? (DType)said : sum_dtype(call, (DType)t->dtype);
    call->compute = (DType)t->dtype;
    return true;
}
