/* ledger.c: the rings of what ran and what moved, and the clock that orders them. */
#include "core/op_more.h"
#include "ledger.h"

#include <string.h>
#include <time.h>

#include "core_impl.h"

/* A small call (LEDGER_FEW elements) takes little longer than a reading of the processor's counter: of STALE small calls in a row one reads when
 * it began, and of SAMPLE of those one when it ended; the others begin where the one before ended, and take what such a call takes. */
enum { ROWS = 1 << 14, MOVES = 1 << 12, SAMPLE = 8, STALE = 8, MEASURED = 1024 };
static const double NEAR = 50e-6; /* seconds: calls of one line with less between them are one row */

struct Ledger {
    LedgerRow rows[ROWS];   /* a CPU's row: in ticks since it was opened, until it is read */
    LedgerMove moves[MOVES];
    uint64_t row_first, row_end, move_first, move_end;
    LedgerTotal totals[LEDGER_PLACES][LEDGER_PLACES];
    uint64_t busy[LEDGER_DEVICES]; /* nanoseconds, the CPU's in ticks; one writer, any reader */
    float typical[OPS_TOTAL]; /* ticks that a small call takes on the CPU */
    double soon;            /* ticks: when a small call begins that does not look */
    uint32_t looks;
    int put_off_count;      /* calls whose work waits to be done in one pass with others: their rows, without time yet */
    uint64_t put_off[LEDGER_PUT_OFF];
    double passed_until;    /* ticks: when the last such pass ended; what ran it began its own work then */
    /* Rows of real GPUs, whose times the driver knows when the work is done: in the order of the calls */
    struct Measured { uint64_t row, move, piece; Device *device; } measured[MEASURED]; /* move: its number + 1; 0: none */
    int measured_count;
    uint64_t ticks;         /* at `time`: where both clocks met when it was opened */
    double time, seconds_per_tick, near; /* near: NEAR in ticks */
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

/* Both clocks at one moment. Whatever comes between two readings (another process, a slow clock) would shift every row, so the closest of a few pairs is taken. */
static void both_clocks(double *seconds, uint64_t *ticks)
{
    uint64_t closest = UINT64_MAX;
    for (int i = 0; i < 8; i++) {
        uint64_t before = ticks_now();
        double now = seconds_now();
        uint64_t apart = ticks_now() - before;
        if (apart >= closest) continue;
        closest = apart;
        *seconds = now;
        *ticks = before + apart / 2;
    }
}

/* How long a tick is gets known better the longer the ledger is open. */
static void calibrate(Ledger *l)
{
    double seconds = 0;
    uint64_t ticks = 0;
    both_clocks(&seconds, &ticks);
    if (seconds > l->time && ticks > l->ticks) l->seconds_per_tick = (seconds - l->time) / (double)(ticks - l->ticks);
    l->near = NEAR / l->seconds_per_tick;
}

bool ledger_open(Core *c)
{
    if (c->ledger) return true;
    Ledger *l = core_alloc(c, sizeof *l);
    if (!l) return false;
    memset(&l->row_first, 0, sizeof *l - offsetof(Ledger, row_first)); /* (rows that nobody wrote cost no memory) */
    c->ledger = l;
    l->seconds_per_tick = 1e-9;
    both_clocks(&l->time, &l->ticks);
    while (seconds_now() - l->time < 2e-5) {}
    calibrate(l);
    for (int i = 0; i < OPS_TOTAL; i++) l->typical[i] = (float)(100e-9 / l->seconds_per_tick); /* until one is timed */
    c->noted |= NOTED_LEDGER;
    return true;
}

bool ledger_is_open(const Core *c) { return c->ledger != NULL; }

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
    c->ledger->put_off_count = c->ledger->measured_count = 0;
}

double ledger_now(Core *c) { return c->config.model_clock ? c->model_time : seconds_now(); }

static int device_number(const Device *d) { return d->kind == DEVICE_CPU ? 0 : 1 + d->index; }

static inline void count_busy(Ledger *l, int device, double amount)
{
    __atomic_store_n(&l->busy[device], __atomic_load_n(&l->busy[device], __ATOMIC_RELAXED) + (uint64_t)amount, __ATOMIC_RELAXED);
}

static inline bool in_ticks(const Core *c, int device) { return device == 0 && !c->config.model_clock; }

double ledger_busy(const Core *c, int device)
{
    const Ledger *l = c->ledger;
    if (!l || device < 0 || device >= LEDGER_DEVICES) return 0;
    return (double)__atomic_load_n(&l->busy[device], __ATOMIC_RELAXED) * (in_ticks(c, device) ? l->seconds_per_tick : 1e-9);
}

/* ---- writing ---- */
LedgerStart ledger_begin(Core *c)
{
    c->looks_left = STALE;
    return (LedgerStart){c->config.model_clock ? 0 : ticks_now()};
}

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

static void put_row(Core *c, int device, const Op *op, const uint32_t in[LEDGER_INPUTS], uint32_t out, uint64_t bytes, double start, double end, double near)
{
    Ledger *l = c->ledger;
    bool again;
    LedgerRow *r = row_for(l, LEDGER_CALL, device, op->id, c->site, start, near, &again);
    count_busy(l, device, in_ticks(c, device) ? end - start : (end - start) * 1e9);
    if (again) {
        r->end = end;
        r->busy += (float)(end - start);
        r->count++;
        r->out = out;
        r->bytes += bytes;
        return;
    }
    *r = (LedgerRow){.start = start, .end = end, .busy = (float)(end - start), .site = c->site, .count = 1, .out = out, .in = {in[0], in[1], in[2]}, .first_out = out,
                     .bytes = bytes, .op = op->id, .kind = LEDGER_CALL, .device = (uint8_t)device};
}

static inline double ticks_of(const Ledger *l, uint64_t ticks) { return (double)(int64_t)(ticks - l->ticks); }

/* How long a small call of the op takes: what the fastest ones took that were timed. An interrupt in between is no reason to believe in slow calls. */
static inline double small_ticks(Ledger *l, const Op *op, double start)
{
    float *t = &l->typical[op->id];
    if (l->looks++ % SAMPLE == 0) {
        float now = (float)(ticks_of(l, ticks_now()) - start);
        *t = now < *t ? now : *t + (now - *t) / 8;
    }
    return *t;
}

void ledger_look(Core *c)
{
    c->looks_left = 0;
}

void ledger_quick(Core *c, Device *d, const Op *op, const Tensor *a, const Tensor *b, const Tensor *out, LedgerStart began)
{
    Ledger *l = c->ledger;
    uint64_t bytes = tensor_bytes(out);
    uint32_t in[LEDGER_INPUTS] = {a ? a->storage->serial : 0, b ? b->storage->serial : 0, 0};
    if (d->kind == DEVICE_GPU) put_row(c, device_number(d), op, in, out->storage->serial, bytes, d->began, d->ended, NEAR);
    else if (c->config.model_clock) {
        double seconds = core_model_host(c, (double)out->size, (double)bytes * (b ? 3 : 2));
        put_row(c, 0, op, in, out->storage->serial, bytes, c->model_time - seconds, c->model_time, NEAR);
    } else {
        double start, took;
        if (began.ticks) start = ticks_of(l, began.ticks), took = out->size <= LEDGER_FEW ? small_ticks(l, op, start) : ticks_of(l, ticks_now()) - start;
        else start = l->soon, took = l->typical[op->id];
        l->soon = start + took;
        put_row(c, 0, op, in, out->storage->serial, bytes, start, start + took, l->near);
    }
}

/* A share of what was done in one pass, for a row that has had no time so far, or (several calls in it) less. */
static void take_share(Ledger *l, uint64_t row, double start, double end)
{
    if (row < l->row_first || row + ROWS < l->row_end) return;
    LedgerRow *r = &l->rows[row % ROWS];
    if (r->busy <= 0) r->start = start;
    r->end = end;
    r->busy += (float)(end - start);
}

/* Each row has its share of the time from start to end, in ticks. */
static void share_out(Ledger *l, const uint64_t *rows, int count, double start, double end)
{
    double share = count ? (end - start) / count : 0;
    for (int i = 0; i < count && share > 0; i++) {
        take_share(l, rows[i], start + share * i, start + share * (i + 1));
        count_busy(l, 0, share);
    }
}

/* What the calls of one piece of work took, each an equal share. */
static void measure_piece(Core *c, const struct Measured *m, int count)
{
    Ledger *l = c->ledger;
    double start, end;
    if (!m->device->driver->spent(m->device, m->piece, &start, &end)) return;
    double share = (end - start) / count;
    count_busy(l, device_number(m->device), (end - start) * 1e9);
    for (int i = 0; i < count; i++) {
        double from = start + share * i;
        take_share(l, m[i].row, from, from + share);
        uint64_t move = m[i].move - 1;
        if (!m[i].move || move < l->move_first || move >= l->move_end) continue;
        LedgerMove *v = &l->moves[move % MOVES];
        v->start = from;
        v->seconds = (float)share;
        l->totals[ledger_place(v->from)][ledger_place(v->to)].seconds += share;
    }
}

/* Asks for the times of all that was given to real GPUs, and waits for what is not done. */
static void measure_all(Core *c)
{
    Ledger *l = c->ledger;
    for (int i = 0, n; l && i < l->measured_count; i += n) {
        for (n = 1; i + n < l->measured_count && l->measured[i + n].piece == l->measured[i].piece && l->measured[i + n].device == l->measured[i].device;) n++;
        measure_piece(c, &l->measured[i], n);
    }
    if (l) l->measured_count = 0;
}

/* The latest row (and move) is a real GPU's: its times come later. */
static void note_measured(Core *c, Device *d, uint64_t move)
{
    Ledger *l = c->ledger;
    if (l->measured_count == MEASURED) measure_all(c);
    l->measured[l->measured_count++] = (struct Measured){l->row_end - 1, move, d->driver->piece(d), d};
}

LedgerNote ledger_note(const Call *call)
{
    LedgerNote r = {.op = call->op, .site = call->site};
    int n = 0;
    for (int i = 0; i < call->in_count && n < LEDGER_INPUTS; i++)
        if (call->in[i].tensor) r.in[n++] = call->in[i].tensor->storage->serial;
    for (int i = 0; i < call->out_count; i++)
        if (call->out[i]) r.bytes += tensor_bytes(call->out[i]);
    r.out = call->out_count && call->out[0] ? call->out[0]->storage->serial : 0;
    return r;
}

void ledger_call(Core *c, const Call *call, LedgerStart began)
{
    LedgerNote note = ledger_note(call);
    Ledger *l = c->ledger;
    int device = device_number(call->device);
    double start = call->device->began, end = call->device->ended, near = NEAR;
    bool waits = false, queued = false;
    if (in_ticks(c, device)) {
        start = ticks_of(l, began.ticks);
        if (start < l->passed_until) start = l->passed_until;
        l->soon = end = ticks_of(l, ticks_now());
        c->looks_left = STALE;
        near = l->near;
        waits = call->out_count == 1 && call->out[0] && call->out[0]->storage->waits & WAITS_WRITE;
        queued = call->out_count && call->out[0] && call->out[0]->storage->waits & WAITS_QUEUED_WRITE;
        if (waits || queued) end = start;
    } else if (call->device->driver->spent) start = end = seconds_now();
    else if (!device) {
        Cost cost = op_cost(call);
        double seconds = core_model_host(c, cost.flops, cost.bytes);
        start = c->model_time - seconds;
        end = c->model_time;
    }
    put_row(c, device, call->op, note.in, note.out, note.bytes, start, end, near);
    if (call->device->driver->spent) note_measured(c, call->device, 0);
    else if (queued) cpu_noted(call->device, l->row_end - 1);
    else if (waits && l->put_off_count < LEDGER_PUT_OFF) l->put_off[l->put_off_count++] = l->row_end - 1;
}

void ledger_replayed(Core *c, Device *d, const LedgerNote *notes, int count)
{
    Ledger *l = c->ledger;
    bool measured = d->driver->spent != NULL;
    double start = measured ? seconds_now() : d->began, share = measured || !count ? 0 : (d->ended - d->began) / count;
    uint32_t site = c->site;
    for (int i = 0; l && i < count; i++) {
        c->site = notes[i].site;
        put_row(c, device_number(d), notes[i].op, notes[i].in, notes[i].out, notes[i].bytes, start + share * i, start + share * (i + 1), NEAR);
        if (measured) note_measured(c, d, 0);
    }
    c->site = site;
}

int ledger_put_off(Core *c, uint64_t rows[LEDGER_PUT_OFF])
{
    Ledger *l = c->ledger;
    if (!l) return 0;
    int n = l->put_off_count;
    memcpy(rows, l->put_off, sizeof *rows * (size_t)n);
    l->put_off_count = 0;
    return n;
}

uint64_t ledger_ticks(void) { return ticks_now(); }

void ledger_ran(Core *c, const uint64_t *rows, int count, uint64_t began, uint64_t ended)
{
    Ledger *l = c->ledger;
    if (l && count && ended > l->ticks) share_out(l, rows, count, ticks_of(l, began), ticks_of(l, ended));
}

void ledger_pass(Core *c, LedgerStart began, bool done)
{
    Ledger *l = c->ledger;
    if (!l) return;
    l->passed_until = ticks_of(l, ticks_now());
    if (done && !c->config.model_clock) share_out(l, l->put_off, l->put_off_count, ticks_of(l, began.ticks), l->passed_until);
    l->put_off_count = 0;
}

int ledger_place(int device) { return device == LEDGER_HOST ? LEDGER_DEVICES : device == LEDGER_NET ? LEDGER_DEVICES + 1 : device; }

/* A move as such and as a row of what ran. */
static void note_move(Ledger *l, const LedgerMove *m, double end, int gpu)
{
    l->moves[l->move_end++ % MOVES] = *m;
    if (l->move_end - l->move_first > MOVES) l->move_first = l->move_end - MOVES;
    LedgerTotal *t = &l->totals[ledger_place(m->from)][ledger_place(m->to)];
    t->count++;
    t->bytes += m->bytes;
    t->seconds += end - m->start;
    bool again;
    LedgerRow *r = row_for(l, LEDGER_COPY, gpu, 0, m->site, m->start, 0, &again);
    *r = (LedgerRow){.start = m->start, .end = end, .busy = (float)(end - m->start), .site = m->site, .count = 1, .out = m->to_serial, .in = {m->from_serial}, .first_out = m->to_serial,
                     .bytes = m->bytes, .kind = LEDGER_COPY, .device = m->to, .from = m->from};
}

void ledger_net(Core *c, const Tensor *t, uint64_t bytes, uint32_t site)
{
    Ledger *l = c->ledger;
    Device *d = tensor_device(t);
    if (!l) return;
    const LedgerMove m = {.start = d->began, .seconds = (float)(d->ended - d->began), .site = site, .bytes = bytes, .from_serial = t->storage->serial, .from_version = t->storage->writes,
                          .offset = t->offset, .from = (uint8_t)device_number(d), .to = LEDGER_NET};
    note_move(l, &m, d->ended, device_number(d));
    count_busy(l, device_number(d), (d->ended - d->began) * 1e9);
}

void ledger_copy(Core *c, const Tensor *from, const Tensor *to, uint64_t bytes, uint32_t site)
{
    Ledger *l = c->ledger;
    Device *a = from ? tensor_device(from) : NULL, *b = to ? tensor_device(to) : NULL;
    Device *gpu = b && b->kind == DEVICE_GPU ? b : a;
    if (!gpu || gpu->kind != DEVICE_GPU || (a && a->kind == DEVICE_META) || (b && b->kind == DEVICE_META)) return;
    double start = gpu->began, end = gpu->ended;
    bool measured = gpu->driver->spent && !c->mode.dry;
    if (measured) start = end = seconds_now();
    if (c->mode.dry) { /* nothing ran: what it would have taken */
        start = ledger_now(c);
        end = start + gpu->info.link_latency + (double)bytes / (gpu->info.link_bandwidth > 0 ? gpu->info.link_bandwidth : 1e9);
    }
    const LedgerMove m = {.start = start, .seconds = (float)(end - start), .site = site, .bytes = bytes, .from_serial = from ? from->storage->serial : 0,
                          .to_serial = to ? to->storage->serial : 0, .from_version = from ? from->storage->writes : 0, .to_version = to ? to->storage->writes : 0,
                          .offset = from ? from->offset : 0, .from = (uint8_t)(a ? device_number(a) : LEDGER_HOST), .to = (uint8_t)(b ? device_number(b) : LEDGER_HOST)};
    note_move(l, &m, end, device_number(gpu));
    if (measured) note_measured(c, gpu, l->move_end);
    else count_busy(l, device_number(gpu), (end - start) * 1e9);
}

void ledger_device_waited(Device *d, double start)
{
    Core *c = d->core;
    if (!c->ledger) return;
    measure_all(c);
    ledger_waited(c, d, start, seconds_now());
}

void ledger_waited(Core *c, Device *d, double start, double end)
{
    Ledger *l = c->ledger;
    if (end - start < 1e-6) return;
    bool again;
    uint32_t before = core_asked(c), site = c->site;
    c->site = before;
    LedgerRow *r = row_for(l, LEDGER_WAIT, device_number(d), 0, site, start, 0, &again);
    *r = (LedgerRow){.start = start, .end = end, .busy = (float)(end - start), .site = site, .count = 1, .kind = LEDGER_WAIT, .device = (uint8_t)device_number(d)};
}

/* ---- reading ---- */
void ledger_rows(Core *c, uint64_t *first, uint64_t *end)
{
    measure_all(c);
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
        out->busy *= (float)l->seconds_per_tick;
    }
    return true;
}

void ledger_moves(Core *c, uint64_t *first, uint64_t *end)
{
    measure_all(c);
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
    if (!c->ledger || from < 0 || to < 0 || from >= LEDGER_PLACES || to >= LEDGER_PLACES) return (LedgerTotal){0, 0, 0};
    measure_all(c);
    return c->ledger->totals[from][to];
}
