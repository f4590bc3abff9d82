/* abreast.c: the loops of convolutions whose vectors lie across images (abreast.h): a few filters by a few positions, or by a few taps, are held in registers at a time. */
#include "abreast.h"

#include "turn.h"

#if defined(__AVX512F__)
enum { FILTERS = 6, ACROSS = 4 }; /* 24 sums of 32 registers */
#else
enum { FILTERS = 4, ACROSS = 2 };
#endif

/* F and N are constants where these are called. */
ALWAYS void forward_block(int F, int N, const AbreastSums *s, const V *x, int64_t from, int64_t to, int64_t f, V *y)
{
    V sum[FILTERS][ACROSS];
    const float *w = s->weights + f * s->taps + from * F;
    int64_t across = s->across, plane = s->high * s->wide;
    const int32_t *offsets = s->offsets;
    WIDE_UNROLL
    for (int k = 0; k < F; k++)
        WIDE_UNROLL
        for (int i = 0; i < N; i++) sum[k][i] = (V){0} + (s->bias ? s->bias[f + k] : 0);
    for (int64_t t = from; t < to; t++, w += F) {
        const V *at = x + offsets[t];
        V see[ACROSS];
        WIDE_UNROLL
        for (int i = 0; i < N; i++) see[i] = at[i * across];
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

#define OF_FILTERS(block, f, ...) \
    switch (f) { \
    case 1: block(1, __VA_ARGS__); break; \
    case 2: block(2, __VA_ARGS__); break; \
    case 3: block(3, __VA_ARGS__); break; \
    case 4: block(4, __VA_ARGS__); break; \
    case 5: if (FILTERS > 4) block(FILTERS > 4 ? 5 : 4, __VA_ARGS__); break; \
    case 6: if (FILTERS > 4) block(FILTERS > 4 ? 6 : 4, __VA_ARGS__); break; \
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
            for (int64_t j = 0; j < s->wide; j += n) {
                const V *x = (const V *)s->x + i * s->down + j * s->across;
                V *y = (V *)s->y + (f * s->high + i) * s->wide + j;
                n = s->wide - j >= ACROSS ? ACROSS : s->wide - j >= 2 ? 2 : 1;
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
    int64_t plane = s->high * s->wide, taps = s->taps, across = s->across, wide = s->wide;
    const V *y = (const V *)s->y + f * plane;
    WIDE_UNROLL
    for (int k = 0; k < F; k++)
        WIDE_UNROLL
        for (int i = 0; i < N; i++) sum[k][i] = sums[(f + k) * taps + t + i];
    for (int64_t row = 0; row < s->high; row++) {
        const V *x[ACROSS];
        WIDE_UNROLL
        for (int i = 0; i < N; i++) x[i] = (const V *)s->x + s->offsets[t + i] + row * s->down;
        for (int64_t j = 0; j < wide; j++, y++) {
            V see[ACROSS];
            WIDE_UNROLL
            for (int i = 0; i < N; i++) see[i] = x[i][j * across];
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

static void hide(float *y, int64_t count, int lanes)
{
    for (int64_t i = 0; i < count; i++)
        for (int j = 0; j < lanes; j++) y[i * LANES + j] = 0;
}

static void picture(const float *x, const Picture *p, float *to, int64_t rows) { picture_in(x, p, to, rows); }
static void result(const float *y, int64_t count, float *to, int64_t plane, int skip) { pixels_out((const V *)y, count, to, plane, skip); }

const WideAbreast WIDE_NAME(wide_abreast) = {LANES, FILTERS, picture, result, hide, forward, weight, totals};
