/* dict.c: the store behind dict, namespaces and keyword arguments.
 *
 * entries[] holds (hash, key, value) in order of insertion; index[] is an open-addressing table of entry numbers, 1, 2
 * or 4 bytes wide by its size. A slot is all ones when empty and all ones but the last bit when its entry was deleted.
 * __eq__ of a key may change the dict under a lookup: where the entry looked at or the store is another then, the lookup begins
 * anew. Who looks up holds the dict; where the last one lets go of it meanwhile, the lookup raises instead of reading what is gone. */
#include "lang/object/alloc.h"
#include "dict_impl.h"
#include "iters.h"

enum { MISSING = -1, RAISED = -2, ASK = -3 };
#define NO_SLOT UINT64_MAX

/* ---- the index ---- */
static inline int64_t index_get(const Dict *d, uint64_t slot) /* MISSING empty, -2 deleted */
{
    if (d->log2_size <= 8) {
        uint8_t i = ((const uint8_t *)d->index)[slot];
        return i >= 0xFE ? (int64_t)i - 0x100 : i;
    }
    if (d->log2_size <= 16) {
        uint16_t i = ((const uint16_t *)d->index)[slot];
        return i >= 0xFFFE ? (int64_t)i - 0x10000 : i;
    }
    uint32_t i = ((const uint32_t *)d->index)[slot];
    return i >= 0xFFFFFFFEu ? (int64_t)i - ((int64_t)1 << 32) : i;
}
static inline void index_put(Dict *d, uint64_t slot, int64_t i)
{
    if (d->log2_size <= 8) ((uint8_t *)d->index)[slot] = (uint8_t)i;
    else if (d->log2_size <= 16) ((uint16_t *)d->index)[slot] = (uint16_t)i;
    else ((uint32_t *)d->index)[slot] = (uint32_t)i;
}
static inline uint64_t next_slot(uint64_t slot, uint64_t *perturb)
{
    *perturb >>= 5;
    return slot * 5 + *perturb + 1;
}

static void free_store(VM *vm, DictEntry *entries, int64_t cap, unsigned log2)
{
    if (entries != NULL) mem_free(vm->mem, entries, dict_store_size(cap, log2));
}

static void index_insert(Dict *d, int64_t hash, int64_t i) /* a key known to be absent */
{
    uint64_t mask = ((uint64_t)1 << d->log2_size) - 1, perturb = (uint64_t)hash, slot = perturb & mask;
    while (index_get(d, slot) >= 0) slot = next_slot(slot, &perturb) & mask;
    index_put(d, slot, i);
}

/* A new store with room for `want` entries at least and `front` more before them; deleted ones are dropped. */
static bool resize_front(VM *vm, Dict *d, int64_t want, int64_t front)
{
    want += front;
    unsigned log2 = 3;
    while ((((int64_t)1 << log2) * 2) / 3 < want) log2++;
    if (log2 > 31) return err_no_memory(vm), false;
    int64_t cap = (((int64_t)1 << log2) * 2) / 3;
    DictEntry *entries = mem_alloc(vm->mem, dict_store_size(cap, log2));
    if (entries == NULL) return err_no_memory(vm), false;
    void *index = entries + cap;
    memset(index, 0xFF, ((size_t)1 << log2) * slot_width(log2));
    DictEntry *old = d->entries;
    int64_t old_n = d->nentries, old_cap = d->cap;
    unsigned old_log2 = d->log2_size;
    d->entries = entries;
    d->index = index;
    d->cap = cap;
    d->log2_size = (uint8_t)log2;
    d->nentries = d->first = front;
    memset(entries, 0, (size_t)front * sizeof *entries);
    for (int64_t i = 0; i < old_n; i++) {
        if (old[i].key == NO_VALUE) continue;
        entries[d->nentries] = old[i];
        index_insert(d, old[i].hash, d->nentries++);
    }
    d->usable = cap - d->nentries;
    d->version = ++vm->next_dict_version;
    free_store(vm, old, old_cap, old_log2);
    return true;
}

static bool resize(VM *vm, Dict *d, int64_t want) { return resize_front(vm, d, want, 0); }

/* ---- lookup ---- */
/* The number of key's entry, MISSING or RAISED; its slot in *at, or the free one where the search ended (NO_SLOT: there is no index yet). */
static int64_t find(VM *vm, Dict *d, Ref key, int64_t hash, uint64_t *at)
{
again:
    *at = NO_SLOT;
    if (d->used == 0) return MISSING;
    uint64_t mask = ((uint64_t)1 << d->log2_size) - 1, perturb = (uint64_t)hash, slot = perturb & mask;
    for (;; slot = next_slot(slot, &perturb) & mask) {
        int64_t i = index_get(d, slot);
        if (i == MISSING) return *at = slot, MISSING;
        if (i < 0) continue;
        DictEntry *e = &d->entries[i];
        if (e->key == key) {
            *at = slot;
            return i;
        }
        if (e->hash != hash) continue;
        int same = key_same_plain(vm, e->key, key);
        if (same == 0) continue;
        if (same > 0) {
            *at = slot;
            return i;
        }
        void *index = d->index;
        Value held = retain(e->key), self = retain(REF(d));
        int eq = op_compare_bool(vm, held, key, CMP_EQ);
        /* Begun anew only where this entry or the store is another by now: an __eq__ that changes other entries each time would never end. */
        bool moved = d->index != index || mask != ((uint64_t)1 << d->log2_size) - 1 || i >= d->nentries || d->entries[i].key != held || index_get(d, slot) != i;
        release(vm, held);
        bool alone = d->head.refs == 1;
        release(vm, self);
        if (alone) return eq < 0 ? RAISED : (err_raise(vm, EXC_RuntimeError, "dictionary deleted during a lookup"), RAISED);
        if (eq < 0) return RAISED;
        if (moved) goto again;
        if (!eq) continue;
        *at = slot;
        return i;
    }
}

/* For str keys alone: nothing is called. */
static int64_t find_str(const Dict *d, Ref name, int64_t hash)
{
    if (d->used == 0) return MISSING;
    uint64_t mask = ((uint64_t)1 << d->log2_size) - 1, perturb = (uint64_t)hash, slot = perturb & mask;
    for (;; slot = next_slot(slot, &perturb) & mask) {
        int64_t i = index_get(d, slot);
        if (i == MISSING) return MISSING;
        if (i < 0) continue;
        const DictEntry *e = &d->entries[i];
        if (e->key == name || (e->hash == hash && is_str(e->key) && str_equal(e->key, name))) return i;
    }
}

/* The number of the entry of a plain key (an int in the word, an exact str, a tuple of such), MISSING, or ASK: it is no such key, or somebody's code has to be asked. */
static int64_t find_plain(VM *vm, const Dict *d, Ref key)
{
    int64_t hash;
    if (!plain_hash(vm, key, &hash)) return ASK;
    if (d->used == 0) return MISSING;
    uint64_t mask = ((uint64_t)1 << d->log2_size) - 1, perturb = (uint64_t)hash, slot = perturb & mask;
    for (;; slot = next_slot(slot, &perturb) & mask) {
        int64_t i = index_get(d, slot);
        if (i == MISSING) return MISSING;
        if (i < 0) continue;
        const DictEntry *e = &d->entries[i];
        if (e->key == key) return i;
        if (e->hash != hash) continue;
        int same = key_same_plain(vm, e->key, key);
        if (same) return same > 0 ? i : ASK;
    }
}

int dict_contains_plain(VM *vm, Ref dict, Ref key)
{
    int64_t i = find_plain(vm, as_dict(dict), key);
    return i >= 0 ? 1 : i == MISSING ? 0 : -1;
}

Ref dict_get_plain(VM *vm, Ref dict, Ref key)
{
    int64_t i = find_plain(vm, as_dict(dict), key);
    return i >= 0 ? as_dict(dict)->entries[i].value : NULL;
}

Ref dict_get_hash(VM *vm, Ref d, Ref key, int64_t hash)
{
    uint64_t slot;
    int64_t i = find(vm, as_dict(d), key, hash, &slot);
    return i < 0 ? NULL : as_dict(d)->entries[i].value;
}

Ref dict_get(VM *vm, Ref d, Ref key)
{
    int64_t hash;
    return key_hash(vm, key, &hash) ? dict_get_hash(vm, d, key, hash) : NULL;
}

Ref dict_get_str(VM *vm, Ref d, Ref name)
{
    int64_t i = find_str(as_dict(d), name, str_hash(vm, name));
    return i < 0 ? NULL : as_dict(d)->entries[i].value;
}

Ref dict_get_c(VM *vm, Ref d, const char *name)
{
    Dict *dict = as_dict(d);
    Value s = str_from_c(vm, name);
    if (s != NO_VALUE) {
        Ref v = dict_get_str(vm, d, s);
        release(vm, s);
        return v;
    }
    err_clear(vm); /* no memory for the key: look without one */
    for (int64_t i = 0; i < dict->nentries; i++)
        if (dict->entries[i].key != NO_VALUE && is_str(dict->entries[i].key) && str_equal_c(dict->entries[i].key, name)) return dict->entries[i].value;
    return NULL;
}

int64_t dict_entry_of_str(VM *vm, Ref d, Ref name) { return find_str(as_dict(d), name, str_hash(vm, name)); }

int dict_contains(VM *vm, Ref d, Ref key)
{
    int64_t hash;
    uint64_t slot;
    if (!key_hash(vm, key, &hash)) return -1;
    int64_t i = find(vm, as_dict(d), key, hash, &slot);
    return i == RAISED ? -1 : i >= 0;
}

/* ---- change ---- */
bool dict_set_hash(VM *vm, Ref dict, Ref key, int64_t hash, Value value)
{
    Dict *d = as_dict(dict);
    uint64_t slot;
    int64_t i = find(vm, d, key, hash, &slot);
    if (i >= 0) {
        value_put(vm, &d->entries[i].value, value);
        return true;
    }
    bool grows = d->usable <= 0;
    if (i == RAISED || (grows && !resize(vm, d, d->used < 4 ? 5 : d->used * 2))) {
        release(vm, value);
        return false;
    }
    if (grows || slot == NO_SLOT) index_insert(d, hash, d->nentries);
    else index_put(d, slot, d->nentries);
    d->entries[d->nentries++] = (DictEntry){hash, retain(key), value};
    d->used++;
    d->usable--;
    d->version = ++vm->next_dict_version;
    return true;
}

bool dict_set_take(VM *vm, Ref d, Ref key, Value value)
{
    int64_t hash;
    if (key_hash(vm, key, &hash)) return dict_set_hash(vm, d, key, hash, value);
    release(vm, value);
    return false;
}

bool dict_set(VM *vm, Ref d, Ref key, Ref value) { return dict_set_take(vm, d, key, retain(value)); }

bool dict_set_c(VM *vm, Ref d, const char *name, Ref value)
{
    Value key = str_intern_c(vm, name);
    if (key == NO_VALUE) return false;
    bool ok = dict_set(vm, d, key, value);
    release(vm, key);
    return ok;
}

static void unlink_entry(VM *vm, Dict *d, int64_t i, uint64_t slot, Value *key, Value *value)
{
    *key = d->entries[i].key;
    *value = d->entries[i].value;
    d->entries[i].key = d->entries[i].value = NO_VALUE;
    index_put(d, slot, -2);
    d->used--;
    while (d->first < d->nentries && d->entries[d->first].key == NO_VALUE) d->first++;
    d->version = ++vm->next_dict_version;
}

Value dict_pop_hash(VM *vm, Ref dict, Ref key, int64_t hash)
{
    Dict *d = as_dict(dict);
    uint64_t slot;
    int64_t i = find(vm, d, key, hash, &slot);
    if (i < 0) return NO_VALUE;
    Value k, v;
    unlink_entry(vm, d, i, slot, &k, &v);
    release(vm, k);
    return v;
}

Value dict_pop(VM *vm, Ref d, Ref key)
{
    int64_t hash;
    return key_hash(vm, key, &hash) ? dict_pop_hash(vm, d, key, hash) : NO_VALUE;
}

int dict_del(VM *vm, Ref d, Ref key)
{
    Value v = dict_pop(vm, d, key);
    if (v == NO_VALUE) return vm->error == NO_VALUE ? 0 : -1;
    release(vm, v);
    return 1;
}

bool dict_pop_end(VM *vm, Ref dict, bool last, Value *key, Value *value)
{
    Dict *d = as_dict(dict);
    if (d->used == 0) return false;
    int64_t i = last ? d->nentries - 1 : d->first;
    while (d->entries[i].key == NO_VALUE) i += last ? -1 : 1;
    uint64_t mask = ((uint64_t)1 << d->log2_size) - 1, perturb = (uint64_t)d->entries[i].hash, slot = perturb & mask;
    while (index_get(d, slot) != i) slot = next_slot(slot, &perturb) & mask;
    unlink_entry(vm, d, i, slot, key, value);
    if (last) d->nentries = i; /* usable stays: the index slots are still spent */
    if (d->first > d->nentries) d->first = d->nentries;
    return true;
}

int dict_move(VM *vm, Ref dict, Ref key, bool last)
{
    Dict *d = as_dict(dict);
    int64_t hash;
    uint64_t slot;
    if (!key_hash(vm, key, &hash)) return -1;
    int64_t i = find(vm, d, key, hash, &slot);
    if (i < 0) return i == RAISED ? -1 : 0;
    if (i == (last ? d->nentries - 1 : d->first)) return 1;
    bool full = last ? d->usable <= 0 || d->nentries >= d->cap : d->first == 0;
    if (full) { /* the entry of the same number among the living is the same one */
        int64_t nth = 0;
        for (int64_t j = 0; j < i; j++) nth += d->entries[j].key != NO_VALUE;
        if (!resize_front(vm, d, d->used * 2, last ? 0 : d->used + 4)) return -1;
        i = d->first + nth;
        uint64_t mask = ((uint64_t)1 << d->log2_size) - 1, perturb = (uint64_t)hash;
        slot = perturb & mask;
        while (index_get(d, slot) != i) slot = next_slot(slot, &perturb) & mask;
    }
    int64_t to = last ? d->nentries++ : --d->first;
    if (last) d->usable--;
    d->entries[to] = d->entries[i];
    d->entries[i].key = d->entries[i].value = NO_VALUE;
    index_put(d, slot, to);
    while (d->entries[d->first].key == NO_VALUE) d->first++;
    d->version = ++vm->next_dict_version;
    return 1;
}

void dict_clear(VM *vm, Ref dict)
{
    Dict *d = as_dict(dict);
    DictEntry *entries = d->entries;
    int64_t n = d->nentries, cap = d->cap;
    unsigned log2 = d->log2_size;
    d->entries = NULL;
    d->index = NULL;
    d->used = d->nentries = d->first = d->cap = d->usable = 0;
    d->log2_size = 0;
    d->version = ++vm->next_dict_version;
    for (int64_t i = 0; i < n; i++) {
        release(vm, entries[i].key);
        release(vm, entries[i].value);
    }
    free_store(vm, entries, cap, log2);
}

/* ---- whole dicts ---- */
Value dict_new(VM *vm)
{
    Dict *d = (Dict *)alloc_with(vm, CLASS(dict), TYPE_GC, sizeof(Dict), sizeof(Dict));
    if (d != NULL) d->version = ++vm->next_dict_version;
    return VAL(d);
}

bool dict_next(Ref dict, int64_t *pos, Ref *key, Ref *value)
{
    Dict *d = as_dict(dict);
    while (*pos < d->nentries) {
        DictEntry *e = &d->entries[(*pos)++];
        if (e->key == NO_VALUE) continue;
        if (key != NULL) *key = e->key;
        if (value != NULL) *value = e->value;
        return true;
    }
    return false;
}

int64_t dict_len(Ref d) { return as_dict(d)->used; }

/* All of s into d, which is empty. Nothing is called: the keys are known to differ. Where nothing was deleted from s, its index serves as it is. */
static bool fill(VM *vm, Dict *d, const Dict *s)
{
    if (!resize(vm, d, s->used)) return false;
    bool same = s->nentries == s->used && s->log2_size == d->log2_size;
    if (same) memcpy(d->index, s->index, ((size_t)1 << d->log2_size) * slot_width(d->log2_size));
    if (same) {
        memcpy(d->entries, s->entries, (size_t)s->nentries * sizeof *s->entries);
        for (; d->nentries < s->nentries; d->nentries++) {
            retain(d->entries[d->nentries].key);
            retain(d->entries[d->nentries].value);
        }
    }
    for (int64_t i = 0; !same && i < s->nentries; i++) {
        const DictEntry *e = &s->entries[i];
        if (e->key == NO_VALUE) continue;
        index_insert(d, e->hash, d->nentries);
        d->entries[d->nentries++] = (DictEntry){e->hash, retain(e->key), retain(e->value)};
    }
    d->used = d->nentries;
    d->usable = same ? s->usable : d->cap - d->nentries;
    return true;
}

Value dict_copy(VM *vm, Ref from)
{
    Value v = dict_new(vm);
    if (v == NO_VALUE || as_dict(from)->used == 0 || fill(vm, as_dict(v), as_dict(from))) return v;
    release(vm, v);
    return NO_VALUE;
}

Value dict_keys_list(VM *vm, Ref dict)
{
    Dict *d = as_dict(dict);
    Value v = list_new(vm, d->used);
    if (v == NO_VALUE) return v;
    Ref key;
    for (int64_t pos = 0; dict_next(dict, &pos, &key, NULL);)
        if (as_list(v)->len < as_list(v)->cap) as_list(v)->items[as_list(v)->len++] = retain(key);
    return v;
}

/* ---- update ---- */
static bool merge_dict(VM *vm, Ref d, Ref other)
{
    Dict *s = as_dict(other), *t = as_dict(d);
    if (s == t || s->used == 0) return true;
    if (t->used == 0) return fill(vm, t, s);
    if (t->usable < s->used && t->used + s->used > t->used * 2 && !resize(vm, t, t->used + s->used)) return false;
    uint64_t version = s->version;
    for (int64_t i = 0; i < s->nentries; i++) {
        DictEntry e = s->entries[i];
        if (e.key == NO_VALUE) continue;
        Value key = retain(e.key);
        bool ok = dict_set_hash(vm, d, key, e.hash, retain(e.value));
        release(vm, key);
        if (!ok) return false;
        if (s->version != version) return err_false(vm, EXC_RuntimeError, "dict mutated during update");
    }
    return true;
}

static bool merge_keys(VM *vm, Ref d, Ref other, Value keys /*taken*/)
{
    Value it = op_iter(vm, keys);
    release(vm, keys);
    if (it == NO_VALUE) return false;
    Value key;
    bool ok = true;
    while (ok && (key = op_next(vm, it)) != NO_VALUE) {
        Value v = op_getitem(vm, other, key);
        ok = v != NO_VALUE && dict_set_take(vm, d, key, v);
        release(vm, key);
    }
    release(vm, it);
    return ok && vm->error == NO_VALUE;
}

static bool merge_pair(VM *vm, Ref d, Ref item, int64_t nth)
{
    Value pair = is_list(item) || is_tuple(item) ? retain(item) : NO_VALUE;
    if (pair == NO_VALUE) {
        pair = list_from_iter(vm, item);
        if (pair == NO_VALUE) {
            if (!err_matches(vm, EXC_TypeError)) return false;
            err_clear(vm);
            return err_false(vm, EXC_TypeError, "cannot convert dictionary update sequence element #%lld to a sequence", (long long)nth);
        }
    }
    int64_t n = is_list(pair) ? as_list(pair)->len : as_tuple(pair)->len;
    const Value *items = is_list(pair) ? as_list(pair)->items : as_tuple(pair)->items;
    bool ok = n == 2 || err_false(vm, EXC_ValueError, "dictionary update sequence element #%lld has length %lld; 2 is required", (long long)nth, (long long)n);
    if (ok) {
        Value k = retain(items[0]), v = retain(items[1]);
        ok = dict_set_take(vm, d, k, v);
        release(vm, k);
    }
    release(vm, pair);
    return ok;
}

/* The same of zip or enumerate, which need not make the pairs. 1; 0: raised; -1: it is something else. */
static int merge_twos(VM *vm, Ref d, Ref it)
{
    Value two[2];
    if (!is_exact(it, CLASS(zip)) && !is_exact(it, CLASS(enumerate))) return -1;
    for (unsigned steps = 1;; steps++) {
        int got = iter_two(vm, it, two);
        if (got < 0) return -1; /* (known at the first step) */
        if (got == 0) return vm->error == NO_VALUE;
        bool ok = dict_set_take(vm, d, two[0], two[1]) && ((steps & 1023) != 0 || vm_poll(vm));
        release(vm, two[0]);
        if (!ok) return 0;
    }
}

static bool merge_pairs(VM *vm, Ref d, Ref other)
{
    Value it = op_iter(vm, other), item;
    if (it == NO_VALUE) return false;
    int done = merge_twos(vm, d, it);
    bool ok = true;
    if (done >= 0) {
        release(vm, it);
        return done;
    }
    for (int64_t i = 0; ok && (item = op_next(vm, it)) != NO_VALUE; i++) {
        ok = merge_pair(vm, d, item, i) && ((i & 1023) != 1023 || vm_poll(vm));
        release(vm, item);
    }
    release(vm, it);
    return ok && vm->error == NO_VALUE;
}

static bool plain_dict(VM *vm, Ref o) /* iterates as dict does: its entries may be read straight */
{
    return is_dict(o) && as_obj(o)->type->s.iter == CLASS(dict)->s.iter;
}

bool dict_update(VM *vm, Ref d, Ref other)
{
    Value keys;
    if (plain_dict(vm, other)) return merge_dict(vm, d, other);
    int has = obj_lookup_attr(vm, other, NAME(keys), &keys);
    if (has < 0) return false;
    if (has == 0) return merge_pairs(vm, d, other);
    Value list = call0(vm, keys);
    release(vm, keys);
    if (list == NO_VALUE) return false;
    const Slots *s = &type_of(vm, list)->s;
    if (s->iter || s->getitem) return merge_keys(vm, d, other, list);
    err_raise(vm, EXC_TypeError, "%T.keys() returned a non-iterable (type %T)", other, (Ref)list);
    release(vm, list);
    return false;
}

Value call_text(VM *vm, Ref func)
{
    Value name, module = NO_VALUE, text;
    if (is_str(func)) return str_format(vm, "%U()", func);
    int has = obj_lookup_attr(vm, func, NAME(__qualname__), &name);
    if (has <= 0) return has < 0 ? NO_VALUE : op_str(vm, func);
    has = obj_lookup_attr(vm, func, NAME(__module__), &module);
    if (has < 0) text = NO_VALUE;
    else if (has == 0 || is_none(module) || (is_str(module) && str_equal_c(module, "builtins"))) text = str_format(vm, "%S()", (Ref)name);
    else text = str_format(vm, "%S.%S()", (Ref)module, (Ref)name);
    release(vm, name);
    if (has > 0) release(vm, module);
    return text;
}

static bool kwargs_error(VM *vm, ExcId id, const char *fmt, Ref func, Ref about)
{
    Value text = call_text(vm, func);
    if (text == NO_VALUE) return false;
    err_raise(vm, id, fmt, (Ref)text, about);
    release(vm, text);
    return false;
}

static Value dict_getitem(VM *vm, Ref o, Ref key);

/* Names into an empty dict: neither their hashes nor comparing them runs any code. */
static bool only_str_keys(Ref other)
{
    int64_t pos = 0;
    Ref key, value;
    while (dict_next(other, &pos, &key, &value))
        if (!is_str(key) || as_obj(key)->type->flags & TYPE_HEAP) return false;
    return true;
}

bool dict_merge_kwargs(VM *vm, Ref d, Ref other, Ref func)
{
    Value keys;
    bool own = plain_dict(vm, other); /* a subclass's __getitem__ is not asked */
    if (own && dict_len(d) == 0 && only_str_keys(other)) return merge_dict(vm, d, other);
    if (own) {
        keys = dict_keys_list(vm, other);
    } else {
        int has = obj_lookup_attr(vm, other, NAME(keys), &keys);
        if (has < 0) return false;
        if (has == 0) return kwargs_error(vm, EXC_TypeError, "%U argument after ** must be a mapping, not %T", func, other);
        Value made = call0(vm, keys);
        release(vm, keys);
        keys = made == NO_VALUE ? NO_VALUE : list_from_iter(vm, made);
        release(vm, made);
    }
    if (keys == NO_VALUE) return false;
    bool ok = true;
    for (int64_t i = 0; ok && i < as_list(keys)->len; i++) {
        Ref key = as_list(keys)->items[i];
        int there = dict_contains(vm, d, key);
        if (there < 0) ok = false;
        else if (there) ok = kwargs_error(vm, EXC_TypeError, "%U got multiple values for keyword argument '%S'", func, key);
        if (!ok) break;
        Value v = own ? dict_getitem(vm, other, key) : op_getitem(vm, other, key);
        ok = v != NO_VALUE && dict_set_take(vm, d, key, v);
    }
    release(vm, keys);
    return ok;
}

/* ---- the class ---- */
static Value dict_new_slot(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames)
{
    Dict *d = (Dict *)obj_alloc(vm, as_type(callee), as_type(callee)->inst_size);
    if (d != NULL) d->version = ++vm->next_dict_version;
    return VAL(d);
}

static bool dict_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    if (!args_count(vm, "dict", n, 0, 1)) return false;
    if (n == 1 && !dict_update(vm, self, args[0])) return false;
    for (int64_t i = 0; kwnames != NULL && i < as_tuple(kwnames)->len; i++)
        if (!dict_set(vm, self, as_tuple(kwnames)->items[i], args[n + i])) return false;
    return true;
}

static void dict_gc_clear(VM *vm, Obj *o) { dict_clear(vm, REF(o)); }

static void dict_dealloc(VM *vm, Obj *o)
{
    dict_clear(vm, REF(o));
    if (o->type == CLASS(dict)) free_plain(vm, o, sizeof(Dict));
    else obj_free(vm, o, o->type->inst_size);
}

static void dict_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    Dict *d = (Dict *)o;
    for (int64_t i = 0; i < d->nentries; i++) {
        seq_visit(d->entries[i].key, visit, arg);
        seq_visit(d->entries[i].value, visit, arg);
    }
}

static int64_t dict_len_slot(VM *vm, Ref o) { return as_dict(o)->used; }

static Value dict_getitem(VM *vm, Ref o, Ref key)
{
    int64_t hash;
    if (!key_hash(vm, key, &hash)) return NO_VALUE;
    Ref v = dict_get_hash(vm, o, key, hash);
    if (v != NULL) return retain(v);
    if (err_occurred(vm)) return NO_VALUE;
    if (as_obj(o)->type != CLASS(dict)) {
        bool found;
        Value r = call_special(vm, o, NAME(__missing__), &key, 1, &found);
        if (found || r != NO_VALUE || err_occurred(vm)) return r;
    }
    return err_raise_value(vm, EXC_KeyError, key);
}

static bool dict_setitem(VM *vm, Ref o, Ref key, Ref v)
{
    if (v != NULL) return dict_set(vm, o, key, v);
    int gone = dict_del(vm, o, key);
    if (gone == 0) err_raise_value(vm, EXC_KeyError, key);
    return gone > 0;
}

static Value dict_repr(VM *vm, Ref o)
{
    Dict *d = as_dict(o);
    int seen = repr_enter(vm, o);
    if (seen < 0) return NO_VALUE;
    if (seen) return str_from_ascii(vm, "{...}", 5);
    StrB b = STRB_INIT(vm);
    bool ok = true, first = true;
    strb_ascii(&b, "{", 1);
    for (int64_t i = 0; ok && i < d->nentries; i++) {
        if (d->entries[i].key == NO_VALUE) continue;
        if (!first) strb_ascii(&b, ", ", 2);
        first = false;
        Value key = retain(d->entries[i].key), value = retain(d->entries[i].value);
        ok = strb_repr(&b, key);
        strb_ascii(&b, ": ", 2);
        ok = ok && strb_repr(&b, value);
        release(vm, key);
        release(vm, value);
    }
    repr_leave(vm, o);
    if (!ok) {
        strb_drop(&b);
        return NO_VALUE;
    }
    strb_ascii(&b, "}", 1);
    return strb_take(&b);
}

Value dict_equal(VM *vm, Ref a, Ref b, CmpOp op)
{
    if ((op != CMP_EQ && op != CMP_NE) || !is_dict(a) || !is_dict(b)) return V_NOTIMPL;
    Dict *x = as_dict(a);
    if (x->used != as_dict(b)->used) return make_bool(op == CMP_NE);
    if (!rec_enter(vm, " in comparison")) return NO_VALUE;
    int eq = 1;
    for (int64_t i = 0; eq == 1 && i < x->nentries; i++) {
        DictEntry e = x->entries[i];
        if (e.key == NO_VALUE) continue;
        Value key = retain(e.key), mine = retain(e.value);
        Ref found = dict_get_hash(vm, b, key, e.hash);
        Value other = found == NULL ? NO_VALUE : retain(found);
        if (other == NO_VALUE) eq = err_occurred(vm) ? -1 : 0;
        else eq = seq_item_equal(vm, mine, other);
        release(vm, key);
        release(vm, mine);
        release(vm, other);
    }
    rec_leave(vm);
    return eq < 0 ? NO_VALUE : make_bool(eq == (op == CMP_EQ));
}

static Value dict_or(VM *vm, Ref a, Ref b)
{
    if (!is_dict(a) || !is_dict(b)) return V_NOTIMPL;
    Value d = dict_copy(vm, a);
    if (d == NO_VALUE || dict_update(vm, d, b)) return d;
    release(vm, d);
    return NO_VALUE;
}

static Value dict_ior(VM *vm, Ref a, Ref b) { return dict_update(vm, a, b) ? retain(a) : NO_VALUE; }
static Value dict_iter(VM *vm, Ref o) { return dict_iter_new(vm, o, DICT_KEYS); }

const TypeDef dict_def = {
    .name = "dict",
    .doc = "dict() -> empty\ndict(mapping) -> a copy of its items\ndict(pairs) -> a key and its value from each pair\ndict(**items) -> the names as keys\n\nValues by their keys, in the order the keys came.",
    .kind = KIND_DICT,
    .size = sizeof(Dict),
    .flags = TYPE_GC | TYPE_BASE | TYPE_MATCH_MAP | TYPE_MATCH_SELF | TYPE_IMMUTABLE,
    .s = {.nb = {[OP_OR] = dict_or}, .inb = {[OP_OR] = dict_ior}, .repr = dict_repr, .compare = dict_equal,
          .iter = dict_iter, .len = dict_len_slot, .getitem = dict_getitem, .setitem = dict_setitem, .contains = dict_contains,
          .init = dict_init, .new_ = dict_new_slot},
    .dealloc = dict_dealloc,
    .traverse = dict_traverse,
    .clear = dict_gc_clear,
    .methods = dict_methods,
};
