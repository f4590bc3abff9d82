/* mod_lru.c: functools._lru_cache_wrapper: a function that remembers its results.
 *
 * Without a bound the results stand in a dict by key. With one, the dict gives the number of a row and the row's serial,
 * and the rows form a ring from the one used last to the one unused longest (row 0 is the ring's anchor and holds nothing).
 * Keys are compared by a program's __eq__, which may call the function or cache_clear: a row is ours before the dict is
 * asked, nothing that stood in a row is used after it, and a number from the dict counts only while the serial is the row's. */
#include "lang/types/dict_impl.h"
#include "mod_functools.h"

typedef struct Row { Value key, result; int64_t hash, mark; int32_t newer, older; } Row; /* mark: what the dict says of it */
enum { ROW_BITS = 31, SERIALS = 1 << 17 }; /* a mark is a small integer: the serial above the row's number */

typedef struct Lru {
    Obj head;
    Value fn, info, cache; /* the function; the maker of CacheInfo; key -> result or row number */
    int64_t maxsize;       /* -1: no bound; 0: nothing is kept */
    bool typed;
    int64_t hits, misses;
    Row *rows;             /* nrows in use, 0 the anchor */
    int64_t nrows, cap;
    uint64_t epoch;        /* counts cache_clear: row numbers from before are void */
    int64_t serial;
} Lru;
static Lru *as_lru(Ref v) { return (Lru *)BITS(v); }

static Value lru_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"user_function", "maxsize", "typed", "cache_info_type"};
    Ref in[4];
    int64_t maxsize = -1;
    if (!args_bind(vm, "lru_cache", args, n, kwnames, names, 4, in)) return NULL;
    if (!in[0] || !in[1] || !in[2] || !in[3]) return err_raise(vm, EXC_TypeError, "lru_cache() missing required argument '%s' (pos %d)", names[n < 4 ? n : 3], n + 1);
    if (!type_of(vm, in[0])->s.call) return err_raise(vm, EXC_TypeError, "the first argument must be callable");
    if (!is_none(in[1])) {
        if (!is_int(in[1])) return err_raise(vm, EXC_TypeError, "maxsize should be integer or None");
        if (!num_index_clip(vm, in[1], &maxsize)) return NULL;
        if (maxsize < 0) maxsize = 0;
        if (maxsize > INT32_MAX - 2) maxsize = -1; /* never full */
    }
    int typed = op_truth(vm, in[2]);
    if (typed < 0) return NULL;
    Lru *l = (Lru *)obj_alloc(vm, as_type(cls), as_type(cls)->inst_size);
    if (!l) return NULL;
    l->fn = retain(in[0]);
    l->info = retain(in[3]);
    l->maxsize = maxsize;
    l->typed = typed;
    l->cache = dict_new(vm);
    if (l->cache) return VAL(l);
    release(vm, VAL(l));
    return NULL;
}

/* ---- the key of a call ---- */
static Value make_key(VM *vm, Lru *l, const Ref *args, int n, Ref kwnames)
{
    int64_t nkw = kwnames ? as_tuple(kwnames)->len : 0;
    if (n == 1 && nkw == 0 && !l->typed && (is_int_exact(vm, args[0]) || is_exact(args[0], CLASS(str)))) return retain(args[0]);
    int64_t len = n + (nkw ? 1 + 2 * nkw : 0) + (l->typed ? n + nkw : 0), at = 0;
    Value t = tuple_new(vm, len);
    if (!t) return NULL;
    Value *items = as_tuple(t)->items;
    for (int i = 0; i < n; i++) items[at++] = retain(args[i]);
    if (nkw) {
        items[at++] = retain(REF(CLASS(object))); /* a mark no argument list is likely to hold at this place */
        for (int64_t i = 0; i < nkw; i++) {
            items[at++] = retain(as_tuple(kwnames)->items[i]);
            items[at++] = retain(args[n + i]);
        }
    }
    for (int64_t i = 0; l->typed && i < n + nkw; i++) items[at++] = retain(REF(type_of(vm, args[i])));
    return t;
}

/* ---- the ring ---- */
static void ring_unlink(Lru *l, int32_t i)
{
    l->rows[l->rows[i].newer].older = l->rows[i].older;
    l->rows[l->rows[i].older].newer = l->rows[i].newer;
}

static void ring_first(Lru *l, int32_t i) /* now the one used last */
{
    l->rows[i].newer = 0;
    l->rows[i].older = l->rows[0].older;
    l->rows[l->rows[0].older].newer = i;
    l->rows[0].older = i;
}

static void ring_last(Lru *l, int32_t i) /* now the one that goes first */
{
    l->rows[i].older = 0;
    l->rows[i].newer = l->rows[0].newer;
    l->rows[l->rows[0].newer].older = i;
    l->rows[0].newer = i;
}

static bool rows_grow(VM *vm, Lru *l)
{
    int64_t cap = l->cap ? l->cap * 2 : 16;
    if (cap > l->maxsize + 1) cap = l->maxsize + 1;
    Row *rows = mem_realloc(vm->mem, l->rows, (size_t)l->cap * sizeof *rows, (size_t)cap * sizeof *rows);
    if (!rows) return err_no_memory(vm), false;
    if (!l->cap) {
        rows[0] = (Row){0};
        l->nrows = 1;
    }
    l->rows = rows;
    l->cap = cap;
    return true;
}

/* A row outside the ring, empty; 0: all are being filled just now (by callers of ours), -1: raised or the cache was emptied. */
static int32_t row_take(VM *vm, Lru *l)
{
    if (l->nrows <= l->maxsize) {
        if (l->nrows >= l->cap && !rows_grow(vm, l)) return -1;
        l->rows[l->nrows] = (Row){0};
        return (int32_t)l->nrows++;
    }
    int32_t i = l->rows[0].newer;
    if (i == 0) return 0;
    ring_unlink(l, i);
    Row old = l->rows[i];
    l->rows[i] = (Row){0};
    uint64_t epoch = l->epoch;
    Value was = old.key ? dict_pop_hash(vm, l->cache, old.key, old.hash) : NO_VALUE;
    release(vm, was);
    release(vm, old.key);
    release(vm, old.result);
    if (l->epoch != epoch) return -1;
    if (!err_occurred(vm)) return i;
    ring_last(l, i);
    return -1;
}

/* Remember a result; the oldest goes when the cache is full. */
static bool keep(VM *vm, Lru *l, Ref key, int64_t hash, Ref result)
{
    if (dict_get_hash(vm, l->cache, key, hash)) return true; /* the function has called itself with the same arguments */
    if (err_occurred(vm)) return false;
    int32_t i = row_take(vm, l);
    if (i <= 0) return !err_occurred(vm);
    uint64_t epoch = l->epoch;
    int64_t mark = (l->serial++ % SERIALS) << ROW_BITS | i;
    l->rows[i].key = retain(key);
    l->rows[i].result = retain(result);
    l->rows[i].hash = hash;
    l->rows[i].mark = mark;
    bool ok = dict_set_hash(vm, l->cache, key, hash, make_small(mark));
    if (l->epoch == epoch) {
        if (ok) ring_first(l, i);
        else ring_last(l, i);
    }
    return ok;
}

/* The row that the dict's number stands for, made the one used last; NULL: it went meanwhile. */
static const Row *row_use(Lru *l, Ref found)
{
    int64_t mark = small_of(found), i = mark & (((int64_t)1 << ROW_BITS) - 1);
    if (i >= l->nrows || l->rows[i].mark != mark) return NULL;
    if (l->rows[0].older != i && (l->rows[i].newer || l->rows[i].older || l->rows[0].newer == i)) { /* (in the ring) */
        ring_unlink(l, (int32_t)i);
        ring_first(l, (int32_t)i);
    }
    return &l->rows[i];
}

static Value lru_call(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    Lru *l = as_lru(self);
    if (l->maxsize == 0) {
        l->misses++;
        return call(vm, l->fn, args, n, kwnames);
    }
    int64_t hash;
    Value key = make_key(vm, l, args, n, kwnames);
    if (!key) return NULL;
    Ref found = key_hash(vm, key, &hash) ? dict_get_hash(vm, l->cache, key, hash) : NULL;
    const Row *row = found && l->maxsize >= 0 ? row_use(l, found) : NULL;
    if (found && (row || l->maxsize < 0)) {
        l->hits++;
        Value r = retain(row ? (Ref)row->result : found);
        release(vm, key);
        return r;
    }
    if (err_occurred(vm)) {
        release(vm, key);
        return NULL;
    }
    l->misses++;
    uint64_t epoch = l->epoch;
    Value fn = retain(l->fn), r = call(vm, fn, args, n, kwnames);
    release(vm, fn);
    if (r) {
        bool ok = l->maxsize < 0 ? dict_set_hash(vm, l->cache, key, hash, retain(r)) : epoch != l->epoch || keep(vm, l, key, hash, r);
        if (!ok) value_clear(vm, &r);
    }
    release(vm, key);
    return r;
}

/* ---- methods ---- */
static Value lru_info(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Lru *l = as_lru(args[0]);
    Ref in[4] = {make_small(l->hits), make_small(l->misses), l->maxsize < 0 ? V_NONE : make_small(l->maxsize), make_small(dict_len(l->cache))};
    return call(vm, l->info, in, 4, NULL);
}

static void forget_all(VM *vm, Lru *l)
{
    Row *rows = l->rows;
    int64_t n = l->nrows, cap = l->cap;
    l->rows = NULL;
    l->nrows = l->cap = 0;
    l->epoch++;
    for (int64_t i = 1; i < n; i++) {
        release(vm, rows[i].key);
        release(vm, rows[i].result);
    }
    if (rows) mem_free(vm->mem, rows, (size_t)cap * sizeof *rows);
}

static Value lru_clear_cache(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Lru *l = as_lru(args[0]);
    dict_clear(vm, l->cache); /* the same dict: who is looking something up in it begins anew */
    forget_all(vm, l);
    l->hits = l->misses = 0;
    return V_NONE;
}

static Value lru_reduce(VM *vm, const Ref *args, int n, Ref kwnames) { return obj_getattr(vm, args[0], NAME(__qualname__)); }
static Value lru_self(VM *vm, const Ref *args, int n, Ref kwnames) { return retain(args[0]); }
static Value lru_get(VM *vm, Ref self, Ref o, Ref type) { return !o || is_none(o) ? retain(self) : method_new(vm, self, o); }

static void lru_dealloc(VM *vm, Obj *o)
{
    Lru *l = (Lru *)o;
    forget_all(vm, l);
    value_clear(vm, &l->cache);
    value_clear(vm, &l->fn);
    value_clear(vm, &l->info);
    obj_free(vm, o, o->type->inst_size);
}

static void lru_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    Lru *l = (Lru *)o;
    seq_visit(l->fn, visit, arg);
    seq_visit(l->info, visit, arg);
    seq_visit(l->cache, visit, arg);
    for (int64_t i = 1; i < l->nrows; i++) {
        seq_visit(l->rows[i].key, visit, arg);
        seq_visit(l->rows[i].result, visit, arg);
    }
}

static void lru_clear(VM *vm, Obj *o)
{
    Lru *l = (Lru *)o;
    if (l->cache) dict_clear(vm, l->cache);
    forget_all(vm, l);
}

static const NativeDef methods[] = {
    {"cache_info", lru_info, "self, /", "(hits, misses, maxsize, currsize)", 0},
    {"cache_clear", lru_clear_cache, "self, /", "Forget all results, and count from zero.", 0},
    {"__reduce__", lru_reduce, "self, /", NULL, 0},
    {"__copy__", lru_self, "self, /", NULL, 0},
    {"__deepcopy__", lru_self, "self, memo, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};

const TypeDef lru_def = {
    .name = "functools._lru_cache_wrapper",
    .doc = "A function that remembers its last results by their arguments.",
    .kind = KIND_OPAQUE,
    .size = sizeof(Lru),
    .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE | TYPE_WEAKREF,
    .s = {.new_ = lru_new, .call = lru_call, .descr_get = lru_get},
    .dealloc = lru_dealloc,
    .traverse = lru_traverse,
    .clear = lru_clear,
    .methods = methods,
};
