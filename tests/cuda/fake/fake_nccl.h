/* fake_nccl.h: what the stand-in for NCCL's two files share: nccl.c (cards of this process) and nccl_ranks.c (cards of several). */
#ifndef PERCH_FAKE_NCCL_H
#define PERCH_FAKE_NCCL_H

#include <stdbool.h>
#include <stddef.h>

#include <cuda_runtime_api.h>

#include "core/dtype.h"
#include "nccl_values.h"
#include "of_card.h"

#define OUT __attribute__((visibility("default")))
enum { MOST = 16 };
typedef enum Kind { ALL_REDUCE, REDUCE, BROADCAST, ALL_GATHER, REDUCE_SCATTER } Kind;
typedef struct Ring { int n, left; } Ring;
typedef struct Comm { Ring *ring; int rank, card; struct Ranks *ranks; /* NULL: all its cards are this process's */ } Comm;
typedef struct One { const char *from; char *to; const Comm *comm; cudaStream_t stream; Kind kind; size_t count; int dtype, sum, root; } One;

#define NCCL(type, name, arguments) OUT type name arguments;
#include "nccl.def"
#undef NCCL

int fake_nccl_failing(const char *name); /* the status that it was asked to fail with, or 0 */
#define BEGIN \
    int failed = fake_nccl_failing(__func__); \
    if (failed) return failed

/* What comes of n parts, for free(); and where it goes. */
char *fake_nccl_made(const One *o, int n, const char *const *from, size_t *bytes);
void fake_nccl_take(const One *o, int n, int rank, const char *made, size_t bytes);
size_t fake_nccl_bytes(const One *o);    /* of what a rank gives */

/* ---- nccl_ranks.c ---- */
int fake_ranks_join(Comm *c, const NcclId *id);
int fake_ranks_call(const One *o);
int fake_ranks_status(const Comm *c);    /* what a call found wrong since */
void fake_ranks_leave(Comm *c);

#endif
