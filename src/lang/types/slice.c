/* slice.c: the class slice and its arithmetic. */
#include "lang/object/args.h"
#include "seq.h"

static Slice *as_slice(Ref v) { return (Slice *)BITS(v); }

Value slice_new(VM *vm, Ref start, Ref stop, Ref step)
{
    Slice *s = (Slice *)obj_alloc(vm, CLASS(slice), sizeof(Slice));
    if (s == NULL) return NO_VALUE;
    s->start = start == NULL ? V_NONE : retain(start);
    s->stop = stop == NULL ? V_NONE : retain(stop);
    s->step = step == NULL ? V_NONE : retain(step);
    return VAL(s);
}

static bool slice_part(VM *vm, Ref v, int64_t absent, int64_t *out)
{
    *out = absent;
    if (is_none(v)) return true;
    if (!is_int(v) && type_of(vm, v)->s.to_index == NULL)
        return err_false(vm, EXC_TypeError, "slice indices must be integers or None or have an __index__ method");
    return num_index_clip(vm, v, out);
}

static int64_t clip(int64_t i, int64_t len, int64_t low, int64_t high)
{
    if (i < 0) i = i < -len ? low : i + len;
    else if (i >= len) i = high;
    return i < low ? low : i;
}

bool slice_indices(VM *vm, Ref slice, const int64_t *length, int64_t *start, int64_t *stop, int64_t *step, int64_t *count)
{
    Slice *s = as_slice(slice);
    int64_t len = *length;
    if (is_none(s->step) && (is_none(s->start) || is_small(s->start)) && (is_none(s->stop) || is_small(s->stop))) {
        int64_t from = is_none(s->start) ? 0 : small_of(s->start), to = is_none(s->stop) ? len : small_of(s->stop);
        *start = clip(from, len, 0, len);
        *stop = clip(to, len, 0, len);
        *step = 1;
        *count = *start < *stop ? *stop - *start : 0;
        return true;
    }
    if (!slice_part(vm, s->step, 1, step)) return false;
    if (*step == 0) return err_false(vm, EXC_ValueError, "slice step cannot be zero");
    if (*step < -INT64_MAX) *step = -INT64_MAX;
    bool back = *step < 0;
    if (!slice_part(vm, s->start, back ? INT64_MAX : 0, start)) return false;
    if (!slice_part(vm, s->stop, back ? INT64_MIN : INT64_MAX, stop)) return false;
    len = *length;
    *start = back ? clip(*start, len, -1, len - 1) : clip(*start, len, 0, len);
    *stop = back ? clip(*stop, len, -1, len - 1) : clip(*stop, len, 0, len);
    if (*step == -1) *count = *stop < *start ? *start - *stop : 0; /* no division in the common cases */
    else if (*step == 1) *count = *start < *stop ? *stop - *start : 0;
    else if (back) *count = *stop < *start ? (*start - *stop - 1) / -*step + 1 : 0;
    else *count = *start < *stop ? (*stop - *start - 1) / *step + 1 : 0;
    return true;
}

/* ---- the class ---- */
static Value slice_new_slot(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames)
{
    if (!args_no_kw(vm, "slice", kwnames) || !args_count(vm, "slice", n, 1, 3)) return NO_VALUE;
    return n == 1 ? slice_new(vm, NULL, args[0], NULL) : slice_new(vm, args[0], args[1], n == 3 ? args[2] : NULL);
}

static void slice_dealloc(VM *vm, Obj *o)
{
    Slice *s = (Slice *)o;
    release(vm, s->start);
    release(vm, s->stop);
    release(vm, s->step);
    obj_free(vm, o, sizeof(Slice));
}

static void slice_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    Slice *s = (Slice *)o;
    seq_visit(s->start, visit, arg);
    seq_visit(s->stop, visit, arg);
    seq_visit(s->step, visit, arg);
}

static Value slice_repr(VM *vm, Ref o)
{
    Slice *s = as_slice(o);
    return str_format(vm, "slice(%R, %R, %R)", (Ref)s->start, (Ref)s->stop, (Ref)s->step);
}

static Value as_three(VM *vm, Slice *s) { return tuple_of(vm, 3, (Ref)s->start, (Ref)s->stop, (Ref)s->step); }

static Value slice_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (!is_kind(a, KIND_SLICE) || !is_kind(b, KIND_SLICE)) return V_NOTIMPL;
    if (a == b) return seq_answer(0, op);
    Value x = as_three(vm, as_slice(a)), y = as_three(vm, as_slice(b));
    Value r = x == NO_VALUE || y == NO_VALUE ? NO_VALUE : op_compare(vm, x, y, op);
    release(vm, x);
    release(vm, y);
    return r;
}

/* slice.indices for a length of any size: ints all the way */
static Value big_bound(VM *vm, Ref v, Ref len, Ref low, Ref high, bool back, bool is_stop)
{
    if (is_none(v)) return retain(back == is_stop ? low : high);
    Value i = num_index(vm, v);
    if (i == NO_VALUE) return i;
    if (int_sign(i) < 0) {
        Value moved = op_binary(vm, OP_ADD, i, len);
        release(vm, i);
        i = moved;
        if (i != NO_VALUE && int_compare(i, low) < 0) value_put(vm, &i, retain(low));
    } else if (int_compare(i, high) > 0) {
        value_put(vm, &i, retain(high));
    }
    return i;
}

static Value m_indices(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Slice *s = as_slice(args[0]);
    Value len = num_index(vm, args[1]), step = NO_VALUE, out[3] = {NO_VALUE, NO_VALUE, NO_VALUE}, high = NO_VALUE;
    if (len == NO_VALUE) return len;
    if (int_sign(len) < 0) {
        release(vm, len);
        return err_raise(vm, EXC_ValueError, "length should not be negative");
    }
    Ref parts[3] = {s->start, s->stop, s->step};
    for (int i = 0; i < 3; i++)
        if (!is_none(parts[i]) && !is_int(parts[i]) && type_of(vm, parts[i])->s.to_index == NULL) {
            release(vm, len);
            return err_raise(vm, EXC_TypeError, "slice indices must be integers or None or have an __index__ method");
        }
    step = is_none(s->step) ? make_small(1) : num_index(vm, s->step);
    if (step == NO_VALUE) goto failed;
    if (int_sign(step) == 0) {
        err_raise(vm, EXC_ValueError, "slice step cannot be zero");
        goto failed;
    }
    bool back = int_sign(step) < 0;
    Value low = make_small(back ? -1 : 0);
    high = op_binary(vm, OP_ADD, len, low);
    if (high == NO_VALUE) goto failed;
    /* absent start: the end one begins at; absent stop: the other */
    out[0] = is_none(s->start) ? retain(back ? (Ref)high : (Ref)low) : big_bound(vm, s->start, len, low, high, back, false);
    out[1] = is_none(s->stop) ? retain(back ? (Ref)low : (Ref)high) : big_bound(vm, s->stop, len, low, high, back, true);
    out[2] = step;
    if (out[0] == NO_VALUE || out[1] == NO_VALUE) goto failed;
    release(vm, len);
    release(vm, high);
    return tuple_take(vm, out, 3);
failed:
    release(vm, len);
    release(vm, high);
    release(vm, step);
    release(vm, out[0]);
    release(vm, out[1]);
    return NO_VALUE;
}

static Value m_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value three = as_three(vm, as_slice(args[0]));
    if (three == NO_VALUE) return three;
    Value r = tuple_of(vm, 2, REF(CLASS(slice)), (Ref)three);
    release(vm, three);
    return r;
}

static Value get_start(VM *vm, Ref self) { return retain(as_slice(self)->start); }
static Value get_stop(VM *vm, Ref self) { return retain(as_slice(self)->stop); }
static Value get_step(VM *vm, Ref self) { return retain(as_slice(self)->step); }

static const NativeDef methods[] = {
    {"indices", m_indices, "self, len, /", "S.indices(len) -> (start, stop, stride)", 0},
    {"__reduce__", m_reduce, "self, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef getsets[] = {
    {"start", get_start, getset_readonly, NULL},
    {"stop", get_stop, getset_readonly, NULL},
    {"step", get_step, getset_readonly, NULL},
    {NULL, NULL, NULL, NULL},
};

const TypeDef slice_def = {
    .name = "slice",
    .doc = "slice(stop)\nslice(start, stop[, step])\n\nWhat stands between the brackets of a[start:stop:step].",
    .kind = KIND_SLICE,
    .size = sizeof(Slice),
    .flags = TYPE_GC | TYPE_IMMUTABLE,
    .s = {.repr = slice_repr, .compare = slice_compare, .new_ = slice_new_slot},
    .dealloc = slice_dealloc,
    .traverse = slice_traverse,
    .methods = methods,
    .getsets = getsets,
};
