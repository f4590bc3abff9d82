/* grad_work.c: the small language that gradient functions are written in (grad_work.h). */
#include "grad_work.h"

#include <string.h>

static V nothing(GradWork *w)
{
    w->failed = true;
    return ARG_ABSENT;
}

V keep_temp(GradWork *w, Tensor *t)
{
    if (!t) return nothing(w);
    if (w->count == GRAD_TEMPS) { /* a gradient this long is split into functions of its own */
        tensor_release(w->c, t);
        core_fail(w->c, CE_NOT_IMPLEMENTED, "a gradient function has too many steps");
        return nothing(w);
    }
    w->temps[w->count++] = t;
    return arg_tensor(t);
}

bool grad_work_close(GradWork *w)
{
    for (int i = 0; i < w->count; i++) tensor_release(w->c, w->temps[i]);
    if (!w->failed) return true;
    for (int i = 0; i < w->node->in_count; i++)
        if (w->in[i]) {
            tensor_release(w->c, w->in[i]);
            w->in[i] = NULL;
        }
    return false;
}

void give(GradWork *w, int i, V g)
{
    if (w->failed || !wanted(w, i)) return;
    if (!g.tensor) {
        core_fail(w->c, CE_NOT_IMPLEMENTED, "a gradient came out as a number");
        w->failed = true;
        return;
    }
    w->in[i] = grad_unbroadcast(w->c, tensor_retain(g.tensor), input(w, i));
    if (!w->in[i]) w->failed = true;
}

V grad_out(GradWork *w, int i)
{
    if (w->failed) return ARG_ABSENT;
    if (w->g[i]) return arg_tensor(w->g[i]);
    const OutputInfo *o = &w->node->outputs[i];
    Tensor *t = tensor_new(w->c, w->node->device, (DType)o->dtype, o->shape, o->ndim);
    if (!t) return nothing(w);
    V v = keep_temp(w, t);
    return fill_like(w, v, 0);
}

V saved_in(GradWork *w, int i)
{
    if (w->failed) return ARG_ABSENT;
    if (i < w->node->in_count && !w->node->inputs[i].present && w->node->freed && accent_rules((Accent)w->node->accent)->saves_numbers && w->node->op->save >> i & 1) { /* PyTorch saves numbers too */
        core_fail(w->c, CE_GRAPH_FREED, "the values that this gradient needs were freed by an earlier backward");
        return w->failed = true, ARG_ABSENT;
    }
    if (i >= w->node->in_count || !w->node->inputs[i].present) return i < w->node->in_count ? arg_number(w->node->inputs[i].value) : ARG_ABSENT;
    return keep_temp(w, grad_saved_in(w->c, w->node, i));
}

V saved_out(GradWork *w, int i) { return w->failed ? ARG_ABSENT : keep_temp(w, grad_saved_out(w->c, w->node, i)); }

bool grad_call_all(GradWork *w, OpId op, const V *in, int n, const Attr *attrs, V *out)
{
    Tensor *results[MAX_OUTPUTS] = {NULL};
    Arg args[MAX_INPUTS_FIXED], *list = args;
    int outs = op_get(op)->out_count;
    for (int i = 0; i < outs; i++) out[i] = ARG_ABSENT;
    if (w->failed) return false;
    if (n > MAX_INPUTS_FIXED && !(list = core_alloc(w->c, sizeof *list * (size_t)n))) {
        w->failed = true;
        return false;
    }
    memcpy(list, in, sizeof *list * (size_t)n);
    bool ok = core_call(w->c, op, GRADIENT_ACCENT, w->c->site, list, n, attrs, 0, results);
    if (list != args) core_free(w->c, list, sizeof *list * (size_t)n);
    if (!ok) {
        w->failed = true;
        return false;
    }
    for (int i = 0; i < outs; i++) out[i] = keep_temp(w, results[i]);
    return !w->failed;
}

V grad_call(GradWork *w, OpId op, const V *in, int n, const Attr *attrs)
{
    V out[MAX_OUTPUTS];
    grad_call_all(w, op, in, n, attrs, out);
    return out[0];
}

V select_where(GradWork *w, V condition, V a, V b)
{
    V in[3] = {condition, a, b};
    return grad_call(w, OP_where, in, 3, NULL);
}

/* What has the shape already is no view of itself: a leaf's gradient that keeps nothing else alive is not copied. */
V view_reshape(GradWork *w, V a, const int64_t *shape, int n)
{
    if (!w->failed && a.tensor && !core_records(w->c) && shape_same(a.tensor->shape, a.tensor->ndim, shape, n)) return a;
    Attr attrs[shape_ATTRS] = {[shape_shape] = {.ints = {shape, n}}};
    return op1_with(w, OP_reshape, a, attrs);
}

V view_expand(GradWork *w, V a, const int64_t *shape, int n)
{
    Attr attrs[shape_ATTRS] = {[shape_shape] = {.ints = {shape, n}}};
    return op1_with(w, OP_expand, a, attrs);
}

V view_unsqueeze(GradWork *w, V a, int64_t axis)
{
    Attr attrs[axes_ATTRS] = {[axes_axes] = {.ints = {&axis, 1}}};
    return op1_with(w, OP_unsqueeze, a, attrs);
}

V view_select(GradWork *w, V a, int64_t axis, int64_t index)
{
    Attr attrs[slice_ATTRS] = {[slice_axis] = {.i = axis}, [slice_start] = {.i = index}, [slice_step] = {.i = 1}};
    return op1_with(w, OP_select, a, attrs);
}

V view_slice(GradWork *w, V a, int64_t axis, int64_t start, int64_t length)
{
    Attr attrs[slice_ATTRS] = {[slice_axis] = {.i = axis}, [slice_start] = {.i = start}, [slice_length] = {.i = length}, [slice_step] = {.i = 1}};
    return op1_with(w, OP_slice, a, attrs);
}

V sum_axes(GradWork *w, V a, const int64_t *axes, int n, bool keep)
{
    if (n == 0) return a;
    Attr attrs[reduce_ATTRS] = {[reduce_axes] = {.ints = {axes, n}}, [reduce_keepdims] = {.i = keep}, [reduce_dtype] = {.i = DT_NONE}};
    return op1_with(w, OP_sum, a, attrs);
}

V fill_like(GradWork *w, V a, double value)
{
    Attr attrs[value_ATTRS] = {[value_value] = {.number = scalar_float(value)}};
    return op1_with(w, OP_fill, a, attrs);
}
