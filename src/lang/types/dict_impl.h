/* dict_impl.h: what dict.c tells dict_methods.c, dict_view.c, the sets and who looks up by himself. */
#ifndef PERCH_LANG_DICT_IMPL_H
#define PERCH_LANG_DICT_IMPL_H

#include "lang/object/args.h"
#include "seq.h"

/* A dict's store is one block: the room for entries, then the index. */
static inline unsigned slot_width(unsigned log2) { return log2 <= 8 ? 1 : log2 <= 16 ? 2 : 4; }
static inline size_t dict_store_size(int64_t cap, unsigned log2) { return (size_t)cap * sizeof(DictEntry) + ((size_t)1 << log2) * slot_width(log2); }

/* The hash of an int in the word, an exact str or a tuple of such; false: it is another key. */
static inline bool plain_hash(VM *vm, Ref key, int64_t *hash)
{
    if (is_small(key)) return *hash = small_hash(key), true;
    if (is_exact(key, CLASS(str))) return *hash = as_str(key)->hash != -1 ? as_str(key)->hash : str_hash(vm, key), true;
    return is_exact(key, CLASS(tuple)) && tuple_hash_plain(vm, key, hash);
}
/* The hash of a key without a call where that is possible. */
static inline bool key_hash(VM *vm, Ref key, int64_t *hash) { return plain_hash(vm, key, hash) || op_hash(vm, key, hash); }

/* Are two keys of one hash, which are not the same object, equal? 1, 0, or -1: somebody has to be asked. */
static inline int key_same_plain(VM *vm, Ref a, Ref b)
{
    if (both_small(a, b)) return 0;
    if (is_exact(a, CLASS(str)) && is_exact(b, CLASS(str))) return str_equal(a, b);
    return is_exact(a, CLASS(tuple)) && is_exact(b, CLASS(tuple)) ? op_same_tuples(vm, a, b) : -1;
}

Ref dict_get_plain(VM *vm, Ref d, Ref key); /* what is under a plain key (dict_contains_plain's), if nobody's code has to be asked; NULL: nothing is, or somebody's has to be */
bool dict_init_from(VM *vm, Ref d, const char *fn, Ref arg /*or NULL*/);
Value dict_view_new(VM *vm, Ref d, unsigned what);
Value dict_equal(VM *vm, Ref a, Ref b, CmpOp op);
extern const NativeDef dict_methods[];

#endif
