/* digits.c: the digits of a binary floating number, exactly, by long division of big numbers.
 *
 * A number m * 2^e is held as a fraction R / S of naturals with 10^first <= R / S; each step takes the digit in front off R. Beside it runs half the distance to either neighbour (below,
 * above): as soon as what is left is less than that, no further digit is needed to tell the number from its neighbours. float128's exponents make numbers of 16,500 bits at most.
 */
#include "digits.h"

#include "lang/text/text_impl.h"

#include <gmp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BIG_LIMBS = 272, DIGITS_MOST = 16384, FIVES = 27 };
#define FIVE_27 UINT64_C(7450580596923828125)

typedef struct Big { mp_size_t n; mp_limb_t limb[BIG_LIMBS]; } Big; /* no leading zero limb; 0 has n 0 */

static void big_set(Big *b, uint64_t v)
{
    b->n = v != 0;
    b->limb[0] = v;
}

static void big_times(Big *b, uint64_t v)
{
    if (!b->n) return;
    mp_limb_t carry = mpn_mul_1(b->limb, b->limb, b->n, v);
    if (carry) b->limb[b->n++] = carry;
}

static void big_shift(Big *b, unsigned bits)
{
    if (!b->n) return;
    unsigned limbs = bits / 64, rest = bits % 64;
    if (limbs) {
        memmove(b->limb + limbs, b->limb, (size_t)b->n * sizeof *b->limb);
        memset(b->limb, 0, limbs * sizeof *b->limb);
        b->n += limbs;
    }
    if (!rest) return;
    mp_limb_t carry = mpn_lshift(b->limb, b->limb, b->n, rest);
    if (carry) b->limb[b->n++] = carry;
}

static void big_times_ten(Big *b, int power)
{
    uint64_t rest = 1;
    for (int left = power; left > 0; left -= FIVES) {
        if (left >= FIVES) {
            big_times(b, FIVE_27);
        } else {
            for (int i = 0; i < left; i++) rest *= 5;
            big_times(b, rest);
        }
    }
    big_shift(b, (unsigned)power);
}

static int big_compare(const Big *a, const Big *b)
{
    if (a->n != b->n) return a->n < b->n ? -1 : 1;
    return a->n ? mpn_cmp(a->limb, b->limb, a->n) : 0;
}

static void big_add(Big *out, const Big *a, const Big *b)
{
    if (a->n < b->n) {
        const Big *t = a;
        a = b;
        b = t;
    }
    mp_limb_t carry = b->n ? mpn_add(out->limb, a->limb, a->n, b->limb, b->n) : 0;
    if (!b->n && out != a) memcpy(out->limb, a->limb, (size_t)a->n * sizeof *a->limb);
    out->n = a->n;
    if (carry) out->limb[out->n++] = carry;
}

static void big_trim(Big *b)
{
    while (b->n && !b->limb[b->n - 1]) b->n--;
}

/* The digit in front of r / s, which is below 10, taken off r. The top bit of s is set. */
static int big_take_digit(Big *r, const Big *s)
{
    if (r->n < s->n) return 0;
    unsigned __int128 top = r->limb[s->n - 1];
    if (r->n > s->n) top |= (unsigned __int128)r->limb[s->n] << 64;
    uint64_t digit = (uint64_t)(top / ((unsigned __int128)s->limb[s->n - 1] + 1));
    if (digit) {
        mp_limb_t borrow = mpn_submul_1(r->limb, s->limb, s->n, digit);
        if (r->n > s->n) r->limb[s->n] -= borrow;
        big_trim(r);
    }
    while (big_compare(r, s) >= 0) {
        mpn_sub(r->limb, r->limb, r->n, s->limb, s->n);
        big_trim(r);
        digit++;
    }
    return (int)digit;
}

/* ---- a number ---- */
typedef struct Number {
    uint64_t m;        /* value m * 2^e */
    int e;
    bool negative, closer_below; /* the neighbour below is half as far as the one above */
    enum { FINITE, INFINITE, NOT_A_NUMBER } kind;
    bool fast;         /* the language's own shortest digits are of its type */
} Number;

static void number_open(Number *x, uint64_t fraction, int biased, int fraction_bits, int bias, int exponent_most)
{
    x->kind = biased == exponent_most ? (fraction ? NOT_A_NUMBER : INFINITE) : FINITE;
    x->m = biased ? fraction | UINT64_C(1) << fraction_bits : fraction;
    x->e = (biased ? biased : 1) - bias - fraction_bits;
    x->closer_below = fraction == 0 && biased > 1;
    x->fast = true;
}

static void number_long(Number *x, const void *at)
{
    uint64_t m;
    uint16_t top;
    memcpy(&m, at, 8);
    memcpy(&top, (const char *)at + 8, 2);
    int biased = top & 0x7FFF;
    x->negative = top >> 15;
    x->kind = biased == 0x7FFF ? (m << 1 ? NOT_A_NUMBER : INFINITE) : FINITE;
    x->m = m;
    x->e = (biased ? biased : 1) - 16383 - 63;
    x->closer_below = m << 1 == 0 && biased > 1;
    x->fast = false;
}

static Number number_of(Num num, const void *at)
{
    Number x;
    uint64_t bits = 0;
    switch (num) {
    case NP_HALF:
        memcpy(&bits, at, 2);
        x.negative = bits >> 15;
        number_open(&x, bits & 0x3FF, (int)(bits >> 10) & 0x1F, 10, 15, 0x1F);
        break;
    case NP_FLOAT:
        memcpy(&bits, at, 4);
        x.negative = bits >> 31;
        number_open(&x, bits & 0x7FFFFF, (int)(bits >> 23) & 0xFF, 23, 127, 0xFF);
        break;
    case NP_DOUBLE:
        memcpy(&bits, at, 8);
        x.negative = bits >> 63;
        number_open(&x, bits & ((UINT64_C(1) << 52) - 1), (int)(bits >> 52) & 0x7FF, 52, 1023, 0x7FF);
        break;
    default:
        number_long(&x, at);
    }
    return x;
}

/* ---- its digits ---- */
typedef struct Digits {
    int n, first; /* the digit d[0] counts 10^first */
    char d[DIGITS_MOST];
} Digits;

/* Which digits are wanted: places as powers of ten of the last one; LAST_ANY: as many as there are. */
enum { LAST_ANY = -100000, LAST_NONE = 100000 };
typedef struct Wanted {
    bool unique;
    int precision, least; /* -1: none */
    bool total;           /* they count from the first digit on */
} Wanted;

typedef struct Division { Big r, s, below, above; bool equal; /* above is below */ } Division;

static void division_open(Division *v, const Number *x, int power)
{
    big_set(&v->r, x->m);
    big_set(&v->s, 1);
    big_set(&v->below, 1);
    v->equal = !x->closer_below;
    unsigned up = x->closer_below ? 2 : 1; /* half the distance below is a natural */
    unsigned r_bits = up, s_bits = up, m_bits = 0;
    if (x->e >= 0) {
        r_bits += (unsigned)x->e;
        m_bits = (unsigned)x->e;
    } else {
        s_bits += (unsigned)-x->e;
    }
    if (power >= 0) {
        big_times_ten(&v->s, power);
    } else {
        big_times_ten(&v->r, -power);
        big_times_ten(&v->below, -power);
    }
    big_shift(&v->r, r_bits);
    big_shift(&v->s, s_bits);
    big_shift(&v->below, m_bits);
    if (!v->equal) {
        v->above = v->below;
        big_shift(&v->above, 1);
    }
    unsigned lead = (unsigned)__builtin_clzll(v->s.limb[v->s.n - 1]);
    big_shift(&v->s, lead);
    big_shift(&v->r, lead);
    big_shift(&v->below, lead);
    if (!v->equal) big_shift(&v->above, lead);
}

static void division_step(Division *v, bool margins)
{
    big_times(&v->r, 10);
    if (!margins) return;
    big_times(&v->below, 10);
    if (!v->equal) big_times(&v->above, 10);
}

/* One more in the last place: nines become nothing, and what is all nines becomes 1 of the place above. */
static void digits_round_up(Digits *g)
{
    while (g->n && g->d[g->n - 1] == '9') g->n--;
    if (g->n) {
        g->d[g->n - 1]++;
    } else {
        g->d[0] = '1';
        g->n = 1;
        g->first++;
    }
}

static int estimate_power(const Number *x) /* floor(log10) or one less */
{
    double log2 = x->e + (63 - __builtin_clzll(x->m));
    return (int)floor(log2 * 0.30102999566398119521 - 1e-9);
}

static void digits_divide(Digits *g, const Number *x, const Wanted *w)
{
    Division v;
    int power = estimate_power(x);
    division_open(&v, x, power);
    Big ten = v.s;
    big_times(&ten, 10);
    if (big_compare(&v.r, &ten) >= 0) division_open(&v, x, ++power);
    int last = w->precision < 0 ? LAST_ANY : w->total ? power - w->precision + 1 : -w->precision;
    int least = w->least < 0 ? LAST_NONE : w->total ? power - w->least + 1 : -w->least;
    if (last > power) { /* even the first digit lies behind what is wanted: a 0 stands there, perhaps rounded up */
        power = w->total ? power : last;
        last = power;
        division_open(&v, x, power);
    }
    if (last < power - DIGITS_MOST + 1) last = power - DIGITS_MOST + 1;
    g->first = power;
    g->n = 0;
    bool low = false, high = false, even = !(x->m & 1);
    Big sum;
    for (int place = power;; place--) {
        g->d[g->n++] = (char)('0' + big_take_digit(&v.r, &v.s));
        if (w->unique) {
            int under = big_compare(&v.r, &v.below);
            big_add(&sum, &v.r, v.equal ? &v.below : &v.above);
            int over = big_compare(&sum, &v.s);
            low = under < 0 || (under == 0 && even);
            high = over > 0 || (over == 0 && even);
            if ((low || high) && place <= least) break;
        } else if (!v.r.n) {
            break;
        }
        if (place == last) break;
        division_step(&v, w->unique);
    }
    bool down = low;
    if (low == high) {
        big_shift(&v.r, 1);
        int half = big_compare(&v.r, &v.s);
        down = half < 0 || (half == 0 && !(g->d[g->n - 1] & 1));
    }
    if (!down) digits_round_up(g);
}

static void digits_of(Digits *g, const Number *x, const Wanted *w)
{
    if (!x->m) {
        g->d[0] = '0';
        g->n = 1;
        g->first = 0;
        return;
    }
    if (w->unique && x->fast && w->precision < 0 && w->least < 0) {
        int exp;
        g->n = u64_digits(float_shortest_scaled(x->m, x->e, x->closer_below, &exp), g->d);
        g->first = g->n - 1 + exp;
        while (g->n > 1 && g->d[g->n - 1] == '0') g->n--;
        return;
    }
    digits_divide(g, x, w);
}

/* ---- text ---- */
typedef struct Sink { char *out; size_t room, n; } Sink;

static void sink_char(Sink *s, char c)
{
    if (s->n < s->room) s->out[s->n] = c;
    s->n++;
}
static void sink_fill(Sink *s, char c, int n)
{
    for (int i = 0; i < n; i++) sink_char(s, c);
}
static void sink_text(Sink *s, const char *text, int n)
{
    for (int i = 0; i < n; i++) sink_char(s, text[i]);
}

static size_t not_finite(Sink *s, const Number *x, bool sign)
{
    if (x->kind == NOT_A_NUMBER) {
        sink_text(s, "nan", 3);
        return s->n;
    }
    if (x->negative || sign) sink_char(s, x->negative ? '-' : '+');
    sink_text(s, "inf", 3);
    return s->n;
}

/* How many of n digits stand before the zeros that end them. */
static int trimmed(const char *d, int n)
{
    while (n > 0 && d[n - 1] == '0') n--;
    return n;
}

typedef struct Layout { /* sign, whole digits and zeros; lead zeros, fraction digits, zeros */
    const char *fraction;
    int n_whole, whole_zeros, lead, n_fraction, zeros;
    bool point;
} Layout;

static void lay_positional(Layout *l, const Digits *g, const DigitsFormat *f)
{
    int wanted = f->unique ? f->min_digits : f->precision;
    *l = (Layout){.fraction = g->d};
    if (g->first >= 0) {
        l->n_whole = g->n < g->first + 1 ? g->n : g->first + 1;
        l->whole_zeros = g->first + 1 - l->n_whole;
        l->fraction = g->d + l->n_whole;
        l->n_fraction = g->n - l->n_whole;
    } else {
        l->lead = -g->first - 1;
        l->n_fraction = g->n;
    }
    int before = g->first >= 0 ? g->first + 1 : 1; /* the 0 in front of the point counts as a digit here */
    if (!f->fractional && wanted >= 0) wanted -= before;
    l->point = true;
    if (f->trim == 'k') {
        int have = l->lead + l->n_fraction;
        if (wanted > have) l->zeros = wanted - have;
        return;
    }
    l->n_fraction = trimmed(l->fraction, l->n_fraction);
    if (!l->n_fraction) l->lead = 0;
    if (!l->n_fraction && f->trim == '0') l->zeros = 1;
    if (!l->n_fraction && f->trim == '-') l->point = false;
}

size_t digits_positional(char *out, size_t room, Num num, const void *at, const DigitsFormat *f)
{
    Sink s = {out, room, 0};
    Number x = number_of(num, at);
    if (x.kind != FINITE) return not_finite(&s, &x, f->sign);
    Digits g;
    Wanted w = {f->unique, f->precision, f->min_digits, !f->fractional};
    if (w.total && w.precision == 0) w.precision = 1;
    digits_of(&g, &x, &w);
    Layout l;
    lay_positional(&l, &g, f);
    bool sign = x.negative || f->sign;
    int left = sign + (g.first >= 0 ? l.n_whole + l.whole_zeros : 1), right = l.lead + l.n_fraction + l.zeros;
    sink_fill(&s, ' ', f->pad_left - left);
    if (sign) sink_char(&s, x.negative ? '-' : '+');
    if (g.first < 0) sink_char(&s, '0');
    else sink_text(&s, g.d, l.n_whole);
    sink_fill(&s, '0', l.whole_zeros);
    if (l.point) sink_char(&s, '.');
    sink_fill(&s, '0', l.lead);
    sink_text(&s, l.fraction, l.n_fraction);
    sink_fill(&s, '0', l.zeros);
    if (f->pad_right >= 0) sink_fill(&s, ' ', f->pad_right - right + !l.point);
    return s.n;
}

size_t digits_scientific(char *out, size_t room, Num num, const void *at, const DigitsFormat *f)
{
    Sink s = {out, room, 0};
    Number x = number_of(num, at);
    if (x.kind != FINITE) return not_finite(&s, &x, f->sign);
    Digits g;
    Wanted w = {f->unique, f->precision < 0 ? -1 : f->precision + 1, f->min_digits < 0 ? -1 : f->min_digits + 1, true};
    digits_of(&g, &x, &w);
    int wanted = f->unique ? f->min_digits : f->precision, n = g.n - 1, zeros = 0;
    bool sign = x.negative || f->sign, point = f->trim != '-' || n > 0; /* a point in front of zeros stays when they go */
    if (f->trim == 'k') {
        if (wanted > n) zeros = wanted - n;
    } else {
        n = trimmed(g.d + 1, n);
        if (!n && f->trim == '0') zeros = 1;
    }
    sink_fill(&s, ' ', f->pad_left - sign - 1);
    if (sign) sink_char(&s, x.negative ? '-' : '+');
    sink_char(&s, g.d[0]);
    if (point) sink_char(&s, '.');
    sink_text(&s, g.d + 1, n);
    sink_fill(&s, '0', zeros);
    sink_char(&s, 'e');
    sink_char(&s, g.first < 0 ? '-' : '+');
    char digits[24];
    int digits_n = u64_digits((uint64_t)(g.first < 0 ? -g.first : g.first), digits), width = f->exp_digits < 0 ? 2 : f->exp_digits > 5 ? 5 : f->exp_digits;
    sink_fill(&s, '0', width - digits_n);
    if (width || g.first) sink_text(&s, digits, digits_n); /* asked for no digits at all, 0 has none */
    return s.n;
}

/* ---- scalars ---- */
static long double load_long(Num num, const void *at)
{
    float f;
    double d;
    long double l = 0;
    Number x;
    switch (num) {
    case NP_FLOAT: memcpy(&f, at, 4); return f;
    case NP_DOUBLE: memcpy(&d, at, 8); return d;
    case NP_LONGDOUBLE: memcpy(&l, at, 10); return l;
    default:
        x = number_of(num, at);
        l = x.kind == NOT_A_NUMBER ? __builtin_nanl("") : x.kind == INFINITE ? __builtin_infl() : ldexpl((long double)x.m, x.e);
        return x.negative ? -l : l;
    }
}

static size_t short_float(char *out, size_t room, Num num, const void *at, bool sign, char trim)
{
    DigitsFormat f = DIGITS_FORMAT;
    long double size = fabsl(load_long(num, at));
    f.sign = sign;
    f.trim = trim;
    if (size == 0 || (size >= 1e-4L && size < 1e16L) || !isfinite(size)) return digits_positional(out, room, num, at, &f);
    f.trim = '-';
    return digits_scientific(out, room, num, at, &f);
}

/* NumPy 1.13's: so many digits, by printf's %g. */
static size_t legacy_float(char *out, size_t room, Num num, const void *at, bool repr, bool sign, bool bare)
{
    int precision = num == NP_LONGDOUBLE ? (repr ? 20 : 12) : num == NP_DOUBLE ? (repr ? 17 : 12) : repr ? 8 : 6;
    long double x = load_long(num, at);
    if (x != x) return (size_t)snprintf(out, room, "%snan", sign ? "+" : "");
    int n = snprintf(out, room, sign ? "%+.*Lg" : "%.*Lg", precision, x);
    bool whole = !isinf(x) && !bare;
    for (int i = 0; i < n; i++) {
        if (out[i] == ',') out[i] = '.'; /* a host that set a locale */
        if (out[i] == '.' || out[i] == 'e') whole = false;
    }
    if (whole) {
        memcpy(out + n, ".0", 2);
        n += 2;
    }
    return (size_t)n;
}

static size_t part_text(char *out, size_t room, Num num, const void *at, bool repr, bool legacy, bool sign)
{
    size_t n = 0;
    if (legacy) return legacy_float(out, room, num, at, repr, sign, true);
    if (sign && number_of(num, at).kind == NOT_A_NUMBER) out[n++] = '+';
    return n + short_float(out + n, room - n, num, at, sign, '-');
}

static size_t complex_text(char out[DIGITS_TEXT], Num num, const void *at, bool repr, bool legacy)
{
    Num part = num == NP_CFLOAT ? NP_FLOAT : num == NP_CDOUBLE ? NP_DOUBLE : NP_LONGDOUBLE;
    const char *imaginary = (const char *)at + np_elements[part].bytes;
    long double re = load_long(part, at);
    bool bare = re == 0 && !signbit(re);
    size_t n = 0;
    if (!bare) {
        out[n++] = '(';
        n += part_text(out + n, DIGITS_TEXT - n, part, at, repr, legacy, false);
    }
    n += part_text(out + n, DIGITS_TEXT - n, part, imaginary, repr, legacy, !bare);
    if (legacy && !isfinite(load_long(part, imaginary))) out[n++] = '*';
    out[n++] = 'j';
    if (!bare) out[n++] = ')';
    return n;
}

size_t digits_scalar(char out[DIGITS_TEXT], Num num, const void *at, bool repr, bool legacy)
{
    if (num_is_complex(num)) return complex_text(out, num, at, repr, legacy);
    return legacy ? legacy_float(out, DIGITS_TEXT, num, at, repr, false, false) : short_float(out, DIGITS_TEXT, num, at, false, '0');
}

Value digits_scalar_text(VM *vm, Num num, const void *at, bool repr, bool legacy)
{
    char text[DIGITS_TEXT];
    return str_from_ascii(vm, text, digits_scalar(text, num, at, repr, legacy));
}
