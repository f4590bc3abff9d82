/* ufunc.c: the class numpy.ufunc, every ufunc of ufuncs.def under its name, and those that a program makes of a function. */
#include <math.h>

#include "ufunc_impl.h"

/* ---- the table ---- */
typedef bool LoopFn(VM *vm, char *const *args, const int64_t *count, const int64_t *steps, const void *data);
#define UFUNC(name, nin, nout, identity, resolver, flags, signature, ...) __VA_ARGS__
#define ALIAS(name, of)
#define LOOP(types, f) LoopFn f;
#define LOOP_WITH(types, f, data) LoopFn f;
#include "ufuncs.def"

#define UFUNC(name, nin, nout, identity, resolver, flags, signature, ...) static const LoopRow loops_##name[] = {__VA_ARGS__};
#define ALIAS(name, of)
#define LOOP(types, f) {types, f, NULL},
#define LOOP_WITH(types, f, data) {types, f, data},
#include "ufuncs.def"

static const UfuncRow ufunc_rows[] = {
#define UFUNC(name, nin, nout, identity, resolver, flags, signature, ...) \
    {#name, nin, nout, IDENTITY_##identity, resolver, flags, signature, loops_##name, sizeof loops_##name / sizeof *loops_##name},
#define ALIAS(name, of)
#define LOOP(types, f)
#define LOOP_WITH(types, f, data)
#include "ufuncs.def"
};
static const struct { const char *name, *of; } aliases[] = {
#define UFUNC(name, nin, nout, identity, resolver, flags, signature, ...)
#define ALIAS(name, of) {#name, #of},
#define LOOP(types, f)
#define LOOP_WITH(types, f, data)
#include "ufuncs.def"
};

/* ---- what a ufunc says of itself ---- */
Value ufunc_text(VM *vm, const Ufunc *u) { return u->name_text ? retain(u->name_text) : str_from_c(vm, u->name); }
static Value get_name(VM *vm, Ref v) { return ufunc_text(vm, as_ufunc(v)); }
static Value ufunc_repr(VM *vm, Ref v) { return str_format(vm, "<ufunc '%s'>", as_ufunc(v)->name); }
static Value get_nin(VM *vm, Ref v) { return make_small(as_ufunc(v)->nin); }
static Value get_nout(VM *vm, Ref v) { return make_small(as_ufunc(v)->nout); }
static Value get_nargs(VM *vm, Ref v) { return make_small(ufunc_nargs(as_ufunc(v))); }
static Value get_ntypes(VM *vm, Ref v) { return make_small(as_ufunc(v)->n_loops); }
static Value get_signature(VM *vm, Ref v) { return as_ufunc(v)->signature ? str_from_c(vm, as_ufunc(v)->signature) : V_NONE; }
static Value get_types(VM *vm, Ref v)
{
    const Ufunc *u = as_ufunc(v);
    Value list = list_new(vm, u->n_loops);
    for (int i = 0; list && i < u->n_loops; i++)
        if (!list_append_take(vm, list, str_format(vm, "%.*s->%s", u->nin, u->loops[i].types, u->loops[i].types + u->nin))) {
            release(vm, list);
            return NO_VALUE;
        }
    return list;
}
Value ufunc_identity(VM *vm, const Ufunc *u)
{
    switch (u->identity) {
    case IDENTITY_ZERO: return make_small(0);
    case IDENTITY_ONE: return make_small(1);
    case IDENTITY_MINUS_ONE: return make_small(-1);
    case IDENTITY_TRUE: return V_TRUE;
    case IDENTITY_FALSE: return V_FALSE;
    case IDENTITY_MINUS_INF: return make_float(-INFINITY);
    case IDENTITY_OBJECT: return retain(u->identity_value);
    default: return V_NONE;
    }
}
static Value get_identity(VM *vm, Ref v) { return ufunc_identity(vm, as_ufunc(v)); }

static void put_parameters(StrB *b, const Ufunc *u)
{
    strb_format(b, "%s(", u->name);
    for (int i = 0; i < u->nin; i++) {
        strb_c(b, i ? ", " : "");
        if (u->nin == 1) strb_c(b, "x");
        else strb_format(b, "x%d", i + 1);
    }
    if (u->nout == 1) strb_c(b, ", /, out=None, *, ");
    else {
        strb_c(b, "[");
        for (int i = 0; i < u->nout; i++) strb_format(b, ", out%d", i + 1);
        strb_c(b, "], / [, out=(");
        for (int i = 0; i < u->nout; i++) strb_c(b, i ? ", None" : "None");
        strb_c(b, ")], *, ");
    }
    if (!u->core) strb_c(b, "where=True, ");
    strb_c(b, "casting='same_kind', order='K', dtype=None, subok=True[, signature, extobj");
    strb_c(b, u->core ? ", axes, axis])" : "])");
}
static Value get_doc(VM *vm, Ref v)
{
    const Ufunc *u = as_ufunc(v);
    StrB b = STRB_INIT(vm);
    put_parameters(&b, u);
    if (u->doc) {
        strb_c(&b, "\n\n");
        strb_str(&b, u->doc);
    }
    return strb_take(&b);
}

/* ---- the class ---- */
static void traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const Ufunc *u = (const Ufunc *)o;
    if (u->function.function) visit(u->function.function, arg);
    if (u->identity_value) visit(u->identity_value, arg);
}
static void clear(VM *vm, Obj *o)
{
    value_clear(vm, &((Ufunc *)o)->function.function);
    value_clear(vm, &((Ufunc *)o)->identity_value);
}
static void dealloc(VM *vm, Obj *o)
{
    Ufunc *u = (Ufunc *)o;
    clear(vm, o);
    release(vm, u->name_text);
    release(vm, u->doc);
    if (u->core) mem_free(vm->mem, u->core, sizeof *u->core);
    obj_free(vm, o, sizeof *u);
}
static Value object_reduce(VM *vm, const Ref *args, int n, Ref kwnames) { return ufunc_text(vm, as_ufunc(args[0])); }

static const GetSetDef getsets[] = {
    {"__name__", get_name, NULL, NULL},   {"__doc__", get_doc, NULL, NULL},         {"nin", get_nin, NULL, NULL},           {"nout", get_nout, NULL, NULL},
    {"nargs", get_nargs, NULL, NULL},     {"ntypes", get_ntypes, NULL, NULL},       {"types", get_types, NULL, NULL},       {"identity", get_identity, NULL, NULL},
    {"signature", get_signature, NULL, NULL}, {NULL, NULL, NULL, NULL},
};
static const NativeDef methods[] = {
    {"reduce", ufunc_method_reduce, "self, /, *args, **kwargs", NULL, NATIVE_RAW},
    {"accumulate", ufunc_method_accumulate, "self, /, *args, **kwargs", NULL, NATIVE_RAW},
    {"reduceat", ufunc_method_reduceat, "self, /, *args, **kwargs", NULL, NATIVE_RAW},
    {"outer", ufunc_method_outer, "self, /, *args, **kwargs", NULL, NATIVE_RAW},
    {"at", ufunc_method_at, "self, /, *args, **kwargs", NULL, NATIVE_RAW},
    {"__reduce__", object_reduce, "self, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const TypeDef ufunc_def = {
    .name = "numpy.ufunc",
    .doc = NULL,
    .kind = KIND_OPAQUE,
    .size = sizeof(Ufunc),
    .flags = TYPE_GC | TYPE_NO_NEW | TYPE_WEAKREF,
    .s = {.repr = ufunc_repr, .call = ufunc_object_call},
    .dealloc = dealloc,
    .traverse = traverse,
    .clear = clear,
    .methods = methods,
    .getsets = getsets,
};

/* ---- make ---- */
Value ufunc_of_row(VM *vm, Np *np, const UfuncRow *row)
{
    Ufunc *u = (Ufunc *)obj_alloc(vm, np->ufunc, sizeof *u);
    if (!u) return NO_VALUE;
    u->name = row->name;
    u->nin = row->nin;
    u->nout = row->nout;
    u->identity = row->identity;
    u->resolver = row->resolver;
    u->flags = row->flags;
    u->signature = row->signature;
    u->loops = row->loops;
    u->n_loops = row->n_loops;
    if (row->signature && !(u->core = signature_parse(vm, row->signature, row->nin, row->nout))) {
        release(vm, VAL(u));
        return NO_VALUE;
    }
    return VAL(u);
}

static Value fn_frompyfunc(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    int64_t nin, nout;
    if (!np || !num_index_i64(vm, args[1], &nin) || !num_index_i64(vm, args[2], &nout)) return NO_VALUE;
    if (!type_of(vm, args[0])->s.call) return err_raise(vm, EXC_TypeError, "function must be callable");
    if (nin < 0 || nout < 0 || nin > UFUNC_OPERANDS || nout > UFUNC_OPERANDS || nin + nout > UFUNC_OPERANDS)
        return err_raise(vm, EXC_ValueError, "Cannot construct a ufunc with more than %d operands (requested number were: inputs = %lld and outputs = %lld)", UFUNC_OPERANDS, nin, nout);
    Value of = NO_VALUE;
    int found = obj_lookup_attr(vm, args[0], NAME(__name__), &of);
    if (found < 0) return NO_VALUE;
    Value name = str_format(vm, "%S (vectorized)", found && is_str(of) ? (Ref)of : NAME(empty));
    if (found != 1 || !is_str(of)) value_put(vm, &name, str_from_c(vm, "? (vectorized)"));
    release(vm, of);
    name = name ? str_intern(vm, name) : NO_VALUE;
    Ufunc *u = name ? (Ufunc *)obj_alloc(vm, np->ufunc, sizeof *u) : NULL;
    size_t bytes;
    if (!u || !(u->name = str_utf8(vm, name, &bytes))) {
        release(vm, name);
        release(vm, VAL(u));
        return NO_VALUE;
    }
    u->name_text = name;
    u->nin = (int)nin;
    u->nout = (int)nout;
    u->function = (FunctionLoop){retain(args[0]), u->nin, u->nout};
    memset(u->own_types, 'O', (size_t)(nin + nout));
    u->own = (LoopRow){u->own_types, loop_function, &u->function};
    u->loops = &u->own;
    u->n_loops = 1;
    u->doc = str_from_c(vm, "dynamic ufunc based on a python function");
    if (args[3]) {
        u->flags = UFUNC_REORDERABLE;
        if (!is_none(args[3])) {
            u->identity = IDENTITY_OBJECT;
            u->identity_value = retain(args[3]);
        }
    }
    return VAL(u);
}
static Value fn_add_newdoc(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    if (!np) return NO_VALUE;
    if (!is_ufunc(args[0], np) || !is_str(args[1])) return err_raise(vm, EXC_TypeError, "_add_newdoc_ufunc() takes a ufunc and a str");
    Ufunc *u = as_ufunc(args[0]);
    if (u->doc) return err_raise(vm, EXC_ValueError, "Cannot change docstring of ufunc with non-NULL docstring");
    u->doc = retain(args[1]);
    return V_NONE;
}
static const NativeDef functions[] = {
    {"frompyfunc", fn_frompyfunc, "func, /, nin, nout, *, identity=None", NULL, NATIVE_KW},
    {"_add_newdoc_ufunc", fn_add_newdoc, "ufunc, new_docstring, /", NULL, 0},
};

bool ufunc_open(VM *vm, Np *np, Dict *ns)
{
    if (!np->ufunc && !(np->ufunc = type_from_def(vm, &ufunc_def, NULL))) return false;
    if (!np->numeric_ops && !(np->numeric_ops = dict_new(vm))) return false;
    if (!module_add_type(vm, ns, np->ufunc)) return false;
    for (size_t i = 0; i < sizeof ufunc_rows / sizeof *ufunc_rows; i++) {
        Value u = ufunc_of_row(vm, np, &ufunc_rows[i]);
        bool ok = u && dict_set_c(vm, np->numeric_ops, ufunc_rows[i].name, u) && dict_set_c(vm, REF(ns), ufunc_rows[i].name, u);
        release(vm, u);
        if (!ok) return false;
    }
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++) {
        Ref u = dict_get_c(vm, REF(ns), aliases[i].of);
        if (!u || !dict_set_c(vm, REF(ns), aliases[i].name, u)) return false;
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!module_add(vm, ns, functions[i].name, native_new(vm, &functions[i], NULL, NULL))) return false;
    return ufunc_errors_open(vm, np, ns) && ufunc_operators_open(vm, np, ns);
}

/* ---- for C ---- */
Ref ufunc_named(VM *vm, Np *np, const char *name)
{
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (!strcmp(aliases[i].name, name)) name = aliases[i].of;
    return dict_get_c(vm, np->numeric_ops, name);
}
Value ufunc_call(VM *vm, Ref ufunc, const Ref *operands, int n) { return call(vm, ufunc, operands, n, NULL); }
Value ufunc_reduce(VM *vm, Ref ufunc, Ref array, Ref axis, Ref dtype, Ref out, bool keepdims)
{
    Value names = tuple_new(vm, 1), keep = str_intern_c(vm, "keepdims"), result = NO_VALUE;
    if (names && keep) {
        as_tuple(names)->items[0] = keep;
        keep = NO_VALUE;
        Value method = obj_getattr_c(vm, ufunc, "reduce");
        Ref args[] = {array, axis ? axis : (Ref)make_small(0), dtype ? dtype : V_NONE, out ? out : V_NONE, make_bool(keepdims)};
        result = method ? call(vm, method, args, 4, names) : NO_VALUE;
        release(vm, method);
    }
    release(vm, keep);
    release(vm, names);
    return result;
}
