/* mod_datetime_delta.c: timedelta. */
#include "mod_datetime.h"
#include <math.h>

Value delta_new(VM *vm, Ref cls, Micros m)
{
    Micros days = m / DAY_MICROS;
    if (days * DAY_MICROS > m) days--;
    if (days > MAX_DELTA_DAYS || days < -MAX_DELTA_DAYS) {
        if (days > INT32_MAX || days < INT32_MIN) return err_raise(vm, EXC_OverflowError, "Python int too large to convert to C int");
        return err_raise(vm, EXC_OverflowError, "days=%d; must have magnitude <= %d", (int)days, MAX_DELTA_DAYS);
    }
    Delta *d = (Delta *)obj_alloc(vm, as_type(cls), as_type(cls)->inst_size);
    if (!d) return NULL;
    int64_t rest = (int64_t)(m - days * DAY_MICROS);
    d->days = (int32_t)days;
    d->seconds = (int32_t)(rest / 1000000);
    d->micros = (int32_t)(rest % 1000000);
    return VAL(d);
}

Value delta_of(VM *vm, Micros m)
{
    DatetimeState *s = datetime_state(vm);
    return s ? delta_new(vm, REF(s->delta), m) : NULL;
}

/* ---- making ---- */

/* One argument of so many microseconds each; what is less than one of a float goes to *rest. */
static bool add_part(VM *vm, const char *name, Ref v, int64_t unit, Micros *sum, double *rest)
{
    int64_t i;
    if (is_int(v)) {
        if (!int_fits_i64(v, &i)) return err_false(vm, EXC_OverflowError, "Python int too large to convert to C int");
        *sum += (Micros)i * unit;
        return true;
    }
    if (!is_float_any(v)) return err_false(vm, EXC_TypeError, "unsupported type for timedelta %s component: %T", name, v);
    double d = float_any_of(v), whole, part = modf(d, &whole);
    if (isnan(d)) return err_false(vm, EXC_ValueError, "cannot convert float NaN to integer");
    if (isinf(d)) return err_false(vm, EXC_OverflowError, "cannot convert float infinity to integer");
    if (fabs(whole) > 9e18) return err_false(vm, EXC_OverflowError, "Python int too large to convert to C int");
    *sum += (Micros)(int64_t)whole * unit;
    if (part == 0) return true;
    double more;
    *rest += modf(part * (double)unit, &more);
    *sum += (int64_t)more;
    return true;
}

static Value delta_make(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks"};
    static const struct { int at; int64_t unit; } order[] = {{2, 1}, {3, 1000}, {1, 1000000}, {4, 60000000}, {5, 3600000000}, {0, 86400000000}, {6, 604800000000}};
    Ref in[7];
    Micros sum = 0;
    double rest = 0;
    if (!datetime_bind(vm, args, n, kwnames, names, 7, 0, in)) return NULL;
    for (int i = 0; i < 7; i++)
        if (in[order[i].at] && !add_part(vm, names[order[i].at], in[order[i].at], order[i].unit, &sum, &rest)) return NULL;
    if (rest != 0) { /* to the nearest, halves to the even sum */
        double near = round(rest);
        if (fabs(near - rest) == 0.5) {
            int odd = (int)(sum & 1);
            near = 2 * round((rest + odd) * 0.5) - odd;
        }
        sum += (int64_t)near;
    }
    return delta_new(vm, cls, sum);
}

/* ---- arithmetic ---- */
static Value int_of_micros(VM *vm, Micros m)
{
    bool negative = m < 0;
    unsigned __int128 u = negative ? -(unsigned __int128)m : (unsigned __int128)m;
    uint64_t limbs[2] = {(uint64_t)u, (uint64_t)(u >> 64)};
    return int_from_limbs(vm, limbs, 2, negative);
}

static bool micros_of_int(VM *vm, Ref v, Micros *out)
{
    int64_t i;
    if (int_fits_i64(v, &i)) {
        *out = i;
        return true;
    }
    const Int *big = (const Int *)BITS(v);
    int size = big->size < 0 ? -big->size : big->size;
    if (size > 2 || (size == 2 && big->limb[1] >> 62)) return err_false(vm, EXC_OverflowError, "Python int too large to convert to C int");
    unsigned __int128 u = (unsigned __int128)(size == 2 ? big->limb[1] : 0) << 64 | big->limb[0];
    *out = big->size < 0 ? -(Micros)u : (Micros)u;
    return true;
}

/* A derived class's value as a plain int: its own arithmetic is not asked. */
static Value plain_int(VM *vm, Ref v)
{
    if (!is_kind(v, KIND_INT)) return is_bool(v) ? make_small(v == V_TRUE) : retain(v);
    const Int *i = (const Int *)BITS(v);
    return int_from_limbs(vm, i->limb, i->size < 0 ? -i->size : i->size, i->size < 0);
}

/* x / y to the nearest int, halves to the even one; both are consumed. */
static Value divide_nearest(VM *vm, Value x /*taken*/, Value y /*taken*/)
{
    Value pair = op_binary(vm, OP_DIVMOD, x, y), r = NO_VALUE, twice = NO_VALUE, up = NO_VALUE;
    if (pair) {
        Ref q = as_tuple(pair)->items[0], rest = as_tuple(pair)->items[1];
        twice = op_binary(vm, OP_ADD, rest, rest);
        int order = twice ? int_compare(twice, y) : 0;
        if (int_sign(y) < 0) order = -order;
        int64_t odd = 0;
        if (twice && order == 0) {
            Value two = op_binary(vm, OP_AND, q, make_small(1));
            odd = two && int_sign(two);
            release(vm, two);
        }
        if (twice) up = order > 0 || odd ? op_binary(vm, OP_ADD, q, make_small(1)) : retain(q);
        r = up;
    }
    release(vm, pair);
    release(vm, twice);
    release(vm, x);
    release(vm, y);
    return r;
}

static Value delta_from_int(VM *vm, Value i /*taken, or NULL*/)
{
    Micros m = 0;
    if (!i) return NULL;
    bool ok = micros_of_int(vm, i, &m);
    release(vm, i);
    return ok ? delta_of(vm, m) : NULL;
}

/* d * f or d / f, exactly, then to the nearest microsecond */
static Value by_float(VM *vm, const Delta *d, Ref f, bool times)
{
    Value name = str_intern_c(vm, "as_integer_ratio"), ratio = name ? call_method(vm, f, name, NULL, 0) : NO_VALUE;
    Value micros = ratio ? int_of_micros(vm, delta_micros(d)) : NO_VALUE, r = NO_VALUE;
    release(vm, name);
    if (micros && !is_tuple(ratio)) err_raise(vm, EXC_TypeError, "unexpected return type from as_integer_ratio(): expected tuple, got '%T'", REF(ratio));
    else if (micros && as_tuple(ratio)->len != 2) err_raise(vm, EXC_ValueError, "as_integer_ratio() must return a 2-tuple");
    else if (micros && (!is_int(as_tuple(ratio)->items[0]) || !is_int(as_tuple(ratio)->items[1]))) err_raise(vm, EXC_TypeError, "as_integer_ratio() must return two ints");
    else if (micros) {
        Value above = plain_int(vm, as_tuple(ratio)->items[!times]), below = above ? plain_int(vm, as_tuple(ratio)->items[times]) : NO_VALUE;
        Value product = below ? op_binary(vm, OP_MUL, micros, above) : NO_VALUE;
        if (product) r = delta_from_int(vm, divide_nearest(vm, product, retain(below)));
        release(vm, above);
        release(vm, below);
    }
    release(vm, ratio);
    release(vm, micros);
    return r;
}

static Value delta_mul(VM *vm, Ref a, Ref b)
{
    if (!is_delta(a)) {
        Ref c = a;
        a = b;
        b = c;
    }
    if (is_float_any(b)) return by_float(vm, as_delta(a), b, true);
    if (!is_int(b)) return V_NOTIMPL;
    Micros m = delta_micros(as_delta(a)), product;
    int64_t i;
    if (int_fits_i64(b, &i) && !__builtin_mul_overflow(m, (Micros)i, &product)) return delta_of(vm, product);
    return m == 0 ? delta_of(vm, 0) : err_raise(vm, EXC_OverflowError, "Python int too large to convert to C int");
}

static Value quotient_int(VM *vm, Ref a, Ref b, bool nearest)
{
    Value x = int_of_micros(vm, delta_micros(as_delta(a))), y = x ? plain_int(vm, b) : NO_VALUE;
    if (!y) return release(vm, x), NO_VALUE;
    if (nearest) return delta_from_int(vm, divide_nearest(vm, x, y));
    Value q = op_binary(vm, OP_FLOORDIV, x, y);
    release(vm, x);
    release(vm, y);
    return delta_from_int(vm, q);
}

static Value of_two(VM *vm, BinOp op, Ref a, Ref b)
{
    Value x = int_of_micros(vm, delta_micros(as_delta(a))), y = x ? int_of_micros(vm, delta_micros(as_delta(b))) : NO_VALUE, r = y ? op_binary(vm, op, x, y) : NO_VALUE;
    release(vm, x);
    release(vm, y);
    return r;
}

static Value delta_truediv(VM *vm, Ref a, Ref b)
{
    if (!is_delta(a)) return V_NOTIMPL;
    if (is_delta(b)) return of_two(vm, OP_DIV, a, b);
    if (is_float_any(b)) return by_float(vm, as_delta(a), b, false);
    return is_int(b) ? quotient_int(vm, a, b, true) : V_NOTIMPL;
}
static Value delta_floordiv(VM *vm, Ref a, Ref b)
{
    if (!is_delta(a)) return V_NOTIMPL;
    if (is_delta(b)) return of_two(vm, OP_FLOORDIV, a, b);
    return is_int(b) ? quotient_int(vm, a, b, false) : V_NOTIMPL;
}
static Value delta_mod(VM *vm, Ref a, Ref b) { return is_delta(a) && is_delta(b) ? delta_from_int(vm, of_two(vm, OP_MOD, a, b)) : V_NOTIMPL; }
static Value delta_divmod(VM *vm, Ref a, Ref b)
{
    if (!is_delta(a) || !is_delta(b)) return V_NOTIMPL;
    Value pair = of_two(vm, OP_DIVMOD, a, b), rest = pair ? delta_from_int(vm, retain(as_tuple(pair)->items[1])) : NO_VALUE;
    Value r = rest ? tuple_of(vm, 2, (Ref)as_tuple(pair)->items[0], REF(rest)) : NO_VALUE;
    release(vm, pair);
    release(vm, rest);
    return r;
}
static Value delta_add(VM *vm, Ref a, Ref b) { return is_delta(a) && is_delta(b) ? delta_of(vm, delta_micros(as_delta(a)) + delta_micros(as_delta(b))) : V_NOTIMPL; }
static Value delta_sub(VM *vm, Ref a, Ref b) { return is_delta(a) && is_delta(b) ? delta_of(vm, delta_micros(as_delta(a)) - delta_micros(as_delta(b))) : V_NOTIMPL; }
static Value delta_neg(VM *vm, Ref a) { return delta_of(vm, -delta_micros(as_delta(a))); }
static Value delta_pos(VM *vm, Ref a) { return delta_of(vm, delta_micros(as_delta(a))); }
static Value delta_abs(VM *vm, Ref a) { return as_delta(a)->days < 0 ? delta_neg(vm, a) : delta_pos(vm, a); }
static int delta_truth(VM *vm, Ref a) { return delta_micros(as_delta(a)) != 0; }
static bool delta_hash(VM *vm, Ref a, int64_t *hash)
{
    *hash = datetime_mix(delta_micros(as_delta(a)), 0);
    return true;
}
static Value delta_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (!is_delta(b)) return V_NOTIMPL;
    Micros x = delta_micros(as_delta(a)), y = delta_micros(as_delta(b));
    switch (op) {
    case CMP_LT: return make_bool(x < y);
    case CMP_LE: return make_bool(x <= y);
    case CMP_EQ: return make_bool(x == y);
    case CMP_NE: return make_bool(x != y);
    case CMP_GT: return make_bool(x > y);
    default: return make_bool(x >= y);
    }
}

/* ---- text, attributes ---- */
static Value delta_repr(VM *vm, Ref self)
{
    const Delta *d = as_delta(self);
    StrB b = STRB_INIT(vm);
    const char *comma = "";
    strb_format(&b, "%s(", type_name(vm, as_obj(self)->type));
    if (d->days) strb_format(&b, "days=%d", d->days), comma = ", ";
    if (d->seconds) strb_format(&b, "%sseconds=%d", comma, d->seconds), comma = ", ";
    if (d->micros) strb_format(&b, "%smicroseconds=%d", comma, d->micros), comma = ", ";
    if (!*comma) strb_char(&b, '0');
    strb_char(&b, ')');
    return strb_take(&b);
}

static Value delta_str(VM *vm, Ref self)
{
    const Delta *d = as_delta(self);
    char text[80];
    int n = 0;
    if (d->days) n = snprintf(text, sizeof text, "%d day%s, ", d->days, d->days == 1 || d->days == -1 ? "" : "s");
    n += snprintf(text + n, sizeof text - (size_t)n, "%d:%02d:%02d", d->seconds / 3600, d->seconds / 60 % 60, d->seconds % 60);
    if (d->micros) n += snprintf(text + n, sizeof text - (size_t)n, ".%06d", d->micros);
    return str_from_ascii(vm, text, (size_t)n);
}

static Value get_days(VM *vm, Ref self) { return make_small(as_delta(self)->days); }
static Value get_seconds(VM *vm, Ref self) { return make_small(as_delta(self)->seconds); }
static Value get_micros(VM *vm, Ref self) { return make_small(as_delta(self)->micros); }
static Value m_total_seconds(VM *vm, const Ref *a, int n, Ref kw)
{
    Value x = int_of_micros(vm, delta_micros(as_delta(a[0]))), r = x ? op_binary(vm, OP_DIV, x, make_small(1000000)) : NO_VALUE;
    release(vm, x);
    return r;
}
static Value m_reduce(VM *vm, const Ref *a, int n, Ref kw)
{
    const Delta *d = as_delta(a[0]);
    Value args = tuple_of(vm, 3, (Ref)make_small(d->days), (Ref)make_small(d->seconds), (Ref)make_small(d->micros)), r = args ? tuple_of(vm, 2, REF(as_obj(a[0])->type), REF(args)) : NO_VALUE;
    release(vm, args);
    return r;
}

static const NativeDef methods[] = {
    {"total_seconds", m_total_seconds, "self, /", "The whole of it in seconds, a float.", 0},
    {"__reduce__", m_reduce, "self, /", "Its class and what it is made of.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef getsets[] = {
    {"days", get_days, getset_readonly, "whole days, down to the earlier one"},
    {"seconds", get_seconds, getset_readonly, "seconds behind the days, less than a day"},
    {"microseconds", get_micros, getset_readonly, "microseconds behind the seconds, less than a second"},
    {NULL, NULL, NULL, NULL},
};
const TypeDef delta_def = {
    .name = "datetime.timedelta", .doc = "How long it is from one moment to another, in days, seconds and microseconds.", .kind = KIND_OPAQUE, .size = sizeof(Delta), .flags = TYPE_BASE | TYPE_IMMUTABLE,
    .s = {.new_ = delta_make, .repr = delta_repr, .str = delta_str, .hash = delta_hash, .compare = delta_compare, .truth = delta_truth, .neg = delta_neg, .pos = delta_pos, .abs = delta_abs,
          .nb = {[OP_ADD] = delta_add, [OP_SUB] = delta_sub, [OP_MUL] = delta_mul, [OP_DIV] = delta_truediv, [OP_FLOORDIV] = delta_floordiv, [OP_MOD] = delta_mod, [OP_DIVMOD] = delta_divmod}},
    .methods = methods, .getsets = getsets, .text_signature = "days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0",
};
