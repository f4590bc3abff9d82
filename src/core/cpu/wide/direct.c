/* direct.c: the loops of direct convolutions (direct.h): a few filters by a few vectors of positions, or by a few taps, are held in registers at a time. */
#include "direct.h"

#include <string.h>

#include "filters.h"
#include "wide.h"

typedef float V __attribute__((vector_size(WIDE_BYTES), aligned(sizeof(float)), may_alias));
enum { LANES = WIDE_BYTES / sizeof(float) };
#if defined(__AVX512F__)
enum { FILTERS = 6, VECTORS = 4 }; /* 24 sums of 32 registers */
#else
enum { FILTERS = 4, VECTORS = 2 };
#endif
#define ALWAYS static inline __attribute__((always_inline))

/* F and N are constants where these are called. */
ALWAYS void forward_block(int F, int N, const float *x, const int32_t *offsets, int64_t taps, const float *w, float *y, int64_t y_plane)
{
    V sum[FILTERS][VECTORS];
    WIDE_UNROLL
    for (int f = 0; f < F; f++)
        WIDE_UNROLL
        for (int i = 0; i < N; i++) sum[f][i] = (V){0};
    for (int64_t t = 0; t < taps; t++) {
        const float *from = x + offsets[t];
        V at[VECTORS];
        WIDE_UNROLL
        for (int i = 0; i < N; i++) at[i] = *(const V *)(from + i * LANES);
        WIDE_UNROLL
        for (int f = 0; f < F; f++) {
            float weight = w[f * taps + t];
            WIDE_UNROLL
            for (int i = 0; i < N; i++) sum[f][i] += at[i] * weight;
        }
    }
    WIDE_UNROLL
    for (int f = 0; f < F; f++)
        WIDE_UNROLL
        for (int i = 0; i < N; i++) *(V *)(y + f * y_plane + i * LANES) = sum[f][i];
}

static void forward(const float *x, const int32_t *offsets, int64_t taps, const float *w, int64_t filters, float *y, int64_t y_plane, int64_t count)
{
    for (int64_t q = 0; q < count;) {
        int64_t left = (count - q + LANES - 1) / LANES;
        int n = left >= VECTORS ? VECTORS : left >= 2 ? 2 : 1;
        for (int64_t f = 0; f < filters; f += FILTERS) {
            int some = (int)(filters - f < FILTERS ? filters - f : FILTERS);
            const float *weights = w + f * taps;
            float *to = y + f * y_plane + q;
            if (n == VECTORS) OF_FILTERS(forward_block, some, VECTORS, x + q, offsets, taps, weights, to, y_plane)
            else if (n == 2) OF_FILTERS(forward_block, some, 2, x + q, offsets, taps, weights, to, y_plane)
            else OF_FILTERS(forward_block, some, 1, x + q, offsets, taps, weights, to, y_plane)
        }
        q += (int64_t)n * LANES;
    }
}

typedef struct Sums { const float *x, *y; const int32_t *offsets; int64_t taps, y_plane, images, x_image, y_image, count; } Sums;

ALWAYS void weight_block(int F, int N, const Sums *s, int64_t t, int64_t f, float *w)
{
    V sum[FILTERS][VECTORS];
    const float *x = s->x, *y = s->y + f * s->y_plane;
    int64_t offsets[VECTORS], y_plane = s->y_plane, count = s->count;
    WIDE_UNROLL
    for (int i = 0; i < N; i++) offsets[i] = s->offsets[t + i];
    WIDE_UNROLL
    for (int k = 0; k < F; k++)
        WIDE_UNROLL
        for (int i = 0; i < N; i++) sum[k][i] = (V){0};
    for (int64_t image = 0; image < s->images; image++, x += s->x_image, y += s->y_image)
        for (int64_t q = 0; q < count; q += LANES) {
            V at[VECTORS];
            WIDE_UNROLL
            for (int i = 0; i < N; i++) at[i] = *(const V *)(x + offsets[i] + q);
            WIDE_UNROLL
            for (int k = 0; k < F; k++) {
                V g = *(const V *)(y + k * y_plane + q);
                WIDE_UNROLL
                for (int i = 0; i < N; i++) sum[k][i] += at[i] * g;
            }
        }
    for (int k = 0; k < F; k++)
        for (int i = 0; i < N; i++) {
            float total = 0;
            for (int j = 0; j < LANES; j++) total += sum[k][i][j];
            w[(f + k) * s->taps + t + i] += total;
        }
}

static void weight(const float *x, const int32_t *offsets, int64_t taps, const float *y, int64_t y_plane, int64_t filters, int64_t images, int64_t x_image, int64_t y_image, int64_t count, float *w)
{
    Sums s = {x, y, offsets, taps, y_plane, images, x_image, y_image, count};
    for (int64_t f = 0; f < filters; f += FILTERS) {
        int some = (int)(filters - f < FILTERS ? filters - f : FILTERS);
        int64_t t = 0;
        for (; t + VECTORS <= taps; t += VECTORS) OF_FILTERS(weight_block, some, VECTORS, &s, t, f, w)
        for (; t < taps; t++) OF_FILTERS(weight_block, some, 1, &s, t, f, w)
    }
}

/* Rows that are no shorter than a vector are done by whole ones, of which the last lies over the one before. */
#define ROWS(BYTES) \
    do { \
        typedef float R __attribute__((vector_size(BYTES), aligned(sizeof(float)), may_alias)); \
        enum { STEP = BYTES / sizeof(float) }; \
        for (int64_t i = 0; i < rows; i++, to += to_row, from += from_row) { \
            for (int64_t j = 0; j + STEP <= n; j += STEP) *(R *)(to + j) = *(const R *)(from + j) + add; \
            if (n % STEP) *(R *)(to + n - STEP) = *(const R *)(from + n - STEP) + add; \
        } \
    } while (0)

static void copy_rows(float *restrict to, int64_t to_row, const float *restrict from, int64_t from_row, int64_t rows, int64_t n, float add)
{
    if (n >= LANES) ROWS(WIDE_BYTES);
    else if (n >= 8) ROWS(32);
    else if (n >= 4) ROWS(16);
    else for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < n; j++) to[i * to_row + j] = from[i * from_row + j] + add;
}

const WideDirect WIDE_NAME(wide_direct) = {LANES, forward, weight, copy_rows};
