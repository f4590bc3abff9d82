/* mod_profile.c: the module _profile: which functions run, how often and how long, as cProfile tells it. It looks at each instruction while it is on
 * (the eval loop's second table) and reads the clock where a call begins or ends; off, it costs nothing. Built-in functions count as calls of their
 * own. One thread is watched: the one that began.
 */
#include <pthread.h>
#include <time.h>

#include "lang/object/call.h"
#include "lang/compile/code.h"
#include "lang/object/containers.h"
#include "lang/lang.h"
#include "lang/object/mem.h"
#include "lang/object/vm.h"

extern const ModuleDef profile_module;

typedef struct Counts { int64_t calls, whole /*that are not inside another of the same*/; double own, all; int active; } Counts;
typedef struct Row { const void *key; Value what; /* a code object or a text */ Counts counts; } Row;
typedef struct Edge { uint32_t caller, callee; Counts counts; } Edge;
typedef struct Open { Frame *frame; /* of a built-in: its caller's */ bool native; uint32_t row, edge; double start, inner; } Open;
enum { NO_ROW = 0xFFFFFFFF };

/* Growing arrays, and a table of their indices by key. */
typedef struct Profile {
    bool on;
    pthread_t thread;
    Row *rows;
    Edge *edges;
    Open *open;
    uint32_t nrows, nedges, nopen, row_room, edge_room, open_room;
    uint32_t *row_at, *edge_at; /* index + 1; 0 empty; sizes are twice the rooms, powers of two */
} Profile;

static double now(void)
{
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

static uint32_t *slot_of_row(const Profile *p, const void *key)
{
    uint32_t mask = p->row_room * 2 - 1, at = hash_of((uintptr_t)key) & mask;
    while (p->row_at[at] && p->rows[p->row_at[at] - 1].key != key) at = (at + 1) & mask;
    return &p->row_at[at];
}

static uint32_t *slot_of_edge(const Profile *p, uint32_t caller, uint32_t callee)
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

static bool more_rows(VM *vm, Profile *p)
{
    uint32_t before = p->row_room;
    if (!new_table(vm, &p->row_at, before, before ? before * 2 : 64) || !grow(vm, (void **)&p->rows, &p->row_room, sizeof *p->rows)) return false;
    for (uint32_t i = 0; i < p->nrows; i++) *slot_of_row(p, p->rows[i].key) = i + 1;
    return true;
}

static bool more_edges(VM *vm, Profile *p)
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
static uint32_t row_of(VM *vm, Profile *p, const void *key, Ref code, Ref native)
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

static uint32_t edge_of(VM *vm, Profile *p, uint32_t caller, uint32_t callee)
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

static void begin(VM *vm, Profile *p, Frame *f, bool native, uint32_t row)
{
    if (p->nopen == p->open_room && !grow(vm, (void **)&p->open, &p->open_room, sizeof *p->open)) return;
    uint32_t edge = row == NO_ROW || !p->nopen ? NO_ROW : edge_of(vm, p, p->open[p->nopen - 1].row, row);
    if (row != NO_ROW) p->rows[row].counts.active++;
    if (edge != NO_ROW) p->edges[edge].counts.active++;
    p->open[p->nopen++] = (Open){f, native, row, edge, now(), 0};
}

static void count(Counts *c, double took, double own)
{
    c->calls++;
    c->own += own;
    if (--c->active) return;
    c->whole++;
    c->all += took;
}

static void end(Profile *p, double at)
{
    const Open *o = &p->open[--p->nopen];
    double took = at - o->start;
    if (o->row != NO_ROW) count(&p->rows[o->row].counts, took, took - o->inner);
    if (o->edge != NO_ROW) count(&p->edges[o->edge].counts, took, took - o->inner);
    if (p->nopen) p->open[p->nopen - 1].inner += took;
}

static void step(VM *vm, Frame *f, const Ins *at)
{
    Profile *p = module_state(vm, &profile_module);
    if (!p || !p->on || !pthread_equal(p->thread, pthread_self())) return;
    Open *top = p->nopen ? &p->open[p->nopen - 1] : NULL;
    if (!top) { /* whoever turned it on, or a caller of that: no call of theirs has begun here */
        begin(vm, p, f, false, NO_ROW);
    } else if (top->native || top->frame != f) {
        if (f->prev == top->frame && f != top->frame) begin(vm, p, f, false, row_of(vm, p, f->code, REF(f->code), NULL));
        else {
            double time = now();
            while (p->nopen && (p->open[p->nopen - 1].native || p->open[p->nopen - 1].frame != f)) end(p, time);
            if (!p->nopen) begin(vm, p, f, false, NO_ROW);
        }
    }
    switch (at->op) {
    case BC_RETURN: case BC_RETURN_NONE: case BC_YIELD:
        if (p->nopen) end(p, now());
        if (!p->nopen && f->prev && f->prev->code) begin(vm, p, f->prev, false, NO_ROW); /* its loop may begin to be watched in the middle of its next call */
        if (f->flags & FRAME_ENTRY) __atomic_fetch_or(&vm->breaker, BREAK_TRACE, __ATOMIC_SEQ_CST); /* whoever called this loop through C looks again, too */
        break;
    case BC_CALL: case BC_CALL_KW: case BC_CALL_METHOD: case BC_CALL_METHOD_KW: case BC_CALL_EX: {
        Ref native = native_of(f->regs[at->b]);
        if (native) begin(vm, p, f, true, row_of(vm, p, key_of_native(native), NULL, native));
        break;
    }
    default: break;
    }
}

/* ---- from the language ---- */

static Value fn_start(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Profile *p = module_state(vm, &profile_module);
    if (!p) return NO_VALUE;
    if (p->on) return err_raise(vm, EXC_ValueError, "Another profiling tool is already active");
    p->on = true;
    p->thread = pthread_self();
    lang_trace_steps(vm, step);
    return V_NONE;
}

static void forget(VM *vm, Profile *p)
{
    for (uint32_t i = 0; i < p->nrows; i++) release(vm, p->rows[i].what);
    mem_free(vm->mem, p->rows, p->row_room * sizeof *p->rows);
    mem_free(vm->mem, p->edges, p->edge_room * sizeof *p->edges);
    mem_free(vm->mem, p->open, p->open_room * sizeof *p->open);
    mem_free(vm->mem, p->row_at, (size_t)p->row_room * 2 * sizeof *p->row_at);
    mem_free(vm->mem, p->edge_at, (size_t)p->edge_room * 2 * sizeof *p->edge_at);
    *p = (Profile){0};
}

static Value counts_row(VM *vm, Ref what, const Counts *c, Ref caller)
{
    Value calls = int_from_i64(vm, c->calls), whole = int_from_i64(vm, c->whole), row = NO_VALUE;
    Value own = make_float(c->own), all = make_float(c->all);
    if (calls && whole) row = tuple_of(vm, 6, what, calls, whole, REF(own), REF(all), caller);
    release(vm, calls);
    release(vm, whole);
    return row;
}

/* Ends it; the rows (what, calls, whole calls, own seconds, all seconds, who called it or None): one for each function, and one for each pair. */
static Value fn_stop(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Profile *p = module_state(vm, &profile_module);
    if (!p) return NO_VALUE;
    Value list = list_new(vm, 16);
    if (!p->on) return list;
    lang_trace_steps(vm, NULL);
    double at = now();
    while (p->nopen) end(p, at);
    bool ok = list != NO_VALUE;
    for (uint32_t i = 0; ok && i < p->nrows; i++) {
        Value row = p->rows[i].counts.calls ? counts_row(vm, p->rows[i].what, &p->rows[i].counts, V_NONE) : V_NONE;
        ok = row && (is_none(row) || list_append_take(vm, list, row));
    }
    for (uint32_t i = 0; ok && i < p->nedges; i++) {
        const Edge *e = &p->edges[i];
        Value row = e->counts.calls ? counts_row(vm, p->rows[e->callee].what, &e->counts, p->rows[e->caller].what) : V_NONE;
        ok = row && (is_none(row) || list_append_take(vm, list, row));
    }
    forget(vm, p);
    if (ok) return list;
    release(vm, list);
    return NO_VALUE;
}

static void done(VM *vm, void *state)
{
    lang_trace_steps(vm, NULL);
    forget(vm, state);
}

static const NativeDef functions[] = {
    {"start", fn_start, "", "From now on calls are counted.", 0},
    {"stop", fn_stop, "", "No more; what was counted.", 0},
    {0},
};
const ModuleDef profile_module = {.name = "_profile", .doc = "Which functions run, how often and how long.", .functions = functions, .state_size = sizeof(Profile), .done = done};
