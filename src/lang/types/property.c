/* property.c: property. */
#include "lang/object/args.h"
#include "lang/object/vm.h"

static Property *as_property(Ref v) { return (Property *)as_obj(v); }
static Value or_none(Ref v) { return v ? retain(v) : V_NONE; }
static Ref given(Ref v) { return v && !is_none(v) ? v : NULL; }

static Value property_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    return VAL(obj_alloc(vm, as_type(cls), as_type(cls)->inst_size));
}

static bool property_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"fget", "fset", "fdel", "doc"};
    Ref a[4] = {NULL, NULL, NULL, NULL};
    if (!args_bind(vm, "property", args, n, kwnames, names, 4, a)) return false;
    Property *p = as_property(self);
    value_put(vm, &p->get, given(a[0]) ? retain(a[0]) : NO_VALUE);
    value_put(vm, &p->set, given(a[1]) ? retain(a[1]) : NO_VALUE);
    value_put(vm, &p->del, given(a[2]) ? retain(a[2]) : NO_VALUE);
    p->doc_from_getter = false;
    value_put(vm, &p->doc, given(a[3]) ? retain(a[3]) : NO_VALUE);
    if (given(a[3]) || !p->get) return true;
    Value doc;
    int has = obj_lookup_attr(vm, p->get, NAME(__doc__), &doc);
    if (has < 0) return false;
    p->doc_from_getter = has && !is_none(doc);
    bool ok = true;
    if (p->doc_from_getter) {
        if (as_obj(self)->type == CLASS(property)) value_put(vm, &p->doc, retain(doc));
        else ok = obj_setattr(vm, self, NAME(__doc__), doc); /* the class's own __doc__ stands before the property's */
    }
    release(vm, doc);
    return ok;
}

static bool lacks(VM *vm, Ref self, Ref o, const char *what)
{
    Ref name = as_property(self)->name;
    Ref qual = REF(type_of(vm, o)->qualname);
    if (name) return err_false(vm, EXC_AttributeError, "property %R of %R object has no %s", name, qual, what);
    return err_false(vm, EXC_AttributeError, "property of %R object has no %s", qual, what);
}

static Value property_get(VM *vm, Ref self, Ref o, Ref type)
{
    if (!o || is_none(o)) return retain(self);
    if (!as_property(self)->get) return lacks(vm, self, o, "getter"), NO_VALUE;
    Value f = retain(as_property(self)->get), r = call1(vm, f, o);
    release(vm, f);
    return r;
}

static bool property_set(VM *vm, Ref self, Ref o, Ref v)
{
    Ref fn = v ? as_property(self)->set : as_property(self)->del;
    if (!fn) return lacks(vm, self, o, v ? "setter" : "deleter");
    Value f = retain(fn), r = v ? call2(vm, f, o, v) : call1(vm, f, o);
    release(vm, f);
    release(vm, r);
    return r != NO_VALUE;
}

/* A copy with some parts replaced (NULL: kept). */
static Value copy_with(VM *vm, Ref self, Ref get, Ref set, Ref del)
{
    const Property *p = as_property(self);
    Ref doc = p->doc_from_getter && get ? V_NONE : p->doc ? (Ref)p->doc : V_NONE;
    if (p->doc_from_getter) doc = V_NONE; /* taken from the getter again */
    Ref a[4] = {given(get) ? get : p->get ? (Ref)p->get : V_NONE, given(set) ? set : p->set ? (Ref)p->set : V_NONE,
                given(del) ? del : p->del ? (Ref)p->del : V_NONE, doc};
    Value r = call(vm, REF(as_obj(self)->type), a, 4, NULL);
    if (r && p->name && is_kind(r, KIND_PROPERTY)) value_put(vm, &as_property(r)->name, retain(p->name));
    return r;
}

static Value property_getter(VM *vm, const Ref *args, int n, Ref kwnames) { return copy_with(vm, args[0], args[1], NULL, NULL); }
static Value property_setter(VM *vm, const Ref *args, int n, Ref kwnames) { return copy_with(vm, args[0], NULL, args[1], NULL); }
static Value property_deleter(VM *vm, const Ref *args, int n, Ref kwnames) { return copy_with(vm, args[0], NULL, NULL, args[1]); }

static Value property_set_name(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (n != 3) return err_raise(vm, EXC_TypeError, "__set_name__() takes 2 positional arguments but %d were given", n - 1);
    value_put(vm, &as_property(args[0])->name, retain(args[2]));
    return V_NONE;
}

static Value get_fget(VM *vm, Ref o) { return or_none(as_property(o)->get); }
static Value get_fset(VM *vm, Ref o) { return or_none(as_property(o)->set); }
static Value get_fdel(VM *vm, Ref o) { return or_none(as_property(o)->del); }
static Value get_doc(VM *vm, Ref o) { return or_none(as_property(o)->doc); }
static bool put_doc(VM *vm, Ref o, Ref v)
{
    value_put(vm, &as_property(o)->doc, v ? retain(v) : NO_VALUE);
    return true;
}

static Value get_abstract(VM *vm, Ref o)
{
    const Property *p = as_property(o);
    Ref parts[] = {p->get, p->set, p->del};
    for (int i = 0; i < 3; i++) {
        Value v;
        int has = parts[i] ? obj_lookup_attr(vm, parts[i], NAME(__isabstractmethod__), &v) : 0;
        if (has < 0) return NULL;
        int yes = has ? op_truth(vm, v) : 0;
        if (has) release(vm, v);
        if (yes) return yes < 0 ? NO_VALUE : V_TRUE;
    }
    return V_FALSE;
}

static void property_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const Property *p = (const Property *)o;
    Ref parts[] = {p->get, p->set, p->del, p->doc, p->name};
    for (int i = 0; i < 5; i++)
        if (parts[i]) visit(parts[i], arg);
}

static void property_clear(VM *vm, Obj *o)
{
    Property *p = (Property *)o;
    value_clear(vm, &p->get);
    value_clear(vm, &p->set);
    value_clear(vm, &p->del);
    value_clear(vm, &p->doc);
    value_clear(vm, &p->name);
}

static void property_dealloc(VM *vm, Obj *o)
{
    property_clear(vm, o);
    obj_free(vm, o, o->type->inst_size);
}

static const NativeDef methods[] = {
    {"getter", property_getter, "self, fget, /", "A copy of the property that fget reads.", 0},
    {"setter", property_setter, "self, fset, /", "A copy of the property that fset writes.", 0},
    {"deleter", property_deleter, "self, fdel, /", "A copy of the property that fdel deletes.", 0},
    {"__set_name__", property_set_name, "self, *args", "Told under which name it stands in its class.", NATIVE_RAW},
    {NULL, NULL, NULL, NULL, 0},
};

static const GetSetDef getsets[] = {
    {"fget", get_fget, getset_readonly, NULL},
    {"fset", get_fset, getset_readonly, NULL},
    {"fdel", get_fdel, getset_readonly, NULL},
    {"__doc__", get_doc, put_doc, NULL},
    {"__isabstractmethod__", get_abstract, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const TypeDef property_def = {
    .name = "property",
    .doc = "property(fget=None, fset=None, fdel=None, doc=None)\n\nAn attribute that functions compute: fget reads it, fset writes it, fdel deletes it; doc describes it (else fget's docstring).",
    .kind = KIND_PROPERTY,
    .size = sizeof(Property),
    .flags = TYPE_GC | TYPE_BASE,
    .s = {.descr_get = property_get, .descr_set = property_set, .new_ = property_new, .init = property_init},
    .dealloc = property_dealloc,
    .traverse = property_traverse,
    .clear = property_clear,
    .methods = methods,
    .getsets = getsets,
    .text_signature = "fget=None, fset=None, fdel=None, doc=None",
};
