/* core.c: opening and closing a Core, its modes, the memory of its small things. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

#include "bundle.h"
#include "core_impl.h"
#include "graph.h"
#include "precision.h"
#include "core/cpu/dnn.h"
#include "ledger.h"
#include "replay_graph.h"
#include "rng.h"

static void *plain_alloc(void *data, size_t n) { (void)data; return malloc(n ? n : 1); }
static void plain_free(void *data, void *p, size_t n) { (void)data; (void)n; free(p); }

bool core_flush_denormal(bool on) { return threads_flush_denormal(on); }

Core *core_open(const CoreConfig *config)
{
    CoreMemory memory = config->memory;
    if (!memory.alloc) memory = (CoreMemory){plain_alloc, plain_free, NULL};
    Core *c = memory.alloc(memory.data, sizeof *c);
    if (!c) return NULL;
    memset(c, 0, sizeof *c);
    c->memory = memory;
    c->config = *config;
    c->default_dtype = DT_FLOAT32;
    c->precision = TF32_WINDOWS;
    c->noted = config->model_clock ? NOTED_CLOCK : 0;
    const char *spec = config->gpus ? config->gpus : getenv("PERCH_GPUS");
    strncpy(c->spec, spec && *spec ? spec : "auto", sizeof c->spec - 1);
    c->cpu.core = c;
    c->cpu.kind = DEVICE_CPU;
    c->rng = rng_open(c, config->seed);
    if (!c->rng || !cpu_open(&c->cpu, config->threads)) {
        core_close(c);
        return NULL;
    }
    return c;
}

size_t core_close_gpu(Core *c, Device *d)
{
    size_t left = d->memory.allocated;
    device_cache_close(d);
    if (d->driver) d->driver->close(d);
    dnn_close(d->dnn);
    core_free(c, d, sizeof *d);
    return left;
}

static size_t close_gpu(Core *c, int i)
{
    size_t left = core_close_gpu(c, c->gpus[i]);
    c->gpus[i] = NULL;
    return left;
}

size_t core_close(Core *c)
{
    if (!c) return 0;
    if (c->cpu.driver) c->cpu.driver->cancel(&c->cpu);
    for (int i = 0; i < c->gpu_count; i++)
        if (c->gpus[i] && c->gpus[i]->driver && c->gpus[i]->driver->cancel) c->gpus[i]->driver->cancel(c->gpus[i]);
    c->config.interrupted = NULL;
    device_wait_all(c);
    core_error_clear(c);
    ledger_close(c);
    bundles_close(c);
    replay_graphs_close(c);
    graphs_close(c);
    core_forget_casts(c);
    size_t left = c->cpu.memory.allocated;
    for (int i = 0; i < c->gpu_count; i++)
        if (c->gpus[i]) left += close_gpu(c, i);
    left += core_close_wrecks(c);
    for (Device *d = c->cpu.next_cpu, *next; d; d = next) {
        next = d->next_cpu;
        left += d->memory.allocated;
        device_cache_close(d);
        dnn_close(d->dnn);
        core_free(c, d, sizeof *d);
    }
    device_cache_close(&c->cpu);
    if (c->cpu.driver) c->cpu.driver->close(&c->cpu);
    dnn_close(c->cpu.dnn);
    if (c->rng) rng_close(c, c->rng);
    left += c->live;
    for (int i = 0; i < POOL_CLASSES; i++)
        for (PoolBlock *b = c->pool[i], *next; b; b = next) {
            next = b->next;
            c->memory.free(c->memory.data, b, (size_t)(i + 1) * POOL_STEP);
        }
    CoreMemory memory = c->memory;
    memory.free(memory.data, c, sizeof *c);
    return left;
}

CoreMode *core_mode(Core *c) { return &c->mode; }
uint32_t core_site(Core *c) { return c->site; }
void core_set_site(Core *c, uint32_t site) { c->site = site; }
Accent core_accent(Core *c) { return c->accent; }
void core_set_accent(Core *c, Accent a) { c->accent = a; }
DType core_default_dtype(Core *c) { return c->default_dtype; }
void core_set_default_dtype(Core *c, DType d) { c->default_dtype = d; }
void core_set_place(Core *c, Device *d) { c->place = d; }
void core_set_owner(Core *c, void *owner) { c->owner = owner; }
void *core_owner(const Core *c) { return c->owner; }
uint64_t core_dry_reads(Core *c) { return c->dry_reads; }

void *core_alloc(Core *c, size_t n)
{
    size_t class = n ? (n - 1) / POOL_STEP : 0;
    void *p;
    if (class < POOL_CLASSES) {
        if (c->pool[class]) {
            p = c->pool[class];
            c->pool[class] = c->pool[class]->next;
            c->live += n;
            return p;
        }
    }
    size_t room = class < POOL_CLASSES ? (class + 1) * POOL_STEP : n;
    bool granted = core_reserve(&c->config, room);
    if (!granted && c->cpu.cache) { /* what tensors gave back and is kept for the next ones is there first */
        device_cache_empty(&c->cpu);
        granted = core_reserve(&c->config, room);
    }
    p = granted ? c->memory.alloc(c->memory.data, room) : NULL;
    if (!p) {
        core_fail(c, CE_HOST_MEMORY, "the host has no memory for %zu more bytes", n);
        return NULL;
    }
    c->live += n;
    return p;
}

void core_free(Core *c, void *p, size_t n)
{
    if (!p) return;
    c->live -= n;
    size_t class = n ? (n - 1) / POOL_STEP : 0;
    if (class < POOL_CLASSES) {
        PoolBlock *b = p;
        b->next = c->pool[class];
        c->pool[class] = b;
    } else {
        core_unreserve(&c->config, n);
        c->memory.free(c->memory.data, p, n);
    }
}

bool core_grow(Core *c, void **at, int *room, int need, size_t each)
{
    if (need <= *room) return true;
    int more = *room ? *room : 32;
    while (more < need) more *= 2;
    void *wider = core_alloc(c, each * (size_t)more);
    if (!wider) return false;
    if (*room) memcpy(wider, *at, each * (size_t)*room);
    if (*room) core_free(c, *at, each * (size_t)*room);
    *at = wider;
    *room = more;
    return true;
}

double core_model_host(Core *c, double flops, double bytes)
{
    double compute = flops / 50e9, move = bytes / 20e9, seconds = 2e-6 + (compute > move ? compute : move); /* a laptop's core */
    c->model_time += seconds;
    return seconds;
}

bool core_interrupted(Core *c)
{
    if (!c->config.interrupted || !c->config.interrupted(c->config.interrupted_data)) return false;
    core_fail(c, CE_INTERRUPTED, "interrupted");
    return true;
}

void core_habits(Core *c, const CoreHabits *habits) { c->habits = habits ? *habits : (CoreHabits){NULL, NULL, NULL}; }
bool core_clock_is_model(const Core *c) { return c->config.model_clock; }
bool core_gpus_known(const Core *c) { return c->gpus_open; }

void core_forget_gpus(Core *c)
{
    if (c->gpus_begun) return;
    int n = c->gpu_count;
    for (int i = 0; i < n; i++)
        if (!c->gpus[i] || !c->gpus[i]->info.simulated) return; /* a driver has read the environment by now */
    __atomic_store_n(&c->gpu_count, 0, __ATOMIC_RELEASE);
    for (int i = 0; i < n; i++) close_gpu(c, i);
    c->gpus_open = false;
}

void core_renew_gpus(Core *c)
{
    memset(c->gpus, 0, sizeof c->gpus); /* the lost ones stay in memory: tensors of the parent's point at them */
    c->gpu_count = 0;
    c->gpus_open = c->gpus_begun = false;
}

void core_host_waits(Core *c, bool waits) { c->host_waits = waits; }
int core_threads(const Core *c) { return cpu_threads(&c->cpu); }
void core_set_threads(Core *c, int n) { cpu_set_threads(&c->cpu, n); }
bool core_gpus_begun(const Core *c) { return c->gpus_begun; }
bool core_at_work(Core *c) { return c->gpus_begun || c->wrecks || !c->cpu.driver->idle(&c->cpu); }
void core_begin_gpus(Core *c) { c->gpus_begun = true; }

bool core_before_fork(Core *c) { return device_settle(&c->cpu); }

void core_after_fork(Core *c)
{
    cpu_after_fork(&c->cpu);
    for (int i = 0; i < c->gpu_count; i++) {
        if (!c->gpus[i]) continue;
        if (c->gpus_begun || !c->gpus[i]->info.simulated) c->gpus[i]->lost = true; /* CUDA does not work in a forked child, used or not */
        else sim_after_fork(c->gpus[i]);
    }
}
void core_watch(Core *c, const CoreWatch *watch) { c->watch = watch ? *watch : (CoreWatch){NULL, NULL, NULL}; }
