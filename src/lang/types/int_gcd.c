/* int_gcd.c: the greatest common divisor, and the inverse modulo a number. What GMP does in milliseconds is its affair; larger numbers are made smaller here, by
 * products and quotients that can be stopped (int_large.c, int_divisor.c).
 *
 * Half of a pair's bits go at once: which quotients Euclid's algorithm would find there is seen from the upper half of the bits alone (`halve`), and all of them
 * together are a matrix of determinant 1 or -1. Such a matrix leaves the divisors of a pair as they are whatever it is, so that one which is a little off (the lower
 * bits were not looked at) costs a division more and nothing else.
 */
#include <stdlib.h>

#include "int_impl.h"

#ifdef PERCH_CHECKED
enum { LIMBS_HALVE = 3 }; /* pairs that are halved word by word */
#else
enum { LIMBS_HALVE = 48 };
#endif
enum { WORD = 62, COFACTOR = 31 }; /* bits of a number's top that are looked at; of a cofactor that is found with them */

typedef struct Matrix { Value at[4]; } Matrix; /* rows 0 1 / 2 3 */
typedef struct Pair { Value x, y; } Pair;      /* x >= y >= 0 */

static void matrix_drop(VM *vm, Matrix *m)
{
    for (int i = 0; i < 4; i++) value_clear(vm, &m->at[i]);
}
static void matrix_one(VM *vm, Matrix *m)
{
    for (int i = 0; i < 4; i++) value_put(vm, &m->at[i], make_small(i == 0 || i == 3));
}
static void pair_drop(VM *vm, Pair *p)
{
    value_clear(vm, &p->x);
    value_clear(vm, &p->y);
}
static void pair_swap(Pair *p)
{
    Value x = p->x;
    p->x = p->y;
    p->y = x;
}

/* a * x + b * y */
static Value combined(VM *vm, Ref a, Ref x, Ref b, Ref y)
{
    Value left = int_mul(vm, a, x), right = left ? int_mul(vm, b, y) : NO_VALUE, r = right ? int_add(vm, left, right) : NO_VALUE;
    release(vm, left);
    release(vm, right);
    return r;
}

/* *p = m * *p, each row as it comes. False: raised, and p is as it was. */
static bool apply(VM *vm, const Matrix *m, Pair *p)
{
    Value x = combined(vm, m->at[0], p->x, m->at[1], p->y), y = x ? combined(vm, m->at[2], p->x, m->at[3], p->y) : NO_VALUE;
    if (!y) {
        release(vm, x);
        return false;
    }
    value_put(vm, &p->x, x);
    value_put(vm, &p->y, y);
    return true;
}

/* Rows are turned round until p = m * what it was made of is in order again. */
static bool settle(VM *vm, Matrix *m, Pair *p)
{
    for (int row = 0; row < 2; row++) {
        Value *number = row ? &p->y : &p->x;
        if (int_sign(*number) >= 0) continue;
        Value *turned[] = {number, &m->at[2 * row], &m->at[2 * row + 1]};
        for (int i = 0; i < 3; i++) {
            Value v = int_neg(vm, *turned[i]);
            if (!v) return false;
            value_put(vm, turned[i], v);
        }
    }
    if (int_compare(p->x, p->y) >= 0) return true;
    pair_swap(p);
    *m = (Matrix){{m->at[2], m->at[3], m->at[0], m->at[1]}};
    return true;
}

/* (x, y) = (y, x - q * y) */
static bool step_by(VM *vm, Ref q, Value *x, Value *y)
{
    Value product = int_mul(vm, q, *y), rest = product ? int_sub(vm, *x, product) : NO_VALUE;
    release(vm, product);
    if (!rest) return false;
    Value old = *x;
    *x = *y;
    *y = rest;
    release(vm, old);
    return true;
}

/* One quotient of Euclid's; y is not 0. */
static bool step(VM *vm, Matrix *m, Pair *p)
{
    Value q = NO_VALUE, rest = NO_VALUE;
    bool ok = int_divmod(vm, p->x, p->y, &q, &rest);
    if (ok) {
        value_put(vm, &p->x, rest);
        pair_swap(p);
        for (int column = 0; ok && column < 2; column++) ok = step_by(vm, q, &m->at[column], &m->at[column + 2]);
    }
    release(vm, q);
    return ok;
}

/* ---- few limbs: word by word (Lehmer's way) ---- */

typedef struct Small { mpz_t x, y, m[4], t[2]; } Small;

static void small_row(mpz_t r, const mpz_t p, int64_t a, const mpz_t q, int64_t b)
{
    mpz_mul_si(r, p, a);
    if (b < 0) mpz_submul_ui(r, q, (unsigned long)-b);
    else mpz_addmul_ui(r, q, (unsigned long)b);
}

static void small_apply(Small *s, const int64_t c[4], mpz_t p, mpz_t q)
{
    small_row(s->t[0], p, c[0], q, c[1]);
    small_row(s->t[1], p, c[2], q, c[3]);
    mpz_swap(p, s->t[0]);
    mpz_swap(q, s->t[1]);
}

static void small_settle(Small *s)
{
    for (int row = 0; row < 2; row++) {
        if (mpz_sgn(row ? s->y : s->x) >= 0) continue;
        mpz_neg(row ? s->y : s->x, row ? s->y : s->x);
        for (int i = 2 * row; i < 2 * row + 2; i++) mpz_neg(s->m[i], s->m[i]);
    }
    if (mpz_cmp(s->x, s->y) >= 0) return;
    mpz_swap(s->x, s->y);
    for (int i = 0; i < 2; i++) mpz_swap(s->m[i], s->m[i + 2]);
}

static void small_step(Small *s)
{
    mpz_tdiv_qr(s->t[0], s->x, s->x, s->y);
    mpz_swap(s->x, s->y);
    for (int i = 0; i < 2; i++) {
        mpz_submul(s->m[i], s->t[0], s->m[i + 2]);
        mpz_swap(s->m[i], s->m[i + 2]);
    }
}

/* The cofactors of the quotients that the numbers' tops show; false: of none. */
static bool top_quotients(int64_t u, int64_t v, int64_t c[4])
{
    static const int64_t one[4] = {1, 0, 0, 1};
    memcpy(c, one, sizeof one);
    bool any = false;
    while (v) {
        int64_t q = u / v, rest = u - q * v;
        if (rest >> COFACTOR == 0 || q >> COFACTOR) break;
        int64_t next[] = {c[2], c[3], c[0] - q * c[2], c[1] - q * c[3]};
        if (llabs(next[2]) >> COFACTOR || llabs(next[3]) >> COFACTOR) break;
        memcpy(c, next, sizeof next);
        u = v;
        v = rest;
        any = true;
    }
    return any;
}

static int64_t top_word(Small *s, const mpz_t z, size_t shift)
{
    mpz_tdiv_q_2exp(s->t[0], z, shift);
    return (int64_t)mpz_get_ui(s->t[0]);
}

static size_t bits_of(const mpz_t z) { return mpz_sgn(z) ? mpz_sizeinbase(z, 2) : 0; }

static bool halve_small(VM *vm, Ref x, Ref y, Matrix *m)
{
    IntView a, b;
    mpz_t za, zb;
    Small s;
    int_view(x, &a);
    int_view(y, &b);
    mpz_init_set(s.x, int_mpz(&a, za));
    mpz_init_set(s.y, int_mpz(&b, zb));
    for (int i = 0; i < 4; i++) mpz_init_set_ui(s.m[i], i == 0 || i == 3);
    for (int i = 0; i < 2; i++) mpz_init(s.t[i]);
    for (size_t n = bits_of(s.x), goal = n / 2 + COFACTOR + 1; bits_of(s.y) > goal;) {
        int64_t c[4];
        size_t shift = n > WORD ? n - WORD : 0;
        if (top_quotients(top_word(&s, s.x, shift), top_word(&s, s.y, shift), c)) {
            small_apply(&s, c, s.x, s.y);
            small_apply(&s, c, s.m[0], s.m[2]);
            small_apply(&s, c, s.m[1], s.m[3]);
            small_settle(&s);
            if (bits_of(s.x) < n) {
                n = bits_of(s.x);
                continue;
            }
        }
        if (mpz_sgn(s.y)) small_step(&s);
        n = bits_of(s.x);
    }
    bool ok = true;
    for (int i = 0; i < 4; i++) {
        value_put(vm, &m->at[i], ok ? int_from_mpz(vm, s.m[i]) : NO_VALUE);
        ok = ok && m->at[i];
        mpz_clear(s.m[i]);
    }
    mpz_clears(s.x, s.y, s.t[0], s.t[1], NULL);
    return ok;
}

/* ---- halves ---- */

static bool halve(VM *vm, Ref x, Ref y, Matrix *m);

/* Those of the pair's bits that stand above `shift`, halved: *m is what was found. */
static bool halve_upper(VM *vm, const Pair *p, int64_t shift, Matrix *m)
{
    Value by = make_small(shift), x = int_rshift(vm, p->x, by), y = x ? int_rshift(vm, p->y, by) : NO_VALUE;
    bool ok = y && halve(vm, x, y, m);
    release(vm, x);
    release(vm, y);
    return ok;
}

/* *m = left * *m */
static bool multiply(VM *vm, const Matrix *left, Matrix *m)
{
    Pair column[2] = {{retain(m->at[0]), retain(m->at[2])}, {retain(m->at[1]), retain(m->at[3])}};
    bool ok = apply(vm, left, &column[0]) && apply(vm, left, &column[1]);
    matrix_drop(vm, m);
    *m = (Matrix){{column[0].x, column[1].x, column[0].y, column[1].y}};
    return ok;
}

/* A matrix that leaves about half of the bits of x; false: raised, and *m has nothing. */
static bool halve(VM *vm, Ref x, Ref y, Matrix *m)
{
    int64_t n = int_bit_length(x), goal = n / 2;
    matrix_one(vm, m);
    if (int_bit_length(y) <= goal + 1) return true;
    bool ok = vm_poll(vm);
    if (ok && n <= 64 * LIMBS_HALVE) ok = halve_small(vm, x, y, m);
    else if (ok) {
        Pair p = {retain(x), retain(y)};
        Matrix more = {0};
        ok = halve_upper(vm, &p, n / 2, m) && apply(vm, m, &p) && settle(vm, m, &p);
        if (ok && int_bit_length(p.y) > goal) ok = step(vm, m, &p);
        int64_t left = ok ? int_bit_length(p.x) : 0;
        if (ok && int_bit_length(p.y) > goal) ok = halve_upper(vm, &p, left < 2 * goal ? 2 * goal - left : 0, &more) && multiply(vm, &more, m);
        matrix_drop(vm, &more);
        pair_drop(vm, &p);
    }
    if (!ok) matrix_drop(vm, m);
    return ok;
}

/* ---- the divisor ---- */

/* p's numbers are made less until GMP can do the rest; what is done to them is done to *u (two numbers), if there is one. */
static bool shrink(VM *vm, Pair *p, Pair *u)
{
    while (int_sign(p->y) && int_bit_length(p->x) > (int64_t)64 * LIMBS_LEAF) {
        Matrix m = {0};
        Pair next = {retain(p->x), retain(p->y)};
        bool ok = vm_poll(vm) && halve(vm, p->x, p->y, &m) && apply(vm, &m, &next) && settle(vm, &m, &next);
        if (ok && int_bit_length(next.x) > int_bit_length(p->x)) { /* it was of no use */
            matrix_one(vm, &m);
            value_put(vm, &next.x, retain(p->x));
            value_put(vm, &next.y, retain(p->y));
        }
        if (ok && int_sign(next.y)) ok = step(vm, &m, &next);
        if (ok && u) ok = apply(vm, &m, u);
        if (ok) {
            Pair old = *p;
            *p = next;
            next = old;
        }
        matrix_drop(vm, &m);
        pair_drop(vm, &next);
        if (!ok) return false;
    }
    return true;
}

static Value gcd_direct(VM *vm, Ref a, Ref b)
{
    IntView l, r;
    mpz_t lz, rz, g;
    int_view(a, &l);
    int_view(b, &r);
    mpz_init(g);
    mpz_gcd(g, int_mpz(&l, lz), int_mpz(&r, rz));
    Value out = int_from_mpz(vm, g);
    mpz_clear(g);
    return out;
}

/* By shifts and differences: a division takes longer than all the bits that it takes away. */
static int64_t gcd_of_words(int64_t x, int64_t y)
{
    if (x == 0 || y == 0) return x | y;
    int both = __builtin_ctzll((uint64_t)(x | y));
    x >>= __builtin_ctzll((uint64_t)x);
    while (y != 0) {
        y >>= __builtin_ctzll((uint64_t)y);
        int64_t less = x < y ? x : y, apart = x < y ? y - x : x - y;
        x = less;
        y = apart;
    }
    return x << both;
}

Value int_gcd(VM *vm, Ref a, Ref b)
{
    int64_t x, y;
    if (int_fast_i64(a, &x) && int_fast_i64(b, &y) && x != INT64_MIN && y != INT64_MIN) {
        x = x < 0 ? -x : x;
        y = y < 0 ? -y : y;
        return int_from_i64(vm, gcd_of_words(x, y));
    }
    if (!int_room(vm, (int_bit_length(a) + int_bit_length(b)) / 64 + 2)) return NO_VALUE;
    Value out = NO_VALUE;
    Pair p = {.x = int_abs(vm, a)};
    if (p.x) p.y = int_abs(vm, b);
    if (p.y && int_compare(p.x, p.y) < 0) pair_swap(&p);
    if (p.y && shrink(vm, &p, NULL)) out = int_sign(p.y) ? gcd_direct(vm, p.x, p.y) : retain(p.x);
    pair_drop(vm, &p);
    return out;
}

/* g, and s and t with g = s * p.x + t * p.y */
static bool cofactors(VM *vm, const Pair *p, Value *g, Matrix *row)
{
    IntView a, b;
    mpz_t za, zb, zg, zs, zt;
    int_view(p->x, &a);
    int_view(p->y, &b);
    mpz_inits(zg, zs, zt, NULL);
    mpz_gcdext(zg, zs, zt, int_mpz(&a, za), int_mpz(&b, zb));
    *g = int_from_mpz(vm, zg);
    row->at[0] = *g ? int_from_mpz(vm, zs) : NO_VALUE;
    row->at[1] = row->at[0] ? int_from_mpz(vm, zt) : NO_VALUE;
    mpz_clears(zg, zs, zt, NULL);
    return row->at[1] != NO_VALUE;
}

Value int_inverse(VM *vm, Ref a, Ref m)
{
    Pair p = {.x = retain(m)}, u = {make_small(0), make_small(1)}; /* each of p is the one of u times a, modulo m */
    Value g = NO_VALUE, found = NO_VALUE, out = NO_VALUE;
    Matrix row = {0};
    bool ok = int_room(vm, 4 * (int_bit_length(m) / 64 + 1)) && int_divmod(vm, a, m, NULL, &p.y) && shrink(vm, &p, &u) && cofactors(vm, &p, &g, &row);
    if (ok && int_compare(g, make_small(1)) != 0) ok = err_false(vm, EXC_ValueError, "base is not invertible for the given modulus");
    if (ok) found = combined(vm, row.at[0], u.x, row.at[1], u.y);
    if (found && !int_divmod(vm, found, m, NULL, &out)) out = NO_VALUE;
    release(vm, found);
    release(vm, g);
    matrix_drop(vm, &row);
    pair_drop(vm, &u);
    pair_drop(vm, &p);
    return out;
}
