/* info.c: functions about dtypes and memory: can_cast, promote_types, result_type, shares_memory; and what NumPy's Python half sets: docstrings, texts, names of types. */
#include "element.h"
#include "functions.h"
#include "promote.h"
#include "shape.h"

static Value no_type(VM *vm)
{
    err_clear(vm);
    return err_raise(vm, EXC_TypeError, "did not understand one of the types; 'None' not accepted");
}
static Value f_can_cast(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    Casting casting = CASTING_SAFE;
    if (!np || !np_casting(vm, args[2], &casting)) return NULL;
    if (is_none(args[0]) || is_none(args[1])) return no_type(vm);
    Descr *to = descr_parse(vm, np, args[1], false);
    if (!to) return NULL;
    bool r = false;
    if (is_array(args[0], np)) r = array_can_cast(vm, as_array(args[0]), to, casting);
    else if (is_scalar(vm, np, args[0]) || is_int(args[0]) || is_float_any(args[0]) || is_complex(args[0])) {
        NdArray *a = array_from_any(vm, np, args[0], NULL, 0);
        if (a) r = array_can_cast(vm, a, to, casting);
        array_release(vm, a);
    } else {
        Descr *from = descr_parse(vm, np, args[0], false);
        if (from) r = descr_can_cast(vm, from, to, casting);
        else if ((is_tuple(args[0]) || is_list(args[0])) && err_matches(vm, EXC_TypeError)) no_type(vm);
        descr_release(vm, from);
    }
    descr_release(vm, to);
    return err_occurred(vm) ? NO_VALUE : make_bool(r);
}

static Value f_promote_types(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    Descr *a = np ? descr_parse(vm, np, args[0], false) : NULL, *b = a ? descr_parse(vm, np, args[1], false) : NULL, *r = b ? descr_promote(vm, a, b) : NULL;
    descr_release(vm, a);
    descr_release(vm, b);
    return VAL(r);
}

static Value f_min_scalar_type(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    NdArray *a = np ? array_from_any(vm, np, args[0], NULL, 0) : NULL;
    Descr *r = a ? descr_minimal(vm, a) : NULL;
    array_release(vm, a);
    return VAL(r);
}

static Value f_result_type(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    const Tuple *t = as_tuple(args[0]);
    enum { MOST = 64 };
    NdArray *arrays[MOST];
    Descr *descrs[MOST], *r = NULL;
    int na = 0, nd = 0;
    if (!np) return NULL;
    if (!t->len) return err_raise(vm, EXC_ValueError, "at least one array or dtype is required");
    if (t->len > MOST) return err_raise(vm, EXC_ValueError, "too many arguments");
    bool ok = true;
    for (int64_t i = 0; ok && i < t->len; i++) {
        Ref v = t->items[i];
        if (is_array(v, np)) arrays[na++] = array_retain(as_array(v));
        else if (is_scalar(vm, np, v) || is_int(v) || is_float_any(v) || is_complex(v)) ok = (arrays[na] = array_from_any(vm, np, v, NULL, 0)) != NULL, na += ok;
        else ok = (descrs[nd] = descr_parse(vm, np, v, false)) != NULL, nd += ok;
    }
    if (ok) r = descr_result(vm, np, arrays, na, descrs, nd);
    while (na) array_release(vm, arrays[--na]);
    while (nd) descr_release(vm, descrs[--nd]);
    return VAL(r);
}

/* max_work: how long to search; None: as long as it takes (shares_memory), not at all (may_share_memory). */
static Value shares(VM *vm, const Ref *args, int64_t work)
{
    Np *np = np_state(vm);
    if (!np) return NULL;
    NdArray *a = array_from_any(vm, np, args[0], NULL, 0), *b = a ? array_from_any(vm, np, args[1], NULL, 0) : NULL;
    bool given = args[2] && !is_none(args[2]), ok = b && (!given || is_int(args[2]) || err_false(vm, EXC_ValueError, "max_work must be an integer"));
    ok = ok && (!given || num_index_i64(vm, args[2], &work));
    if (ok && work < -2) ok = err_false(vm, EXC_ValueError, "Invalid value for max_work");
    int r = ok ? array_shares(vm, a, b, work) : -1;
    array_release(vm, a);
    array_release(vm, b);
    return r < 0 ? NO_VALUE : make_bool(r);
}
static Value f_shares(VM *vm, const Ref *args, int n, Ref kwnames) { return shares(vm, args, -1); }
static Value f_may_share(VM *vm, const Ref *args, int n, Ref kwnames) { return shares(vm, args, 0); }

static Value f_normalize_axis(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t axis, ndim;
    if (!np_plain_integer(vm, args[0], &axis) || !np_plain_integer(vm, args[1], &ndim)) return NULL;
    if (axis < -ndim || axis >= ndim) return np_raise_axis(vm, axis, (int)ndim, args[2]), NO_VALUE;
    return make_small(axis < 0 ? axis + ndim : axis);
}

/* ---- set once by NumPy's Python half ---- */

/* The words of what is written in C stand in NumPy's Python half. */
static Value f_add_docstring(VM *vm, const Ref *args, int n, Ref kwnames)
{
    bool can;
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "add_docstring() argument 2 must be str, not %T", args[1]);
    if (!doc_give(vm, args[0], args[1], &can)) return NULL;
    if (can) return V_NONE;
    Value known = obj_getattr_c(vm, args[0], "__doc__");
    int same = !known ? -1 : is_none(known) ? 0 : op_compare_bool(vm, known, args[1], CMP_EQ);
    Value name = known && is_none(known) ? str_intern_c(vm, "__doc__") : NO_VALUE;
    bool ok = same > 0 || (name && obj_setattr(vm, args[0], name, args[1]));
    if (!ok && !same && known && !is_none(known)) err_raise(vm, EXC_RuntimeError, "object already has a different docstring");
    release(vm, name);
    release(vm, known);
    return ok ? V_NONE : NO_VALUE;
}
static Value f_nothing(VM *vm, const Ref *args, int n, Ref kwnames) { return V_NONE; }

static Value f_set_string_function(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    if (!np) return NULL;
    int repr = args[1] ? op_truth(vm, args[1]) : 1;
    if (repr < 0) return NULL;
    value_put(vm, &np->string_functions[repr], !args[0] || is_none(args[0]) ? NO_VALUE : retain(args[0]));
    return V_NONE;
}
static Value f_set_type_dict(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    if (!np) return NULL;
    if (!is_dict(args[0])) return err_raise(vm, EXC_TypeError, "set_typeDict() argument 1 must be dict, not %T", args[0]);
    value_put(vm, &np->type_dict, retain(args[0]));
    return V_NONE;
}
static Value f_set_legacy(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    int64_t mode;
    if (!np || !num_index_i64(vm, args[0], &mode)) return NULL;
    np->legacy_print = (int)(mode > INT32_MAX ? INT32_MAX : mode);
    return V_NONE;
}
static Value f_promotion_state(VM *vm, const Ref *args, int n, Ref kwnames) { return str_from_c(vm, "legacy"); }
static Value f_set_promotion_state(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (is_str(args[0]) && str_equal_c(args[0], "legacy")) return V_NONE;
    return err_raise(vm, EXC_NotImplementedError, "perch's numpy promotes as NumPy 1.24 does by itself (\"legacy\")");
}

/* Large arrays ask for large pages of the system, unless told not to. */
static Value f_hugepages(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    return np ? make_bool(!np->small_pages) : NO_VALUE;
}
static Value f_set_hugepages(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    int on = np ? op_truth(vm, args[0]) : -1;
    if (on < 0) return NULL;
    bool before = !np->small_pages;
    np->small_pages = !on;
    return make_bool(before);
}
static Value f_set_datetimeparse(VM *vm, const Ref *args, int n, Ref kwnames) { return err_raise(vm, EXC_RuntimeError, "This function has been removed"); }
static Value f_c_version(VM *vm, const Ref *args, int n, Ref kwnames) { return make_small(0x1000009); }
/* Who gave an array's memory: there is one that gives it; None: the memory is somebody's else. what is taken. */
static Value handler(VM *vm, Ref v, Value what)
{
    Np *np = what ? np_state(vm) : NULL;
    bool asked = v && !is_none(v), array = np && asked && is_array(v, np), ours = array && array_is(as_array(v), ARRAY_OWNDATA);
    if (np && (ours || !asked)) return what;
    release(vm, what);
    if (!np) return NULL;
    return array ? V_NONE : err_raise(vm, EXC_ValueError, "if supplied, argument must be an ndarray");
}
static Value f_handler(VM *vm, const Ref *args, int n, Ref kwnames) { return handler(vm, args[0], str_from_c(vm, "default_allocator")); }
static Value f_handler_version(VM *vm, const Ref *args, int n, Ref kwnames) { return handler(vm, args[0], make_small(1)); }

const NativeDef multiarray_info_functions[] = {
    {"can_cast", f_can_cast, "from_, to, casting='safe'", NULL, NATIVE_KW},
    {"promote_types", f_promote_types, "type1, type2, /", NULL, 0},
    {"min_scalar_type", f_min_scalar_type, "a, /", NULL, 0},
    {"result_type", f_result_type, "*arrays_and_dtypes", NULL, 0},
    {"may_share_memory", f_may_share, "a, b, max_work=None", NULL, NATIVE_KW},
    {"shares_memory", f_shares, "a, b, max_work=None", NULL, NATIVE_KW},
    {"normalize_axis_index", f_normalize_axis, "axis, ndim, msg_prefix=None", NULL, NATIVE_KW},
    {"add_docstring", f_add_docstring, "obj, docstring, /", NULL, 0},
    {"_reload_guard", f_nothing, "", NULL, 0},
    {"set_string_function", f_set_string_function, "f=None, repr=True", NULL, NATIVE_KW},
    {"set_datetimeparse_function", f_set_datetimeparse, "*args, **kwargs", NULL, NATIVE_RAW},
    {"set_typeDict", f_set_type_dict, "dict, /", NULL, 0},
    {"set_legacy_print_mode", f_set_legacy, "mode, /", NULL, 0},
    {"_get_promotion_state", f_promotion_state, "", NULL, 0},
    {"_set_promotion_state", f_set_promotion_state, "state, /", NULL, 0},
    {"_set_madvise_hugepage", f_set_hugepages, "enabled, /", NULL, 0},
    {"_get_madvise_hugepage", f_hugepages, "", NULL, 0},
    {"_get_ndarray_c_version", f_c_version, "", NULL, 0},
    {"get_handler_name", f_handler, "array=None, /", NULL, 0},
    {"get_handler_version", f_handler_version, "array=None, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0}};
