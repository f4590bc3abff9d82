/* core_impl.h: the inside of a Core, for core's own files. */
#ifndef PERCH_CORE_CORE_IMPL_H
#define PERCH_CORE_CORE_IMPL_H

#include "core.h"
#include "grad.h"
#include "replay.h"
#include "rules.h"

enum { NOTED_LEDGER = 1, NOTED_CLOCK = 2 }; /* Core.noted: calls are to be written down; the host's clock is a model */
enum { MAX_GPUS = 16, MAX_CPUS = 64, POOL_CLASSES = 64, POOL_STEP = 16 };

typedef struct PoolBlock { struct PoolBlock *next; } PoolBlock;

struct Core {
    CoreMode mode;
    uint8_t noted;                     /* NOTED_…: a call has more to do than to run */
    uint8_t precision, precision_read; /* precision.h: what PyTorch's switches allow; what MXNet's variables say, once they were read */
    uint16_t rules;                    /* rules.h: PyTorch's modes that are on */
    const struct Refusal *refusals;    /* refused.h */
    int refusal_count;
    const uint8_t *out_kinds;          /* the same; NULL: none */
    int8_t looks_left;                 /* small calls of the CPU's until one looks at the clock (ledger.c) */
    uint32_t site;
    Accent accent;
    DType default_dtype;
    Device *place;                     /* core_set_place */
    const struct Layout *lays;         /* core_set_layout */
    CoreMemory memory;
    size_t live;                       /* bytes of core's own small things */
    PoolBlock *pool[POOL_CLASSES];     /* freed small blocks by size / POOL_STEP */
    Device cpu;
    Device meta;
    Device *gpus[MAX_GPUS];
    int gpu_count;
    Device *wrecks;                    /* wreck.c */
    struct Graph *graphs;              /* graph.c: that live */
    bool gpus_open;
    bool host_waits;                   /* core_host_waits */
    bool gpus_begun;                   /* a GPU has been used: its context is this process's */
    char spec[128];
    CoreConfig config;
    CoreError error;
    CoreWatch watch;
    CoreHabits habits;
    CoreGradHooks grad_hooks;
    bool packs_saved;                  /* core_pack_saved */
    struct Replay *replay;             /* replay.h: calls are written down; NULL: they are not */
    struct GraphRun *as_graph;         /* replay_graph.h: a replay's calls are one graph: they are not done one by one */
    struct ReplayGraph *replay_graphs; /* that live */
    Rules ruling;
    uint64_t grad_order;               /* nodes made so far */
    uint32_t grad_passes;              /* backward passes so far */
    int hooked;                        /* records that have hooks */
    bool raw_gradients;                /* core_set_raw_gradients */
    GradNode *grad_doomed;             /* to be freed by the loop in grad_node_release */
    bool grad_draining;
    uint64_t random_calls;             /* counters of random ops: each call takes its own */
    void *owner;                       /* the embedder's */
    uint64_t tensors;                  /* living: a check at close */
    Storage *storages;                 /* all that live, the newest first */
    struct Failure *failures, *failures_last; /* failure.h: that nobody was told of */
    uint32_t serial;                   /* of the newest storage */
    uint64_t dry_reads;                /* values that were wanted in a dry run */
    struct Ledger *ledger;             /* ledger.h; NULL: nothing is written down */
    double model_time;                 /* --clock=model: the host's clock, seconds */
    bool pass_queues;                  /* a backward pass that an accent with queues asked for: its calls go there too, whatever accent they are written in */
    struct Rng *rng;                   /* rng.h: generators by accent and device */
    struct Bundle *bundle, *bundle_room; /* bundle.h: a backward pass under way whose calls are looked at, perhaps held back; NULL: none. room: its memory, for the next */
    struct PassGraph *pass_graphs;     /* backward passes that are known, the latest first */
};

/* The host reads, writes or waits: that is booked on the line that asks now, not on the one of the last call. The site before, to be put back (a
 * backward pass goes on with its own). */
static inline uint32_t core_asked(Core *c)
{
    uint32_t before = c->site;
    if (c->config.asks) c->site = c->config.asks(c->config.asks_data);
    return before;
}

/* May the GPU be used in this process? false: CE_FORKED is recorded. fresh: memory or a copy is asked for, which CUDA calls a new beginning. */
static inline bool core_gpu_here(Device *d, bool fresh)
{
    Core *c = d->core;
    if (!d->lost || c->mode.dry) return true;
    if (d->wrecked) return core_fail(c, CE_DEVICE_FAULT, "CUDA error: gpu(%d) has lost its context since this value was put there, and the value with it", d->index);
    core_fail(c, CE_FORKED, "a GPU that the parent process uses is out of a forked child's reach");
    c->error.numbers[0] = fresh;
    return false;
}

bool core_run_call(Call *call);        /* op.c: its device gets it, and who writes calls down hears of it. false: recorded */
Device *core_new_gpu(Core *c, int index, int physical); /* zeroed otherwise. NULL: no memory, recorded */
size_t core_close_gpu(Core *c, Device *d); /* bytes that were still in tensors there */
size_t core_close_wrecks(Core *c);     /* wreck.c: the same of all of them */
bool block_in_pool(const Block *b, const struct BlockPool *p); /* blocks.c */

bool core_grow(Core *c, void **at, int *room, int need, size_t each); /* an array that has room for `need` elements from now on, and may have moved; false: recorded */

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

/* Something that a replay of what is being written down would not do (replay.h): on its own, or whoever does it. */
static inline void core_spoils(Core *c, const char *why)
{
    if (__builtin_expect(c->replay != NULL, 0)) replay_spoil(c, why);
}
static inline void core_reads(Core *c, const char *why)
{
    if (__builtin_expect(c->replay != NULL, 0)) replay_read(c, why);
}

/* Are calls of the accent that now speaks recorded? */
static inline bool core_records(const Core *c) { return c->mode.grad[c->accent]; }

/* --clock=model: what a call on the host takes; the clock goes on by as much. */
double core_model_host(Core *c, double flops, double bytes);

/* Drivers open themselves into a zeroed Device whose core, kind and index are set. false: recorded. */
bool cpu_open(Device *d, int threads);
int64_t cpu_fuse_from(const Core *c, int64_t otherwise); /* PERCH_FUSE; INT64_MAX: nothing waits */
int cpu_threads(const Device *d);
void cpu_set_threads(Device *d, int n);
void cpu_after_fork(Device *d);        /* its pool's threads are not there */
void cpu_noted(Device *d, uint64_t row); /* the ledger's row of the call that was queued last */
struct Queue *cpu_queue(Device *d);    /* NULL: nothing was queued yet (tests) */
bool sim_open(Device *d, const char *model, size_t memory, const char *link);
void sim_after_fork(Device *d);        /* of a device that has not been used: its memory is to be this process's own */

#endif
