/* wide.c: which of the compiled sets of loops this machine runs. */
#include "core/cpu/wide/wide.h"

const WideLoops *wide_loops(void)
{
#if defined(__x86_64__) && !defined(PERCH_ONE_ISA)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return &wide_avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return &wide_avx2;
#endif
    return &wide_base;
}
