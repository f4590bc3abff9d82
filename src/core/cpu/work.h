/* work.h: what a CPU kernel sees: raw views, numbers, attributes, threads; no tensors and no Core.
 *
 * A kernel is bool k(Work *): it computes w->out from w->in, all of them addressable here. It runs on the Core's thread (the CPU device) or
 * on a simulated GPU's worker, so it touches nothing but its Work. What goes wrong with values (an index out of range) is work_fail.
 * A kernel gives the same result for any number of threads: it cuts its work by sizes alone, never by the number of threads.
 */
#ifndef PERCH_CORE_CPU_WORK_H
#define PERCH_CORE_CPU_WORK_H

#include <stdatomic.h>

#include "core/op.h"

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
    bool of_complex;       /* operands or results are complex numbers: cpu_complex computes it */
    int in_count, out_count;
    View *in, *out;
    const Scalar *numbers; /* numbers[i] stands for in[i] where !in[i].present and the op takes numbers */
    const Attr *attrs;
    Threads *threads;
    Dnn *dnn;              /* the device's; NULL: own loops alone */
    const struct CoreConfig *host;          /* its interrupted and reserve are asked; NULL: nobody */
    const void *asker;               /* the thread that may ask the host whether the user wants it to stop, as work_thread() names it; NULL: none (a device's worker) */
    _Atomic bool stopped;            /* the user did, or the device is given up */
    struct Lanes *lanes;   /* random ops on a CPU: the accent's own stream (draw.h); NULL: the counter-based one below */
    int let_go;            /* madvise's word after which whole pages of the results read as zeros (a device's own mapping); 0: they are written */
    bool zeros;            /* every byte of the results is 0 already */
    const struct Elsewhere *elsewhere; /* the addresses are a card's, and who copies and lends memory there (blit.h); NULL: the host's own */
    uint64_t seed[2];      /* random ops: the counter-based generator's key and first counter */
    /* what went wrong */
    ErrorKind error;
    int64_t numbers_wrong[ERROR_NUMBERS];
    char text[160];
} Work;

typedef bool (*CpuKernel)(Work *w);
CpuKernel cpu_kernel(const Op *op);           /* NULL: none */
bool cpu_complex(Work *w);                    /* complex.c: what has complex operands or results */
static inline bool cpu_work(Work *w) { return (w->of_complex ? cpu_complex : cpu_kernel(w->op))(w); }
bool cpu_supports(const Op *op, DType dtype);

bool work_fail(Work *w, ErrorKind kind, const char *format, ...) __attribute__((format(printf, 3, 4))); /* false */
void *work_scratch(Work *w, size_t bytes);    /* NULL, and CE_HOST_MEMORY, when there is none or the host's limit is reached; free with work_scratch_free */
void work_scratch_free(Work *w, void *p);
/* body(data, from, to) over 0 … n-1 in pieces of at least `grain`; pieces are cut the same way for any number of threads. Between pieces it is asked whether to stop
 * (work_stopped): then the rest is left out, and false answered: what was to be written is not, so nobody may take indices from it. */
bool work_parallel(Work *w, int64_t n, int64_t grain, void (*body)(void *data, int64_t from, int64_t to), void *data);
/* Long loops ask now and then, on any thread: some 2^16 easy steps apart. true: stop and return false (the caller says CE_INTERRUPTED) */
bool work_stopped(Work *w);
enum { WORK_STEPS = 1 << 16 };
static inline bool work_paced(Work *w, int64_t i) { return __builtin_expect((i & (WORK_STEPS - 1)) == WORK_STEPS - 1, 0) && work_stopped(w); } /* in a loop over i */
/* In loops over what is not alike: so many easy steps more are done. */
static inline bool work_after(Work *w, int64_t *done, int64_t steps)
{
    if ((*done += steps) < WORK_STEPS) return false;
    *done = 0;
    return work_stopped(w);
}
const void *work_thread(void); /* names the calling thread */

Threads *threads_open(int n);                 /* n workers besides the caller; NULL for n < 1 */
void threads_close(Threads *t);
bool threads_share_a_core(void);              /* may the process run on one core alone? Then who waits sleeps at once: spinning would keep the other from its work */
bool threads_flush_denormal(bool on);
unsigned threads_float_mode(void);            /* the calling thread's, for another to take over */
void threads_set_float_mode(unsigned mode);
int threads_count(const Threads *t);          /* with the caller: 1 for NULL */
void threads_run(Threads *t, Work *w, int64_t n, int64_t grain, void (*body)(void *data, int64_t from, int64_t to), void *data); /* w: whose loop it is, asked whether to stop */

#endif
