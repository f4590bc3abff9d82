/* queue.h: an ordered queue and the worker thread that empties it: of a simulated GPU, and of the CPU in MXNet's accent (later.h).
 *
 * Entries are put in by the Core's thread only and run by the worker only, in order. An entry is numbered; "event n" means: entry n is done.
 * Memory of entries belongs to the Core's thread: it is taken back there (queue_reap) once the worker is past them. The worker
 * starts with the first entry and sleeps when there is nothing to do.
 */
#ifndef PERCH_CORE_SIM_QUEUE_H
#define PERCH_CORE_SIM_QUEUE_H

#include "run.h"

typedef struct Queue Queue;
typedef struct Entry {
    enum { ENTRY_WORK, ENTRY_BYTES, ENTRY_WAIT, ENTRY_JOB } kind;
    uint32_t site;
    Work *work;             /* ENTRY_WORK: packed; ENTRY_JOB: what queue_cancel stops */
    void (*job)(void *data); /* ENTRY_JOB: what the worker does with `to` */
    void *to;               /* ENTRY_BYTES: size bytes from `from`; ENTRY_JOB: its data */
    const void *from;
    size_t size;
    Queue *other;           /* ENTRY_WAIT: until `event` of this one */
    uint64_t event;
    void *owned;            /* given back when the entry is done: the packed work, a staging buffer */
    size_t owned_bytes;
} Entry;
typedef struct LateError { /* the first failure since the last time somebody asked */
    ErrorKind kind;
    uint32_t site;
    const Op *op;
    int64_t numbers[ERROR_NUMBERS];
    char text[160];
} LateError;

Queue *queue_open(Core *c);                 /* NULL: no memory, recorded */
void queue_close(Core *c, Queue *q);        /* waits for what is queued */
bool queue_put(Core *c, Queue *q, const Entry *e); /* waits while it is full; false: recorded, and owned is still the caller's */
bool queue_idle(Queue *q);
uint64_t queue_last(const Queue *q);        /* the number of the last entry put in */
bool queue_reached(Queue *q, uint64_t event);
bool queue_wait(Core *c, Queue *q, uint64_t event); /* false: interrupted */
void queue_fail(Queue *q, const Work *failed, uint32_t site);
bool queue_take_error(Queue *q, LateError *out); /* true: there was one */

void queue_cancel(Queue *q); /* what is queued need not be done: long work stops, the rest is passed over */

#endif
