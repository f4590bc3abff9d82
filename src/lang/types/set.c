/* set.c: the table behind set and frozenset, and the classes. Methods and operators are set_methods.c.
 *
 * Open addressing with CPython's order: ten neighbours are looked at in a row, then the next place comes from the hash's
 * higher bits; a table grows fourfold (twofold when large) once three fifths are filled. A deleted entry has no key and
 * hash -1. A set's `hash` field is where pop() looks next; a frozenset's is its hash. */
#include "lang/object/alloc.h"
#include "set_impl.h"

enum { FIRST_SIZE = 8 };

Set *set_alloc(VM *vm, Type *type)
{
    Set *s = type == CLASS(set) ? (Set *)alloc_with(vm, type, TYPE_GC, sizeof(Set), sizeof(Set)) : (Set *)obj_alloc(vm, type, type->inst_size);
    if (s == NULL) return NULL;
    bool frozen = type == CLASS(frozenset) || type_is_subtype(type, CLASS(frozenset));
    s->head.aux = frozen ? SET_FROZEN : 0;
    s->hash = frozen ? -1 : 0;
    s->mask = FIRST_SIZE - 1;
    return s;
}

static bool ensure_table(VM *vm, Set *s)
{
    if (s->table != NULL) return true;
    s->table = mem_zalloc(vm->mem, (s->mask + 1) * sizeof(SetEntry));
    if (s->table == NULL) err_no_memory(vm);
    return s->table != NULL;
}

static void insert_clean(SetEntry *table, uint64_t mask, int64_t hash, Value key) /* a key known to be absent; no deleted ones */
{
    uint64_t perturb = (uint64_t)hash, i = perturb & mask;
    for (;;) {
        uint64_t last = i + NEIGHBOURS <= mask ? i + NEIGHBOURS : i;
        for (uint64_t j = i; j <= last; j++) {
            if (table[j].key != NO_VALUE) continue;
            table[j] = (SetEntry){hash, key};
            return;
        }
        perturb >>= 5;
        i = (i * 5 + 1 + perturb) & mask;
    }
}

static uint64_t table_size(int64_t room)
{
    uint64_t size = FIRST_SIZE;
    while (size <= (uint64_t)room) size <<= 1;
    return size;
}

bool set_rehash(VM *vm, Set *s, int64_t room)
{
    uint64_t size = table_size(room);
    SetEntry *table = size > (uint64_t)1 << 36 ? NULL : mem_zalloc(vm->mem, size * sizeof *table);
    if (table == NULL) {
        err_no_memory(vm);
        return false;
    }
    SetEntry *old = s->table;
    uint64_t old_size = s->mask + 1;
    for (uint64_t i = 0; old != NULL && i < old_size; i++)
        if (old[i].key != NO_VALUE) insert_clean(table, size - 1, old[i].hash, old[i].key);
    s->table = table;
    s->tables++;
    s->mask = size - 1;
    s->fill = s->used;
    if (old != NULL) mem_free(vm->mem, old, old_size * sizeof *old);
    return true;
}

/* Is the key of entry i equal? 1, 0, -1 raised (also where nobody holds the set any more), 2: the table was built anew, or the entry is another, since. */
static int same_key(VM *vm, Set *s, uint64_t i, Ref key)
{
    Ref there = s->table[i].key;
    if (there == key) return 1;
    int same = key_same_plain(vm, there, key);
    if (same >= 0) return same;
    uint64_t tables = s->tables;
    Value held = retain(there), self = retain(REF(s));
    int eq = op_compare_bool(vm, held, key, CMP_EQ);
    if (s->head.refs == 1) {
        if (eq >= 0) eq = err_minus(vm, EXC_RuntimeError, "set deleted during a lookup");
    } else if (eq >= 0 && (s->tables != tables || s->table[i].key != held)) eq = 2;
    release(vm, self);
    release(vm, held);
    return eq;
}

/* The entry of key, or the free one where the search ended (*found false). NULL: raised. */
static SetEntry *lookup(VM *vm, Set *s, Ref key, int64_t hash, bool *found)
{
    enum { NOWHERE = -1 };
again: /* a comparison may have emptied the set */
    if (!ensure_table(vm, s)) return NULL;
    SetEntry *place = set_place(vm, s, key, hash);
    if (place) return *found = place->key != NO_VALUE, place;
    uint64_t mask = s->mask, perturb = (uint64_t)hash, i = perturb & mask;
    int64_t deleted = NOWHERE; /* the last one passed: a new key goes there */
    for (;;) {
        uint64_t last = i + NEIGHBOURS <= mask ? i + NEIGHBOURS : i;
        for (uint64_t j = i; j <= last; j++) {
            SetEntry *e = &s->table[j];
            if (e->key == NO_VALUE) {
                if (e->hash == -1) {
                    deleted = (int64_t)j;
                    continue;
                }
                *found = false;
                return deleted != NOWHERE ? &s->table[deleted] : e;
            }
            if (e->hash != hash) continue;
            int eq = same_key(vm, s, j, key);
            if (eq < 0) return NULL;
            if (eq == 2 || (deleted != NOWHERE && s->table[deleted].key != NO_VALUE)) goto again;
            if (eq == 0) continue;
            *found = true;
            return &s->table[j];
        }
        perturb >>= 5;
        i = (i * 5 + 1 + perturb) & mask;
    }
}

int set_add_hash(VM *vm, Set *s, Ref key, int64_t hash)
{
    bool found;
    if (!ensure_table(vm, s)) return -1;
    SetEntry *e = lookup(vm, s, key, hash, &found);
    if (e == NULL || found) return e == NULL ? -1 : 0;
    return set_enter(vm, s, e, key, hash);
}

int set_contains_plain(VM *vm, Ref set, Ref key)
{
    int64_t hash;
    return plain_hash(vm, key, &hash) ? set_has(vm, as_set(set), key, hash) : -1;
}

int set_contains_hash(VM *vm, Set *s, Ref key, int64_t hash)
{
    bool found;
    if (s->used == 0) return 0;
    return lookup(vm, s, key, hash, &found) == NULL ? -1 : found;
}

int set_discard_hash(VM *vm, Set *s, Ref key, int64_t hash)
{
    bool found;
    if (s->used == 0) return 0;
    SetEntry *e = lookup(vm, s, key, hash, &found);
    if (e == NULL || !found) return e == NULL ? -1 : 0;
    return set_leave(vm, s, e);
}

void set_clear_all(VM *vm, Set *s)
{
    SetEntry *table = s->table;
    uint64_t size = s->mask + 1;
    int64_t left = s->used; /* behind the last key nothing is looked at */
    s->table = NULL;
    s->tables++;
    s->mask = FIRST_SIZE - 1;
    s->used = s->fill = 0;
    if (!(s->head.aux & SET_FROZEN)) s->hash = 0;
    if (table == NULL) return;
    for (const SetEntry *e = table; left > 0; e++) {
        if (e->key == NO_VALUE) continue;
        left--;
        release(vm, e->key);
    }
    mem_free(vm->mem, table, size * sizeof *table);
}

void set_swap(Set *a, Set *b)
{
    Set t = *a;
    a->used = b->used;
    a->fill = b->fill;
    a->mask = b->mask;
    a->table = b->table;
    b->used = t.used;
    b->fill = t.fill;
    b->mask = t.mask;
    b->table = t.table;
    a->tables++;
    b->tables++;
}

Value set_pop(VM *vm, Ref o)
{
    Set *s = as_set(o);
    if (s->used == 0) {
        Value text = str_from_c(vm, "pop from an empty set");
        if (text != NO_VALUE) err_raise_value(vm, EXC_KeyError, text);
        release(vm, text);
        return NO_VALUE;
    }
    uint64_t i = (uint64_t)s->hash & s->mask;
    while (s->table[i].key == NO_VALUE) i = i == s->mask ? 0 : i + 1;
    Value key = s->table[i].key;
    s->table[i] = (SetEntry){-1, NO_VALUE};
    s->used--;
    s->hash = (int64_t)i + 1;
    return key;
}

/* ---- the C interface ---- */
Value set_new(VM *vm) { return VAL(set_alloc(vm, CLASS(set))); }
Value frozenset_new(VM *vm) { return VAL(set_alloc(vm, CLASS(frozenset))); }

int set_add(VM *vm, Ref set, Ref key)
{
    int64_t hash;
    Set *s = as_set(set);
    SetEntry *e = s->table ? set_plain_place(vm, s, key, &hash) : NULL;
    if (e) return e->key == NO_VALUE ? set_enter(vm, s, e, key, hash) : 0;
    return key_hash(vm, key, &hash) ? set_add_hash(vm, s, key, hash) : -1;
}

/* The hash to look a key up by: a set counts as the frozenset of its items. -1 raised, 1 use *as (owned) for the key */
static int lookup_hash(VM *vm, Ref key, int64_t *hash, Value *as)
{
    *as = NO_VALUE;
    if (key_hash(vm, key, hash)) return 0;
    if (!is_set(key) || set_is_frozen(key) || !err_matches(vm, EXC_TypeError)) return -1;
    err_clear(vm);
    *as = set_copy_as(vm, key, CLASS(frozenset));
    return *as != NO_VALUE && op_hash(vm, *as, hash) ? 1 : -1;
}

static int by_key(VM *vm, Ref s, Ref key, int (*fn)(VM *, Set *, Ref, int64_t))
{
    int64_t hash;
    Value as;
    int r = lookup_hash(vm, key, &hash, &as);
    if (r >= 0) r = fn(vm, as_set(s), r == 1 ? (Ref)as : key, hash);
    release(vm, as);
    return r;
}
int set_contains(VM *vm, Ref s, Ref key) { return by_key(vm, s, key, set_contains_hash); }
int set_discard(VM *vm, Ref set, Ref key)
{
    int64_t hash;
    Set *s = as_set(set);
    SetEntry *e = s->used ? set_plain_place(vm, s, key, &hash) : NULL;
    if (e) return e->key == NO_VALUE ? 0 : set_leave(vm, s, e);
    return by_key(vm, set, key, set_discard_hash);
}

bool set_next(Ref s, int64_t *pos, Ref *key)
{
    int64_t hash;
    return set_step(as_set(s), pos, key, &hash);
}

/* s, which nothing was put into, becomes as o, which nothing was taken out of: entries keep their places. */
static bool copy_table(VM *vm, Set *s, const Set *o)
{
    size_t bytes = (size_t)(o->mask + 1) * sizeof *o->table;
    SetEntry *table = mem_alloc(vm->mem, bytes);
    if (table == NULL) {
        err_no_memory(vm);
        return false;
    }
    for (uint64_t i = 0; i <= o->mask; i++) table[i] = (SetEntry){o->table[i].hash, retain(o->table[i].key)};
    mem_free(vm->mem, s->table, (s->mask + 1) * sizeof *s->table);
    s->table = table;
    s->tables++;
    s->mask = o->mask;
    s->fill = s->used = o->used;
    return true;
}

static bool merge_set(VM *vm, Set *s, Ref other)
{
    Set *o = as_set(other);
    if (s == o || o->used == 0) return true;
    bool grows = ((uint64_t)s->fill + (uint64_t)o->used) * 5 >= s->mask * 3;
    uint64_t mask = grows ? table_size((s->used + o->used) * 2) - 1 : s->mask;
    if (s->fill == 0 && mask == o->mask && o->fill == o->used) return copy_table(vm, s, o);
    if ((grows && !set_rehash(vm, s, (s->used + o->used) * 2)) || !ensure_table(vm, s)) return false;
    Ref key;
    int64_t hash;
    if (s->fill == 0) {
        for (int64_t pos = 0; set_step(o, &pos, &key, &hash);) insert_clean(s->table, s->mask, hash, retain(key));
        s->fill = s->used = o->used;
        return true;
    }
    for (int64_t pos = 0; set_step(o, &pos, &key, &hash);) {
        SetEntry *e = s->table ? set_place(vm, s, key, hash) : NULL;
        if (e) {
            if (e->key == NO_VALUE && set_enter(vm, s, e, key, hash) < 0) return false;
            continue;
        }
        Value held = retain(key);
        int added = set_add_hash(vm, s, held, hash);
        release(vm, held);
        if (added < 0) return false;
    }
    return true;
}

static bool merge_dict_keys(VM *vm, Set *s, Ref dict)
{
    Dict *d = as_dict(dict);
    if (((uint64_t)s->fill + (uint64_t)d->used) * 5 >= s->mask * 3 && !set_rehash(vm, s, (s->used + d->used) * 2)) return false;
    for (int64_t i = 0; i < d->nentries; i++) {
        if (d->entries[i].key == NO_VALUE) continue;
        Value key = retain(d->entries[i].key);
        int added = set_add_hash(vm, s, key, d->entries[i].hash);
        release(vm, key);
        if (added < 0) return false;
    }
    return true;
}

bool set_update(VM *vm, Ref set, Ref iterable)
{
    if (is_set(iterable)) return merge_set(vm, as_set(set), iterable);
    if (is_exact(iterable, CLASS(dict))) return merge_dict_keys(vm, as_set(set), iterable);
    bool ok = true, list = is_exact(iterable, CLASS(list));
    if (list || is_exact(iterable, CLASS(tuple))) { /* both are read anew at each step: hashing may run a program's code */
        for (int64_t i = 0; ok && i < (list ? as_list(iterable)->len : as_tuple(iterable)->len); i++) {
            Ref there = list ? as_list(iterable)->items[i] : as_tuple(iterable)->items[i];
            int64_t hash;
            SetEntry *e = as_set(set)->table && (i & 1023) != 1023 ? set_plain_place(vm, as_set(set), there, &hash) : NULL;
            if (e) {
                ok = e->key != NO_VALUE || set_enter(vm, as_set(set), e, there, hash) >= 0;
                continue;
            }
            Value item = retain(there);
            ok = set_add(vm, set, item) >= 0 && ((i & 1023) != 1023 || vm_poll(vm));
            release(vm, item);
        }
        return ok;
    }
    Value it = op_iter(vm, iterable), v;
    if (it == NO_VALUE) return false;
    for (unsigned steps = 1; ok && (v = op_next(vm, it)) != NO_VALUE; steps++) {
        ok = set_add(vm, set, v) >= 0 && ((steps & 1023) != 0 || vm_poll(vm));
        release(vm, v);
    }
    release(vm, it);
    return ok && !err_occurred(vm);
}

Value set_copy_as(VM *vm, Ref s, Type *type)
{
    Set *c = set_alloc(vm, type);
    if (c == NULL || merge_set(vm, c, s)) return VAL(c);
    release(vm, VAL(c));
    return NO_VALUE;
}

/* ---- slots ---- */
static Value set_new_slot(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames) { return VAL(set_alloc(vm, as_type(callee))); }

static bool set_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    if (!args_no_kw(vm, "set", kwnames)) return false;
    if (!args_count(vm, "set", n, 0, 1)) return false;
    set_clear_all(vm, as_set(self));
    return n == 0 || set_update(vm, self, args[0]);
}

static Value frozenset_new_slot(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames)
{
    Type *type = as_type(callee);
    if ((type == CLASS(frozenset) || type->s.init == CLASS(frozenset)->s.init) && !args_no_kw(vm, "frozenset", kwnames)) return NO_VALUE;
    if (!args_count(vm, "frozenset", n, 0, 1)) return NO_VALUE;
    if (type == CLASS(frozenset) && n == 1 && is_exact(args[0], CLASS(frozenset))) return retain(args[0]);
    Value s = VAL(set_alloc(vm, type));
    if (s == NO_VALUE || n == 0 || set_update(vm, s, args[0])) return s;
    release(vm, s);
    return NO_VALUE;
}

static void set_gc_clear(VM *vm, Obj *o) { set_clear_all(vm, (Set *)o); }

static void set_dealloc(VM *vm, Obj *o)
{
    set_clear_all(vm, (Set *)o);
    if (o->type == CLASS(set)) free_plain(vm, o, sizeof(Set));
    else obj_free(vm, o, o->type->inst_size);
}

static void set_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    Set *s = (Set *)o;
    for (uint64_t i = 0; s->table != NULL && i <= s->mask; i++) seq_visit(s->table[i].key, visit, arg);
}

static int64_t set_len(VM *vm, Ref o) { return as_set(o)->used; }

static Value set_repr(VM *vm, Ref o)
{
    Type *type = as_obj(o)->type;
    if (as_set(o)->used == 0) return str_format(vm, "%T()", o);
    int seen = repr_enter(vm, o);
    if (seen < 0) return NO_VALUE;
    if (seen) return str_format(vm, "%T(...)", o);
    Value list = list_from_iter(vm, o), r = NO_VALUE;
    if (list != NO_VALUE) {
        List *l = as_list(list);
        Value inner = seq_repr(vm, list, &l->items, &l->len, "{", "}");
        if (inner != NO_VALUE) r = type == CLASS(set) ? retain(inner) : str_format(vm, "%T(%U)", o, (Ref)inner);
        release(vm, inner);
    }
    release(vm, list);
    repr_leave(vm, o);
    return r;
}

static uint64_t shuffle(uint64_t h) { return ((h ^ 89869747u) ^ (h << 16)) * 3644798167u; }

static bool frozenset_hash(VM *vm, Ref o, int64_t *hash) /* CPython's mix, so that sets of frozensets print alike */
{
    Set *s = as_set(o);
    if (s->hash == -1) {
        uint64_t h = 0;
        Ref key;
        int64_t one;
        for (int64_t pos = 0; set_step(s, &pos, &key, &one);) h ^= shuffle((uint64_t)one);
        h ^= ((uint64_t)s->used + 1) * 1927868237u;
        h ^= (h >> 11) ^ (h >> 25);
        h = h * 69069u + 907133923u;
        s->hash = h == UINT64_MAX ? 590923713 : (int64_t)h;
    }
    *hash = s->hash;
    return true;
}

static Value set_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (!is_set(b)) return V_NOTIMPL;
    int64_t na = as_set(a)->used, nb = as_set(b)->used;
    int r;
    switch (op) {
    case CMP_EQ:
    case CMP_NE: r = na == nb ? set_is_subset(vm, a, b) : 0; break;
    case CMP_LT: r = na < nb ? set_is_subset(vm, a, b) : 0; break;
    case CMP_LE: r = set_is_subset(vm, a, b); break;
    case CMP_GT: r = na > nb ? set_is_subset(vm, b, a) : 0; break;
    default: r = set_is_subset(vm, b, a); break;
    }
    return r < 0 ? NO_VALUE : make_bool(op == CMP_NE ? !r : r);
}

/* ---- iterator ---- */
typedef struct SetIter { Obj head; Value set; int64_t pos, used, left; } SetIter;

static Value set_iter(VM *vm, Ref o)
{
    SetIter *it = (SetIter *)obj_alloc(vm, CLASS(set_iterator), sizeof(SetIter));
    if (it == NULL) return NO_VALUE;
    it->set = retain(o);
    it->used = it->left = as_set(o)->used;
    return VAL(it);
}

static Value iter_self(VM *vm, Ref o) { return retain(o); }

static Value iter_next(VM *vm, Ref o)
{
    SetIter *it = (SetIter *)BITS(o);
    if (it->set == NO_VALUE) return NO_VALUE;
    Ref key;
    if (it->used != as_set(it->set)->used) {
        it->used = -1;
        return err_raise(vm, EXC_RuntimeError, "Set changed size during iteration");
    }
    if (set_next(it->set, &it->pos, &key)) {
        it->left--;
        return retain(key);
    }
    value_clear(vm, &it->set);
    return NO_VALUE;
}

static void iter_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((SetIter *)o)->set);
    obj_free(vm, o, sizeof(SetIter));
}

static void iter_traverse(VM *vm, Obj *o, VisitFn visit, void *arg) { seq_visit(((SetIter *)o)->set, visit, arg); }

static Value iter_hint(VM *vm, const Ref *args, int n, Ref kwnames)
{
    SetIter *it = (SetIter *)BITS(args[0]);
    return make_small(it->set == NO_VALUE || it->used != as_set(it->set)->used ? 0 : it->left);
}

/* (iter, ([what is left],)), the iterator itself stays where it is */
static Value iter_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    SetIter *it = (SetIter *)BITS(args[0]);
    if (it->set != NO_VALUE && it->used != as_set(it->set)->used) return err_raise(vm, EXC_RuntimeError, "Set changed size during iteration");
    Value left = list_new(vm, 0), iter = dict_get_c(vm, REF(vm->builtins), "iter") ? retain(dict_get_c(vm, REF(vm->builtins), "iter")) : NO_VALUE, inner = NO_VALUE, r = NO_VALUE;
    int64_t pos = it->pos;
    Ref key;
    bool ok = left != NO_VALUE && iter != NO_VALUE;
    while (ok && it->set != NO_VALUE && set_next(it->set, &pos, &key)) ok = list_append(vm, left, key);
    if (ok && (inner = tuple_of(vm, 1, (Ref)left))) r = tuple_of(vm, 2, (Ref)iter, (Ref)inner);
    release(vm, inner);
    release(vm, left);
    release(vm, iter);
    return r;
}

static const NativeDef iter_methods[] = {
    {"__length_hint__", iter_hint, "self, /", NULL, 0},
    {"__reduce__", iter_reduce, "self, /", "Return state information for pickling.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

const TypeDef set_iterator_def = {
    .name = "set_iterator",
    .kind = KIND_OPAQUE,
    .size = sizeof(SetIter),
    .flags = TYPE_GC | TYPE_IMMUTABLE | TYPE_NO_NEW,
    .s = {.iter = iter_self, .next = iter_next},
    .dealloc = iter_dealloc,
    .traverse = iter_traverse,
    .methods = iter_methods,
};

const TypeDef set_def = {
    .name = "set",
    .doc = "set(iterable=()) -> its items, each once\n\nHashable items in no order.",
    .kind = KIND_SET,
    .size = sizeof(Set),
    .flags = TYPE_GC | TYPE_BASE | TYPE_WEAKREF | TYPE_MATCH_SELF | TYPE_IMMUTABLE,
    .s = {.nb = {[OP_SUB] = set_sub, [OP_AND] = set_and, [OP_OR] = set_or, [OP_XOR] = set_xor},
          .inb = {[OP_SUB] = set_isub, [OP_AND] = set_iand, [OP_OR] = set_ior, [OP_XOR] = set_ixor},
          .repr = set_repr, .compare = set_compare, .iter = set_iter, .len = set_len, .contains = set_contains,
          .init = set_init, .new_ = set_new_slot},
    .dealloc = set_dealloc,
    .traverse = set_traverse,
    .clear = set_gc_clear,
    .methods = set_methods,
};

const TypeDef frozenset_def = {
    .name = "frozenset",
    .doc = "frozenset(iterable=()) -> its items, each once\n\nA set that never changes, and so can be a key.",
    .kind = KIND_SET,
    .size = sizeof(Set),
    .flags = TYPE_GC | TYPE_BASE | TYPE_WEAKREF | TYPE_MATCH_SELF | TYPE_IMMUTABLE,
    .s = {.nb = {[OP_SUB] = set_sub, [OP_AND] = set_and, [OP_OR] = set_or, [OP_XOR] = set_xor},
          .repr = set_repr, .hash = frozenset_hash, .compare = set_compare, .iter = set_iter, .len = set_len, .contains = set_contains,
          .new_ = frozenset_new_slot},
    .dealloc = set_dealloc,
    .traverse = set_traverse,
    .clear = set_gc_clear,
    .methods = frozenset_methods,
};
