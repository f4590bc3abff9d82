/* kernels.h: the CPU kernels, one declaration for each name in ops.def's kernel column: bool cpu_<kernel>(Work *). */
#ifndef PERCH_CORE_CPU_KERNELS_H
#define PERCH_CORE_CPU_KERNELS_H

#include "work.h"

#define OP(name, family, in, out, shape, dtype, kernel, grad, save, doc) bool cpu_##kernel(Work *w);
#include "core/ops.def"
#undef OP

#endif
