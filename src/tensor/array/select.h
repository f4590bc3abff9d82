/* select.h: elements picked by index, mask or value, and arrays joined. Owned results; NULL and false: raised. */
#ifndef PERCH_TENSOR_ARRAY_SELECT_H
#define PERCH_TENSOR_ARRAY_SELECT_H

#include "array.h"

typedef enum ClipMode { CLIP_CLIP, CLIP_WRAP, CLIP_RAISE } ClipMode; /* with NumPy's numbers */
bool np_clip_mode(VM *vm, Ref v /*a str or an int; None and NULL leave it*/, ClipMode *out);
/* An index brought into 0..n-1 by the mode; false: it is out of bounds (CLIP_RAISE), nothing raised. n > 0. */
static inline bool index_into(int64_t *i, int64_t n, ClipMode mode)
{
    if (*i >= 0 && *i < n) return true;
    if (mode == CLIP_RAISE) {
        *i += *i < 0 ? n : 0;
        return *i >= 0 && *i < n;
    }
    if (mode == CLIP_CLIP) *i = *i < 0 ? 0 : n - 1;
    else {
        *i %= n;
        if (*i < 0) *i += n;
    }
    return true;
}
/* None flattens (in C's order); a itself where it is of one dimension. *axis: along which; owned. */
NdArray *array_along(VM *vm, NdArray *a, Ref axis /*or NULL: None*/, int64_t *out);

/* ---- select.c ---- */
NdArray *array_take(VM *vm, NdArray *a, Ref indices, Ref axis, Ref out /*or NULL*/, ClipMode mode);
NdArray *array_repeat(VM *vm, NdArray *a, Ref repeats, Ref axis);
extern const NativeDef array_select_methods[];        /* take put choose repeat compress nonzero argmax argmin diagonal trace */
extern const NativeDef multiarray_select_functions[]; /* putmask _insert count_nonzero where concatenate */

/* ---- select_find.c ---- */
NdArray *array_truths(VM *vm, NdArray *a);            /* a bool array of a's shape, C-contiguous; a itself where it is one */
int64_t array_count_nonzero(VM *vm, NdArray *a);      /* -1: raised */
Value array_nonzero(VM *vm, NdArray *a);              /* a tuple of arrays of indices, one a dimension */
NdArray *array_arg_extreme(VM *vm, NdArray *a, Ref axis, Ref out, bool keepdims, bool max);
NdArray *array_where(VM *vm, NdArray *condition, NdArray *x, NdArray *y);

/* ---- select_join.c ---- */
NdArray *array_diagonal(VM *vm, NdArray *a, int64_t offset, int64_t axis1, int64_t axis2); /* a view that is not to be written to */
Value function_concatenate(VM *vm, const Ref *args, int n, Ref kwnames);
Value method_diagonal(VM *vm, const Ref *args, int n, Ref kwnames);
Value method_trace(VM *vm, const Ref *args, int n, Ref kwnames);

#endif
