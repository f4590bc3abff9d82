/* range.c: the class range and its iterators: range_iterator where every value is a small int (the eval loop steps it by
 * itself), longrange_iterator otherwise. */
#include "lang/object/args.h"
#include "int_impl.h"
#include "seq.h"

typedef struct LongIter { Obj head; Value next, step, left; } LongIter;

static Range *as_range(Ref v) { return (Range *)BITS(v); }

/* ---- making ---- */
static Value range_length(VM *vm, Ref start, Ref stop, Ref step)
{
    int64_t lo, hi, by;
    if (is_small(start) && is_small(stop) && is_small(step)) {
        lo = small_of(start);
        hi = small_of(stop);
        by = small_of(step);
        if (by < 0) {
            int64_t t = lo;
            lo = hi;
            hi = t;
            by = -by;
        }
        return int_from_i64(vm, lo < hi ? (hi - lo - 1) / by + 1 : 0);
    }
    bool back = int_sign(step) < 0;
    if (back ? int_compare(start, stop) <= 0 : int_compare(start, stop) >= 0) return make_small(0);
    Value gap = back ? int_sub(vm, start, stop) : int_sub(vm, stop, start), pos = int_abs(vm, step), q = NO_VALUE, r = NO_VALUE;
    Value one = make_small(1), less = gap == NO_VALUE ? NO_VALUE : int_sub(vm, gap, one);
    if (less != NO_VALUE && pos != NO_VALUE && int_divmod(vm, less, pos, &q, NULL)) r = int_add(vm, q, one);
    release(vm, gap);
    release(vm, pos);
    release(vm, less);
    release(vm, q);
    return r;
}

static Value range_take(VM *vm, Value start, Value stop, Value step) /* takes three exact ints (NULL: raised) */
{
    Value length = NO_VALUE;
    Range *r = NULL;
    if (start != NO_VALUE && stop != NO_VALUE && step != NO_VALUE) {
        if (int_sign(step) == 0) err_raise(vm, EXC_ValueError, "range() arg 3 must not be zero");
        else length = range_length(vm, start, stop, step);
        if (length != NO_VALUE) r = (Range *)obj_alloc(vm, CLASS(range), sizeof(Range));
    }
    if (r == NULL) {
        release(vm, start);
        release(vm, stop);
        release(vm, step);
        release(vm, length);
        return NO_VALUE;
    }
    r->start = start;
    r->stop = stop;
    r->step = step;
    r->length = length;
    return VAL(r);
}

static Value exact_index(VM *vm, Ref v)
{
    if (is_small(v)) return retain(v);
    Value i = num_index(vm, v);
    if (i == NO_VALUE || is_int_exact(vm, i)) return i;
    Value e = int_exact(vm, i);
    release(vm, i);
    return e;
}

Value range_new(VM *vm, Ref start, Ref stop, Ref step)
{
    Value a = start == NULL ? make_small(0) : exact_index(vm, start);
    if (a == NO_VALUE) return NO_VALUE;
    Value b = exact_index(vm, stop);
    if (b == NO_VALUE) {
        release(vm, a);
        return NO_VALUE;
    }
    return range_take(vm, a, b, step == NULL ? make_small(1) : exact_index(vm, step));
}

static Value range_new_slot(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames)
{
    if (!args_no_kw(vm, "range", kwnames) || !args_count(vm, "range", n, 1, 3)) return NO_VALUE;
    return n == 1 ? range_new(vm, NULL, args[0], NULL) : range_new(vm, args[0], args[1], n == 3 ? args[2] : NULL);
}

static void range_dealloc(VM *vm, Obj *o)
{
    Range *r = (Range *)o;
    release(vm, r->start);
    release(vm, r->stop);
    release(vm, r->step);
    release(vm, r->length);
    obj_free(vm, o, sizeof(Range));
}

/* ---- sequence ---- */
static int64_t range_len(VM *vm, Ref o)
{
    int64_t n;
    if (int_fits_i64(as_range(o)->length, &n)) return n;
    err_raise(vm, EXC_OverflowError, "Python int too large to convert to C ssize_t");
    return -1;
}

static int range_truth(VM *vm, Ref o) { return int_sign(as_range(o)->length) != 0; }

static Value item_at(VM *vm, Range *r, Ref i) /* start + i * step; i is in range or is the end */
{
    if (is_small(r->start) && is_small(r->step) && is_small(i)) {
        int64_t at;
        if (!__builtin_mul_overflow(small_of(i), small_of(r->step), &at) && !__builtin_add_overflow(at, small_of(r->start), &at)) return int_from_i64(vm, at);
    }
    Value off = int_mul(vm, i, r->step);
    if (off == NO_VALUE) return off;
    Value v = int_add(vm, r->start, off);
    release(vm, off);
    return v;
}

static Value range_slice(VM *vm, Ref o, Ref slice)
{
    Range *r = as_range(o);
    Value id = str_intern_c(vm, "indices"), bounds = NO_VALUE, out = NO_VALUE;
    Ref len = r->length;
    if (id != NO_VALUE) bounds = call_method(vm, slice, id, &len, 1);
    release(vm, id);
    if (bounds == NO_VALUE) return bounds;
    const Value *b = as_tuple(bounds)->items;
    Value start = item_at(vm, r, b[0]), stop = start == NO_VALUE ? NO_VALUE : item_at(vm, r, b[1]);
    Value step = stop == NO_VALUE ? NO_VALUE : int_mul(vm, r->step, b[2]);
    out = range_take(vm, start, stop, step);
    release(vm, bounds);
    return out;
}

static Value range_getitem(VM *vm, Ref o, Ref key)
{
    Range *r = as_range(o);
    if (is_kind(key, KIND_SLICE)) return range_slice(vm, o, key);
    if (!is_int(key) && type_of(vm, key)->s.to_index == NULL)
        return err_raise(vm, EXC_TypeError, "range indices must be integers or slices, not %T", key);
    Value i = exact_index(vm, key);
    if (i != NO_VALUE && int_sign(i) < 0) {
        Value moved = int_add(vm, i, r->length);
        release(vm, i);
        i = moved;
    }
    if (i == NO_VALUE) return i;
    Value v = int_sign(i) < 0 || int_compare(i, r->length) >= 0 ? err_raise(vm, EXC_IndexError, "range object index out of range") : item_at(vm, r, i);
    release(vm, i);
    return v;
}

/* Where the int v stands in r (owned), NULL without an error: nowhere. */
static Value position(VM *vm, Range *r, Ref v)
{
    if (int_sign(r->length) == 0) return NO_VALUE;
    bool back = int_sign(r->step) < 0;
    if (back ? int_compare(v, r->start) > 0 || int_compare(v, r->stop) <= 0 : int_compare(v, r->start) < 0 || int_compare(v, r->stop) >= 0)
        return NO_VALUE;
    Value gap = int_sub(vm, v, r->start), q = NO_VALUE, rem = NO_VALUE;
    if (gap != NO_VALUE && int_divmod(vm, gap, r->step, &q, &rem) && int_sign(rem) != 0) value_clear(vm, &q);
    release(vm, gap);
    release(vm, rem);
    return q;
}

static bool plain_int(VM *vm, Ref v) { return is_bool(v) || is_int_exact(vm, v); }

/* For what is not an exact int: compare item by item. 1 found (*at), 0, -1 */
static int search(VM *vm, Ref o, Ref item, int64_t *at, int64_t *count)
{
    Value it = op_iter(vm, o), v;
    if (it == NO_VALUE) return -1;
    int eq = 0;
    for (int64_t i = 0; (v = op_next(vm, it)) != NO_VALUE; i++) {
        eq = op_compare_bool(vm, v, item, CMP_EQ);
        release(vm, v);
        if (eq > 0 && count != NULL) (*count)++;
        if (eq < 0 || (eq > 0 && count == NULL)) {
            *at = i;
            break;
        }
        eq = 0;
        if ((i & 1023) == 1023 && !vm_poll(vm)) break;
    }
    release(vm, it);
    return err_occurred(vm) ? -1 : eq;
}

static int range_contains(VM *vm, Ref o, Ref item)
{
    int64_t at;
    if (!plain_int(vm, item)) return search(vm, o, item, &at, NULL);
    Value i = position(vm, as_range(o), item);
    if (i == NO_VALUE) return err_occurred(vm) ? -1 : 0;
    release(vm, i);
    return 1;
}

static Value range_repr(VM *vm, Ref o)
{
    Range *r = as_range(o);
    if (is_small(r->step) && small_of(r->step) == 1) return str_format(vm, "range(%R, %R)", (Ref)r->start, (Ref)r->stop);
    return str_format(vm, "range(%R, %R, %R)", (Ref)r->start, (Ref)r->stop, (Ref)r->step);
}

static bool same_range(Range *a, Range *b)
{
    if (int_compare(a->length, b->length) != 0) return false;
    if (int_sign(a->length) == 0) return true;
    if (int_compare(a->start, b->start) != 0) return false;
    return (is_small(a->length) && small_of(a->length) == 1) || int_compare(a->step, b->step) == 0;
}

static Value range_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if ((op != CMP_EQ && op != CMP_NE) || !is_kind(b, KIND_RANGE)) return V_NOTIMPL;
    return make_bool(same_range(as_range(a), as_range(b)) == (op == CMP_EQ));
}

static bool range_hash(VM *vm, Ref o, int64_t *hash)
{
    Range *r = as_range(o);
    bool empty = int_sign(r->length) == 0, one = is_small(r->length) && small_of(r->length) == 1;
    Value t = tuple_of(vm, 3, (Ref)r->length, empty ? (Ref)V_NONE : (Ref)r->start, empty || one ? (Ref)V_NONE : (Ref)r->step);
    if (t == NO_VALUE) return false;
    bool ok = op_hash(vm, t, hash);
    release(vm, t);
    return ok;
}

/* ---- iterators ---- */
static Value iter_from(VM *vm, Ref start, Ref step, Ref length)
{
    int64_t n, last;
    if (is_small(start) && is_small(step) && is_small(length)) {
        n = small_of(length);
        if (!__builtin_mul_overflow(n, small_of(step), &last) && !__builtin_add_overflow(last, small_of(start), &last) && small_fits(last)) {
            RangeIter *it = (RangeIter *)obj_alloc(vm, CLASS(range_iterator), sizeof(RangeIter));
            if (it == NULL) return NO_VALUE;
            it->next = small_of(start);
            it->step = small_of(step);
            it->left = n;
            return VAL(it);
        }
    }
    LongIter *it = (LongIter *)obj_alloc(vm, CLASS(longrange_iterator), sizeof(LongIter));
    if (it == NULL) return NO_VALUE;
    it->next = retain(start);
    it->step = retain(step);
    it->left = retain(length);
    return VAL(it);
}

static Value range_iter(VM *vm, Ref o) { return iter_from(vm, as_range(o)->start, as_range(o)->step, as_range(o)->length); }

static Value m_reversed(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Range *r = as_range(args[0]);
    Value one = make_small(1), last = int_sub(vm, r->length, one), start = NO_VALUE, step = NO_VALUE, it = NO_VALUE;
    if (last != NO_VALUE) start = item_at(vm, r, last);
    if (start != NO_VALUE) step = int_neg(vm, r->step);
    if (step != NO_VALUE) it = iter_from(vm, start, step, r->length);
    release(vm, last);
    release(vm, start);
    release(vm, step);
    return it;
}

static Value iter_self(VM *vm, Ref o) { return retain(o); }

static Value iter_next(VM *vm, Ref o)
{
    RangeIter *it = (RangeIter *)BITS(o);
    if (it->left <= 0) return NO_VALUE;
    int64_t v = it->next;
    it->next += it->step;
    it->left--;
    return make_small(v);
}

static Value long_next(VM *vm, Ref o)
{
    LongIter *it = (LongIter *)BITS(o);
    if (int_sign(it->left) <= 0) return NO_VALUE;
    Value one = make_small(1), left = int_sub(vm, it->left, one);
    if (left == NO_VALUE) return NO_VALUE;
    Value next = int_add(vm, it->next, it->step);
    if (next == NO_VALUE) {
        release(vm, left);
        return NO_VALUE;
    }
    value_put(vm, &it->left, left);
    Value v = it->next;
    it->next = next;
    return v;
}

static void long_dealloc(VM *vm, Obj *o)
{
    LongIter *it = (LongIter *)o;
    release(vm, it->next);
    release(vm, it->step);
    release(vm, it->left);
    obj_free(vm, o, sizeof(LongIter));
}

static bool iter_state(VM *vm, Ref o, Value out[3]) /* start, step, left: owned */
{
    if (is_kind(o, KIND_RANGE_ITER)) {
        RangeIter *it = (RangeIter *)BITS(o);
        out[0] = make_small(it->next);
        out[1] = make_small(it->step);
        out[2] = make_small(it->left);
        return true;
    }
    LongIter *it = (LongIter *)BITS(o);
    out[0] = retain(it->next);
    out[1] = retain(it->step);
    out[2] = retain(it->left);
    return true;
}

static Value iter_hint(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value s[3];
    if (!iter_state(vm, args[0], s)) return NO_VALUE;
    release(vm, s[0]);
    release(vm, s[1]);
    return s[2];
}

static Value iter_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value s[3], off, stop, range, inner, r = NO_VALUE;
    Ref iter = dict_get_c(vm, REF(vm->builtins), "iter");
    if (iter == NULL) return err_raise(vm, EXC_AttributeError, "iter");
    iter_state(vm, args[0], s);
    off = int_mul(vm, s[1], s[2]);
    stop = off == NO_VALUE ? NO_VALUE : int_add(vm, s[0], off);
    release(vm, off);
    release(vm, s[2]);
    range = range_take(vm, s[0], stop, s[1]);
    inner = range == NO_VALUE ? NO_VALUE : tuple_of(vm, 1, (Ref)range);
    if (inner != NO_VALUE) r = tuple_of(vm, 3, iter, (Ref)inner, (Ref)make_small(0));
    release(vm, range);
    release(vm, inner);
    return r;
}

/* State k: k items further on, within what is left. */
static Value iter_setstate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (is_none(args[1])) return V_NONE;
    Value k = exact_index(vm, args[1]), s[3];
    if (k == NO_VALUE) return NO_VALUE;
    iter_state(vm, args[0], s);
    if (int_sign(k) < 0) value_put(vm, &k, make_small(0));
    if (int_compare(k, s[2]) > 0) value_put(vm, &k, retain(s[2]));
    Value by = int_mul(vm, k, s[1]), next = by == NO_VALUE ? NO_VALUE : int_add(vm, s[0], by);
    Value left = next == NO_VALUE ? NO_VALUE : int_sub(vm, s[2], k);
    for (int i = 0; i < 3; i++) release(vm, s[i]);
    release(vm, by);
    release(vm, k);
    if (left == NO_VALUE) return release(vm, next), NO_VALUE;
    if (is_kind(args[0], KIND_RANGE_ITER)) {
        RangeIter *it = (RangeIter *)BITS(args[0]);
        it->next = small_of(next);
        it->left = small_of(left);
    } else {
        LongIter *it = (LongIter *)BITS(args[0]);
        value_put(vm, &it->next, next);
        value_put(vm, &it->left, left);
    }
    return V_NONE;
}

static const NativeDef iter_methods[] = {
    {"__length_hint__", iter_hint, "self, /", NULL, 0},
    {"__reduce__", iter_reduce, "self, /", NULL, 0},
    {"__setstate__", iter_setstate, "self, state, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};

/* ---- methods ---- */
static Value m_index(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t at;
    if (!plain_int(vm, args[1])) {
        int found = search(vm, args[0], args[1], &at, NULL);
        if (found != 0) return found < 0 ? NO_VALUE : make_small(at);
        return err_raise(vm, EXC_ValueError, "sequence.index(x): x not in sequence");
    }
    Value i = position(vm, as_range(args[0]), args[1]);
    if (i != NO_VALUE || err_occurred(vm)) return i;
    return err_raise(vm, EXC_ValueError, "%R is not in range", args[1]);
}

static Value m_count(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t at, count = 0;
    if (!plain_int(vm, args[1])) return search(vm, args[0], args[1], &at, &count) < 0 ? NO_VALUE : make_small(count);
    int in = range_contains(vm, args[0], args[1]);
    return in < 0 ? NO_VALUE : make_small(in);
}

static Value m_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Range *r = as_range(args[0]);
    Value three = tuple_of(vm, 3, (Ref)r->start, (Ref)r->stop, (Ref)r->step);
    Value out = three == NO_VALUE ? NO_VALUE : tuple_of(vm, 2, REF(CLASS(range)), (Ref)three);
    release(vm, three);
    return out;
}

static Value get_start(VM *vm, Ref self) { return retain(as_range(self)->start); }
static Value get_stop(VM *vm, Ref self) { return retain(as_range(self)->stop); }
static Value get_step(VM *vm, Ref self) { return retain(as_range(self)->step); }

static const NativeDef methods[] = {
    {"index", m_index, "self, value, /", "Where value stands; ValueError if it does not.", 0},
    {"count", m_count, "self, value, /", "1 if value is one of the numbers, else 0.", 0},
    {"__reversed__", m_reversed, "self, /", "The numbers from the last to the first.", 0},
    {"__reduce__", m_reduce, "self, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef getsets[] = {
    {"start", get_start, getset_readonly, NULL},
    {"stop", get_stop, getset_readonly, NULL},
    {"step", get_step, getset_readonly, NULL},
    {NULL, NULL, NULL, NULL},
};

const TypeDef range_iterator_def = {
    .name = "range_iterator",
    .kind = KIND_RANGE_ITER,
    .size = sizeof(RangeIter),
    .flags = TYPE_IMMUTABLE | TYPE_NO_NEW,
    .s = {.iter = iter_self, .next = iter_next},
    .methods = iter_methods,
};

const TypeDef longrange_iterator_def = {
    .name = "longrange_iterator",
    .kind = KIND_OPAQUE,
    .size = sizeof(LongIter),
    .flags = TYPE_IMMUTABLE | TYPE_NO_NEW,
    .s = {.iter = iter_self, .next = long_next},
    .dealloc = long_dealloc,
    .methods = iter_methods,
};

const TypeDef range_def = {
    .name = "range",
    .doc = "range(stop)\nrange(start, stop[, step])\n\nThe integers from start (0) on, step (1) apart, that come before stop.",
    .kind = KIND_RANGE,
    .size = sizeof(Range),
    .flags = TYPE_MATCH_SEQ | TYPE_IMMUTABLE,
    .s = {.repr = range_repr, .hash = range_hash, .compare = range_compare, .truth = range_truth, .iter = range_iter, .len = range_len,
          .getitem = range_getitem, .contains = range_contains, .new_ = range_new_slot},
    .dealloc = range_dealloc,
    .methods = methods,
    .getsets = getsets,
};
