/* numfmt.c: floats to text and back.
 *
 * Shortest text: what reads back as the same double with the fewest digits, and of those the nearest. Common values are found by
 * trying few decimals (any decimal of at most 15 digits is the only one of that length for its double); the rest by
 * scaling the rounding interval with a table of powers of ten (the Schubfach method). Reading: exact small cases
 * in floating point, then bounds on the product with the same table, and where those disagree exact big integers. Nothing here
 * depends on the locale.
 */
#include "text_impl.h"
#include "unicode.h"

#include <float.h>
#include <gmp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { POW10_LOW = -342, POW10_HIGH = 324 };
static const struct { uint64_t hi, lo; } pow10_bits[] = {
#include "lang/data/pow10.inc"
};
static const double exact_pow10[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                     1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
static const uint64_t int_pow10[] = {1u, 10u, 100u, 1000u, 10000u, 100000u, 1000000u, 10000000u, 100000000u, 1000000000u,
    10000000000u, 100000000000u, 1000000000000u, 10000000000000u, 100000000000000u, 1000000000000000u, 10000000000000000u,
    100000000000000000u, 1000000000000000000u, 10000000000000000000u};

static const char digit_pairs[] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960"
    "61626364656667686970717273747576777879808182838485868788899091929394959697989900";

int u64_digits(uint64_t u, char *buf)
{
    char tmp[20];
    int at = 20;
    while (u >= 100) {
        unsigned two = (unsigned)(u % 100);
        u /= 100;
        at -= 2;
        memcpy(tmp + at, digit_pairs + 2 * two, 2);
    }
    if (u >= 10) {
        at -= 2;
        memcpy(tmp + at, digit_pairs + 2 * u, 2);
    } else {
        tmp[--at] = (char)('0' + u);
    }
    memcpy(buf, tmp + at, (size_t)(20 - at));
    return 20 - at;
}

/* ---- shortest digits ---- */
typedef struct Decimal { uint64_t digits; int exp; } Decimal; /* digits * 10^exp */

/* floor(g * x / 2^128), its lowest bit also set when something was cut off */
static uint64_t scale_to_odd(uint64_t hi, uint64_t lo, uint64_t x)
{
    __uint128_t low = (__uint128_t)lo * x, high = (__uint128_t)hi * x + (uint64_t)(low >> 64);
    return (uint64_t)(high >> 64) | ((uint64_t)high > 1);
}

/* c * 2^q, 0 < c < 2^53; closer_below: the neighbour below is only half as far away as the one above */
static Decimal shortest_scaled(uint64_t c, int q, bool closer_below)
{
    bool even = !(c & 1);
    int k = (q * 1262611 - (closer_below ? 524031 : 0)) >> 22; /* floor(log10 of the interval's width) */
    int h = q + ((-k * 1741647) >> 19) + 1;
    uint64_t hi = pow10_bits[-k - POW10_LOW].hi, lo = pow10_bits[-k - POW10_LOW].lo;
    if (-k < 0 || -k > 55) lo++; /* inexact: the method wants it rounded up */
    uint64_t below = scale_to_odd(hi, lo, (4 * c - 2 + closer_below) << h);
    uint64_t mid = scale_to_odd(hi, lo, (4 * c) << h);
    uint64_t above = scale_to_odd(hi, lo, (4 * c + 2) << h);
    uint64_t lower = below + !even, upper = above - !even, s = mid / 4;
    if (s >= 10) {
        uint64_t ten = s / 10;
        bool down = lower <= 40 * ten, up = 40 * ten + 40 <= upper;
        if (down != up) return (Decimal){ten + up, k + 1};
    }
    bool down = lower <= 4 * s, up = 4 * s + 4 <= upper;
    if (down != up) return (Decimal){s + up, k};
    uint64_t half = 4 * s + 2;
    return (Decimal){s + (mid > half || (mid == half && (s & 1))), k};
}

static Decimal shortest_general(uint64_t fraction, int biased)
{
    uint64_t c = biased ? fraction | UINT64_C(1) << 52 : fraction;
    return shortest_scaled(c, (biased ? biased : 1) - 1075, fraction == 0 && biased > 1);
}

uint64_t float_shortest_scaled(uint64_t c, int q, bool closer_below, int *exp)
{
    Decimal d = shortest_scaled(c, q, closer_below);
    *exp = d.exp;
    return d.digits;
}

/* d > 0, finite */
static Decimal shortest(double d)
{
    if (d >= 1e-5 && d < 1e15) {
        for (int k = 0; k <= 15; k++) {
            double t = d * exact_pow10[k];
            if (t >= 1e15) break;
            double r = nearbyint(t);
            /* t is near an integer only if r is a candidate; the division decides exactly (both operands are exact) */
            if (fabs(t - r) <= t * 4.5e-16 && r / exact_pow10[k] == d) return (Decimal){(uint64_t)r, -k};
        }
    }
    uint64_t bits;
    memcpy(&bits, &d, 8);
    return shortest_general(bits & ((UINT64_C(1) << 52) - 1), (int)(bits >> 52));
}

uint64_t float_shortest_decimal(double d, int *exp)
{
    Decimal decimal = shortest(d);
    *exp = decimal.exp;
    return decimal.digits;
}

int float_shortest(double d, char *buf)
{
    char *p = buf;
    if (isnan(d)) return memcpy(buf, "nan", 4), 3;
    if (signbit(d)) {
        *p++ = '-';
        d = -d;
    }
    if (isinf(d)) return memcpy(p, "inf", 4), (int)(p - buf) + 3;
    if (d == 0) return memcpy(p, "0.0", 4), (int)(p - buf) + 3;
    char digits[24];
    Decimal dec = shortest(d);
    int n = u64_digits(dec.digits, digits), point = n + dec.exp; /* 0.digits * 10^point */
    while (n > 1 && digits[n - 1] == '0') n--;
    if (point > -4 && point <= 16) {
        if (point <= 0) {
            *p++ = '0';
            *p++ = '.';
            for (int i = point; i < 0; i++) *p++ = '0';
            memcpy(p, digits, (size_t)n);
            p += n;
        } else if (point >= n) {
            memcpy(p, digits, (size_t)n);
            p += n;
            for (int i = n; i < point; i++) *p++ = '0';
            *p++ = '.';
            *p++ = '0';
        } else {
            memcpy(p, digits, (size_t)point);
            p[point] = '.';
            memcpy(p + point + 1, digits + point, (size_t)(n - point));
            p += n + 1;
        }
    } else {
        *p++ = digits[0];
        if (n > 1) {
            *p++ = '.';
            memcpy(p, digits + 1, (size_t)(n - 1));
            p += n - 1;
        }
        int e = point - 1;
        *p++ = 'e';
        *p++ = e < 0 ? '-' : '+';
        if (e < 0) e = -e;
        if (e < 10) *p++ = '0';
        p += u64_digits((uint64_t)e, p);
    }
    *p = 0;
    return (int)(p - buf);
}

Value float_repr(VM *vm, double d)
{
    char buf[32];
    int n = float_shortest(d, buf);
    return str_from_ascii(vm, buf, (size_t)n);
}

/* ---- fixed, exponent, general ---- */
/* d * 10^prec rounded half to even, exactly: false when it does not fit the easy way. */
static bool fixed_integer(double d, int prec, uint64_t *out)
{
    uint64_t bits;
    memcpy(&bits, &d, 8);
    int biased = (int)(bits >> 52), shift = 1075 - biased;
    if (biased == 0 || shift < 1 || shift > 120) return false;
    uint64_t m = (bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
    __uint128_t x = (__uint128_t)m * int_pow10[prec], whole = x >> shift, rest = x & (((__uint128_t)1 << shift) - 1);
    __uint128_t half = (__uint128_t)1 << (shift - 1);
    if (whole >> 63) return false;
    *out = (uint64_t)whole + (rest > half || (rest == half && ((uint64_t)whole & 1)));
    return true;
}

static bool add_fixed_fast(StrB *b, double d, int prec)
{
    uint64_t u;
    char buf[48], digits[24];
    if (prec > 18 || !fixed_integer(d, prec, &u)) return false;
    int n = u64_digits(u, digits), at = 0;
    if (n <= prec) {
        buf[at++] = '0';
    } else {
        memcpy(buf, digits, (size_t)(n - prec));
        at = n - prec;
    }
    if (prec) {
        buf[at++] = '.';
        for (int i = n; i < prec; i++) buf[at++] = '0';
        int tail = n < prec ? n : prec;
        memcpy(buf + at, digits + n - tail, (size_t)tail);
        at += tail;
    }
    strb_ascii(b, buf, (size_t)at);
    return true;
}

/* kind e f g; d >= 0 and finite */
bool float_digits(StrB *b, double d, char kind, int64_t prec, bool alt)
{
    if (kind == 'r') {
        char buf[32];
        int n = float_shortest(d, buf);
        strb_ascii(b, buf, (size_t)n);
        return !b->failed;
    }
    if (kind == 'f' && !alt && add_fixed_fast(b, d, prec > 100 ? 100 : (int)prec)) return !b->failed;
    if (prec > INT32_MAX - 400) return err_false(b->vm, EXC_ValueError, "precision too big");
    char small[400], fmt[] = {'%', '#', '.', '*', kind, 0};
    if (!alt) memmove(fmt + 1, fmt + 2, 4);
    size_t need = (size_t)prec + 330;
    char *buf = need <= sizeof small ? small : mem_alloc(b->vm->mem, need);
    if (!buf) return err_no_memory(b->vm), false;
    int n = snprintf(buf, need, fmt, (int)prec, d);
    for (int i = 0; i < n; i++)
        if (buf[i] == ',') buf[i] = '.'; /* a host that set a locale */
    strb_ascii(b, buf, (size_t)n);
    if (buf != small) mem_free(b->vm->mem, buf, need);
    return !b->failed;
}

/* 'g' as format() without a type letter does it: at least one digit behind the point, so one digit fewer before an exponent. */
static bool add_general_dot0(StrB *b, double d, int64_t prec, bool alt)
{
    char buf[1200], *e;
    if (prec < 1) prec = 1;
    if (prec > 800) return float_digits(b, d, 'g', prec, alt);
    snprintf(buf, sizeof buf, "%.*e", (int)prec - 1, d);
    e = strchr(buf, 'e');
    int exp = atoi(e + 1), n = 0;
    char digits[1024];
    for (char *p = buf; p < e; p++)
        if (*p >= '0' && *p <= '9') digits[n++] = *p;
    if (!alt)
        while (n > 1 && digits[n - 1] == '0') n--;
    if (exp < -4 || exp >= prec - 1) {
        strb_char(b, (unsigned char)digits[0]);
        if (n > 1 || alt) strb_char(b, '.');
        strb_ascii(b, digits + 1, (size_t)(n - 1));
        strb_ascii(b, e, strlen(e));
    } else if (exp < 0) {
        strb_c(b, "0.");
        strb_fill(b, '0', -1 - exp);
        strb_ascii(b, digits, (size_t)n);
    } else {
        int whole = exp + 1;
        strb_ascii(b, digits, (size_t)(n < whole ? n : whole));
        strb_fill(b, '0', whole - n);
        strb_char(b, '.');
        if (n > whole) strb_ascii(b, digits + whole, (size_t)(n - whole));
        else strb_char(b, '0');
    }
    return !b->failed;
}

bool float_format_digits(VM *vm, StrB *b, double d, char kind, int64_t prec, bool alt, bool add_dot0)
{
    (void)vm;
    if (isnan(d)) return strb_c(b, "nan"), !b->failed;
    if (isinf(d)) return strb_c(b, "inf"), !b->failed;
    if (kind == 'r' && !add_dot0) { /* the digits of repr without ".0" (complex) */
        char buf[32];
        int n = float_shortest(d, buf);
        if (n > 2 && buf[n - 1] == '0' && buf[n - 2] == '.') n -= 2;
        strb_ascii(b, buf, (size_t)n);
        return !b->failed;
    }
    if (kind == 'g' && add_dot0) return add_general_dot0(b, d, prec, alt);
    return float_digits(b, d, kind, prec, alt);
}

/* ---- text to float ---- */
enum { MAX_DIGITS = 800 /* beyond 767 significant digits only "is there more" matters */ };

static double make_double(uint64_t mant53, int exp2) /* exact by the caller's care: mant * 2^exp2 */
{
    return ldexp((double)mant53, exp2);
}

/* The double nearest to (top 64 bits, more below) * 2^exp2 where top's highest bit is set. */
static double round_bits(uint64_t top, bool sticky, int exp2)
{
    int keep = 53, lowest = -1074 - exp2; /* bits below 2^-1074 cannot be kept */
    if (64 - lowest < keep) keep = 64 - lowest;
    if (keep < 0) return 0;
    int drop = 64 - keep;
    uint64_t m = drop == 64 ? 0 : top >> drop, rest = drop == 64 ? top : top & ((UINT64_C(1) << drop) - 1);
    uint64_t half = UINT64_C(1) << (drop - 1);
    if (rest > half || (rest == half && (sticky || (m & 1)))) m++;
    return make_double(m, exp2 + drop);
}

static uint64_t top_bits(const mp_limb_t *q, mp_size_t n, bool *sticky, int *exp2)
{
    while (n > 0 && q[n - 1] == 0) n--;
    int lead = __builtin_clzll(q[n - 1]);
    uint64_t top = q[n - 1] << lead;
    if (lead && n > 1) top |= q[n - 2] >> (64 - lead);
    if (n > 1 && (lead ? q[n - 2] << lead : q[n - 2])) *sticky = true;
    for (mp_size_t i = 0; i + 2 < n; i++)
        if (q[i]) *sticky = true;
    *exp2 = (int)(n - 1) * 64 - lead;
    return top;
}

/* Exactly: digits (values 0..9, no leading zero) times 10^exp. */
static double parse_exact(unsigned char *digits, int n, int exp)
{
    mp_limb_t num[160], pow[160], quot[200], rem[160];
    mp_size_t nn = mpn_set_str(num, digits, (size_t)n, 10), pn = 1;
    bool sticky = false;
    int e2;
    pow[0] = 1;
    for (int left = exp < 0 ? -exp : exp; left > 0;) { /* 5^|exp|, the twos go into the exponent */
        int step = left > 27 ? 27 : left;
        mp_limb_t five = 1, carry;
        for (int i = 0; i < step; i++) five *= 5;
        carry = mpn_mul_1(pow, pow, pn, five);
        if (carry) pow[pn++] = carry;
        left -= step;
    }
    if (exp >= 0) {
        if (nn >= pn) mpn_mul(quot, num, nn, pow, pn);
        else mpn_mul(quot, pow, pn, num, nn);
        uint64_t top = top_bits(quot, nn + pn, &sticky, &e2);
        return round_bits(top, sticky, e2 + exp);
    }
    mp_size_t shift = pn + 2 > nn ? pn + 2 - nn : 0; /* limbs of zeros below, so that the quotient has 65 bits and more */
    memmove(num + shift, num, (size_t)nn * sizeof *num);
    memset(num, 0, (size_t)shift * sizeof *num);
    nn += shift;
    mpn_tdiv_qr(quot, rem, 0, num, nn, pow, pn);
    for (mp_size_t i = 0; i < pn; i++)
        if (rem[i]) sticky = true;
    uint64_t top = top_bits(quot, nn - pn + 1, &sticky, &e2);
    return round_bits(top, sticky, e2 + exp - (int)shift * 64);
}

/* w * 10^exp by the table; the true value lies between what comes out for `extra` 0 and 1. */
static double parse_bound(uint64_t w, int exp, int extra)
{
    int lead = __builtin_clzll(w);
    uint64_t x = w << lead, hi = pow10_bits[exp - POW10_LOW].hi, lo = pow10_bits[exp - POW10_LOW].lo;
    __uint128_t low = (__uint128_t)x * lo;
    if (extra) low += x;
    __uint128_t high = (__uint128_t)x * hi + (uint64_t)(low >> 64); /* value: high * 2^64 + the low half of low */
    int e2 = ((exp * 217706) >> 16) - 127 - lead + 64 + 64; /* of bit 64 of high */
    bool sticky = (uint64_t)low != 0;
    int top = high >> 127 ? 0 : 1;
    if (top) high <<= 1;
    sticky |= (uint64_t)high != 0;
    return round_bits((uint64_t)(high >> 64), sticky, e2 - top);
}

double float_parse(const char *s, const char **end)
{
    const char *p = s;
    bool negative = *p == '-', any = false, cut = false;
    if (*p == '-' || *p == '+') p++;
    unsigned char digits[MAX_DIGITS + 1];
    uint64_t w = 0;
    int n = 0, wn = 0;
    int64_t exp = 0;
    bool point = false;
    for (;; p++) {
        if (*p == '.' && !point) {
            point = true;
            continue;
        }
        unsigned c = (unsigned)*p - '0';
        if (c > 9) break;
        any = true;
        if (point) exp--;
        if (n == 0 && c == 0) continue;
        if (n < MAX_DIGITS) {
            digits[n++] = (unsigned char)c;
            if (wn < 19) {
                w = w * 10 + c;
                wn++;
            }
        } else {
            cut |= c != 0;
            exp++;
        }
    }
    if (!any) {
        *end = s;
        return 0;
    }
    if ((*p == 'e' || *p == 'E')) {
        const char *q = p + 1;
        bool minus = *q == '-';
        if (*q == '-' || *q == '+') q++;
        if (*q >= '0' && *q <= '9') {
            int64_t e = 0;
            for (; *q >= '0' && *q <= '9'; q++)
                if (e < INT64_C(1) << 50) e = e * 10 + (*q - '0');
            exp += minus ? -e : e;
            p = q;
        }
    }
    *end = p;
    double sign = negative ? -1.0 : 1.0;
    if (n == 0 || exp + n < -330) return sign * 0.0;
    if (exp + n > 310) return sign * (double)INFINITY;
    if (n <= 19 && w <= UINT64_C(1) << 53 && exp >= -22 && exp <= 22)
        return sign * (exp < 0 ? (double)w / exact_pow10[-exp] : (double)w * exact_pow10[exp]);
    int64_t e = exp + (n - wn);
    if (e >= POW10_LOW && e <= POW10_HIGH) {
        double a = parse_bound(w, (int)e, 0);
        double b = n > wn ? parse_bound(w + 1, (int)e, 1) : parse_bound(w, (int)e, 1);
        if (a == b) return sign * a;
    }
    if (cut) {
        digits[n++] = 1;
        exp--;
    }
    return sign * parse_exact(digits, n, (int)exp);
}

/* ---- float("...") ---- */
static bool word_is(const char *p, size_t n, const char *word)
{
    return n == strlen(word) && strncasecmp(p, word, n) == 0;
}

/* buf: ASCII with spaces stripped. Underscores are taken out in place. */
static bool read_float(char *buf, size_t n, double *out)
{
    size_t to = 0;
    for (size_t i = 0; i < n; i++) {
        if (buf[i] == '_') {
            bool between = i > 0 && i + 1 < n && buf[i - 1] >= '0' && buf[i - 1] <= '9' && buf[i + 1] >= '0' && buf[i + 1] <= '9';
            if (!between) return false;
            continue;
        }
        buf[to++] = buf[i];
        if (!buf[i]) return false;
    }
    buf[to] = 0;
    const char *end, *p = buf;
    bool minus = *p == '-';
    if (*p == '-' || *p == '+') p++;
    size_t left = to - (size_t)(p - buf);
    if (word_is(p, left, "inf") || word_is(p, left, "infinity")) return *out = minus ? -INFINITY : INFINITY, true;
    if (word_is(p, left, "nan")) return *out = copysign(__builtin_nan(""), minus ? -1 : 1), true;
    *out = float_parse(buf, &end);
    return to > 0 && end == buf + to;
}

Value float_from_text(VM *vm, Ref source)
{
    Text t;
    BufferView view = {0};
    if (is_str(source)) t = text_of_str(source);
    else if (!text_of_buffer(vm, source, &view, &t)) return NO_VALUE;
    int64_t i = 0, n = t.n;
    while (i < n && text_is_number_space(&t, text_at(&t, i))) i++;
    while (n > i && text_is_number_space(&t, text_at(&t, n - 1))) n--;
    char small[256];
    size_t size = (size_t)(n - i) + 1;
    char *buf = size <= sizeof small ? small : mem_alloc(vm->mem, size);
    if (!buf) return buffer_release(vm, &view), err_no_memory(vm);
    bool ok = n > i;
    for (int64_t k = i; ok && k < n; k++) {
        uint32_t c = text_at(&t, k);
        if (c >= 128) {
            int d = t.kind == KIND_STR ? uni_decimal(c) : -1;
            ok = d >= 0;
            c = '0' + (uint32_t)d;
        }
        buf[k - i] = (char)c;
    }
    double d = 0;
    ok = ok && read_float(buf, (size_t)(n - i), &d);
    if (buf != small) mem_free(vm->mem, buf, size);
    buffer_release(vm, &view);
    if (!ok) return err_raise(vm, EXC_ValueError, "could not convert string to float: %R", source);
    return d != d ? float_new_nan(vm, signbit(d)) : make_float(d);
}
