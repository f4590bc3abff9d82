/* mod_lsprof.c: the module _lsprof under cProfile: which functions run, how often and how long. A Profiler looks at each instruction while it is on (the eval
 * loop's second table) and reads a clock, or the function it was given for one, where a call begins or ends; off, it costs nothing. Built-in functions count
 * as calls of their own. One thread is watched: the one that began; one Profiler at a time is on.
 */
#include <pthread.h>
#include <time.h>

#include "lang/object/args.h"
#include "lang/object/call.h"
#include "lang/compile/code.h"
#include "lang/object/containers.h"
#include "lang/lang.h"
#include "lang/object/mem.h"
#include "lang/object/vm.h"
#include "lang/types/structseq.h"
#include "lang/vm/watch.h"

extern const ModuleDef lsprof_module;

typedef struct Counts { int64_t calls, whole /*that are not inside another of the same*/; double own, all; int active; } Counts;
typedef struct Row { const void *key; Value what; /* a code object or a text */ Counts counts; } Row;
typedef struct Edge { uint32_t caller, callee; Counts counts; } Edge;
typedef struct Open { Frame *frame; /* of a built-in: its caller's */ bool native; uint32_t row, edge; double start, inner; } Open;
enum { NO_ROW = 0xFFFFFFFF };

/* Growing arrays, and a table of their indices by key. */
typedef struct Profiler {
    Obj head;
    Value timer;      /* what is asked for the time, or NULL: the machine's clock, in seconds */
    double unit;      /* seconds in one of what the timer says; 0: it says seconds */
    bool on, busy /*the timer runs*/, subcalls, builtins;
    pthread_t thread;
    Row *rows;
    Edge *edges;
    Open *open;
    uint32_t nrows, nedges, nopen, row_room, edge_room, open_room;
    uint32_t *row_at, *edge_at; /* index + 1; 0 empty; sizes are twice the rooms, powers of two */
} Profiler;

typedef struct LsprofState { Type *type; Value entry, subentry, active /*the Profiler that is on, or NULL*/; } LsprofState;

static Profiler *as_profiler(Ref v) { return (Profiler *)as_obj(v); }

/* What the timer says. Whatever fails in it is told and counts as no time: the program that is watched goes on. */
static double asked(VM *vm, Profiler *p)
{
    p->busy = true;
    Value timer = retain(p->timer), said = call0(vm, timer);
    double time = 0;
    int64_t whole = 0;
    bool ok = said && (p->unit > 0 ? num_index_i64(vm, said, &whole) : num_to_double(vm, said, &time));
    if (!ok) err_unraisable(vm, timer);
    else if (p->unit > 0) time = (double)whole;
    release(vm, said);
    release(vm, timer);
    p->busy = false;
    return time;
}

static double now(VM *vm, Profiler *p)
{
    if (p->timer) return asked(vm, p);
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool grow(VM *vm, void **items, uint32_t *room, size_t size)
{
    uint32_t more = *room ? *room * 2 : 64;
    void *p = mem_alloc(vm->mem, more * size);
    if (!p) return false;
    if (*items) memcpy(p, *items, *room * size);
    mem_free(vm->mem, *items, *room * size);
    *items = p;
    *room = more;
    return true;
}

static uint32_t hash_of(uint64_t x) { return (uint32_t)((x * 0x9E3779B97F4A7C15u) >> 32); }
static uint64_t edge_key(uint32_t caller, uint32_t callee) { return (uint64_t)caller << 32 | callee; }

static uint32_t *slot_of_row(const Profiler *p, const void *key)
{
    uint32_t mask = p->row_room * 2 - 1, at = hash_of((uintptr_t)key) & mask;
    while (p->row_at[at] && p->rows[p->row_at[at] - 1].key != key) at = (at + 1) & mask;
    return &p->row_at[at];
}

static uint32_t *slot_of_edge(const Profiler *p, uint32_t caller, uint32_t callee)
{
    uint32_t mask = p->edge_room * 2 - 1, at = hash_of(edge_key(caller, callee)) & mask;
    while (p->edge_at[at] && (p->edges[p->edge_at[at] - 1].caller != caller || p->edges[p->edge_at[at] - 1].callee != callee)) at = (at + 1) & mask;
    return &p->edge_at[at];
}

/* A new table for twice the room. */
static bool new_table(VM *vm, uint32_t **table, uint32_t old_room, uint32_t room)
{
    uint32_t *more = mem_alloc(vm->mem, (size_t)room * 2 * sizeof **table);
    if (!more) return false;
    memset(more, 0, (size_t)room * 2 * sizeof **table);
    mem_free(vm->mem, *table, (size_t)old_room * 2 * sizeof **table);
    *table = more;
    return true;
}

static bool more_rows(VM *vm, Profiler *p)
{
    uint32_t before = p->row_room;
    if (!new_table(vm, &p->row_at, before, before ? before * 2 : 64) || !grow(vm, (void **)&p->rows, &p->row_room, sizeof *p->rows)) return false;
    for (uint32_t i = 0; i < p->nrows; i++) *slot_of_row(p, p->rows[i].key) = i + 1;
    return true;
}

static bool more_edges(VM *vm, Profiler *p)
{
    uint32_t before = p->edge_room;
    if (!new_table(vm, &p->edge_at, before, before ? before * 2 : 64) || !grow(vm, (void **)&p->edges, &p->edge_room, sizeof *p->edges)) return false;
    for (uint32_t i = 0; i < p->nedges; i++) *slot_of_edge(p, p->edges[i].caller, p->edges[i].callee) = i + 1;
    return true;
}

/* ---- what is called ---- */

/* The text that cProfile has for a built-in. */
static Value name_of(VM *vm, Ref f)
{
    if (is_kind(f, KIND_METHOD_DESCR)) {
        const MethodDescr *m = (const MethodDescr *)BITS(f);
        return str_format(vm, "<method '%s' of '%N' objects>", m->def->name, m->owner);
    }
    const Native *n = (const Native *)BITS(f);
    if (n->owner) return str_format(vm, "<method '%s' of '%N' objects>", n->def->name, n->owner);
    if (n->self && !is_module(n->self)) return str_format(vm, "<method '%s' of '%N' objects>", n->def->name, type_of(vm, n->self));
    if (!n->module || !is_str(n->module)) return str_format(vm, "<built-in method %s>", n->def->name);
    return str_format(vm, "<built-in method %U.%s>", n->module, n->def->name);
}

static Ref native_of(Ref f)
{
    if (is_kind(f, KIND_METHOD)) f = ((Method *)BITS(f))->fn;
    if (is_kind(f, KIND_METHOD_DESCR)) return ((const MethodDescr *)BITS(f))->def ? f : NULL;
    return is_kind(f, KIND_NATIVE) ? f : NULL;
}

static const void *key_of_native(Ref f)
{
    if (is_kind(f, KIND_METHOD_DESCR)) return ((const MethodDescr *)BITS(f))->def;
    return ((const Native *)BITS(f))->def;
}

/* The row of a key; NO_ROW: no memory. */
static uint32_t row_of(VM *vm, Profiler *p, const void *key, Ref code, Ref native)
{
    uint32_t *slot = p->row_room ? slot_of_row(p, key) : NULL;
    if (slot && *slot) return *slot - 1;
    if (p->nrows == p->row_room) {
        if (!more_rows(vm, p)) return NO_ROW;
        slot = slot_of_row(p, key);
    }
    Value what = native ? name_of(vm, native) : retain(code);
    if (!what) {
        err_clear(vm);
        return NO_ROW;
    }
    p->rows[p->nrows] = (Row){key, what, {0}};
    *slot = ++p->nrows;
    return p->nrows - 1;
}

static uint32_t edge_of(VM *vm, Profiler *p, uint32_t caller, uint32_t callee)
{
    if (caller == NO_ROW) return NO_ROW;
    uint32_t *slot = p->edge_room ? slot_of_edge(p, caller, callee) : NULL;
    if (slot && *slot) return *slot - 1;
    if (p->nedges == p->edge_room) {
        if (!more_edges(vm, p)) return NO_ROW;
        slot = slot_of_edge(p, caller, callee);
    }
    p->edges[p->nedges] = (Edge){caller, callee, {0}};
    *slot = ++p->nedges;
    return p->nedges - 1;
}

/* ---- calls begin and end ---- */

static void begin(VM *vm, Profiler *p, Frame *f, bool native, uint32_t row)
{
    double at = now(vm, p);
    if (p->nopen == p->open_room && !grow(vm, (void **)&p->open, &p->open_room, sizeof *p->open)) return;
    uint32_t edge = !p->subcalls || row == NO_ROW || !p->nopen ? NO_ROW : edge_of(vm, p, p->open[p->nopen - 1].row, row);
    if (row != NO_ROW) p->rows[row].counts.active++;
    if (edge != NO_ROW) p->edges[edge].counts.active++;
    p->open[p->nopen++] = (Open){f, native, row, edge, at, 0};
}

static void count(Counts *c, double took, double own)
{
    c->calls++;
    c->own += own;
    if (--c->active) return;
    c->whole++;
    c->all += took;
}

static void end(Profiler *p, double at)
{
    const Open *o = &p->open[--p->nopen];
    double took = at - o->start;
    if (o->row != NO_ROW) count(&p->rows[o->row].counts, took, took - o->inner);
    if (o->edge != NO_ROW) count(&p->edges[o->edge].counts, took, took - o->inner);
    if (p->nopen) p->open[p->nopen - 1].inner += took;
}

/* A call whose frame stands nowhere any more has ended, by an exception or a jump out of it. */
static void end_lost(VM *vm, Profiler *p, const Frame *f)
{
    double time = now(vm, p);
    while (p->nopen && (p->open[p->nopen - 1].native || p->open[p->nopen - 1].frame != f)) end(p, time);
}

static void step(VM *vm, Frame *f, const Ins *at)
{
    const LsprofState *s = module_state(vm, &lsprof_module);
    Profiler *p = s && s->active ? as_profiler(s->active) : NULL;
    if (!p || p->busy || !pthread_equal(p->thread, pthread_self())) return;
    const Open *top = p->nopen ? &p->open[p->nopen - 1] : NULL;
    if (!top) { /* whoever turned it on, or a caller of that: no call of theirs has begun here */
        begin(vm, p, f, false, NO_ROW);
    } else if (top->native || top->frame != f) {
        if (f->prev == top->frame && f != top->frame) begin(vm, p, f, false, row_of(vm, p, f->code, REF(f->code), NULL));
        else {
            end_lost(vm, p, f);
            if (!p->nopen) begin(vm, p, f, false, NO_ROW);
        }
    }
    switch (at->op) {
    case BC_RETURN: case BC_RETURN_NONE: case BC_YIELD:
        if (p->nopen) end(p, now(vm, p));
        if (!p->nopen && f->prev && f->prev->code) begin(vm, p, f->prev, false, NO_ROW); /* its loop may begin to be watched in the middle of its next call */
        if (f->flags & FRAME_ENTRY) __atomic_fetch_or(&vm->breaker, BREAK_TRACE, __ATOMIC_SEQ_CST); /* whoever called this loop through C looks again, too */
        break;
    case BC_CALL: case BC_CALL_KW: case BC_CALL_METHOD: case BC_CALL_METHOD_KW: case BC_CALL_EX: {
        Ref native = p->builtins ? native_of(f->regs[at->b]) : NULL;
        if (native) begin(vm, p, f, true, row_of(vm, p, key_of_native(native), NULL, native));
        break;
    }
    default: break;
    }
}

/* ---- Profiler ---- */

static void forget(VM *vm, Profiler *p)
{
    Row *rows = p->rows;
    uint32_t nrows = p->nrows, room = p->row_room;
    mem_free(vm->mem, p->edges, p->edge_room * sizeof *p->edges);
    mem_free(vm->mem, p->open, p->open_room * sizeof *p->open);
    mem_free(vm->mem, p->row_at, (size_t)p->row_room * 2 * sizeof *p->row_at);
    mem_free(vm->mem, p->edge_at, (size_t)p->edge_room * 2 * sizeof *p->edge_at);
    p->rows = NULL;
    p->edges = NULL;
    p->open = NULL;
    p->row_at = p->edge_at = NULL;
    p->nrows = p->nedges = p->nopen = p->row_room = p->edge_room = p->open_room = 0;
    for (uint32_t i = 0; i < nrows; i++) release(vm, rows[i].what);
    mem_free(vm->mem, rows, room * sizeof *rows);
}

/* It counts no more; what has begun ends here. */
static void turn_off(VM *vm, Profiler *p)
{
    if (!p->on) return; /* (one that outlives the module's state is not) */
    LsprofState *s = module_state(vm, &lsprof_module);
    p->on = false;
    double at = p->nopen ? now(vm, p) : 0;
    while (p->nopen) end(p, at);
    if (s && s->active == VAL(p)) {
        lang_trace_steps(vm, NULL);
        watch_counts(vm, NULL);
        value_clear(vm, &s->active);
    }
}

static Value profiler_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    Profiler *p = (Profiler *)obj_alloc(vm, as_type(cls), as_type(cls)->inst_size);
    if (p) p->subcalls = p->builtins = true;
    return VAL(p);
}

static bool profiler_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"timer", "timeunit", "subcalls", "builtins"};
    Profiler *p = as_profiler(self);
    Ref in[4];
    if (!args_bind(vm, "Profiler", args, n, kwnames, names, 4, in)) return false;
    double unit = 0;
    if (in[1] && !num_to_double(vm, in[1], &unit)) return false;
    int subcalls = in[2] ? op_truth(vm, in[2]) : 1, builtins = in[3] ? op_truth(vm, in[3]) : 1;
    if (subcalls >= 0 && builtins >= 0) {
        p->unit = unit;
        p->subcalls = subcalls;
        p->builtins = builtins;
        value_put(vm, &p->timer, in[0] && !is_none(in[0]) ? retain(in[0]) : NO_VALUE);
    }
    return subcalls >= 0 && builtins >= 0;
}

static void profiler_dealloc(VM *vm, Obj *o)
{
    Profiler *p = (Profiler *)o;
    turn_off(vm, p);
    forget(vm, p);
    value_clear(vm, &p->timer);
    obj_free(vm, o, o->type->inst_size);
}

static void profiler_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const Profiler *p = (const Profiler *)o;
    if (p->timer) visit(p->timer, arg);
}

static void profiler_clear(VM *vm, Obj *o) { value_clear(vm, &((Profiler *)o)->timer); }

static Value m_enable(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Profiler *p = as_profiler(args[0]);
    LsprofState *s = module_state(vm, &lsprof_module);
    if (!s) return NULL;
    int subcalls = args[1] ? op_truth(vm, args[1]) : p->subcalls, builtins = args[2] ? op_truth(vm, args[2]) : p->builtins;
    if (subcalls < 0 || builtins < 0) return NULL;
    if (s->active && s->active != args[0]) turn_off(vm, as_profiler(s->active));
    if (!watch_counts(vm, args[0])) return NULL;
    p->subcalls = subcalls;
    p->builtins = builtins;
    p->on = true;
    p->thread = pthread_self();
    value_put(vm, &s->active, retain(args[0]));
    lang_trace_steps(vm, step);
    return V_NONE;
}

static Value m_disable(VM *vm, const Ref *args, int n, Ref kwnames)
{
    turn_off(vm, as_profiler(args[0]));
    return V_NONE;
}

static Value m_clear(VM *vm, const Ref *args, int n, Ref kwnames)
{
    forget(vm, as_profiler(args[0]));
    return V_NONE;
}

/* What was counted, as (what, calls, those inside another of the same, all seconds, own seconds) and, of a function, the calls that it made. */
static Value counts_row(VM *vm, Ref type, const Profiler *p, Ref what, const Counts *c, Ref calls)
{
    double unit = p->timer && p->unit > 0 ? p->unit : 1;
    Value n = int_from_i64(vm, c->calls), inside = int_from_i64(vm, c->calls - c->whole), all = make_float(c->all * unit), own = make_float(c->own * unit);
    Value row = n && inside ? structseq_new(vm, type, (Ref[]){what, n, inside, all, own, calls}, calls ? 6 : 5) : NO_VALUE;
    release(vm, n);
    release(vm, inside);
    release(vm, all);
    release(vm, own);
    return row;
}

/* The calls that the function of a row made: a list, or None. */
static Value calls_of(VM *vm, const LsprofState *s, const Profiler *p, uint32_t row)
{
    Value list = NO_VALUE;
    for (uint32_t i = 0; i < p->nedges; i++) {
        const Edge *e = &p->edges[i];
        if (e->caller != row || !e->counts.calls) continue;
        if (!list && !(list = list_new(vm, 4))) return NULL;
        Value sub = counts_row(vm, s->subentry, p, p->rows[e->callee].what, &e->counts, NULL);
        if (!sub || !list_append_take(vm, list, sub)) return release(vm, list), NO_VALUE;
    }
    return list ? list : V_NONE;
}

static Value m_getstats(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Profiler *p = as_profiler(args[0]);
    const LsprofState *s = module_state(vm, &lsprof_module);
    Value list = s ? list_new(vm, 16) : NO_VALUE;
    for (uint32_t i = 0; list && i < p->nrows; i++) {
        if (!p->rows[i].counts.calls) continue;
        Value calls = calls_of(vm, s, p, i), row = calls ? counts_row(vm, s->entry, p, p->rows[i].what, &p->rows[i].counts, calls) : NO_VALUE;
        release(vm, calls);
        if (!row || !list_append_take(vm, list, row)) value_clear(vm, &list);
    }
    return list;
}

static const NativeDef methods[] = {
    {"enable", m_enable, "self, subcalls=True, builtins=True", "From now on calls are counted; subcalls: also by who called; builtins: those of built-in functions too.", NATIVE_KW},
    {"disable", m_disable, "self", "They are counted no more.", 0},
    {"clear", m_clear, "self", "Forget what was counted.", 0},
    {"getstats", m_getstats, "self", "What was counted: a profiler_entry for each function.", 0},
    {0},
};

static const TypeDef profiler_def = {
    .name = "_lsprof.Profiler", .doc = "Profiler(timer=None, timeunit=None, subcalls=True, builtins=True)\n\nCounts calls and what they take; timer: a function to be asked for the time instead of the clock, timeunit: seconds in one of its whole numbers.",
    .kind = KIND_OPAQUE, .size = sizeof(Profiler), .flags = TYPE_GC | TYPE_BASE, .s = {.new_ = profiler_new, .init = profiler_init}, .dealloc = profiler_dealloc,
    .traverse = profiler_traverse, .clear = profiler_clear, .methods = methods, .text_signature = "timer=None, timeunit=0.0, subcalls=True, builtins=True",
};

static bool init(VM *vm, Ref module, Dict *ns)
{
    static const char *const fields[] = {"code", "callcount", "reccallcount", "totaltime", "inlinetime", "calls"};
    LsprofState *s = as_module(module)->state;
    return (s->type = type_from_def(vm, &profiler_def, NULL)) && module_add_type(vm, ns, s->type) &&
           (s->entry = structseq_type(vm, "_lsprof.profiler_entry", fields, 6, 6)) && module_add(vm, ns, "profiler_entry", retain(s->entry)) &&
           (s->subentry = structseq_type(vm, "_lsprof.profiler_subentry", fields, 5, 5)) && module_add(vm, ns, "profiler_subentry", retain(s->subentry));
}

static void done(VM *vm, void *state)
{
    LsprofState *s = state;
    if (s->active) lang_trace_steps(vm, NULL);
    value_clear(vm, &s->active);
    value_clear(vm, &s->entry);
    value_clear(vm, &s->subentry);
    release(vm, VAL(s->type));
}

const ModuleDef lsprof_module = {.name = "_lsprof", .doc = "Which functions run, how often and how long.", .init = init, .state_size = sizeof(LsprofState), .done = done};
