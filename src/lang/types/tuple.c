/* tuple.c: the class tuple and its iterator. */
#include <stdarg.h>

#include "lang/object/alloc.h"
#include "lang/object/args.h"
#include "seq.h"

static Tuple *alloc_tuple(VM *vm, Type *type, int64_t n)
{
    if (n > ((int64_t)1 << 40)) {
        err_no_memory(vm);
        return NULL;
    }
    Tuple *t = (Tuple *)obj_alloc(vm, type, type->inst_size + (size_t)n * sizeof(Value));
    if (t != NULL) t->len = n;
    return t;
}

Value tuple_new(VM *vm, int64_t n)
{
    if (n == 0 && vm->empty_tuple != NO_VALUE) return retain(vm->empty_tuple);
    return VAL(alloc_tuple(vm, CLASS(tuple), n));
}

Value tuple_from(VM *vm, const Ref *items, int64_t n)
{
    if (n == 0) return tuple_new(vm, 0);
    Tuple *t = tuple_open(vm, n);
    if (t == NULL) return NO_VALUE;
    for (int64_t i = 0; i < n; i++) t->items[i] = retain(items[i]);
    return VAL(t);
}

Value tuple_take(VM *vm, Value *items, int64_t n)
{
    if (n == 0) return tuple_new(vm, 0);
    Tuple *t = tuple_open(vm, n);
    if (t != NULL && n == 2) { /* (most are, and no call copies them) */
        t->items[0] = items[0];
        t->items[1] = items[1];
    } else if (t != NULL) memcpy(t->items, items, (size_t)n * sizeof(Value));
    else
        for (int64_t i = 0; i < n; i++) release(vm, items[i]);
    return VAL(t);
}

Value tuple_pair(VM *vm, Value a, Value b)
{
    Tuple *t = tuple_open(vm, 2);
    if (t == NULL) {
        release(vm, a);
        release(vm, b);
        return NO_VALUE;
    }
    t->items[0] = a;
    t->items[1] = b;
    return VAL(t);
}

Value tuple_of(VM *vm, int n, ...)
{
    va_list ap;
    if (n == 0) return tuple_new(vm, 0);
    Tuple *t = tuple_open(vm, n);
    if (t == NULL) return NO_VALUE;
    va_start(ap, n);
    for (int i = 0; i < n; i++) t->items[i] = retain(va_arg(ap, Ref));
    va_end(ap);
    return VAL(t);
}

Value tuple_from_iter(VM *vm, Ref iterable)
{
    if (is_exact(iterable, CLASS(tuple))) return retain(iterable);
    if (is_exact(iterable, CLASS(list))) return tuple_from(vm, as_refs(as_list(iterable)->items), as_list(iterable)->len);
    Value list = list_from_iter(vm, iterable);
    if (list == NO_VALUE) return NO_VALUE;
    Value t = tuple_new(vm, as_list(list)->len);
    if (t != NO_VALUE) {
        if (as_list(list)->len) memcpy(as_tuple(t)->items, as_list(list)->items, (size_t)as_list(list)->len * sizeof(Value));
        as_list(list)->len = 0; /* moved */
    }
    release(vm, list);
    return t;
}

static Value tuple_new_slot(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames)
{
    Type *type = as_type(callee);
    if (type->s.init == CLASS(tuple)->s.init && !args_no_kw(vm, "tuple", kwnames)) return NO_VALUE;
    if (!args_count(vm, "tuple", n, 0, 1)) return NO_VALUE;
    Value plain = n == 0 ? tuple_new(vm, 0) : tuple_from_iter(vm, args[0]);
    if (plain == NO_VALUE || type == CLASS(tuple)) return plain;
    Tuple *src = as_tuple(plain), *t = alloc_tuple(vm, type, src->len);
    if (t != NULL)
        for (int64_t i = 0; i < src->len; i++) t->items[i] = retain(src->items[i]);
    release(vm, plain);
    return VAL(t);
}

static void tuple_dealloc(VM *vm, Obj *o)
{
    Tuple *t = (Tuple *)o;
    int64_t n = t->len;
    for (int64_t i = 0; i < n; i++) release(vm, t->items[i]);
    if (o->type == CLASS(tuple)) free_plain(vm, o, sizeof(Tuple) + (size_t)n * sizeof(Value));
    else obj_free(vm, o, o->type->inst_size + (size_t)n * sizeof(Value));
}

static void tuple_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    Tuple *t = (Tuple *)o;
    for (int64_t i = 0; i < t->len; i++) seq_visit(t->items[i], visit, arg);
}

static Value exact_tuple(VM *vm, Ref v)
{
    return as_obj(v)->type == CLASS(tuple) ? retain(v) : tuple_from(vm, as_refs(as_tuple(v)->items), as_tuple(v)->len);
}

/* ---- sequence ---- */
static int64_t tuple_len(VM *vm, Ref o) { return as_tuple(o)->len; }

static Value tuple_slice(VM *vm, Ref o, Ref slice)
{
    Tuple *t = as_tuple(o);
    int64_t start, stop, step, count;
    if (!slice_indices(vm, slice, &t->len, &start, &stop, &step, &count)) return NO_VALUE;
    if (count == t->len && step == 1) return exact_tuple(vm, o);
    if (step == 1) return tuple_from(vm, as_refs(t->items) + start, count);
    Value v = tuple_new(vm, count);
    if (v == NO_VALUE) return v;
    for (int64_t i = 0; i < count; i++) as_tuple(v)->items[i] = retain(t->items[start + i * step]);
    return v;
}

static Value tuple_getitem(VM *vm, Ref o, Ref key)
{
    int64_t i;
    if (is_kind(key, KIND_SLICE)) return tuple_slice(vm, o, key);
    if (!seq_index(vm, key, "tuple", &i)) return NO_VALUE;
    Tuple *t = as_tuple(o);
    if (i < 0) i += t->len;
    if (i < 0 || i >= t->len) return err_raise(vm, EXC_IndexError, "tuple index out of range");
    return retain(t->items[i]);
}

static int tuple_contains(VM *vm, Ref o, Ref item)
{
    Tuple *t = as_tuple(o);
    for (int64_t i = 0; (i = seq_skip(t->items, i, t->len, item)) < t->len; i++) {
        int eq = seq_item_equal(vm, t->items[i], item);
        if (eq != 0) return eq;
    }
    return 0;
}

static Value tuple_concat(VM *vm, Ref a, Ref b)
{
    if (!is_tuple(a) || !is_tuple(b)) return err_raise(vm, EXC_TypeError, "can only concatenate tuple (not \"%T\") to tuple", b);
    Tuple *x = as_tuple(a), *y = as_tuple(b);
    if (x->len == 0) return exact_tuple(vm, b);
    if (y->len == 0) return exact_tuple(vm, a);
    Value v = tuple_new(vm, x->len + y->len);
    if (v == NO_VALUE) return v;
    Tuple *t = as_tuple(v);
    for (int64_t i = 0; i < x->len; i++) t->items[i] = retain(x->items[i]);
    for (int64_t i = 0; i < y->len; i++) t->items[x->len + i] = retain(y->items[i]);
    return v;
}

static Value tuple_repeat(VM *vm, Ref o, Ref count)
{
    int64_t n, len = as_tuple(o)->len, total;
    if (!seq_count(vm, count, &n)) return NO_VALUE;
    if (len == 0 || n == 1) return exact_tuple(vm, o);
    if (__builtin_mul_overflow(len, n, &total)) return err_no_memory(vm);
    Value v = tuple_new(vm, total);
    if (v == NO_VALUE) return v;
    for (int64_t i = 0, j = 0; i < total; i++) {
        as_tuple(v)->items[i] = retain(as_tuple(o)->items[j]);
        if (++j == len) j = 0;
    }
    return v;
}

static Value tuple_repr(VM *vm, Ref o)
{
    Tuple *t = as_tuple(o);
    Value *items = t->items;
    return seq_repr(vm, o, &items, &t->len, "(", t->len == 1 && !(t->head.flags & OBJ_REPR) ? ",)" : ")");
}

static uint64_t rotate(uint64_t x, int by) { return x << by | x >> (64 - by); }

/* xxHash's round, item by item: CPython's values */
#define HASH_P1 11400714785074694791u
#define HASH_P2 14029467366897019727u
#define HASH_P5 2870177450012600261u
static inline uint64_t hash_round(uint64_t acc, int64_t h) { return rotate(acc + (uint64_t)h * HASH_P2, 31) * HASH_P1; }
static inline int64_t hash_end(uint64_t acc, int64_t len)
{
    acc += (uint64_t)len ^ (HASH_P5 ^ 3527539u);
    return acc == UINT64_MAX ? 1546275796 : (int64_t)acc;
}

static bool tuple_hash(VM *vm, Ref o, int64_t *hash)
{
    Tuple *t = as_tuple(o);
    uint64_t acc = HASH_P5;
    for (int64_t i = 0; i < t->len; i++) {
        int64_t h;
        if (is_small(t->items[i])) h = small_hash(t->items[i]);
        else if (!op_hash(vm, t->items[i], &h)) return false;
        acc = hash_round(acc, h);
    }
    *hash = hash_end(acc, t->len);
    return true;
}

bool tuple_hash_plain(VM *vm, Ref o, int64_t *hash)
{
    const Tuple *t = as_tuple(o);
    uint64_t acc = HASH_P5;
    for (int64_t i = 0; i < t->len; i++) {
        Ref v = t->items[i];
        if (is_small(v)) acc = hash_round(acc, small_hash(v));
        else if (is_exact(v, CLASS(str))) acc = hash_round(acc, as_str(v)->hash != -1 ? as_str(v)->hash : str_hash(vm, v));
        else return false;
    }
    *hash = hash_end(acc, t->len);
    return true;
}

static Value tuple_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (!is_tuple(a) || !is_tuple(b)) return V_NOTIMPL;
    if (!rec_enter(vm, " in comparison")) return NO_VALUE;
    Tuple *x = as_tuple(a), *y = as_tuple(b);
    Value *xi = x->items, *yi = y->items;
    Value r = seq_compare(vm, &xi, &x->len, &yi, &y->len, op);
    rec_leave(vm);
    return r;
}

/* ---- methods ---- */
static Value m_index(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tuple *t = as_tuple(args[0]);
    int64_t from, to;
    if (!seq_bounds(vm, args[2], args[3], t->len, &from, &to)) return NO_VALUE;
    for (int64_t i = from; i < to; i++) {
        int eq = seq_item_equal(vm, t->items[i], args[1]);
        if (eq != 0) return eq < 0 ? NO_VALUE : make_small(i);
    }
    return err_raise(vm, EXC_ValueError, "tuple.index(x): x not in tuple");
}

static Value m_count(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tuple *t = as_tuple(args[0]);
    int64_t count = 0;
    for (int64_t i = 0; i < t->len; i++) {
        int eq = seq_item_equal(vm, t->items[i], args[1]);
        if (eq < 0) return NO_VALUE;
        count += eq;
    }
    return make_small(count);
}

static Value m_getnewargs(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value one[1] = {exact_tuple(vm, args[0])};
    return one[0] == NO_VALUE ? NO_VALUE : tuple_take(vm, one, 1);
}

static const NativeDef methods[] = {
    {"index", m_index, "self, value, start=0, stop=9223372036854775807, /", "Where value is found first, from start up to stop; ValueError if nowhere.", 0},
    {"count", m_count, "self, value, /", "How many items equal value.", 0},
    {"__getnewargs__", m_getnewargs, "self, /", NULL, 0},
    CLASS_GETITEM_ROW,
    {NULL, NULL, NULL, NULL, 0},
};

/* ---- iterator ---- */
static Value tuple_iter(VM *vm, Ref o)
{
    SeqIter *it = (SeqIter *)alloc_with(vm, CLASS(tuple_iterator), TYPE_GC, sizeof(SeqIter), sizeof(SeqIter));
    if (it != NULL) it->seq = retain(o);
    return VAL(it);
}

static Value iter_next(VM *vm, Ref o)
{
    SeqIter *it = (SeqIter *)BITS(o);
    if (it->seq == NO_VALUE) return NO_VALUE;
    Tuple *t = as_tuple(it->seq);
    if (it->next < t->len) return retain(t->items[it->next++]);
    value_clear(vm, &it->seq);
    return NO_VALUE;
}

static Value iter_self(VM *vm, Ref o) { return retain(o); }

static void iter_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((SeqIter *)o)->seq);
    free_plain(vm, o, sizeof(SeqIter));
}

static void iter_traverse(VM *vm, Obj *o, VisitFn visit, void *arg) { seq_visit(((SeqIter *)o)->seq, visit, arg); }

static Value iter_hint(VM *vm, const Ref *args, int n, Ref kwnames)
{
    SeqIter *it = (SeqIter *)BITS(args[0]);
    return make_small(it->seq == NO_VALUE ? 0 : as_tuple(it->seq)->len - it->next);
}

static Value iter_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    SeqIter *it = (SeqIter *)BITS(args[0]);
    Ref iter = dict_get_c(vm, REF(vm->builtins), "iter");
    if (iter == NULL) return err_raise(vm, EXC_AttributeError, "iter");
    Value seq = it->seq == NO_VALUE ? tuple_new(vm, 0) : retain(it->seq), inner = tuple_of(vm, 1, (Ref)seq), r = NO_VALUE;
    if (inner != NO_VALUE) r = it->seq == NO_VALUE ? tuple_of(vm, 2, iter, (Ref)inner) : tuple_of(vm, 3, iter, (Ref)inner, (Ref)make_small(it->next));
    release(vm, seq);
    release(vm, inner);
    return r;
}

static Value iter_setstate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    SeqIter *it = (SeqIter *)BITS(args[0]);
    int64_t i;
    if (!num_index_i64(vm, args[1], &i)) return NO_VALUE;
    if (it->seq != NO_VALUE) it->next = i < 0 ? 0 : i > as_tuple(it->seq)->len ? as_tuple(it->seq)->len : i;
    return V_NONE;
}

static const NativeDef iter_methods[] = {
    {"__length_hint__", iter_hint, "self, /", NULL, 0},
    {"__reduce__", iter_reduce, "self, /", NULL, 0},
    {"__setstate__", iter_setstate, "self, state, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};

const TypeDef tuple_iterator_def = {
    .name = "tuple_iterator",
    .kind = KIND_TUPLE_ITER,
    .size = sizeof(SeqIter),
    .flags = TYPE_GC | TYPE_IMMUTABLE | TYPE_NO_NEW,
    .s = {.iter = iter_self, .next = iter_next},
    .dealloc = iter_dealloc,
    .traverse = iter_traverse,
    .methods = iter_methods,
};

const TypeDef tuple_def = {
    .name = "tuple",
    .doc = "tuple(iterable=()) -> its items; a tuple comes back as it is\n\nA sequence that never changes.",
    .kind = KIND_TUPLE,
    .size = sizeof(Tuple),
    .flags = TYPE_GC | TYPE_BASE | TYPE_MATCH_SEQ | TYPE_MATCH_SELF | TYPE_IMMUTABLE,
    .s = {.repr = tuple_repr, .hash = tuple_hash, .compare = tuple_compare, .iter = tuple_iter, .len = tuple_len,
          .getitem = tuple_getitem, .contains = tuple_contains, .new_ = tuple_new_slot, .concat = tuple_concat, .repeat = tuple_repeat},
    .dealloc = tuple_dealloc,
    .traverse = tuple_traverse,
    .methods = methods,
    .text_signature = "iterable=(), /",
};
