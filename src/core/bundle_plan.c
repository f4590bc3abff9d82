/* bundle_plan.c: the graphs of passes: telling whether one is what it was, writing it down, launching it (bundle.h). */
#include <string.h>

#include "bundle_impl.h"
#include "grad_impl.h"

enum {
    PLANS = 2,      /* graphs of one pass: the second for when gradients of the first's last run are still in use */
    PASSES = 16,    /* that are known; the one that was longest not run goes */
    SEEN = 2,       /* so often it has been the same before its calls are held back */
    TRIES = 6,      /* so often one is written down before the pass is left alone */
    OTHERS = 64,    /* so often in a row it was another one */
    EASES = 16,     /* launches, after which one more try is allowed */
    MISSES = 3,     /* so often a graph did not fit before it goes */
    CALLS = 4096,   /* of a small step: what is larger keeps a GPU busy, and should not wait */
    MOVES = 16,     /* operands that are copied to where they lay */
    PART = 8,       /* a graph may keep so much of a GPU's memory */
    GRANULE = 256,  /* what is asked of an address before a kernel is chosen */
    WALK = 24,      /* nodes that are looked at to tell passes apart */
};

struct PassGraph {
    Core *core;
    Device *device;
    const Tensor *leaf;   /* with which it ends */
    uint64_t key, hash;   /* of the calls of its last run */
    uint32_t site;
    const char *why;
    bool never, runs;
    int seen, others, tries, calls;
    uint64_t launches, plain;
    BundlePlan *plans[PLANS];
    LIST(char *) places;  /* of the operands of its last run */
    LIST(int) moving;     /* operands that lay elsewhere than where they were written down */
    PassGraph *next;
};

/* ---- which pass it is ---- */
static uint64_t mix(uint64_t h, uint64_t w) { return (h ^ w) * 0x9E3779B97F4A7C15u ^ (h ^ w) >> 29; }

static uint64_t mix_leaf(uint64_t h, const Tensor *leaf)
{
    const GradRecord *r = leaf->grad;
    return mix(mix(h, (uint64_t)(uintptr_t)leaf), r ? (uint64_t)r->req << 2 | (r->grad != NULL) << 1 | 1 : 0);
}

static uint64_t mix_node(uint64_t h, const GradNode *n)
{
    h = mix(h, (uint64_t)n->site << 16 | (n->op ? n->op->id : UINT16_MAX));
    for (int i = 0; i < n->in_count; i++) {
        const InputInfo *x = &n->inputs[i];
        for (int k = 0; x->shape && k < x->ndim; k++) h = mix(h, (uint64_t)x->shape[k] << 8 | x->dtype);
        if (n->edges[i].leaf) h = mix_leaf(h, n->edges[i].leaf);
    }
    return h;
}

static uint64_t key_of(Core *c, Tensor *const *heads, int n, uint64_t like)
{
    uint64_t h = mix(mix(like, c->site), (uint64_t)n << 32 | c->rules);
    GradNode *node = grad_node_of(c, heads[0]);
    for (int i = 0; i < WALK && node; i++) {
        GradNode *at = node;
        h = mix_node(h, at);
        node = NULL;
        for (int k = 0; k < at->in_count && !node; k++) node = at->edges[k].node;
    }
    return h;
}

/* ---- plans ---- */
static int64_t length(const BundleInput *x) { return x->high - x->low; }

static void plan_free(PassGraph *g, BundlePlan *p)
{
    Core *c = g->core;
    if (!p) return;
    for (int k = 0; p->moved && k < p->inputs.count; k++)
        if (p->moved[k].at) device_unkeep(g->device, p->moved[k].at, (size_t)(length(&p->inputs.d[k]) + p->moved[k].lead), p->moved[k].block);
    if (p->moved) core_free(c, p->moved, sizeof *p->moved * (size_t)p->moved_room);
    if (p->graph) graph_free(p->graph);
    if (p->pool) block_pool_drop(p->pool);
    LET_GO(c, p->heard);
    LET_GO(c, p->inputs);
    core_free(c, p, sizeof *p);
}

static BundlePlan *plan_new(PassGraph *g)
{
    BundlePlan *p = core_alloc(g->core, sizeof *p);
    if (!p) return NULL;
    memset(p, 0, sizeof *p);
    p->pool = block_pool_new(g->device);
    p->graph = p->pool ? graph_new(g->core) : NULL;
    if (p->graph) return p;
    plan_free(g, p);
    return NULL;
}

static void plan_drop(PassGraph *g, BundlePlan *p)
{
    for (int i = 0; i < PLANS; i++)
        if (g->plans[i] == p) g->plans[i] = NULL;
    plan_free(g, p);
}

static bool has_none(const PassGraph *g)
{
    int i = 0;
    while (i < PLANS && !g->plans[i]) i++;
    return i == PLANS;
}

/* ---- passes ---- */
static void pass_free(PassGraph *g)
{
    Core *c = g->core;
    PassGraph **at = &c->pass_graphs;
    while (*at != g) at = &(*at)->next;
    *at = g->next;
    for (int i = 0; i < PLANS; i++)
        if (g->plans[i]) plan_drop(g, g->plans[i]);
    LET_GO(c, g->places);
    LET_GO(c, g->moving);
    core_free(c, g, sizeof *g);
}

/* The newest is the first. NULL: no memory */
static PassGraph *pass_of(Core *c, Device *d, uint64_t key)
{
    PassGraph **at = &c->pass_graphs, *g;
    int count = 0;
    for (; (g = *at) && !(g->key == key && g->device == d); at = &g->next) count++;
    if (g) *at = g->next;
    else if (!(g = core_alloc(c, sizeof *g))) return core_error_clear(c), NULL;
    else {
        *g = (PassGraph){.core = c, .device = d, .key = key, .site = c->site};
        if (count >= PASSES) {
            PassGraph *last = c->pass_graphs;
            while (last->next) last = last->next;
            pass_free(last);
        }
    }
    g->next = c->pass_graphs;
    return c->pass_graphs = g;
}

void bundle_forget(Core *c, const Tensor *leaf)
{
    for (PassGraph *g = c->pass_graphs, *next; g; g = next) {
        next = g->next;
        if (g->leaf == leaf && g->runs) g->leaf = NULL;
        else if (g->leaf == leaf) pass_free(g);
    }
}

void bundles_yield(Device *d)
{
    Bundle *b = d->core->bundle;
    if (b && b->holds && b->device == d && !b->playing) {
        bundle_spoil(b, "too little memory for it", false);
        bundle_gives(d);
    }
    for (PassGraph *g = d->core->pass_graphs; g; g = g->next)
        for (int i = 0; i < PLANS; i++) {
            BundlePlan *p = g->plans[i];
            if (g->device != d || !p || g->runs || !block_pool_idle(p->pool)) continue;
            plan_drop(g, p);
            g->why = "its memory was wanted elsewhere";
        }
}

static bool lies_in(const BundlePlan *p, const char *at, size_t size)
{
    bool in = false;
    for (int k = 0; !in && k < p->inputs.count; k++) in = !p->moved[k].at && p->inputs.d[k].at >= at && p->inputs.d[k].at < at + size;
    return in;
}

void bundles_lose(Device *d, const char *at, size_t size)
{
    for (PassGraph *g = d->core->pass_graphs; g; g = g->next)
        for (int i = 0; i < PLANS; i++)
            if (g->device == d && g->plans[i] && lies_in(g->plans[i], at, size)) g->plans[i]->gone = true;
}

void bundles_close(Core *c)
{
    while (c->pass_graphs) pass_free(c->pass_graphs);
    Bundle *b = c->bundle_room;
    if (!b) return;
    LET_GO(c, b->events);
    LET_GO(c, b->made);
    LET_GO(c, b->inputs);
    core_free(c, b, sizeof *b);
    c->bundle_room = c->bundle = NULL;
}

/* ---- what a pass is ---- */
static bool differs(Bundle *b, const char *why) { return bundle_spoil(b, why, false), false; }

static bool hear(Bundle *b, uint64_t what)
{
    b->hash = mix(b->hash, what);
    if (b->mode == BUNDLE_LISTENS) return true;
    BundlePlan *p = b->plan;
    if (b->mode == BUNDLE_WRITES) return PUSH(b->core, p->heard, what) || (core_error_clear(b->core), differs(b, "too little memory for it"));
    return (b->heard < p->heard.count && p->heard.d[b->heard++] == what) || differs(b, "calls that are others now");
}

static bool hear_number(Bundle *b, const Scalar *s)
{
    uint64_t im;
    memcpy(&im, &s->im, sizeof im);
    return hear(b, (uint64_t)s->kind << 2 | 1) && hear(b, (uint64_t)s->i) && hear(b, im);
}

static bool hear_attrs(Bundle *b, const Op *op, const Attr *attrs)
{
    bool ok = true;
    for (int i = 0; attrs && ok && i < op->attr_count; i++) {
        const Attr *a = &attrs[i];
        switch (op_attr_info(op, i)->type) {
        case ATTR_INTS:
            ok = hear(b, (uint64_t)a->ints.count);
            for (int k = 0; ok && k < a->ints.count; k++) ok = hear(b, (uint64_t)a->ints.d[k]);
            break;
        case ATTR_TEXT:
            for (const char *at = a->text; ok && at && *at; at++) ok = hear(b, (unsigned char)*at);
            ok = ok && hear(b, a->text != NULL);
            break;
        case ATTR_NUMBER: ok = hear_number(b, &a->number); break;
        default: ok = hear(b, (uint64_t)a->i);
        }
    }
    return ok;
}

/* Which of those that were there before; a new one, if it was none yet. -1: not the same, or no memory */
static int input_of(Bundle *b, Tensor *t)
{
    Storage *s = t->storage;
    if (bundle_knows(b, s)) return -2 - s->bundle_place;
    int k = b->inputs.count;
    if (!PUSH(b->core, b->inputs, (BundleInput){s, tensor_address(t), 0, 0, false})) return core_error_clear(b->core), differs(b, "too little memory for it") - 1;
    s->bundle = b->id;
    s->bundle_place = -2 - k;
    if (!hear(b, (uint64_t)(uintptr_t)tensor_address(t) % GRANULE)) return -1;
    if (b->mode != BUNDLE_MATCHES) return k;
    if (k >= b->plan->inputs.count) return differs(b, "calls that are others now") - 1;
    if (b->plan->moved[k].at || b->plan->inputs.d[k].at == tensor_address(t)) return k;
    if (!PUSH(b->core, b->of->moving, k)) core_error_clear(b->core);
    b->elsewhere = true;
    return differs(b, "memory that lies elsewhere now") - 1;
}

static void touch(BundleInput *x, const Tensor *t, bool writes)
{
    int64_t item = (int64_t)dtype_bytes((DType)t->dtype), low = tensor_address(t) - x->at, high = low + item;
    for (int i = 0; i < t->ndim; i++) *(t->strides[i] < 0 ? &low : &high) += (t->shape[i] - 1) * t->strides[i] * item;
    if (low < x->low) x->low = low;
    if (high > x->high) x->high = high;
    x->written |= writes;
}

static bool hear_tensor(Bundle *b, Tensor *t, bool writes)
{
    if (!t) return hear(b, 1);
    Storage *s = t->storage;
    uint64_t place = 2, from = 0;
    if (!t->size || !s->bytes || s->device != b->device) ; /* (no memory that is looked at) */
    else if (bundle_knows(b, s) && s->bundle_place >= 0) {
        place = (uint64_t)s->bundle_place << 2;
        from = (uint64_t)t->offset * dtype_bytes((DType)t->dtype);
    } else {
        int k = input_of(b, t);
        if (k < 0) return false;
        place = (uint64_t)k << 2 | 3;
        from = (uint64_t)(tensor_address(t) - b->inputs.d[k].at);
        touch(&b->inputs.d[k], t, writes);
    }
    bool ok = hear(b, place) && hear(b, from) && hear(b, (uint64_t)t->dtype << 16 | (uint64_t)t->ndim << 8 | tensor_is_contiguous(t));
    for (int i = 0; ok && i < t->ndim; i++) ok = hear(b, (uint64_t)t->shape[i]) && hear(b, (uint64_t)t->strides[i]);
    return ok;
}

bool bundle_tell(Bundle *b, const Call *call)
{
    bool ok = hear(b, (uint64_t)call->op->id | (uint64_t)call->accent << 16 | (uint64_t)call->flags << 24 | (uint64_t)call->of_complex << 32 | (uint64_t)b->core->precision << 40) &&
              hear(b, (uint64_t)call->site << 32 | (uint64_t)call->compute << 16 | (uint64_t)call->in_count << 1 | (call->attrs != NULL)) && hear_attrs(b, call->op, call->attrs);
    for (int i = 0; ok && i < call->in_count; i++) {
        const Arg *x = &call->in[i];
        ok = x->tensor ? hear_tensor(b, x->tensor, false) : hear_number(b, &x->number);
    }
    for (int i = 0; ok && i < call->out_count; i++) ok = hear_tensor(b, call->out[i], true);
    if (ok && b->mode == BUNDLE_WRITES && b->calls >= CALLS) bundle_spoil(b, "more calls than a small step has", true), ok = false;
    return ok;
}

void bundle_alloc(Core *c, Storage *s)
{
    Bundle *b = c->bundle;
    Device *d = s->device;
    BlockPool *pool = b->plan ? b->plan->pool : NULL;
    int i = b->made.count;
    if (b->playing || d != b->device || !b->holds) {
        s->bytes = device_alloc(d, s->size, &s->block);
        if (b->playing || d != b->device) return;
    } else if (b->mode == BUNDLE_MATCHES) {
        s->bytes = block_pool_planned(pool, i, s->size, &s->block);
        if (!s->bytes) { /* (a part of it may look as it did) */
            bundle_spoil(b, "calls that are others now", false);
            bundle_gives(d);
        }
    } else if (block_pool_bytes(pool) <= d->info.memory / PART) {
        d->pool = pool;
        s->bytes = device_alloc(d, s->size, &s->block);
        d->pool = NULL;
        bool planned = s->bytes && block_pool_plan(pool, s->block);
        if (s->bytes && !planned) device_free(d, s->bytes, s->size, s->block), s->bytes = NULL;
        if (!s->bytes) {
            d->memory.failures -= core_error(c)->kind == CE_OUT_OF_MEMORY && !planned; /* (nothing that the program asked for) */
            core_error_clear(c);
            bundle_spoil(b, "too little memory for it", false);
            bundle_gives(d);
        }
    } else {
        bundle_spoil(b, "its values fill more than an eighth of the GPU's memory", true);
        bundle_gives(d);
    }
    if (!s->bytes) s->bytes = device_alloc(d, s->size, &s->block);
    if (!s->bytes) return;
    s->bundle = b->id;
    s->bundle_place = i;
    if (PUSH(c, b->made, s) && core_grow(c, (void **)&b->events.d, &b->events.room, b->events.count + b->made.count + b->inputs.count + 2, sizeof *b->events.d)) return;
    bundle_spoil(b, "too little memory for it", false); /* (what comes next would be taken for this one) */
    bundle_gives(d);
    device_free(d, s->bytes, s->size, s->block);
    s->bytes = NULL;
}

/* ---- the beginning ---- */
static bool able(const Core *c, const Device *d)
{
    return d->kind == DEVICE_GPU && d->driver->graph_begin && d->driver->copy_peer && replay_graphs_wanted(d) && !c->mode.dry && !c->bundle && !c->replay && !c->as_graph && !c->watch.call && !d->captures && !d->lost &&
           !d->broken && !(c->rules & (RULES_BATCHED | RULES_ANOMALY | RULES_NAN));
}

static Bundle *room_of(Core *c)
{
    Bundle *b = c->bundle_room;
    if (b) return b;
    if (!(b = c->bundle_room = core_alloc(c, sizeof *b))) return core_error_clear(c), NULL;
    memset(b, 0, sizeof *b);
    return b;
}

/* A graph whose memory is free, else room for one; hold back: true. */
static bool choose(PassGraph *g, Bundle *b)
{
    int free_at = -1;
    for (int i = 0; i < PLANS; i++) {
        if (g->plans[i] && g->plans[i]->gone && block_pool_idle(g->plans[i]->pool)) plan_drop(g, g->plans[i]);
        BundlePlan *p = g->plans[i];
        if (!p) free_at = i;
        else if (block_pool_idle(p->pool)) return b->plan = p, b->mode = BUNDLE_MATCHES, true;
    }
    if (g->seen < SEEN) return false;
    if (free_at < 0) return g->why = "values of its last runs that are still in use", false;
    if (g->tries >= TRIES) return g->never = has_none(g), false;
    if (!(b->plan = plan_new(g))) return core_error_clear(g->core), g->why = "too little memory for it", false;
    g->tries++;
    return b->mode = BUNDLE_WRITES, true;
}

bool bundle_begin(Core *c, Tensor *const *heads, int n, int flags, uint64_t like)
{
    if (!n) return false;
    Device *d = tensor_device(heads[0]);
    if (!able(c, d)) return false;
    PassGraph *g = pass_of(c, d, key_of(c, heads, n, like << 8 | (uint64_t)flags));
    Bundle *b = g && !g->never ? room_of(c) : NULL;
    if (!b) {
        if (g) g->plain++;
        return false;
    }
    uint32_t id = b->id + 1;
    b->core = c;
    b->device = d;
    b->mode = BUNDLE_LISTENS;
    b->holds = b->playing = b->failed = b->barred = b->elsewhere = b->begins = false;
    b->id = id;
    b->why = NULL;
    b->of = g;
    b->plan = NULL;
    b->hash = 0;
    b->heard = b->calls = b->made.count = b->inputs.count = b->events.count = 0;
    g->runs = true;
    if (choose(g, b)) bundle_hold(b);
    b->begun = b->mode;
    c->bundle = b;
    return true;
}

/* ---- the end ---- */
static bool is_moving(const PassGraph *g, int k, const char *at)
{
    for (int i = 0; i < g->moving.count; i++)
        if (g->moving.d[i] == k) return true;
    for (int i = 0; i < g->places.count; i++)
        if (g->places.d[i] == at) return false;
    return true;
}

/* Which operands are copied to a place of their own, as far behind a granule's begin as they lay. false: recorded, or b->why */
static bool lay_inputs(Bundle *b)
{
    BundlePlan *p = b->plan;
    int moves = 0;
    if (b->inputs.count && !(p->moved = core_alloc(b->core, sizeof *p->moved * (size_t)b->inputs.count))) return false;
    p->moved_room = b->inputs.count;
    for (int k = 0; k < b->inputs.count; k++) {
        const BundleInput *x = &b->inputs.d[k];
        Moved *m = &p->moved[k];
        *m = (Moved){NULL, NULL, (int64_t)((uintptr_t)(x->at + x->low) % GRANULE)};
        if (!PUSH(b->core, p->inputs, *x)) return false;
        if (!is_moving(b->of, k, x->at)) continue;
        if (x->written) return differs(b, "an operand that lies elsewhere each time, and is written to");
        if (++moves > MOVES) return differs(b, "more operands that lie elsewhere each time than are copied");
        if (!(m->at = device_keep(b->device, (size_t)(length(x) + m->lead), &m->block))) return false;
    }
    return true;
}

/* A device sees addresses alone: operands that are copied lie where their copies do. */
static void move_inputs(Bundle *b, int sign)
{
    for (int k = 0; k < b->inputs.count; k++) {
        const BundleInput *x = &b->inputs.d[k];
        const Moved *m = &b->plan->moved[k];
        if (m->at) x->storage->bytes += sign * (m->at + m->lead - (x->at + x->low));
    }
}

static bool write_call(Call *call) { return call->device->driver->run(call->device, call) && graph_note_only(call); }

static const char *failure_told(Core *c)
{
    ErrorKind kind = core_error(c)->kind;
    return kind == CE_OUT_OF_MEMORY || kind == CE_HOST_MEMORY ? "too little memory for it" : "the driver did not take it";
}

/* What is held back becomes a graph. false: nothing was done, and b->why */
static bool write_down(Bundle *b)
{
    Core *c = b->core;
    Device *d = b->device;
    BundlePlan *p = b->plan;
    uint64_t failures = d->memory.failures;
    p->calls = b->calls;
    bool ok = lay_inputs(b) && graph_begin_in(p->graph, d, p->pool);
    if (ok) {
        move_inputs(b, 1);
        ok = bundle_play(b, write_call);
        CoreError failed = *core_error(c);
        if (d->captures == CAPTURE_SPOILT) bundle_spoil(b, "a wait for the GPU, or bytes from elsewhere", true), ok = false;
        if (!graph_end(p->graph)) ok = false;
        if (failed.kind) *core_error(c) = failed;
        move_inputs(b, -1);
    }
    if (ok) return true;
    if (!b->why) bundle_spoil(b, failure_told(c), false);
    if (core_error(c)->kind != CE_INTERRUPTED) core_error_clear(c);
    d->memory.failures = failures;
    return false;
}

static bool copy_inputs(Bundle *b)
{
    Device *d = b->device;
    for (int k = 0; k < b->inputs.count; k++) {
        const BundleInput *x = &b->inputs.d[k], *was = &b->plan->inputs.d[k];
        const Moved *m = &b->plan->moved[k];
        if (m->at && !d->driver->copy_peer(d, m->at + m->lead, d, x->at + was->low, (size_t)length(was), b->core->site)) return false;
    }
    return true;
}

/* What was written down while results lay in the pool's own blocks: they take the planned ones that lie there. */
static void settle_results(Bundle *b)
{
    MemoryStats *m = &b->device->memory;
    for (int i = 0; i < b->made.count; i++) {
        Storage *s = b->made.d[i];
        if (!s) continue;
        uint64_t allocations = m->allocations, frees = m->frees;
        device_free(b->device, s->bytes, s->size, s->block);
        s->bytes = block_pool_planned(b->plan->pool, i, s->size, &s->block);
        m->allocations = allocations;
        m->frees = frees;
    }
}

/* The graph, in the place of what is held back. false: nothing was done, and b->why */
static bool launch(Bundle *b)
{
    Core *c = b->core;
    b->playing = true;
    bool ok = copy_inputs(b) && (b->begins = true) && graph_replay(b->plan->graph);
    b->playing = false;
    if (ok) return true;
    bundle_spoil(b, failure_told(c), false);
    if (core_error(c)->kind != CE_INTERRUPTED) core_error_clear(c);
    return false;
}

static void take_driver_back(Bundle *b)
{
    b->device->driver = b->real;
    b->holds = false;
}

/* true: a graph has done it */
static bool as_graph(Bundle *b)
{
    BundlePlan *p = b->plan;
    bool writes = b->mode == BUNDLE_WRITES;
    if (!writes && b->heard < p->heard.count) return differs(b, "calls that are others now");
    take_driver_back(b);
    bool ok = (!writes || write_down(b)) && launch(b);
    if (ok) bundle_let_go(b);
    if (ok && writes) settle_results(b);
    return ok;
}

/* What is remembered of the pass. */
static void learn(Bundle *b)
{
    PassGraph *g = b->of;
    if (b->hash == g->hash) g->seen++, g->others = 0;
    else if (++g->others >= OTHERS && has_none(g)) g->never = true, g->why = "calls that are others each time";
    else g->seen = 1;
    g->hash = b->hash;
}

/* Where its operands lay. */
static void note_places(Bundle *b)
{
    PassGraph *g = b->of;
    g->places.count = 0;
    for (int k = 0; k < b->inputs.count; k++)
        if (!PUSH(b->core, g->places, b->inputs.d[k].at)) core_error_clear(b->core);
}

/* A pass that was given one by one, though it was held back: what becomes of its graph. */
static void note_miss(Bundle *b, BundleMode mode)
{
    PassGraph *g = b->of;
    BundlePlan *p = b->plan;
    g->plain++;
    if (b->why) g->why = b->why;
    if (!p) return;
    if (mode == BUNDLE_WRITES) plan_free(g, p);
    else if (b->elsewhere || ++p->misses >= MISSES) plan_drop(g, p);
    if (b->barred && has_none(g)) g->never = true;
}

bool bundle_end(Core *c, bool ok, Tensor *leaf)
{
    Bundle *b = c->bundle;
    PassGraph *g = b->of;
    BundleMode mode = b->begun;
    CoreError before = bundle_stash(c);
    bool graph = ok && b->holds && as_graph(b);
    if (graph) {
        if (mode == BUNDLE_WRITES) *(g->plans[0] ? &g->plans[1] : &g->plans[0]) = b->plan;
        b->plan->misses = 0;
        if (++g->launches % EASES == 0 && g->tries) g->tries--;
        g->calls = b->calls;
        g->why = NULL;
    } else {
        CoreError stopped = bundle_stash(c); /* an interrupt, or nothing */
        if (stopped.kind && b->begins) bundle_let_go(b); /* (some of it may be under way: the rest of it is left) */
        bool given = !(b->holds || b->events.count) || bundle_give(b);
        if (stopped.kind) bundle_unstash(c, &stopped), given = false;
        if (b->failed) bundle_unstash(c, &b->error), given = false;
        if (ok && !given) ok = false, before = bundle_stash(c);
        note_miss(b, mode);
        if (ok) note_places(b);
    }
    if (ok && mode == BUNDLE_LISTENS) learn(b);
    bundle_unstash(c, &before);
    c->bundle = NULL;
    g->runs = false;
    if (leaf && leaf->grad && g->leaf != leaf) g->leaf = leaf, leaf->grad->passed = true;
    return ok;
}

/* ---- what is shown ---- */
bool bundle_row(const Core *c, int i, ReplayGraphRow *out)
{
    const PassGraph *g = c->pass_graphs;
    while (g && (g->device->wrecked || !(g->calls || g->why) || i-- > 0)) g = g->next;
    if (!g) return false;
    *out = (ReplayGraphRow){.site = g->site, .gpu = g->device->index, .steps = g->calls, .launches = g->launches, .plain = g->plain, .why = g->why, .never = g->never};
    for (int k = 0; k < PLANS; k++) {
        const BundlePlan *p = g->plans[k];
        if (!p) continue;
        out->calls = p->calls;
        out->bytes += block_pool_bytes(p->pool);
        for (int j = 0; j < p->inputs.count; j++) out->bytes += p->moved[j].at ? (size_t)length(&p->inputs.d[j]) : 0;
    }
    return true;
}
