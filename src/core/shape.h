/* shape.h: dimensions and strides: arithmetic on small arrays of int64_t, no memory, no tensors.
 *
 * Strides count elements, not bytes. Everything that multiplies checks for overflow.
 */
#ifndef PERCH_CORE_SHAPE_H
#define PERCH_CORE_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

enum { MAX_DIMS = 64, NUMPY_DIMS = 32 }; /* PyTorch's limit; NumPy's and MXNet's */

typedef struct Dims {
    int n;
    int64_t d[MAX_DIMS];
} Dims;

bool shape_size(const int64_t *shape, int n, int64_t *size); /* product; false: a negative dimension or an overflow (of bytes up to 8 an element, too) */
void shape_contiguous(const int64_t *shape, int n, int64_t *strides);
bool shape_is_contiguous(const int64_t *shape, const int64_t *strides, int n);
static inline bool shape_same(const int64_t *a, int na, const int64_t *b, int nb)
{
    if (na != nb) return false;
    for (int i = 0; i < na; i++)
        if (a[i] != b[i]) return false;
    return true;
}
/* Broadcasting of NumPy's and PyTorch's kind into `out`; false: they do not fit (out then says nothing). */
bool shape_broadcast(const int64_t *a, int na, const int64_t *b, int nb, Dims *out);
/* The strides with which a view is read where it is broadcast to `wide` axes (no fewer than its own): 0 along what it repeats. */
void shape_spread(const int64_t *shape, const int64_t *strides, int n, int wide, int64_t *out);
/* The sizes in front of an axis, along it and behind it, as products; without axes 1, 1, 1. */
void shape_split(const int64_t *shape, int n, int axis, int64_t *outer, int64_t *along, int64_t *inner);
/* -n … n-1 to 0 … n-1; n 0 counts as 1 (a scalar has axis 0 and -1). false: out of range. */
bool shape_axis(int64_t axis, int n, int *out);
/* The strides with which `shape` can be walked as `wanted` without copying; false: it cannot. */
bool shape_view(const int64_t *shape, const int64_t *strides, int n, const int64_t *wanted, int wanted_n, int64_t *out);
/* First and one past the last element that a view touches, relative to its offset. */
void shape_extent(const int64_t *shape, const int64_t *strides, int n, int64_t *low, int64_t *high);

#endif
