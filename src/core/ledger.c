/* ledger.c: the rings of what ran and what moved, and the clock that orders them. */
#include "ledger.h"

#include <string.h>
#include <time.h>

#include "core_impl.h"

enum { ROWS = 1 << 14, MOVES = 1 << 12, SAMPLE = 16, FEW = 1024 }; /* of SAMPLE small calls of an op one is timed; small: FEW elements */
static const double NEAR = 50e-6; /* seconds: calls of one line with less between them are one row */

struct Ledger {
    LedgerRow rows[ROWS];   /* start and end of a CPU's row: ticks, until it is read */
    LedgerMove moves[MOVES];
    uint64_t row_first, row_end, move_first, move_end;
    LedgerTotal totals[LEDGER_DEVICES + 1][LEDGER_DEVICES + 1]; /* the last one: the host */
    _Atomic uint64_t busy[LEDGER_DEVICES]; /* nanoseconds; one writer */
    float typical[OPS_TOTAL]; /* seconds that a small call takes on the CPU */
    uint16_t seen[OPS_TOTAL];
    uint64_t ticks;         /* at `time`: where both clocks met when it was opened */
    double time, seconds_per_tick;
};

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static inline uint64_t ticks_now(void)
{
#if defined __x86_64__ || defined __i386__
    return __builtin_ia32_rdtsc();
#elif defined __aarch64__
    uint64_t t;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(t));
    return t;
#else
    return (uint64_t)(seconds_now() * 1e9);
#endif
}

/* How long a tick is gets known better the longer the ledger is open. */
static void calibrate(Ledger *l)
{
    double passed = seconds_now() - l->time;
    uint64_t ticks = ticks_now() - l->ticks;
    if (passed > 1e-3 && ticks) l->seconds_per_tick = passed / (double)ticks;
}

bool ledger_open(Core *c)
{
    if (c->ledger) return true;
    Ledger *l = core_alloc(c, sizeof *l);
    if (!l) return false;
    memset(l, 0, sizeof *l);
    c->ledger = l;
    l->time = seconds_now();
    l->ticks = ticks_now();
    l->seconds_per_tick = 1e-9;
    while (seconds_now() - l->time < 2e-5) {}
    l->seconds_per_tick = (seconds_now() - l->time) / (double)(ticks_now() - l->ticks);
    c->noted |= NOTED_LEDGER;
    return true;
}

void ledger_close(Core *c)
{
    if (!c->ledger) return;
    c->noted &= (uint8_t)~NOTED_LEDGER;
    core_free(c, c->ledger, sizeof *c->ledger);
    c->ledger = NULL;
}

void ledger_clear(Core *c)
{
    if (!c->ledger) return;
    c->ledger->row_first = c->ledger->row_end;
    c->ledger->move_first = c->ledger->move_end;
    memset(c->ledger->totals, 0, sizeof c->ledger->totals);
}

double ledger_now(Core *c) { return c->config.model_clock ? c->model_time : seconds_now(); }

static int device_number(const Device *d) { return d->kind == DEVICE_CPU ? 0 : 1 + d->index; }

static void count_busy(Ledger *l, int device, double seconds)
{
    uint64_t before = __atomic_load_n((uint64_t *)&l->busy[device], __ATOMIC_RELAXED);
    __atomic_store_n((uint64_t *)&l->busy[device], before + (uint64_t)(seconds * 1e9), __ATOMIC_RELAXED);
}

double ledger_busy(const Core *c, int device)
{
    const Ledger *l = c->ledger;
    return l && device >= 0 && device < LEDGER_DEVICES ? (double)__atomic_load_n((const uint64_t *)&l->busy[device], __ATOMIC_RELAXED) * 1e-9 : 0;
}

/* ---- writing ---- */
LedgerStart ledger_begin(Core *c)
{
    if (c->config.model_clock) return (LedgerStart){0};
    return (LedgerStart){ticks_now()};
}

static inline bool in_ticks(const Core *c, int device) { return device == 0 && !c->config.model_clock; }

/* Room for one more row; the last one instead, when it is of the same op and line and ended just before. */
static LedgerRow *row_for(Ledger *l, LedgerKind kind, int device, uint16_t op, uint32_t site, double start, double near, bool *again)
{
    LedgerRow *last = &l->rows[(l->row_end - 1) % ROWS];
    *again = l->row_end > l->row_first && last->site == site && last->op == op && last->device == device && last->kind == kind && kind == LEDGER_CALL && start - last->end < near;
    if (*again) return last;
    LedgerRow *r = &l->rows[l->row_end++ % ROWS];
    if (l->row_end - l->row_first > ROWS) l->row_first = l->row_end - ROWS;
    return r;
}

/* When a call on a simulated GPU runs says its driver; on the CPU it has just run. seconds < 0: until now. */
static void put_call(Core *c, const Device *d, const Op *op, uint32_t site, const uint32_t in[LEDGER_INPUTS], uint32_t out, uint64_t bytes, LedgerStart began, double seconds)
{
    Ledger *l = c->ledger;
    int device = device_number(d);
    double start, end, near = NEAR;
    if (device) start = d->began, end = d->ended, seconds = end - start;
    else if (c->config.model_clock) start = c->model_time - seconds, end = c->model_time;
    else {
        near /= l->seconds_per_tick;
        start = (double)(began.ticks - l->ticks);
        if (seconds < 0) {
            end = (double)(ticks_now() - l->ticks);
            seconds = (end - start) * l->seconds_per_tick;
        } else
            end = start + seconds / l->seconds_per_tick;
    }
    bool again;
    LedgerRow *r = row_for(l, LEDGER_CALL, device, op->id, site, start, near, &again);
    count_busy(l, device, seconds);
    if (again) {
        r->end = end;
        r->busy += (float)seconds;
        r->count++;
        r->out = out;
        r->bytes += bytes;
        return;
    }
    *r = (LedgerRow){.start = start, .end = end, .busy = (float)seconds, .site = site, .count = 1, .out = out, .in = {in[0], in[1], in[2]}, .first_out = out,
                     .bytes = bytes, .op = op->id, .kind = LEDGER_CALL, .device = (uint8_t)device};
}

/* A small call on the CPU: reading the counter twice would cost as much as the call, so of most only the start is read. */
static double small_seconds(Core *c, const Op *op, LedgerStart began)
{
    Ledger *l = c->ledger;
    if (l->seen[op->id]++ % SAMPLE == 0) {
        float now = (float)((double)(ticks_now() - began.ticks) * l->seconds_per_tick);
        float *t = &l->typical[op->id];
        *t = *t == 0 ? now : now < *t ? now : *t + (now - *t) / 8; /* an interrupt in between is no reason to believe in slow calls */
    }
    return l->typical[op->id];
}

void ledger_quick(Core *c, Device *d, const Op *op, const Tensor *a, const Tensor *b, const Tensor *out, LedgerStart began)
{
    uint32_t in[LEDGER_INPUTS] = {a ? a->storage->serial : 0, b ? b->storage->serial : 0, 0};
    double seconds = -1;
    if (d->kind == DEVICE_CPU) {
        if (c->config.model_clock) seconds = core_model_host(c, (double)out->size, (double)tensor_bytes(out) * (b ? 3 : 2));
        else if (out->size <= FEW) seconds = small_seconds(c, op, began);
    }
    put_call(c, d, op, c->site, in, out->storage->serial, tensor_bytes(out), began, seconds);
}

void ledger_call(Core *c, const Call *call, LedgerStart began)
{
    uint32_t in[LEDGER_INPUTS] = {0, 0, 0};
    uint64_t bytes = 0;
    int n = 0;
    for (int i = 0; i < call->in_count && n < LEDGER_INPUTS; i++)
        if (call->in[i].tensor) in[n++] = call->in[i].tensor->storage->serial;
    for (int i = 0; i < call->out_count; i++)
        if (call->out[i]) bytes += tensor_bytes(call->out[i]);
    double seconds = -1;
    if (call->device->kind == DEVICE_CPU && c->config.model_clock) {
        Cost cost = op_cost(call);
        seconds = core_model_host(c, cost.flops, cost.bytes);
    }
    put_call(c, call->device, call->op, call->site, in, call->out_count && call->out[0] ? call->out[0]->storage->serial : 0, bytes, began, seconds);
}

void ledger_copy(Core *c, const Tensor *from, const Tensor *to, uint64_t bytes, uint32_t site)
{
    Ledger *l = c->ledger;
    const Device *a = from ? tensor_device(from) : NULL, *b = to ? tensor_device(to) : NULL;
    const Device *gpu = b && b->kind == DEVICE_GPU ? b : a;
    if (!gpu || gpu->kind != DEVICE_GPU) return;
    double start = gpu->began, end = gpu->ended;
    if (c->mode.dry) { /* nothing ran: what it would have taken */
        start = ledger_now(c);
        end = start + gpu->info.link_latency + (double)bytes / (gpu->info.link_bandwidth > 0 ? gpu->info.link_bandwidth : 1e9);
    }
    int from_number = a ? device_number(a) : LEDGER_DEVICES, to_number = b ? device_number(b) : LEDGER_DEVICES;
    LedgerMove *m = &l->moves[l->move_end++ % MOVES];
    if (l->move_end - l->move_first > MOVES) l->move_first = l->move_end - MOVES;
    *m = (LedgerMove){.start = start, .seconds = (float)(end - start), .site = site, .bytes = bytes, .from_serial = from ? from->storage->serial : 0,
                      .to_serial = to ? to->storage->serial : 0, .from_version = from ? from->storage->version : 0, .to_version = to ? to->storage->version : 0,
                      .offset = from ? from->offset : 0, .from = (uint8_t)(a ? from_number : LEDGER_HOST), .to = (uint8_t)(b ? to_number : LEDGER_HOST)};
    LedgerTotal *t = &l->totals[from_number][to_number];
    t->count++;
    t->bytes += bytes;
    t->seconds += end - start;
    bool again;
    LedgerRow *r = row_for(l, LEDGER_COPY, device_number(gpu), 0, site, start, 0, &again);
    *r = (LedgerRow){.start = start, .end = end, .busy = (float)(end - start), .site = site, .count = 1, .out = m->to_serial, .in = {m->from_serial}, .first_out = m->to_serial,
                     .bytes = bytes, .kind = LEDGER_COPY, .device = (uint8_t)(b ? to_number : LEDGER_HOST), .from = (uint8_t)(a ? from_number : LEDGER_HOST)};
    count_busy(l, device_number(gpu), end - start);
}

void ledger_waited(Core *c, Device *d, double start, double end)
{
    Ledger *l = c->ledger;
    if (end - start < 1e-6) return;
    bool again;
    LedgerRow *r = row_for(l, LEDGER_WAIT, device_number(d), 0, c->site, start, 0, &again);
    *r = (LedgerRow){.start = start, .end = end, .busy = (float)(end - start), .site = c->site, .count = 1, .kind = LEDGER_WAIT, .device = (uint8_t)device_number(d)};
}

/* ---- reading ---- */
void ledger_rows(Core *c, uint64_t *first, uint64_t *end)
{
    *first = c->ledger ? c->ledger->row_first : 0;
    *end = c->ledger ? c->ledger->row_end : 0;
    if (c->ledger) calibrate(c->ledger);
}

bool ledger_row(Core *c, uint64_t i, LedgerRow *out)
{
    Ledger *l = c->ledger;
    if (!l || i < l->row_first || i >= l->row_end) return false;
    *out = l->rows[i % ROWS];
    if (out->kind == LEDGER_CALL && in_ticks(c, out->device)) {
        out->start = l->time + out->start * l->seconds_per_tick;
        out->end = l->time + out->end * l->seconds_per_tick;
    }
    return true;
}

void ledger_moves(Core *c, uint64_t *first, uint64_t *end)
{
    *first = c->ledger ? c->ledger->move_first : 0;
    *end = c->ledger ? c->ledger->move_end : 0;
}

bool ledger_move(Core *c, uint64_t i, LedgerMove *out)
{
    Ledger *l = c->ledger;
    if (!l || i < l->move_first || i >= l->move_end) return false;
    *out = l->moves[i % MOVES];
    return true;
}

LedgerTotal ledger_total(Core *c, int from, int to)
{
    if (!c->ledger || from < 0 || to < 0 || from > LEDGER_DEVICES || to > LEDGER_DEVICES) return (LedgerTotal){0, 0, 0};
    return c->ledger->totals[from][to];
}
