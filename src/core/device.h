/* device.h: a device is a filled driver table and an ordered queue behind it.
 *
 * Order is what a user can observe: work given to a device happens as if in the order given; reading a value waits for it. Memory is
 * given and taken in that same order (a block freed here may be used by later work on the same device at once), so a queued
 * piece of work needs raw addresses only and holds no references. Between devices events order
 * (Driver.record and wait_for): what one gets from now on waits for what the other has got so far.
 */
#ifndef PERCH_CORE_DEVICE_H
#define PERCH_CORE_DEVICE_H

#include "tensor.h"

typedef struct Call Call;
typedef struct Op Op;
typedef enum DeviceKind { DEVICE_CPU, DEVICE_GPU, DEVICE_META /* meta.c: shapes without bytes */ } DeviceKind;

enum { DRIVER_VERSION = 1 };

typedef struct DeviceInfo {
    char name[64];          /* "Tesla T4 (simulated)" */
    bool simulated;
    char why[128];          /* why this device and not another: for the banner */
    size_t memory;          /* bytes in total */
    int capability[2];      /* compute capability */
    int processors;
    double flops[3];        /* peak a second: float32, float64, half; for the roofline */
    double bandwidth;       /* bytes a second */
    double link_bandwidth, link_latency; /* to the host; peers: see link */
    char link[16];          /* "pcie3", "pcie4", "nvlink" */
    int physical;           /* the number before CUDA_VISIBLE_DEVICES */
} DeviceInfo;

/* An operand of Driver.quick: at NULL: a number of the host's, or (that NULL too) none. */
typedef struct QuickOperand { const void *at; const Scalar *number; bool one; /* `at` is one element that stands for all */ } QuickOperand;

/* What several devices do together (Driver.together), each with `count` elements at from[i], results at to[i]; i is the device's place among those that take part. */
typedef enum TogetherKind { TOGETHER_SUM_ALL, TOGETHER_SUM, TOGETHER_BROADCAST, TOGETHER_GATHER_ALL, TOGETHER_SUM_SCATTER } TogetherKind;
typedef enum TogetherSum { TOGETHER_ADD, TOGETHER_TIMES, TOGETHER_MAX, TOGETHER_MIN } TogetherSum; /* in PyTorch's and NCCL's order */
typedef struct Together { TogetherKind kind; TogetherSum sum; int root; const void *const *from; void *const *to; int64_t count; DType dtype; uint32_t site; } Together;

/* With GPUs of other processes (core/rings.h): a ring of distinct cards, one of each process. */
enum { RING_CARD = 16, RING_ID = 128 };
typedef struct RingWatch { /* is another rank gone, which this one would wait for without an end? why: in one sentence */
    bool (*lost)(void *data, char *why, size_t n);
    void *data;
} RingWatch;
typedef struct RingDriver {
    bool (*card)(Device *d, unsigned char name[RING_CARD]); /* what no other card has, on any host. false: nothing can carry values to others */
    bool (*id)(unsigned char id[RING_ID]);                  /* made by one rank, told to all. false: not to be had */
    uint32_t (*join)(Device *d, const unsigned char id[RING_ID], int n, int rank, RingWatch watch); /* waits for the others. The ring's number; 0: recorded */
    bool (*run)(Device *d, uint32_t ring, const Together *what); /* its place in `what` is 0. false: recorded */
    void (*leave)(Device *d, uint32_t ring);
} RingDriver;

/* How far a replay's random numbers are from those that a graph was written down with: added to each counter and to the seed. */
typedef struct DrawsApart { uint64_t counters, seed; } DrawsApart;

/* What a driver fills in. All functions are called on the Core's thread. Slots marked optional may be NULL. */
typedef struct Driver {
    uint32_t version;
    const char *name; /* "cpu", "sim", "cuda" */
    void (*close)(Device *d);
    /* raw memory in large blocks; the caching allocator is above. NULL: no more (nothing is recorded) */
    void *(*alloc)(Device *d, size_t bytes);
    void (*free)(Device *d, void *block, size_t bytes);
    /* optional: bytes that alloc could still give, as the card says: other processes and other logical GPUs have their part of it. NULL: what is not reserved */
    size_t (*room)(Device *d);
    /* The kernel table's answer; false: run would say CE_DTYPE_UNSUPPORTED. */
    bool (*supports)(Device *d, const Op *op, DType dtype);
    /* Queue (or do) one call whose outputs are allocated. false: refused, recorded. Later faults come out of wait. */
    bool (*run)(Device *d, Call *call);
    /* optional: an elementwise op of one or two operands of one floating dtype, n elements without gaps, done at once; `out` may be an operand. false: not
     * this way, nothing was done. */
    bool (*quick)(Device *d, const Op *op, DType dtype, const QuickOperand in[2], void *out, int64_t n);
    /* bytes, contiguous; in: the host's memory may be reused on return. out: waits. */
    bool (*copy_in)(Device *d, void *to, const void *from, size_t bytes, uint32_t site);
    bool (*copy_out)(Device *d, void *to, const void *from, size_t bytes, uint32_t site);
    /* optional: straight from another device of the same driver; ordered on both. NULL: over the host */
    bool (*copy_peer)(Device *to_device, void *to, Device *from_device, const void *from, size_t bytes, uint32_t site);
    /* optional: nobody will read what is still queued: it need not be done (the Core closes) */
    void (*cancel)(Device *d);
    /* Everything given so far is done. false: something failed late; the record names its site. */
    bool (*wait)(Device *d);
    /* optional: the same, but what failed stays to be told. false: interrupted */
    bool (*settle)(Device *d);
    /* optional: the bytes may be read, or (to_write) written: what has to come first is done. false: recorded, as wait. Without it storages are in the device's
     * order; where there is `record` they are in it from then on. */
    bool (*ready)(Device *d, Storage *s, bool to_write);
    bool (*idle)(Device *d);                       /* nothing queued or running */
    /* events: a number for "all so far"; make this device wait for another's number (optional: NULL where run is synchronous) */
    uint64_t (*record)(Device *d);
    void (*wait_for)(Device *d, Device *other, uint64_t event);
    bool (*reached)(Device *d, uint64_t event);
    /* optional: how many numbers of the device's counter a call of a random op takes, by a generator that is laid out as PyTorch's on CUDA. NULL: one an element */
    uint64_t (*draws)(Device *d, const Call *call);
    /* optional: measured times. piece: the number of the piece of work that the latest call is part of, or will be where it waits; spent: when a piece ran, in seconds of
     * CLOCK_MONOTONIC (it waits until that is known; false: it was not measured, or too long ago); stamp: a piece of nothing, measured whether the ledger is open or not */
    uint64_t (*piece)(Device *d);
    bool (*spent)(Device *d, uint64_t piece, double *start, double *end);
    uint64_t (*stamp)(Device *d);
    /* optional: a real card's context was lost: lets go of what it holds there; last: of that card's GPUs, and the card begins anew. false: recorded */
    bool (*reset)(Device *d, bool last);
    /* optional: a graph (graph.h). What is given between begin and end is written down and not done; launch does it, over the same addresses, as often as it is called, random
     * numbers so far from those that were written down. end NULL: recorded. Waits and bytes from or to elsewhere are refused in between (core_capture_refuses). */
    bool (*graph_begin)(Device *d);
    void *(*graph_end)(Device *d);
    bool (*graph_launch)(Device *d, void *graph, DrawsApart apart, uint32_t site);
    void (*graph_free)(Device *d, void *graph);
    /* optional: by a library for many cards, ordered on each. *done false: not this way, and nothing was done */
    bool (*together)(Device *const *devices, int n, const Together *what, bool *done);
    const RingDriver *rings;                       /* optional */
    double (*clock)(Device *d);                    /* optional: seconds on the device's (modelled) clock, after all work so far */
} Driver;

typedef struct MemoryStats {
    size_t allocated, allocated_peak; /* in tensors */
    size_t reserved, reserved_peak;   /* taken from the driver */
    size_t limit;                     /* 0: what the device has */
    uint64_t allocations, frees, retries, failures;
} MemoryStats;

/* Numbers that change while a device works. Any thread may ask; they need not fit together. */
typedef struct DevicePulse { size_t allocated, total; double busy; /* seconds of work given to it */ bool simulated; } DevicePulse;
int device_pulse_count(const Core *c);                       /* GPUs that are open */
bool device_pulse(const Core *c, int gpu, DevicePulse *out); /* gpu -1: the CPU; false: none */

typedef struct BlockCache BlockCache;
struct Device {
    Core *core;
    const Driver *driver;
    DeviceKind kind;
    int index;               /* the user's number, gpu(index) */
    DeviceInfo info;
    MemoryStats memory;
    BlockCache *cache;       /* device_alloc's */
    struct BlockPool *pool;  /* where memory comes from while a graph is written down; NULL: the cache */
    enum { CAPTURES_NOT, CAPTURES, CAPTURE_SPOILT } captures; /* is a graph being written down? */
    void *state;             /* the driver's own */
    struct Dnn *dnn;         /* cpu/dnn.h: oneDNN for the kernels that run here (the CPU and simulated GPUs); opened by the first call */
    uint64_t calls, copies_in, copies_out;
    double began, ended;     /* the piece of work given last, on a simulated GPU's clock: written by the driver, read by the ledger */
    int64_t wait_from;       /* elementwise calls of so many elements may be put off until their bytes are needed; INT64_MAX: none */
    bool lost;               /* a GPU that the process used which forked this one: out of reach (core_gpu_here) */
    bool broken;             /* a real card that says that its context is lost: only device_reset helps */
    bool wrecked;            /* ... and it was reset: `lost`, and what lies here is gone (wreck.c) */
    int parts;               /* logical GPUs on the card, and how much memory each was allowed: as it was opened */
    size_t most;
    Device *next_wreck;
    size_t stale;            /* bytes that only such calls hold on to */
    Device *next_cpu;        /* cpu(i) with i > 0, as they were asked for */
};

/* Numbers of the CPU's from here on are MXNet's kinds of host memory: cpu_pinned(i), cpu_shared(i). */
enum { CPU_PINNED = 1 << 20, CPU_SHARED = 2 << 20, CPU_NUMBERS = CPU_PINNED - 1 };
static inline const char *device_cpu_word(int index) { return index >= CPU_SHARED ? "cpu_shared" : index >= CPU_PINNED ? "cpu_pinned" : "cpu"; }
static inline int device_cpu_number(int index) { return index >= CPU_PINNED ? index & CPU_NUMBERS : index; }

/* The registry */
typedef struct GpuVersions { int cuda, cudnn; } GpuVersions; /* as CUDA and cuDNN count: 13000, 91100; 0: not there */
bool device_gpu_versions(Core *c, GpuVersions *out);         /* what drives the GPUs; false: nothing real does */
int device_nccl_version(Core *c);                            /* 22809; 0: there is none, or nothing real drives the GPUs */
Device *device_cpu(Core *c);
int device_gpu_count(Core *c);            /* opens them at first use */
Device *device_gpu(Core *c, int index);   /* NULL: CE_NO_SUCH_DEVICE */
Device *device_meta(Core *c);             /* meta.c */
/* cpu(i) is the CPU for every i, with memory of its own: MXNet's programs try out several contexts on it. NULL: CE_NO_SUCH_DEVICE */
Device *device_find(Core *c, DeviceKind kind, int index);
static inline bool device_same_memory(const Device *a, const Device *b) { return a == b || (a->kind == DEVICE_CPU && b->kind == DEVICE_CPU); }

/* Memory, rounded up and cached in order of the queue (blocks.c). NULL: CE_OUT_OF_MEMORY after the cache was emptied and tried again. *block is
 * the allocator's mark, to be given back with the address. */
void *device_alloc(Device *d, size_t bytes, Block **block);
void device_free(Device *d, void *at, size_t bytes, Block *block);
/* The same for what no program has asked for (what a graph keeps): counted as reserved alone. */
void *device_keep(Device *d, size_t bytes, Block **block);
void device_unkeep(Device *d, void *at, size_t bytes, Block *block);
/* Memory that a graph's work lies in: nobody else gets it while somebody holds the pool. */
typedef struct BlockPool BlockPool;
BlockPool *block_pool_new(Device *d); /* held once. NULL: recorded */
void block_pool_hold(BlockPool *p);
void block_pool_drop(BlockPool *p);
size_t block_pool_bytes(const BlockPool *p);
/* What work has taken in the pool, to be taken again in the same order at the same places, once none of it is in use. */
bool block_pool_plan(BlockPool *p, const Block *b);                             /* one more. false: recorded */
bool block_pool_idle(const BlockPool *p);
void *block_pool_place(const BlockPool *p, int i);
void *block_pool_planned(BlockPool *p, int i, size_t bytes, Block **block);     /* NULL: it is in use, or smaller (nothing is recorded) */
/* true: a graph is being written down, and what is asked for cannot be part of it: recorded, and the graph is spoilt */
bool core_capture_refuses(Device *d);
bool block_was_zeros(const Block *b); /* every byte of it was 0 when it was taken; NULL: nobody knows */
/* Bytes of the host's that a tensor has without asking the allocator are counted all the same. */
static inline void device_count(Device *d, size_t bytes)
{
    MemoryStats *m = &d->memory;
    __atomic_store_n(&m->allocated, m->allocated + bytes, __ATOMIC_RELAXED); /* device_pulse reads it on another thread */
    m->allocations++;
    if (m->allocated > m->allocated_peak) m->allocated_peak = m->allocated;
}
static inline void device_uncount(Device *d, size_t bytes)
{
    __atomic_store_n(&d->memory.allocated, d->memory.allocated - bytes, __ATOMIC_RELAXED);
    d->memory.frees++;
}
static inline void device_recount(Device *d, size_t bytes) /* … after all: device_free is still to come */
{
    __atomic_store_n(&d->memory.allocated, d->memory.allocated + bytes, __ATOMIC_RELAXED);
    d->memory.frees--;
}
void device_cache_empty(Device *d);
void device_cache_close(Device *d);   /* gives everything back; nothing may be allocated any more */
void device_reset_peak(Device *d);
size_t device_room(Device *d);        /* bytes that nobody has taken from the driver yet */
/* A real card begins anew: what lies on it (on all logical GPUs of that card) is lost, and whoever asks for it is told. false: recorded: it is simulated, or does not
 * come back. */
typedef struct CardReset { int gpus; size_t values, bytes; } CardReset;
bool device_reset(Core *c, int gpu, CardReset *lost);
size_t block_held(const Storage *s);      /* bytes of the allocator that a storage holds: its own, rounded up */
/* What the allocator keeps that no storage holds. marked: bytes of storages in segments (the others are small blocks of the host's) */
typedef struct BlockSums { size_t cache, gaps, marked, largest; uint64_t cache_count, gap_count; } BlockSums;
BlockSums device_blocks(Device *d);       /* cache: whole segments that can be given back; gaps: between blocks in use */

bool device_wait(Device *d);
bool device_settle(Device *d);       /* all work is done; failures are told by who waits for a value. false: interrupted, recorded */
bool device_wait_all(Core *c);
/* Bytes between any two devices, ordered on both; counts the transfer in the ledger. */
void device_told(Device *to_device, Device *from_device, size_t bytes, uint32_t site); /* who watches copies hears of one */
bool device_copy(Device *to_device, void *to, Device *from_device, const void *from, size_t bytes, uint32_t site);

#endif
