/* complex_formula.cuh: the formulas of complex numbers of one width as a function of the op; included once a width by complex.cu (see core/complex_numbers.h). */
#include "core/complex_numbers.h"

static __device__ C NAME(formula)(int op, bool torch, C x, C y, C z, C k)
{
#define CF(name, ...)
#define CF_TRUTH(name, ...)
#define CF_TORCH(name, ...) case OP_##name: return __VA_ARGS__;
    if (torch) switch (op) {
#include "core/complex_formulas.def"
        default: break;
        }
#undef CF
#undef CF_TRUTH
#undef CF_TORCH
#define CF(name, ...) case OP_##name: return __VA_ARGS__;
#define CF_TRUTH(name, ...) case OP_##name: return NAME(pair)((__VA_ARGS__) ? 1 : 0, 0);
#define CF_TORCH(name, ...)
    switch (op) {
#include "core/complex_formulas.def"
    default: return x;
    }
#undef CF
#undef CF_TRUTH
#undef CF_TORCH
}
#undef C
#undef R
#undef CC
#undef F
#undef NAME
