/* dropout.c: zeros by chance. In PyTorch's and NumPy's accent on a CPU the chances are those that torch.bernoulli_ would draw; in MXNet's those of its lanes;
 * on a simulated GPU each element has words of its own (Philox).
 */
#include <math.h>
#include <string.h>

#include "draw_block.h"
#include "draw_loops.h"
#include "flat.h"
#include "kernels.h"

typedef struct Drop {
    Work *w;
    double keep, factor;
    DType type;
    char *mask;
} Drop;

static void put(const Drop *d, int64_t i, bool kept)
{
    if (d->type == DT_FLOAT64) ((double *)(void *)d->mask)[i] = kept ? d->factor : 0;
    else ((float *)(void *)d->mask)[i] = kept ? (float)d->factor : 0;
}

static void draw_part(void *data, Twister *t, int64_t from, int64_t to)
{
    const Drop *d = data;
    for (int64_t at = from; at < to && !work_paced(d->w, at | (DRAW_BLOCK - 1)); at += DRAW_BLOCK) {
        int64_t n = to - at < DRAW_BLOCK ? to - at : DRAW_BLOCK;
        block_mask(d->w, t, at, n, d->keep, d->type, d->factor, d->mask + at * (int64_t)dtype_bytes(d->type));
    }
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
    Drop d = {.w = w, .keep = 1 - p, .type = dtype_computed(in->dtype)};
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
        else ok = draw_all(w, noise->size, 8192, draw_part, &d);
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
