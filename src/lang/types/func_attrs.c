/* func_attrs.c: the classes of functions: written in Python, written in C, and bound methods: their attributes, binding,
 * comparison and text. How they are called is func.c's and call.c's.
 */
#include "lang/object/args.h"
#include "lang/object/sig.h"
#include "lang/object/vm.h"

static Value or_none(Ref v) { return v ? retain(v) : V_NONE; }
static bool readonly(VM *vm, Ref o, Ref v) { return err_false(vm, EXC_AttributeError, "readonly attribute"); }

/* ---- function ---- */

static Value fn_name(VM *vm, Ref o) { return retain(REF(as_function(o)->name)); }
static Value fn_qualname(VM *vm, Ref o) { return retain(REF(as_function(o)->qualname)); }

static bool set_str(VM *vm, Str **place, Ref v, const char *what)
{
    if (!v || !is_str(v)) return err_false(vm, EXC_TypeError, "%s must be set to a string object", what);
    Str *old = *place;
    *place = (Str *)retain(v);
    release(vm, VAL(old));
    return true;
}
static bool fn_set_name(VM *vm, Ref o, Ref v) { return set_str(vm, &as_function(o)->name, v, "__name__"); }
static bool fn_set_qualname(VM *vm, Ref o, Ref v) { return set_str(vm, &as_function(o)->qualname, v, "__qualname__"); }

static bool know_doc(VM *vm, Function *f) { return f->doc || (f->doc = code_doc(vm, f->code)); }
static Value fn_doc(VM *vm, Ref o) { return know_doc(vm, as_function(o)) ? retain(as_function(o)->doc) : NO_VALUE; }
static bool fn_set_doc(VM *vm, Ref o, Ref v) { return value_put(vm, &as_function(o)->doc, v ? retain(v) : V_NONE), true; }
static Value fn_module(VM *vm, Ref o) { return or_none(as_function(o)->module); }
static bool fn_set_module(VM *vm, Ref o, Ref v) { return value_put(vm, &as_function(o)->module, v ? retain(v) : V_NONE), true; }

static Value fn_defaults(VM *vm, Ref o) { return or_none(as_function(o)->defaults); }
static bool fn_set_defaults(VM *vm, Ref o, Ref v)
{
    if (v && !is_none(v) && !is_tuple(v)) return err_false(vm, EXC_TypeError, "__defaults__ must be set to a tuple object");
    value_put(vm, &as_function(o)->defaults, v && !is_none(v) ? retain(v) : NO_VALUE);
    return true;
}

static Value fn_kwdefaults(VM *vm, Ref o) { return or_none(as_function(o)->kwdefaults); }
static bool fn_set_kwdefaults(VM *vm, Ref o, Ref v)
{
    if (v && !is_none(v) && !is_dict(v)) return err_false(vm, EXC_TypeError, "__kwdefaults__ must be set to a dict object");
    value_put(vm, &as_function(o)->kwdefaults, v && !is_none(v) ? retain(v) : NO_VALUE);
    return true;
}

/* The compiler leaves names and values in a tuple; most are never asked for. */
static Value annotations_dict(VM *vm, Ref raw)
{
    Value d = dict_new(vm);
    const Tuple *t = raw && is_tuple(raw) ? as_tuple(raw) : NULL;
    for (int64_t i = 0; d && t && i < t->len;) {
        const Tuple *pair = is_tuple(t->items[i]) ? as_tuple(t->items[i]) : NULL;
        Ref key = pair ? pair->items[0] : t->items[i], v = pair ? pair->items[1] : t->items[i + 1];
        if (!dict_set(vm, d, key, v)) value_clear(vm, &d);
        i += pair ? 1 : 2;
    }
    return d;
}

static Value fn_annotations(VM *vm, Ref o)
{
    Function *f = as_function(o);
    if (!f->annotations || !is_dict(f->annotations)) {
        Value d = annotations_dict(vm, f->annotations);
        if (!d) return NULL;
        value_put(vm, &f->annotations, d);
    }
    return retain(f->annotations);
}

static bool fn_set_annotations(VM *vm, Ref o, Ref v)
{
    if (v && !is_none(v) && !is_dict(v)) return err_false(vm, EXC_TypeError, "__annotations__ must be set to a dict object");
    value_put(vm, &as_function(o)->annotations, v && !is_none(v) ? retain(v) : NO_VALUE);
    return true;
}

static Value fn_code(VM *vm, Ref o) { return retain(REF(as_function(o)->code)); }
static bool fn_set_code(VM *vm, Ref o, Ref v)
{
    Function *f = as_function(o);
    if (!v || !is_kind(v, KIND_CODE)) return err_false(vm, EXC_TypeError, "__code__ must be set to a code object");
    if (as_code(v)->nfree != f->code->nfree)
        return err_false(vm, EXC_ValueError, "%U() requires a code object with %d free vars, not %d", REF(f->name), (int)f->code->nfree, (int)as_code(v)->nfree);
    if (!know_doc(vm, f)) return false;
    Code *old = f->code;
    f->code = (Code *)retain(v);
    release(vm, VAL(old));
    return true;
}

static Value fn_closure(VM *vm, Ref o)
{
    const Function *f = as_function(o);
    return f->closure ? tuple_from(vm, as_refs(f->closure), f->code->nfree) : V_NONE;
}

static Value fn_dict(VM *vm, Ref o) { return obj_dict(vm, o); }
static bool fn_set_dict(VM *vm, Ref o, Ref v) { return v ? inst_dict_getset.set(vm, o, v) : err_false(vm, EXC_TypeError, "cannot delete __dict__"); }

static Value fn_repr(VM *vm, Ref o) { return str_format(vm, "<function %U at 0x%llx>", REF(as_function(o)->qualname), (long long)BITS(o)); }

static Value fn_get(VM *vm, Ref f, Ref o, Ref type) { return !o || (is_none(o) && type != REF(CLASS(NoneType))) ? retain(f) : method_new(vm, f, o); }

static bool set_closure(VM *vm, Function *f, Ref closure)
{
    uint16_t want = f->code->nfree;
    if (!closure || is_none(closure)) {
        return want == 0 || err_false(vm, EXC_TypeError, "arg 5 (closure) must be tuple");
    }
    if (!is_tuple(closure)) return err_false(vm, EXC_TypeError, "arg 5 (closure) must be None or tuple");
    if (as_tuple(closure)->len != want)
        return err_false(vm, EXC_ValueError, "%U requires closure of length %d, not %lld", REF(f->code->name), (int)want, (long long)as_tuple(closure)->len);
    if (!want) return true;
    f->closure = mem_zalloc(vm->mem, want * sizeof(Value));
    if (!f->closure) return err_no_memory(vm), false;
    for (uint16_t i = 0; i < want; i++) {
        Ref cell = as_tuple(closure)->items[i];
        if (!is_kind(cell, KIND_CELL)) return err_false(vm, EXC_TypeError, "arg 5 (closure) expected cell, found %T", cell);
        f->closure[i] = retain(cell);
    }
    return true;
}

static Value fn_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"code", "globals", "name", "argdefs", "closure"};
    Ref a[5] = {NULL, NULL, NULL, NULL, NULL};
    if (!args_bind(vm, "function", args, n, kwnames, names, 5, a)) return NULL;
    for (int i = 0; i < 2; i++)
        if (!a[i]) return err_raise(vm, EXC_TypeError, "function() missing required argument '%s' (pos %d)", names[i], i + 1);
    if (!is_kind(a[0], KIND_CODE)) return err_raise(vm, EXC_TypeError, "function() argument 'code' must be code, not %T", a[0]);
    if (!is_dict(a[1])) return err_raise(vm, EXC_TypeError, "function() argument 'globals' must be dict, not %T", a[1]);
    if (a[2] && !is_none(a[2]) && !is_str(a[2])) return err_raise(vm, EXC_TypeError, "arg 3 (name) must be None or string");
    if (a[3] && !is_none(a[3]) && !is_tuple(a[3])) return err_raise(vm, EXC_TypeError, "arg 4 (defaults) must be None or tuple");
    Value v = function_new(vm, a[0], a[1]);
    if (!v) return NULL;
    Function *f = as_function(v);
    bool ok = set_closure(vm, f, a[4]);
    if (ok && a[2] && !is_none(a[2])) ok = fn_set_name(vm, v, a[2]) && fn_set_qualname(vm, v, a[2]);
    if (ok && a[3] && !is_none(a[3])) f->defaults = retain(a[3]);
    if (ok) return v;
    release(vm, v);
    return NULL;
}

static void fn_clear(VM *vm, Obj *o)
{
    Function *f = (Function *)o;
    for (uint16_t i = 0; f->closure && i < f->code->nfree; i++) value_clear(vm, &f->closure[i]);
    value_clear(vm, &f->defaults);
    value_clear(vm, &f->kwdefaults);
    value_clear(vm, &f->annotations);
    value_clear(vm, &f->doc);
}

static void fn_dealloc(VM *vm, Obj *o)
{
    Function *f = (Function *)o;
    fn_clear(vm, o);
    if (f->closure) mem_free(vm->mem, f->closure, f->code->nfree * sizeof(Value));
    f->closure = NULL;
    value_clear(vm, &f->module);
    release(vm, VAL(f->code));
    release(vm, VAL(f->globals));
    release(vm, VAL(f->builtins));
    release(vm, VAL(f->name));
    release(vm, VAL(f->qualname));
    obj_free(vm, o, sizeof *f);
}

static void fn_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const Function *f = (const Function *)o;
    Ref parts[] = {REF(f->globals), REF(f->builtins), f->defaults, f->kwdefaults, f->annotations, f->doc, f->module};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i]) visit(parts[i], arg);
    for (uint16_t i = 0; f->closure && i < f->code->nfree; i++)
        if (f->closure[i]) visit(f->closure[i], arg);
}

static const GetSetDef fn_getsets[] = {
    {"__closure__", fn_closure, readonly, NULL},
    {"__doc__", fn_doc, fn_set_doc, NULL},
    {"__module__", fn_module, fn_set_module, NULL},
    {"__code__", fn_code, fn_set_code, NULL},
    {"__defaults__", fn_defaults, fn_set_defaults, NULL},
    {"__kwdefaults__", fn_kwdefaults, fn_set_kwdefaults, NULL},
    {"__annotations__", fn_annotations, fn_set_annotations, NULL},
    {"__name__", fn_name, fn_set_name, NULL},
    {"__qualname__", fn_qualname, fn_set_qualname, NULL},
    {"__dict__", fn_dict, fn_set_dict, NULL},
    {NULL, NULL, NULL, NULL},
};

static const MemberRow fn_members[] = {
    {"__globals__", offsetof(Function, globals)},
    {"__builtins__", offsetof(Function, builtins)},
    {NULL, 0},
};

const TypeDef function_def = {
    .name = "function",
    .doc = "Create a function object.",
    .kind = KIND_FUNCTION,
    .size = sizeof(Function),
    .flags = TYPE_GC | TYPE_ATTRS | TYPE_WEAKREF,
    .s = {.repr = fn_repr, .call = function_call, .descr_get = fn_get, .new_ = fn_new},
    .dealloc = fn_dealloc,
    .traverse = fn_traverse,
    .clear = fn_clear,
    .getsets = fn_getsets,
    .members = fn_members,
};

/* ---- builtin_function_or_method ---- */

static Native *as_native(Ref v) { return (Native *)as_obj(v); }
static bool is_method(const Native *f) { return f->self && !is_module(f->self); }

static Value native_repr(VM *vm, Ref o)
{
    const Native *f = as_native(o);
    if (!is_method(f)) return str_format(vm, "<built-in function %s>", f->def->name);
    return str_format(vm, "<built-in method %s of %T object at 0x%llx>", f->def->name, REF(f->self), (long long)BITS(f->self));
}

static Value native_name(VM *vm, Ref o) { return str_from_c(vm, as_native(o)->def->name); }
static Value native_qualname(VM *vm, Ref o)
{
    const Native *f = as_native(o);
    if (!is_method(f)) return native_name(vm, o);
    const Type *t = is_type(f->self) ? as_type(f->self) : type_of(vm, f->self);
    return str_format(vm, "%U.%s", REF(t->qualname), f->def->name);
}
static Value native_doc(VM *vm, Ref o) { return doc_of_row(vm, as_native(o)->def, as_native(o)->def->doc); }
static Value native_module(VM *vm, Ref o) { return is_method(as_native(o)) ? V_NONE : or_none(as_native(o)->module); }
static bool native_set_module(VM *vm, Ref o, Ref v)
{
    value_put(vm, &as_native(o)->module, v ? retain(v) : V_NONE);
    return true;
}
static Value native_self(VM *vm, Ref o)
{
    const Native *f = as_native(o);
    if (f->self) return retain(f->self);
    Ref m = f->module && is_str(f->module) && vm->modules ? dict_get_str(vm, REF(vm->modules), f->module) : NULL;
    return or_none(m);
}
static Value native_signature(VM *vm, Ref o)
{
    const Native *f = as_native(o);
    if (!f->def->sig) return V_NONE;
    if (f->self || f->owner) return str_format(vm, "($%s)", f->def->sig);
    return f->def->sig[0] ? str_format(vm, "($module, %s)", f->def->sig) : str_from_c(vm, "($module)");
}

static Value native_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if ((op != CMP_EQ && op != CMP_NE) || !is_kind(b, KIND_NATIVE)) return V_NOTIMPL;
    bool same = as_native(a)->def == as_native(b)->def && as_native(a)->self == as_native(b)->self;
    return make_bool(same == (op == CMP_EQ));
}
static bool native_hash(VM *vm, Ref o, int64_t *hash)
{
    *hash = (int64_t)(BITS(as_native(o)->self) >> 4 ^ (uintptr_t)as_native(o)->def >> 3);
    return true;
}

/* pickle and copy: by name, or through the object it is bound to */
static Value bound_reduce(VM *vm, Ref self, Ref name)
{
    Ref getattr = dict_get_c(vm, REF(vm->builtins), "getattr");
    if (!getattr) return err_raise(vm, EXC_RuntimeError, "no getattr");
    Value inner = tuple_of(vm, 2, self, name);
    Value r = inner ? tuple_of(vm, 2, getattr, REF(inner)) : NO_VALUE;
    release(vm, inner);
    return r;
}
static Value native_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value name = native_name(vm, args[0]);
    if (!name || !is_method(as_native(args[0]))) return name;
    Value r = bound_reduce(vm, as_native(args[0])->self, name);
    release(vm, name);
    return r;
}

static void native_dealloc(VM *vm, Obj *o)
{
    Native *f = (Native *)o;
    if (f->sig) sig_free(vm, f->sig);
    value_clear(vm, &f->self);
    value_clear(vm, &f->module);
    obj_free(vm, o, sizeof *f);
}
static void native_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const Native *f = (const Native *)o;
    if (f->self) visit(f->self, arg);
    if (f->module) visit(f->module, arg);
}

static const NativeDef native_methods[] = {
    {"__reduce__", native_reduce, "self, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef native_getsets[] = {
    {"__module__", native_module, native_set_module, NULL},
    {"__doc__", native_doc, NULL, NULL},
    {"__name__", native_name, NULL, NULL},
    {"__qualname__", native_qualname, NULL, NULL},
    {"__self__", native_self, NULL, NULL},
    {"__text_signature__", native_signature, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const TypeDef native_def = {
    .name = "builtin_function_or_method",
    .kind = KIND_NATIVE,
    .size = sizeof(Native),
    .flags = TYPE_GC | TYPE_WEAKREF,
    .s = {.repr = native_repr, .call = native_object_call, .compare = native_compare, .hash = native_hash},
    .dealloc = native_dealloc,
    .traverse = native_traverse,
    .methods = native_methods,
    .getsets = native_getsets,
};

/* ---- method ---- */

static Method *as_method(Ref v) { return (Method *)as_obj(v); }

static Value m_func(VM *vm, Ref o) { return retain(as_method(o)->fn); }
static Value m_self(VM *vm, Ref o) { return retain(as_method(o)->self); }
static Value m_doc(VM *vm, Ref o)
{
    Value v;
    int has = obj_lookup_attr(vm, as_method(o)->fn, NAME(__doc__), &v);
    return has < 0 ? NO_VALUE : has ? v : V_NONE;
}

/* What a method lacks, its function has. */
static Value m_getattr(VM *vm, Ref o, Ref name)
{
    Type *t = CLASS(method);
    Ref d = type_lookup(vm, t, name);
    if (!d) return obj_getattr(vm, as_method(o)->fn, name);
    TernaryFn get = type_of(vm, d)->s.descr_get;
    return get ? get(vm, d, o, REF(t)) : retain(d);
}

static Value m_repr(VM *vm, Ref o)
{
    const Method *m = as_method(o);
    Value name;
    int has = obj_lookup_attr(vm, m->fn, NAME(__qualname__), &name);
    if (has == 0) has = obj_lookup_attr(vm, m->fn, NAME(__name__), &name);
    if (has < 0) return NULL;
    Value r;
    if (has && is_str(name)) r = str_format(vm, "<bound method %U of %R>", REF(name), REF(m->self));
    else r = str_format(vm, "<bound method ? of %R>", REF(m->self));
    release(vm, name);
    return r;
}

static Value m_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if ((op != CMP_EQ && op != CMP_NE) || !is_kind(b, KIND_METHOD)) return V_NOTIMPL;
    int same = as_method(a)->self == as_method(b)->self;
    if (same) same = op_compare_bool(vm, as_method(a)->fn, as_method(b)->fn, CMP_EQ);
    return same < 0 ? NO_VALUE : make_bool(same == (op == CMP_EQ));
}

static bool m_hash(VM *vm, Ref o, int64_t *hash)
{
    int64_t h;
    if (!op_hash(vm, as_method(o)->fn, &h)) return false;
    *hash = (int64_t)(BITS(as_method(o)->self) >> 4) ^ h;
    if (*hash == -1) *hash = -2;
    return true;
}


static Value m_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    if (!args_no_kw(vm, "method", kwnames) || !args_count(vm, "method", n, 2, 2)) return NULL;
    if (!type_of(vm, args[0])->s.call) return err_raise(vm, EXC_TypeError, "first argument must be callable");
    if (is_none(args[1])) return err_raise(vm, EXC_TypeError, "instance must not be None");
    return method_new(vm, args[0], args[1]);
}

static Value m_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value name = obj_getattr(vm, as_method(args[0])->fn, NAME(__name__));
    Value r = name ? bound_reduce(vm, as_method(args[0])->self, name) : NO_VALUE;
    release(vm, name);
    return r;
}

static void m_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((Method *)o)->fn);
    value_clear(vm, &((Method *)o)->self);
    obj_free(vm, o, sizeof(Method));
}
static void m_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((Method *)o)->fn) visit(((Method *)o)->fn, arg);
    if (((Method *)o)->self) visit(((Method *)o)->self, arg);
}

static const NativeDef m_methods[] = {
    {"__reduce__", m_reduce, "self, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef m_getsets[] = {
    {"__func__", m_func, readonly, "the function (or other callable) implementing a method"},
    {"__self__", m_self, readonly, "the instance to which a method is bound"},
    {"__doc__", m_doc, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const TypeDef method_def = {
    .name = "method",
    .doc = "Create a bound instance method object.",
    .kind = KIND_METHOD,
    .size = sizeof(Method),
    .flags = TYPE_GC | TYPE_WEAKREF,
    .s = {.repr = m_repr, .call = method_object_call, .getattr = m_getattr, .compare = m_compare, .hash = m_hash, .new_ = m_new},
    .dealloc = m_dealloc,
    .traverse = m_traverse,
    .methods = m_methods,
    .getsets = m_getsets,
};
