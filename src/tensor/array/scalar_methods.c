/* scalar_methods.c: what every scalar has: ndarray's attributes and methods, asked of an array without dimensions; its texts; its pickled form. */
#include <math.h>

#include "digits.h"
#include "scalar.h"
#include "time.h"

/* ---- methods of ndarray ---- */

static Value forward(VM *vm, const char *name, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    NdArray *a = np ? scalar_array(vm, np, args[0]) : NULL;
    Value method = a ? obj_getattr_c(vm, REF(a), name) : NO_VALUE, r = method ? call(vm, method, args + 1, n - 1, kwnames) : NO_VALUE;
    release(vm, method);
    if (r && is_array_exact(r, np) && !as_array(r)->ndim) r = array_return(vm, as_array(r));
    array_release(vm, a);
    return r;
}
#define FORWARDED(ROW)                                                                                                                                                                      \
    ROW(all) ROW(any) ROW(argmax) ROW(argmin) ROW(argsort) ROW(astype) ROW(byteswap) ROW(choose) ROW(clip) ROW(compress) ROW(conj) ROW(conjugate) ROW(copy) ROW(cumprod) ROW(cumsum)       \
    ROW(diagonal) ROW(dump) ROW(dumps) ROW(fill) ROW(flatten) ROW(getfield) ROW(item) ROW(itemset) ROW(max) ROW(mean) ROW(min) ROW(nonzero) ROW(prod) ROW(ptp) ROW(put) ROW(ravel)         \
    ROW(repeat) ROW(reshape) ROW(resize) ROW(round) ROW(searchsorted) ROW(setfield) ROW(setflags) ROW(sort) ROW(squeeze) ROW(std) ROW(sum) ROW(swapaxes) ROW(take) ROW(tobytes)             \
    ROW(tofile) ROW(tolist) ROW(tostring) ROW(trace) ROW(transpose) ROW(var) ROW(view) ROW(dot) ROW(partition) ROW(argpartition)
#define ROW(name) static Value m_##name(VM *vm, const Ref *args, int n, Ref kwnames) { return forward(vm, #name, args, n, kwnames); }
FORWARDED(ROW)
#undef ROW

static Value newbyteorder(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    Descr *d = np ? scalar_descr(vm, np, args[0]) : NULL, *e = NULL;
    char order = 's';
    Value r = NO_VALUE;
    if (d && (!args[1] || np_byteorder(vm, args[1], &order)) && (e = descr_ordered(vm, d, order))) {
        NdArray *a = scalar_array(vm, np, args[0]);
        if (a) r = scalar_new(vm, e, a->data, NULL);
        array_release(vm, a);
    }
    descr_release(vm, d);
    descr_release(vm, e);
    return r;
}

static Value as_array_of(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    NdArray *a = np ? scalar_array(vm, np, args[0]) : NULL;
    if (!a || !args[1] || is_none(args[1])) return VAL(a);
    Descr *d = descr_parse(vm, np, args[1], false);
    NdArray *r = d ? array_as(vm, a, d, ARRAY_FORCE_CAST) : NULL;
    descr_release(vm, d);
    array_release(vm, a);
    return VAL(r);
}
static Value array_wrap(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    if (!np) return NULL;
    if (!is_array(args[1], np)) return err_raise(vm, EXC_TypeError, "can only be called with ndarray object");
    return array_return(vm, array_retain(as_array(args[1])));
}

static Value reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    Ref make = np ? np_python(vm, np, PY_SCALAR) : (Ref)NO_VALUE;
    Descr *d = make ? scalar_descr(vm, np, args[0]) : NULL;
    Value bytes = NO_VALUE, r = NO_VALUE;
    NdArray *a = d ? scalar_array(vm, np, args[0]) : NULL;
    if (a) bytes = descr_has_objects(d) ? element_item(vm, d, a->data, NULL) : bytes_from(vm, a->data, d->size); /* (objects are pickled by themselves) */
    array_release(vm, a);
    Value given = bytes ? tuple_of(vm, 2, REF(d), (Ref)bytes) : NO_VALUE;
    if (given) r = tuple_of(vm, 2, make, (Ref)given);
    release(vm, given);
    release(vm, bytes);
    descr_release(vm, d);
    return r;
}
static Value setstate(VM *vm, const Ref *args, int n, Ref kwnames) { return V_NONE; }

static Value to_complex(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    Num num = np ? scalar_num(vm, np, args[0]) : NP_NONE;
    if (!np) return NULL;
    if (num == NP_LONGDOUBLE || num == NP_CLONGDOUBLE) { /* (their items are themselves) */
        long double parts[2] = {0, 0};
        memcpy(parts, scalar_bytes(args[0], num), num == NP_LONGDOUBLE ? sizeof *parts : sizeof parts);
        return complex_new(vm, (double)parts[0], (double)parts[1]);
    }
    Value p = forward(vm, "item", args, 1, NULL), r = p ? call1(vm, REF(CLASS(complex)), p) : NO_VALUE;
    release(vm, p);
    return r;
}
static Value rounded(VM *vm, const Ref *args, int n, Ref kwnames)
{
    bool whole = !args[1] || is_none(args[1]);
    Ref given[] = {args[0], whole ? (Ref)make_small(0) : args[1]};
    Value r = forward(vm, "round", given, 2, NULL);
    if (!r || !whole) return r;
    Value i = call1(vm, REF(CLASS(int)), r);
    release(vm, r);
    return i;
}
static Value formatted(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    Num num = np ? scalar_num(vm, np, args[0]) : NP_NONE;
    Value p = NO_VALUE;
    if (!np) return NULL;
    if (num == NP_BOOL || num_is_integer(num)) p = forward(vm, "item", args, 1, NULL);
    else if (num_is_float(num)) p = call1(vm, REF(CLASS(float)), args[0]);
    else if (num_is_complex(num)) p = to_complex(vm, args, 1, NULL);
    else p = op_str(vm, args[0]);
    Value r = p ? format_value(vm, p, args[1]) : NO_VALUE;
    release(vm, p);
    return r;
}
static Value class_getitem(VM *vm, const Ref *args, int n, Ref kwnames) /* number[Any] and its like are generic; no class of numbers of one size is */
{
    int64_t count = is_tuple(args[1]) ? as_tuple(args[1])->len : 1;
    Np *np = np_state(vm);
    bool generic = false;
    for (int i = NPC_NUMBER; np && i <= NPC_COMPLEXFLOATING; i++) generic |= args[0] == REF(np->abstract[i]);
    if (!np) return NULL;
    if (!generic && !type_is_subtype(as_type(args[0]), np->abstract[NPC_NUMBER])) return err_raise(vm, EXC_TypeError, "type '%N' is not subscriptable", as_type(args[0]));
    if (!generic) return err_raise(vm, EXC_TypeError, "There are no type variables left in %R", args[0]);
    bool complex = args[0] == REF(np->abstract[NPC_COMPLEXFLOATING]);
    if (count > (complex ? 2 : 1) || !count) return err_raise(vm, EXC_TypeError, "Too %s arguments for %R", count ? "many" : "few", args[0]);
    return generic_alias_new(vm, args[0], args[1]);
}
static Value same(VM *vm, const Ref *args, int n, Ref kwnames) { return retain(args[0]); }

/* ---- whole numbers, and floats that are one ---- */
static Value is_whole(VM *vm, const Ref *args, int n, Ref kwnames) { return V_TRUE; }
static Value bit_count(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    Num num = np ? scalar_num(vm, np, args[0]) : NP_NONE;
    uint64_t bits = 0;
    if (!np) return NULL;
    memcpy(&bits, scalar_bytes(args[0], num), np_elements[num].bytes);
    int sign = 64 - 8 * np_elements[num].bytes;
    if (!num_is_unsigned(num) && (int64_t)(bits << sign) < 0) bits = (0 - (bits << sign)) >> sign; /* of what it is without its sign */
    return make_small(__builtin_popcountll(bits));
}
static bool float_value(VM *vm, Ref v, long double *to)
{
    Np *np = np_state(vm);
    if (!np) return false;
    Num num = scalar_num(vm, np, v);
    const void *at = scalar_bytes(v, num);
    float f;
    double d;
    uint16_t h;
    switch (num) {
    case NP_HALF: memcpy(&h, at, sizeof h); *to = np_half_to_float(h); break;
    case NP_FLOAT: memcpy(&f, at, sizeof f); *to = f; break;
    case NP_DOUBLE: memcpy(&d, at, sizeof d); *to = d; break;
    default: memcpy(to, at, sizeof *to);
    }
    return true;
}
static Value float_is_whole(VM *vm, const Ref *args, int n, Ref kwnames)
{
    long double v;
    return float_value(vm, args[0], &v) ? make_bool(isfinite(v) && floorl(v) == v) : NO_VALUE;
}
static Value shifted(VM *vm, int64_t v, int by) /* v << by, v >= 0 or not */
{
    Value i = int_from_i64(vm, v), r = i ? op_binary(vm, OP_LSHIFT, i, make_small(by)) : NO_VALUE;
    release(vm, i);
    return r;
}
static Value as_integer_ratio(VM *vm, const Ref *args, int n, Ref kwnames)
{
    long double v;
    int power;
    if (!float_value(vm, args[0], &v)) return NULL;
    if (isnan(v)) return err_raise(vm, EXC_ValueError, "cannot convert NaN to integer ratio");
    if (isinf(v)) return err_raise(vm, EXC_OverflowError, "cannot convert Infinity to integer ratio");
    uint64_t bits = (uint64_t)ldexpl(frexpl(fabsl(v), &power), 64); /* v is bits * 2**power */
    power -= 64;
    if (bits) {
        int even = __builtin_ctzll(bits);
        bits >>= even;
        power += even;
    } else power = 0;
    Value whole = int_from_u64(vm, bits), sign = whole && v < 0 ? op_neg(vm, whole) : retain(whole), over = sign ? op_binary(vm, OP_LSHIFT, sign, make_small(power > 0 ? power : 0)) : NO_VALUE;
    Value under = over ? shifted(vm, 1, power < 0 ? -power : 0) : NO_VALUE, r = under ? tuple_of(vm, 2, (Ref)over, (Ref)under) : NO_VALUE;
    release(vm, whole);
    release(vm, sign);
    release(vm, over);
    release(vm, under);
    return r;
}
const NativeDef scalar_integer_methods[] = {
    {"is_integer", is_whole, "self, /", NULL, 0}, {"bit_count", bit_count, "self, /", NULL, 0}, {NULL, NULL, NULL, NULL, 0}};
const NativeDef scalar_floating_methods[] = {
    {"is_integer", float_is_whole, "self, /", NULL, 0}, {"as_integer_ratio", as_integer_ratio, "self, /", NULL, 0}, {NULL, NULL, NULL, NULL, 0}};

const NativeDef scalar_methods[] = {
#define ROW(name) {#name, m_##name, "self, /, *args, **kwargs", NULL, NATIVE_RAW},
    FORWARDED(ROW)
#undef ROW
    {"newbyteorder", newbyteorder, "self, new_order='S', /", NULL, 0},
    {"__array__", as_array_of, "self, dtype=None, /", NULL, 0},
    {"__array_wrap__", array_wrap, "self, array, context=None, /", NULL, 0},
    {"__reduce__", reduce, "self, /", NULL, 0},
    {"__setstate__", setstate, "self, state, /", NULL, 0},
    {"__complex__", to_complex, "self, /", NULL, 0},
    {"__round__", rounded, "self, ndigits=None", NULL, NATIVE_KW},
    {"__format__", formatted, "self, spec, /", NULL, NATIVE_COEXIST},
    {"__copy__", same, "self, /", NULL, 0},
    {"__deepcopy__", same, "self, memo, /", NULL, 0},
    {"__class_getitem__", class_getitem, "cls, item, /", NULL, NATIVE_CLASS},
    {NULL, NULL, NULL, NULL, 0}};

/* ---- attributes ---- */

static Value through(VM *vm, Ref v, const char *name)
{
    Np *np = np_state(vm);
    NdArray *a = np ? scalar_array(vm, np, v) : NULL;
    Value r = a ? obj_getattr_c(vm, REF(a), name) : NO_VALUE;
    if (r && is_array_exact(r, np) && !as_array(r)->ndim) r = array_return(vm, as_array(r));
    array_release(vm, a);
    return r;
}
#define THROUGH(name) static Value get_##name(VM *vm, Ref v) { return through(vm, v, #name); }
THROUGH(real)
THROUGH(imag)
THROUGH(flat)
THROUGH(__array_interface__)
THROUGH(__array_struct__)
static Value get_dtype(VM *vm, Ref v)
{
    Np *np = np_state(vm);
    return np ? VAL(scalar_descr(vm, np, v)) : NO_VALUE;
}
static Value get_itemsize(VM *vm, Ref v)
{
    Value d = get_dtype(vm, v), r = d ? int_from_i64(vm, as_descr(d)->size) : NO_VALUE;
    release(vm, d);
    return r;
}
static Value get_shape(VM *vm, Ref v) { return (void)v, retain(vm->empty_tuple); }
static Value get_zero(VM *vm, Ref v) { return (void)vm, (void)v, make_small(0); }
static Value get_one(VM *vm, Ref v) { return (void)vm, (void)v, make_small(1); }
static Value get_self(VM *vm, Ref v) { return (void)vm, retain(v); }
static Value get_none(VM *vm, Ref v) { return (void)vm, (void)v, V_NONE; }
static Value get_priority(VM *vm, Ref v) { return (void)vm, (void)v, make_float(-1000000.0); }
static Value get_flags(VM *vm, Ref v)
{
    Value f = through(vm, v, "flags");
    return f;
}
static Value get_data(VM *vm, Ref v) { return call1(vm, REF(CLASS(memoryview)), v); }

const GetSetDef scalar_integer_getsets[] = {{"numerator", get_self, NULL, NULL}, {"denominator", get_one, NULL, NULL}, {NULL, NULL, NULL, NULL}};

const GetSetDef scalar_getsets[] = {
    {"dtype", get_dtype, NULL, NULL}, {"shape", get_shape, NULL, NULL}, {"strides", get_shape, NULL, NULL}, {"ndim", get_zero, NULL, NULL}, {"size", get_one, NULL, NULL},
    {"itemsize", get_itemsize, NULL, NULL}, {"nbytes", get_itemsize, NULL, NULL}, {"real", get_real, NULL, NULL}, {"imag", get_imag, NULL, NULL}, {"flat", get_flat, NULL, NULL},
    {"T", get_self, NULL, NULL}, {"base", get_none, NULL, NULL}, {"flags", get_flags, NULL, NULL}, {"data", get_data, NULL, NULL}, {"__array_interface__", get___array_interface__, NULL, NULL},
    {"__array_struct__", get___array_struct__, NULL, NULL}, {"__array_priority__", get_priority, NULL, NULL}, {NULL, NULL, NULL, NULL}};

/* ---- texts ---- */

/* Bytes that are no fields: each written out */
static Value void_text(VM *vm, const VoidObj *s, bool repr)
{
    StrB b = STRB_INIT(vm);
    strb_c(&b, repr ? "void(b'" : "b'");
    for (int64_t i = 0; i < s->descr->size; i++) strb_format(&b, "\\x%02X", (unsigned char)s->data[i]);
    strb_c(&b, repr ? "')" : "'");
    return strb_take(&b);
}

static Value text_of(VM *vm, Ref v, bool repr)
{
    Np *np = np_state(vm);
    Num num = np ? scalar_num(vm, np, v) : NP_NONE;
    if (!np) return NULL;
    if (num == NP_NONE) return CLASS(object)->s.repr(vm, v);
    if (num == NP_STRING || num == NP_UNICODE) {
        Value item = num == NP_STRING ? bytes_from(vm, as_bytes(v)->data, as_bytes(v)->len) : str_substr(vm, v, 0, as_str(v)->len), r = item ? (repr ? op_repr(vm, item) : op_str(vm, item)) : NO_VALUE;
        release(vm, item);
        return r;
    }
    if (num == NP_VOID && !as_void(v)->descr->names) return void_text(vm, as_void(v), repr);
    if (num == NP_VOID) return np_ask(vm, np, PY_VOID_STR, &v, 1);
    if (num_is_time(num)) return time_scalar_text(vm, num, as_scalar(v)->meta, as_scalar(v)->time, repr);
    if (num_is_float(num) || num_is_complex(num)) return digits_scalar_text(vm, num, scalar_bytes(v, num), repr, np->legacy_print && np->legacy_print <= 113 /* 0: none */);
    Value item = forward(vm, "item", &v, 1, NULL), r = item ? op_str(vm, item) : NO_VALUE;
    release(vm, item);
    return r;
}
Value scalar_repr(VM *vm, Ref v) { return text_of(vm, v, true); }
Value scalar_str(VM *vm, Ref v) { return text_of(vm, v, false); }
