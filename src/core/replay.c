/* replay.c: a record's life: writing steps down, telling what spoils it, replaying (replay.h). */
#include "replay.h"

#include <string.h>

#include "core_impl.h"
#include "core/cpu/work.h"
#include "layout.h"
#include "list.h"
#include "replay_graph.h"

typedef struct Source { int32_t slot; Scalar number; } Source; /* slot NO_SLOT: the number, or absent */

/* Lists of the record are all alike: what is in them is found by numbers. */
typedef struct Step {
    uint16_t op;
    uint8_t accent, flags;
    bool grads;              /* does the accent's mode record on the tape here? */
    uint32_t site;
    int32_t operands, count; /* in Replay.operands */
    int32_t attrs;           /* in Replay.attrs; NO_SLOT: none */
    int32_t out;             /* the slot of its first result; with CALL_OUT_GIVEN that of the caller's */
    int32_t layout;          /* in Replay.layouts; NO_SLOT */
    int32_t place;           /* PLACE_…; a GPU by its number */
    int32_t ends, ends_count; /* in Replay.ends: slots that no later step reads */
} Step;

enum { /* Step.op: no op's, but a function's of core */
    OWN_STEPS = UINT16_MAX - 3,
    CHECK_STEP,  /* core_within; flags: what it found, attrs: its bounds in Replay.bounds */
    DETACH_STEP, /* core_detached */
    MANY_STEP,   /* grad_of_many; attrs: the place */
};
typedef struct Bounds { double low, high; } Bounds;

typedef struct Held { Tensor *tensor; bool constant; } Held; /* constant: of the program's numbers, made anew each time when it runs: nobody else may see it */

/* How a tensor looked. Its dimensions are in Replay.dims. */
typedef struct Look { Device *device; int32_t dims; uint8_t dtype, ndim, flags, user; bool flows, leaf; int same; /* inputs: the first that is the same tensor */ } Look;

typedef struct Known { const Tensor *tensor; int32_t slot; } Known;

enum { NO_SLOT = -1, FOREIGN = -2, CONSTANT = -3, PLACE_UNSAID = -1, PLACE_CPU = -2, PLACE_META = -3, FLAGS_SEEN = (uint8_t)~T_VIEW, POLL_STEPS = 64 };

struct Replay {
    Core *core;
    const void *thread;   /* whose calls are written down */
    const char *why;      /* what spoilt it */
    bool apart, running;
    bool stepwise, told;  /* stepwise: no GPU that graphs are for; told: the program wants no graph */
    int in_count, out_count;
    CoreMode mode;        /* at its beginning and its end */
    uint16_t rules;
    uint8_t precision;
    DType default_dtype;
    LIST(Step) steps;
    LIST(Source) operands;
    LIST(Attr) attrs;     /* lists and texts of these are in `numbers` and `text` while it is written down: as offsets */
    LIST(int64_t) numbers;
    LIST(char) text;
    LIST(Layout) layouts;
    LIST(Bounds) bounds;
    LIST(int32_t) ends;
    LIST(Held) held;
    LIST(int32_t) held_slots;
    LIST(Look) looks;     /* of the inputs, then of what is held */
    LIST(int64_t) dims;
    LIST(int32_t) outs;   /* slots */
    LIST(Tensor *) values; /* by slot */
    ReplayGraph *graph;   /* replay_graph.h; NULL: never */
    Known *known;         /* open addressing by address */
    int32_t known_count, known_room, slots;
};

/* ---- which tensor is which ---- */
static Known *known_at(Known *table, int32_t room, const Tensor *t)
{
    uint32_t i = (uint32_t)((uintptr_t)t >> 4) * 2654435761u;
    for (;; i++) {
        Known *k = &table[i & (uint32_t)(room - 1)];
        if (!k->tensor || k->tensor == t) return k;
    }
}

static bool known_widen(Replay *r)
{
    int32_t room = r->known_room ? r->known_room * 2 : 256;
    Known *wider = core_alloc(r->core, sizeof *wider * (size_t)room);
    if (!wider) return false;
    memset(wider, 0, sizeof *wider * (size_t)room);
    for (int32_t i = 0; i < r->known_room; i++)
        if (r->known[i].tensor) *known_at(wider, room, r->known[i].tensor) = r->known[i];
    if (r->known_room) core_free(r->core, r->known, sizeof *r->known * (size_t)r->known_room);
    r->known = wider;
    r->known_room = room;
    return true;
}

static bool know(Replay *r, const Tensor *t, int32_t slot)
{
    if (r->known_count * 2 >= r->known_room && !known_widen(r)) return false;
    Known *k = known_at(r->known, r->known_room, t);
    r->known_count += !k->tensor;
    *k = (Known){t, slot};
    return true;
}

static void spoil(Replay *r, const char *why)
{
    if (!r->why) r->why = why;
}

/* No memory, or spoilt: what is under way goes on without being written down. */
static void unnoted(Replay *r)
{
    spoil(r, "no memory");
    core_error_clear(r->core);
}

static bool new_slot(Replay *r, int32_t *slot)
{
    *slot = r->slots++;
    return PUSH(r->core, r->values, NULL);
}

static bool look(Replay *r, const Tensor *t)
{
    Look l = {.device = tensor_device(t), .dims = r->dims.count, .dtype = t->dtype, .ndim = t->ndim, .flags = t->flags & FLAGS_SEEN, .user = t->user, .flows = grad_flows(t), .leaf = grad_is_leaf(t)};
    if (!ROOM(r->core, r->dims, 2 * t->ndim)) return false;
    for (int i = 0; i < t->ndim; i++) r->dims.d[r->dims.count++] = t->shape[i];
    for (int i = 0; i < t->ndim; i++) r->dims.d[r->dims.count++] = t->strides[i];
    return PUSH(r->core, r->looks, l);
}

static bool hold(Replay *r, Tensor *t, bool constant, int32_t *slot)
{
    if (!look(r, t) || !new_slot(r, slot) || !know(r, t, *slot) || !PUSH(r->core, r->held_slots, *slot) || !PUSH(r->core, r->held, (Held){t, constant})) return false;
    tensor_retain(t);
    return true;
}

/* The slot of a tensor that is used; NO_SLOT: spoilt, or no memory. */
static int32_t slot_of(Replay *r, Tensor *t)
{
    int32_t slot = NO_SLOT;
    Known *k = known_at(r->known, r->known_room, t);
    if (k->tensor && k->slot >= 0) return k->slot;
    if (k->tensor && k->slot == FOREIGN) return spoil(r, "a tensor that was not made by an operation"), NO_SLOT;
    if (!hold(r, t, k->tensor != NULL, &slot)) return unnoted(r), NO_SLOT;
    return slot;
}

/* Numbers of the program's, which every replay reads: who else sees or writes that memory would change them. */
static bool is_constant(const Replay *r, const Tensor *t)
{
    for (int32_t i = 0; i < r->held.count; i++)
        if (r->held.d[i].constant && r->held.d[i].tensor->storage == t->storage) return true;
    return false;
}

static int32_t held_of(const Replay *r, int32_t slot)
{
    for (int32_t i = 0; i < r->held_slots.count; i++)
        if (r->held_slots.d[i] == slot) return i;
    return NO_SLOT;
}

static int first_same(Tensor *const *in, int i)
{
    int k = 0;
    while (in[k] != in[i]) k++;
    return k;
}

/* ---- writing down ---- */
const char replay_not_now[] = "not now";

Replay *replay_begin(Core *c, Tensor *const *in, int n)
{
    Replay *r = core_alloc(c, sizeof *r);
    if (!r) return NULL;
    *r = (Replay){.core = c, .thread = work_thread(), .in_count = n, .mode = c->mode, .rules = c->rules, .precision = c->precision, .default_dtype = c->default_dtype};
    bool ok = known_widen(r);
    for (int i = 0; ok && i < n; i++) {
        int32_t slot;
        ok = look(r, in[i]) && new_slot(r, &slot);
        if (ok) r->looks.d[i].same = first_same(in, i);
        if (ok && r->looks.d[i].same == i) ok = know(r, in[i], slot);
    }
    if (!ok) return replay_free(r), NULL;
    if (c->replay || c->mode.dry || c->packs_saved || c->rules & (RULES_BATCHED | RULES_ANOMALY | RULES_NAN)) spoil(r, replay_not_now);
    else c->replay = r;
    return r;
}

static Replay *mine(Core *c)
{
    Replay *r = c->replay;
    if (r->thread == work_thread()) return r;
    spoil(r, "another thread's operation");
    return NULL;
}

void replay_spoil(Core *c, const char *why)
{
    if (c->replay && !c->replay->apart) spoil(c->replay, why);
}

void replay_read(Core *c, const char *why)
{
    if (c->replay) spoil(c->replay, c->replay->apart ? "a shape that follows from numbers" : why);
}

void replay_made(Core *c, const Tensor *t)
{
    if (!know(c->replay, t, FOREIGN)) spoil(c->replay, "no memory");
}

void replay_constant(Core *c, const Tensor *t)
{
    if (!c->replay->apart && !know(c->replay, t, CONSTANT)) spoil(c->replay, "no memory");
}

bool replay_apart(Core *c, bool on)
{
    bool before = c->replay && c->replay->apart;
    if (c->replay) c->replay->apart = on;
    return before;
}

static int32_t place_said(const Device *d)
{
    if (!d) return PLACE_UNSAID;
    return d->kind == DEVICE_GPU ? d->index : d->kind == DEVICE_META ? PLACE_META : d->index ? FOREIGN - 8 : PLACE_CPU;
}

/* The attributes, with offsets in the place of addresses. */
static bool note_attrs(Replay *r, const Op *op, const Attr *attrs)
{
    for (int i = 0; i < op->attr_count; i++) {
        Attr a = attrs[i];
        AttrType type = op_attr_info(op, i)->type;
        if (type == ATTR_INTS && a.ints.count > 0) {
            if (!ROOM(r->core, r->numbers, a.ints.count)) return false;
            memcpy(r->numbers.d + r->numbers.count, a.ints.d, sizeof *a.ints.d * (size_t)a.ints.count);
            a.ints.d = (const int64_t *)(intptr_t)r->numbers.count;
            r->numbers.count += attrs[i].ints.count;
        } else if (type == ATTR_TEXT && a.text) {
            int32_t length = (int32_t)strlen(a.text) + 1;
            if (!ROOM(r->core, r->text, length)) return false;
            memcpy(r->text.d + r->text.count, a.text, (size_t)length);
            a.text = (const char *)(intptr_t)(r->text.count + 1); /* (NULL: there is none) */
            r->text.count += length;
        }
        if (!PUSH(r->core, r->attrs, a)) return false;
    }
    return true;
}

static bool note_operands(Replay *r, const Arg *in, int n)
{
    for (int i = 0; i < n; i++) {
        Source o = {in[i].tensor ? slot_of(r, in[i].tensor) : NO_SLOT, in[i].number};
        if (r->why || !PUSH(r->core, r->operands, o)) return false;
    }
    return true;
}

static bool note_given(Replay *r, Tensor *given, Step *s)
{
    s->out = slot_of(r, given);
    if (s->out >= 0 && is_constant(r, given)) spoil(r, "numbers of the program that are written over");
    return !r->why;
}

/* A stream of its own that a call draws from is an address: who knows what becomes of it. */
static bool draws_elsewhere(const Op *op, const Attr *attrs) { return op_names_stream(op) && attrs && attrs[random_stream].i; }

/* Before the call. */
static bool note_step(Replay *r, const Op *op, Accent accent, uint32_t site, const Arg *in, int n, const Attr *attrs, int flags, Tensor *const *out, Step *s)
{
    Core *c = r->core;
    *s = (Step){.op = op->id, .accent = (uint8_t)accent, .flags = (uint8_t)flags, .grads = c->mode.grad[accent], .site = site, .operands = r->operands.count, .count = n, .attrs = NO_SLOT, .layout = NO_SLOT,
                .place = place_said(c->place)};
    if (s->place < PLACE_META) return spoil(r, "another number of the CPU's"), false;
    if (flags & CALL_RESIZE) return spoil(r, "a result that takes its shape"), false;
    if (draws_elsewhere(op, attrs)) return spoil(r, "a generator of its own"), false;
    if (c->rules != r->rules || c->precision != r->precision || c->default_dtype != r->default_dtype || c->mode.training != r->mode.training) return spoil(r, "a mode that changes within"), false;
    bool ok = note_operands(r, in, n) && (!(flags & CALL_OUT_GIVEN) || note_given(r, out[0], s));
    if (ok && op->attr_count && attrs) {
        s->attrs = r->attrs.count;
        ok = note_attrs(r, op, attrs);
    }
    if (ok && c->lays) {
        s->layout = r->layouts.count;
        ok = PUSH(r->core, r->layouts, *c->lays);
    }
    return ok;
}

/* Behind it. */
static bool note_results(Replay *r, const Op *op, Tensor *const *out, Step *s)
{
    if (!(s->flags & CALL_OUT_GIVEN)) {
        s->out = r->slots;
        for (int i = 0; i < op->out_count; i++) {
            int32_t slot;
            if (!new_slot(r, &slot) || (out[i] && !know(r, out[i], slot))) return false;
        }
    }
    return PUSH(r->core, r->steps, *s);
}

bool replay_call(Core *c, OpId id, Accent accent, uint32_t site, Arg *in, int n, const Attr *attrs, int flags, Tensor **out)
{
    Replay *r = mine(c);
    bool before = replay_apart(c, true), ok;
    Step s;
    bool notes = r && !before && !r->why && note_step(r, op_get(id), accent, site, in, n, attrs, flags, out, &s);
    if (r && !before && !notes) unnoted(r);
    ok = core_call_plainly(c, id, accent, site, in, n, attrs, flags, out);
    replay_apart(c, before);
    if (!notes) return ok;
    if (!ok) spoil(r, "an operation that failed");
    else if (!note_results(r, op_get(id), out, &s)) unnoted(r);
    return ok;
}

/* A function's of core that is no op: of one tensor, with one result or none. */
static void note_own(Core *c, Step s, Tensor *t, Tensor *result)
{
    Replay *r = mine(c);
    if (!r || r->apart || r->why) return;
    Arg in = arg_tensor(t);
    s.operands = r->operands.count;
    s.count = 1;
    if (!note_operands(r, &in, 1) || (result && !(new_slot(r, &s.out) && know(r, result, s.out))) || !PUSH(r->core, r->steps, s)) unnoted(r);
}

void replay_check(Core *c, Tensor *t, double low, double high, bool within)
{
    Replay *r = c->replay;
    if (!r->apart && !r->why && !PUSH(r->core, r->bounds, (Bounds){low, high})) unnoted(r);
    note_own(c, (Step){.op = CHECK_STEP, .flags = within, .attrs = r->bounds.count - 1}, t, NULL);
}

Tensor *core_detached(Core *c, Tensor *t)
{
    Tensor *view = tensor_view(c, t, t->shape, t->strides, t->ndim, t->offset);
    if (!view) return NULL;
    view->made = t->made;
    view->moved = t->moved;
    if (c->replay) note_own(c, (Step){.op = DETACH_STEP}, t, view);
    return view;
}

void grad_of_many(Core *c, Tensor *t, int place)
{
    GradRecord *r = t->grad;
    if (c->replay) note_own(c, (Step){.op = MANY_STEP, .attrs = place}, t, NULL);
    if (!r || !r->base || r->made != VIEW_PLAIN) return;
    r->made = VIEW_OF_MANY;
    r->place = place;
}

/* ---- the end of writing ---- */
/* How many slots from s->out on a step writes. */
static int out_count(const Step *s) { return s->op > OWN_STEPS ? s->op == DETACH_STEP : s->flags & CALL_OUT_GIVEN ? 1 : op_get(s->op)->out_count; }

static bool is_result(const Replay *r, int32_t slot) { return slot >= r->in_count && held_of(r, slot) < 0; }

static void note_use(int32_t *last, int32_t slot, int32_t step)
{
    if (slot >= 0 && last[slot] != INT32_MAX) last[slot] = step;
}

/* Behind which step each result goes: the last that reads or writes it, or makes it in vain. */
static bool note_ends(Replay *r)
{
    int32_t *last = core_alloc(r->core, sizeof *last * (size_t)(r->slots + 1));
    if (!last) return false;
    for (int32_t i = 0; i < r->slots; i++) last[i] = is_result(r, i) ? NO_SLOT : INT32_MAX;
    for (int32_t i = 0; i < r->outs.count; i++) last[r->outs.d[i]] = INT32_MAX;
    for (int32_t i = 0; i < r->steps.count; i++) {
        const Step *s = &r->steps.d[i];
        for (int32_t k = 0; k < s->count; k++) note_use(last, r->operands.d[s->operands + k].slot, i);
        for (int32_t k = 0; k < out_count(s); k++) note_use(last, s->out + k, i);
    }
    bool ok = true;
    for (int32_t i = 0; ok && i < r->steps.count; i++) {
        Step *s = &r->steps.d[i];
        s->ends = r->ends.count;
        for (int32_t k = -s->count; ok && k < MAX_OUTPUTS; k++) {
            if (k >= out_count(s)) break;
            int32_t slot = k < 0 ? r->operands.d[s->operands + s->count + k].slot : s->out + k;
            if (slot < 0 || last[slot] != i) continue;
            last[slot] = INT32_MAX; /* once */
            ok = PUSH(r->core, r->ends, slot);
        }
        s->ends_count = r->ends.count - s->ends;
    }
    core_free(r->core, last, sizeof *last * (size_t)(r->slots + 1));
    return ok;
}

/* Offsets become addresses: the lists move no more. */
static void settle_attrs(Replay *r)
{
    for (int32_t i = 0; i < r->steps.count; i++) {
        if (r->steps.d[i].op > OWN_STEPS) continue;
        const Op *op = op_get(r->steps.d[i].op);
        for (int k = 0; r->steps.d[i].attrs >= 0 && k < op->attr_count; k++) {
            Attr *a = &r->attrs.d[r->steps.d[i].attrs + k];
            AttrType type = op_attr_info(op, k)->type;
            if (type == ATTR_INTS && a->ints.count > 0) a->ints.d = r->numbers.d + (intptr_t)a->ints.d;
            else if (type == ATTR_TEXT && a->text) a->text = r->text.d + (intptr_t)a->text - 1;
        }
    }
}

static void note_out(Replay *r, Tensor *t)
{
    int32_t slot = slot_of(r, t);
    if (slot >= 0 && is_constant(r, t)) spoil(r, "a result of the program's numbers alone");
    if (!r->why && !PUSH(r->core, r->outs, slot)) unnoted(r);
}

bool replay_end(Replay *r, Tensor *const *out, int n)
{
    Core *c = r->core;
    if (c->replay == r) c->replay = NULL;
    r->out_count = n;
    if (!out) spoil(r, "the program failed");
    if (memcmp(&c->mode, &r->mode, sizeof r->mode) || c->rules != r->rules || c->packs_saved) spoil(r, "a mode that is another at the end");
    for (int i = 0; i < n && !r->why; i++) note_out(r, out[i]);
    if (!r->why && !note_ends(r)) unnoted(r);
    if (!r->why) settle_attrs(r);
    if (r->known_room) core_free(c, r->known, sizeof *r->known * (size_t)r->known_room);
    r->known_room = 0;
    return !r->why;
}

const char *replay_why(const Replay *r) { return r->why; }
int replay_steps(const Replay *r) { return r->steps.count; }
Tensor *replay_held(const Replay *r, int i) { return i < r->held.count ? r->held.d[i].tensor : NULL; }
bool replay_constant_held(const Replay *r, int i) { return r->held.d[i].constant; }

void replay_free(Replay *r)
{
    Core *c = r->core;
    if (c->replay == r) c->replay = NULL;
    replay_graph_free(r->graph);
    for (int32_t i = 0; i < r->held.count; i++) tensor_release(c, r->held.d[i].tensor);
    if (r->known_room) core_free(c, r->known, sizeof *r->known * (size_t)r->known_room);
    LET_GO(r->core, r->steps);
    LET_GO(r->core, r->operands);
    LET_GO(r->core, r->attrs);
    LET_GO(r->core, r->numbers);
    LET_GO(r->core, r->text);
    LET_GO(r->core, r->layouts);
    LET_GO(r->core, r->bounds);
    LET_GO(r->core, r->ends);
    LET_GO(r->core, r->held);
    LET_GO(r->core, r->held_slots);
    LET_GO(r->core, r->looks);
    LET_GO(r->core, r->dims);
    LET_GO(r->core, r->outs);
    LET_GO(r->core, r->values);
    core_free(c, r, sizeof *r);
}

/* ---- replaying ---- */
static bool looks_the_same(const Replay *r, const Look *l, const Tensor *t)
{
    const int64_t *dims = r->dims.d + l->dims;
    if (l->device != tensor_device(t) || l->dtype != t->dtype || l->ndim != t->ndim || l->flags != (t->flags & FLAGS_SEEN) || l->user != t->user) return false;
    for (int i = 0; i < l->ndim; i++)
        if (dims[i] != t->shape[i] || dims[l->ndim + i] != t->strides[i]) return false;
    return l->flows == grad_flows(t) && l->leaf == grad_is_leaf(t);
}

bool replay_fits(const Replay *r, Tensor *const *in, int n)
{
    const Core *c = r->core;
    if (n != r->in_count || r->why || r->running || memcmp(&c->mode, &r->mode, sizeof r->mode) || c->rules != r->rules || c->packs_saved || c->precision != r->precision || c->default_dtype != r->default_dtype) return false;
    for (int i = 0; i < n; i++) {
        if (r->looks.d[i].same != first_same(in, i) || !looks_the_same(r, &r->looks.d[i], in[i])) return false;
    }
    for (int32_t i = 0; i < r->held.count; i++)
        if (!looks_the_same(r, &r->looks.d[n + i], r->held.d[i].tensor)) return false;
    return true;
}

/* Where a call without operands runs. */
static Device *place_of(Core *c, int32_t place)
{
    if (place == PLACE_UNSAID) return NULL;
    return place == PLACE_CPU ? device_cpu(c) : place == PLACE_META ? device_meta(c) : device_gpu(c, place);
}

/* Those that no later step reads go. */
static void let_go(Replay *r, const Step *s)
{
    for (int32_t i = 0; i < s->ends_count; i++) {
        Tensor **value = &r->values.d[r->ends.d[s->ends + i]];
        tensor_release(r->core, *value);
        *value = NULL;
    }
}

/* Another answer than it had: who asked would go another way. */
static bool replay_look(const Replay *r, const Step *s, Tensor *t, bool *again)
{
    bool within;
    const Bounds *b = &r->bounds.d[s->attrs];
    if (!core_within(r->core, t, b->low, b->high, &within)) return false;
    if (within == (bool)s->flags) return true;
    *again = true;
    return core_fail(r->core, CE_BAD_VALUE, "numbers that were %s bounds", within ? "beyond" : "within");
}

static bool replay_own(Replay *r, const Step *s, bool *again)
{
    Tensor *t = r->values.d[r->operands.d[s->operands].slot];
    bool ok = true;
    if (s->op == CHECK_STEP) ok = replay_look(r, s, t, again);
    else if (s->op == MANY_STEP) grad_of_many(r->core, t, s->attrs);
    else ok = (r->values.d[s->out] = core_detached(r->core, t)) != NULL;
    if (ok) let_go(r, s);
    return ok;
}

/* What can be made no second time: batch norm moves its running statistics. */
static bool touches(const Replay *r, const Step *s)
{
    if (op_get(s->op)->random || (s->op == OP_batch_norm && s->attrs >= 0 && r->attrs.d[s->attrs + norm_training].i)) return true;
    return s->flags & CALL_OUT_GIVEN && !is_result(r, s->out);
}

static bool replay_step(Replay *r, const Step *s, bool *again)
{
    Core *c = r->core;
    if (s->op > OWN_STEPS) return replay_own(r, s, again);
    Tensor **values = r->values.d, *out[MAX_OUTPUTS];
    Arg few[MAX_INPUTS_FIXED], *in = few;
    if (s->count > MAX_INPUTS_FIXED && !(in = core_alloc(c, sizeof *in * (size_t)s->count))) return false;
    for (int32_t i = 0; i < s->count; i++) {
        const Source *o = &r->operands.d[s->operands + i];
        in[i] = (Arg){o->slot >= 0 ? values[o->slot] : NULL, o->number};
    }
    bool given = s->flags & CALL_OUT_GIVEN;
    if (given) out[0] = values[s->out];
    if (touches(r, s)) *again = false;
    c->mode.grad[s->accent] = s->grads;
    core_set_place(c, place_of(c, s->place));
    if (s->layout >= 0) core_set_layout(c, &r->layouts.d[s->layout]);
    bool ok = core_call(c, s->op, (Accent)s->accent, s->site, in, s->count, s->attrs >= 0 ? &r->attrs.d[s->attrs] : NULL, s->flags, out);
    if (in != few) core_free(c, in, sizeof *in * (size_t)s->count);
    if (!ok) return false;
    if (given) tensor_release(c, out[0]);
    else
        for (int i = 0; i < op_get(s->op)->out_count; i++) values[s->out + i] = out[i];
    let_go(r, s);
    return true;
}

/* ---- as a graph ---- */
Device *replay_gpu(const Replay *r)
{
    for (int32_t i = 0; i < r->looks.count; i++)
        if (r->looks.d[i].device->kind == DEVICE_GPU) return r->looks.d[i].device;
    return NULL;
}

uint32_t replay_site(const Replay *r)
{
    for (int32_t i = 0; i < r->steps.count; i++)
        if (r->steps.d[i].site) return r->steps.d[i].site;
    return 0;
}

static const Step *maker_of(const Replay *r, int32_t slot)
{
    for (int32_t i = 0; i < r->steps.count; i++) {
        const Step *s = &r->steps.d[i];
        if (!(s->flags & CALL_OUT_GIVEN) && slot >= s->out && slot < s->out + out_count(s)) return s;
    }
    return NULL;
}

/* Is the memory of a slot, perhaps, that of an input or of what was there before? */
static bool is_elsewhere(const Replay *r, int32_t slot)
{
    const Step *s = is_result(r, slot) ? maker_of(r, slot) : NULL;
    return !s || s->op > OWN_STEPS || op_get(s->op)->view;
}

static const Look *look_of(const Replay *r, int32_t slot)
{
    int32_t held = held_of(r, slot);
    return slot < r->in_count ? &r->looks.d[slot] : held >= 0 ? &r->looks.d[r->in_count + held] : NULL;
}

/* Does it, perhaps, put what was there before on the tape? It would be there twice, once for the writing down. */
static bool ties(const Replay *r, const Step *s)
{
    if (s->op > OWN_STEPS || !(s->flags & CALL_OUT_GIVEN) || s->flags & CALL_NO_GRAD || !s->grads || !is_elsewhere(r, s->out)) return false;
    const Look *to = look_of(r, s->out);
    if (to && !dtype_is_inexact((DType)to->dtype)) return false;
    if (!to || to->flows) return true;
    for (int32_t i = 0; i < s->count; i++) {
        int32_t slot = r->operands.d[s->operands + i].slot;
        const Look *l = slot >= 0 ? look_of(r, slot) : NULL;
        if (slot >= 0 && (!l || l->flows)) return true;
    }
    return false;
}

void replay_no_graph(Replay *r) { r->told = true; }

const char *replay_bars_graph(const Replay *r)
{
    if (r->told) return "torch.compile was told so";
    for (int32_t i = 0; i < r->steps.count; i++) {
        if (r->steps.d[i].op == CHECK_STEP) return "numbers that the host looks at";
        if (ties(r, &r->steps.d[i])) return "what was there before is written to, on the tape";
    }
    return NULL;
}

bool replay_run(Replay *r, Tensor *const *in, Tensor **out, bool *again)
{
    ReplayAnswer answer = r->stepwise ? REPLAY_STEPS : replay_graph_run(r, &r->graph, in, r->in_count, out, r->out_count);
    r->stepwise = !r->graph;
    *again = false;
    return answer == REPLAY_STEPS ? replay_once(r, in, out, again) : answer == REPLAY_DONE;
}

bool replay_once(Replay *r, Tensor *const *in, Tensor **out, bool *again)
{
    Core *c = r->core;
    CoreMode mode = c->mode;
    bool ok = true;
    memset(r->values.d, 0, sizeof *r->values.d * (size_t)r->values.count);
    for (int i = 0; i < r->in_count; i++) r->values.d[i] = in[i];
    for (int32_t i = 0; i < r->held.count; i++) r->values.d[r->held_slots.d[i]] = r->held.d[i].tensor;
    r->running = *again = true;
    for (int32_t i = 0; ok && i < r->steps.count; i++) {
        if (i % POLL_STEPS == POLL_STEPS - 1 && core_interrupted(c)) ok = *again = false;
        else ok = replay_step(r, &r->steps.d[i], again);
    }
    c->mode = mode;
    for (int i = 0; ok && i < r->out_count; i++) out[i] = tensor_retain(r->values.d[r->outs.d[i]]);
    for (int32_t i = r->in_count; i < r->slots; i++)
        if (r->values.d[i] && is_result(r, i)) tensor_release(c, r->values.d[i]);
    r->running = false;
    if (!ok && core_error(c)->kind == CE_INTERRUPTED) *again = false;
    if (!ok && !*again && core_error(c)->site) core_error(c)->replayed = true;
    return ok;
}
