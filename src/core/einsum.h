/* einsum.h: an equation of einsum understood: which label each axis of each operand and of the result has, and how large labels are. */
#ifndef PERCH_CORE_EINSUM_H
#define PERCH_CORE_EINSUM_H

#include "op.h"
#include "said.h"

enum { EINSUM_TERMS = 64, EINSUM_LETTERS = 52, EINSUM_LABELS = EINSUM_LETTERS + MAX_DIMS }; /* labels behind the letters are the ellipsis's axes */

typedef struct EinsumTerm { int n; uint8_t label[MAX_DIMS]; } EinsumTerm; /* a label for each axis */
typedef struct Einsum {
    int count;
    EinsumTerm in[EINSUM_TERMS], out;
    int64_t size[EINSUM_LABELS]; /* 1 where a label does not occur */
} Einsum;

/* What is wrong with an equation, in the words that the caller gives (said.h); NULL: no text. */
typedef struct EinsumError { const char *const *words; char text[200]; int operand; } EinsumError;

/* shape(data, i, &ndim): of operand i. */
bool einsum_read(Einsum *e, const char *equation, int count, const int64_t *(*shape)(const void *data, int i, int *ndim), const void *data, EinsumError *why);

#endif
