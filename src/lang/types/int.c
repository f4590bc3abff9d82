/* int.c: how an int is kept (a small word, or an Int of limbs): making one, reading one, comparing, hashing.
 *
 * Int.pad holds the limbs there is room for (the block's size); |size| may be less. */
#include "int_impl.h"
#include "lang/object/alloc.h"

#include <math.h>

static const int64_t HASH_MODULUS = ((int64_t)1 << 61) - 1;

Int *int_alloc(VM *vm, int64_t n)
{
    if (n > INT_MAX_LIMBS) {
        err_no_memory(vm);
        return NULL;
    }
    Int *r = (Int *)alloc_with(vm, CLASS(int), 0, sizeof(Int), sizeof(Int) + (size_t)n * 8);
    if (r != NULL) r->pad = (int32_t)n;
    return r;
}

Value int_finish(VM *vm, Int *r, int64_t n, bool neg)
{
    while (n > 0 && r->limb[n - 1] == 0) n--;
    if (n == 0 || (n == 1 && r->limb[0] <= (uint64_t)SMALL_MAX + neg)) {
        int64_t i = n == 0 ? 0 : (int64_t)r->limb[0];
        r->size = 0;
        release(vm, VAL(r));
        return make_small(neg ? -i : i);
    }
    if (r->pad > 2 * n + 4) { /* far too large a block: do not keep it */
        Value tight = int_from_limbs(vm, r->limb, n, neg);
        release(vm, VAL(r));
        return tight;
    }
    r->size = (int32_t)(neg ? -n : n);
    return VAL(r);
}

Value int_done(VM *vm, Int *r, bool ok, int64_t n, bool neg)
{
    if (ok) return int_finish(vm, r, n, neg);
    release(vm, VAL(r));
    return NO_VALUE;
}

Value int_from_limbs(VM *vm, const uint64_t *limbs, int64_t n, bool negative)
{
    while (n > 0 && limbs[n - 1] == 0) n--;
    if (n == 0) return make_small(0);
    if (n == 1 && limbs[0] <= (uint64_t)SMALL_MAX + negative) return make_small(negative ? -(int64_t)limbs[0] : (int64_t)limbs[0]);
    Int *r = int_alloc(vm, n);
    if (r == NULL) return NO_VALUE;
    memcpy(r->limb, limbs, (size_t)n * 8);
    r->size = (int32_t)(negative ? -n : n);
    return VAL(r);
}

Value int_from_i64(VM *vm, int64_t i)
{
    if (small_fits(i)) return make_small(i);
    Int *r = int_alloc(vm, 1);
    if (r == NULL) return NO_VALUE;
    r->limb[0] = i < 0 ? -(uint64_t)i : (uint64_t)i;
    r->size = i < 0 ? -1 : 1;
    return VAL(r);
}

Value int_from_u64(VM *vm, uint64_t u)
{
    if (u <= (uint64_t)SMALL_MAX) return make_small((int64_t)u);
    Int *r = int_alloc(vm, 1);
    if (r == NULL) return NO_VALUE;
    r->limb[0] = u;
    r->size = 1;
    return VAL(r);
}

Value int_from_i128(VM *vm, __int128 x)
{
    bool neg = x < 0;
    unsigned __int128 u = neg ? -(unsigned __int128)x : (unsigned __int128)x;
    uint64_t hi = (uint64_t)(u >> 64), lo = (uint64_t)u;
    if (hi == 0 && lo <= (uint64_t)SMALL_MAX) return make_small(neg ? -(int64_t)lo : (int64_t)lo);
    Int *r = int_alloc(vm, hi == 0 ? 1 : 2);
    if (r == NULL) return NO_VALUE;
    r->limb[0] = lo;
    if (hi != 0) r->limb[1] = hi;
    return int_finish(vm, r, hi == 0 ? 1 : 2, neg);
}

Value int_from_mpz(VM *vm, mpz_srcptr z)
{
    return int_from_limbs(vm, mpz_limbs_read(z), (int64_t)mpz_size(z), mpz_sgn(z) < 0);
}

bool int_room(VM *vm, int64_t limbs)
{
    if (limbs < 1 << 16) return true;
    if (limbs <= INT_MAX_LIMBS) { /* GMP's own allocator cannot fail softly: ask ours first */
        size_t bytes = (size_t)limbs * 8 * 2;
        void *probe = mem_alloc(vm->mem, bytes);
        if (probe != NULL) {
            mem_free(vm->mem, probe, bytes);
            return true;
        }
    }
    err_no_memory(vm);
    return false;
}

Value int_exact(VM *vm, Ref v)
{
    if (is_int_exact(vm, v)) return retain(v);
    IntView a;
    int_view(v, &a);
    return int_from_limbs(vm, a.p, a.n, a.neg);
}

Value int_from_double(VM *vm, double d)
{
    if (isnan(d)) return err_raise(vm, EXC_ValueError, "cannot convert float NaN to integer");
    if (isinf(d)) return err_raise(vm, EXC_OverflowError, "cannot convert float infinity to integer");
    if (d > -9e18 && d < 9e18) return int_from_i64(vm, (int64_t)d);
    int exp;
    double m = frexp(fabs(d), &exp); /* exp > 63 here */
    uint64_t top = (uint64_t)ldexp(m, 53);
    int shift = exp - 53;
    uint64_t limbs[18] = {0};
    limbs[shift / 64] = top << (shift % 64);
    if (shift % 64 > 11) limbs[shift / 64 + 1] = top >> (64 - shift % 64);
    return int_from_limbs(vm, limbs, 18, d < 0);
}

bool int_ratio_of_double(VM *vm, double d, Value *num, Value *den)
{
    int exp;
    double m = frexp(d, &exp);
    for (int i = 0; i < 300 && m != floor(m); i++) {
        m *= 2;
        exp--;
    }
    *num = int_from_double(vm, m);
    if (*num == NO_VALUE) return false;
    Value one = make_small(1), count = make_small(exp < 0 ? -exp : exp);
    if (exp >= 0) {
        Value wide = int_lshift(vm, *num, count);
        release(vm, *num);
        *num = wide;
        *den = one;
        return wide != NO_VALUE;
    }
    *den = int_lshift(vm, one, count);
    if (*den != NO_VALUE) return true;
    release(vm, *num);
    return false;
}

/* ---- to C ---- */
bool int_fits_i64(Ref v, int64_t *out) { return is_int(v) ? int_fast_i64(v, out) : (*out = 0, false); }

bool int_to_i64(VM *vm, Ref v, int64_t *out)
{
    if (int_fast_i64(v, out)) return true;
    return err_false(vm, EXC_OverflowError, "Python int too large to convert to C long");
}

int int_sign(Ref v)
{
    if (is_heap(v)) {
        int32_t size = ((const Int *)BITS(v))->size;
        return (size > 0) - (size < 0);
    }
    int64_t w = int_word(v);
    return (w > 0) - (w < 0);
}

int64_t int_bit_length(Ref a)
{
    IntView v;
    int_view(a, &v);
    return view_bits(&v);
}

/* The 64 bits from the top one down; what is below is or-ed into the last bit, so that one rounding is enough. */
static uint64_t top_bits(const IntView *v, int64_t *exp)
{
    int64_t bits = view_bits(v), drop = bits - 64;
    int64_t limb = drop / 64, bit = drop % 64;
    uint64_t m = v->p[limb] >> bit;
    if (bit != 0) m |= v->p[limb + 1] << (64 - bit);
    bool sticky = bit != 0 && (v->p[limb] << (64 - bit)) != 0;
    for (int64_t i = 0; i < limb && !sticky; i++) sticky = v->p[i] != 0;
    *exp = drop;
    return m | sticky;
}

double int_to_double(VM *vm, Ref v, bool *ok)
{
    *ok = true;
    int64_t i;
    if (int_fast_i64(v, &i)) return (double)i;
    IntView a;
    int_view(v, &a);
    double d;
    if (a.n == 1) {
        d = (double)a.p[0];
    } else {
        int64_t exp;
        uint64_t m = top_bits(&a, &exp);
        d = exp > 1024 ? HUGE_VAL : ldexp((double)m, (int)exp);
    }
    if (isinf(d)) {
        *ok = false;
        err_false(vm, EXC_OverflowError, "int too large to convert to float");
        return -1.0;
    }
    return a.neg ? -d : d;
}

/* ---- any object to a number ---- */
bool num_warn_strict(VM *vm, Ref got, const char *owner, const char *method, const char *wanted)
{
    return err_warn(vm, EXC_DeprecationWarning,
                    str_format(vm, "%s%s returned non-%s (type %T).  The ability to return an instance of a strict subclass of %s "
                                   "is deprecated, and may be removed in a future version of Python.",
                               owner, method, wanted, got, wanted));
}

Value num_take_exact(VM *vm, Value r, const char *method)
{
    if (r == NO_VALUE || is_int_exact(vm, r)) return r;
    Value exact = NO_VALUE;
    if (!is_int(r)) err_raise(vm, EXC_TypeError, "%s returned non-int (type %T)", method, (Ref)r);
    else if (num_warn_strict(vm, (Ref)r, "", method, "int")) exact = int_exact(vm, r);
    release(vm, r);
    return exact;
}

Value num_index(VM *vm, Ref v)
{
    if (is_int(v)) return is_small(v) ? retain(v) : int_exact(vm, v);
    UnaryFn to_index = type_of(vm, v)->s.to_index;
    if (to_index == NULL) return err_raise(vm, EXC_TypeError, "'%T' object cannot be interpreted as an integer", v);
    Value r = to_index(vm, v);
    return r == NO_VALUE || is_small(r) ? r : num_take_exact(vm, r, "__index__");
}

bool num_index_i64(VM *vm, Ref v, int64_t *out)
{
    if (is_small(v)) {
        *out = small_of(v);
        return true;
    }
    Value i = num_index(vm, v);
    if (i == NO_VALUE) return false;
    bool fits = int_fast_i64(i, out);
    release(vm, i);
    return fits || err_false(vm, EXC_OverflowError, "cannot fit '%T' into an index-sized integer", v);
}

bool num_index_ssize(VM *vm, Ref v, int64_t *out)
{
    Value i = num_index(vm, v);
    if (i == NO_VALUE) return false;
    bool fits = int_fast_i64(i, out);
    release(vm, i);
    return fits || err_false(vm, EXC_OverflowError, "Python int too large to convert to C ssize_t");
}

bool num_index_clip(VM *vm, Ref v, int64_t *out)
{
    if (is_small(v)) {
        *out = small_of(v);
        return true;
    }
    Value i = num_index(vm, v);
    if (i == NO_VALUE) return false;
    if (!int_fast_i64(i, out)) *out = int_sign(i) < 0 ? INT64_MIN : INT64_MAX;
    release(vm, i);
    return true;
}

bool num_take_float(VM *vm, Ref v, Ref got, double *out)
{
    if (!is_float_any(got)) return err_false(vm, EXC_TypeError, "%T.__float__ returned non-float (type %T)", v, got);
    *out = float_any_of(got);
    if (type_of(vm, got) == CLASS(float)) return true;
    Value owner = str_format(vm, "%T.", v);
    size_t n;
    bool ok = owner && num_warn_strict(vm, got, str_utf8(vm, (Ref)owner, &n), "__float__", "float");
    release(vm, owner);
    return ok;
}

static bool float_by_method(VM *vm, Ref v, double *out)
{
    Value f = type_of(vm, v)->s.to_float(vm, v);
    if (f == NO_VALUE) return false;
    bool ok = num_take_float(vm, v, (Ref)f, out);
    release(vm, f);
    return ok;
}

bool num_to_double(VM *vm, Ref v, double *out)
{
    bool ok;
    if (is_float_any(v)) {
        *out = float_any_of(v);
        return true;
    }
    if (is_int(v)) {
        *out = int_to_double(vm, v, &ok);
        return ok;
    }
    const Slots *s = &type_of(vm, v)->s;
    if (s->to_float != NULL) return float_by_method(vm, v, out);
    if (s->to_index == NULL) return err_false(vm, EXC_TypeError, "must be real number, not %T", v);
    Value i = num_index(vm, v);
    if (i == NO_VALUE) return false;
    *out = int_to_double(vm, i, &ok);
    release(vm, i);
    return ok;
}

/* ---- hash and order ---- */
int64_t num_hash_int(Ref v)
{
    int64_t h;
    if (!is_heap(v)) {
        h = int_word(v);
    } else {
        IntView a;
        int_view(v, &a);
        h = a.n == 0 ? 0 : (int64_t)mpn_mod_1(a.p, a.n, (mp_limb_t)HASH_MODULUS);
        if (a.neg) h = -h;
    }
    return h == -1 ? -2 : h;
}

int64_t num_hash_double(double d)
{
    if (isnan(d)) return 0;
    if (isinf(d)) return d > 0 ? 314159 : -314159;
    int exp;
    double m = frexp(fabs(d), &exp);
    uint64_t x = 0;
    while (m != 0) { /* 28 bits at a time, rotating inside the 61 bits of the modulus */
        x = ((x << 28) & (uint64_t)HASH_MODULUS) | x >> (61 - 28);
        m *= 268435456.0;
        exp -= 28;
        uint64_t y = (uint64_t)m;
        m -= (double)y;
        x += y;
        if (x >= (uint64_t)HASH_MODULUS) x -= (uint64_t)HASH_MODULUS;
    }
    int turn = exp >= 0 ? exp % 61 : 60 - (-1 - exp) % 61;
    x = ((x << turn) & (uint64_t)HASH_MODULUS) | x >> (61 - turn);
    int64_t h = d < 0 ? -(int64_t)x : (int64_t)x;
    return h == -1 ? -2 : h;
}

int int_compare(Ref a, Ref b)
{
    int64_t x, y;
    if (int_fast_i64(a, &x) && int_fast_i64(b, &y)) return (x > y) - (x < y);
    IntView l, r;
    int_view(a, &l);
    int_view(b, &r);
    if (l.neg != r.neg) return l.neg ? -1 : 1;
    int c = l.n != r.n ? (l.n > r.n ? 1 : -1) : mpn_cmp(l.p, r.p, l.n);
    return l.neg ? -c : c;
}

int int_compare_double(Ref a, double d)
{
    if (!is_heap(a)) {
        double x = (double)int_word(a);
        return (x > d) - (x < d);
    }
    if (isinf(d)) return d > 0 ? -1 : 1;
    IntView v;
    mpz_t z;
    int_view(a, &v);
    return mpz_cmp_d(int_mpz(&v, z), d);
}
