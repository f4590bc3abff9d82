/* pool.c: pooling over one to three axes, adaptive pooling, and their gradients.
 *
 * Planes (an image's channel) are worked on one by one. Rows of outputs whose windows stand in a regular order go one place of the kernel at a time, so that
 * neighbouring outputs share a vector; few or irregular windows are summed segment by segment. Float and double in their own type, half types in float,
 * integers in int64. A window without elements (MXNet's "full" convention knows some) has the lowest number as its maximum.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "core/window.h"
#include "flat.h"
#include "kernels.h"

typedef struct Span { int64_t low, high, count; } Span; /* of an output along an axis: its elements, and how many an average counts */

typedef struct Pool {
    Work *w;
    const WidePool *loops;
    DType type;
    int64_t e, in[3], out[3], kernel[3], stride[3], pad[3], dilate[3], planes, in_plane, out_plane;
    Span *span[3];
    int64_t *first, *end;  /* of a place kx in the kernel: the outputs of a row that it has an element for */
    bool regular;          /* by places of the kernel, a row at a time; else by segments */
    bool padded;           /* planes are small: each is copied into scratch with its margins, where all windows are whole */
    int64_t wide[3], frame, taps, *tap, *place; /* the copy's sizes and elements; of each place in the kernel: where in the copy, and in the operand */
    int64_t divisor;       /* 0: as many as counted */
    double p;
    char *x, *y;
    const char *g;
    char *to;              /* of lp_pool_grad */
    int64_t *where;
    void *tables;
    _Atomic bool failed;
} Pool;

static DType pool_type(DType d) { return dtype_is_float(d) ? dtype_computed(d) : DT_INT64; }
static int type_index(DType t) { return t == DT_FLOAT32 ? 0 : t == DT_FLOAT64 ? 1 : 2; }

/* ---- geometry ---- */

static void axis_spans(Pool *p, int axis, bool adaptive, bool count_pad)
{
    int64_t in = p->in[axis], out = p->out[axis];
    for (int64_t o = 0; o < out; o++) {
        Span *s = &p->span[axis][o];
        if (adaptive) {
            s->low = o * in / out;
            s->high = ((o + 1) * in + out - 1) / out;
            s->count = s->high - s->low;
            continue;
        }
        int64_t from = o * p->stride[axis] - p->pad[axis], to = from + p->kernel[axis], padded = to < in + p->pad[axis] ? to : in + p->pad[axis];
        s->low = from > 0 ? from : 0;
        s->high = to < in ? to : in;
        if (s->high < s->low) s->high = s->low;
        s->count = count_pad ? padded - from : s->high - s->low;
    }
}

static void row_ranges(Pool *p)
{
    for (int64_t k = 0; k < p->kernel[2]; k++) {
        int64_t shift = k * p->dilate[2] - p->pad[2], s = p->stride[2], last = p->in[2] - 1 - shift;
        int64_t from = shift < 0 ? (-shift + s - 1) / s : 0, to = last < 0 ? 0 : last / s + 1;
        if (to > p->out[2]) to = p->out[2];
        p->first[k] = from < to ? from : to;
        p->end[k] = to;
    }
}

enum { FRAME = 1 << 18, FRAME_TAPS = 256 }; /* elements of a copied plane (a megabyte of floats), and of a window */

static void plan_frame(Pool *p, bool adaptive)
{
    p->taps = p->kernel[0] * p->kernel[1] * p->kernel[2];
    p->frame = 1;
    for (int i = 0; i < 3; i++) {
        int64_t reach = (p->out[i] - 1) * p->stride[i] + (p->kernel[i] - 1) * p->dilate[i] + 1;
        p->wide[i] = reach > p->in[i] + p->pad[i] ? reach : p->in[i] + p->pad[i];
        p->frame *= p->wide[i];
    }
    bool few = p->out[2] < 4 && p->kernel[2] > 2 * p->out[2]; /* whole rows are summed better one by one */
    p->padded = !adaptive && !few && p->frame <= FRAME && p->taps <= FRAME_TAPS;
    p->frame += POOL_SLACK(p->stride[2]);
}

/* Room for a plane with its margins, all of them `margin`. */
static char *open_frame(Pool *p, double margin)
{
    char *frame = work_scratch(p->w, (size_t)(p->frame * p->e));
    if (!frame) p->failed = true;
    for (int64_t i = 0; frame && i < p->frame; i++) {
        if (p->type == DT_FLOAT32) ((float *)(void *)frame)[i] = (float)margin;
        else if (p->type == DT_FLOAT64) ((double *)(void *)frame)[i] = margin;
        else ((int64_t *)(void *)frame)[i] = margin < 0 ? INT64_MIN : 0;
    }
    return frame;
}

static void fill_frame(const Pool *p, char *frame, const char *x)
{
    size_t row = (size_t)(p->in[2] * p->e);
    for (int64_t z = 0; z < p->in[0]; z++)
        for (int64_t y = 0; y < p->in[1]; y++)
            memcpy(frame + (((z + p->pad[0]) * p->wide[1] + y + p->pad[1]) * p->wide[2] + p->pad[2]) * p->e, x + (z * p->in[1] + y) * (int64_t)row, row);
}

static const char *frame_row(const Pool *p, const char *frame, int64_t oz, int64_t oy) { return frame + (oz * p->stride[0] * p->wide[1] + oy * p->stride[1]) * p->wide[2] * p->e; }

/* wide: the view with the operand's sizes; narrow: with the result's. */
static bool pool_open(Pool *p, Work *w, const View *wide, const View *narrow, DType type, bool adaptive)
{
    const Attr *a = w->attrs;
    int dims = adaptive && a[pool_output].ints.count > 0 ? a[pool_output].ints.count : pool_dims(a, wide->ndim);
    Window v;
    memset(p, 0, sizeof *p);
    pool_window(a, w->accent, wide->shape + wide->ndim - dims, dims, &v);
    p->w = w;
    p->type = type;
    p->loops = &wide_loops()->pool[type_index(type)];
    p->e = (int64_t)dtype_bytes(type);
    p->planes = p->in_plane = p->out_plane = 1;
    for (int i = 0; i < 3; i++) {
        int from = i - (3 - dims);
        bool there = from >= 0;
        p->in[i] = there ? wide->shape[wide->ndim - dims + from] : 1;
        p->out[i] = there ? narrow->shape[narrow->ndim - dims + from] : 1;
        p->kernel[i] = there && !adaptive ? v.kernel[from] : 1;
        p->stride[i] = there && !adaptive ? v.stride[from] : 1;
        p->pad[i] = there && !adaptive ? v.pad[from] : 0;
        p->dilate[i] = there && !adaptive && w->op->id == OP_max_pool ? v.dilate[from] : 1;
        p->in_plane *= p->in[i];
        p->out_plane *= p->out[i];
    }
    for (int i = 0; i < wide->ndim - dims; i++) p->planes *= wide->shape[i];
    p->divisor = a[pool_divisor].i;
    bool dilated = p->dilate[0] > 1 || p->dilate[1] > 1 || p->dilate[2] > 1;
    p->regular = !adaptive && (dilated || (p->out[2] >= 12 && p->kernel[2] <= 64));
    plan_frame(p, adaptive);
    size_t spans = (size_t)(p->out[0] + p->out[1] + p->out[2]) * sizeof(Span), ranges = (size_t)p->kernel[2] * sizeof(int64_t);
    if (!(p->tables = work_scratch(w, spans + 2 * ranges + (p->padded ? 2 * (size_t)p->taps * sizeof *p->tap : 0)))) return false;
    p->span[0] = p->tables;
    p->span[1] = p->span[0] + p->out[0];
    p->span[2] = p->span[1] + p->out[1];
    p->first = (int64_t *)(void *)((char *)p->tables + spans);
    p->end = p->first + p->kernel[2];
    for (int i = 0; i < 3; i++) axis_spans(p, i, adaptive, a[pool_count_pad].i && w->op->id != OP_lp_pool && w->op->id != OP_lp_pool_grad);
    row_ranges(p);
    p->tap = p->end + p->kernel[2];
    p->place = p->tap + p->taps;
    for (int64_t i = 0; p->padded && i < p->taps; i++) {
        int64_t x = i % p->kernel[2] * p->dilate[2], y = i / p->kernel[2] % p->kernel[1] * p->dilate[1], z = i / (p->kernel[2] * p->kernel[1]) * p->dilate[0];
        p->tap[i] = (z * p->wide[1] + y) * p->wide[2] + x;
        p->place[i] = (z * p->in[1] + y) * p->in[2] + x;
    }
    return true;
}

/* ---- maxima ---- */

#define MAXIMA(NAME, T, I, LOWEST)                                                                                                   \
    static void NAME##_row(const Pool *p, const T *x, int64_t oz, int64_t oy, T *y, int64_t *where, T *best, I *at)                          \
    {                                                                                                                                        \
        int64_t n = p->out[2];                                                                                                               \
        for (int64_t o = 0; o < n; o++) best[o] = LOWEST, at[o] = -1;                                                                        \
        for (int64_t kz = 0; kz < p->kernel[0]; kz++) {                                                                                      \
            int64_t iz = oz * p->stride[0] - p->pad[0] + kz * p->dilate[0];                                                                  \
            if (iz < 0 || iz >= p->in[0]) continue;                                                                                          \
            for (int64_t ky = 0; ky < p->kernel[1]; ky++) {                                                                                  \
                int64_t iy = oy * p->stride[1] - p->pad[1] + ky * p->dilate[1], line = (iz * p->in[1] + iy) * p->in[2];                      \
                if (iy < 0 || iy >= p->in[1]) continue;                                                                                      \
                for (int64_t kx = 0; kx < p->kernel[2]; kx++) {                                                                              \
                    int64_t a = p->first[kx], first = line + a * p->stride[2] + kx * p->dilate[2] - p->pad[2];                                \
                    if (p->end[kx] > a) p->loops->largest(x + first, p->stride[2], p->end[kx] - a, best + a, at + a, first);                   \
                }                                                                                                                            \
            }                                                                                                                                \
        }                                                                                                                                    \
        for (int64_t o = 0; o < n; o++) {                                                                                                    \
            y[o] = best[o];                                                                                                                  \
            where[o] = at[o];                                                                                                                \
        }                                                                                                                                    \
        for (int64_t o = 0; o < n; o++)                                                                                                      \
            if (at[o] < 0) NAME##_window(p, x, oz, oy, o, &y[o], &where[o]);                                                                 \
    }
/* One window, element by element: few outputs, and windows in which nothing is larger than the lowest number. */
#define WINDOW(NAME, T, EMPTY)                                                                                                               \
    static void NAME##_window(const Pool *p, const T *x, int64_t oz, int64_t oy, int64_t ox, T *y, int64_t *where)                           \
    {                                                                                                                                        \
        Span z = p->span[0][oz], r = p->span[1][oy], c = p->span[2][ox];                                                                     \
        int64_t dz = p->dilate[0], dy = p->dilate[1], dx = p->dilate[2];                                                                     \
        if (dz > 1 || dy > 1 || dx > 1) {                                                                                                    \
            z = dilated_span(p, 0, oz);                                                                                                      \
            r = dilated_span(p, 1, oy);                                                                                                      \
            c = dilated_span(p, 2, ox);                                                                                                      \
        }                                                                                                                                    \
        int64_t at = -1;                                                                                                                     \
        T best = EMPTY;                                                                                                                      \
        if (z.low < z.high && r.low < r.high && c.low < c.high) best = x[at = (z.low * p->in[1] + r.low) * p->in[2] + c.low];                \
        for (int64_t i = z.low; i < z.high; i += dz)                                                                                         \
            for (int64_t j = r.low; j < r.high; j += dy) {                                                                                   \
                const T *line = x + (i * p->in[1] + j) * p->in[2];                                                                           \
                for (int64_t k = c.low; k < c.high; k += dx)                                                                                 \
                    if (line[k] > best || line[k] != line[k]) best = line[k], at = line + k - x;                                             \
            }                                                                                                                                \
        *y = best;                                                                                                                           \
        *where = at;                                                                                                                         \
    }

static Span dilated_span(const Pool *p, int axis, int64_t o)
{
    Span s = {.low = o * p->stride[axis] - p->pad[axis]};
    s.high = s.low + (p->kernel[axis] - 1) * p->dilate[axis] + 1;
    if (s.low < 0) s.low += (-s.low + p->dilate[axis] - 1) / p->dilate[axis] * p->dilate[axis];
    if (s.high > p->in[axis]) s.high = p->in[axis];
    return s;
}

WINDOW(max_f32, float, -FLT_MAX)
WINDOW(max_f64, double, -DBL_MAX)
WINDOW(max_i64, int64_t, INT64_MIN)
MAXIMA(max_f32, float, int32_t, -INFINITY)
MAXIMA(max_f64, double, int64_t, -INFINITY)
MAXIMA(max_i64, int64_t, int64_t, INT64_MIN)

/* One window by itself, in its type. */
static void max_window(const Pool *p, const void *x, int64_t oz, int64_t oy, int64_t ox, void *y, int64_t *where)
{
    if (p->type == DT_FLOAT32) max_f32_window(p, x, oz, oy, ox, (float *)y + ox, where + ox);
    else if (p->type == DT_FLOAT64) max_f64_window(p, x, oz, oy, ox, (double *)y + ox, where + ox);
    else max_i64_window(p, x, oz, oy, ox, (int64_t *)y + ox, where + ox);
}

static void max_frames(Pool *p, int64_t from, int64_t to)
{
    int64_t n = p->out[2];
    char *frame = open_frame(p, -INFINITY);
    for (int64_t plane = from, done = 0; plane < to && !p->failed; plane++) {
        const char *x = p->x + plane * p->in_plane * p->e;
        fill_frame(p, frame, x);
        for (int64_t oz = 0; oz < p->out[0]; oz++)
            for (int64_t oy = 0; oy < p->out[1] && !p->failed; oy++) {
                int64_t row = plane * p->out_plane + (oz * p->out[1] + oy) * n, *where = p->where + row;
                int64_t origin = ((oz * p->stride[0] - p->pad[0]) * p->in[1] + oy * p->stride[1] - p->pad[1]) * p->in[2] - p->pad[2], lost = 0;
                char *y = p->y + row * p->e;
                p->loops->largest_row(frame_row(p, frame, oz, oy), n, p->stride[2], p->tap, p->place, p->taps, origin, y, where);
                for (int64_t o = 0; o < n; o++) lost |= where[o];
                for (int64_t o = 0; lost < 0 && o < n; o++)
                    if (where[o] < 0) max_window(p, x, oz, oy, o, y, where);
                if (work_after(p->w, &done, n * (p->taps + 1))) p->failed = true;
            }
    }
    if (frame) work_scratch_free(p->w, frame);
}

static void max_planes(void *data, int64_t from, int64_t to)
{
    Pool *p = data;
    int64_t n = p->out[2];
    if (p->padded) {
        max_frames(p, from, to);
        return;
    }
    char *room = p->regular ? work_scratch(p->w, (size_t)n * 16 + 64) : NULL;
    if (p->regular && !room) {
        p->failed = true;
        return;
    }
    for (int64_t plane = from, done = 0; plane < to && !p->failed; plane++) {
        const char *x = p->x + plane * p->in_plane * p->e;
        for (int64_t oz = 0; oz < p->out[0]; oz++)
            for (int64_t oy = 0; oy < p->out[1] && !p->failed; oy++) {
                int64_t row = plane * p->out_plane + (oz * p->out[1] + oy) * n, *where = p->where + row;
                void *y = p->y + row * p->e, *at = room ? room + n * 8 : NULL;
                const void *px = x;
                if (p->regular) {
                    if (p->type == DT_FLOAT32) max_f32_row(p, px, oz, oy, y, where, (float *)(void *)room, at);
                    else if (p->type == DT_FLOAT64) max_f64_row(p, px, oz, oy, y, where, (double *)(void *)room, at);
                    else max_i64_row(p, px, oz, oy, y, where, (int64_t *)(void *)room, at);
                } else
                    for (int64_t ox = 0; ox < n; ox++) max_window(p, px, oz, oy, ox, y, where);
                if (work_after(p->w, &done, n * (p->taps + 1))) p->failed = true;
            }
    }
    if (room) work_scratch_free(p->w, room);
}

/* Planes a piece: enough work to be worth a thread, by sizes alone. */
static int64_t grain(const Pool *p)
{
    int64_t each = p->in_plane + p->out_plane * (p->regular ? p->kernel[0] * p->kernel[1] * p->kernel[2] / 4 + 1 : 1);
    return each >= 32768 ? 1 : 32768 / (each + 1) + 1;
}

static bool max_pool(Work *w, bool adaptive)
{
    Pool p;
    Flat x, y, where;
    DType type = pool_type(w->in[0].dtype);
    if (w->out[0].size == 0) return true;
    bool ok = flat_in(w, &w->in[0], type, &x);
    ok = flat_out(w, &w->out[0], type, &y) && ok;
    ok = flat_out(w, &w->out[1], DT_INT64, &where) && ok;
    ok = pool_open(&p, w, &w->in[0], &w->out[0], type, adaptive) && ok;
    if (ok && type == DT_FLOAT32 && p.in_plane > INT32_MAX) p.regular = false;
    if (ok) {
        p.x = x.at;
        p.y = y.at;
        p.where = where.at;
        work_parallel(w, p.planes, grain(&p), max_planes, &p);
        ok = !p.failed;
    }
    if (p.tables) work_scratch_free(w, p.tables);
    flat_drop(w, &x);
    if (ok) flat_store(w, &y), flat_store(w, &where);
    else flat_drop(w, &y), flat_drop(w, &where);
    return ok;
}

bool cpu_max_pool(Work *w) { return max_pool(w, false); }
bool cpu_adaptive_max_pool(Work *w) { return max_pool(w, true); }

#define LAY(T)                                                                                      \
    for (int64_t plane = from; plane < to; plane++) {                                               \
        const T *g = (const T *)(const void *)p->g + plane * p->out_plane;                          \
        const int64_t *where = p->where + plane * p->out_plane;                                     \
        T *x = (T *)(void *)p->x + plane * p->in_plane;                                             \
        memset(x, 0, (size_t)p->in_plane * sizeof *x);                                              \
        for (int64_t o = 0; o < p->out_plane; o++)                                                  \
            if ((uint64_t)where[o] < (uint64_t)p->in_plane) x[where[o]] += g[o];                    \
    }
static void lay_planes(void *data, int64_t from, int64_t to)
{
    Pool *p = data;
    if (p->type == DT_FLOAT32) LAY(float)
    else if (p->type == DT_FLOAT64) LAY(double)
    else LAY(int64_t)
}

bool cpu_max_pool_grad(Work *w)
{
    const View *g = &w->in[0], *out = &w->out[0];
    int dims = w->attrs[pool_output].ints.count;
    DType type = pool_type(out->dtype);
    Pool p = {.w = w, .type = type, .planes = 1, .in_plane = 1, .out_plane = 1};
    Flat fg, where, x;
    for (int i = 0; i < out->ndim; i++) {
        if (i < out->ndim - dims) p.planes *= out->shape[i];
        else p.in_plane *= out->shape[i], p.out_plane *= g->shape[i];
    }
    if (out->size == 0) return true;
    bool ok = flat_in(w, g, type, &fg);
    ok = flat_in(w, &w->in[1], DT_INT64, &where) && ok;
    ok = flat_out(w, out, type, &x) && ok;
    if (ok) {
        p.x = x.at;
        p.g = fg.at;
        p.where = where.at;
        work_parallel(w, p.planes, grain(&p), lay_planes, &p);
    }
    flat_drop(w, &fg);
    flat_drop(w, &where);
    if (ok) flat_store(w, &x);
    else flat_drop(w, &x);
    return ok;
}

/* ---- means, and sums of powers ---- */

/* y[o] += the elements from … to of x */
static inline void segment_sum(const Pool *p, const char *x, int64_t from, int64_t to, char *y, int64_t o)
{
    if (to - from >= 16) p->loops->total(x + from * p->e, to - from, y + o * p->e);
    else if (p->type == DT_FLOAT32) for (int64_t i = from; i < to; i++) ((float *)(void *)y)[o] += ((const float *)(const void *)x)[i];
    else if (p->type == DT_FLOAT64) for (int64_t i = from; i < to; i++) ((double *)(void *)y)[o] += ((const double *)(const void *)x)[i];
    else for (int64_t i = from; i < to; i++) ((int64_t *)(void *)y)[o] += ((const int64_t *)(const void *)x)[i];
}

static void sum_row(const Pool *p, const char *x, int64_t oz, int64_t oy, char *y)
{
    const int64_t e = p->e;
    Span z = p->span[0][oz], r = p->span[1][oy];
    memset(y, 0, (size_t)(p->out[2] * e));
    if (!p->regular && p->out[2] == 1 && p->span[2][0].low == 0 && p->span[2][0].high == p->in[2]) { /* whole rows follow one another */
        for (int64_t iz = z.low; iz < z.high; iz++) segment_sum(p, x, (iz * p->in[1] + r.low) * p->in[2], (iz * p->in[1] + r.high) * p->in[2], y, 0);
        return;
    }
    for (int64_t iz = p->span[0][oz].low; iz < p->span[0][oz].high; iz++)
        for (int64_t iy = p->span[1][oy].low; iy < p->span[1][oy].high; iy++) {
            const char *line = x + (iz * p->in[1] + iy) * p->in[2] * e;
            if (p->regular) {
                for (int64_t kx = 0; kx < p->kernel[2]; kx++) {
                    int64_t a = p->first[kx];
                    if (p->end[kx] > a) p->loops->sum(line + (a * p->stride[2] + kx - p->pad[2]) * e, p->stride[2], p->end[kx] - a, y + a * e);
                }
                continue;
            }
            for (int64_t o = 0; o < p->out[2]; o++) segment_sum(p, line, p->span[2][o].low, p->span[2][o].high, y, o);
        }
}

/* The other way: a row of g is added to all elements of its windows. */
static void spread_row(const Pool *p, char *x, int64_t oz, int64_t oy, const char *g)
{
    const int64_t e = p->e;
    for (int64_t iz = p->span[0][oz].low; iz < p->span[0][oz].high; iz++)
        for (int64_t iy = p->span[1][oy].low; iy < p->span[1][oy].high; iy++) {
            char *line = x + (iz * p->in[1] + iy) * p->in[2] * e;
            if (p->regular) {
                for (int64_t kx = 0; kx < p->kernel[2]; kx++) {
                    int64_t a = p->first[kx];
                    if (p->end[kx] > a) p->loops->spread(line + (a * p->stride[2] + kx - p->pad[2]) * e, p->stride[2], p->end[kx] - a, g + a * e);
                }
                continue;
            }
            for (int64_t o = 0; o < p->out[2]; o++)
                for (int64_t i = p->span[2][o].low; i < p->span[2][o].high; i++) {
                    if (p->type == DT_FLOAT32) ((float *)(void *)line)[i] += ((const float *)(const void *)g)[o];
                    else if (p->type == DT_FLOAT64) ((double *)(void *)line)[i] += ((const double *)(const void *)g)[o];
                    else ((int64_t *)(void *)line)[i] += ((const int64_t *)(const void *)g)[o];
                }
        }
}

#define DIVIDE(T)                                                                                       \
    do {                                                                                                \
        const T *x = (const T *)(const void *)from, divisor = (T)by;                                    \
        T *y = (T *)(void *)to;                                                                         \
        if (!by) for (int64_t i = 0; i < n; i++) y[i] = 0;                                              \
        else if (exact) for (int64_t i = 0; i < n; i++) y[i] = x[i] * (1 / divisor);                    \
        else for (int64_t i = 0; i < n; i++) y[i] = x[i] / divisor;                                     \
    } while (0)
/* n neighbours divided by one number; a power of two is multiplied by, which gives the same bits */
static void divide_run(DType type, int64_t by, int64_t n, const char *from, char *to)
{
    bool exact = type != DT_INT64 && by > 0 && by < 1 << 20 && (by & (by - 1)) == 0;
    if (type == DT_FLOAT32) DIVIDE(float);
    else if (type == DT_FLOAT64) DIVIDE(double);
    else DIVIDE(int64_t);
}
#undef DIVIDE

/* A row divided by how many elements its windows count (or by the divisor that was given). */
static void divide_row(const Pool *p, int64_t oz, int64_t oy, const char *from, char *to)
{
    int64_t rows = p->span[0][oz].count * p->span[1][oy].count;
    for (int64_t o = 0, end; o < p->out[2]; o = end) {
        int64_t by = p->divisor ? p->divisor : rows * p->span[2][o].count;
        for (end = o + 1; end < p->out[2] && (p->divisor || p->span[2][end].count == p->span[2][o].count);) end++;
        divide_run(p->type, by, end - o, from + o * p->e, to + o * p->e);
    }
}

/* The whole plane is one window. */
static bool is_global(const Pool *p) { return p->out_plane == 1 && p->span[0][0].high - p->span[0][0].low == p->in[0] && p->span[1][0].high - p->span[1][0].low == p->in[1] && p->span[2][0].high - p->span[2][0].low == p->in[2]; }

static void avg_global(Pool *p, int64_t from, int64_t to)
{
    int64_t done = 0;
    memset(p->y + from * p->e, 0, (size_t)((to - from) * p->e));
    for (int64_t plane = from; plane < to && !p->failed; plane++) {
        p->loops->total(p->x + plane * p->in_plane * p->e, p->in_plane, p->y + plane * p->e);
        divide_row(p, 0, 0, p->y + plane * p->e, p->y + plane * p->e);
        if (work_after(p->w, &done, p->in_plane)) p->failed = true;
    }
}

/* Do windows of a plane of floats stand side by side, without gaps and to its ends? Then each element is written once. */
static bool is_tiled(const Pool *p)
{
    if (p->type != DT_FLOAT32 || p->in[0] != 1 || p->out[0] != 1) return false;
    for (int i = 1; i < 3; i++)
        if (p->in[i] != p->out[i] * p->stride[i] || p->span[i][0].low || p->span[i][0].high != p->stride[i] || (p->out[i] > 1 && p->span[i][1].low != p->stride[i]) || p->span[i][p->out[i] - 1].high != p->in[i]) return false;
    return true;
}

/* Of 2 x 2 elements, each divided by four? */
static bool is_quads(const Pool *p) { return is_tiled(p) && p->stride[1] == 2 && p->stride[2] == 2 && p->out[2] >= WIDE_QUADS && (!p->divisor || p->divisor == 4); }

enum { QUAD_PLANES = 64 }; /* at a time, before it is asked whether to stop */

static void quad_planes(Pool *p, int64_t from, int64_t to)
{
    for (int64_t at = from; at < to && !p->failed; at += QUAD_PLANES) {
        int64_t rows = (to - at < QUAD_PLANES ? to - at : QUAD_PLANES) * p->out[1];
        float *x = (float *)(void *)p->x + at * p->in_plane;
        if (p->y) p->loops->quads(x, rows, p->out[2], (float *)(void *)p->y + at * p->out_plane);
        else p->loops->quads_back((const float *)(const void *)p->g + at * p->out_plane, rows, p->out[2], x);
        if (work_stopped(p->w)) p->failed = true;
    }
}

static void avg_planes(void *data, int64_t from, int64_t to)
{
    Pool *p = data;
    if (is_global(p)) {
        avg_global(p, from, to);
        return;
    }
    if (is_quads(p)) {
        quad_planes(p, from, to);
        return;
    }
    char *frame = p->padded ? open_frame(p, 0) : NULL;
    for (int64_t plane = from, done = 0; plane < to && !p->failed; plane++) {
        if (frame) fill_frame(p, frame, p->x + plane * p->in_plane * p->e);
        for (int64_t oz = 0; oz < p->out[0]; oz++)
            for (int64_t oy = 0; oy < p->out[1] && !p->failed; oy++) {
                char *y = p->y + (plane * p->out_plane + (oz * p->out[1] + oy) * p->out[2]) * p->e;
                if (frame) p->loops->sum_row(frame_row(p, frame, oz, oy), p->out[2], p->stride[2], p->tap, p->taps, y);
                else sum_row(p, p->x + plane * p->in_plane * p->e, oz, oy, y);
                divide_row(p, oz, oy, y, y);
                if (work_after(p->w, &done, p->out[2] * (p->taps + 1))) p->failed = true;
            }
    }
    if (frame) work_scratch_free(p->w, frame);
}

static void tile_row(const Pool *p, char *plane, int64_t oy, const float *part)
{
    int64_t high = p->stride[1], wide = p->stride[2], n = p->out[2], row = p->in[2];
    float *x = (float *)(void *)plane + oy * high * row;
    if (wide == 2) for (int64_t o = 0; o < n; o++) x[2 * o] = x[2 * o + 1] = part[o];
    else for (int64_t o = 0; o < n; o++)
        for (int64_t k = 0; k < wide; k++) x[o * wide + k] = part[o];
    for (int64_t k = 1; k < high; k++) memcpy(x + k * row, x, (size_t)row * sizeof *x);
}

static void avg_grad_planes(void *data, int64_t from, int64_t to)
{
    Pool *p = data;
    if (is_quads(p)) {
        quad_planes(p, from, to);
        return;
    }
    char *part = work_scratch(p->w, (size_t)(p->out[2] * p->e));
    if (!part) {
        p->failed = true;
        return;
    }
    bool whole = is_global(p);
    for (int64_t plane = from, done = 0; plane < to && !p->failed; plane++) {
        char *x = p->x + plane * p->in_plane * p->e;
        if (whole) {
            divide_row(p, 0, 0, p->g + plane * p->e, part);
            if (p->type == DT_FLOAT32) for (int64_t i = 0; i < p->in_plane; i++) ((float *)(void *)x)[i] = *(float *)(void *)part;
            else if (p->type == DT_FLOAT64) for (int64_t i = 0; i < p->in_plane; i++) ((double *)(void *)x)[i] = *(double *)(void *)part;
            else for (int64_t i = 0; i < p->in_plane; i++) ((int64_t *)(void *)x)[i] = *(int64_t *)(void *)part;
            continue;
        }
        bool tiles = is_tiled(p);
        if (!tiles) memset(x, 0, (size_t)(p->in_plane * p->e));
        for (int64_t oz = 0; oz < p->out[0]; oz++)
            for (int64_t oy = 0; oy < p->out[1] && !p->failed; oy++) {
                divide_row(p, oz, oy, p->g + (plane * p->out_plane + (oz * p->out[1] + oy) * p->out[2]) * p->e, part);
                if (tiles) tile_row(p, x, oy, (const float *)(const void *)part);
                else spread_row(p, x, oz, oy, part);
                if (work_after(p->w, &done, p->out[2] * (p->taps + 1))) p->failed = true;
            }
    }
    work_scratch_free(p->w, part);
}

/* in[0] to out[0], both flat, by `body`; forward: in is the wide side. */
static bool averages(Work *w, bool adaptive, bool forward)
{
    const View *in = &w->in[0], *out = &w->out[0];
    DType type = pool_type(out->dtype);
    Pool p;
    Flat a, b;
    if (out->size == 0) return true;
    bool ok = flat_in(w, in, type, &a);
    ok = flat_out(w, out, type, &b) && ok;
    ok = pool_open(&p, w, forward ? in : out, forward ? out : in, type, adaptive) && ok;
    if (adaptive) p.divisor = 0;
    if (ok) {
        p.x = forward ? a.at : b.at;
        p.y = forward ? b.at : NULL;
        p.g = a.at;
        work_parallel(w, p.planes, grain(&p), forward ? avg_planes : avg_grad_planes, &p);
        ok = !p.failed;
    }
    if (p.tables) work_scratch_free(w, p.tables);
    flat_drop(w, &a);
    if (ok) flat_store(w, &b);
    else flat_drop(w, &b);
    return ok;
}

bool cpu_avg_pool(Work *w) { return averages(w, false, true); }
bool cpu_avg_pool_grad(Work *w) { return averages(w, false, false); }
bool cpu_adaptive_avg_pool(Work *w) { return averages(w, true, true); }
bool cpu_adaptive_avg_pool_grad(Work *w) { return averages(w, true, false); }

/* ---- norms of windows ---- */

static double power(double x, double p) { return p == 2 ? x * x : p == 1 ? fabs(x) : pow(fabs(x), p); }

static double element(const Pool *p, const char *at, int64_t i)
{
    return p->type == DT_FLOAT32 ? (double)((const float *)(const void *)at)[i] : p->type == DT_FLOAT64 ? ((const double *)(const void *)at)[i] : (double)((const int64_t *)(const void *)at)[i];
}

static void set_element(const Pool *p, char *at, int64_t i, double v)
{
    if (p->type == DT_FLOAT32) ((float *)(void *)at)[i] = (float)v;
    else if (p->type == DT_FLOAT64) ((double *)(void *)at)[i] = v;
    else ((int64_t *)(void *)at)[i] = (int64_t)v;
}

/* Forward: y = (sum |x|^p)^(1/p). Backward: x's gradient is g (|x| / y)^(p - 1) sign(x), into `to`. */
static void lp_plane(Pool *p, const char *x, char *y, const char *g, char *to)
{
    for (int64_t o = 0, done = 0; o < p->out_plane && !p->failed; o++) {
        Span c = p->span[2][o % p->out[2]], r = p->span[1][o / p->out[2] % p->out[1]], z = p->span[0][o / (p->out[2] * p->out[1])];
        double sum = 0, norm = g ? element(p, y, o) : 0;
        for (int64_t i = z.low; i < z.high; i++)
            for (int64_t j = r.low; j < r.high; j++)
                for (int64_t k = c.low; k < c.high; k++) {
                    int64_t at = (i * p->in[1] + j) * p->in[2] + k;
                    double v = element(p, x, at);
                    if (!g) sum += power(v, p->p);
                    else if (norm != 0) set_element(p, to, at, element(p, to, at) + element(p, g, o) * pow(fabs(v) / norm, p->p - 1) * ((v > 0) - (v < 0)));
                }
        if (!g) set_element(p, y, o, p->p == 2 ? sqrt(sum) : p->p == 1 ? sum : pow(sum, 1 / p->p));
        if (work_after(p->w, &done, p->taps + 1)) p->failed = true;
    }
}

static void lp_planes(void *data, int64_t from, int64_t to)
{
    Pool *p = data;
    for (int64_t plane = from; plane < to && !p->failed; plane++) {
        int64_t in = plane * p->in_plane * p->e, out = plane * p->out_plane * p->e;
        char *grad = p->g ? p->to + in : NULL;
        if (grad) memset(grad, 0, (size_t)(p->in_plane * p->e));
        lp_plane(p, p->x + in, p->y + out, p->g ? p->g + out : NULL, grad);
        if (work_stopped(p->w)) p->failed = true;
    }
}

bool cpu_lp_pool(Work *w)
{
    Pool p;
    Flat x, y;
    DType type = pool_type(w->out[0].dtype);
    if (w->out[0].size == 0) return true;
    bool ok = flat_in(w, &w->in[0], type, &x);
    ok = flat_out(w, &w->out[0], type, &y) && ok;
    ok = pool_open(&p, w, &w->in[0], &w->out[0], type, false) && ok;
    if (ok) {
        p.p = p.divisor ? (double)p.divisor : 2;
        p.x = x.at;
        p.y = y.at;
        work_parallel(w, p.planes, grain(&p), lp_planes, &p);
        ok = !p.failed;
    }
    if (p.tables) work_scratch_free(w, p.tables);
    flat_drop(w, &x);
    if (ok) flat_store(w, &y);
    else flat_drop(w, &y);
    return ok;
}

bool cpu_lp_pool_grad(Work *w)
{
    Pool p;
    Flat g, x, y, to;
    DType type = pool_type(w->out[0].dtype);
    if (w->out[0].size == 0) return true;
    bool ok = flat_in(w, &w->in[0], type, &g);
    ok = flat_in(w, &w->in[1], type, &x) && ok;
    ok = flat_in(w, &w->in[2], type, &y) && ok;
    ok = flat_out(w, &w->out[0], type, &to) && ok;
    ok = pool_open(&p, w, &w->in[1], &w->in[0], type, false) && ok;
    if (ok) {
        p.p = p.divisor ? (double)p.divisor : 2;
        p.x = x.at;
        p.y = y.at;
        p.g = g.at;
        p.to = to.at;
        work_parallel(w, p.planes, grain(&p), lp_planes, &p);
        ok = !p.failed;
    }
    if (p.tables) work_scratch_free(w, p.tables);
    flat_drop(w, &g);
    flat_drop(w, &x);
    flat_drop(w, &y);
    if (ok) flat_store(w, &to);
    else flat_drop(w, &to);
    return ok;
}
