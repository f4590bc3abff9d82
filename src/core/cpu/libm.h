/* libm.h: the C library's elementary functions as kernels of elementwise ops (NumPy's accent). */
#ifndef PERCH_CORE_CPU_LIBM_H
#define PERCH_CORE_CPU_LIBM_H

#include "ew.h"

EwKernel libm_kernel(int function, DType type); /* NULL: the ordinary one does */

#endif
