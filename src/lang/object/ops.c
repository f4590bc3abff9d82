/* ops.c: comparison, truth, items, iteration, text and class tests for any objects. Arithmetic is in op_arith.c.
 * Where they may come to a program's own methods they hold their operands, which the caller may have from a container
 * that such a method empties (value.h, "Borrowed across a program's code"). */
#include "vm.h"

/* ---- comparison ---- */

static const char *const cmp_symbols[] = {"<", "<=", "==", "!=", ">", ">="};
static const CmpOp cmp_swapped[] = {CMP_GT, CMP_GE, CMP_EQ, CMP_NE, CMP_LT, CMP_LE};

static Value compare_any(VM *vm, Ref a, Ref b, CmpOp op)
{
    const Type *ta = type_of(vm, a), *tb = type_of(vm, b);
    bool tried_right = false;
    CompareFn f;
    Value r;
    if (ta != tb && tb->s.compare && type_is_subtype(tb, ta)) {
        tried_right = true;
        r = tb->s.compare(vm, b, a, cmp_swapped[op]);
        if (r != V_NOTIMPL) return r;
    }
    if ((f = type_of(vm, a)->s.compare) != NULL) { /* (asked anew: an object may change its class meanwhile) */
        r = f(vm, a, b, op);
        if (r != V_NOTIMPL) return r;
    }
    if (!tried_right && (f = type_of(vm, b)->s.compare) != NULL) {
        r = f(vm, b, a, cmp_swapped[op]);
        if (r != V_NOTIMPL) return r;
    }
    if (op == CMP_EQ) return make_bool(a == b);
    if (op == CMP_NE) return make_bool(a != b);
    return err_raise(vm, EXC_TypeError, "'%s' not supported between instances of '%T' and '%T'", cmp_symbols[op], a, b);
}

static bool cmp_holds(CmpOp op, bool less, bool equal)
{
    switch (op) {
    case CMP_LT: return less;
    case CMP_LE: return less || equal;
    case CMP_EQ: return equal;
    case CMP_NE: return !equal;
    case CMP_GT: return !less && !equal;
    default: return !less;
    }
}

static int float_holds(CmpOp op, double x, double y) /* NaN: every order is false */
{
    switch (op) {
    case CMP_LT: return x < y;
    case CMP_LE: return x <= y;
    case CMP_EQ: return x == y;
    case CMP_NE: return x != y;
    case CMP_GT: return x > y;
    default: return x >= y;
    }
}

/* Pairs that need no dispatch: 1, 0, or -1: none of them. */
static int compare_plain(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (both_small(a, b)) return cmp_holds(op, small_of(a) < small_of(b), a == b);
    if (is_float(a) && is_float(b)) return float_holds(op, float_of(a), float_of(b));
    if (!is_exact(a, CLASS(str)) || !is_exact(b, CLASS(str))) return -1;
    if (op == CMP_EQ || op == CMP_NE) return str_equal(a, b) == (op == CMP_EQ);
    int order = a == b ? 0 : str_compare(a, b);
    return cmp_holds(op, order < 0, order == 0);
}

/* Tuples whose items are such pairs, as far as they are looked at. */
static int compare_tuples(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (!is_exact(a, CLASS(tuple)) || !is_exact(b, CLASS(tuple))) return -1;
    const Tuple *x = as_tuple(a), *y = as_tuple(b);
    for (int64_t i = 0; i < x->len && i < y->len; i++) {
        Ref p = x->items[i], q = y->items[i];
        if (p == q) continue;
        if (both_small(p, q)) return cmp_holds(op, small_of(p) < small_of(q), false);
        int same = compare_plain(vm, p, q, CMP_EQ);
        if (same < 0) return -1;
        if (!same) return op == CMP_EQ ? 0 : op == CMP_NE ? 1 : compare_plain(vm, p, q, op);
    }
    return cmp_holds(op, x->len < y->len, x->len == y->len);
}

int op_same_tuples(VM *vm, Ref a, Ref b)
{
    const Tuple *x = as_tuple(a), *y = as_tuple(b);
    for (int64_t i = 0; i < x->len && i < y->len; i++) {
        Ref p = x->items[i], q = y->items[i];
        if (p == q) continue;
        if (both_small(p, q)) return 0;
        if (!is_exact(p, CLASS(str)) || !is_exact(q, CLASS(str))) return -1;
        if (!str_equal(p, q)) return 0;
    }
    return x->len == y->len;
}

static Value compare_held(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (!rec_enter(vm, " in comparison")) return NULL;
    Value held_a = retain(a), held_b = retain(b), r = compare_any(vm, a, b, op);
    rec_leave(vm);
    release(vm, held_a);
    release(vm, held_b);
    return r;
}

Value op_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    int plain = compare_plain(vm, a, b, op);
    if (plain < 0) plain = compare_tuples(vm, a, b, op);
    return plain >= 0 ? make_bool(plain) : compare_held(vm, a, b, op);
}

int op_compare_bool(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (a == b && op == CMP_EQ) return 1;
    if (a == b && op == CMP_NE) return 0;
    int plain = compare_plain(vm, a, b, op);
    if (plain < 0) plain = compare_tuples(vm, a, b, op);
    if (plain >= 0) return plain;
    Value r = compare_held(vm, a, b, op);
    if (!r) return -1;
    if (is_bool(r)) return r == V_TRUE;
    int yes = op_truth(vm, r);
    release(vm, r);
    return yes;
}

int op_truth(VM *vm, Ref a)
{
    if (a == V_TRUE) return 1;
    if (a == V_FALSE || a == V_NONE) return 0;
    if (is_small(a)) return small_of(a) != 0;
    const Slots *s = &type_of(vm, a)->s;
    if (s->truth) return s->truth(vm, a);
    if (!s->len) return 1;
    int64_t n = s->len(vm, a);
    return n < 0 ? -1 : n > 0;
}

bool op_hash(VM *vm, Ref o, int64_t *hash)
{
    if (is_small(o)) {
        *hash = num_hash_int(o);
        return true;
    }
    HashFn f = type_of(vm, o)->s.hash;
    if (!f) return err_false(vm, EXC_TypeError, "unhashable type: '%T'", o);
    if (!rec_room(vm)) return false;
    Value held = retain(o);
    bool ok = f(vm, o, hash);
    release(vm, held);
    return ok;
}

/* ---- items ---- */

int64_t op_len(VM *vm, Ref o)
{
    LenFn f = type_of(vm, o)->s.len;
    return f ? f(vm, o) : err_minus(vm, EXC_TypeError, "object of type '%T' has no len()", o);
}

int64_t op_len_hint(VM *vm, Ref o, int64_t guess)
{
    if (type_of(vm, o)->s.len) {
        int64_t n = op_len(vm, o);
        if (n >= 0) return n;
        if (!err_matches(vm, EXC_TypeError)) return -1;
        err_clear(vm);
    }
    bool found;
    Value r = call_special(vm, o, NAME(__length_hint__), NULL, 0, &found);
    if (!r) {
        if (found && !err_matches(vm, EXC_TypeError)) return -1;
        if (err_occurred(vm)) err_clear(vm);
        return guess;
    }
    if (r == V_NOTIMPL) return guess;
    int64_t n = -1;
    if (!is_int(r)) err_raise(vm, EXC_TypeError, "__length_hint__ must be an integer, not %T", r);
    else if (!int_to_i64(vm, r, &n)) n = -1;
    else if (n < 0) n = err_minus(vm, EXC_ValueError, "__length_hint__() should return >= 0");
    release(vm, r);
    return n;
}

static Value subscript_class(VM *vm, Ref o, Ref key)
{
    if (o == REF(CLASS(type))) return generic_alias_new(vm, o, key);
    Ref own = as_obj(o)->type == CLASS(type) ? type_lookup(vm, as_type(o), NAME(__class_getitem__)) : NULL;
    if (own && is_exact(own, CLASS(classmethod_descriptor))) { /* called with the class: nothing has to be bound to it */
        MethodDescr *d = (MethodDescr *)as_obj(own);
        return native_call(vm, d->def, &d->sig, d->owner, (Ref[]){o, key}, 2, NULL);
    }
    Value f;
    int has = obj_lookup_attr(vm, o, NAME(__class_getitem__), &f);
    if (has < 0) return NULL;
    if (!has || is_none(f)) return err_raise(vm, EXC_TypeError, "type '%N' is not subscriptable", as_type(o));
    Value r = call1(vm, f, key);
    release(vm, f);
    return r;
}

Value op_getitem(VM *vm, Ref o, Ref key)
{
    BinaryFn f = type_of(vm, o)->s.getitem;
    if (f) {
        Value held = retain(o), held_key = retain(key), r = f(vm, o, key);
        release(vm, held);
        release(vm, held_key);
        return r;
    }
    if (is_type(o)) return subscript_class(vm, o, key);
    return err_raise(vm, EXC_TypeError, "'%T' object is not subscriptable", o);
}

bool op_setitem(VM *vm, Ref o, Ref key, Ref v)
{
    const Type *t = type_of(vm, o);
    if (t->s.setitem) {
        Value held = retain(o), held_key = retain(key), held_v = retain(v);
        bool ok = t->s.setitem(vm, o, key, v);
        release(vm, held);
        release(vm, held_key);
        release(vm, held_v);
        return ok;
    }
    if (v) return err_false(vm, EXC_TypeError, "'%T' object does not support item assignment", o);
    bool sequence = (t->flags & TYPE_HEAP) || t->s.getitem || t->s.contains || t->s.len; /* CPython words it by the kind of access */
    if (sequence && type_of(vm, key)->s.to_index) return err_false(vm, EXC_TypeError, "'%T' object doesn't support item deletion", o);
    return err_false(vm, EXC_TypeError, "'%T' object does not support item deletion", o);
}

static int contains_by_iter(VM *vm, Ref container, Ref item)
{
    Value it = op_iter(vm, container);
    if (!it) {
        if (!err_matches(vm, EXC_TypeError)) return -1;
        err_clear(vm);
        return err_minus(vm, EXC_TypeError, "argument of type '%T' is not iterable", container);
    }
    int found = 0;
    Value v;
    for (uint32_t steps = 1; !found && (v = op_next(vm, it)); steps++) {
        found = op_compare_bool(vm, v, item, CMP_EQ);
        release(vm, v);
        if ((steps & 1023) == 0 && !vm_poll(vm)) break;
    }
    release(vm, it);
    return err_occurred(vm) ? -1 : found;
}

/* Where nobody has to be held: keys in the word, exact strs and tuples of such among their like, a character in a text. 1, 0, or -1: none of them. */
static int contains_plain(VM *vm, Ref container, Ref item)
{
    if (!is_heap(container)) return -1;
    const Type *t = as_obj(container)->type;
    if (t == CLASS(set)) return set_contains_plain(vm, container, item);
    if (t->s.contains == CLASS(dict)->s.contains) return dict_contains_plain(vm, container, item); /* a class made from dict, too, where it has no __contains__ of its own */
    bool small = is_small(item);
    if (!small && !is_exact(item, CLASS(str))) return -1;
    if (t == CLASS(str) && !small && as_str(item)->len == 1 && str_width(as_str(container)) == 1)
        return str_width(as_str(item)) == 1 && memchr(as_str(container)->data, as_str(item)->data[0], (size_t)as_str(container)->len);
    if (t == CLASS(bytes) && small && small_of(item) >= 0 && small_of(item) < 256) return memchr(as_bytes(container)->data, (int)small_of(item), (size_t)as_bytes(container)->len) != NULL;
    if (t != CLASS(tuple)) return -1;
    const Tuple *row = as_tuple(container);
    for (int64_t i = 0; i < row->len; i++) {
        int same = row->items[i] == item ? 1 : compare_plain(vm, row->items[i], item, CMP_EQ);
        if (same) return same;
    }
    return 0;
}

int op_contains(VM *vm, Ref container, Ref item)
{
    int plain = contains_plain(vm, container, item);
    if (plain >= 0) return plain;
    ContainsFn f = type_of(vm, container)->s.contains;
    Value held = retain(container), held_item = retain(item);
    int found = f ? f(vm, container, item) : contains_by_iter(vm, container, item);
    release(vm, held);
    release(vm, held_item);
    return found;
}

/* ---- iteration ---- */

Value op_iter(VM *vm, Ref o)
{
    const Type *t = type_of(vm, o);
    if (t->s.iter) {
        Value held = retain(o), it = t->s.iter(vm, o);
        release(vm, held);
        if (!it || type_of(vm, it)->s.next) return it;
        err_raise(vm, EXC_TypeError, "iter() returned non-iterator of type '%T'", it);
        release(vm, it);
        return NULL;
    }
    bool number = t->inst_kind == KIND_FLOAT || t->inst_kind == KIND_COMPLEX; /* NumPy's have [()], and are no sequences */
    bool sequence = t->flags & (TYPE_HEAP | TYPE_SEQUENCE) || (!is_dict(o) && !number && t->inst_kind != KIND_OPAQUE);
    if (t->s.getitem && sequence) return seq_iter_new(vm, o);
    return err_raise(vm, EXC_TypeError, "'%T' object is not iterable", o);
}

Value op_next_any(VM *vm, Ref it)
{
    if (!vm->breaker && is_kind(it, KIND_RANGE_ITER) && ((RangeIter *)as_obj(it))->left > 0) {
        RangeIter *r = (RangeIter *)as_obj(it);
        Value v = make_small(r->next);
        r->left--;
        r->next += r->step;
        return v;
    }
    if (!vm->breaker && is_kind(it, KIND_DICT_ITER) && as_obj(it)->aux <= DICT_VALUES) { /* neither backward nor of an OrderedDict */
        const DictEntry *e = dict_iter_step((DictIter *)as_obj(it));
        if (e) return retain(as_obj(it)->aux == DICT_KEYS ? e->key : e->value);
    }
    UnaryFn f = type_of(vm, it)->s.next;
    if (!f) return err_raise(vm, EXC_TypeError, "'%T' object is not an iterator", it);
    if (!rec_room(vm)) return NULL;
    if (__builtin_expect(vm->breaker & BREAK_CALLED, 0) && !vm_poll(vm)) return NULL; /* so no loop in C over an iterator is endless */
    Value held = retain(it), v = f(vm, it);
    release(vm, held);
    if (!v && err_occurred(vm) && err_matches(vm, EXC_StopIteration)) err_clear(vm);
    return v;
}

/* ---- text ---- */

static Value must_be_str(VM *vm, Value r, const char *name)
{
    if (!r || is_str(r)) return r;
    err_raise(vm, EXC_TypeError, "%s returned non-string (type %T)", name, r);
    release(vm, r);
    return NULL;
}

Value op_repr(VM *vm, Ref o)
{
    if (!o) return str_from_c(vm, "<NULL>");
    UnaryFn f = type_of(vm, o)->s.repr;
    if (!f) return str_format(vm, "<%T object at 0x%llx>", o, (long long)BITS(o));
    if (!rec_enter(vm, " while getting the repr of an object")) return NULL;
    Value held = retain(o), r = must_be_str(vm, f(vm, o), "__repr__");
    rec_leave(vm);
    release(vm, held);
    return r;
}

Value op_str(VM *vm, Ref o)
{
    if (is_exact(o, CLASS(str))) return retain(o);
    UnaryFn f = type_of(vm, o)->s.str;
    if (!f) return op_repr(vm, o);
    if (!rec_enter(vm, " while getting the str of an object")) return NULL;
    Value held = retain(o), r = must_be_str(vm, f(vm, o), "__str__");
    rec_leave(vm);
    release(vm, held);
    return r;
}

static inline int hex_digits(uint32_t c) { return c < 128 ? 0 : c < 256 ? 2 : c < 0x10000 ? 4 : 8; }

Value op_ascii(VM *vm, Ref o)
{
    Value r = op_repr(vm, o);
    if (!r || str_is_ascii(as_str(r))) return r;
    const Str *s = as_str(r);
    int64_t len = s->len, size = len;
    for (int64_t i = 0; i < len; i++) {
        int digits = hex_digits(str_at(s, i));
        if (digits) size += digits + 1;
    }
    Value v = str_new(vm, size, 127);
    unsigned char *to = v ? as_str(v)->data : NULL;
    for (int64_t i = 0; v && i < len; i++) {
        uint32_t c = str_at(s, i);
        int digits = hex_digits(c);
        if (!digits) {
            *to++ = (unsigned char)c;
            continue;
        }
        *to++ = '\\';
        *to++ = digits == 2 ? 'x' : digits == 4 ? 'u' : 'U';
        while (digits--) *to++ = (unsigned char)"0123456789abcdef"[c >> 4 * digits & 15];
    }
    release(vm, r);
    return v;
}

int repr_enter(VM *vm, Ref o)
{
    Obj *x = as_obj(o);
    if (x->flags & OBJ_REPR) return 1;
    x->flags |= OBJ_REPR;
    return 0;
}

void repr_leave(VM *vm, Ref o) { as_obj(o)->flags &= (uint8_t)~OBJ_REPR; }

/* ---- classes ---- */

/* o.__class__ may claim another class than the real one (mocks, proxies). */
static int claims_class(VM *vm, Ref o, const Type *t)
{
    Type *own = type_of(vm, o);
    if (own->s.getattr == obj_generic_getattr) { /* what all of them have from object tells the truth, and nothing of an instance's goes before it */
        if (!(own->flags & TYPE_HEAP) || type_lookup(vm, own, NAME(__class__)) == type_lookup(vm, CLASS(object), NAME(__class__))) return 0;
    }
    Value c;
    int has = obj_lookup_attr(vm, o, NAME(__class__), &c);
    if (has <= 0) return has;
    int yes = is_type(c) && c != REF(type_of(vm, o)) && type_is_subtype(as_type(c), t);
    release(vm, c);
    return yes;
}

static int is_derived(VM *vm, Ref c, Ref cls) /* by identity, along whatever has a tuple as __bases__ */
{
    if (c == cls) return 1;
    Value bases;
    int yes = obj_lookup_attr(vm, c, NAME(__bases__), &bases);
    if (yes <= 0) return yes;
    if (!rec_enter(vm, " in __issubclass__")) return release(vm, bases), -1;
    yes = 0;
    for (int64_t i = 0; is_tuple(bases) && yes == 0 && i < as_tuple(bases)->len; i++) yes = is_derived(vm, as_tuple(bases)->items[i], cls);
    rec_leave(vm);
    release(vm, bases);
    return yes;
}

static int plain_isinstance(VM *vm, Ref o, Ref cls)
{
    if (!is_type(cls)) {
        Value bases;
        int has = obj_lookup_attr(vm, cls, NAME(__bases__), &bases);
        bool ok = has > 0 && is_tuple(bases);
        release(vm, bases);
        if (has < 0) return -1;
        if (!ok) return err_minus(vm, EXC_TypeError, "isinstance() arg 2 must be a type, a tuple of types, or a union");
        Value own;
        has = obj_lookup_attr(vm, o, NAME(__class__), &own);
        if (has <= 0) return has;
        int yes = is_derived(vm, (Ref)own, cls);
        release(vm, own);
        return yes;
    }
    if (type_is_subtype(type_of(vm, o), as_type(cls))) return 1;
    return claims_class(vm, o, as_type(cls));
}

static int by_hook(VM *vm, Ref cls, Ref name, Ref arg, const char *what, bool *found)
{
    if (!rec_enter(vm, what)) return *found = true, -1;
    Value r = call_special(vm, cls, name, &arg, 1, found);
    rec_leave(vm);
    if (!r) return -1;
    int yes = op_truth(vm, r);
    release(vm, r);
    return yes;
}

int op_isinstance(VM *vm, Ref o, Ref cls)
{
    if (REF(type_of(vm, o)) == cls) return 1;
    if (is_heap(cls) && as_obj(cls)->type == CLASS(type)) return plain_isinstance(vm, o, cls);
    if (is_tuple(cls)) {
        if (!rec_enter(vm, " in __instancecheck__")) return -1;
        int yes = 0;
        for (int64_t i = 0; yes == 0 && i < as_tuple(cls)->len; i++) yes = op_isinstance(vm, o, as_tuple(cls)->items[i]);
        rec_leave(vm);
        return yes;
    }
    bool found;
    int yes = by_hook(vm, cls, NAME(__instancecheck__), o, " in __instancecheck__", &found);
    if (found) return yes;
    return err_occurred(vm) ? -1 : plain_isinstance(vm, o, cls);
}

static int plain_issubclass(VM *vm, Ref c, Ref cls)
{
    if (is_type(c) && is_type(cls)) return type_is_subtype(as_type(c), as_type(cls));
    Value bases;
    int has = obj_lookup_attr(vm, c, NAME(__bases__), &bases);
    if (has < 0) return -1;
    if (!has || !is_tuple(bases)) return release(vm, bases), err_minus(vm, EXC_TypeError, "issubclass() arg 1 must be a class");
    if (!is_type(cls)) {
        Value own;
        has = obj_lookup_attr(vm, cls, NAME(__bases__), &own);
        bool ok = has > 0 && is_tuple(own);
        release(vm, own);
        if (!ok) {
            release(vm, bases);
            return has < 0 ? -1 : err_minus(vm, EXC_TypeError, "issubclass() arg 2 must be a class, a tuple of classes, or a union");
        }
    }
    int yes = c == cls;
    for (int64_t i = 0; yes == 0 && i < as_tuple(bases)->len; i++) yes = plain_issubclass(vm, as_tuple(bases)->items[i], cls);
    release(vm, bases);
    return yes;
}

int op_issubclass(VM *vm, Ref c, Ref cls)
{
    if (is_heap(cls) && as_obj(cls)->type == CLASS(type)) return c == cls ? 1 : plain_issubclass(vm, c, cls);
    if (is_tuple(cls)) {
        if (!rec_enter(vm, " in __subclasscheck__")) return -1;
        int yes = 0;
        for (int64_t i = 0; yes == 0 && i < as_tuple(cls)->len; i++) yes = op_issubclass(vm, c, as_tuple(cls)->items[i]);
        rec_leave(vm);
        return yes;
    }
    bool found;
    int yes = by_hook(vm, cls, NAME(__subclasscheck__), c, " in __subclasscheck__", &found);
    if (found) return yes;
    return err_occurred(vm) ? -1 : plain_issubclass(vm, c, cls);
}

int type_plain_isinstance(VM *vm, Ref o, Ref cls) { return plain_isinstance(vm, o, cls); }
int type_plain_issubclass(VM *vm, Ref c, Ref cls) { return plain_issubclass(vm, c, cls); }
