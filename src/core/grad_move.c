/* grad_move.c: gradients of views and of the ops that move elements. */
#include <string.h>

#include "grad_work.h"

static V g0(GradWork *w) { return grad_out(w, 0); }

static V contiguous(GradWork *w, V a)
{
    if (w->failed || tensor_is_contiguous(a.tensor)) return a;
    return op1(w, OP_copy, a);
}

static V strided(GradWork *w, OpId op, V a, Ints sizes, const int64_t *strides, int n, int64_t offset)
{
    Attr attrs[window_ATTRS] = {[window_sizes] = {.ints = sizes}, [window_strides] = {.ints = {strides, n}}, [window_offset] = {.i = offset}};
    return op1_with(w, op, a, attrs);
}

GRADIENT(reshape) { give(w, 0, view_reshape(w, g0(w), input(w, 0)->shape, input(w, 0)->ndim)); }
GRADIENT(expand) { give(w, 0, g0(w)); }

GRADIENT(transpose)
{
    Ints axes = attrs_of(w)[axes_axes].ints;
    int n = input(w, 0)->ndim;
    int64_t back[MAX_DIMS];
    for (int i = 0; i < n; i++) {
        int64_t from = axes.count == n ? (axes.d[i] < 0 ? axes.d[i] + n : axes.d[i]) : n - 1 - i;
        back[from] = i;
    }
    Attr attrs[axes_ATTRS] = {[axes_axes] = {.ints = {back, n}}};
    give(w, 0, op1_with(w, OP_transpose, g0(w), attrs));
}

static V laid_in_slice(GradWork *w, V g, int64_t axis, int64_t start, int64_t step, int64_t size)
{
    Attr attrs[slice_ATTRS] = {[slice_axis] = {.i = axis}, [slice_start] = {.i = start}, [slice_step] = {.i = step}, [slice_length] = {.i = size}};
    return op1_with(w, OP_slice_grad, g, attrs);
}

static int64_t axis_of(const GradWork *w)
{
    int64_t axis = attrs_of(w)[slice_axis].i;
    return axis < 0 ? axis + input(w, 0)->ndim : axis;
}

GRADIENT(slice)
{
    int64_t axis = axis_of(w), start = attrs_of(w)[slice_length].i ? attrs_of(w)[slice_start].i : 0;
    give(w, 0, laid_in_slice(w, g0(w), axis, start, attrs_of(w)[slice_step].i, input(w, 0)->shape[axis]));
}
GRADIENT(select)
{
    int64_t axis = axis_of(w), size = input(w, 0)->shape[axis], at = attrs_of(w)[slice_start].i;
    give(w, 0, laid_in_slice(w, view_unsqueeze(w, g0(w), axis), axis, at < 0 ? at + size : at, 1, size));
}
GRADIENT(slice_grad)
{
    Attr attrs[slice_ATTRS] = {[slice_axis] = attrs_of(w)[slice_axis], [slice_start] = attrs_of(w)[slice_start], [slice_step] = attrs_of(w)[slice_step],
                               [slice_length] = {.i = input(w, 0)->shape[axis_of(w)]}};
    give(w, 0, op1_with(w, OP_slice, g0(w), attrs));
}

/* The operand's elements are found again in a row of all that lies between its first and its last. */
GRADIENT(as_strided)
{
    const InputInfo *x = input(w, 0);
    Ints sizes = attrs_of(w)[window_sizes].ints, strides = attrs_of(w)[window_strides].ints;
    int64_t offset = attrs_of(w)[window_offset].i < 0 ? x->offset : attrs_of(w)[window_offset].i, low, high, view_low, view_high;
    int n = sizes.count < 0 ? 0 : sizes.count;
    shape_extent(x->shape, x->strides, x->ndim, &low, &high);
    shape_extent(sizes.d, strides.d, n, &view_low, &view_high);
    low += x->offset;
    high += x->offset;
    if (offset + view_low < low) low = offset + view_low;
    if (offset + view_high > high) high = offset + view_high;
    int64_t length = high - low;
    V row = strided(w, OP_strided_grad, g0(w), (Ints){&length, 1}, strides.d, n, offset - low);
    if (w->failed) return;
    give(w, 0, strided(w, OP_as_strided, row, (Ints){x->shape, x->ndim}, x->strides, x->ndim, row.tensor->offset + x->offset - low));
}
GRADIENT(strided_grad)
{
    V g = contiguous(w, g0(w));
    const InputInfo *x = input(w, 0);
    if (!w->failed) give(w, 0, strided(w, OP_as_strided, g, (Ints){x->shape, x->ndim}, attrs_of(w)[window_strides].ints.d, x->ndim, g.tensor->offset + attrs_of(w)[window_offset].i));
}
GRADIENT(strided_set)
{
    V g = contiguous(w, g0(w));
    const InputInfo *part = input(w, 1);
    if (w->failed) return;
    V cut = strided(w, OP_as_strided, g, (Ints){part->shape, part->ndim}, attrs_of(w)[window_strides].ints.d, part->ndim, g.tensor->offset + attrs_of(w)[window_offset].i);
    if (wanted(w, 0)) give(w, 0, op2_with(w, OP_strided_set, g, fill_like(w, cut, 0), attrs_of(w)));
    give(w, 1, cut);
}

/* Where a view of a contiguous operand had its elements, the gradient is laid (and added up where it had one twice). */
static void lay_back(GradWork *w, const int64_t *strides, int n, int64_t offset)
{
    give(w, 0, strided(w, OP_strided_grad, g0(w), (Ints){input(w, 0)->shape, input(w, 0)->ndim}, strides, n, offset));
}

GRADIENT(diagonal)
{
    const InputInfo *x = input(w, 0);
    int64_t packed[MAX_DIMS], strides[MAX_DIMS], k = attrs_of(w)[diagonal_offset].i, a = attrs_of(w)[diagonal_axis1].i, b = attrs_of(w)[diagonal_axis2].i;
    int n = 0;
    if (a < 0) a += x->ndim;
    if (b < 0) b += x->ndim;
    shape_contiguous(x->shape, x->ndim, packed);
    for (int i = 0; i < x->ndim; i++)
        if (i != a && i != b) strides[n++] = packed[i];
    strides[n++] = packed[a] + packed[b];
    bool any = w->node->outputs[0].shape[n - 1] > 0;
    lay_back(w, strides, n, any ? (k >= 0 ? k * packed[b] : -k * packed[a]) : 0);
}
GRADIENT(unfold_axis)
{
    const InputInfo *x = input(w, 0);
    int64_t strides[MAX_DIMS + 1], axis = axis_of(w);
    shape_contiguous(x->shape, x->ndim, strides);
    strides[x->ndim] = x->ndim ? strides[axis] : 1;
    if (x->ndim) strides[axis] *= attrs_of(w)[slice_step].i;
    lay_back(w, strides, x->ndim + 1, 0);
}

/* ---- moving elements ---- */
GRADIENT(flip) { give(w, 0, op1_with(w, OP_flip, g0(w), attrs_of(w))); }
GRADIENT(roll)
{
    Ints shifts = attrs_of(w)[roll_shifts].ints;
    int64_t back[MAX_DIMS];
    int n = shifts.count < MAX_DIMS ? shifts.count : MAX_DIMS;
    for (int i = 0; i < n; i++) back[i] = -shifts.d[i];
    Attr attrs[roll_ATTRS] = {[roll_shifts] = {.ints = {back, n}}, [roll_axes] = attrs_of(w)[roll_axes]};
    give(w, 0, op1_with(w, OP_roll, g0(w), attrs));
}
GRADIENT(tile)
{
    const InputInfo *x = input(w, 0);
    const OutputInfo *y = &w->node->outputs[0];
    int64_t shape[2 * MAX_DIMS], axes[MAX_DIMS];
    int n = 0, count = 0;
    V g = g0(w);
    bool none = false;
    for (int i = 0; i < y->ndim; i++) {
        int k = i - (y->ndim - x->ndim);
        int64_t size = k < 0 ? 1 : x->shape[k], times = size ? y->shape[i] / size : 1;
        if (times == 0) none = true;
        if (times != 1) {
            axes[count++] = n;
            shape[n++] = times;
        }
        shape[n++] = size;
    }
    if (none) {
        Tensor *t = tensor_new(w->c, x->device, (DType)x->dtype, x->shape, x->ndim);
        give(w, 0, fill_like(w, keep_temp(w, t), 0));
        return;
    }
    if (n > MAX_DIMS) {
        core_fail(w->c, CE_BAD_NDIM, "tile's gradient: too many dimensions");
        w->failed = true;
        return;
    }
    V sum = sum_axes(w, view_reshape(w, g, shape, n), axes, count, false);
    give(w, 0, view_reshape(w, sum, x->shape, x->ndim));
}
GRADIENT(repeat)
{
    const InputInfo *x = input(w, 0);
    int64_t shape[MAX_DIMS + 1], axis = x->ndim ? axis_of(w) : 0, at = axis + 1;
    int n = 0;
    for (int i = 0; i < (x->ndim ? x->ndim : 1); i++) {
        shape[n++] = x->ndim ? x->shape[i] : 1;
        if (i == axis) shape[n++] = attrs_of(w)[slice_length].i;
    }
    V sum = sum_axes(w, view_reshape(w, g0(w), shape, n), &at, 1, false);
    give(w, 0, view_reshape(w, sum, x->shape, x->ndim));
}
GRADIENT(concat)
{
    V g = g0(w);
    int n = w->node->outputs[0].ndim;
    int64_t axis = attrs_of(w)[join_axis].i, at = 0;
    if (axis < 0) axis += n;
    for (int i = 0; i < w->node->in_count; i++) {
        const InputInfo *x = input(w, i);
        int64_t length = x->ndim == n ? x->shape[axis] : 0;
        if (wanted(w, i) && !w->failed) { /* many operands: each part is given and let go at once */
            int before = w->count;
            V part = view_slice(w, g, axis, at, length);
            if (x->ndim != n) part = view_reshape(w, view_slice(w, view_reshape(w, g, (int64_t[]){-1}, 1), 0, 0, 0), x->shape, x->ndim);
            give(w, i, part);
            while (w->count > before) tensor_release(w->c, w->temps[--w->count]);
        }
        at += length;
    }
}
GRADIENT(stack)
{
    V g = g0(w);
    int64_t axis = attrs_of(w)[join_axis].i;
    for (int i = 0; i < w->node->in_count; i++) {
        if (!wanted(w, i) || w->failed) continue;
        int before = w->count;
        give(w, i, view_select(w, g, axis, i));
        while (w->count > before) tensor_release(w->c, w->temps[--w->count]);
    }
}

/* A constant margin is cut off again. The others are rows of an axis taken more than once, axis by axis. */
static int64_t pad_source(int64_t i, int64_t n, const char *mode)
{
    if (i >= 0 && i < n) return i;
    if (strcmp(mode, "edge") == 0 || strcmp(mode, "replicate") == 0) return i < 0 ? 0 : n - 1;
    if (strcmp(mode, "wrap") == 0 || strcmp(mode, "circular") == 0) return ((i % n) + n) % n;
    bool reflect = strcmp(mode, "reflect") == 0;
    int64_t period = reflect ? 2 * (n - 1) : 2 * n;
    if (period == 0) return 0;
    i = ((i % period) + period) % period;
    return i < n ? i : reflect ? period - i : period - 1 - i;
}

GRADIENT(pad)
{
    const InputInfo *x = input(w, 0);
    Ints widths = attrs_of(w)[pad_widths].ints;
    const char *mode = attrs_of(w)[pad_mode].text;
    V g = g0(w);
    if (!mode || strcmp(mode, "constant") == 0) {
        int64_t back[2 * MAX_DIMS];
        for (int i = 0; i < 2 * x->ndim; i++) back[i] = -widths.d[i];
        Attr attrs[pad_ATTRS] = {[pad_widths] = {.ints = {back, 2 * x->ndim}}, [pad_mode] = {.text = NULL}, [pad_value] = {.number = scalar_int(0)}};
        give(w, 0, op1_with(w, OP_pad, g, attrs));
        return;
    }
    for (int axis = 0; axis < x->ndim && !w->failed; axis++) {
        int64_t size = w->node->outputs[0].shape[axis];
        if (widths.d[2 * axis] == 0 && widths.d[2 * axis + 1] == 0) continue;
        int64_t *places = core_alloc(w->c, sizeof *places * (size_t)size);
        if (!places) {
            w->failed = true;
            return;
        }
        for (int64_t i = 0; i < size; i++) places[i] = pad_source(i - widths.d[2 * axis], x->shape[axis], mode);
        V index = keep_temp(w, tensor_from_host(w->c, x->device, DT_INT64, &size, 1, places));
        core_free(w->c, places, sizeof *places * (size_t)size);
        Attr attrs[index_ATTRS] = {[index_axis] = {.i = axis}, [index_depth] = {.i = x->shape[axis]}, [index_padding] = {.i = -1}};
        g = op2_with(w, OP_take_grad, g, index, attrs);
    }
    give(w, 0, g);
}

GRADIENT(tril) { give(w, 0, op1_with(w, OP_tril, g0(w), attrs_of(w))); }
GRADIENT(triu) { give(w, 0, op1_with(w, OP_triu, g0(w), attrs_of(w))); }
GRADIENT(diag_embed) { give(w, 0, op1_with(w, OP_diagonal, g0(w), attrs_of(w))); }
