/* shape.h: views and copies of arrays in another shape (shape.c), items by index (index.c), flags as an object (flags.c), arrays as one row (flat.c), their memory lent (buffer.c). */
#ifndef PERCH_TENSOR_ARRAY_SHAPE_H
#define PERCH_TENSOR_ARRAY_SHAPE_H

#include "array.h"

NdArray *array_transpose(VM *vm, NdArray *a, const NpDims *axes /*NULL: turned round*/);
NdArray *array_reshape(VM *vm, NdArray *a, const int64_t *shape, int ndim, Order order); /* a view where it can be one; -1 once: what is left */
NdArray *array_ravel(VM *vm, NdArray *a, Order order);
bool array_retype(VM *vm, NdArray *a, Descr *d);           /* a.dtype = d: the same bytes; the last dimension changes */
bool array_set_dims(VM *vm, NdArray *a, const int64_t *shape, const int64_t *strides, int ndim);

Value array_getitem(VM *vm, Ref v, Ref key);
bool array_setitem(VM *vm, Ref v, Ref key, Ref value);
NdArray *array_field(VM *vm, NdArray *a, Ref name);         /* a["name"] */
/* An argument that is an index array: intp, C-contiguous. */
NdArray *index_array(VM *vm, Np *np, Ref v);

Value array_flags_object(VM *vm, NdArray *a);
bool array_flags_open(VM *vm, Np *np, Dict *ns);
Value array_flat(VM *vm, NdArray *a);
bool array_flat_assign(VM *vm, NdArray *a, Ref value);
bool array_flat_open(VM *vm, Np *np, Dict *ns);
bool array_set_flag(VM *vm, NdArray *a, unsigned flag, bool on);
bool array_buffer(VM *vm, Ref v, BufferView *out);

#endif
