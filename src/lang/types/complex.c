/* complex.c: the class complex. */
#include <errno.h>
#include <math.h>

#include "lang/object/args.h"
#include "lang/text/text_impl.h"
#include "lang/text/unicode.h"
#include "lang/object/vm.h"

typedef struct { double re, im; } C;

static C of(Ref v) { return (C){((Complex *)BITS(v))->re, ((Complex *)BITS(v))->im}; }

static Value alloc_complex(VM *vm, Type *type, C c)
{
    Complex *o = (Complex *)obj_alloc(vm, type, type->inst_size);
    if (o == NULL) return NO_VALUE;
    o->re = c.re;
    o->im = c.im;
    return VAL(o);
}

Value complex_new(VM *vm, double re, double im) { return alloc_complex(vm, CLASS(complex), (C){re, im}); }
static Value make(VM *vm, C c) { return complex_new(vm, c.re, c.im); }

static int operand(VM *vm, Ref v, C *out) /* 1 read, 0 not a number, -1 raised */
{
    bool ok = true;
    out->im = 0;
    if (is_complex(v)) *out = of(v);
    else if (is_float_any(v)) out->re = float_any_of(v);
    else if (is_int(v)) out->re = int_to_double(vm, v, &ok);
    else return 0;
    return ok ? 1 : -1;
}

/* ---- arithmetic ---- */
static C times(C a, C b) { return (C){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }

static C quotient(C a, C b) /* b != 0; scaled by the larger part of b so that nothing overflows on the way */
{
    if (fabs(b.re) >= fabs(b.im)) {
        double ratio = b.im / b.re, denom = b.re + b.im * ratio;
        return (C){(a.re + a.im * ratio) / denom, (a.im - a.re * ratio) / denom};
    }
    if (fabs(b.im) >= fabs(b.re)) {
        double ratio = b.re / b.im, denom = b.re * ratio + b.im;
        return (C){(a.re * ratio + a.im) / denom, (a.im * ratio - a.re) / denom};
    }
    return (C){NAN, NAN};
}

static C power_whole(C x, long n)
{
    C r = {1, 0}, p = x;
    for (long mask = 1; mask > 0 && n >= mask; mask <<= 1) {
        if (n & mask) r = times(r, p);
        p = times(p, p);
    }
    return r;
}

static bool power(C a, C b, C *out) /* false: zero to a negative or complex power */
{
    if (b.re == 0 && b.im == 0) {
        *out = (C){1, 0};
        return true;
    }
    if (a.re == 0 && a.im == 0) {
        *out = (C){0, 0};
        return b.im == 0 && b.re >= 0;
    }
    double abs = hypot(a.re, a.im), len = pow(abs, b.re), at = atan2(a.im, a.re), phase = at * b.re;
    if (b.im != 0) {
        len *= exp(-at * b.im);
        phase += b.im * log(abs);
    }
    *out = (C){len * cos(phase), len * sin(phase)};
    return true;
}

static Value complex_pow(VM *vm, C a, C b)
{
    C r;
    if (b.im == 0 && b.re == floor(b.re) && fabs(b.re) <= 100) {
        long n = (long)b.re;
        if (n < 0 && a.re == 0 && a.im == 0) return err_raise(vm, EXC_ZeroDivisionError, "0.0 to a negative or complex power");
        r = n > 0 ? power_whole(a, n) : n == 0 ? (C){1, 0} : quotient((C){1, 0}, power_whole(a, -n));
    } else if (!power(a, b, &r)) {
        return err_raise(vm, EXC_ZeroDivisionError, "0.0 to a negative or complex power");
    }
    bool finite = isfinite(a.re) && isfinite(a.im) && isfinite(b.re) && isfinite(b.im);
    if (finite && (isinf(r.re) || isinf(r.im))) return err_raise(vm, EXC_OverflowError, "complex exponentiation");
    return make(vm, r);
}

static Value binary(VM *vm, BinOp op, Ref a, Ref b)
{
    C x, y;
    int ok = operand(vm, a, &x);
    if (ok <= 0) return ok == 0 ? V_NOTIMPL : NO_VALUE;
    ok = operand(vm, b, &y);
    if (ok <= 0) return ok == 0 ? V_NOTIMPL : NO_VALUE;
    switch (op) {
    case OP_ADD: return make(vm, (C){x.re + y.re, x.im + y.im});
    case OP_SUB: return make(vm, (C){x.re - y.re, x.im - y.im});
    case OP_MUL: return make(vm, times(x, y));
    case OP_DIV:
        if (y.re == 0 && y.im == 0) return err_raise(vm, EXC_ZeroDivisionError, "complex division by zero");
        return make(vm, quotient(x, y));
    default: return complex_pow(vm, x, y);
    }
}
static Value slot_add(VM *vm, Ref a, Ref b) { return binary(vm, OP_ADD, a, b); }
static Value slot_sub(VM *vm, Ref a, Ref b) { return binary(vm, OP_SUB, a, b); }
static Value slot_mul(VM *vm, Ref a, Ref b) { return binary(vm, OP_MUL, a, b); }
static Value slot_div(VM *vm, Ref a, Ref b) { return binary(vm, OP_DIV, a, b); }
static Value slot_pow(VM *vm, Ref a, Ref b) { return binary(vm, OP_POW, a, b); }

static Value slot_pow3(VM *vm, Ref a, Ref b, Ref mod)
{
    return is_none(mod) ? binary(vm, OP_POW, a, b) : err_raise(vm, EXC_ValueError, "complex modulo");
}

static Value slot_neg(VM *vm, Ref a) { return make(vm, (C){-of(a).re, -of(a).im}); }
static Value slot_pos(VM *vm, Ref a) { return make(vm, of(a)); }
static int slot_truth(VM *vm, Ref a) { return of(a).re != 0 || of(a).im != 0; }

static Value slot_abs(VM *vm, Ref a)
{
    C c = of(a);
    double r = hypot(c.re, c.im);
    if (isinf(r) && isfinite(c.re) && isfinite(c.im)) return err_raise(vm, EXC_OverflowError, "absolute value too large");
    return make_float_any(r);
}

static bool slot_hash(VM *vm, Ref a, int64_t *hash)
{
    C c = of(a);
    if (isnan(c.re) || isnan(c.im)) return CLASS(object)->s.hash(vm, a, hash);
    uint64_t h = (uint64_t)num_hash_double(c.re) + 1000003u * (uint64_t)num_hash_double(c.im);
    *hash = h == UINT64_MAX ? -2 : (int64_t)h;
    return true;
}

static Value slot_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (op != CMP_EQ && op != CMP_NE) return V_NOTIMPL;
    C x = of(a);
    bool eq;
    if (is_complex(b)) {
        eq = x.re == of(b).re && x.im == of(b).im;
    } else if (is_int(b) || is_float_any(b)) { /* ints compare exactly, through float's own comparison */
        int same = x.im == 0 ? op_compare_bool(vm, make_float_any(x.re), b, CMP_EQ) : 0;
        if (same < 0) return NO_VALUE;
        eq = same && !isnan(x.re);
    } else {
        return V_NOTIMPL;
    }
    return make_bool(eq == (op == CMP_EQ));
}

static int part_text(double d, char *buf)
{
    int n = float_shortest(d, buf);
    if (n > 2 && buf[n - 1] == '0' && buf[n - 2] == '.') n -= 2;
    buf[n] = '\0';
    return n;
}

static Value slot_repr(VM *vm, Ref a)
{
    char re[40], im[40];
    C c = of(a);
    part_text(c.im, im);
    if (c.re == 0 && !signbit(c.re)) return str_format(vm, "%sj", im);
    part_text(c.re, re);
    return str_format(vm, "(%s%s%sj)", re, im[0] == '-' ? "" : "+", im);
}

/* ---- the constructor ---- */
static const char *skip_blank(const char *p)
{
    while (*p == ' ' || (*p >= '\t' && *p <= '\r')) p++;
    return p;
}

static bool is_sign(char c) { return c == '+' || c == '-'; }

/* One number at p, or a bare sign before j: true, *end behind it. */
static bool read_part(const char *p, double *out, const char **end)
{
    static const char *const words[] = {"infinity", "inf", "nan"};
    const char *q = p + is_sign(*p);
    for (int i = 0; i < 3; i++) {
        size_t n = strlen(words[i]);
        if (strncasecmp(q, words[i], n)) continue;
        *out = copysign(i == 2 ? __builtin_nan("") : INFINITY, *p == '-' ? -1 : 1);
        *end = q + n;
        return true;
    }
    *out = float_parse(p, end);
    return *end != p;
}

static bool parse(const char *s, C *out) /* the whole text (zero-terminated) as a complex number */
{
    const char *p = skip_blank(s), *end;
    bool paren = *p == '(';
    double x;
    if (paren) p = skip_blank(p + 1);
    *out = (C){0, 0};
    if (read_part(p, &x, &end)) {
        p = end;
        if (is_sign(*p)) { /* x is the real part */
            out->re = x;
            if (read_part(p, &out->im, &end)) {
                p = end;
            } else {
                out->im = *p == '-' ? -1 : 1;
                p++;
            }
            if (*p != 'j' && *p != 'J') return false;
            p++;
        } else if (*p == 'j' || *p == 'J') {
            p++;
            out->im = x;
        } else {
            out->re = x;
        }
    } else {
        out->im = *p == '-' ? -1 : 1;
        if (is_sign(*p)) p++;
        if (*p != 'j' && *p != 'J') return false;
        p++;
    }
    p = skip_blank(p);
    if (paren) {
        if (*p != ')') return false;
        p = skip_blank(p + 1);
    }
    return *p == '\0';
}

static bool drop_underscores(char *s) /* in place; false where one does not stand between digits */
{
    char *to = s, last = 0;
    for (char *p = s; *p; last = *p++) {
        bool digits = last >= '0' && last <= '9' && p[1] >= '0' && p[1] <= '9';
        if (*p == '_' && !digits) return false;
        if (*p != '_') *to++ = *p;
    }
    *to = '\0';
    return true;
}

static bool from_text(VM *vm, Ref text, C *out)
{
    Text t = text_of_str(text);
    size_t n = (size_t)t.n;
    char *copy = mem_alloc(vm->mem, n + 1);
    if (copy == NULL) return err_no_memory(vm), false;
    for (size_t i = 0; i < n; i++) { /* digits and blanks of any script; what is neither fits no number */
        uint32_t c = text_at(&t, (int64_t)i);
        int digit = c < 128 ? -1 : uni_decimal(c);
        copy[i] = c < 128 ? (char)c : digit >= 0 ? (char)('0' + digit) : text_is_number_space(&t, c) ? ' ' : '?';
    }
    copy[n] = '\0';
    bool ok = strlen(copy) == n && drop_underscores(copy) && parse(copy, out);
    mem_free(vm->mem, copy, n + 1);
    return ok || err_false(vm, EXC_ValueError, "complex() arg is a malformed string");
}

static bool by_method(VM *vm, Ref v, C *out, bool *found)
{
    Value r = call_special(vm, v, NAME(__complex__), NULL, 0, found);
    if (!*found) return false;
    if (r == NO_VALUE) return false;
    bool ok = is_complex(r) || err_false(vm, EXC_TypeError, "__complex__ returned non-complex (type %T)", (Ref)r);
    if (ok) *out = of(r);
    if (ok && type_of(vm, r) != CLASS(complex)) ok = num_warn_strict(vm, (Ref)r, "", "__complex__", "complex");
    release(vm, r);
    return ok;
}

static bool read_first(VM *vm, Ref v, C *out, bool *is_whole)
{
    bool found = false;
    out->im = 0;
    *is_whole = true;
    if (is_exact(v, CLASS(complex))) {
        *out = of(v);
        return true;
    }
    if (by_method(vm, v, out, &found)) return true;
    if (found || err_occurred(vm)) return false;
    if (is_complex(v)) {
        *out = of(v);
        return true;
    }
    *is_whole = false;
    const Slots *s = &type_of(vm, v)->s;
    if (s->to_float == NULL && s->to_index == NULL && !is_int(v) && !is_float(v))
        return err_false(vm, EXC_TypeError, "complex() first argument must be a string or a number, not '%T'", v);
    return num_to_double(vm, v, &out->re);
}

static Value complex_new_slot(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"real", "imag"};
    Type *type = as_type(callee);
    Ref in[2];
    C re = {0, 0}, im = {0, 0};
    if (!args_bind(vm, "complex", args, n, kwnames, names, 2, in)) return NO_VALUE;
    if (in[0] != NULL && in[1] == NULL && is_exact(in[0], CLASS(complex)) && type == CLASS(complex)) return retain(in[0]);
    if (in[0] != NULL && is_str(in[0])) {
        if (in[1] != NULL) return err_raise(vm, EXC_TypeError, "complex() can't take second arg if first is a string");
        return from_text(vm, in[0], &re) ? alloc_complex(vm, type, re) : NO_VALUE;
    }
    if (in[1] != NULL && is_str(in[1])) return err_raise(vm, EXC_TypeError, "complex() second arg can't be a string");
    bool re_complex = false;
    if (in[0] != NULL && !read_first(vm, in[0], &re, &re_complex)) return NO_VALUE;
    if (in[1] == NULL) return alloc_complex(vm, type, re);
    if (is_complex(in[1])) {
        im = of(in[1]);
    } else {
        const Slots *s = &type_of(vm, in[1])->s;
        if (s->to_float == NULL && s->to_index == NULL && !is_int(in[1]) && !is_float(in[1]))
            return err_raise(vm, EXC_TypeError, "complex() second argument must be a number, not '%T'", in[1]);
        if (!num_to_double(vm, in[1], &im.re)) return NO_VALUE;
    }
    /* real + imag * j; a part that is not there must not disturb the sign of a zero */
    C out = {re.re, im.re};
    if (is_complex(in[1])) out.re -= im.im;
    if (re_complex) out.im += re.im;
    return alloc_complex(vm, type, out);
}

/* ---- methods ---- */
static Value m_conjugate(VM *vm, const Ref *args, int n, Ref kwnames) { return make(vm, (C){of(args[0]).re, -of(args[0]).im}); }

static Value m_complex(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return is_exact(args[0], CLASS(complex)) ? retain(args[0]) : make(vm, of(args[0]));
}

static Value m_format(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "__format__() argument must be str, not %T", args[1]);
    if (as_str(args[1])->len == 0) return op_str(vm, args[0]);
    return format_complex_spec(vm, args[0], args[1]);
}

static Value m_getnewargs(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value pair[2] = {make_float_any(of(args[0]).re), make_float_any(of(args[0]).im)};
    return tuple_take(vm, pair, 2);
}

static Value get_real(VM *vm, Ref self) { return make_float_any(of(self).re); }
static Value get_imag(VM *vm, Ref self) { return make_float_any(of(self).im); }

static void complex_dealloc(VM *vm, Obj *o) { obj_free(vm, o, o->type->inst_size); }

static const NativeDef methods[] = {
    {"conjugate", m_conjugate, "self, /", "The same number with the sign of imag turned.", 0},
    {"__complex__", m_complex, "self, /", "The number itself, as an exact complex.", 0},
    {"__format__", m_format, "self, format_spec, /", "Written as format_spec says.", 0},
    {"__getnewargs__", m_getnewargs, "self, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef getsets[] = {
    {"real", get_real, getset_readonly, "the real part of a complex number"},
    {"imag", get_imag, getset_readonly, "the imaginary part of a complex number"},
    {NULL, NULL, NULL, NULL},
};

const TypeDef complex_def = {
    .name = "complex",
    .doc = "complex(real=0, imag=0) -> real + imag*1j\ncomplex(text) -> the number that a text like '1+2j' spells",
    .kind = KIND_COMPLEX,
    .size = sizeof(Complex),
    .flags = TYPE_BASE | TYPE_IMMUTABLE,
    .s = {.nb = {[OP_ADD] = slot_add, [OP_SUB] = slot_sub, [OP_MUL] = slot_mul, [OP_DIV] = slot_div, [OP_POW] = slot_pow},
          .neg = slot_neg,
          .pos = slot_pos,
          .abs = slot_abs,
          .pow3 = slot_pow3,
          .repr = slot_repr,
          .hash = slot_hash,
          .truth = slot_truth,
          .compare = slot_compare,
          .new_ = complex_new_slot},
    .dealloc = complex_dealloc,
    .methods = methods,
    .getsets = getsets,
    .text_signature = "real=0, imag=0",
};
