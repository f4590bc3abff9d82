/* own_numpy.c: which unit's of NumPy's own functions this machine runs: the same whose kernels it runs. */
#include "own_numpy.h"

#include <string.h>

#include "ew.h"

const OwnNumpy *own_numpy(void)
{
#if defined __x86_64__ && !defined PERCH_ONE_ISA
    const char *name = ew_isa()->name;
    if (strcmp(name, "avx512") == 0) return &own_numpy_avx512;
    if (strcmp(name, "avx2") == 0) return &own_numpy_avx2;
#endif
    return &own_numpy_base;
}
