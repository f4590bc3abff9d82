/* sort.c: list.sort and sorted(): a stable merge sort over natural runs.
 *
 * Runs already in order are found (descending ones reversed), short ones are lengthened by binary insertion, and
 * neighbours are merged while a stack of runs keeps their lengths balanced; a merge that keeps taking from one side
 * switches to galloping (exponential search), so ordered pieces cost few comparisons. Keys are looked at once before:
 * when all are small ints, floats or narrow strings, a comparison without the general machinery is used.
 *
 * While it runs the list is empty (cap -1), so that comparisons that touch the list are noticed and do no harm. */
#include "seq.h"

typedef struct Sort Sort;
typedef int (*LessFn)(Sort *s, Ref a, Ref b); /* 1 0 -1 */

typedef struct Run { int64_t at, len; } Run;

struct Sort {
    VM *vm;
    LessFn less;
    Value *key, *val;         /* val NULL: the keys are the items */
    Value *tmp_key, *tmp_val; /* room for tmp_cap items of a merge */
    int64_t tmp_cap;
    int64_t gallop;           /* wins in a row that start galloping */
    uint32_t steps;           /* of the loops that may run over all items: each 65,536th looks for an interrupt */
    int nruns;
    Run runs[90];
};

/* ---- comparing ---- */
static int less_any(Sort *s, Ref a, Ref b)
{
    return op_compare_bool(s->vm, a, b, CMP_LT);
}
static int less_small(Sort *s, Ref a, Ref b) { return small_of(a) < small_of(b); }
static int less_float(Sort *s, Ref a, Ref b) { return float_of(a) < float_of(b); }
static inline uint64_t ordered8(const unsigned char *p)
{
    uint64_t w;
    memcpy(&w, p, 8);
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? w : __builtin_bswap64(w);
}
static inline uint32_t ordered4(const unsigned char *p)
{
    uint32_t w;
    memcpy(&w, p, 4);
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? w : __builtin_bswap32(w);
}
/* memcmp without a call where the first bytes tell, as they mostly do. */
static inline int order_of_bytes(const unsigned char *x, const unsigned char *y, int64_t n)
{
    if (n >= 8) {
        uint64_t p = ordered8(x), q = ordered8(y);
        if (p != q) return p < q ? -1 : 1;
        return n == 8 ? 0 : memcmp(x + 8, y + 8, (size_t)n - 8);
    }
    if (n >= 4) {
        uint64_t p = (uint64_t)ordered4(x) << 32 | ordered4(x + n - 4), q = (uint64_t)ordered4(y) << 32 | ordered4(y + n - 4);
        return p == q ? 0 : p < q ? -1 : 1;
    }
    for (int64_t i = 0; i < n; i++)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}
static int less_narrow(Sort *s, Ref a, Ref b) /* strs of one byte a character */
{
    const Str *x = as_str(a), *y = as_str(b);
    int c = order_of_bytes(x->data, y->data, x->len < y->len ? x->len : y->len);
    return c != 0 ? c < 0 : x->len < y->len;
}
static int less_str(Sort *s, Ref a, Ref b) { return str_compare(a, b) < 0; }

/* Tuples: as far as their items are plain nothing is called; what is not goes the long way, from the start. */
static int less_tuple(Sort *s, Ref a, Ref b)
{
    VM *vm = s->vm;
    const Tuple *x = as_tuple(a), *y = as_tuple(b);
    for (int64_t i = 0; i < x->len && i < y->len; i++) {
        Ref p = x->items[i], q = y->items[i];
        if (p == q) continue;
        if (both_small(p, q)) return small_of(p) < small_of(q);
        if (is_float(p) && is_float(q)) {
            if (float_of(p) != float_of(q)) return float_of(p) < float_of(q);
        } else if (is_exact(p, CLASS(str)) && is_exact(q, CLASS(str))) {
            int order = str_compare(p, q);
            if (order) return order < 0;
        } else return less_any(s, a, b);
    }
    return x->len < y->len;
}

static inline bool go_on(Sort *s) { return __builtin_expect((++s->steps & 0xffff) != 0, 1) || vm_poll(s->vm); }

static LessFn choose_less(Sort *s, int64_t n) /* NULL: interrupted */
{
    VM *vm = s->vm;
    const Value *key = s->key;
    if (n <= 0xffff) { /* the commonest, without a look at anything else */
        int64_t i = 0;
        while (i < n && is_small(key[i])) i++;
        if (i == n) return less_small;
    }
    bool small = true, flt = true, narrow = true, str = true, tuple = true;
    for (int64_t i = 0; i < n; i++) {
        if (!go_on(s)) return NULL;
        small = small && is_small(key[i]);
        flt = flt && is_float(key[i]);
        str = str && is_exact(key[i], CLASS(str));
        narrow = narrow && str && str_width(as_str(key[i])) == 1;
        tuple = tuple && is_exact(key[i], CLASS(tuple));
        if (!small && !flt && !str && !tuple) return less_any;
    }
    return small ? less_small : flt ? less_float : narrow ? less_narrow : str ? less_str : less_tuple;
}

/* ---- moving ---- */
static inline void move(Sort *s, int64_t to, int64_t from, int64_t n)
{
    memmove(s->key + to, s->key + from, (size_t)n * sizeof(Value));
    if (s->val != NULL) memmove(s->val + to, s->val + from, (size_t)n * sizeof(Value));
}
static inline void put_tmp(Sort *s, int64_t to, int64_t tmp, int64_t n) /* from the scratch room back */
{
    memcpy(s->key + to, s->tmp_key + tmp, (size_t)n * sizeof(Value));
    if (s->val != NULL) memcpy(s->val + to, s->tmp_val + tmp, (size_t)n * sizeof(Value));
}
static inline void move1(Sort *s, int64_t to, int64_t from)
{
    s->key[to] = s->key[from];
    if (s->val != NULL) s->val[to] = s->val[from];
}
static inline void put1(Sort *s, int64_t to, int64_t tmp)
{
    s->key[to] = s->tmp_key[tmp];
    if (s->val != NULL) s->val[to] = s->tmp_val[tmp];
}

static void reverse_words(Value *v, int64_t n)
{
    if (v == NULL) return;
    for (int64_t i = 0, j = n - 1; i < j; i++, j--) {
        Value t = v[i];
        v[i] = v[j];
        v[j] = t;
    }
}

static bool tmp_take(Sort *s, int64_t from, int64_t n) /* a copy of items [from, from+n) in the scratch room */
{
    Mem *m = s->vm->mem;
    if (n > s->tmp_cap) {
        size_t old = (size_t)s->tmp_cap * sizeof(Value), now = (size_t)n * sizeof(Value);
        Value *k = mem_realloc(m, s->tmp_key, old, now);
        if (k == NULL) return err_no_memory(s->vm), false;
        s->tmp_key = k;
        if (s->val != NULL) {
            Value *v = mem_realloc(m, s->tmp_val, old, now);
            if (v == NULL) {
                s->tmp_key = mem_realloc(m, s->tmp_key, now, old);
                return err_no_memory(s->vm), false;
            }
            s->tmp_val = v;
        }
        s->tmp_cap = n;
    }
    memcpy(s->tmp_key, s->key + from, (size_t)n * sizeof(Value));
    if (s->val != NULL) memcpy(s->tmp_val, s->val + from, (size_t)n * sizeof(Value));
    return true;
}

/* ---- runs ---- */
/* The length of the run at `at` (ascending after the call); -1 raised. */
static int64_t find_run(Sort *s, int64_t at, int64_t end)
{
    if (end - at < 2) return end - at;
    int64_t i = at + 2;
    int down = s->less(s, s->key[at + 1], s->key[at]);
    if (down < 0) return -1;
    if (s->less == less_small && end - at <= 0xffff) /* (go_on would not look) */
        while (i < end && (small_of(s->key[i]) < small_of(s->key[i - 1])) == (down != 0)) i++;
    for (; i < end; i++) {
        int lt = s->less(s, s->key[i], s->key[i - 1]);
        if (lt < 0 || !go_on(s)) return -1;
        if (lt != down) break;
    }
    if (down) {
        reverse_words(s->key + at, i - at);
        if (s->val != NULL) reverse_words(s->val + at, i - at);
    }
    return i - at;
}

static bool insert_sorted(Sort *s, int64_t at, int64_t sorted, int64_t end) /* [at, at+sorted) is in order already */
{
    for (int64_t i = at + sorted; i < end; i++) {
        int64_t lo = at, hi = i;
        Value key = s->key[i], val = s->val != NULL ? s->val[i] : NO_VALUE;
        while (lo < hi) {
            int64_t mid = lo + (hi - lo) / 2;
            int lt = s->less(s, key, s->key[mid]);
            if (lt < 0) return false;
            if (lt) hi = mid;
            else lo = mid + 1;
        }
        if (lo == i) continue;
        memmove(s->key + lo + 1, s->key + lo, (size_t)(i - lo) * sizeof(Value));
        s->key[lo] = key;
        if (s->val == NULL) continue;
        memmove(s->val + lo + 1, s->val + lo, (size_t)(i - lo) * sizeof(Value));
        s->val[lo] = val;
    }
    return true;
}

/* How many of a[0..n) go before `key`: `right` counts equal ones in. The search starts at `hint` and doubles its stride. */
static int64_t gallop(Sort *s, Ref key, const Value *a, int64_t n, int64_t hint, bool right)
{
#define GOES_BEFORE(i) (right ? (lt = s->less(s, key, a[i])) < 0 ? -1 : !lt : s->less(s, a[i], key))
    int lt;
    int64_t lo, hi, step = 1;
    int before = GOES_BEFORE(hint);
    if (before < 0) return -1;
    if (before) { /* the place is after hint */
        lo = hint + 1;
        hi = n;
        while (hint + step < n) {
            before = GOES_BEFORE(hint + step);
            if (before < 0) return -1;
            if (!before) {
                hi = hint + step;
                break;
            }
            lo = hint + step + 1;
            step = step * 2 + 1;
        }
    } else {
        lo = 0;
        hi = hint;
        while (hint - step >= 0) {
            before = GOES_BEFORE(hint - step);
            if (before < 0) return -1;
            if (before) {
                lo = hint - step + 1;
                break;
            }
            hi = hint - step;
            step = step * 2 + 1;
        }
    }
    while (lo < hi) {
        int64_t mid = lo + (hi - lo) / 2;
        before = GOES_BEFORE(mid);
        if (before < 0) return -1;
        if (before) lo = mid + 1;
        else hi = mid;
    }
    return lo;
#undef GOES_BEFORE
}

enum { GALLOP_MIN = 7 };

/* Merge [a, a+na) with the run behind it, na <= nb: the left one waits in the scratch room. */
static bool merge_low(Sort *s, int64_t a, int64_t na, int64_t b, int64_t nb)
{
    if (!tmp_take(s, a, na)) return false;
    int64_t out = a, i = 0, j = b, j_end = b + nb, k;
    bool ok = true;
    while (i < na && j < j_end) {
        int64_t wins_a = 0, wins_b = 0;
        while (i < na && j < j_end && wins_a < s->gallop && wins_b < s->gallop) {
            int lt = s->less(s, s->key[j], s->tmp_key[i]);
            if (lt < 0 || !go_on(s)) goto failed;
            if (lt) {
                move1(s, out++, j++);
                wins_b++;
                wins_a = 0;
            } else {
                put1(s, out++, i++);
                wins_a++;
                wins_b = 0;
            }
        }
        if (i >= na || j >= j_end) break;
        do {
            if (s->gallop > 1) s->gallop--;
            k = wins_a = gallop(s, s->key[j], s->tmp_key + i, na - i, 0, true);
            if (k < 0) goto failed;
            put_tmp(s, out, i, k);
            out += k;
            i += k;
            if (i >= na) break;
            move1(s, out++, j++);
            if (j >= j_end) break;
            k = wins_b = gallop(s, s->tmp_key[i], s->key + j, j_end - j, 0, false);
            if (k < 0) goto failed;
            move(s, out, j, k);
            out += k;
            j += k;
            if (j >= j_end) break;
            put1(s, out++, i++);
        } while (i < na && (wins_a >= GALLOP_MIN || wins_b >= GALLOP_MIN));
        s->gallop++;
    }
    goto rest;
failed:
    ok = false;
rest:
    if (i < na) put_tmp(s, out, i, na - i); /* what is left on the right is in its place */
    return ok;
}

/* The mirror image for na > nb: the right one waits, and the merge goes downwards. */
static bool merge_high(Sort *s, int64_t a, int64_t na, int64_t b, int64_t nb)
{
    if (!tmp_take(s, b, nb)) return false;
    int64_t out = b + nb, i = a + na, j = nb, k; /* all one past */
    bool ok = true;
    while (i > a && j > 0) {
        int64_t wins_a = 0, wins_b = 0;
        while (i > a && j > 0 && wins_a < s->gallop && wins_b < s->gallop) {
            int lt = s->less(s, s->tmp_key[j - 1], s->key[i - 1]);
            if (lt < 0 || !go_on(s)) goto failed;
            if (lt) {
                move1(s, --out, --i);
                wins_a++;
                wins_b = 0;
            } else {
                put1(s, --out, --j);
                wins_b++;
                wins_a = 0;
            }
        }
        if (i <= a || j <= 0) break;
        do {
            if (s->gallop > 1) s->gallop--;
            k = gallop(s, s->tmp_key[j - 1], s->key + a, i - a, i - a - 1, true);
            if (k < 0) goto failed;
            wins_a = i - a - k;
            i -= wins_a;
            out -= wins_a;
            move(s, out, i, wins_a);
            if (i <= a) break;
            put1(s, --out, --j);
            if (j <= 0) break;
            k = gallop(s, s->key[i - 1], s->tmp_key, j, j - 1, false);
            if (k < 0) goto failed;
            wins_b = j - k;
            j -= wins_b;
            out -= wins_b;
            put_tmp(s, out, j, wins_b);
            if (j <= 0) break;
            move1(s, --out, --i);
        } while (i > a && (wins_a >= GALLOP_MIN || wins_b >= GALLOP_MIN));
        s->gallop++;
    }
    goto rest;
failed:
    ok = false;
rest:
    if (j > 0) put_tmp(s, out - j, 0, j);
    return ok;
}

static bool merge_at(Sort *s, int at) /* runs at and at+1 become one */
{
    Run *l = &s->runs[at], *r = &s->runs[at + 1];
    int64_t a = l->at, na = l->len, b = r->at, nb = r->len;
    l->len += nb;
    if (at + 2 < s->nruns) s->runs[at + 1] = s->runs[at + 2];
    s->nruns--;
    int64_t skip = gallop(s, s->key[b], s->key + a, na, 0, true); /* these are in place */
    if (skip < 0) return false;
    a += skip;
    na -= skip;
    if (na == 0) return true;
    nb = gallop(s, s->key[a + na - 1], s->key + b, nb, nb - 1, false);
    if (nb <= 0) return nb == 0;
    return na <= nb ? merge_low(s, a, na, b, nb) : merge_high(s, a, na, b, nb);
}

static bool balance(Sort *s) /* every run shorter than the one before it, and than the next two of before together */
{
    while (s->nruns > 1) {
        int n = s->nruns - 2;
        Run *r = s->runs;
        if ((n > 0 && r[n - 1].len <= r[n].len + r[n + 1].len) || (n > 1 && r[n - 2].len <= r[n - 1].len + r[n].len)) {
            if (r[n - 1].len < r[n + 1].len) n--;
        } else if (r[n].len > r[n + 1].len) {
            break;
        }
        if (!merge_at(s, n)) return false;
    }
    return true;
}

static bool sort_keys(Sort *s, int64_t n)
{
    int64_t min_run = n, odd = 0;
    while (min_run >= 64) {
        odd |= min_run & 1;
        min_run >>= 1;
    }
    min_run += odd;
    s->gallop = GALLOP_MIN;
    for (int64_t at = 0; at < n;) {
        int64_t len = find_run(s, at, n), want = n - at < min_run ? n - at : min_run;
        if (len < 0) return false;
        if (len < want) {
            if (!insert_sorted(s, at, len, at + want)) return false;
            len = want;
        }
        s->runs[s->nruns++] = (Run){at, len};
        at += len;
        if (!balance(s)) return false;
        if ((s->nruns & 7) == 0 && !vm_poll(s->vm)) return false;
    }
    while (s->nruns > 1) {
        int i = s->nruns - 2;
        if (i > 0 && s->runs[i - 1].len < s->runs[i + 1].len) i--;
        if (!merge_at(s, i)) return false;
    }
    return true;
}

static bool make_keys(VM *vm, Ref key, const Value *items, int64_t n, Value *out)
{
    bool counted = false;
    for (int64_t i = 0; i < n; i++) {
        out[i] = (i & 1023) != 1023 || vm_poll(vm) ? call1(vm, key, items[i]) : NO_VALUE;
        counted |= is_heap(out[i]);
        if (out[i] != NO_VALUE) continue;
        if (counted) seq_release(vm, out, i); /* an interrupt should not wait for millions of numbers to be looked at */
        return false;
    }
    return true;
}

bool list_sort(VM *vm, Ref list, Ref key, bool reverse)
{
    List *l = as_list(list);
    if (key != NULL && is_none(key)) key = NULL;
    if (l->cap < 0) return err_false(vm, EXC_ValueError, "list modified during sort");
    Value *items = l->items;
    int64_t n = l->len, cap = l->cap;
    l->items = NULL;
    l->len = 0;
    l->cap = -1;

    Sort s = {.vm = vm, .key = items};
    bool ok = true, have_keys = false;
    if (key != NULL && n > 0) {
        s.key = mem_alloc(vm->mem, (size_t)n * sizeof(Value));
        if (s.key == NULL) err_no_memory(vm);
        ok = have_keys = s.key != NULL && make_keys(vm, key, items, n, s.key);
        s.val = items;
    }
    if (ok && n > 1) {
        s.less = choose_less(&s, n);
        ok = s.less != NULL;
        if (reverse) { /* reversed before and after: equal items keep their order */
            reverse_words(s.key, n);
            reverse_words(s.val, n);
        }
        ok = ok && sort_keys(&s, n);
        if (reverse) {
            reverse_words(s.key, n);
            reverse_words(s.val, n);
        }
    }
    mem_free(vm->mem, s.tmp_key, (size_t)s.tmp_cap * sizeof(Value));
    if (s.tmp_val != NULL) mem_free(vm->mem, s.tmp_val, (size_t)s.tmp_cap * sizeof(Value));
    Value pending = ok ? NO_VALUE : err_take(vm);
    if (s.key != items && s.key != NULL) { /* their destructors may look at the list: it is still empty */
        bool counted = s.less != less_small && s.less != less_float;
        for (int64_t i = 0; have_keys && counted && i < n; i++) release(vm, s.key[i]);
        mem_free(vm->mem, s.key, (size_t)n * sizeof(Value));
    }

    Value *other = l->items;
    int64_t other_len = l->len, other_cap = l->cap;
    l->items = items;
    l->len = n;
    l->cap = cap;
    if (ok && other_cap != -1) {
        ok = err_false(vm, EXC_ValueError, "list modified during sort");
        pending = err_take(vm);
    }
    for (int64_t i = 0; i < other_len; i++) release(vm, other[i]);
    if (other_cap > 0) mem_free(vm->mem, other, (size_t)other_cap * sizeof(Value));
    if (pending != NO_VALUE) err_put(vm, pending);
    return ok;
}
