/* slot_wrap.c: C types' slots as Python sees them: `int.__add__` (wrapper_descriptor), `(1).__add__` (method-wrapper)
 * and `int.__new__`. A wrapper checks its arguments as CPython does and calls the slot of the type it belongs to.
 */
#include "slot_rows.h"
#include "lang/object/vm.h"

typedef struct MethodWrapper { Obj head; Value descr, self; } MethodWrapper;

static MethodDescr *as_descr(Ref v) { return (MethodDescr *)as_obj(v); }

static bool count_is(VM *vm, int n, int want)
{
    return n == want || err_false(vm, EXC_TypeError, "expected %d argument%s, got %d", want, want == 1 ? "" : "s", n);
}

/* The same for wrappers whose arguments CPython unpacks under an empty name. */
static bool unpacks(VM *vm, int n, int least, int most)
{
    if (n >= least && n <= most) return true;
    const char *how = least == most ? "" : n < least ? "at least " : "at most ";
    int want = n < least ? least : most;
    return err_false(vm, EXC_TypeError, " expected %s%d argument%s, got %d", how, want, want == 1 ? "" : "s", n);
}

static Value none_if(bool ok) { return ok ? V_NONE : NO_VALUE; }
static Value bool_if(int yes) { return yes < 0 ? NO_VALUE : make_bool(yes); }

static Value wrap_power(VM *vm, const Slots *s, bool reflected, Ref self, const Ref *args, int n)
{
    if (!unpacks(vm, n, 1, 2)) return NULL;
    Ref a = reflected ? args[0] : self, b = reflected ? self : args[0];
    if (n == 1 || is_none(args[1])) return s->nb[OP_POW](vm, a, b);
    return s->pow3 ? s->pow3(vm, a, b, args[1]) : V_NOTIMPL;
}

static Value wrap_repeat(VM *vm, BinaryFn fn, Ref self, Ref count)
{
    Value i = num_index(vm, count);
    if (!i) return NULL;
    Value r = fn(vm, self, i);
    release(vm, i);
    return r;
}

static Value wrap_hash(VM *vm, HashFn fn, Ref self)
{
    int64_t h;
    return fn(vm, self, &h) ? int_from_i64(vm, h) : NO_VALUE;
}

static Value wrap_next(VM *vm, UnaryFn fn, Ref self)
{
    Value r = fn(vm, self);
    if (!r && !err_occurred(vm)) {
        Value end = call0(vm, REF(vm->exc_types[EXC_StopIteration]));
        if (end) err_raise_obj(vm, end);
    }
    return r;
}

static Value wrap_len(VM *vm, LenFn fn, Ref self)
{
    int64_t n = fn(vm, self);
    return n < 0 ? NO_VALUE : int_from_i64(vm, n);
}

static Value wrap_get(VM *vm, TernaryFn fn, Ref self, const Ref *args, int n)
{
    if (!unpacks(vm, n, 1, 2)) return NULL;
    Ref o = is_none(args[0]) ? NULL : args[0], t = n > 1 && !is_none(args[1]) ? args[1] : NULL;
    if (!o && !t) return err_raise(vm, EXC_TypeError, "__get__(None, None) is invalid");
    return fn(vm, self, o, t);
}

/* object.__setattr__(a_builtin_class, ...) would go around the class's own check. */
static bool setattr_allowed(VM *vm, Ref self, SetItemFn fn, const char *what)
{
    if (!is_type(self) || fn != obj_generic_setattr) return true;
    return err_false(vm, EXC_TypeError, "can't apply this %s to %T object", what, self);
}

static Value wrap_setattr(VM *vm, SetItemFn fn, Ref self, const Ref *args, int n, bool del)
{
    if (del ? !count_is(vm, n, 1) : !unpacks(vm, n, 2, 2)) return NULL;
    if (!setattr_allowed(vm, self, fn, del ? "__delattr__" : "__setattr__")) return NULL;
    if (!is_str(args[0])) return err_raise(vm, EXC_TypeError, "attribute name must be string, not '%T'", args[0]);
    Value name = str_intern(vm, retain(args[0]));
    if (!name) return NULL;
    bool ok = fn(vm, self, name, del ? NULL : args[1]);
    release(vm, name);
    return none_if(ok);
}

static Value wrap_set(VM *vm, SetItemFn fn, Ref self, const Ref *args, int n, bool del)
{
    if (del ? !count_is(vm, n, 1) : !unpacks(vm, n, 2, 2)) return NULL;
    return none_if(fn(vm, self, args[0], del ? NULL : args[1]));
}

static Value wrap_getattr(VM *vm, BinaryFn fn, Ref self, Ref plain)
{
    if (!is_str(plain)) return err_raise(vm, EXC_TypeError, "attribute name must be string, not '%T'", plain);
    Value name = str_intern(vm, retain(plain));
    if (!name) return NULL;
    Value r = fn(vm, self, name);
    release(vm, name);
    return r;
}

static Value row_call(VM *vm, const SlotRow *row, const Type *owner, Ref self, const Ref *args, int n, Ref kwnames)
{
    const Slots *s = &owner->s;
    AnyFn fn = slot_of(s, row->offset);
    if (row->wrap == WRAP_CALL) return ((CallFn)fn)(vm, self, args, n, kwnames);
    if (row->wrap == WRAP_INIT) return none_if(((InitFn)fn)(vm, self, args, n, kwnames));
    if (kwnames && as_tuple(kwnames)->len) return err_raise(vm, EXC_TypeError, "wrapper %s() takes no keyword arguments", row->name);
    bool power = row->arg == OP_POW && (row->wrap == WRAP_LEFT || row->wrap == WRAP_RIGHT);
    if (power) return wrap_power(vm, s, row->wrap == WRAP_RIGHT, self, args, n);
    switch ((SlotWrap)row->wrap) {
    case WRAP_UNARY: return count_is(vm, n, 0) ? ((UnaryFn)fn)(vm, self) : NO_VALUE;
    case WRAP_HASH: return count_is(vm, n, 0) ? wrap_hash(vm, (HashFn)fn, self) : NO_VALUE;
    case WRAP_TRUTH: return count_is(vm, n, 0) ? bool_if(((IntFn)fn)(vm, self)) : NO_VALUE;
    case WRAP_NEXT: return count_is(vm, n, 0) ? wrap_next(vm, (UnaryFn)fn, self) : NO_VALUE;
    case WRAP_LEN: return count_is(vm, n, 0) ? wrap_len(vm, (LenFn)fn, self) : NO_VALUE;
    case WRAP_DEL: return count_is(vm, n, 0) ? (((DelFn)fn)(vm, self), V_NONE) : NO_VALUE;
    case WRAP_SETATTR: return wrap_setattr(vm, (SetItemFn)fn, self, args, n, false);
    case WRAP_DELATTR: return wrap_setattr(vm, (SetItemFn)fn, self, args, n, true);
    case WRAP_SETITEM:
    case WRAP_DESCR_SET: return wrap_set(vm, (SetItemFn)fn, self, args, n, false);
    case WRAP_DELITEM:
    case WRAP_DESCR_DEL: return wrap_set(vm, (SetItemFn)fn, self, args, n, true);
    case WRAP_DESCR_GET: return wrap_get(vm, (TernaryFn)fn, self, args, n);
    default: break;
    }
    if (!count_is(vm, n, 1)) return NULL;
    switch ((SlotWrap)row->wrap) {
    case WRAP_RIGHT: return ((BinaryFn)fn)(vm, args[0], self);
    case WRAP_REPEAT: return wrap_repeat(vm, (BinaryFn)fn, self, args[0]);
    case WRAP_GETATTR: return wrap_getattr(vm, (BinaryFn)fn, self, args[0]);
    case WRAP_COMPARE: return ((CompareFn)fn)(vm, self, args[0], (CmpOp)row->arg);
    case WRAP_CONTAINS: return bool_if(((ContainsFn)fn)(vm, self, args[0]));
    default: return ((BinaryFn)fn)(vm, self, args[0]);
    }
}

/* ---- wrapper_descriptor ---- */

static Value wrapper_call(VM *vm, Ref f, const Ref *args, int n, Ref kwnames)
{
    const MethodDescr *d = as_descr(f);
    if (n < 1) return err_raise(vm, EXC_TypeError, "descriptor '%U' of '%N' object needs an argument", REF(d->name), d->owner);
    if (!type_is_subtype(type_of(vm, args[0]), d->owner))
        return err_raise(vm, EXC_TypeError, "descriptor '%U' requires a '%N' object but received a '%T'", REF(d->name), d->owner, args[0]);
    return row_call(vm, d->slot, d->owner, args[0], args + 1, n - 1, kwnames);
}

static Value wrapper_get(VM *vm, Ref f, Ref o, Ref type)
{
    const MethodDescr *d = as_descr(f);
    if (!o) return retain(f);
    if (!type_is_subtype(type_of(vm, o), d->owner))
        return err_raise(vm, EXC_TypeError, "descriptor '%U' for '%N' objects doesn't apply to a '%T' object", REF(d->name), d->owner, o);
    MethodWrapper *w = (MethodWrapper *)obj_alloc(vm, CLASS(method_wrapper), sizeof *w);
    if (!w) return NULL;
    w->descr = retain(f);
    w->self = retain(o);
    return VAL(w);
}

static Value wrapper_repr(VM *vm, Ref f)
{
    return str_format(vm, "<slot wrapper '%U' of '%N' objects>", REF(as_descr(f)->name), as_descr(f)->owner);
}

static Value descr_name(VM *vm, Ref f) { return retain(REF(as_descr(f)->name)); }
static Value descr_objclass(VM *vm, Ref f) { return retain(REF(as_descr(f)->owner)); }
static Value descr_qualname(VM *vm, Ref f)
{
    const MethodDescr *d = as_descr(f);
    return str_format(vm, "%U.%U", REF(d->owner->qualname), REF(d->name));
}
static Value none_get(VM *vm, Ref f) { return V_NONE; }

/* What a wrapper takes, as inspect reads it, by the way it is called. */
static const char *const wrap_signatures[] = {
    [WRAP_UNARY] = "($self, /)", [WRAP_HASH] = "($self, /)", [WRAP_TRUTH] = "($self, /)", [WRAP_NEXT] = "($self, /)", [WRAP_LEN] = "($self, /)", [WRAP_DEL] = "($self, /)",
    [WRAP_SETATTR] = "($self, name, value, /)", [WRAP_DELATTR] = "($self, name, /)", [WRAP_GETATTR] = "($self, name, /)",
    [WRAP_SETITEM] = "($self, key, value, /)", [WRAP_DELITEM] = "($self, key, /)", [WRAP_CONTAINS] = "($self, key, /)",
    [WRAP_DESCR_GET] = "($self, instance, owner=None, /)", [WRAP_DESCR_SET] = "($self, instance, value, /)", [WRAP_DESCR_DEL] = "($self, instance, /)",
    [WRAP_CALL] = "($self, /, *args, **kwargs)", [WRAP_INIT] = "($self, /, *args, **kwargs)",
};

static Value descr_signature(VM *vm, Ref f)
{
    const SlotRow *row = as_descr(f)->slot;
    size_t known = sizeof wrap_signatures / sizeof *wrap_signatures;
    if (row->arg == OP_POW && (row->wrap == WRAP_LEFT || row->wrap == WRAP_RIGHT)) return str_from_c(vm, "($self, value, mod=None, /)");
    if (strcmp(row->name, "__getitem__") == 0) return str_from_c(vm, "($self, key, /)");
    return str_from_c(vm, row->wrap < known && wrap_signatures[row->wrap] ? wrap_signatures[row->wrap] : "($self, value, /)");
}

static void wrapper_dealloc(VM *vm, Obj *o)
{
    release(vm, VAL(((MethodDescr *)o)->name));
    obj_free(vm, o, sizeof(MethodDescr));
}

static const GetSetDef wrapper_getsets[] = {
    {"__name__", descr_name, NULL, NULL},
    {"__qualname__", descr_qualname, NULL, NULL},
    {"__objclass__", descr_objclass, NULL, NULL},
    {"__doc__", none_get, NULL, NULL},
    {"__text_signature__", descr_signature, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const TypeDef wrapper_descr_def = {
    .name = "wrapper_descriptor",
    .kind = KIND_METHOD_DESCR,
    .size = sizeof(MethodDescr),
    .flags = TYPE_NO_NEW,
    .s = {.repr = wrapper_repr, .call = wrapper_call, .descr_get = wrapper_get},
    .dealloc = wrapper_dealloc,
    .getsets = wrapper_getsets,
};

/* ---- method-wrapper ---- */

static MethodWrapper *as_wrapper(Ref v) { return (MethodWrapper *)as_obj(v); }

static Value bound_call(VM *vm, Ref f, const Ref *args, int n, Ref kwnames)
{
    const MethodWrapper *w = as_wrapper(f);
    const MethodDescr *d = as_descr(w->descr);
    return row_call(vm, d->slot, d->owner, w->self, args, n, kwnames);
}

static Value bound_repr(VM *vm, Ref f)
{
    const MethodWrapper *w = as_wrapper(f);
    return str_format(vm, "<method-wrapper '%U' of %T object at 0x%llx>", REF(as_descr(w->descr)->name), REF(w->self), (long long)BITS(w->self));
}

static Value bound_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (type_of(vm, b) != CLASS(method_wrapper) || (op != CMP_EQ && op != CMP_NE)) return V_NOTIMPL;
    bool same = as_wrapper(a)->descr == as_wrapper(b)->descr && as_wrapper(a)->self == as_wrapper(b)->self;
    return make_bool(same == (op == CMP_EQ));
}

static bool bound_hash(VM *vm, Ref f, int64_t *hash)
{
    *hash = (int64_t)(BITS(as_wrapper(f)->self) >> 4 ^ BITS(as_wrapper(f)->descr) >> 3);
    return true;
}

static Value bound_self(VM *vm, Ref f) { return retain(as_wrapper(f)->self); }
static Value bound_name(VM *vm, Ref f) { return descr_name(vm, as_wrapper(f)->descr); }
static Value bound_objclass(VM *vm, Ref f) { return descr_objclass(vm, as_wrapper(f)->descr); }
static Value bound_qualname(VM *vm, Ref f) { return descr_qualname(vm, as_wrapper(f)->descr); }

static void bound_dealloc(VM *vm, Obj *o)
{
    MethodWrapper *w = (MethodWrapper *)o;
    value_clear(vm, &w->descr);
    value_clear(vm, &w->self);
    obj_free(vm, o, sizeof *w);
}
static void bound_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const MethodWrapper *w = (const MethodWrapper *)o;
    visit(w->descr, arg);
    visit(w->self, arg);
}

static Value bound_reduce(VM *vm, const Ref *args, int n, Ref kwnames) /* getattr(self, name) */
{
    Value name = bound_name(vm, args[0]), pair = name ? tuple_of(vm, 2, (Ref)as_wrapper(args[0])->self, REF(name)) : NO_VALUE;
    Ref getter = dict_get_c(vm, REF(vm->builtins), "getattr");
    Value r = pair && getter ? tuple_of(vm, 2, getter, REF(pair)) : NO_VALUE;
    release(vm, name);
    release(vm, pair);
    return r;
}
static const NativeDef bound_methods[] = {{"__reduce__", bound_reduce, "self, /", "How it is made again.", 0}, {NULL, NULL, NULL, NULL, 0}};

static Value bound_signature(VM *vm, Ref w) { return descr_signature(vm, REF(as_wrapper(w)->descr)); }

static const GetSetDef bound_getsets[] = {
    {"__self__", bound_self, NULL, NULL},
    {"__name__", bound_name, NULL, NULL},
    {"__qualname__", bound_qualname, NULL, NULL},
    {"__objclass__", bound_objclass, NULL, NULL},
    {"__doc__", none_get, NULL, NULL},
    {"__text_signature__", bound_signature, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const TypeDef method_wrapper_def = {
    .name = "method-wrapper",
    .kind = KIND_OPAQUE,
    .size = sizeof(MethodWrapper),
    .flags = TYPE_NO_NEW | TYPE_GC,
    .s = {.repr = bound_repr, .call = bound_call, .compare = bound_compare, .hash = bound_hash},
    .dealloc = bound_dealloc,
    .traverse = bound_traverse,
    .methods = bound_methods,
    .getsets = bound_getsets,
};

/* ---- __new__ of C types: bound to its type, args[0] ---- */

static const Type *static_base(const Type *t)
{
    while (t->flags & TYPE_HEAP) t = t->base;
    return t;
}

static Value new_call(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Type *t = as_type(args[0]);
    if (n < 2) return err_raise(vm, EXC_TypeError, "%N.__new__(): not enough arguments", t);
    if (!is_type(args[1])) return err_raise(vm, EXC_TypeError, "%N.__new__(X): X is not a type object (%T)", t, args[1]);
    Type *sub = as_type(args[1]);
    if (!type_is_subtype(sub, t)) return err_raise(vm, EXC_TypeError, "%N.__new__(%N): %N is not a subtype of %N", t, sub, sub, t);
    const Type *fixed = static_base(sub);
    if (fixed->s.new_ != t->s.new_) return err_raise(vm, EXC_TypeError, "%N.__new__(%N) is not safe, use %N.__new__()", t, sub, fixed);
    return t->s.new_(vm, args[1], args + 2, n - 2, kwnames);
}

static const NativeDef new_def = {"__new__", new_call, "*args, **kwargs",
                                  "Make an instance; the class's own signature says from what.", NATIVE_RAW};

static bool add_new(VM *vm, Type *t)
{
    Value f = native_new(vm, &new_def, REF(t), V_NONE);
    if (!f) return false;
    ((Native *)as_obj(f))->owner = t;
    return dict_set_take(vm, REF(t->dict), NAME(__new__), f);
}

/* ---- the dunders of a C type: one for each slot that its table fills ---- */

static bool add_row(VM *vm, Type *t, const SlotRow *row, Ref name)
{
    if (dict_get_str(vm, REF(t->dict), name)) return true;
    Value w = descr_new(vm, CLASS(wrapper_descriptor), t, name, NULL, row);
    return w && dict_set_take(vm, REF(t->dict), name, w);
}

bool type_fill_slots(VM *vm, Type *t)
{
    for (int i = 0; i < slot_row_count; i++) {
        const SlotRow *row = &slot_rows[i];
        if (!row->name || row->wrap == WRAP_GETATTR_HOOK || !slot_of(&t->def->s, row->offset)) continue;
        if (row->offset == offsetof(Slots, hash) && t->s.hash == slots_hash_none) continue; /* __hash__ is None */
        bool ok = row->wrap == WRAP_NEW ? (t->flags & TYPE_NO_NEW ? true : add_new(vm, t)) : add_row(vm, t, row, vm->slot_names[i]);
        if (!ok) return false;
    }
    if (t->s.hash == slots_hash_none && !dict_get_str(vm, REF(t->dict), NAME(__hash__)))
        return dict_set(vm, REF(t->dict), NAME(__hash__), V_NONE);
    return true;
}
