/* type_make.c: a class statement's work: the metaclass, the base whose layout is extended, the mro, __slots__, the
 * hooks (__set_name__, __init_subclass__), and the life of instances of such classes.
 */
#include "lang/object/exc.h"
#include "lang/object/vm.h"

/* ---- the mro: C3 ---- */

static bool in_tail(const Tuple *const *seqs, const int64_t *at, int n, Ref cls)
{
    for (int i = 0; i < n; i++)
        for (int64_t j = at[i] + 1; j < seqs[i]->len; j++)
            if (seqs[i]->items[j] == cls) return true;
    return false;
}

static Value mro_conflict(VM *vm, const Tuple *const *seqs, const int64_t *at, int n)
{
    Value seen = list_new(vm, n);
    StrB b = STRB_INIT(vm);
    strb_c(&b, "Cannot create a consistent method resolution\norder (MRO) for bases");
    bool first = true;
    for (int i = 0; seen && i < n; i++) {
        if (at[i] >= seqs[i]->len) continue;
        Ref c = seqs[i]->items[at[i]];
        bool dup = false;
        for (int64_t j = 0; j < as_list(seen)->len; j++) dup |= as_list(seen)->items[j] == c;
        if (dup) continue;
        list_append(vm, seen, c);
        strb_c(&b, first ? " " : ", ");
        strb_str(&b, REF(as_type(c)->name));
        first = false;
    }
    release(vm, seen);
    Value text = strb_take(&b);
    if (!text) return NULL;
    err_raise(vm, EXC_TypeError, "%U", text);
    release(vm, text);
    return NULL;
}

static Value merge(VM *vm, Type *t, const Tuple **seqs, int64_t *at, int n)
{
    Value out = list_new(vm, 8);
    if (!out || !list_append(vm, out, REF(t))) return release(vm, out), NO_VALUE;
    for (;;) {
        bool left = false;
        Ref next = NULL;
        for (int i = 0; i < n && !next; i++) {
            if (at[i] >= seqs[i]->len) continue;
            left = true;
            Ref c = seqs[i]->items[at[i]];
            if (!in_tail(seqs, at, n, c)) next = c;
        }
        if (!left) break;
        if (!next) return release(vm, out), mro_conflict(vm, seqs, at, n);
        if (!list_append(vm, out, next)) return release(vm, out), NO_VALUE;
        for (int i = 0; i < n; i++)
            if (at[i] < seqs[i]->len && seqs[i]->items[at[i]] == next) at[i]++;
    }
    Value tuple = tuple_from(vm, as_refs(as_list(out)->items), as_list(out)->len);
    release(vm, out);
    return tuple;
}

Value type_compute_mro(VM *vm, Type *t)
{
    const Tuple *bases = t->bases;
    int n = (int)bases->len;
    for (int i = 0; i < n; i++)
        if (!as_type(bases->items[i])->mro) return err_raise(vm, EXC_TypeError, "Cannot extend an incomplete type '%N'", as_type(bases->items[i]));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (bases->items[i] == bases->items[j])
                return err_raise(vm, EXC_TypeError, "duplicate base class %U", REF(as_type(bases->items[i])->name));
    size_t bytes = ((size_t)n + 1) * (sizeof(Tuple *) + sizeof(int64_t));
    int64_t *at = mem_zalloc(vm->mem, bytes);
    if (!at) return err_no_memory(vm);
    const Tuple **seqs = (const Tuple **)(void *)(at + n + 1);
    for (int i = 0; i < n; i++) seqs[i] = as_type(bases->items[i])->mro;
    seqs[n] = bases;
    Value r = merge(vm, t, seqs, at, n + 1);
    mem_free(vm->mem, at, bytes);
    return r;
}

Type *type_solid(const Type *t)
{
    while (t->flags & TYPE_HEAP) t = t->base;
    return (Type *)(uintptr_t)t;
}

Tuple *type_ask_mro(VM *vm, Type *t)
{
    if (t->head.type == CLASS(type)) return (Tuple *)type_compute_mro(vm, t);
    Ref own = type_lookup(vm, t->head.type, NAME(mro));
    if (!own || own == dict_get_str(vm, REF(CLASS(type)->dict), NAME(mro))) return (Tuple *)type_compute_mro(vm, t);
    bool found;
    Value r = call_special(vm, REF(t), NAME(mro), NULL, 0, &found);
    if (!r) return NULL;
    Value tuple = tuple_from_iter(vm, r);
    release(vm, r);
    if (tuple && !as_tuple(tuple)->len) {
        release(vm, tuple);
        return (Tuple *)BITS(err_raise(vm, EXC_TypeError, "type MRO must not be empty"));
    }
    for (int64_t i = 0; tuple && i < as_tuple(tuple)->len; i++) {
        Ref c = REF(as_tuple(tuple)->items[i]);
        if (!is_type(c)) err_raise(vm, EXC_TypeError, "mro() returned a non-class ('%T')", c);
        else if (!type_is_subtype(type_solid(t), type_solid(as_type(c))))
            err_raise(vm, EXC_TypeError, "mro() returned base with unsuitable layout ('%U')", REF(as_type(c)->name));
        else continue;
        return release(vm, tuple), NULL;
    }
    return (Tuple *)tuple;
}

/* ---- layout ---- */

/* A KeyError has another text, and nothing more in it. */
static unsigned fields_of(const Type *t) { return t->text_layout == EXCL_KEY ? EXCL_PLAIN : t->text_layout; }
static bool adds_layout(const Type *t)
{
    const Type *b = t->base;
    if (!b) return true;
    if (t->flags & TYPE_HEAP) return t->slot_count > 0;
    return t->inst_size != b->inst_size || t->inst_kind != b->inst_kind || fields_of(t) != fields_of(b);
}

static Type *layout_of(Type *t)
{
    while (!adds_layout(t)) t = t->base;
    return t;
}

/* Do two classes add the same __slots__ to one layout? Then the names stand at the same places. */
static bool same_slots(const Type *a, const Type *b)
{
    if (!a->slot_names || !b->slot_names || a->slot_count != b->slot_count || layout_of(a->base) != layout_of(b->base)) return false;
    for (uint32_t i = 0; i < a->slot_count; i++)
        if (a->slot_names->items[i] != b->slot_names->items[i]) return false; /* interned */
    return a->inst_size == b->inst_size;
}

bool type_same_layout(const Type *a, const Type *b)
{
    const Type *la = layout_of((Type *)(uintptr_t)a), *lb = layout_of((Type *)(uintptr_t)b);
    return (la == lb || same_slots(la, lb)) && a->inst_kind == b->inst_kind && !((a->flags ^ b->flags) & (TYPE_ATTRS | TYPE_WEAKREF | TYPE_GC));
}

Type *type_best_base(VM *vm, Ref bases)
{
    const Tuple *t = as_tuple(bases);
    Type *winner = NULL, *base = NULL;
    for (int64_t i = 0; i < t->len; i++) {
        if (!is_type(t->items[i])) return err_raise(vm, EXC_TypeError, "bases must be types"), NULL;
        Type *b = as_type(t->items[i]);
        if (!(b->flags & TYPE_BASE)) return err_raise(vm, EXC_TypeError, "type '%N' is not an acceptable base type", b), NULL;
        Type *c = layout_of(b);
        if (!winner || (c != winner && type_is_subtype(c, winner))) {
            winner = c;
            base = b;
        } else if (!type_is_subtype(winner, c)) {
            return err_raise(vm, EXC_TypeError, "multiple bases have instance lay-out conflict"), NULL;
        }
    }
    return base;
}

/* ---- __slots__ ---- */

typedef struct Make {
    VM *vm;
    Type *meta, *base;
    Ref name, bases;
    Value ns;         /* the class's dict */
    Value slots;      /* a list of mangled names; NULL: no __slots__ */
    bool attrs, weak; /* add __dict__, __weakref__ */
} Make;

static Value mangle(VM *vm, Ref cls, Ref name)
{
    const Str *n = as_str(name), *c = as_str(cls);
    bool private = n->len > 2 && str_at(n, 0) == '_' && str_at(n, 1) == '_' && !(str_at(n, n->len - 1) == '_' && str_at(n, n->len - 2) == '_');
    int64_t from = 0;
    while (from < c->len && str_at(c, from) == '_') from++;
    if (!private || from == c->len) return str_intern(vm, retain(name));
    Value bare = str_substr(vm, cls, from, c->len);
    if (!bare) return NULL;
    Value r = str_format(vm, "_%U%U", REF(bare), name);
    release(vm, bare);
    return r ? str_intern(vm, r) : NO_VALUE;
}

static bool slot_special(Make *m, Ref name, bool *took)
{
    VM *vm = m->vm;
    *took = true;
    if (str_equal(name, NAME(__dict__))) {
        if (m->attrs || (m->base->flags & TYPE_ATTRS)) return err_false(vm, EXC_TypeError, "__dict__ slot disallowed: we already got one");
        m->attrs = true;
    } else if (str_equal(name, NAME(__weakref__))) {
        if (m->weak || (m->base->flags & TYPE_WEAKREF))
            return err_false(vm, EXC_TypeError, "__weakref__ slot disallowed: either we already got one, or __itemsize__ != 0");
        m->weak = true;
    } else {
        *took = false;
    }
    return true;
}

static bool slot_add(Make *m, Ref name)
{
    VM *vm = m->vm;
    if (!is_str(name)) return err_false(vm, EXC_TypeError, "__slots__ items must be strings, not '%T'", name);
    if (!str_is_identifier(name)) return err_false(vm, EXC_TypeError, "__slots__ must be identifiers");
    bool took;
    if (!slot_special(m, name, &took) || took) return !err_occurred(vm);
    Value mangled = mangle(vm, m->name, name);
    if (!mangled) return false;
    bool ok = list_append(vm, m->slots, mangled);
    if (ok && dict_get_str(vm, m->ns, mangled) && !str_equal(mangled, NAME(__qualname__)) && !str_equal(mangled, NAME(__classcell__)))
        ok = err_false(vm, EXC_ValueError, "%R in __slots__ conflicts with class variable", name);
    release(vm, mangled);
    return ok;
}

static bool read_slots(Make *m)
{
    VM *vm = m->vm;
    Ref given = dict_get_str(vm, m->ns, NAME(__slots__));
    bool can_attrs = m->base->inst_kind != KIND_TYPE && m->base->inst_kind != KIND_MODULE; /* these have a dict of their own */
    if (!given) {
        m->attrs = can_attrs && !(m->base->flags & TYPE_ATTRS);
        bool sized = m->base->inst_kind == KIND_INT || m->base->inst_kind == KIND_TUPLE || m->base->inst_kind == KIND_BYTES;
        m->weak = !(m->base->flags & TYPE_WEAKREF) && !sized;
        return true;
    }
    Value items;
    if (is_str(given)) items = tuple_of(vm, 1, given);
    else items = tuple_from_iter(vm, given);
    m->slots = items ? list_new(vm, 4) : NO_VALUE;
    bool ok = m->slots != NULL;
    unsigned kind = m->base->inst_kind;
    if (ok && as_tuple(items)->len && (kind == KIND_INT || kind == KIND_TUPLE || kind == KIND_BYTES || kind == KIND_TYPE))
        ok = err_false(vm, EXC_TypeError, "nonempty __slots__ not supported for subtype of '%N'", m->base);
    for (int64_t i = 0; ok && i < as_tuple(items)->len; i++) ok = slot_add(m, as_tuple(items)->items[i]);
    release(vm, items);
    const Tuple *bases = as_tuple(m->bases);
    for (int64_t i = 0; ok && i < bases->len; i++) { /* a base beside the main one may bring a __dict__ */
        if (as_type(bases->items[i])->flags & TYPE_ATTRS & ~m->base->flags) m->attrs = true;
        if (as_type(bases->items[i])->flags & TYPE_WEAKREF & ~m->base->flags) m->weak = true;
    }
    return ok && list_sort(vm, m->slots, NULL, false);
}

static bool add_members(Make *m, Type *t)
{
    VM *vm = m->vm;
    const List *names = m->slots ? as_list(m->slots) : NULL;
    if (!names) return true;
    uint32_t at = t->inst_size;
    if (t->inst_kind == KIND_STR && names->len) { /* a str's size varies: its members live among the attributes */
        t->flags |= TYPE_ATTRS;
        at = 0;
    }
    for (int64_t i = 0; i < names->len; i++) {
        Value d = member_new(vm, t, names->items[i], at ? at + (uint32_t)i * (uint32_t)sizeof(Value) : 0);
        if (!d || !dict_set_take(vm, REF(t->dict), names->items[i], d)) return false;
    }
    if (!at) return true;
    t->slot_count = (uint32_t)names->len;
    if (names->len && !(t->slot_names = (Tuple *)tuple_from(vm, as_refs(names->items), names->len))) return false;
    t->inst_size = at + t->slot_count * (uint32_t)sizeof(Value);
    return true;
}

/* ---- hooks ---- */

static bool set_name_failed(VM *vm, Ref v, Ref key, const Type *t)
{
    Value cause = err_take(vm);
    err_raise(vm, EXC_RuntimeError, "Error calling __set_name__ on '%T' instance %R in '%U'", v, key, REF(t->name));
    err_from(vm, cause);
    return false;
}

static bool call_set_names(VM *vm, Type *t)
{
    Value copy = dict_copy(vm, REF(t->dict)); /* the hooks may change it */
    if (!copy) return false;
    int64_t pos = 0;
    Ref key, v;
    bool ok = true;
    while (ok && dict_next(copy, &pos, &key, &v)) {
        if (!is_heap(v) || !type_lookup(vm, as_obj(v)->type, NAME(__set_name__))) continue;
        Ref args[2] = {REF(t), key};
        bool found;
        Value r = call_special(vm, v, NAME(__set_name__), args, 2, &found);
        if (!r) ok = set_name_failed(vm, v, key, t);
        release(vm, r);
    }
    release(vm, copy);
    return ok;
}

static bool in_own_mro(const Type *t)
{
    for (int64_t i = 0; i < t->mro->len; i++)
        if (t->mro->items[i] == VAL(t)) return true;
    return false;
}

static bool call_init_subclass(VM *vm, Type *t, const Ref *kwvalues, Ref kwnames)
{
    if (!in_own_mro(t)) return err_false(vm, EXC_TypeError, "super(type, obj): obj must be an instance or subtype of type");
    Value f = type_super_lookup(vm, t, t, NAME(__init_subclass__));
    if (!f) return !err_occurred(vm);
    TernaryFn get = type_of(vm, f)->s.descr_get;
    if (get) {
        Value bound = get(vm, f, NULL, REF(t));
        release(vm, f);
        if (!bound) return false;
        f = bound;
    }
    Value r = call(vm, f, kwvalues, 0, kwnames);
    release(vm, f);
    release(vm, r);
    return r != NO_VALUE;
}

/* ---- the namespace becomes the class's dict ---- */

static bool wrap_implicit(VM *vm, Ref ns, Ref name, Type *wrapper)
{
    Ref f = dict_get_str(vm, ns, name);
    if (!f || !is_function(f)) return true;
    Value w = wrapped_new(vm, wrapper, f);
    return w && dict_set_take(vm, ns, name, w);
}

static bool set_module(VM *vm, Ref ns)
{
    if (dict_get_str(vm, ns, NAME(__module__)) || !vm->frame || !vm->frame->globals) return true;
    Ref name = dict_get_str(vm, REF(vm->frame->globals), NAME(__name__));
    return !name || dict_set(vm, ns, NAME(__module__), name);
}

static bool set_qualname(VM *vm, Type *t)
{
    Ref q = dict_get_str(vm, REF(t->dict), NAME(__qualname__));
    if (q && !is_str(q)) return err_false(vm, EXC_TypeError, "type __qualname__ must be a str, not %T", q);
    t->qualname = (Str *)retain(q ? q : REF(t->name));
    return !q || dict_del(vm, REF(t->dict), NAME(__qualname__)) >= 0;
}

static bool fill_cell(VM *vm, Type *t)
{
    Ref cell = dict_get_str(vm, REF(t->dict), NAME(__classcell__));
    if (!cell) return true;
    if (!is_kind(cell, KIND_CELL)) return err_false(vm, EXC_TypeError, "__classcell__ must be a nonlocal cell, not %R", REF(type_of(vm, cell)));
    value_put(vm, &((Cell *)as_obj(cell))->value, retain(REF(t)));
    return dict_del(vm, REF(t->dict), NAME(__classcell__)) >= 0;
}

static bool finish_dict(Make *m, Type *t)
{
    VM *vm = m->vm;
    Ref d = REF(t->dict);
    if (!set_module(vm, d) || !set_qualname(vm, t)) return false;
    if (!wrap_implicit(vm, d, NAME(__new__), CLASS(staticmethod)) || !wrap_implicit(vm, d, NAME(__init_subclass__), CLASS(classmethod)) ||
        !wrap_implicit(vm, d, NAME(__class_getitem__), CLASS(classmethod)))
        return false;
    if (!fill_cell(vm, t) || !add_members(m, t)) return false; /* in this order: a slot may be called __classcell__ */
    if (m->attrs && !dict_get_str(vm, d, NAME(__dict__))) { /* a property of that name in the body stays */
        Value g = getset_new(vm, t, &inst_dict_getset);
        if (!g || !dict_set_take(vm, d, NAME(__dict__), g)) return false;
    }
    if (m->weak && !dict_get_str(vm, d, NAME(__weakref__))) {
        Value g = getset_new(vm, t, &inst_weakref_getset);
        if (!g || !dict_set_take(vm, d, NAME(__weakref__), g)) return false;
    }
    if (!dict_get_str(vm, d, NAME(__doc__)) && !dict_set(vm, d, NAME(__doc__), V_NONE)) return false;
    return !dict_get_str(vm, d, NAME(__eq__)) || dict_get_str(vm, d, NAME(__hash__)) || dict_set(vm, d, NAME(__hash__), V_NONE);
}

static bool intern_keys(VM *vm, Ref ns)
{
    int64_t pos = 0;
    Ref key, v;
    bool plain = true;
    while (dict_next(ns, &pos, &key, &v)) plain &= !is_str(key) || (as_obj(key)->aux & STR_INTERNED);
    if (plain) return true;
    Value copy = dict_copy(vm, ns);
    if (!copy) return false;
    dict_clear(vm, ns);
    pos = 0;
    bool ok = true;
    while (ok && dict_next(copy, &pos, &key, &v)) {
        Value k = is_exact(key, CLASS(str)) ? str_intern(vm, retain(key)) : retain(key);
        ok = k && dict_set(vm, ns, k, v);
        release(vm, k);
    }
    release(vm, copy);
    return ok;
}

/* ---- the class ---- */

static void set_layout(Make *m, Type *t)
{
    const Type *b = m->base;
    t->base = (Type *)retain(REF(b));
    t->flags = TYPE_HEAP | TYPE_GC | TYPE_BASE;
    t->flags |= b->flags & (TYPE_ATTRS | TYPE_WEAKREF | TYPE_MATCH_SELF);
    if (m->attrs) t->flags |= TYPE_ATTRS;
    if (m->weak) t->flags |= TYPE_WEAKREF;
    t->inst_kind = b->inst_kind;
    t->inst_size = b->inst_size;
    t->text_layout = b->text_layout;
    t->dealloc = inst_dealloc;
    t->traverse = inst_traverse;
    t->clear = inst_clear;
}

static bool join_bases(VM *vm, Type *t)
{
    for (int64_t i = 0; i < t->bases->len; i++)
        if (!type_add_subclass(vm, as_type(t->bases->items[i]), t)) return false;
    return true;
}

/* Does a class look for its attributes where its base does, once it has looked in itself? Then what it has not itself is the base's. */
static bool continues(const Tuple *mro, const Tuple *base)
{
    return mro->len == base->len + 1 && !memcmp(mro->items + 1, base->items, (size_t)base->len * sizeof *base->items);
}

static bool set_order(VM *vm, Type *t)
{
    Tuple *mro = type_ask_mro(vm, t);
    if (!mro) return false;
    if (t->mro) release(vm, VAL(mro)); /* mro() assigned __bases__: what that found stands, and t is known to its bases */
    else {
        t->mro = mro;
        if (!join_bases(vm, t)) return false;
    }
    for (int64_t i = 1; i < t->mro->len; i++) {
        uint32_t f = as_type(t->mro->items[i])->flags & (TYPE_MATCH_SEQ | TYPE_MATCH_MAP);
        if (!(t->flags & (TYPE_MATCH_SEQ | TYPE_MATCH_MAP))) t->flags |= f;
    }
    t->s = t->base->s;
    slots_update(vm, t, !continues(t->mro, t->base->mro));
    return true;
}

static Value make(Make *m, const Ref *kwvalues, Ref kwnames)
{
    VM *vm = m->vm;
    if (!intern_keys(vm, m->ns) || !read_slots(m)) return NULL;
    Type *t = type_alloc(vm, m->meta);
    if (!t) return NULL;
    set_layout(m, t);
    t->name = (Str *)str_intern(vm, retain(m->name));
    t->bases = (Tuple *)retain(m->bases);
    t->dict = (Dict *)m->ns;
    m->ns = NO_VALUE;
    bool ok = t->name && finish_dict(m, t);
    if (ok && (t->flags & TYPE_ATTRS) && !(t->root_shape = shape_root(vm, t))) ok = (err_no_memory(vm), false);
    ok = ok && set_order(vm, t);
    if (ok) type_modified(vm, t);
    ok = ok && (!vm->on_class || vm->on_class(vm, t)) && call_set_names(vm, t) && call_init_subclass(vm, t, kwvalues, kwnames);
    if (ok) return VAL(t);
    release(vm, VAL(t));
    return NULL;
}

static Type *winning_meta(VM *vm, Type *meta, Ref bases)
{
    const Tuple *t = as_tuple(bases);
    for (int64_t i = 0; i < t->len; i++) {
        Type *of_base = type_of(vm, t->items[i]);
        if (type_is_subtype(meta, of_base)) continue;
        if (type_is_subtype(of_base, meta)) {
            meta = of_base;
            continue;
        }
        err_raise(vm, EXC_TypeError, "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases");
        return NULL;
    }
    return meta;
}

static bool args_right(VM *vm, const Ref *args, int n)
{
    if (n != 3) return err_false(vm, EXC_TypeError, "type.__new__() takes exactly 3 arguments (%d given)", n);
    if (!is_str(args[0])) return err_false(vm, EXC_TypeError, "type.__new__() argument 1 must be str, not %T", args[0]);
    if (!is_tuple(args[1])) return err_false(vm, EXC_TypeError, "type.__new__() argument 2 must be tuple, not %T", args[1]);
    if (!is_dict(args[2])) return err_false(vm, EXC_TypeError, "type.__new__() argument 3 must be dict, not %T", args[2]);
    return true;
}

static bool bases_are_types(VM *vm, Ref bases)
{
    const Tuple *t = as_tuple(bases);
    for (int64_t i = 0; i < t->len; i++) {
        if (is_type(t->items[i])) continue;
        Value entries;
        int has = obj_lookup_attr(vm, t->items[i], NAME(__mro_entries__), &entries);
        release(vm, entries);
        if (has < 0) return false;
        if (has) return err_false(vm, EXC_TypeError, "type() doesn't support MRO entry resolution; use types.new_class()");
    }
    return true;
}

bool type_check_text(VM *vm, Ref text)
{
    Value utf8 = str_is_ascii(as_str(text)) ? V_NONE : codec_encode(vm, text, "utf-8", NULL);
    release(vm, utf8);
    return utf8 != NO_VALUE;
}

Value type_new(VM *vm, Ref meta_ref, const Ref *args, int n, Ref kwnames)
{
    if (!args_right(vm, args, n) || !bases_are_types(vm, args[1])) return NULL;
    Type *meta = winning_meta(vm, as_type(meta_ref), args[1]);
    if (!meta) return NULL;
    if (meta != as_type(meta_ref) && meta->s.new_ != type_new) return meta->s.new_(vm, REF(meta), args, n, kwnames);
    Make m = {.vm = vm, .meta = meta, .name = args[0]};
    const Str *name = as_str(args[0]);
    for (int64_t i = 0; i < name->len; i++)
        if (str_at(name, i) == 0) return err_raise(vm, EXC_ValueError, "type name must not contain null characters");
    Ref doc = dict_get_str(vm, args[2], NAME(__doc__)); /* both are kept as UTF-8 in CPython */
    if (!type_check_text(vm, args[0]) || (doc && is_str(doc) && !type_check_text(vm, doc))) return NO_VALUE;
    Value bases = as_tuple(args[1])->len ? retain(args[1]) : tuple_of(vm, 1, REF(CLASS(object)));
    Value r = NO_VALUE;
    m.bases = bases;
    if (bases && (m.base = type_best_base(vm, bases)) && (m.ns = dict_copy(vm, args[2]))) r = make(&m, args + n, kwnames);
    release(vm, m.ns);
    release(vm, m.slots);
    release(vm, bases);
    return r;
}

bool type_init(VM *vm, Ref t, const Ref *args, int n, Ref kwnames)
{
    if (n == 1 && kwnames && as_tuple(kwnames)->len) return err_false(vm, EXC_TypeError, "type.__init__() takes no keyword arguments");
    if (n != 1 && n != 3) return err_false(vm, EXC_TypeError, "type.__init__() takes 1 or 3 arguments");
    return true;
}

/* The class statement after its body has run: metatype(name, bases, ns, **kwargs). */
Value type_make(VM *vm, Ref metatype, Ref name, Ref bases, Ref ns, Ref kwargs)
{
    Value args = tuple_of(vm, 3, name, bases, ns);
    if (!args) return NULL;
    Value r = call_tuple(vm, metatype, args, kwargs);
    release(vm, args);
    return r;
}

/* ---- instances ---- */

static Value *members_of(const Type *t, Obj *o)
{
    return (Value *)(void *)((char *)o + t->inst_size - t->slot_count * sizeof(Value));
}

/* Run __del__, once in a life; false: the object lives on. */
bool inst_finalize(VM *vm, Obj *o)
{
    if (!(o->type->flags & TYPE_HAS_DEL) || (o->flags & OBJ_FINALIZED) || !o->type->s.del || vm->end == VM_CLOSED) return true;
    vm->finalized++;
    o->flags |= OBJ_FINALIZED;
    o->refs = 1;
    Value saved = err_take(vm);
    o->type->s.del(vm, REF(o));
    if (err_occurred(vm)) err_unraisable(vm, REF(o));
    err_put(vm, saved);
    if (--o->refs == 0) return true;
    if (!(o->flags & OBJ_TRACKED)) gc_track(vm, o); /* it lives on */
    return false;
}

void inst_clear(VM *vm, Obj *o)
{
    const Type *t = o->type;
    for (; t->flags & TYPE_HEAP; t = t->base)
        for (uint32_t i = 0; i < t->slot_count; i++) value_clear(vm, &members_of(t, o)[i]);
    if (t->clear) t->clear(vm, o);
}

void inst_dealloc(VM *vm, Obj *o)
{
    if (!inst_finalize(vm, o)) return;
    const Type *t = o->type;
    for (; t->flags & TYPE_HEAP; t = t->base)
        for (uint32_t i = 0; i < t->slot_count; i++) value_clear(vm, &members_of(t, o)[i]);
    t->dealloc(vm, o);
}

void inst_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const Type *t = o->type;
    for (; t->flags & TYPE_HEAP; t = t->base) {
        Value *members = members_of(t, o);
        for (uint32_t i = 0; i < t->slot_count; i++)
            if (members[i]) visit(members[i], arg);
    }
    if (t->traverse) t->traverse(vm, o, visit, arg);
}
