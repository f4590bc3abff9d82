/* float.c: the class float. A float is a word (value.h); only an instance of a subclass is an object (FloatObj). */
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lang/object/args.h"
#include "int_impl.h"

/* An operand of float arithmetic: 1 read, 0 not a number (NotImplemented), -1 raised. */
static inline int operand(VM *vm, Ref v, double *out)
{
    if (is_float(v)) {
        *out = float_of(v);
        return 1;
    }
    if (is_small(v)) {
        *out = (double)small_of(v);
        return 1;
    }
    if (is_float_any(v)) {
        *out = float_any_of(v);
        return 1;
    }
    if (!is_int(v)) return 0;
    bool ok;
    *out = int_to_double(vm, v, &ok);
    return ok ? 1 : -1;
}

/* ---- arithmetic ---- */
static void floor_divide(double x, double y, double *div, double *mod) /* y != 0 */
{
    double m = fmod(x, y), q = (x - m) / y;
    if (m != 0) {
        if ((y < 0) != (m < 0)) {
            m += y;
            q -= 1.0;
        }
    } else {
        m = copysign(0.0, y);
    }
    if (q != 0) {
        double f = floor(q);
        *div = q - f > 0.5 ? f + 1.0 : f;
    } else {
        *div = copysign(0.0, x / y);
    }
    *mod = m;
}

static Value range_error(VM *vm)
{
    Value text = str_from_c(vm, "Numerical result out of range");
    if (text == NO_VALUE) return NO_VALUE;
    Value e = call2(vm, REF(vm->exc_types[EXC_OverflowError]), make_small(ERANGE), text);
    release(vm, text);
    return e == NO_VALUE ? NO_VALUE : err_raise_obj(vm, e);
}

static Value float_pow(VM *vm, double x, double y)
{
    if (y == 0) return make_float(1.0);
    if (isnan(x)) return make_float_any(x);
    if (isnan(y)) return x == 1.0 ? make_float(1.0) : make_float_any(y);
    if (isinf(y)) {
        double m = fabs(x);
        if (m == 1.0) return make_float(1.0);
        return make_float((y > 0) == (m > 1.0) ? fabs(y) : 0.0);
    }
    if (x == 0 && y < 0) return err_raise(vm, EXC_ZeroDivisionError, "0.0 cannot be raised to a negative power");
    if (isinf(x) || x == 0) return make_float(pow(x, y));
    if (x < 0 && y != floor(y)) {
        Value c = complex_new(vm, x, 0), e = c == NO_VALUE ? NO_VALUE : complex_new(vm, y, 0);
        Value r = e == NO_VALUE ? NO_VALUE : op_binary(vm, OP_POW, c, e);
        release(vm, c);
        release(vm, e);
        return r;
    }
    double r = pow(x, y);
    return isinf(r) ? range_error(vm) : make_float_any(r);
}

Value float_binary(VM *vm, BinOp op, Ref a, Ref b)
{
    double x, y, q, m;
    int ok = operand(vm, a, &x);
    if (ok <= 0) return ok == 0 ? V_NOTIMPL : NO_VALUE;
    ok = operand(vm, b, &y);
    if (ok <= 0) return ok == 0 ? V_NOTIMPL : NO_VALUE;
    switch (op) {
    case OP_ADD: return make_float_any(x + y);
    case OP_SUB: return make_float_any(x - y);
    case OP_MUL: return make_float_any(x * y);
    case OP_DIV:
        if (y == 0) return err_raise(vm, EXC_ZeroDivisionError, "float division by zero");
        return make_float_any(x / y);
    case OP_FLOORDIV:
        if (y == 0) return err_raise(vm, EXC_ZeroDivisionError, "float floor division by zero");
        floor_divide(x, y, &q, &m);
        return make_float_any(q);
    case OP_MOD:
        if (y == 0) return err_raise(vm, EXC_ZeroDivisionError, "float modulo");
        m = fmod(x, y);
        if (m == 0) m = copysign(0.0, y);
        else if ((y < 0) != (m < 0)) m += y;
        return make_float_any(m);
    case OP_DIVMOD: {
        if (y == 0) return err_raise(vm, EXC_ZeroDivisionError, "float divmod()");
        floor_divide(x, y, &q, &m);
        Value pair[2] = {make_float_any(q), make_float_any(m)};
        return tuple_take(vm, pair, 2);
    }
    case OP_POW: return float_pow(vm, x, y);
    default: return V_NOTIMPL;
    }
}

#define SLOT_OP(name, op) \
    static Value slot_##name(VM *vm, Ref a, Ref b) { return float_binary(vm, op, a, b); }
SLOT_OP(add, OP_ADD)
SLOT_OP(sub, OP_SUB)
SLOT_OP(mul, OP_MUL)
SLOT_OP(div, OP_DIV)
SLOT_OP(floordiv, OP_FLOORDIV)
SLOT_OP(mod, OP_MOD)
SLOT_OP(pow, OP_POW)
SLOT_OP(divmod, OP_DIVMOD)
#undef SLOT_OP

static Value slot_pow3(VM *vm, Ref a, Ref b, Ref mod)
{
    if (is_none(mod)) return float_binary(vm, OP_POW, a, b);
    return err_raise(vm, EXC_TypeError, "pow() 3rd argument not allowed unless all arguments are integers");
}

static Value slot_neg(VM *vm, Ref a) { return make_float_any(-float_any_of(a)); }
static Value slot_pos(VM *vm, Ref a) { return make_float(float_any_of(a)); }
static Value slot_abs(VM *vm, Ref a) { return make_float_any(fabs(float_any_of(a))); }
static Value slot_int(VM *vm, Ref a) { return int_from_double(vm, float_any_of(a)); }
static int slot_truth(VM *vm, Ref a) { return float_any_of(a) != 0; }
static Value slot_repr(VM *vm, Ref a) { return float_repr(vm, float_any_of(a)); }

static bool slot_hash(VM *vm, Ref a, int64_t *hash)
{
    double d = float_any_of(a);
    if (d != d) return CLASS(object)->s.hash(vm, a, hash); /* by identity: a NaN equals none */
    *hash = num_hash_double(d);
    return true;
}

static Value slot_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    double x = float_any_of(a), y;
    if (is_float_any(b)) {
        y = float_any_of(b);
    } else if (is_int(b)) { /* exactly: the sign of the difference stands for the pair */
        if (isnan(x)) return make_bool(op == CMP_NE);
        x = -int_compare_double(b, x);
        y = 0;
    } else {
        return V_NOTIMPL;
    }
    switch (op) {
    case CMP_LT: return make_bool(x < y);
    case CMP_LE: return make_bool(x <= y);
    case CMP_EQ: return make_bool(x == y);
    case CMP_NE: return make_bool(x != y);
    case CMP_GT: return make_bool(x > y);
    default: return make_bool(x >= y);
    }
}

/* ---- the constructor ---- */
static Value from_buffer(VM *vm, Ref x)
{
    BufferView view;
    if (!buffer_get(vm, x, &view)) return NO_VALUE;
    Value s = str_from_latin1(vm, view.data, (size_t)view.len);
    buffer_release(vm, &view);
    if (s == NO_VALUE) return NO_VALUE;
    bool ascii = str_is_ascii(as_str(s)); /* else no byte means anything: 0xa0 is no space */
    Value r = ascii ? float_from_text(vm, s) : NO_VALUE;
    release(vm, s);
    if (r == NO_VALUE && (!ascii || err_matches(vm, EXC_ValueError))) {
        err_clear(vm);
        err_raise(vm, EXC_ValueError, "could not convert string to float: %R", x);
    }
    return r;
}

Value float_new_nan(VM *vm, bool negative)
{
    uint64_t bits = UINT64_C(0x7FF8) << 48 | (uint64_t)negative << 63 | (++vm->nan_serial & 0xFFFFFFFF);
    double d;
    memcpy(&d, &bits, sizeof d);
    return make_float(d);
}

static Value from_any(VM *vm, Ref x)
{
    double d;
    if (is_float(x)) return retain(x);
    const Slots *s = &type_of(vm, x)->s;
    if (is_str(x) && s->to_float == NULL && s->to_index == NULL) return float_from_text(vm, x);
    if (s->to_float == NULL && s->to_index == NULL) {
        if (buffer_check(vm, x)) return from_buffer(vm, x);
        return err_raise(vm, EXC_TypeError, "float() argument must be a string or a real number, not '%T'", x);
    }
    if (is_kind(x, KIND_FLOAT) && s->to_float != CLASS(float)->s.to_float) { /* a subclass with its own __float__ */
        Value f = s->to_float(vm, x);
        if (f == NO_VALUE) return NO_VALUE;
        bool good = num_take_float(vm, x, (Ref)f, &d);
        release(vm, f);
        return good ? make_float_any(d) : NO_VALUE;
    }
    return num_to_double(vm, x, &d) ? make_float_any(d) : NO_VALUE;
}

static Value float_new(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames)
{
    Type *type = as_type(callee);
    if (type->s.init == CLASS(float)->s.init && !args_no_kw(vm, "float", kwnames)) return NO_VALUE;
    if (!args_count(vm, "float", n, 0, 1)) return NO_VALUE;
    Value v = n == 0 ? make_float(0) : from_any(vm, args[0]);
    if (v == NO_VALUE || type == CLASS(float)) return v;
    FloatObj *o = (FloatObj *)obj_alloc(vm, type, type->inst_size);
    if (o != NULL) o->value = float_of(v);
    return VAL(o);
}

static void float_dealloc(VM *vm, Obj *o) { obj_free(vm, o, o->type->inst_size); }

/* ---- methods ---- */
static Value m_is_integer(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double d = float_any_of(args[0]);
    return make_bool(isfinite(d) && floor(d) == d);
}

static Value m_trunc(VM *vm, const Ref *args, int n, Ref kwnames) { return int_from_double(vm, float_any_of(args[0])); }
static Value m_floor(VM *vm, const Ref *args, int n, Ref kwnames) { return int_from_double(vm, floor(float_any_of(args[0]))); }
static Value m_ceil(VM *vm, const Ref *args, int n, Ref kwnames) { return int_from_double(vm, ceil(float_any_of(args[0]))); }
static Value m_self(VM *vm, const Ref *args, int n, Ref kwnames) { return make_float(float_any_of(args[0])); }

static Value m_ratio(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double d = float_any_of(args[0]);
    Value pair[2];
    if (isinf(d)) return err_raise(vm, EXC_OverflowError, "cannot convert Infinity to integer ratio");
    if (isnan(d)) return err_raise(vm, EXC_ValueError, "cannot convert NaN to integer ratio");
    return int_ratio_of_double(vm, d, &pair[0], &pair[1]) ? tuple_take(vm, pair, 2) : NO_VALUE;
}

/* Most are rounded by a product: where that is away from a half by more than its error (two units of its last place), the integer next to it is the right one, and the
 * quotient of that and a power of ten, both exact, is the number nearest to the decimal. False: not to be told so. */
static bool round_by_product(double x, int digits, double *out)
{
    static const double tens[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    enum { EXACT = sizeof tens / sizeof *tens };
    const double limit = (double)(INT64_C(1) << 50);
    if (digits < 0 || digits >= EXACT) return false;
    double y = x * tens[digits], whole = rint(y);
    if (!(fabs(y) < limit) || fabs(fabs(y - whole) - 0.5) <= fabs(y) * 2 * DBL_EPSILON) return false;
    *out = copysign(whole / tens[digits], x);
    return true;
}

/* x to a multiple of 10**-digits. The C library prints a double's exact decimal value rounded half to even, which is the
 * rounding that is asked for; reading the text back is correctly rounded too. */
static double round_decimal(double x, int digits)
{
    char buf[700];
    double quick;
    if (round_by_product(x, digits, &quick)) return quick;
    if (digits >= 0) {
        snprintf(buf, sizeof buf, "%.*f", digits, x);
        return strtod(buf, NULL);
    }
    snprintf(buf, sizeof buf, "%.40e", x);
    int exp = atoi(strchr(buf, 'e') + 1), keep = exp + digits;
    if (keep >= 0) {
        snprintf(buf, sizeof buf, "%.*e", keep, x);
        return strtod(buf, NULL);
    }
    if (keep < -1) return copysign(0.0, x);
    snprintf(buf, sizeof buf, "5e%d", exp);
    if (fabs(x) <= strtod(buf, NULL)) return copysign(0.0, x);
    snprintf(buf, sizeof buf, "1e%d", -digits);
    return copysign(strtod(buf, NULL), x);
}

static Value m_round(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double x = float_any_of(args[0]);
    int64_t digits;
    if (args[1] == NULL || is_none(args[1])) {
        double r = round(x);
        if (fabs(x - r) == 0.5) r = 2.0 * round(x / 2.0);
        return int_from_double(vm, r);
    }
    if (!num_index_clip(vm, args[1], &digits)) return NO_VALUE;
    if (!isfinite(x) || digits > 323) return make_float_any(x);
    if (digits < -308) return make_float(copysign(0.0, x));
    double r = round_decimal(x, (int)digits);
    if (isinf(r)) return err_raise(vm, EXC_OverflowError, "rounded value too large to represent");
    return make_float(r);
}

static Value m_format(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "__format__() argument must be str, not %T", args[1]);
    if (as_str(args[1])->len == 0) return op_str(vm, args[0]);
    return format_float_spec(vm, args[0], args[1]);
}

static Value m_hex(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double d = float_any_of(args[0]);
    char buf[64];
    int exp;
    if (!isfinite(d)) return float_repr(vm, d);
    const char *sign = signbit(d) ? "-" : "";
    double m = frexp(fabs(d), &exp);
    if (m == 0) {
        snprintf(buf, sizeof buf, "%s0x0.0p+0", sign);
        return str_from_c(vm, buf);
    }
    int down = exp - 1 < -1022 ? -1022 - (exp - 1) : 0; /* subnormal: the leading digit is 0 */
    uint64_t bits = (uint64_t)ldexp(m, 53 - down);
    exp = exp - 1 + down;
    snprintf(buf, sizeof buf, "%s0x%d.%013llxp%c%d", sign, (int)(bits >> 52), (unsigned long long)(bits & ((1ULL << 52) - 1)), exp < 0 ? '-' : '+',
             exp < 0 ? -exp : exp);
    return str_from_c(vm, buf);
}

static bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static size_t match_word(const char *s, const char *word)
{
    size_t i = 0;
    for (; word[i]; i++)
        if ((s[i] | 0x20) != word[i]) return 0;
    return i;
}

/* The end of a hexadecimal number without sign and prefix, or NULL. */
static const char *scan_hex(const char *p)
{
    int digits = 0;
    for (; is_hex(*p); p++) digits++;
    if (*p == '.')
        for (p++; is_hex(*p); p++) digits++;
    if (digits == 0) return NULL;
    if (*p == 'p' || *p == 'P') {
        p++;
        if (*p == '+' || *p == '-') p++;
        if (*p < '0' || *p > '9') return NULL;
        while (*p >= '0' && *p <= '9') p++;
    }
    return p;
}

static const char *read_hex(VM *vm, const char *p, double *out) /* the end of what was read; NULL: not a number, or raised */
{
    size_t word = match_word(p, "infinity");
    if (word == 0) word = match_word(p, "inf");
    *out = INFINITY;
    if (word != 0) return p + word;
    *out = __builtin_nan("");
    if (match_word(p, "nan")) return p + 3;
    if (p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) p += 2;
    const char *end = scan_hex(p);
    if (end == NULL) return NULL;
    size_t n = (size_t)(end - p);
    char *buf = mem_alloc(vm->mem, n + 3);
    if (buf == NULL) {
        err_no_memory(vm);
        return NULL;
    }
    memcpy(buf, "0x", 2);
    memcpy(buf + 2, p, n);
    buf[n + 2] = '\0';
    *out = strtod(buf, NULL);
    mem_free(vm->mem, buf, n + 3);
    if (!isinf(*out)) return end;
    err_raise(vm, EXC_OverflowError, "hexadecimal value too large to represent as a float");
    return NULL;
}

static Value m_fromhex(VM *vm, const Ref *args, int n, Ref kwnames)
{
    size_t len;
    double d;
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "bad argument type for built-in operation");
    const char *s = str_utf8(vm, args[1], &len), *p = s;
    if (s == NULL) return NO_VALUE;
    while (is_blank(*p)) p++;
    bool neg = *p == '-';
    if (*p == '-' || *p == '+') p++;
    p = read_hex(vm, p, &d);
    if (p == NULL && err_occurred(vm)) return NO_VALUE;
    while (p != NULL && is_blank(*p)) p++;
    if (p != s + len) return err_raise(vm, EXC_ValueError, "invalid hexadecimal floating-point string");
    Value v = d != d ? float_new_nan(vm, neg) : make_float(neg ? -d : d);
    return args[0] == REF(CLASS(float)) ? v : call1(vm, args[0], v);
}

static Value m_getnewargs(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value one[1] = {make_float(float_any_of(args[0]))};
    return tuple_take(vm, one, 1);
}

static Value m_getformat(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "__getformat__() argument must be str, not %T", args[1]);
    if (str_equal_c(args[1], "double") || str_equal_c(args[1], "float"))
        return str_format(vm, "IEEE, little-endian");
    return err_raise(vm, EXC_ValueError, "__getformat__() argument 1 must be 'double' or 'float'");
}

static Value get_real(VM *vm, Ref self) { return make_float(float_any_of(self)); }
static Value get_imag(VM *vm, Ref self) { return make_float(0.0); }

static const NativeDef methods[] = {
    {"is_integer", m_is_integer, "self, /", "Is its fraction zero?", 0},
    {"as_integer_ratio", m_ratio, "self, /", "The pair (numerator, denominator) that equals it exactly, in lowest terms.", 0},
    {"conjugate", m_self, "self, /", "The float itself: it has no imaginary part.", 0},
    {"hex", m_hex, "self, /", "The exact value in hexadecimal: '0x1.8000000000000p+1' for 3.0.", 0},
    {"fromhex", m_fromhex, "cls, string, /", "The float that a text like hex()'s stands for.", NATIVE_CLASS},
    {"__trunc__", m_trunc, "self, /", "Without its fraction, as an int.", 0},
    {"__floor__", m_floor, "self, /", "Rounded down to an int.", 0},
    {"__ceil__", m_ceil, "self, /", "Rounded up to an int.", 0},
    {"__round__", m_round, "self, ndigits=None, /", "Rounded to an int, or to ndigits decimals; halves go to the even neighbour.", 0},
    {"__format__", m_format, "self, format_spec, /", "Written as format_spec says.", 0},
    {"__getnewargs__", m_getnewargs, "self, /", NULL, 0},
    {"__getformat__", m_getformat, "cls, typestr, /", NULL, NATIVE_CLASS},
    {NULL, NULL, NULL, NULL, 0},
};

static const GetSetDef getsets[] = {
    {"real", get_real, NULL, "the float itself"},
    {"imag", get_imag, NULL, "0.0"},
    {NULL, NULL, NULL, NULL},
};

const TypeDef float_def = {
    .name = "float",
    .doc = "float(x=0.0) -> the number x, or the one that a text like '1.5' or 'inf' spells, as a float",
    .kind = KIND_FLOAT,
    .size = sizeof(FloatObj),
    .flags = TYPE_BASE | TYPE_MATCH_SELF | TYPE_IMMUTABLE,
    .s = {.nb = {[OP_ADD] = slot_add, [OP_SUB] = slot_sub, [OP_MUL] = slot_mul, [OP_DIV] = slot_div, [OP_FLOORDIV] = slot_floordiv,
                 [OP_MOD] = slot_mod, [OP_POW] = slot_pow, [OP_DIVMOD] = slot_divmod},
          .neg = slot_neg,
          .pos = slot_pos,
          .abs = slot_abs,
          .to_int = slot_int,
          .to_float = slot_pos,
          .pow3 = slot_pow3,
          .repr = slot_repr,
          .hash = slot_hash,
          .truth = slot_truth,
          .compare = slot_compare,
          .new_ = float_new},
    .dealloc = float_dealloc,
    .methods = methods,
    .getsets = getsets,
    .text_signature = "x=0, /",
};
