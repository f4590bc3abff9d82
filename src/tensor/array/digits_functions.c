/* digits_functions.c: what digits.c writes, asked for from Python; and long double from and to texts and ints. */
#include "digits.h"
#include "element.h"

#include <math.h>
#include <stdlib.h>

/* ---- dragon4_positional, dragon4_scientific ---- */
typedef size_t (*DigitsFn)(char *out, size_t room, Num num, const void *at, const DigitsFormat *f);
typedef struct Floating { Num num; long double v; } Floating; /* its bytes stand at the start of v */

static bool floating_take(VM *vm, Ref v, Floating *out)
{
    Np *np = np_state(vm);
    if (!np) return false;
    if (is_scalar(vm, np, v)) {
        Descr *d = scalar_descr(vm, np, v);
        if (!d) return false;
        Num num = d->num;
        bool floating = num_is_float(num), ok = floating && scalar_get(vm, np, v, d, (char *)&out->v);
        descr_release(vm, d);
        out->num = num;
        if (floating) return ok;
    }
    double x;
    if (!num_to_double(vm, v, &x)) return false;
    memcpy(&out->v, &x, sizeof x);
    out->num = NP_DOUBLE;
    return true;
}

static bool int_argument(VM *vm, Ref v, int *out)
{
    int64_t i;
    if (!v) return true;
    if (!num_index_i64(vm, v, &i)) return false;
    if (i > INT32_MAX || i < INT32_MIN) return err_false(vm, EXC_OverflowError, i > 0 ? "Python int too large to convert to C int" : "Python int too small to convert to C int");
    *out = (int)i;
    return true;
}

static bool truth_argument(VM *vm, Ref v, bool *out)
{
    if (!v) return true;
    int truth = op_truth(vm, v);
    *out = truth == 1;
    return truth >= 0;
}

static bool trim_argument(VM *vm, Ref v, char *out)
{
    if (!v || is_none(v)) return true;
    if (is_str(v) && as_str(v)->len == 1 && str_at(as_str(v), 0) < 128 && str_at(as_str(v), 0) && strchr("k.0-", (int)str_at(as_str(v), 0))) {
        *out = (char)str_at(as_str(v), 0);
        return true;
    }
    Value text = op_str(vm, v);
    if (!text) return false;
    StrB b = STRB_INIT(vm);
    strb_c(&b, "if supplied, trim must be 'k', '.', '0' or '-' found `");
    strb_fill(&b, ' ', 100 - as_str(text)->len); /* the original's own width */
    strb_str(&b, text);
    strb_char(&b, '`');
    release(vm, text);
    Value message = strb_take(&b);
    if (!message) return false;
    err_raise(vm, EXC_TypeError, "%U", (Ref)message);
    release(vm, message);
    return false;
}

static Value digits_value(VM *vm, DigitsFn fn, const Floating *x, DigitsFormat *f)
{
    enum { MOST = 16000 }; /* wider than that no text is made */
    int *limited[] = {&f->precision, &f->min_digits, &f->pad_left, &f->pad_right};
    for (size_t i = 0; i < sizeof limited / sizeof *limited; i++)
        if (*limited[i] > MOST) *limited[i] = MOST;
    char small[256];
    size_t n = fn(small, sizeof small, x->num, &x->v, f);
    if (n <= sizeof small) return str_from_ascii(vm, small, n);
    char *out = mem_alloc(vm->mem, n);
    if (!out) return err_no_memory(vm);
    fn(out, n, x->num, &x->v, f);
    Value text = str_from_ascii(vm, out, n);
    mem_free(vm->mem, out, n);
    return text;
}

static Value dragon4(VM *vm, DigitsFn fn, Ref v, DigitsFormat *f)
{
    Floating x = {0};
    if (!floating_take(vm, v, &x)) return NULL;
    if (!f->unique && f->precision < 0) return err_raise(vm, EXC_TypeError, "in non-unique mode `precision` must be supplied");
    return digits_value(vm, fn, &x, f);
}

static Value dragon4_positional(VM *vm, const Ref *a, int n, Ref kw)
{
    (void)n, (void)kw;
    DigitsFormat f = DIGITS_FORMAT;
    f.fractional = false;
    if (!int_argument(vm, a[1], &f.precision) || !truth_argument(vm, a[2], &f.unique) || !truth_argument(vm, a[3], &f.fractional) || !truth_argument(vm, a[4], &f.sign) || !trim_argument(vm, a[5], &f.trim) ||
        !int_argument(vm, a[6], &f.pad_left) || !int_argument(vm, a[7], &f.pad_right) || !int_argument(vm, a[8], &f.min_digits))
        return NULL;
    return dragon4(vm, digits_positional, a[0], &f);
}

static Value dragon4_scientific(VM *vm, const Ref *a, int n, Ref kw)
{
    (void)n, (void)kw;
    DigitsFormat f = DIGITS_FORMAT;
    if (!int_argument(vm, a[1], &f.precision) || !truth_argument(vm, a[2], &f.unique) || !truth_argument(vm, a[3], &f.sign) || !trim_argument(vm, a[4], &f.trim) || !int_argument(vm, a[5], &f.pad_left) ||
        !int_argument(vm, a[6], &f.exp_digits) || !int_argument(vm, a[7], &f.min_digits))
        return NULL;
    return dragon4(vm, digits_scientific, a[0], &f);
}

static Value format_longfloat(VM *vm, const Ref *a, int n, Ref kw)
{
    (void)n, (void)kw;
    Np *np = np_state(vm);
    if (!np) return NULL;
    DigitsFormat f = DIGITS_FORMAT;
    f.trim = '0';
    if (!int_argument(vm, a[1], &f.precision)) return NULL;
    if (!is_instance_of(vm, a[0], np->scalars[NP_LONGDOUBLE])) return err_raise(vm, EXC_TypeError, "not a longfloat");
    return dragon4(vm, digits_scientific, a[0], &f);
}

const NativeDef multiarray_digits_functions[] = {
    {"dragon4_positional", dragon4_positional, "x, precision=-1, unique=True, fractional=False, sign=False, trim='k', pad_left=-1, pad_right=-1, min_digits=-1", "x as digits around a point", NATIVE_KW},
    {"dragon4_scientific", dragon4_scientific, "x, precision=-1, unique=True, sign=False, trim='k', pad_left=-1, exp_digits=-1, min_digits=-1", "x as digits and a power of ten", NATIVE_KW},
    {"format_longfloat", format_longfloat, "x, precision", "A long double with an exponent", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};

/* ---- long double ---- */
long double longdouble_parse(const char *text, const char **end)
{
    char *stop;
    long double x = strtold(text, &stop);
    const char *hex = text + (*text == '-' || *text == '+');
    if (hex[0] == '0' && (hex[1] | 32) == 'x' && stop > hex + 1) { /* hexadecimal is not Python's */
        *end = hex + 1;
        return *text == '-' ? -0.0L : 0.0L;
    }
    *end = stop;
    return x;
}

bool longdouble_from_int(VM *vm, Ref v, long double *out)
{
    int64_t small;
    if (int_fits_i64(v, &small)) {
        *out = small;
        return true;
    }
    const Int *i = (const Int *)BITS(v);
    int64_t n = i->size < 0 ? -i->size : i->size;
    if (n > 200) { /* the original goes by way of the digits: so many are too many there */
        Value digits = int_to_text(vm, v, 10);
        if (!digits) return false;
        release(vm, digits);
    }
    int lead = __builtin_clzll(i->limb[n - 1]);
    uint64_t top = i->limb[n - 1] << lead, rest = n > 1 ? i->limb[n - 2] << lead : 0;
    bool sticky = false;
    if (lead && n > 1) top |= i->limb[n - 2] >> (64 - lead);
    if (lead && n > 2) rest |= i->limb[n - 3] >> (64 - lead);
    for (int64_t at = 0; at < n - 2; at++) sticky |= (at == n - 3 && lead ? i->limb[at] << lead : i->limb[at]) != 0;
    int64_t power = 64 * (n - 1) - lead;
    bool up = rest >> 63 && ((rest << 1) || sticky || (top & 1));
    long double x = (long double)top;
    if (up) x += 1.0L; /* 2^64 - 1 and one more are long doubles both */
    x = power > 20000 ? __builtin_infl() : ldexpl(x, (int)power);
    *out = i->size < 0 ? -x : x;
    return !isinf(x) || err_warn(vm, EXC_RuntimeWarning, str_from_c(vm, "overflow encountered in conversion from string"));
}

Value longdouble_to_int(VM *vm, long double x)
{
    if (isnan(x)) return err_raise(vm, EXC_ValueError, "cannot convert float NaN to integer");
    if (isinf(x)) return err_raise(vm, EXC_OverflowError, "cannot convert float infinity to integer");
    int exponent;
    long double part = frexpl(fabsl(x), &exponent);
    uint64_t m = (uint64_t)ldexpl(part, 64), limbs[260] = {0};
    if (exponent <= 0) return make_small(0);
    if (exponent <= 64) return int_from_limbs(vm, &(uint64_t){exponent == 64 ? m : m >> (64 - exponent)}, 1, x < 0);
    int shift = exponent - 64, at = shift / 64, bits = shift % 64;
    limbs[at] = m << bits;
    if (bits) limbs[at + 1] = m >> (64 - bits);
    return int_from_limbs(vm, limbs, at + 1 + (bits != 0), x < 0);
}

static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

bool longdouble_from_text(VM *vm, Ref text, long double *out)
{
    size_t n;
    const char *s;
    if (is_str(text)) {
        s = str_utf8(vm, text, &n);
        if (!s) return false;
    } else {
        s = (const char *)as_bytes(text)->data;
        n = (size_t)as_bytes(text)->len;
    }
    const char *end, *from = s;
    while (is_blank(*from)) from++;
    *out = longdouble_parse(from, &end);
    bool any = end > from;
    while (is_blank(*end)) end++;
    if (any && end == s + n) {
        if (isinf(*out) && (from[*from == '-' || *from == '+'] | 32) != 'i') return err_warn(vm, EXC_RuntimeWarning, str_from_c(vm, "overflow encountered in conversion from string"));
        return true;
    }
    return err_false(vm, EXC_ValueError, "invalid literal for long double: %S", text);
}
