/* fft.c: the discrete Fourier transform along an axis, in double: a few lines abreast through circle.c, any length in O(n log n). */
#include <string.h>

#include "circle.h"
#include "kernels.h"

enum { ABREAST = 16, NEAR = 1 << 13 /* points that stay near the processor */, LOOK = 1 << 14 /* points between two looks at who may stop it */ };

static bool asks_to_stop(void *who) { return work_stopped(who); }

/* ---- a line's points in memory: every dtype, the common ones without asking what they are ---- */
typedef struct Side { DType dtype; char *at; int64_t step; double sign, scale; } Side; /* step: bytes from one point to the next */

#define LOADER(name, T, RE, IM)                                                                 \
    static void load_##name(const Side *s, int64_t i, int64_t end, C *x, int64_t lines)         \
    {                                                                                           \
        for (; i < end; i++) {                                                                  \
            const T *p = (const T *)(s->at + i * s->step);                                      \
            x[i * lines] = (C){RE, IM};                                                         \
        }                                                                                       \
    }
LOADER(floats, float, p[0], s->sign * 0)
LOADER(doubles, double, p[0], s->sign * 0)
LOADER(pairs, float, p[0], s->sign * p[1])
LOADER(double_pairs, double, p[0], s->sign * p[1])
static void load_any(const Side *s, int64_t i, int64_t end, C *x, int64_t lines)
{
    for (; i < end; i++) {
        Scalar v = dtype_load(s->dtype, s->at + i * s->step);
        x[i * lines] = (C){scalar_as_double(v), s->sign * v.im};
    }
}
static void load(const Side *s, int64_t i, int64_t end, C *x, int64_t lines)
{
    switch (s->dtype) {
    case DT_FLOAT32: load_floats(s, i, end, x, lines); break;
    case DT_FLOAT64: load_doubles(s, i, end, x, lines); break;
    case DT_COMPLEX64: load_pairs(s, i, end, x, lines); break;
    case DT_COMPLEX128: load_double_pairs(s, i, end, x, lines); break;
    default: load_any(s, i, end, x, lines);
    }
}
#define STORER(name, T)                                                                         \
    static void store_##name(const Side *s, int64_t i, int64_t end, const C *x, int64_t lines)  \
    {                                                                                           \
        for (; i < end; i++) {                                                                  \
            T *p = (T *)(s->at + i * s->step);                                                  \
            p[0] = (T)(x[i * lines].re * s->scale);                                             \
            p[1] = (T)(s->sign * x[i * lines].im * s->scale);                                   \
        }                                                                                       \
    }
STORER(pairs, float)
STORER(double_pairs, double)
static void store(const Side *s, int64_t i, int64_t end, C *x, int64_t lines)
{
    if (s->dtype == DT_COMPLEX64) store_pairs(s, i, end, x, lines);
    else if (s->dtype == DT_COMPLEX128) store_double_pairs(s, i, end, x, lines);
    else
        for (; i < end; i++) dtype_store(s->dtype, s->at + i * s->step, scalar_complex(x[i * lines].re * s->scale, s->sign * x[i * lines].im * s->scale));
}
static bool all_of(Work *w, void (*part)(const Side *, int64_t, int64_t, C *, int64_t), const Side *s, int64_t n, C *x, int64_t lines)
{
    for (int64_t i = 0; i < n; i += LOOK) {
        if (i && work_stopped(w)) return false;
        part(s, i, i + LOOK < n ? i + LOOK : n, x, lines);
    }
    return true;
}
static void clear(const Side *s, int64_t i, int64_t end, C *x, int64_t lines)
{
    for (; i < end; i++) x[i * lines] = (C){0, 0};
}

/* ---- line after line ---- */
typedef struct Walk { int64_t index[MAX_DIMS], from, to; } Walk; /* where the next line lies on both sides, in elements */

static void step(Walk *walk, const View *v, const View *out, int64_t axis)
{
    for (int k = v->ndim - 1; k >= 0; k--) {
        if (k == axis) continue;
        walk->from += v->strides[k];
        walk->to += out->strides[k];
        if (++walk->index[k] < out->shape[k]) return;
        walk->from -= v->strides[k] * out->shape[k];
        walk->to -= out->strides[k] * out->shape[k];
        walk->index[k] = 0;
    }
}

bool cpu_fft(Work *w)
{
    const View *v = &w->in[0], *out = &w->out[0];
    if (out->size == 0) return true;
    int64_t axis = w->attrs[fft_axis].i, n, have, count;
    if (axis < 0) axis += v->ndim;
    n = out->shape[axis];
    have = v->shape[axis] < n ? v->shape[axis] : n;
    count = out->size / n;
    if (n >= INT64_C(1) << 40) return work_fail(w, CE_HOST_MEMORY, "fft: too many elements");
    const Pace pace = {asks_to_stop, w};
    const int64_t bytes = (int64_t)dtype_bytes(v->dtype), out_bytes = (int64_t)dtype_bytes(out->dtype);
    Side in = {.dtype = v->dtype, .step = v->strides[axis] * bytes, .sign = w->attrs[fft_inverse].i ? -1 : 1};
    Side to = {.dtype = out->dtype, .step = out->strides[axis] * out_bytes, .sign = in.sign, .scale = w->attrs[fft_scale].f};
    int64_t most = NEAR / n < 1 ? 1 : NEAR / n < ABREAST ? NEAR / n : ABREAST;
    if (most > count) most = count;
    Circle circle;
    circle_plan(&circle, n);
    int64_t room = circle_room(&circle);
    C *x = work_scratch(w, sizeof *x * (size_t)((n + room) * most + circle_points(&circle)));
    bool ok = x && circle_fill(&circle, x + (n + room) * most, x + n * most, &pace);
    const bool real = !dtype_is_complex((DType)v->dtype);
    Walk reads = {.from = 0}, writes = {.from = 0};
    for (int64_t line = 0; ok && line < count; line += most) {
        int64_t lines = most < count - line ? most : count - line;
        for (int64_t l = 0; ok && l < lines; l++, step(&reads, v, out, axis)) {
            in.at = v->at + reads.from * bytes;
            ok = all_of(w, load, &in, have, x + l, lines) && all_of(w, clear, &in, n - have, x + have * lines + l, lines);
        }
        ok = ok && circle_run(&circle, lines, x, x + n * most, &pace);
        for (int64_t l = 0; ok && real && l < lines; l++) { /* what is its own mirror image */
            x[l].im = 0;
            if (n % 2 == 0) x[n / 2 * lines + l].im = 0;
        }
        for (int64_t l = 0; ok && l < lines; l++, step(&writes, v, out, axis)) {
            to.at = out->at + writes.to * out_bytes;
            ok = all_of(w, store, &to, n, x + l, lines);
        }
        ok = ok && !work_stopped(w);
    }
    if (x) work_scratch_free(w, x);
    return ok;
}
