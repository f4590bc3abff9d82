/* driver.c: the CPU as a device: work runs at once on the caller's thread (loops on a pool), is put off (fuse.h) or, where MXNet's accent is spoken, given to a
 * worker (later.h); memory is the host's.
 */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/failure.h"
#include "core/ledger.h"
#include "lapack.h"
#include "later.h"

typedef struct CpuState {
    Threads *threads;
    int wanted;       /* threads in all; the pool opens at the first loop that is worth it */
    bool opened;
    Fusion *fusion;   /* calls that wait; opened by the first large one */
    Later *later;     /* calls that are done behind MXNet's program; opened by the first that is worth it */
    int64_t later_from; /* operations and bytes of such a call; INT64_MAX: none */
    enum { ENGINE_UNKNOWN, ENGINE_QUEUES, ENGINE_NAIVE } engine; /* MXNET_ENGINE_TYPE as it was at first use */
} CpuState;

/* What a step takes again and again is read a few hundredths faster in large pages. What is larger than that is mostly a model's weights, made once: where the system is a guest whose host takes
 * free pages back, a large page costs five times as much to get as the small ones (VGG's first layer of 400 MB: 0.85 s and 0.17). */
enum { HUGE_FROM = 8 << 20, HUGE_TO = 64 << 20 };

static void *cpu_alloc(Device *d, size_t bytes)
{
    if (!core_reserve(&d->core->config, bytes)) return NULL;
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) {
        core_unreserve(&d->core->config, bytes);
        return NULL;
    }
    if (bytes >= HUGE_FROM && bytes < HUGE_TO) madvise(p, bytes, MADV_HUGEPAGE);
    return p;
}

static void cpu_free(Device *d, void *block, size_t bytes)
{
    core_unreserve(&d->core->config, bytes);
    munmap(block, bytes);
}

static bool supports(Device *d, const Op *op, DType dtype)
{
    (void)d;
    return cpu_supports(op, dtype);
}

enum { FUSE_FROM = (1 << 15) + 1, WORTH_THREADS = 1 << 15 }; /* elements: below, waking a worker costs more than it saves */
enum { LATER_SIZE = 1 << 12, LATER_FROM = 1 << 21 }; /* elements; operations and bytes: some 30 µs of work, to which a hand-over adds a few */

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

int cpu_threads(const Device *d) { return ((const CpuState *)d->state)->wanted; }

void cpu_set_threads(Device *d, int n)
{
    CpuState *s = d->state;
    lapack_threads(n);
    if (n == s->wanted) return;
    threads_close(s->threads);
    s->threads = NULL;
    s->opened = false;
    s->wanted = n;
    d->info.processors = n;
}

/* The pool's lock and signs may have been in use at the fork: it is forgotten, not closed. */
void cpu_after_fork(Device *d)
{
    CpuState *s = d->state;
    s->threads = NULL;
    s->opened = false;
    s->wanted = 1;
    lapack_threads(1);
    if (s->later) later_forget(d->core, s->later);
    s->later = NULL;
}

/* ---- what was put off, and what is queued ---- */
/* What was put off is computed, on this thread; before it the queued work that it reads. */
static bool run_put_off(Device *d)
{
    CpuState *s = d->state;
    if (!s->fusion || fuse_idle(s->fusion)) return true;
    Storage *held[FUSE_STORAGES];
    uint64_t until = 0;
    int n = fuse_storages(s->fusion, held, NULL);
    for (int i = 0; i < n; i++)
        if (held[i]->waits & WAITS_QUEUED_WRITE && held[i]->write_event > until) until = held[i]->write_event;
    if (until && !later_wait(d->core, s->later, d, until)) return false;
    LedgerStart start = d->core->ledger ? ledger_begin(d->core) : (LedgerStart){0};
    bool ok = fuse_run(d->core, s->fusion, threads_of(d, WORTH_THREADS));
    if (ok) ledger_pass(d->core, start, true);
    return ok;
}

static bool settle(Device *d)
{
    CpuState *s = d->state;
    return run_put_off(d) && (!s->later || later_wait(d->core, s->later, d, 0));
}

static bool wait(Device *d) { return settle(d) && failure_tell_all(d->core); }

/* Zeros that nobody had asked to see (tensor_clear). */
static void write_zeros(Storage *s)
{
    memset(s->bytes, 0, s->size);
    s->waits &= (uint8_t)~WAITS_ZEROS;
}

static bool storage_comes(Device *d, Storage *s, bool to_write)
{
    CpuState *state = d->state;
    if (s->waits & WAITS_ZEROS) write_zeros(s);
    if (s->waits & (to_write ? WAITS_FUSED : WAITS_WRITE) && !run_put_off(d)) return false;
    uint64_t until = s->waits & WAITS_QUEUED_WRITE ? s->write_event : 0;
    if (to_write && s->waits & WAITS_QUEUED_READ && s->read_event > until) until = s->read_event;
    if (until && !later_wait(d->core, state->later, d, until)) return false;
    Failure *f = failure_of(d->core, s);
    return !f || failure_tell(d->core, f);
}

static Later *later_of(Device *d)
{
    CpuState *s = d->state;
    if (!s->later) s->later = later_open(d->core);
    return s->later;
}

/* What was put off becomes a job of the queue. */
static bool queue_put_off(Device *d)
{
    CpuState *s = d->state;
    if (!s->fusion || fuse_idle(s->fusion)) return true;
    Later *later = later_of(d);
    if (!later || !later_fusion(d->core, later, s->fusion, s->wanted)) return false;
    s->fusion = later_spare(later);
    for (Device *cpu = &d->core->cpu; cpu; cpu = cpu->next_cpu) cpu->stale = 0;
    return true;
}

/* Is it MXNet's engine that has the call done? Then what it finds wrong is told to who waits for its results. */
static bool is_mxnet(const Call *call)
{
    CpuState *s = call->device->state;
    const Core *c = call->core;
    if (c->mode.dry || !(accent_rules(call->accent)->queues || c->pass_queues)) return false;
    if (s->engine == ENGINE_UNKNOWN) {
        const char *asked = getenv("MXNET_ENGINE_TYPE");
        s->engine = asked && strcmp(asked, "NaiveEngine") == 0 ? ENGINE_NAIVE : ENGINE_QUEUES;
    }
    return s->engine == ENGINE_QUEUES;
}

/* May it be done behind the program's back? What others look at without asking, and streams of random numbers, stay on this thread. */
static bool may_queue(const Call *call)
{
    const CpuState *s = call->device->state;
    if (s->later_from == INT64_MAX || call->op->random) return false;
    for (int i = 0; i < call->in_count; i++) {
        const Storage *at = call->in[i].tensor ? call->in[i].tensor->storage : NULL;
        if (at && (at->lent || at->free_borrowed)) return false;
    }
    for (int i = 0; i < call->out_count; i++)
        if (call->out[i]->storage->lent || call->out[i]->storage->free_borrowed) return false;
    return true;
}

/* Is it long, or does it have to come behind what is? *put_off: it needs what was put off. */
static bool worth_queueing(const Call *call, int64_t size, bool *put_off)
{
    const CpuState *s = call->device->state;
    uint8_t waits = 0;
    for (int i = 0; i < call->in_count; i++)
        if (call->in[i].tensor) waits |= call->in[i].tensor->storage->waits & (WAITS_WRITE | WAITS_QUEUED_WRITE);
    for (int i = 0; i < call->out_count; i++) waits |= call->out[i]->storage->waits & (WAITS_FUSED | WAITS_QUEUED);
    *put_off = (waits & WAITS_FUSED) != 0;
    if (waits || s->later_from <= 1) return true;
    if (size < LATER_SIZE) return false;
    Cost cost = op_cost(call);
    return cost.flops + cost.bytes >= (double)s->later_from;
}

/* A value was found unfit: in MXNet that is told to who waits for the result. */
static bool keep_failure(Call *call)
{
    Core *c = call->core;
    CoreError *e = &c->error;
    if (e->kind != CE_INDEX_RANGE && e->kind != CE_BAD_VALUE && e->kind != CE_DEVICE_FAULT && e->kind != CE_INTEGER_DIVISION && e->kind != CE_NEGATIVE_POWER) return false;
    CoreError told = *e;
    core_error_clear(c);
    Failure *f = failure_new(c);
    if (!f) return false;
    f->kind = told.kind;
    f->op = call->op;
    f->site = call->site;
    memcpy(f->numbers, told.numbers, sizeof f->numbers);
    snprintf(f->text, sizeof f->text, "%.*s", (int)sizeof f->text - 1, told.text);
    failure_keep(c, f);
    for (int i = 0; i < call->out_count; i++) failure_mark(c, call->out[i]->storage, f);
    return true;
}

/* true: its results have failed before it began. */
static bool failed_before(Call *call)
{
    Failure *f = call->core->failures ? failure_of_call(call) : NULL;
    for (int i = 0; f && i < call->out_count; i++) failure_mark(call->core, call->out[i]->storage, f);
    return f != NULL;
}

/* Elementwise calls on large operands may wait for those to come; true: this one does. */
static bool put_off(Device *d, Call *call, bool queues, bool *failed)
{
    CpuState *s = d->state;
    if (!s->fusion && !(s->fusion = fuse_open(d->core, NULL))) {
        *failed = true;
        return false;
    }
    FuseAnswer answer = fuse_take(s->fusion, call);
    if (answer == FUSE_LATER) {
        *failed = !(queues ? queue_put_off(d) : run_put_off(d));
        if (!*failed && !s->fusion && !(s->fusion = fuse_open(d->core, NULL))) *failed = true;
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
    for (int i = 0; i < call->in_count; i++) {
        Tensor *t = call->in[i].tensor;
        if (!t) continue;
        size += t->size;
        if (t->storage->waits & WAITS_ZEROS && tensor_device(t)->kind == DEVICE_CPU) write_zeros(t->storage);
    }
    for (int i = 0; i < call->out_count; i++) {
        size += call->out[i]->size;
        if (call->out[i]->storage->waits & WAITS_ZEROS) write_zeros(call->out[i]->storage);
    }
    bool mxnet = is_mxnet(call), queues = mxnet && may_queue(call), failed = false, after_put_off;
    if (mxnet && failed_before(call)) return true;
    if (call->op->elementwise && call->out[0]->size >= d->wait_from && !call->core->mode.dry) {
        if (put_off(d, call, queues, &failed)) return true;
        if (failed) return false;
    }
    if (queues && worth_queueing(call, size, &after_put_off)) {
        const CpuState *s = d->state;
        Later *later = !after_put_off || queue_put_off(d) ? later_of(d) : NULL;
        return later && later_call(d->core, later, call, s->wanted);
    }
    return ready(call) && (cpu_run_call(call, threads_of(d, size), 0) || (mxnet && keep_failure(call)));
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
    return (!s->fusion || fuse_idle(s->fusion)) && (!s->later || later_idle(s->later));
}

void cpu_noted(Device *d, uint64_t row) { later_noted(((CpuState *)d->state)->later, row); }

Queue *cpu_queue(Device *d)
{
    Later *later = ((CpuState *)d->state)->later;
    return later ? later_queue(later) : NULL;
}

static void cancel(Device *d)
{
    CpuState *s = d->state;
    if (s->later) later_cancel(s->later);
    if (!s->fusion) return;
    fuse_cancel(d->core, s->fusion);
    ledger_pass(d->core, (LedgerStart){0}, false);
}

static void close_driver(Device *d)
{
    CpuState *s = d->state;
    later_close(d->core, s->later);
    fuse_close(d->core, s->fusion);
    threads_close(s->threads);
    core_free(d->core, s, sizeof *s);
    d->state = NULL;
}

static const Driver cpu_driver = {
    .version = DRIVER_VERSION, .name = "cpu", .close = close_driver, .alloc = cpu_alloc, .free = cpu_free, .supports = supports,
    .run = run, .quick = quick, .copy_in = copy, .copy_out = copy, .cancel = cancel, .wait = wait, .settle = settle, .ready = storage_comes,
    .idle = idle,
};

int64_t cpu_fuse_from(const Core *c, int64_t otherwise)
{
    const char *asked = getenv("PERCH_FUSE");
    int64_t from = c->config.fuse_from ? c->config.fuse_from : asked && *asked ? strtoll(asked, NULL, 10) : otherwise;
    return from > 0 ? from : INT64_MAX;
}

/* How many processors this process may run on (taskset, a rank that is bound to its own): more threads would only take turns. */
static int processors_given(void)
{
    cpu_set_t set;
    int given = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : (int)sysconf(_SC_NPROCESSORS_ONLN); /* (a machine of more than the set holds) */
    return given > 0 ? given : 1;
}

bool cpu_open(Device *d, int threads)
{
    CpuState *s = core_alloc(d->core, sizeof *s);
    if (!s) return false;
    *s = (CpuState){.wanted = threads > 0 ? threads : processors_given()};
    lapack_threads(s->wanted);
    d->state = s;
    d->driver = &cpu_driver;
    d->wait_from = cpu_fuse_from(d->core, FUSE_FROM);
    const char *later = getenv("PERCH_LATER");
    int64_t worth = d->core->config.later_from ? d->core->config.later_from : later && *later ? strtoll(later, NULL, 10) : LATER_FROM;
    s->later_from = worth <= 0 || d->core->config.model_clock ? INT64_MAX : worth; /* a modelled clock has one hand for host and CPU */
    snprintf(d->info.name, sizeof d->info.name, "CPU");
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    d->info.memory = pages > 0 && page > 0 ? (size_t)pages * (size_t)page : 0;
    d->info.processors = s->wanted;
    return true;
}
