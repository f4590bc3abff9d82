/* mod_itertools_comb.c: product, permutations, combinations, combinations_with_replacement: odometers over a pool.
 * v[0] = the pool (a tuple; for product a tuple of pools), idx = the positions now, v[4] = the tuple given out last;
 * i = length of a result, done = nothing (more) to give, j = 1 once the first was given. */
#include "lang/object/alloc.h"
#include "mod_itertools.h"

static bool take_idx(VM *vm, It *it, int64_t n)
{
    if (n == 0) return true;
    it->idx = n > (int64_t)1 << 32 ? NULL : mem_alloc(vm->mem, (size_t)n * sizeof *it->idx);
    if (it->idx == NULL) {
        err_no_memory(vm);
        return false;
    }
    it->nidx = n;
    return true;
}

/* The tuple that the positions tell: the one given out last, if nobody kept it, with other items, else a new one. */
#define EMIT(AT) \
    const Tuple *of = as_tuple(it->v[0]); \
    Value *last = &it->v[4]; \
    if (*last != NO_VALUE && as_obj(*last)->refs == 1) { \
        Value t = retain(*last); \
        for (int64_t i = 0; i < it->i; i++) value_put(vm, &as_tuple(t)->items[i], retain(AT)); \
        return t; \
    } \
    if (it->i == 0) return tuple_new(vm, 0); \
    Tuple *t = tuple_open(vm, it->i); \
    if (t == NULL) return NO_VALUE; \
    for (int64_t i = 0; i < it->i; i++) t->items[i] = retain(AT); \
    if (*last == NO_VALUE) *last = retain(REF(t)); \
    return VAL(t);

static Value emit(VM *vm, It *it) { EMIT(of->items[it->idx[i]]) }
static Value emit_product(VM *vm, It *it) { EMIT(as_tuple(of->items[i])->items[it->idx[i]]) }

/* ---- product ---- */
static bool read_repeat(VM *vm, const Ref *args, int n, Ref kwnames, int64_t *repeat)
{
    *repeat = 1;
    for (int64_t i = 0; kwnames != NULL && i < as_tuple(kwnames)->len; i++) {
        Ref name = as_tuple(kwnames)->items[i];
        if (!str_equal_c(name, "repeat")) return err_false(vm, EXC_TypeError, "'%U' is an invalid keyword argument for product()", name);
        if (!num_index_i64(vm, args[n + i], repeat)) return false;
        if (*repeat < 0) return err_false(vm, EXC_ValueError, "repeat argument cannot be negative");
    }
    return true;
}

static Value product_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    int64_t repeat, total;
    if (!read_repeat(vm, args, n, kwnames, &repeat)) return NO_VALUE;
    if (__builtin_mul_overflow(repeat, (int64_t)n, &total) || total > INT32_MAX) return err_raise(vm, EXC_OverflowError, "repeat argument too large");
    It *it = it_alloc(vm, type);
    if (it == NULL) return NO_VALUE;
    it->v[0] = tuple_new(vm, total);
    it->i = total;
    bool ok = it->v[0] != NO_VALUE && take_idx(vm, it, total);
    for (int64_t i = 0; ok && i < total; i++) {
        Tuple *pools = as_tuple(it->v[0]);
        pools->items[i] = i < n ? tuple_from_iter(vm, args[i]) : retain(pools->items[i - n]);
        ok = pools->items[i] != NO_VALUE;
        if (!ok) break;
        it->idx[i] = 0;
        if (as_tuple(pools->items[i])->len == 0) it->done = true;
    }
    if (ok) return VAL(it);
    release(vm, VAL(it));
    return NO_VALUE;
}

static Value product_next(VM *vm, Ref o)
{
    It *it = as_it(o);
    if (it->done) return NO_VALUE;
    if (it->j == 0) {
        it->j = 1;
        return emit_product(vm, it);
    }
    const Tuple *pools = as_tuple(it->v[0]);
    int64_t i = it->i - 1;
    while (i >= 0 && ++it->idx[i] == as_tuple(pools->items[i])->len) it->idx[i--] = 0;
    if (i < 0) {
        it->done = true;
        return NO_VALUE;
    }
    return emit_product(vm, it);
}

/* ---- the others take (iterable, r) ---- */
static It *pool_and_r(VM *vm, Ref type, const Ref *args, int n, Ref kwnames, const char *name, bool r_optional)
{
    static const char *const names[] = {"iterable", "r"};
    Ref in[2];
    int64_t r = 0;
    if (!args_bind(vm, name, args, n, kwnames, names, 2, in) || !it_need(vm, name, in, 0, "iterable")) return NULL;
    if (!r_optional && !it_need(vm, name, in, 1, "r")) return NULL;
    Value pool = tuple_from_iter(vm, in[0]);
    if (pool == NO_VALUE) return NULL;
    bool given = in[1] != NULL && !(r_optional && is_none(in[1])), ok = true;
    if (given && r_optional && !is_int(in[1])) ok = err_false(vm, EXC_TypeError, "Expected int as r");
    else if (given) ok = num_index_i64(vm, in[1], &r);
    if (ok && r < 0) ok = err_false(vm, EXC_ValueError, "r must be non-negative");
    It *it = ok ? it_alloc(vm, type) : NULL;
    if (it == NULL) {
        release(vm, pool);
        return NULL;
    }
    it->v[0] = pool;
    it->i = given ? r : as_tuple(pool)->len;
    return it;
}

static Value start(VM *vm, It *it, int64_t nidx, bool rising)
{
    if (!take_idx(vm, it, nidx)) {
        release(vm, VAL(it));
        return NO_VALUE;
    }
    for (int64_t i = 0; i < nidx; i++) it->idx[i] = rising ? i : 0;
    return VAL(it);
}

static Value combinations_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    It *it = pool_and_r(vm, type, args, n, kwnames, "combinations", false);
    if (it == NULL) return NO_VALUE;
    it->done = it->i > as_tuple(it->v[0])->len;
    return start(vm, it, it->done ? 0 : it->i, true);
}

static Value combinations_next(VM *vm, Ref o)
{
    It *it = as_it(o);
    if (it->done) return NO_VALUE;
    if (it->j != 0) {
        int64_t len = as_tuple(it->v[0])->len, i = it->i - 1;
        while (i >= 0 && it->idx[i] == i + len - it->i) i--;
        if (i < 0) {
            it->done = true;
            return NO_VALUE;
        }
        it->idx[i]++;
        for (i++; i < it->i; i++) it->idx[i] = it->idx[i - 1] + 1;
    }
    it->j = 1;
    return emit(vm, it);
}

static Value replacement_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    It *it = pool_and_r(vm, type, args, n, kwnames, "combinations_with_replacement", false);
    if (it == NULL) return NO_VALUE;
    it->done = as_tuple(it->v[0])->len == 0 && it->i > 0;
    return start(vm, it, it->done ? 0 : it->i, false);
}

static Value replacement_next(VM *vm, Ref o)
{
    It *it = as_it(o);
    if (it->done) return NO_VALUE;
    if (it->j != 0) {
        int64_t len = as_tuple(it->v[0])->len, i = it->i - 1;
        while (i >= 0 && it->idx[i] == len - 1) i--;
        if (i < 0) {
            it->done = true;
            return NO_VALUE;
        }
        int64_t at = it->idx[i] + 1;
        for (; i < it->i; i++) it->idx[i] = at;
    }
    it->j = 1;
    return emit(vm, it);
}

/* permutations: idx holds a permutation of the whole pool, then r counters */
static Value permutations_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    It *it = pool_and_r(vm, type, args, n, kwnames, "permutations", true);
    if (it == NULL) return NO_VALUE;
    int64_t len = as_tuple(it->v[0])->len;
    it->done = it->i > len;
    Value v = start(vm, it, it->done ? 0 : len + it->i, true);
    if (v != NO_VALUE && !it->done)
        for (int64_t i = 0; i < it->i; i++) it->idx[len + i] = len - i;
    return v;
}

static bool permute(It *it, int64_t len)
{
    if (!it->idx) return false; /* of nothing there is one permutation */
    int64_t *cycles = it->idx + len;
    for (int64_t i = it->i - 1; i >= 0; i--) {
        if (--cycles[i] > 0) {
            int64_t j = len - cycles[i], t = it->idx[i];
            it->idx[i] = it->idx[j];
            it->idx[j] = t;
            return true;
        }
        int64_t first = it->idx[i]; /* this place has had all: turn the rest by one and go on to the left */
        memmove(it->idx + i, it->idx + i + 1, (size_t)(len - 1 - i) * sizeof *it->idx);
        it->idx[len - 1] = first;
        cycles[i] = len - i;
    }
    return false;
}

static Value permutations_next(VM *vm, Ref o)
{
    It *it = as_it(o);
    if (it->done) return NO_VALUE;
    if (it->j != 0 && !permute(it, as_tuple(it->v[0])->len)) {
        it->done = true;
        return NO_VALUE;
    }
    it->j = 1;
    return emit(vm, it);
}

static const NativeDef product_methods[] = {IT_REDUCE(product), IT_SETSTATE(product), {NULL, NULL, NULL, NULL, 0}}, permutations_methods[] = {IT_REDUCE(permutations), IT_SETSTATE(permutations), {NULL, NULL, NULL, NULL, 0}},
    combinations_methods[] = {IT_REDUCE(combinations), IT_SETSTATE(combinations), {NULL, NULL, NULL, NULL, 0}}, replacement_methods[] = {IT_REDUCE(combinations), IT_SETSTATE(replacement), {NULL, NULL, NULL, NULL, 0}};

const TypeDef itertools_comb_defs[] = {
    IT_DEF("product", product_new, product_next, product_methods, NULL, "Every tuple of an item from each iterable, the rightmost changing fastest."),
    IT_DEF("permutations", permutations_new, permutations_next, permutations_methods, NULL, "Every ordered choice of r items."),
    IT_DEF("combinations", combinations_new, combinations_next, combinations_methods, NULL, "Every choice of r items, in their order."),
    IT_DEF("combinations_with_replacement", replacement_new, replacement_next, replacement_methods, NULL,
           "Every choice of r items; an item may come again."),
    {.name = NULL},
};
