/* work.h: what a CPU kernel sees: raw views, numbers, attributes, threads; no tensors and no Core.
 *
 * A kernel is bool k(Work *): it computes w->out from w->in, all of them addressable here. It runs on the Core's thread (the CPU device) or
 * on a simulated GPU's worker, so it touches nothing but its Work. What goes wrong with values (an index out of range) is work_fail.
 * A kernel gives the same result for any number of threads: it cuts its work by sizes alone, never by the number of threads.
 */
#ifndef PERCH_CORE_CPU_WORK_H
#define PERCH_CORE_CPU_WORK_H

#include <stdatomic.h>

#include "../op.h"

typedef struct View {
    char *at;              /* the first element (of index 0, 0, …); NULL: no elements, a number, or absent */
    DType dtype;
    bool present, contiguous;
    int ndim;
    const int64_t *shape, *strides; /* strides in elements; may be 0 or negative */
    int64_t size;
} View;

typedef struct Threads Threads; /* a pool; NULL: run on this thread */
typedef struct Dnn Dnn;         /* dnn.h: a worker's oneDNN: dnn_open(), one a worker (the CPU driver, each simulated GPU); opening is free */
typedef struct Work {
    const Op *op;
    Accent accent;
    DType compute;
    int in_count, out_count;
    View *in, *out;
    const Scalar *numbers; /* numbers[i] stands for in[i] where !in[i].present and the op takes numbers */
    const Attr *attrs;
    Threads *threads;
    Dnn *dnn;              /* the device's; NULL: own loops alone */
    bool (*interrupted)(void *data); /* the user wants it to stop; may be NULL; asked by the thread that runs the kernel alone (work_stopped) */
    void *interrupted_data;
    const void *asker;               /* that thread, as work_thread() names it */
    _Atomic bool stopped;            /* it was so once */
    struct Lanes *lanes;   /* random ops on a CPU: the accent's own stream (draw.h); NULL: the counter-based one below */
    uint64_t seed[2];      /* random ops: the counter-based generator's key and first counter */
    /* what went wrong */
    ErrorKind error;
    int64_t numbers_wrong[ERROR_NUMBERS];
    char text[160];
} Work;

typedef bool (*CpuKernel)(Work *w);
CpuKernel cpu_kernel(const Op *op);           /* NULL: none */
bool cpu_supports(const Op *op, DType dtype);

bool work_fail(Work *w, ErrorKind kind, const char *format, ...) __attribute__((format(printf, 3, 4))); /* false */
void *work_scratch(Work *w, size_t bytes);    /* NULL, and CE_HOST_MEMORY, when there is none; free with work_scratch_free */
void work_scratch_free(Work *w, void *p);
/* body(data, from, to) over 0 … n-1 in pieces of at least `grain`; pieces are cut the same way for any number of threads. */
void work_parallel(Work *w, int64_t n, int64_t grain, void (*body)(void *data, int64_t from, int64_t to), void *data);
/* Long loops ask now and then, on any thread. true: stop and return false (the caller says CE_INTERRUPTED) */
bool work_stopped(Work *w);
const void *work_thread(void); /* names the calling thread */

Threads *threads_open(int n);                 /* n workers besides the caller; NULL for n < 1 */
void threads_close(Threads *t);
int threads_count(const Threads *t);          /* with the caller: 1 for NULL */
void threads_run(Threads *t, int64_t n, int64_t grain, void (*body)(void *data, int64_t from, int64_t to), void *data);

#endif
