/* infer_move.c: shape rules of the ops that move elements about. */
#include "infer_move.h"

#include <string.h>

#include "infer.h"

static bool settle(Call *call, DType dtype, const int64_t *shape, int n)
{
    OutSpec *spec = &call->specs[0];
    spec->dtype = dtype;
    spec->shape.n = n;
    if (n) memmove(spec->shape.d, shape, sizeof *shape * (size_t)n);
    return true;
}

static bool open_call(Call *call, int operands)
{
    for (int i = 0; i < operands; i++)
        if (!infer_operand(call, i)) return false;
    return infer_device(call);
}

static DType own_dtype(const Call *call) { return (DType)call->in[0].tensor->dtype; }

static bool bad_value(Call *call, const char *why, int64_t a, int64_t b)
{
    core_fail(call->core, CE_BAD_VALUE, "%s: %s", call->op->name, why);
    core_error(call->core)->numbers[0] = a;
    core_error(call->core)->numbers[1] = b;
    return false;
}

bool infer_flip(Call *call)
{
    if (!open_call(call, 1)) return false;
    const Tensor *t = call->in[0].tensor;
    bool marks[MAX_DIMS];
    return infer_axes(call, call->attrs[axes_axes].ints, t->ndim, marks) && settle(call, own_dtype(call), t->shape, t->ndim);
}

/* BAD_VALUE: shifts, axes (their numbers differ) */
bool infer_roll(Call *call)
{
    if (!open_call(call, 1)) return false;
    const Tensor *t = call->in[0].tensor;
    Ints shifts = call->attrs[roll_shifts].ints, axes = call->attrs[roll_axes].ints;
    int axis;
    if (axes.count > 0 && shifts.count != axes.count && !(shifts.count == 1 && accent_rules(call->accent)->one_shift_for_axes))
        return bad_value(call, "shifts and axes differ in number", shifts.count, axes.count);
    for (int i = 0; i < axes.count; i++)
        if (!infer_axis(call, axes.d[i], t->ndim, &axis)) return false;
    return settle(call, own_dtype(call), t->shape, t->ndim);
}

/* The whole again and again along each axis; the shorter of shape and repeats is filled up with ones in front. */
bool infer_tile(Call *call)
{
    if (!open_call(call, 1)) return false;
    const Tensor *t = call->in[0].tensor;
    Ints times = call->attrs[shape_shape].ints;
    int count = times.count < 0 ? 0 : times.count, n = count > t->ndim ? count : t->ndim;
    int64_t shape[MAX_DIMS], size;
    if (n > infer_most_dims(call)) return infer_too_many_dims(call, n);
    for (int i = 0; i < n; i++) {
        int64_t have = i < n - t->ndim ? 1 : t->shape[i - (n - t->ndim)], by = i < n - count ? 1 : times.d[i - (n - count)];
        if (by < 0) return bad_value(call, "a number of repeats is negative", by, i);
        if (__builtin_mul_overflow(have, by, &shape[i])) return core_fail(call->core, CE_BAD_DIMENSION, "%s: the result is too large to count", call->op->name);
    }
    if (!shape_size(shape, n, &size)) return core_fail(call->core, CE_BAD_DIMENSION, "%s: the result is too large to count", call->op->name);
    return settle(call, own_dtype(call), shape, n);
}

bool infer_repeat(Call *call)
{
    if (!open_call(call, 1)) return false;
    const Tensor *t = call->in[0].tensor;
    int64_t shape[MAX_DIMS], times = call->attrs[slice_length].i, size;
    int axis, n = t->ndim ? t->ndim : 1;
    if (!infer_axis(call, call->attrs[slice_axis].i, t->ndim, &axis)) return false;
    if (times < 0) return bad_value(call, "a number of repeats is negative", times, axis);
    memcpy(shape, t->shape, sizeof *shape * t->ndim);
    if (t->ndim == 0) shape[0] = 1;
    if (__builtin_mul_overflow(shape[axis], times, &shape[axis]) || !shape_size(shape, n, &size))
        return core_fail(call->core, CE_BAD_DIMENSION, "%s: the result is too large to count", call->op->name);
    return settle(call, own_dtype(call), shape, n);
}

/* ---- joining ---- */
/* Everything is a tensor and there is at least one. BAD_VALUE: 0 */
static bool open_join(Call *call)
{
    if (call->in_count == 0) return bad_value(call, "nothing to join", 0, 0);
    return open_call(call, call->in_count);
}

/* PyTorch passes over vectors without elements, whatever the others' shapes. */
static bool passed_over(const Call *call, const Tensor *t) { return accent_rules(call->accent)->concat_passes_empty && t->ndim == 1 && t->shape[0] == 0; }

/* SHAPE_MISMATCH: concat's axis, the axis that differs, expected, got, which operand; shapes: the first, that one.
 * BAD_NDIM: expected, got, which operand. */
bool infer_concat(Call *call)
{
    if (!open_join(call)) return false;
    DType dtype, compute;
    const Tensor *first = NULL;
    int axis, first_at = 0;
    CoreError *e = core_error(call->core);
    for (int k = 0; k < call->in_count; k++) {
        const Tensor *t = call->in[k].tensor;
        if (t->ndim == 0) {
            core_fail(call->core, CE_BAD_NDIM, "%s: operand %d has no dimensions to join along", call->op->name, k + 1);
            e->numbers[0] = 1;
            e->numbers[2] = k;
            e->wrong[0] = k;
            return false;
        }
        if (!first && !passed_over(call, t)) {
            first = t;
            first_at = k;
        }
    }
    if (!first) first = call->in[0].tensor;
    if (!infer_axis(call, call->attrs[join_axis].i, first->ndim, &axis)) return false;
    OutSpec *spec = &call->specs[0];
    infer_copy_shape(&spec->shape, first);
    int64_t total = 0;
    for (int k = 0; k < call->in_count; k++) {
        const Tensor *t = call->in[k].tensor;
        if (t->ndim != first->ndim) {
            if (passed_over(call, t)) continue;
            core_fail(call->core, CE_BAD_NDIM, "%s: operand %d has %d dimensions, the first has %d", call->op->name, k + 1, t->ndim, first->ndim);
            e->numbers[0] = first->ndim;
            e->numbers[1] = t->ndim;
            e->numbers[2] = k;
            e->wrong[0] = first_at;
            e->wrong[1] = k;
            infer_shapes_error(call, first, t);
            return false;
        }
        for (int i = 0; i < t->ndim; i++) {
            if (i == axis || t->shape[i] == first->shape[i] || passed_over(call, t)) continue;
            core_fail(call->core, CE_SHAPE_MISMATCH, "%s: axis %d has size %lld in operand %d and %lld in the first", call->op->name, i,
                      (long long)t->shape[i], k + 1, (long long)first->shape[i]);
            int64_t facts[] = {axis, i, first->shape[i], t->shape[i], k};
            memcpy(e->numbers, facts, sizeof facts);
            e->wrong[0] = first_at;
            e->wrong[1] = k;
            infer_shapes_error(call, first, t);
            return false;
        }
        if (__builtin_add_overflow(total, t->shape[axis], &total)) return core_fail(call->core, CE_BAD_DIMENSION, "%s: the result is too large to count", call->op->name);
    }
    spec->shape.d[axis] = total;
    if (!infer_dtype(call, 0, call->in_count, &dtype, &compute)) return false;
    spec->dtype = dtype;
    return true;
}

/* SHAPE_MISMATCH: which operand; shapes: the first, that one. */
bool infer_stack(Call *call)
{
    if (!open_join(call)) return false;
    const Tensor *first = call->in[0].tensor;
    CoreError *e = core_error(call->core);
    int axis, n = first->ndim + 1;
    if (n > infer_most_dims(call)) return infer_too_many_dims(call, n);
    if (!infer_axis(call, call->attrs[join_axis].i, n, &axis)) return false;
    for (int k = 1; k < call->in_count; k++) {
        const Tensor *t = call->in[k].tensor;
        if (tensor_same_shape(first, t)) continue;
        core_fail(call->core, CE_SHAPE_MISMATCH, "%s: operand %d has another shape than the first", call->op->name, k + 1);
        e->numbers[0] = k;
        e->wrong[0] = 0;
        e->wrong[1] = k;
        infer_shapes_error(call, first, t);
        return false;
    }
    DType dtype, compute;
    if (!infer_dtype(call, 0, call->in_count, &dtype, &compute)) return false;
    OutSpec *spec = &call->specs[0];
    spec->dtype = dtype;
    spec->shape.n = n;
    for (int i = 0; i < n; i++) spec->shape.d[i] = i == axis ? call->in_count : first->shape[i < axis ? i : i - 1];
    return true;
}

/* widths: before and after for every axis from the first on; fewer axes: the last ones are meant. BAD_VALUE: why (0 how many widths,
 * 1 unknown mode, 2 too wide for the mode, 3 nothing to pad from), axis; BAD_DIMENSION: axis, size. */
bool infer_pad(Call *call)
{
    if (!open_call(call, 1)) return false;
    const Tensor *t = call->in[0].tensor;
    Ints widths = call->attrs[pad_widths].ints;
    const char *mode = call->attrs[pad_mode].text;
    static const char *const modes[] = {"constant", "edge", "replicate", "reflect", "symmetric", "wrap", "circular"};
    bool known = !mode, constant = !mode || strcmp(mode, "constant") == 0, reflect = mode && strcmp(mode, "reflect") == 0;
    for (size_t i = 0; !known && i < sizeof modes / sizeof *modes; i++) known = strcmp(mode, modes[i]) == 0;
    if (!known) return bad_value(call, "there is no such way to pad", 1, 0);
    if (widths.count != 2 * t->ndim) return bad_value(call, "two widths are needed for each axis", 0, widths.count);
    if (constant && !infer_number(call, (DType)t->dtype, call->attrs[pad_value].number)) return false;
    int64_t shape[MAX_DIMS], size;
    for (int i = 0; i < t->ndim; i++) {
        int64_t before = widths.d[2 * i], after = widths.d[2 * i + 1];
        bool some = before > 0 || after > 0;
        if (!constant && (before < 0 || after < 0)) return bad_value(call, "this way of padding takes no negative width", 2, i);
        if (!constant && some && t->shape[i] == 0) return bad_value(call, "there is nothing to pad from", 3, i);
        if (reflect && some && !accent_rules(call->accent)->reflects_again && (before >= t->shape[i] || after >= t->shape[i])) return bad_value(call, "a margin is as wide as what it reflects", 2, i);
        if (__builtin_add_overflow(t->shape[i], before, &shape[i]) || __builtin_add_overflow(shape[i], after, &shape[i]) || shape[i] < 0) {
            core_fail(call->core, CE_BAD_DIMENSION, "%s: axis %d would have a negative size", call->op->name, i);
            core_error(call->core)->numbers[0] = i;
            core_error(call->core)->numbers[1] = shape[i];
            return false;
        }
    }
    if (!shape_size(shape, t->ndim, &size)) return core_fail(call->core, CE_BAD_DIMENSION, "%s: the result is too large to count", call->op->name);
    return settle(call, own_dtype(call), shape, t->ndim);
}

/* ---- diagonals and the gradients of views ---- */
bool infer_diag_embed(Call *call)
{
    if (!open_call(call, 1)) return false;
    const Tensor *t = call->in[0].tensor;
    int a, b, n = t->ndim + 1;
    if (t->ndim == 0) {
        core_fail(call->core, CE_BAD_NDIM, "%s: it needs at least one dimension", call->op->name);
        core_error(call->core)->numbers[0] = 1;
        return false;
    }
    if (n > infer_most_dims(call)) return infer_too_many_dims(call, n);
    if (!infer_two_axes(call, n, &a, &b)) return false;
    int64_t shape[MAX_DIMS], k = call->attrs[diagonal_offset].i, side = t->shape[t->ndim - 1] + (k < 0 ? -k : k);
    for (int i = 0, from = 0; i < n; i++) shape[i] = i == a || i == b ? side : t->shape[from++];
    return settle(call, own_dtype(call), shape, n);
}

/* `length` is the size of the axis in the result */
bool infer_slice_grad(Call *call)
{
    if (!open_call(call, 1)) return false;
    const Tensor *t = call->in[0].tensor;
    int axis;
    if (!infer_axis(call, call->attrs[slice_axis].i, t->ndim, &axis)) return false;
    int64_t shape[MAX_DIMS], start = call->attrs[slice_start].i, step = call->attrs[slice_step].i, length = call->attrs[slice_length].i;
    int64_t last = start + (t->shape[axis] - 1) * step;
    if (t->shape[axis] && (start < 0 || start >= length || last < 0 || last >= length)) return bad_value(call, "the slice lies outside", start, length);
    memcpy(shape, t->shape, sizeof *shape * t->ndim);
    shape[axis] = length;
    return settle(call, own_dtype(call), shape, t->ndim);
}

/* sizes: the result's shape; strides, offset: where the operand's elements go in it, counted as if it were one row. */
static bool strided(Call *call, const Tensor *part)
{
    Ints sizes = call->attrs[window_sizes].ints, strides = call->attrs[window_strides].ints;
    int64_t size, low, high, offset = call->attrs[window_offset].i;
    if (sizes.count > infer_most_dims(call)) return infer_too_many_dims(call, sizes.count);
    if (strides.count != part->ndim || !shape_size(sizes.d, sizes.count, &size)) return bad_value(call, "sizes and strides do not fit", 0, 0);
    if (part->size) {
        shape_extent(part->shape, strides.d, part->ndim, &low, &high);
        if (offset + low < 0 || offset + high > size) return bad_value(call, "it reaches beyond the result", offset, size);
    }
    return settle(call, own_dtype(call), sizes.d, sizes.count);
}

bool infer_strided_grad(Call *call) { return open_call(call, 1) && strided(call, call->in[0].tensor); }

bool infer_strided_set(Call *call)
{
    if (!open_call(call, 2)) return false;
    const Tensor *t = call->in[0].tensor;
    Ints sizes = call->attrs[window_sizes].ints;
    if (!shape_same(t->shape, t->ndim, sizes.d, sizes.count)) return bad_value(call, "sizes and strides do not fit", 0, 0);
    return strided(call, call->in[1].tensor);
}
