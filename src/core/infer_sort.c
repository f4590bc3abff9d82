/* infer_sort.c: shape and dtype rules of sorting, searching and counting.
 *
 * unique, nonzero and bincount have shapes that hang on values: their rules ask for a number computed on the device, and so wait for it.
 */
#include "infer.h"
#include "infer_move.h"

#include <math.h>
#include <string.h>

static bool bad_value(Call *call, const char *why, int64_t a, int64_t b)
{
    core_fail(call->core, CE_BAD_VALUE, "%s: %s", call->op->name, why);
    core_error(call->core)->numbers[0] = a;
    core_error(call->core)->numbers[1] = b;
    return false;
}

bool infer_sort(Call *call)
{
    if (!infer_operand(call, 0) || !infer_device(call)) return false;
    const Attr *a = call->attrs;
    const Tensor *t = call->in[0].tensor;
    int axis;
    Dims *shape = &call->specs[0].shape;
    infer_copy_shape(shape, t);
    if (a[axis_flat].i) {
        shape->n = 1;
        shape->d[0] = t->size;
    } else if (!infer_axis(call, a[axis_axis].i, t->ndim, &axis)) return false;
    call->specs[1].shape = *shape;
    call->compute = call->specs[0].dtype = (DType)t->dtype;
    call->specs[1].dtype = infer_position_dtype(call, a[axis_dtype].i);
    return true;
}

/* BAD_VALUE: the count, how many there are */
bool infer_topk(Call *call)
{
    if (!infer_sort(call)) return false;
    const Tensor *t = call->in[0].tensor;
    Dims *shape = &call->specs[0].shape;
    int axis = 0;
    if (!call->attrs[axis_flat].i) infer_axis(call, call->attrs[axis_axis].i, t->ndim, &axis);
    int64_t count = call->attrs[axis_count].i, size = shape->n ? shape->d[axis] : 1;
    if (count < 0 || count > size) return bad_value(call, "selected index k out of range", count, size);
    if (shape->n) shape->d[axis] = count;
    call->specs[1].shape = *shape;
    return true;
}

/* ---- shapes that hang on values ---- */
/* One number that an op gives, on the call's device; takes `t`. */
static bool ask(Call *call, OpId op, Tensor *t, const Attr *attrs, double *out)
{
    Core *c = call->core;
    Tensor *result[MAX_OUTPUTS];
    Arg in = arg_tensor(t);
    bool ok = t && core_call(c, op, call->accent, call->site, &in, 1, attrs, CALL_NO_GRAD, result);
    if (t) tensor_release(c, t);
    if (!ok) return false;
    Scalar s;
    ok = tensor_read_item(c, result[0], &s);
    if (ok) *out = scalar_as_double(s);
    for (int i = 0; i < op_get(op)->out_count; i++) tensor_release(c, result[i]);
    return ok;
}

static bool count_nonzero(Call *call, Tensor *t, int64_t *count)
{
    Attr all[reduce_ATTRS] = {[reduce_axes].ints = INTS_ABSENT, [reduce_dtype].i = DT_NONE};
    double n = 0;
    if (!ask(call, OP_count_nonzero, t, all, &n)) return false;
    *count = (int64_t)n;
    return true;
}

bool infer_nonzero(Call *call)
{
    if (!infer_operand(call, 0) || !infer_device(call)) return false;
    Tensor *t = call->in[0].tensor;
    int64_t count = t->size;
    if (t->size && !count_nonzero(call, tensor_retain(t), &count)) return false;
    call->specs[0] = (OutSpec){.dtype = DT_INT64, .shape = {.n = 2, .d = {count, t->ndim}}};
    call->compute = (DType)t->dtype;
    return true;
}

/* How many differ from the one before, in order. PyTorch takes every NaN for another value, NumPy for the same. */
static bool count_unique(Call *call, Tensor *t, int64_t *count)
{
    Core *c = call->core;
    Attr flat[axis_ATTRS] = {[axis_flat].i = true, [axis_dtype].i = DT_NONE};
    Tensor *sorted[2];
    Arg in = arg_tensor(t);
    *count = t->size;
    if (t->size < 2) return true;
    if (!core_call(c, OP_sort, call->accent, call->site, &in, 1, flat, CALL_NO_GRAD, sorted)) return false;
    tensor_release(c, sorted[1]);
    int64_t n = t->size - 1, stride = 1;
    Tensor *low = tensor_view(c, sorted[0], &n, &stride, 1, sorted[0]->offset), *high = tensor_view(c, sorted[0], &n, &stride, 1, sorted[0]->offset + 1);
    Arg both[2] = {arg_tensor(low), arg_tensor(high)};
    Tensor *differ[MAX_OUTPUTS] = {NULL}, *nan[MAX_OUTPUTS] = {NULL};
    bool ok = low && high && core_call(c, OP_not_equal, call->accent, call->site, both, 2, NULL, CALL_NO_GRAD, differ) && count_nonzero(call, differ[0], count);
    if (ok && !accent_rules(call->accent)->each_nan_alone && dtype_is_float((DType)t->dtype)) {
        int64_t nans = 0;
        Arg x = arg_tensor(sorted[0]);
        ok = core_call(c, OP_isnan, call->accent, call->site, &x, 1, NULL, CALL_NO_GRAD, nan) && count_nonzero(call, nan[0], &nans);
        if (nans > 1) *count -= nans - 1;
    }
    ++*count;
    if (low) tensor_release(c, low);
    if (high) tensor_release(c, high);
    tensor_release(c, sorted[0]);
    return ok;
}

bool infer_unique(Call *call)
{
    if (!infer_operand(call, 0) || !infer_device(call)) return false;
    Tensor *t = call->in[0].tensor;
    int64_t count;
    if (!count_unique(call, t, &count)) return false;
    call->compute = (DType)t->dtype;
    call->specs[0] = (OutSpec){.dtype = (DType)t->dtype, .shape = {.n = 1, .d = {count}}};
    call->specs[1].dtype = call->specs[2].dtype = DT_INT64;
    infer_copy_shape(&call->specs[1].shape, t);
    call->specs[2].shape = call->specs[0].shape;
    return true;
}

/* BAD_NDIM: wanted, got. BAD_VALUE: the smallest value, which is negative; INDEX_RANGE never. */
bool infer_bincount(Call *call)
{
    if (!infer_operand(call, 0) || !infer_device(call)) return false;
    Tensor *t = call->in[0].tensor;
    const Tensor *weights = call->in_count > 1 ? call->in[1].tensor : NULL;
    Core *c = call->core;
    if (t->ndim != 1) {
        core_fail(c, CE_BAD_NDIM, "bincount: wants 1 dimension, not %d", t->ndim);
        core_error(c)->numbers[0] = 1;
        core_error(c)->numbers[1] = t->ndim;
        return false;
    }
    if (dtype_is_float((DType)t->dtype)) {
        core_fail(c, CE_DTYPE_UNSUPPORTED, "bincount is for integers, not for %s", dtype_info[t->dtype].name);
        core_error(c)->numbers[0] = t->dtype;
        return false;
    }
    if (weights && !tensor_same_shape(weights, t)) {
        core_fail(c, CE_SHAPE_MISMATCH, "bincount: the weights have another shape than the values");
        infer_shapes_error(call, t, weights);
        return false;
    }
    double high = -1, low = 0;
    if (t->size) {
        Attr all[reduce_ATTRS] = {[reduce_axes].ints = INTS_ABSENT, [reduce_dtype].i = DT_NONE};
        if (!ask(call, OP_max, tensor_retain(t), all, &high) || !ask(call, OP_min, tensor_retain(t), all, &low)) return false;
        if (low < 0) return bad_value(call, "values must not be negative", (int64_t)low, 0);
    }
    int64_t n = (int64_t)high + 1, least = call->attrs[bins_count].i;
    call->specs[0].shape = (Dims){.n = 1, .d = {n > least ? n : least}};
    call->specs[0].dtype = !weights ? DT_INT64 : weights->dtype == DT_FLOAT32 && accent_rules(call->accent)->bincount_keeps_single ? DT_FLOAT32 : DT_FLOAT64;
    call->compute = (DType)t->dtype;
    return true;
}

bool infer_histogram(Call *call)
{
    if (!infer_operand(call, 0) || !infer_device(call)) return false;
    const Tensor *t = call->in[0].tensor;
    int64_t n = call->attrs[bins_count].i;
    double low = call->attrs[bins_low].f, high = call->attrs[bins_high].f;
    if (n <= 0) return bad_value(call, "the number of bins must be above 0", n, 0);
    if (!(low <= high) || !isfinite(low) || !isfinite(high)) return bad_value(call, "max must be larger than min", n, 1);
    if (accent_rules(call->accent)->histogram_of_floats && !dtype_is_float((DType)t->dtype)) {
        core_fail(call->core, CE_DTYPE_UNSUPPORTED, "histogram is not for %s", dtype_info[t->dtype].name);
        core_error(call->core)->numbers[0] = t->dtype;
        return false;
    }
    call->specs[0] = (OutSpec){.dtype = accent_rules(call->accent)->histogram_of_floats ? (DType)t->dtype : DT_INT64, .shape = {.n = 1, .d = {n}}};
    call->compute = (DType)t->dtype;
    return true;
}

/* The sorted one has one axis, or as many as the values with the same sizes but for the last. */
bool infer_searchsorted(Call *call)
{
    if (!infer_operand(call, 0) || !infer_device(call)) return false;
    const Tensor *a = call->in[0].tensor, *b = call->in[1].tensor;
    bool fits = a->ndim == 1 || (b && a->ndim > 0 && a->ndim == b->ndim && memcmp(a->shape, b->shape, sizeof *a->shape * (size_t)(a->ndim - 1)) == 0);
    if (!fits) {
        core_fail(call->core, CE_SHAPE_MISMATCH, "searchsorted: the sorted array has one axis, or the values' but for the last");
        infer_shapes_error(call, a, b);
        return false;
    }
    call->specs[0].dtype = infer_position_dtype(call, call->attrs[axis_dtype].i);
    call->specs[0].shape.n = 0;
    if (b) infer_copy_shape(&call->specs[0].shape, b);
    call->compute = (DType)a->dtype;
    return true;
}
