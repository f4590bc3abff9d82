/* direct.c: the loops of direct convolutions (direct.h): a few filters by a few vectors of positions, some positions by a vector of filters, or a vector of filters by some taps are held in registers at a time. */
#include "direct.h"

#include <string.h>

#include "filters.h"
#include "turn.h"

#if defined(__AVX512F__)
enum { FILTERS = 6, VECTORS = 4, PIXELS = 12, HELD = 25 }; /* 24 or 25 sums of 32 registers */
#elif defined(__AVX2__)
enum { FILTERS = 6, VECTORS = 2, PIXELS = 6, HELD = 12 }; /* 12 of 16 */
#else
enum { FILTERS = 4, VECTORS = 2, PIXELS = 5, HELD = 10 };
#endif

/* ---- positions in lanes ---- */

/* F and N are constants where these are called. */
ALWAYS void forward_block(int F, int N, const float *x, const WideDirectTaps *t, int64_t filter, float *y, int64_t y_plane, int64_t x_step, int64_t y_step)
{
    V sum[FILTERS][VECTORS];
    const float *w = t->weight + filter * t->stride;
    int64_t stride = t->stride, count = t->count;
    WIDE_UNROLL
    for (int f = 0; f < F; f++)
        WIDE_UNROLL
        for (int i = 0; i < N; i++) sum[f][i] = (V){0};
    for (int64_t k = 0; k < count; k++) {
        const float *from = x + t->offsets[k];
        V at[VECTORS];
        WIDE_UNROLL
        for (int i = 0; i < N; i++) at[i] = *(const V *)(from + i * x_step);
        WIDE_UNROLL
        for (int f = 0; f < F; f++) {
            float weight = w[f * stride + k];
            WIDE_UNROLL
            for (int i = 0; i < N; i++) sum[f][i] += at[i] * weight;
        }
    }
    WIDE_UNROLL
    for (int f = 0; f < F; f++)
        WIDE_UNROLL
        for (int i = 0; i < N; i++) {
            V *to = (V *)(y + f * y_plane + i * y_step);
            if (t->more) sum[f][i] += *to;
            *to = sum[f][i];
        }
}

static void forward(const float *x, const WideDirectTaps *t, int64_t filters, float *y, int64_t y_plane, int64_t vectors, int64_t x_step, int64_t y_step)
{
    for (int64_t i = 0; i < vectors;) {
        int n = vectors - i >= VECTORS ? VECTORS : vectors - i >= 2 ? 2 : 1;
        for (int64_t f = 0; f < filters; f += FILTERS) {
            int some = (int)(filters - f < FILTERS ? filters - f : FILTERS);
            float *to = y + f * y_plane + i * y_step;
            if (n == VECTORS) OF_FILTERS(forward_block, some, VECTORS, x + i * x_step, t, f, to, y_plane, x_step, y_step)
            else if (n == 2) OF_FILTERS(forward_block, some, 2, x + i * x_step, t, f, to, y_plane, x_step, y_step)
            else OF_FILTERS(forward_block, some, 1, x + i * x_step, t, f, to, y_plane, x_step, y_step)
        }
        i += n;
    }
}

/* ---- filters in lanes ---- */

/* N positions of one row and, with R = 2, of the next. */
ALWAYS void across_block(int N, int R, const float *x, int64_t row, const WideDirectTaps *t, V *y, int64_t y_row)
{
    V sum[2][PIXELS];
    const V *w = (const V *)t->weight;
    int64_t count = t->count;
    WIDE_UNROLL
    for (int r = 0; r < R; r++)
        WIDE_UNROLL
        for (int i = 0; i < N; i++) sum[r][i] = (V){0};
    for (int64_t k = 0; k < count; k++) {
        const float *from = x + t->offsets[k];
        V weight = w[k];
        WIDE_UNROLL
        for (int r = 0; r < R; r++)
            WIDE_UNROLL
            for (int i = 0; i < N; i++) sum[r][i] += weight * from[r * row + i];
    }
    WIDE_UNROLL
    for (int r = 0; r < R; r++)
        WIDE_UNROLL
        for (int i = 0; i < N; i++) {
            V *to = y + r * y_row + i;
            if (t->more) sum[r][i] += *to;
            *to = sum[r][i];
        }
}

typedef void (*Across)(const float *x, int64_t row, const WideDirectTaps *t, V *y, int64_t y_row);
#define ACROSS(n) \
    static void across_##n##_1(const float *x, int64_t row, const WideDirectTaps *t, V *y, int64_t y_row) { across_block(n, 1, x, row, t, y, y_row); } \
    static void across_##n##_2(const float *x, int64_t row, const WideDirectTaps *t, V *y, int64_t y_row) { across_block(n, 2, x, row, t, y, y_row); }
ACROSS(1) ACROSS(2) ACROSS(3) ACROSS(4) ACROSS(5)
#if defined(__AVX2__)
ACROSS(6)
#endif
#if defined(__AVX512F__)
ACROSS(7) ACROSS(8) ACROSS(9) ACROSS(10) ACROSS(11) ACROSS(12)
#endif
#define BOTH(n) {across_##n##_1, across_##n##_2}
static const Across across_blocks[PIXELS][2] = {
    BOTH(1), BOTH(2), BOTH(3), BOTH(4), BOTH(5),
#if defined(__AVX2__)
    BOTH(6),
#endif
#if defined(__AVX512F__)
    BOTH(7), BOTH(8), BOTH(9), BOTH(10), BOTH(11), BOTH(12),
#endif
};

static void across(const float *x, int64_t row, const WideDirectTaps *t, float *y, int64_t rows, int64_t wide)
{
    int64_t parts = (wide + PIXELS - 1) / PIXELS;
    V *to = (V *)y;
    for (int64_t i = 0; i < rows; i += 2)
        for (int64_t p = 0; p < parts; p++) { /* parts of about one length */
            int64_t from = wide * p / parts, n = wide * (p + 1) / parts - from;
            across_blocks[n - 1][rows - i > 1](x + i * row + from, row, t, to + i * wide + from, wide);
        }
}

/* ---- the weight's gradient: filters in lanes, sums over positions ---- */
typedef struct Positions { const float *x; const V *y; int64_t row, rows, wide; } Positions;

/* R rows of W taps */
ALWAYS void weight_block(int W, int R, const Positions *p, const int32_t *from, const int32_t *at, V *w)
{
    V sum[DIRECT_ROWS][DIRECT_WIDTH];
    const float *x[DIRECT_ROWS];
    const V *y = p->y;
    WIDE_UNROLL
    for (int r = 0; r < R; r++) {
        x[r] = p->x + from[r];
        WIDE_UNROLL
        for (int j = 0; j < W; j++) sum[r][j] = w[at[r] + j];
    }
    for (int64_t i = 0; i < p->rows; i++) {
        int64_t start = i * p->row, end = start + p->wide;
        for (int64_t q = start; q < end; q++) {
            V g = *y++;
            __asm__("" : "+r"(q)); /* else gcc carries what neighbouring positions read from one to the next, in registers that it does not have */
            WIDE_UNROLL
            for (int r = 0; r < R; r++)
                WIDE_UNROLL
                for (int j = 0; j < W; j++) sum[r][j] += g * x[r][q + j];
        }
    }
    WIDE_UNROLL
    for (int r = 0; r < R; r++)
        WIDE_UNROLL
        for (int j = 0; j < W; j++) w[at[r] + j] = sum[r][j];
}

typedef void (*Weight)(const Positions *p, const int32_t *from, const int32_t *at, V *w);
#define HOLDS(w, r) ((w) * (r) <= HELD)
#define WEIGHT(w, r) static void weight_##w##_##r(const Positions *p, const int32_t *from, const int32_t *at, V *to) { if (HOLDS(w, r)) weight_block(HOLDS(w, r) ? w : 1, HOLDS(w, r) ? r : 1, p, from, at, to); }
#define WEIGHTS(w) WEIGHT(w, 1) WEIGHT(w, 2) WEIGHT(w, 3) WEIGHT(w, 4) WEIGHT(w, 5) WEIGHT(w, 6) WEIGHT(w, 7) WEIGHT(w, 8)
WEIGHTS(1) WEIGHTS(2) WEIGHTS(3) WEIGHTS(4) WEIGHTS(5) WEIGHTS(6) WEIGHTS(7)
#define OF_WIDTH(w) {weight_##w##_1, weight_##w##_2, weight_##w##_3, weight_##w##_4, weight_##w##_5, weight_##w##_6, weight_##w##_7, weight_##w##_8}
static const Weight weights[DIRECT_WIDTH][DIRECT_ROWS] = {OF_WIDTH(1), OF_WIDTH(2), OF_WIDTH(3), OF_WIDTH(4), OF_WIDTH(5), OF_WIDTH(6), OF_WIDTH(7)};

static int taps_held(int width) { return HELD / width < DIRECT_ROWS ? HELD / width : DIRECT_ROWS; }

static void weight(const float *x, int64_t row, const int32_t *from, const int32_t *at, int held, int width, const float *y, int64_t rows, int64_t wide, float *w)
{
    weights[width - 1][held - 1](&(Positions){x, (const V *)y, row, rows, wide}, from, at, (V *)w);
}

/* ---- planes and pixels ---- */
/* Half as many planes as lanes, or fewer: two runs of positions in one exchange. What lies in the other lanes nobody looks at. */
static void few_planes_in(const float *from, int64_t plane, int64_t planes, int64_t count, float *pixels)
{
    enum { HALF = LANES / 2 };
    typedef float H __attribute__((vector_size(WIDE_BYTES / 2), aligned(sizeof(float)), may_alias));
    for (int64_t at = 0; at < count; at += 2 * LANES) {
        V rows[LANES];
        WIDE_UNROLL
        for (int i = 0; i < HALF; i++) {
            rows[i] = rows[i + HALF] = (V){0};
            if (i < planes) {
                rows[i] = some_of(from + i * plane + at, count - at);
                rows[i + HALF] = some_of(from + i * plane + at + LANES, count - at - LANES);
            }
        }
        transpose(rows);
        for (int64_t i = 0; i < LANES && at + i < count; i++) ((V *)pixels)[at + i] = rows[i];
        for (int64_t i = 0; i < LANES && at + LANES + i < count; i++) memcpy((V *)pixels + at + LANES + i, (char *)&rows[i] + sizeof(H), sizeof(H));
    }
}

static void planes_in(const float *from, int64_t plane, int64_t planes, int64_t count, float *pixels)
{
    if (planes <= LANES / 2) {
        few_planes_in(from, plane, planes, count, pixels);
        return;
    }
    for (int64_t at = 0; at < count; at += LANES) {
        V rows[LANES];
        WIDE_UNROLL
        for (int i = 0; i < LANES; i++) {
            rows[i] = (V){0};
            if (i < planes) rows[i] = some_of(from + i * plane + at, count - at);
        }
        transpose(rows);
        int64_t some = count - at < LANES ? count - at : LANES;
        if (some == LANES)
            WIDE_UNROLL
            for (int i = 0; i < LANES; i++) ((V *)pixels)[at + i] = rows[i];
        else
            for (int64_t i = 0; i < some; i++) ((V *)pixels)[at + i] = rows[i];
    }
}

static void planes_out(const float *pixels, const float *add, int64_t count, float *to, int64_t plane, int64_t planes)
{
    V more = *(const V *)add;
    for (int64_t at = 0; at < count; at += LANES) {
        V rows[LANES];
        int64_t some = count - at < LANES ? count - at : LANES;
        WIDE_UNROLL
        for (int i = 0; i < LANES; i++) rows[i] = ((const V *)pixels)[i < some ? at + i : at] + more;
        transpose(rows);
        if (some == LANES)
            for (int64_t i = 0; i < planes; i++) *(V *)(to + at + i * plane) = rows[i];
        else
            for (int64_t i = 0; i < planes; i++) memcpy(to + at + i * plane, &rows[i], (size_t)some * sizeof *to);
    }
}

static bool all_finite(const float *x, int64_t count)
{
    enum { AT_ONCE = 4 };
    V none[AT_ONCE] = {{0}}, zero = {0};
    int64_t i = 0;
    for (; i + AT_ONCE * LANES <= count; i += AT_ONCE * LANES)
        WIDE_UNROLL
        for (int k = 0; k < AT_ONCE; k++) none[k] += *(const V *)(x + i + k * LANES) * zero;
    for (; i < count; i++) none[0][0] += x[i] * zero[0];
    V all = none[0] + none[1] + none[2] + none[3];
    float sum = 0;
    for (int j = 0; j < LANES; j++) sum += all[j];
    return sum == 0;
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

const WideDirect WIDE_NAME(wide_direct) = {LANES, taps_held, forward, across, weight, planes_in, planes_out, all_finite, copy_rows};
