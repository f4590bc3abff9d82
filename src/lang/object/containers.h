/* containers.h: tuple, list, dict, set, slice, range: the layouts the eval loop knows and the calls C code uses. */
#ifndef PERCH_LANG_CONTAINERS_H
#define PERCH_LANG_CONTAINERS_H

#include "obj.h"

/* ---- tuple ---- */
struct Tuple {
    Obj head;
    int64_t len;
    Value items[];
};
static inline Tuple *as_tuple(Ref v) { return (Tuple *)BITS(v); }
static inline bool is_tuple(Ref v) { return is_kind(v, KIND_TUPLE); }
Value tuple_new(VM *vm, int64_t n);                       /* items NULL, to be filled */
Value tuple_from(VM *vm, const Ref *items, int64_t n);    /* retains the items */
Value tuple_take(VM *vm, Value *items, int64_t n);        /* takes the items (also on failure) */
Value tuple_of(VM *vm, int n, ...);                       /* of Refs */
bool tuple_hash_plain(VM *vm, Ref tuple, int64_t *hash);  /* of small ints and exact strs alone; false: it has something else */
Value tuple_pair(VM *vm, Value a, Value b);               /* takes both (also on failure) */

/* ---- list ---- */
struct List {
    Obj head;
    int64_t len, cap;
    Value *items;
};
static inline List *as_list(Ref v) { return (List *)BITS(v); }
static inline bool is_list(Ref v) { return is_kind(v, KIND_LIST); }
Value list_new(VM *vm, int64_t capacity);
Value list_from(VM *vm, const Ref *items, int64_t n);
bool list_append(VM *vm, Ref list, Ref item);
bool list_append_take(VM *vm, Ref list, Value item);
bool list_insert(VM *vm, Ref list, int64_t at, Ref item);
bool list_extend(VM *vm, Ref list, Ref iterable);
bool list_set_slice(VM *vm, Ref list, int64_t start, int64_t end, const Ref *items, int64_t n);
bool list_sort(VM *vm, Ref list, Ref key /*or NULL*/, bool reverse);
Value list_from_iter(VM *vm, Ref iterable); /* list(iterable) */
Value tuple_from_iter(VM *vm, Ref iterable);

/* ---- dict: insertion-ordered ----
 * entries[] in order of insertion (key NULL: deleted), found through an index table of 1, 2 or 4 bytes a slot.
 * `version` changes whenever keys are added, removed or moved (not when a value is replaced): an inline cache that
 * remembers (version, entry number) may read entries[number].value straight. Versions are unique in the VM. */
typedef struct DictEntry {
    int64_t hash;
    Value key, value;
} DictEntry;
struct Dict {
    Obj head;
    uint64_t version;
    int64_t used;      /* live entries */
    int64_t nentries;  /* entries in use, deleted ones included */
    int64_t first;     /* all entries before it are deleted ones: the front of a queue is found at once */
    int64_t cap;       /* room in entries */
    int64_t usable;    /* insertions left before the table is made anew */
    uint8_t log2_size; /* of the index table */
    DictEntry *entries; /* one block with the index behind them */
    void *index;
};
static inline Dict *as_dict(Ref v) { return (Dict *)BITS(v); }
static inline bool is_dict(Ref v) { return is_kind(v, KIND_DICT); }
Value dict_new(VM *vm);
/* Lookup: borrowed; NULL without an error = absent; NULL with one (err_occurred) when __hash__/__eq__ raised. */
Ref dict_get(VM *vm, Ref d, Ref key);
Ref dict_get_hash(VM *vm, Ref d, Ref key, int64_t hash);
Ref dict_get_str(VM *vm, Ref d, Ref name);     /* name is a str: never raises */
Ref dict_get_c(VM *vm, Ref d, const char *name);
/* For inline caches: the entry's number, -1 absent. name is an interned str. */
int64_t dict_entry_of_str(VM *vm, Ref d, Ref name);
bool dict_set(VM *vm, Ref d, Ref key, Ref value);
bool dict_set_take(VM *vm, Ref d, Ref key, Value value);
bool dict_set_c(VM *vm, Ref d, const char *name, Ref value);
int dict_del(VM *vm, Ref d, Ref key);          /* 1 deleted, 0 absent (no error raised), -1 raised */
int dict_contains(VM *vm, Ref d, Ref key);
bool dict_set_hash(VM *vm, Ref d, Ref key, int64_t hash, Value value /*taken*/); /* where op_hash has been asked */
Value dict_pop_hash(VM *vm, Ref d, Ref key, int64_t hash);
Value dict_pop(VM *vm, Ref d, Ref key);        /* owned value; NULL without error = absent */
/* Walk: *pos starts at 0; false at the end. Borrowed. Do not change keys meanwhile. */
int dict_contains_plain(VM *vm, Ref d, Ref key); /* as set_contains_plain */
bool dict_next(Ref d, int64_t *pos, Ref *key, Ref *value);
int64_t dict_len(Ref d);
Value dict_copy(VM *vm, Ref d);
bool dict_update(VM *vm, Ref d, Ref other);    /* any mapping or iterable of pairs; TypeErrors of dict.update */
Value structseq_make(VM *vm, const char *name, const char *const *fields, const Ref *values, int n); /* sys.version_info and its like */
Value call_text(VM *vm, Ref func); /* "module.name()", as errors about calls have it */
bool dict_merge_kwargs(VM *vm, Ref d, Ref other, Ref func); /* f(**other): duplicates raise "f() got multiple values for keyword argument 'x'" */
void dict_clear(VM *vm, Ref d);
bool dict_pop_end(VM *vm, Ref d, bool last, Value *key, Value *value); /* take out the last or first entry; false: empty. Both owned */
int dict_move(VM *vm, Ref d, Ref key, bool last); /* an entry to the end or the start: 1, 0 absent, -1 raised */
Value dict_iter_new(VM *vm, Ref d, unsigned what);
Value dict_view_new_of(VM *vm, struct Type *type, Ref d, unsigned what); /* type: dict_keys, dict_values, dict_items or derived from it */
Value dict_keys_list(VM *vm, Ref d);

/* Views and iterators of dicts; which of keys, values and items stands in aux. */
enum { DICT_KEYS, DICT_VALUES, DICT_ITEMS, DICT_BACKWARD = 4, DICT_ORDERED = 8 /* also the aux of an OrderedDict: iterators tell its changes its way */ };
typedef struct DictView { Obj head; Value dict; } DictView;
typedef struct DictIter {
    Obj head;      /* aux: DICT_* */
    Value dict;    /* NULL when exhausted */
    int64_t pos;   /* entry to look at next */
    int64_t used;  /* the dict's size at the start; -1: it changed */
    uint64_t version; /* of an ordered dict at the start */
    int64_t left;  /* items still to come */
    Value pair;    /* items: the tuple given last, reused when nobody kept it */
} DictIter;

/* The next entry of an iterator that goes forward over a plain dict. NULL: it ends there, or the iterator's own way has to look. */
static inline const DictEntry *dict_iter_step(DictIter *i)
{
    const Dict *d = i->dict ? as_dict(i->dict) : NULL;
    if (!d || i->used != d->used || i->left <= 0 || i->pos >= d->nentries || !d->entries[i->pos].key) return NULL;
    i->left--;
    return &d->entries[i->pos++];
}

/* ---- set, frozenset ---- */
enum { SET_FROZEN = 1 };
typedef struct SetEntry { int64_t hash; Value key; } SetEntry;
typedef struct Set {
    Obj head;
    int64_t hash;   /* frozenset: cached, -1 */
    int64_t used, fill;
    uint64_t mask;  /* table size - 1 */
    uint64_t tables; /* how many it has had: a look-up that compared begins anew in another one */
    SetEntry *table; /* open addressing in CPython's order of iteration (same probing, so that small int sets print alike) */
} Set;
static inline bool is_set(Ref v) { return is_kind(v, KIND_SET); } /* frozenset too */
static inline Set *as_set(Ref v) { return (Set *)BITS(v); }
Value set_new(VM *vm);
Value frozenset_new(VM *vm);
int set_add(VM *vm, Ref s, Ref key);       /* 1 added, 0 was there, -1 raised */
int set_contains(VM *vm, Ref s, Ref key);
int set_contains_plain(VM *vm, Ref s, Ref key); /* of a key in the word, an exact str or a tuple of such, if nobody's code has to be asked: 1, 0, or -1: somebody's */
int set_discard(VM *vm, Ref s, Ref key);
bool set_update(VM *vm, Ref s, Ref iterable);
bool set_next(Ref s, int64_t *pos, Ref *key);

/* ---- slice and range ---- */
typedef struct Slice { Obj head; Value start, stop, step; } Slice;
typedef struct Range { Obj head; Value start, stop, step, length; } Range;
Value slice_new(VM *vm, Ref start, Ref stop, Ref step); /* NULL = None */
/* Python's slice.indices for a sequence of *length: *count items from *start by *step. The length is read after the slice's
 * parts have been asked for their values: an __index__ may have changed the sequence. */
bool slice_indices(VM *vm, Ref slice, const int64_t *length, int64_t *start, int64_t *stop, int64_t *step, int64_t *count);
Value range_new(VM *vm, Ref start, Ref stop, Ref step);

/* ---- iterators the eval loop steps by itself ---- */
typedef struct RangeIter { Obj head; int64_t next, step, left; } RangeIter; /* every value a small int */
typedef struct SeqIter { Obj head; int64_t next; Value seq; /* NULL when exhausted */ } SeqIter; /* list, tuple */

#endif
