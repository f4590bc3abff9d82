/* gemm.h: strided matrix products of any dtype: c = alpha a b + beta d, for a batch of them.
 *
 * Large float32 products go to oneDNN where it is there (w->dnn); the rest to own loops: packed panels and a vectorised tile, plain loops for what
 * is tiny. Pieces are cut by sizes alone, so any number of threads gives the same result.
 */
#ifndef PERCH_CORE_CPU_GEMM_H
#define PERCH_CORE_CPU_GEMM_H

#include "core/cpu/wide/wide.h"
#include "work.h"

typedef struct Matrix {
    char *at;
    DType dtype;
    int64_t rs, cs; /* strides of rows and columns, in elements */
} Matrix;

enum { GEMM_BATCH_DIMS = MAX_DIMS };
typedef struct Gemm {
    int64_t m, n, k;
    Matrix a, b, c, d;          /* m x k, k x n, m x n; d, m x n, is what beta multiplies: at NULL where there is none */
    Scalar alpha, beta;
    int batch_dims;             /* the same batch for all four, a stride of 0 where one is repeated */
    int64_t batch[GEMM_BATCH_DIMS];
    int64_t batch_strides[4][GEMM_BATCH_DIMS]; /* of a, b, c, d, in elements */
    bool bool_or;               /* c of bool: is any product true? */
} Gemm;

GemmType gemm_type(DType result);  /* what a product with this result computes in */
bool gemm_run(Work *w, const Gemm *g);
bool gemm_complex(Work *w, const Gemm *g); /* where c is complex */

#endif
