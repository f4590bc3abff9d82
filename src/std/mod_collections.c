/* mod_collections.c: the module _collections: defaultdict and Counter's counting loop; deque is mod_deque.c. */
#include "mod_collections.h"

/* ---- defaultdict: a Dict with a factory behind it ---- */
typedef struct DefaultDict { Dict dict; Value factory; } DefaultDict;

static DefaultDict *as_dd(Ref v) { return (DefaultDict *)BITS(v); }

static bool dd_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    if (n > 0 && !is_none(args[0]) && type_of(vm, args[0])->s.call == NULL)
        return err_false(vm, EXC_TypeError, "first argument must be callable or None");
    value_put(vm, &as_dd(self)->factory, n > 0 ? retain(args[0]) : V_NONE);
    return CLASS(dict)->s.init(vm, self, n > 0 ? args + 1 : args, n > 0 ? n - 1 : 0, kwnames);
}

static void dd_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((DefaultDict *)o)->factory);
    CLASS(dict)->dealloc(vm, o);
}

static void dd_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (is_heap(((DefaultDict *)o)->factory)) visit(((DefaultDict *)o)->factory, arg);
    CLASS(dict)->traverse(vm, o, visit, arg);
}

static void dd_clear(VM *vm, Obj *o)
{
    value_put(vm, &((DefaultDict *)o)->factory, V_NONE);
    CLASS(dict)->clear(vm, o);
}

static Value factory_of(Ref self) { return as_dd(self)->factory == NO_VALUE ? V_NONE : retain(as_dd(self)->factory); }

static Value dd_missing(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value factory = factory_of(args[0]);
    if (is_none(factory)) return err_raise_value(vm, EXC_KeyError, args[1]);
    Value v = call0(vm, factory);
    release(vm, factory);
    if (v == NO_VALUE || op_setitem(vm, args[0], args[1], v)) return v;
    release(vm, v);
    return NO_VALUE;
}

static Value dd_copy(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value factory = factory_of(args[0]);
    Value r = call2(vm, REF(as_obj(args[0])->type), factory, args[0]);
    release(vm, factory);
    return r;
}

static Value dd_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value factory = factory_of(args[0]), items = NO_VALUE, it = NO_VALUE, r = NO_VALUE;
    Value inner = is_none(factory) ? tuple_new(vm, 0) : tuple_of(vm, 1, (Ref)factory);
    if (inner != NO_VALUE) items = call_method(vm, args[0], NAME(items), NULL, 0);
    if (items != NO_VALUE) it = op_iter(vm, items);
    if (it != NO_VALUE) r = tuple_of(vm, 5, REF(as_obj(args[0])->type), (Ref)inner, (Ref)V_NONE, (Ref)V_NONE, (Ref)it);
    release(vm, factory);
    release(vm, inner);
    release(vm, items);
    release(vm, it);
    return r;
}

static Value dd_repr(VM *vm, Ref o)
{
    Value base = CLASS(dict)->s.repr(vm, o), r = NO_VALUE;
    if (base == NO_VALUE) return base;
    Value factory = factory_of(o);
    int seen = is_none(factory) ? 0 : repr_enter(vm, factory);
    if (seen == 0) {
        r = str_format(vm, "%U(%R, %U)", REF(as_obj(o)->type->name), (Ref)factory, (Ref)base);
        if (!is_none(factory)) repr_leave(vm, factory);
    } else if (seen > 0) {
        r = str_format(vm, "%U(..., %U)", REF(as_obj(o)->type->name), (Ref)base);
    }
    release(vm, factory);
    release(vm, base);
    return r;
}

static Value dd_or(VM *vm, Ref a, Ref b)
{
    if (!is_dict(a) || !is_dict(b)) return V_NOTIMPL;
    CollectionsState *s = module_state(vm, &collections_module);
    if (s == NULL) return NO_VALUE;
    Ref self = is_instance_of(vm, a, s->defaultdict) ? a : b;
    Value factory = factory_of(self);
    Value r = call2(vm, REF(as_obj(self)->type), factory, a);
    release(vm, factory);
    if (r == NO_VALUE || dict_update(vm, r, b)) return r;
    release(vm, r);
    return NO_VALUE;
}

static Value dd_get_factory(VM *vm, Ref self) { return factory_of(self); }
static bool dd_set_factory(VM *vm, Ref self, Ref v)
{
    value_put(vm, &as_dd(self)->factory, v == NULL ? V_NONE : retain(v));
    return true;
}

static const NativeDef dd_methods[] = {
    {"__missing__", dd_missing, "self, key, /", "What d[key] makes of an absent key: it stores and returns default_factory().", 0},
    {"copy", dd_copy, "self, /", "A defaultdict of the same factory, keys and values.", 0},
    {"__copy__", dd_copy, "self, /", "A defaultdict of the same factory, keys and values.", 0},
    {"__reduce__", dd_reduce, "self, /", "For copying and pickling.", 0},
    CLASS_GETITEM_ROW,
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef dd_getsets[] = {
    {"default_factory", dd_get_factory, dd_set_factory, "called for the value of an absent key; None: KeyError"},
    {NULL, NULL, NULL, NULL},
};

static const TypeDef defaultdict_def = {
    .name = "collections.defaultdict",
    .doc = "defaultdict(default_factory=None, /, ...) -> a dict that makes what it is asked for and has not",
    .kind = KIND_DICT,
    .size = sizeof(DefaultDict),
    .flags = TYPE_GC | TYPE_BASE | TYPE_MATCH_MAP | TYPE_WEAKREF | TYPE_IMMUTABLE,
    .s = {.nb = {[OP_OR] = dd_or}, .repr = dd_repr, .init = dd_init},
    .dealloc = dd_dealloc,
    .traverse = dd_traverse,
    .clear = dd_clear,
    .methods = dd_methods,
    .getsets = dd_getsets,
};

/* ---- _count_elements(mapping, iterable) ---- */
static bool count_one(VM *vm, Ref mapping, bool plain, Ref get, Ref key)
{
    Value old = NO_VALUE;
    int64_t at = plain && is_exact(key, CLASS(str)) ? dict_entry_of_str(vm, mapping, key) : -1;
    Value *count = at >= 0 ? &as_dict(mapping)->entries[at].value : NULL;
    if (count && is_small(*count) && small_of(*count) < SMALL_MAX) { /* a text that has been counted: one search, nothing is asked */
        *count = make_small(small_of(*count) + 1);
        return true;
    }
    if (plain) {
        Ref found = dict_get(vm, mapping, key);
        if (found == NULL && err_occurred(vm)) return false;
        if (found != NULL) old = retain(found);
    } else {
        old = call2(vm, get, key, make_small(0));
        if (old == NO_VALUE) return false;
    }
    Value next = old == NO_VALUE ? make_small(1) : op_binary(vm, OP_ADD, old, make_small(1));
    release(vm, old);
    if (next == NO_VALUE) return false;
    bool ok = plain ? dict_set(vm, mapping, key, next) : op_setitem(vm, mapping, key, next);
    release(vm, next);
    return ok;
}

static Value fn_count_elements(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref mapping = args[0];
    Type *t = type_of(vm, mapping);
    bool plain = is_dict(mapping) && type_lookup(vm, t, NAME(get)) == type_lookup(vm, CLASS(dict), NAME(get)) &&
                 type_lookup(vm, t, NAME(__setitem__)) == type_lookup(vm, CLASS(dict), NAME(__setitem__));
    Value it = op_iter(vm, args[1]), get = NO_VALUE, v;
    if (it == NO_VALUE) return it;
    bool ok = plain || (get = obj_getattr(vm, mapping, NAME(get))) != NO_VALUE;
    for (unsigned steps = 1; ok && (v = op_next(vm, it)) != NO_VALUE; steps++) {
        ok = count_one(vm, mapping, plain, get, v) && ((steps & 1023) != 0 || vm_poll(vm));
        release(vm, v);
    }
    release(vm, it);
    release(vm, get);
    return ok && !err_occurred(vm) ? V_NONE : NO_VALUE;
}

/* ---- _tuplegetter(index, doc): a field of a named tuple ---- */
typedef struct Getter { Obj head; int64_t index; Value doc; } Getter;
static Getter *as_getter(Ref v) { return (Getter *)BITS(v); }

static Value getter_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    int64_t index;
    if (!args_no_kw(vm, "_tuplegetter", kwnames) || !args_count(vm, "_tuplegetter", n, 2, 2) || !num_index_i64(vm, args[0], &index)) return NO_VALUE;
    Getter *g = (Getter *)obj_alloc(vm, as_type(cls), sizeof(Getter));
    if (g == NULL) return NO_VALUE;
    g->index = index;
    g->doc = retain(args[1]);
    return VAL(g);
}

static Value getter_get(VM *vm, Ref self, Ref o, Ref type)
{
    int64_t i = as_getter(self)->index;
    if (o == NULL || is_none(o)) return retain(self);
    if (!is_tuple(o)) return err_raise(vm, EXC_TypeError, "descriptor for index '%lld' for tuple subclasses doesn't apply to '%T' object", (long long)i, o);
    if (i < 0 || i >= as_tuple(o)->len) return err_raise(vm, EXC_IndexError, "tuple index out of range");
    return retain(as_tuple(o)->items[i]);
}

static bool getter_set(VM *vm, Ref self, Ref o, Ref v)
{
    return err_false(vm, EXC_AttributeError, v == NULL ? "can't delete attribute" : "can't set attribute");
}

static void getter_dealloc(VM *vm, Obj *o)
{
    release(vm, ((Getter *)o)->doc);
    obj_free(vm, o, sizeof(Getter));
}

static void getter_traverse(VM *vm, Obj *o, VisitFn visit, void *arg) { seq_visit(((Getter *)o)->doc, visit, arg); }
static void getter_clear(VM *vm, Obj *o) { value_put(vm, &((Getter *)o)->doc, V_NONE); }

static Value getter_repr(VM *vm, Ref self) { return str_format(vm, "_tuplegetter(%lld, %R)", (long long)as_getter(self)->index, (Ref)as_getter(self)->doc); }
static Value getter_doc(VM *vm, Ref self) { return retain(as_getter(self)->doc); }
static bool getter_set_doc(VM *vm, Ref self, Ref v)
{
    value_put(vm, &as_getter(self)->doc, v == NULL ? V_NONE : retain(v));
    return true;
}
static Value getter_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value inner = tuple_of(vm, 2, (Ref)make_small(as_getter(args[0])->index), (Ref)as_getter(args[0])->doc), r = NO_VALUE;
    if (inner != NO_VALUE) r = tuple_of(vm, 2, REF(as_obj(args[0])->type), (Ref)inner);
    release(vm, inner);
    return r;
}
static const NativeDef getter_methods[] = {{"__reduce__", getter_reduce, "self, /", NULL, 0}, {NULL, NULL, NULL, NULL, 0}};
static const GetSetDef getter_getsets[] = {{"__doc__", getter_doc, getter_set_doc, NULL}, {NULL, NULL, NULL, NULL}};
static const TypeDef getter_def = {
    .name = "_collections._tuplegetter",
    .kind = KIND_OPAQUE,
    .size = sizeof(Getter),
    .flags = TYPE_GC | TYPE_IMMUTABLE,
    .s = {.new_ = getter_new, .descr_get = getter_get, .descr_set = getter_set, .repr = getter_repr},
    .dealloc = getter_dealloc,
    .traverse = getter_traverse,
    .clear = getter_clear,
    .methods = getter_methods,
    .getsets = getter_getsets,
};

/* ---- the module ---- */
static bool add_type(VM *vm, Dict *ns, Type **slot, const TypeDef *def, Type *base)
{
    *slot = type_from_def(vm, def, base);
    return *slot != NULL && module_add_type(vm, ns, *slot);
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    CollectionsState *s = as_module(module)->state;
    return add_type(vm, ns, &s->deque, &deque_def, NULL) && add_type(vm, ns, &s->deque_iterator, &deque_iterator_def, NULL) &&
           add_type(vm, ns, &s->deque_reverse_iterator, &deque_reverse_iterator_def, NULL) &&
           add_type(vm, ns, &s->defaultdict, &defaultdict_def, CLASS(dict)) && add_type(vm, ns, &s->tuplegetter, &getter_def, NULL) &&
           add_type(vm, ns, &s->odict, &odict_def, CLASS(dict)) &&
           (s->odict_keys = type_from_def(vm, &odict_keys_def, CLASS(dict_keys))) != NULL &&
           (s->odict_values = type_from_def(vm, &odict_values_def, CLASS(dict_values))) != NULL &&
           (s->odict_items = type_from_def(vm, &odict_items_def, CLASS(dict_items))) != NULL;
}

static void done(VM *vm, void *state)
{
    CollectionsState *s = state;
    release(vm, VAL(s->deque));
    release(vm, VAL(s->deque_iterator));
    release(vm, VAL(s->deque_reverse_iterator));
    release(vm, VAL(s->defaultdict));
    release(vm, VAL(s->tuplegetter));
    release(vm, VAL(s->odict));
    release(vm, VAL(s->odict_keys));
    release(vm, VAL(s->odict_values));
    release(vm, VAL(s->odict_items));
}

static const NativeDef functions[] = {
    {"_count_elements", fn_count_elements, "mapping, iterable, /", "Add 1 to mapping[item] for each item.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

const ModuleDef collections_module = {
    .name = "_collections",
    .doc = "What collections is built on.",
    .functions = functions,
    .init = init,
    .state_size = sizeof(CollectionsState),
    .done = done,
};
