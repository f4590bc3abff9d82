/* sum_numpy.h: sums and products of floats in NumPy's order (accent NUMPY, floating results). */
#ifndef PERCH_CORE_CPU_SUM_NUMPY_H
#define PERCH_CORE_CPU_SUM_NUMPY_H

#include "work.h"

bool sum_numpy(Work *w, bool product); /* false: no memory, recorded */

#endif
