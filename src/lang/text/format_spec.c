/* format_spec.c: the format mini-language for str, int, float and complex: reading a specification, laying out numbers with
 * sign, prefix, grouping and padding, and format_value, the entry for format() and f-strings. */
#include "format_impl.h"

#include <math.h>

/* ---- reading ---- */
static bool is_align(uint32_t c) { return c == '<' || c == '>' || c == '=' || c == '^'; }

static int read_number(VM *vm, const Str *s, int64_t *i, int64_t *out)
{
    int64_t start = *i, n = 0;
    for (; *i < s->len; ++*i) {
        uint32_t c = str_at(s, *i);
        if (c < '0' || c > '9') break;
        if (n > (INT64_MAX - 9) / 10) return err_minus(vm, EXC_ValueError, "Too many decimal digits in format string");
        n = n * 10 + (int64_t)(c - '0');
    }
    if (*i == start) return 0;
    *out = n;
    return 1;
}

static bool group_error(VM *vm, char group, uint32_t type)
{
    if (type > 32 && type < 128) return err_false(vm, EXC_ValueError, "Cannot specify '%c' with '%c'.", (uint32_t)group, type);
    return err_false(vm, EXC_ValueError, "Cannot specify '%c' with '\\x%x'.", (uint32_t)group, type);
}

static bool read_spec(VM *vm, Ref obj, Ref text, Spec *out, uint32_t type, char align)
{
    const Str *s = as_str(text);
    int64_t i = 0, n = s->len;
    bool fill_given = false, align_given = false;
    *out = (Spec){.fill = ' ', .type = type, .align = align, .width = -1, .prec = -1};
#define AT(k) (i + (k) < n ? str_at(s, i + (k)) : 0)
    if (n >= 2 && is_align(AT(1))) {
        out->fill = AT(0);
        out->align = (char)AT(1);
        fill_given = align_given = true;
        i += 2;
    } else if (is_align(AT(0))) {
        out->align = (char)AT(0);
        align_given = true;
        i++;
    }
    if (AT(0) == '+' || AT(0) == '-' || AT(0) == ' ') {
        out->sign = (char)AT(0);
        i++;
    }
    if (AT(0) == 'z') {
        out->z = true;
        i++;
    }
    if (AT(0) == '#') {
        out->alt = true;
        i++;
    }
    if (!fill_given && AT(0) == '0') {
        out->fill = '0';
        if (!align_given && align == '>') out->align = '=';
        i++;
    }
    if (read_number(vm, s, &i, &out->width) < 0) return false;
    if (AT(0) == ',') {
        out->group = ',';
        i++;
    }
    if (AT(0) == '_') {
        if (out->group) return err_false(vm, EXC_ValueError, "Cannot specify both ',' and '_'.");
        out->group = '_';
        i++;
    }
    if (AT(0) == ',' && out->group == '_') return err_false(vm, EXC_ValueError, "Cannot specify both ',' and '_'.");
    if (AT(0) == '.') {
        i++;
        int got = read_number(vm, s, &i, &out->prec);
        if (got < 0) return false;
        if (!got) return err_false(vm, EXC_ValueError, "Format specifier missing precision");
    }
    if (n - i > 1)
        return err_false(vm, EXC_ValueError, "Invalid format specifier '%U' for object of type '%T'", text, obj);
    if (n - i == 1) out->type = AT(0);
#undef AT
    if (out->group) {
        uint32_t t = out->type;
        bool decimal = t == 0 || (t < 128 && strchr("defgEGF%", (int)t));
        bool bits = out->group == '_' && t < 128 && t && strchr("boxX", (int)t);
        if (!decimal && !bits) return group_error(vm, out->group, t);
    }
    return true;
}

static Value unknown_code(VM *vm, uint32_t type, Ref obj)
{
    if (type > 32 && type < 128)
        return err_raise(vm, EXC_ValueError, "Unknown format code '%c' for object of type '%T'", type, obj);
    return err_raise(vm, EXC_ValueError, "Unknown format code '\\x%x' for object of type '%T'", type, obj);
}

/* ---- str ---- */
Value format_str_spec(VM *vm, Ref v, Ref text)
{
    if (as_str(text)->len == 0) return str_exact(vm, v);
    Spec spec;
    if (!read_spec(vm, v, text, &spec, 's', '<')) return NO_VALUE;
    if (spec.type != 's') return unknown_code(vm, spec.type, v);
    if (spec.sign == ' ') return err_raise(vm, EXC_ValueError, "Space not allowed in string format specifier");
    if (spec.sign) return err_raise(vm, EXC_ValueError, "Sign not allowed in string format specifier");
    if (spec.z) return err_raise(vm, EXC_ValueError, "Negative zero coercion (z) not allowed in string format specifier");
    if (spec.alt) return err_raise(vm, EXC_ValueError, "Alternate form (#) not allowed in string format specifier");
    if (spec.align == '=') return err_raise(vm, EXC_ValueError, "'=' alignment not allowed in string format specifier");
    int64_t len = as_str(v)->len;
    if (spec.prec >= 0 && spec.prec < len) len = spec.prec;
    int64_t pad = spec.width - len, left = spec.align == '>' ? pad : spec.align == '^' ? pad / 2 : 0;
    if (pad <= 0) return str_substr(vm, v, 0, len);
    Text t = text_of_str(v);
    if (len < t.n) t.obj = NULL; /* what is cut off may have been what was wide */
    t.n = len;
    return text_pad(vm, &t, left, pad - left, spec.fill);
}

/* ---- layout of numbers ---- */
/* Lengths of the groups from the right; zeros are put in front until the whole has at least min_width characters. */
static int64_t grouped_length(int64_t digits, int64_t min_width, int size, int64_t *zeros)
{
    int64_t len = 0, left = digits;
    *zeros = 0;
    for (;;) {
        int64_t want = left > min_width ? left : min_width;
        if (want < 1) want = 1;
        int64_t take = want < size ? want : size;
        int64_t pad = take - left;
        if (pad > 0) *zeros += pad;
        len += take;
        left -= take < left ? take : left;
        min_width -= take;
        if (left <= 0 && min_width <= 0) return len;
        len++;
        min_width--;
    }
}

static void add_grouped(StrB *b, const NumText *t, int64_t zeros, char sep)
{
    int64_t total = zeros + t->ndigits;
    for (int64_t i = 0; i < total; i++) {
        if (i && (total - i) % t->group_size == 0) strb_char(b, (unsigned char)sep);
        strb_char(b, i < zeros ? '0' : (unsigned char)t->digits[i - zeros]);
    }
}

void number_layout(StrB *b, const Spec *spec, const NumText *t)
{
    int64_t prefix = (int64_t)strlen(t->prefix), fixed = (t->sign != 0) + prefix + t->nrest, zeros = 0, whole = t->ndigits;
    if (spec->group && t->ndigits) {
        int64_t min = spec->fill == '0' && spec->align == '=' ? spec->width - fixed : 0;
        whole = grouped_length(t->ndigits, min, t->group_size, &zeros);
    }
    int64_t pad = spec->width - fixed - whole, left = 0, inner = 0;
    if (pad < 0) pad = 0;
    if (spec->align == '>') left = pad;
    else if (spec->align == '=') inner = pad;
    else if (spec->align == '^') left = pad / 2;
    strb_fill(b, spec->fill, left);
    if (t->sign) strb_char(b, (unsigned char)t->sign);
    strb_ascii(b, t->prefix, (size_t)prefix);
    strb_fill(b, spec->fill, inner);
    if (spec->group && t->ndigits) add_grouped(b, t, zeros, spec->group);
    else strb_ascii(b, t->digits, (size_t)t->ndigits);
    strb_ascii(b, t->rest, (size_t)t->nrest);
    strb_fill(b, spec->fill, pad - left - inner);
}

static char sign_char(const Spec *spec, bool negative)
{
    return negative ? '-' : spec->sign == '+' || spec->sign == ' ' ? spec->sign : 0;
}

/* ---- int ---- */
static Value format_char(VM *vm, Ref v, const Spec *spec)
{
    int64_t c;
    if (spec->sign) return err_raise(vm, EXC_ValueError, "Sign not allowed with integer format specifier 'c'");
    if (spec->alt) return err_raise(vm, EXC_ValueError, "Alternate form (#) not allowed with integer format specifier 'c'");
    if (!int_to_i64(vm, v, &c)) return NO_VALUE;
    if (c < 0 || c > 0x10FFFF) return err_raise(vm, EXC_OverflowError, "%%c arg not in range(0x110000)");
    StrB b = STRB_INIT(vm);
    int64_t pad = spec->width - 1, left = spec->align == '<' ? 0 : spec->align == '^' ? pad / 2 : pad;
    strb_fill(&b, spec->fill, left);
    strb_char(&b, (uint32_t)c);
    strb_fill(&b, spec->fill, pad - (left > 0 ? left : 0));
    return strb_take(&b);
}

static Value format_int_text(VM *vm, Ref text, const Spec *spec)
{
    const char *p = (const char *)as_str(text)->data;
    bool negative = *p == '-';
    NumText t = {.prefix = "", .rest = "", .group_size = 3};
    t.digits = p + negative;
    t.ndigits = as_str(text)->len - negative;
    t.sign = sign_char(spec, negative);
    char *upper = NULL;
    switch (spec->type) {
    case 'b': t.prefix = spec->alt ? "0b" : ""; break;
    case 'o': t.prefix = spec->alt ? "0o" : ""; break;
    case 'x': t.prefix = spec->alt ? "0x" : ""; break;
    case 'X': t.prefix = spec->alt ? "0X" : ""; break;
    }
    if (spec->type && strchr("boxX", (int)spec->type)) t.group_size = 4;
    int64_t n = t.ndigits;
    if (spec->type == 'X') {
        if (!(upper = mem_alloc(vm->mem, (size_t)n))) return err_no_memory(vm);
        for (int64_t i = 0; i < n; i++) upper[i] = t.digits[i] >= 'a' ? (char)(t.digits[i] - 32) : t.digits[i];
        t.digits = upper;
    }
    StrB b = STRB_INIT(vm);
    number_layout(&b, spec, &t);
    mem_free(vm->mem, upper, (size_t)n);
    return strb_take(&b);
}

static Value format_float_parsed(VM *vm, Ref v, double d, const Spec *spec);

Value format_int_spec(VM *vm, Ref v, Ref text)
{
    if (as_str(text)->len == 0) return is_int_exact(vm, v) ? int_to_text(vm, v, 10) : op_str(vm, v);
    Spec spec;
    if (!read_spec(vm, v, text, &spec, 'd', '>')) return NO_VALUE;
    if (spec.type < 128 && strchr("eEfFgG%", (int)spec.type) && spec.type) {
        bool ok;
        double d = int_to_double(vm, v, &ok);
        return ok ? format_float_parsed(vm, v, d, &spec) : NO_VALUE;
    }
    if (spec.type >= 128 || !spec.type || !strchr("bcdoxXn", (int)spec.type)) return unknown_code(vm, spec.type, v);
    if (spec.prec >= 0) return err_raise(vm, EXC_ValueError, "Precision not allowed in integer format specifier");
    if (spec.z) return err_raise(vm, EXC_ValueError, "Negative zero coercion (z) not allowed in integer format specifier");
    if (spec.type == 'c') return format_char(vm, v, &spec);
    int base = spec.type == 'b' ? 2 : spec.type == 'o' ? 8 : (spec.type | 32) == 'x' ? 16 : 10;
    Value digits = int_to_text(vm, v, base);
    if (!digits) return digits;
    Value r = format_int_text(vm, digits, &spec);
    release(vm, digits);
    return r;
}

/* ---- float ---- */
static bool all_zero(const char *s, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        if (s[i] >= '1' && s[i] <= '9') return false;
        if (s[i] == 'e' || s[i] == 'E') break;
    }
    return true;
}

/* "1e+16" with the # flag is "1.e+16". */
static void force_point(StrB *digits)
{
    char *p = digits->data;
    char *e = memchr(p, 'e', (size_t)digits->len);
    if (memchr(p, '.', (size_t)digits->len)) return;
    int64_t at = e ? e - p : digits->len;
    strb_char(digits, '.');
    if (digits->failed) return;
    p = digits->data;
    memmove(p + at + 1, p + at, (size_t)(digits->len - 1 - at));
    p[at] = '.';
}

/* One float, as kind 'e' 'f' 'g' 'r', laid out into b. */
static bool add_float(StrB *b, double d, const Spec *spec, char kind, int64_t prec, bool dot0, bool upper, bool percent)
{
    VM *vm = b->vm;
    StrB num = STRB_INIT(vm);
    bool negative = signbit(d) && !isnan(d);
    if (!float_format_digits(vm, &num, fabs(d), kind, prec, spec->alt, dot0)) return strb_drop(&num), false;
    if (spec->alt && kind == 'r' && isfinite(d)) force_point(&num);
    if (percent) strb_char(&num, '%');
    if (num.failed) return false;
    char *p = num.data;
    if (upper)
        for (int64_t i = 0; i < num.len; i++)
            if (p[i] >= 'a' && p[i] <= 'z') p[i] -= 32;
    if (negative && spec->z && isfinite(d) && all_zero(p, num.len)) negative = false;
    NumText t = {.sign = sign_char(spec, negative), .prefix = "", .digits = p, .group_size = 3};
    while (t.ndigits < num.len && p[t.ndigits] >= '0' && p[t.ndigits] <= '9') t.ndigits++;
    t.rest = p + t.ndigits;
    t.nrest = num.len - t.ndigits;
    number_layout(b, spec, &t);
    strb_drop(&num);
    return !b->failed;
}

static bool prec_fits(VM *vm, int64_t prec)
{
    return prec <= INT32_MAX || err_false(vm, EXC_ValueError, "precision too big");
}

static Value format_float_parsed(VM *vm, Ref v, double d, const Spec *spec)
{
    StrB b = STRB_INIT(vm);
    uint32_t type = spec->type;
    bool upper = type == 'E' || type == 'F' || type == 'G', dot0 = false, percent = type == '%';
    int64_t prec = spec->prec;
    char kind;
    if (!prec_fits(vm, prec)) return NO_VALUE;
    if (type == 0) {
        kind = prec < 0 ? 'r' : 'g';
        dot0 = true;
    } else if (type == 'n') kind = 'g';
    else if (percent) {
        kind = 'f';
        d *= 100;
    } else if (type < 128 && strchr("eEfFgG", (int)type)) kind = (char)(type | 32);
    else return unknown_code(vm, type, v);
    if (prec < 0) prec = 6;
    if (kind == 'g' && prec == 0) prec = 1;
    if (!add_float(&b, d, spec, kind, prec, dot0, upper, percent)) return strb_drop(&b), NO_VALUE;
    return strb_take(&b);
}

Value format_float_spec(VM *vm, Ref v, Ref text)
{
    double d = float_any_of(v);
    if (as_str(text)->len == 0) return is_float(v) ? float_repr(vm, d) : op_str(vm, v);
    Spec spec;
    if (!read_spec(vm, v, text, &spec, 0, '>')) return NO_VALUE;
    return format_float_parsed(vm, v, d, &spec);
}

/* ---- complex ---- */
Value format_complex_spec(VM *vm, Ref v, Ref text)
{
    if (as_str(text)->len == 0) return op_str(vm, v);
    const Complex *c = (const Complex *)BITS(v);
    Spec spec;
    if (!read_spec(vm, v, text, &spec, 0, '>')) return NO_VALUE;
    uint32_t type = spec.type;
    if (type && (type >= 128 || !strchr("eEfFgGn", (int)type))) return unknown_code(vm, type, v);
    if (spec.fill == '0') return err_raise(vm, EXC_ValueError, "Zero padding is not allowed in complex format specifier");
    if (spec.align == '=') return err_raise(vm, EXC_ValueError, "'=' alignment flag is not allowed in complex format specifier");
    if (!prec_fits(vm, spec.prec)) return NO_VALUE;
    bool skip_re = type == 0 && c->re == 0 && !signbit(c->re), parens = type == 0 && !skip_re;
    bool upper = type == 'E' || type == 'F' || type == 'G';
    char kind = type == 0 ? (spec.prec < 0 ? 'r' : 'g') : type == 'n' ? 'g' : (char)(type | 32);
    int64_t prec = spec.prec < 0 ? 6 : spec.prec;
    if (kind == 'g' && prec == 0) prec = 1;
    Spec part = spec;
    part.width = -1;
    part.align = '<';
    StrB b = STRB_INIT(vm);
    bool ok = true;
    if (parens) strb_char(&b, '(');
    if (!skip_re) {
        ok = add_float(&b, c->re, &part, kind, prec, false, upper, false);
        part.sign = '+';
    }
    ok = ok && add_float(&b, c->im, &part, kind, prec, false, upper, false);
    if (ok) strb_c(&b, parens ? "j)" : "j");
    Value whole = ok ? strb_take(&b) : NO_VALUE;
    if (!ok) strb_drop(&b);
    if (!whole || spec.width <= as_str(whole)->len) return whole;
    Text t = text_of_str(whole);
    int64_t pad = spec.width - t.n, left = spec.align == '>' ? pad : spec.align == '^' ? pad / 2 : 0;
    Value padded = text_pad(vm, &t, left, pad - left, spec.fill);
    release(vm, whole);
    return padded;
}

/* ---- format(v, spec) ---- */
Value format_value(VM *vm, Ref v, Ref spec)
{
    bool empty = !spec || as_str(spec)->len == 0;
    if (empty) {
        if (is_small(v)) return int_to_text(vm, v, 10);
        if (is_float(v)) return float_repr(vm, float_of(v));
        if (is_exact(v, CLASS(str))) return retain(v);
        if (is_exact(v, CLASS(int))) return int_to_text(vm, v, 10);
    } else {
        if (is_exact(v, CLASS(str))) return format_str_spec(vm, v, spec);
        if (is_int_exact(vm, v)) return format_int_spec(vm, v, spec);
        if (is_float(v)) return format_float_spec(vm, v, spec);
    }
    Ref text = spec ? spec : NAME(empty);
    bool found;
    Value r = call_special(vm, v, NAME(__format__), &text, 1, &found);
    if (!found && !err_occurred(vm))
        return err_raise(vm, EXC_TypeError, "Type %T doesn't define __format__", v);
    if (r && !is_str(r)) {
        err_raise(vm, EXC_TypeError, "__format__ must return a str, not %T", (Ref)r);
        release(vm, r);
        return NO_VALUE;
    }
    return r;
}
