/* driver.c: the simulated GPU: memory of its own with a limit, an ordered queue emptied by its own thread, a modelled clock; kernels are the CPU's.
 *
 * It is the strict device: values that a kernel cannot use (an index out of range) are found late, at the next wait. In strict mode (checked
 * builds, or PERCH_STRICT=1) its memory is one file mapped twice: at the addresses that the host sees nobody may read or write, and the
 * kernels see it `shift` bytes further, so that a host access faults at once. A small piece of work on an empty queue runs on the
 * caller's thread: nobody can tell, and it costs no hand-over.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "core/core_impl.h"
#include "core/ledger.h"
#include "model.h"
#include "net.h"
#include "core/cpu/queue.h"

enum { SMALL_WORK = 1 << 14, SMALL_BYTES = 1 << 16 }; /* elements, bytes: what a hand-over (some µs) is not worth */

typedef struct Range { size_t from, to; struct Range *next; } Range; /* a used part of a strict arena, in order */

/* A graph: work as it would have been queued, each with the seconds that its kernel takes, and the random seed and counter that it was written down with. */
typedef struct Noted { Entry entry; uint64_t seed, draws_from; double seconds; } Noted;
typedef struct Tape { Noted *noted; int count, room; uint64_t queued; /* the event behind the latest replay */ } Tape;

typedef struct Sim {
    Queue *queue;
    double launch;        /* seconds a kernel costs at least */
    double time;          /* the modelled clock: when all work given so far is done */
    Tape *tape;           /* a graph that is being written down; NULL: none */
    /* strict mode */
    char *host, *kernels; /* the two mappings; NULL: not strict */
    Range *used;
} Sim;

static ptrdiff_t shift_of(const Sim *s) { return s->host ? s->kernels - s->host : 0; }

/* ---- memory ---- */
static bool map_arena(Device *d)
{
    Sim *s = d->state;
    int file = memfd_create("perch-sim", MFD_CLOEXEC);
    if (file < 0) return false;
    size_t size = d->info.memory + (64 << 20); /* segments are rounded up: room beyond the limit that is checked apart */
    void *host = MAP_FAILED, *kernels = MAP_FAILED;
    if (ftruncate(file, (off_t)size) == 0) {
        host = mmap(NULL, size, PROT_NONE, MAP_SHARED | MAP_NORESERVE, file, 0);
        kernels = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
    }
    close(file);
    if (host == MAP_FAILED || kernels == MAP_FAILED) {
        if (host != MAP_FAILED) munmap(host, size);
        if (kernels != MAP_FAILED) munmap(kernels, size);
        return false;
    }
    s->host = host;
    s->kernels = kernels;
    return true;
}

void sim_after_fork(Device *d)
{
    Sim *s = d->state;
    if (!s->host) return;
    size_t size = d->info.memory + (64 << 20);
    munmap(s->host, size);
    munmap(s->kernels, size);
    s->host = s->kernels = NULL;
    map_arena(d);
}

/* First fit between the used ranges. */
static void *arena_take(Device *d, size_t bytes)
{
    Sim *s = d->state;
    Range *r = core_alloc(d->core, sizeof *r), **at = &s->used;
    if (!r) return NULL;
    size_t from = 0, end = d->info.memory + (64 << 20);
    for (; *at && (*at)->from - from < bytes; at = &(*at)->next) from = (*at)->to;
    if (from + bytes > end) {
        core_free(d->core, r, sizeof *r);
        return NULL;
    }
    *r = (Range){from, from + bytes, *at};
    *at = r;
    return s->host + from;
}

static void *sim_alloc(Device *d, size_t bytes)
{
    Sim *s = d->state;
    if (d->memory.reserved + bytes > d->info.memory) return NULL;
    if (!core_reserve(&d->core->config, bytes)) return NULL; /* it is the host's memory in truth */
    void *p = s->host ? arena_take(d, bytes) : mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p && p != MAP_FAILED) return p;
    core_unreserve(&d->core->config, bytes);
    return NULL;
}

static void sim_free(Device *d, void *block, size_t bytes)
{
    Sim *s = d->state;
    core_unreserve(&d->core->config, bytes);
    if (!s->host) {
        munmap(block, bytes);
        return;
    }
    size_t from = (size_t)((char *)block - s->host);
    for (Range **at = &s->used; *at; at = &(*at)->next)
        if ((*at)->from == from) {
            Range *r = *at;
            *at = r->next;
            if (!d->core->mode.dry && !d->lost) madvise(s->kernels + from, bytes, MADV_REMOVE); /* a forked child must leave its parent's bytes */
            core_free(d->core, r, sizeof *r);
            return;
        }
}

/* ---- the modelled clock ---- */
static double host_now(Core *c)
{
    if (c->config.model_clock) return c->model_time;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* A piece of work of so many seconds begins when the device is free and the host has issued it. */
static void spend(Device *d, double seconds)
{
    Sim *s = d->state;
    double now = host_now(d->core);
    if (s->time < now) s->time = now;
    d->began = s->time;
    s->time += seconds;
    d->ended = s->time;
    if (d->core->config.model_clock) d->core->model_time += 4e-6; /* the host needs a few µs to issue something */
}

static double seconds_of(const Device *d, const Call *call)
{
    const Sim *s = d->state;
    Cost cost = op_cost(call);
    DType dtype = call->out_count ? (DType)call->out[0]->dtype : DT_FLOAT32;
    double peak = d->info.flops[dtype == DT_FLOAT64 ? 1 : dtype == DT_FLOAT16 || dtype == DT_BFLOAT16 ? 2 : 0];
    double compute = cost.flops / peak, move = cost.bytes / d->info.bandwidth;
    return s->launch + (compute > move ? compute : move);
}

static double sim_clock(Device *d)
{
    Sim *s = d->state;
    double now = host_now(d->core);
    return s->time > now ? s->time : now;
}

/* ---- graphs ---- */
static bool graph_begin(Device *d)
{
    Sim *s = d->state;
    s->tape = core_alloc(d->core, sizeof *s->tape);
    if (s->tape) *s->tape = (Tape){0};
    return s->tape != NULL;
}

static void *graph_end(Device *d)
{
    Sim *s = d->state;
    Tape *t = s->tape;
    s->tape = NULL;
    return t;
}

static bool write_down(Device *d, const Entry *e, double seconds)
{
    Sim *s = d->state;
    Tape *t = s->tape;
    if (t->count == t->room) {
        int room = t->room ? 2 * t->room : 64;
        Noted *more = core_alloc(d->core, sizeof *more * (size_t)room);
        if (!more) return false;
        if (t->noted) memcpy(more, t->noted, sizeof *more * (size_t)t->count), core_free(d->core, t->noted, sizeof *more * (size_t)t->room);
        t->noted = more;
        t->room = room;
    }
    t->noted[t->count++] = (Noted){*e, e->work ? e->work->seed[0] : 0, e->work ? e->work->seed[1] : 0, seconds};
    return true;
}

/* All of it is one launch: what a kernel costs to be launched is paid once, and a quarter of that between two of them. */
static double seconds_of_tape(const Sim *s, const Tape *t)
{
    double sum = t->count ? s->launch : 0;
    for (int i = 0; i < t->count; i++) sum += t->noted[i].seconds - s->launch + (i ? s->launch / 4 : 0);
    return sum;
}

/* Packed work holds what became of it, so the last replay has to be over. */
static bool graph_launch(Device *d, void *graph, DrawsApart apart, uint32_t site)
{
    (void)site; /* each piece tells its own */
    Sim *s = d->state;
    Tape *t = graph;
    if (!queue_wait(d->core, s->queue, t->queued)) return false;
    spend(d, seconds_of_tape(s, t));
    for (int i = 0; i < t->count; i++) {
        Entry e = t->noted[i].entry;
        e.owned = NULL; /* the graph's */
        if (e.work) {
            e.work->error = CORE_OK;
            e.work->seed[0] = t->noted[i].seed + apart.seed;
            e.work->seed[1] = t->noted[i].draws_from + apart.counters;
        }
        if (!queue_put(d->core, s->queue, &e)) return false;
        t->queued = queue_last(s->queue);
    }
    return true;
}

static void graph_free(Device *d, void *graph)
{
    Sim *s = d->state;
    Tape *t = graph;
    while (!d->lost && !queue_wait(d->core, s->queue, t->queued)) core_error_clear(d->core); /* (an interrupt does not end what reads it) */
    for (int i = 0; i < t->count; i++)
        if (t->noted[i].entry.owned) core_free(d->core, t->noted[i].entry.owned, t->noted[i].entry.owned_bytes);
    if (t->noted) core_free(d->core, t->noted, sizeof *t->noted * (size_t)t->room);
    core_free(d->core, t, sizeof *t);
}

/* ---- work ---- */
static bool supports(Device *d, const Op *op, DType dtype) { (void)d; return cpu_supports(op, dtype); }

static bool run(Device *d, Call *call)
{
    Sim *s = d->state;
    Core *c = d->core;
    if (!core_gpu_here(d, false)) return false;
    if (!s->tape) spend(d, seconds_of(d, call));
    if (!s->tape && queue_idle(s->queue) && call_elements(call) < SMALL_WORK && op_cost(call).flops < SMALL_WORK * 8) {
        Work failed;
        failed.error = CORE_OK;
        if (!cpu_run_quiet(call, NULL, shift_of(s), &failed)) {
            if (c->error.kind != CORE_OK) return false;
            queue_fail(s->queue, &failed, call->site); /* found now, told at the next wait, as a real one does */
        }
        return true;
    }
    Entry e = {.kind = ENTRY_WORK, .site = call->site};
    e.work = cpu_pack_call(call, shift_of(s), &e.owned_bytes);
    if (!e.work) return false;
    e.work->let_go = s->host ? MADV_REMOVE : MADV_DONTNEED;
    e.owned = e.work;
    if (s->tape ? write_down(d, &e, seconds_of(d, call)) : queue_put(c, s->queue, &e)) return true;
    core_free(c, e.owned, e.owned_bytes);
    return false;
}

static bool quick(Device *d, const Op *op, DType dtype, const QuickOperand in[2], void *out, int64_t n)
{
    Sim *s = d->state;
    if (n * 3 >= SMALL_WORK || d->lost || s->tape || !queue_idle(s->queue)) return false;
    ptrdiff_t shift = shift_of(s);
    QuickOperand seen[2] = {in[0], in[1]};
    int whole = 1;
    for (int i = 0; i < 2; i++) {
        if (!seen[i].at) continue;
        seen[i].at = (const char *)seen[i].at + shift;
        whole += !seen[i].one;
    }
    if (!cpu_ew_quick(op, dtype, seen, (char *)out + shift, n)) return false;
    double move = (double)n * (double)dtype_bytes(dtype) * whole / d->info.bandwidth;
    spend(d, s->launch + move);
    return true;
}

static bool wait(Device *d)
{
    Sim *s = d->state;
    Core *c = d->core;
    if (c->mode.dry || d->lost) return true; /* nothing was given to it; in a forked child its worker is not there */
    if (core_capture_refuses(d)) return false;
    bool noted = c->ledger && (c->config.model_clock || !queue_idle(s->queue));
    double start = noted ? host_now(c) : 0;
    if (!queue_wait(c, s->queue, queue_last(s->queue))) return false;
    if (c->config.model_clock && c->model_time < s->time) c->model_time = s->time;
    if (noted) ledger_waited(c, d, start, host_now(c));
    LateError late;
    if (!queue_take_error(s->queue, &late)) return true;
    if (c->error.kind == CORE_OK) {
        core_fail(c, late.kind, "%s", late.text[0] ? late.text : "a kernel failed on the device");
        c->error.late = true;
        c->error.site = late.site;
        c->error.op = late.op;
        memcpy(c->error.numbers, late.numbers, sizeof late.numbers);
    }
    return false;
}

static void cancel(Device *d)
{
    if (!d->lost) queue_cancel(((Sim *)d->state)->queue);
}
static bool idle(Device *d) { return queue_idle(((Sim *)d->state)->queue); }
static uint64_t record(Device *d) { return queue_last(((Sim *)d->state)->queue); }
static bool reached(Device *d, uint64_t event) { return queue_reached(((Sim *)d->state)->queue, event); }

static void wait_for(Device *d, Device *other, uint64_t event)
{
    Sim *s = d->state, *o = other->state;
    if (d->lost) return;
    if (s->time < o->time) s->time = o->time;
    if (queue_reached(o->queue, event)) return;
    Entry e = {.kind = ENTRY_WAIT, .other = o->queue, .event = event};
    if (!queue_put(d->core, s->queue, &e)) queue_wait(d->core, o->queue, event);
}

/* ---- bytes ---- */
static bool start_copy(Device *d, void *to, const void *from, size_t bytes, uint32_t site)
{
    Sim *s = d->state;
    Core *c = d->core;
    if (!core_gpu_here(d, true) || core_capture_refuses(d)) return false;
    spend(d, d->info.link_latency + (double)bytes / d->info.link_bandwidth);
    to = (char *)to + shift_of(s);
    if (queue_idle(s->queue)) {
        memcpy(to, from, bytes);
        return true;
    }
    if (bytes > 64 << 20) { /* too much to stage */
        if (!queue_wait(c, s->queue, queue_last(s->queue))) return false;
        memcpy(to, from, bytes);
        return true;
    }
    Entry e = {.kind = ENTRY_BYTES, .site = site, .to = to, .size = bytes, .owned_bytes = bytes};
    e.owned = core_alloc(c, bytes);
    if (!e.owned) return false;
    e.from = memcpy(e.owned, from, bytes);
    if (queue_put(c, s->queue, &e)) return true;
    core_free(c, e.owned, bytes);
    return false;
}

/* A copy from pageable memory is done when the host goes on, and so is all work before it. What went wrong there is told by the next wait. */
static bool copy_in(Device *d, void *to, const void *from, size_t bytes, uint32_t site)
{
    Sim *s = d->state;
    Core *c = d->core;
    if (!start_copy(d, to, from, bytes, site)) return false;
    if (!c->host_waits) return true;
    double start = c->ledger ? host_now(c) : 0;
    if (!queue_wait(c, s->queue, queue_last(s->queue))) return false;
    if (c->config.model_clock && c->model_time < s->time) c->model_time = s->time;
    if (c->ledger) ledger_waited(c, d, start, host_now(c));
    return true;
}

static bool copy_out(Device *d, void *to, const void *from, size_t bytes, uint32_t site)
{
    (void)site;
    Sim *s = d->state;
    if (!core_gpu_here(d, false) || core_capture_refuses(d)) return false;
    spend(d, d->info.link_latency + (double)bytes / d->info.link_bandwidth);
    if (!wait(d)) return false;
    memcpy(to, (const char *)from + shift_of(s), bytes);
    return true;
}

static bool copy_peer(Device *d, void *to, Device *other, const void *from, size_t bytes, uint32_t site)
{
    Sim *s = d->state, *o = other->state;
    if (!core_gpu_here(d, false)) return false;
    if (s->tape && (d == other || !o->tape)) { /* (a replay waits for the other one, before and after) */
        Entry e = {.kind = ENTRY_BYTES, .site = site, .to = (char *)to + shift_of(s), .from = (const char *)from + shift_of(o), .size = bytes};
        return write_down(d, &e, d->info.link_latency + (double)bytes / d->info.link_bandwidth);
    }
    if (core_capture_refuses(d) || core_capture_refuses(other)) return false;
    double start = s->time > o->time ? s->time : o->time;
    s->time = start;
    spend(d, d->info.link_latency + (double)bytes / d->info.link_bandwidth);
    o->time = s->time;
    to = (char *)to + shift_of(s);
    from = (const char *)from + shift_of(o);
    if (bytes <= SMALL_BYTES && queue_idle(s->queue) && queue_idle(o->queue)) {
        memcpy(to, from, bytes);
        return true;
    }
    /* read after what wrote it; and what comes later on the other device waits until it was read */
    wait_for(d, other, record(other));
    Entry e = {.kind = ENTRY_BYTES, .site = site, .to = to, .from = from, .size = bytes};
    if (!queue_put(d->core, s->queue, &e)) return false;
    wait_for(other, d, record(d));
    return true;
}

static void close_driver(Device *d)
{
    Sim *s = d->state;
    Core *c = d->core;
    if (d->lost) return; /* the worker, its queue and what they hold are the parent's */
    queue_close(c, s->queue);
    if (s->host) {
        size_t size = d->info.memory + (64 << 20);
        munmap(s->host, size);
        munmap(s->kernels, size);
    }
    core_free(c, s, sizeof *s);
}

static const Driver sim_driver = {
    .version = DRIVER_VERSION, .name = "sim", .close = close_driver, .alloc = sim_alloc, .free = sim_free, .supports = supports, .run = run, .quick = quick, .cancel = cancel,
    .copy_in = copy_in, .copy_out = copy_out, .copy_peer = copy_peer, .graph_begin = graph_begin, .graph_end = graph_end, .graph_launch = graph_launch, .graph_free = graph_free, .wait = wait, .idle = idle, .record = record, .wait_for = wait_for,
    .reached = reached, .clock = sim_clock,
};

bool sim_is(const Device *d) { return d->driver->close == close_driver; }
void sim_spend(Device *d, double seconds) { spend(d, seconds); }

static bool strict(void)
{
    const char *asked = getenv("PERCH_STRICT");
#ifdef PERCH_CHECKED
    return !asked || strcmp(asked, "0") != 0;
#else
    return asked && *asked && strcmp(asked, "0") != 0;
#endif
}

bool sim_open(Device *d, const char *model, size_t memory, const char *link)
{
    const GpuModel *gpu = sim_gpu_model(model);
    const LinkModel *wire = sim_link_model(link);
    if (!gpu || !wire) return core_fail(d->core, CE_BAD_VALUE, "no simulated GPU '%s' with link '%s'", model, link);
    Sim *s = core_alloc(d->core, sizeof *s);
    if (!s) return false;
    memset(s, 0, sizeof *s);
    s->launch = gpu->launch;
    s->queue = queue_open(d->core);
    if (!s->queue) {
        core_free(d->core, s, sizeof *s);
        return false;
    }
    d->state = s;
    d->driver = &sim_driver;
    DeviceInfo *info = &d->info;
    snprintf(info->name, sizeof info->name, "%s", gpu->name);
    info->simulated = true;
    info->memory = memory ? memory : gpu->memory;
    memcpy(info->capability, gpu->capability, sizeof info->capability);
    info->processors = gpu->processors;
    memcpy(info->flops, gpu->flops, sizeof info->flops);
    info->bandwidth = gpu->bandwidth;
    info->link_bandwidth = wire->bandwidth;
    info->link_latency = wire->latency;
    snprintf(info->link, sizeof info->link, "%s", wire->key);
    if (strict()) map_arena(d); /* where it cannot be had (little address space) the device is an ordinary one */
    return true;
}
