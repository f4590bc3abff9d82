/* functions.h: the rows that the files of this room give the module and the class ndarray. */
#ifndef PERCH_TENSOR_ARRAY_FUNCTIONS_H
#define PERCH_TENSOR_ARRAY_FUNCTIONS_H

#include "array.h"

extern const NativeDef *const multiarray_functions[]; /* tables of the module's functions; ended by NULL (functions.c) */
extern const NativeDef *const ndarray_methods[];      /* … of ndarray's methods, besides those of array_attrs.c */

/* Those of files that have no header of their own. */
extern const NativeDef multiarray_create_functions[], multiarray_override_functions[], multiarray_info_functions[], multiarray_product_functions[], multiarray_file_functions[];
extern const NativeDef array_own_methods[], array_shape_methods[], array_override_methods[], array_product_methods[], array_reduce_methods[], array_file_methods[];

typedef enum CopyMode { COPY_WRONG = -1, COPY_IF_NEEDED, COPY_ALWAYS, COPY_NEVER } CopyMode;
CopyMode np_copy_mode(VM *vm, Ref v); /* create.c; COPY_WRONG: raised */

#endif
