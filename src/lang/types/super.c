/* super.c: super: attributes looked up behind a class in the mro of an object's class. The compiler writes super() in
 * methods as super(__class__, self).
 */
#include "lang/object/args.h"
#include "lang/object/vm.h"

static Super *as_super(Ref v) { return (Super *)as_obj(v); }

Value type_super_lookup(VM *vm, Type *start, Type *of, Ref name)
{
    const Tuple *mro = of->mro;
    if (!mro) return NULL;
    int64_t i = 0;
    while (i < mro->len && mro->items[i] != VAL(start)) i++;
    for (i++; i < mro->len; i++) {
        Ref v = dict_get_str(vm, REF(as_type(mro->items[i])->dict), name);
        if (v) return retain(v);
    }
    return NULL;
}

/* The class whose mro counts: of obj itself when it is a subclass, else of its type. NULL: raised. */
static Type *check(VM *vm, Type *t, Ref obj)
{
    if (is_type(obj) && type_is_subtype(as_type(obj), t)) return as_type(obj);
    if (type_is_subtype(type_of(vm, obj), t)) return type_of(vm, obj);
    Value c;
    int has = obj_lookup_attr(vm, obj, NAME(__class__), &c);
    if (has < 0) return NULL;
    bool ok = has && is_type(c) && c != REF(type_of(vm, obj)) && type_is_subtype(as_type(c), t);
    Type *found = ok ? as_type(c) : NULL;
    release(vm, c);
    if (!ok) err_raise(vm, EXC_TypeError, "super(type, obj): obj must be an instance or subtype of type");
    return found;
}

static Value super_getattr(VM *vm, Ref self, Ref name)
{
    const Super *s = as_super(self);
    if (!s->obj_type || str_equal(name, NAME(__class__))) return obj_generic_getattr(vm, self, name);
    Value v = type_super_lookup(vm, s->type, s->obj_type, name);
    if (!v) return obj_generic_getattr(vm, self, name);
    TernaryFn get = type_of(vm, v)->s.descr_get;
    if (!get) return v;
    Value r = get(vm, v, s->obj == VAL(s->obj_type) ? NULL : (Ref)s->obj, REF(s->obj_type));
    release(vm, v);
    return r;
}

static bool bind(VM *vm, Super *s, Type *t, Ref obj)
{
    Type *of = obj ? check(vm, t, obj) : NULL;
    if (obj && !of) return false;
    Value old_type = VAL(s->type), old_of = VAL(s->obj_type);
    s->type = (Type *)retain(REF(t));
    s->obj_type = of ? (Type *)retain(REF(of)) : NULL;
    value_put(vm, &s->obj, obj ? retain(obj) : NO_VALUE);
    release(vm, old_type);
    release(vm, old_of);
    return true;
}

static Value super_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames) { return VAL(obj_alloc(vm, as_type(cls), as_type(cls)->inst_size)); }

/* super() called where the compiler could not see it (through another name): from the running method's frame. */
static bool from_frame(VM *vm, Ref *type, Ref *obj)
{
    const Frame *f = vm->frame;
    if (!f || !f->code || f->code->argcount == 0) return err_false(vm, EXC_RuntimeError, "super(): no arguments");
    *obj = f->regs[0];
    if (*obj && is_kind(*obj, KIND_CELL)) *obj = ((Cell *)as_obj(*obj))->value;
    if (!*obj) return err_false(vm, EXC_RuntimeError, "super(): arg[0] deleted");
    for (uint16_t i = 0; i < f->code->nfree; i++) {
        if (!str_equal(REF(f->code->freenames[i]), NAME(__class__))) continue;
        *type = ((Cell *)as_obj(f->closure[i]))->value;
        if (!*type) return err_false(vm, EXC_RuntimeError, "super(): empty __class__ cell");
        if (!is_type(*type)) return err_false(vm, EXC_RuntimeError, "super(): __class__ is not a type (%T)", *type);
        return true;
    }
    return err_false(vm, EXC_RuntimeError, "super(): __class__ cell not found");
}

static bool super_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    if (!args_no_kw(vm, "super", kwnames) || !args_count(vm, "super()", n, 0, 2)) return false;
    Ref type = n ? args[0] : NULL, obj = n > 1 ? args[1] : NULL;
    if (n == 0 && !from_frame(vm, &type, &obj)) return false;
    if (!is_type(type)) return err_false(vm, EXC_TypeError, "super() argument 1 must be a type, not %T", type);
    return bind(vm, as_super(self), as_type(type), obj && !is_none(obj) ? obj : NULL);
}

static Value super_get(VM *vm, Ref self, Ref o, Ref type)
{
    const Super *s = as_super(self);
    if (!o || is_none(o) || s->obj) return retain(self);
    Ref args[2] = {REF(s->type), o};
    return call(vm, REF(as_obj(self)->type), args, 2, NULL);
}

static Value super_repr(VM *vm, Ref self)
{
    const Super *s = as_super(self);
    if (!s->type) return str_from_c(vm, "<super: <class 'NULL'>, NULL>");
    if (s->obj_type) return str_format(vm, "<super: <class '%U'>, <%U object>>", REF(s->type->name), REF(s->obj_type->name));
    return str_format(vm, "<super: <class '%U'>, NULL>", REF(s->type->name));
}

static Value get_type(VM *vm, Ref o) { return as_super(o)->type ? retain(REF(as_super(o)->type)) : V_NONE; }
static Value get_self(VM *vm, Ref o) { return as_super(o)->obj ? retain(as_super(o)->obj) : V_NONE; }
static Value get_self_class(VM *vm, Ref o) { return as_super(o)->obj_type ? retain(REF(as_super(o)->obj_type)) : V_NONE; }

static void super_clear(VM *vm, Obj *o)
{
    Super *s = (Super *)o;
    Type *t = s->type, *of = s->obj_type;
    s->type = s->obj_type = NULL;
    value_clear(vm, &s->obj);
    release(vm, VAL(t));
    release(vm, VAL(of));
}
static void super_dealloc(VM *vm, Obj *o)
{
    super_clear(vm, o);
    obj_free(vm, o, o->type->inst_size);
}
static void super_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const Super *s = (const Super *)o;
    if (s->type) visit(REF(s->type), arg);
    if (s->obj) visit(s->obj, arg);
    if (s->obj_type) visit(REF(s->obj_type), arg);
}

static const GetSetDef getsets[] = {
    {"__thisclass__", get_type, getset_readonly, "the class after which the search begins"},
    {"__self__", get_self, getset_readonly, "what methods are bound to, or None"},
    {"__self_class__", get_self_class, getset_readonly, "the class in whose order the search goes, or None"},
    {NULL, NULL, NULL, NULL},
};

const TypeDef super_def = {
    .name = "super",
    .doc = "super() -> in a method, for its class and its first argument\nsuper(type, obj) -> for obj, an instance of type\nsuper(type, type2) -> for type2, a subclass of type\nsuper(type) -> for nothing yet\n\nThe attributes of the classes that come after type in the method resolution order.",
    .kind = KIND_SUPER,
    .size = sizeof(Super),
    .flags = TYPE_GC | TYPE_BASE,
    .s = {.repr = super_repr, .getattr = super_getattr, .descr_get = super_get, .new_ = super_new, .init = super_init},
    .dealloc = super_dealloc,
    .traverse = super_traverse,
    .clear = super_clear,
    .getsets = getsets,
};
