/* array_reduce.c: methods that run along an axis by a ufunc: cumsum, cumprod; conj, round. */
#include <math.h>

#include "element.h"
#include "functions.h"
#include "shape.h"
#include "ufunc.h"

/* ufunc.accumulate(a, axis, dtype, out); axis None: over all elements in a row. */
static Value accumulate(VM *vm, const char *name, const Ref *args)
{
    NdArray *a = as_array(args[0]);
    Np *np = np_of(a);
    bool all = !args[1] || is_none(args[1]);
    int64_t axis = 0;
    Descr *d = args[2] && !is_none(args[2]) ? descr_parse(vm, np, args[2], false) : NULL; /* (a bad dtype comes before a bad axis) */
    if (!d && err_occurred(vm)) return NO_VALUE;
    descr_release(vm, d);
    if (!all && !np_integer(vm, args[1], &axis, "an integer is required for the axis")) return NO_VALUE;
    if (!all && !np_axis(vm, &axis, a->ndim ? a->ndim : 1)) return NO_VALUE; /* (a number alone is a row of one) */
    NdArray *row = all || !a->ndim ? array_ravel(vm, a, ORDER_C) : array_retain(a);
    Value f = row ? obj_getattr_c(vm, ufunc_named(vm, np, name), "accumulate") : NO_VALUE;
    Ref given[] = {REF(row), make_small(axis), args[2] ? args[2] : (Ref)V_NONE, args[3] ? args[3] : (Ref)V_NONE};
    Value r = f ? call(vm, f, given, 4, NULL) : NO_VALUE;
    release(vm, f);
    array_release(vm, row);
    return r;
}
static Value m_cumsum(VM *vm, const Ref *args, int n, Ref kwnames) { return accumulate(vm, "add", args); }
static Value m_cumprod(VM *vm, const Ref *args, int n, Ref kwnames) { return accumulate(vm, "multiply", args); }

static Value m_conj(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NdArray *a = as_array(args[0]);
    if (num_is_complex((Num)a->descr->num) || a->descr->num == NP_OBJECT) {
        Ref given[] = {args[0], args[1]};
        return ufunc_call(vm, ufunc_named(vm, np_of(a), "conjugate"), given, args[1] && !is_none(args[1]) ? 2 : 1);
    }
    if (!num_is_number((Num)a->descr->num) &&
        !err_warn(vm, EXC_FutureWarning, str_from_c(vm, "attempting to conjugate non-numeric dtype; this will error in the future to match the behavior of np.conjugate")))
        return NULL;
    if (!args[1] || is_none(args[1])) return retain(args[0]);
    return is_array(args[1], np_of(a)) && array_assign(vm, as_array(args[1]), args[0]) ? retain(args[1]) : NO_VALUE;
}

/* Decimals: as NumPy: times a power of ten, rounded half to even, and back. */
static Value scaled(VM *vm, Np *np, Ref v, int64_t decimals, Ref steps /*where the steps go; NULL: each its own*/, Ref out)
{
    double power = 1;
    for (int64_t i = decimals < 0 ? -decimals : decimals; i > 0 && power < 1e308; i--) power *= 10;
    bool up = decimals >= 0;
    Value f = make_float(power);
    int to = steps ? 1 : 0;
    Ref given[] = {v, f, steps};
    Value x = ufunc_call(vm, ufunc_named(vm, np, up ? "multiply" : "divide"), given, 2 + to);
    Ref one[] = {x, steps}, back[] = {NO_VALUE, f, out};
    Value y = x ? ufunc_call(vm, ufunc_named(vm, np, "rint"), one, 1 + to) : NO_VALUE, r = NO_VALUE;
    back[0] = y;
    if (y) r = ufunc_call(vm, ufunc_named(vm, np, up ? "divide" : "multiply"), back, out ? 3 : 2);
    release(vm, x);
    release(vm, y);
    return r;
}
static Value m_round(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NdArray *a = as_array(args[0]);
    Np *np = np_of(a);
    int64_t decimals = 0;
    Ref out = args[2] && !is_none(args[2]) ? args[2] : (Ref)NULL;
    if (args[1] && !num_index_i64(vm, args[1], &decimals)) return NULL;
    if (out && !is_array(out, np)) return err_raise(vm, EXC_TypeError, "output must be an array");
    Num num = (Num)a->descr->num;
    if (num_is_complex(num)) { /* each part by itself */
        NdArray *r = out ? array_retain(as_array(out)) : array_copy(vm, a, ORDER_KEEP, true);
        static const char *const parts[] = {"real", "imag"};
        bool ok = r != NULL;
        for (int i = 0; ok && i < 2; i++) {
            Value part = obj_getattr_c(vm, args[0], parts[i]), to = part ? obj_getattr_c(vm, REF(r), parts[i]) : NO_VALUE;
            Ref given[] = {part, args[1] ? args[1] : (Ref)make_small(0), to};
            Value done = to ? m_round(vm, given, 3, NULL) : NO_VALUE;
            ok = done != NO_VALUE;
            release(vm, part);
            release(vm, to);
            release(vm, done);
        }
        if (ok) return array_return(vm, r);
        array_release(vm, r);
        return NULL;
    }
    if (num_is_integer(num)) {
        if (decimals >= 0) {
            if (out) return array_assign(vm, as_array(out), args[0]) ? retain(out) : NO_VALUE;
            return array_return(vm, array_copy(vm, a, ORDER_KEEP, true));
        }
        Value r = scaled(vm, np, args[0], decimals, NULL, NULL), cast = NO_VALUE;
        NdArray *whole = r ? array_from_any(vm, np, r, a->descr, ARRAY_FORCE_CAST) : NULL;
        release(vm, r);
        if (whole && out) {
            cast = array_assign(vm, as_array(out), REF(whole)) ? retain(out) : NO_VALUE;
            array_release(vm, whole);
            return cast;
        }
        return array_return(vm, whole);
    }
    if (!decimals) {
        Ref given[] = {args[0], out};
        return ufunc_call(vm, ufunc_named(vm, np, "rint"), given, out ? 2 : 1);
    }
    if (out) return scaled(vm, np, args[0], decimals, out, out);
    NdArray *own = array_like(vm, a, ORDER_KEEP, NULL, true); /* (a number alone would be promoted by the power) */
    Value r = own ? scaled(vm, np, args[0], decimals, REF(own), REF(own)) : NO_VALUE;
    release(vm, r);
    if (r) return array_return(vm, own);
    array_release(vm, own);
    return NO_VALUE;
}

const NativeDef array_reduce_methods[] = {
    {"cumsum", m_cumsum, "self, /, axis=None, dtype=None, out=None", NULL, NATIVE_KW},
    {"cumprod", m_cumprod, "self, /, axis=None, dtype=None, out=None", NULL, NATIVE_KW},
    {"conj", m_conj, "self, out=None, /", NULL, 0},
    {"conjugate", m_conj, "self, out=None, /", NULL, 0},
    {"round", m_round, "self, /, decimals=0, out=None", NULL, NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0}};
