/* tridiagonal.h: eigenvalues of a real symmetric matrix with elements beside its diagonal alone. */
#ifndef PERCH_CORE_CPU_TRIDIAGONAL_H
#define PERCH_CORE_CPU_TRIDIAGONAL_H

#include <stdbool.h>
#include <stdint.h>

/* Vectors i and i + 1 become (s y + c x, c y - s x) of what they were: x, y. */
typedef void (*TurnVectors)(void *vectors, int64_t i, double c, double s);

/* d: the diagonal, becomes the eigenvalues (in no order); e: n - 1 elements beside it, lost. false: they do not settle. */
bool tridiagonal_settle(double *d, double *e, int64_t n, TurnVectors turn, void *vectors);

#endif
