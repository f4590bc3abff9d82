/* kernels.h: what the CPU's kernels share. Each is bool cpu_<kernel>(Work *), a name in ops.def's kernel column; kernels.c declares them from there. */
#ifndef PERCH_CORE_CPU_KERNELS_H
#define PERCH_CORE_CPU_KERNELS_H

#include "work.h"

#endif
