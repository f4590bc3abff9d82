/* mod_odict.c: collections.OrderedDict: a Dict that compares by order and moves items to either end. The store is
 * dict's own, whose two ends are both reached at once (Dict.first); what differs are the methods: they go through the
 * item methods of subclasses, name their keywords, and iteration notices every change of keys (DICT_ORDERED in aux). */
#include "mod_collections.h"

static CollectionsState *state_of(VM *vm) { return module_state(vm, &collections_module); }

static Value odict_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    Value v = CLASS(dict)->s.new_(vm, cls, args, n, kwnames);
    if (v != NO_VALUE) as_obj(v)->aux = DICT_ORDERED;
    return v;
}

/* ---- update ---- */
static bool take_keys(VM *vm, Ref self, Ref other, Value keys /*taken*/)
{
    Value it = op_iter(vm, keys), key;
    release(vm, keys);
    if (it == NO_VALUE) return false;
    bool ok = true;
    while (ok && (key = op_next(vm, it)) != NO_VALUE) {
        Value v = op_getitem(vm, other, key);
        ok = v != NO_VALUE && op_setitem(vm, self, key, v);
        release(vm, v);
        release(vm, key);
    }
    release(vm, it);
    return ok && !err_occurred(vm);
}

static bool take_pair(VM *vm, Ref self, Ref item)
{
    Value pair = tuple_from_iter(vm, item);
    if (pair == NO_VALUE) return false;
    int64_t n = as_tuple(pair)->len;
    bool ok = false;
    if (n < 2) err_raise(vm, EXC_ValueError, "need more than %d value%s to unpack", (int)n, n == 1 ? "" : "s");
    else if (n > 2) err_raise(vm, EXC_ValueError, "too many values to unpack (expected 2)");
    else ok = op_setitem(vm, self, as_tuple(pair)->items[0], as_tuple(pair)->items[1]);
    release(vm, pair);
    return ok;
}

static bool take_pairs(VM *vm, Ref self, Ref pairs)
{
    Value it = op_iter(vm, pairs), item;
    if (it == NO_VALUE) return false;
    bool ok = true;
    for (unsigned i = 1; ok && (item = op_next(vm, it)) != NO_VALUE; i++) {
        ok = take_pair(vm, self, item) && ((i & 1023) != 0 || vm_poll(vm));
        release(vm, item);
    }
    release(vm, it);
    return ok && !err_occurred(vm);
}

static bool take_dict(VM *vm, Ref self, Ref dict) /* an exact dict: its items() */
{
    Value items = dict_view_new_of(vm, CLASS(dict_items), dict, DICT_ITEMS);
    bool ok = items != NO_VALUE && take_pairs(vm, self, items);
    release(vm, items);
    return ok;
}

static bool take_all(VM *vm, Ref self, Ref other)
{
    Value method;
    if (is_exact(other, CLASS(dict))) return take_dict(vm, self, other);
    int has = obj_lookup_attr(vm, other, NAME(keys), &method);
    bool keys = has > 0;
    if (has == 0) has = obj_lookup_attr(vm, other, NAME(items), &method);
    if (has < 0) return false;
    if (has == 0) return take_pairs(vm, self, other);
    Value list = call0(vm, method);
    release(vm, method);
    if (list == NO_VALUE) return false;
    if (keys) return take_keys(vm, self, other, list);
    bool ok = take_pairs(vm, self, list);
    release(vm, list);
    return ok;
}

static bool odict_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    if (n > 1) return err_false(vm, EXC_TypeError, "expected at most 1 arguments, got %d", n);
    if (n == 1 && !take_all(vm, self, args[0])) return false;
    for (int64_t i = 0; kwnames != NULL && i < as_tuple(kwnames)->len; i++)
        if (!op_setitem(vm, self, as_tuple(kwnames)->items[i], args[n + i])) return false;
    return true;
}

static Value m_update(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tuple *pos = as_tuple(args[1]);
    if (pos->len > 1) return err_raise(vm, EXC_TypeError, "update() takes at most 1 positional argument (%d given)", (int)pos->len);
    if (pos->len == 1 && !take_all(vm, args[0], pos->items[0])) return NO_VALUE;
    if (args[2] != NULL && dict_len(args[2]) > 0 && !take_dict(vm, args[0], args[2])) return NO_VALUE;
    return V_NONE;
}

/* ---- methods ---- */
static Value m_pop(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value v = dict_pop(vm, args[0], args[1]);
    if (v != NO_VALUE || err_occurred(vm)) return v;
    return args[2] != NULL ? retain(args[2]) : err_raise_value(vm, EXC_KeyError, args[1]);
}

static Value m_popitem(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value pair[2];
    int last = args[1] == NULL ? 1 : op_truth(vm, args[1]);
    if (last < 0) return NO_VALUE;
    if (dict_pop_end(vm, args[0], last, &pair[0], &pair[1])) return tuple_take(vm, pair, 2);
    Value text = str_from_c(vm, "dictionary is empty");
    if (text != NO_VALUE) err_raise_value(vm, EXC_KeyError, text);
    release(vm, text);
    return NO_VALUE;
}

static Value m_setdefault(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref dflt = args[2] == NULL ? V_NONE : args[2];
    int has = op_contains(vm, args[0], args[1]);
    if (has < 0) return NO_VALUE;
    if (has > 0) return op_getitem(vm, args[0], args[1]);
    return op_setitem(vm, args[0], args[1], dflt) ? retain(dflt) : NO_VALUE;
}

static Value m_move_to_end(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int last = args[2] == NULL ? 1 : op_truth(vm, args[2]);
    int moved = last < 0 ? -1 : dict_move(vm, args[0], args[1], last);
    if (moved == 0) err_raise_value(vm, EXC_KeyError, args[1]);
    return moved > 0 ? V_NONE : NO_VALUE;
}

static Value m_clear(VM *vm, const Ref *args, int n, Ref kwnames)
{
    dict_clear(vm, args[0]);
    return V_NONE;
}

static Value m_copy(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref self = args[0];
    Value new = call0(vm, REF(as_obj(self)->type)), key;
    if (new == NO_VALUE) return new;
    Value it = dict_iter_new(vm, self, DICT_KEYS);
    bool ok = it != NO_VALUE;
    while (ok && (key = op_next(vm, it)) != NO_VALUE) {
        Value v = op_getitem(vm, self, key);
        ok = v != NO_VALUE && op_setitem(vm, new, key, v);
        release(vm, v);
        release(vm, key);
    }
    release(vm, it);
    if (ok && !err_occurred(vm)) return new;
    release(vm, new);
    return NO_VALUE;
}

static Value m_fromkeys(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value new = call0(vm, args[0]), it = new == NO_VALUE ? NO_VALUE : op_iter(vm, args[1]), key;
    bool ok = it != NO_VALUE;
    Ref value = args[2] == NULL ? V_NONE : args[2];
    while (ok && (key = op_next(vm, it)) != NO_VALUE) {
        ok = op_setitem(vm, new, key, value);
        release(vm, key);
    }
    release(vm, it);
    if (ok && !err_occurred(vm)) return new;
    release(vm, new);
    return NO_VALUE;
}

static Value view(VM *vm, Ref self, unsigned what)
{
    CollectionsState *s = state_of(vm);
    if (s == NULL) return NO_VALUE;
    return dict_view_new_of(vm, what == DICT_KEYS ? s->odict_keys : what == DICT_VALUES ? s->odict_values : s->odict_items, self, what);
}
static Value m_keys(VM *vm, const Ref *args, int n, Ref kwnames) { return view(vm, args[0], DICT_KEYS); }
static Value m_values(VM *vm, const Ref *args, int n, Ref kwnames) { return view(vm, args[0], DICT_VALUES); }
static Value m_items(VM *vm, const Ref *args, int n, Ref kwnames) { return view(vm, args[0], DICT_ITEMS); }
static Value m_reversed(VM *vm, const Ref *args, int n, Ref kwnames) { return dict_iter_new(vm, args[0], DICT_KEYS | DICT_BACKWARD); }

static Value m_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value state = call_method(vm, args[0], NAME(__getstate__), NULL, 0), items = NO_VALUE, it = NO_VALUE, r = NO_VALUE;
    Value none = state == NO_VALUE ? NO_VALUE : tuple_new(vm, 0);
    if (none != NO_VALUE) items = call_method(vm, args[0], NAME(items), NULL, 0);
    if (items != NO_VALUE) it = op_iter(vm, items);
    if (it != NO_VALUE) r = tuple_of(vm, 5, REF(as_obj(args[0])->type), (Ref)none, (Ref)state, (Ref)V_NONE, (Ref)it);
    release(vm, state);
    release(vm, none);
    release(vm, items);
    release(vm, it);
    return r;
}

/* ---- operators ---- */
static int same_order(VM *vm, Ref a, Ref b)
{
    Value x = dict_keys_list(vm, a), y = x == NO_VALUE ? NO_VALUE : dict_keys_list(vm, b);
    int eq = y == NO_VALUE ? -1 : op_compare_bool(vm, x, y, CMP_EQ);
    release(vm, x);
    release(vm, y);
    return eq;
}

static Value odict_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if ((op != CMP_EQ && op != CMP_NE) || !is_dict(b)) return V_NOTIMPL;
    Value r = CLASS(dict)->s.compare(vm, a, b, op);
    if (r != make_bool(op == CMP_EQ) || !(as_obj(b)->aux & DICT_ORDERED)) return r;
    int eq = same_order(vm, a, b);
    return eq < 0 ? NO_VALUE : make_bool(eq == (op == CMP_EQ));
}

static Value odict_repr(VM *vm, Ref o)
{
    int seen = dict_len(o) == 0 ? 0 : repr_enter(vm, o);
    if (seen != 0) return seen < 0 ? NO_VALUE : str_from_ascii(vm, "...", 3);
    if (dict_len(o) == 0) return str_format(vm, "%U()", REF(as_obj(o)->type->name));
    Value items = call_method(vm, o, NAME(items), NULL, 0);
    Value list = items == NO_VALUE ? NO_VALUE : list_from_iter(vm, items);
    Value r = list == NO_VALUE ? NO_VALUE : str_format(vm, "%U(%R)", REF(as_obj(o)->type->name), (Ref)list);
    release(vm, items);
    release(vm, list);
    repr_leave(vm, o);
    return r;
}

static Value odict_or(VM *vm, Ref a, Ref b)
{
    if (!is_dict(a) || !is_dict(b)) return V_NOTIMPL;
    Ref self = as_obj(a)->aux & DICT_ORDERED ? a : b;
    Value new = call1(vm, REF(as_obj(self)->type), a);
    if (new == NO_VALUE || take_all(vm, new, b)) return new;
    release(vm, new);
    return NO_VALUE;
}

static Value odict_ior(VM *vm, Ref a, Ref b) { return take_all(vm, a, b) ? retain(a) : NO_VALUE; }

static const NativeDef methods[] = {
    {"fromkeys", m_fromkeys, "cls, iterable, value=None", "An ordered dict of the iterable's items as keys, all with one value.", NATIVE_CLASS | NATIVE_KW | NATIVE_PARSED},
    {"setdefault", m_setdefault, "self, key, default=None",
     "The value under key; where there is none, default is put there first.", NATIVE_KW | NATIVE_PARSED},
    {"pop", m_pop, "self, key, default=<unrepresentable>", "Remove the key and return its value; if it is absent, the default when given, else KeyError.", NATIVE_KW | NATIVE_PARSED},
    {"popitem", m_popitem, "self, last=True", "Take out the pair (key, value) at the end, or at the start.", NATIVE_KW | NATIVE_PARSED},
    {"move_to_end", m_move_to_end, "self, key, last=True",
     "Move a key to the end, or to the start; KeyError if it is not there.", NATIVE_KW | NATIVE_PARSED},
    {"update", m_update, "self, /, *args, **kwargs", "Update from a mapping or an iterable of pairs, then from keywords.", NATIVE_KW},
    {"clear", m_clear, "self, /", "Remove everything.", 0},
    {"copy", m_copy, "self, /", "A new ordered dict of the same keys and values.", 0},
    {"keys", m_keys, "self, /", NULL, 0},
    {"values", m_values, "self, /", NULL, 0},
    {"items", m_items, "self, /", NULL, 0},
    {"__reversed__", m_reversed, "self, /", "The keys from the end to the start.", 0},
    {"__reduce__", m_reduce, "self, /", "For copying and pickling.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

const TypeDef odict_def = {
    .name = "collections.OrderedDict",
    .doc = "A dict whose order can be changed, and counts when two are compared.",
    .kind = KIND_DICT,
    .size = sizeof(Dict),
    .flags = TYPE_GC | TYPE_BASE | TYPE_MATCH_MAP | TYPE_ATTRS | TYPE_WEAKREF | TYPE_IMMUTABLE,
    .s = {.nb = {[OP_OR] = odict_or}, .inb = {[OP_OR] = odict_ior}, .repr = odict_repr, .compare = odict_compare, .init = odict_init, .new_ = odict_new},
    .methods = methods,
};

#define ODICT_VIEW(what)                                                                                          \
    const TypeDef odict_##what##_def = {.name = "odict_" #what, .kind = KIND_DICT_VIEW, .size = sizeof(DictView), \
                                        .flags = TYPE_GC | TYPE_IMMUTABLE | TYPE_NO_NEW};
ODICT_VIEW(keys)
ODICT_VIEW(values)
ODICT_VIEW(items)
