/* resize.c: interpolation over one to three axes, and its gradient.
 *
 * Each output along an axis is a sum of at most four elements of the operand with weights (taps), worked out once for each axis. A row of outputs is made of rows of the
 * operand weighted along the outer axes into one row, which is then weighted along the last; the gradient goes the same way back. Planes are worked on one by one.
 */
#include "core/resize.h"

#include <math.h>
#include <string.h>

#include "flat.h"
#include "kernels.h"

enum { TAPS = 4 };
typedef struct Tap { int64_t at[TAPS]; double weight[TAPS]; } Tap;

typedef struct Resize {
    Work *w;
    DType type;
    int64_t e, planes, in[3], out[3], in_plane, out_plane;
    int taps;
    Tap *tap[3];
    char *x, *y;    /* the operand's side and the result's */
    _Atomic bool failed;
} Resize;

/* The cubic of Keys with a = -0.75: weights of the four neighbours of a place t behind the second. */
static void cubic_weights(double t, double *w)
{
    const double a = -0.75;
    for (int i = 0; i < 4; i++) {
        double d = fabs(t + 1 - i);
        w[i] = d <= 1 ? ((a + 2) * d - (a + 3)) * d * d + 1 : ((a * d - 5 * a) * d + 8 * a) * d - 4 * a;
    }
}

/* Elements of the operand for one step of the result; factor: what the user gave, 0: none. PyTorch computes places in float for float operands. */
static double step_of(DType type, int64_t in, int64_t out, double factor, bool align, ResizeMode mode)
{
    double step;
    if (align && mode >= RESIZE_LINEAR) step = out > 1 ? (double)(in - 1) / (double)(out - 1) : 0;
    else step = factor > 0 ? 1 / factor : (double)in / (double)out;
    return type == DT_FLOAT64 ? step : (double)(float)step;
}

static double place_of(DType type, double step, int64_t o, bool align, ResizeMode mode)
{
    double at = align ? step * (double)o : step * ((double)o + 0.5) - 0.5;
    if (!align && mode == RESIZE_LINEAR && at < 0) at = 0;
    return type == DT_FLOAT64 ? at : (double)(align ? (float)step * (float)o : fmaxf((float)step * ((float)o + 0.5f) - 0.5f, mode == RESIZE_LINEAR ? 0 : -INFINITY));
}

static void axis_taps(Resize *r, int axis, double factor, bool align, ResizeMode mode)
{
    int64_t in = r->in[axis], last = in - 1;
    double step = step_of(r->type, in, r->out[axis], factor, align, mode);
    for (int64_t o = 0; o < r->out[axis]; o++) {
        Tap *t = &r->tap[axis][o];
        memset(t, 0, sizeof *t);
        t->weight[0] = 1;
        if (mode <= RESIZE_NEAREST_EXACT) {
            double shift = mode == RESIZE_NEAREST_EXACT ? 0.5 : 0;
            double at = r->type == DT_FLOAT64 ? floor(((double)o + shift) * step) : (double)floorf(((float)o + (float)shift) * (float)step);
            t->at[0] = at < (double)last ? (int64_t)at : last;
            continue;
        }
        double at = place_of(r->type, step, o, align, mode), base = floor(at), rest = at - base;
        if (mode == RESIZE_LINEAR) {
            t->at[0] = base < (double)last ? (int64_t)base : last;
            t->at[1] = t->at[0] < last ? t->at[0] + 1 : t->at[0];
            rest = at - (double)t->at[0];
            rest = rest < 0 ? 0 : rest > 1 ? 1 : rest;
            t->weight[0] = 1 - rest;
            t->weight[1] = rest;
            continue;
        }
        cubic_weights(rest, t->weight);
        for (int i = 0; i < 4; i++) {
            double p = base - 1 + i;
            t->at[i] = p < 0 ? 0 : p > (double)last ? last : (int64_t)p;
        }
    }
}

#define AXIS_ROWS(T)                                                                                                                \
    /* to[i] += from[i] * weight */                                                                                                 \
    static void add_##T(T *restrict to, const T *restrict from, T weight, int64_t n)                                                \
    {                                                                                                                               \
        for (int64_t i = 0; i < n; i++) to[i] += from[i] * weight;                                                                  \
    }                                                                                                                               \
    static void along_##T(const Resize *r, const T *row, T *y)                                                                      \
    {                                                                                                                               \
        const Tap *t = r->tap[2];                                                                                                   \
        if (r->taps == 1) for (int64_t o = 0; o < r->out[2]; o++) y[o] = row[t[o].at[0]];                                           \
        else if (r->taps == 2) for (int64_t o = 0; o < r->out[2]; o++) y[o] = (T)(row[t[o].at[0]] * (T)t[o].weight[0] + row[t[o].at[1]] * (T)t[o].weight[1]); \
        else for (int64_t o = 0; o < r->out[2]; o++) {                                                                              \
            T sum = 0;                                                                                                              \
            for (int k = 0; k < TAPS; k++) sum += row[t[o].at[k]] * (T)t[o].weight[k];                                              \
            y[o] = sum;                                                                                                             \
        }                                                                                                                           \
    }                                                                                                                               \
    static void back_##T(const Resize *r, T *row, const T *y)                                                                       \
    {                                                                                                                               \
        const Tap *t = r->tap[2];                                                                                                   \
        memset(row, 0, (size_t)r->in[2] * sizeof *row);                                                                             \
        for (int64_t o = 0; o < r->out[2]; o++)                                                                                     \
            for (int k = 0; k < r->taps; k++) row[t[o].at[k]] += y[o] * (T)t[o].weight[k];                                          \
    }                                                                                                                               \
    /* One row of outputs, forward or back; row: room for a row of the operand */                                                   \
    static void row_##T(const Resize *r, T *x, int64_t oz, int64_t oy, T *y, T *row, bool back)                                     \
    {                                                                                                                               \
        const Tap *z = &r->tap[0][oz], *v = &r->tap[1][oy];                                                                         \
        int outer = r->in[0] * r->out[0] == 1 ? 1 : r->taps, middle = r->in[1] * r->out[1] == 1 ? 1 : r->taps;                      \
        if (outer == 1 && middle == 1 && !back) {                                                                                   \
            along_##T(r, x + (z->at[0] * r->in[1] + v->at[0]) * r->in[2], y);                                                       \
            return;                                                                                                                 \
        }                                                                                                                           \
        if (back) back_##T(r, row, y);                                                                                              \
        else memset(row, 0, (size_t)r->in[2] * sizeof *row);                                                                        \
        for (int i = 0; i < outer; i++)                                                                                             \
            for (int j = 0; j < middle; j++) {                                                                                      \
                T *line = x + (z->at[i] * r->in[1] + v->at[j]) * r->in[2], weight = (T)z->weight[i] * (T)v->weight[j];              \
                if (weight == 0) continue;                                                                                          \
                if (back) add_##T(line, row, weight, r->in[2]);                                                                     \
                else add_##T(row, line, weight, r->in[2]);                                                                          \
            }                                                                                                                       \
        if (!back) along_##T(r, row, y);                                                                                            \
    }
AXIS_ROWS(float)
AXIS_ROWS(double)

static void planes(Resize *r, int64_t from, int64_t to, bool back)
{
    char *row = work_scratch(r->w, (size_t)(r->in[2] * r->e));
    if (!row) {
        r->failed = true;
        return;
    }
    for (int64_t p = from, done = 0; p < to && !r->failed; p++) {
        char *x = r->x + p * r->in_plane * r->e;
        if (back) memset(x, 0, (size_t)(r->in_plane * r->e));
        for (int64_t oz = 0; oz < r->out[0]; oz++)
            for (int64_t oy = 0; oy < r->out[1] && !r->failed; oy++) {
                char *y = r->y + (p * r->out_plane + (oz * r->out[1] + oy) * r->out[2]) * r->e;
                if (r->type == DT_FLOAT64) row_double(r, (double *)(void *)x, oz, oy, (double *)(void *)y, (double *)(void *)row, back);
                else row_float(r, (float *)(void *)x, oz, oy, (float *)(void *)y, (float *)(void *)row, back);
                if (work_after(r->w, &done, r->in[2] + r->out[2])) r->failed = true;
            }
    }
    work_scratch_free(r->w, row);
}

static void forward_planes(void *data, int64_t from, int64_t to) { planes(data, from, to, false); }
static void back_planes(void *data, int64_t from, int64_t to) { planes(data, from, to, true); }

/* wide: the operand's sizes; far: the result's. Integers go through double. */
static bool run(Work *w, bool back)
{
    const View *x = back ? &w->out[0] : &w->in[0], *y = back ? &w->in[0] : &w->out[0];
    const Attr *a = w->attrs;
    static const int scales[3] = {resize_scale0, resize_scale1, resize_scale2};
    ResizeMode mode = resize_mode_of(a[resize_mode].text);
    int dims = x->ndim - 2;
    DType type = dtype_is_float(x->dtype) ? dtype_computed(x->dtype) : DT_FLOAT64;
    Resize r = {.w = w, .type = type, .e = (int64_t)dtype_bytes(type), .planes = x->shape[0] * x->shape[1], .in_plane = 1, .out_plane = 1};
    Flat fx, fy;
    if (w->out[0].size == 0) return true;
    r.taps = mode <= RESIZE_NEAREST_EXACT ? 1 : mode == RESIZE_LINEAR ? 2 : 4;
    for (int i = 0; i < 3; i++) {
        int from = i - (3 - dims);
        r.in[i] = from < 0 ? 1 : x->shape[2 + from];
        r.out[i] = from < 0 ? 1 : y->shape[2 + from];
        r.in_plane *= r.in[i];
        r.out_plane *= r.out[i];
    }
    Tap *taps = work_scratch(w, (size_t)(r.out[0] + r.out[1] + r.out[2]) * sizeof *taps);
    bool ok = back ? flat_out(w, x, type, &fx) : flat_in(w, x, type, &fx);
    ok = (back ? flat_in(w, y, type, &fy) : flat_out(w, y, type, &fy)) && ok && taps;
    if (ok) {
        for (int i = 0; i < 3; i++) {
            r.tap[i] = i ? r.tap[i - 1] + r.out[i - 1] : taps;
            axis_taps(&r, i, i < 3 - dims ? 0 : a[scales[i - (3 - dims)]].f, a[resize_align].i, i < 3 - dims && mode > RESIZE_NEAREST_EXACT ? RESIZE_NEAREST : mode);
        }
        r.x = fx.at;
        r.y = fy.at;
        int64_t each = r.in_plane + r.out_plane * r.taps;
        work_parallel(w, r.planes, each >= 16384 ? 1 : 16384 / each + 1, back ? back_planes : forward_planes, &r);
        ok = !r.failed;
    }
    if (taps) work_scratch_free(w, taps);
    if (ok && back) flat_store(w, &fx);
    else flat_drop(w, &fx);
    if (ok && !back) flat_store(w, &fy);
    else flat_drop(w, &fy);
    return ok;
}

bool cpu_interpolate(Work *w) { return run(w, false); }
bool cpu_interpolate_grad(Work *w) { return run(w, true); }
