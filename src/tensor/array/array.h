/* array.h: numpy.ndarray: a strided view on memory.
 *
 * An array owns its memory (ARRAY_OWNDATA) or keeps alive who does (base). Memory counts as the language's own (vm->mem). Strides are in bytes and may be anything; an element may lie
 * unaligned (ARRAY_ALIGNED is off) or in the other byte order (its dtype says so): who computes asks for what it needs, by transfer.h or array_as.
 * Elements of dtype object are owned words; 0 bits stand for None.
 */
#ifndef PERCH_TENSOR_ARRAY_ARRAY_H
#define PERCH_TENSOR_ARRAY_ARRAY_H

#include "descr.h"

enum { NP_DIMS_MOST = 32, NP_DIMS_INLINE = 4 };
enum { /* flags.num, with NumPy's numbers */
    ARRAY_C = 1, ARRAY_F = 2, ARRAY_OWNDATA = 4, ARRAY_ALIGNED = 0x100, ARRAY_WRITEABLE = 0x400, ARRAY_WRITEBACK = 0x2000,
    ARRAY_BEHAVED = ARRAY_ALIGNED | ARRAY_WRITEABLE,
    /* asked for only */
    ARRAY_FORCE_CAST = 0x10, ARRAY_ENSURE_COPY = 0x20, ARRAY_ENSURE_ARRAY = 0x40, ARRAY_NATIVE = 0x200,
};
enum { ARRAY_WARN_ON_WRITE = 1 << 16 }; /* besides: a first write warns (fields of several names, diagonals, broadcasts) */

struct NdArray {
    Obj head;
    char *data;
    Descr *descr;
    int64_t *shape, *strides; /* ndim each, side by side; at `few` while they fit */
    Value base;               /* or NULL */
    size_t room;              /* ARRAY_OWNDATA: what data was asked for with */
    uint32_t flags;
    uint32_t made;            /* the site that made it */
    uint8_t ndim;
    int64_t few[2 * NP_DIMS_INLINE];
};
static inline NdArray *as_array(Ref v) { return (NdArray *)BITS(v); }
static inline bool is_array(Ref v, const Np *np) { return is_heap(v) && (as_obj(v)->type == np->ndarray || type_is_subtype(as_obj(v)->type, np->ndarray)); }
static inline bool is_array_exact(Ref v, const Np *np) { return is_heap(v) && as_obj(v)->type == np->ndarray; }
static inline NdArray *array_retain(const NdArray *a) { return (NdArray *)BITS(retain(REF(a))); }
static inline void array_release(VM *vm, NdArray *a) { release(vm, VAL(a)); } /* NULL is fine */
static inline Np *np_of(const NdArray *a) { return a->descr->np; }
static inline bool array_is(const NdArray *a, unsigned flags) { return (a->flags & flags) == flags; }
static inline bool array_is_behaved(const NdArray *a) { return array_is(a, ARRAY_ALIGNED) && descr_is_native(a->descr); } /* its elements may be read as C's */
int64_t array_size(const NdArray *a);     /* elements */

/* ---- make: owned; NULL: raised. descr is retained ---- */
typedef enum Order { ORDER_ANY = -1, ORDER_C = 0, ORDER_F = 1, ORDER_KEEP = 2 } Order;
NdArray *array_new(VM *vm, Np *np, Descr *descr, const int64_t *shape, int ndim, Order order /*C or F*/); /* elements not set (objects: none) */
NdArray *array_zeros(VM *vm, Np *np, Descr *descr, const int64_t *shape, int ndim, Order order);
/* Of a subclass, or over memory of somebody's: type NULL: ndarray; strides NULL: by the order; data NULL: memory of its own. base (taken; may be NULL) keeps data. A subclass's
 * __array_finalize__(finalize_from or None) is called. A subarray dtype adds its dimensions, as NumPy's does. */
NdArray *array_make(VM *vm, Np *np, Type *type, Descr *descr, const int64_t *shape, const int64_t *strides, int ndim, void *data, unsigned flags, Value base, Ref finalize_from);
NdArray *array_like(VM *vm, NdArray *a, Order order, Descr *descr /*NULL: a's*/, bool subclass); /* the same shape, elements not set; KEEP: strides in a's order */
NdArray *array_view(VM *vm, NdArray *a, Descr *descr /*NULL: a's*/, const int64_t *shape, const int64_t *strides, int ndim, char *data); /* on a's memory, of a's class, finalized from a */
NdArray *array_view_exact(VM *vm, NdArray *a); /* the same elements as a plain ndarray; a itself when it is one */
NdArray *array_copy(VM *vm, NdArray *a, Order order, bool subclass);
/* a as something that can be computed with: of dtype `descr` (NULL: its own), with at least `flags` (ARRAY_C, ARRAY_ALIGNED, ARRAY_NATIVE …); a itself, retained, where it is so already.
 * Not cast unless ARRAY_FORCE_CAST or the cast is safe. */
NdArray *array_as(VM *vm, NdArray *a, Descr *descr, unsigned flags);
bool array_update_flags(NdArray *a); /* C, F and ALIGNED by shape, strides and address; true */
bool array_set_base(VM *vm, NdArray *a, Value base /*taken*/); /* the last owner behind a chain of views */
Value array_return(VM *vm, NdArray *a /*taken, may be NULL*/); /* as a result: a scalar when it is 0-d (and no subclass) */
bool array_writeable(VM *vm, NdArray *a, const char *what /* "assignment destination" */); /* false: raised "… is read-only" */
bool array_strides_fill(int64_t *strides, const int64_t *shape, int ndim, int64_t size, Order order); /* false: more bytes than there are */
bool array_overlap(const NdArray *a, const NdArray *b);  /* may they share memory? (by bounds) */
int array_shares(VM *vm, NdArray *a, NdArray *b, int64_t work_most); /* do they? work_most 0: by bounds; below 0: exactly; else a search of so many steps. -1: raised (TooHardError) */

/* ---- discover.c: array(v): nested sequences, buffers, __array__, __array_interface__, scalars ---- */
NdArray *array_from(VM *vm, Np *np, Ref v, Descr *descr /*or NULL*/, int min_ndim, int max_ndim /*0: any*/, unsigned flags, Order order);
static inline NdArray *array_from_any(VM *vm, Np *np, Ref v, Descr *descr, unsigned flags) { return array_from(vm, np, v, descr, 0, 0, flags, ORDER_KEEP); }
bool array_assign(VM *vm, NdArray *a, Ref v); /* a[...] = v */

/* ---- arguments ---- */
typedef struct NpDims { int64_t v[NP_DIMS_MOST]; int n; } NpDims;
bool np_dims(VM *vm, Ref v, NpDims *out);              /* an int or a sequence of ints */
bool np_integer(VM *vm, Ref v, int64_t *out, const char *said); /* an int that is no bool, of Python's or NumPy's ("an integer is required") */
bool np_plain_integer(VM *vm, Ref v, int64_t *out);    /* what has __index__, bools too; floats are refused in words of their own */
bool np_axis(VM *vm, int64_t *axis, int ndim);         /* from the end; AxisError */
bool np_order(VM *vm, Ref v /*None and NULL leave it*/, Order *out);
Value np_dims_tuple(VM *vm, const int64_t *v, int n);

void array_dealloc(VM *vm, Obj *o);
void array_traverse(VM *vm, Obj *o, VisitFn visit, void *arg);
void array_clear(VM *vm, Obj *o);
bool array_open(VM *vm, Np *np, Dict *ns);

#endif
