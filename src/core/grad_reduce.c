/* grad_reduce.c: gradients of reductions and of ops along an axis. x is the operand, y the result, g the gradient of y. */
#include <math.h>
#include <string.h>

#include "grad_work.h"

/* The reduced axes, in order; how many elements go into one. */
typedef struct Reduced { int64_t axes[MAX_DIMS], kept[MAX_DIMS]; int n; double count; } Reduced;

static Reduced reduced(const GradWork *w)
{
    const InputInfo *x = input(w, 0);
    Ints axes = attrs_of(w)[reduce_axes].ints;
    bool marks[MAX_DIMS] = {false};
    Reduced r;
    r.n = 0;
    r.count = 1;
    for (int i = 0; i < axes.count && x->ndim; i++) marks[axes.d[i] < 0 ? axes.d[i] + x->ndim : axes.d[i]] = true;
    for (int i = 0; i < x->ndim; i++) {
        bool gone = axes.count <= 0 || marks[i];
        r.kept[i] = gone ? 1 : x->shape[i];
        if (!gone) continue;
        r.axes[r.n++] = i;
        r.count *= (double)x->shape[i];
    }
    return r;
}

/* A value of the result's shape, with the axes it lost as axes of size 1. */
static V with_axes(GradWork *w, V a, const Reduced *r)
{
    int n = input(w, 0)->ndim;
    if (w->failed || a.tensor->ndim == n) return a;
    return view_reshape(w, a, r->kept, n);
}

/* The same as the operand's shape. Where nothing is recorded the view is made at once: two calls take longer than a small gradient's whole computation. */
static V spread(GradWork *w, V a, const Reduced *r)
{
    const InputInfo *x = input(w, 0);
    if (w->failed || core_records(w->c)) return view_expand(w, with_axes(w, a, r), x->shape, x->ndim);
    const Tensor *t = a.tensor;
    bool same = t->ndim == x->ndim; /* axes of size 1 were kept */
    int64_t strides[MAX_DIMS];
    for (int i = 0, from = 0, gone = 0; i < x->ndim; i++) {
        bool is_gone = gone < r->n && r->axes[gone] == i;
        gone += is_gone;
        strides[i] = is_gone || x->shape[i] == 1 ? 0 : t->strides[same ? i : from];
        from += !is_gone;
    }
    return keep_temp(w, tensor_view(w->c, a.tensor, x->shape, strides, x->ndim, t->offset));
}

GRADIENT(sum)
{
    Reduced r = reduced(w);
    give(w, 0, spread(w, grad_out(w, 0), &r));
}
GRADIENT(nansum)
{
    Reduced r = reduced(w);
    V nan = op1(w, OP_isnan, saved_in(w, 0));
    give(w, 0, select_where(w, nan, num(0), spread(w, grad_out(w, 0), &r)));
}
GRADIENT(mean)
{
    Reduced r = reduced(w);
    give(w, 0, spread(w, over(w, grad_out(w, 0), num(r.count)), &r));
}

/* MXNet gives all the largest the whole gradient, PyTorch shares it among them. */
GRADIENT(extreme)
{
    Reduced r = reduced(w);
    V x = saved_in(w, 0), g = with_axes(w, grad_out(w, 0), &r), mask = op2(w, OP_equal, x, with_axes(w, saved_out(w, 0), &r));
    if (w->failed) return;
    if (accent_rules((Accent)w->node->accent)->ties_share_grad) {
        Attr as[cast_ATTRS] = {[cast_dtype] = {.i = x.tensor->dtype}};
        g = over(w, g, sum_axes(w, op1_with(w, OP_cast, mask, as), r.axes, r.n, true));
    }
    give(w, 0, where_or_zero(w, mask, g));
}

GRADIENT(norm)
{
    Reduced r = reduced(w);
    double p = attrs_of(w)[reduce_order].f;
    V x = saved_in(w, 0), y = with_axes(w, saved_out(w, 0), &r), g = with_axes(w, grad_out(w, 0), &r);
    if (p == 0) { /* a count: PyTorch passes nothing back, not even zeros */
        if (accent_rules((Accent)w->node->accent)->counts_have_grad) give(w, 0, fill_like(w, x, 0));
        return;
    }
    if (p == 1) {
        give(w, 0, mul(w, op1(w, OP_sign, x), g));
        return;
    }
    V zero = op2(w, OP_equal, y, num(0));
    if (p == 2) {
        give(w, 0, mul(w, x, select_where(w, zero, num(0), over(w, g, y))));
        return;
    }
    V size = op1(w, OP_abs, x);
    if (isinf(p)) {
        if (w->failed) return;
        V mask = op2(w, OP_equal, size, y);
        Attr as[cast_ATTRS] = {[cast_dtype] = {.i = x.tensor->dtype}};
        V share = over(w, g, sum_axes(w, op1_with(w, OP_cast, mask, as), r.axes, r.n, true));
        give(w, 0, mul(w, op1(w, OP_sign, x), where_or_zero(w, mask, share)));
        return;
    }
    V part = mul(w, op1(w, OP_sign, x), op2(w, OP_power, size, num(p - 1)));
    V flat = op2(w, OP_logical_or, zero, op2(w, OP_equal, size, num(0)));
    give(w, 0, select_where(w, flat, num(0), mul(w, part, over(w, g, op2(w, OP_power, y, num(p - 1))))));
}

static V centred(GradWork *w, V x, const Reduced *r) { return sub(w, x, over(w, sum_axes(w, x, r->axes, r->n, true), num(r->count))); }

GRADIENT(var)
{
    Reduced r = reduced(w);
    double rest = r.count - attrs_of(w)[reduce_ddof].f;
    V x = saved_in(w, 0), g = with_axes(w, grad_out(w, 0), &r);
    give(w, 0, mul(w, centred(w, x, &r), mul(w, g, num(2 / (rest > 0 ? rest : NAN)))));
}
GRADIENT(std)
{
    Reduced r = reduced(w);
    double rest = r.count - attrs_of(w)[reduce_ddof].f;
    V x = saved_in(w, 0), g = with_axes(w, grad_out(w, 0), &r), y = with_axes(w, saved_out(w, 0), &r);
    V scaled = select_where(w, op2(w, OP_equal, y, num(0)), num(0), over(w, mul(w, g, num(1 / (rest > 0 ? rest : NAN))), y));
    give(w, 0, mul(w, centred(w, x, &r), scaled));
}
GRADIENT(logsumexp)
{
    Reduced r = reduced(w);
    V x = saved_in(w, 0), y = with_axes(w, saved_out(w, 0), &r);
    V bounded = select_where(w, op1(w, OP_isinf, y), num(0), y); /* all minus infinity: exp(x) is 0 as it is */
    give(w, 0, mul(w, with_axes(w, grad_out(w, 0), &r), op1(w, OP_exp, sub(w, x, bounded))));
}

/* ---- running sums and products ---- */
static V turned(GradWork *w, V a, int64_t axis)
{
    Attr attrs[axes_ATTRS] = {[axes_axes] = {.ints = {&axis, 1}}};
    return op1_with(w, OP_flip, a, attrs);
}

static V running(GradWork *w, OpId op, V a, int64_t axis)
{
    Attr attrs[axis_ATTRS] = {[axis_axis] = {.i = axis}, [axis_dtype] = {.i = DT_NONE}};
    return op1_with(w, op, a, attrs);
}

static V running_back(GradWork *w, V a, int64_t axis) { return turned(w, running(w, OP_cumsum, turned(w, a, axis), axis), axis); }

GRADIENT(cumsum)
{
    bool flat = attrs_of(w)[axis_flat].i != 0;
    V g = running_back(w, grad_out(w, 0), flat ? 0 : attrs_of(w)[axis_axis].i);
    if (input(w, 0)->ndim == 0 || flat) g = view_reshape(w, g, input(w, 0)->shape, input(w, 0)->ndim);
    give(w, 0, g);
}

/* Products of all but each one along axis 1 of a matrix: those before times those behind, which zeros do not spoil. */
static V others_product(GradWork *w, V x, int64_t n)
{
    if (w->failed) return x;
    V one = fill_like(w, view_slice(w, x, 1, 0, 1), 1);
    if (n == 1) return one;
    Attr join[join_ATTRS] = {[join_axis] = {.i = 1}};
    V before = op2_with(w, OP_concat, one, running(w, OP_cumprod, view_slice(w, x, 1, 0, n - 1), 1), join);
    V behind = op2_with(w, OP_concat, one, running(w, OP_cumprod, view_slice(w, turned(w, x, 1), 1, 0, n - 1), 1), join);
    return mul(w, before, turned(w, behind, 1));
}

GRADIENT(prod)
{
    Reduced r = reduced(w);
    const InputInfo *info = input(w, 0);
    V x = saved_in(w, 0), g = with_axes(w, grad_out(w, 0), &r);
    int64_t order[MAX_DIMS], back[MAX_DIMS], moved[MAX_DIMS], n = (int64_t)r.count, rows = 1;
    if (w->failed) return;
    if (x.tensor->size == 0) {
        give(w, 0, fill_like(w, x, 0));
        return;
    }
    int at = 0;
    for (int pass = 0; pass < 2; pass++) /* kept axes first */
        for (int i = 0, k = 0; i < info->ndim; i++) {
            bool gone = k < r.n && r.axes[k] == i;
            k += gone;
            if (gone != pass) continue;
            if (!gone) rows *= info->shape[i];
            back[i] = at;
            moved[at] = info->shape[i];
            order[at++] = i;
        }
    Attr to[axes_ATTRS] = {[axes_axes] = {.ints = {order, info->ndim}}}, from[axes_ATTRS] = {[axes_axes] = {.ints = {back, info->ndim}}};
    V matrix = view_reshape(w, op1_with(w, OP_transpose, x, to), (int64_t[]){rows, n}, 2);
    V rest = view_reshape(w, others_product(w, matrix, n), moved, info->ndim);
    give(w, 0, mul(w, g, op1_with(w, OP_transpose, rest, from)));
}

/* d y_j / d x_i = y_j / x_i for j >= i. At the first zero of a row that quotient is 0 / 0: there the product of the others is made with a 1 in its place. */
GRADIENT(cumprod)
{
    bool flat = attrs_of(w)[axis_flat].i != 0;
    int64_t axis = flat ? 0 : attrs_of(w)[axis_axis].i, whole = -1;
    V x = saved_in(w, 0), y = saved_out(w, 0), g = grad_out(w, 0);
    if (w->failed) return;
    if (flat || x.tensor->ndim == 0) {
        x = view_reshape(w, x, &whole, 1);
        y = view_reshape(w, y, &whole, 1);
        g = view_reshape(w, g, &whole, 1);
        axis = 0;
    }
    V zero = op2(w, OP_equal, x, num(0));
    if (w->failed) return;
    Attr as[cast_ATTRS] = {[cast_dtype] = {.i = x.tensor->dtype}};
    V zeros = running(w, OP_cumsum, op1_with(w, OP_cast, zero, as), axis);
    V first = op2(w, OP_logical_and, zero, op2(w, OP_equal, zeros, num(1)));
    V plain = select_where(w, first, num(1), x); /* with the first zero as 1 */
    V other = running(w, OP_cumprod, plain, axis);
    V beyond = where_or_zero(w, op2(w, OP_equal, zeros, num(1)), mul(w, g, other)); /* from the first zero to the second */
    V at_zero = running_back(w, beyond, axis);
    V safe = select_where(w, zero, num(1), x);
    V usual = over(w, running_back(w, mul(w, g, y), axis), safe);
    V result = select_where(w, first, at_zero, select_where(w, zero, num(0), usual));
    give(w, 0, view_reshape(w, result, input(w, 0)->shape, input(w, 0)->ndim));
}

/* ---- the value at an index along an axis: max_axis, sort, topk … (the index is the second result) ---- */
GRADIENT(pick_axis)
{
    const InputInfo *info = input(w, 0);
    int64_t axis = attrs_of(w)[axis_axis].i;
    V index = saved_out(w, 1), g = grad_out(w, 0);
    if (w->failed) return;
    int64_t shape[MAX_DIMS], total = 1;
    int n = info->ndim;
    for (int i = 0; i < n; i++) total *= shape[i] = info->shape[i];
    if (attrs_of(w)[axis_flat].i) {
        n = 1;
        shape[0] = total;
        axis = 0;
    }
    if (dtype_is_float((DType)index.tensor->dtype)) {
        Attr as[cast_ATTRS] = {[cast_dtype] = {.i = DT_INT64}};
        index = op1_with(w, OP_cast, index, as);
    }
    if (index.tensor && index.tensor->ndim < n) {
        index = view_unsqueeze(w, index, axis < 0 ? axis + n : axis);
        g = view_unsqueeze(w, g, axis < 0 ? axis + n : axis);
    }
    Tensor *zeros = w->failed ? NULL : tensor_new(w->c, info->device, (DType)info->dtype, shape, n);
    if (!zeros) {
        w->failed = true;
        return;
    }
    Attr attrs[index_ATTRS] = {[index_axis] = {.i = axis}, [index_padding] = {.i = -1}};
    V in[3] = {fill_like(w, keep_temp(w, zeros), 0), index, g};
    V laid = grad_call(w, OP_scatter, in, 3, attrs);
    give(w, 0, view_reshape(w, laid, info->shape, info->ndim));
}
