/* kernels.c: which function computes which op on a CPU, from ops.def. */
#include "core/op_more.h"
#include "kernels.h"

#define OP(name, family, in, out, shape, dtype, kernel, grad, save, doc) bool cpu_##kernel(Work *w);
#include "core/ops.def"
#undef OP

/* A view has no kernel: nothing is computed. */
bool cpu_view(Work *w) { (void)w; return true; }

static const CpuKernel table[OPS_TOTAL] = {
#define OP(name, family, in, out, shape, dtype, kernel, grad, save, doc) [OP_##name] = cpu_##kernel,
#include "core/ops.def"
#undef OP
};

CpuKernel cpu_kernel(const Op *op) { return table[op->id]; }
bool cpu_supports(const Op *op, DType dtype) { (void)dtype; return table[op->id] != NULL; }
