/* seq.c: the parts that Python's sequences share; see seq.h. */
#include "seq.h"

bool seq_index(VM *vm, Ref key, const char *type, int64_t *out)
{
    if (is_small(key)) {
        *out = small_of(key);
        return true;
    }
    if (!is_int(key) && type_of(vm, key)->s.to_index == NULL)
        return err_false(vm, EXC_TypeError, "%s indices must be integers or slices, not %T", type, key);
    Value i = num_index(vm, key);
    if (i == NO_VALUE) return false;
    bool fits = int_fits_i64(i, out);
    release(vm, i);
    return fits || err_false(vm, EXC_IndexError, "cannot fit '%T' into an index-sized integer", key);
}

bool seq_count(VM *vm, Ref count, int64_t *out)
{
    if (!is_int(count) && type_of(vm, count)->s.to_index == NULL)
        return err_false(vm, EXC_TypeError, "can't multiply sequence by non-int of type '%T'", count);
    if (!num_index_i64(vm, count, out)) return false;
    if (*out < 0) *out = 0;
    return true;
}

bool seq_bounds(VM *vm, Ref start, Ref stop, int64_t len, int64_t *from, int64_t *to)
{
    *from = 0;
    *to = len;
    for (int i = 0; i < 2; i++) {
        Ref v = i == 0 ? start : stop;
        int64_t *out = i == 0 ? from : to;
        if (v == NULL) continue;
        if (!is_int(v) && type_of(vm, v)->s.to_index == NULL)
            return err_false(vm, EXC_TypeError, "slice indices must be integers or have an __index__ method");
        if (!num_index_clip(vm, v, out)) return false;
        if (*out < 0) *out = *out + len < 0 ? 0 : *out + len;
        if (i == 1 && *out > len) *out = len;
    }
    return true;
}

Value seq_repr(VM *vm, Ref o, Value *const *items, const int64_t *len, const char *open, const char *close)
{
    int seen = repr_enter(vm, o);
    if (seen < 0) return NO_VALUE;
    if (seen) return str_format(vm, "%s...%s", open, close[0] == ',' ? close + 1 : close); /* a tuple of one shows no comma here */
    StrB b = STRB_INIT(vm);
    bool ok = true;
    strb_c(&b, open);
    for (int64_t i = 0; i < *len && ok; i++) {
        if (i > 0) strb_ascii(&b, ", ", 2);
        Value item = retain((*items)[i]);
        ok = strb_repr(&b, item);
        release(vm, item);
    }
    repr_leave(vm, o);
    if (!ok) {
        strb_drop(&b);
        return NO_VALUE;
    }
    strb_c(&b, close);
    return strb_take(&b);
}

Value seq_compare(VM *vm, Value *const *a, const int64_t *na, Value *const *b, const int64_t *nb, CmpOp op)
{
    if (*na != *nb && (op == CMP_EQ || op == CMP_NE)) return make_bool(op == CMP_NE);
    for (int64_t i = 0; i < *na && i < *nb; i++) {
        int eq = seq_item_equal(vm, (*a)[i], (*b)[i]);
        if (eq < 0) return NO_VALUE;
        if (eq) continue;
        if (i >= *na || i >= *nb) break; /* shortened meanwhile: the lengths tell */
        if (op == CMP_EQ || op == CMP_NE) return make_bool(op == CMP_NE);
        Value x = retain((*a)[i]), y = retain((*b)[i]);
        Value r = op_compare(vm, x, y, op);
        release(vm, x);
        release(vm, y);
        return r;
    }
    return seq_answer(*na - *nb, op);
}
