/* kernels.c: which function computes which op on a CPU, from ops.def. */
#include "kernels.h"

/* A view has no kernel: nothing is computed. */
bool cpu_view(Work *w) { (void)w; return true; }

static const CpuKernel table[OPS_TOTAL] = {
#define OP(name, family, in, out, shape, dtype, kernel, grad, save, doc) [OP_##name] = cpu_##kernel,
#include "core/ops.def"
#undef OP
};

CpuKernel cpu_kernel(const Op *op) { return table[op->id]; }
bool cpu_supports(const Op *op, DType dtype) { (void)dtype; return table[op->id] != NULL; }
