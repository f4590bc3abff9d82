/* int_arith.c: + - * and the bit operations on ints. Operands that fit a machine word (nearly all) take the first lines
 * of each function; the rest is GMP's mpn on the limbs. Division and powers are int_div.c. */
#include "int_impl.h"

/* |a| + |b| or |a| - |b|, whichever the signs ask for */
static Value add_views(VM *vm, const IntView *a, const IntView *b, bool b_neg)
{
    const IntView *l = a->n >= b->n ? a : b, *s = l == a ? b : a;
    bool l_neg = l == a ? a->neg : b_neg, s_neg = l == a ? b_neg : a->neg;
    if (s->n == 0) return int_from_limbs(vm, l->p, l->n, l_neg);
    if (l_neg == s_neg) {
        Int *r = int_alloc(vm, l->n + 1);
        if (r == NULL) return NO_VALUE;
        return int_done(vm, r, limbs_add(vm, r->limb, l->p, l->n, s->p, s->n), l->n + 1, l_neg);
    }
    Int *r = int_alloc(vm, l->n);
    if (r == NULL) return NO_VALUE;
    if (l->n == s->n && mpn_cmp(l->p, s->p, l->n) < 0) {
        return int_done(vm, r, limbs_sub(vm, r->limb, s->p, l->n, l->p, l->n), l->n, s_neg);
    }
    return int_done(vm, r, limbs_sub(vm, r->limb, l->p, l->n, s->p, s->n), l->n, l_neg);
}

Value int_add(VM *vm, Ref a, Ref b)
{
    int64_t x, y, sum;
    if (int_fast_i64(a, &x) && int_fast_i64(b, &y)) {
        if (!__builtin_add_overflow(x, y, &sum)) return int_from_i64(vm, sum);
        return int_from_i128(vm, (__int128)x + y);
    }
    IntView l, r;
    int_view(a, &l);
    int_view(b, &r);
    return add_views(vm, &l, &r, r.neg);
}

Value int_sub(VM *vm, Ref a, Ref b)
{
    int64_t x, y, diff;
    if (int_fast_i64(a, &x) && int_fast_i64(b, &y)) {
        if (!__builtin_sub_overflow(x, y, &diff)) return int_from_i64(vm, diff);
        return int_from_i128(vm, (__int128)x - y);
    }
    IntView l, r;
    int_view(a, &l);
    int_view(b, &r);
    return add_views(vm, &l, &r, !r.neg);
}

static Value mul_by_limb(VM *vm, const IntView *a, const IntView *b)
{
    Int *r = int_alloc(vm, a->n + 1);
    if (r == NULL) return NO_VALUE;
    r->limb[a->n] = mpn_mul_1(r->limb, a->p, a->n, b->p[0]);
    return int_finish(vm, r, a->n + 1, a->neg != b->neg);
}

Value int_mul(VM *vm, Ref a, Ref b)
{
    int64_t x, y, product;
    if (int_fast_i64(a, &x) && int_fast_i64(b, &y)) {
        if (!__builtin_mul_overflow(x, y, &product)) return int_from_i64(vm, product);
        return int_from_i128(vm, (__int128)x * y);
    }
    IntView l, r;
    int_view(a, &l);
    int_view(b, &r);
    if (l.n == 0 || r.n == 0) return make_small(0);
    if (r.n == 1) return mul_by_limb(vm, &l, &r);
    if (l.n == 1) return mul_by_limb(vm, &r, &l);
    if (!int_room(vm, 2 * (l.n + r.n)) || (l.n + r.n > 20000 && !vm_poll(vm))) return NO_VALUE;
    Int *out = int_alloc(vm, l.n + r.n);
    if (out == NULL) return NO_VALUE;
    bool ok = l.n >= r.n ? limbs_mul(vm, out->limb, l.p, l.n, r.p, r.n) : limbs_mul(vm, out->limb, r.p, r.n, l.p, l.n);
    return int_done(vm, out, ok, l.n + r.n, l.neg != r.neg);
}

Value int_neg(VM *vm, Ref a)
{
    int64_t x;
    if (int_fast_i64(a, &x) && x != INT64_MIN) return int_from_i64(vm, -x);
    IntView v;
    int_view(a, &v);
    return int_from_limbs(vm, v.p, v.n, !v.neg);
}

Value int_abs(VM *vm, Ref a) { return int_sign(a) < 0 ? int_neg(vm, a) : int_exact(vm, a); }

Value int_invert(VM *vm, Ref a)
{
    int64_t x;
    if (int_fast_i64(a, &x)) return int_from_i64(vm, ~x);
    Value n = int_neg(vm, a);
    if (n == NO_VALUE) return NO_VALUE;
    Value one = make_small(1), r = int_sub(vm, n, one);
    release(vm, n);
    return r;
}

/* ---- shifts ---- */
Value int_lshift(VM *vm, Ref a, Ref b)
{
    int64_t x, count;
    if (int_sign(b) < 0) return err_raise(vm, EXC_ValueError, "negative shift count");
    if (int_sign(a) == 0) return make_small(0);
    if (!int_fast_i64(b, &count)) {
        bool ok;
        double bits = int_to_double(vm, b, &ok); /* CPython's limit: 2**61 digits of 30 bits */
        if (ok && bits < 30.0 * (double)((int64_t)1 << 61)) return err_no_memory(vm);
        return err_raise(vm, EXC_OverflowError, "too many digits in integer");
    }
    if (int_fast_i64(a, &x) && count < 63) {
        int64_t r = (int64_t)((uint64_t)x << count);
        if (r >> count == x) return int_from_i64(vm, r);
    }
    IntView v;
    int_view(a, &v);
    int64_t words = count / 64;
    if (words > INT_MAX_LIMBS - v.n - 1) return err_no_memory(vm);
    int64_t n = v.n + words + 1;
    Int *r = int_alloc(vm, n);
    if (r == NULL) return NO_VALUE;
    bool ok = limbs_copy(vm, r->limb, NULL, words) && limbs_lshift(vm, r->limb + words, v.p, v.n, (unsigned)(count % 64));
    return int_done(vm, r, ok, n, v.neg);
}

static bool any_below(const IntView *v, int64_t words, int bits) /* is a bit set under that position? */
{
    for (int64_t i = 0; i < words; i++)
        if (v->p[i] != 0) return true;
    return bits != 0 && (v->p[words] << (64 - bits)) != 0;
}

Value int_rshift(VM *vm, Ref a, Ref b)
{
    int64_t x, count;
    if (int_sign(b) < 0) return err_raise(vm, EXC_ValueError, "negative shift count");
    if (!int_fast_i64(b, &count)) return make_small(int_sign(a) < 0 ? -1 : 0);
    if (int_fast_i64(a, &x)) return int_from_i64(vm, x >> (count > 63 ? 63 : count));
    IntView v;
    int_view(a, &v);
    int64_t words = count / 64;
    int bits = (int)(count % 64);
    if (words >= v.n) return make_small(v.neg ? -1 : 0);
    int64_t n = v.n - words;
    Int *r = int_alloc(vm, n + 1);
    if (r == NULL) return NO_VALUE;
    bool ok = limbs_rshift(vm, r->limb, v.p + words, n, (unsigned)bits);
    r->limb[n] = 0;
    if (ok && v.neg && any_below(&v, words, bits)) mpn_add_1(r->limb, r->limb, n + 1, 1); /* towards minus infinity */
    return int_done(vm, r, ok, n + 1, v.neg);
}

/* ---- & | ^ on two's complement ---- */
static uint64_t bit_word(BinOp op, uint64_t x, uint64_t y) { return op == OP_AND ? x & y : op == OP_OR ? x | y : x ^ y; }

/* limb i of the two's complement form; *borrow starts true for a negative number */
static inline uint64_t complement_limb(const IntView *v, int64_t i, bool *carry)
{
    uint64_t w = i < v->n ? v->p[i] : 0;
    if (!v->neg) return w;
    w = ~w + *carry;
    *carry = *carry && w == 0;
    return w;
}

Value int_bitop(VM *vm, BinOp op, Ref a, Ref b)
{
    int64_t x, y;
    if (int_fast_i64(a, &x) && int_fast_i64(b, &y)) return int_from_i64(vm, (int64_t)bit_word(op, (uint64_t)x, (uint64_t)y));
    IntView l, r;
    int_view(a, &l);
    int_view(b, &r);
    bool neg = bit_word(op, l.neg, r.neg) & 1, lcarry = true, rcarry = true, ocarry = true;
    int64_t n = l.n > r.n ? l.n : r.n;
    if (op == OP_AND && !l.neg && l.n < n) n = l.n;
    if (op == OP_AND && !r.neg && r.n < n) n = r.n;
    Int *out = int_alloc(vm, n + 1);
    if (out == NULL) return NO_VALUE;
    for (int64_t i = 0; i <= n; i++) {
        uint64_t w = bit_word(op, complement_limb(&l, i, &lcarry), complement_limb(&r, i, &rcarry));
        if (neg) {
            w = ~w + ocarry;
            ocarry = ocarry && w == 0;
        }
        out->limb[i] = w;
    }
    if (!neg && n < l.n) out->limb[n] = 0; /* an AND that a non-negative operand cut short */
    if (!neg && n < r.n) out->limb[n] = 0;
    return int_finish(vm, out, n + 1, neg);
}
