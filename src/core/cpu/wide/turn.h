/* turn.h: planes of numbers as vectors across them and back: what wide/winograd.c (channels) and wide/abreast.c (images) share. */
#ifndef PERCH_CORE_CPU_TURN_H
#define PERCH_CORE_CPU_TURN_H

#include <string.h>

#include "picture.h"
#include "wide.h"

typedef float V __attribute__((vector_size(WIDE_BYTES), aligned(sizeof(float)), may_alias));
typedef int32_t Lanes __attribute__((vector_size(WIDE_BYTES)));
enum { LANES = WIDE_BYTES / sizeof(float) };
#define ALWAYS static inline __attribute__((always_inline))

/* ---- columns for rows ---- */

/* Exchanges what lies `step` apart in rows that lie `step` apart. */
ALWAYS void exchange(V *rows, int step)
{
    Lanes low, high;
    WIDE_UNROLL
    for (int j = 0; j < LANES; j++) {
        low[j] = j & step ? LANES + j - step : j;
        high[j] = j & step ? LANES + j : j + step;
    }
    WIDE_UNROLL
    for (int i = 0; i < LANES; i++)
        if (!(i & step)) {
            V a = rows[i], b = rows[i + step];
#if defined(__clang__)
            for (int j = 0; j < LANES; j++) {
                rows[i][j] = low[j] < LANES ? a[low[j]] : b[low[j] - LANES];
                rows[i + step][j] = high[j] < LANES ? a[high[j]] : b[high[j] - LANES];
            }
#else
            rows[i] = __builtin_shuffle(a, b, low);
            rows[i + step] = __builtin_shuffle(a, b, high);
#endif
        }
}

ALWAYS void transpose(V *rows)
{
    exchange(rows, 1);
    exchange(rows, 2);
    if (LANES > 4) exchange(rows, 4 % LANES);
    if (LANES > 8) exchange(rows, 8 % LANES);
}

/* A vector of the `count` elements at x, where fewer than a vector's may be read. */
ALWAYS V some_of(const float *x, int64_t count)
{
    V v = {0};
    if (count >= LANES) return *(const V *)x;
    for (int64_t i = 0; i < count; i++) v[i] = x[i];
    return v;
}

/* One run of at most LANES pixels of LANES planes, each pixel's vector to its place in the picture. */
ALWAYS void run_in(const float *x, int64_t plane, int64_t count, int64_t column, int64_t wide, V *to, int64_t row)
{
    V rows[LANES];
    WIDE_UNROLL
    for (int i = 0; i < LANES; i++) rows[i] = some_of(x + i * plane, count);
    transpose(rows);
    for (int i = 0; i < LANES && i < count; i++) {
        *to++ = rows[i];
        if (++column == wide) column = 0, to += row - wide;
    }
}

/* `rows` rows of LANES planes, each pixel's vector at its place in the picture; the columns of margins are not written. */
static inline void picture_in(const float *x, const Picture *p, float *picture, int64_t rows)
{
    V *to = (V *)picture;
    int64_t from = p->first < 0 ? 0 : p->first, end = p->first + rows < p->high ? p->first + rows : p->high;
    for (int64_t i = 0; i < rows; i++)
        if (p->first + i < from || p->first + i >= end) memset(to + i * p->row, 0, (size_t)p->row * sizeof *to);
    to += p->margin - p->first * p->row;
    for (int64_t at = from * p->wide, last = end * p->wide; at < last;) {
        int64_t count = last - at < LANES ? last - at : LANES, column = at % p->wide;
        if (count < LANES && last - from * p->wide >= LANES) at = last - LANES, count = LANES, column = at % p->wide; /* once more over some, in one piece */
        V *first = to + at / p->wide * p->row + column;
        if (count == LANES) run_in(x + at, p->plane, LANES, column, p->wide, first, p->row);
        else run_in(x + at, p->plane, count, column, p->wide, first, p->row);
        at += count;
    }
}

/* Pixels one behind the other, into LANES planes, but for the first `skip`. */
static inline void pixels_out(const V *pixels, int64_t count, float *y, int64_t plane, int skip)
{
    for (int64_t at = 0; at < count;) {
        int64_t some = count - at < LANES ? count - at : LANES;
        V rows[LANES];
        if (some < LANES && count >= LANES) at = count - LANES, some = LANES;
        WIDE_UNROLL
        for (int i = 0; i < LANES; i++) rows[i] = i < some ? pixels[at + i] : (V){0};
        transpose(rows);
        if (some == LANES && !skip)
            WIDE_UNROLL
            for (int i = 0; i < LANES; i++) *(V *)(y + at + i * plane) = rows[i];
        else
            for (int i = skip; i < LANES; i++) memcpy(y + at + i * plane, &rows[i], (size_t)some * sizeof *y);
        at += some;
    }
}

#endif
