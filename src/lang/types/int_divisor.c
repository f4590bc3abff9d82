/* int_divisor.c: division by numbers of many limbs through their reciprocal, which Newton's iteration finds: products and shifts alone, so that it can be stopped
 * (int_large.c) and that several divisions by one number (digits of a text, powers modulo m) share the work.
 *
 * The reciprocal of d of n bits is about 4**n / d. It is out by a little; a quotient is put right at the end, so that it is exact whatever the reciprocal is.
 */
#include "int_impl.h"

typedef Value (*IntOp)(VM *vm, Ref a, Ref b);

/* Takes a and b. */
static Value take2(VM *vm, IntOp f, Value a, Value b)
{
    Value r = a && b ? f(vm, a, b) : NO_VALUE;
    release(vm, a);
    release(vm, b);
    return r;
}

/* Takes a. */
static Value take(VM *vm, IntOp f, Value a, Ref b)
{
    Value r = a ? f(vm, a, b) : NO_VALUE;
    release(vm, a);
    return r;
}

static Value reciprocal(VM *vm, Ref d)
{
    int64_t n = int_bit_length(d), half = n / 2 + 8; /* each step doubles the bits that are right, but for some */
    Value q = NO_VALUE;
    if (n <= (int64_t)64 * (LIMBS_DIRECT / 4)) {
        Value top = int_lshift(vm, make_small(1), make_small(2 * n));
        if (top && !int_divmod(vm, top, d, &q, NULL)) q = NO_VALUE;
        release(vm, top);
        return q;
    }
    Value x = int_rshift(vm, d, make_small(n - half));
    if (x) value_put(vm, &x, reciprocal(vm, x));
    if (!x) return NO_VALUE;
    Value over = take(vm, int_rshift, take(vm, int_mul, int_mul(vm, x, x), d), make_small(2 * half));
    return take2(vm, int_sub, take(vm, int_lshift, x, make_small(n - half + 1)), over);
}

void divisor_open(Divisor *v, Ref d)
{
    IntView view;
    int_view(d, &view);
    *v = (Divisor){.d = retain(d), .bits = int_bit_length(d), .shift = -1};
    if (mpn_popcount(view.p, view.n) == 1) v->shift = v->bits - 1;
}

void divisor_close(VM *vm, Divisor *v)
{
    value_clear(vm, &v->d);
    value_clear(vm, &v->inverse);
}

/* The quotient is *q but for a little: *q and the remainder put right. Takes q. */
static bool put_right(VM *vm, Ref a, Ref d, Value q, Value *out, Value *r)
{
    Value rest = q ? take2(vm, int_sub, retain(a), int_mul(vm, q, d)) : NO_VALUE;
    while (rest && q && int_sign(rest) < 0) {
        rest = take(vm, int_add, rest, d);
        q = take(vm, int_sub, q, make_small(1));
    }
    while (rest && q && int_compare(rest, d) >= 0) {
        rest = take(vm, int_sub, rest, d);
        q = take(vm, int_add, q, make_small(1));
    }
    *out = q;
    *r = rest;
    if (q && rest) return true;
    value_clear(vm, out);
    value_clear(vm, r);
    return false;
}

/* a of more than twice the divisor's bits: the upper half first, its remainder in front of the lower. */
static bool divide_halves(VM *vm, Divisor *v, Ref a, Value *q, Value *r)
{
    int64_t gap = int_bit_length(a) - v->bits, low = (gap / 2 < v->bits ? 1 : gap / 2 / v->bits) * v->bits; /* less than the gap: both parts are smaller */
    Value upper = int_rshift(vm, a, make_small(low)), lower = NO_VALUE, qh = NO_VALUE, rh = NO_VALUE, ql = NO_VALUE;
    if (upper) lower = take2(vm, int_sub, retain(a), int_lshift(vm, upper, make_small(low)));
    bool ok = lower && divisor_divide(vm, v, upper, &qh, &rh);
    value_clear(vm, &upper);
    if (ok) {
        lower = take2(vm, int_add, take(vm, int_lshift, rh, make_small(low)), lower);
        ok = lower && divisor_divide(vm, v, lower, &ql, r);
        *q = ok ? take2(vm, int_add, take(vm, int_lshift, qh, make_small(low)), ql) : NO_VALUE;
        if (!ok) release(vm, qh);
        else if (!*q) value_clear(vm, r);
    }
    release(vm, lower);
    return ok && *q;
}

/* The quotient's bits are fewer than the divisor's: lower bits of both hardly matter for it. */
static bool divide_tops(VM *vm, Divisor *v, Ref a, int64_t drop, Value *q, Value *r)
{
    Value upper = int_rshift(vm, a, make_small(drop)), d = upper ? int_rshift(vm, v->d, make_small(drop)) : NO_VALUE, about = NO_VALUE;
    bool ok = d && int_divmod(vm, upper, d, &about, NULL);
    release(vm, upper);
    release(vm, d);
    return ok && put_right(vm, a, v->d, about, q, r);
}

bool divisor_divide(VM *vm, Divisor *v, Ref a, Value *q, Value *r)
{
    int64_t bits = int_bit_length(a), gap = bits - v->bits;
    if (v->shift >= 0) {
        *q = int_rshift(vm, a, make_small(v->shift));
        *r = *q ? take2(vm, int_sub, retain(a), int_lshift(vm, *q, make_small(v->shift))) : NO_VALUE;
        if (!*r) value_clear(vm, q);
        return *r != NO_VALUE;
    }
    if (v->bits <= (int64_t)64 * (LIMBS_DIRECT / 4)) {
        if (int_divmod(vm, a, v->d, q, r)) return true;
        *q = *r = NO_VALUE;
        return false;
    }
    if (gap < 0) {
        *q = make_small(0);
        *r = int_exact(vm, a);
        return *r != NO_VALUE;
    }
    if (v->bits > 2 * gap + 256) return divide_tops(vm, v, a, v->bits - gap - 128, q, r);
    if (bits > 2 * v->bits) return divide_halves(vm, v, a, q, r);
    if (!v->inverse && !(v->inverse = reciprocal(vm, v->d))) return false;
    Value about = take(vm, int_mul, int_rshift(vm, a, make_small(v->bits - 1)), v->inverse);
    return put_right(vm, a, v->d, take(vm, int_rshift, about, make_small(v->bits + 1)), q, r);
}
