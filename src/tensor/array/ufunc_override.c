/* ufunc_override.c: operands whose class has an __array_ufunc__ of its own are asked first: subclasses before their bases, else from left to right, inputs before outputs. */
#include "ufunc_impl.h"

static Value lookup(VM *vm, Np *np, Ref v) /* its class's own method, owned; NULL without error: none */
{
    Type *t = type_of(vm, v);
    if (t == np->ndarray || !is_heap(v) || is_str(v) || is_list(v) || is_tuple(v) || is_dict(v)) return NO_VALUE;
    for (int i = 0; i < NP_NUMS; i++)
        if (np->scalars[i] == t) return NO_VALUE;
    Value name = str_intern_c(vm, "__array_ufunc__");
    Ref found = name ? type_lookup(vm, t, name) : NULL, plain = found ? type_lookup(vm, np->ndarray, name) : NULL;
    release(vm, name);
    return found && found != plain ? retain(found) : NO_VALUE;
}
bool has_override(VM *vm, Np *np, Ref v)
{
    Value found = lookup(vm, np, v);
    release(vm, found);
    return found != NO_VALUE;
}

typedef struct Asked { Ref objects[UFUNC_OPERANDS]; Value methods[UFUNC_OPERANDS]; int n; } Asked;

static bool consider(VM *vm, Np *np, Asked *a, Ref v)
{
    if (a->n == UFUNC_OPERANDS) return true;
    for (int i = 0; i < a->n; i++)
        if (type_of(vm, a->objects[i]) == type_of(vm, v)) return true;
    Value method = lookup(vm, np, v);
    if (!method) return !err_occurred(vm);
    if (is_none(method)) {
        release(vm, method);
        return err_false(vm, EXC_TypeError, "operand '%T' does not support ufuncs (__array_ufunc__=None)", v);
    }
    a->objects[a->n] = v;
    a->methods[a->n++] = method;
    return true;
}
/* The first that has no subclass of its class behind it. */
static int next_of(VM *vm, const Asked *a)
{
    for (int i = 0; i < a->n; i++) {
        if (!a->methods[i]) continue;
        bool last = true;
        for (int k = i + 1; k < a->n && last; k++)
            if (a->methods[k] && type_is_subtype(type_of(vm, a->objects[k]), type_of(vm, a->objects[i]))) last = false;
        if (last) return i;
    }
    return -1;
}

/* The keywords that a method's signature has positions for are given by name, as overrides see them. */
static const char *const *positions_of(const char *method, int *first)
{
    static const char *const reduce[] = {"axis", "dtype", "out", "keepdims", "initial", "where", NULL};
    static const char *const accumulate[] = {"axis", "dtype", "out", NULL};
    *first = 1;
    if (!strcmp(method, "reduce")) return reduce;
    if (!strcmp(method, "accumulate")) return accumulate;
    *first = 2;
    return !strcmp(method, "reduceat") ? accumulate : NULL;
}
static bool put_out(VM *vm, Ref kw, Ref out) /* always a tuple, and absent where none is given */
{
    if (is_tuple(out)) {
        bool any = false;
        for (int64_t i = 0; i < as_tuple(out)->len; i++) any |= !is_none(as_tuple(out)->items[i]);
        return !any || dict_set_c(vm, kw, "out", out);
    }
    if (is_none(out)) return true;
    Value one = tuple_of(vm, 1, out);
    bool ok = one && dict_set_c(vm, kw, "out", one);
    release(vm, one);
    return ok;
}
static bool normalise(VM *vm, Np *np, const Ufunc *u, const char *method, const Ref *args, int n, Ref kwnames, int *n_in, Ref kw)
{
    bool call = !strcmp(method, "__call__");
    int first = 0;
    const char *const *names = positions_of(method, &first);
    *n_in = n;
    if (call) {
        *n_in = n < u->nin ? n : u->nin;
        if (n > u->nin) {
            Value out = tuple_new(vm, u->nout);
            for (int i = 0; out && i < u->nout; i++) as_tuple(out)->items[i] = retain(u->nin + i < n ? args[u->nin + i] : V_NONE);
            bool ok = out && put_out(vm, kw, out);
            release(vm, out);
            if (!ok) return false;
        }
    } else if (names && n > first) {
        *n_in = first;
        for (int i = first; i < n && names[i - first]; i++) {
            const char *name = names[i - first];
            bool no_value = !strcmp(name, "initial") && args[i] == np_python(vm, np, PY_NO_VALUE);
            if (!strcmp(name, "out") ? !put_out(vm, kw, args[i]) : !no_value && !dict_set_c(vm, kw, name, args[i])) return false;
        }
    }
    for (int64_t i = 0; kwnames && i < as_tuple(kwnames)->len; i++) {
        Ref name = as_tuple(kwnames)->items[i], v = args[n + i];
        bool sig = str_equal_c(name, "sig");
        if (str_equal_c(name, "out") ? !put_out(vm, kw, v) : sig ? !dict_set_c(vm, kw, "signature", v) : !dict_set(vm, kw, name, v)) return false;
    }
    return true;
}

/* (what, ufunc, method, inputs…): what stands first is left out where it is NULL */
static Value call_words(VM *vm, Ref first, Ref self, const char *method, const Ref *args, int n)
{
    int at = first ? 1 : 0;
    Value all = tuple_new(vm, n + 2 + at), name = all ? str_from_c(vm, method) : NO_VALUE;
    if (!name) {
        release(vm, all);
        return NO_VALUE;
    }
    if (first) as_tuple(all)->items[0] = retain(first);
    as_tuple(all)->items[at] = retain(self);
    as_tuple(all)->items[at + 1] = name;
    for (int i = 0; i < n; i++) as_tuple(all)->items[at + 2 + i] = retain(args[i]);
    return all;
}
static Value raise_all_refused(VM *vm, Np *np, Ref self, const char *method, const Ref *args, int n, Ref kw)
{
    Value all = call_words(vm, V_NONE, self, method, args, n);
    Ref formatter = all ? np_python(vm, np, PY_UFUNC_ERRMSG) : NULL;
    Value words = formatter ? call_tuple(vm, formatter, all, kw) : NO_VALUE;
    if (words) err_raise(vm, EXC_TypeError, "%S", (Ref)words);
    release(vm, words);
    release(vm, all);
    return NO_VALUE;
}

static Value ask_all(VM *vm, Np *np, Ref self, const char *method, const Ref *args, int n, Ref kw, Asked *a)
{
    for (int i; (i = next_of(vm, a)) >= 0;) {
        Value bound = obj_getattr_c(vm, a->objects[i], "__array_ufunc__"), all = bound ? call_words(vm, NULL, self, method, args, n) : NO_VALUE, own = all ? dict_copy(vm, kw) : NO_VALUE;
        Value answer = own ? call_tuple(vm, bound, all, own) : NO_VALUE;
        release(vm, own);
        release(vm, all);
        release(vm, bound);
        if (answer != V_NOTIMPL) return answer;
        value_clear(vm, &a->methods[i]);
    }
    return raise_all_refused(vm, np, self, method, args, n, kw);
}

int ufunc_override(VM *vm, Np *np, Ref self, const char *method, const Ref *args, int n, Ref kwnames, Value *result)
{
    const Ufunc *u = as_ufunc(self);
    Asked a = {.n = 0};
    bool ok = true;
    *result = NO_VALUE;
    bool at = !strcmp(method, "at");
    for (int i = 0; ok && i < n; i++)
        if (!at || i != 1) ok = consider(vm, np, &a, args[i]);
    for (int64_t i = 0; ok && kwnames && i < as_tuple(kwnames)->len; i++) {
        if (!str_equal_c(as_tuple(kwnames)->items[i], "out")) continue;
        Ref out = args[n + i];
        if (!is_tuple(out)) ok = consider(vm, np, &a, out);
        else
            for (int64_t k = 0; ok && k < as_tuple(out)->len; k++) ok = consider(vm, np, &a, as_tuple(out)->items[k]);
    }
    if (ok && a.n == 0) return 0;
    Value kw = ok ? dict_new(vm) : NO_VALUE;
    int n_in = 0;
    if (kw && normalise(vm, np, u, method, args, n, kwnames, &n_in, kw)) *result = ask_all(vm, np, self, method, args, n_in, kw, &a);
    release(vm, kw);
    for (int i = 0; i < a.n; i++) release(vm, a.methods[i]);
    return 1;
}
