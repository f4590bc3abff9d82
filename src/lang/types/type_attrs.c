/* type_attrs.c: what classes have as attributes by being instances of `type`: names, bases, docs, checks. Also the
 * __dict__ and __weakref__ that a Python class gives its instances.
 */
#include "lang/object/audit.h"
#include "lang/object/vm.h"
#include "lang/types/weak.h"

static bool may_change(VM *vm, Ref o, Ref v, const char *name)
{
    const Type *t = as_type(o);
    if (t->flags & TYPE_IMMUTABLE) return err_false(vm, EXC_TypeError, "cannot set '%s' attribute of immutable type '%N'", name, t);
    if (!v) return err_false(vm, EXC_TypeError, "cannot delete '%s' attribute of immutable type '%N'", name, t);
    return true;
}

static Value get_name(VM *vm, Ref o) { return retain(REF(as_type(o)->name)); }
static Value get_qualname(VM *vm, Ref o) { return retain(REF(as_type(o)->qualname)); }

static bool set_text(VM *vm, Ref o, Ref v, Str **place, const char *name)
{
    if (!may_change(vm, o, v, name)) return false;
    if (!is_str(v)) return err_false(vm, EXC_TypeError, "can only assign string to %N.%s, not '%T'", as_type(o), name, v);
    Str *old = *place;
    *place = (Str *)str_intern(vm, retain(v));
    release(vm, VAL(old));
    return *place != NULL;
}

static bool set_name(VM *vm, Ref o, Ref v)
{
    if (v && is_str(v))
        for (int64_t i = 0; i < as_str(v)->len; i++)
            if (str_at(as_str(v), i) == 0) return err_false(vm, EXC_ValueError, "type name must not contain null characters");
    if (v && is_str(v) && !type_check_text(vm, v)) return false;
    return AUDIT(vm, "object.__setattr__", "OsO", o, "__name__", v) && set_text(vm, o, v, &as_type(o)->name, "__name__");
}
static bool set_qualname(VM *vm, Ref o, Ref v) { return set_text(vm, o, v, &as_type(o)->qualname, "__qualname__"); }

static Value get_module(VM *vm, Ref o)
{
    Value m = type_module_name(vm, as_type(o));
    return m || err_occurred(vm) ? m : err_raise(vm, EXC_AttributeError, "__module__");
}

static bool set_module(VM *vm, Ref o, Ref v) { return may_change(vm, o, v, "__module__") && type_set_attr(vm, as_type(o), NAME(__module__), v); }

static Value get_bases(VM *vm, Ref o) { return retain(REF(as_type(o)->bases)); }
static Value get_base(VM *vm, Ref o) { return as_type(o)->base ? retain(REF(as_type(o)->base)) : V_NONE; }
static Value get_mro(VM *vm, Ref o) { return as_type(o)->mro ? retain(REF(as_type(o)->mro)) : V_NONE; }
static Value get_dict(VM *vm, Ref o) { return mappingproxy_new(vm, REF(as_type(o)->dict)); }

/* The mro of t and of all below it, anew. mro() is user code: it may assign __bases__ in turn, and what that finds stands. `made` gets class, new and old mro (None:
 * had none) of each. */
static bool remake_mro(VM *vm, Type *t, Ref made)
{
    Value old = t->mro ? retain(REF(t->mro)) : V_NONE, mro = VAL(type_ask_mro(vm, t));
    bool again = (t->mro ? VAL(t->mro) : V_NONE) != old;
    bool ok = mro && (again || (list_append(vm, made, REF(t)) && list_append(vm, made, mro) && list_append(vm, made, old)));
    if (ok && !again) {
        Tuple *was = t->mro;
        t->mro = (Tuple *)retain(mro);
        release(vm, VAL(was));
    }
    Value below = ok && !again ? type_subclasses(vm, t) : NO_VALUE;
    ok = ok && (again || below);
    for (int64_t i = 0; ok && below && i < as_list(below)->len; i++) ok = remake_mro(vm, as_type(as_list(below)->items[i]), made);
    release(vm, below);
    release(vm, mro);
    release(vm, old);
    return ok;
}

/* Back to the old ones, but for those that are newer than what remake_mro made. */
static void undo_mro(VM *vm, Ref made)
{
    const List *l = as_list(made);
    for (int64_t i = l->len - 3; i >= 0; i -= 3) {
        Type *t = as_type(l->items[i]);
        if (VAL(t->mro) != l->items[i + 1]) continue;
        t->mro = is_none(l->items[i + 2]) ? NULL : (Tuple *)retain(REF(l->items[i + 2]));
        release(vm, VAL(l->items[i + 1]));
    }
}

static bool join_bases(VM *vm, Type *t)
{
    for (int64_t i = 0; i < t->bases->len; i++)
        if (!type_add_subclass(vm, as_type(t->bases->items[i]), t)) return false;
    return true;
}

/* By its mro, or by the chain of bases whose layouts it extends: while an mro() runs one can be ahead of the other. */
static bool stands_over(const Type *t, const Type *b)
{
    bool found = type_is_subtype(b, t);
    for (; b && !found; b = b->base) found = b == t;
    return found;
}

static bool bases_fit(VM *vm, const Type *t, Ref v)
{
    if (!is_tuple(v)) return err_false(vm, EXC_TypeError, "can only assign tuple to %N.__bases__, not %T", t, v);
    if (!as_tuple(v)->len) return err_false(vm, EXC_TypeError, "can only assign non-empty tuple to %N.__bases__, not ()", t);
    for (int64_t i = 0; i < as_tuple(v)->len; i++) {
        Ref b = as_tuple(v)->items[i];
        if (!is_type(b)) return err_false(vm, EXC_TypeError, "%N.__bases__ must be tuple of classes, not '%T'", t, b);
        if (stands_over(t, as_type(b))) return err_false(vm, EXC_TypeError, "a __bases__ item causes an inheritance cycle");
    }
    return true;
}

static bool put_bases(VM *vm, Type *t, Ref v, Type *base)
{
    Value made = list_new(vm, 3);
    if (!made) return false;
    Tuple *old_bases = t->bases;
    Type *old_base = t->base;
    type_leave_bases(t);
    t->bases = (Tuple *)retain(v);
    t->base = (Type *)retain(REF(base));
    bool ok = remake_mro(vm, t, made), newer = REF(t->bases) != v; /* newer: an mro() assigned others meanwhile */
    if (!ok) undo_mro(vm, made);
    if (!ok && !newer) {
        t->bases = old_bases;
        t->base = old_base;
        old_bases = as_tuple(v);
        old_base = base;
    }
    if (!newer && t->mro) ok &= join_bases(vm, t);
    release(vm, VAL(old_bases));
    release(vm, VAL(old_base));
    release(vm, made);
    type_modified(vm, t);
    if (t->mro) type_update_tree(vm, t);
    return ok;
}

static bool set_bases(VM *vm, Ref o, Ref v)
{
    Type *t = as_type(o);
    if (!AUDIT(vm, "object.__setattr__", "OsO", o, "__bases__", v) || !may_change(vm, o, v, "__bases__") || !bases_fit(vm, t, v)) return false;
    Type *base = type_best_base(vm, v);
    if (!base) return false;
    if (!type_same_layout(t->base, base) && !(type_same_layout(t, base)))
        return err_false(vm, EXC_TypeError, "__bases__ assignment: '%N' object layout differs from '%N'", base, t->base);
    return put_bases(vm, t, v, base);
}

static Value get_doc(VM *vm, Ref o)
{
    const Type *t = as_type(o);
    if (t->def) return doc_of_row(vm, t, t->def->doc);
    Ref d = dict_get_str(vm, REF(t->dict), NAME(__doc__));
    if (!d) return V_NONE;
    TernaryFn get = type_of(vm, d)->s.descr_get;
    return get ? get(vm, d, NULL, o) : retain(d);
}

static bool set_doc(VM *vm, Ref o, Ref v) { return may_change(vm, o, v, "__doc__") && type_set_attr(vm, as_type(o), NAME(__doc__), v); }

static Value get_abstract(VM *vm, Ref o)
{
    Ref v = o == REF(CLASS(type)) ? NULL : dict_get_str(vm, REF(as_type(o)->dict), NAME(__abstractmethods__));
    return v ? retain(v) : err_raise(vm, EXC_AttributeError, "__abstractmethods__");
}

static bool set_abstract(VM *vm, Ref o, Ref v)
{
    Type *t = as_type(o);
    if (t->flags & TYPE_IMMUTABLE) return may_change(vm, o, v, "__abstractmethods__");
    int yes = v ? op_truth(vm, v) : 0;
    if (yes < 0) return false;
    if (!v && !dict_get_str(vm, REF(t->dict), NAME(__abstractmethods__))) return err_false(vm, EXC_AttributeError, "__abstractmethods__");
    if (!type_set_attr(vm, t, NAME(__abstractmethods__), v)) return false;
    t->flags = yes ? t->flags | TYPE_ABSTRACT : t->flags & ~(uint32_t)TYPE_ABSTRACT;
    return true;
}

static Value get_annotations(VM *vm, Ref o)
{
    Type *t = as_type(o);
    if (!(t->flags & TYPE_HEAP)) return err_raise(vm, EXC_AttributeError, "type object '%N' has no attribute '__annotations__'", t);
    Ref a = dict_get_str(vm, REF(t->dict), NAME(__annotations__));
    if (a) {
        TernaryFn get = type_of(vm, a)->s.descr_get;
        return get ? get(vm, a, NULL, o) : retain(a);
    }
    Value d = dict_new(vm);
    if (d && !type_set_attr(vm, t, NAME(__annotations__), d)) return release(vm, d), NO_VALUE;
    return d;
}

static bool set_annotations(VM *vm, Ref o, Ref v)
{
    Type *t = as_type(o);
    if (!(t->flags & TYPE_HEAP)) return err_false(vm, EXC_TypeError, "cannot set '__annotations__' attribute of immutable type '%N'", t);
    if (!v && !dict_get_str(vm, REF(t->dict), NAME(__annotations__))) return err_false(vm, EXC_AttributeError, "__annotations__");
    return type_set_attr(vm, t, NAME(__annotations__), v);
}

static Value get_signature(VM *vm, Ref o)
{
    const Type *t = as_type(o);
    return t->def && t->def->text_signature ? str_format(vm, "(%s)", t->def->text_signature) : V_NONE;
}

/* Bits as CPython numbers them, as far as programs look at them: heap, base type, abstract, what built-in it extends. */
static Value get_flags(VM *vm, Ref o)
{
    const Type *t = as_type(o);
    uint32_t f = 1u << 12;
    if (t->flags & TYPE_HEAP) f |= 1u << 9;
    else f |= 1u << 8;
    if (t->flags & TYPE_BASE) f |= 1u << 10;
    if (t->flags & TYPE_GC) f |= 1u << 14;
    if (t->flags & TYPE_ABSTRACT) f |= 1u << 20;
    if (t->flags & TYPE_MATCH_SEQ) f |= 1u << 5;
    if (t->flags & TYPE_MATCH_MAP) f |= 1u << 6;
    static const struct { uint8_t kind, bit; } kinds[] = {{KIND_INT, 24}, {KIND_LIST, 25}, {KIND_TUPLE, 26}, {KIND_BYTES, 27},
                                                          {KIND_STR, 28}, {KIND_DICT, 29}, {KIND_EXCEPTION, 30}, {KIND_TYPE, 31}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (t->inst_kind == kinds[i].kind) f |= 1u << kinds[i].bit;
    return int_from_i64(vm, f);
}

/* Only abc writes this, and only what match patterns ask: 32 makes sequences, 64 mappings of a class's instances. */
static bool set_flags(VM *vm, Ref o, Ref v)
{
    Type *t = as_type(o);
    int64_t f = 0;
    if (!may_change(vm, o, v, "__flags__")) return false;
    if (!is_int(v) || !int_fits_i64(v, &f) || (f != 1 << 5 && f != 1 << 6))
        return err_false(vm, EXC_AttributeError, "attribute '__flags__' of 'type' objects is not writable");
    t->flags &= ~(uint32_t)(TYPE_MATCH_SEQ | TYPE_MATCH_MAP);
    t->flags |= f == 1 << 5 ? TYPE_MATCH_SEQ : TYPE_MATCH_MAP;
    return true;
}

static Value get_basicsize(VM *vm, Ref o) { return int_from_i64(vm, as_type(o)->inst_size); }
static Value get_itemsize(VM *vm, Ref o)
{
    unsigned k = as_type(o)->inst_kind;
    return make_small(k == KIND_INT ? 4 : k == KIND_TUPLE ? 8 : k == KIND_BYTES ? 1 : 0);
}
static Value get_dictoffset(VM *vm, Ref o) { return make_small(as_type(o)->flags & TYPE_ATTRS ? -1 : 0); }
static Value get_weakrefoffset(VM *vm, Ref o) { return make_small(as_type(o)->flags & TYPE_WEAKREF ? as_type(o)->inst_size : 0); }

const GetSetDef type_getsets[] = {
    {"__basicsize__", get_basicsize, getset_readonly, NULL},
    {"__itemsize__", get_itemsize, getset_readonly, NULL},
    {"__flags__", get_flags, set_flags, NULL},
    {"__weakrefoffset__", get_weakrefoffset, getset_readonly, NULL},
    {"__base__", get_base, getset_readonly, NULL},
    {"__dictoffset__", get_dictoffset, getset_readonly, NULL},
    {"__mro__", get_mro, getset_readonly, NULL},
    {"__name__", get_name, set_name, NULL},
    {"__qualname__", get_qualname, set_qualname, NULL},
    {"__bases__", get_bases, set_bases, NULL},
    {"__module__", get_module, set_module, NULL},
    {"__abstractmethods__", get_abstract, set_abstract, NULL},
    {"__dict__", get_dict, NULL, NULL},
    {"__doc__", get_doc, set_doc, NULL},
    {"__text_signature__", get_signature, NULL, NULL},
    {"__annotations__", get_annotations, set_annotations, NULL},
    {NULL, NULL, NULL, NULL},
};

/* ---- methods ---- */

static Value type_mro(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value t = type_compute_mro(vm, as_type(args[0]));
    Value l = t ? list_from(vm, as_refs(as_tuple(t)->items), as_tuple(t)->len) : NO_VALUE;
    release(vm, t);
    return l;
}

static Value subclasses(VM *vm, const Ref *args, int n, Ref kwnames) { return type_subclasses(vm, as_type(args[0])); }
static Value prepare(VM *vm, const Ref *args, int n, Ref kwnames) { return dict_new(vm); }

static Value instancecheck(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int yes = type_plain_isinstance(vm, args[1], args[0]);
    return yes < 0 ? NO_VALUE : make_bool(yes);
}

static Value subclasscheck(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int yes = type_plain_issubclass(vm, args[1], args[0]);
    return yes < 0 ? NO_VALUE : make_bool(yes);
}

static Value type_dir(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Type *t = as_type(args[0]);
    Value names = dict_new(vm);
    bool ok = names != NULL;
    for (int64_t i = 0; ok && t->mro && i < t->mro->len; i++) {
        int64_t pos = 0;
        Ref key, v;
        while (ok && dict_next(REF(as_type(t->mro->items[i])->dict), &pos, &key, &v)) ok = dict_set(vm, names, key, V_NONE);
    }
    Value r = ok ? dict_keys_list(vm, names) : NO_VALUE;
    release(vm, names);
    return r;
}

static Value type_sizeof(VM *vm, const Ref *args, int n, Ref kwnames) { return make_small(sizeof(Type)); }

const NativeDef type_methods[] = {
    {"mro", type_mro, "self, /", "The classes searched for an attribute, in their order, computed anew.", 0},
    {"__subclasses__", subclasses, "self, /", "The classes that name this one as a base.", 0},
    {"__prepare__", prepare, "cls, *args, **kwds", "The namespace for a class statement's body.", NATIVE_CLASS | NATIVE_RAW},
    {"__instancecheck__", instancecheck, "self, instance, /", "What isinstance() asks.", 0},
    {"__subclasscheck__", subclasscheck, "self, subclass, /", "What issubclass() asks.", 0},
    {"__dir__", type_dir, "self, /", "The names in the class and its bases.", 0},
    {"__sizeof__", type_sizeof, "self, /", "Size in memory, in bytes.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

/* ---- the __dict__ and __weakref__ of instances ---- */

/* The __dict__ that a base written in C has in its own way (a class's, a module's), or NULL. */
static Ref foreign_dict(VM *vm, Ref o)
{
    Type *t = type_of(vm, o);
    return t->flags & TYPE_ATTRS ? NULL : type_lookup(vm, type_solid(t), NAME(__dict__));
}

static Value inst_get_dict(VM *vm, Ref o)
{
    Ref own = foreign_dict(vm, o);
    if (own && type_of(vm, own)->s.descr_get) return type_of(vm, own)->s.descr_get(vm, own, o, REF(type_of(vm, o)));
    Value d = obj_dict(vm, o);
    return d || err_occurred(vm) ? d : err_raise(vm, EXC_AttributeError, "This object has no __dict__");
}

static bool inst_set_dict(VM *vm, Ref o, Ref v)
{
    Ref own = foreign_dict(vm, o);
    if (own && type_of(vm, own)->s.descr_set) return type_of(vm, own)->s.descr_set(vm, own, o, v);
    if (!(type_of(vm, o)->flags & TYPE_ATTRS)) return err_false(vm, EXC_AttributeError, "This object has no __dict__");
    if (!v && type_solid(type_of(vm, o))->flags & TYPE_ATTRS) return err_false(vm, EXC_TypeError, "cannot delete __dict__"); /* (of a class in C) */
    if (v && !is_dict(v)) return err_false(vm, EXC_TypeError, "__dict__ must be set to a dictionary, not a '%T'", v);
    if (!inst_to_dict(vm, as_obj(o))) return false;
    Value fresh = v ? retain(v) : dict_new(vm);
    if (!fresh) return false;
    Attrs *a = obj_attrs(as_obj(o));
    Dict *old = a->dict;
    a->dict = as_dict(fresh);
    release(vm, VAL(old));
    return true;
}

static Value inst_get_weakref(VM *vm, Ref o)
{
    if (!is_heap(o) || !(as_obj(o)->flags & OBJ_WEAKREFS)) return V_NONE;
    Value all = weak_list(vm, o);
    Value first = all && as_list(all)->len ? retain(as_list(all)->items[0]) : all ? V_NONE : NO_VALUE;
    release(vm, all);
    return first;
}

const GetSetDef inst_dict_getset = {"__dict__", inst_get_dict, inst_set_dict, "dictionary for instance variables (if defined)"};
const GetSetDef inst_weakref_getset = {"__weakref__", inst_get_weakref, NULL, "list of weak references to the object (if defined)"};
