/* list_methods.c: the methods of list and its two iterators. */
#include "lang/object/args.h"
#include "seq.h"

extern const NativeDef list_methods[];

static Value m_append(VM *vm, const Ref *args, int n, Ref kwnames) { return list_append(vm, args[0], args[1]) ? V_NONE : NO_VALUE; }
static Value m_extend(VM *vm, const Ref *args, int n, Ref kwnames) { return list_extend(vm, args[0], args[1]) ? V_NONE : NO_VALUE; }

static Value m_clear(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return list_set_slice(vm, args[0], 0, as_list(args[0])->len, NULL, 0) ? V_NONE : NO_VALUE;
}

static Value m_copy(VM *vm, const Ref *args, int n, Ref kwnames) { return list_from(vm, as_refs(as_list(args[0])->items), as_list(args[0])->len); }

static Value m_insert(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t at;
    if (!num_index_i64(vm, args[1], &at)) {
        if (err_matches(vm, EXC_OverflowError)) err_raise(vm, EXC_OverflowError, "Python int too large to convert to C ssize_t");
        return NO_VALUE;
    }
    return list_insert(vm, args[0], at, args[2]) ? V_NONE : NO_VALUE;
}

static Value m_pop(VM *vm, const Ref *args, int n, Ref kwnames)
{
    List *l = as_list(args[0]);
    int64_t at = -1;
    if (args[1] != NULL && !num_index_ssize(vm, args[1], &at)) return NO_VALUE;
    if (l->len == 0) return err_raise(vm, EXC_IndexError, "pop from empty list");
    if (at < 0) at += l->len;
    if (at < 0 || at >= l->len) return err_raise(vm, EXC_IndexError, "pop index out of range");
    Value v = retain(l->items[at]);
    if (at == l->len - 1 && (l->len > l->cap / 2 || l->cap < 16)) { /* the usual case: nothing moves, and list.c's trim would give nothing back */
        l->len--;
        release(vm, l->items[at]);
        return v;
    }
    if (list_set_slice(vm, args[0], at, at + 1, NULL, 0)) return v;
    release(vm, v);
    return NO_VALUE;
}

static Value m_remove(VM *vm, const Ref *args, int n, Ref kwnames)
{
    List *l = as_list(args[0]);
    for (int64_t i = 0; (i = seq_skip(l->items, i, l->len, args[1])) < l->len; i++) {
        int eq = seq_item_equal(vm, l->items[i], args[1]);
        if (eq < 0) return NO_VALUE;
        if (eq) return list_set_slice(vm, args[0], i, i + 1, NULL, 0) ? V_NONE : NO_VALUE;
    }
    return err_raise(vm, EXC_ValueError, "list.remove(x): x not in list");
}

static Value m_index(VM *vm, const Ref *args, int n, Ref kwnames)
{
    List *l = as_list(args[0]);
    int64_t from, to;
    if (!seq_bounds(vm, args[2], args[3], l->len, &from, &to)) return NO_VALUE;
    for (int64_t i = from; (i = seq_skip(l->items, i, to < l->len ? to : l->len, args[1])) < to && i < l->len; i++) {
        int eq = seq_item_equal(vm, l->items[i], args[1]);
        if (eq != 0) return eq < 0 ? NO_VALUE : make_small(i);
    }
    return err_raise(vm, EXC_ValueError, "%R is not in list", args[1]);
}

static Value m_count(VM *vm, const Ref *args, int n, Ref kwnames)
{
    List *l = as_list(args[0]);
    int64_t count = 0;
    for (int64_t i = 0; i < l->len; i++) {
        int eq = seq_item_equal(vm, l->items[i], args[1]);
        if (eq < 0) return NO_VALUE;
        count += eq;
    }
    return make_small(count);
}

static Value m_reverse(VM *vm, const Ref *args, int n, Ref kwnames)
{
    List *l = as_list(args[0]);
    Value *up = l->items, *down = up + l->len;
    for (; down - up >= 4; up += 2) { /* two pairs at once: none waits for another */
        Value a = up[0], b = up[1];
        down -= 2;
        up[0] = down[1];
        up[1] = down[0];
        down[1] = a;
        down[0] = b;
    }
    if (down - up > 1) {
        Value t = *up;
        *up = down[-1];
        down[-1] = t;
    }
    return V_NONE;
}

static Value m_sort(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t reverse = 0;
    if (args[2] != NULL && !is_int(args[2]) && type_of(vm, args[2])->s.to_index == NULL)
        return err_raise(vm, EXC_TypeError, "'%T' object cannot be interpreted as an integer", args[2]);
    if (args[2] != NULL && !num_index_clip(vm, args[2], &reverse)) return NO_VALUE;
    return list_sort(vm, args[0], args[1], reverse != 0) ? V_NONE : NO_VALUE;
}

static Value m_sizeof(VM *vm, const Ref *args, int n, Ref kwnames) { return make_small(56 + 8 * (as_list(args[0])->cap > 0 ? as_list(args[0])->cap : 0)); }

static Value m_reversed(VM *vm, const Ref *args, int n, Ref kwnames)
{
    SeqIter *it = (SeqIter *)obj_alloc(vm, CLASS(list_reverseiterator), sizeof(SeqIter));
    if (it == NULL) return NO_VALUE;
    it->seq = retain(args[0]);
    it->next = as_list(args[0])->len - 1;
    return VAL(it);
}

const NativeDef list_methods[] = { /* append stays the first (is_list_append in vm/eval_fast.h) */
    {"append", m_append, "self, object, /", "Add object at the end.", 0},
    {"extend", m_extend, "self, iterable, /", "Add the iterable's items at the end.", 0},
    {"insert", m_insert, "self, index, object, /", "Put object in at index; what stood there moves on.", 0},
    {"pop", m_pop, "self, index=-1, /", "Take out the item at index and return it: the last, unless said.", 0},
    {"remove", m_remove, "self, value, /", "Take out the first item equal to value; ValueError if there is none.", 0},
    {"clear", m_clear, "self, /", "Remove all items.", 0},
    {"copy", m_copy, "self, /", "A new list of the same items.", 0},
    {"index", m_index, "self, value, start=0, stop=9223372036854775807, /", "Where value is found first, from start up to stop; ValueError if nowhere.", 0},
    {"count", m_count, "self, value, /", "How many items equal value.", 0},
    {"reverse", m_reverse, "self, /", "Turn the order round, in place.", 0},
    {"sort", m_sort, "self, /, *, key=None, reverse=False", "Put the items in order, in place; equal ones stay as they were.", 0},
    {"__reversed__", m_reversed, "self, /", "The items from the last to the first.", 0},
    {"__sizeof__", m_sizeof, "self, /", "Size in memory, in bytes.", 0},
    CLASS_GETITEM_ROW,
    {NULL, NULL, NULL, NULL, 0},
};

/* ---- iterators ---- */
static SeqIter *as_iter(Ref v) { return (SeqIter *)BITS(v); }
static Value iter_self(VM *vm, Ref o) { return retain(o); }

static Value iter_next(VM *vm, Ref o)
{
    SeqIter *it = as_iter(o);
    if (it->seq == NO_VALUE) return NO_VALUE;
    List *l = as_list(it->seq);
    if (it->next < l->len) return retain(l->items[it->next++]);
    value_clear(vm, &it->seq);
    return NO_VALUE;
}

static Value back_next(VM *vm, Ref o)
{
    SeqIter *it = as_iter(o);
    if (it->seq == NO_VALUE) return NO_VALUE;
    List *l = as_list(it->seq);
    if (it->next >= 0 && it->next < l->len) return retain(l->items[it->next--]);
    value_clear(vm, &it->seq);
    return NO_VALUE;
}

static void iter_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((SeqIter *)o)->seq);
    obj_free(vm, o, sizeof(SeqIter));
}

static void iter_traverse(VM *vm, Obj *o, VisitFn visit, void *arg) { seq_visit(((SeqIter *)o)->seq, visit, arg); }

static bool is_backward(VM *vm, Ref o) { return as_obj(o)->type == CLASS(list_reverseiterator); }

static Value iter_hint(VM *vm, const Ref *args, int n, Ref kwnames)
{
    SeqIter *it = as_iter(args[0]);
    if (it->seq == NO_VALUE) return make_small(0);
    int64_t len = as_list(it->seq)->len;
    if (is_backward(vm, args[0])) return make_small(it->next + 1 > len ? 0 : it->next + 1);
    return make_small(len > it->next ? len - it->next : 0);
}

static Value iter_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    SeqIter *it = as_iter(args[0]);
    Ref fn = dict_get_c(vm, REF(vm->builtins), it->seq != NO_VALUE && is_backward(vm, args[0]) ? "reversed" : "iter");
    if (fn == NULL) return err_raise(vm, EXC_AttributeError, "iter");
    Value seq = it->seq == NO_VALUE ? list_new(vm, 0) : retain(it->seq), r = NO_VALUE;
    Value inner = seq == NO_VALUE ? NO_VALUE : tuple_of(vm, 1, (Ref)seq);
    if (inner != NO_VALUE) r = it->seq == NO_VALUE ? tuple_of(vm, 2, fn, (Ref)inner) : tuple_of(vm, 3, fn, (Ref)inner, (Ref)make_small(it->next));
    release(vm, seq);
    release(vm, inner);
    return r;
}

static Value iter_setstate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    SeqIter *it = as_iter(args[0]);
    int64_t i;
    if (!num_index_i64(vm, args[1], &i)) return NO_VALUE;
    if (it->seq == NO_VALUE) return V_NONE;
    int64_t len = as_list(it->seq)->len, low = is_backward(vm, args[0]) ? -1 : 0;
    it->next = i < low ? low : i > len + low ? len + low : i;
    return V_NONE;
}

static const NativeDef iter_methods[] = {
    {"__length_hint__", iter_hint, "self, /", NULL, 0},
    {"__reduce__", iter_reduce, "self, /", NULL, 0},
    {"__setstate__", iter_setstate, "self, state, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};

const TypeDef list_iterator_def = {
    .name = "list_iterator",
    .kind = KIND_LIST_ITER,
    .size = sizeof(SeqIter),
    .flags = TYPE_GC | TYPE_IMMUTABLE | TYPE_NO_NEW,
    .s = {.iter = iter_self, .next = iter_next},
    .dealloc = iter_dealloc,
    .traverse = iter_traverse,
    .methods = iter_methods,
};

const TypeDef list_reverseiterator_def = {
    .name = "list_reverseiterator",
    .kind = KIND_OPAQUE,
    .size = sizeof(SeqIter),
    .flags = TYPE_GC | TYPE_IMMUTABLE | TYPE_NO_NEW,
    .s = {.iter = iter_self, .next = back_next},
    .dealloc = iter_dealloc,
    .traverse = iter_traverse,
    .methods = iter_methods,
};
