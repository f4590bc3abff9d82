/* set_impl.h: what set.c tells set_methods.c. */
#ifndef PERCH_LANG_SET_IMPL_H
#define PERCH_LANG_SET_IMPL_H

#include "lang/object/args.h"
#include "dict_impl.h"

Set *set_alloc(VM *vm, Type *type);
Value set_copy_as(VM *vm, Ref s, Type *type);
int set_add_hash(VM *vm, Set *s, Ref key, int64_t hash);      /* 1 added, 0 was there, -1 raised */
int set_contains_hash(VM *vm, Set *s, Ref key, int64_t hash);
int set_discard_hash(VM *vm, Set *s, Ref key, int64_t hash);
bool set_rehash(VM *vm, Set *s, int64_t room);                /* a table for more than `room` entries, deleted ones dropped */
void set_clear_all(VM *vm, Set *s);
void set_swap(Set *a, Set *b);
Value set_pop(VM *vm, Ref s);
static inline bool set_is_frozen(Ref v) { return as_obj(v)->aux & SET_FROZEN; }
static inline int64_t set_growth(const Set *s) { return s->used > 50000 ? s->used * 2 : s->used * 4; }
enum { NEIGHBOURS = 9 };

/* The entry of a key, or the free one for it, as long as nobody has to be asked; NULL: lookup has to do it. There is a table. Keys are looked at where hashes are the same alone: those of others lie far
 * away. */
static inline __attribute__((always_inline)) SetEntry *set_place(VM *vm, const Set *s, Ref key, int64_t hash)
{
    uint64_t mask = s->mask, perturb = (uint64_t)hash, i = perturb & mask;
    SetEntry *deleted = NULL;
    for (;;) {
        SetEntry *e = &s->table[i], *last = i + NEIGHBOURS <= mask ? e + NEIGHBOURS : e;
        for (; e <= last; e++) {
            if (e->key == key) return e;
            if (e->key == NO_VALUE) {
                if (e->hash != -1) return deleted ? deleted : e;
                deleted = e;
            } else if (e->hash == hash) {
                int same = key_same_plain(vm, e->key, key);
                if (same) return same > 0 ? e : NULL;
            }
        }
        perturb >>= 5;
        i = (i * 5 + 1 + perturb) & mask;
    }
}

/* The same for a plain key (dict_impl.h), whose hash is found. */
static inline SetEntry *set_plain_place(VM *vm, const Set *s, Ref key, int64_t *hash) { return plain_hash(vm, key, hash) ? set_place(vm, s, key, *hash) : NULL; }

/* Is it in the set? -1: somebody has to be asked. */
static inline __attribute__((always_inline)) int set_has(VM *vm, const Set *s, Ref key, int64_t hash)
{
    if (s->used == 0) return 0;
    const SetEntry *e = set_place(vm, s, key, hash);
    return e == NULL ? -1 : e->key != NO_VALUE;
}

/* A new key at the free place that was found for it. */
static inline int set_enter(VM *vm, Set *s, SetEntry *e, Ref key, int64_t hash)
{
    bool reused = e->hash == -1;
    *e = (SetEntry){hash, retain(key)};
    s->used++;
    if (reused) return 1;
    s->fill++;
    if (__builtin_expect((uint64_t)s->fill * 5 < s->mask * 3, 1)) return 1;
    return set_rehash(vm, s, set_growth(s)) ? 1 : -1;
}

static inline int set_leave(VM *vm, Set *s, SetEntry *e)
{
    Value gone = e->key;
    *e = (SetEntry){-1, NO_VALUE};
    s->used--;
    release(vm, gone);
    return 1;
}

/* Steps entry by entry; true with key and hash. *pos starts at 0. */
static inline bool set_step(const Set *s, int64_t *pos, Ref *key, int64_t *hash)
{
    while (*pos <= (int64_t)s->mask && s->table != NULL) {
        const SetEntry *e = &s->table[(*pos)++];
        if (e->key == NO_VALUE) continue;
        *key = e->key;
        *hash = e->hash;
        return true;
    }
    return false;
}
extern const NativeDef set_methods[];
extern const NativeDef frozenset_methods[];
Value set_sub(VM *vm, Ref a, Ref b);
Value set_and(VM *vm, Ref a, Ref b);
Value set_or(VM *vm, Ref a, Ref b);
Value set_xor(VM *vm, Ref a, Ref b);
Value set_isub(VM *vm, Ref a, Ref b);
Value set_iand(VM *vm, Ref a, Ref b);
Value set_ior(VM *vm, Ref a, Ref b);
Value set_ixor(VM *vm, Ref a, Ref b);
int set_is_subset(VM *vm, Ref a, Ref b);

#endif
