/* sort.h: sorting, partitioning and searching: by arrays, and the kernels under them. */
#ifndef PERCH_TENSOR_ARRAY_SORT_H
#define PERCH_TENSOR_ARRAY_SORT_H

#include "array.h"

/* ---- sort_kernels.c: of numbers and times that lie one behind the other in this machine's order; NaN and NaT come last ---- */
enum { PIVOTS = 50 };
typedef struct Pivots { int64_t at[PIVOTS]; int n; } Pivots; /* places where already what sorting would put there stands, the next one last */
typedef struct SortKernels {
    void (*sort)(void *v, int64_t n);
    void (*argsort)(const void *v, int64_t *index /*0..n-1 on entry*/, int64_t n, int64_t *work /*n / 2*/); /* stable */
    void (*argquick)(const void *v, int64_t *index, int64_t n, int64_t *work); /* equal ones as NumPy's quicksort leaves them */
    void (*select)(void *v, int64_t n, int64_t kth, Pivots *known); /* the kth stands where sorting would put it, no greater ones before it, no less ones behind */
    void (*argselect)(const void *v, int64_t *index, int64_t n, int64_t kth, Pivots *known);
    void (*search)(const void *v, int64_t n, const void *keys, int64_t count, int64_t *out, bool right);
} SortKernels;
const SortKernels *sort_kernels(Num num); /* NULL: elements that are compared one by one */

/* ---- sort.c ---- */
typedef enum SortKind { SORT_QUICK, SORT_HEAP, SORT_STABLE } SortKind;
bool array_sort(VM *vm, NdArray *a, int64_t axis, SortKind kind, Ref order /*or NULL*/);            /* in place; false: raised */
NdArray *array_argsort(VM *vm, NdArray *a, int64_t axis, SortKind kind, Ref order);
bool array_partition(VM *vm, NdArray *a, Ref kth, int64_t axis, Ref order);
NdArray *array_argpartition(VM *vm, NdArray *a, Ref kth, int64_t axis, Ref order);
NdArray *array_searchsorted(VM *vm, NdArray *a, Ref keys, bool right, Ref sorter /*or NULL*/);
extern const NativeDef array_sort_methods[];         /* sort argsort partition argpartition searchsorted */
extern const NativeDef multiarray_sort_functions[];  /* lexsort */

#endif
