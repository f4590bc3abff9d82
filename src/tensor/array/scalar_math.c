/* scalar_math.c: operators of scalars. float64 and int64 among themselves and with Python's numbers are done here; all else goes through arrays without dimensions. */
#include <fenv.h>
#include <math.h>
#include <stdlib.h>

#include "digits.h"
#include "lang/text/text_impl.h"
#include "scalar_math.h"
#include "ufunc_impl.h"

/* ---- the two usual ones ---- */

typedef struct Wide { bool whole; int64_t i; double f; } Wide;

/* A float64, an int64, a float or a small int; *ours: NumPy's. */
static bool wide_of(const Np *np, Ref v, Wide *out, bool *ours)
{
    if (is_small(v)) return *out = (Wide){true, small_of(v), (double)small_of(v)}, true;
    if (is_float(v)) return *out = (Wide){false, 0, float_of(v)}, true;
    if (!is_heap(v)) return false;
    const Type *t = as_obj(v)->type;
    if (t == np->scalars[NP_DOUBLE]) return *ours = true, *out = (Wide){false, 0, ((const FloatObj *)BITS(v))->value}, true;
    if (t == np->scalars[NP_LONG]) {
        int64_t i = as_scalar(v)->time;
        return *ours = true, *out = (Wide){true, i, (double)i}, true;
    }
    return false;
}

static Value float_scalar(VM *vm, Np *np, double d)
{
    FloatObj *f = (FloatObj *)obj_alloc(vm, np->scalars[NP_DOUBLE], np->scalars[NP_DOUBLE]->inst_size);
    if (f) f->value = d;
    return VAL(f);
}
static Value int_scalar(VM *vm, Np *np, int64_t i)
{
    ScalarObj *s = (ScalarObj *)obj_alloc(vm, np->scalars[NP_LONG], np->scalars[NP_LONG]->inst_size);
    if (s) s->time = i;
    return VAL(s);
}

/* NULL without error: not one of these, or with a result that warns. */
static Value quick(VM *vm, Np *np, BinOp op, Ref a, Ref b)
{
    Wide x, y;
    bool ours = false;
    if (!wide_of(np, a, &x, &ours) || !wide_of(np, b, &y, &ours) || !ours) return NULL;
    if (x.whole && y.whole) {
        int64_t r;
        switch (op) {
        case OP_ADD: return __builtin_add_overflow(x.i, y.i, &r) ? NULL : int_scalar(vm, np, r);
        case OP_SUB: return __builtin_sub_overflow(x.i, y.i, &r) ? NULL : int_scalar(vm, np, r);
        case OP_MUL: return __builtin_mul_overflow(x.i, y.i, &r) ? NULL : int_scalar(vm, np, r);
        case OP_AND: return int_scalar(vm, np, x.i & y.i);
        case OP_OR: return int_scalar(vm, np, x.i | y.i);
        case OP_XOR: return int_scalar(vm, np, x.i ^ y.i);
        case OP_DIV: return y.i ? float_scalar(vm, np, x.f / y.f) : NULL;
        case OP_FLOORDIV:
            if (!y.i || (x.i == INT64_MIN && y.i == -1)) return NULL;
            r = x.i / y.i;
            return int_scalar(vm, np, r - ((x.i % y.i != 0) && ((x.i < 0) != (y.i < 0))));
        case OP_MOD:
            if (!y.i || y.i == -1) return NULL;
            r = x.i % y.i;
            return int_scalar(vm, np, r && ((r < 0) != (y.i < 0)) ? r + y.i : r);
        default: return NULL;
        }
    }
    double r;
    switch (op) {
    case OP_ADD: r = x.f + y.f; break;
    case OP_SUB: r = x.f - y.f; break;
    case OP_MUL: r = x.f * y.f; break;
    case OP_DIV: r = x.f / y.f; break;
    default: return NULL;
    }
    return isfinite(r) && (fabs(r) >= 0x1p-1022 || r == 0) ? float_scalar(vm, np, r) : NULL; /* (what is not is warned of) */
}

/* ---- whole numbers that do not fit: they wrap, as their arrays' do, but it is told ---- */

static __int128 whole_read(const void *at, Num num)
{
    int64_t v = 0;
    memcpy(&v, at, np_elements[num].bytes);
    int rest = 64 - 8 * np_elements[num].bytes;
    if (num_is_unsigned(num) || num == NP_BOOL) return (__int128)(uint64_t)v;
    return (__int128)((int64_t)((uint64_t)v << rest) >> rest);
}
static bool whole_of(VM *vm, Np *np, Ref v, Num *num, __int128 *out) /* one of NumPy's, or a Python int */
{
    int64_t i;
    if (is_small(v)) return *num = NP_LONG, *out = small_of(v), true;
    if (is_bool(v)) return *num = NP_BOOL, *out = v == V_TRUE, true;
    if (!is_heap(v) || (*num = scalar_num(vm, np, v)) == NP_NONE) return is_int(v) && int_fits_i64(v, &i) ? (*num = NP_LONG, *out = i, true) : false;
    if (!num_is_integer(*num) && *num != NP_BOOL) return false;
    return *out = whole_read(scalar_bytes(v, *num), *num), true;
}
static bool tell_overflow(VM *vm, Np *np, const char *what)
{
    ErrorState e;
    if (!errors_read(vm, np, NULL, &e)) return false;
    errors_begin();
    feraiseexcept(FE_OVERFLOW);
    bool ok = errors_tell(vm, &e, what);
    errors_drop(vm, &e);
    return ok;
}
static Value whole_result(VM *vm, Np *np, Num num, __int128 r, bool over, const char *what)
{
    int bits = 8 * np_elements[num].bytes;
    __int128 least = num_is_unsigned(num) ? 0 : -((__int128)1 << (bits - 1)), most = ((__int128)1 << (num_is_unsigned(num) ? bits : bits - 1)) - 1;
    if ((over || r < least || r > most) && !tell_overflow(vm, np, what)) return NULL;
    _Alignas(16) char room[16];
    uint64_t low = (uint64_t)r;
    memcpy(room, &low, sizeof low);
    return scalar_new(vm, np->descrs[num], room, NULL);
}
/* NULL without error: not such an operation. */
static Value whole_binary(VM *vm, Np *np, BinOp op, Ref a, Ref b)
{
    Num x_num, y_num, num;
    __int128 x, y, r;
    if (op != OP_ADD && op != OP_SUB && op != OP_MUL) return NULL;
    if (!whole_of(vm, np, a, &x_num, &x) || !whole_of(vm, np, b, &y_num, &y)) return NULL;
    num = num_promote(x_num, y_num);
    if (!num_is_integer(num)) return NULL;
    bool over = false;
    switch (op) {
    case OP_ADD: r = x + y; break;
    case OP_SUB: r = x - y; break;
    default: over = __builtin_mul_overflow(x, y, &r);
    }
    return whole_result(vm, np, num, r, over, op == OP_ADD ? "scalar add" : op == OP_SUB ? "scalar subtract" : "scalar multiply");
}
static Value whole_unary(VM *vm, Np *np, Ref v, bool magnitude)
{
    Num num;
    __int128 x;
    if (!whole_of(vm, np, v, &num, &x) || !num_is_integer(num)) return NULL;
    return whole_result(vm, np, num, magnitude && x >= 0 ? x : -x, false, magnitude ? "scalar absolute" : "scalar negative");
}

/* ---- by arrays ---- */

/* Neither a number nor an array nor a sequence of them. A long double beside it has no answer: asked as an object it would ask itself again, for ever. */
static bool is_stranger(VM *vm, Np *np, Ref v)
{
    if (is_float_any(v) || is_complex(v) || is_scalar(vm, np, v) || is_array(v, np)) return false; /* (an int may be too large for a number) */
    NdArray *a = array_from_any(vm, np, v, NULL, 0);
    bool stranger = a && a->ndim == 0 && a->descr->num == NP_OBJECT;
    if (!a) err_clear(vm);
    array_release(vm, a);
    return stranger;
}
static bool is_wide(VM *vm, Np *np, Ref v)
{
    if (!is_heap(v)) return false;
    Num num = scalar_num(vm, np, v);
    return num == NP_LONGDOUBLE || num == NP_CLONGDOUBLE;
}
static bool beside_stranger(VM *vm, Np *np, Ref a, Ref b) { return (is_wide(vm, np, a) && is_stranger(vm, np, b)) || (is_wide(vm, np, b) && is_stranger(vm, np, a)); }

static bool is_number(Ref v) { return is_int(v) || is_float_any(v) || is_complex(v); }

static Value as_operand(VM *vm, Np *np, Ref v) { return is_scalar(vm, np, v) && scalar_num(vm, np, v) != NP_NONE ? VAL(scalar_array(vm, np, v)) : retain(v); }

static Value binary(VM *vm, BinOp op, Ref a, Ref b)
{
    Np *np = np_state(vm);
    if (!np) return NULL;
    Value r = quick(vm, np, op, a, b);
    if (!r && !err_occurred(vm)) r = whole_binary(vm, np, op, a, b);
    if (r || err_occurred(vm)) return r;
    if ((is_scalar(vm, np, a) && scalar_defers(vm, np, a, b)) || beside_stranger(vm, np, a, b)) return V_NOTIMPL;
    bool text_a = is_str(a) || is_bytes(a), text_b = is_str(b) || is_bytes(b);
    if ((text_a && (op == OP_ADD || op == OP_MOD || op == OP_MUL)) || (text_b && (op == OP_MUL || !is_scalar(vm, np, a)))) return V_NOTIMPL; /* Python's own */
    if (op == OP_MUL && (is_list(a) || is_tuple(a) || is_list(b) || is_tuple(b))) { /* a sequence is repeated by an integer */
        Ref number = is_list(a) || is_tuple(a) ? b : a;
        Num num = scalar_num(vm, np, number);
        if (num != NP_NONE && (num_is_integer(num) || num == NP_BOOL)) return V_NOTIMPL;
        if (num != NP_NONE && (num_is_float(num) || num_is_complex(num))) return err_raise(vm, EXC_TypeError, "can't multiply sequence by non-int of type '%s'", type_name(vm, as_obj(number)->type));
    }
    Value x = as_operand(vm, np, a), y = x ? as_operand(vm, np, b) : NO_VALUE;
    bool numbers = (is_scalar(vm, np, a) || is_number(a)) && (is_scalar(vm, np, b) || is_number(b));
    if (y) r = numbers ? scalars_binary(vm, op, x, y) : array_binary(vm, op, x, y);
    release(vm, x);
    release(vm, y);
    return r;
}
#define OPERATOR(name, op) Value scalar_##name(VM *vm, Ref a, Ref b) { return binary(vm, op, a, b); }
OPERATOR(add, OP_ADD)
OPERATOR(sub, OP_SUB)
OPERATOR(mul, OP_MUL)
OPERATOR(div, OP_DIV)
OPERATOR(floordiv, OP_FLOORDIV)
OPERATOR(mod, OP_MOD)
OPERATOR(pow, OP_POW)
OPERATOR(lshift, OP_LSHIFT)
OPERATOR(rshift, OP_RSHIFT)
OPERATOR(and, OP_AND)
OPERATOR(xor, OP_XOR)
OPERATOR(or, OP_OR)
OPERATOR(divmod, OP_DIVMOD)

static Value unary(VM *vm, const char *ufunc, Ref v)
{
    Np *np = np_state(vm);
    Value a = np ? as_operand(vm, np, v) : NO_VALUE, r = a ? array_unary(vm, ufunc, a) : NO_VALUE;
    release(vm, a);
    return r;
}
static Value whole_or(VM *vm, const char *ufunc, Ref v, bool magnitude)
{
    Np *np = np_state(vm);
    if (np && is_heap(v) && as_obj(v)->type == np->scalars[NP_DOUBLE]) {
        double f = ((const FloatObj *)BITS(v))->value;
        return float_scalar(vm, np, magnitude ? fabs(f) : -f);
    }
    Value r = np ? whole_unary(vm, np, v, magnitude) : NO_VALUE;
    return r || err_occurred(vm) ? r : unary(vm, ufunc, v);
}
Value scalar_neg(VM *vm, Ref v) { return whole_or(vm, "negative", v, false); }
Value scalar_pos(VM *vm, Ref v) { return unary(vm, "positive", v); }
Value scalar_invert(VM *vm, Ref v) { return unary(vm, "invert", v); }
Value scalar_abs(VM *vm, Ref v) { return whole_or(vm, "absolute", v, true); }

Value scalar_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    Np *np = np_state(vm);
    Wide x, y;
    bool ours = false;
    if (!np) return NULL;
    if (wide_of(np, a, &x, &ours) && wide_of(np, b, &y, &ours) && (x.whole == y.whole || (llabs(x.i) < ((int64_t)1 << 53) && llabs(y.i) < ((int64_t)1 << 53)))) {
        int less = x.whole && y.whole ? x.i < y.i : x.f < y.f, same = x.whole && y.whole ? x.i == y.i : x.f == y.f, more = x.whole && y.whole ? x.i > y.i : x.f > y.f;
        bool r = op == CMP_LT ? less : op == CMP_LE ? less || same : op == CMP_EQ ? same : op == CMP_NE ? !same : op == CMP_GT ? more : more || same;
        const char byte = r;
        return scalar_new(vm, np->descrs[NP_BOOL], &byte, NULL);
    }
    if (is_none(b) && (op == CMP_EQ || op == CMP_NE)) return make_bool(op == CMP_NE); /* (Python's own answer) */
    if ((is_scalar(vm, np, a) && scalar_defers(vm, np, a, b)) || beside_stranger(vm, np, a, b)) return V_NOTIMPL;
    Value p = as_operand(vm, np, a), q = p && !is_array(b, np) ? as_operand(vm, np, b) : retain(b), r = NO_VALUE;
    if (p && q) r = is_array(b, np) && is_array(p, np) ? op_compare(vm, p, q, op) : array_compare(vm, p, q, op); /* (an array of another class answers first) */
    bool order = op != CMP_EQ && op != CMP_NE;
    if (r == V_NOTIMPL && order && (is_str(b) || is_bytes(b))) { /* (it is the array that text refuses) */
        release(vm, r);
        r = op_compare(vm, p, b, op);
    }
    release(vm, p);
    release(vm, q);
    return r;
}
/* str_ and bytes_ compare as Python's; what is no text is asked as an array. */
Value scalar_text_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (is_str(a) == is_str(b) && (is_str(b) || is_bytes(b))) {
        Value r = (is_str(a) ? CLASS(str) : CLASS(bytes))->s.compare(vm, a, b, op);
        if (!is_bool(r)) return r;
        Np *np = np_state(vm);
        const char byte = r == V_TRUE;
        return np ? scalar_new(vm, np->descrs[NP_BOOL], &byte, NULL) : NO_VALUE;
    }
    return scalar_compare(vm, a, b, op);
}

/* ---- one value ---- */

static Value plain(VM *vm, Np *np, Ref v) /* as Python's own; what is too wide for it: a float, a complex */
{
    Num num = scalar_num(vm, np, v);
    if (num == NP_LONGDOUBLE) {
        long double g;
        memcpy(&g, as_scalar(v)->bytes, sizeof g);
        return make_float_any((double)g);
    }
    if (num == NP_CLONGDOUBLE) {
        long double g[2];
        memcpy(g, as_scalar(v)->bytes, sizeof g);
        return complex_new(vm, (double)g[0], (double)g[1]);
    }
    if (num == NP_UNICODE) return str_exact(vm, v);
    if (num == NP_STRING) return bytes_from(vm, as_bytes(v)->data, as_bytes(v)->len);
    Descr *d = scalar_descr(vm, np, v);
    if (d && num == NP_VOID) { /* (as long as its fields are) */
        Value item = element_item(vm, d, as_void(v)->data, v);
        descr_release(vm, d);
        return item;
    }
    _Alignas(16) char room[32];
    Value r = d && scalar_get(vm, np, v, d, room) ? element_item(vm, d, room, NULL) : NO_VALUE;
    descr_release(vm, d);
    return r;
}

static Value through(VM *vm, Ref v, Ref class)
{
    Np *np = np_state(vm);
    Value p = np ? plain(vm, np, v) : NO_VALUE, r = NO_VALUE;
    if (p && is_complex(p)) {
        Value text = str_from_c(vm, "Casting complex values to real discards the imaginary part");
        double re = ((const Complex *)BITS(p))->re;
        if (np_warn(vm, np, PY_COMPLEX_WARNING, text)) value_put(vm, &p, make_float_any(re));
        else value_clear(vm, &p);
    }
    if (p) r = call1(vm, class, p);
    release(vm, p);
    return r;
}
Value scalar_to_int(VM *vm, Ref v)
{
    Np *np = np_state(vm);
    Num num = np ? scalar_num(vm, np, v) : NP_NONE;
    if (num == NP_LONG) return int_from_i64(vm, as_scalar(v)->time);
    if (num == NP_DOUBLE) return int_from_double(vm, ((const FloatObj *)BITS(v))->value);
    if (num == NP_LONGDOUBLE) return longdouble_to_int(vm, *(const long double *)scalar_bytes(v, num));
    return np ? through(vm, v, REF(CLASS(int))) : NO_VALUE;
}
Value scalar_to_float(VM *vm, Ref v)
{
    Np *np = np_state(vm);
    if (!np) return NULL;
    if (scalar_num(vm, np, v) == NP_DOUBLE) return make_float_any(((const FloatObj *)BITS(v))->value);
    return through(vm, v, REF(CLASS(float)));
}
int scalar_truth(VM *vm, Ref v)
{
    Np *np = np_state(vm);
    if (np && as_obj(v)->type == np->scalars[NP_DOUBLE]) return ((const FloatObj *)BITS(v))->value != 0;
    if (np && as_obj(v)->type == np->scalars[NP_LONG]) return as_scalar(v)->time != 0;
    NdArray *a = np ? scalar_array(vm, np, v) : NULL;
    int r = a ? element_truth(vm, a->descr, a->data) : -1;
    array_release(vm, a);
    return r;
}
bool scalar_hash(VM *vm, Ref v, int64_t *hash)
{
    Np *np = np_state(vm);
    Num num = np ? scalar_num(vm, np, v) : NP_NONE;
    if (num_is_time(num)) return *hash = as_scalar(v)->time == -1 ? -2 : as_scalar(v)->time, true;
    Value p = np ? plain(vm, np, v) : NO_VALUE;
    bool ok = p && op_hash(vm, p, hash);
    release(vm, p);
    return ok;
}
