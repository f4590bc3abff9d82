/* fuse.h: elementwise calls on large CPU operands, or on a card's, that wait, as one program, until somebody needs their bytes.
 *
 * A call that waits has been checked, has its outputs and is recorded on the tape; only its loop is missing. The storages it writes and reads are marked
 * (Storage.waits) and held by the program. What needs bytes asks storage_ready, which runs the program: one pass over memory for the whole chain. Results that
 * nobody can see any more, but that later steps use, exist in registers alone; a result that nothing used is computed all the same, as it was asked for.
 * Only loops that cannot fail wait, so nothing is told late; a run that was interrupted leaves the program as it was, to be run when next needed.
 */
#ifndef PERCH_CORE_CPU_FUSE_H
#define PERCH_CORE_CPU_FUSE_H

#include "work.h"

typedef struct Fusion Fusion;
enum { FUSE_STORAGES = 24 };                       /* most that a program reads and writes */
/* gpu: whose calls wait; NULL: the CPU's. On a card, where a program that was launched runs to its end, what was read may be written in place, too. NULL: no memory, recorded */
Fusion *fuse_open(Core *c, Device *gpu);
void fuse_close(Core *c, Fusion *f);
void fuse_cancel(Core *c, Fusion *f);              /* what waits need not be done */
typedef enum FuseAnswer { FUSE_NOT, FUSE_LATER, FUSE_TAKEN } FuseAnswer; /* not this call; when what waits has been run, perhaps; it waits now */
FuseAnswer fuse_take(Fusion *f, Call *call);
bool fuse_idle(const Fusion *f);
const struct EwProgram *fuse_program(Core *c, Fusion *f); /* all that waits, laid out for a card; NULL: nobody needs its results. Then fuse_cancel */
bool fuse_run(Core *c, Fusion *f, Threads *threads); /* all that waits. false: recorded */
/* The same in three steps, for a job (later.h): on the Core's thread; on any; on the Core's again, when the job has its storages. */
Work *fuse_prepare(Core *c, Fusion *f);            /* what is to be stopped to stop it */
bool fuse_compute(Fusion *f, Threads *threads);
void fuse_emptied(Fusion *f);
int fuse_storages(const Fusion *f, Storage **held, int *writes); /* how many it holds, each once; held (or NULL): them, the `writes` that it writes first */
void fuse_spread_failures(Core *c, Fusion *f);     /* results that were computed from failed values have failed, too */

#endif
