/* seq.h: what tuple, list, range, deque and their like share: subscripts, repeat counts, comparing, searching, printing. */
#ifndef PERCH_LANG_SEQ_H
#define PERCH_LANG_SEQ_H

#include "lang/object/vm.h"

/* A subscript as int64; TypeError "list indices must be integers or slices, not str". */
bool seq_index(VM *vm, Ref key, const char *type_name, int64_t *out);
/* The count of a repeat (`[0] * n`), never negative. */
bool seq_count(VM *vm, Ref count, int64_t *out);
/* The start and stop of index(): clipped into 0..len; absent: the whole. */
bool seq_bounds(VM *vm, Ref start, Ref stop, int64_t len, int64_t *from, int64_t *to);
/* "[a, b]" : open and close are the brackets; each item is held while its repr runs, and *len is read anew each time */
Value seq_repr(VM *vm, Ref o, Value *const *items, const int64_t *len, const char *open, const char *close);
/* A comparison's answer for the order c of two ints. */
static inline Value seq_answer(int64_t c, CmpOp op)
{
    switch (op) {
    case CMP_LT: return make_bool(c < 0);
    case CMP_LE: return make_bool(c <= 0);
    case CMP_EQ: return make_bool(c == 0);
    case CMP_NE: return make_bool(c != 0);
    case CMP_GT: return make_bool(c > 0);
    default: return make_bool(c >= 0);
    }
}
/* Item by item as tuples and lists compare. The arrays may change meanwhile: they are read through the pointers. */
Value seq_compare(VM *vm, Value *const *a, const int64_t *na, Value *const *b, const int64_t *nb, CmpOp op);
/* a == b for two items, both held meanwhile: 1 0 -1 */
static inline int seq_item_equal(VM *vm, Ref a, Ref b)
{
    if (a == b) return 1;
    if (both_small(a, b)) return 0;
    Value x = retain(a), y = retain(b);
    int eq = op_compare_bool(vm, x, y, CMP_EQ);
    release(vm, x);
    release(vm, y);
    return eq;
}
/* The first place from `from` on that may hold what equals x: small ints before it that are another number are passed over. */
static inline int64_t seq_skip(const Value *items, int64_t from, int64_t to, Ref x)
{
    if (is_small(x))
        while (from < to && is_small(items[from]) && items[from] != x) from++;
    return from;
}
/* Release n values, the last one first. What is not counted is passed over eight at a time: long lists are mostly numbers. */
static inline void seq_release(VM *vm, Value *v, int64_t n)
{
    for (; n >= 8; n -= 8) {
        const Value *w = v + n - 8;
        int k = 0;
        while (k < 8 && !is_heap(w[k])) k++;
        if (k == 8) continue;
        for (k = 8; k-- > 0;) release(vm, w[k]);
    }
    while (n-- > 0) release(vm, v[n]);
}
static inline void seq_visit(Ref v, VisitFn visit, void *arg) { if (is_heap(v)) visit(v, arg); }

#endif
