/* walk.h: nested loops over operands of one shape: which dimensions are one, which is the innermost, where each operand stands.
 *
 *     Walk w;
 *     walk_open(&w, ndim, shape, n_operands, data, strides);   (strides[i][d]: bytes of operand i; 0 where it is broadcast)
 *     do loop(w.at, w.inner_strides, w.inner); while (walk_next(&w));
 *
 * Dimensions are put in the order in which the operands' strides shrink (the first operand counts most) and joined where all operands allow it. An empty shape gives inner 0.
 */
#ifndef PERCH_TENSOR_ARRAY_WALK_H
#define PERCH_TENSOR_ARRAY_WALK_H

#include "array.h"

enum { WALK_OPERANDS = 8 };
typedef struct Walk {
    int ndim, operands;                     /* the dimensions outside the inner one */
    int64_t inner, inner_strides[WALK_OPERANDS];
    char *at[WALK_OPERANDS];
    int64_t shape[NP_DIMS_MOST], index[NP_DIMS_MOST], strides[NP_DIMS_MOST][WALK_OPERANDS];
} Walk;
void walk_open(Walk *w, int ndim, const int64_t *shape, int operands, char *const *data, const int64_t *const *strides);
/* The same with the dimensions kept in their order (objects, printing, iterators that people see). */
void walk_open_ordered(Walk *w, int ndim, const int64_t *shape, int operands, char *const *data, const int64_t *const *strides);
bool walk_next(Walk *w);
/* The shape that arrays broadcast to; false: raised "shape mismatch: …". Strides of `a` in it: 0 where it is stretched. */
bool np_broadcast(VM *vm, NdArray *const *arrays, int n, NpDims *out);
bool array_strides_in(VM *vm, const NdArray *a, const int64_t *shape, int ndim, int64_t *strides); /* false: raised "could not broadcast input array from shape … into shape …" */
bool array_strides_in_as(VM *vm, const NdArray *a, const int64_t *shape, int ndim, int64_t *strides, const char *what /* "where mask" … */);
Value np_shape_text(VM *vm, const int64_t *shape, int n); /* "(2,3)": as errors have it; below 0: newaxis */

#endif
