/* dense.h: decompositions of one large dense matrix, in blocks whose updates are matrix products; compiled once for each instruction set with the rest of this folder.
 *
 * Matrices lie column by column without gaps. What has fewer than DENSE_FEW columns is better served by plain loops. Signs are those of LAPACK's conventions: a reflector
 * H = 1 - tau v v', v[0] = 1, turns a column to minus its sign times its length.
 */
#ifndef PERCH_CORE_CPU_WIDE_DENSE_H
#define PERCH_CORE_CPU_WIDE_DENSE_H

#include "core/dtype.h"

typedef enum Solved { SOLVED,
                      UNSOLVED /* singular, not positive definite, does not settle */,
                      STOPPED /* the host knows why */ } Solved;
enum { DENSE_FEW = 33 };

typedef struct DenseHost { /* who asks */
    void *data;
    void *(*take)(void *data, size_t bytes); /* NULL, and says so itself: no memory */
    void (*give)(void *data, void *p, size_t bytes);
    bool (*stop)(void *data); /* asked every few milliseconds at most */
} DenseHost;

typedef struct DenseFactors {                                                           /* of float, of double: T */
    Solved (*lu)(const DenseHost *host, void *a, int64_t n, int64_t *swaps, int *sign); /* L below the diagonal, U on and over it */
    Solved (*lu_solve)(const DenseHost *host, const void *lu, const int64_t *swaps, int64_t n, void *b, int64_t columns);
    Solved (*triangular)(const DenseHost *host, const void *a, int64_t n, void *b, int64_t columns, bool upper, bool unit); /* unit: ones stand on the diagonal */
    Solved (*cholesky)(const DenseHost *host, void *a, int64_t n);                          /* the lower triangle is read; zeros over it */
    Solved (*qr)(const DenseHost *host, void *a, int64_t rows, int64_t columns, void *tau); /* R on and over the diagonal, reflectors below */
    Solved (*qr_q)(const DenseHost *host, const void *a, const void *tau, int64_t rows, int64_t reflectors, void *q, int64_t columns);
} DenseFactors;
typedef struct Dense {
    DenseFactors of_float, of_double;
    /* The lower triangle is read; values rising; the vectors come into a. */
    Solved (*eigh)(const DenseHost *host, double *a, int64_t n, double *values, bool vectors);
    /* rows >= columns; values falling; U's columns come into a, V's into v (columns x columns; NULL: values alone). */
    Solved (*svd)(const DenseHost *host, double *a, int64_t rows, int64_t columns, double *s, double *v);
} Dense;

#endif
