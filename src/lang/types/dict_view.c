/* dict_view.c: dict_keys, dict_values, dict_items and the six iterators over dicts. */
#include "lang/object/alloc.h"
#include "iters.h"
#include "set_impl.h"

static DictView *as_view(Ref v) { return (DictView *)BITS(v); }
static DictIter *as_iter(Ref v) { return (DictIter *)BITS(v); }
static bool is_view(Ref v) { return is_kind(v, KIND_DICT_VIEW); }
static bool is_set_view(Ref v) { return is_view(v) && as_obj(v)->aux != DICT_VALUES; }

/* ---- iterators ---- */
Value dict_iter_new(VM *vm, Ref d, unsigned what)
{
    bool back = what & DICT_BACKWARD;
    Type *type;
    switch (what & 3) {
    case DICT_KEYS: type = back ? CLASS(dict_reversekeyiterator) : CLASS(dict_keyiterator); break;
    case DICT_VALUES: type = back ? CLASS(dict_reversevalueiterator) : CLASS(dict_valueiterator); break;
    default: type = back ? CLASS(dict_reverseitemiterator) : CLASS(dict_itemiterator); break;
    }
    DictIter *it = (DictIter *)alloc_with(vm, type, TYPE_GC, sizeof(DictIter), sizeof(DictIter));
    if (it == NULL) return NO_VALUE;
    it->head.aux = (uint16_t)(what | (as_obj(d)->aux & DICT_ORDERED));
    it->dict = retain(d);
    it->used = it->left = as_dict(d)->used;
    it->version = as_dict(d)->version;
    it->pos = back ? as_dict(d)->nentries - 1 : as_dict(d)->first;
    return VAL(it);
}

static Value make_pair(VM *vm, DictIter *it, const DictEntry *e)
{
    Value key = retain(e->key), value = retain(e->value); /* what goes may change the dict */
    return iter_pair(vm, &it->pair, key, value);
}

static Value iter_end(VM *vm, DictIter *it)
{
    value_clear(vm, &it->pair);
    value_clear(vm, &it->dict);
    return NO_VALUE;
}

static Value iter_next(VM *vm, Ref o)
{
    DictIter *it = as_iter(o);
    if (it->dict == NO_VALUE) return NO_VALUE;
    Dict *d = as_dict(it->dict);
    if ((it->head.aux & DICT_ORDERED) && it->version != d->version) return err_raise(vm, EXC_RuntimeError, "OrderedDict mutated during iteration");
    if (it->used != d->used) {
        it->used = -1;
        return err_raise(vm, EXC_RuntimeError, "dictionary changed size during iteration");
    }
    int step = it->head.aux & DICT_BACKWARD ? -1 : 1;
    if (step < 0 && it->pos >= d->nentries) it->pos = d->nentries - 1;
    while (it->pos >= 0 && it->pos < d->nentries && d->entries[it->pos].key == NO_VALUE) it->pos += step;
    if (it->pos < 0 || it->pos >= d->nentries) return iter_end(vm, it);
    if (it->left == 0) {
        iter_end(vm, it);
        return err_raise(vm, EXC_RuntimeError, "dictionary keys changed during iteration");
    }
    const DictEntry *e = &d->entries[it->pos];
    it->pos += step;
    it->left--;
    switch (it->head.aux & 3) {
    case DICT_KEYS: return retain(e->key);
    case DICT_VALUES: return retain(e->value);
    default: return make_pair(vm, it, e);
    }
}

static Value iter_self(VM *vm, Ref o) { return retain(o); }

static void iter_dealloc(VM *vm, Obj *o)
{
    iter_end(vm, (DictIter *)o);
    free_plain(vm, o, sizeof(DictIter));
}

static void iter_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    seq_visit(((DictIter *)o)->dict, visit, arg);
    seq_visit(((DictIter *)o)->pair, visit, arg);
}

static Value iter_hint(VM *vm, const Ref *args, int n, Ref kwnames)
{
    DictIter *it = as_iter(args[0]);
    return make_small(it->dict == NO_VALUE || it->used != as_dict(it->dict)->used ? 0 : it->left);
}

static Value iter_reduce(VM *vm, const Ref *args, int n, Ref kwnames) /* iter(list of what is left); the iterator itself is not moved */
{
    DictIter *it = as_iter(args[0]);
    Ref iter = dict_get_c(vm, REF(vm->builtins), "iter");
    if (iter == NULL) return err_raise(vm, EXC_AttributeError, "iter");
    DictIter *twin = (DictIter *)obj_alloc(vm, it->head.type, sizeof(DictIter));
    if (twin == NULL) return NO_VALUE;
    twin->head.aux = it->head.aux;
    twin->dict = it->dict == NO_VALUE ? NO_VALUE : retain(it->dict);
    twin->pos = it->pos;
    twin->used = it->used;
    twin->version = it->version;
    twin->left = it->left;
    Value list = list_from_iter(vm, REF(twin)), r = NO_VALUE;
    release(vm, VAL(twin));
    Value inner = list == NO_VALUE ? NO_VALUE : tuple_of(vm, 1, (Ref)list);
    if (inner != NO_VALUE) r = tuple_of(vm, 2, iter, (Ref)inner);
    release(vm, list);
    release(vm, inner);
    return r;
}

static const NativeDef iter_methods[] = {
    {"__length_hint__", iter_hint, "self, /", NULL, 0},
    {"__reduce__", iter_reduce, "self, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};

#define DICT_ITER(cname)                                   \
    const TypeDef cname##_def = {                          \
        .name = #cname,                                    \
        .kind = KIND_DICT_ITER,                            \
        .size = sizeof(DictIter),                          \
        .flags = TYPE_GC | TYPE_IMMUTABLE | TYPE_NO_NEW,   \
        .s = {.iter = iter_self, .next = iter_next},       \
        .dealloc = iter_dealloc,                           \
        .traverse = iter_traverse,                         \
        .methods = iter_methods,                           \
    };
DICT_ITER(dict_keyiterator)
DICT_ITER(dict_valueiterator)
DICT_ITER(dict_itemiterator)
DICT_ITER(dict_reversekeyiterator)
DICT_ITER(dict_reversevalueiterator)
DICT_ITER(dict_reverseitemiterator)
#undef DICT_ITER

/* ---- views ---- */
Value dict_view_new_of(VM *vm, Type *type, Ref d, unsigned what)
{
    DictView *view = (DictView *)alloc_with(vm, type, type->flags, sizeof(DictView), sizeof(DictView));
    if (view == NULL) return NO_VALUE;
    view->head.aux = (uint16_t)what;
    view->dict = retain(d);
    return VAL(view);
}

Value dict_view_new(VM *vm, Ref d, unsigned what)
{
    return dict_view_new_of(vm, what == DICT_KEYS ? CLASS(dict_keys) : what == DICT_VALUES ? CLASS(dict_values) : CLASS(dict_items), d, what);
}

static void view_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((DictView *)o)->dict);
    obj_free(vm, o, sizeof(DictView));
}

static void view_traverse(VM *vm, Obj *o, VisitFn visit, void *arg) { seq_visit(((DictView *)o)->dict, visit, arg); }
static int64_t view_len(VM *vm, Ref o) { return as_dict(as_view(o)->dict)->used; }
static Value view_iter(VM *vm, Ref o) { return dict_iter_new(vm, as_view(o)->dict, as_obj(o)->aux); }

static int items_contains(VM *vm, Ref dict, Ref item)
{
    if (!is_tuple(item) || as_tuple(item)->len != 2) return 0;
    Ref found = dict_get(vm, dict, as_tuple(item)->items[0]);
    if (found == NULL) return err_occurred(vm) ? -1 : 0;
    return seq_item_equal(vm, found, as_tuple(item)->items[1]);
}

static int view_contains(VM *vm, Ref o, Ref item)
{
    Ref dict = as_view(o)->dict;
    return as_obj(o)->aux == DICT_KEYS ? dict_contains(vm, dict, item) : items_contains(vm, dict, item);
}

static Value view_repr(VM *vm, Ref o)
{
    int seen = repr_enter(vm, o);
    if (seen < 0) return NO_VALUE;
    if (seen) return str_from_ascii(vm, "...", 3);
    Value list = list_from_iter(vm, o);
    Value r = list == NO_VALUE ? NO_VALUE : str_format(vm, "%T(%R)", o, (Ref)list);
    release(vm, list);
    repr_leave(vm, o);
    return r;
}

static int all_in(VM *vm, Ref items, Ref container)
{
    Value it = op_iter(vm, items), v;
    if (it == NO_VALUE) return -1;
    int ok = 1;
    while (ok == 1 && (v = op_next(vm, it)) != NO_VALUE) {
        ok = op_contains(vm, container, v);
        release(vm, v);
    }
    release(vm, it);
    return err_occurred(vm) ? -1 : ok;
}

static Value view_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (!is_set(b) && !is_set_view(b)) return V_NOTIMPL;
    int64_t na = view_len(vm, a), nb = op_len(vm, b);
    if (nb < 0) return NO_VALUE;
    int r = 0;
    switch (op) {
    case CMP_EQ:
    case CMP_NE: r = na == nb ? all_in(vm, a, b) : 0; break;
    case CMP_LT: r = na < nb ? all_in(vm, a, b) : 0; break;
    case CMP_LE: r = na <= nb ? all_in(vm, a, b) : 0; break;
    case CMP_GT: r = na > nb ? all_in(vm, b, a) : 0; break;
    case CMP_GE: r = na >= nb ? all_in(vm, b, a) : 0; break;
    }
    return r < 0 ? NO_VALUE : make_bool(op == CMP_NE ? !r : r);
}

static Value set_from(VM *vm, Ref o)
{
    Value s = set_new(vm);
    if (s == NO_VALUE || set_update(vm, s, o)) return s;
    release(vm, s);
    return NO_VALUE;
}

static Value set_then(VM *vm, Ref a, Ref name /*owned by the VM*/, Ref b) /* set(a).name(b) */
{
    Value s = set_from(vm, a);
    if (s == NO_VALUE) return s;
    Value r = call_method(vm, s, name, &b, 1);
    if (r != NO_VALUE) {
        release(vm, r);
        return s;
    }
    release(vm, s);
    return NO_VALUE;
}

static Value set_then_c(VM *vm, Ref a, const char *name, Ref b)
{
    Value id = str_intern_c(vm, name);
    if (id == NO_VALUE) return id;
    Value r = set_then(vm, a, id, b);
    release(vm, id);
    return r;
}

static Value view_sub(VM *vm, Ref a, Ref b) { return set_then_c(vm, a, "difference_update", b); }
static Value view_or(VM *vm, Ref a, Ref b) { return set_then(vm, a, NAME(update), b); }
static Value view_xor(VM *vm, Ref a, Ref b) { return set_then_c(vm, a, "symmetric_difference_update", b); }

/* What of a set is among a dict's keys: its hashes are known. */
static Value keys_and_set(VM *vm, Ref dict, Ref set)
{
    Value out = set_new(vm);
    int64_t pos = 0, hash;
    Ref key;
    bool ok = out != NO_VALUE;
    while (ok && set_step(as_set(set), &pos, &key, &hash)) {
        Value held = retain(key); /* an __eq__ may empty the set */
        bool in = dict_get_hash(vm, dict, held, hash) != NULL;
        ok = !err_occurred(vm) && (!in || set_add_hash(vm, as_set(out), held, hash) >= 0);
        release(vm, held);
    }
    if (ok) return out;
    release(vm, out);
    return NO_VALUE;
}

static Value view_and(VM *vm, Ref a, Ref b)
{
    if (!is_set_view(a) || (is_set_view(b) && view_len(vm, b) > view_len(vm, a))) {
        Ref t = a;
        a = b;
        b = t;
    }
    if (!is_set_view(a)) return V_NOTIMPL;
    if (as_obj(a)->aux == DICT_KEYS && (is_exact(b, CLASS(set)) || is_exact(b, CLASS(frozenset)))) return keys_and_set(vm, as_view(a)->dict, b);
    Value it = op_iter(vm, b), out = it == NO_VALUE ? NO_VALUE : set_new(vm), v;
    bool ok = out != NO_VALUE;
    while (ok && (v = op_next(vm, it)) != NO_VALUE) {
        int in = view_contains(vm, a, v);
        ok = in >= 0 && (in == 0 || set_add(vm, out, v) >= 0);
        release(vm, v);
    }
    release(vm, it);
    if (ok && !err_occurred(vm)) return out;
    release(vm, out);
    return NO_VALUE;
}

static Value m_isdisjoint(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value it = op_iter(vm, args[1]), v;
    if (it == NO_VALUE) return it;
    int in = 0;
    while (in == 0 && (v = op_next(vm, it)) != NO_VALUE) {
        in = view_contains(vm, args[0], v);
        release(vm, v);
    }
    release(vm, it);
    return in < 0 || err_occurred(vm) ? NO_VALUE : make_bool(!in);
}

static Value m_reversed(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return dict_iter_new(vm, as_view(args[0])->dict, as_obj(args[0])->aux | DICT_BACKWARD);
}

static Value get_mapping(VM *vm, Ref self) { return call1(vm, REF(CLASS(mappingproxy)), as_view(self)->dict); }

static const NativeDef set_view_methods[] = {
    {"isdisjoint", m_isdisjoint, "self, other, /", "Return True if the view and the given iterable have a null intersection.", 0},
    {"__reversed__", m_reversed, "self, /", "Return a reverse iterator over the dict's view.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const NativeDef values_methods[] = {
    {"__reversed__", m_reversed, "self, /", "Return a reverse iterator over the dict values.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef view_getsets[] = {
    {"mapping", get_mapping, NULL, "dictionary that this view refers to"},
    {NULL, NULL, NULL, NULL},
};

#define SET_VIEW(cname)                                                                                               \
    const TypeDef cname##_def = {                                                                                     \
        .name = #cname,                                                                                               \
        .kind = KIND_DICT_VIEW,                                                                                       \
        .size = sizeof(DictView),                                                                                     \
        .flags = TYPE_GC | TYPE_IMMUTABLE | TYPE_NO_NEW,                                                              \
        .s = {.nb = {[OP_SUB] = view_sub, [OP_AND] = view_and, [OP_OR] = view_or, [OP_XOR] = view_xor}, .repr = view_repr, \
              .compare = view_compare, .iter = view_iter, .len = view_len, .contains = view_contains},                \
        .dealloc = view_dealloc,                                                                                      \
        .traverse = view_traverse,                                                                                    \
        .methods = set_view_methods,                                                                                  \
        .getsets = view_getsets,                                                                                      \
    };
SET_VIEW(dict_keys)
SET_VIEW(dict_items)
#undef SET_VIEW

const TypeDef dict_values_def = {
    .name = "dict_values",
    .kind = KIND_DICT_VIEW,
    .size = sizeof(DictView),
    .flags = TYPE_GC | TYPE_IMMUTABLE | TYPE_NO_NEW,
    .s = {.repr = view_repr, .iter = view_iter, .len = view_len},
    .dealloc = view_dealloc,
    .traverse = view_traverse,
    .methods = values_methods,
    .getsets = view_getsets,
};
