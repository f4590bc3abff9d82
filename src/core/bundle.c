/* bundle.c: holding calls back, giving them after all, and standing in a driver's place meanwhile (bundle.h). */
#include "bundle_impl.h"

#include <string.h>

enum { CHUNK = 32 << 10, ALIGN = 16 };

/* ---- room for what is held back ---- */
static void *room(Bundle *b, size_t size)
{
    size = (size + ALIGN - 1) / ALIGN * ALIGN;
    BundleChunk *k = b->chunks;
    size_t head = (sizeof *k + ALIGN - 1) / ALIGN * ALIGN;
    if (!k || k->used + size > k->size) {
        size_t most = head + size > CHUNK ? head + size : CHUNK;
        if (!(k = core_alloc(b->core, most))) return NULL;
        *k = (BundleChunk){b->chunks, most, head};
        b->chunks = k;
    }
    k->used += size;
    return (char *)k + k->used - size;
}

static void empty_room(Bundle *b)
{
    for (BundleChunk *k = b->chunks, *next; k; k = next) {
        next = k->next;
        core_free(b->core, k, k->size);
    }
    b->chunks = NULL;
}

static void *copy_of(Bundle *b, const void *from, size_t size)
{
    void *to = room(b, size ? size : 1);
    return to && size ? memcpy(to, from, size) : to;
}

/* ---- holding back ---- */
static Tensor *tensor_copy(Bundle *b, const Tensor *t)
{
    Tensor *to = copy_of(b, t, sizeof *t);
    if (!to) return NULL;
    to->grad = NULL;
    to->shown = NULL;
    to->shape = t->ndim > INLINE_DIMS ? copy_of(b, t->shape, 2 * sizeof *t->shape * t->ndim) : to->inline_dims;
    to->strides = to->shape ? to->shape + t->ndim : NULL;
    return to->shape ? to : NULL;
}

static Attr *attrs_copy(Bundle *b, const Op *op, const Attr *attrs)
{
    Attr *to = copy_of(b, attrs, sizeof *attrs * op->attr_count);
    bool ok = to != NULL;
    for (int i = 0; ok && i < op->attr_count; i++) {
        AttrType type = op_attr_info(op, i)->type;
        if (type == ATTR_INTS && attrs[i].ints.count > 0) ok = (to[i].ints.d = copy_of(b, attrs[i].ints.d, sizeof *attrs[i].ints.d * (size_t)attrs[i].ints.count)) != NULL;
        else if (type == ATTR_TEXT && attrs[i].text) ok = (to[i].text = copy_of(b, attrs[i].text, strlen(attrs[i].text) + 1)) != NULL;
    }
    return ok ? to : NULL;
}

static Call *call_copy(Bundle *b, const Call *call)
{
    Call *to = copy_of(b, call, sizeof *call);
    if (!to) return NULL;
    to->before = NULL;
    to->specs = NULL;
    bool ok = (to->in = copy_of(b, call->in, sizeof *call->in * (size_t)call->in_count)) != NULL;
    for (int i = 0; ok && i < call->in_count; i++)
        if (call->in[i].tensor) ok = (to->in[i].tensor = tensor_copy(b, call->in[i].tensor)) != NULL;
    for (int i = 0; ok && i < call->out_count; i++)
        if (call->out[i]) ok = (to->out[i] = tensor_copy(b, call->out[i])) != NULL;
    if (ok && call->attrs && call->op->attr_count) ok = (to->attrs = attrs_copy(b, call->op, call->attrs)) != NULL;
    return ok ? to : NULL;
}

/* Room for the call, and for the ends of all storages that are known: a storage's end cannot fail. */
static bool keep(Bundle *b, const Call *call)
{
    Call *copy = call_copy(b, call);
    return copy && core_grow(b->core, (void **)&b->events.d, &b->events.room, b->events.count + b->made.count + b->inputs.count + 2, sizeof *b->events.d) &&
           (b->events.d[b->events.count++] = (BundleEvent){copy, NULL, NULL, b->core->precision}, true);
}

/* Work that was put off before the pass is given before anything is held back that reads or writes its bytes. */
static bool settle(Bundle *b, Storage *s) { return !(s->waits & WAITS_FUSED) || !b->real->ready || b->real->ready(b->device, s, true); }

/* Can it be held back at all? false: it is to be run now, or recorded */
static bool holdable(Bundle *b, const Call *call)
{
    bool ok = !call->op->random;
    if (!ok) bundle_spoil(b, "random numbers within it", true);
    for (int i = 0; ok && i < call->in_count + call->out_count; i++) {
        const Tensor *t = i < call->in_count ? call->in[i].tensor : call->out[i - call->in_count];
        if (!t) continue;
        if (tensor_device(t) != b->device || t->storage->free_borrowed || t->storage->waits & WAITS_FAILED) bundle_spoil(b, "memory that is not the GPU's own", true), ok = false;
        else if (!settle(b, t->storage)) return false;
    }
    return ok;
}

BundleAnswer bundle_call(Core *c, Call *call)
{
    Bundle *b = c->bundle;
    if (b->playing || call->device != b->device) return BUNDLE_NOT;
    bool same = bundle_tell(b, call);
    if (!b->holds) return BUNDLE_NOT;
    if (same && holdable(b, call)) {
        if (keep(b, call)) return b->calls++, BUNDLE_TAKEN;
        core_error_clear(c);
        bundle_spoil(b, "too little memory for it", false);
    }
    CoreError before = bundle_stash(c); /* (work from before the pass that failed) */
    bool ok = bundle_give(b);
    if (before.kind) bundle_unstash(c, &before);
    return ok && !before.kind ? BUNDLE_NOT : BUNDLE_FAILED;
}

bool bundle_keeps(Core *c, Storage *s)
{
    Bundle *b = c->bundle;
    if (!b->holds || !bundle_knows(b, s)) return false;
    if (s->bundle_place >= 0) b->made.d[s->bundle_place] = NULL;
    if (b->events.count == b->events.room) return false; /* (nothing that is held back has seen it) */
    b->events.d[b->events.count++] = (BundleEvent){NULL, s, s->bytes, 0};
    device_uncount(s->device, block_held(s));
    s->ended = true;
    s->refs = 1;
    return true;
}

void bundle_spoil(Bundle *b, const char *why, bool always)
{
    if (b->why) return;
    b->why = why;
    b->barred = always;
}

/* ---- in a driver's place: whatever is asked of it first gets what is held back ---- */
static const Driver *given(Device *d)
{
    bundle_gives(d);
    return d->driver;
}
static bool stands_run(Device *d, Call *call) { return given(d)->run(d, call); }
static bool stands_copy_in(Device *d, void *to, const void *from, size_t bytes, uint32_t site) { return given(d)->copy_in(d, to, from, bytes, site); }
static bool stands_copy_out(Device *d, void *to, const void *from, size_t bytes, uint32_t site) { return given(d)->copy_out(d, to, from, bytes, site); }
static bool stands_copy_peer(Device *d, void *to, Device *from, const void *at, size_t bytes, uint32_t site)
{
    bundle_gives(from);
    return given(d)->copy_peer(d, to, from, at, bytes, site);
}
static bool stands_wait(Device *d) { return given(d)->wait(d); }
static bool stands_settle(Device *d) { return given(d)->settle(d); }
static bool stands_ready(Device *d, Storage *s, bool to_write) { return given(d)->ready(d, s, to_write); }
static bool stands_idle(Device *d) { return given(d)->idle(d); }
static uint64_t stands_record(Device *d) { return given(d)->record(d); }
static void stands_wait_for(Device *d, Device *other, uint64_t event) { given(d)->wait_for(d, other, event); }
static uint64_t stands_piece(Device *d) { return given(d)->piece(d); }
static uint64_t stands_stamp(Device *d) { return given(d)->stamp(d); }
static bool stands_reset(Device *d, bool last) { return given(d)->reset(d, last); }
static bool stands_graph_begin(Device *d) { return given(d)->graph_begin(d); }
static bool stands_graph_launch(Device *d, void *graph, DrawsApart apart, uint32_t site) { return given(d)->graph_launch(d, graph, apart, site); }
static double stands_clock(Device *d) { return given(d)->clock(d); }

/* What a driver lacks its stand-in lacks, too; what asks it for nothing of the work's stays its own. */
static void stand_in(Bundle *b)
{
    Driver *s = &b->stands;
    *s = *b->real;
    s->run = stands_run;
    s->copy_in = stands_copy_in;
    s->copy_out = stands_copy_out;
    s->wait = stands_wait;
    s->idle = stands_idle;
    s->quick = NULL;
#define STANDS(slot) if (s->slot) s->slot = stands_##slot
    STANDS(copy_peer);
    STANDS(settle);
    STANDS(ready);
    STANDS(record);
    STANDS(wait_for);
    STANDS(piece);
    STANDS(stamp);
    STANDS(reset);
    STANDS(graph_begin);
    STANDS(graph_launch);
    STANDS(clock);
#undef STANDS
}

void bundle_hold(Bundle *b)
{
    b->real = b->device->driver;
    stand_in(b);
    b->device->driver = &b->stands;
    b->holds = true;
}

static void hold_no_more(Bundle *b)
{
    b->device->driver = b->real;
    b->holds = false;
}

void bundle_gives(Device *d)
{
    Bundle *b = d->core->bundle;
    if (!b || !b->holds || b->device != d || b->playing) return;
    CoreError before = bundle_stash(d->core);
    bundle_spoil(b, "a wait for the GPU, or bytes from elsewhere", b->mode == BUNDLE_WRITES);
    if (!bundle_give(b)) { /* told at the pass's end */
        b->failed = true;
        b->error = bundle_stash(d->core);
    }
    bundle_unstash(d->core, &before);
}

/* ---- giving ---- */
CoreError bundle_stash(Core *c)
{
    CoreError e = c->error;
    c->error.kind = CORE_OK;
    c->error.operand_count = 0;
    return e;
}

void bundle_unstash(Core *c, const CoreError *e)
{
    core_error_clear(c);
    c->error = *e;
}

/* The late call to blame; its operands are gone. */
static void blame(Core *c, const Call *call)
{
    CoreError *e = core_error(c);
    if (e->kind == CE_INTERRUPTED || e->op) return;
    e->late = true;
    e->op = call->op;
    e->site = call->site;
}

/* Storages that ended lie where they lay. */
static void revive(Bundle *b)
{
    for (int i = 0; i < b->events.count; i++)
        if (b->events.d[i].ended) b->events.d[i].ended->bytes = b->events.d[i].at;
}

bool bundle_play(Bundle *b, bool (*run)(Call *call))
{
    Core *c = b->core;
    uint8_t precision = c->precision;
    bool ok = true;
    b->playing = true;
    for (int i = 0; ok && i < b->events.count; i++) {
        const BundleEvent *e = &b->events.d[i];
        if (e->call) {
            c->precision = e->precision;
            ok = run(e->call) || (blame(c, e->call), false);
        } else if (e->ended->waits == WAITS_FUSED) /* work that was put off has its value in a register: nobody needs its bytes */
            e->ended->bytes = NULL;
    }
    c->precision = precision;
    b->playing = false;
    return ok;
}

void bundle_let_go(Bundle *b)
{
    revive(b);
    for (int i = 0; i < b->events.count; i++)
        if (b->events.d[i].ended) storage_release(b->core, b->events.d[i].ended);
    b->events.count = 0;
    empty_room(b);
}

bool bundle_give(Bundle *b)
{
    hold_no_more(b);
    b->mode = BUNDLE_LISTENS;
    revive(b);
    bool ok = bundle_play(b, core_run_call);
    for (int i = 0; ok && i < b->events.count; i++) /* what waits now may be in need of what ended */
        if (b->events.d[i].ended && !settle(b, b->events.d[i].ended)) ok = false;
    bundle_let_go(b);
    return ok;
}
