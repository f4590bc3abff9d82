/* overrides.c: __array_function__ and like=. */
#include "overrides.h"
#include "functions.h"
#include "ufunc_impl.h"

/* An operand's own __array_function__, from its class; NULL without error: none, or ndarray's. */
static Value method_of(VM *vm, Np *np, Ref v)
{
    Type *t = type_of(vm, v);
    if (t == np->ndarray || !is_heap(v)) return NO_VALUE;
    Value key = str_intern_c(vm, "__array_function__");
    Ref f = key ? type_lookup(vm, t, key) : (Ref)NO_VALUE;
    release(vm, key);
    return f ? retain(f) : NO_VALUE;
}

/* The operands that may answer, subclasses before their bases, else from left to right; one of each class. */
static Value implementing(VM *vm, Np *np, Ref relevant)
{
    Value items = tuple_from_iter(vm, relevant), list = items ? list_new(vm, 4) : NO_VALUE;
    for (int64_t i = 0; list && i < as_tuple(items)->len; i++) {
        Ref v = as_tuple(items)->items[i];
        Type *t = type_of(vm, v);
        bool seen = false;
        for (int64_t j = 0; j < as_list(list)->len; j++) seen = seen || type_of(vm, as_list(list)->items[j]) == t;
        if (seen) continue;
        Value f = t == np->ndarray ? V_NONE : method_of(vm, np, v);
        if (!f) {
            if (err_occurred(vm)) value_clear(vm, &list);
            continue;
        }
        release(vm, f);
        int64_t at = as_list(list)->len;
        for (int64_t j = 0; j < as_list(list)->len; j++)
            if (type_is_subtype(t, type_of(vm, as_list(list)->items[j]))) {
                at = j;
                break;
            }
        if (at >= 32) {
            err_raise(vm, EXC_RuntimeError, "maximum number (32) of distinct argument types implementing __array_function__ exceeded");
            value_clear(vm, &list);
        } else if (!list_insert(vm, list, at, v)) value_clear(vm, &list);
    }
    release(vm, items);
    return list;
}

static Value ask_all(VM *vm, Np *np, Ref api, Ref list, Ref args, Ref kwargs)
{
    int64_t n = as_list(list)->len;
    Value types = tuple_new(vm, n), r = NO_VALUE;
    for (int64_t i = 0; types && i < n; i++) as_tuple(types)->items[i] = retain(REF(type_of(vm, as_list(list)->items[i])));
    for (int64_t i = 0; types && i < n; i++) {
        Ref v = as_list(list)->items[i];
        Value f = method_of(vm, np, v);
        if (!f && type_of(vm, v) == np->ndarray) { /* ndarray's own */
            Value bound = obj_getattr_c(vm, v, "__array_function__");
            Ref given[] = {api, types, args, kwargs};
            r = bound ? call(vm, bound, given, 4, NULL) : NO_VALUE;
            release(vm, bound);
        } else {
            Ref given[] = {v, api, types, args, kwargs};
            TernaryFn get = f ? type_of(vm, f)->s.descr_get : NULL;
            Value bound = get ? get(vm, f, v, REF(type_of(vm, v))) : NO_VALUE;
            r = bound ? call(vm, bound, given + 1, 4, NULL) : f && !get ? call(vm, f, given + 1, 4, NULL) : NO_VALUE;
            release(vm, bound);
        }
        release(vm, f);
        if (r != V_NOTIMPL) break;
    }
    if (types && r == V_NOTIMPL) {
        Ref given[] = {api, types};
        Value words = np_ask(vm, np, PY_FUNCTION_ERRMSG, given, 2);
        if (words) err_raise_value(vm, EXC_TypeError, words);
        release(vm, words);
        r = NO_VALUE;
    }
    release(vm, types);
    return r;
}

static Value f_implement(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    if (!np) return NULL;
    Ref implementation = args[0], api = args[1], relevant = args[2], positional = args[3], keywords = args[4];
    bool plain = is_tuple(relevant) || is_list(relevant);
    for (int64_t i = 0; plain && i < (is_tuple(relevant) ? as_tuple(relevant)->len : as_list(relevant)->len); i++) {
        Ref v = is_tuple(relevant) ? as_tuple(relevant)->items[i] : as_list(relevant)->items[i];
        Type *t = type_of(vm, v);
        plain = t == np->ndarray || !is_heap(v) || is_list(v) || is_tuple(v) || is_str(v) || !(t->flags & TYPE_HEAP);
    }
    if (plain) return call_tuple(vm, implementation, positional, keywords);
    Value list = implementing(vm, np, relevant);
    if (!list) return NULL;
    bool ours = true; /* nobody but ndarrays (and those that answer as they do) */
    for (int64_t i = 0; i < as_list(list)->len; i++) {
        Value f = method_of(vm, np, as_list(list)->items[i]);
        Value key = str_intern_c(vm, "__array_function__");
        Ref base = key ? type_lookup(vm, np->ndarray, key) : (Ref)NO_VALUE;
        ours = ours && (!f || (Ref)f == base);
        release(vm, key);
        release(vm, f);
    }
    Value r = ours ? call_tuple(vm, implementation, positional, keywords) : ask_all(vm, np, api, list, positional, keywords);
    release(vm, list);
    return r;
}
static Value f_implementing(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    return np ? implementing(vm, np, args[0]) : NO_VALUE;
}

/* ndarray.__array_function__(func, types, args, kwargs) */
static Value m_array_function(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    Value types = np ? tuple_from_iter(vm, args[2]) : NO_VALUE;
    if (!types) return NULL;
    for (int64_t i = 0; i < as_tuple(types)->len; i++) {
        Ref t = as_tuple(types)->items[i];
        int sub = is_type(t) ? op_issubclass(vm, t, REF(np->ndarray)) : 0;
        if (sub <= 0) {
            release(vm, types);
            return sub < 0 ? NO_VALUE : V_NOTIMPL;
        }
    }
    release(vm, types);
    Value f = obj_getattr_c(vm, args[1], "_implementation"), r = f ? call_tuple(vm, f, args[3], args[4]) : NO_VALUE;
    release(vm, f);
    return r;
}

/* ndarray.__array_ufunc__(ufunc, method, *inputs, **kwargs): NotImplemented where somebody else has an answer of its own. */
static Value m_array_ufunc(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    if (!np) return NULL;
    Ref outs = args[4] ? dict_get_c(vm, args[4], "out") : (Ref)NO_VALUE;
    bool other = false;
    for (int64_t i = 0; i < as_tuple(args[3])->len; i++) other = other || has_override(vm, np, as_tuple(args[3])->items[i]);
    if (outs && is_tuple(outs))
        for (int64_t i = 0; i < as_tuple(outs)->len; i++) other = other || has_override(vm, np, as_tuple(outs)->items[i]);
    else if (outs) other = other || has_override(vm, np, outs);
    if (other) return V_NOTIMPL;
    if (!is_str(args[2])) return err_raise(vm, EXC_TypeError, "__array_ufunc__() argument 2 must be str, not %T", args[2]);
    Value name = str_intern(vm, retain(args[2])), f = name ? obj_getattr(vm, args[1], name) : NO_VALUE, r = f ? call_tuple(vm, f, args[3], args[4]) : NO_VALUE;
    release(vm, name);
    release(vm, f);
    return r;
}

const NativeDef array_override_methods[] = {
    {"__array_function__", m_array_function, "self, func, types, args, kwargs, /", NULL, 0},
    {"__array_ufunc__", m_array_ufunc, "self, ufunc, method, /, *inputs, **kwargs", NULL, 0},
    {NULL, NULL, NULL, NULL, 0}};

bool overrides_like(VM *vm, Np *np, const char *name, Ref like, const Ref *args, int n, Value *result)
{
    *result = NO_VALUE;
    if (!like || is_none(like)) return false;
    if (type_of(vm, like) == np->ndarray) return false;
    Value f = method_of(vm, np, like);
    if (!f) {
        if (!err_occurred(vm)) err_raise(vm, EXC_TypeError, "The `like` argument must be an array-like that implements the `__array_function__` protocol.");
        return true;
    }
    release(vm, f);
    Value api = import_attr(vm, "numpy", name), positional = NO_VALUE, keywords = NO_VALUE, list = NO_VALUE;
    Ref one[] = {like};
    if (api && (list = list_from(vm, one, 1)) && (positional = list_new(vm, n)) && (keywords = dict_new(vm))) {
        bool ok = true;
        for (int i = 0; ok && i < n && args[i]; i++)
            if (args[i] != like) ok = list_append(vm, positional, args[i]);
        Value tuple = ok ? tuple_from_iter(vm, positional) : NO_VALUE;
        if (tuple) *result = ask_all(vm, np, api, list, tuple, keywords);
        release(vm, tuple);
    }
    release(vm, api);
    release(vm, positional);
    release(vm, keywords);
    release(vm, list);
    return true;
}

const NativeDef multiarray_override_functions[] = {
    {"implement_array_function", f_implement, "implementation, public_api, relevant_args, args, kwargs, /", NULL, 0},
    {"_get_implementing_args", f_implementing, "relevant_args, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0}};
