/* driver.c: the driver table of a card: memory, work, copies, events and waiting, on one stream. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "plan.h"

bool cuda_ok(Device *d, cudaError_t status, const char *call)
{
    if (status == cudaSuccess) return true;
    Card *c = d->state;
    cudaGetLastError(); /* those that do not stick are forgotten: they are told here */
    if (c && cudaPeekAtLastError() != cudaSuccess) d->broken = true;
    return cuda_host->fail(d->core, CE_DEVICE_FAULT, "CUDA error: %s (%s: %s)%s", cudaGetErrorString(status), call, cudaGetErrorName(status),
                           d->broken ? "; the card's context is lost, and with it every value on it (%devices reset begins anew)" : "");
}

bool card_use(Device *d)
{
    Card *c = d->state;
    if (!cuda_host->here(d, false)) return false;
    return CUDA(d, cudaSetDevice, c->number);
}

static bool settle(Device *d);
/* A call of CUDA's own that waits cannot be told that a rank is gone, which a ring waits for: before it the card is waited for in the way that can. false: recorded */
static bool calm(Device *d) { return !gpu_rings_busy(d) || settle(d); }
static void calm_or_keep(Device *d);

/* ---- memory ---- */
static void *take(Device *d, size_t bytes)
{
    Card *c = d->state;
    void *p = NULL;
    if (d->memory.reserved + bytes > c->share || d->lost || cudaSetDevice(c->number) != cudaSuccess) return NULL;
    if (cudaMalloc(&p, bytes) == cudaSuccess) return p;
    cudaGetLastError(); /* no more memory is an answer */
    return NULL;
}

static void give(Device *d, void *block, size_t bytes)
{
    (void)bytes;
    Card *c = d->state;
    if (d->lost || cudaSetDevice(c->number) != cudaSuccess) return;
    calm_or_keep(d);
    cudaStreamSynchronize(c->stream); /* work that still uses it */
    cudaFree(block);
}

/* What a logical GPU has not taken of its share, as far as the card has it: others use the card, too. */
static size_t room(Device *d)
{
    Card *c = d->state;
    size_t left = c->share > d->memory.reserved ? c->share - d->memory.reserved : 0, there = 0, total;
    if (d->lost || cudaSetDevice(c->number) != cudaSuccess || cudaMemGetInfo(&there, &total) != cudaSuccess) {
        cudaGetLastError(); /* the card's trouble is told by who needs it */
        return left;
    }
    return there < left ? there : left;
}

/* ---- what was given, and what is done ---- */
static void given(Device *d, const Op *op, uint32_t site)
{
    Card *c = d->state;
    uint64_t number = ++c->given;
    c->issued[number % EVENTS].number = number;
    c->issued[number % EVENTS].site = site;
    c->issued[number % EVENTS].op = op;
    if (c->tape) gpu_graph_given(d, number, op, site);
    if (cuda_host->noting(d->core) && !c->tape) gpu_time_begin(d, c->done + 1 == number);
}

/* ---- what waits ---- */
static bool is_held(const Card *c) { return c->held && c->held->sets; }
static bool something_waits(const Card *c) { return is_held(c) || (c->fusion && !cuda_host->fuse_idle(c->fusion)); }

static void drop_put_off(Device *d)
{
    Card *c = d->state;
    if (c->held) c->held->sets = 0;
    if (c->fusion) cuda_host->fuse_cancel(d->core, c->fusion);
}

/* What failed was not what is being done now: the calls that waited are to blame. */
static void blame_put_off(Device *d)
{
    Card *c = d->state;
    CoreError *e = cuda_host->error(d->core);
    e->late = true;
    e->site = c->put_off.site;
    e->op = c->put_off.op;
}

/* A program, or those that are held (NULL). false: recorded, and their results are lost */
static bool launch_one(Device *d, const EwProgram *p)
{
    Card *c = d->state;
    if (!card_use(d)) return blame_put_off(d), false;
    GpuWork g = {d, c, c->stream, NULL};
    given(d, c->put_off.op, c->put_off.site);
    if (!p) gpu_launch_held(&g);
    else if (p->size) gpu_launch_program(&g, p);
    gpu_time_end(d);
    return cuda_ok(d, cudaGetLastError(), c->put_off.op->name) || (blame_put_off(d), false);
}

/* Launches the elementwise calls that wait. Those of one program may be held (while nobody looks at times, which have a piece of work's number each): the next may be the same one over
 * other operands, and any other work launches them first. false: recorded, and their results are lost. */
static bool launch_waiting(Device *d, bool may_hold)
{
    Card *c = d->state;
    if (!something_waits(c)) return true;
    const EwProgram *p = d->lost || !c->fusion || cuda_host->fuse_idle(c->fusion) ? NULL : cuda_host->fuse_program(d->core, c->fusion);
    bool holds = p && (may_hold || is_held(c)) && !cuda_host->noting(d->core), held = holds && gpu_hold_program(c, p), ok = true;
    if (held && may_hold) return cuda_host->fuse_cancel(d->core, c->fusion), true;
    if (is_held(c) && !d->lost) ok = launch_one(d, NULL);
    if (ok && p && !held && may_hold && holds && gpu_hold_program(c, p)) return cuda_host->fuse_cancel(d->core, c->fusion), true;
    if (ok && p && !held) ok = launch_one(d, p);
    drop_put_off(d);
    return ok;
}
static bool launch_put_off(Device *d) { return launch_waiting(d, false); }

/* The same where nobody can be told that it failed: the next wait tells it. */
static void keep_late(Card *c, CoreError *e)
{
    if (!c->late.kind) {
        c->late.kind = e->kind;
        c->late.site = c->put_off.site;
        c->late.op = c->put_off.op;
        memcpy(c->late.text, e->text, sizeof c->late.text);
    }
    e->kind = CORE_OK;
}

static void launch_or_keep(Device *d)
{
    CoreError *e = cuda_host->error(d->core);
    bool clean = e->kind == CORE_OK;
    if (launch_put_off(d) || !clean) return;
    keep_late(d->state, e);
}

static void calm_or_keep(Device *d)
{
    CoreError *e = cuda_host->error(d->core);
    bool clean = e->kind == CORE_OK;
    if (!calm(d) && clean) keep_late(d->state, e);
}

/* May the call wait? true: it does. *failed: recorded */
static bool put_off(Device *d, Call *call, bool *failed)
{
    Card *c = d->state;
    if (!call->op->elementwise || call->out[0]->size < d->wait_from || d->lost) return false;
    if (!c->fusion && !(c->fusion = cuda_host->fuse_open(d->core, d))) return *failed = true, false;
    if (!c->held) {
        if (!(c->held = cuda_host->alloc(d->core, sizeof *c->held))) return *failed = true, false;
        c->held->sets = 0;
    }
    FuseAnswer answer = cuda_host->fuse_take(c->fusion, call);
    if (answer == FUSE_LATER) {
        if (!launch_waiting(d, true)) return *failed = true, false;
        answer = cuda_host->fuse_take(c->fusion, call);
    }
    if (answer != FUSE_TAKEN) return false;
    c->put_off.site = call->site;
    c->put_off.op = call->op;
    return true;
}

static bool ready(Device *d, Storage *s, bool to_write)
{
    (void)to_write;
    return !(s->waits & WAITS_FUSED) || launch_put_off(d);
}

/* ---- events ---- */
/* The event behind a piece of work, or behind a later one; the newest of all where none is so late. NULL: recorded */
static const Mark *mark_behind(Device *d, uint64_t number)
{
    Card *c = d->state;
    const Mark *best = NULL;
    for (int i = 0; i < EVENTS; i++)
        if (c->marks[i].number >= number && (!best || c->marks[i].number < best->number)) best = &c->marks[i];
    if (best || c->tape) return best; /* (an event in a graph would be a part of it) */
    Mark *m = &c->marks[c->next_mark];
    if (!card_use(d) || !CUDA(d, cudaEventRecord, m->event, c->stream)) return NULL;
    m->number = c->given;
    c->next_mark = (c->next_mark + 1) % EVENTS;
    return m;
}

static uint64_t record(Device *d)
{
    Card *c = d->state;
    launch_or_keep(d);
    if (!d->lost && c->given > c->done) mark_behind(d, c->given);
    return c->given;
}

static bool reached(Device *d, uint64_t number)
{
    Card *c = d->state;
    if (number <= c->done || d->lost) return true;
    const Mark *m = mark_behind(d, number);
    if (!m || cudaEventQuery(m->event) == cudaErrorNotReady) return false;
    if (m->number > c->done) c->done = m->number;
    return true;
}

static bool idle(Device *d)
{
    launch_or_keep(d);
    return reached(d, ((Card *)d->state)->given);
}

static void wait_for(Device *d, Device *other, uint64_t number)
{
    Card *c = d->state;
    if (d == other || d->lost || other->lost || reached(other, number)) return;
    if (c->tape) { /* what another card does is no part of a graph: it is waited for here and now */
        settle(other);
        return;
    }
    const Mark *m = mark_behind(other, number);
    if (m && card_use(d)) CUDA(d, cudaStreamWaitEvent, c->stream, m->event, 0);
}

/* ---- graphs and work of several cards ---- */
static bool graph_begin(Device *d) { return launch_put_off(d) && gpu_graph_begin(d); }

static void *graph_end(Device *d)
{
    bool ok = launch_put_off(d);
    void *graph = gpu_graph_end(d);
    if (ok || !graph) return graph;
    gpu_graph_free(d, graph);
    return NULL;
}

static bool graph_launch(Device *d, void *graph, DrawsApart apart, uint32_t site)
{
    Card *c = d->state;
    if (!launch_put_off(d) || !card_use(d)) return false;
    given(d, NULL, site);
    c->replayed.site = site;
    bool ok = gpu_graph_launch(d, graph, apart);
    gpu_time_end(d);
    return ok;
}

static bool together(Device *const *devices, int n, const Together *what, bool *done)
{
    *done = false;
    for (int i = 0; i < n; i++)
        if (!cuda_host->here(devices[i], false) || cuda_host->captured(devices[i]) || !launch_put_off(devices[i]) || !card_use(devices[i])) return false;
    for (int i = 0; i < n; i++) given(devices[i], NULL, what->site);
    bool ok = gpu_together(devices, n, what, done);
    for (int i = 0; i < n; i++) gpu_time_end(devices[i]);
    return ok;
}

static bool ring_run(Device *d, uint32_t ring, const Together *what)
{
    if (!cuda_host->here(d, false) || cuda_host->captured(d) || !launch_put_off(d) || !card_use(d)) return false;
    given(d, NULL, what->site);
    bool ok = gpu_ring_run(d, ring, what);
    gpu_time_end(d);
    return ok;
}

static uint32_t ring_join(Device *d, const unsigned char id[RING_ID], int n, int rank, RingWatch watch)
{
    return cuda_host->here(d, false) && !cuda_host->captured(d) && card_use(d) ? gpu_ring_join(d, id, n, rank, watch) : 0;
}

static const RingDriver rings = {.card = gpu_ring_card, .id = gpu_ring_id, .join = ring_join, .run = ring_run, .leave = gpu_ring_leave};

/* ---- times ---- */
static uint64_t piece(Device *d)
{
    Card *c = d->state;
    return c->given + something_waits(c);
}

static bool spent(Device *d, uint64_t number, double *start, double *end)
{
    Card *c = d->state;
    if (number > c->given) launch_or_keep(d);
    return gpu_spent(d, number, start, end);
}

static uint64_t stamp(Device *d)
{
    Card *c = d->state;
    if (!launch_put_off(d) || d->lost || c->tape || !card_use(d)) return 0;
    given(d, NULL, 0);
    if (!c->timing) gpu_time_begin(d, c->done + 1 == c->given);
    gpu_time_end(d);
    return c->given;
}

static bool tell_late(Device *d, CoreError *e)
{
    Card *c = d->state;
    cuda_host->fail(d->core, c->late.kind, "%s", c->late.text);
    e->late = true;
    e->site = c->late.site;
    e->op = c->late.op;
    c->late.kind = CORE_OK;
    return false;
}

/* A kernel's own word that something was wrong with values: told once, at a wait, with the line that gave the work. */
static bool tell_fault(Device *d)
{
    Card *c = d->state;
    Core *core = d->core;
    CoreError *e = cuda_host->error(core);
    if (c->late.kind && e->kind == CORE_OK) return tell_late(d, e);
    GpuFault found = *c->fault;
    if (!found.kind) return true;
    memset(c->fault, 0, sizeof *c->fault);
    if (e->kind != CORE_OK) return false;
    cuda_host->fail(core, (ErrorKind)found.kind, "a kernel failed on the device");
    e->late = true;
    memcpy(e->numbers, found.numbers, sizeof found.numbers);
    for (int i = 0; i < EVENTS; i++)
        if ((uint32_t)c->issued[i].number == found.piece && c->issued[i].number) e->site = c->issued[i].site, e->op = c->issued[i].op;
    if (!e->site) gpu_graph_gave(c, found.piece, &e->site, &e->op);
    if (!e->site) e->site = c->replayed.site;
    return false;
}

static bool settle(Device *d)
{
    Card *c = d->state;
    if (cuda_host->captured(d) || !launch_put_off(d)) return false;
    if (d->lost) return true;
    if (!card_use(d)) return false;
    for (int looks = 0;; looks++) {
        cudaError_t status = cudaStreamQuery(c->stream);
        if (status == cudaSuccess) break;
        if (status != cudaErrorNotReady) return cuda_ok(d, status, "cudaStreamQuery");
        if (looks < 200) continue;             /* short work: the answer is wanted at once */
        if (cuda_host->interrupted(d->core) || !gpu_rings_go_on(d)) return false;
        nanosleep(&(struct timespec){0, 20000}, NULL);
    }
    c->done = c->given;
    return true;
}

static bool wait(Device *d)
{
    Card *c = d->state;
    bool noted = cuda_host->noting(d->core) && (c->done < c->given || something_waits(c));
    double start = noted ? gpu_now() : 0;
    if (!settle(d)) return false;
    if (noted) cuda_host->waited(d, start);
    return d->lost || tell_fault(d);
}

/* ---- work ---- */
static bool supports(Device *d, const Op *op, DType dtype) { (void)d; return gpu_supports(op, dtype); }

static bool launch(Work *w, void *data)
{
    GpuWork *g = data;
    GpuKernel kernel = gpu_kernel(w->op);
    bool able = kernel && (!w->of_complex || gpu_supports(w->op, DT_COMPLEX64));
    if (able && w->of_complex) kernel = gpu_complex;
    if (!able) return cuda_host->work_fail(w, CE_NOT_IMPLEMENTED, "%s%s has no kernel for CUDA in this perch", w->op->name, w->of_complex ? " of complex numbers" : "");
    if (!kernel(w, g)) return false;
    cudaError_t status = cudaGetLastError();
    return status == cudaSuccess || (cuda_ok(g->device, status, w->op->name), false);
}

static bool run(Device *d, Call *call)
{
    Card *c = d->state;
    bool failed = false;
    if (put_off(d, call, &failed)) return true;
    if (failed || !launch_put_off(d) || !card_use(d)) return false;
    given(d, call->op, call->site);
    GpuWork g = {d, c, c->stream, NULL};
    bool ok = cuda_host->with_work(call, launch, &g);
    gpu_time_end(d);
    gpu_scratch_end(&g);
    return ok;
}

/* ---- bytes ---- */
static bool copy(Device *d, void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, uint32_t site)
{
    Card *c = d->state;
    if (!cuda_host->here(d, kind == cudaMemcpyHostToDevice) || cuda_host->captured(d) || !launch_put_off(d) || !card_use(d) || !calm(d)) return false;
    given(d, NULL, site);
    bool ok = CUDA(d, cudaMemcpyAsync, to, from, bytes, kind, c->stream);
    gpu_time_end(d);
    return ok;
}

static bool copy_in(Device *d, void *to, const void *from, size_t bytes, uint32_t site) { return copy(d, to, from, bytes, cudaMemcpyHostToDevice, site); }
static bool copy_out(Device *d, void *to, const void *from, size_t bytes, uint32_t site) { return copy(d, to, from, bytes, cudaMemcpyDeviceToHost, site) && wait(d); }

/* Read after what wrote it; and what comes later on the other device waits until it was read. */
static bool copy_peer(Device *d, void *to, Device *other, const void *from, size_t bytes, uint32_t site)
{
    Card *c = d->state, *o = other->state;
    bool written = c->tape && d != other; /* a replay waits for the other one, before and after */
    if (!cuda_host->here(other, false) || (d != other && cuda_host->captured(other))) return false;
    if (!written) wait_for(d, other, record(other));
    if (!launch_put_off(d) || !card_use(d)) return false;
    given(d, NULL, site);
    bool ok = c->number == o->number ? CUDA(d, cudaMemcpyAsync, to, from, bytes, cudaMemcpyDeviceToDevice, c->stream)
                                     : CUDA(d, cudaMemcpyPeerAsync, to, c->number, from, o->number, bytes, c->stream);
    gpu_time_end(d);
    if (ok && !written) wait_for(other, d, record(d));
    return ok;
}

/* What the logical GPU has of CUDA's and of its libraries'. (Where the context is lost each call fails, and there is nothing to do about that.) */
static void let_go(Device *d)
{
    Card *c = d->state;
    gpu_rings_close(d);
    gpu_nccl_close(d);
    gpu_blas_close(d);
    gpu_dnn_close(d);
    gpu_times_close(d);
    for (int i = 0; i < EVENTS; i++)
        if (c->marks[i].event) cudaEventDestroy(c->marks[i].event);
    if (c->fault) cudaFreeHost(c->fault);
    if (c->stream) cudaStreamDestroy(c->stream);
    cudaGetLastError();
}

static void close_card(Device *d)
{
    Card *c = d->state;
    if (c->fusion) cuda_host->fuse_close(d->core, c->fusion);
    if (c->held) cuda_host->free(d->core, c->held, sizeof *c->held);
    if (!d->lost && cudaSetDevice(c->number) == cudaSuccess) {
        calm_or_keep(d);
        if (c->stream) cudaStreamSynchronize(c->stream);
        let_go(d);
    }
    cuda_host->free(d->core, c, sizeof *c);
}

static bool reset(Device *d, bool last)
{
    Card *c = d->state;
    drop_put_off(d);
    cudaSetDevice(c->number);
    let_go(d);
    return !last || CUDA(d, cudaDeviceReset);
}

const Driver cuda_driver = {
    .version = DRIVER_VERSION, .name = "cuda", .close = close_card, .alloc = take, .free = give, .room = room, .supports = supports, .run = run, .copy_in = copy_in, .copy_out = copy_out,
    .copy_peer = copy_peer, .graph_begin = graph_begin, .graph_end = graph_end, .graph_launch = graph_launch, .graph_free = gpu_graph_free, .together = together, .rings = &rings, .cancel = drop_put_off, .wait = wait, .settle = settle, .ready = ready, .idle = idle, .record = record, .wait_for = wait_for, .reached = reached, .draws = gpu_draws, .piece = piece, .spent = spent, .stamp = stamp, .reset = reset,
};
