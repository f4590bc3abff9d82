/* mod_math_int.c: what math does with whole numbers, and its sums and products. */
#include "mod_math.h"

#include "lang/object/args.h"

#include <math.h>

/* ---- gcd, lcm ---- */
static Value lcm_two(VM *vm, Ref a, Ref b)
{
    if (int_sign(a) == 0 || int_sign(b) == 0) return make_small(0);
    Value g = int_gcd(vm, a, b), q = NO_VALUE, r = NO_VALUE, out = NO_VALUE;
    if (g != NO_VALUE && int_divmod(vm, a, g, &q, NULL)) r = int_mul(vm, q, b);
    if (r != NO_VALUE) out = int_abs(vm, r);
    release(vm, g);
    release(vm, q);
    release(vm, r);
    return out;
}

static Value fold(VM *vm, const Ref *args, int n, int64_t first, Value (*fn)(VM *, Ref, Ref))
{
    Value acc = make_small(first);
    for (int i = 0; i < n && acc != NO_VALUE; i++) {
        Value x = num_index(vm, args[i]);
        Value next = x == NO_VALUE ? NO_VALUE : fn(vm, acc, x);
        release(vm, x);
        release(vm, acc);
        acc = next;
    }
    return acc;
}

Value math_gcd(VM *vm, const Ref *args, int n, Ref kwnames) { return args_no_kw(vm, "math.gcd", kwnames) ? fold(vm, args, n, 0, int_gcd) : NULL; }
Value math_lcm(VM *vm, const Ref *args, int n, Ref kwnames) { return args_no_kw(vm, "math.lcm", kwnames) ? fold(vm, args, n, 1, lcm_two) : NULL; }

/* ---- roots ---- */
/* The root of the upper half of the bits, then one step of Newton's, which is out by one at most. What GMP does in one go takes milliseconds. */
static Value isqrt(VM *vm, Ref v)
{
    enum { DIRECT = 8192 };
    IntView view;
    int_view(v, &view);
    if (view.n <= DIRECT) {
        mpz_t z, r;
        mpz_init(r);
        mpz_sqrt(r, int_mpz(&view, z));
        Value out = int_from_mpz(vm, r);
        mpz_clear(r);
        return out;
    }
    Value quarter = make_small(view_bits(&view) / 4), half = make_small(small_of(quarter) * 2), q = NO_VALUE;
    Value upper = int_rshift(vm, v, half), root = upper ? isqrt(vm, upper) : NO_VALUE;
    release(vm, upper);
    if (root) value_put(vm, &root, int_lshift(vm, root, quarter));
    if (root && int_divmod(vm, v, root, &q, NULL)) value_put(vm, &root, int_add(vm, root, q));
    else value_clear(vm, &root);
    release(vm, q);
    if (root) value_put(vm, &root, int_rshift(vm, root, make_small(1)));
    Value square = root ? int_mul(vm, root, root) : NO_VALUE;
    if (!square) value_clear(vm, &root);
    else if (int_compare(square, v) > 0) value_put(vm, &root, int_sub(vm, root, make_small(1)));
    release(vm, square);
    return root;
}

Value math_isqrt(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value v = num_index(vm, args[0]);
    if (v == NO_VALUE) return v;
    Value out = int_sign(v) < 0 ? err_raise(vm, EXC_ValueError, "isqrt() argument must be nonnegative") : isqrt(vm, v);
    release(vm, v);
    return out;
}

/* ---- counting ---- */
/* n (n-1) ... (n-k+1), halves multiplied with halves so that the factors stay of one size */
static Value falling(VM *vm, Ref n, int64_t from, int64_t k)
{
    if (k <= 8) {
        Value acc = make_small(1);
        for (int64_t i = 0; i < k && acc != NO_VALUE; i++) {
            Value factor = int_sub(vm, n, make_small(from + i));
            Value next = factor == NO_VALUE ? NO_VALUE : int_mul(vm, acc, factor);
            release(vm, factor);
            release(vm, acc);
            acc = next;
        }
        return acc;
    }
    if (!vm_poll(vm)) return NO_VALUE;
    Value a = falling(vm, n, from, k / 2), b = a == NO_VALUE ? NO_VALUE : falling(vm, n, from + k / 2, k - k / 2);
    Value r = b == NO_VALUE ? NO_VALUE : int_mul(vm, a, b);
    release(vm, a);
    release(vm, b);
    return r;
}

/* 0! to 20! */
static const uint64_t in_a_word[] = {
    1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800, 39916800, 479001600, 6227020800, 87178291200, 1307674368000, 20922789888000, 355687428096000,
    6402373705728000, 121645100408832000, 2432902008176640000,
};

Value math_factorial(VM *vm, const Ref *args, int argc, Ref kwnames)
{
    int64_t n;
    Value v = num_index(vm, args[0]);
    if (v == NO_VALUE) return v;
    bool fits = int_fits_i64(v, &n);
    int sign = int_sign(v);
    Value out;
    if (sign < 0) out = err_raise(vm, EXC_ValueError, "factorial() not defined for negative values");
    else if (!fits) out = err_raise(vm, EXC_OverflowError, "factorial() argument should not exceed %lld", (long long)INT64_MAX);
    else if (n > (int64_t)1 << 30) out = err_no_memory(vm);
    else if (n < (int64_t)(sizeof in_a_word / sizeof *in_a_word)) out = int_from_u64(vm, in_a_word[n]);
    else out = falling(vm, v, 0, n);
    release(vm, v);
    return out;
}

static bool read_n_k(VM *vm, const Ref *args, Value *n, Value *k)
{
    *k = NO_VALUE;
    *n = num_index(vm, args[0]);
    if (*n == NO_VALUE) return false;
    *k = num_index(vm, args[1]);
    bool ok = *k != NO_VALUE;
    if (ok && int_sign(*n) < 0) ok = err_false(vm, EXC_ValueError, "n must be a non-negative integer");
    if (ok && int_sign(*k) < 0) ok = err_false(vm, EXC_ValueError, "k must be a non-negative integer");
    if (ok) return true;
    release(vm, *n);
    release(vm, *k);
    return false;
}

Value math_perm(VM *vm, const Ref *args, int argc, Ref kwnames)
{
    Value n, k, out;
    int64_t count;
    if (args[1] == NULL || is_none(args[1])) return math_factorial(vm, args, argc, kwnames);
    if (!read_n_k(vm, args, &n, &k)) return NO_VALUE;
    if (int_compare(k, n) > 0) out = make_small(0);
    else if (!int_fits_i64(k, &count)) out = err_raise(vm, EXC_OverflowError, "k must not exceed %lld", (long long)INT64_MAX);
    else out = falling(vm, n, 0, count);
    release(vm, n);
    release(vm, k);
    return out;
}

/* While the products fit a word. What is to be divided by is gathered until they no longer do: divisions are what takes time. */
static bool binomial_of_words(int64_t n, int64_t k, uint64_t *out)
{
    uint64_t above = 1, below = 1; /* above / below is n over i, so below is not the greater */
    for (int64_t i = 0; i < k; i++) {
        uint64_t next;
        if (__builtin_mul_overflow(above, (uint64_t)(n - i), &next)) {
            above /= below;
            below = 1;
            if (__builtin_mul_overflow(above, (uint64_t)(n - i), &next)) return false;
        }
        above = next;
        below *= (uint64_t)i + 1;
    }
    *out = above / below;
    return true;
}

/* n! / (n-k)! / k!, which can be stopped */
static Value binomial_by_quotient(VM *vm, Ref n, int64_t k)
{
    Value above = falling(vm, n, 0, k), below = above ? falling(vm, make_small(k), 0, k) : NO_VALUE, q = NO_VALUE;
    if (below) int_divmod(vm, above, below, &q, NULL);
    release(vm, above);
    release(vm, below);
    return q;
}

static Value binomial(VM *vm, Ref n, int64_t k)
{
    enum { MANY = 10000, BITS_DIRECT = 1 << 20 }; /* GMP's own takes milliseconds */
    IntView v;
    int64_t word;
    uint64_t c;
    if (int_fits_i64(n, &word) && binomial_of_words(word, k, &c)) return int_from_u64(vm, c);
    mpz_t z, r;
    int_view(n, &v);
    double bits = (double)k * ((double)view_bits(&v) - log2((double)(k > 1 ? k : 1)) + 1.5);
    if (!int_room(vm, bits / 64 > 1e9 ? INT64_MAX / 64 : (int64_t)(bits / 64) + 2) || !vm_poll(vm)) return NO_VALUE;
    if (k > MANY || bits > BITS_DIRECT) return binomial_by_quotient(vm, n, k);
    mpz_init(r);
    mpz_bin_ui(r, int_mpz(&v, z), (unsigned long)k);
    Value out = int_from_mpz(vm, r);
    mpz_clear(r);
    return out;
}

Value math_comb(VM *vm, const Ref *args, int argc, Ref kwnames)
{
    Value n, k;
    int64_t count;
    if (!read_n_k(vm, args, &n, &k)) return NO_VALUE;
    Value rest = int_sub(vm, n, k), out = NO_VALUE;
    if (rest == NO_VALUE) {
    } else if (int_sign(rest) < 0) {
        out = make_small(0);
    } else if (!int_fits_i64(int_compare(rest, k) < 0 ? (Ref)rest : (Ref)k, &count)) {
        err_raise(vm, EXC_OverflowError, "min(n - k, k) must not exceed %lld", (long long)INT64_MAX);
    } else {
        out = binomial(vm, n, count);
    }
    release(vm, n);
    release(vm, k);
    release(vm, rest);
    return out;
}

/* ---- sums ---- */
/* Partial sums that do not overlap, in rising order: together they are the exact sum. */
typedef struct Partials { double *p; int64_t n, cap; double stack[32]; } Partials;

static bool partials_grow(VM *vm, Partials *s)
{
    int64_t cap = s->cap * 2;
    double *p = mem_alloc(vm->mem, (size_t)cap * sizeof *p);
    if (p == NULL) return err_no_memory(vm), false;
    memcpy(p, s->p, (size_t)s->n * sizeof *p);
    if (s->p != s->stack) mem_free(vm->mem, s->p, (size_t)s->cap * sizeof *p);
    s->p = p;
    s->cap = cap;
    return true;
}

static bool partials_add(VM *vm, Partials *s, double x)
{
    int64_t kept = 0;
    for (int64_t i = 0; i < s->n; i++) {
        double y = s->p[i];
        if (fabs(x) < fabs(y)) {
            double t = x;
            x = y;
            y = t;
        }
        volatile double hi = x + y, back = hi - x;
        double lo = y - back;
        if (lo != 0) s->p[kept++] = lo;
        x = hi;
    }
    s->n = kept;
    if (x == 0) return true;
    if (!isfinite(x)) return err_false(vm, EXC_OverflowError, "intermediate overflow in fsum");
    if (s->n >= s->cap && !partials_grow(vm, s)) return false;
    s->p[s->n++] = x;
    return true;
}

static double partials_total(const Partials *s)
{
    int64_t n = s->n;
    if (n == 0) return 0.0;
    double hi = s->p[--n], lo = 0;
    while (n > 0) {
        double x = hi, y = s->p[--n];
        volatile double sum = x + y, back = sum - x;
        hi = sum;
        lo = y - back;
        if (lo != 0) break;
    }
    if (n > 0 && ((lo < 0 && s->p[n - 1] < 0) || (lo > 0 && s->p[n - 1] > 0))) { /* what lies below decides a tie */
        double y = lo * 2;
        volatile double x = hi + y, back = x - hi;
        if (y == back) hi = x;
    }
    return hi;
}

Value math_fsum(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value it = op_iter(vm, args[0]), v;
    if (it == NO_VALUE) return it;
    Partials s = {.cap = 32};
    s.p = s.stack;
    double special = 0, infs = 0;
    bool ok = true;
    while (ok && (v = op_next(vm, it)) != NO_VALUE) {
        double x;
        ok = num_to_double(vm, v, &x);
        release(vm, v);
        if (ok && isfinite(x)) {
            ok = partials_add(vm, &s, x);
        } else if (ok) {
            if (isinf(x)) infs += x;
            special += x;
        }
    }
    release(vm, it);
    ok = ok && !err_occurred(vm);
    if (ok && special != 0 && isnan(infs)) ok = err_false(vm, EXC_ValueError, "-inf + inf in fsum");
    Value out = !ok ? NO_VALUE : make_float_any(special != 0 ? special : partials_total(&s));
    if (s.p != s.stack) mem_free(vm->mem, s.p, (size_t)s.cap * sizeof *s.p);
    return out;
}

Value math_prod(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value it = op_iter(vm, args[0]), acc = args[1] == NULL ? make_small(1) : retain(args[1]), v;
    if (it == NO_VALUE) {
        release(vm, acc);
        return it;
    }
    while (acc != NO_VALUE && (v = op_next(vm, it)) != NO_VALUE) {
        Value next;
        int64_t product;
        if (both_small(acc, v) && !__builtin_mul_overflow(small_of(acc), small_of(v), &product) && small_fits(product)) next = make_small(product);
        else next = is_float(acc) && is_float(v) ? make_float_any(float_of(acc) * float_of(v)) : op_binary(vm, OP_MUL, acc, v);
        release(vm, v);
        release(vm, acc);
        acc = next;
    }
    release(vm, it);
    if (acc == NO_VALUE || !err_occurred(vm)) return acc;
    release(vm, acc);
    return NO_VALUE;
}
