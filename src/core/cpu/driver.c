/* driver.c: the CPU as a device: work runs at once on the caller's thread (loops on a pool), memory is the host's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../core_impl.h"
#include "../ledger.h"
#include "../rng.h"
#include "fuse.h"
#include "run.h"

typedef struct CpuState {
    Threads *threads;
    int wanted;       /* threads in all; the pool opens at the first loop that is worth it */
    bool opened;
    Fusion *fusion;   /* calls that wait; opened by the first large one */
} CpuState;

static void *cpu_alloc(Device *d, size_t bytes)
{
    (void)d;
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) return NULL;
    if (bytes >= 8u << 20) madvise(p, bytes, MADV_HUGEPAGE);
    return p;
}

static void cpu_free(Device *d, void *block, size_t bytes)
{
    (void)d;
    munmap(block, bytes);
}

static bool supports(Device *d, const Op *op, DType dtype)
{
    (void)d;
    return cpu_supports(op, dtype);
}

enum { FUSE_FROM = (1 << 15) + 1, WORTH_THREADS = 1 << 15 }; /* elements: below, waking a worker costs more than it saves */

static Threads *threads_of(Device *d, int64_t size)
{
    CpuState *s = d->state;
    if (size < WORTH_THREADS || d->core->mode.dry) return NULL; /* a forked child's dry run has no threads */
    if (!s->opened) {
        s->opened = true;
        s->threads = threads_open(s->wanted - 1);
    }
    return s->threads;
}

/* What waits is done. */
static bool wait(Device *d)
{
    CpuState *s = d->state;
    if (!s->fusion || fuse_idle(s->fusion)) return true;
    LedgerStart start = d->core->ledger ? ledger_begin(d->core) : (LedgerStart){0};
    bool ok = fuse_run(d->core, s->fusion, threads_of(d, WORTH_THREADS));
    if (ok) ledger_pass(d->core, start, true);
    return ok;
}

/* Elementwise calls on large operands may wait for those to come; true: this one does. */
static bool put_off(Device *d, Call *call, bool *failed)
{
    CpuState *s = d->state;
    if (!s->fusion && !(s->fusion = fuse_open(d->core))) {
        *failed = true;
        return false;
    }
    FuseAnswer answer = fuse_take(s->fusion, call);
    if (answer == FUSE_LATER) {
        *failed = !wait(d);
        if (!*failed) answer = fuse_take(s->fusion, call);
    }
    return answer == FUSE_TAKEN;
}

/* May the call be run now? Its operands' bytes are there, and nobody waits for what it overwrites. */
static bool ready(const Call *call)
{
    for (int i = 0; i < call->in_count; i++)
        if (call->in[i].tensor && !storage_ready(call->in[i].tensor->storage, false)) return false;
    for (int i = 0; i < call->out_count; i++)
        if (!storage_ready(call->out[i]->storage, true)) return false;
    return true;
}

static bool run(Device *d, Call *call)
{
    int64_t size = 0;
    for (int i = 0; i < call->in_count; i++)
        if (call->in[i].tensor) size += call->in[i].tensor->size;
    for (int i = 0; i < call->out_count; i++) size += call->out[i]->size;
    if (call->op->elementwise && call->out[0]->size >= d->wait_from && !call->core->mode.dry) {
        bool failed = false;
        if (put_off(d, call, &failed)) return true;
        if (failed) return false;
    }
    return ready(call) && cpu_run_call(call, threads_of(d, size), 0);
}

static bool quick(Device *d, const Op *op, DType dtype, const QuickOperand in[2], void *out, int64_t n)
{
    (void)d;
    return cpu_ew_quick(op, dtype, in, out, n);
}

static bool copy(Device *d, void *to, const void *from, size_t bytes, uint32_t site)
{
    (void)d, (void)site;
    memcpy(to, from, bytes);
    return true;
}

static bool idle(Device *d)
{
    CpuState *s = d->state;
    return !s->fusion || fuse_idle(s->fusion);
}

static void cancel(Device *d)
{
    CpuState *s = d->state;
    if (!s->fusion) return;
    fuse_cancel(d->core, s->fusion);
    ledger_pass(d->core, (LedgerStart){0}, false);
}

static void close_driver(Device *d)
{
    CpuState *s = d->state;
    fuse_close(d->core, s->fusion);
    threads_close(s->threads);
    core_free(d->core, s, sizeof *s);
    d->state = NULL;
}

static const Driver cpu_driver = {
    .version = DRIVER_VERSION, .name = "cpu", .close = close_driver, .alloc = cpu_alloc, .free = cpu_free, .supports = supports,
    .run = run, .quick = quick, .copy_in = copy, .copy_out = copy, .cancel = cancel, .wait = wait, .idle = idle,
};

bool cpu_open(Device *d, int threads)
{
    CpuState *s = core_alloc(d->core, sizeof *s);
    if (!s) return false;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *s = (CpuState){.wanted = threads > 0 ? threads : cores > 0 ? (int)cores : 1};
    d->state = s;
    d->driver = &cpu_driver;
    const char *asked = getenv("PERCH_FUSE");
    int64_t from = d->core->config.fuse_from ? d->core->config.fuse_from : asked && *asked ? strtoll(asked, NULL, 10) : FUSE_FROM;
    d->wait_from = from > 0 ? from : INT64_MAX;
    snprintf(d->info.name, sizeof d->info.name, "CPU");
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    d->info.memory = pages > 0 && page > 0 ? (size_t)pages * (size_t)page : 0;
    d->info.processors = s->wanted;
    return true;
}
