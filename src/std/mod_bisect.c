/* mod_bisect.c: the module _bisect: where an item belongs in a sorted sequence. */
#include "lang/object/vm.h"

static Value get_at(VM *vm, Ref seq, int64_t at)
{
    if (is_exact(seq, CLASS(list)) && at >= 0 && at < as_list(seq)->len) return retain(as_list(seq)->items[at]);
    Value i = int_from_i64(vm, at);
    Value item = i ? op_getitem(vm, seq, (Ref)i) : NO_VALUE;
    release(vm, i);
    return item;
}

/* args: a, x, lo=0, hi=None, *, key=None; the index, or -1 raised */
static int64_t search(VM *vm, const Ref *args, Ref x, bool right)
{
    int64_t lo = 0, hi = -1;
    Ref key = args[4] == NULL || is_none(args[4]) ? NULL : args[4];
    if (args[2] != NULL && !num_index_i64(vm, args[2], &lo)) return -1;
    if (lo < 0) return err_raise(vm, EXC_ValueError, "lo must be non-negative"), -1;
    if (args[3] != NULL && !is_none(args[3]) && !num_index_i64(vm, args[3], &hi)) return -1;
    if (hi == -1 && (hi = op_len(vm, args[0])) < 0) return -1;
    while (lo < hi) {
        int64_t mid = lo + (hi - lo) / 2;
        Value item = get_at(vm, args[0], mid);
        if (item != NO_VALUE && key != NULL) {
            Value k = call1(vm, key, item);
            release(vm, item);
            item = k;
        }
        if (item == NO_VALUE) return -1;
        int lt = right ? op_compare_bool(vm, x, item, CMP_LT) : op_compare_bool(vm, item, x, CMP_LT);
        release(vm, item);
        if (lt < 0) return -1;
        if (right ? lt : !lt) hi = mid;
        else lo = mid + 1;
    }
    return lo;
}

static Value bisect(VM *vm, const Ref *args, bool right)
{
    int64_t at = search(vm, args, args[1], right);
    return at < 0 ? NO_VALUE : int_from_i64(vm, at);
}

static Value insort(VM *vm, const Ref *args, bool right)
{
    Value x = args[4] == NULL || is_none(args[4]) ? retain(args[1]) : call1(vm, args[4], args[1]);
    if (x == NO_VALUE) return x;
    int64_t at = search(vm, args, x, right);
    release(vm, x);
    if (at < 0) return NO_VALUE;
    if (is_exact(args[0], CLASS(list))) return list_insert(vm, args[0], at, args[1]) ? V_NONE : NO_VALUE;
    Ref in[2] = {make_small(at), args[1]};
    Value r = call_method(vm, args[0], NAME(insert), in, 2);
    if (r == NO_VALUE) return r;
    release(vm, r);
    return V_NONE;
}

static Value fn_bisect_right(VM *vm, const Ref *args, int n, Ref kwnames) { return bisect(vm, args, true); }
static Value fn_bisect_left(VM *vm, const Ref *args, int n, Ref kwnames) { return bisect(vm, args, false); }
static Value fn_insort_right(VM *vm, const Ref *args, int n, Ref kwnames) { return insort(vm, args, true); }
static Value fn_insort_left(VM *vm, const Ref *args, int n, Ref kwnames) { return insort(vm, args, false); }

#define SIG "a, x, lo=0, hi=None, *, key=None"
static const NativeDef functions[] = {
    {"bisect_right", fn_bisect_right, SIG, "The place for x in sorted a, behind its equals.", NATIVE_KW},
    {"bisect_left", fn_bisect_left, SIG, "The place for x in sorted a, before its equals.", NATIVE_KW},
    {"insort_right", fn_insort_right, SIG, "Puts x into sorted a, behind its equals.", NATIVE_KW},
    {"insort_left", fn_insort_left, SIG, "Puts x into sorted a, before its equals.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};
#undef SIG

const ModuleDef bisect_module = {.name = "_bisect", .doc = "Bisection algorithms.", .functions = functions};
