/* mod_tracemalloc.c: the module _tracemalloc: where each block of memory that is in use was asked for. While it is on, the allocator (mem.h) tells of each block that is made and
 * given back; off, nothing is paid but the test that the allocator makes anyway.
 *
 * What is kept here comes from malloc: the allocator is told of nothing that telling needs. The places of a block (its trail) are shared by all blocks of the same way; a trail lives
 * until all is forgotten, and holds the names of its files.
 */
#include <stdlib.h>

#include "lang/object/mem.h"
#include "lang/object/vm.h"

enum { MOST_FRAMES = 65535 };

typedef struct Place { Str *file; int32_t line; } Place; /* file owned */
typedef struct Trail {
    struct Trail *next; /* of the same bucket */
    uint64_t hash;
    uint32_t n, total;  /* places kept; frames there were */
    Value shown;        /* as a tuple, while a list of traces is made */
    Place places[];     /* innermost first */
} Trail;
typedef struct Block { uintptr_t at; size_t size; Trail *trail; } Block; /* at 0: free */

typedef struct TracerState {
    VM *vm;
    bool on, busy;      /* busy: what is made now is the tracer's own */
    uint32_t most;      /* frames of a trail */
    Str *unknown;       /* the file of what no code asked for */
    Block *blocks;      /* open addressing */
    size_t n_blocks, size_blocks;
    Trail **trails;     /* buckets */
    size_t n_trails, size_trails, trail_bytes;
    size_t now, peak;   /* bytes of the blocks */
    Place *way;         /* room for one trail */
} TracerState;
extern const ModuleDef tracemalloc_module;

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

/* ---- blocks ---- */

static size_t home_of(const TracerState *s, uintptr_t at) { return (size_t)((at >> 4) * 0x9E3779B97F4A7C15u >> 20) & (s->size_blocks - 1); }

static Block *find_block(const TracerState *s, uintptr_t at)
{
    if (!s->size_blocks) return NULL;
    size_t i = home_of(s, at);
    while (s->blocks[i].at && s->blocks[i].at != at) i = (i + 1) & (s->size_blocks - 1);
    return s->blocks[i].at ? &s->blocks[i] : NULL;
}

static void insert_block(TracerState *s, Block b)
{
    size_t i = home_of(s, b.at);
    while (s->blocks[i].at) i = (i + 1) & (s->size_blocks - 1);
    s->blocks[i] = b;
    s->n_blocks++;
}

static bool make_room(TracerState *s)
{
    if (4 * (s->n_blocks + 1) <= 3 * s->size_blocks) return true;
    Block *old = s->blocks;
    size_t n = s->size_blocks, size = n ? 2 * n : 1024;
    Block *blocks = calloc(size, sizeof *blocks);
    if (!blocks) return false;
    s->blocks = blocks;
    s->size_blocks = size;
    s->n_blocks = 0;
    for (size_t i = 0; i < n; i++)
        if (old[i].at) insert_block(s, old[i]);
    free(old);
    return true;
}

/* What stands behind it moves up, so that no search ends too soon. */
static void remove_block(TracerState *s, Block *b)
{
    size_t mask = s->size_blocks - 1, hole = (size_t)(b - s->blocks);
    s->now -= b->size;
    s->n_blocks--;
    for (size_t i = (hole + 1) & mask; s->blocks[i].at; i = (i + 1) & mask) {
        size_t home = home_of(s, s->blocks[i].at);
        if (((i - home) & mask) < ((i - hole) & mask)) continue;
        s->blocks[hole] = s->blocks[i];
        hole = i;
    }
    s->blocks[hole].at = 0;
}

/* ---- trails ---- */

static bool grow_trails(TracerState *s)
{
    if (s->n_trails < s->size_trails) return true;
    size_t size = s->size_trails ? 2 * s->size_trails : 256;
    Trail **trails = calloc(size, sizeof *trails);
    if (!trails) return false;
    for (size_t i = 0; i < s->size_trails; i++)
        for (Trail *t = s->trails[i], *next; t; t = next) {
            next = t->next;
            t->next = trails[t->hash & (size - 1)];
            trails[t->hash & (size - 1)] = t;
        }
    free(s->trails);
    s->trails = trails;
    s->size_trails = size;
    return true;
}

/* Where the running code stands, into s->way; *total: how many frames there are. */
static uint32_t read_way(TracerState *s, uint32_t *total)
{
    uint32_t n = 0;
    *total = 0;
    for (const Frame *f = s->vm->frame; f && f->code; f = f->prev, ++*total)
        if (n < s->most) s->way[n++] = (Place){f->code->filename, f->pc ? code_line(f->code, (int32_t)(f->pc - f->code->ins) - 1) : (int32_t)f->code->first_line};
    if (!n) {
        s->way[n++] = (Place){s->unknown, 0};
        *total = 1;
    }
    return n;
}

static bool is_way(const TracerState *s, const Trail *t, uint32_t n, uint32_t total)
{
    if (t->n != n || t->total != total) return false;
    for (uint32_t i = 0; i < n; i++)
        if (t->places[i].line != s->way[i].line || !str_equal(REF(t->places[i].file), REF(s->way[i].file))) return false;
    return true;
}

static Trail *find_trail(TracerState *s)
{
    uint32_t total, n = read_way(s, &total);
    uint64_t hash = total;
    for (uint32_t i = 0; i < n; i++) hash = (hash ^ (uint64_t)str_hash(s->vm, REF(s->way[i].file)) ^ (uint64_t)s->way[i].line) * 0x100000001b3u;
    hash ^= hash >> 32;
    for (Trail *t = s->size_trails ? s->trails[hash & (s->size_trails - 1)] : NULL; t; t = t->next)
        if (t->hash == hash && is_way(s, t, n, total)) return t;
    size_t size = sizeof(Trail) + n * sizeof(Place);
    Trail *t = grow_trails(s) ? malloc(size) : NULL;
    if (!t) return NULL;
    *t = (Trail){s->trails[hash & (s->size_trails - 1)], hash, n, total, NO_VALUE};
    s->trails[hash & (s->size_trails - 1)] = t;
    for (uint32_t i = 0; i < n; i++) {
        retain(REF(s->way[i].file));
        t->places[i] = s->way[i];
    }
    s->n_trails++;
    s->trail_bytes += size;
    return t;
}

/* ---- what the allocator tells ---- */

static void block_gone(void *state, uintptr_t at)
{
    TracerState *s = state;
    Block *b = find_block(s, at);
    if (b) remove_block(s, b);
}

static void block_made(void *state, void *p, size_t n)
{
    TracerState *s = state;
    if (s->busy) return;
    Trail *t = make_room(s) ? find_trail(s) : NULL;
    if (!t) return;
    insert_block(s, (Block){(uintptr_t)p, n, t});
    s->now += n;
    if (s->now > s->peak) s->peak = s->now;
}

static const MemTracer tracer = {block_made, block_gone};

/* ---- on and off ---- */

static void forget(TracerState *s)
{
    Trail **trails = s->trails;
    size_t size = s->size_trails;
    free(s->blocks);
    s->blocks = NULL;
    s->trails = NULL;
    s->n_blocks = s->size_blocks = s->n_trails = s->size_trails = s->trail_bytes = s->now = s->peak = 0;
    s->busy = true;
    for (size_t i = 0; i < size; i++)
        for (Trail *t = trails[i], *next; t; t = next) {
            next = t->next;
            for (uint32_t k = 0; k < t->n; k++) release(s->vm, VAL(t->places[k].file));
            free(t);
        }
    s->busy = false;
    free(trails);
}

static void stop(TracerState *s)
{
    if (!s->on) return;
    s->on = false;
    mem_trace(s->vm->mem, NULL, NULL);
    forget(s);
    free(s->way);
    s->way = NULL;
}

static TracerState *state_of(VM *vm) { return module_state(vm, &tracemalloc_module); }

FN(fn_start)
{
    TracerState *s = state_of(vm);
    int64_t most = 1;
    if (!s || (args[0] && !num_index_i64(vm, args[0], &most))) return NULL;
    if (most < 1 || most > MOST_FRAMES) return err_raise(vm, EXC_ValueError, "the number of frames must be in range [1; %d]", MOST_FRAMES);
    if (s->on) return V_NONE;
    s->way = malloc((size_t)most * sizeof *s->way);
    if (!s->way) return err_no_memory(vm);
    s->most = (uint32_t)most;
    s->on = true;
    mem_trace(vm->mem, &tracer, s);
    return V_NONE;
}

FN(fn_stop)
{
    TracerState *s = state_of(vm);
    if (s) stop(s);
    return s ? V_NONE : NO_VALUE;
}

FN(fn_clear)
{
    TracerState *s = state_of(vm);
    if (s) forget(s);
    return s ? V_NONE : NO_VALUE;
}

FN(fn_is_tracing)
{
    TracerState *s = state_of(vm);
    return s ? make_bool(s->on) : NO_VALUE;
}

FN(fn_limit)
{
    TracerState *s = state_of(vm);
    return s ? make_small(s->most) : NO_VALUE;
}

FN(fn_own_memory)
{
    TracerState *s = state_of(vm);
    return s ? make_small((int64_t)(s->size_blocks * sizeof(Block) + s->size_trails * sizeof(Trail *) + s->trail_bytes)) : NO_VALUE;
}

FN(fn_traced_memory)
{
    TracerState *s = state_of(vm);
    int64_t now = s ? (int64_t)s->now : 0, peak = s ? (int64_t)s->peak : 0;
    return s ? tuple_of(vm, 2, make_small(now), make_small(peak)) : NO_VALUE;
}

FN(fn_reset_peak)
{
    TracerState *s = state_of(vm);
    if (s) s->peak = s->now;
    return s ? V_NONE : NO_VALUE;
}

/* ---- looking ---- */

static Value trail_tuple(VM *vm, const Trail *t)
{
    Value all = tuple_new(vm, t->n);
    for (uint32_t i = 0; all && i < t->n; i++) {
        Value place = tuple_of(vm, 2, REF(t->places[i].file), make_small(t->places[i].line));
        if (place) as_tuple(all)->items[i] = place;
        else value_clear(vm, &all);
    }
    return all;
}

FN(fn_object_trail)
{
    TracerState *s = state_of(vm);
    Block *b = s && s->on && is_heap(args[0]) ? find_block(s, (uintptr_t)obj_block(as_obj(args[0]))) : NULL;
    return !s ? NO_VALUE : b ? trail_tuple(vm, b->trail) : V_NONE;
}

static Value row_of(VM *vm, const Block *b)
{
    if (!b->trail->shown && !(b->trail->shown = trail_tuple(vm, b->trail))) return NO_VALUE;
    Value size = int_from_u64(vm, b->size), row = size ? tuple_of(vm, 4, make_small(0), (Ref)size, (Ref)b->trail->shown, make_small(b->trail->total)) : NO_VALUE;
    release(vm, size);
    return row;
}

FN(fn_traces)
{
    TracerState *s = state_of(vm);
    Value list = s ? list_new(vm, 0) : NO_VALUE;
    if (!list || !s->on) return list;
    size_t count = 0; /* the rows are made from a copy: making them gives blocks back */
    Block *copy = malloc((s->n_blocks + 1) * sizeof *copy);
    for (size_t i = 0; copy && i < s->size_blocks; i++)
        if (s->blocks[i].at) copy[count++] = s->blocks[i];
    if (!copy) err_no_memory(vm), value_clear(vm, &list);
    s->busy = true;
    for (size_t i = 0; list && i < count; i++) {
        Value row = row_of(vm, &copy[i]);
        if (!row || !list_append_take(vm, list, row)) value_clear(vm, &list);
    }
    for (size_t i = 0; i < count; i++) value_clear(vm, &copy[i].trail->shown);
    s->busy = false;
    free(copy);
    return list;
}

/* ---- the module ---- */

static bool init(VM *vm, Ref module, Dict *ns)
{
    TracerState *s = as_module(module)->state;
    Value unknown = str_from_c(vm, "<unknown>");
    s->vm = vm;
    s->most = 1;
    s->unknown = unknown ? as_str(unknown) : NULL;
    return unknown != NO_VALUE;
}

static void done(VM *vm, void *state)
{
    TracerState *s = state;
    if (s->vm) stop(s);
    release(vm, VAL(s->unknown));
}

static const NativeDef functions[] = {
    {"start", fn_start, "nframe=1, /", "Note from now on where memory is asked for: so many frames of each place.", 0},
    {"stop", fn_stop, "", "Note nothing any more, and forget all.", 0},
    {"is_tracing", fn_is_tracing, "", "Is it noted?", 0},
    {"clear_traces", fn_clear, "", "Forget what was noted so far.", 0},
    {"get_traceback_limit", fn_limit, "", "How many frames are noted of each place.", 0},
    {"get_tracemalloc_memory", fn_own_memory, "", "How many bytes the notes take.", 0},
    {"get_traced_memory", fn_traced_memory, "", "Bytes in use that were noted, and the most there were: a tuple.", 0},
    {"reset_peak", fn_reset_peak, "", "Let the most there were be what is in use now.", 0},
    {"_get_traces", fn_traces, "", "A list of (domain, size, places, frames there were), one for each block that is in use.", 0},
    {"_get_object_traceback", fn_object_trail, "obj, /", "The places where the object's memory was asked for, or None.", 0},
    {0},
};
const ModuleDef tracemalloc_module = {.name = "_tracemalloc", .doc = "Where memory was asked for.", .functions = functions, .init = init, .state_size = sizeof(TracerState), .done = done};
