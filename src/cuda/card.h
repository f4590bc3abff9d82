/* card.h: a logical GPU: a stream, a share of a card's memory, events behind the work it was given, and what its kernels found wrong.
 *
 * Files in C plan (shapes, dtypes, which kernel), files in CUDA compute (device.h lists their launchers). Every status is looked at: `cuda_ok` records what a call says
 * as CE_DEVICE_FAULT, with the call's name and CUDA's own words.
 */
#ifndef PERCH_CUDA_CARD_H
#define PERCH_CUDA_CARD_H

#include <cuda_runtime_api.h>

#include "core/plugin.h"
#include "device.h"

extern const PluginHost *cuda_host; /* set by the first call of the plugin */

enum { EVENTS = 64 };
typedef struct Mark { cudaEvent_t event; uint64_t number; } Mark; /* an event behind the number-th piece of work */

typedef struct Card {
    int number;           /* CUDA's own */
    cudaStream_t stream;
    size_t share;         /* bytes that this logical GPU may take */
    uint64_t given, done; /* pieces of work so far, and those that are known to be done */
    Mark marks[EVENTS];   /* the newest overwrite the oldest */
    int next_mark;
    GpuFault *fault;      /* the host's memory, which kernels write to */
    struct { uint64_t number; uint32_t site; const Op *op; } issued[EVENTS]; /* who gave the latest pieces of work: what a fault is traced to */
    int processors, threads; /* multiprocessors, and threads that each holds */
    Fusion *fusion;       /* elementwise calls that wait to be launched as one program */
    struct { uint32_t site; const Op *op; } put_off; /* the latest of them */
    GpuJoined *held;      /* programs that waited no longer and were not launched: the same one over several operands; whatever else is given launches them. NULL: none are held */
    struct Blas *blas;    /* blas.c: cuBLASLt for this card, once a product wanted it; NULL: not yet, or refused */
    bool blas_refused;
    struct CardDnn *dnn;  /* dnn.c: cuDNN, the same way */
    bool dnn_refused;
    struct { ErrorKind kind; uint32_t site; const Op *op; char text[sizeof ((CoreError *)NULL)->text]; } late; /* launching them failed where nobody could be told: the next wait tells it */
    struct Times *times;  /* times.c: events behind the latest pieces of work, once somebody wrote times down; NULL: not yet, or refused */
    bool times_refused, timing; /* timing: the piece that is being given has a timer */
    struct GpuGraph *tape; /* graph.c: what is given is being written down; NULL: it is done */
    struct GpuGraph *graphs; /* that live */
    struct { uint32_t site; } replayed; /* who replayed a graph last: to blame for what a kernel of it finds wrong */
} Card;

bool cuda_ok(Device *d, cudaError_t status, const char *call); /* false: recorded */
bool card_use(Device *d);                                      /* makes it the current card. false: recorded */
#define CUDA(d, call, ...) cuda_ok(d, call(__VA_ARGS__), #call)

/* A kernel plans one op's call and launches it on the card's stream. false: w->error or recorded. */
typedef struct GpuWork { Device *device; Card *card; cudaStream_t stream; struct Head *scratch; /* memory between kernels (plan.h) */ } GpuWork;
typedef bool (*GpuKernel)(Work *w, GpuWork *g);
GpuKernel gpu_kernel(const Op *op);                 /* NULL: absent (kernels.def) */
bool gpu_supports(const Op *op, DType dtype);

/* times.c. gpu_now: seconds of CLOCK_MONOTONIC. Around what is given to the stream as the latest piece of work; idle: the stream has nothing to do. */
double gpu_now(void);
void gpu_time_begin(Device *d, bool idle);
void gpu_time_end(Device *d);
bool gpu_spent(Device *d, uint64_t piece, double *start, double *end); /* Driver.spent */
void gpu_times_close(Device *d);
/* graph.c: Driver.graph_… */
bool gpu_graph_begin(Device *d);
void *gpu_graph_end(Device *d);
bool gpu_graph_launch(Device *d, void *graph, DrawsApart apart);
void gpu_graph_free(Device *d, void *graph);
void gpu_graph_given(Device *d, uint64_t number, const Op *op, uint32_t site); /* a piece of work is part of what is written down */
bool gpu_graph_gave(const Card *c, uint32_t piece, uint32_t *site, const Op **op); /* who gave a piece of a graph that lives. false: none of them has it */
const uint64_t *gpu_draws_apart(const Card *c);     /* where a kernel that is being written down reads how far its counter and its seed are from those it was given (two numbers); NULL: it does not */
bool gpu_together(Device *const *devices, int n, const Together *what, bool *done); /* nccl.c: Driver.together, once all of them are in order */
int gpu_nccl_version(void);                         /* 0: it is not */
void gpu_nccl_close(Device *d);
/* ring.c: Driver.rings, run once the card is in order */
bool gpu_ring_card(Device *d, unsigned char name[RING_CARD]);
bool gpu_ring_id(unsigned char id[RING_ID]);
uint32_t gpu_ring_join(Device *d, const unsigned char id[RING_ID], int n, int rank, RingWatch watch);
bool gpu_ring_run(Device *d, uint32_t ring, const Together *what);
void gpu_ring_leave(Device *d, uint32_t ring);
bool gpu_rings_busy(Device *d);                     /* is there work of theirs that is not known to be done? */
bool gpu_rings_go_on(Device *d);                    /* asked now and then by who waits for the card. false: recorded; a ring is given up, and the card does not wait for it any more */
void gpu_rings_close(Device *d);
void gpu_blas_close(Device *d);                     /* blas.c */
void gpu_dnn_close(Device *d);                      /* dnn.c */
int gpu_dnn_version(void);                          /* 0: it is not */
bool gpu_dnn_there(void);                           /* is the library on this machine? */

extern const Driver cuda_driver;

#endif
