/* int_radix.c: ints of very many digits to the digits' values and back, in any base: halves of halves, by powers of the base whose exponents double. What is
 * left of LIMBS_LEAF limbs GMP does, some milliseconds at a time; the rest are products and quotients that can be stopped (int_large.c, int_divisor.c).
 */
#include "int_impl.h"

enum { LEVELS = 40 };
typedef struct Ladder {
    VM *vm;
    int base;
    int64_t leaf; /* digits */
    int levels;
    Divisor power[LEVELS]; /* base ** (leaf << i) */
} Ladder;

static void ladder_close(Ladder *l)
{
    while (l->levels > 0) divisor_close(l->vm, &l->power[--l->levels]);
}

/* The powers with less than so many digits. */
static bool ladder_open(Ladder *l, VM *vm, int base, int64_t digits)
{
    *l = (Ladder){.vm = vm, .base = base, .leaf = (int64_t)LIMBS_LEAF * 64 / (64 - __builtin_clzll((uint64_t)base - 1))};
    Value p = int_pow(vm, make_small(base), make_small(l->leaf));
    while (p && l->levels < LEVELS && l->leaf << l->levels < digits) {
        divisor_open(&l->power[l->levels++], p);
        value_put(vm, &p, l->leaf << l->levels < digits ? int_mul(vm, p, p) : make_small(0));
    }
    bool ok = p != NO_VALUE;
    release(vm, p);
    if (!ok) ladder_close(l);
    return ok;
}

/* |v| as `count` digits, zeros in front; there are no more. */
static bool put_leaf(VM *vm, Ref v, int base, unsigned char *out, int64_t count)
{
    IntView view;
    int_view(v, &view);
    memset(out, 0, (size_t)count);
    if (view.n == 0) return true;
    size_t limbs = (size_t)view.n * 8, room = mpn_sizeinbase(view.p, view.n, base) + 2;
    char *block = mem_alloc(vm->mem, limbs + room);
    if (!block) return err_no_memory(vm) != NO_VALUE;
    unsigned char *digits = (unsigned char *)block + limbs;
    memcpy(block, view.p, limbs);
    int64_t n = (int64_t)mpn_get_str(digits, base, (mp_limb_t *)(void *)block, view.n);
    int64_t zeros = n > count ? n - count : 0;
    memcpy(out + count - (n - zeros), digits + zeros, (size_t)(n - zeros));
    mem_free(vm->mem, block, limbs + room);
    return vm_poll(vm);
}

static bool put_digits(Ladder *l, Ref v, int level, unsigned char *out)
{
    if (level == 0) return put_leaf(l->vm, v, l->base, out, l->leaf);
    Value q = NO_VALUE, r = NO_VALUE;
    bool ok = divisor_divide(l->vm, &l->power[level - 1], v, &q, &r) && put_digits(l, q, level - 1, out)
              && put_digits(l, r, level - 1, out + (l->leaf << (level - 1)));
    release(l->vm, q);
    release(l->vm, r);
    return ok;
}

unsigned char *radix_digits(VM *vm, Ref v, int base, size_t *room)
{
    IntView view;
    Ladder l;
    int_view(v, &view);
    if (!ladder_open(&l, vm, base, (int64_t)mpn_sizeinbase(view.p, view.n, base))) return NULL;
    *room = (size_t)(l.leaf << l.levels);
    unsigned char *out = mem_alloc(vm->mem, *room);
    Value size = out ? int_abs(vm, v) : err_no_memory(vm);
    if (!size || !put_digits(&l, size, l.levels, out)) {
        mem_free(vm->mem, out, *room);
        out = NULL;
    }
    release(vm, size);
    ladder_close(&l);
    return out;
}

static Value value_of_leaf(VM *vm, const unsigned char *digits, int64_t n, int base)
{
    size_t bytes = (size_t)(n * (64 - __builtin_clzll((uint64_t)base - 1)) / 64 + 2) * 8;
    uint64_t *limbs = mem_alloc(vm->mem, bytes);
    if (!limbs) return err_no_memory(vm);
    Value v = int_from_limbs(vm, limbs, mpn_set_str(limbs, digits, (size_t)n, base), false);
    mem_free(vm->mem, limbs, bytes);
    if (v && !vm_poll(vm)) value_clear(vm, &v);
    return v;
}

static Value value_of(Ladder *l, const unsigned char *digits, int64_t n, int level)
{
    while (level > 0 && l->leaf << (level - 1) >= n) level--;
    if (level == 0) return value_of_leaf(l->vm, digits, n, l->base);
    int64_t low = l->leaf << (level - 1);
    Value upper = value_of(l, digits, n - low, level - 1), lower = upper ? value_of(l, digits + (n - low), low, level - 1) : NO_VALUE;
    if (lower) value_put(l->vm, &upper, int_mul(l->vm, upper, l->power[level - 1].d));
    if (lower && upper) value_put(l->vm, &lower, int_add(l->vm, upper, lower));
    else value_clear(l->vm, &lower);
    release(l->vm, upper);
    return lower;
}

Value radix_value(VM *vm, const unsigned char *digits, int64_t n, int base)
{
    Ladder l;
    if (!ladder_open(&l, vm, base, n)) return NO_VALUE;
    Value v = value_of(&l, digits, n, l.levels);
    ladder_close(&l);
    return v;
}
