/* mod_deque.c: collections.deque: a ring of items. `changes` counts insertions and removals, so that iterators notice them. */
#include "mod_collections.h"

typedef struct Deque {
    Obj head;
    Value *ring;     /* cap items, a power of two, the first at `first` */
    int64_t cap, first, len;
    int64_t maxlen;  /* -1: none */
    uint64_t changes;
} Deque;

typedef struct DequeIter { Obj head; Value deque; int64_t left; uint64_t changes; } DequeIter;

static Deque *as_deque(Ref v) { return (Deque *)BITS(v); }
static CollectionsState *state_of(VM *vm) { return module_state(vm, &collections_module); }
static bool is_deque(VM *vm, Ref v) { CollectionsState *s = state_of(vm); return s != NULL && is_instance_of(vm, v, s->deque); }
static inline Value *slot(Deque *d, int64_t i) { return &d->ring[(d->first + i) & (d->cap - 1)]; }

static bool grow(VM *vm, Deque *d)
{
    int64_t cap = d->cap == 0 ? 8 : d->cap * 2;
    Value *ring = cap > (int64_t)1 << 40 ? NULL : mem_alloc(vm->mem, (size_t)cap * sizeof *ring);
    if (ring == NULL) return err_no_memory(vm), false;
    for (int64_t i = 0; i < d->len; i++) ring[i] = *slot(d, i);
    mem_free(vm->mem, d->ring, (size_t)d->cap * sizeof *ring);
    d->ring = ring;
    d->cap = cap;
    d->first = 0;
    return true;
}

static Value take_right(Deque *d)
{
    d->changes++;
    return *slot(d, --d->len);
}

static Value take_left(Deque *d)
{
    Value v = d->ring[d->first];
    d->first = (d->first + 1) & (d->cap - 1);
    d->len--;
    d->changes++;
    return v;
}

static bool push_right(VM *vm, Deque *d, Ref v)
{
    if (d->len == d->cap && !grow(vm, d)) return false;
    *slot(d, d->len++) = retain(v);
    d->changes++;
    if (d->maxlen >= 0 && d->len > d->maxlen) release(vm, take_left(d));
    return true;
}

static bool push_left(VM *vm, Deque *d, Ref v)
{
    if (d->len == d->cap && !grow(vm, d)) return false;
    d->first = (d->first - 1) & (d->cap - 1);
    d->ring[d->first] = retain(v);
    d->len++;
    d->changes++;
    if (d->maxlen >= 0 && d->len > d->maxlen) release(vm, take_right(d));
    return true;
}

static void empty(VM *vm, Deque *d)
{
    Value *ring = d->ring;
    int64_t cap = d->cap, first = d->first, len = d->len;
    d->ring = NULL;
    d->cap = d->first = d->len = 0;
    d->changes++;
    for (int64_t i = 0; i < len; i++) release(vm, ring[(first + i) & (cap - 1)]);
    if (ring != NULL) mem_free(vm->mem, ring, (size_t)cap * sizeof *ring);
}

static bool extend(VM *vm, Ref self, Ref iterable, bool (*push)(VM *, Deque *, Ref))
{
    if (self == iterable) { /* a copy, or it never ends */
        Value copy = list_from_iter(vm, iterable);
        bool done = copy != NO_VALUE && extend(vm, self, copy, push);
        release(vm, copy);
        return done;
    }
    Value it = op_iter(vm, iterable), v;
    if (it == NO_VALUE) return false;
    bool ok = true;
    for (unsigned steps = 1; ok && (v = op_next(vm, it)) != NO_VALUE; steps++) {
        ok = push(vm, as_deque(self), v) && ((steps & 1023) != 0 || vm_poll(vm));
        release(vm, v);
    }
    release(vm, it);
    return ok && !err_occurred(vm);
}

/* ---- life ---- */
static Value deque_new(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames)
{
    Deque *d = (Deque *)obj_alloc(vm, as_type(callee), as_type(callee)->inst_size);
    if (d != NULL) d->maxlen = -1;
    return VAL(d);
}

static bool deque_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"iterable", "maxlen"};
    Ref in[2];
    int64_t maxlen = -1;
    Deque *d = as_deque(self);
    if (!args_bind(vm, "deque", args, n, kwnames, names, 2, in)) return false;
    if (in[1] != NULL && !is_none(in[1])) {
        if (!is_int(in[1])) return err_false(vm, EXC_TypeError, "an integer is required");
        if (!num_index_ssize(vm, in[1], &maxlen)) return false;
        if (maxlen < 0) return err_false(vm, EXC_ValueError, "maxlen must be non-negative");
    }
    d->maxlen = maxlen;
    if (d->len > 0) empty(vm, d);
    return in[0] == NULL || extend(vm, self, in[0], push_right);
}

static void deque_clear(VM *vm, Obj *o) { empty(vm, (Deque *)o); }

static void deque_dealloc(VM *vm, Obj *o)
{
    empty(vm, (Deque *)o);
    obj_free(vm, o, o->type->inst_size);
}

static void deque_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    Deque *d = (Deque *)o;
    for (int64_t i = 0; i < d->len; i++) seq_visit(*slot(d, i), visit, arg);
}

/* A new deque of the class of `like`, with its maxlen and the items of `iterable` (or none). */
static Value make_like(VM *vm, Ref like, Ref iterable)
{
    Deque *d = as_deque(like);
    CollectionsState *s = state_of(vm);
    if (s == NULL) return NO_VALUE;
    if (d->head.type == s->deque) {
        Value v = deque_new(vm, REF(s->deque), NULL, 0, NULL);
        if (v == NO_VALUE) return v;
        as_deque(v)->maxlen = d->maxlen;
        if (iterable == NULL || extend(vm, v, iterable, push_right)) return v;
        release(vm, v);
        return NO_VALUE;
    }
    Value none = tuple_new(vm, 0), maxlen = make_small(d->maxlen), v;
    Ref src = iterable == NULL ? (Ref)none : iterable;
    v = d->maxlen < 0 ? call1(vm, REF(d->head.type), src) : call2(vm, REF(d->head.type), src, maxlen);
    release(vm, none);
    return v;
}

/* ---- sequence ---- */
static int64_t deque_len(VM *vm, Ref o) { return as_deque(o)->len; }

static bool index_of(VM *vm, Deque *d, Ref key, int64_t *i)
{
    if (!is_int(key) && type_of(vm, key)->s.to_index == NULL)
        return err_false(vm, EXC_TypeError, "sequence index must be integer, not '%T'", key);
    if (!seq_index(vm, key, "deque", i)) return false;
    if (*i < 0) *i += d->len;
    return (*i >= 0 && *i < d->len) || err_false(vm, EXC_IndexError, "deque index out of range");
}

static Value deque_getitem(VM *vm, Ref o, Ref key)
{
    int64_t i;
    return index_of(vm, as_deque(o), key, &i) ? retain(*slot(as_deque(o), i)) : NO_VALUE;
}

static void remove_at(VM *vm, Deque *d, int64_t at)
{
    Value gone = *slot(d, at);
    for (int64_t i = at; i + 1 < d->len; i++) *slot(d, i) = *slot(d, i + 1);
    d->len--;
    d->changes++;
    release(vm, gone);
}

static bool deque_setitem(VM *vm, Ref o, Ref key, Ref v)
{
    int64_t i;
    Deque *d = as_deque(o);
    if (!index_of(vm, d, key, &i)) return false;
    if (v == NULL) remove_at(vm, d, i);
    else value_put(vm, slot(d, i), retain(v));
    return true;
}

/* The first item equal to v in [from, to): its index, -1 none, -2 raised. */
static int64_t find(VM *vm, Deque *d, Ref v, int64_t from, int64_t to)
{
    uint64_t changes = d->changes;
    for (int64_t i = from; i < to && i < d->len; i++) {
        int eq = seq_item_equal(vm, *slot(d, i), v);
        if (eq < 0) return -2;
        if (d->changes != changes) return err_raise(vm, EXC_RuntimeError, "deque mutated during iteration"), -2;
        if (eq) return i;
    }
    return -1;
}

static int deque_contains(VM *vm, Ref o, Ref v)
{
    int64_t at = find(vm, as_deque(o), v, 0, INT64_MAX);
    return at == -2 ? -1 : at >= 0;
}

static Value deque_concat(VM *vm, Ref a, Ref b)
{
    if (!is_deque(vm, b)) return err_raise(vm, EXC_TypeError, "can only concatenate deque (not \"%T\") to deque", b);
    Value d = make_like(vm, a, a);
    if (d == NO_VALUE || extend(vm, d, b, push_right)) return d;
    release(vm, d);
    return NO_VALUE;
}

static Value deque_iconcat(VM *vm, Ref a, Ref b) { return extend(vm, a, b, push_right) ? retain(a) : NO_VALUE; }

static Value deque_irepeat(VM *vm, Ref o, Ref count)
{
    Deque *d = as_deque(o);
    int64_t n;
    if (!seq_count(vm, count, &n)) return NO_VALUE;
    if (n == 0) empty(vm, d);
    int64_t len = d->len;
    if (d->maxlen >= 0 && len > 0 && n > d->maxlen / len + 2) n = d->maxlen / len + 2; /* what is before would fall out again */
    if (len > 0 && n > ((int64_t)1 << 40) / len) return err_no_memory(vm);
    Value items = n > 1 ? list_from_iter(vm, o) : V_NONE;
    bool ok = items != NO_VALUE;
    for (int64_t i = 1; ok && i < n; i++) ok = extend(vm, o, items, push_right);
    release(vm, items);
    return ok ? retain(o) : NO_VALUE;
}

static Value deque_repeat(VM *vm, Ref o, Ref count)
{
    Value d = make_like(vm, o, o);
    if (d == NO_VALUE) return d;
    Value r = deque_irepeat(vm, d, count);
    release(vm, d);
    return r;
}

static Value deque_repr(VM *vm, Ref o)
{
    Deque *d = as_deque(o);
    int seen = repr_enter(vm, o);
    if (seen < 0) return NO_VALUE;
    if (seen) return str_from_ascii(vm, "[...]", 5);
    Value list = list_from_iter(vm, o), r = NO_VALUE;
    if (list != NO_VALUE) r = d->maxlen < 0 ? str_format(vm, "%U(%R)", REF(as_obj(o)->type->name), (Ref)list) : str_format(vm, "%U(%R, maxlen=%lld)", REF(as_obj(o)->type->name), (Ref)list, (long long)d->maxlen);
    release(vm, list);
    repr_leave(vm, o);
    return r;
}

static Value deque_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (!is_deque(vm, b)) return err_occurred(vm) ? NO_VALUE : V_NOTIMPL;
    if ((op == CMP_EQ || op == CMP_NE) && as_deque(a)->len != as_deque(b)->len) return make_bool(op == CMP_NE);
    Value x = list_from_iter(vm, a), y = x == NO_VALUE ? NO_VALUE : list_from_iter(vm, b);
    Value r = y == NO_VALUE ? NO_VALUE : CLASS(list)->s.compare(vm, x, y, op);
    release(vm, x);
    release(vm, y);
    return r;
}

/* ---- iterators ---- */
static Value make_iter(VM *vm, Ref o, bool back)
{
    CollectionsState *s = state_of(vm);
    DequeIter *it = s == NULL ? NULL : (DequeIter *)obj_alloc(vm, back ? s->deque_reverse_iterator : s->deque_iterator, sizeof(DequeIter));
    if (it == NULL) return NO_VALUE;
    it->deque = retain(o);
    it->left = as_deque(o)->len;
    it->changes = as_deque(o)->changes;
    it->head.aux = back;
    return VAL(it);
}

static Value deque_iter(VM *vm, Ref o) { return make_iter(vm, o, false); }
static Value iter_self(VM *vm, Ref o) { return retain(o); }

static Value iter_next(VM *vm, Ref o)
{
    DequeIter *it = (DequeIter *)BITS(o);
    Deque *d = as_deque(it->deque);
    if (it->changes != d->changes) {
        it->left = 0;
        return err_raise(vm, EXC_RuntimeError, "deque mutated during iteration");
    }
    if (it->left == 0) return NO_VALUE;
    int64_t i = it->head.aux ? it->left - 1 : d->len - it->left;
    it->left--;
    return retain(*slot(d, i));
}

static void iter_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((DequeIter *)o)->deque);
    obj_free(vm, o, sizeof(DequeIter));
}

static void iter_traverse(VM *vm, Obj *o, VisitFn visit, void *arg) { seq_visit(((DequeIter *)o)->deque, visit, arg); }
static Value iter_hint(VM *vm, const Ref *args, int n, Ref kwnames) { return make_small(((DequeIter *)BITS(args[0]))->left); }

static const NativeDef iter_methods[] = {{"__length_hint__", iter_hint, "self, /", NULL, 0}, {NULL, NULL, NULL, NULL, 0}};

#define DEQUE_ITER(id, text)                                                                                              \
    const TypeDef id = {.name = text, .kind = KIND_OPAQUE, .size = sizeof(DequeIter), .flags = TYPE_GC | TYPE_IMMUTABLE | TYPE_NO_NEW, \
                        .s = {.iter = iter_self, .next = iter_next}, .dealloc = iter_dealloc, .traverse = iter_traverse, .methods = iter_methods};
DEQUE_ITER(deque_iterator_def, "_collections._deque_iterator")
DEQUE_ITER(deque_reverse_iterator_def, "_collections._deque_reverse_iterator")
#undef DEQUE_ITER

/* ---- methods ---- */
static Value m_append(VM *vm, const Ref *args, int n, Ref kwnames) { return push_right(vm, as_deque(args[0]), args[1]) ? V_NONE : NO_VALUE; }
static Value m_appendleft(VM *vm, const Ref *args, int n, Ref kwnames) { return push_left(vm, as_deque(args[0]), args[1]) ? V_NONE : NO_VALUE; }
static Value m_extend(VM *vm, const Ref *args, int n, Ref kwnames) { return extend(vm, args[0], args[1], push_right) ? V_NONE : NO_VALUE; }
static Value m_extendleft(VM *vm, const Ref *args, int n, Ref kwnames) { return extend(vm, args[0], args[1], push_left) ? V_NONE : NO_VALUE; }
static Value m_copy(VM *vm, const Ref *args, int n, Ref kwnames) { return make_like(vm, args[0], args[0]); }
static Value m_reversed(VM *vm, const Ref *args, int n, Ref kwnames) { return make_iter(vm, args[0], true); }

static Value m_pop(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Deque *d = as_deque(args[0]);
    return d->len == 0 ? err_raise(vm, EXC_IndexError, "pop from an empty deque") : take_right(d);
}

static Value m_popleft(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Deque *d = as_deque(args[0]);
    return d->len == 0 ? err_raise(vm, EXC_IndexError, "pop from an empty deque") : take_left(d);
}

static Value m_clear(VM *vm, const Ref *args, int n, Ref kwnames)
{
    empty(vm, as_deque(args[0]));
    return V_NONE;
}

static Value m_count(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Deque *d = as_deque(args[0]);
    int64_t count = 0;
    for (int64_t at = -1; (at = find(vm, d, args[1], at + 1, INT64_MAX)) != -1; count++)
        if (at == -2) return NO_VALUE;
    return make_small(count);
}

static Value m_index(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t from, to;
    Deque *d = as_deque(args[0]);
    if (!seq_bounds(vm, args[2], args[3], d->len, &from, &to)) return NO_VALUE;
    int64_t at = find(vm, d, args[1], from, to);
    if (at == -2) return NO_VALUE;
    return at >= 0 ? make_small(at) : err_raise(vm, EXC_ValueError, "%R is not in deque", args[1]);
}

static Value m_remove(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Deque *d = as_deque(args[0]);
    int64_t at = -1, len = d->len;
    uint64_t changes = d->changes;
    for (int64_t i = 0; i < len && at < 0; i++) {
        int eq = seq_item_equal(vm, *slot(d, i), args[1]);
        if (eq < 0) return NO_VALUE;
        if (d->changes != changes) return err_raise(vm, EXC_IndexError, "deque mutated during iteration");
        if (eq) at = i;
    }
    if (at < 0) return err_raise(vm, EXC_ValueError, "%R is not in deque", args[1]);
    remove_at(vm, d, at);
    return V_NONE;
}

static Value m_insert(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Deque *d = as_deque(args[0]);
    int64_t at;
    if (!num_index_i64(vm, args[1], &at)) return NO_VALUE;
    if (d->maxlen >= 0 && d->len >= d->maxlen) return err_raise(vm, EXC_IndexError, "deque already at its maximum size");
    if (at < 0) at = at + d->len < 0 ? 0 : at + d->len;
    if (at > d->len) at = d->len;
    if (!push_right(vm, d, args[2])) return NO_VALUE;
    Value v = *slot(d, d->len - 1);
    for (int64_t i = d->len - 1; i > at; i--) *slot(d, i) = *slot(d, i - 1);
    *slot(d, at) = v;
    return V_NONE;
}

static Value m_reverse(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Deque *d = as_deque(args[0]);
    for (int64_t i = 0, j = d->len - 1; i < j; i++, j--) {
        Value t = *slot(d, i);
        *slot(d, i) = *slot(d, j);
        *slot(d, j) = t;
    }
    return V_NONE;
}

static Value m_rotate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Deque *d = as_deque(args[0]);
    int64_t by = 1;
    if (args[1] != NULL && !num_index_i64(vm, args[1], &by)) return NO_VALUE;
    if (d->len <= 1) return V_NONE;
    by %= d->len;
    if (by > d->len / 2) by -= d->len;
    if (by < -d->len / 2) by += d->len;
    for (; by > 0; by--) { /* the ring turns; a free place is carried over when there is one */
        Value v = *slot(d, d->len - 1);
        d->first = (d->first - 1) & (d->cap - 1);
        d->ring[d->first] = v;
    }
    for (; by < 0; by++) {
        Value v = d->ring[d->first];
        d->first = (d->first + 1) & (d->cap - 1);
        *slot(d, d->len - 1) = v;
    }
    d->changes++;
    return V_NONE;
}

static Value m_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Deque *d = as_deque(args[0]);
    Value inner = d->maxlen < 0 ? tuple_new(vm, 0) : NO_VALUE, state, it, r = NO_VALUE;
    if (d->maxlen >= 0) {
        Value none = tuple_new(vm, 0);
        inner = tuple_of(vm, 2, (Ref)none, (Ref)make_small(d->maxlen));
        release(vm, none);
    }
    state = call_method(vm, args[0], NAME(__getstate__), NULL, 0);
    it = state == NO_VALUE ? NO_VALUE : op_iter(vm, args[0]);
    if (inner != NO_VALUE && state != NO_VALUE && it != NO_VALUE)
        r = tuple_of(vm, 4, REF(d->head.type), (Ref)inner, (Ref)state, (Ref)it);
    release(vm, inner);
    release(vm, state);
    release(vm, it);
    return r;
}

static Value get_maxlen(VM *vm, Ref self) { return as_deque(self)->maxlen < 0 ? V_NONE : int_from_i64(vm, as_deque(self)->maxlen); }

static const NativeDef methods[] = {
    {"append", m_append, "self, object, /", "Adds an item at the right.", 0},
    {"appendleft", m_appendleft, "self, object, /", "Adds an item at the left.", 0},
    {"extend", m_extend, "self, iterable, /", "Adds every item at the right.", 0},
    {"extendleft", m_extendleft, "self, iterable, /", "Adds every item at the left, so they end up reversed.", 0},
    {"pop", m_pop, "self, /", "Takes the rightmost item out.", 0},
    {"popleft", m_popleft, "self, /", "Takes the leftmost item out.", 0},
    {"clear", m_clear, "self, /", "Takes all items out.", 0},
    {"copy", m_copy, "self, /", "A new deque of the same items and the same maxlen.", 0},
    {"__copy__", m_copy, "self, /", "A new deque of the same items and the same maxlen.", 0},
    {"count", m_count, "self, value, /", "How many items equal value.", 0},
    {"index", m_index, "self, value, start=0, stop=9223372036854775807, /", "Where value is found first, from start up to stop; ValueError if nowhere.", 0},
    {"insert", m_insert, "self, index, object, /", "Puts object in at index; IndexError if there is no room.", NATIVE_PARSED},
    {"remove", m_remove, "self, value, /", "Takes out the first item equal to value; ValueError if there is none.", 0},
    {"reverse", m_reverse, "self, /", "Turns the order round, in place.", 0},
    {"rotate", m_rotate, "self, n=1, /", "Moves n items from the right end to the left.", 0},
    {"__reversed__", m_reversed, "self, /", "The items from right to left.", 0},
    {"__reduce__", m_reduce, "self, /", "For copying and pickling.", 0},
    CLASS_GETITEM_ROW,
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef getsets[] = {
    {"maxlen", get_maxlen, NULL, "the most items it holds; None: any number"},
    {NULL, NULL, NULL, NULL},
};

const TypeDef deque_def = {
    .name = "collections.deque",
    .doc = "deque(iterable=(), maxlen=None)\n\nA sequence with two quick ends; beyond maxlen, what is added at one end drops an item at the other.",
    .kind = KIND_OPAQUE,
    .size = sizeof(Deque),
    .flags = TYPE_GC | TYPE_BASE | TYPE_WEAKREF | TYPE_MATCH_SEQ | TYPE_IMMUTABLE,
    .s = {.repr = deque_repr, .compare = deque_compare, .iter = deque_iter, .len = deque_len, .getitem = deque_getitem,
          .setitem = deque_setitem, .contains = deque_contains, .init = deque_init, .new_ = deque_new, .concat = deque_concat,
          .repeat = deque_repeat, .iconcat = deque_iconcat, .irepeat = deque_irepeat},
    .dealloc = deque_dealloc,
    .traverse = deque_traverse,
    .clear = deque_clear,
    .methods = methods,
    .getsets = getsets,
};
