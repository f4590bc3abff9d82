/* int_impl.h: what the int*.c files share: a view of any int as limbs, results under construction. */
#ifndef PERCH_LANG_INT_IMPL_H
#define PERCH_LANG_INT_IMPL_H

#include <gmp.h>

#include "lang/object/vm.h"

/* Any int read as sign and limbs; a small one lives in `word`. Valid while the int is. Not to be copied. */
typedef struct IntView {
    const uint64_t *p;
    int64_t n; /* limbs, no leading zeros; 0 is n == 0 */
    bool neg;
    uint64_t word;
} IntView;

enum { INT_MAX_LIMBS = 1 << 28 }; /* 2 GiB; more is a MemoryError before anything is tried */

/* What GMP does in one go takes some milliseconds at most, since nobody can stop it: limbs of a product's operands (of a division's, half of it), of a pass, of a
 * number that becomes digits. Checked builds go the long way early, so that every test of large ints tests it. */
#ifdef PERCH_CHECKED
enum { LIMBS_DIRECT = 128, LIMBS_PASS = 96, LIMBS_LEAF = 16 };
#else
enum { LIMBS_DIRECT = 1 << 16, LIMBS_PASS = 1 << 19, LIMBS_LEAF = 1 << 12 };
#endif

static inline int64_t int_word(Ref v) { return is_small(v) ? small_of(v) : v == V_TRUE; } /* small or bool */

static inline void int_view(Ref v, IntView *out)
{
    if (is_heap(v)) {
        const Int *i = (const Int *)BITS(v);
        out->p = i->limb;
        out->n = i->size < 0 ? -(int64_t)i->size : i->size;
        out->neg = i->size < 0;
        return;
    }
    int64_t w = int_word(v);
    out->neg = w < 0;
    out->word = w < 0 ? -(uint64_t)w : (uint64_t)w;
    out->p = &out->word;
    out->n = w != 0;
}

static inline bool int_fast_i64(Ref v, int64_t *out)
{
    if (is_small(v)) {
        *out = small_of(v);
        return true;
    }
    if (!is_heap(v)) {
        *out = v == V_TRUE;
        return true;
    }
    const Int *i = (const Int *)BITS(v);
    if (i->size == 1 && i->limb[0] <= INT64_MAX) {
        *out = (int64_t)i->limb[0];
        return true;
    }
    if (i->size == -1 && i->limb[0] <= (uint64_t)INT64_MAX + 1) {
        *out = (int64_t)(0 - i->limb[0]);
        return true;
    }
    *out = 0;
    return i->size == 0;
}

static inline int64_t view_bits(const IntView *v) /* bit length of the magnitude */
{
    return v->n == 0 ? 0 : v->n * 64 - __builtin_clzll(v->p[v->n - 1]);
}

/* A result of at most n limbs, to be filled and ended by int_finish. */
Int *int_alloc(VM *vm, int64_t n);
/* Strips leading zeros of the n limbs; a small word when it fits (the block goes back). Takes r. */
Value int_finish(VM *vm, Int *r, int64_t n, bool neg);
Value int_done(VM *vm, Int *r, bool ok, int64_t n, bool neg); /* the same where ok; else the block goes back and NULL is returned */
Value int_from_i128(VM *vm, __int128 x);
Value int_from_mpz(VM *vm, mpz_srcptr z);
static inline mpz_srcptr int_mpz(const IntView *v, mpz_t into) { return mpz_roinit_n(into, v->p, v->neg ? -v->n : v->n); }
/* Would so many limbs (and GMP's scratch) go through? False: MemoryError raised. */
bool int_room(VM *vm, int64_t limbs);
/* An exact int equal to v: itself when it is one. */
Value int_exact(VM *vm, Ref v);

/* int_arith.c, int_div.c: both operands is_int */
Value int_add(VM *vm, Ref a, Ref b);
Value int_sub(VM *vm, Ref a, Ref b);
Value int_mul(VM *vm, Ref a, Ref b);
Value int_neg(VM *vm, Ref a);
Value int_abs(VM *vm, Ref a);
Value int_invert(VM *vm, Ref a);
Value int_lshift(VM *vm, Ref a, Ref b);
Value int_rshift(VM *vm, Ref a, Ref b);
Value int_bitop(VM *vm, BinOp op, Ref a, Ref b);
bool int_divmod(VM *vm, Ref a, Ref b, Value *q, Value *r); /* floor; either out may be NULL */
Value int_truediv(VM *vm, Ref a, Ref b);
Value int_pow(VM *vm, Ref a, Ref b);
int64_t int_bit_length(Ref a);
/* Round v to a multiple of 10**-digits, halves to even. */
Value int_round(VM *vm, Ref v, Ref ndigits);
/* The exact ratio of a finite d (owned pair). */
bool int_ratio_of_double(VM *vm, double d, Value *num, Value *den);
int int_compare_double(Ref a, double d); /* d not a NaN */

/* int_large.c. Operands are held by the caller; false: raised (interrupted, no memory). */
bool limbs_copy(VM *vm, uint64_t *to, const uint64_t *from, int64_t n); /* from NULL: zeros */
bool limbs_add(VM *vm, uint64_t *r, const uint64_t *a, int64_t n, const uint64_t *b, int64_t m); /* n >= m; r: n + 1 */
bool limbs_sub(VM *vm, uint64_t *r, const uint64_t *a, int64_t n, const uint64_t *b, int64_t m); /* a >= b; r: n */
bool limbs_lshift(VM *vm, uint64_t *r, const uint64_t *a, int64_t n, unsigned bits);             /* r: n + 1; bits < 64 */
bool limbs_rshift(VM *vm, uint64_t *r, const uint64_t *a, int64_t n, unsigned bits);             /* r: n */
bool limbs_mul(VM *vm, uint64_t *r, const uint64_t *a, int64_t n, const uint64_t *b, int64_t m); /* n >= m > 0; r: n + m, apart */
/* n >= m, m <= LIMBS_DIRECT / 4; q: n - m + 1, r: m */
bool limbs_divmod(VM *vm, uint64_t *q, uint64_t *r, const uint64_t *a, int64_t n, const uint64_t *b, int64_t m);

/* int_divisor.c: a number > 0 that is divided by, perhaps often. */
typedef struct Divisor {
    Value d, inverse; /* the latter when it was first needed */
    int64_t bits, shift; /* d is 1 << shift; -1: it is not */
} Divisor;
void divisor_open(Divisor *v, Ref d);
void divisor_close(VM *vm, Divisor *v);
bool divisor_divide(VM *vm, Divisor *v, Ref a, Value *q, Value *r); /* a >= 0 */

/* int_gcd.c */
Value int_gcd(VM *vm, Ref a, Ref b);
Value int_inverse(VM *vm, Ref a, Ref m); /* m > 0; ValueError: there is none */

/* int_radix.c: the values of |v|'s digits, zeros in front: a block of *room bytes from mem_alloc, or NULL; and the other way. */
unsigned char *radix_digits(VM *vm, Ref v, int base, size_t *room);
Value radix_value(VM *vm, const unsigned char *digits, int64_t n, int base);

#endif
