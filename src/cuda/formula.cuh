/* formula.cuh: the formulas of one register type as a function of their number; included once a type by ew.cu, which says NAME, S (the member of GpuNumber), T (and U). */
static __device__ GpuNumber NAME(int function, GpuNumber a, GpuNumber b, GpuNumber c, const GpuNumber *k)
{
    GpuNumber r;
    r.bits = 0;
    switch (function) {
#include "core/formulas.def"
    case FN_where: r.S = a.B ? b.S : c.S; break;
    case FN_masked_fill: r.S = b.B ? k[0].S : a.S; break;
    default: break;
    }
    return r;
}
#undef NAME
#undef S
#undef T
#undef U
