/* dense.c: the decompositions of dense.h: blocks for float and double, eigenvalues and singular values for double. */
#include "dense.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/cpu/tridiagonal.h"
#include "wide.h"

extern const WideGemm WIDE_NAME(wide_gemm)[GEMM_TYPES];

static int64_t half_of(int64_t n) /* whole vectors and tiles in the first half */
{
    int64_t half = n / 2;
    return half > 96 ? half / 96 * 96 : half > 16 ? half / 16 * 16
                                    : half > 8    ? 8
                                                  : half;
}
static int rising(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
static void sort_doubles(double *d, int64_t n) { qsort(d, (size_t)n, sizeof *d, rising); }

#define T     float
#define FN(f) f##_f32
#define GEMM  GEMM_F32
static float size_f32(float x)
{
    return fabsf(x);
}
#include "dense_product.h"
#include "dense_factor.h"
#undef T
#undef FN
#undef GEMM
#define T     double
#define FN(f) f##_f64
#define GEMM  GEMM_F64
static double size_f64(double x)
{
    return fabs(x);
}
#include "dense_product.h"
#include "dense_factor.h"
#undef T
#undef FN
#undef GEMM
#include "dense_eigen.h"
#include "dense_split.h"

extern const Dense WIDE_NAME(dense);
const Dense WIDE_NAME(dense) = {
    .of_float = {lu_f32, lu_solve_f32, triangular_f32, cholesky_f32, qr_f32, qr_q_f32},
    .of_double = {lu_f64, lu_solve_f64, triangular_f64, cholesky_f64, qr_f64, qr_q_f64},
    .eigh = eigh,
    .svd = svd,
};
