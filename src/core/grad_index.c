/* grad_index.c: gradients of indexing: what was taken is laid back, added up where it was taken twice. */
#include "grad_work.h"

static V g0(GradWork *w) { return grad_out(w, 0); }

/* A saved index array; MXNet's may hold floats. */
static V saved_index(GradWork *w, int i)
{
    V index = saved_in(w, i);
    if (w->failed || !index.tensor || !dtype_is_float((DType)index.tensor->dtype)) return index;
    Attr as[cast_ATTRS] = {[cast_dtype] = {.i = DT_INT64}};
    return op1_with(w, OP_cast, index, as);
}

static V zeros_for(GradWork *w, int i)
{
    const InputInfo *x = input(w, i);
    if (w->failed) return ARG_ABSENT;
    return fill_like(w, keep_temp(w, tensor_new(w->c, x->device, (DType)x->dtype, x->shape, x->ndim)), 0);
}

static void index_attrs(const GradWork *w, Attr *attrs, bool accumulate)
{
    for (int i = 0; i < index_ATTRS; i++) attrs[i] = attrs_of(w)[i];
    attrs[index_padding].i = -1;
    attrs[index_accumulate].i = accumulate;
}

GRADIENT(gather)
{
    Attr attrs[index_ATTRS];
    index_attrs(w, attrs, true);
    V in[3] = {zeros_for(w, 0), saved_index(w, 1), g0(w)};
    give(w, 0, grad_call(w, OP_scatter, in, 3, attrs));
}
GRADIENT(scatter)
{
    Attr attrs[index_ATTRS];
    V g = g0(w), index = saved_index(w, 1);
    if (w->failed) return;
    index_attrs(w, attrs, false);
    if (wanted(w, 0)) {
        V in[3] = {g, index, num(0)};
        give(w, 0, attrs_of(w)[index_accumulate].i ? g : grad_call(w, OP_scatter, in, 3, attrs));
    }
    if (!wanted(w, 2)) return;
    const InputInfo *source = input(w, 2);
    V part = op2_with(w, OP_gather, g, index, attrs);
    if (!shape_same(source->shape, source->ndim, index.tensor->shape, index.tensor->ndim)) { /* what the index did not reach */
        int64_t widths[2 * MAX_DIMS];
        for (int i = 0; i < source->ndim; i++) {
            widths[2 * i] = 0;
            widths[2 * i + 1] = source->shape[i] - index.tensor->shape[i];
        }
        Attr pad[pad_ATTRS] = {[pad_widths] = {.ints = {widths, 2 * source->ndim}}, [pad_value] = {.number = scalar_int(0)}};
        part = op1_with(w, OP_pad, part, pad);
    }
    give(w, 2, part);
}

static void take_back(GradWork *w, int rows, int index, int64_t axis, int64_t padding)
{
    if (!wanted(w, rows)) return;
    Attr attrs[index_ATTRS];
    index_attrs(w, attrs, false);
    if (axis < 0) axis += input(w, rows)->ndim;
    attrs[index_axis].i = axis;
    attrs[index_depth].i = input(w, rows)->shape[axis];
    attrs[index_padding].i = padding;
    give(w, rows, op2_with(w, OP_take_grad, g0(w), saved_index(w, index), attrs));
}
GRADIENT(take) { take_back(w, 0, 1, attrs_of(w)[index_axis].i, -1); }
GRADIENT(embedding) { take_back(w, 1, 0, 0, attrs_of(w)[index_padding].i); }
GRADIENT(take_grad)
{
    V index = saved_index(w, 1), rows = op2_with(w, OP_take, g0(w), index, attrs_of(w));
    int64_t padding = attrs_of(w)[index_padding].i, axis = attrs_of(w)[index_axis].i;
    if (w->failed) return;
    if (padding >= 0) { /* rows that were left out */
        int64_t shape[MAX_DIMS];
        int n = input(w, 0)->ndim, k = index.tensor->ndim;
        if (axis < 0) axis += n - k + 1;
        for (int i = 0; i < n; i++) shape[i] = i >= axis && i < axis + k ? index.tensor->shape[i - axis] : 1;
        rows = select_where(w, view_reshape(w, op2(w, OP_equal, index, arg_number(scalar_int(padding))), shape, n), num(0), rows);
    }
    give(w, 0, rows);
}

GRADIENT(pick)
{
    Attr attrs[index_ATTRS];
    const InputInfo *x = input(w, 0);
    index_attrs(w, attrs, true);
    int64_t axis = attrs_of(w)[index_axis].i;
    V index = saved_index(w, 1), g = g0(w);
    if (axis < 0) axis += x->ndim;
    if (w->failed) return;
    if (index.tensor->ndim < x->ndim) index = view_unsqueeze(w, index, axis);
    if (g.tensor->ndim < x->ndim) g = view_unsqueeze(w, g, axis);
    V in[3] = {zeros_for(w, 0), index, g};
    give(w, 0, grad_call(w, OP_scatter, in, 3, attrs));
}

/* Index arrays of operands first … in a list behind `before` others. */
static int index_list(GradWork *w, int first, V *list, int before)
{
    int n = w->node->in_count;
    if (n > MAX_INPUTS_FIXED) {
        core_fail(w->c, CE_NOT_IMPLEMENTED, "%s: gradients go through %d index arrays at most", w->node->op->name, MAX_INPUTS_FIXED - first);
        w->failed = true;
        return 0;
    }
    for (int i = first; i < n; i++) {
        V index = saved_index(w, i);
        list[before + i - first] = index.tensor ? index : ARG_ABSENT;
    }
    return before + n - first;
}

GRADIENT(index_get)
{
    V in[MAX_INPUTS_FIXED + 2];
    Attr attrs[index_ATTRS];
    if (!wanted(w, 0)) return;
    index_attrs(w, attrs, true);
    int n = index_list(w, 1, in, 2);
    in[0] = zeros_for(w, 0);
    in[1] = g0(w);
    give(w, 0, grad_call(w, OP_index_put, in, n, attrs));
}
GRADIENT(index_put)
{
    V in[MAX_INPUTS_FIXED + 2], g = g0(w);
    Attr attrs[index_ATTRS];
    index_attrs(w, attrs, false);
    int n = index_list(w, 2, in, 2);
    in[0] = g;
    in[1] = num(0);
    if (wanted(w, 0)) give(w, 0, attrs_of(w)[index_accumulate].i ? g : grad_call(w, OP_index_put, in, n, attrs));
    if (!wanted(w, 1)) return;
    in[1] = g;
    V part = grad_call(w, OP_index_get, in + 1, n - 1, attrs);
    const InputInfo *values = input(w, 1);
    if (!w->failed && values->ndim > part.tensor->ndim) { /* leading ones */
        int64_t shape[MAX_DIMS];
        int added = values->ndim - part.tensor->ndim;
        for (int i = 0; i < values->ndim; i++) shape[i] = i < added ? 1 : part.tensor->shape[i - added];
        part = view_reshape(w, part, shape, values->ndim);
    }
    give(w, 1, part);
}

/* The mask's places as index arrays, from nonzero. */
GRADIENT(masked_select)
{
    V mask = saved_in(w, 1), g = g0(w);
    Dims both;
    V in[MAX_DIMS + 2];
    const InputInfo *x = input(w, 0);
    if (w->failed || !wanted(w, 0)) return;
    if (!shape_broadcast(x->shape, x->ndim, mask.tensor->shape, mask.tensor->ndim, &both)) return;
    if (both.n == 0) both = (Dims){1, {1}};
    mask = view_expand(w, mask, both.d, both.n);
    V places = op1(w, OP_nonzero, mask);
    Tensor *zeros = w->failed ? NULL : tensor_new(w->c, x->device, (DType)x->dtype, both.d, both.n);
    if (!zeros) {
        w->failed = true;
        return;
    }
    in[0] = fill_like(w, keep_temp(w, zeros), 0);
    in[1] = g;
    for (int i = 0; i < both.n; i++) in[2 + i] = view_select(w, places, 1, i);
    Attr attrs[index_ATTRS] = {[index_padding] = {.i = -1}};
    give(w, 0, grad_call(w, OP_index_put, in, 2 + both.n, attrs));
}
GRADIENT(sequence_mask)
{
    Attr attrs[sequence_ATTRS] = {[sequence_axis] = attrs_of(w)[sequence_axis], [sequence_value] = {.number = scalar_int(0)}};
    V length = saved_in(w, 1);
    give(w, 0, length.tensor ? op2_with(w, OP_sequence_mask, g0(w), length, attrs) : g0(w));
}
