/* descr.c: descriptors: C methods, classmethods of C types, computed attributes (getset), __slots__ members, and the
 * wrappers a program makes: classmethod, staticmethod, property. Slot wrappers are in slot_wrap.c.
 */
#include "lang/object/args.h"
#include "lang/object/sig.h"
#include "slot_rows.h"
#include "lang/object/vm.h"

/* ---- making ---- */

Value descr_new(VM *vm, Type *cls, Type *owner, Ref name, const NativeDef *def, const SlotRow *row)
{
    MethodDescr *d = (MethodDescr *)obj_alloc(vm, cls, sizeof *d);
    if (!d) return NULL;
    d->def = def;
    d->owner = owner;
    d->name = (Str *)retain(name);
    d->slot = row;
    return VAL(d);
}

Value getset_new(VM *vm, Type *owner, const GetSetDef *def)
{
    GetSetDescr *d = (GetSetDescr *)obj_alloc(vm, CLASS(getset_descriptor), sizeof *d);
    if (!d) return NULL;
    d->def = def;
    d->owner = owner;
    d->name = (Str *)str_intern_c(vm, def->name);
    if (!d->name) return release(vm, VAL(d)), NO_VALUE;
    return VAL(d);
}

Value member_new(VM *vm, Type *owner, Ref name, uint32_t offset)
{
    MemberDescr *d = (MemberDescr *)obj_alloc(vm, CLASS(member_descriptor), sizeof *d);
    if (!d) return NULL;
    d->owner = owner;
    d->name = (Str *)retain(name);
    d->offset = offset;
    return VAL(d);
}

Value wrapped_new(VM *vm, Type *cls, Ref fn)
{
    Wrapped *w = (Wrapped *)obj_alloc(vm, cls, cls->inst_size);
    if (!w) return NULL;
    w->fn = retain(fn);
    return VAL(w);
}

/* ---- shared ---- */

static Value qualified(VM *vm, const Type *owner, const Str *name) { return str_format(vm, "%U.%U", REF(owner->qualname), REF(name)); }

static bool applies(VM *vm, const Type *owner, const Str *name, Ref o)
{
    if (type_is_subtype(type_of(vm, o), owner)) return true;
    return err_false(vm, EXC_TypeError, "descriptor '%U' for '%N' objects doesn't apply to a '%T' object", REF(name), owner, o);
}

/* ---- method_descriptor, classmethod_descriptor ---- */

static MethodDescr *as_descr(Ref v) { return (MethodDescr *)as_obj(v); }

static Value method_call(VM *vm, Ref f, const Ref *args, int n, Ref kwnames)
{
    MethodDescr *d = as_descr(f);
    if (n < 1) return err_raise(vm, EXC_TypeError, "unbound method %U.%U() needs an argument", REF(d->owner->qualname), REF(d->name));
    if (!applies(vm, d->owner, d->name, args[0])) return NULL;
    return native_call(vm, d->def, &d->sig, d->owner, args, n, kwnames);
}

static Value bound_native(VM *vm, MethodDescr *d, Ref self)
{
    if (!d->sig && !(d->def->flags & NATIVE_RAW) && !(d->sig = sig_parse(vm, d->def, true))) return NULL;
    Value f = native_new(vm, d->def, self, V_NONE);
    if (!f) return NULL;
    Native *bound = (Native *)as_obj(f);
    bound->owner = d->owner;
    if (d->sig) bound->sig = sig_share(d->sig);
    return f;
}

static Value method_get(VM *vm, Ref f, Ref o, Ref type)
{
    MethodDescr *d = as_descr(f);
    if (!o) return retain(f);
    return applies(vm, d->owner, d->name, o) ? bound_native(vm, d, o) : NO_VALUE;
}

static Value class_get(VM *vm, Ref f, Ref o, Ref type)
{
    MethodDescr *d = as_descr(f);
    Ref cls = type ? type : REF(type_of(vm, o));
    if (!is_type(cls)) return err_raise(vm, EXC_TypeError, "descriptor '%U' for type '%N' needs a type, not a '%T' as arg 2", REF(d->name), d->owner, cls);
    if (!type_is_subtype(as_type(cls), d->owner))
        return err_raise(vm, EXC_TypeError, "descriptor '%U' requires a subtype of '%N' but received '%N'", REF(d->name), d->owner, as_type(cls));
    return bound_native(vm, d, cls);
}

static Value class_call(VM *vm, Ref f, const Ref *args, int n, Ref kwnames)
{
    MethodDescr *d = as_descr(f);
    if (n < 1) return err_raise(vm, EXC_TypeError, "descriptor '%U' of '%N' object needs an argument", REF(d->name), d->owner);
    Value bound = class_get(vm, f, NULL, args[0]);
    Value r = bound ? call(vm, bound, args + 1, n - 1, kwnames) : NO_VALUE;
    release(vm, bound);
    return r;
}

static Value method_repr(VM *vm, Ref f) { return str_format(vm, "<method '%U' of '%N' objects>", REF(as_descr(f)->name), as_descr(f)->owner); }
static Value method_name(VM *vm, Ref f) { return retain(REF(as_descr(f)->name)); }
static Value method_qualname(VM *vm, Ref f) { return qualified(vm, as_descr(f)->owner, as_descr(f)->name); }
static Value method_objclass(VM *vm, Ref f) { return retain(REF(as_descr(f)->owner)); }
static Value method_doc(VM *vm, Ref f) { return as_descr(f)->def ? doc_of_row(vm, as_descr(f)->def, as_descr(f)->def->doc) : V_NONE; }
static Value method_signature(VM *vm, Ref f)
{
    const NativeDef *def = as_descr(f)->def;
    return def && def->sig ? str_format(vm, "($%s)", def->sig) : V_NONE;
}

static Value method_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value getattr = dict_get_c(vm, REF(vm->builtins), "getattr") ? retain(dict_get_c(vm, REF(vm->builtins), "getattr")) : NO_VALUE;
    if (!getattr) return err_raise(vm, EXC_TypeError, "cannot pickle '%T' object", args[0]);
    Value inner = tuple_of(vm, 2, REF(as_descr(args[0])->owner), REF(as_descr(args[0])->name));
    Value r = inner ? tuple_of(vm, 2, REF(getattr), REF(inner)) : NO_VALUE;
    release(vm, inner);
    release(vm, getattr);
    return r;
}
static const NativeDef method_methods[] = {
    {"__reduce__", method_reduce, "self, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};

static void method_dealloc(VM *vm, Obj *o)
{
    MethodDescr *d = (MethodDescr *)o;
    if (d->sig) sig_free(vm, d->sig);
    release(vm, VAL(d->name));
    obj_free(vm, o, sizeof *d);
}

static const GetSetDef method_getsets[] = {
    {"__name__", method_name, NULL, NULL},
    {"__qualname__", method_qualname, NULL, NULL},
    {"__objclass__", method_objclass, getset_readonly, NULL},
    {"__doc__", method_doc, NULL, NULL},
    {"__text_signature__", method_signature, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const TypeDef method_descr_def = {
    .name = "method_descriptor",
    .kind = KIND_METHOD_DESCR,
    .size = sizeof(MethodDescr),
    .flags = TYPE_NO_NEW,
    .s = {.repr = method_repr, .call = method_call, .descr_get = method_get},
    .dealloc = method_dealloc,
    .methods = method_methods,
    .getsets = method_getsets,
};

const TypeDef classmethod_descr_def = {
    .name = "classmethod_descriptor",
    .kind = KIND_METHOD_DESCR,
    .size = sizeof(MethodDescr),
    .flags = TYPE_NO_NEW,
    .s = {.repr = method_repr, .call = class_call, .descr_get = class_get},
    .dealloc = method_dealloc,
    .getsets = method_getsets,
};

/* ---- getset_descriptor ---- */

static GetSetDescr *as_getset(Ref v) { return (GetSetDescr *)as_obj(v); }

static Value getset_get(VM *vm, Ref f, Ref o, Ref type)
{
    const GetSetDescr *d = as_getset(f);
    if (!o) return retain(f);
    Value answer;
    if (__builtin_expect(vm->answers, 0) && vm->answer_attribute(vm, f, o, NULL, &answer)) return answer;
    return applies(vm, d->owner, d->name, o) ? d->def->get(vm, o) : NO_VALUE;
}

static bool getset_set(VM *vm, Ref f, Ref o, Ref v)
{
    const GetSetDescr *d = as_getset(f);
    Value answer;
    if (__builtin_expect(vm->answers, 0) && vm->answer_attribute(vm, f, o, v ? v : V_NOTIMPL, &answer)) return answer ? (release(vm, answer), true) : false;
    if (!applies(vm, d->owner, d->name, o)) return false;
    if (d->def->set) return d->def->set(vm, o, v);
    return err_false(vm, EXC_AttributeError, "attribute '%U' of '%N' objects is not writable", REF(d->name), d->owner);
}

bool getset_readonly(VM *vm, Ref self, Ref v) { return err_false(vm, EXC_AttributeError, "readonly attribute"); }

static Value getset_repr(VM *vm, Ref f) { return str_format(vm, "<attribute '%U' of '%N' objects>", REF(as_getset(f)->name), as_getset(f)->owner); }
static Value getset_name(VM *vm, Ref f) { return retain(REF(as_getset(f)->name)); }
static Value getset_qualname(VM *vm, Ref f) { return qualified(vm, as_getset(f)->owner, as_getset(f)->name); }
static Value getset_objclass(VM *vm, Ref f) { return retain(REF(as_getset(f)->owner)); }
static Value getset_doc(VM *vm, Ref f) { return doc_of_row(vm, as_getset(f)->def, as_getset(f)->def->doc); }

bool descr_row(VM *vm, Ref o, const void **row, const char **doc, const char **name)
{
    const NativeDef *method = is_kind(o, KIND_METHOD_DESCR) ? as_descr(o)->def : NULL;
    const GetSetDef *attribute = is_kind(o, KIND_GETSET) ? as_getset(o)->def : NULL;
    if (method) *row = method, *doc = method->doc, *name = method->name;
    else if (attribute) *row = attribute, *doc = attribute->doc, *name = attribute->name;
    return method || attribute;
}

static void getset_dealloc(VM *vm, Obj *o)
{
    release(vm, VAL(((GetSetDescr *)o)->name));
    obj_free(vm, o, sizeof(GetSetDescr));
}

static const GetSetDef getset_getsets[] = {
    {"__name__", getset_name, NULL, NULL},
    {"__qualname__", getset_qualname, NULL, NULL},
    {"__objclass__", getset_objclass, getset_readonly, NULL},
    {"__doc__", getset_doc, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const TypeDef getset_def = {
    .name = "getset_descriptor",
    .kind = KIND_GETSET,
    .size = sizeof(GetSetDescr),
    .flags = TYPE_NO_NEW,
    .s = {.repr = getset_repr, .descr_get = getset_get, .descr_set = getset_set},
    .dealloc = getset_dealloc,
    .getsets = getset_getsets,
};

/* ---- member_descriptor: a value at a place in the object (or, offset 0, among its attributes) ---- */

static MemberDescr *as_member(Ref v) { return (MemberDescr *)as_obj(v); }
static Value *place(const MemberDescr *d, Ref o) { return (Value *)(void *)((char *)as_obj(o) + d->offset); }

static Value member_get(VM *vm, Ref f, Ref o, Ref type)
{
    const MemberDescr *d = as_member(f);
    if (!o) return retain(f);
    if (!applies(vm, d->owner, d->name, o)) return NULL;
    Ref v = NULL;
    if (d->item >= MEMBER_ITEM0) v = d->item - MEMBER_ITEM0 < as_tuple(o)->len ? as_tuple(o)->items[d->item - MEMBER_ITEM0] : NO_VALUE;
    else v = d->offset ? *place(d, o) : inst_get(vm, as_obj(o), REF(d->name));
    return v ? retain(v) : err_type_name(vm, REF(d->name), o);
}

static bool member_set(VM *vm, Ref f, Ref o, Ref v)
{
    const MemberDescr *d = as_member(f);
    if (!applies(vm, d->owner, d->name, o)) return false;
    if (d->item) return getset_readonly(vm, o, v);
    if (!d->offset && v) return inst_set(vm, as_obj(o), REF(d->name), v);
    int had = d->offset ? *place(d, o) != NULL : inst_del(vm, as_obj(o), REF(d->name));
    if (had < 0) return false;
    if (!had && !v) return err_false(vm, EXC_AttributeError, "%U", REF(d->name));
    if (d->offset) value_put(vm, place(d, o), v ? retain(v) : NO_VALUE);
    return true;
}

static Value member_repr(VM *vm, Ref f) { return str_format(vm, "<member '%U' of '%N' objects>", REF(as_member(f)->name), as_member(f)->owner); }
static Value member_name(VM *vm, Ref f) { return retain(REF(as_member(f)->name)); }
static Value member_qualname(VM *vm, Ref f) { return qualified(vm, as_member(f)->owner, as_member(f)->name); }
static Value member_objclass(VM *vm, Ref f) { return retain(REF(as_member(f)->owner)); }
static Value member_doc(VM *vm, Ref f) { return V_NONE; }

static void member_dealloc(VM *vm, Obj *o)
{
    release(vm, VAL(((MemberDescr *)o)->name));
    obj_free(vm, o, sizeof(MemberDescr));
}

static const GetSetDef member_getsets[] = {
    {"__name__", member_name, NULL, NULL},
    {"__qualname__", member_qualname, NULL, NULL},
    {"__objclass__", member_objclass, getset_readonly, NULL},
    {"__doc__", member_doc, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const TypeDef member_def = {
    .name = "member_descriptor",
    .kind = KIND_MEMBER,
    .size = sizeof(MemberDescr),
    .flags = TYPE_NO_NEW,
    .s = {.repr = member_repr, .descr_get = member_get, .descr_set = member_set},
    .dealloc = member_dealloc,
    .getsets = member_getsets,
};

/* ---- classmethod, staticmethod ---- */

static Wrapped *as_wrapped(Ref v) { return (Wrapped *)as_obj(v); }

static Value wrap_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    Wrapped *w = (Wrapped *)obj_alloc(vm, as_type(cls), as_type(cls)->inst_size);
    return VAL(w);
}

/* What a decorator would keep of the function: copied so that introspection sees through. */
static bool copy_names(VM *vm, Ref w, Ref fn)
{
    Ref names[] = {NAME(__module__), NAME(__name__), NAME(__qualname__), NAME(__doc__), NAME(__annotations__)};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Value v;
        int has = obj_lookup_attr(vm, fn, names[i], &v);
        bool ok = has >= 0 && (!has || inst_set(vm, as_obj(w), names[i], v));
        release(vm, v);
        if (!ok) return false;
    }
    return true;
}

static bool wrap_init(VM *vm, Ref self, const char *name, const Ref *args, int n, Ref kwnames)
{
    if (!args_no_kw(vm, name, kwnames) || !args_count(vm, name, n, 1, 1)) return false;
    value_put(vm, &as_wrapped(self)->fn, retain(args[0]));
    return copy_names(vm, self, args[0]);
}
static bool classmethod_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames) { return wrap_init(vm, self, "classmethod", args, n, kwnames); }
static bool staticmethod_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames) { return wrap_init(vm, self, "staticmethod", args, n, kwnames); }

static Value classmethod_get(VM *vm, Ref f, Ref o, Ref type)
{
    Ref fn = as_wrapped(f)->fn;
    if (!fn) return err_raise(vm, EXC_RuntimeError, "uninitialized classmethod object");
    Ref cls = type ? type : REF(type_of(vm, o));
    TernaryFn get = type_of(vm, fn)->s.descr_get;
    return get && !is_function(fn) ? get(vm, fn, cls, cls) : method_new(vm, fn, cls);
}

static Value staticmethod_get(VM *vm, Ref f, Ref o, Ref type)
{
    Ref fn = as_wrapped(f)->fn;
    return fn ? retain(fn) : err_raise(vm, EXC_RuntimeError, "uninitialized staticmethod object");
}

static Value staticmethod_call(VM *vm, Ref f, const Ref *args, int n, Ref kwnames) { return call(vm, as_wrapped(f)->fn, args, n, kwnames); }

static Value classmethod_repr(VM *vm, Ref f) { return str_format(vm, "<classmethod(%R)>", REF(as_wrapped(f)->fn)); }
static Value staticmethod_repr(VM *vm, Ref f) { return str_format(vm, "<staticmethod(%R)>", REF(as_wrapped(f)->fn)); }

static Value wrapped_fn(VM *vm, Ref f) { return as_wrapped(f)->fn ? retain(as_wrapped(f)->fn) : V_NONE; }
static Value wrapped_abstract(VM *vm, Ref f)
{
    Value v;
    int has = as_wrapped(f)->fn ? obj_lookup_attr(vm, as_wrapped(f)->fn, NAME(__isabstractmethod__), &v) : 0;
    if (has <= 0) return has < 0 ? NO_VALUE : V_FALSE;
    int yes = op_truth(vm, v);
    release(vm, v);
    return yes < 0 ? NO_VALUE : make_bool(yes);
}
static Value dict_of(VM *vm, Ref o) { return obj_dict(vm, o); }

static void wrapped_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((Wrapped *)o)->fn);
    obj_free(vm, o, o->type->inst_size);
}
static void wrapped_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((Wrapped *)o)->fn) visit(((Wrapped *)o)->fn, arg);
}
static void wrapped_clear(VM *vm, Obj *o) { value_clear(vm, &((Wrapped *)o)->fn); }

static const GetSetDef wrapped_getsets[] = {
    {"__func__", wrapped_fn, getset_readonly, NULL},
    {"__wrapped__", wrapped_fn, getset_readonly, NULL},
    {"__isabstractmethod__", wrapped_abstract, NULL, NULL},
    {"__dict__", dict_of, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const TypeDef classmethod_def = {
    .name = "classmethod",
    .doc = "classmethod(function) -> a method whose first argument is the class, called on it or on an instance",
    .kind = KIND_CLASSMETHOD,
    .size = sizeof(Wrapped),
    .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE,
    .s = {.repr = classmethod_repr, .descr_get = classmethod_get, .new_ = wrap_new, .init = classmethod_init},
    .dealloc = wrapped_dealloc,
    .traverse = wrapped_traverse,
    .clear = wrapped_clear,
    .getsets = wrapped_getsets,
};

const TypeDef staticmethod_def = {
    .name = "staticmethod",
    .doc = "staticmethod(function) -> a function kept in a class, called without instance and class",
    .kind = KIND_STATICMETHOD,
    .size = sizeof(Wrapped),
    .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE,
    .s = {.repr = staticmethod_repr, .call = staticmethod_call, .descr_get = staticmethod_get, .new_ = wrap_new, .init = staticmethod_init},
    .dealloc = wrapped_dealloc,
    .traverse = wrapped_traverse,
    .clear = wrapped_clear,
    .getsets = wrapped_getsets,
};
