/* norm.c: plans batch, layer and group norm and their gradients. */
#include <string.h>

#include "plan.h"

/* A view with the normed axes last. */
typedef struct Turned { View v; int64_t shape[MAX_DIMS], strides[MAX_DIMS]; } Turned;

static const View *turn(const Work *w, const View *v, Turned *t, int64_t *rows, int64_t *n)
{
    bool marks[MAX_DIMS] = {false};
    Ints axes = w->attrs[norm_axes].ints;
    if (axes.count <= 0) axes = (Ints){&w->attrs[norm_axis].i, 1};
    for (int i = 0; i < axes.count && v->ndim; i++) marks[axes.d[i] < 0 ? axes.d[i] + v->ndim : axes.d[i]] = true;
    int at = 0;
    *rows = *n = 1;
    for (int marked = 0; marked < 2; marked++)
        for (int i = 0; i < v->ndim; i++) {
            if (marks[i] != marked) continue;
            t->shape[at] = v->shape[i];
            t->strides[at++] = v->strides[i];
            *(marked ? n : rows) *= v->shape[i];
        }
    t->v = *v;
    t->v.shape = t->shape;
    t->v.strides = t->strides;
    t->v.contiguous = shape_is_contiguous(t->shape, t->strides, v->ndim);
    return &t->v;
}

enum { SHORT = 1 << 13, FEW = 1 << 16 }; /* elements that a block passes over three times; that are soon done, whatever each costs */

/* The sizes of an operand's statistics; x is looked at by its last axes for a layer norm (*turned). */
static bool open_norm(Work *w, GpuWork *g, int kind, bool forth, const View *x, GpuNorm *n)
{
    *n = (GpuNorm){.kind = (uint8_t)kind, .dtype = (uint8_t)x->dtype, .size = x->size, .outer = 1, .channels = 1, .inner = 1, .eps = w->attrs[norm_eps].f, .training = 1};
    if (kind == GPU_NORM_LAYER) {
        Turned t;
        turn(w, x, &t, &n->outer, &n->channels);
        n->statistics = n->outer;
        n->count = n->channels;
    } else if (kind == GPU_NORM_BATCH) {
        int axis = (int)w->attrs[norm_axis].i;
        if (axis < 0) axis += x->ndim;
        shape_split(x->shape, x->ndim, axis, &n->outer, &n->channels, &n->inner);
        n->statistics = n->channels;
        n->count = n->outer * n->inner;
        n->training = w->attrs[norm_training].i != 0;
    } else {
        int64_t groups = w->attrs[norm_groups].i;
        n->outer = x->shape[0];
        n->channels = x->shape[1];
        for (int i = 2; i < x->ndim; i++) n->inner *= x->shape[i];
        n->each = n->channels / groups;
        n->statistics = n->outer * groups;
        n->count = n->each * n->inner;
    }
    n->given = forth && !n->training;
    n->whole = n->given ? n->size <= FEW : n->count <= SHORT || n->statistics >= g->card->processors;
    size_t numbers = (size_t)(n->statistics ? n->statistics : 1) * sizeof(double);
    return (n->mean = gpu_scratch(w, g, 4 * numbers)) && (n->inverse = n->mean + n->statistics) && (n->sums = n->inverse + n->statistics);
}

static bool operand(Work *w, GpuWork *g, int i, DType type, const char **at)
{
    *at = NULL;
    if (i >= w->in_count || !w->in[i].present || w->in[i].size == 0) return true;
    return (*at = gpu_flat(w, g, &w->in[i], type)) != NULL;
}

/* Running statistics: they are read, or become (1 - momentum) running + momentum new; MXNet's momentum is the old one's part. */
static bool running(Work *w, GpuNorm *n)
{
    double count = (double)n->count;
    n->part = accent_rules(w->accent)->momentum_of_old ? 1 - w->attrs[norm_momentum].f : w->attrs[norm_momentum].f;
    n->correct = w->attrs[norm_unbiased].i ? count / (count - 1) : 1;
    if (n->kind != GPU_NORM_BATCH || (n->count == 0 && n->training)) return true;
    return (w->in_count <= 3 || gpu_tensor(w, &w->in[3], &n->running_mean)) && (w->in_count <= 4 || gpu_tensor(w, &w->in[4], &n->running_variance));
}

static bool forward(Work *w, GpuWork *g, int kind)
{
    GpuNorm n;
    GpuFlat y;
    Turned tx, ty;
    int64_t rows, columns;
    if (!open_norm(w, g, kind, true, &w->in[0], &n)) return false;
    DType type = (DType)n.dtype, parameters = dtype_computed(type);
    bool layer = kind == GPU_NORM_LAYER;
    const View *vx = layer ? turn(w, &w->in[0], &tx, &rows, &columns) : &w->in[0], *vy = layer ? turn(w, &w->out[0], &ty, &rows, &columns) : &w->out[0];
    if ((n.size && !(n.x = gpu_flat(w, g, vx, type))) || !gpu_flat_out(w, g, vy, type, &y) || !operand(w, g, 1, parameters, &n.scale) || !operand(w, g, 2, parameters, &n.shift)) return false;
    n.y = y.at;
    if (!running(w, &n) || !gpu_tensor(w, &w->out[1], &n.saved_mean) || !gpu_tensor(w, &w->out[2], &n.saved_inverse)) return false;
    bool done = false;
    if (n.count > SHORT && !gpu_dnn_norm(w, g, &n, &done)) return false;
    if (!done) gpu_run_norm(g->stream, &n);
    return gpu_flat_store(w, g, &y);
}

/* in: out's gradient, x, scale, mean, 1 / deviation */
static bool backward(Work *w, GpuWork *g, int kind)
{
    GpuNorm n;
    GpuFlat dx;
    Turned tg, tx, ty;
    int64_t rows, columns;
    if (!open_norm(w, g, kind, false, &w->in[1], &n)) return false;
    DType type = (DType)n.dtype;
    bool layer = kind == GPU_NORM_LAYER;
    const View *vg = &w->in[0], *vx = &w->in[1], *vy = &w->out[0];
    if (layer) vg = turn(w, vg, &tg, &rows, &columns), vx = turn(w, vx, &tx, &rows, &columns), vy = turn(w, vy, &ty, &rows, &columns);
    if (n.size && (!(n.g = gpu_flat(w, g, vg, type)) || !(n.x = gpu_flat(w, g, vx, type)))) return false;
    if (!gpu_flat_out(w, g, vy, type, &dx) || !operand(w, g, 2, dtype_computed(type), &n.scale)) return false;
    if (!gpu_tensor(w, &w->in[3], &n.saved_mean) || !gpu_tensor(w, &w->in[4], &n.saved_inverse) || !gpu_tensor(w, &w->out[1], &n.d_scale) || !gpu_tensor(w, &w->out[2], &n.d_shift)) return false;
    n.y = dx.at;
    bool done = false;
    if (n.count > SHORT && !gpu_dnn_norm_grad(w, g, &n, &done)) return false;
    if (!done) gpu_run_norm_grad(g->stream, &n);
    return gpu_flat_store(w, g, &dx);
}

#define NORM(name, way, kind) \
    bool gpu_##name(Work *w, GpuWork *g); \
    bool gpu_##name(Work *w, GpuWork *g) { return way(w, g, kind); }
NORM(batch_norm, forward, GPU_NORM_BATCH)
NORM(layer_norm, forward, GPU_NORM_LAYER)
NORM(group_norm, forward, GPU_NORM_GROUP)
NORM(batch_norm_grad, backward, GPU_NORM_BATCH)
NORM(layer_norm_grad, backward, GPU_NORM_LAYER)
NORM(group_norm_grad, backward, GPU_NORM_GROUP)
