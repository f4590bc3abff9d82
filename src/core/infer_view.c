/* infer_view.c: ops that take another look at the same bytes: reshape, transpose, slices and the like.
 *
 * A rule here checks, works out shape, strides and offset, and makes the view itself (call->out[0]); no kernel follows. Only
 * reshape may copy, where no strides give the wanted shape. Facts that errors carry stand beside each core_fail.
 */
#include <string.h>

#include "infer.h"
#include "infer_move.h"
#include "said.h"

static bool finish(Call *call, const int64_t *shape, const int64_t *strides, int ndim, int64_t offset)
{
    Tensor *t = call->in[0].tensor;
    call->out[0] = tensor_view(call->core, t, shape, strides, ndim, offset);
    if (!call->out[0]) return false;
    OutSpec *spec = &call->specs[0];
    spec->dtype = (DType)t->dtype;
    spec->shape.n = ndim;
    memcpy(spec->shape.d, shape, sizeof *shape * (size_t)ndim);
    return true;
}

bool infer_operand(Call *call, int i)
{
    if (call->in[i].tensor) return true;
    core_fail(call->core, CE_BAD_VALUE, "%s: operand %d must be an array, not a number", call->op->name, i + 1);
    core_error(call->core)->wrong[0] = i;
    return false;
}

bool infer_too_many_dims(Call *call, int64_t ndim)
{
    core_said(call->core, CE_BAD_NDIM, NDIM_MOST, infer_most_dims(call), (long long)ndim);
    core_error(call->core)->numbers[0] = infer_most_dims(call);
    core_error(call->core)->numbers[1] = ndim;
    return false;
}

static bool open_view(Call *call) { return infer_operand(call, 0) && infer_device(call); }

bool infer_alias(Call *call)
{
    if (!open_view(call)) return false;
    const Tensor *t = call->in[0].tensor;
    return finish(call, t->shape, t->strides, t->ndim, t->offset);
}

/* ---- reshape and view ---- */
enum ReshapeWhy { RESHAPE_SIZE, RESHAPE_TWO_UNKNOWN, RESHAPE_AMBIGUOUS, RESHAPE_BAD_DIMENSION, RESHAPE_BAD_CODE };

/* numbers: elements, why (ReshapeWhy), the dimension; shapes: wanted, the operand's. */
static bool bad_reshape(Call *call, Ints wanted, enum ReshapeWhy why, int64_t dimension)
{
    static const char *const text[] = {"the elements do not fill the new shape", "only one dimension can be worked out",
                                       "no elements: a dimension to work out could be anything", "a dimension is negative", "a code finds no dimension to stand for"};
    const Tensor *t = call->in[0].tensor;
    core_fail(call->core, CE_BAD_RESHAPE, "%s: %s (%lld elements)", call->op->name, text[why], (long long)t->size);
    CoreError *e = core_error(call->core);
    e->numbers[0] = t->size;
    e->numbers[1] = why;
    e->numbers[2] = dimension;
    e->shapes[0].n = wanted.count < MAX_DIMS ? wanted.count : MAX_DIMS;
    memcpy(e->shapes[0].d, wanted.d, sizeof *wanted.d * (size_t)e->shapes[0].n);
    infer_copy_shape(&e->shapes[1], t);
    return false;
}

/* The one unknown dimension out->d[unknown] (-1: none), then the sizes must agree. */
static bool settle_shape(Call *call, Ints wanted, Dims *out, int unknown)
{
    const Tensor *t = call->in[0].tensor;
    int64_t others;
    if (unknown >= 0) {
        out->d[unknown] = 1;
        if (!shape_size(out->d, out->n, &others)) return bad_reshape(call, wanted, RESHAPE_SIZE, 0);
        if (others == 0) return bad_reshape(call, wanted, t->size == 0 ? RESHAPE_AMBIGUOUS : RESHAPE_SIZE, 0);
        if (t->size % others) return bad_reshape(call, wanted, RESHAPE_SIZE, 0);
        out->d[unknown] = t->size / others;
    }
    if (!shape_size(out->d, out->n, &others) || others != t->size) return bad_reshape(call, wanted, RESHAPE_SIZE, 0);
    return true;
}

static bool plain_shape(Call *call, Ints wanted, Dims *out)
{
    int unknown = -1;
    if (wanted.count > infer_most_dims(call)) return infer_too_many_dims(call, wanted.count);
    out->n = wanted.count < 0 ? 0 : wanted.count;
    for (int i = 0; i < out->n; i++) {
        out->d[i] = wanted.d[i];
        if (wanted.d[i] >= 0) continue;
        if (wanted.d[i] < -1 && !accent_rules(call->accent)->any_negative_is_unknown) return bad_reshape(call, wanted, RESHAPE_BAD_DIMENSION, wanted.d[i]);
        if (unknown >= 0) return bad_reshape(call, wanted, RESHAPE_TWO_UNKNOWN, wanted.d[i]);
        unknown = i;
    }
    return settle_shape(call, wanted, out, unknown);
}

static void turn_round(int64_t *d, int n)
{
    for (int i = 0; i < n / 2; i++) {
        int64_t x = d[i];
        d[i] = d[n - 1 - i];
        d[n - 1 - i] = x;
    }
}

/* MXNet's codes: 0 this dimension as it is, -1 work it out, -2 all that are left, -3 two made one, -4 one cut in the two that follow.
 * `reverse` reads both shapes from the right. */
static bool coded_shape(Call *call, Ints wanted, bool reverse, Dims *out)
{
    const Tensor *t = call->in[0].tensor;
    int64_t have[MAX_DIMS], code[MAX_DIMS];
    int n = t->ndim, count = wanted.count, at = 0, unknown = -1;
    if (count > infer_most_dims(call)) return infer_too_many_dims(call, count);
    memcpy(have, t->shape, sizeof *have * (size_t)n);
    if (count > 0) memcpy(code, wanted.d, sizeof *code * (size_t)count);
    if (reverse) {
        turn_round(have, n);
        turn_round(code, count);
    }
    out->n = 0;
    for (int i = 0; i < count; i++) {
        int64_t d = code[i];
        if (out->n + 2 > infer_most_dims(call)) return infer_too_many_dims(call, out->n + 2);
        if (d == 0) {
            if (at >= n) return bad_reshape(call, wanted, RESHAPE_BAD_CODE, d);
            out->d[out->n++] = have[at++];
        } else if (d == -1) {
            if (unknown >= 0) return bad_reshape(call, wanted, RESHAPE_TWO_UNKNOWN, d);
            unknown = out->n;
            out->d[out->n++] = 1;
            at++;
        } else if (d == -2) {
            if (out->n + n - at > infer_most_dims(call)) return infer_too_many_dims(call, out->n + n - at);
            while (at < n) out->d[out->n++] = have[at++];
        } else if (d == -3) {
            if (at + 1 >= n) return bad_reshape(call, wanted, RESHAPE_BAD_CODE, d);
            out->d[out->n++] = have[at] * have[at + 1];
            at += 2;
        } else if (d == -4) {
            if (i + 2 >= count || at >= n) return bad_reshape(call, wanted, RESHAPE_BAD_CODE, d);
            int64_t whole = have[at++], a = code[++i], b = code[++i];
            if ((a == -1 && b == -1) || a < -1 || b < -1) return bad_reshape(call, wanted, RESHAPE_BAD_CODE, d);
            if (a == -1) a = b ? whole / b : 0;
            if (b == -1) b = a ? whole / a : 0;
            if (a * b != whole) return bad_reshape(call, wanted, RESHAPE_BAD_CODE, d);
            out->d[out->n++] = a;
            out->d[out->n++] = b;
        } else if (d < 0)
            return bad_reshape(call, wanted, RESHAPE_BAD_DIMENSION, d);
        else {
            out->d[out->n++] = d;
            at++;
        }
    }
    if (reverse) {
        turn_round(out->d, out->n);
        if (unknown >= 0) unknown = out->n - 1 - unknown;
    }
    return settle_shape(call, wanted, out, unknown);
}

/* A copy in the new shape, where no strides would do. */
static bool reshape_by_copy(Call *call, const Dims *shape)
{
    Core *c = call->core;
    Arg in = call->in[0];
    Tensor *flat = NULL;
    if (!core_call(c, OP_copy, call->accent, call->site, &in, 1, NULL, CALL_NO_GRAD, &flat)) return false;
    int64_t strides[MAX_DIMS];
    shape_contiguous(shape->d, shape->n, strides);
    /* room for more dimensions may fail, so it is a view that is then the only one on its bytes */
    Tensor *out = tensor_view(c, flat, shape->d, strides, shape->n, flat->offset);
    tensor_release(c, flat);
    if (!out) return false;
    out->flags &= (uint8_t)~T_VIEW;
    call->out[0] = out;
    call->specs[0].dtype = (DType)out->dtype;
    call->specs[0].shape = *shape;
    return true;
}

static bool reshape(Call *call, bool may_copy)
{
    if (!open_view(call)) return false;
    const Tensor *t = call->in[0].tensor;
    Ints wanted = call->attrs[shape_shape].ints;
    Dims shape;
    int64_t strides[MAX_DIMS];
    bool codes = accent_rules(call->accent)->shape_codes && call->op->id == OP_reshape;
    if (!(codes ? coded_shape(call, wanted, call->attrs[shape_reverse].i != 0, &shape) : plain_shape(call, wanted, &shape))) return false;
    if (tensor_is_contiguous(t)) shape_contiguous(shape.d, shape.n, strides);
    else if (!shape_view(t->shape, t->strides, t->ndim, shape.d, shape.n, strides)) {
        if (may_copy) return reshape_by_copy(call, &shape);
        core_fail(call->core, CE_VIEW_NEEDS_COPY, "%s: no strides give this shape", call->op->name);
        core_error(call->core)->shapes[0] = shape;
        return false;
    }
    return finish(call, shape.d, strides, shape.n, t->offset);
}

bool infer_reshape(Call *call) { return reshape(call, true); }
bool infer_view(Call *call) { return reshape(call, false); }

/* ---- axes ---- */
bool infer_transpose(Call *call)
{
    if (!open_view(call)) return false;
    const Tensor *t = call->in[0].tensor;
    Ints axes = call->attrs[axes_axes].ints;
    int64_t shape[MAX_DIMS], strides[MAX_DIMS];
    bool seen[MAX_DIMS] = {false};
    /* MXNet takes an empty list for "reversed" */
    bool reversed = axes.count < 0 || (axes.count == 0 && accent_rules(call->accent)->no_axes_reverse);
    if (!reversed && axes.count != t->ndim) {
        core_fail(call->core, CE_BAD_NDIM, "%s: %d axes for %d dimensions", call->op->name, axes.count, t->ndim);
        core_error(call->core)->numbers[0] = t->ndim;
        core_error(call->core)->numbers[1] = axes.count;
        return false;
    }
    for (int i = 0; i < t->ndim; i++) {
        int from = t->ndim - 1 - i;
        if (!reversed && !infer_axis(call, axes.d[i], t->ndim, &from)) return false;
        if (seen[from]) {
            core_fail(call->core, CE_DUPLICATE_AXIS, "%s: axis %d is named twice", call->op->name, from);
            core_error(call->core)->numbers[0] = from;
            return false;
        }
        seen[from] = true;
        shape[i] = t->shape[from];
        strides[i] = t->strides[from];
    }
    return finish(call, shape, strides, t->ndim, t->offset);
}

/* -1 (MXNet: 0 too, when no axis is added) keeps an axis. NOT_BROADCASTABLE: shapes: the operand's, wanted; numbers: have, wanted, axis. */
bool infer_expand(Call *call)
{
    if (!open_view(call)) return false;
    const Tensor *t = call->in[0].tensor;
    Ints wanted = call->attrs[shape_shape].ints;
    int64_t shape[MAX_DIMS], strides[MAX_DIMS];
    int n = wanted.count < 0 ? 0 : wanted.count, added = n - t->ndim;
    if (n > infer_most_dims(call)) return infer_too_many_dims(call, n);
    int64_t have = t->ndim, want = n;
    int axis = -1;
    for (int i = 0; i < n && added >= 0; i++) {
        int64_t old = i < added ? 1 : t->shape[i - added];
        shape[i] = wanted.d[i];
        if (i >= added && (shape[i] == -1 || (shape[i] == 0 && added == 0 && accent_rules(call->accent)->shape_codes))) shape[i] = old;
        strides[i] = i < added || (old == 1 && shape[i] != 1) ? 0 : t->strides[i - added];
        if (shape[i] >= 0 && (shape[i] == old || old == 1)) continue;
        have = old;
        want = wanted.d[i];
        axis = i;
        break;
    }
    if (added < 0 || axis >= 0) {
        core_fail(call->core, added < 0 ? CE_BAD_NDIM : CE_NOT_BROADCASTABLE, "%s: it cannot be repeated to this shape (size %lld where %lld is wanted)",
                  call->op->name, (long long)have, (long long)want);
        CoreError *e = core_error(call->core);
        infer_copy_shape(&e->shapes[0], t);
        e->shapes[1].n = n;
        memcpy(e->shapes[1].d, wanted.d, sizeof *wanted.d * (size_t)n);
        e->numbers[0] = have;
        e->numbers[1] = want;
        e->numbers[2] = axis;
        return false;
    }
    int64_t size;
    if (!shape_size(shape, n, &size)) return core_fail(call->core, CE_BAD_DIMENSION, "%s: the shape is too large to count", call->op->name);
    return finish(call, shape, strides, n, t->offset);
}

/* PyTorch leaves an axis of another size; the others refuse it (BAD_VALUE: axis, size). */
bool infer_squeeze(Call *call)
{
    if (!open_view(call)) return false;
    const Tensor *t = call->in[0].tensor;
    Ints axes = call->attrs[axes_axes].ints;
    bool marks[MAX_DIMS];
    int64_t shape[MAX_DIMS], strides[MAX_DIMS];
    int n = 0;
    if (!infer_axes(call, axes, t->ndim, marks)) return false;
    if (axes.count == 0) memset(marks, 0, sizeof marks);
    for (int i = 0; i < t->ndim; i++) {
        if (marks[i] && t->shape[i] == 1) continue;
        if (marks[i] && axes.count > 0 && !accent_rules(call->accent)->squeezes_any_axis) {
            core_fail(call->core, CE_BAD_VALUE, "%s: axis %d has size %lld, not 1", call->op->name, i, (long long)t->shape[i]);
            core_error(call->core)->numbers[0] = i;
            core_error(call->core)->numbers[1] = t->shape[i];
            return false;
        }
        shape[n] = t->shape[i];
        strides[n++] = t->strides[i];
    }
    return finish(call, shape, strides, n, t->offset);
}

bool infer_unsqueeze(Call *call)
{
    if (!open_view(call)) return false;
    const Tensor *t = call->in[0].tensor;
    Ints axes = call->attrs[axes_axes].ints;
    int count = axes.count < 0 ? 0 : axes.count, n = t->ndim + count;
    bool marks[MAX_DIMS] = {false};
    int64_t shape[MAX_DIMS], strides[MAX_DIMS];
    if (n > infer_most_dims(call)) return infer_too_many_dims(call, n);
    if (count && !infer_axes(call, axes, n, marks)) return false;
    int from = t->ndim;
    int64_t step = 1;
    for (int i = n - 1; i >= 0; i--) {
        if (!marks[i] || count == 0) {
            from--;
            shape[i] = t->shape[from];
            strides[i] = t->strides[from];
            step = shape[i] * strides[i];
        } else {
            shape[i] = 1;
            strides[i] = step;
        }
    }
    return finish(call, shape, strides, n, t->offset);
}

/* ---- parts ---- */
/* INDEX_RANGE: index, size, axis */
static bool out_of_range(Call *call, int64_t index, int64_t size, int axis)
{
    core_fail(call->core, CE_INDEX_RANGE, "%s: index %lld is out of range for axis %d of size %lld", call->op->name, (long long)index, axis, (long long)size);
    CoreError *e = core_error(call->core);
    e->numbers[0] = index;
    e->numbers[1] = size;
    e->numbers[2] = axis;
    return false;
}

static bool need_axes(Call *call, int wanted)
{
    const Tensor *t = call->in[0].tensor;
    if (t->ndim >= wanted) return true;
    core_fail(call->core, CE_BAD_NDIM, "%s: it has %d dimensions and needs %d", call->op->name, t->ndim, wanted);
    core_error(call->core)->numbers[0] = wanted;
    core_error(call->core)->numbers[1] = t->ndim;
    return false;
}

/* start, length and step as a binding has worked them out; a step below zero goes backwards (NumPy). */
bool infer_slice(Call *call)
{
    if (!open_view(call) || !need_axes(call, 1)) return false;
    const Tensor *t = call->in[0].tensor;
    int axis;
    if (!infer_axis(call, call->attrs[slice_axis].i, t->ndim, &axis)) return false;
    int64_t start = call->attrs[slice_start].i, length = call->attrs[slice_length].i, step = call->attrs[slice_step].i, size = t->shape[axis];
    if (step == 0 || length < 0) {
        core_fail(call->core, CE_BAD_VALUE, "%s: a step of 0 or a negative length", call->op->name);
        core_error(call->core)->numbers[0] = step;
        core_error(call->core)->numbers[1] = length;
        return false;
    }
    int64_t last;
    if (__builtin_mul_overflow(length ? length - 1 : 0, step, &last) || __builtin_add_overflow(last, start, &last)) return out_of_range(call, start, size, axis);
    if (length && (start < 0 || start >= size)) return out_of_range(call, start, size, axis);
    if (length && (last < 0 || last >= size)) return out_of_range(call, last, size, axis);
    int64_t shape[MAX_DIMS], strides[MAX_DIMS];
    memcpy(shape, t->shape, sizeof *shape * t->ndim);
    memcpy(strides, t->strides, sizeof *strides * t->ndim);
    shape[axis] = length;
    strides[axis] = t->strides[axis] * step;
    return finish(call, shape, strides, t->ndim, length ? t->offset + start * t->strides[axis] : t->offset);
}

bool infer_select(Call *call)
{
    if (!open_view(call) || !need_axes(call, 1)) return false;
    const Tensor *t = call->in[0].tensor;
    int axis, n = 0;
    if (!infer_axis(call, call->attrs[slice_axis].i, t->ndim, &axis)) return false;
    int64_t index = call->attrs[slice_start].i, shape[MAX_DIMS], strides[MAX_DIMS];
    if (index < -t->shape[axis] || index >= t->shape[axis]) return out_of_range(call, index, t->shape[axis], axis);
    if (index < 0) index += t->shape[axis];
    for (int i = 0; i < t->ndim; i++) {
        if (i == axis) continue;
        shape[n] = t->shape[i];
        strides[n++] = t->strides[i];
    }
    return finish(call, shape, strides, n, t->offset + index * t->strides[axis]);
}

/* Strides over the storage; an offset below zero stands for the operand's own. BAD_VALUE: why (0 lengths differ, 1 a negative number, 2 out of
 * the storage), offset, bytes an element, bytes needed, bytes there; shapes: sizes, strides. */
bool infer_as_strided(Call *call)
{
    if (!open_view(call)) return false;
    const Tensor *t = call->in[0].tensor;
    Ints sizes = call->attrs[window_sizes].ints, strides = call->attrs[window_strides].ints;
    int64_t offset = call->attrs[window_offset].i, low, high, size, why = -1, need = 0;
    int n = sizes.count < 0 ? 0 : sizes.count;
    if (offset < 0) offset = t->offset;
    if (n > infer_most_dims(call)) return infer_too_many_dims(call, n);
    int64_t there = (int64_t)t->storage->size, bytes = (int64_t)dtype_bytes((DType)t->dtype);
    if (n != (strides.count < 0 ? 0 : strides.count)) why = 0;
    else if (!shape_size(sizes.d, n, &size)) why = 1;
    else {
        int64_t reach = 1;
        for (int i = 0; i < n && why < 0; i++) {
            int64_t far;
            if (strides.d[i] < 0 && !accent_rules(call->accent)->negative_strides) why = 1;
            else if (sizes.d[i] > 1 && (__builtin_mul_overflow(sizes.d[i] - 1, strides.d[i] < 0 ? -strides.d[i] : strides.d[i], &far) || __builtin_add_overflow(reach, far, &reach))) need = -1, why = 2;
        }
        if (why < 0 && size > 0) {
            shape_extent(sizes.d, strides.d, n, &low, &high);
            int64_t end;
            if (__builtin_add_overflow(offset, high, &end) || __builtin_mul_overflow(end, bytes, &need)) need = -1, why = 2; /* more than can be said */
            else if (offset + low < 0 || offset > there || need > there) why = 2;
        }
    }
    if (why >= 0) {
        static const char *const text[] = {"sizes and strides differ in number", "a size or stride is negative", "it reaches beyond the storage"};
        core_fail(call->core, CE_BAD_VALUE, "%s: %s", call->op->name, text[why]);
        CoreError *e = core_error(call->core);
        int64_t facts[] = {why, offset, bytes, need, there};
        memcpy(e->numbers, facts, sizeof facts);
        e->shapes[0].n = n;
        if (n) memcpy(e->shapes[0].d, sizes.d, sizeof *sizes.d * (size_t)n);
        e->shapes[1].n = strides.count < 0 ? 0 : strides.count < MAX_DIMS ? strides.count : MAX_DIMS;
        if (e->shapes[1].n) memcpy(e->shapes[1].d, strides.d, sizeof *sizes.d * (size_t)e->shapes[1].n);
        return false;
    }
    return finish(call, sizes.d, strides.d, n, offset);
}

bool infer_two_axes(Call *call, int ndim, int *a, int *b)
{
    if (!infer_axis(call, call->attrs[diagonal_axis1].i, ndim, a) || !infer_axis(call, call->attrs[diagonal_axis2].i, ndim, b)) return false;
    if (*a != *b) return true;
    core_fail(call->core, CE_DUPLICATE_AXIS, "%s: axis %d is named twice", call->op->name, *a);
    core_error(call->core)->numbers[0] = call->attrs[diagonal_axis1].i;
    core_error(call->core)->numbers[1] = call->attrs[diagonal_axis2].i;
    return false;
}

bool infer_diagonal(Call *call)
{
    if (!open_view(call) || !need_axes(call, 2)) return false;
    const Tensor *t = call->in[0].tensor;
    int a, b, n = 0;
    if (!infer_two_axes(call, t->ndim, &a, &b)) return false;
    int64_t k = call->attrs[diagonal_offset].i, rows = t->shape[a], columns = t->shape[b];
    int64_t length = k >= 0 ? (k >= columns ? 0 : columns - k) : (-k >= rows ? 0 : rows + k), other = k >= 0 ? rows : columns;
    if (other < length) length = other;
    int64_t shape[MAX_DIMS], strides[MAX_DIMS], offset = t->offset;
    for (int i = 0; i < t->ndim; i++) {
        if (i == a || i == b) continue;
        shape[n] = t->shape[i];
        strides[n++] = t->strides[i];
    }
    shape[n] = length;
    strides[n++] = t->strides[a] + t->strides[b];
    if (length) offset += k >= 0 ? k * t->strides[b] : -k * t->strides[a];
    return finish(call, shape, strides, n, offset);
}

/* Windows of `length` elements every `step` along an axis. BAD_WINDOW: length, size, axis, step */
bool infer_unfold_axis(Call *call)
{
    if (!open_view(call)) return false;
    const Tensor *t = call->in[0].tensor;
    int axis;
    if (!infer_axis(call, call->attrs[slice_axis].i, t->ndim, &axis)) return false;
    int64_t length = call->attrs[slice_length].i, step = call->attrs[slice_step].i, size = t->ndim ? t->shape[axis] : 1;
    if (length < 0 || length > size || step <= 0) {
        core_fail(call->core, CE_BAD_WINDOW, "%s: windows of %lld every %lld do not fit axis %d of size %lld", call->op->name, (long long)length,
                  (long long)step, axis, (long long)size);
        CoreError *e = core_error(call->core);
        int64_t facts[] = {length, size, axis, step};
        memcpy(e->numbers, facts, sizeof facts);
        return false;
    }
    if (t->ndim + 1 > infer_most_dims(call)) return infer_too_many_dims(call, t->ndim + 1);
    int64_t shape[MAX_DIMS], strides[MAX_DIMS];
    memcpy(shape, t->shape, sizeof *shape * t->ndim);
    memcpy(strides, t->strides, sizeof *strides * t->ndim);
    shape[t->ndim] = length;
    strides[t->ndim] = t->ndim ? t->strides[axis] : 1;
    if (t->ndim) {
        shape[axis] = (size - length) / step + 1;
        strides[axis] = t->strides[axis] * step;
    }
    return finish(call, shape, strides, t->ndim + 1, t->offset);
}
