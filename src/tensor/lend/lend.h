/* lend.h: what tensors and NumPy's arrays lend each other: memory, without a copy; numbers; dtypes.
 *
 * The room array/ knows nothing of tensors, and object/ nothing of NumPy's layouts: here they meet. An array that comes where a tensor is wanted is lent as a tensor object of NumPy's
 * accent over its memory; a tensor that is asked for as an array becomes one whose base keeps the tensor's memory.
 */
#ifndef PERCH_TENSOR_LEND_LEND_H
#define PERCH_TENSOR_LEND_LEND_H

#include "tensor/array/element.h"
#include "tensor/object/accents.h"

DType lend_dtype(const Descr *d);              /* the tensors' name of it; DT_NONE: they have none */
Num lend_num(DType d);                         /* NumPy's of it; NP_NONE: bfloat16 */
Np *lend_np(VM *vm);                           /* NumPy, imported; NULL: raised */
extern const NativeDef lend_functions[];

#endif
