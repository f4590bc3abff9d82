/* abreast.c: the loops of convolutions whose vectors lie across images (abreast.h): a few filters by a few positions, or by a few taps, are held in registers at a time. */
#include "abreast.h"

#include <string.h>

#include "filters.h"
#include "turn.h"

#if defined(__AVX512F__)
enum { FILTERS = 6, ACROSS = 4 }; /* 24 sums of 32 registers */
#else
enum { FILTERS = 4, ACROSS = 2 };
#endif

/* F and N are constants where these are called. */
ALWAYS void forward_block(int F, int N, const AbreastSums *s, const float *x, int64_t from, int64_t to, int64_t f, V *y)
{
    V sum[FILTERS][ACROSS];
    const float *w = s->weights + f * s->taps + from * F;
    int64_t across = s->across, plane = s->high * s->vectors;
    const int32_t *offsets = s->offsets;
    WIDE_UNROLL
    for (int k = 0; k < F; k++)
        WIDE_UNROLL
        for (int i = 0; i < N; i++) sum[k][i] = (V){0} + (s->bias ? s->bias[f + k] : 0);
    for (int64_t t = from; t < to; t++, w += F) {
        const float *at = x + offsets[t];
        V see[ACROSS];
        WIDE_UNROLL
        for (int i = 0; i < N; i++) see[i] = *(const V *)(at + i * across);
        WIDE_UNROLL
        for (int k = 0; k < F; k++)
            WIDE_UNROLL
            for (int i = 0; i < N; i++) sum[k][i] += see[i] * w[k];
    }
    WIDE_UNROLL
    for (int k = 0; k < F; k++)
        WIDE_UNROLL
        for (int i = 0; i < N; i++) y[k * plane + i] = sum[k][i];
}

/* The kernel's rows that see the image at positions of row i: from … to - 1. */
static void seen(const AbreastSums *s, int64_t i, int64_t *from, int64_t *to)
{
    int64_t top = i * s->stride - s->margin;
    *from = top < 0 ? (-top + s->dilate - 1) / s->dilate : 0;
    *to = s->high_image - top <= 0 ? 0 : (s->high_image - top + s->dilate - 1) / s->dilate;
    if (*to > s->kernel_rows) *to = s->kernel_rows;
    if (*from > *to) *from = *to;
}

static void forward(const AbreastSums *s)
{
    for (int64_t f = 0; f < s->filters; f += FILTERS) {
        int some = (int)(s->filters - f < FILTERS ? s->filters - f : FILTERS);
        for (int64_t i = 0; i < s->high; i++) {
            int64_t from, to, n;
            seen(s, i, &from, &to);
            from *= s->row_taps, to *= s->row_taps;
            for (int64_t j = 0; j < s->vectors; j += n) {
                const float *x = s->x + i * s->down + j * s->across;
                V *y = (V *)s->y + (f * s->high + i) * s->vectors + j;
                n = s->vectors - j >= ACROSS ? ACROSS : s->vectors - j >= 2 ? 2 : 1;
                if (n == ACROSS) OF_FILTERS(forward_block, some, ACROSS, s, x, from, to, f, y)
                else if (n == 2) OF_FILTERS(forward_block, some, 2, s, x, from, to, f, y)
                else OF_FILTERS(forward_block, some, 1, s, x, from, to, f, y)
            }
        }
    }
}

ALWAYS void weight_block(int F, int N, const AbreastSums *s, int64_t t, int64_t f, V *sums)
{
    V sum[FILTERS][ACROSS];
    int64_t plane = s->high * s->vectors, taps = s->taps, across = s->across, vectors = s->vectors;
    const V *y = (const V *)s->y + f * plane;
    WIDE_UNROLL
    for (int k = 0; k < F; k++)
        WIDE_UNROLL
        for (int i = 0; i < N; i++) sum[k][i] = sums[(f + k) * taps + t + i];
    for (int64_t row = 0; row < s->high; row++) {
        const float *x[ACROSS];
        WIDE_UNROLL
        for (int i = 0; i < N; i++) x[i] = s->x + s->offsets[t + i] + row * s->down;
        for (int64_t j = 0; j < vectors; j++, y++) {
            V see[ACROSS];
            WIDE_UNROLL
            for (int i = 0; i < N; i++) see[i] = *(const V *)(x[i] + j * across);
            WIDE_UNROLL
            for (int k = 0; k < F; k++) {
                V g = y[k * plane];
                WIDE_UNROLL
                for (int i = 0; i < N; i++) sum[k][i] += see[i] * g;
            }
        }
    }
    WIDE_UNROLL
    for (int k = 0; k < F; k++)
        WIDE_UNROLL
        for (int i = 0; i < N; i++) sums[(f + k) * taps + t + i] = sum[k][i];
}

static void weight(const AbreastSums *s, float *sums)
{
    for (int64_t f = 0; f < s->filters; f += FILTERS) {
        int some = (int)(s->filters - f < FILTERS ? s->filters - f : FILTERS);
        int64_t t = 0;
        for (; t + ACROSS <= s->taps; t += ACROSS) OF_FILTERS(weight_block, some, ACROSS, s, t, f, (V *)sums)
        for (; t < s->taps; t++) OF_FILTERS(weight_block, some, 1, s, t, f, (V *)sums)
    }
}

static void totals(const float *sums, int64_t count, float *to)
{
    const V *from = (const V *)sums;
    for (int64_t i = 0; i < count; i += LANES) {
        V rows[LANES], total = {0};
        int64_t some = count - i < LANES ? count - i : LANES;
        WIDE_UNROLL
        for (int j = 0; j < LANES; j++) rows[j] = j < some ? from[i + j] : (V){0};
        transpose(rows);
        WIDE_UNROLL
        for (int j = 0; j < LANES; j++) total += rows[j];
        for (int64_t j = 0; j < some; j++) to[i + j] += total[j];
    }
}

static void hide(float *y, int64_t count, int images, int hidden)
{
    for (int64_t i = 0; i < count; i++)
        for (int j = 0; j < hidden; j++) y[i * images + j] = 0;
}

/* ---- fewer images than lanes ---- */

/* Elements of two vectors in turns, or the other way. */
ALWAYS void in_turns(V *a, V *b, bool back)
{
    Lanes first, second;
    WIDE_UNROLL
    for (int i = 0; i < LANES; i++) {
        first[i] = back ? 2 * i : i % 2 * LANES + i / 2;
        second[i] = back ? 2 * i + 1 : i % 2 * LANES + LANES / 2 + i / 2;
    }
    V x = *a, y = *b;
#if defined(__clang__)
    for (int i = 0; i < LANES; i++) (*a)[i] = first[i] < LANES ? x[first[i]] : y[first[i] - LANES], (*b)[i] = second[i] < LANES ? x[second[i]] : y[second[i] - LANES];
#else
    *a = __builtin_shuffle(x, y, first);
    *b = __builtin_shuffle(x, y, second);
#endif
}

/* LANES neighbours of each image become LANES / images of them in a vector, all images of each side by side; or the other way. `images` is a constant where it is called, a power of two. */
ALWAYS void mix(V *v, int images, bool back)
{
    for (int step = back ? 1 : images / 2; back ? step < images : step > 0; step = back ? 2 * step : step / 2)
        WIDE_UNROLL
        for (int i = 0; i < images; i++)
            if (!(i & step)) in_turns(v + i, v + i + step, back);
}

ALWAYS int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

/* Rows of a plane are read as whole vectors, but for those that would go beyond its end. */
ALWAYS void mix_rows(const float *x, const Picture *p, int images, float *to, int64_t rows)
{
    const int64_t columns = LANES / images, end = p->high * p->wide;
    for (int64_t i = 0; i < rows; i++, to += p->row * images) {
        int64_t row = p->first + i;
        if (row < 0 || row >= p->high) {
            memset(to, 0, (size_t)(p->row * images) * sizeof *to);
            continue;
        }
        float *line = to + p->margin * images;
        for (int64_t j = 0, at = row * p->wide; j < p->wide; j += LANES, at += LANES) {
            int64_t count = smaller(p->wide - j, LANES), whole = count / columns;
            V v[LANES];
            if (at + LANES <= end)
                WIDE_UNROLL
                for (int n = 0; n < images; n++) v[n] = *(const V *)(x + n * p->plane + at);
            else
                for (int n = 0; n < images; n++) v[n] = some_of(x + n * p->plane + at, count);
            mix(v, images, false);
            for (int64_t k = 0; k < whole; k++, line += LANES) *(V *)line = v[k];
            if (count % columns) memcpy(line, v + whole, (size_t)(count % columns * images) * sizeof *line);
        }
    }
}

/* And are written so: what goes beyond a row is overwritten by the next. */
ALWAYS void part_rows(const float *y, const Picture *p, int images, float *to, int skip)
{
    const int64_t columns = LANES / images, vectors = (p->wide + columns - 1) / columns, end = p->high * p->wide;
    for (int64_t i = 0; i < p->high; i++, y += p->row * images)
        for (int64_t j = 0, at = i * p->wide; j < vectors; j += images, at += LANES) {
            V v[LANES];
            WIDE_UNROLL
            for (int n = 0; n < images; n++) v[n] = j + n < vectors ? *(const V *)(y + (j + n) * LANES) : (V){0};
            mix(v, images, true);
            if (at + LANES <= end)
                for (int n = skip; n < images; n++) *(V *)(to + n * p->plane + at) = v[n];
            else
                for (int n = skip; n < images; n++) memcpy(to + n * p->plane + at, v + n, (size_t)smaller(p->wide - j * columns, LANES) * sizeof *to);
        }
}

static void picture_of_few(const float *x, const Picture *p, int images, float *to, int64_t rows)
{
    if (images == LANES / 2) mix_rows(x, p, LANES / 2, to, rows);
    else mix_rows(x, p, LANES / 4, to, rows);
}

static void result_of_few(const float *y, const Picture *p, int images, float *to, int skip)
{
    if (images == LANES / 2) part_rows(y, p, LANES / 2, to, skip);
    else part_rows(y, p, LANES / 4, to, skip);
}

static void picture(const float *x, const Picture *p, float *to, int64_t rows) { picture_in(x, p, to, rows); }
static void result(const float *y, int64_t count, float *to, int64_t plane, int skip) { pixels_out((const V *)y, count, to, plane, skip); }

const WideAbreast WIDE_NAME(wide_abreast) = {LANES, FILTERS, picture, result, picture_of_few, result_of_few, hide, forward, weight, totals};
