/* core_impl.h: the inside of a Core, for core's own files. */
#ifndef PERCH_CORE_CORE_IMPL_H
#define PERCH_CORE_CORE_IMPL_H

#include "core.h"
#include "grad.h"

enum { NOTED_LEDGER = 1, NOTED_CLOCK = 2 }; /* Core.noted: calls are to be written down; the host's clock is a model */
enum { MAX_GPUS = 16, MAX_CPUS = 64, POOL_CLASSES = 64, POOL_STEP = 16 };

typedef struct PoolBlock { struct PoolBlock *next; } PoolBlock;

struct Core {
    CoreMode mode;
    uint8_t noted;                     /* NOTED_…: a call has more to do than to run */
    int8_t looks_left;                 /* small calls of the CPU's until one looks at the clock (ledger.c) */
    uint32_t site;
    Accent accent;
    DType default_dtype;
    Device *place;                     /* core_set_place */
    CoreMemory memory;
    size_t live;                       /* bytes of core's own small things */
    PoolBlock *pool[POOL_CLASSES];     /* freed small blocks by size / POOL_STEP */
    Device cpu;
    Device *gpus[MAX_GPUS];
    int gpu_count;
    bool gpus_open;
    char spec[128];
    CoreConfig config;
    CoreError error;
    CoreWatch watch;
    CoreHabits habits;
    CoreGradHooks grad_hooks;
    uint64_t grad_order;               /* nodes made so far */
    uint32_t grad_passes;              /* backward passes so far */
    GradNode *grad_doomed;             /* to be freed by the loop in grad_node_release */
    bool grad_draining;
    uint64_t random_calls;             /* counters of random ops: each call takes its own */
    void *owner;                       /* the embedder's */
    uint64_t tensors;                  /* living: a check at close */
    Storage *storages;                 /* all that live, the newest first */
    uint32_t serial;                   /* of the newest storage */
    uint64_t dry_reads;                /* values that were wanted in a dry run */
    struct Ledger *ledger;             /* ledger.h; NULL: nothing is written down */
    double model_time;                 /* --clock=model: the host's clock, seconds */
    struct Rng *rng;                   /* rng.h: generators by accent and device */
};

/* core_alloc and core_free where the size is known to the compiler: a freed block of the same class without a call. */
static inline void *core_take(Core *c, size_t n)
{
    PoolBlock **at = &c->pool[(n - 1) / POOL_STEP], *b = *at;
    if (!b) return core_alloc(c, n);
    *at = b->next;
    c->live += n;
    return b;
}
static inline void core_give(Core *c, void *p, size_t n)
{
    PoolBlock **at = &c->pool[(n - 1) / POOL_STEP], *b = p;
    c->live -= n;
    b->next = *at;
    *at = b;
}

/* Are calls of the accent that now speaks recorded? */
static inline bool core_records(const Core *c) { return c->mode.grad[c->accent]; }

/* --clock=model: what a call on the host takes; the clock goes on by as much. */
double core_model_host(Core *c, double flops, double bytes);

/* Drivers open themselves into a zeroed Device whose core, kind and index are set. false: recorded. */
bool cpu_open(Device *d, int threads);
bool sim_open(Device *d, const char *model, size_t memory, const char *link);

#endif
