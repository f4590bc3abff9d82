/* object.c: object, the base of all classes, and the types of the singletons None, Ellipsis and NotImplemented. */
#include "lang/object/audit.h"
#include "lang/object/args.h"
#include "lang/object/vm.h"

static bool has_args(int n, Ref kwnames) { return n > 0 || (kwnames && as_tuple(kwnames)->len > 0); }

/* ---- making ---- */

static Value abstract_error(VM *vm, const Type *t)
{
    Ref set = dict_get_str(vm, REF(t->dict), NAME(__abstractmethods__));
    Value names = set ? list_from_iter(vm, set) : list_new(vm, 0);
    if (!names || !list_sort(vm, names, NULL, false)) return release(vm, names), NO_VALUE;
    Value comma = str_from_c(vm, ", ");
    Value text = comma ? str_join(vm, comma, as_refs(as_list(names)->items), as_list(names)->len) : NO_VALUE;
    if (text) {
        err_raise(vm, EXC_TypeError, "Can't instantiate abstract class %U with abstract method%s %U", REF(t->name),
                  as_list(names)->len > 1 ? "s" : "", REF(text));
    }
    release(vm, comma);
    release(vm, text);
    release(vm, names);
    return NULL;
}

Value inst_new(VM *vm, Type *t)
{
    if (t->flags & TYPE_ABSTRACT) return abstract_error(vm, t);
    return VAL(obj_alloc(vm, t, t->inst_size));
}

Value object_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    Type *t = as_type(cls);
    if (has_args(n, kwnames)) {
        if (t->s.new_ != object_new)
            return err_raise(vm, EXC_TypeError, "object.__new__() takes exactly one argument (the type to instantiate)");
        if (t->s.init == object_init) return err_raise(vm, EXC_TypeError, "%N() takes no arguments", t);
    }
    return inst_new(vm, t);
}

bool object_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    if (!has_args(n, kwnames)) return true;
    const Type *t = type_of(vm, self);
    if (t->s.init != object_init)
        return err_false(vm, EXC_TypeError, "object.__init__() takes exactly one argument (the instance to initialize)");
    if (t->s.new_ == object_new)
        return err_false(vm, EXC_TypeError, "%N.__init__() takes exactly one argument (the instance to initialize)", t);
    return true;
}

/* ---- slots ---- */

static Value object_repr(VM *vm, Ref o)
{
    const Type *t = type_of(vm, o);
    Value module = type_module_name(vm, t);
    if (!module && err_occurred(vm)) return NULL;
    Value r;
    if (module && is_str(module) && !str_equal_c(module, "builtins"))
        r = str_format(vm, "<%U.%U object at 0x%llx>", REF(module), REF(t->qualname), (long long)BITS(o));
    else
        r = str_format(vm, "<%N object at 0x%llx>", t, (long long)BITS(o));
    release(vm, module);
    return r;
}

static Value object_str(VM *vm, Ref o)
{
    UnaryFn f = type_of(vm, o)->s.repr;
    return f ? f(vm, o) : object_repr(vm, o);
}

static bool object_hash(VM *vm, Ref o, int64_t *hash)
{
    uint64_t p = BITS(o); /* the low bits are always 0: to the top with them */
    *hash = (int64_t)(p >> 4 | p << 60);
    if (*hash == -1) *hash = -2;
    return true;
}

static Value object_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (op == CMP_EQ) return a == b ? V_TRUE : V_NOTIMPL;
    if (op != CMP_NE) return V_NOTIMPL;
    CompareFn eq = type_of(vm, a)->s.compare;
    Value r = eq ? eq(vm, a, b, CMP_EQ) : V_NOTIMPL;
    if (!r || r == V_NOTIMPL) return r;
    int yes = op_truth(vm, r);
    release(vm, r);
    return yes < 0 ? NO_VALUE : make_bool(!yes);
}

/* ---- __class__ ---- */

static Value object_class(VM *vm, Ref o) { return retain(REF(type_of(vm, o))); }

static bool set_class(VM *vm, Ref o, Ref v)
{
    if (!v) return err_false(vm, EXC_TypeError, "can't delete __class__ attribute");
    if (!AUDIT(vm, "object.__setattr__", "OsO", o, "__class__", v)) return false;
    if (!is_type(v)) return err_false(vm, EXC_TypeError, "__class__ must be set to a class, not '%T' object", v);
    Type *from = type_of(vm, o), *to = as_type(v);
    bool modules = is_module(o) && type_is_subtype(to, CLASS(module));
    if (!modules && !(from->flags & to->flags & TYPE_HEAP))
        return err_false(vm, EXC_TypeError, "__class__ assignment only supported for mutable types or ModuleType subclasses");
    if (modules && ((from->flags ^ to->flags) & (TYPE_ATTRS | TYPE_GC)))
        return err_false(vm, EXC_TypeError, "__class__ assignment: '%N' object layout differs from '%N'", to, from);
    if (!modules && !type_same_layout(from, to))
        return err_false(vm, EXC_TypeError, "__class__ assignment: '%N' object layout differs from '%N'", to, from);
    if (from == to) return true;
    if ((from->flags & TYPE_ATTRS) && !inst_to_dict(vm, as_obj(o))) return false; /* shapes belong to a class */
    if (to->flags & TYPE_HEAP) (void)retain(v);
    as_obj(o)->type = to;
    if (from->flags & TYPE_HEAP) release(vm, VAL(from));
    return true;
}

/* ---- copying and pickling: the work is copyreg's ---- */

static Value copyreg_call(VM *vm, const char *name, const Ref *args, int n)
{
    Value module = import_module(vm, "copyreg");
    if (!module) return NULL;
    Value f = obj_getattr_c(vm, module, name);
    release(vm, module);
    if (!f) return NULL;
    Value r = call(vm, f, args, n, NULL);
    release(vm, f);
    return r;
}

/* The values of the __slots__ members that are set, over all classes. NULL without error: there are none. */
static Value slot_state(VM *vm, Ref o)
{
    Value out = NO_VALUE;
    const Tuple *mro = type_of(vm, o)->mro;
    for (int64_t i = 0; i < mro->len; i++) {
        const Type *t = as_type(mro->items[i]);
        int64_t pos = 0;
        Ref key, d;
        if (!(t->flags & TYPE_HEAP) || !dict_get_str(vm, REF(t->dict), NAME(__slots__))) continue;
        while (dict_next(REF(t->dict), &pos, &key, &d)) {
            if (!is_kind(d, KIND_MEMBER) || ((MemberDescr *)BITS(d))->item) continue;
            Value v;
            int has = obj_lookup_attr(vm, o, key, &v);
            if (has < 0 || (has && !out && !(out = dict_new(vm)))) return release(vm, v), release(vm, out), NO_VALUE;
            if (has && !dict_set_take(vm, out, key, v)) return release(vm, out), NO_VALUE;
        }
    }
    return out;
}

static Value default_state(VM *vm, Ref o)
{
    Value state = V_NONE;
    if (is_heap(o) && (as_obj(o)->type->flags & TYPE_ATTRS)) {
        Value d = obj_dict(vm, o);
        if (!d) return NULL;
        if (dict_len(d) > 0) state = d; /* itself: what is copied deeply knows it again */
        else release(vm, d);
    }
    Value slots = slot_state(vm, o);
    if (err_occurred(vm)) return release(vm, state), NO_VALUE;
    if (!slots) return state;
    Value both = tuple_of(vm, 2, REF(state), REF(slots));
    release(vm, state);
    release(vm, slots);
    return both;
}

static Value object_getstate(VM *vm, const Ref *args, int n, Ref kwnames) { return default_state(vm, args[0]); }

/* (args tuple, kwargs dict or NULL) of the class's __getnewargs_ex__ or __getnewargs__ */
static bool new_args(VM *vm, Ref o, Value *args, Value *kwargs)
{
    *args = *kwargs = NO_VALUE;
    bool found;
    Value r = call_special(vm, o, NAME(__getnewargs_ex__), NULL, 0, &found);
    if (found) {
        if (!r) return false;
        bool ok = is_tuple(r) && as_tuple(r)->len == 2 && is_tuple(as_tuple(r)->items[0]) && is_dict(as_tuple(r)->items[1]);
        if (ok) *args = retain(as_tuple(r)->items[0]), *kwargs = retain(as_tuple(r)->items[1]);
        else if (!is_tuple(r)) err_raise(vm, EXC_TypeError, "__getnewargs_ex__ should return a tuple, not '%T'", REF(r));
        else if (as_tuple(r)->len != 2) err_raise(vm, EXC_ValueError, "__getnewargs_ex__ should return a tuple of length 2, not %lld", (long long)as_tuple(r)->len);
        else if (!is_tuple(as_tuple(r)->items[0])) err_raise(vm, EXC_TypeError, "first item of the tuple returned by __getnewargs_ex__ must be a tuple, not '%T'", (Ref)as_tuple(r)->items[0]);
        else err_raise(vm, EXC_TypeError, "second item of the tuple returned by __getnewargs_ex__ must be a dict, not '%T'", (Ref)as_tuple(r)->items[1]);
        release(vm, r);
        return ok;
    }
    if (err_occurred(vm)) return false;
    *args = call_special(vm, o, NAME(__getnewargs__), NULL, 0, &found);
    if (!found) return !err_occurred(vm);
    if (*args && !is_tuple(*args)) {
        err_raise(vm, EXC_TypeError, "__getnewargs__ should return a tuple, not '%T'", REF(*args));
        value_clear(vm, args);
    }
    return *args != NULL;
}

static bool plain_layout(const Type *t)
{
    unsigned k = t->inst_kind;
    return k == KIND_INSTANCE || k == KIND_LIST || k == KIND_DICT || k == KIND_SET || k == KIND_EXCEPTION || k == KIND_INT || k == KIND_FLOAT ||
           k == KIND_STR || k == KIND_BYTES || k == KIND_TUPLE || k == KIND_COMPLEX || k == KIND_BYTEARRAY;
}

/* The last two items of a protocol 2 tuple: iterators over a list's and a dict's items. */
static bool content_iters(VM *vm, Ref o, Value *list_it, Value *dict_it)
{
    *list_it = is_list(o) ? op_iter(vm, o) : V_NONE;
    *dict_it = V_NONE;
    if (!*list_it) return false;
    if (!is_dict(o)) return true;
    Value items = call_method(vm, o, NAME(items), NULL, 0);
    *dict_it = items ? op_iter(vm, items) : NO_VALUE;
    release(vm, items);
    if (!*dict_it) value_clear(vm, list_it);
    return *dict_it != NULL;
}

static Value reduce_2(VM *vm, Ref o)
{
    Type *t = type_of(vm, o);
    bool fixed = o == V_NONE || o == V_NOTIMPL || o == V_ELLIPSIS;
    Ref getstate = type_lookup(vm, t, NAME(__getstate__)); /* a C type that has its own says there what it holds */
    bool says = getstate && getstate != dict_get_str(vm, REF(CLASS(object)->dict), NAME(__getstate__));
    if (!plain_layout(t) && !fixed && !says) return err_raise(vm, EXC_TypeError, "cannot pickle '%N' object", t);
    Value args, kwargs, state, list_it = NO_VALUE, dict_it = NO_VALUE, r = NO_VALUE;
    if (!new_args(vm, o, &args, &kwargs)) return NULL;
    state = call_method(vm, o, NAME(__getstate__), NULL, 0);
    Value copyreg = state ? import_dotted(vm, NAME(copyreg)) : NO_VALUE;
    Value maker = copyreg ? obj_getattr(vm, copyreg, kwargs && dict_len(kwargs) ? NAME(__newobj_ex__) : NAME(__newobj__)) : NO_VALUE;
    if (maker && content_iters(vm, o, &list_it, &dict_it)) {
        Value pars;
        if (kwargs && dict_len(kwargs)) {
            pars = tuple_of(vm, 3, REF(t), REF(args), REF(kwargs));
        } else {
            int64_t m = args ? as_tuple(args)->len : 0;
            pars = tuple_new(vm, m + 1);
            if (pars) {
                as_tuple(pars)->items[0] = retain(REF(t));
                for (int64_t i = 0; i < m; i++) as_tuple(pars)->items[i + 1] = retain(as_tuple(args)->items[i]);
            }
        }
        if (pars) r = tuple_of(vm, 5, REF(maker), REF(pars), REF(state), REF(list_it), REF(dict_it));
        release(vm, pars);
    }
    release(vm, maker);
    release(vm, copyreg);
    release(vm, state);
    release(vm, args);
    release(vm, kwargs);
    release(vm, list_it);
    release(vm, dict_it);
    return r;
}

static Value reduce_any(VM *vm, Ref o, int64_t protocol)
{
    if (protocol >= 2) return reduce_2(vm, o);
    Value p = make_small(protocol);
    Ref args[2] = {o, p};
    return copyreg_call(vm, "_reduce_ex", args, 2);
}

static Value object_reduce(VM *vm, const Ref *args, int n, Ref kwnames) { return reduce_any(vm, args[0], 0); }

static Value object_reduce_ex(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t protocol;
    if (!num_index_i64(vm, args[1], &protocol)) return NULL;
    Ref own = type_lookup(vm, type_of(vm, args[0]), NAME(__reduce__));
    if (own && own != dict_get_str(vm, REF(CLASS(object)->dict), NAME(__reduce__))) return call_method(vm, args[0], NAME(__reduce__), NULL, 0);
    return reduce_any(vm, args[0], protocol);
}

/* ---- other methods ---- */

static Value object_format(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "__format__() argument must be str, not %T", args[1]);
    if (as_str(args[1])->len) return err_raise(vm, EXC_TypeError, "unsupported format string passed to %T.__format__", args[0]);
    return op_str(vm, args[0]);
}

static Value object_sizeof(VM *vm, const Ref *args, int n, Ref kwnames) { return int_from_i64(vm, type_of(vm, args[0])->inst_size); }

static bool add_dir(VM *vm, Ref names, Ref dict)
{
    int64_t pos = 0;
    Ref key, v;
    while (dict_next(dict, &pos, &key, &v))
        if (!dict_set(vm, names, key, V_NONE)) return false;
    return true;
}

static Value object_dir(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value names = dict_new(vm), own = NO_VALUE;
    if (!names) return NULL;
    bool ok = obj_lookup_attr(vm, args[0], NAME(__dict__), &own) >= 0;
    if (ok && own && is_dict(own)) ok = add_dir(vm, names, own);
    release(vm, own);
    Value cls = NO_VALUE;
    ok = ok && obj_lookup_attr(vm, args[0], NAME(__class__), &cls) >= 0;
    if (ok && cls && is_type(cls)) {
        const Tuple *mro = as_type(cls)->mro;
        for (int64_t i = 0; ok && i < mro->len; i++) ok = add_dir(vm, names, REF(as_type(mro->items[i])->dict));
    }
    release(vm, cls);
    Value r = ok ? dict_keys_list(vm, names) : NO_VALUE;
    release(vm, names);
    return r;
}

static Value object_init_subclass(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (kwnames && as_tuple(kwnames)->len) return err_raise(vm, EXC_TypeError, "%U.__init_subclass__() takes no keyword arguments", REF(as_type(args[0])->qualname));
    if (n > 1) return err_raise(vm, EXC_TypeError, "%U.__init_subclass__() takes no arguments (%d given)", REF(as_type(args[0])->qualname), n - 1);
    return V_NONE;
}

static Value object_subclasshook(VM *vm, const Ref *args, int n, Ref kwnames) { return V_NOTIMPL; }

static const NativeDef object_methods[] = {
    {"__reduce_ex__", object_reduce_ex, "self, protocol, /", "For copying and pickling.", 0},
    {"__reduce__", object_reduce, "self, /", "For copying and pickling.", 0},
    {"__getstate__", object_getstate, "self, /", "For copying and pickling.", 0},
    {"__subclasshook__", object_subclasshook, "cls, subclass=None, /", "What an abstract class decides issubclass() with.", NATIVE_CLASS},
    {"__init_subclass__", object_init_subclass, "cls", "Told of each new subclass.", NATIVE_CLASS | NATIVE_RAW},
    {"__format__", object_format, "self, format_spec, /", "str(self); no format_spec is understood.", 0},
    {"__sizeof__", object_sizeof, "self, /", "Size in memory, in bytes.", 0},
    {"__dir__", object_dir, "self, /", "The names of its attributes, its class's among them.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

static const GetSetDef object_getsets[] = {
    {"__class__", object_class, set_class, "the object's class"},
    {NULL, NULL, NULL, NULL},
};

const TypeDef object_def = {
    .name = "object",
    .doc = "What every class is derived from.\n\nobject() makes an instance of nothing more: without attributes of its own, and with no room for any.",
    .kind = KIND_INSTANCE,
    .size = sizeof(Obj),
    .flags = TYPE_BASE,
    .s = {.repr = object_repr, .str = object_str, .hash = object_hash, .compare = object_compare, .getattr = obj_generic_getattr,
          .setattr = obj_generic_setattr, .init = object_init, .new_ = object_new},
    .methods = object_methods,
    .getsets = object_getsets,
    .text_signature = "",
};

/* ---- None, Ellipsis, NotImplemented ---- */

static Value single_new(VM *vm, const char *name, int n, Ref kwnames, Value v)
{
    if (has_args(n, kwnames)) return err_raise(vm, EXC_TypeError, "%s takes no arguments", name);
    return v;
}
static Value none_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames) { return single_new(vm, "NoneType", n, kwnames, V_NONE); }
static Value ellipsis_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames) { return single_new(vm, "EllipsisType", n, kwnames, V_ELLIPSIS); }
static Value notimpl_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    return single_new(vm, "NotImplementedType", n, kwnames, V_NOTIMPL);
}

static Value none_repr(VM *vm, Ref o) { return str_from_c(vm, "None"); }
static Value ellipsis_repr(VM *vm, Ref o) { return str_from_c(vm, "Ellipsis"); }
static Value notimpl_repr(VM *vm, Ref o) { return str_from_c(vm, "NotImplemented"); }
static int none_truth(VM *vm, Ref o) { return 0; }
static bool none_hash(VM *vm, Ref o, int64_t *hash)
{
    *hash = 0xfca86420; /* the same in every run, as set orders want it */
    return true;
}

static int notimpl_truth(VM *vm, Ref o)
{
    return err_warn(vm, EXC_DeprecationWarning, str_from_c(vm, "NotImplemented should not be used in a boolean context")) ? 1 : -1;
}

static Value ellipsis_reduce(VM *vm, const Ref *args, int n, Ref kwnames) { return op_repr(vm, args[0]); }
static const NativeDef ellipsis_methods[] = {
    {"__reduce__", ellipsis_reduce, "self, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};

const TypeDef none_def = {
    .name = "NoneType",
    .kind = KIND_OPAQUE,
    .size = sizeof(Obj),
    .s = {.repr = none_repr, .truth = none_truth, .hash = none_hash, .compare = object_compare, .new_ = none_new},
};
const TypeDef ellipsis_def = {
    .name = "ellipsis",
    .kind = KIND_OPAQUE,
    .size = sizeof(Obj),
    .s = {.repr = ellipsis_repr, .new_ = ellipsis_new},
    .methods = ellipsis_methods,
};
const TypeDef notimplemented_def = {
    .name = "NotImplementedType",
    .kind = KIND_OPAQUE,
    .size = sizeof(Obj),
    .s = {.repr = notimpl_repr, .truth = notimpl_truth, .new_ = notimpl_new},
    .methods = ellipsis_methods,
};
