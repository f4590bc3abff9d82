/* hash_table.c: the class Table: rows of numbers go to hashes.c, without the interpreter's lock where they are many; rows of objects are looked up here.
 *
 * What a program's __hash__ and __eq__ may do meanwhile: before the first object whose comparing can run a program's code all items are held in an array of their own, so that the array they stand in
 * may change; the table itself refuses to be used while it is being filled. */
#include "hash_table.h"

#include <stdlib.h>

#include "hashes.h"
#include "lang/object/args.h"
#include "lang/object/call.h"
#include "lang/object/containers.h"
#include "lang/object/ops.h"
#include "lang/object/num.h"
#include "lang/object/str.h"
#include "lang/object/thread.h"
#include "std/lent.h"
#include "std/std.h"

enum { SMALL = 1 << 14 /* so few rows are not worth handing over the lock */ };
enum { ROWS_DROP = 1, ROWS_NAT = 2, ROWS_BACKWARD = 4, ROWS_KNOWN = 8, ROWS_LENIENT = 16, ROWS_MERGE = 32 };

typedef struct Table {
    Obj head;
    Hashes h;
    Value *keys; /* of objects, by code; the blank's is NULL */
    int64_t room;
    char kind; /* l, d, O; 0: nothing was put in yet */
    bool odd;  /* comparing with a key may run a program's code */
    bool adding;
    int finding;
} Table;

static inline Table *as_table(Ref v) { return (Table *)BITS(v); }

static void table_clear(VM *vm, Obj *o)
{
    Table *t = (Table *)o;
    Value *keys = t->keys;
    int64_t n = t->kind == 'O' ? t->h.count : 0;
    t->keys = NULL, t->room = 0, t->kind = 0;
    hashes_close(&t->h);
    for (int64_t i = 0; i < n; i++) release(vm, keys[i]);
    free(keys);
}

static void table_dealloc(VM *vm, Obj *o)
{
    table_clear(vm, o);
    obj_free(vm, o, sizeof(Table));
}

static void table_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    Table *t = (Table *)o;
    for (int64_t i = 0; t->kind == 'O' && i < t->h.count; i++)
        if (t->keys[i]) visit(t->keys[i], arg);
    (void)vm;
}

static Value table_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    if (!args_no_kw(vm, "Table", kwnames) || !args_count(vm, "Table", n, 0, 0)) return NO_VALUE;
    Table *t = (Table *)obj_alloc(vm, as_type(cls), sizeof *t);
    if (!t) return NO_VALUE;
    hashes_open(&t->h);
    return VAL(t);
    (void)args;
}

static int64_t table_len(VM *vm, Ref v)
{
    (void)vm;
    return as_table(v)->h.count;
}

/* ---- rows of objects ---- */
typedef struct Walk {
    VM *vm;
    Table *table;
    const Rows *rows;
    const Ref *items; /* of the array, or `held` */
    Value *held;
    Value safe;       /* a class no object of which stands for nothing */
    bool lenient, merge;
} Walk;

static inline Ref item(const Walk *w, int64_t i) { return w->items[i] ? w->items[i] : V_NONE; }

/* Nothing that is done with it runs a program's code. */
static inline bool is_plain(VM *vm, Ref x) { return !is_heap(x) || as_obj(x)->type == CLASS(str); }

static bool hold(Walk *w)
{
    int64_t n = w->rows->count;
    if (w->held || !n) return true;
    Value *made = malloc((size_t)n * sizeof *made);
    if (!made) return err_no_memory(w->vm), false;
    for (int64_t i = 0; i < n; i++) made[i] = retain(item(w, i));
    w->held = made;
    w->items = as_refs(made);
    return true;
}

static void let_go(Walk *w)
{
    for (int64_t i = 0; w->held && i < w->rows->count; i++) release(w->vm, w->held[i]);
    free(w->held);
    release(w->vm, w->safe);
}

/* An error that counts as an answer is taken off; memory that is not there, calls that are too deep and what ends the program do not. */
static bool forgive(VM *vm)
{
    if (!err_matches(vm, EXC_Exception) || err_matches(vm, EXC_MemoryError) || err_matches(vm, EXC_RecursionError)) return false;
    err_clear(vm);
    return true;
}

/* -1: raised */
static int is_missing(Walk *w, Ref x)
{
    VM *vm = w->vm;
    if (is_none(x)) return 1;
    if (is_float_any(x)) return float_any_of(x) != float_any_of(x);
    if (is_plain(vm, x)) return 0;
    const Nothing *none = &tables_state(vm)->nothing;
    if (x == none->nat || x == none->na) return 1;
    if (is_complex(x)) return ((Complex *)BITS(x))->re != ((Complex *)BITS(x))->re || ((Complex *)BITS(x))->im != ((Complex *)BITS(x))->im;
    if (as_obj(x)->kind == KIND_INSTANCE || as_obj(x)->kind == KIND_TUPLE || as_obj(x)->kind == KIND_INT || REF(as_obj(x)->type) == w->safe || !none->ask) return 0;
    Value said = call1(vm, none->ask, x);
    if (!said) return -1;
    if (is_none(said)) value_put(vm, &w->safe, retain(REF(as_obj(x)->type)));
    int found = is_none(said) ? 0 : said == V_TRUE;
    release(vm, said);
    return found;
}

static bool hash_of(VM *vm, Ref x, int64_t *hash);

static bool hash_of_tuple(VM *vm, const Tuple *t, int64_t *hash)
{
    if (!rec_enter(vm, " while hashing a tuple")) return false;
    uint64_t all = 0x345678;
    bool ok = true;
    for (int64_t i = 0; ok && i < t->len; i++) {
        int64_t one = 0;
        ok = hash_of(vm, t->items[i], &one);
        all = (all ^ (uint64_t)one) * 0x9E3779B97F4A7C15u + (uint64_t)i;
    }
    rec_leave(vm);
    *hash = (int64_t)all;
    return ok;
}

static bool hash_of(VM *vm, Ref x, int64_t *hash)
{
    if (is_float(x)) return *hash = float_of(x) != float_of(x) ? 0 : num_hash_double(float_of(x)), true;
    if (is_small(x)) return *hash = num_hash_int(x), true;
    if (is_heap(x) && as_obj(x)->type == CLASS(str)) return *hash = str_hash(vm, x), true;
    if (is_tuple(x)) return hash_of_tuple(vm, as_tuple(x), hash);
    if (is_complex(x)) {
        const Complex *c = (const Complex *)BITS(x);
        if (c->re != c->re || c->im != c->im) return *hash = 1, true;
    }
    return op_hash(vm, x, hash);
}

static inline bool same_part(double a, double b) { return a == b || (a != a && b != b); }

static int same(VM *vm, Ref a, Ref b);

static int same_tuples(VM *vm, const Tuple *a, const Tuple *b)
{
    if (a->len != b->len) return 0;
    if (!rec_enter(vm, " in comparison")) return -1;
    int found = 1;
    for (int64_t i = 0; found == 1 && i < a->len; i++) found = same(vm, a->items[i], b->items[i]);
    rec_leave(vm);
    return found;
}

/* 1, 0, -1: raised */
static int same(VM *vm, Ref a, Ref b)
{
    if (a == b) return 1;
    if (is_float(a) && is_float(b)) return same_part(float_of(a), float_of(b));
    if (both_small(a, b)) return 0;
    if (is_heap(a) && is_heap(b) && as_obj(a)->type == as_obj(b)->type) {
        if (as_obj(a)->type == CLASS(str)) return str_equal(a, b);
        if (as_obj(a)->type == CLASS(tuple)) return same_tuples(vm, as_tuple(a), as_tuple(b));
        if (as_obj(a)->type == CLASS(complex)) return same_part(((Complex *)BITS(a))->re, ((Complex *)BITS(b))->re) && same_part(((Complex *)BITS(a))->im, ((Complex *)BITS(b))->im);
    }
    int found = op_compare_bool(vm, a, b, CMP_EQ);
    return found >= 0 ? found : forgive(vm) ? 0 : -1;
}

/* Where x stands or would stand; NULL: raised. */
static Slot *find(Walk *w, Ref x, uint64_t hash)
{
    Hashes *h = &w->table->h;
    uint64_t at = hashes_place(h, hash), mask = ((uint64_t)1 << h->bits) - 1;
    for (; h->slots[at].code >= 0; at = (at + 1) & mask) {
        if (h->slots[at].key != hash) continue;
        int found = same(w->vm, w->table->keys[h->slots[at].code], x);
        if (found) return found < 0 ? NULL : &h->slots[at];
    }
    return &h->slots[at];
}

static bool room_for_key(Walk *w)
{
    Table *t = w->table;
    if (t->h.count < t->room) return true;
    int64_t room = t->room ? t->room * 2 : 64;
    Value *made = realloc(t->keys, (size_t)room * sizeof *made);
    if (!made) return err_no_memory(w->vm), false;
    t->keys = made, t->room = room;
    return true;
}

static bool blank(Walk *w, int64_t i)
{
    Table *t = w->table;
    if (!w->rows->known && !room_for_key(w)) return false;
    int64_t before = t->h.count;
    rows_blank(&t->h, w->rows, i);
    if (t->h.count > before) t->keys[before] = NO_VALUE;
    return true;
}

static bool put(Walk *w, int64_t i, Ref x, uint64_t hash)
{
    Table *t = w->table;
    if (!w->rows->known) { /* (who looks up alone changes nothing: others may be looking up, too) */
        if (!room_for_key(w)) return false;
        if (!hashes_grow(&t->h)) return err_no_memory(w->vm), false;
    }
    Slot *s = find(w, x, hash);
    if (!s) return false;
    bool fresh = s->code < 0 && !w->rows->known;
    if (fresh) {
        *s = (Slot){hash, t->h.count};
        t->keys[t->h.count++] = retain(x);
        t->h.used++;
        t->odd |= !is_plain(w->vm, x);
    }
    rows_note(w->rows, i, s->code, fresh);
    return true;
}

/* A text that is in the table already, as most are: found without a call. */
static inline bool known_text(Walk *w, int64_t i, Ref x)
{
    const Hashes *h = &w->table->h;
    uint64_t hash = (uint64_t)as_str(x)->hash, at = hashes_place(h, hash), mask = ((uint64_t)1 << h->bits) - 1;
    for (; h->slots[at].code >= 0; at = (at + 1) & mask) {
        if (h->slots[at].key != hash) continue;
        Ref key = w->table->keys[h->slots[at].code];
        if (key != x && !(is_heap(key) && as_obj(key)->type == as_obj(x)->type && str_equal(key, x))) continue;
        rows_note(w->rows, i, h->slots[at].code, false);
        return true;
    }
    return false;
}

/* One row. */
static bool object_row(Walk *w, int64_t i)
{
    VM *vm = w->vm;
    if (w->rows->mask && w->rows->mask[i]) return blank(w, i);
    Ref x = item(w, i);
    bool plain = is_plain(vm, x);
    if ((!plain || w->table->odd) && !w->held) {
        if (!hold(w)) return false;
        x = item(w, i);
    }
    if (w->rows->drop || w->merge) {
        int gone = is_missing(w, x);
        if (gone) return gone > 0 && blank(w, i);
    }
    int64_t hash;
    if (!hash_of(vm, x, &hash)) {
        if (!w->lenient || !forgive(vm)) return false;
        hash = 0;
    }
    if (!w->table->h.bits && w->rows->known) return rows_note(w->rows, i, -1, false), true;
    return put(w, i, x, (uint64_t)hash);
}

enum { AHEAD = 16 /* objects are fetched while others are compared, then their slots */ };

static inline void fetch_ahead(const Walk *w, int64_t k)
{
    const Rows *r = w->rows;
    const Hashes *h = &w->table->h;
    if (k + AHEAD < r->count) {
        Ref far = w->items[rows_at(r, k + AHEAD)];
        if (is_heap(far)) __builtin_prefetch(as_obj(far));
    }
    if (h->bits > 10 && k + AHEAD / 2 < r->count) {
        Ref near = w->items[rows_at(r, k + AHEAD / 2)];
        if (is_kind(near, KIND_STR)) __builtin_prefetch(&h->slots[hashes_place(h, (uint64_t)as_str(near)->hash)]);
    }
}

static bool object_rows(VM *vm, Table *t, const Rows *r, bool lenient, bool merge)
{
    Walk w = {.vm = vm, .table = t, .rows = r, .items = (const Ref *)r->values, .lenient = lenient, .merge = merge};
    bool ok = true;
    for (int64_t k = 0; ok && k < r->count; k++) {
        fetch_ahead(&w, k);
        int64_t i = rows_at(r, k);
        Ref x = w.items[i];
        if (t->h.bits && !t->odd && !r->mask && is_heap(x) && as_obj(x)->type == CLASS(str) && as_str(x)->hash != -1 && known_text(&w, i, x)) continue;
        ok = object_row(&w, i);
    }
    Value error = err_take(vm);
    let_go(&w);
    err_put(vm, error);
    return ok;
}

/* ---- what Python calls ---- */
/* v numbers or objects, b bools, L whole numbers that are written; where a mark follows the first, None stands for no array */
static bool fits(const Lent *l, const BufferView *v, char kind, char letter)
{
    (void)l;
    return letter == 'v' ? v->itemsize == 8 && (kind == 'l' || kind == 'q' || kind == 'd' || kind == 'O') : false;
}

static bool whole_of(const BufferView *v, char kind) { return v->itemsize == 8 && (kind == 'l' || kind == 'q') && !v->readonly; }
static bool bytes_of(const BufferView *v, char kind) { return v->itemsize == 1 && (kind == '?' || kind == 'B' || kind == 'b'); }

/* An array that may be None: *out its memory. */
static bool also(VM *vm, Ref v, Lent *l, bool bytes, bool written, int64_t least, void *out)
{
    void *none = NULL;
    memcpy(out, &none, sizeof none);
    if (is_none(v)) return true;
    BufferView *view = &l->views[l->count];
    if (!buffer_get(vm, v, view)) return false;
    l->count++;
    if (!(bytes ? bytes_of(view, lent_kind(view)) && !(written && view->readonly) : whole_of(view, lent_kind(view)))) return err_false(vm, EXC_ValueError, "arrays of bools and of whole numbers of 64 bits where they count");
    if (view->len / view->itemsize < least) return err_false(vm, EXC_ValueError, "arrays that have a place for each row");
    memcpy(out, &view->data, sizeof none);
    return true;
}

static bool free_for(VM *vm, const Table *t, bool known)
{
    if (t->adding || (t->finding && !known)) return err_false(vm, EXC_RuntimeError, "the table is in use");
    return true;
}

static bool number_rows(VM *vm, Table *t, const Rows *r)
{
    if (!t->h.bits && !t->h.near && r->known && t->h.blank < 0) {
        for (int64_t i = 0; i < r->count; i++) rows_note(r, i, -1, false);
        return true;
    }
    bool away = r->count > SMALL;
    Thread *me = away ? thread_leave(vm) : NULL;
    bool ok = hashes_rows(&t->h, r);
    if (away) thread_enter(vm, me);
    return ok || (err_no_memory(vm), false);
}

static bool rows_done(VM *vm, Table *t, Rows *r, char kind, int64_t how)
{
    r->drop = how & ROWS_DROP, r->nat = how & ROWS_NAT, r->backward = how & ROWS_BACKWARD, r->known = how & ROWS_KNOWN, r->doubles = kind == 'd';
    if (!free_for(vm, t, r->known)) return false;
    if (t->kind && t->kind != kind) return err_false(vm, EXC_ValueError, "values of the kind that the table has");
    if (!r->known) t->kind = kind, t->adding = true;
    else t->finding++;
    bool ok = kind == 'O' ? object_rows(vm, t, r, how & ROWS_LENIENT, how & ROWS_MERGE) : number_rows(vm, t, r);
    if (!r->known) t->adding = false;
    else t->finding--;
    return ok;
}

/* values, mask, codes, first, counts, flags, how */
static Value table_rows(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Table *t = as_table(args[0]);
    int64_t how;
    Lent l;
    Rows r = {0};
    if (!num_index_i64(vm, args[7], &how) || !lent_take(vm, args + 1, "v", fits, "arrays of whole numbers of 64 bits, doubles or objects", &l)) return NO_VALUE;
    const BufferView *v = &l.views[0];
    char kind = lent_kind(v) == 'q' ? 'l' : lent_kind(v);
    r.values = (const uint64_t *)v->data, r.count = v->data ? v->len / 8 : 0;
    int64_t codes = t->h.count + r.count;
    bool ok = also(vm, args[2], &l, true, false, r.count, &r.mask) && also(vm, args[3], &l, false, true, r.count, &r.codes) && also(vm, args[4], &l, false, true, codes, &r.first)
        && also(vm, args[5], &l, false, true, codes, &r.counts) && also(vm, args[6], &l, true, true, r.count, &r.flags) && rows_done(vm, t, &r, kind, how);
    Value error = err_take(vm);
    lent_back(vm, &l);
    err_put(vm, error);
    return ok ? int_from_i64(vm, t->h.count) : NO_VALUE;
    (void)n, (void)kwnames;
}

Value hash_missing(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Lent l;
    Rows r = {0};
    if (!lent_take(vm, args, "v", fits, "an array of objects", &l)) return NO_VALUE;
    r.values = (const uint64_t *)l.views[0].data, r.count = r.values ? l.views[0].len / 8 : 0;
    Walk w = {.vm = vm, .rows = &r, .items = (const Ref *)r.values};
    bool ok = lent_kind(&l.views[0]) == 'O' || err_false(vm, EXC_ValueError, "an array of objects");
    ok = ok && also(vm, args[1], &l, true, true, r.count, &r.flags);
    for (int64_t i = 0; ok && i < r.count; i++) {
        if (!is_plain(vm, item(&w, i)) && !hold(&w)) ok = false;
        int gone = ok ? is_missing(&w, item(&w, i)) : -1;
        ok = gone >= 0;
        if (ok) r.flags[i] = gone != 0;
    }
    Value error = err_take(vm);
    let_go(&w);
    lent_back(vm, &l);
    err_put(vm, error);
    return ok ? V_NONE : NO_VALUE;
    (void)n, (void)kwnames;
}

static const NativeDef methods[] = {{"rows", table_rows, "self, values, mask, codes, first, counts, flags, how, /", "Looks rows up: their codes, each code's first row and count, which were there before.", 0},
                                    {NULL, NULL, NULL, NULL, 0}};

const TypeDef hash_table_def = {.name = "_tables.Table", .doc = "Values and their codes.", .kind = KIND_OPAQUE, .size = sizeof(Table), .flags = TYPE_GC, .s = {.new_ = table_new, .len = table_len},
                                .dealloc = table_dealloc, .traverse = table_traverse, .clear = table_clear, .methods = methods};
