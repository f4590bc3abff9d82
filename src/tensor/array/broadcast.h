/* broadcast.h: the class np.broadcast. */
#ifndef PERCH_TENSOR_ARRAY_BROADCAST_H
#define PERCH_TENSOR_ARRAY_BROADCAST_H

#include "array.h"

bool broadcast_open(VM *vm, Np *np, Dict *ns);

#endif
