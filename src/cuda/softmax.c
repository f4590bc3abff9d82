/* softmax.c: plans softmax, losses over classes and their gradients: operands become contiguous float32 or float64. */
#include <string.h>

#include "plan.h"

typedef struct Classes { int64_t outer, n, inner; DType type; } Classes;

static Classes classes_of(const View *v, int64_t axis)
{
    int at = (int)(axis < 0 ? axis + v->ndim : axis);
    Classes c = {.type = dtype_computed(v->dtype)};
    shape_split(v->shape, v->ndim, at, &c.outer, &c.n, &c.inner);
    return c;
}

static double scale_of(const Work *w)
{
    double t = w->attrs[softmax_temperature].f;
    return t == 0 ? 1 : 1 / t;
}

static bool forward(Work *w, GpuWork *g, int64_t axis, double scale, bool log)
{
    Classes c = classes_of(&w->out[0], axis);
    GpuFlat y;
    const char *x = gpu_flat(w, g, &w->in[0], c.type);
    if (!x || !gpu_flat_out(w, g, &w->out[0], c.type, &y)) return w->out[0].size == 0;
    if (w->out[0].size) gpu_run_softmax(g->stream, &(GpuSoftmax){.x = x, .y = y.at, .outer = c.outer, .n = c.n, .inner = c.inner, .scale = scale, .dtype = (uint8_t)c.type, .log = log});
    return gpu_flat_store(w, g, &y);
}

static bool backward(Work *w, GpuWork *g, bool log)
{
    Classes c = classes_of(&w->out[0], w->attrs[softmax_axis].i);
    GpuFlat dx;
    if (w->out[0].size == 0) return true;
    const char *grad = gpu_flat(w, g, &w->in[0], c.type), *y = grad ? gpu_flat(w, g, &w->in[1], c.type) : NULL;
    if (!y || !gpu_flat_out(w, g, &w->out[0], c.type, &dx)) return false;
    gpu_run_softmax_grad(g->stream, &(GpuSoftmax){.x = y, .g = grad, .y = dx.at, .outer = c.outer, .n = c.n, .inner = c.inner, .scale = scale_of(w), .dtype = (uint8_t)c.type, .log = log});
    return gpu_flat_store(w, g, &dx);
}

#define CLASSES(name) \
    bool gpu_##name(Work *w, GpuWork *g); \
    bool gpu_##name(Work *w, GpuWork *g)
CLASSES(softmax) { return forward(w, g, w->attrs[softmax_axis].i, scale_of(w), false); }
CLASSES(log_softmax) { return forward(w, g, w->attrs[softmax_axis].i, scale_of(w), true); }
CLASSES(softmax_grad) { return backward(w, g, false); }
CLASSES(log_softmax_grad) { return backward(w, g, true); }
CLASSES(softmax_out) { return forward(w, g, w->in[0].ndim == 1 && w->attrs[loss_axis].i == 1 ? 0 : w->attrs[loss_axis].i, 1, false); }

/* ---- losses ---- */
/* Operands x, target, weight from number x_at on; x is read by the caller. */
static bool open_loss(Work *w, GpuWork *g, int x_at, Classes *c, GpuLoss *l)
{
    const Attr *a = w->attrs;
    const View *x = &w->in[x_at], *target = &w->in[x_at + 1];
    const char *reduction = a[loss_reduction].text;
    *c = classes_of(x, x->ndim == 1 && a[loss_axis].i == 1 ? 0 : a[loss_axis].i);
    *l = (GpuLoss){.outer = c->outer, .n = c->n, .inner = c->inner, .dtype = (uint8_t)c->type, .parts = target->ndim == x->ndim, .ignore = a[loss_ignore].i, .kind = CE_INDEX_RANGE,
                   .mean = !reduction || strcmp(reduction, "mean") == 0, .none = reduction && strcmp(reduction, "none") == 0, .fault = g->card->fault, .piece = (uint32_t)g->card->given};
    if (w->op->id == OP_cross_entropy || w->op->id == OP_cross_entropy_grad) l->smoothing = a[loss_smoothing].f;
    if (target->size && !(l->target = gpu_flat(w, g, target, l->parts ? c->type : DT_INT64))) return false;
    bool weighted = w->in_count > x_at + 2 && w->in[x_at + 2].present;
    if (weighted && !(l->weight = gpu_flat(w, g, &w->in[x_at + 2], c->type))) return false;
    int64_t positions = c->outer * c->inner;
    return (l->sums = gpu_scratch(w, g, (size_t)(2 * positions + 2) * sizeof *l->sums)) != NULL;
}

enum { SHORT = 1 << 13, FEW = 1 << 11 }; /* elements, and positions, that one block is soon done with */

/* The loss, behind a log softmax where s->y is wanted. */
static bool reduced(Work *w, GpuWork *g, GpuLoss *l, const GpuSoftmax *s, GpuFlat *out)
{
    int64_t positions = l->outer * l->inner;
    l->out = out->at;
    if (positions <= FEW && positions * l->n <= SHORT) gpu_run_short_loss(g->stream, l, s);
    else {
        if (s->y) gpu_run_softmax(g->stream, s);
        gpu_run_loss(g->stream, l);
        if (!l->none) gpu_run_loss_end(g->stream, l);
    }
    return gpu_flat_store(w, g, out);
}

CLASSES(cross_entropy)
{
    Classes c;
    GpuLoss l;
    GpuFlat out, logs;
    if (!open_loss(w, g, 0, &c, &l) || !gpu_flat_out(w, g, &w->out[1], c.type, &logs) || !gpu_flat_out(w, g, &w->out[0], c.type, &out)) return false;
    const char *x = w->in[0].size ? gpu_flat(w, g, &w->in[0], c.type) : "";
    if (!x) return false;
    GpuSoftmax s = {.x = x, .y = w->in[0].size ? logs.at : NULL, .outer = c.outer, .n = c.n, .inner = c.inner, .scale = 1, .dtype = (uint8_t)c.type, .log = 1};
    l.x = logs.at;
    return reduced(w, g, &l, &s, &out) && gpu_flat_store(w, g, &logs);
}

CLASSES(nll)
{
    Classes c;
    GpuLoss l;
    GpuFlat out;
    if (!open_loss(w, g, 0, &c, &l) || !gpu_flat_out(w, g, &w->out[0], c.type, &out)) return false;
    if (w->in[0].size && !(l.x = gpu_flat(w, g, &w->in[0], c.type))) return false;
    return reduced(w, g, &l, &(GpuSoftmax){.y = NULL}, &out);
}

static bool gradient(Work *w, GpuWork *g, bool softmax)
{
    Classes c;
    GpuLoss l;
    GpuFlat out;
    if (w->out[0].size == 0) return true;
    if (!open_loss(w, g, 1, &c, &l) || !gpu_flat_out(w, g, &w->out[0], c.type, &out) || !(l.g = gpu_flat(w, g, &w->in[0], c.type))) return false;
    const char *logs = softmax ? gpu_flat(w, g, &w->in[1], c.type) : NULL;
    if (softmax && !logs) return false;
    bool at_once = !l.parts && l.smoothing == 0;
    l.out = NULL;
    l.counts = at_once && l.outer * l.inner <= FEW;
    if (l.mean && !l.counts) { /* what the mean divides by: the weights of the targets that count; x says nothing here */
        GpuLoss counts = l;
        counts.x = out.at;
        gpu_run_loss(g->stream, &counts);
        gpu_run_loss_end(g->stream, &counts);
    }
    l.out = out.at;
    if (at_once) gpu_run_class_grad(g->stream, &l, logs);
    else gpu_run_loss_grad(g->stream, &l);
    if (softmax && !at_once) gpu_run_softmax_grad(g->stream, &(GpuSoftmax){.x = logs, .g = out.at, .y = out.at, .outer = c.outer, .n = c.n, .inner = c.inner, .scale = 1, .dtype = (uint8_t)c.type, .log = 1});
    return gpu_flat_store(w, g, &out);
}
CLASSES(cross_entropy_grad) { return gradient(w, g, true); }
CLASSES(nll_grad) { return gradient(w, g, false); }

CLASSES(softmax_output_grad)
{
    const char *divide = w->attrs[loss_reduction].text;
    const View *p = &w->in[0], *target = &w->in[1];
    Classes c = classes_of(p, p->ndim == 1 && w->attrs[loss_axis].i == 1 ? 0 : w->attrs[loss_axis].i);
    GpuFlat out;
    if (w->out[0].size == 0) return true;
    GpuSoftmaxOutput s = {.outer = c.outer, .n = c.n, .inner = c.inner, .ignore = w->attrs[loss_ignore].i, .smoothing = w->attrs[loss_smoothing].f, .factor = w->attrs[loss_beta].f, .dtype = (uint8_t)c.type,
                          .parts = target->ndim == p->ndim, .keeps = divide && strcmp(divide, "counted") == 0};
    s.by_valid = s.keeps || (divide && strcmp(divide, "valid") == 0);
    if (divide && strcmp(divide, "batch") == 0 && p->ndim) s.factor /= (double)p->shape[0];
    if (!(s.p = gpu_flat(w, g, p, c.type)) || !(s.target = gpu_flat(w, g, target, s.parts ? c.type : DT_INT64)) || !(s.sums = gpu_scratch(w, g, sizeof *s.sums))) return false;
    if (!gpu_flat_out(w, g, &w->out[0], c.type, &out)) return false;
    s.out = out.at;
    gpu_run_softmax_output(g->stream, &s);
    return gpu_flat_store(w, g, &out);
}
