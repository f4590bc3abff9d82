/* wide.h: the hot loops of products and networks, compiled once for each instruction set (this folder is built several times, with
 * WIDE_ISA = base, avx2, avx512) and chosen at run time.
 *
 * Loops here see contiguous arrays of float or double, and plain numbers. They keep no state, never fail and give results that depend
 * on the sizes and the instruction set alone.
 */
#ifndef PERCH_CORE_CPU_WIDE_H
#define PERCH_CORE_CPU_WIDE_H

#include "core/dtype.h"

/* What a product computes in: half types in float, small integers modulo 2^32 (wrapping is the same after cutting), int64 modulo 2^64. */
typedef enum GemmType { GEMM_F32, GEMM_F64, GEMM_U32, GEMM_U64, GEMM_TYPES } GemmType;

/* c (m x n) = A b, or with `from` (c itself, or a matrix with columns as far apart as c's) from + A b, k deep. A lies anywhere; of b, `lanes` columns are a panel: number j begins at
 * b + j * panel, its rows are b_row apart, each `lanes` long though what is beyond column n is not used, and not even read where `broad`. Steps are elements. But for m below 3 each sum is one chain along k;
 * `ordered`: for any m. `onward` (and ordered): a chain that goes on from from's number, where else the sum is added to it when it is whole. */
typedef struct WideThin {
    int64_t m, n, k;
    const void *a, *b;
    void *c;
    const void *from;
    int64_t a_row, a_column, b_row, panel, c_row, c_column, from_row;
    bool ordered, onward;
} WideThin;

enum { WIDE_NARROW = 4 };
typedef struct WideGemm {
    int mr, nr; /* a tile's rows and columns */
    /* c (mr x nr, row stride ldc) += panel a (k x mr) times panel b (k x nr) */
    void (*tile)(int64_t k, const void *a, const void *b, void *c, int64_t ldc);
    /* panels of `width` out of a strided matrix: `count` of its `across` lines, k steps; the last panel is filled up with zeros */
    void (*pack)(void *to, int width, const char *from, DType dtype, int64_t across, int64_t along, int64_t count, int64_t k);
    /* y[0 … m) of stride ys += A x, A m x k with the given strides (one of them 1), x contiguous. Only F32 and F64. */
    void (*matvec)(int64_t m, int64_t k, const void *a, int64_t rs, int64_t cs, const void *x, void *y);
    int lanes;                          /* of a panel of thin */
    bool broad;                         /* thin holds as many sums as the unit's rate asks for, and reads no more of b than there is: products of any size may go there */
    void (*thin)(const WideThin *g);    /* nothing of A is packed. Only F32 and F64. */
    /* c (m x n) = a (m x k) b, rows one behind the other in each; n and k at most WIDE_NARROW. Only F32 and F64. */
    void (*narrow)(int64_t m, int64_t n, int64_t k, const void *a, const void *b, void *c);
    /* In OpenBLAS's order of sums (gemv.h): a . b; y = A x, rows of A dense and rs apart; y += A x, columns dense and cs apart, k in parts of a multiple of eight. Only F32 and F64. */
    void (*blas_dot)(int64_t n, const void *a, int64_t a_step, const void *b, int64_t b_step, void *result);
    void (*blas_rows)(int64_t m, int64_t k, const void *a, int64_t rs, const void *x, void *y);
    void (*blas_columns)(int64_t m, int64_t k, const void *a, int64_t cs, const void *x, void *y);
    void (*blas_single)(int64_t n, int64_t k, const void *a, int64_t a_step, const void *b, int64_t b_row, int64_t b_column, void *c, int64_t c_column, bool more); /* n columns, by fours, of a matrix's last row */
} WideGemm;

typedef struct NormRow { double mean, inverse; } NormRow; /* inverse: 1 / sqrt(var + eps) */

/* One set for float, one for double; T stands for it. */
typedef struct WideReal {
    /* rows of n */
    void (*softmax)(const void *x, void *y, int64_t rows, int64_t n, double scale, bool log);
    void (*softmax_grad)(const void *g, const void *y, void *dx, int64_t rows, int64_t n, double scale, bool log);
    /* the same over `count` neighbouring columns at once: x[i * stride + j]; scratch: 2 * n */
    void (*softmax_columns)(const void *x, void *y, int64_t n, int64_t stride, int64_t count, double scale, bool log, void *scratch);
    void (*softmax_grad_columns)(const void *g, const void *y, void *dx, int64_t n, int64_t stride, int64_t count, double scale, bool log, void *scratch);
    void (*moments)(const void *x, int64_t n, double *sum, double *square_sum, double shift); /* of x - shift */
    void (*row_moments)(const void *x, int64_t n, double *mean, double *var);                 /* in two passes */
    void (*affine)(const void *x, void *y, int64_t n, double scale, double shift);            /* y = x * scale + shift */
    /* y = (x - mean) * inverse * scale[i] + shift[i]; scale, shift may be NULL */
    void (*affine_each)(const void *x, void *y, int64_t n, double mean, double inverse, const void *scale, const void *shift);
    void (*dot2)(const void *g, const void *x, int64_t n, double mean, double *sum, double *dot); /* sum g; sum g (x - mean) */
    void (*norm_grad)(const void *g, const void *x, void *dx, int64_t n, double a, double b, double c); /* dx = a g + b x + c */
    /* of a row of layer_norm: t = g * scale: sum t, sum t * xhat; dscale += g * xhat, dshift += g (either NULL) */
    void (*layer_sums)(const void *g, const void *x, const void *scale, int64_t n, double mean, double inverse, double *sum, double *dot,
                       void *dscale, void *dshift);
    void (*layer_grad)(const void *g, const void *x, const void *scale, void *dx, int64_t n, double mean, double inverse, double sum, double dot);
    void (*add)(void *to, const void *from, int64_t n);                  /* to += from */
    /* sums over `rows` rows of each of n columns, x[i * stride + j]: of x - shift and its square; of g and g (x - mean) */
    void (*moments_columns)(const void *x, int64_t rows, int64_t stride, int64_t n, const double *shift, double *sum, double *square_sum);
    void (*dot2_columns)(const void *g, const void *x, int64_t rows, int64_t stride, int64_t n, const double *mean, double *sum, double *dot);
    void (*norm_grad_each)(const void *g, const void *x, void *dx, int64_t n, const void *a, const void *b, const void *c); /* dx = a[j] g + b[j] x + c[j] */
} WideReal;

enum { WIDE_QUADS = 4 };
#define POOL_SLACK(s) (16 * (s) + 32)
/* One set for float (positions are int32), one for double, one for int64 (positions are int64). */
typedef struct WidePool {
    /* best[o] = the larger of best[o] and x[o * step], NaN wins; where[o] = first + o * step where it was replaced */
    void (*largest)(const void *x, int64_t step, int64_t n, void *best, void *where, int64_t first);
    void (*sum)(const void *x, int64_t step, int64_t n, void *sum);    /* sum[o] += x[o * step] */
    /* A row of n outputs, windows s elements apart, each of `count` elements at taps[i] from its beginning: the largest, and where it is: origin + o * s + places[i];
     * -1 where nothing is larger than the lowest number. x has POOL_SLACK(s) elements behind its last window. */
    void (*largest_row)(const void *x, int64_t n, int64_t s, const int64_t *taps, const int64_t *places, int64_t count, int64_t origin, void *y, int64_t *where);
    void (*sum_row)(const void *x, int64_t n, int64_t s, const int64_t *taps, int64_t count, void *y);
    void (*spread)(void *x, int64_t step, int64_t n, const void *g);   /* x[o * step] += g[o] */
    void (*total)(const void *x, int64_t n, void *sum);                /* sum[0] += x[0] + … */
    /* float alone: means of 2 x 2 elements side by side, `rows` rows of n of them (n >= WIDE_QUADS), and the way back */
    void (*quads)(const float *x, int64_t rows, int64_t n, float *y);
    void (*quads_back)(const float *g, int64_t rows, int64_t n, float *x);
} WidePool;

typedef struct WideLoops {
    const char *name;
    const WideGemm *gemm; /* GEMM_TYPES */
    const WideReal *real; /* float, double */
    const WidePool *pool; /* float, double, int64 */
    const struct Dense *dense; /* dense.h */
    const struct WideDirect *direct; /* direct.h */
    const struct WideWinograd *winograd; /* winograd.h */
    const struct WideAbreast *abreast; /* abreast.h */
    void (*half_to_float)(const uint16_t *from, float *to, int64_t n);
    void (*half_from_float)(const float *from, uint16_t *to, int64_t n);
} WideLoops;

const WideLoops *wide_loops(void); /* the best that this machine runs */

extern const WideLoops wide_base;
#if defined(__x86_64__) && !defined(PERCH_ONE_ISA)
extern const WideLoops wide_avx2, wide_avx512;
#endif

/* inside this folder */
#define WIDE_JOIN_(a, b) a##_##b
#define WIDE_JOIN(a, b) WIDE_JOIN_(a, b)
#define WIDE_NAME(x) WIDE_JOIN(x, WIDE_ISA)
#if defined(__AVX512F__)
#define WIDE_BYTES 64
#elif defined(__AVX2__)
#define WIDE_BYTES 32
#else
#define WIDE_BYTES 16
#endif
#if defined(__clang__)
#define WIDE_UNROLL _Pragma("clang loop unroll(full)")
#else
#define WIDE_UNROLL _Pragma("GCC unroll 32")
#endif

#endif
