/* grad_net.c: gradients of convolution, pooling, norms, softmax and losses: mostly fused ops of their own, which have gradients in turn. */
#include <math.h>
#include <string.h>

#include "grad_work.h"

/* Fused ops follow the accent of the op that they are the gradient of (what labels and attributes mean). */
static bool fused(GradWork *w, OpId op, const V *in, int n, const Attr *attrs, V *out)
{
    Tensor *results[MAX_OUTPUTS] = {NULL};
    Arg args[MAX_INPUTS_FIXED];
    int outs = op_get(op)->out_count;
    for (int i = 0; i < outs; i++) out[i] = ARG_ABSENT;
    if (w->failed) return false;
    memcpy(args, in, sizeof *args * (size_t)n);
    if (!core_call(w->c, op, (Accent)w->node->accent, w->c->site, args, n, attrs, 0, results)) {
        w->failed = true;
        return false;
    }
    for (int i = 0; i < outs; i++) out[i] = keep_temp(w, results[i]);
    w->c->accent = GRADIENT_ACCENT;
    return !w->failed;
}

static V fused1(GradWork *w, OpId op, const V *in, int n, const Attr *attrs)
{
    V out[MAX_OUTPUTS];
    fused(w, op, in, n, attrs, out);
    return out[0];
}

static V g0(GradWork *w) { return grad_out(w, 0); }

/* ---- convolution ---- */
GRADIENT(conv)
{
    V g = g0(w), x = saved_in(w, 0), weight = saved_in(w, 1);
    if (wanted(w, 0)) give(w, 0, fused1(w, OP_conv_data_grad, (V[]){g, weight, x}, 3, attrs_of(w)));
    if (wanted(w, 1)) give(w, 1, fused1(w, OP_conv_weight_grad, (V[]){g, x, weight}, 3, attrs_of(w)));
    if (w->node->in_count > 2 && wanted(w, 2) && !w->failed) {
        int64_t axes[MAX_DIMS];
        int n = g.tensor->ndim, count = 0, channels = n == weight.tensor->ndim ? 1 : 0; /* without a batch axis: 0 */
        for (int i = 0; i < n; i++)
            if (i != channels) axes[count++] = i;
        give(w, 2, sum_axes(w, g, axes, count, false));
    }
}
/* linear in both: a is a gradient of the result, b the weight; the gradient that arrives has the input's shape */
GRADIENT(conv_data_grad)
{
    V gg = g0(w), a = saved_in(w, 0), weight = saved_in(w, 1);
    if (wanted(w, 0)) give(w, 0, fused1(w, OP_conv, (V[]){gg, weight, ARG_ABSENT}, 3, attrs_of(w)));
    if (wanted(w, 1)) give(w, 1, fused1(w, OP_conv_weight_grad, (V[]){a, gg, weight}, 3, attrs_of(w)));
}
GRADIENT(conv_weight_grad)
{
    V gg = g0(w), a = saved_in(w, 0), x = saved_in(w, 1);
    if (wanted(w, 0)) give(w, 0, fused1(w, OP_conv, (V[]){x, gg, ARG_ABSENT}, 3, attrs_of(w)));
    if (wanted(w, 1)) give(w, 1, fused1(w, OP_conv_data_grad, (V[]){a, gg, x}, 3, attrs_of(w)));
}

/* ---- pooling ---- */
/* How many of the last axes the windows run over. */
static int spatial(const GradWork *w)
{
    const Attr *a = attrs_of(w);
    int n = input(w, 0)->ndim;
    return a[pool_kernel].ints.count > 0 ? a[pool_kernel].ints.count : a[pool_output].ints.count > 0 ? a[pool_output].ints.count : n > 2 ? n - 2 : 1;
}

static void pool_attrs(const GradWork *w, Attr *attrs, const int64_t *sizes, int n)
{
    for (int i = 0; i < pool_ATTRS; i++) attrs[i] = attrs_of(w)[i];
    attrs[pool_output].ints = sizes ? (Ints){sizes, n} : INTS_ABSENT;
}

/* The same with pool_output as the operand's own sizes: what the *_pool_grad rows want. */
static const Attr *with_sizes(const GradWork *w, Attr *attrs)
{
    int n = spatial(w);
    pool_attrs(w, attrs, input(w, 0)->shape + input(w, 0)->ndim - n, n);
    return attrs;
}

GRADIENT(max_pool)
{
    Attr attrs[pool_ATTRS];
    give(w, 0, fused1(w, OP_max_pool_grad, (V[]){g0(w), saved_out(w, 1)}, 2, with_sizes(w, attrs)));
}
/* What arrives is picked at the same positions, counted over the windows' axes. */
GRADIENT(max_pool_grad)
{
    V gg = g0(w), index = saved_in(w, 1);
    if (w->failed) return;
    int n = gg.tensor->ndim, k = attrs_of(w)[pool_output].ints.count;
    int64_t flat[MAX_DIMS], places[MAX_DIMS], whole = 1, windows = 1;
    for (int i = 0; i < n; i++) {
        if (i < n - k) flat[i] = places[i] = gg.tensor->shape[i];
        else {
            whole *= gg.tensor->shape[i];
            windows *= index.tensor->shape[i];
        }
    }
    flat[n - k] = whole;
    places[n - k] = windows;
    if (dtype_is_float((DType)index.tensor->dtype)) {
        Attr as[cast_ATTRS] = {[cast_dtype] = {.i = DT_INT64}};
        index = op1_with(w, OP_cast, index, as);
    }
    Attr attrs[index_ATTRS] = {[index_axis] = {.i = n - k}, [index_padding] = {.i = -1}};
    V picked = op2_with(w, OP_gather, view_reshape(w, gg, flat, n - k + 1), view_reshape(w, index, places, n - k + 1), attrs);
    give(w, 0, view_reshape(w, picked, input(w, 0)->shape, input(w, 0)->ndim));
}
GRADIENT(avg_pool)
{
    Attr attrs[pool_ATTRS];
    V g = g0(w);
    give(w, 0, fused1(w, OP_avg_pool_grad, &g, 1, with_sizes(w, attrs)));
}
GRADIENT(avg_pool_grad)
{
    Attr attrs[pool_ATTRS];
    V g = g0(w);
    pool_attrs(w, attrs, NULL, 0);
    give(w, 0, fused1(w, OP_avg_pool, &g, 1, attrs));
}
GRADIENT(lp_pool)
{
    Attr attrs[pool_ATTRS];
    give(w, 0, fused1(w, OP_lp_pool_grad, (V[]){g0(w), saved_in(w, 0), saved_out(w, 0)}, 3, with_sizes(w, attrs)));
}
GRADIENT(adaptive_avg_pool)
{
    Attr attrs[pool_ATTRS];
    V g = g0(w);
    give(w, 0, fused1(w, OP_adaptive_avg_pool_grad, &g, 1, with_sizes(w, attrs)));
}
GRADIENT(adaptive_avg_pool_grad)
{
    Attr attrs[pool_ATTRS];
    V g = g0(w);
    give(w, 0, fused1(w, OP_adaptive_avg_pool, &g, 1, with_sizes(w, attrs)));
}

/* ---- norms ---- */
static V optional(GradWork *w, int i)
{
    V v = i < w->node->in_count ? saved_in(w, i) : ARG_ABSENT;
    return v.tensor ? v : ARG_ABSENT;
}

static void norm_gradient(GradWork *w, OpId op)
{
    V out[MAX_OUTPUTS], in[5] = {g0(w), saved_in(w, 0), saved_in(w, 1), saved_out(w, 1), saved_out(w, 2)};
    if (!in[2].tensor) in[2] = ARG_ABSENT;
    if (!fused(w, op, in, 5, attrs_of(w), out)) return;
    for (int i = 0; i < 3 && i < w->node->in_count; i++)
        if (out[i].tensor) give(w, i, out[i]);
}

/* The same in plain ops, for a backward pass that is recorded itself. All three norms in one form: `shape` is how the operand is looked at, the marked
 * axes are normed together, and scale and shift lie over the axes that are not in `over`. */
typedef struct NormForm { int64_t shape[MAX_DIMS], scale[MAX_DIMS], over[MAX_DIMS], normed[MAX_DIMS]; int n, over_count, normed_count; double count; } NormForm;

static void norm_axis_add(NormForm *f, int64_t size, bool normed, bool scaled)
{
    if (normed) {
        f->normed[f->normed_count++] = f->n;
        f->count *= (double)size;
    }
    if (!scaled) f->over[f->over_count++] = f->n;
    f->scale[f->n] = scaled ? size : 1;
    f->shape[f->n++] = size;
}

static V norm_mean(GradWork *w, const NormForm *f, V a) { return mul(w, sum_axes(w, a, f->normed, f->normed_count, true), num(1 / f->count)); }

static void norm_recorded(GradWork *w, const NormForm *f, bool fixed)
{
    const InputInfo *whole = input(w, 0);
    V scale = optional(w, 1), x = view_reshape(w, saved_in(w, 0), f->shape, f->n), g = view_reshape(w, g0(w), f->shape, f->n), mean, inverse;
    if (fixed) { /* the running ones: constants */
        mean = view_reshape(w, saved_out(w, 1), f->scale, f->n);
        inverse = view_reshape(w, saved_out(w, 2), f->scale, f->n);
    } else {
        mean = norm_mean(w, f, x);
        V off = sub(w, x, mean);
        inverse = op1(w, OP_rsqrt, add(w, norm_mean(w, f, mul(w, off, off)), num(attrs_of(w)[norm_eps].f)));
    }
    V hat = mul(w, sub(w, x, mean), inverse), t = scale.tensor ? mul(w, g, view_reshape(w, scale, f->scale, f->n)) : g, dx;
    if (fixed) dx = mul(w, t, inverse);
    else dx = mul(w, inverse, sub(w, sub(w, t, norm_mean(w, f, t)), mul(w, hat, norm_mean(w, f, mul(w, t, hat)))));
    if (wanted(w, 0)) give(w, 0, view_reshape(w, dx, whole->shape, whole->ndim));
    for (int i = 1; i < 3 && i < w->node->in_count; i++) {
        const InputInfo *own = input(w, i);
        if (!own->present || !wanted(w, i)) continue;
        give(w, i, view_reshape(w, sum_axes(w, i == 1 ? mul(w, g, hat) : g, f->over, f->over_count, true), own->shape, own->ndim));
    }
}

GRADIENT(batch_norm)
{
    const InputInfo *x = input(w, 0);
    NormForm f = {.n = 0, .count = 1};
    if (!core_records(w->c)) {
        norm_gradient(w, OP_batch_norm_grad);
        return;
    }
    int64_t axis = attrs_of(w)[norm_axis].i;
    if (axis < 0) axis += x->ndim;
    for (int i = 0; i < x->ndim; i++) norm_axis_add(&f, x->shape[i], i != axis, i == axis);
    norm_recorded(w, &f, !attrs_of(w)[norm_training].i);
}
GRADIENT(layer_norm)
{
    const InputInfo *x = input(w, 0);
    Ints axes = attrs_of(w)[norm_axes].ints;
    NormForm f = {.n = 0, .count = 1};
    if (!core_records(w->c)) {
        norm_gradient(w, OP_layer_norm_grad);
        return;
    }
    if (axes.count <= 0) axes = (Ints){&attrs_of(w)[norm_axis].i, 1};
    for (int i = 0; i < x->ndim; i++) {
        bool normed = false;
        for (int k = 0; k < axes.count; k++) normed = normed || axes.d[k] == i || axes.d[k] + x->ndim == i;
        norm_axis_add(&f, x->shape[i], normed, normed);
    }
    norm_recorded(w, &f, false);
}
GRADIENT(group_norm)
{
    const InputInfo *x = input(w, 0);
    int64_t groups = attrs_of(w)[norm_groups].i;
    NormForm f = {.n = 0, .count = 1};
    if (!core_records(w->c) || x->ndim + 1 > MAX_DIMS) {
        norm_gradient(w, OP_group_norm_grad);
        return;
    }
    norm_axis_add(&f, x->shape[0], false, false);
    norm_axis_add(&f, groups, false, true);
    norm_axis_add(&f, x->shape[1] / groups, true, true);
    for (int i = 2; i < x->ndim; i++) norm_axis_add(&f, x->shape[i], true, false);
    norm_recorded(w, &f, false);
}

GRADIENT(dropout) { give(w, 0, mul(w, g0(w), saved_out(w, 1))); }

/* ---- softmax ---- */
static V softmax_sum(GradWork *w, V a)
{
    int64_t axis = attrs_of(w)[softmax_axis].i;
    if (w->failed || a.tensor->ndim == 0) return a;
    return sum_axes(w, a, &axis, 1, true);
}
static V cooled(GradWork *w, V a)
{
    double t = attrs_of(w)[softmax_temperature].f;
    return t == 0 || t == 1 ? a : mul(w, a, num(1 / t));
}

GRADIENT(softmax) { give(w, 0, fused1(w, OP_softmax_grad, (V[]){g0(w), saved_out(w, 0)}, 2, attrs_of(w))); }
GRADIENT(log_softmax) { give(w, 0, fused1(w, OP_log_softmax_grad, (V[]){g0(w), saved_out(w, 0)}, 2, attrs_of(w))); }
GRADIENT(softmax_grad) /* (a - sum(a y)) y */
{
    V gg = g0(w), a = saved_in(w, 0), y = saved_in(w, 1);
    if (wanted(w, 0)) give(w, 0, fused1(w, OP_softmax_grad, (V[]){gg, y}, 2, attrs_of(w)));
    if (wanted(w, 1)) {
        V inner = sub(w, mul(w, gg, sub(w, a, softmax_sum(w, mul(w, a, y)))), mul(w, a, softmax_sum(w, mul(w, gg, y))));
        give(w, 1, cooled(w, inner));
    }
}
GRADIENT(log_softmax_grad) /* a - exp(y) sum(a) */
{
    V gg = g0(w), a = saved_in(w, 0), y = saved_in(w, 1), p = op1(w, OP_exp, y);
    if (wanted(w, 0)) give(w, 0, cooled(w, sub(w, gg, softmax_sum(w, mul(w, gg, p)))));
    if (wanted(w, 1)) give(w, 1, cooled(w, neg(w, mul(w, gg, mul(w, p, softmax_sum(w, a))))));
}

/* MXNet's SoftmaxOutput knows its loss: the gradient that arrives is not asked. */
GRADIENT(softmax_output) { give(w, 0, fused1(w, OP_softmax_output_grad, (V[]){saved_out(w, 0), saved_in(w, 1)}, 2, attrs_of(w))); }

/* ---- losses ---- */
/* The gradient of minus sum(part * log p) for the log softmax, in ops that have gradients; nothing: not for weights and smoothing together. */
static V log_gradient(GradWork *w, V logs, V target, V weight, bool classes)
{
    const Attr *attrs = attrs_of(w);
    double smoothing = attrs[loss_smoothing].f;
    if (classes && smoothing != 0 && weight.tensor) return ARG_ABSENT;
    int axis = (int)attrs[loss_axis].i, n = logs.tensor->ndim;
    if (axis < 0) axis += n;
    if (axis >= n) axis = 0;
    int64_t along = axis, size = logs.tensor->shape[axis];
    if (classes) {
        V each = fused1(w, OP_nll_grad, (V[]){g0(w), logs, target, weight}, 4, attrs);
        if (smoothing == 0 || w->failed) return each;
        V even = view_expand(w, sum_axes(w, each, &along, 1, true), logs.tensor->shape, n);
        return add(w, mul(w, each, num(1 - smoothing)), mul(w, even, num(smoothing / (double)size)));
    }
    V g = g0(w), part = add(w, mul(w, target, num(1 - smoothing)), num(smoothing / (double)size));
    const char *reduction = attrs[loss_reduction].text;
    if (weight.tensor) {
        int64_t shape[MAX_DIMS];
        for (int i = 0; i < n; i++) shape[i] = i == axis ? size : 1;
        part = mul(w, part, view_reshape(w, weight, shape, n));
    }
    if (reduction && strcmp(reduction, "none") == 0) g = view_unsqueeze(w, g, axis);
    if (!reduction || strcmp(reduction, "mean") == 0) g = mul(w, g, num((double)size / (double)logs.tensor->size));
    return neg(w, mul(w, part, g));
}

/* Written in ops with gradients when this backward is recorded itself. */
GRADIENT(cross_entropy)
{
    V target = saved_in(w, 1), weight = optional(w, 2), logs = saved_out(w, 1), result = ARG_ABSENT;
    const Attr *attrs = attrs_of(w);
    Attr soft[softmax_ATTRS] = {[softmax_axis] = attrs[loss_axis], [softmax_temperature] = {.f = 1}, [softmax_dtype] = {.i = DT_NONE}};
    if (w->failed) return;
    bool classes = target.tensor && target.tensor->ndim + 1 == logs.tensor->ndim;
    if (has_grad(w, 0)) {
        V each = core_records(w->c) ? log_gradient(w, logs, target, weight, classes) : ARG_ABSENT;
        if (each.tensor) result = fused1(w, OP_log_softmax_grad, (V[]){each, logs}, 2, soft);
        else result = fused1(w, OP_cross_entropy_grad, (V[]){g0(w), logs, target, weight}, 4, attrs);
    }
    if (has_grad(w, 1)) {
        V more = fused1(w, OP_log_softmax_grad, (V[]){grad_out(w, 1), logs}, 2, soft);
        result = result.tensor ? add(w, result, more) : more;
    }
    give(w, 0, result);
}
GRADIENT(nll) { give(w, 0, fused1(w, OP_nll_grad, (V[]){g0(w), saved_in(w, 0), saved_in(w, 1), optional(w, 2)}, 4, attrs_of(w))); }
GRADIENT(nll_grad) { give(w, 0, fused1(w, OP_nll, (V[]){g0(w), saved_in(w, 2), optional(w, 3)}, 3, attrs_of(w))); }

/* ---- interpolation ---- */
static void resize(GradWork *w, OpId op)
{
    const InputInfo *x = input(w, 0);
    Attr attrs[resize_ATTRS];
    int n = attrs_of(w)[resize_size].ints.count > 0 ? attrs_of(w)[resize_size].ints.count : x->ndim - 2;
    for (int i = 0; i < resize_ATTRS; i++) attrs[i] = attrs_of(w)[i];
    attrs[resize_size].ints = (Ints){x->shape + x->ndim - n, n};
    V g = g0(w);
    give(w, 0, fused1(w, op, &g, 1, attrs));
}
GRADIENT(interpolate) { resize(w, OP_interpolate_grad); }
GRADIENT(interpolate_grad) { resize(w, OP_interpolate); }
