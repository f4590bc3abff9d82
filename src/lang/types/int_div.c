/* int_div.c: // % divmod / ** and pow(a, b, m) on ints, and rounding to powers of ten. Signs follow Python: the quotient is
 * floored and a remainder has its divisor's sign. */
#include "int_impl.h"

#include <math.h>

static bool divmod_i64(VM *vm, int64_t x, int64_t y, Value *q, Value *r)
{
    int64_t quot = x / y, rem = x % y;
    if (rem != 0 && (rem ^ y) < 0) {
        rem += y;
        quot--;
    }
    if (r != NULL && (*r = int_from_i64(vm, rem)) == NO_VALUE) return false;
    if (q == NULL || (*q = int_from_i64(vm, quot)) != NO_VALUE) return true;
    if (r != NULL) release(vm, *r);
    return false;
}

/* |a| / |b| for a->n >= b->n: into fresh Ints with one spare limb each */
static bool divide_limbs(VM *vm, const IntView *a, const IntView *b, Int **q, Int **r)
{
    if (!int_room(vm, 2 * a->n) || (a->n > 20000 && !vm_poll(vm))) return false;
    *q = int_alloc(vm, a->n - b->n + 2);
    if (*q == NULL) return false;
    *r = int_alloc(vm, b->n + 1);
    if (*r != NULL && limbs_divmod(vm, (*q)->limb, (*r)->limb, a->p, a->n, b->p, b->n)) {
        (*q)->limb[a->n - b->n + 1] = 0;
        (*r)->limb[b->n] = 0;
        return true;
    }
    release(vm, VAL(*q));
    release(vm, VAL(*r));
    return false;
}

/* The same for divisors of many limbs; floored. */
static bool divide_by_many(VM *vm, Ref a, Ref b, bool unlike, Value *q, Value *r)
{
    Divisor d;
    Value x = int_abs(vm, a), y = x ? int_abs(vm, b) : NO_VALUE;
    bool ok = false;
    if (y) {
        divisor_open(&d, y);
        ok = divisor_divide(vm, &d, x, q, r);
        divisor_close(vm, &d);
    }
    if (ok && unlike) {
        if (int_sign(*r)) {
            value_put(vm, q, int_add(vm, *q, make_small(1)));
            value_put(vm, r, int_sub(vm, y, *r));
        }
        if (*q) value_put(vm, q, int_neg(vm, *q));
    }
    if (ok && *r && int_sign(b) < 0) value_put(vm, r, int_neg(vm, *r));
    release(vm, x);
    release(vm, y);
    if (!ok || (*q && *r)) return ok;
    value_clear(vm, q);
    value_clear(vm, r);
    return false;
}

static bool is_zero(const Int *i, int64_t n)
{
    while (n > 0 && i->limb[n - 1] == 0) n--;
    return n == 0;
}

bool int_divmod(VM *vm, Ref a, Ref b, Value *q, Value *r)
{
    int64_t x, y;
    if (int_sign(b) == 0) return err_false(vm, EXC_ZeroDivisionError, q == NULL ? "integer modulo by zero" : "integer division or modulo by zero");
    if (int_fast_i64(a, &x) && int_fast_i64(b, &y) && !(y == -1 && x == INT64_MIN)) return divmod_i64(vm, x, y, q, r);
    IntView l, m;
    int_view(a, &l);
    int_view(b, &m);
    if (l.n < m.n) { /* |a| < |b| */
        bool down = l.n != 0 && l.neg != m.neg;
        if (q != NULL) *q = make_small(down ? -1 : 0);
        if (r == NULL) return true;
        *r = down ? int_add(vm, a, b) : int_exact(vm, a);
        return *r != NO_VALUE;
    }
    if (m.n > LIMBS_DIRECT / 4) {
        Value both[2] = {NO_VALUE, NO_VALUE};
        if (!divide_by_many(vm, a, b, l.neg != m.neg, &both[0], &both[1])) return false;
        if (q != NULL) *q = both[0];
        else release(vm, both[0]);
        if (r != NULL) *r = both[1];
        else release(vm, both[1]);
        return true;
    }
    Int *quot, *rem;
    if (!divide_limbs(vm, &l, &m, &quot, &rem)) return false;
    int64_t nq = l.n - m.n + 2, nr = m.n + 1;
    if (l.neg != m.neg && !is_zero(rem, nr)) {
        mpn_add_1(quot->limb, quot->limb, nq, 1);
        mpn_sub_n(rem->limb, m.p, rem->limb, m.n);
    }
    Value qv = int_finish(vm, quot, nq, l.neg != m.neg), rv = int_finish(vm, rem, nr, m.neg);
    bool ok = qv != NO_VALUE && rv != NO_VALUE;
    if (ok && q != NULL) *q = qv;
    else release(vm, qv);
    if (ok && r != NULL) *r = rv;
    else release(vm, rv);
    return ok;
}

/* ---- true division ---- */
/* m * 2**exp rounded once to a double; `m` has its lowest bit set when something was cut off below. */
static double round_scaled(uint64_t m, int64_t exp)
{
    int64_t bits = 64 - __builtin_clzll(m), top = bits + exp; /* value in [2**(top-1), 2**top) */
    int64_t keep = top < -1021 ? 53 - (-1021 - top) : 53;
    if (top > 1024) return HUGE_VAL;
    if (keep < 0) return 0.0;
    int64_t drop = bits - keep;
    if (drop > 0) {
        uint64_t rest = drop == 64 ? m : m & (((uint64_t)1 << drop) - 1), half = (uint64_t)1 << (drop - 1);
        m = drop == 64 ? 0 : m >> drop;
        if (rest > half || (rest == half && (m & 1))) m++;
        exp += drop;
    }
    return ldexp((double)m, (int)exp);
}

static Value shifted(VM *vm, Ref a, int64_t by) { return by >= 0 ? int_lshift(vm, a, make_small(by)) : int_rshift(vm, a, make_small(-by)); }

static Value truediv_big(VM *vm, Ref a, Ref b)
{
    int64_t gap = int_bit_length(a) - int_bit_length(b), shift = 63 - gap;
    bool neg = (int_sign(a) < 0) != (int_sign(b) < 0), exact = true;
    if (gap > 1025) return err_raise(vm, EXC_OverflowError, "integer division result too large for a float");
    if (gap < -1100) return make_float(neg ? -0.0 : 0.0);
    Value x = int_abs(vm, a), y = int_abs(vm, b), q = NO_VALUE, r = NO_VALUE, out = NO_VALUE;
    if (x == NO_VALUE || y == NO_VALUE) goto done;
    Value *scaled = shift >= 0 ? &x : &y; /* whichever grows: nothing is cut off */
    Value wide = shifted(vm, *scaled, shift >= 0 ? shift : -shift);
    if (wide == NO_VALUE) goto done;
    value_put(vm, scaled, wide);
    if (!int_divmod(vm, x, y, &q, &r)) goto done;
    exact = int_sign(r) == 0;
    IntView v;
    int_view(q, &v); /* 63 or 64 bits */
    double d = round_scaled(v.p[0] | !exact, -shift);
    out = isinf(d) ? err_raise(vm, EXC_OverflowError, "integer division result too large for a float") : make_float(neg ? -d : d);
done:
    release(vm, x);
    release(vm, y);
    release(vm, q);
    release(vm, r);
    return out;
}

Value int_truediv(VM *vm, Ref a, Ref b)
{
    int64_t x, y;
    const int64_t exact = (int64_t)1 << 53;
    if (int_sign(b) == 0) return err_raise(vm, EXC_ZeroDivisionError, "division by zero");
    if (int_sign(a) == 0) return make_float(int_sign(b) < 0 ? -0.0 : 0.0);
    if (int_fast_i64(a, &x) && int_fast_i64(b, &y) && x >= -exact && x <= exact && y >= -exact && y <= exact)
        return make_float((double)x / (double)y);
    return truediv_big(vm, a, b);
}

/* ---- powers ---- */
static Value pow_of_two(VM *vm, Ref a, int64_t e) /* a = +-2**k */
{
    int64_t k = int_bit_length(a) - 1, shift;
    if (__builtin_mul_overflow(k, e, &shift) || shift / 64 > INT_MAX_LIMBS) return err_no_memory(vm);
    return int_lshift(vm, make_small(int_sign(a) < 0 && (e & 1) ? -1 : 1), make_small(shift));
}

static bool is_power_of_two(const IntView *v)
{
    for (int64_t i = 0; i < v->n - 1; i++)
        if (v->p[i] != 0) return false;
    return v->n > 0 && (v->p[v->n - 1] & (v->p[v->n - 1] - 1)) == 0;
}

static Value square_and_multiply(VM *vm, Ref a, int64_t e)
{
    Value r = retain(a);
    for (int bit = 62 - __builtin_clzll((uint64_t)e); bit >= 0 && r != NO_VALUE; bit--) {
        Value s = int_mul(vm, r, r);
        release(vm, r);
        r = s;
        if (r == NO_VALUE || !(e >> bit & 1)) continue;
        s = int_mul(vm, r, a);
        release(vm, r);
        r = s;
    }
    return r;
}

static Value float_pow_of_ints(VM *vm, Ref a, Ref b)
{
    bool ok;
    double x = int_to_double(vm, a, &ok);
    if (!ok) return NO_VALUE;
    double y = int_to_double(vm, b, &ok);
    if (!ok) return NO_VALUE;
    return float_binary(vm, OP_POW, make_float(x), make_float(y));
}

Value int_pow(VM *vm, Ref a, Ref b)
{
    int64_t x, e;
    if (int_sign(b) < 0) return float_pow_of_ints(vm, a, b);
    bool e_fits = int_fast_i64(b, &e);
    if (e_fits && e == 0) return make_small(1);
    if (int_fast_i64(a, &x) && x >= -1 && x <= 1) {
        IntView v;
        int_view(b, &v);
        return make_small(x < 0 && !(v.p[0] & 1) ? 1 : x);
    }
    if (!e_fits) return err_no_memory(vm);
    if (e == 1) return int_exact(vm, a);
    if (int_fast_i64(a, &x)) { /* while it fits a word */
        int64_t r = 1, s = x, left = e;
        bool fits = true;
        while (fits) {
            if ((left & 1) && __builtin_mul_overflow(r, s, &r)) fits = false;
            left >>= 1;
            if (left == 0) break;
            if (__builtin_mul_overflow(s, s, &s)) fits = false;
        }
        if (fits) return int_from_i64(vm, r);
    }
    IntView v;
    int_view(a, &v);
    if (is_power_of_two(&v)) return pow_of_two(vm, a, e);
    int64_t bits;
    if (__builtin_mul_overflow(view_bits(&v) - 1, e, &bits) || !int_room(vm, bits / 64 + 2)) return vm->error ? NO_VALUE : err_no_memory(vm);
    return square_and_multiply(vm, a, e);
}

static Value pow_small_mod(VM *vm, int64_t base, Ref b, int64_t m) /* 0 <= base < m, b > 0 */
{
    IntView v;
    int_view(b, &v);
    unsigned __int128 r = 1, s = (uint64_t)base;
    for (int64_t i = 0; i < v.n; i++) {
        uint64_t w = v.p[i];
        for (int k = 0; k < 64 && (w != 0 || i < v.n - 1); k++, w >>= 1) {
            if (w & 1) r = r * s % (uint64_t)m;
            s = s * s % (uint64_t)m;
        }
    }
    return int_from_i64(vm, (int64_t)(r % (uint64_t)m));
}

/* Four bits of the exponent at a time, each product reduced by itself: where GMP's own would take long. */
static Value powm_in_steps(VM *vm, Ref a, const IntView *e, Ref m)
{
    enum { BITS = 4 };
    Value power[1 << BITS] = {make_small(1), retain(a)}, r = make_small(1), q = NO_VALUE;
    Divisor d;
    divisor_open(&d, m);
    for (int i = 2; r && i < 1 << BITS; i++) {
        value_put(vm, &r, int_mul(vm, power[i - 1], a));
        if (r && divisor_divide(vm, &d, r, &q, &power[i])) release(vm, q);
        else value_clear(vm, &r);
    }
    if (r) value_put(vm, &r, make_small(1));
    for (int64_t bit = (view_bits(e) + BITS - 1) / BITS * BITS - BITS; r && bit >= 0; bit -= BITS) {
        int digit = (int)(e->p[bit / 64] >> bit % 64 & ((1 << BITS) - 1));
        for (int i = 0; r && i <= BITS; i++) { /* the squares, then the digit's power */
            Value rest = NO_VALUE;
            value_put(vm, &r, int_mul(vm, r, i < BITS ? (Ref)r : (Ref)power[digit]));
            if (r && divisor_divide(vm, &d, r, &q, &rest)) release(vm, q);
            value_put(vm, &r, rest);
        }
        if (r && !vm_poll(vm)) value_clear(vm, &r);
    }
    for (int i = 0; i < 1 << BITS; i++) release(vm, power[i]);
    divisor_close(vm, &d);
    return r;
}

static Value powm_big(VM *vm, Ref a, Ref b, Ref m) /* m > 1, 0 <= a < m */
{
    IntView va, vb, vm_;
    mpz_t za, zb, zm, r;
    int_view(a, &va);
    int_view(b, &vb);
    int_view(m, &vm_);
    if (!int_room(vm, 8 * vm_.n)) return NO_VALUE;
    if ((double)view_bits(&vb) * (double)vm_.n * (double)vm_.n > (double)LIMBS_DIRECT * 512) return powm_in_steps(vm, a, &vb, m);
    mpz_init(r);
    mpz_powm(r, int_mpz(&va, za), int_mpz(&vb, zb), int_mpz(&vm_, zm));
    Value out = int_from_mpz(vm, r);
    mpz_clear(r);
    return out;
}

static Value pow_mod(VM *vm, Ref a, Ref b, Ref m) /* m > 1 */
{
    Value base = NO_VALUE, e = NO_VALUE, out = NO_VALUE;
    int64_t x, y;
    if (int_sign(b) < 0) {
        base = int_inverse(vm, a, m);
        e = base == NO_VALUE ? NO_VALUE : int_neg(vm, b);
    } else if (int_divmod(vm, a, m, NULL, &base)) {
        e = int_exact(vm, b);
    }
    if (base != NO_VALUE && e != NO_VALUE) {
        if (int_fast_i64(base, &x) && int_fast_i64(m, &y)) out = pow_small_mod(vm, x, e, y);
        else out = powm_big(vm, base, e, m);
    }
    release(vm, base);
    release(vm, e);
    return out;
}

Value int_pow3(VM *vm, Ref a, Ref b, Ref mod)
{
    if (is_none(mod)) return int_binary(vm, OP_POW, a, b);
    if (!is_int(a) || !is_int(b) || !is_int(mod)) return V_NOTIMPL;
    if (int_sign(mod) == 0) return err_raise(vm, EXC_ValueError, "pow() 3rd argument cannot be 0");
    Value m = int_abs(vm, mod);
    if (m == NO_VALUE) return NO_VALUE;
    bool one = is_small(m) && small_of(m) == 1;
    Value r = one && int_sign(b) >= 0 ? make_small(0) : one ? make_small(0) : pow_mod(vm, a, b, m);
    release(vm, m);
    if (r != NO_VALUE && int_sign(mod) < 0 && int_sign(r) != 0) { /* the result has the modulus's sign */
        Value s = int_add(vm, r, mod);
        release(vm, r);
        r = s;
    }
    return r;
}

/* ---- round(v, -n) ---- */
Value int_round(VM *vm, Ref v, Ref ndigits)
{
    Value nd = num_index(vm, ndigits);
    if (nd == NO_VALUE) return NO_VALUE;
    if (int_sign(nd) >= 0) {
        release(vm, nd);
        return int_exact(vm, v);
    }
    int64_t digits;
    bool fits = int_fast_i64(nd, &digits);
    release(vm, nd);
    if (!fits || -digits > int_bit_length(v)) return make_small(0); /* 10**n > 2 |v| */
    Value ten = int_pow(vm, make_small(10), make_small(-digits)), half = NO_VALUE, q = NO_VALUE, r = NO_VALUE, out = NO_VALUE;
    if (ten == NO_VALUE || !int_divmod(vm, v, ten, &q, &r)) goto done;
    half = int_rshift(vm, ten, make_small(1));
    if (half == NO_VALUE) goto done;
    int c = int_compare(r, half);
    IntView qv;
    int_view(q, &qv);
    bool odd = qv.n != 0 && (qv.p[0] & 1);
    Value base = int_sub(vm, v, r);
    if (base == NO_VALUE || c < 0 || (c == 0 && !odd)) {
        out = base;
        goto done;
    }
    out = int_add(vm, base, ten);
    release(vm, base);
done:
    release(vm, ten);
    release(vm, half);
    release(vm, q);
    release(vm, r);
    return out;
}
