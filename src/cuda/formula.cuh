/* formula.cuh: the formulas of one register type as a function of their number, for N elements; included once a type by ew.cu, which says NAME, S (the member of GpuNumber),
 * T (and U). r may be an operand. */
template <int N> static __device__ __forceinline__ void NAME(int function, GpuNumber *r, const Operand &a, const Operand &b, const Operand &c, const GpuNumber *k)
{
    switch (function) {
#include "core/formulas.def"
    case FN_where: EACH r[e].S = a.at[e * a.step].B ? b.at[e * b.step].S : c.at[e * c.step].S; break;
    case FN_masked_fill: EACH r[e].S = b.at[e * b.step].B ? k[0].S : a.at[e * a.step].S; break;
    default: break;
    }
}
#undef NAME
#undef S
#undef T
#undef U
