/* infer_index.c: shape rules of indexing by arrays: gather, scatter, take, index_get, index_put, pick, one_hot, embedding, masks.
 *
 * Index arrays hold integers; MXNet's may hold floats, which are cut. What the indices' values say is the kernels' to check
 * (INDEX_RANGE: index, size, axis).
 */
#include "infer.h"
#include "infer_move.h"

#include <string.h>

static DType own_dtype(const Call *call) { return (DType)call->in[0].tensor->dtype; }

static bool open_call(Call *call, int operands)
{
    for (int i = 0; i < operands; i++)
        if (!infer_operand(call, i)) return false;
    return infer_device(call);
}

/* BAD_INDEX: dtype, which operand */
static bool index_dtype(Call *call, int i)
{
    DType d = (DType)call->in[i].tensor->dtype;
    if (dtype_is_integer(d) || (dtype_is_float(d) && accent_rules(call->accent)->float_indices)) return true;
    core_fail(call->core, CE_BAD_INDEX, "%s: operand %d holds %s, not integers", call->op->name, i + 1, dtype_info[d].name);
    CoreError *e = core_error(call->core);
    e->numbers[0] = d;
    e->numbers[1] = i;
    e->wrong[0] = i;
    return false;
}

/* BAD_NDIM: wanted, got, which operand */
static bool same_ndim(Call *call, int i, int wanted)
{
    int got = call->in[i].tensor->ndim;
    if (got == wanted) return true;
    core_fail(call->core, CE_BAD_NDIM, "%s: operand %d has %d dimensions, not %d", call->op->name, i + 1, got, wanted);
    CoreError *e = core_error(call->core);
    e->numbers[0] = wanted;
    e->numbers[1] = got;
    e->numbers[2] = i;
    e->wrong[0] = 0;
    e->wrong[1] = i;
    infer_shapes_error(call, call->in[0].tensor, call->in[i].tensor);
    return false;
}

/* SHAPE_MISMATCH: axis, which operand; shapes: operand 0 (or the larger one), that one. */
static bool mismatch(Call *call, const Tensor *large, int i, int axis)
{
    core_fail(call->core, CE_SHAPE_MISMATCH, "%s: operand %d does not fit along axis %d", call->op->name, i + 1, axis);
    CoreError *e = core_error(call->core);
    e->numbers[0] = axis;
    e->numbers[1] = i;
    if (call->op->id == OP_gather || call->op->id == OP_scatter) {
        int along = 0;
        infer_axis(call, call->attrs[index_axis].i, large->ndim, &along);
        e->numbers[2] = along;
    }
    e->wrong[0] = 0;
    e->wrong[1] = i;
    infer_shapes_error(call, large, call->in[i].tensor);
    return false;
}

bool infer_gather(Call *call)
{
    if (!open_call(call, 2)) return false;
    const Tensor *a = call->in[0].tensor, *index = call->in[1].tensor;
    int axis;
    if (!infer_axis(call, call->attrs[index_axis].i, a->ndim, &axis) || !index_dtype(call, 1) || !same_ndim(call, 1, a->ndim)) return false;
    for (int i = 0; i < a->ndim; i++)
        if (i != axis && index->shape[i] > a->shape[i]) return mismatch(call, a, 1, i);
    infer_copy_shape(&call->specs[0].shape, index);
    call->specs[0].dtype = own_dtype(call);
    return true;
}

bool infer_scatter(Call *call)
{
    bool number = !call->in[2].tensor;
    if (!open_call(call, number ? 2 : 3)) return false;
    const Tensor *a = call->in[0].tensor, *index = call->in[1].tensor, *source = call->in[2].tensor;
    int axis;
    if (!infer_axis(call, call->attrs[index_axis].i, a->ndim, &axis) || !index_dtype(call, 1) || !same_ndim(call, 1, a->ndim) || (source && !same_ndim(call, 2, a->ndim))) return false;
    for (int i = 0; i < a->ndim; i++) {
        if (i != axis && index->shape[i] > a->shape[i] && index->size) return mismatch(call, a, 1, i);
        if (source && index->shape[i] > source->shape[i] && index->size) return mismatch(call, source, 1, i);
    }
    infer_copy_shape(&call->specs[0].shape, a);
    call->specs[0].dtype = own_dtype(call);
    return true;
}

/* The rows of `a` along an axis, one for each index. */
static bool take_shape(Call *call, const Tensor *a, const Tensor *index, int axis, Dims *out)
{
    int n = a->ndim - 1 + index->ndim;
    if (n > infer_most_dims(call)) return infer_too_many_dims(call, n);
    out->n = 0;
    for (int i = 0; i < axis; i++) out->d[out->n++] = a->shape[i];
    for (int i = 0; i < index->ndim; i++) out->d[out->n++] = index->shape[i];
    for (int i = axis + 1; i < a->ndim; i++) out->d[out->n++] = a->shape[i];
    int64_t size;
    if (!shape_size(out->d, out->n, &size)) return core_fail(call->core, CE_BAD_DIMENSION, "%s: the result is too large to count", call->op->name);
    return true;
}

static bool needs_dims(Call *call, int i)
{
    if (call->in[i].tensor->ndim) return true;
    return same_ndim(call, i, 1);
}

bool infer_take(Call *call)
{
    if (!open_call(call, 2) || !index_dtype(call, 1) || !needs_dims(call, 0)) return false;
    const Tensor *a = call->in[0].tensor, *index = call->in[1].tensor;
    int axis;
    call->specs[0].dtype = own_dtype(call);
    return infer_axis(call, call->attrs[index_axis].i, a->ndim, &axis) && take_shape(call, a, index, axis, &call->specs[0].shape);
}

bool infer_embedding(Call *call)
{
    if (!open_call(call, 2) || !index_dtype(call, 0) || !needs_dims(call, 1)) return false;
    call->specs[0].dtype = (DType)call->in[1].tensor->dtype;
    return take_shape(call, call->in[1].tensor, call->in[0].tensor, 0, &call->specs[0].shape);
}

/* a: out's gradient of take, b: the indices; `depth`: how many rows the axis had. */
bool infer_take_grad(Call *call)
{
    if (!open_call(call, 2) || !index_dtype(call, 1)) return false;
    const Tensor *g = call->in[0].tensor, *index = call->in[1].tensor;
    int n = g->ndim - index->ndim + 1, axis;
    if (n < 1) return same_ndim(call, 0, index->ndim);
    if (!infer_axis(call, call->attrs[index_axis].i, n, &axis)) return false;
    for (int i = 0; i < index->ndim; i++)
        if (index->shape[i] != g->shape[axis + i]) return mismatch(call, g, 1, axis + i);
    Dims *out = &call->specs[0].shape;
    out->n = 0;
    for (int i = 0; i < axis; i++) out->d[out->n++] = g->shape[i];
    out->d[out->n++] = call->attrs[index_depth].i;
    for (int i = axis + index->ndim; i < g->ndim; i++) out->d[out->n++] = g->shape[i];
    int64_t size;
    if (!shape_size(out->d, out->n, &size)) return core_fail(call->core, CE_BAD_DIMENSION, "%s: the number of rows is negative or too large", call->op->name);
    call->specs[0].dtype = own_dtype(call);
    return true;
}

bool infer_pick(Call *call)
{
    if (!open_call(call, 2) || !index_dtype(call, 1) || !needs_dims(call, 0)) return false;
    const Tensor *a = call->in[0].tensor, *index = call->in[1].tensor;
    bool keep = call->attrs[index_keepdims].i != 0, kept = index->ndim == a->ndim;
    int axis;
    if (!infer_axis(call, call->attrs[index_axis].i, a->ndim, &axis) || (!kept && !same_ndim(call, 1, a->ndim - 1))) return false;
    Dims *out = &call->specs[0].shape;
    out->n = 0;
    for (int i = 0, k = 0; i < a->ndim; i++) {
        int64_t size = i == axis ? 1 : a->shape[i];
        if (i != axis || keep) out->d[out->n++] = size;
        if (i == axis && !kept) continue;
        if (index->shape[k++] != size) return mismatch(call, a, 1, i);
    }
    if (accent_rules(call->accent)->axes_always && out->n == 0) out->d[out->n++] = 1;
    call->specs[0].dtype = own_dtype(call);
    return true;
}

/* int64 in PyTorch, float64 in NumPy, float32 in MXNet */
bool infer_one_hot(Call *call)
{
    if (!open_call(call, 1) || !index_dtype(call, 0)) return false;
    const Tensor *index = call->in[0].tensor;
    Dims *out = &call->specs[0].shape;
    int64_t size;
    if (index->ndim + 1 > infer_most_dims(call)) return infer_too_many_dims(call, index->ndim + 1);
    infer_copy_shape(out, index);
    out->d[out->n++] = call->attrs[index_depth].i;
    if (!shape_size(out->d, out->n, &size)) {
        core_fail(call->core, CE_BAD_DIMENSION, "%s: the depth is negative or too large", call->op->name);
        core_error(call->core)->numbers[1] = call->attrs[index_depth].i;
        return false;
    }
    call->specs[0].dtype = (DType)accent_rules(call->accent)->one_hot_dtype;
    return true;
}

/* ---- index_get, index_put: arrays in in[first…], one an axis from the front; absent: the whole axis ---- */
/* The result: the arrays' common shape stands where the arrays stood when they are neighbours, in front otherwise.
 * TOO_MANY_INDICES: dimensions, indices. */
static bool indexed_shape(Call *call, const Tensor *x, int first, Dims *out)
{
    int count = call->in_count - first, from = -1, to = -1, present = 0;
    if (count > x->ndim) {
        core_fail(call->core, CE_TOO_MANY_INDICES, "%s: %d indices for %d dimensions", call->op->name, count, x->ndim);
        core_error(call->core)->numbers[0] = x->ndim;
        core_error(call->core)->numbers[1] = count;
        return false;
    }
    Dims block = {0};
    for (int i = 0; i < count; i++) {
        const Tensor *index = call->in[first + i].tensor;
        if (!index) continue;
        if (!index_dtype(call, first + i)) return false;
        if (from < 0) from = i;
        to = i;
        present++;
    }
    if (!infer_broadcast(call, first, count, &block)) return false;
    int place = present && to - from + 1 == present ? from : 0;
    out->n = 0;
    if (x->ndim - present + block.n > infer_most_dims(call)) return infer_too_many_dims(call, x->ndim - present + block.n);
    for (int i = 0; i <= x->ndim; i++) {
        if (i == place)
            for (int k = 0; k < block.n; k++) out->d[out->n++] = block.d[k];
        if (i < x->ndim && (i >= count || !call->in[first + i].tensor)) out->d[out->n++] = x->shape[i];
    }
    int64_t size;
    if (!shape_size(out->d, out->n, &size)) return core_fail(call->core, CE_BAD_DIMENSION, "%s: the result is too large to count", call->op->name);
    return true;
}

bool infer_index_get(Call *call)
{
    if (!open_call(call, 1)) return false;
    call->specs[0].dtype = own_dtype(call);
    return indexed_shape(call, call->in[0].tensor, 1, &call->specs[0].shape);
}

/* NOT_BROADCASTABLE: shapes: the values', the place's. */
bool infer_index_put(Call *call)
{
    Dims place, both;
    if (!open_call(call, 1) || !indexed_shape(call, call->in[0].tensor, 2, &place)) return false;
    const Tensor *x = call->in[0].tensor, *values = call->in[1].tensor;
    if (values && (!shape_broadcast(values->shape, values->ndim, place.d, place.n, &both) || !shape_same(both.d, both.n, place.d, place.n))) {
        int skip = 0; /* leading ones too many do not matter */
        while (values->ndim - skip > place.n && values->shape[skip] == 1) skip++;
        if (!shape_broadcast(values->shape + skip, values->ndim - skip, place.d, place.n, &both) || !shape_same(both.d, both.n, place.d, place.n)) {
            core_fail(call->core, CE_NOT_BROADCASTABLE, "%s: the values do not fit the indexed place", call->op->name);
            CoreError *e = core_error(call->core);
            infer_copy_shape(&e->shapes[0], values);
            e->shapes[1] = place;
            e->wrong[0] = 0;
            e->wrong[1] = 1;
            return false;
        }
    }
    infer_copy_shape(&call->specs[0].shape, x);
    call->specs[0].dtype = (DType)x->dtype;
    return true;
}

/* ---- masks ---- */
/* How many elements of the mask hold: the host has to wait for it. */
static bool count_mask(Call *call, Tensor *mask, int64_t *count)
{
    Core *c = call->core;
    *count = mask->size;
    if (mask->size == 0) return true;
    size_t bytes = tensor_bytes(mask), each = dtype_bytes((DType)mask->dtype);
    char *copy = core_alloc(c, bytes);
    if (!copy) return false;
    bool ok = tensor_read(c, mask, copy);
    *count = 0;
    if (ok && each == 1)
        for (size_t i = 0; i < bytes; i++) *count += copy[i] != 0;
    else if (ok)
        for (int64_t i = 0; i < mask->size; i++) *count += scalar_as_double(dtype_load((DType)mask->dtype, copy + i * (int64_t)each)) != 0;
    core_free(c, copy, bytes);
    return ok;
}

bool infer_masked_select(Call *call)
{
    if (!open_call(call, 2)) return false;
    Dims both;
    int64_t count, size;
    Tensor *mask = call->in[1].tensor;
    if (accent_rules(call->accent)->masks_are_bools && mask->dtype != DT_BOOL && mask->dtype != DT_UINT8) {
        core_fail(call->core, CE_DTYPE_UNSUPPORTED, "%s: a mask is of bool, not of %s", call->op->name, dtype_info[mask->dtype].name);
        core_error(call->core)->numbers[0] = mask->dtype;
        return false;
    }
    if (!infer_broadcast(call, 0, 2, &both) || !count_mask(call, mask, &count)) return false;
    shape_size(both.d, both.n, &size);
    call->specs[0].dtype = own_dtype(call);
    call->specs[0].shape.n = 1;
    call->specs[0].shape.d[0] = mask->size ? count * (size / mask->size) : 0;
    return true;
}

/* Data of two axes at least: the sequence's (0 or 1) and the batch's; the lengths are one a batch. */
bool infer_sequence_mask(Call *call)
{
    bool lengths = call->in[1].tensor != NULL;
    if (!open_call(call, lengths ? 2 : 1)) return false;
    const Tensor *x = call->in[0].tensor;
    int64_t axis = call->attrs[sequence_axis].i;
    int at;
    if (x->ndim < 2) return same_ndim(call, 0, 2);
    if (axis < 0 || axis > 1) return infer_axis(call, axis < 0 ? -3 : axis, 2, &at);
    if (lengths && (!same_ndim(call, 1, 1))) return false;
    if (lengths && call->in[1].tensor->shape[0] != x->shape[1 - axis]) return mismatch(call, x, 1, (int)(1 - axis));
    infer_copy_shape(&call->specs[0].shape, x);
    call->specs[0].dtype = own_dtype(call);
    return true;
}
