/* later.h: the CPU as MXNet has it: work that is put in a queue and done, in order, by a worker behind the program's back.
 *
 * A job is a packed call or a program of elementwise calls (fuse.h). It holds the storages that it reads and writes, marks them (WAITS_QUEUED) and says in
 * them which event ends the last job that reads or writes; who needs the bytes waits for that event (storage_ready), who needs nothing waits for nothing.
 * The worker sees raw addresses alone: holds, marks, failures and memory are the Core's thread's, which looks after finished jobs whenever it
 * gives a new one or waits (reap). What the program's own thread computes meanwhile never touches what a job reads or writes.
 */
#ifndef PERCH_CORE_CPU_LATER_H
#define PERCH_CORE_CPU_LATER_H

#include "fuse.h"
#include "queue.h"

typedef struct Later Later;
Later *later_open(Core *c);                    /* NULL: no memory, recorded */
void later_close(Core *c, Later *l);           /* waits for what is queued */
void later_forget(Core *c, Later *l);          /* in a forked child, where the worker is not there; nothing is queued */
void later_cancel(Later *l);                   /* what is queued need not be done */
/* Puts a job behind the others. `threads`: how many the worker may use in all (it gets others when it has nothing to do). false: recorded, nothing was queued */
bool later_call(Core *c, Later *l, Call *call, int threads);
bool later_fusion(Core *c, Later *l, Fusion *f, int threads);  /* takes f */
bool later_idle(Later *l);
bool later_wait(Core *c, Later *l, Device *d, uint64_t event); /* until the event, or (0) all of them. false: interrupted, recorded */
Fusion *later_spare(Later *l);                 /* a Fusion that a job is done with; NULL: none */
void later_noted(Later *l, uint64_t row);      /* the ledger's row of the job put last */
Queue *later_queue(Later *l);                  /* for tests, which stop the worker with an event of another queue */

#endif
