/* replay_graph.c: recorded programs that run as graphs: writing one down, telling whether a replay is the same, launching it (replay_graph.h). */
#include "replay_graph.h"

#include <stdlib.h>
#include <string.h>

#include "core_impl.h"
#include "graph.h"
#include "list.h"

enum {
    PLANS = 2,    /* graphs of one record: the second for when values of the first's last run are still in use */
    GROUPS = 16,  /* storages that inputs lie in */
    INPUTS = 64,
    TRIES = 4,    /* so often one is written down before the record is left alone */
    PART = 8,     /* a graph may keep so much of a GPU's memory: what is larger is no small step, and gains nothing */
    GRANULE = 256, /* what is asked of an address before a kernel is chosen: it is the same at each replay */
    WIDE = 4,     /* an input's span is copied with its gaps, if it is not so many times as large as its elements */
};

/* The inputs' memory: a span of each storage, and where in it each of them begins. */
typedef struct Group { Storage *storage; int64_t begin, end, elements; } Group;
typedef struct Inputs {
    int count, groups;
    Group group[GROUPS];
    struct { int group; int64_t from; } at[INPUTS]; /* group -1: not on this device, or empty */
} Inputs;
typedef struct Copy { char *at; Block *block; } Copy; /* where a span lay when the graph was written down */
typedef struct Left { int alloc; Storage *now; } Left; /* memory of a result: which one of those that were asked for, and in this run */

typedef struct GraphPlan {
    Graph *graph;
    Inputs inputs;
    Copy copies[GROUPS];
    LIST(uint64_t) heard;   /* of each call its op and the places of its operands and results */
    LIST(uint32_t) serials; /* of the storages that were made, in their order */
    LIST(Left) left;
} GraphPlan;

typedef struct Version { Storage *storage; uint32_t version, writes; } Version;
struct ReplayGraph {
    Core *core;
    Device *device;
    const Replay *replay;
    const char *why;
    bool never;
    int tries;
    uint64_t launches, plain;
    GraphPlan *plans[PLANS];
    LIST(Version) versions; /* of what is held, before a run */
    ReplayGraph *next;
};
struct GraphRun {
    ReplayGraph *of;
    GraphPlan *plan;
    const Inputs *inputs;
    const char *why;  /* it cannot be written down, or is another than was */
    bool writes, inside; /* inside: a call is given to the driver, and what it takes is its own */
    int alloc, heard;
};
typedef struct GraphRun GraphRun;

/* ---- inputs ---- */
static bool is_held(const Replay *r, const Storage *s)
{
    for (int i = 0;; i++) {
        const Tensor *t = replay_held(r, i);
        if (!t || t->storage == s) return t != NULL;
    }
}

static int group_of(const Inputs *x, const Storage *s)
{
    int i = 0;
    while (i < x->groups && x->group[i].storage != s) i++;
    return i;
}

static void span(Group *g, const Tensor *t)
{
    int64_t item = (int64_t)dtype_bytes((DType)t->dtype), first = t->offset, last = t->offset;
    for (int i = 0; i < t->ndim; i++) *(t->strides[i] < 0 ? &first : &last) += (t->shape[i] - 1) * t->strides[i];
    if (first * item < g->begin) g->begin = first * item;
    if ((last + 1) * item > g->end) g->end = (last + 1) * item;
    g->elements += t->size * item;
}

/* NULL: they are laid out in x; else why not. */
static const char *lay_inputs(const ReplayGraph *g, Tensor *const *in, int n, Inputs *x)
{
    memset(x, 0, sizeof *x);
    if (n > INPUTS) return "more inputs than are looked at";
    x->count = n;
    for (int i = 0; i < n; i++) {
        Tensor *t = in[i];
        x->at[i].group = -1;
        if (tensor_device(t) != g->device || !t->size) continue;
        int k = group_of(x, t->storage);
        if (k == GROUPS) return "more inputs than are looked at";
        if (k == x->groups) {
            if (is_held(g->replay, t->storage)) return "an input that is a part of what it holds";
            x->group[x->groups++] = (Group){t->storage, INT64_MAX, 0, 0};
        }
        span(&x->group[k], t);
        x->at[i].group = k;
    }
    for (int k = 0; k < x->groups; k++) {
        x->group[k].begin -= x->group[k].begin % GRANULE;
        if (x->group[k].end - x->group[k].begin > WIDE * x->group[k].elements + GRANULE) return "an input with wide gaps";
    }
    for (int i = 0; i < n; i++)
        if (x->at[i].group >= 0) x->at[i].from = in[i]->offset * (int64_t)dtype_bytes((DType)in[i]->dtype) - x->group[x->at[i].group].begin;
    return NULL;
}

static int64_t length(const Group *g) { return g->end - g->begin; }

static bool lie_alike(const Inputs *a, const Inputs *b)
{
    bool ok = a->groups == b->groups && a->count == b->count && !memcmp(a->at, b->at, sizeof a->at);
    for (int k = 0; ok && k < a->groups; k++) ok = length(&a->group[k]) == length(&b->group[k]);
    return ok;
}

bool replay_graph_gives(const Core *c, const Storage *s)
{
    return c->as_graph && group_of(c->as_graph->inputs, s) < c->as_graph->inputs->groups;
}

/* ---- while steps are run ---- */
static bool differs(GraphRun *g, const char *why)
{
    g->why = why;
    return core_fail(g->of->core, CE_BAD_VALUE, "a graph cannot be of it: %s", why);
}

/* Where a tensor lies: a place in an input, or an address as it was when the graph was written down. */
static uint64_t place_of(const GraphRun *g, const Tensor *t)
{
    if (!t) return 0;
    uint64_t from = (uint64_t)t->offset * dtype_bytes((DType)t->dtype);
    int k = group_of(g->inputs, t->storage);
    if (k < g->inputs->groups) return (from - (uint64_t)g->inputs->group[k].begin) << 8 | (uint64_t)k << 1 | 1;
    for (int i = 0; !g->writes && i < g->plan->left.count; i++)
        if (g->plan->left.d[i].now == t->storage) return ((uint64_t)(uintptr_t)block_pool_place(graph_pool(g->plan->graph), g->plan->left.d[i].alloc) + from) << 1;
    return ((uint64_t)(uintptr_t)t->storage->bytes + from) << 1;
}

static bool hear(GraphRun *g, uint64_t what)
{
    if (g->writes) return PUSH(g->of->core, g->plan->heard, what);
    if (g->heard < g->plan->heard.count && g->plan->heard.d[g->heard++] == what) return true;
    return differs(g, "memory that lies elsewhere now");
}

bool replay_graph_call(Core *c, Call *call)
{
    GraphRun *g = c->as_graph;
    Device *d = g->of->device;
    if (call->device != d) return differs(g, "work of another device");
    if (g->inside) return d->driver->run(d, call) && graph_note(call);
    if (!hear(g, call->op->id)) return false;
    for (int i = 0; i < call->in_count; i++) {
        const Tensor *t = call->in[i].tensor;
        if (t && tensor_device(t) != d) return differs(g, "a number in the host's memory");
        if (!hear(g, place_of(g, t))) return false;
    }
    for (int i = 0; i < call->out_count; i++) {
        if (call->out[i] && replay_graph_gives(c, call->out[i]->storage)) return differs(g, "an input that it writes to");
        if (!hear(g, place_of(g, call->out[i]))) return false;
    }
    if (!g->writes) return true;
    g->inside = true;
    bool ok = d->driver->run(d, call);
    g->inside = false;
    return ok && graph_note(call);
}

static Left *left_of(GraphPlan *p, int alloc)
{
    for (int i = 0; i < p->left.count; i++)
        if (p->left.d[i].alloc == alloc) return &p->left.d[i];
    return NULL;
}

void replay_graph_alloc(Core *c, Storage *s)
{
    GraphRun *g = c->as_graph;
    Device *d = s->device;
    bool other = d != g->of->device || g->inside;
    if (other || g->writes) s->bytes = device_alloc(d, s->size, &s->block);
    if (other || (g->writes && !s->bytes)) return;
    BlockPool *pool = graph_pool(g->plan->graph);
    int i = g->alloc++;
    if (g->writes) {
        if (PUSH(c, g->plan->serials, s->serial) && block_pool_plan(pool, s->block)) return;
        device_free(d, s->bytes, s->size, s->block);
        s->bytes = NULL;
        return;
    }
    Left *left = left_of(g->plan, i);
    if (left) left->now = s;
    s->bytes = left ? device_alloc(d, s->size, &s->block) : block_pool_planned(pool, i, s->size, &s->block);
    if (!s->bytes && !left) differs(g, "memory of another size");
}

static bool run_steps(GraphRun *run, Replay *r, Tensor *const *in, Tensor **out)
{
    Core *c = run->of->core;
    bool again;
    c->as_graph = run;
    bool ok = replay_once(r, in, out, &again);
    c->as_graph = NULL;
    return ok;
}

/* ---- what a run that is given up must leave as it was ---- */
static bool keep_versions(ReplayGraph *g, const Inputs *x)
{
    const Tensor *t;
    bool ok = true;
    g->versions.count = 0;
    for (int i = 0; ok && (t = replay_held(g->replay, i)); i++) ok = PUSH(g->core, g->versions, (Version){t->storage, t->storage->version, t->storage->writes});
    for (int k = 0; ok && k < x->groups; k++) ok = PUSH(g->core, g->versions, (Version){x->group[k].storage, x->group[k].storage->version, x->group[k].storage->writes});
    return ok;
}

/* Was one of the inputs written to? (They are the last.) */
static bool inputs_written(const ReplayGraph *g, const Inputs *x)
{
    for (int k = 1; k <= x->groups; k++) {
        const Version *v = &g->versions.d[g->versions.count - k];
        if (v->version != v->storage->version || v->writes != v->storage->writes) return true;
    }
    return false;
}

static void put_versions_back(const ReplayGraph *g)
{
    for (int i = 0; i < g->versions.count; i++) {
        const Version *v = &g->versions.d[i];
        v->storage->version = v->version;
        v->storage->writes = v->writes;
    }
}

static void release_all(Core *c, Tensor **out, int n)
{
    for (int i = 0; i < n; i++) {
        tensor_release(c, out[i]);
        out[i] = NULL;
    }
}

/* ---- writing down ---- */
static void plan_free(ReplayGraph *g, GraphPlan *p)
{
    Core *c = g->core;
    if (!p) return;
    if (p->graph) graph_free(p->graph);
    for (int k = 0; k < p->inputs.groups; k++)
        if (p->copies[k].at) device_unkeep(g->device, p->copies[k].at, (size_t)length(&p->inputs.group[k]), p->copies[k].block);
    LET_GO(c, p->heard);
    LET_GO(c, p->serials);
    LET_GO(c, p->left);
    core_free(c, p, sizeof *p);
}

static GraphPlan *plan_new(ReplayGraph *g, const Inputs *x)
{
    Core *c = g->core;
    GraphPlan *p = core_alloc(c, sizeof *p);
    if (!p) return NULL;
    *p = (GraphPlan){.inputs = *x};
    bool ok = (p->graph = graph_new(c)) != NULL;
    for (int k = 0; ok && k < x->groups; k++) ok = (p->copies[k].at = device_keep(g->device, (size_t)length(&x->group[k]), &p->copies[k].block)) != NULL;
    if (ok) return p;
    plan_free(g, p);
    return NULL;
}

/* The inputs' storages lie where their copies do: a device sees addresses alone. */
static void move_inputs(const GraphPlan *p, const Inputs *x, char *was[GROUPS])
{
    for (int k = 0; k < x->groups; k++) {
        was[k] = x->group[k].storage->bytes;
        x->group[k].storage->bytes = p->copies[k].at - x->group[k].begin;
    }
}

static void move_inputs_back(const Inputs *x, char *const was[GROUPS])
{
    for (int k = 0; k < x->groups; k++) x->group[k].storage->bytes = was[k];
}

/* Which of the memory that was asked for is that of results. */
static bool find_left(Core *c, GraphPlan *p, Tensor *const *out, int n)
{
    for (int i = 0; i < n; i++)
        for (int k = p->serials.count - 1; k >= 0; k--) {
            if (p->serials.d[k] != out[i]->storage->serial) continue;
            if (!left_of(p, k) && !PUSH(c, p->left, (Left){k, NULL})) return false;
            break;
        }
    return true;
}

/* p's graph, by one run of the steps. false: recorded, or run.why says it */
static bool write_down(GraphRun *run, Replay *r, Tensor *const *in, Tensor **out, int out_count)
{
    ReplayGraph *g = run->of;
    GraphPlan *p = run->plan;
    char *was[GROUPS];
    if (!keep_versions(g, run->inputs) || !graph_begin(p->graph, g->device, NULL)) return false;
    move_inputs(p, run->inputs, was);
    bool ok = run_steps(run, r, in, out);
    if (ok && inputs_written(g, run->inputs)) run->why = "an input that it writes to";
    if (ok && !run->why) ok = find_left(g->core, p, out, out_count);
    CoreError failed = *core_error(g->core);
    if (g->device->captures == CAPTURE_SPOILT && !run->why) run->why = "a wait for the GPU, or bytes from elsewhere";
    bool ended = graph_end(p->graph); /* (what waits is given to it by now: values that somebody holds) */
    if (!ok) *core_error(g->core) = failed;
    move_inputs_back(run->inputs, was);
    release_all(g->core, out, out_count);
    put_versions_back(g);
    return ok && ended && !run->why;
}

static bool has_none(const ReplayGraph *g)
{
    int i = 0;
    while (i < PLANS && !g->plans[i]) i++;
    return i == PLANS;
}

static const char *failure_told(Core *c)
{
    ErrorKind kind = core_error(c)->kind;
    return kind == CE_OUT_OF_MEMORY ? "too little memory for it" : "the driver did not take it";
}

/* A graph for these inputs; NULL: g->why, or an interrupt is recorded. */
static GraphPlan *plan_made(ReplayGraph *g, Replay *r, const Inputs *x, Tensor *const *in, Tensor **out, int out_count)
{
    Core *c = g->core;
    uint64_t failures = g->device->memory.failures;
    GraphRun run = {.of = g, .inputs = x, .writes = true, .plan = plan_new(g, x)};
    g->tries++;
    memset(out, 0, sizeof *out * (size_t)out_count);
    if (run.plan && write_down(&run, r, in, out, out_count)) {
        if (block_pool_bytes(graph_pool(run.plan->graph)) <= g->device->info.memory / PART) return run.plan;
        run.why = "its values fill more than an eighth of the GPU's memory";
    }
    g->device->memory.failures = failures; /* (nothing that the program asked for) */
    g->why = run.why ? run.why : failure_told(c);
    g->never = has_none(g) && (run.why || g->tries >= TRIES);
    plan_free(g, run.plan);
    if (core_error(c)->kind != CE_INTERRUPTED) core_error_clear(c);
    return NULL;
}

/* ---- running ---- */
static bool copy_within(Device *d, void *to, const void *from, int64_t bytes, uint32_t site) { return d->driver->copy_peer(d, to, d, from, (size_t)bytes, site); }

static bool copy_inputs(const ReplayGraph *g, const GraphPlan *p, const Inputs *x)
{
    for (int k = 0; k < x->groups; k++)
        if (!storage_ready(x->group[k].storage, false) || !copy_within(g->device, p->copies[k].at, x->group[k].storage->bytes + x->group[k].begin, length(&x->group[k]), g->core->site)) return false;
    for (int i = 0; i < g->versions.count - x->groups; i++)
        if (!storage_ready(g->versions.d[i].storage, true)) return false;
    return true;
}

static bool copy_results(const ReplayGraph *g, const GraphPlan *p)
{
    for (int i = 0; i < p->left.count; i++) {
        const Left *left = &p->left.d[i];
        if (!copy_within(g->device, left->now->bytes, block_pool_place(graph_pool(p->graph), left->alloc), (int64_t)left->now->size, g->core->site)) return false;
    }
    return true;
}

static bool is_whole(GraphRun *run)
{
    return (run->alloc == run->plan->serials.count && run->heard == run->plan->heard.count) || differs(run, "fewer calls than there were");
}

static void plan_drop(ReplayGraph *g, int i)
{
    plan_free(g, g->plans[i]);
    g->plans[i] = NULL;
}

/* The steps for the host, then the graph. */
static ReplayAnswer launch(ReplayGraph *g, int i, Replay *r, const Inputs *x, Tensor *const *in, Tensor **out, int out_count)
{
    Core *c = g->core;
    GraphPlan *p = g->plans[i];
    GraphRun run = {.of = g, .plan = p, .inputs = x};
    if (!keep_versions(g, x)) return core_error_clear(c), REPLAY_STEPS;
    for (int k = 0; k < p->left.count; k++) p->left.d[k].now = NULL;
    memset(out, 0, sizeof *out * (size_t)out_count);
    bool launched = run_steps(&run, r, in, out) && is_whole(&run) && copy_inputs(g, p, x) && graph_replay(p->graph);
    if (launched && copy_results(g, p)) return g->launches++, g->why = NULL, REPLAY_DONE;
    release_all(c, out, out_count);
    if (!launched) put_versions_back(g);
    if (launched || core_error(c)->kind == CE_INTERRUPTED) return REPLAY_FAILED;
    g->why = run.why ? run.why : failure_told(c);
    if (run.why || core_error(c)->kind == CE_DEVICE_FAULT) plan_drop(g, i);
    core_error_clear(c);
    return REPLAY_STEPS;
}

/* 0: no record; 1: real GPUs' (what is usual); 2: simulated ones', too */
static int asked(void)
{
    const char *said = getenv("PERCH_GRAPHS");
    return !said || !*said ? 1 : said[0] == '0' ? 0 : 2;
}

bool replay_graphs_wanted(const Device *d) { return asked() > (int)d->info.simulated; }

static ReplayGraph *graph_of(Replay *r)
{
    Device *d = replay_gpu(r);
    Core *c = d->core;
    ReplayGraph *g = core_alloc(c, sizeof *g);
    if (!g) return core_error_clear(c), NULL;
    *g = (ReplayGraph){.core = c, .device = d, .replay = r, .next = c->replay_graphs};
    c->replay_graphs = g;
    g->why = asked() ? replay_bars_graph(r) : "PERCH_GRAPHS=0";
    g->never = g->why != NULL;
    return g;
}

static bool is_free(const GraphPlan *p) { return block_pool_idle(graph_pool(p->graph)); }

/* The graph that this run takes: one whose memory is free, or a new one; -1: none, g->why. */
static int plan_for(ReplayGraph *g, Replay *r, const Inputs *x, Tensor *const *in, Tensor **out, int out_count)
{
    int room = -1, other = -1;
    for (int i = 0; i < PLANS; i++) {
        const GraphPlan *p = g->plans[i];
        if (p && lie_alike(&p->inputs, x)) {
            if (is_free(p)) return i;
        } else if (p) other = i;
        else room = i;
    }
    if (room < 0 && other < 0) return g->why = "values of its last runs that are still in use", -1;
    if (g->tries >= TRIES) return g->why = other >= 0 || !g->why ? "inputs that lie otherwise each time" : g->why, g->never = has_none(g), -1;
    if (room < 0) plan_drop(g, room = other);
    g->plans[room] = plan_made(g, r, x, in, out, out_count);
    return g->plans[room] ? room : -1;
}

static bool now(const Core *c, const Device *d) { return !c->mode.dry && !c->replay && !c->as_graph && !c->bundle && !c->watch.call && !d->captures && !d->lost && !d->broken; }

ReplayAnswer replay_graph_run(Replay *r, ReplayGraph **own, Tensor *const *in, int n, Tensor **out, int out_count)
{
    ReplayGraph *g = *own;
    if (!g) {
        const Device *d = replay_gpu(r);
        if (!d || !d->driver->graph_begin || !d->driver->copy_peer || (d->info.simulated && asked() < 2) || !(g = *own = graph_of(r))) return REPLAY_STEPS;
    }
    Core *c = g->core;
    Inputs x;
    if (g->never || !now(c, g->device)) return g->plain++, REPLAY_STEPS;
    const char *bars = lay_inputs(g, in, n, &x);
    int i = bars ? -1 : plan_for(g, r, &x, in, out, out_count);
    if (bars) g->why = bars;
    if (i < 0 && core_error(c)->kind == CE_INTERRUPTED) return REPLAY_FAILED;
    ReplayAnswer answer = i < 0 ? REPLAY_STEPS : launch(g, i, r, &x, in, out, out_count);
    g->plain += answer == REPLAY_STEPS;
    return answer;
}

void replay_graph_free(ReplayGraph *g)
{
    if (!g) return;
    ReplayGraph **at = &g->core->replay_graphs;
    while (*at != g) at = &(*at)->next;
    *at = g->next;
    for (int i = 0; i < PLANS; i++) plan_drop(g, i);
    LET_GO(g->core, g->versions);
    core_free(g->core, g, sizeof *g);
}

void replay_graphs_yield(Device *d)
{
    for (ReplayGraph *g = d->core->replay_graphs; g; g = g->next)
        for (int i = 0; i < PLANS; i++) {
            bool runs = d->core->as_graph && d->core->as_graph->plan == g->plans[i];
            if (g->device != d || !g->plans[i] || runs || !is_free(g->plans[i])) continue;
            plan_drop(g, i);
            g->why = "its memory was wanted elsewhere";
        }
}

void replay_graphs_close(Core *c)
{
    for (ReplayGraph *g = c->replay_graphs; g; g = g->next)
        for (int i = 0; i < PLANS; i++) plan_drop(g, i);
}

bool replay_graph_row(const Core *c, int i, ReplayGraphRow *out)
{
    const ReplayGraph *g = c->replay_graphs;
    while (g && (g->device->wrecked || i-- > 0)) g = g->next;
    if (!g) return false;
    *out = (ReplayGraphRow){.site = replay_site(g->replay), .gpu = g->device->index, .steps = replay_steps(g->replay), .launches = g->launches, .plain = g->plain, .why = g->why, .never = g->never};
    for (int k = 0; k < PLANS; k++) {
        const GraphPlan *p = g->plans[k];
        if (!p) continue;
        out->calls = graph_calls(p->graph);
        out->bytes += block_pool_bytes(graph_pool(p->graph));
        for (int j = 0; j < p->inputs.groups; j++) out->bytes += (size_t)length(&p->inputs.group[j]);
    }
    return true;
}
