/* softmax.c: softmax, its logarithm and their gradients along any axis: rows where it is the last, else blocks of neighbouring columns. */
#include <math.h>

#include "classes.h"
#include "kernels.h"

enum { BLOCK_BYTES = 1 << 15 }; /* of a block of columns: it is read two or three times */

void classes_open(Classes *c, Work *w, const View *v, int64_t axis)
{
    int at = (int)(axis < 0 ? axis + v->ndim : axis);
    *c = (Classes){.w = w, .type = dtype_computed(v->dtype)};
    c->e = (int64_t)dtype_bytes(c->type);
    c->loops = flat_loops(c->type);
    shape_split(v->shape, v->ndim, at, &c->outer, &c->n, &c->inner);
}

typedef struct Job {
    const Classes *c;
    const char *x, *g; /* g: NULL forward */
    char *y;
    double scale;
    bool log;
    int64_t block, blocks;
    _Atomic bool failed;
} Job;

static void rows(void *data, int64_t from, int64_t to)
{
    Job *j = data;
    const Classes *c = j->c;
    int64_t step = c->n * c->e, some = 65536 / c->n + 1;
    for (int64_t i = from; i < to && !j->failed; i += some) {
        int64_t m = to - i < some ? to - i : some;
        if (j->g) c->loops->softmax_grad(j->g + i * step, j->x + i * step, j->y + i * step, m, c->n, j->scale, j->log);
        else c->loops->softmax(j->x + i * step, j->y + i * step, m, c->n, j->scale, j->log);
        if (work_stopped(c->w)) j->failed = true;
    }
}

static void columns(void *data, int64_t from, int64_t to)
{
    Job *j = data;
    const Classes *c = j->c;
    char *scratch = work_scratch(c->w, (size_t)(2 * c->n * c->e));
    if (!scratch) {
        j->failed = true;
        return;
    }
    for (int64_t i = from, done = 0; i < to && !j->failed; i++) {
        int64_t first = i % j->blocks * j->block, count = c->inner - first < j->block ? c->inner - first : j->block, at = (i / j->blocks * c->n * c->inner + first) * c->e;
        if (j->g) c->loops->softmax_grad_columns(j->g + at, j->x + at, j->y + at, c->n, c->inner, count, j->scale, j->log, scratch);
        else c->loops->softmax_columns(j->x + at, j->y + at, c->n, c->inner, count, j->scale, j->log, scratch);
        if (work_after(c->w, &done, c->n * count)) j->failed = true;
    }
    work_scratch_free(c->w, scratch);
}

static bool run(Job *j)
{
    const Classes *c = j->c;
    if (c->outer * c->n * c->inner == 0) return true;
    if (c->inner == 1) {
        work_parallel(c->w, c->outer, c->n >= 8192 ? 1 : (8192 / c->n + 16) / 16 * 16, rows, j);
        return !j->failed;
    }
    j->block = BLOCK_BYTES / (c->n * c->e);
    j->block = j->block < 32 ? 32 : j->block > 1024 ? 1024 : j->block / 16 * 16;
    if (j->block > c->inner) j->block = c->inner;
    j->blocks = (c->inner + j->block - 1) / j->block;
    int64_t each = j->block * c->n;
    work_parallel(c->w, c->outer * j->blocks, each >= 8192 ? 1 : 8192 / each + 1, columns, j);
    return !j->failed;
}

bool classes_softmax(const Classes *c, const void *x, void *y, double scale, bool log)
{
    Job j = {.c = c, .x = x, .y = y, .scale = scale, .log = log};
    return run(&j);
}

bool classes_softmax_grad(const Classes *c, const void *g, const void *y, void *dx, double scale, bool log)
{
    Job j = {.c = c, .x = y, .g = g, .y = dx, .scale = scale, .log = log};
    return run(&j);
}

/* softmax of x / temperature */
static double scale_of(const Work *w)
{
    double t = w->attrs[softmax_temperature].f;
    return t == 0 ? 1 : 1 / t;
}

/* MXNet's softmax of float16: a line's (x - max) / temperature and the sum at each of its steps are rounded. false: stopped. */
static float halved(float f) { return half_to_float(half_from_float(f)); }
static bool in_halves(const Classes *c, const float *x, float *y, double temperature, bool log)
{
    float t = halved((float)temperature);
    for (int64_t i = 0, lines = c->n ? c->outer * c->inner : 0; i < lines; i++) {
        const int64_t at = i / c->inner * c->n * c->inner + i % c->inner, step = c->inner;
        float most = x[at], sum = 0;
        for (int64_t k = 1; k < c->n; k++) most = x[at + k * step] > most ? x[at + k * step] : most;
        for (int64_t k = 0; k < c->n; k++) {
            float q = halved((x[at + k * step] - most) / t);
            sum = halved(sum + expf(q));
            y[at + k * step] = log ? q : expf(q);
        }
        for (int64_t k = 0; k < c->n; k++) y[at + k * step] = log ? y[at + k * step] - logf(sum) : y[at + k * step] / sum;
        if (work_stopped(c->w)) return false;
    }
    return true;
}

static bool forward(Work *w, int64_t axis, double scale, bool log)
{
    Classes c;
    Flat x, y;
    classes_open(&c, w, &w->out[0], axis);
    bool ok = flat_in(w, &w->in[0], c.type, &x);
    ok = flat_out(w, &w->out[0], c.type, &y) && ok;
    bool halves = w->in[0].dtype == DT_FLOAT16 && w->out[0].dtype == DT_FLOAT16 && accent_rules(w->accent)->softmax_in_halves;
    ok = ok && (halves ? in_halves(&c, x.at, y.at, 1 / scale, log) : classes_softmax(&c, x.at, y.at, scale, log));
    flat_drop(w, &x);
    if (ok) flat_store(w, &y);
    else flat_drop(w, &y);
    return ok;
}

static bool backward(Work *w, bool log)
{
    Classes c;
    Flat g, y, dx;
    classes_open(&c, w, &w->out[0], w->attrs[softmax_axis].i);
    bool ok = flat_in(w, &w->in[0], c.type, &g);
    ok = flat_in(w, &w->in[1], c.type, &y) && ok;
    ok = flat_out(w, &w->out[0], c.type, &dx) && ok;
    ok = ok && classes_softmax_grad(&c, g.at, y.at, dx.at, scale_of(w), log);
    flat_drop(w, &g);
    flat_drop(w, &y);
    if (ok) flat_store(w, &dx);
    else flat_drop(w, &dx);
    return ok;
}

bool cpu_softmax(Work *w) { return forward(w, w->attrs[softmax_axis].i, scale_of(w), false); }
bool cpu_log_softmax(Work *w) { return forward(w, w->attrs[softmax_axis].i, scale_of(w), true); }
bool cpu_softmax_grad(Work *w) { return backward(w, false); }
bool cpu_log_softmax_grad(Work *w) { return backward(w, true); }
bool cpu_softmax_out(Work *w) { return forward(w, w->in[0].ndim == 1 && w->attrs[loss_axis].i == 1 ? 0 : w->attrs[loss_axis].i, 1, false); }
