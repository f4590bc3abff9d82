/* linalg.h: decompositions of one matrix, that numpy.linalg's ufuncs run over stacks.
 *
 * Matrices lie column by column without gaps: `rows` elements a column, double or double complex (float32 is computed in double too). LAPACK does them where the machine has it (core/cpu/lapack.h), but that
 * core's own loops (core/cpu/wide/dense.h) are faster for the vectors of large real ones, and serve what is large where it is missing. The same algorithms serve the rest: linalg_of.h, which
 * linalg_real.c and linalg_complex.c include. Signs are those that LAPACK's conventions give: a reflector turns a column to minus its sign times its length.
 */
#ifndef PERCH_TENSOR_ARRAY_LINALG_H
#define PERCH_TENSOR_ARRAY_LINALG_H

#include <complex.h>

#include "core/cpu/wide/dense.h"
#include "ufunc_impl.h"

enum { LINALG_OWN = 256 }; /* from so many columns on LAPACK's eigenvectors and singular vectors are the slower ones (bench/results/tensors.txt) */

#define LINALG_FUNCTIONS(FN, T)                                                                                                                            \
    Solved FN(lu)(VM *vm, T *a, int64_t n, int64_t *swaps, int *sign); /* L below the diagonal, U on and over it */                                        \
    Solved FN(lu_solve)(VM *vm, const T *lu, const int64_t *swaps, int64_t n, T *b, int64_t columns);                                                              \
    Solved FN(cholesky)(VM *vm, T *a, int64_t n);                      /* the lower triangle is read; zeros over it */                                     \
    Solved FN(qr)(VM *vm, T *a, int64_t rows, int64_t columns, T *tau); /* R on and over the diagonal, reflectors below */                                 \
    Solved FN(qr_q)(VM *vm, const T *a, const T *tau, int64_t rows, int64_t reflectors, T *q, int64_t columns);                                            \
    Solved FN(eigh)(VM *vm, T *a, int64_t n, double *values, bool vectors); /* the lower triangle is read; the vectors come into a */                      \
    Solved FN(svd)(VM *vm, T *a, int64_t rows, int64_t columns, double *s, T *v /*columns x columns, or NULL: values alone*/); /* rows >= columns; U comes into a */ \
    Solved FN(values)(VM *vm, T *a, int64_t n, double *values, bool vectors, bool upper); /* by LAPACK, where it serves: lapack_eigh */                    \
    Solved FN(split)(VM *vm, T *a, int64_t rows, int64_t columns, double *s, T *u, T *vh, bool all); /* lapack_svd */             \
    Solved FN(lstsq)(VM *vm, T *a, int64_t rows, int64_t columns, T *b, int64_t right, double *s, double limit, int64_t *rank); /* lapack_lstsq */          \
    Solved FN(complete)(VM *vm, T *u, int64_t rows, int64_t have, int64_t want); /* more columns, across all before */                                     \
    Solved FN(eig)(VM *vm, T *a, int64_t n, double complex *values, double complex *vectors /*or NULL*/);
#define LINALG_REAL(f) real_##f
#define LINALG_COMPLEX(f) complex_##f
LINALG_FUNCTIONS(LINALG_REAL, double)
LINALG_FUNCTIONS(LINALG_COMPLEX, double complex)

#endif
