/* dist.h: an engine of ranks: what carries bytes between the processes of one run (MPI: src/dist). One table of what it can do, opened at first use from a library of its own.
 *
 * An engine moves memory of the host and knows nothing of tensors, lines or errors of programs: ranks.h asks it only for what all ranks have agreed on. It is of the process, not of a Core.
 * Its functions are called by one thread at a time; those that wait (comm, run, close) wait for other ranks.
 */
#ifndef PERCH_CORE_DIST_H
#define PERCH_CORE_DIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/dtype.h"

typedef enum DistKind {
#define DIST_KIND(NAME, name, reduces, root) DIST_##NAME,
#include "core/dist.def"
    DIST_KINDS
} DistKind;
typedef enum DistReduce {
#define DIST_REDUCE(NAME, name) DIST_##NAME,
#include "core/dist.def"
    DIST_REDUCES
} DistReduce;

/* What all ranks of a comm do together. count: elements of one rank's part (of all, in broadcast and the reductions to one size); in and out may be the same memory in
 * ALL_REDUCE, REDUCE and BROADCAST. ALL_TO_ALL: counts of elements to and from each rank, one after the other (in_counts, out_counts). */
typedef struct DistCall {
    DistKind kind;
    DistReduce reduce;
    DType dtype;
    int root;
    int64_t count;
    const int *in_counts, *out_counts;
    const void *in;
    void *out;
} DistCall;

typedef struct DistComm DistComm;       /* some of the ranks, numbered anew */
typedef struct DistRequest DistRequest; /* what has been begun and not waited for */
typedef enum DistAnswer { DIST_RUNS, DIST_DONE, DIST_FAILED } DistAnswer;
enum { DIST_VERSION = 2, DIST_ANY = -1, DIST_TAGS = 1 << 20 /* tags are below it */ };

typedef struct DistEngine {
    uint32_t version, call, dtypes;     /* DIST_VERSION, sizeof(DistCall), DTYPE_COUNT: of the sources it was built from */
    const char *name;                   /* "MPI" */
    bool (*open)(int *rank, int *size); /* joins the run */
    void (*close)(void);                /* waits until all ranks do */
    void (*abort)(int status);          /* ends all ranks; does not return */
    const char *(*version_text)(void);  /* "Open MPI 4.1.4" */
    DistComm *(*comm)(DistComm *parent /*NULL: of all ranks*/, const int *ranks, int n, int tag); /* called by its members alone; NULL: failed */
    void (*comm_free)(DistComm *c);
    bool (*near)(const DistComm *c); /* do all its ranks run on this machine, and share its memory? */
    bool (*reduces)(DType dtype, DistReduce reduce);
    bool (*fold)(const void *in, void *inout, int64_t count, DType dtype, DistReduce reduce); /* on this rank alone */
    bool (*run)(DistComm *c, const DistCall *call);                                           /* waits */
    DistRequest *(*start)(DistComm *c, const DistCall *call);                                 /* NULL: failed; call's arrays stay until it is done */
    DistRequest *(*send)(DistComm *c, int to, int tag, const void *bytes, size_t n);
    DistRequest *(*receive)(DistComm *c, int from /*or DIST_ANY*/, int tag, void *bytes, size_t n);
    DistAnswer (*test)(DistRequest *r, int *from /*of a receive; may be NULL*/); /* not DIST_RUNS: r is gone */
    bool (*peek)(DistComm *c, int *from, int tag);                               /* does a message of that tag wait to be received? */
    void (*cancel)(DistRequest *r);                                              /* a receive that nothing came for; r is gone */
    const char *(*said)(void);                                                   /* what failed last, in the engine's words */
} DistEngine;

#define DIST_ENTRY "perch_dist_engine"
typedef const DistEngine *(*DistEntry)(void);

/* The engine; opened at the first call and kept. NULL: `why` says in one sentence what is missing. PERCH_MPI names another file for it. */
const DistEngine *dist_open(char *why, size_t n);
bool dist_join(const DistEngine *e, int *rank, int *size); /* its open() */
bool dist_is_started(void);                                /* has a launcher (mpirun, srun) started this process as one of several ranks? */
bool dist_is_untold(char *why, size_t n);                  /* has it started several and told none of them so? why: a sentence */

#endif
