/* descr.h: dtypes. A Descr is one numpy.dtype object, of the class numpy.dtype[…] of its number. Immutable once others can see it, but for `names`.
 *
 * The number says what an element means (elements.def); a dtype adds the byte order, a size where the number has none, fields, a shape, a unit of time. Descr pointers are counted as
 * all objects are: `Value`-like ownership goes with a pointer's name, and what a function gives is owned, what it takes is borrowed, unless said otherwise. NULL: raised.
 */
#ifndef PERCH_TENSOR_ARRAY_DESCR_H
#define PERCH_TENSOR_ARRAY_DESCR_H

#include "np.h"

enum { /* dtype.flags, with NumPy's numbers */
    DESCR_HAS_OBJECT = 1, DESCR_LIST_PICKLE = 2, DESCR_IS_POINTER = 4, DESCR_NEEDS_INIT = 8, DESCR_NEEDS_API = 16, DESCR_USE_GETITEM = 32, DESCR_USE_SETITEM = 64, DESCR_ALIGNED_STRUCT = 128,
    DESCR_OBJECT_FLAGS = 63,
};

typedef enum TimeUnit { /* NumPy's numbers: 3 is not used any more */
    UNIT_Y = 0, UNIT_M = 1, UNIT_W = 2, UNIT_D = 4, UNIT_h = 5, UNIT_m = 6, UNIT_s = 7, UNIT_ms = 8, UNIT_us = 9, UNIT_ns = 10, UNIT_ps = 11, UNIT_fs = 12, UNIT_as = 13, UNIT_GENERIC = 14
} TimeUnit;
typedef struct TimeMeta { TimeUnit unit; int32_t count; } TimeMeta; /* datetime64[25s]: UNIT_s, 25 */
#define NAT INT64_MIN

typedef struct Field { /* of a structured dtype, in the order of its names */
    Value name;      /* a str */
    Value title;     /* or NULL */
    Descr *descr;
    int64_t offset;
} Field;

struct Descr {
    Obj head;
    Np *np;
    uint8_t num;
    char order;          /* '=' this machine's, '|' where there is none, '>' swapped (perch runs on little-endian machines alone) */
    uint8_t flags;
    bool says_little;    /* swapped back: dtype.byteorder says '<', by which NumPy's Python half learns what this machine's order is */
    int64_t size, align;
    Type *scalar;        /* dtype.type: the number's class, or a subclass of void as records have it; owned when it is no class of ours */
    Field *fields;       /* n_fields of them; NULL: not structured */
    int64_t n_fields;
    Value names, table;  /* dtype.names (a tuple), dtype.fields' dict: NULL when not structured */
    Descr *base;         /* of a subarray, else NULL */
    Value shape;         /* of a subarray: a tuple of ints */
    TimeMeta time;       /* of M and m */
    Value metadata;      /* a dict or NULL */
    int64_t hash;        /* -1: not asked for yet */
};
static inline Descr *as_descr(Ref v) { return (Descr *)BITS(v); }
static inline bool is_descr(VM *vm, const Np *np, Ref v) { return is_instance_of(vm, v, np->dtype); }
static inline Descr *descr_retain(const Descr *d) { return (Descr *)BITS(retain(REF(d))); }
static inline void descr_release(VM *vm, Descr *d) { release(vm, VAL(d)); } /* NULL is fine */
static inline bool descr_is_native(const Descr *d) { return d->order != '>'; }
bool descr_compound_has_gaps(const Descr *d);
static inline bool descr_has_gaps(const Descr *d) { return (d->base || d->fields) && descr_compound_has_gaps(d); } /* are there bytes in an element that no field has? They are nobody's, and no copy of it writes them */
static inline bool descr_has_objects(const Descr *d) { return d->flags & DESCR_HAS_OBJECT; }
static inline bool descr_is_structured(const Descr *d) { return d->fields != NULL || d->names != NULL; }

/* ---- make: owned; NULL: raised ---- */
Descr *descr_of(const Np *np, Num num);                             /* the shared one; never fails */
static inline Descr *descr_shared(const Np *np, Num num) { return np->descrs[num]; } /* the same, borrowed */
Descr *descr_sized(VM *vm, Np *np, Num num, int64_t bytes);         /* S, U, V of that many bytes (U: 4 a character) */
Descr *descr_time(VM *vm, Np *np, Num num, TimeMeta meta);
Descr *descr_copy(VM *vm, const Descr *d);                          /* a new object that the caller may still change */
Descr *descr_ordered(VM *vm, Descr *d, char order /* = < > | S s(wap) */); /* newbyteorder: fields and subarrays too */
Descr *descr_subarray(VM *vm, Descr *base, Ref shape /*a tuple*/);
/* Fields as they lie; size -1: up to the last one's end. The fields' owners are retained. aligned: align=True was asked for. */
Descr *descr_struct(VM *vm, Np *np, const Field *fields, int64_t n, int64_t size, bool aligned, bool check_overlap);
const Field *descr_field(VM *vm, const Descr *d, Ref name /*a str: name or title*/); /* NULL without error: none */

/* ---- descr_parse.c: dtype(v, align): a dtype, a class, a text, a list, a dict, anything with .dtype; None: float64 ---- */
Descr *descr_parse(VM *vm, Np *np, Ref v, bool align);
Descr *descr_parse_optional(VM *vm, Np *np, Ref v, Descr **out);    /* None and NULL give *out = NULL: what argument conversion wants. Answers anything but NULL where it went well */
Descr *descr_of_class(VM *vm, Np *np, Ref type);                    /* of a class: scalars', Python's own; others: object. NULL without error never comes */
bool time_meta_parse(VM *vm, const char *text, size_t n, TimeMeta *out); /* "[25s]", "" (generic); false: raised */
Value time_meta_text(VM *vm, TimeMeta meta, bool brackets);

/* ---- compare ---- */
bool descr_equivalent(VM *vm, const Descr *a, const Descr *b);      /* dtype ==: the same bytes mean the same */
bool descr_hash(VM *vm, Descr *d, int64_t *out);
Value descr_text(VM *vm, Descr *d);                                  /* str(): by NumPy's Python half */
extern const TypeDef descr_def, dtype_meta_def;                      /* descr_attrs.c */
void descr_dealloc_row(VM *vm, Obj *o);
void descr_traverse_row(VM *vm, Obj *o, VisitFn visit, void *arg);
bool np_byteorder(VM *vm, Ref v, char *out);                         /* an argument that names one: < > = | s */
Value descr_subset(VM *vm, Descr *d, Ref names /*a list of strs*/);  /* the dtype of arr[["a", "b"]] */
bool descr_rename(VM *vm, Descr *d, Ref names /*a tuple of its n_fields strs*/); /* dtype.names = … */
bool descr_open(VM *vm, Np *np, Dict *ns);                           /* the classes and the shared ones */

#endif
