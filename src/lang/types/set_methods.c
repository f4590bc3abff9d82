/* set_methods.c: the methods and operators of set and frozenset. */
#include "set_impl.h"

static Type *base_type(VM *vm, Ref s) { return set_is_frozen(s) ? CLASS(frozenset) : CLASS(set); }
static Value empty_like(VM *vm, Ref s) { return VAL(set_alloc(vm, base_type(vm, s))); }

static Value copy_of(VM *vm, Ref s)
{
    if (is_exact(s, CLASS(frozenset))) return retain(s);
    return set_copy_as(vm, s, base_type(vm, s));
}

static Value ok_or_drop(VM *vm, Value s, bool ok)
{
    if (ok && !err_occurred(vm)) return s;
    release(vm, s);
    return NO_VALUE;
}

/* Runs fn(target, key, hash, arg) on every item of any iterable (sets without hashing anew). A set's go to `quick` first, which calls nothing of the program's, so that nothing has to be held: 1, 0
 * for the end, or -1: fn has to do it. */
typedef bool (*EachFn)(VM *vm, Ref key, int64_t hash, void *arg);
typedef int (*QuickFn)(VM *vm, Ref key, int64_t hash, void *arg);
static inline __attribute__((always_inline)) bool for_each(VM *vm, Ref iterable, QuickFn quick, EachFn fn, void *arg) /* inline: each caller gets a loop with its fns in it */
{
    Ref key;
    int64_t hash;
    bool ok = true;
    if (is_set(iterable)) {
        for (int64_t pos = 0; ok && set_step(as_set(iterable), &pos, &key, &hash);) {
            int done = quick(vm, key, hash, arg);
            if (done >= 0) {
                ok = done;
                continue;
            }
            Value held = retain(key);
            ok = fn(vm, held, hash, arg);
            release(vm, held);
        }
        return ok;
    }
    Value it = op_iter(vm, iterable), v;
    if (it == NO_VALUE) return false;
    while (ok && (v = op_next(vm, it)) != NO_VALUE) {
        ok = key_hash(vm, v, &hash) && fn(vm, v, hash, arg);
        release(vm, v);
    }
    release(vm, it);
    return ok && !err_occurred(vm);
}

typedef struct Pair { Set *in, *out; bool hit; } Pair;

/* A key that `out` holds or gets. */
static inline int put_quick(VM *vm, Set *out, Ref key, int64_t hash)
{
    SetEntry *e = out->table ? set_place(vm, out, key, hash) : NULL;
    return e == NULL ? -1 : e->key != NO_VALUE || set_enter(vm, out, e, key, hash) >= 0;
}
static int quick_if_in(VM *vm, Ref key, int64_t hash, void *arg)
{
    Pair *p = arg;
    int in = set_has(vm, p->in, key, hash);
    return in < 0 ? -1 : in == 0 ? 1 : put_quick(vm, p->out, key, hash);
}
static int quick_if_not_in(VM *vm, Ref key, int64_t hash, void *arg)
{
    Pair *p = arg;
    int in = set_has(vm, p->in, key, hash);
    return in < 0 ? -1 : in == 1 ? 1 : put_quick(vm, p->out, key, hash);
}
static int quick_discard(VM *vm, Ref key, int64_t hash, void *arg)
{
    Set *s = arg;
    SetEntry *e = s->table ? set_place(vm, s, key, hash) : NULL;
    if (e == NULL || e->key == NO_VALUE) return e == NULL ? -1 : 1;
    return set_leave(vm, s, e); /* (the other set holds it) */
}
static int quick_toggle(VM *vm, Ref key, int64_t hash, void *arg)
{
    Set *s = arg;
    SetEntry *e = s->table ? set_place(vm, s, key, hash) : NULL;
    if (e == NULL) return -1;
    return e->key != NO_VALUE ? set_leave(vm, s, e) : set_enter(vm, s, e, key, hash) >= 0;
}
static int quick_stop_if_in(VM *vm, Ref key, int64_t hash, void *arg)
{
    Pair *p = arg;
    int in = set_has(vm, p->in, key, hash);
    p->hit = in > 0;
    return in < 0 ? -1 : !in;
}
static int quick_stop_if_not_in(VM *vm, Ref key, int64_t hash, void *arg)
{
    Pair *p = arg;
    int in = set_has(vm, p->in, key, hash);
    p->hit = in == 0;
    return in;
}
static int quick_none(VM *vm, Ref key, int64_t hash, void *arg) { return -1; }

static bool add_if_in(VM *vm, Ref key, int64_t hash, void *arg)
{
    Pair *p = arg;
    int in = set_contains_hash(vm, p->in, key, hash);
    return in >= 0 && (in == 0 || set_add_hash(vm, p->out, key, hash) >= 0);
}
static bool add_if_not_in(VM *vm, Ref key, int64_t hash, void *arg)
{
    Pair *p = arg;
    int in = set_contains_hash(vm, p->in, key, hash);
    return in >= 0 && (in == 1 || set_add_hash(vm, p->out, key, hash) >= 0);
}
static bool discard_it(VM *vm, Ref key, int64_t hash, void *arg) { return set_discard_hash(vm, arg, key, hash) >= 0; }
static bool toggle_it(VM *vm, Ref key, int64_t hash, void *arg)
{
    int gone = set_discard_hash(vm, arg, key, hash);
    return gone > 0 || (gone == 0 && set_add_hash(vm, arg, key, hash) >= 0);
}
static bool stop_if_in(VM *vm, Ref key, int64_t hash, void *arg)
{
    Pair *p = arg;
    int in = set_contains_hash(vm, p->in, key, hash);
    p->hit = in > 0;
    return in == 0;
}
static bool stop_if_not_in(VM *vm, Ref key, int64_t hash, void *arg)
{
    Pair *p = arg;
    int in = set_contains_hash(vm, p->in, key, hash);
    p->hit = in == 0;
    return in > 0;
}

/* ---- the four combinations ---- */
static Value intersection(VM *vm, Ref a, Ref b)
{
    Value out = empty_like(vm, a);
    if (out == NO_VALUE) return out;
    if (is_set(b) && as_set(b)->used > as_set(a)->used) { /* walk the smaller */
        Ref t = a;
        a = b;
        b = t;
    }
    Pair p = {as_set(a), as_set(out), false};
    return ok_or_drop(vm, out, for_each(vm, b, quick_if_in, add_if_in, &p));
}

static bool subtract(VM *vm, Ref s, Ref other)
{
    Set *set = as_set(s);
    if (s == other) {
        set_clear_all(vm, set);
        return true;
    }
    Value fewer = NO_VALUE;
    if (is_set(other) && as_set(other)->used >> 3 > set->used) {
        fewer = intersection(vm, s, other);
        if (fewer == NO_VALUE) return false;
    }
    bool ok = for_each(vm, fewer != NO_VALUE ? (Ref)fewer : other, quick_discard, discard_it, set);
    release(vm, fewer);
    if (!ok || (uint64_t)(set->fill - set->used) <= set->mask / 4) return ok;
    return set_rehash(vm, set, set_growth(set)); /* too many deleted entries */
}

static Value copy_and_subtract(VM *vm, Ref a, Ref b)
{
    Value out = set_copy_as(vm, a, base_type(vm, a));
    return out == NO_VALUE ? out : ok_or_drop(vm, out, subtract(vm, out, b));
}

static bool add_if_no_key(VM *vm, Ref key, int64_t hash, void *arg)
{
    Ref *dict_out = arg;
    Ref v = dict_get_hash(vm, dict_out[0], key, hash);
    if (v != NULL) return true;
    return !err_occurred(vm) && set_add_hash(vm, as_set(dict_out[1]), key, hash) >= 0;
}

static Value difference(VM *vm, Ref a, Ref b)
{
    bool dict = is_exact(b, CLASS(dict));
    int64_t nb = is_set(b) ? as_set(b)->used : dict ? dict_len(b) : -1;
    if (nb < 0 || as_set(a)->used >> 2 > nb) return copy_and_subtract(vm, a, b);
    Value out = empty_like(vm, a);
    if (out == NO_VALUE) return out;
    Ref pair[2] = {b, out};
    Pair p = {is_set(b) ? as_set(b) : NULL, as_set(out), false};
    return ok_or_drop(vm, out, dict ? for_each(vm, a, quick_none, add_if_no_key, pair) : for_each(vm, a, quick_if_not_in, add_if_not_in, &p));
}

static bool toggle_all(VM *vm, Ref s, Ref other)
{
    if (s == other) {
        set_clear_all(vm, as_set(s));
        return true;
    }
    if (is_set(other)) return for_each(vm, other, quick_toggle, toggle_it, as_set(s));
    Value set = set_new(vm); /* an item that comes twice counts once */
    bool ok = set != NO_VALUE && set_update(vm, set, other) && for_each(vm, set, quick_toggle, toggle_it, as_set(s));
    release(vm, set);
    return ok;
}

static Value symmetric_difference(VM *vm, Ref a, Ref b)
{
    Value out = empty_like(vm, a);
    return out == NO_VALUE ? out : ok_or_drop(vm, out, set_update(vm, out, b) && for_each(vm, a, quick_toggle, toggle_it, as_set(out)));
}

int set_is_subset(VM *vm, Ref a, Ref b) /* both sets */
{
    if (as_set(a)->used > as_set(b)->used) return 0;
    Pair p = {as_set(b), NULL, false};
    if (for_each(vm, a, quick_stop_if_not_in, stop_if_not_in, &p)) return 1;
    return p.hit ? 0 : -1;
}

/* ---- operators ---- */
static bool two_sets(Ref a, Ref b) { return is_set(a) && is_set(b); }

Value set_sub(VM *vm, Ref a, Ref b) { return two_sets(a, b) ? difference(vm, a, b) : V_NOTIMPL; }
Value set_and(VM *vm, Ref a, Ref b) { return two_sets(a, b) ? intersection(vm, a, b) : V_NOTIMPL; }
Value set_xor(VM *vm, Ref a, Ref b) { return two_sets(a, b) ? symmetric_difference(vm, a, b) : V_NOTIMPL; }

Value set_or(VM *vm, Ref a, Ref b)
{
    if (!two_sets(a, b)) return V_NOTIMPL;
    Value out = set_copy_as(vm, a, base_type(vm, a));
    return out == NO_VALUE ? out : ok_or_drop(vm, out, set_update(vm, out, b));
}

Value set_isub(VM *vm, Ref a, Ref b) { return !two_sets(a, b) ? V_NOTIMPL : subtract(vm, a, b) ? retain(a) : NO_VALUE; }
Value set_ior(VM *vm, Ref a, Ref b) { return !two_sets(a, b) ? V_NOTIMPL : set_update(vm, a, b) ? retain(a) : NO_VALUE; }
Value set_ixor(VM *vm, Ref a, Ref b) { return !two_sets(a, b) ? V_NOTIMPL : toggle_all(vm, a, b) ? retain(a) : NO_VALUE; }

static bool keep_common(VM *vm, Ref s, Ref other)
{
    Value both = intersection(vm, s, other);
    if (both == NO_VALUE) return false;
    set_swap(as_set(s), as_set(both));
    release(vm, both);
    return true;
}
Value set_iand(VM *vm, Ref a, Ref b) { return !two_sets(a, b) ? V_NOTIMPL : keep_common(vm, a, b) ? retain(a) : NO_VALUE; }

/* ---- methods; args[1] of those with *others is a tuple ---- */
static Value m_add(VM *vm, const Ref *args, int n, Ref kwnames) { return set_add(vm, args[0], args[1]) < 0 ? NO_VALUE : V_NONE; }
static Value m_discard(VM *vm, const Ref *args, int n, Ref kwnames) { return set_discard(vm, args[0], args[1]) < 0 ? NO_VALUE : V_NONE; }
static Value m_pop(VM *vm, const Ref *args, int n, Ref kwnames) { return set_pop(vm, args[0]); }
static Value m_copy(VM *vm, const Ref *args, int n, Ref kwnames) { return copy_of(vm, args[0]); }

static Value m_remove(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int gone = set_discard(vm, args[0], args[1]);
    if (gone == 0) return err_raise_value(vm, EXC_KeyError, args[1]);
    return gone < 0 ? NO_VALUE : V_NONE;
}

static Value m_clear(VM *vm, const Ref *args, int n, Ref kwnames)
{
    set_clear_all(vm, as_set(args[0]));
    return V_NONE;
}

static Value m_update(VM *vm, const Ref *args, int n, Ref kwnames)
{
    for (int64_t i = 0; i < as_tuple(args[1])->len; i++)
        if (!set_update(vm, args[0], as_tuple(args[1])->items[i])) return NO_VALUE;
    return V_NONE;
}

static Value m_union(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value out = set_copy_as(vm, args[0], base_type(vm, args[0]));
    bool ok = out != NO_VALUE;
    for (int64_t i = 0; ok && i < as_tuple(args[1])->len; i++) ok = set_update(vm, out, as_tuple(args[1])->items[i]);
    return ok_or_drop(vm, out, ok);
}

static Value fold(VM *vm, const Ref *args, Value (*fn)(VM *, Ref, Ref))
{
    Tuple *others = as_tuple(args[1]);
    if (others->len == 0) return copy_of(vm, args[0]);
    Value out = retain(args[0]);
    for (int64_t i = 0; out != NO_VALUE && i < others->len; i++) {
        Value next = fn(vm, out, others->items[i]);
        release(vm, out);
        out = next;
    }
    return out;
}

static Value m_intersection(VM *vm, const Ref *args, int n, Ref kwnames) { return fold(vm, args, intersection); }

static Value m_difference(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tuple *others = as_tuple(args[1]);
    if (others->len == 0) return copy_of(vm, args[0]);
    Value out = difference(vm, args[0], others->items[0]);
    bool ok = out != NO_VALUE;
    for (int64_t i = 1; ok && i < others->len; i++) ok = subtract(vm, out, others->items[i]);
    return ok_or_drop(vm, out, ok);
}

static Value m_symmetric_difference(VM *vm, const Ref *args, int n, Ref kwnames) { return symmetric_difference(vm, args[0], args[1]); }

static Value m_intersection_update(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value both = fold(vm, args, intersection);
    if (both == NO_VALUE) return both;
    if (both != args[0]) set_swap(as_set(args[0]), as_set(both));
    release(vm, both);
    return V_NONE;
}

static Value m_difference_update(VM *vm, const Ref *args, int n, Ref kwnames)
{
    for (int64_t i = 0; i < as_tuple(args[1])->len; i++)
        if (!subtract(vm, args[0], as_tuple(args[1])->items[i])) return NO_VALUE;
    return V_NONE;
}

static Value m_symmetric_difference_update(VM *vm, const Ref *args, int n, Ref kwnames) { return toggle_all(vm, args[0], args[1]) ? V_NONE : NO_VALUE; }

static Value as_a_set(VM *vm, Ref o) /* owned */
{
    if (is_set(o)) return retain(o);
    Value s = set_new(vm);
    return s == NO_VALUE ? s : ok_or_drop(vm, s, set_update(vm, s, o));
}

static Value m_issubset(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value other = as_a_set(vm, args[1]);
    int r = other == NO_VALUE ? -1 : set_is_subset(vm, args[0], other);
    release(vm, other);
    return r < 0 ? NO_VALUE : make_bool(r);
}

static Value m_issuperset(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (is_set(args[1])) {
        int r = set_is_subset(vm, args[1], args[0]);
        return r < 0 ? NO_VALUE : make_bool(r);
    }
    Pair p = {as_set(args[0]), NULL, false};
    bool all = for_each(vm, args[1], quick_stop_if_not_in, stop_if_not_in, &p);
    return all || p.hit ? make_bool(all) : NO_VALUE;
}

static Value m_isdisjoint(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref a = args[0], b = args[1];
    if (is_set(b) && as_set(b)->used > as_set(a)->used) {
        a = args[1];
        b = args[0];
    }
    Pair p = {as_set(a), NULL, false};
    bool none = for_each(vm, b, quick_stop_if_in, stop_if_in, &p);
    return none || p.hit ? make_bool(none) : NO_VALUE;
}

static Value m_contains(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int in = set_contains(vm, args[0], args[1]);
    return in < 0 ? NO_VALUE : make_bool(in);
}

static Value m_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value list = list_from_iter(vm, args[0]), inner = NO_VALUE, state = NO_VALUE, r = NO_VALUE;
    if (list != NO_VALUE) inner = tuple_of(vm, 1, (Ref)list);
    if (inner != NO_VALUE) state = call_method(vm, args[0], NAME(__getstate__), NULL, 0);
    if (state != NO_VALUE) r = tuple_of(vm, 3, REF(as_obj(args[0])->type), (Ref)inner, (Ref)state);
    release(vm, list);
    release(vm, inner);
    release(vm, state);
    return r;
}

static Value m_sizeof(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Set *s = as_set(args[0]);
    return make_small(200 + (s->mask > 7 ? (int64_t)(s->mask + 1) * 16 : 0));
}

#define SHARED_ROWS                                                                                                \
    {"copy", m_copy, "self, /", "A set of the same items.", 0},                                                    \
    {"union", m_union, "self, /, *others", "What is in this set or in any of the others.", 0},                     \
    {"intersection", m_intersection, "self, /, *others", "What is in this set and in all of the others.", 0},      \
    {"difference", m_difference, "self, /, *others", "What is in this set and in none of the others.", 0},         \
    {"symmetric_difference", m_symmetric_difference, "self, other, /", "What is in one of the two sets only.", 0}, \
    {"issubset", m_issubset, "self, other, /", "Is everything here in other too?", 0},                             \
    {"issuperset", m_issuperset, "self, other, /", "Is everything in other here too?", 0},                         \
    {"isdisjoint", m_isdisjoint, "self, other, /", "Have the two nothing in common?", 0},                          \
    {"__contains__", m_contains, "self, key, /", "Is key in the set?", NATIVE_COEXIST},                            \
    {"__reduce__", m_reduce, "self, /", "For copying and pickling.", 0},                                           \
    {"__sizeof__", m_sizeof, "self, /", "Size in memory, in bytes.", 0}, CLASS_GETITEM_ROW

const NativeDef set_methods[] = {
    SHARED_ROWS,
    {"add", m_add, "self, object, /", "Put object in, unless it is there.", 0},
    {"discard", m_discard, "self, object, /", "Take object out, if it is there.", 0},
    {"remove", m_remove, "self, object, /", "Take object out; KeyError if it is not there.", 0},
    {"pop", m_pop, "self, /", "Take out any item and return it; KeyError when empty.", 0},
    {"clear", m_clear, "self, /", "Remove all items.", 0},
    {"update", m_update, "self, /, *others", "Put in what the others hold.", 0},
    {"intersection_update", m_intersection_update, "self, /, *others", "Keep only what all of the others hold too.", 0},
    {"difference_update", m_difference_update, "self, /, *others", "Take out what any of the others holds.", 0},
    {"symmetric_difference_update", m_symmetric_difference_update, "self, other, /", "Take out what other holds too, and put in the rest of it.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

const NativeDef frozenset_methods[] = {
    SHARED_ROWS,
    {NULL, NULL, NULL, NULL, 0},
};
