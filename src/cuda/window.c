/* window.c: plans convolution and pooling, and their gradients. */
#include <string.h>

#include "core/window.h"
#include "plan.h"

/* ---- convolution: x the wide side, y the side of the windows ---- */
typedef struct Sides { const View *x, *weight, *y; } Sides;
enum Written { WRITES_Y, WRITES_X, WRITES_WEIGHT };

static GpuConv geometry(const Attr *attrs, Sides s)
{
    int dims = s.weight->ndim - 2;
    bool batched = s.x->ndim == dims + 2;
    GpuConv c = {.batch = batched ? s.x->shape[0] : 1, .groups = attrs[conv_groups].i, .channels = s.x->shape[batched], .filters = s.y->shape[batched]};
    for (int i = 0; i < 3; i++) { /* axes of size 1 in front */
        int from = i - (3 - dims);
        bool there = from >= 0;
        c.in[i] = there ? s.x->shape[1 + batched + from] : 1;
        c.out[i] = there ? s.y->shape[1 + batched + from] : 1;
        c.kernel[i] = there ? s.weight->shape[2 + from] : 1;
        c.stride[i] = there ? window_get(attrs[conv_stride].ints, from, 1) : 1;
        c.pad[i] = there ? window_get(attrs[conv_pad].ints, from, 0) : 0;
        c.dilate[i] = there ? window_get(attrs[conv_dilate].ints, from, 1) : 1;
    }
    return c;
}

/* Adds a number for each plane of the result. */
static bool add_bias(Work *w, GpuWork *g, const View *bias, int dims)
{
    const View *out = &w->out[0];
    int64_t shape[MAX_DIMS], strides[MAX_DIMS] = {0};
    View each = *bias;
    for (int i = 0; i < dims + 1; i++) shape[i] = 1;
    shape[0] = bias->size;
    strides[0] = bias->strides[0];
    each.shape = shape;
    each.strides = strides;
    each.ndim = dims + 1;
    return gpu_plus(w, g, out, &each, out);
}

/* As `as` computes it, by cuDNN or by own kernels. *done: it was; cuDNN may not have it. */
static bool conv_by(Work *w, GpuWork *g, int writes, Sides s, const View *bias, DType as, bool by_dnn, bool *done)
{
    const View *views[3] = {s.y, s.x, s.weight};
    char *at[3] = {NULL};
    GpuFlat written;
    for (int i = 0; i < 3; i++) {
        if (i == writes) {
            if (!gpu_flat_out(w, g, views[i], as, &written)) return false;
            at[i] = written.at;
        } else if (views[i]->size && !(at[i] = (char *)(uintptr_t)gpu_flat(w, g, views[i], as))) return false;
    }
    GpuConv c = geometry(w->attrs, s);
    c.y = at[WRITES_Y];
    c.x = at[WRITES_X];
    c.weight = at[WRITES_WEIGHT];
    c.dtype = (uint8_t)as;
    *done = true;
    if (by_dnn) {
        if (!gpu_dnn(w, g, &c, writes, done)) return false;
        return !*done || (gpu_flat_store(w, g, &written) && (!bias || !bias->present || add_bias(w, g, bias, s.weight->ndim - 2)));
    }
    if (bias && bias->present && !(c.bias = gpu_flat(w, g, bias, as))) return false;
    (writes == WRITES_Y ? gpu_run_conv : writes == WRITES_X ? gpu_run_conv_data : gpu_run_conv_weight)(g->stream, &c);
    return gpu_flat_store(w, g, &written);
}

static bool conv(Work *w, GpuWork *g, int writes, Sides s, const View *bias)
{
    DType out = w->out[0].dtype;
    bool done = w->out[0].size == 0;
    if (!done && dtype_is_float(out) && gpu_has_dnn(w, g) && !conv_by(w, g, writes, s, bias, out, true, &done)) return false;
    return done || conv_by(w, g, writes, s, bias, dtype_is_float(out) ? dtype_computed(out) : DT_FLOAT64, false, &done); /* integers: exact below 2^53 */
}

#define WINDOWED(name) \
    bool gpu_##name(Work *w, GpuWork *g); \
    bool gpu_##name(Work *w, GpuWork *g)
WINDOWED(conv)
{
    if (w->attrs[conv_transposed].i) return conv(w, g, WRITES_X, (Sides){&w->out[0], &w->in[1], &w->in[0]}, &w->in[2]);
    return conv(w, g, WRITES_Y, (Sides){&w->in[0], &w->in[1], &w->out[0]}, &w->in[2]);
}
WINDOWED(conv_data_grad)
{
    if (w->attrs[conv_transposed].i) return conv(w, g, WRITES_Y, (Sides){&w->in[0], &w->in[1], &w->out[0]}, NULL);
    return conv(w, g, WRITES_X, (Sides){&w->out[0], &w->in[1], &w->in[0]}, NULL);
}
WINDOWED(conv_weight_grad)
{
    if (w->attrs[conv_transposed].i) return conv(w, g, WRITES_WEIGHT, (Sides){&w->in[0], &w->out[0], &w->in[1]}, NULL);
    return conv(w, g, WRITES_WEIGHT, (Sides){&w->in[1], &w->out[0], &w->in[0]}, NULL);
}

/* ---- pooling ---- */
static DType pool_type(DType d) { return dtype_is_float(d) ? dtype_computed(d) : DT_INT64; }

/* wide: the view with the operand's sizes; narrow: with the result's. */
static GpuPool open_pool(Work *w, const View *wide, const View *narrow, DType type, bool adaptive)
{
    const Attr *a = w->attrs;
    int dims = adaptive && a[pool_output].ints.count > 0 ? a[pool_output].ints.count : pool_dims(a, wide->ndim);
    bool lp = w->op->id == OP_lp_pool || strcmp(w->op->kernel, "lp_pool_grad") == 0;
    const int64_t *sizes = wide->shape + wide->ndim - dims;
    Window v;
    pool_window(a, w->accent, sizes, dims, &v);
    GpuPool p = {.planes = 1, .dtype = (uint8_t)type, .adaptive = adaptive, .count_pad = a[pool_count_pad].i && !lp, .divisor = adaptive ? 0 : a[pool_divisor].i};
    for (int i = 0; i < 3; i++) {
        int from = i - (3 - dims);
        bool there = from >= 0, windows = there && !adaptive;
        p.in[i] = there ? sizes[from] : 1;
        p.out[i] = there ? narrow->shape[narrow->ndim - dims + from] : 1;
        p.kernel[i] = windows ? v.kernel[from] : 1;
        p.stride[i] = windows ? v.stride[from] : 1;
        p.pad[i] = windows ? v.pad[from] : 0;
        p.dilate[i] = windows && w->op->id == OP_max_pool ? v.dilate[from] : 1;
    }
    for (int i = 0; i < wide->ndim - dims; i++) p.planes *= wide->shape[i];
    if (lp) p.p = p.divisor ? (double)p.divisor : 2;
    return p;
}

static bool max_pool(Work *w, GpuWork *g, bool adaptive)
{
    DType type = pool_type(w->in[0].dtype);
    GpuFlat y, where;
    if (w->out[0].size == 0) return true;
    GpuPool p = open_pool(w, &w->in[0], &w->out[0], type, adaptive);
    if (w->in[0].size && !(p.x = gpu_flat(w, g, &w->in[0], type))) return false;
    if (!gpu_flat_out(w, g, &w->out[0], type, &y) || !gpu_flat_out(w, g, &w->out[1], DT_INT64, &where)) return false;
    p.y = y.at;
    p.where = (int64_t *)(void *)where.at;
    gpu_run_max_pool(g->stream, &p);
    return gpu_flat_store(w, g, &y) && gpu_flat_store(w, g, &where);
}
WINDOWED(max_pool) { return max_pool(w, g, false); }
WINDOWED(adaptive_max_pool) { return max_pool(w, g, true); }

WINDOWED(max_pool_grad)
{
    const View *grad = &w->in[0], *out = &w->out[0];
    int dims = w->attrs[pool_output].ints.count;
    DType type = pool_type(out->dtype);
    GpuPool p = {.planes = 1, .in = {1, 1, 1}, .out = {1, 1, 1}, .dtype = (uint8_t)type};
    GpuFlat to;
    if (out->size == 0) return true;
    for (int i = 0; i < out->ndim; i++) {
        if (i < out->ndim - dims) p.planes *= out->shape[i];
        else p.in[2] *= out->shape[i], p.out[2] *= grad->shape[i];
    }
    if (!gpu_flat_out(w, g, out, type, &to)) return false;
    p.to = to.at;
    gpu_set(g, to.at, out->size, dtype_bytes(type), NULL);
    if (grad->size) {
        if (!(p.g = gpu_flat(w, g, grad, type)) || !(p.where = (int64_t *)(uintptr_t)gpu_flat(w, g, &w->in[1], DT_INT64))) return false;
        gpu_run_max_pool_grad(g->stream, &p);
    }
    return gpu_flat_store(w, g, &to);
}

static bool averages(Work *w, GpuWork *g, bool adaptive, bool forward)
{
    const View *in = &w->in[0], *out = &w->out[0];
    DType type = pool_type(out->dtype);
    GpuFlat b;
    if (out->size == 0) return true;
    GpuPool p = open_pool(w, forward ? in : out, forward ? out : in, type, adaptive);
    const char *a = in->size ? gpu_flat(w, g, in, type) : "";
    if (!a || !gpu_flat_out(w, g, out, type, &b)) return false;
    p.x = p.g = a;
    p.y = p.to = b.at;
    (forward ? gpu_run_avg_pool : gpu_run_avg_pool_grad)(g->stream, &p);
    return gpu_flat_store(w, g, &b);
}
WINDOWED(avg_pool) { return averages(w, g, false, true); }
WINDOWED(avg_pool_grad) { return averages(w, g, false, false); }
WINDOWED(adaptive_avg_pool) { return averages(w, g, true, true); }
WINDOWED(adaptive_avg_pool_grad) { return averages(w, g, true, false); }

WINDOWED(lp_pool)
{
    DType type = pool_type(w->out[0].dtype);
    GpuFlat y;
    if (w->out[0].size == 0) return true;
    GpuPool p = open_pool(w, &w->in[0], &w->out[0], type, false);
    if (!(p.x = gpu_flat(w, g, &w->in[0], type)) || !gpu_flat_out(w, g, &w->out[0], type, &y)) return false;
    p.y = y.at;
    gpu_run_lp_pool(g->stream, &p);
    return gpu_flat_store(w, g, &y);
}

WINDOWED(lp_pool_grad)
{
    DType type = pool_type(w->out[0].dtype);
    GpuFlat to;
    if (w->out[0].size == 0) return true;
    GpuPool p = open_pool(w, &w->in[1], &w->in[0], type, false);
    if (!(p.g = gpu_flat(w, g, &w->in[0], type)) || !(p.x = gpu_flat(w, g, &w->in[1], type)) || !(p.y = (char *)(uintptr_t)gpu_flat(w, g, &w->in[2], type))) return false;
    if (!gpu_flat_out(w, g, &w->out[0], type, &to)) return false;
    p.to = to.at;
    gpu_run_lp_pool_grad(g->stream, &p);
    return gpu_flat_store(w, g, &to);
}
