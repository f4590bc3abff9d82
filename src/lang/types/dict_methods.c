/* dict_methods.c: the methods of dict. */
#include "set_impl.h"

static Value m_get(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref v = dict_get(vm, args[0], args[1]);
    if (v != NULL) return retain(v);
    if (err_occurred(vm)) return NO_VALUE;
    return args[2] == NULL ? V_NONE : retain(args[2]);
}

static Value m_setdefault(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t hash;
    Ref dflt = args[2] == NULL ? V_NONE : args[2];
    if (!key_hash(vm, args[1], &hash)) return NO_VALUE;
    Ref v = dict_get_hash(vm, args[0], args[1], hash);
    if (v != NULL) return retain(v);
    if (err_occurred(vm) || !dict_set_hash(vm, args[0], args[1], hash, retain(dflt))) return NO_VALUE;
    return retain(dflt);
}

static Value m_pop(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (as_dict(args[0])->used == 0) { /* then the key need not be hashable */
        if (args[2] != NULL) return retain(args[2]);
        return err_raise_value(vm, EXC_KeyError, args[1]);
    }
    Value v = dict_pop(vm, args[0], args[1]);
    if (v != NO_VALUE || err_occurred(vm)) return v;
    return args[2] != NULL ? retain(args[2]) : err_raise_value(vm, EXC_KeyError, args[1]);
}

static Value m_popitem(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value pair[2];
    if (dict_pop_end(vm, args[0], true, &pair[0], &pair[1])) return tuple_take(vm, pair, 2);
    Value text = str_from_c(vm, "popitem(): dictionary is empty");
    if (text != NO_VALUE) err_raise_value(vm, EXC_KeyError, text);
    release(vm, text);
    return NO_VALUE;
}

static Value m_clear(VM *vm, const Ref *args, int n, Ref kwnames)
{
    dict_clear(vm, args[0]);
    return V_NONE;
}

static Value m_copy(VM *vm, const Ref *args, int n, Ref kwnames) { return dict_copy(vm, args[0]); }
static Value m_keys(VM *vm, const Ref *args, int n, Ref kwnames) { return dict_view_new(vm, args[0], DICT_KEYS); }
static Value m_values(VM *vm, const Ref *args, int n, Ref kwnames) { return dict_view_new(vm, args[0], DICT_VALUES); }
static Value m_items(VM *vm, const Ref *args, int n, Ref kwnames) { return dict_view_new(vm, args[0], DICT_ITEMS); }
static Value m_reversed(VM *vm, const Ref *args, int n, Ref kwnames) { return dict_iter_new(vm, args[0], DICT_KEYS | DICT_BACKWARD); }

static Value m_update(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tuple *pos = as_tuple(args[1]);
    if (!args_count(vm, "update", (int)pos->len, 0, 1)) return NO_VALUE;
    if (pos->len == 1 && !dict_update(vm, args[0], pos->items[0])) return NO_VALUE;
    if (args[2] != NULL && dict_len(args[2]) > 0 && !dict_update(vm, args[0], args[2])) return NO_VALUE;
    return V_NONE;
}

static bool fill_from_keys(VM *vm, Ref d, Ref iterable, Ref value)
{
    bool plain = as_obj(d)->type == CLASS(dict), ok = true;
    if (plain && (is_exact(iterable, CLASS(set)) || is_exact(iterable, CLASS(frozenset)))) { /* their hashes are known */
        int64_t pos = 0, hash;
        Ref k;
        while (ok && set_step((Set *)as_obj(iterable), &pos, &k, &hash)) {
            Value key = retain(k); /* an __eq__ may empty the set */
            ok = dict_set_hash(vm, d, key, hash, retain(value));
            release(vm, key);
        }
        return ok;
    }
    Value it = op_iter(vm, iterable), key;
    if (it == NO_VALUE) return false;
    while (ok && (key = op_next(vm, it)) != NO_VALUE) {
        ok = plain ? dict_set(vm, d, key, value) : op_setitem(vm, d, key, value);
        release(vm, key);
    }
    release(vm, it);
    return ok && !err_occurred(vm);
}

static Value m_fromkeys(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value d = args[0] == REF(CLASS(dict)) ? dict_new(vm) : call0(vm, args[0]);
    if (d == NO_VALUE) return d;
    Ref value = args[2] == NULL ? V_NONE : args[2];
    bool ok = is_heap(d) && fill_from_keys(vm, d, args[1], value);
    if (ok) return d;
    release(vm, d);
    return NO_VALUE;
}

static Value m_contains(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int there = dict_contains(vm, args[0], args[1]);
    return there < 0 ? NO_VALUE : make_bool(there);
}

static Value m_sizeof(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Dict *d = as_dict(args[0]);
    return make_small(64 + (d->cap == 0 ? 0 : d->cap * 24 + ((int64_t)1 << d->log2_size)));
}

const NativeDef dict_methods[] = {
    {"get", m_get, "self, key, default=None, /", "The value under key; where there is none, default.", 0},
    {"setdefault", m_setdefault, "self, key, default=None, /", "The value under key; where there is none, default is put there first.", 0},
    {"pop", m_pop, "self, key, default=<unrepresentable>, /", "Remove the key and return its value; KeyError (or the default, when given) if it is absent.", 0},
    {"popitem", m_popitem, "self, /", "Take out the pair (key, value) that came last; KeyError when empty.", 0},
    {"keys", m_keys, "self, /", "The keys, as a set that follows the dict.", 0},
    {"items", m_items, "self, /", "The pairs (key, value), as a set that follows the dict.", 0},
    {"values", m_values, "self, /", "The values, as a view that follows the dict.", 0},
    {"update", m_update, "self, /, *args, **kwargs", "Take over a mapping's items, or an iterable's pairs, then the keywords.", NATIVE_KW},
    {"fromkeys", m_fromkeys, "cls, iterable, value=None, /", "A dict of the iterable's items as keys, all with one value.", NATIVE_CLASS},
    {"clear", m_clear, "self, /", "Remove everything.", 0},
    {"copy", m_copy, "self, /", "A new dict of the same keys and values.", 0},
    {"__contains__", m_contains, "self, key, /", "Is there such a key?", NATIVE_COEXIST},
    {"__reversed__", m_reversed, "self, /", "The keys, the last that came first.", 0},
    {"__sizeof__", m_sizeof, "self, /", "Size in memory, in bytes.", 0},
    CLASS_GETITEM_ROW,
    {NULL, NULL, NULL, NULL, 0},
};
