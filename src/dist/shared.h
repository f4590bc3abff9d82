/* shared.h: values that ranks of one machine add up in memory which all of them have mapped, piece by piece. MPI brings them together and does the arithmetic (MPI_Reduce_local); only the
 * bytes take a shorter way than through its queues. Nobody waits in here: each call does what can be done now. */
#ifndef PERCH_DIST_SHARED_H
#define PERCH_DIST_SHARED_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct Shared Shared;
typedef struct Adding Adding; /* one all_reduce that goes on */

enum { SHARED_LEAST = 256 << 10 }; /* bytes: below it MPI's own is as fast */

/* All ranks of the communicator call it. NULL on all of them: they are not on one machine, or there is no such memory. */
Shared *shared_open(MPI_Comm comm);
void shared_close(Shared *s); /* each for itself; NULL: nothing */
/* in and out may be the same; both stay until it is done. All ranks begin the same ones in the same order. NULL: no memory. */
Adding *shared_add(Shared *s, const void *in, void *out, int count, size_t width, MPI_Datatype type, MPI_Op op);
typedef enum SharedState { SHARED_RUNS, SHARED_DONE, SHARED_FAILED } SharedState;
SharedState shared_go_on(Adding *a); /* not SHARED_RUNS: a is gone */

#endif
