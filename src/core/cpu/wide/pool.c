/* pool.c: the windows of pooling along one row of outputs: one place in the kernel for all of them at a time. wide/pool_loops.h is included once a type. */
#include <math.h>

#include "wide.h"

extern const WidePool WIDE_NAME(wide_pool)[3];

#if WIDE_BYTES == 64
#define EVEN_4 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define EVEN_8 0, 2, 4, 6, 8, 10, 12, 14
#elif WIDE_BYTES == 32
#define EVEN_4 0, 2, 4, 6, 8, 10, 12, 14
#define EVEN_8 0, 2, 4, 6
#else
#define EVEN_4 0, 2, 4, 6
#define EVEN_8 0, 2
#endif

#define T float
#define EVEN EVEN_4
#define LOWEST (-INFINITY)
#define NOT_A_NUMBER(v) ((v) != (v))
#define NANS(v) ((FN(VI))((v) != (v)))
#define I int32_t
#define FN(x) x##_f32
#include "pool_loops.h"
#define T double
#define EVEN EVEN_8
#define LOWEST (-INFINITY)
#define NOT_A_NUMBER(v) ((v) != (v))
#define NANS(v) ((FN(VI))((v) != (v)))
#define I int64_t
#define FN(x) x##_f64
#include "pool_loops.h"
#define T int64_t
#define EVEN EVEN_8
#define LOWEST INT64_MIN
#define NOT_A_NUMBER(v) false
#define NANS(v) ((FN(VI)){0})
#define I int64_t
#define FN(x) x##_i64
#include "pool_loops.h"

/* ---- means of 2 x 2, side by side ---- */

#define PAIRS_16(v, w) __builtin_shufflevector(v, w, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), __builtin_shufflevector(v, w, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)
#define PAIRS_8(v, w) __builtin_shufflevector(v, w, 0, 2, 4, 6, 8, 10, 12, 14), __builtin_shufflevector(v, w, 1, 3, 5, 7, 9, 11, 13, 15)
#define PAIRS_4(v, w) __builtin_shufflevector(v, w, 0, 2, 4, 6), __builtin_shufflevector(v, w, 1, 3, 5, 7)
#define TWICE_16(v) __builtin_shufflevector(v, v, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7), __builtin_shufflevector(v, v, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15)
#define TWICE_8(v) __builtin_shufflevector(v, v, 0, 0, 1, 1, 2, 2, 3, 3), __builtin_shufflevector(v, v, 4, 4, 5, 5, 6, 6, 7, 7)
#define TWICE_4(v) __builtin_shufflevector(v, v, 0, 0, 1, 1), __builtin_shufflevector(v, v, 2, 2, 3, 3)

/* Rows of n outputs by vectors of N, of which the last lies over the one before (n >= N). */
#define QUADS(N)                                                                                                      \
    typedef float Q##N __attribute__((vector_size(N * sizeof(float)), aligned(sizeof(float)), may_alias));            \
    static void quads_##N(const float *x, int64_t rows, int64_t n, float *y)                                          \
    {                                                                                                                 \
        for (int64_t i = 0; i < rows; i++, x += 4 * n, y += n)                                                        \
            for (int64_t j = 0; j < n; j += N) {                                                                      \
                int64_t at = j + N <= n ? j : n - N;                                                                  \
                const Q##N *a = (const Q##N *)(x + 2 * at), *b = (const Q##N *)(x + 2 * n + 2 * at);                  \
                Q##N up[2] = {PAIRS_##N(a[0], a[1])}, down[2] = {PAIRS_##N(b[0], b[1])};                              \
                *(Q##N *)(y + at) = ((Q##N){0} + up[0] + up[1] + down[0] + down[1]) * .25f;                                       \
            }                                                                                                         \
    }                                                                                                                 \
    static void quads_back_##N(const float *g, int64_t rows, int64_t n, float *x)                                     \
    {                                                                                                                 \
        for (int64_t i = 0; i < rows; i++, x += 4 * n, g += n)                                                        \
            for (int64_t j = 0; j < n; j += N) {                                                                      \
                int64_t at = j + N <= n ? j : n - N;                                                                  \
                Q##N *a = (Q##N *)(x + 2 * at), *b = (Q##N *)(x + 2 * n + 2 * at), v = *(const Q##N *)(g + at) * .25f;  \
                Q##N two[2] = {TWICE_##N(v)};                                                                         \
                a[0] = b[0] = two[0], a[1] = b[1] = two[1];                                                           \
            }                                                                                                         \
    }
QUADS(4)
#if WIDE_BYTES >= 32
QUADS(8)
#endif
#if WIDE_BYTES >= 64
QUADS(16)
#endif

#if WIDE_BYTES >= 64
#define BY_WIDTH(f, n, ...) ((n) >= 16 ? f##_16(__VA_ARGS__) : (n) >= 8 ? f##_8(__VA_ARGS__) : f##_4(__VA_ARGS__))
#elif WIDE_BYTES >= 32
#define BY_WIDTH(f, n, ...) ((n) >= 8 ? f##_8(__VA_ARGS__) : f##_4(__VA_ARGS__))
#else
#define BY_WIDTH(f, n, ...) f##_4(__VA_ARGS__)
#endif
static void quads(const float *x, int64_t rows, int64_t n, float *y) { BY_WIDTH(quads, n, x, rows, n, y); }
static void quads_back(const float *g, int64_t rows, int64_t n, float *x) { BY_WIDTH(quads_back, n, g, rows, n, x); }

#define ROW(s, ...) {largest_##s, sum_##s, largest_row_##s, sum_row_##s, spread_##s, total_##s, __VA_ARGS__}
const WidePool WIDE_NAME(wide_pool)[3] = {ROW(f32, quads, quads_back), ROW(f64, NULL, NULL), ROW(i64, NULL, NULL)};
