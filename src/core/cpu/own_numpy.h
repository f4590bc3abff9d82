/* own_numpy.h: the functions that NumPy computes by formulas of its own, not by the C library, to the last bit: those of its loops for AVX2 with fused multiply-adds.
 *
 * Without gaps; `out` may be `in`. The answer: which exceptions of <fenv.h> NumPy would have raised (what the loops themselves leave in the flags is noise).
 */
#ifndef PERCH_CORE_CPU_OWN_NUMPY_H
#define PERCH_CORE_CPU_OWN_NUMPY_H

#include <stdint.h>

typedef int OwnNumpyFn(int64_t n, void *out, const void *in);
typedef struct OwnNumpy {
    OwnNumpyFn *exp_float, *log_float, *sin_float, *cos_float, *tanh_float, *tanh_double;
} OwnNumpy;
extern const OwnNumpy own_numpy_base, own_numpy_avx2, own_numpy_avx512; /* isa/own_numpy.c, once for each vector unit */
const OwnNumpy *own_numpy(void);                                          /* this machine's */
#endif
