/* lapack.h: decompositions by LAPACK, as OpenBLAS has it: opened at the first one (Debian: libopenblas0-pthread), as NumPy and PyTorch there compute them, bit for bit.
 *
 * Matrices lie column by column without gaps. Where the library is missing or a matrix too large for its numbers, lapack_serves says no and dense.h's loops are asked. A long piece of work runs on a
 * thread of its own over copies, so that who asks may leave (STOPPED) while it is under way. UNSOLVED: singular, not positive definite, not settled, not a number.
 */
#ifndef PERCH_CORE_CPU_LAPACK_H
#define PERCH_CORE_CPU_LAPACK_H

#include "core/cpu/wide/dense.h"

typedef enum LapackKind { LAPACK_S,
                          LAPACK_D,
                          LAPACK_C,
                          LAPACK_Z } LapackKind; /* float, double, complex of floats, of doubles */

bool lapack_serves(int64_t rows, int64_t columns);
int lapack_said(void);      /* its info of this thread's last call, where that was UNSOLVED */
void lapack_threads(int n); /* how many threads it may use from its next call on */

Solved lapack_lu(const DenseHost *host, LapackKind kind, void *a, int64_t n, int64_t *swaps, int *sign);
Solved lapack_lu_solve(const DenseHost *host, LapackKind kind, const void *lu, const int64_t *swaps, int64_t n, void *b, int64_t columns, bool turned /* A' x = b */);
/* A triangle of a (turned: of the transposed matrix); unit: ones stand on its diagonal, whatever lies there. UNSOLVED, b as it was: a zero on the diagonal. */
Solved lapack_triangular(const DenseHost *host, LapackKind kind, const void *a, int64_t n, void *b, int64_t columns, bool upper, bool unit, bool turned);
Solved lapack_cholesky(const DenseHost *host, LapackKind kind, void *a, int64_t n, bool upper); /* that triangle is read; zeros in the other */
Solved lapack_qr(const DenseHost *host, LapackKind kind, void *a, int64_t rows, int64_t columns, void *tau);
Solved lapack_qr_q(const DenseHost *host, LapackKind kind, const void *a, const void *tau, int64_t rows, int64_t reflectors, void *q, int64_t columns);
Solved lapack_eigh(const DenseHost *host, LapackKind kind, void *a, int64_t n, void *values, bool vectors, bool upper); /* that triangle is read; values (real) rise; vectors come into a */
/* a (rows x columns) is used up. u: rows x few, vh: few x columns, or all of both; NULL both: values alone */
Solved lapack_svd(const DenseHost *host, LapackKind kind, void *a, int64_t rows, int64_t columns, void *s, void *u, void *vh, bool all);
/* Of any square matrix, which is used up; values and vectors (NULL: none) are complex, of floats or doubles as a is. */
Solved lapack_eig(const DenseHost *host, LapackKind kind, void *a, int64_t n, void *values, void *vectors);
/* b: the larger of rows and columns high; the answer comes into its first `columns` rows, what is left over into those behind. limit: of a's kind, real */
Solved lapack_lstsq(const DenseHost *host, LapackKind kind, void *a, int64_t rows, int64_t columns, void *b, int64_t right, void *s, const void *limit, int64_t *rank);

#endif
