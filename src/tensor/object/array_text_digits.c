/* array_text_digits.c: one floating number as NumPy writes it: positional or scientific, unique or exact digits, trimmed, padded.
 *
 * Where unique digits (the fewest that tell a number from its neighbours of the same dtype) do not exceed `precision`, they are
 * what is shown. Where they do, the number is rounded from its exact value, half to even, not from those digits.
 */
#include "array_text_impl.h"
#include "lang/text/text_impl.h"
#include "lang/object/vm.h"

#include <math.h>
#include <string.h>

enum { DIGITS_END = 1100 /* no double has a digit but 0 so far behind the point */ };

/* ---- digits ---- */
static uint64_t shortest_of(DType dtype, double x, int *exp)
{
    if (dtype == DT_FLOAT64) return float_shortest_decimal(x, exp);
    if (dtype == DT_FLOAT16) {
        uint16_t h = half_from_float((float)x);
        int biased = h >> 10;
        uint64_t fraction = h & 0x3FF;
        return float_shortest_scaled(biased ? fraction | 0x400 : fraction, (biased ? biased : 1) - 25, fraction == 0 && biased > 1, exp);
    }
    float f = (float)x;
    uint32_t bits;
    memcpy(&bits, &f, 4);
    int biased = (int)(bits >> 23);
    uint64_t fraction = bits & 0x7FFFFF;
    return float_shortest_scaled(biased ? fraction | 0x800000 : fraction, (biased ? biased : 1) - 150, fraction == 0 && biased > 1, exp);
}

/* The number is 0.d1d2d3... * 10^point. Zero: no digits, point 1. */
typedef struct Digits {
    char d[24];
    int n, point;
} Digits;

static void digits_of(Digits *g, DType dtype, double x)
{
    int exp;
    if (x == 0) {
        g->n = 0;
        g->point = 1;
        return;
    }
    g->n = u64_digits(shortest_of(dtype, x, &exp), g->d);
    g->point = g->n + exp;
    while (g->n > 1 && g->d[g->n - 1] == '0') g->n--;
}

/* ---- the two layouts ---- */
static void lay_positional(FloatParts *p, const char *digits, int n, int point)
{
    char *at = p->text;
    p->whole = at;
    if (point <= 0) *at++ = '0';
    for (int i = 0; i < point; i++) *at++ = i < n ? digits[i] : '0';
    p->n_whole = at - p->text;
    p->fraction = at;
    if (n) /* zero has no fraction, whatever its point */
        for (int i = point; i < n; i++) *at++ = i < 0 ? '0' : digits[i];
    p->n_fraction = at - p->fraction;
}

static void lay_scientific(FloatParts *p, const Digits *g)
{
    p->text[0] = '0';
    memcpy(p->text, g->d, (size_t)g->n);
    p->whole = p->text;
    p->n_whole = 1;
    p->fraction = p->text + 1;
    p->n_fraction = g->n ? g->n - 1 : 0;
    p->exponent = g->point - 1;
}

/* Exactly `precision` digits behind the point, by the language's own %f and %e. */
static bool lay_exact(FloatParts *p, double x, char kind, int64_t precision)
{
    StrB *s = p->scratch;
    s->len = 0;
    int64_t asked = precision < DIGITS_END ? precision : DIGITS_END;
    if (!float_digits(s, x, kind, asked, false)) return false;
    const char *text = s->data;
    p->whole = text;
    p->n_whole = kind == 'e' ? 1 : s->len - (asked ? asked + 1 : 0);
    p->fraction = text + p->n_whole + 1;
    p->n_fraction = asked;
    p->zeros = precision - asked;
    p->exponent = 0;
    if (kind == 'f') return true;
    const char *e = p->fraction + (asked ? asked : -1) + 1; /* after the e */
    for (const char *d = e + 1; d < text + s->len; d++) p->exponent = p->exponent * 10 + (*d - '0');
    if (*e == '-') p->exponent = -p->exponent;
    return true;
}

/* Rounding up through nines leaves no digits behind (1.9996 is 2 with three digits); what was rounded down keeps its zeros. */
static void drop_carried(FloatParts *p, const Digits *g)
{
    int64_t n = p->n_fraction;
    while (n > 0 && p->fraction[n - 1] == '0') n--;
    if (n == p->n_fraction) return;
    FloatParts cut;
    const char *all; /* the unique digits laid out alike: does what is shown agree with their beginning? */
    int64_t whole;
    lay_positional(&cut, g->d, g->n, g->point);
    all = cut.text;
    whole = cut.n_whole;
    if (whole == p->n_whole && memcmp(all, p->whole, (size_t)whole) == 0 && cut.n_fraction >= p->n_fraction &&
        memcmp(cut.fraction, p->fraction, (size_t)p->n_fraction) == 0)
        return;
    p->n_fraction = n;
}

static void drop_carried_scientific(FloatParts *p, const Digits *g)
{
    int64_t n = p->n_fraction;
    while (n > 0 && p->fraction[n - 1] == '0') n--;
    if (p->whole[0] == g->d[0] && p->exponent == g->point - 1 && memcmp(g->d + 1, p->fraction, (size_t)p->n_fraction) == 0) return;
    p->n_fraction = n;
}

static bool split_scientific(FloatParts *p, double x, const FloatSpec *s)
{
    Digits g;
    digits_of(&g, s->unique ? s->dtype : DT_FLOAT64, x);
    int64_t have = g.n ? g.n - 1 : 0;
    if (!s->unique) return lay_exact(p, x, 'e', s->precision);
    if (s->precision >= 0 && have > s->precision) {
        if (!lay_exact(p, x, 'e', s->precision)) return false;
        drop_carried_scientific(p, &g);
        if (s->min_digits > p->n_fraction) p->zeros = s->min_digits - p->n_fraction;
        return true;
    }
    if (s->min_digits > have && x != 0) return lay_exact(p, x, 'e', s->min_digits);
    lay_scientific(p, &g);
    if (s->min_digits > have) p->zeros = s->min_digits - have;
    return true;
}

/* Fewer significant digits than stand before the point: 123456.7 with 3 is 123000. */
static bool split_whole_part(FloatParts *p, double x, int64_t precision)
{
    char digits[400]; /* precision is below the digits before the point: 309 */
    if (precision < 1) precision = 1;
    if (!lay_exact(p, x, 'e', precision - 1)) return false;
    digits[0] = p->whole[0];
    memcpy(digits + 1, p->fraction, (size_t)p->n_fraction);
    lay_positional(p, digits, (int)p->n_fraction + 1, p->exponent + 1);
    p->exponent = 0;
    return true;
}

/* Significant digits were asked for and `wanted` of them laid out, exactly. The original pads what it generated as if the 0 before the
 * point were one of them: zeros left by rounding up, or (of exact digits) beyond the number's end, come one short. */
static bool settle_significant(FloatParts *p, double x, bool unique, int64_t wanted)
{
    int64_t n = p->n_fraction;
    while (n > 0 && p->fraction[n - 1] == '0') n--;
    if (n == p->n_fraction) return true;
    StrB scratch = STRB_INIT(p->scratch->vm);
    FloatParts full;
    full.scratch = &scratch;
    bool ok = lay_exact(&full, x, 'f', DIGITS_END);
    if (ok) {
        bool same = full.n_whole == p->n_whole && memcmp(full.whole, p->whole, (size_t)p->n_whole) == 0 &&
                    memcmp(full.fraction, p->fraction, (size_t)p->n_fraction) == 0;
        bool more = unique;
        for (int64_t i = p->n_fraction; i < full.n_fraction; i++) more |= full.fraction[i] != '0';
        if (!same || !more) p->n_fraction = n;
        p->zeros = wanted - p->n_whole - p->n_fraction;
        if (p->zeros < 0) p->zeros = 0;
    }
    strb_drop(&scratch);
    return ok;
}

static bool split_positional(FloatParts *p, double x, const FloatSpec *s)
{
    Digits g;
    digits_of(&g, s->unique ? s->dtype : DT_FLOAT64, x);
    int64_t have = g.n > g.point ? g.n - g.point : 0, precision = s->precision, least = s->min_digits;
    int point = g.point;
    if (!g.n) have = 0;
    if (!s->fractional) { /* from significant digits to those behind the point */
        if (g.n == 1 && g.d[0] == '1') { /* float32's 1e15 has 15 digits before the point, 999999986991104 */
            if (!lay_exact(p, x, 'e', DIGITS_END)) return false;
            point = p->exponent + 1;
            p->zeros = p->exponent = 0;
        }
        if (precision >= 0 && precision < point && (g.n > precision || !s->unique)) return split_whole_part(p, x, precision);
        if (least >= 0 && least < point && g.n < least) return split_whole_part(p, x, least);
        if (precision >= 0) precision = precision < point ? 0 : precision - point;
        if (least >= 0) least = least < point ? -1 : least - point;
    }
    if (!s->unique) return lay_exact(p, x, 'f', precision) && (s->fractional || settle_significant(p, x, false, s->precision));
    if (precision >= 0 && have > precision) {
        if (!lay_exact(p, x, 'f', precision)) return false;
        drop_carried(p, &g);
        if (least > p->n_fraction) p->zeros = least - p->n_fraction;
        return true;
    }
    /* asked for no digits behind the point, those before it are exact all the same: 23072, not float16's shortest 23070 */
    if (least >= 0 && x != 0 && g.n < point + least)
        return lay_exact(p, x, 'f', least) && (s->fractional || settle_significant(p, x, true, s->min_digits));
    lay_positional(p, g.d, g.n, g.point);
    if (least > have) p->zeros = least - have;
    return true;
}

static void trim_zeros(FloatParts *p, char trim)
{
    if (trim == 'k') return;
    int64_t n = p->n_fraction;
    p->zeros = 0;
    while (n > 0 && p->fraction[n - 1] == '0') n--;
    p->n_fraction = n;
    if (n == 0 && trim == '0') p->zeros = 1;
}

/* One digit is shown, the rest were zeros. Did the original generate them? Not where it rounded up through nines, and, of exact digits,
 * not where the number ends. */
static bool made_zeros(FloatParts *p, double x, bool unique, bool *yes)
{
    char shown = p->whole[0];
    int exponent = p->exponent;
    bool more = unique;
    if (!lay_exact(p, x, 'e', DIGITS_END)) return false;
    for (int64_t i = 0; i < p->n_fraction; i++) more |= p->fraction[i] != '0';
    *yes = more && p->whole[0] == shown && p->exponent == exponent;
    p->text[0] = shown;
    p->whole = p->text;
    p->n_fraction = p->zeros = 0;
    p->exponent = exponent;
    return true;
}

bool float_split(FloatParts *p, double x, const FloatSpec *spec)
{
    p->zeros = p->exponent = 0;
    p->negative = signbit(x);
    x = fabs(x);
    if (!(spec->scientific ? split_scientific : split_positional)(p, x, spec)) return false;
    int64_t generated = p->n_fraction;
    trim_zeros(p, spec->trim);
    p->point = spec->trim != '-' || float_fraction(p) > 0;
    /* and the original keeps the point of exponents where it generated zeros */
    if (!p->point && spec->scientific && generated > 0 && x != 0) return made_zeros(p, x, spec->unique, &p->point);
    return true;
}

int64_t float_exponent_length(const FloatParts *p, const FloatSpec *spec)
{
    int64_t least = spec->exp_digits < 0 ? 2 : spec->exp_digits;
    int e = p->exponent < 0 ? -p->exponent : p->exponent, n = e >= 100 ? 3 : e >= 10 ? 2 : 1;
    return n < least ? least : n;
}

static int64_t left_length(const FloatParts *p, const FloatSpec *spec) { return p->n_whole + (p->negative || spec->plus); }

static int64_t right_padding(const FloatParts *p, const FloatSpec *spec)
{
    int64_t pad = spec->scientific ? 0 : spec->pad_right - float_fraction(p) + !p->point;
    return spec->scientific || spec->pad_right <= 0 || pad < 0 ? 0 : pad;
}

int64_t float_length(const FloatParts *p, const FloatSpec *spec)
{
    int64_t left = left_length(p, spec), n = left < spec->pad_left ? spec->pad_left : left;
    n += p->point + float_fraction(p) + right_padding(p, spec);
    return spec->scientific ? n + 2 + float_exponent_length(p, spec) : n;
}

bool float_write(StrB *b, const FloatParts *p, const FloatSpec *spec)
{
    strb_fill(b, ' ', spec->pad_left - left_length(p, spec));
    if (p->negative || spec->plus) strb_char(b, p->negative ? '-' : '+');
    strb_ascii(b, p->whole, (size_t)p->n_whole);
    if (p->point) strb_char(b, '.');
    strb_ascii(b, p->fraction, (size_t)p->n_fraction);
    strb_fill(b, '0', p->zeros);
    if (spec->scientific) {
        char digits[24];
        int n = u64_digits((uint64_t)(p->exponent < 0 ? -p->exponent : p->exponent), digits);
        strb_char(b, 'e');
        strb_char(b, p->exponent < 0 ? '-' : '+');
        strb_fill(b, '0', float_exponent_length(p, spec) - n);
        strb_ascii(b, digits, (size_t)n);
    }
    strb_fill(b, ' ', right_padding(p, spec));
    return !b->failed;
}

/* ---- one number on its own ---- */
bool array_text_float(StrB *b, double x, const FloatSpec *spec)
{
    if (!isfinite(x)) { /* never padded */
        if (isinf(x) && x < 0) strb_char(b, '-');
        else if (isinf(x) && spec->plus) strb_char(b, '+');
        strb_ascii(b, isnan(x) ? "nan" : "inf", 3);
        return !b->failed;
    }
    StrB scratch = STRB_INIT(b->vm);
    FloatParts parts;
    parts.scratch = &scratch;
    bool ok = float_split(&parts, x, spec) && float_write(b, &parts, spec);
    strb_drop(&scratch);
    return ok;
}

static bool short_float(StrB *b, DType dtype, double x, bool plus)
{
    double size = fabs(x);
    FloatSpec spec = FLOAT_SPEC_DEFAULT(dtype);
    spec.scientific = size != 0 && !(size >= 1e-4 && size < 1e16);
    spec.trim = '-';
    spec.plus = plus;
    if (isnan(x) && plus) strb_char(b, '+');
    return array_text_float(b, x, &spec);
}

/* (1+2j); 2j where the real part is a plain zero */
static bool complex_scalar(StrB *b, DType dtype, const void *at)
{
    Scalar s = dtype_load(dtype, at);
    DType part = dtype_real_of(dtype);
    bool bare = s.f == 0 && !signbit(s.f);
    if (!bare) {
        strb_char(b, '(');
        if (!short_float(b, part, s.f, false)) return false;
    }
    if (!short_float(b, part, s.im, !bare)) return false;
    strb_char(b, 'j');
    if (!bare) strb_char(b, ')');
    return !b->failed;
}

bool array_text_scalar(StrB *b, DType dtype, const void *at)
{
    char buf[24];
    switch (dtype_info[dtype].kind) {
    case 'B': strb_c(b, dtype_load(dtype, at).i ? "True" : "False"); return !b->failed;
    case 'F': break;
    case 'C': return complex_scalar(b, dtype, at);
    default: strb_ascii(b, buf, (size_t)array_text_int(dtype, at, buf)); return !b->failed;
    }
    double x = array_text_load(dtype, at), size = fabs(x);
    FloatSpec spec = FLOAT_SPEC_DEFAULT(dtype);
    spec.scientific = size != 0 && !(size >= 1e-4 && size < 1e16);
    spec.trim = spec.scientific ? '-' : '0';
    return array_text_float(b, x, &spec);
}
