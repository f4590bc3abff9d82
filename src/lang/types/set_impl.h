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
