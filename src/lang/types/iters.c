/* iters.c: enumerate, zip, map, filter, reversed, iter(callable, sentinel), and the iterator over what has only
 * __getitem__. */
#include "lang/object/args.h"
#include "iters.h"
#include "seq.h"

/* Every one of these is a handful of values: one layout serves all. */
typedef struct Iter {
    Obj head;
    Value a, b;    /* see each class */
    Value result;  /* a tuple given out last, reused when nobody kept it */
    int64_t n;     /* a position */
    bool strict;   /* a sequence: its length says where it ends */
} Iter;

static Iter *as_iter(Ref v) { return (Iter *)BITS(v); }
static Value iter_self(VM *vm, Ref o) { return retain(o); }

static Iter *alloc_iter(VM *vm, Type *type) { return (Iter *)obj_alloc(vm, type, type->inst_size); }

static void iter_clear(VM *vm, Obj *o)
{
    Iter *it = (Iter *)o;
    value_clear(vm, &it->a);
    value_clear(vm, &it->b);
    value_clear(vm, &it->result);
}

/* The collector's: an iterator without its parts would not be valid, but the tuple given out last may go. */
static void iter_gc_clear(VM *vm, Obj *o) { value_clear(vm, &((Iter *)o)->result); }

static void iter_dealloc(VM *vm, Obj *o)
{
    iter_clear(vm, o);
    obj_free(vm, o, o->type->inst_size);
}

static void iter_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    Iter *it = (Iter *)o;
    seq_visit(it->a, visit, arg);
    seq_visit(it->b, visit, arg);
    seq_visit(it->result, visit, arg);
}

/* A tuple of n items to fill: the first one given out when it is free again (its old items are then still inside). Who keeps it keeps the others, too. */
Value iter_result(VM *vm, Value *last, int64_t n)
{
    if (*last != NO_VALUE && as_obj(*last)->refs == 1) return retain(*last);
    Value t = tuple_new(vm, n);
    if (t != NO_VALUE && n > 0 && *last == NO_VALUE) *last = retain(t);
    return t;
}

Value iter_pair(VM *vm, Value *last, Value a, Value b)
{
    if (*last != NO_VALUE && as_obj(*last)->refs == 1) {
        Value pair = retain(*last);
        value_put(vm, &as_tuple(pair)->items[0], a);
        value_put(vm, &as_tuple(pair)->items[1], b);
        return pair;
    }
    Value pair = tuple_pair(vm, a, b);
    if (pair != NO_VALUE && *last == NO_VALUE) *last = retain(pair);
    return pair;
}

Value iter_few(VM *vm, Value *last, Value *v, int64_t n)
{
    if (n == 2) return iter_pair(vm, last, v[0], v[1]);
    if (n && *last != NO_VALUE && as_obj(*last)->refs == 1) {
        Value t = retain(*last);
        for (int64_t i = 0; i < n; i++) value_put(vm, &as_tuple(t)->items[i], v[i]);
        return t;
    }
    Value t = tuple_take(vm, v, n);
    if (t != NO_VALUE && n && *last == NO_VALUE) *last = retain(t);
    return t;
}

static Value reduce_of(VM *vm, Ref self, Value args /*taken*/)
{
    if (args == NO_VALUE) return args;
    Value r = tuple_of(vm, 2, REF(as_obj(self)->type), (Ref)args);
    release(vm, args);
    return r;
}

/* ---- enumerate: a = the iterator, b = the next number once it is beyond a word, n = the number ---- */
static Value enumerate_new(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"iterable", "start"};
    Ref in[2];
    if (!args_bind(vm, "enumerate", args, n, kwnames, names, 2, in)) return NO_VALUE;
    if (in[0] == NULL) return err_raise(vm, EXC_TypeError, "enumerate() missing required argument 'iterable'");
    Value start = in[1] == NULL ? make_small(0) : num_index(vm, in[1]);
    if (start == NO_VALUE) return start;
    Value src = op_iter(vm, in[0]);
    Iter *it = src == NO_VALUE ? NULL : alloc_iter(vm, as_type(callee));
    if (it == NULL) {
        release(vm, src);
        release(vm, start);
        return NO_VALUE;
    }
    it->a = src;
    if (is_small(start)) it->n = small_of(start);
    else it->b = start;
    return VAL(it);
}

static Value enumerate_number(VM *vm, Iter *it)
{
    if (it->b == NO_VALUE) {
        if (it->n < SMALL_MAX) return make_small(it->n++);
        it->b = make_small(it->n);
    }
    Value next = int_binary(vm, OP_ADD, it->b, make_small(1));
    if (next == NO_VALUE) return next;
    Value now = it->b;
    it->b = next;
    return now;
}

static Value enumerate_next(VM *vm, Ref o)
{
    Iter *it = as_iter(o);
    Value item = op_next(vm, it->a);
    if (item == NO_VALUE) return item;
    Value number = enumerate_number(vm, it);
    if (number != NO_VALUE) return iter_pair(vm, &it->result, number, item);
    release(vm, item);
    return NO_VALUE;
}

static Value enumerate_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Iter *it = as_iter(args[0]);
    return reduce_of(vm, args[0], tuple_of(vm, 2, (Ref)it->a, it->b != NO_VALUE ? (Ref)it->b : (Ref)make_small(it->n)));
}

static const NativeDef enumerate_methods[] = {
    {"__reduce__", enumerate_reduce, "self, /", NULL, 0},
    CLASS_GETITEM_ROW,
    {NULL, NULL, NULL, NULL, 0},
};

/* ---- zip: a = a tuple of iterators ---- */
static bool read_strict(VM *vm, const Ref *args, int n, Ref kwnames, bool *strict)
{
    *strict = false;
    for (int64_t i = 0; kwnames != NULL && i < as_tuple(kwnames)->len; i++) {
        Ref name = as_tuple(kwnames)->items[i];
        if (!str_equal_c(name, "strict")) return err_false(vm, EXC_TypeError, "'%U' is an invalid keyword argument for zip()", name);
        int t = op_truth(vm, args[n + i]);
        if (t < 0) return false;
        *strict = t;
    }
    return true;
}

Value iter_tuple_of(VM *vm, const Ref *items, int64_t n) /* iter() of each */
{
    Value t = tuple_new(vm, n);
    for (int64_t i = 0; t != NO_VALUE && i < n; i++) {
        as_tuple(t)->items[i] = op_iter(vm, items[i]);
        if (as_tuple(t)->items[i] == NO_VALUE) value_clear(vm, &t);
    }
    return t;
}

static Value zip_new(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames)
{
    bool strict;
    if (!read_strict(vm, args, n, kwnames, &strict)) return NO_VALUE;
    Value its = iter_tuple_of(vm, args, n);
    Iter *it = its == NO_VALUE ? NULL : alloc_iter(vm, as_type(callee));
    if (it == NULL) {
        release(vm, its);
        return NO_VALUE;
    }
    it->a = its;
    it->strict = strict;
    return VAL(it);
}

static Value zip_mismatch(VM *vm, int64_t i, const char *what)
{
    if (i == 1) return err_raise(vm, EXC_ValueError, "zip() argument 2 is %s than argument 1", what);
    return err_raise(vm, EXC_ValueError, "zip() argument %d is %s than arguments 1-%d", (int)i + 1, what, (int)i);
}

static Value zip_end(VM *vm, Iter *it, int64_t at) /* iterator number `at` ended first */
{
    if (err_occurred(vm) || !it->strict) return NO_VALUE;
    if (at > 0) return zip_mismatch(vm, at, "shorter");
    Tuple *its = as_tuple(it->a);
    for (int64_t i = 1; i < its->len; i++) {
        Value v = op_next(vm, its->items[i]);
        if (v != NO_VALUE) {
            release(vm, v);
            return zip_mismatch(vm, i, "longer");
        }
        if (err_occurred(vm)) return NO_VALUE;
    }
    return NO_VALUE;
}

static int zip_step(VM *vm, Iter *it, Value *few) /* most zips are of few: 1, or 0 at the end */
{
    const Tuple *its = as_tuple(it->a);
    for (int64_t i = 0; i < its->len; i++) {
        if ((few[i] = op_next(vm, its->items[i])) != NO_VALUE) continue;
        for (int64_t k = 0; k < i; k++) release(vm, few[k]);
        zip_end(vm, it, i);
        return 0;
    }
    return 1;
}

static Value zip_next(VM *vm, Ref o)
{
    Iter *it = as_iter(o);
    Tuple *its = as_tuple(it->a);
    if (its->len == 0) return NO_VALUE;
    if (its->len <= ITER_FEW) {
        Value few[ITER_FEW];
        return zip_step(vm, it, few) ? iter_few(vm, &it->result, few, its->len) : NO_VALUE;
    }
    Value t = iter_result(vm, &it->result, its->len);
    if (t == NO_VALUE) return t;
    for (int64_t i = 0; i < its->len; i++) {
        Value v = op_next(vm, its->items[i]);
        if (v == NO_VALUE) {
            release(vm, t);
            return zip_end(vm, it, i);
        }
        value_put(vm, &as_tuple(t)->items[i], v);
    }
    return t;
}

int iter_two(VM *vm, Ref o, Value *two)
{
    Iter *it = as_iter(o);
    if (as_obj(o)->type == CLASS(zip)) return as_tuple(it->a)->len == 2 ? zip_step(vm, it, two) : -1;
    two[1] = op_next(vm, it->a);
    two[0] = two[1] == NO_VALUE ? NO_VALUE : enumerate_number(vm, it);
    if (two[0] != NO_VALUE) return 1;
    release(vm, two[1]);
    return 0;
}

static Value zip_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Iter *it = as_iter(args[0]);
    if (it->strict) return tuple_of(vm, 3, REF(it->head.type), (Ref)it->a, (Ref)V_TRUE);
    return tuple_of(vm, 2, REF(it->head.type), (Ref)it->a);
}

static Value zip_setstate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int t = op_truth(vm, args[1]);
    if (t < 0) return NO_VALUE;
    as_iter(args[0])->strict = t;
    return V_NONE;
}

static const NativeDef zip_methods[] = {
    {"__reduce__", zip_reduce, "self, /", NULL, 0},
    {"__setstate__", zip_setstate, "self, state, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};

/* ---- map: a = a tuple of iterators, b = the function ---- */
static Value map_new(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames)
{
    if (as_type(callee)->s.init == CLASS(map)->s.init && !args_no_kw(vm, "map", kwnames)) return NO_VALUE;
    if (n < 2) return err_raise(vm, EXC_TypeError, "map() must have at least two arguments.");
    Value its = iter_tuple_of(vm, args + 1, n - 1);
    Iter *it = its == NO_VALUE ? NULL : alloc_iter(vm, as_type(callee));
    if (it == NULL) {
        release(vm, its);
        return NO_VALUE;
    }
    it->a = its;
    it->b = retain(args[0]);
    return VAL(it);
}

static Value map_next(VM *vm, Ref o)
{
    Iter *it = as_iter(o);
    Tuple *its = as_tuple(it->a);
    if (its->len == 1) {
        Value v = op_next(vm, its->items[0]);
        if (v == NO_VALUE) return v;
        Value r = call1(vm, it->b, v);
        release(vm, v);
        return r;
    }
    Value args = tuple_new(vm, its->len);
    if (args == NO_VALUE) return args;
    Value r = NO_VALUE;
    int64_t i = 0;
    while (i < its->len && (as_tuple(args)->items[i] = op_next(vm, its->items[i])) != NO_VALUE) i++;
    if (i == its->len) r = call(vm, it->b, as_refs(as_tuple(args)->items), (int)its->len, NULL);
    release(vm, args);
    return r;
}

static Value map_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Iter *it = as_iter(args[0]);
    Tuple *its = as_tuple(it->a);
    Value t = tuple_new(vm, its->len + 1);
    if (t == NO_VALUE) return t;
    as_tuple(t)->items[0] = retain(it->b);
    for (int64_t i = 0; i < its->len; i++) as_tuple(t)->items[i + 1] = retain(its->items[i]);
    return reduce_of(vm, args[0], t);
}

static const NativeDef map_methods[] = {
    {"__reduce__", map_reduce, "self, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};

/* ---- filter: a = the iterator, b = the function or None ---- */
static Value filter_new(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames)
{
    if (as_type(callee)->s.init == CLASS(filter)->s.init && !args_no_kw(vm, "filter", kwnames)) return NO_VALUE;
    if (!args_count(vm, "filter", n, 2, 2)) return NO_VALUE;
    Value src = op_iter(vm, args[1]);
    Iter *it = src == NO_VALUE ? NULL : alloc_iter(vm, as_type(callee));
    if (it == NULL) {
        release(vm, src);
        return NO_VALUE;
    }
    it->a = src;
    it->b = retain(args[0]);
    return VAL(it);
}

int iter_passes(VM *vm, Ref fn, Ref item)
{
    if (is_none(fn) || fn == REF(CLASS(bool))) return op_truth(vm, item);
    Value r = call1(vm, fn, item);
    if (r == NO_VALUE) return -1;
    int t = op_truth(vm, r);
    release(vm, r);
    return t;
}

static Value filter_next(VM *vm, Ref o)
{
    Iter *it = as_iter(o);
    for (unsigned steps = 1;; steps++) {
        Value v = op_next(vm, it->a);
        if (v == NO_VALUE) return v;
        int t = iter_passes(vm, it->b, v);
        if (t > 0) return v;
        release(vm, v);
        if (t < 0 || ((steps & 1023) == 0 && !vm_poll(vm))) return NO_VALUE;
    }
}

static Value filter_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Iter *it = as_iter(args[0]);
    return reduce_of(vm, args[0], tuple_of(vm, 2, (Ref)it->b, (Ref)it->a));
}

static const NativeDef filter_methods[] = {
    {"__reduce__", filter_reduce, "self, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};

/* ---- reversed: a = the sequence (NULL at the end), n = the index to give next ---- */
static Value reversed_new(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames)
{
    bool found;
    if (as_type(callee)->s.init == CLASS(reversed)->s.init && !args_no_kw(vm, "reversed", kwnames)) return NO_VALUE;
    if (!args_count(vm, "reversed", n, 1, 1)) return NO_VALUE;
    Type *type = type_of(vm, args[0]);
    Ref method = type_lookup(vm, type, NAME(__reversed__));
    if (method != NULL && !is_none(method)) return call_special(vm, args[0], NAME(__reversed__), NULL, 0, &found);
    if (method != NULL || type->s.getitem == NULL || is_dict(args[0]))
        return err_raise(vm, EXC_TypeError, "'%T' object is not reversible", args[0]);
    int64_t len = op_len(vm, args[0]);
    if (len < 0) return NO_VALUE;
    Iter *it = alloc_iter(vm, as_type(callee));
    if (it == NULL) return NO_VALUE;
    it->a = retain(args[0]);
    it->n = len - 1;
    return VAL(it);
}

static bool take_end_of_sequence(VM *vm) /* IndexError and StopIteration end it quietly */
{
    if (!err_matches(vm, EXC_IndexError) && !err_matches(vm, EXC_StopIteration)) return false;
    err_clear(vm);
    return true;
}

static Value reversed_next(VM *vm, Ref o)
{
    Iter *it = as_iter(o);
    if (it->a == NO_VALUE) return NO_VALUE;
    if (it->n >= 0) {
        Value i = int_from_i64(vm, it->n), v = i == NO_VALUE ? NO_VALUE : op_getitem(vm, it->a, i);
        release(vm, i);
        if (v != NO_VALUE) {
            it->n--;
            return v;
        }
        if (!take_end_of_sequence(vm)) return NO_VALUE;
    }
    it->n = -1;
    value_clear(vm, &it->a);
    return NO_VALUE;
}

static Value reversed_hint(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Iter *it = as_iter(args[0]);
    if (it->a == NO_VALUE) return make_small(0);
    int64_t len = op_len(vm, it->a);
    if (len < 0) return NO_VALUE;
    return make_small(len < it->n + 1 ? 0 : it->n + 1);
}

static Value reversed_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Iter *it = as_iter(args[0]);
    Value seq = it->a == NO_VALUE ? tuple_new(vm, 0) : retain(it->a), inner = tuple_of(vm, 1, (Ref)seq), r = NO_VALUE;
    if (inner != NO_VALUE)
        r = it->a == NO_VALUE ? tuple_of(vm, 2, REF(it->head.type), (Ref)inner) : tuple_of(vm, 3, REF(it->head.type), (Ref)inner, (Ref)make_small(it->n));
    release(vm, seq);
    release(vm, inner);
    return r;
}

static Value reversed_setstate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Iter *it = as_iter(args[0]);
    int64_t i;
    if (!num_index_i64(vm, args[1], &i)) return NO_VALUE;
    if (it->a == NO_VALUE) return V_NONE;
    int64_t len = op_len(vm, it->a);
    if (len < 0) return NO_VALUE;
    it->n = i < -1 ? -1 : i > len - 1 ? len - 1 : i;
    return V_NONE;
}

static const NativeDef reversed_methods[] = {
    {"__length_hint__", reversed_hint, "self, /", NULL, 0},
    {"__reduce__", reversed_reduce, "self, /", NULL, 0},
    {"__setstate__", reversed_setstate, "self, state, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};

/* ---- callable_iterator: a = the function (NULL at the end), b = the sentinel ---- */
Value callable_iter_new(VM *vm, Ref fn, Ref sentinel)
{
    Iter *it = alloc_iter(vm, CLASS(callable_iterator));
    if (it == NULL) return NO_VALUE;
    it->a = retain(fn);
    it->b = retain(sentinel);
    return VAL(it);
}

static Value callable_next(VM *vm, Ref o)
{
    Iter *it = as_iter(o);
    if (it->a == NO_VALUE) return NO_VALUE;
    Value fn = retain(it->a), v = call0(vm, fn);
    release(vm, fn);
    if (v == NO_VALUE) {
        if (err_matches(vm, EXC_StopIteration)) {
            err_clear(vm);
            iter_clear(vm, as_obj(o));
        }
        return v;
    }
    int end = it->b == NO_VALUE ? 1 : op_compare_bool(vm, it->b, v, CMP_EQ);
    if (end == 0) return v;
    if (end > 0) iter_clear(vm, as_obj(o));
    release(vm, v);
    return NO_VALUE;
}

static Value callable_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Iter *it = as_iter(args[0]);
    Ref iter = dict_get_c(vm, REF(vm->builtins), "iter");
    if (iter == NULL) return err_raise(vm, EXC_AttributeError, "iter");
    Value inner, empty = tuple_new(vm, 0), r = NO_VALUE;
    inner = it->a == NO_VALUE ? tuple_of(vm, 1, (Ref)empty) : tuple_of(vm, 2, (Ref)it->a, (Ref)it->b);
    if (inner != NO_VALUE) r = tuple_of(vm, 2, iter, (Ref)inner);
    release(vm, empty);
    release(vm, inner);
    return r;
}

static const NativeDef callable_methods[] = {
    {"__reduce__", callable_reduce, "self, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};

/* ---- seq_iterator ("iterator"): a = the object (NULL at the end), n = the index ---- */
Value seq_iter_new(VM *vm, Ref o)
{
    Iter *it = alloc_iter(vm, CLASS(seq_iterator));
    if (it == NULL) return NO_VALUE;
    it->a = retain(o);
    return VAL(it);
}
Value seq_iter_counted(VM *vm, Ref o)
{
    Value it = seq_iter_new(vm, o);
    if (it != NO_VALUE) as_iter(it)->strict = true;
    return it;
}

static Value seq_next(VM *vm, Ref o)
{
    Iter *it = as_iter(o);
    if (it->a == NO_VALUE) return NO_VALUE;
    if (it->strict) {
        int64_t len = op_len(vm, it->a);
        if (it->n >= len) {
            if (len >= 0) value_clear(vm, &it->a);
            return NO_VALUE;
        }
    }
    if (it->n == INT64_MAX) return err_raise(vm, EXC_OverflowError, "iter index too large");
    Value i = int_from_i64(vm, it->n), v = i == NO_VALUE ? NO_VALUE : op_getitem(vm, it->a, i);
    release(vm, i);
    if (v != NO_VALUE) {
        it->n++;
        return v;
    }
    if (take_end_of_sequence(vm)) value_clear(vm, &it->a);
    return NO_VALUE;
}

static Value seq_hint(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Iter *it = as_iter(args[0]);
    if (it->a == NO_VALUE) return make_small(0);
    if (type_of(vm, it->a)->s.len == NULL) return V_NOTIMPL;
    int64_t len = op_len(vm, it->a);
    return len < 0 ? NO_VALUE : make_small(len > it->n ? len - it->n : 0);
}

static Value seq_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Iter *it = as_iter(args[0]);
    Ref iter = dict_get_c(vm, REF(vm->builtins), "iter");
    if (iter == NULL) return err_raise(vm, EXC_AttributeError, "iter");
    Value seq = it->a == NO_VALUE ? tuple_new(vm, 0) : retain(it->a), inner = tuple_of(vm, 1, (Ref)seq), r = NO_VALUE;
    if (inner != NO_VALUE) r = it->a == NO_VALUE ? tuple_of(vm, 2, iter, (Ref)inner) : tuple_of(vm, 3, iter, (Ref)inner, (Ref)make_small(it->n));
    release(vm, seq);
    release(vm, inner);
    return r;
}

static Value seq_setstate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t i;
    if (!num_index_i64(vm, args[1], &i)) return NO_VALUE;
    if (as_iter(args[0])->a != NO_VALUE) as_iter(args[0])->n = i < 0 ? 0 : i;
    return V_NONE;
}

static const NativeDef seq_methods[] = {
    {"__length_hint__", seq_hint, "self, /", NULL, 0},
    {"__reduce__", seq_reduce, "self, /", NULL, 0},
    {"__setstate__", seq_setstate, "self, state, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};

#define ITER_TYPE(id, text, more_flags, new_fn, next_fn, table, help) \
    const TypeDef id##_def = {                                        \
        .name = text,                                                 \
        .doc = help,                                                  \
        .kind = KIND_OPAQUE,                                          \
        .size = sizeof(Iter),                                         \
        .flags = TYPE_GC | TYPE_IMMUTABLE | (more_flags),             \
        .s = {.iter = iter_self, .next = next_fn, .new_ = new_fn},    \
        .dealloc = iter_dealloc,                                      \
        .traverse = iter_traverse,                                    \
        .clear = iter_gc_clear,                                       \
        .methods = table,                                             \
    };
ITER_TYPE(enumerate, "enumerate", TYPE_BASE, enumerate_new, enumerate_next, enumerate_methods,
          "enumerate(iterable, start=0) -> pairs (number, item), the numbers counted from start")
ITER_TYPE(zip, "zip", TYPE_BASE, zip_new, zip_next, zip_methods,
          "zip(*iterables, strict=False) -> tuples of an item from each, until the shortest ends; strict: unequal lengths are an error")
ITER_TYPE(map, "map", TYPE_BASE, map_new, map_next, map_methods,
          "map(function, *iterables) -> what function returns for an item from each, until the shortest ends")
ITER_TYPE(filter, "filter", TYPE_BASE, filter_new, filter_next, filter_methods,
          "filter(function, iterable) -> the items for which function is true; for None, the items that are true themselves")
ITER_TYPE(reversed, "reversed", TYPE_BASE, reversed_new, reversed_next, reversed_methods, "reversed(sequence) -> its items from the last to the first")
ITER_TYPE(callable_iterator, "callable_iterator", TYPE_NO_NEW, NULL, callable_next, callable_methods, NULL)
ITER_TYPE(seq_iterator, "iterator", TYPE_NO_NEW, NULL, seq_next, seq_methods, NULL)
#undef ITER_TYPE
