/* attr.c: attributes: the look-up along a class's mro with its cache, the generic getattr and setattr of objects, and
 * what is common to all getattrs. The cache is keyed by (type version, name): versions are never used twice, so that an
 * entry can grow old but never wrong. It owns the names, since an address must not come back under another text.
 */
#include "vm.h"

Ref type_find(VM *vm, const Type *t, Ref name)
{
    const Tuple *mro = t->mro;
    if (!mro) { /* while types are set up */
        for (; t; t = t->base) {
            Ref v = t->dict ? dict_get_str(vm, REF(t->dict), name) : NULL;
            if (v) return v;
        }
        return NULL;
    }
    for (int64_t i = 0; i < mro->len; i++) {
        const Dict *d = as_type(mro->items[i])->dict;
        Ref v = d ? dict_get_str(vm, REF(d), name) : NULL;
        if (v) return v;
    }
    return NULL;
}

Ref type_lookup(VM *vm, Type *t, Ref name)
{
    if (!(as_str(name)->head.aux & STR_INTERNED) || !vm->type_cache) return type_find(vm, t, name);
    TypeCacheRow *row = type_cache_row(vm, t, name);
    if (row->version == t->version && row->name == name) return row->value;
    Ref v = type_find(vm, t, name);
    if (!t->mro) return v;
    if (row->name != name) value_put(vm, &row->name, retain(name));
    row->version = t->version;
    row->called = 0;
    row->value = v;
    return v;
}

/* ---- reading ---- */

static Value bind(VM *vm, Ref d, Ref o, Type *t)
{
    if (!is_heap(d)) return retain(d);
    TernaryFn get = as_obj(d)->type->s.descr_get;
    if (!get) return retain(d);
    Value held = retain(d); /* the class may lose it meanwhile */
    Value r = get(vm, d, o, REF(t));
    release(vm, held);
    return r;
}

static bool is_data_descr(Ref d) { return is_heap(d) && as_obj(d)->type->s.descr_set; }

/* NULL without an error: absent. */
static Value generic_try(VM *vm, Ref o, Ref name)
{
    Type *t = type_of(vm, o);
    Ref d = type_lookup(vm, t, name);
    if (d && is_data_descr(d) && as_obj(d)->type->s.descr_get) return bind(vm, d, o, t);
    if ((t->flags & TYPE_ATTRS) && is_heap(o)) {
        Ref v = inst_get(vm, as_obj(o), name);
        if (v) return retain(v);
    } else if (is_module(o)) {
        Ref v = dict_get_str(vm, REF(as_module(o)->dict), name);
        if (v) return retain(v);
    }
    return d ? bind(vm, d, o, t) : NO_VALUE;
}

Value obj_generic_getattr(VM *vm, Ref o, Ref name)
{
    Value v = generic_try(vm, o, name);
    if (!v && !err_occurred(vm)) return err_type_name(vm, name, o);
    return v;
}

int obj_generic_try(VM *vm, Ref o, Ref name, Value *out)
{
    *out = generic_try(vm, o, name);
    if (*out) return 1;
    if (!err_occurred(vm)) return 0;
    if (!err_matches(vm, EXC_AttributeError)) return -1;
    err_clear(vm);
    return 0;
}

static Value name_checked(VM *vm, Ref name)
{
    if (!is_str(name)) return err_raise(vm, EXC_TypeError, "attribute name must be string, not '%T'", name);
    if (as_str(name)->head.aux & STR_INTERNED) return retain(name);
    if (as_obj(name)->type != CLASS(str)) return retain(name);
    return str_intern(vm, retain(name));
}

/* A program's own AttributeError out of an attribute's look-up learns what was looked for. */
Value obj_no_attr(VM *vm, Ref o, Ref name)
{
    if (!vm->error || as_obj(vm->error)->aux != EXCL_ATTR) return NULL;
    Exception *e = as_exception(vm->error);
    if (e->x[0] || e->x[1]) return NULL;
    value_put(vm, &e->x[0], retain(name));
    value_put(vm, &e->x[1], retain(o));
    return NULL;
}

Value obj_getattr(VM *vm, Ref o, Ref plain_name)
{
    BinaryFn get = type_of(vm, o)->s.getattr;
    if (is_str(plain_name) && (as_str(plain_name)->head.aux & STR_INTERNED)) {
        Value held = retain(o), v = get(vm, o, plain_name);
        if (!v) obj_no_attr(vm, o, plain_name);
        release(vm, held);
        return v;
    }
    Value name = name_checked(vm, plain_name);
    if (!name) return NULL;
    Value held = retain(o), v = get(vm, o, name);
    if (!v) obj_no_attr(vm, o, name);
    release(vm, name);
    release(vm, held);
    return v;
}

Value obj_getattr_c(VM *vm, Ref o, const char *text)
{
    Value name = str_intern_c(vm, text);
    if (!name) return NULL;
    Value v = obj_getattr(vm, o, name);
    release(vm, name);
    return v;
}

int obj_lookup_attr(VM *vm, Ref o, Ref plain_name, Value *out)
{
    BinaryFn get = type_of(vm, o)->s.getattr;
    *out = NO_VALUE;
    if (get == obj_generic_getattr && is_str(plain_name)) {
        Value name = name_checked(vm, plain_name);
        if (!name) return -1;
        Value held = retain(o);
        int found = obj_generic_try(vm, o, name, out);
        release(vm, name);
        release(vm, held);
        return found;
    } else {
        *out = obj_getattr(vm, o, plain_name);
    }
    if (*out) return 1;
    if (!err_occurred(vm)) return 0;
    if (!err_matches(vm, EXC_AttributeError)) return -1;
    err_clear(vm);
    return 0;
}

/* ---- writing ---- */

static bool refuse(VM *vm, Ref o, Ref name, bool known)
{
    Value e;
    if (known) e = err_raise(vm, EXC_AttributeError, "'%T' object attribute '%U' is read-only", o, name);
    else e = err_type_name(vm, name, o);
    if (vm->error && as_obj(vm->error)->aux == EXCL_ATTR) { /* only reading tells name and object */
        value_clear(vm, &as_exception(vm->error)->x[0]);
        value_clear(vm, &as_exception(vm->error)->x[1]);
    }
    (void)e;
    return false;
}

bool obj_generic_setattr(VM *vm, Ref o, Ref name, Ref v)
{
    Type *t = type_of(vm, o);
    Ref d = type_lookup(vm, t, name);
    if (d && is_data_descr(d)) {
        Value held = retain(d);
        bool ok = as_obj(d)->type->s.descr_set(vm, d, o, v);
        release(vm, held);
        return ok;
    }
    bool module = is_module(o);
    if (!module && (!(t->flags & TYPE_ATTRS) || !is_heap(o))) return refuse(vm, o, name, d != NULL);
    if (v) return module ? dict_set(vm, REF(as_module(o)->dict), name, v) : inst_set(vm, as_obj(o), name, v);
    int done = module ? dict_del(vm, REF(as_module(o)->dict), name) : inst_del(vm, as_obj(o), name);
    if (done == 0) refuse(vm, o, name, false);
    return done > 0;
}

bool obj_setattr(VM *vm, Ref o, Ref plain_name, Ref v)
{
    Value name = name_checked(vm, plain_name);
    if (!name) return false;
    SetItemFn set = type_of(vm, o)->s.setattr;
    bool ok = false;
    if (set) {
        Value held = retain(o), held_v = retain(v);
        ok = set(vm, o, name, v);
        release(vm, held);
        release(vm, held_v);
    } else {
        err_raise(vm, EXC_TypeError, "'%T' object has no attributes (%s .%U)", o, v ? "assign to" : "del", name);
    }
    release(vm, name);
    return ok;
}

Value obj_dict(VM *vm, Ref o)
{
    if (!is_heap(o)) return NULL;
    if (is_module(o)) return retain(REF(as_module(o)->dict));
    if (is_type(o)) return mappingproxy_new(vm, REF(as_type(o)->dict));
    if (!(as_obj(o)->type->flags & TYPE_ATTRS)) return NULL;
    if (!inst_to_dict(vm, as_obj(o))) return NULL;
    return retain(REF(obj_attrs(as_obj(o))->dict));
}
