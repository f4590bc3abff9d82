/* dropout.c: zeros by chance. In PyTorch's and NumPy's accent on a CPU the chances are those that torch.bernoulli_ would draw; in MXNet's those of its lanes;
 * on a simulated GPU each element has words of its own (Philox).
 */
#include <math.h>
#include <string.h>

#include "draw.h"
#include "flat.h"
#include "kernels.h"

typedef struct Drop {
    Work *w;
    Twister *twister;
    double keep, factor;
    DType type;
    char *mask;
    _Atomic bool failed;
} Drop;

static void put(const Drop *d, int64_t i, bool kept)
{
    if (d->type == DT_FLOAT64) ((double *)(void *)d->mask)[i] = kept ? d->factor : 0;
    else ((float *)(void *)d->mask)[i] = kept ? (float)d->factor : 0;
}

static bool kept(const Drop *d, Draw *draw)
{
    if (d->w->accent != ACCENT_MXNET) return draw_chance(draw, d->keep);
    if (d->type == DT_FLOAT64) return draw_unit(draw, ACCENT_MXNET, DT_FLOAT64) <= d->keep;
    return (float)draw_unit(draw, ACCENT_MXNET, DT_FLOAT32) <= (float)d->keep;
}

/* PyTorch's chances from its twister, many at a time: two words, the first the higher, make 53 bits, held against p as draw_chance does. */
static void draw_torch(const Drop *d, int64_t from, int64_t to)
{
    enum { MANY = 256 };
    uint32_t words[2 * MANY];
    int64_t below = (int64_t)ceil(d->keep * 0x1p53);
    for (int64_t i = from; i < to; i += MANY) {
        int n = (int)(to - i < MANY ? to - i : MANY);
        twister_fill(d->twister, words, 2 * n);
        if (d->type == DT_FLOAT64) {
            double *m = (double *)(void *)d->mask + i;
            for (int k = 0; k < n; k++) m[k] = (int64_t)(((uint64_t)words[2 * k] << 32 | words[2 * k + 1]) & 0x1FFFFFFFFFFFFF) < below ? d->factor : 0;
        } else {
            float *m = (float *)(void *)d->mask + i, factor = (float)d->factor;
            for (int k = 0; k < n; k++) m[k] = (int64_t)(((uint64_t)words[2 * k] << 32 | words[2 * k + 1]) & 0x1FFFFFFFFFFFFF) < below ? factor : 0;
        }
    }
}

static void draw_part(void *data, int64_t from, int64_t to)
{
    Drop *d = data;
    if (d->twister && d->w->accent != ACCENT_MXNET) {
        draw_torch(d, from, to);
        return;
    }
    Draw draw = draw_open(d->w, d->twister, from);
    for (int64_t i = from; i < to; i++) {
        if (!d->twister) draw = draw_open(d->w, NULL, i);
        put(d, i, kept(d, &draw));
    }
}

static bool draw_all(Drop *d, int64_t n)
{
    Work *w = d->w;
    if (!w->lanes) {
        work_parallel(w, n, 8192, draw_part, d);
        return true;
    }
    int64_t parts = w->accent == ACCENT_MXNET ? (n + LANE_LEAST - 1) / LANE_LEAST : 1;
    if (parts > LANES) parts = LANES;
    int64_t step = parts ? (n + parts - 1) / parts : 0;
    for (int64_t lane = 0; lane < parts && lane * step < n; lane++) {
        if (!(d->twister = draw_twister(w, (int)lane))) return false;
        draw_part(d, lane * step, (lane + 1) * step < n ? (lane + 1) * step : n);
    }
    return true;
}

typedef struct Product { const char *x, *mask; char *y; DType type; int ndim; const int64_t *shape; int64_t strides[MAX_DIMS]; } Product;

/* y = x * mask, the mask broadcast; rows along the last axis */
static void multiply_rows(void *data, int64_t from, int64_t to)
{
    Product *p = data;
    int last = p->ndim - 1;
    int64_t n = p->ndim ? p->shape[last] : 1, step = p->ndim ? p->strides[last] : 0;
    for (int64_t row = from; row < to; row++) {
        int64_t rest = row, at = 0;
        for (int i = last - 1; i >= 0; i--) at += rest % p->shape[i] * p->strides[i], rest /= p->shape[i];
#define TIMES(T)                                                                                                              \
    do {                                                                                                                      \
        const T *x = (const T *)(const void *)p->x + row * n, *m = (const T *)(const void *)p->mask + at;                     \
        T *y = (T *)(void *)p->y + row * n;                                                                                   \
        if (step) for (int64_t i = 0; i < n; i++) y[i] = x[i] * m[i];                                                         \
        else for (int64_t i = 0; i < n; i++) y[i] = x[i] * *m;                                                                \
    } while (0)
        if (p->type == DT_FLOAT64) TIMES(double);
        else TIMES(float);
#undef TIMES
    }
}

bool cpu_dropout(Work *w)
{
    const View *in = &w->in[0], *noise = &w->out[1];
    double p = w->attrs[dropout_p].f;
    bool idle = !w->attrs[dropout_training].i || p == 0;
    Flat x, y, mask;
    Drop d = {.w = w, .keep = 1 - p, .type = flat_dtype(in->dtype)};
    if (in->size == 0) return true;
    d.factor = idle ? 1 : d.keep == 0 ? 0 : d.type == DT_FLOAT64 ? 1 / d.keep : (double)(1.0f / (float)d.keep);
    if (in->dtype == DT_FLOAT16) d.factor = (double)half_to_float(half_from_float((float)d.factor));
    if (in->dtype == DT_BFLOAT16) d.factor = (double)bfloat_to_float(bfloat_from_float((float)d.factor));
    bool ok = flat_in(w, in, d.type, &x);
    ok = flat_out(w, &w->out[0], d.type, &y) && ok;
    ok = flat_out(w, noise, d.type, &mask) && ok;
    if (ok) {
        d.mask = mask.at;
        if (idle || d.keep == 0)
            for (int64_t i = 0; i < noise->size; i++) put(&d, i, idle);
        else ok = draw_all(&d, noise->size);
    }
    if (ok) {
        Product m = {x.at, mask.at, y.at, d.type, in->ndim, in->shape, {0}};
        shape_contiguous(noise->shape, noise->ndim, m.strides);
        for (int i = 0; i < in->ndim; i++)
            if (noise->shape[i] == 1) m.strides[i] = 0;
        int64_t n = in->ndim ? in->shape[in->ndim - 1] : 1;
        work_parallel(w, in->size / n, n >= 32768 ? 1 : 32768 / n + 1, multiply_rows, &m);
    }
    flat_drop(w, &x);
    if (ok) flat_store(w, &y), flat_store(w, &mask);
    else flat_drop(w, &y), flat_drop(w, &mask);
    return ok;
}
