/* driver.c: the CPU as a device: work runs at once on the caller's thread (loops on a pool), memory is the host's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../core_impl.h"
#include "../rng.h"
#include "run.h"

typedef struct CpuState {
    Threads *threads;
    int wanted;       /* threads in all; the pool opens at the first loop that is worth it */
    bool opened;
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

enum { WORTH_THREADS = 1 << 15 }; /* elements: below, waking a worker costs more than it saves */

static bool run(Device *d, Call *call)
{
    CpuState *s = d->state;
    int64_t size = 0;
    for (int i = 0; i < call->in_count; i++)
        if (call->in[i].tensor) size += call->in[i].tensor->size;
    for (int i = 0; i < call->out_count; i++) size += call->out[i]->size;
    if (size >= WORTH_THREADS && !s->opened && !call->core->mode.dry) {
        s->opened = true;
        s->threads = threads_open(s->wanted - 1);
    }
    return cpu_run_call(call, size >= WORTH_THREADS && !call->core->mode.dry ? s->threads : NULL, 0);
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

static bool wait(Device *d) { (void)d; return true; }
static bool idle(Device *d) { (void)d; return true; }

static void close_driver(Device *d)
{
    CpuState *s = d->state;
    threads_close(s->threads);
    core_free(d->core, s, sizeof *s);
    d->state = NULL;
}

static const Driver cpu_driver = {
    .version = DRIVER_VERSION, .name = "cpu", .close = close_driver, .alloc = cpu_alloc, .free = cpu_free, .supports = supports,
    .run = run, .quick = quick, .copy_in = copy, .copy_out = copy, .wait = wait, .idle = idle,
};

bool cpu_open(Device *d, int threads)
{
    CpuState *s = core_alloc(d->core, sizeof *s);
    if (!s) return false;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *s = (CpuState){.wanted = threads > 0 ? threads : cores > 0 ? (int)cores : 1};
    d->state = s;
    d->driver = &cpu_driver;
    snprintf(d->info.name, sizeof d->info.name, "CPU");
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    d->info.memory = pages > 0 && page > 0 ? (size_t)pages * (size_t)page : 0;
    d->info.processors = s->wanted;
    return true;
}
