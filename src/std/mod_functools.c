/* mod_functools.c: the module _functools: partial, reduce and cmp_to_key. The heart of lru_cache is mod_lru.c. */
#include "mod_functools.h"

/* ---- partial ---- */
typedef struct Partial { Obj head; Value fn, args, kw; /* a tuple and a dict */ } Partial;
static Partial *as_partial(Ref v) { return (Partial *)BITS(v); }

static Value partial_call(VM *vm, Ref self, const Ref *args, int n, Ref kwnames);

static bool has_attributes(Obj *o)
{
    if (!(o->type->flags & TYPE_ATTRS)) return false;
    Attrs *a = obj_attrs(o);
    return a->shape ? a->shape->count != 0 : a->dict != NULL;
}

static Value joined(VM *vm, Ref first /* tuple or NULL */, const Ref *args, int n)
{
    int64_t m = first ? as_tuple(first)->len : 0;
    Value t = tuple_new(vm, m + n);
    for (int64_t i = 0; t && i < m + n; i++) as_tuple(t)->items[i] = retain(i < m ? (Ref)as_tuple(first)->items[i] : args[i - m]);
    return t;
}

static Value partial_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    if (n < 1) return err_raise(vm, EXC_TypeError, "type 'partial' takes at least one argument");
    Ref fn = args[0], inner_args = NULL, inner_kw = NULL;
    Type *t = type_of(vm, fn);
    if (!t->s.call) return err_raise(vm, EXC_TypeError, "the first argument must be callable");
    if (t->s.call == partial_call && !has_attributes(as_obj(fn))) { /* partial of a partial: one level */
        inner_args = as_partial(fn)->args;
        inner_kw = as_partial(fn)->kw;
        fn = as_partial(fn)->fn;
    }
    Partial *p = (Partial *)obj_alloc(vm, as_type(cls), as_type(cls)->inst_size);
    if (!p) return NULL;
    p->fn = retain(fn);
    p->args = joined(vm, inner_args, args + 1, n - 1);
    p->kw = inner_kw ? dict_copy(vm, inner_kw) : dict_new(vm);
    bool ok = p->args && p->kw;
    for (int64_t i = 0; ok && kwnames && i < as_tuple(kwnames)->len; i++) ok = dict_set(vm, p->kw, as_tuple(kwnames)->items[i], args[n + i]);
    if (ok) return VAL(p);
    release(vm, VAL(p));
    return NULL;
}

/* The call with all keywords in one dict. */
static Value call_merged(VM *vm, Partial *p, const Ref *args, int n, Ref kwnames)
{
    Value kw = dict_copy(vm, p->kw), all = joined(vm, p->args, args, n), r = NULL;
    bool ok = kw && all;
    for (int64_t i = 0; ok && kwnames && i < as_tuple(kwnames)->len; i++) ok = dict_set(vm, kw, as_tuple(kwnames)->items[i], args[n + i]);
    if (ok) r = call_tuple(vm, p->fn, all, kw);
    release(vm, kw);
    release(vm, all);
    return r;
}

static Value partial_call(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    Partial *p = as_partial(self);
    if (!p->fn) return err_raise(vm, EXC_TypeError, "uninitialized partial object");
    int64_t stored = as_tuple(p->args)->len, nkw = kwnames ? as_tuple(kwnames)->len : 0;
    Ref small[16];
    if (dict_len(p->kw) || stored + n + nkw > 16) return call_merged(vm, p, args, n, kwnames);
    for (int64_t i = 0; i < stored; i++) small[i] = as_tuple(p->args)->items[i];
    for (int64_t i = 0; i < n + nkw; i++) small[stored + i] = args[i];
    Value fn = retain(p->fn), held = retain(p->args), r = call(vm, fn, small, (int)stored + n, kwnames);
    release(vm, fn);
    release(vm, held);
    return r;
}

static Value partial_repr(VM *vm, Ref self)
{
    Partial *p = as_partial(self);
    int seen = repr_enter(vm, self);
    if (seen < 0) return NULL;
    if (seen) return str_from_c(vm, "...");
    StrB b = STRB_INIT(vm);
    strb_format(&b, "%T(", self);
    Value fn = retain(p->fn), list = retain(p->args), kw = retain(p->kw); /* what is printed may change what it stands in */
    bool ok = fn && strb_repr(&b, fn);
    for (int64_t i = 0; ok && i < as_tuple(list)->len; i++) {
        strb_c(&b, ", ");
        ok = strb_repr(&b, as_tuple(list)->items[i]);
    }
    int64_t pos = 0;
    Ref key, value;
    while (ok && dict_next(kw, &pos, &key, &value)) {
        Value name = retain(key), v = retain(value);
        strb_c(&b, ", ");
        ok = strb_to_str(&b, name);
        strb_char(&b, '=');
        ok = ok && strb_repr(&b, v);
        release(vm, name);
        release(vm, v);
    }
    release(vm, fn);
    release(vm, list);
    release(vm, kw);
    repr_leave(vm, self);
    strb_char(&b, ')');
    if (ok) return strb_take(&b);
    strb_drop(&b);
    return NULL;
}

static Value partial_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Partial *p = as_partial(args[0]);
    Value dict = has_attributes(as_obj(args[0])) ? obj_dict(vm, args[0]) : V_NONE, inner = dict ? tuple_of(vm, 1, (Ref)p->fn) : NULL;
    Value state = inner ? tuple_of(vm, 4, (Ref)p->fn, (Ref)p->args, (Ref)p->kw, (Ref)dict) : NULL;
    Value r = state ? tuple_of(vm, 3, REF(as_obj(args[0])->type), (Ref)inner, (Ref)state) : NULL;
    release(vm, dict);
    release(vm, inner);
    release(vm, state);
    return r;
}

static Value partial_setstate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Partial *p = as_partial(args[0]);
    Ref s = args[1];
    Value *v = is_tuple(s) && as_tuple(s)->len == 4 ? as_tuple(s)->items : NULL;
    if (!v || !type_of(vm, v[0])->s.call || !is_tuple(v[1]) || (!is_none(v[2]) && !is_dict(v[2]))) return err_raise(vm, EXC_TypeError, "invalid partial state");
    Value fn = retain(v[0]), list = is_exact(v[1], CLASS(tuple)) ? retain(v[1]) : tuple_from(vm, as_refs(as_tuple(v[1])->items), as_tuple(v[1])->len);
    Value kw = is_none(v[2]) ? dict_new(vm) : is_exact(v[2], CLASS(dict)) ? retain(v[2]) : dict_copy(vm, v[2]);
    bool ok = list && kw;
    if (ok) {
        value_put(vm, &p->fn, fn);
        value_put(vm, &p->args, list);
        value_put(vm, &p->kw, kw);
        Value more = retain(v[3]), dict = is_dict(more) || has_attributes(as_obj(args[0])) ? obj_dict(vm, args[0]) : NO_VALUE; /* its attributes are those of the state alone */
        if (dict && dict != more) dict_clear(vm, dict);
        ok = !err_occurred(vm) && (!is_dict(more) || dict == more || dict_update(vm, dict, more));
        release(vm, dict);
        release(vm, more);
        return ok ? V_NONE : NULL;
    }
    release(vm, fn);
    release(vm, list);
    release(vm, kw);
    return NULL;
}

static void partial_dealloc(VM *vm, Obj *o)
{
    Partial *p = (Partial *)o;
    value_clear(vm, &p->fn);
    value_clear(vm, &p->args);
    value_clear(vm, &p->kw);
    obj_free(vm, o, o->type->inst_size);
}

static void partial_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    Partial *p = (Partial *)o;
    seq_visit(p->fn, visit, arg);
    seq_visit(p->args, visit, arg);
    seq_visit(p->kw, visit, arg);
}

static void partial_clear(VM *vm, Obj *o) /* kw is a dict, which is cleared itself */
{
    value_put(vm, &((Partial *)o)->fn, V_NONE);
    value_put(vm, &((Partial *)o)->args, retain(vm->empty_tuple));
}

static Value get_func(VM *vm, Ref self) { return retain(as_partial(self)->fn); }
static Value get_args(VM *vm, Ref self) { return retain(as_partial(self)->args); }
static Value get_keywords(VM *vm, Ref self) { return retain(as_partial(self)->kw); }

static const NativeDef partial_methods[] = {
    {"__reduce__", partial_reduce, "self, /", NULL, 0},
    {"__setstate__", partial_setstate, "self, state, /", NULL, 0},
    CLASS_GETITEM_ROW,
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef partial_getsets[] = {
    {"func", get_func, getset_readonly, "the function that is called"},
    {"args", get_args, getset_readonly, "its first arguments"},
    {"keywords", get_keywords, getset_readonly, "its keywords, which a call can override"},
    {NULL, NULL, NULL, NULL},
};
static const TypeDef partial_def = {
    .name = "functools.partial",
    .doc = "partial(func, *args, **keywords) -> func with some of its arguments already there",
    .kind = KIND_OPAQUE,
    .size = sizeof(Partial),
    .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE | TYPE_WEAKREF,
    .s = {.new_ = partial_new, .call = partial_call, .repr = partial_repr},
    .dealloc = partial_dealloc,
    .traverse = partial_traverse,
    .clear = partial_clear,
    .methods = partial_methods,
    .getsets = partial_getsets,
};

/* ---- cmp_to_key ---- */
typedef struct Key { Obj head; Value cmp, object; /* object NULL: the maker of keys itself */ } Key;
static Key *as_key(Ref v) { return (Key *)BITS(v); }

static Value key_new(VM *vm, Type *type, Ref cmp, Ref object)
{
    Key *k = (Key *)obj_alloc(vm, type, sizeof(Key));
    if (!k) return NULL;
    k->cmp = retain(cmp);
    k->object = object ? retain(object) : NULL;
    return VAL(k);
}

static Value key_call(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"obj"};
    Ref in[1];
    if (!args_bind(vm, "K", args, n, kwnames, names, 1, in)) return NULL;
    if (!in[0]) return err_raise(vm, EXC_TypeError, "K() missing required argument 'obj' (pos 1)");
    return key_new(vm, as_obj(self)->type, as_key(self)->cmp, in[0]);
}

static Value key_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (!is_heap(b) || as_obj(b)->type != as_obj(a)->type) return err_raise(vm, EXC_TypeError, "other argument must be K instance");
    if (!as_key(a)->object || !as_key(b)->object) return err_raise(vm, EXC_AttributeError, "object");
    Value order = call2(vm, as_key(a)->cmp, as_key(a)->object, as_key(b)->object);
    if (!order) return NULL;
    Value r = op_compare(vm, order, make_small(0), op);
    release(vm, order);
    return r;
}

static void key_clear(VM *vm, Obj *o)
{
    value_put(vm, &((Key *)o)->cmp, V_NONE);
    value_clear(vm, &((Key *)o)->object);
}

static void key_dealloc(VM *vm, Obj *o)
{
    key_clear(vm, o);
    obj_free(vm, o, sizeof(Key));
}

static void key_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    seq_visit(((Key *)o)->cmp, visit, arg);
    seq_visit(((Key *)o)->object, visit, arg);
}

static Value get_object(VM *vm, Ref self) { return as_key(self)->object ? retain(as_key(self)->object) : V_NONE; }
static bool set_object(VM *vm, Ref self, Ref v)
{
    value_put(vm, &as_key(self)->object, v ? retain(v) : NULL);
    return true;
}
static const GetSetDef key_getsets[] = {{"obj", get_object, set_object, "Value wrapped by a key function."}, {NULL, NULL, NULL, NULL}};
static const TypeDef key_def = {
    .name = "functools.KeyWrapper", .kind = KIND_OPAQUE, .size = sizeof(Key), .flags = TYPE_GC | TYPE_NO_NEW | TYPE_IMMUTABLE,
    .s = {.call = key_call, .compare = key_compare, .hash = slots_hash_none}, .dealloc = key_dealloc, .traverse = key_traverse, .clear = key_clear, .getsets = key_getsets,
};

static Value fn_cmp_to_key(VM *vm, const Ref *args, int n, Ref kwnames)
{
    FunctoolsState *s = module_state(vm, &functools_module);
    return s ? key_new(vm, s->key, args[0], NULL) : NULL;
}

/* ---- reduce ---- */
static Value fn_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value it = op_iter(vm, args[1]), acc = args[2] ? retain(args[2]) : NULL, v;
    if (!it) {
        if (err_matches(vm, EXC_TypeError)) {
            err_clear(vm);
            err_raise(vm, EXC_TypeError, "reduce() arg 2 must support iteration");
        }
        release(vm, acc);
        return NULL;
    }
    unsigned steps = 0;
    while ((v = op_next(vm, it))) {
        if (!acc) {
            acc = v;
            continue;
        }
        Value next = call2(vm, args[0], acc, v);
        release(vm, v);
        release(vm, acc);
        acc = next;
        if (!acc || ((++steps & 1023) == 0 && !vm_poll(vm))) break;
    }
    release(vm, it);
    if (err_occurred(vm)) {
        release(vm, acc);
        return NULL;
    }
    return acc ? acc : err_raise(vm, EXC_TypeError, "reduce() of empty iterable with no initial value");
}

/* ---- the module ---- */
static bool init(VM *vm, Ref module, Dict *ns)
{
    FunctoolsState *s = as_module(module)->state;
    return (s->partial = type_from_def(vm, &partial_def, NULL)) && (s->key = type_from_def(vm, &key_def, NULL)) &&
           (s->lru = type_from_def(vm, &lru_def, NULL)) && module_add_type(vm, ns, s->partial) && module_add_type(vm, ns, s->lru);
}

static void done(VM *vm, void *state)
{
    FunctoolsState *s = state;
    release(vm, VAL(s->partial));
    release(vm, VAL(s->key));
    release(vm, VAL(s->lru));
}

static const NativeDef functions[] = {
    {"cmp_to_key", fn_cmp_to_key, "mycmp", "A sort key made of a comparison, which returns a number below, at or above 0.", NATIVE_KW},
    {"reduce", fn_reduce, "function, iterable, initial=None, /", "One value out of many: function joins the first two, then the result and the next, to the end.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

const ModuleDef functools_module = {
    .name = "_functools",
    .doc = "What functools is built on.",
    .functions = functions,
    .init = init,
    .state_size = sizeof(FunctoolsState),
    .done = done,
};
