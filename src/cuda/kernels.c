/* kernels.c: which planner computes which op on a card, from kernels.def. */
#include <string.h>

#include "plan.h"
#include "core/op_more.h"

enum { BOOLS = 1, INTEGERS = 2, FLOATS = 4, COMPLEX = 8, ALL = BOOLS | INTEGERS | FLOATS };

#define KERNEL(name, dtypes) bool gpu_##name(Work *w, GpuWork *g);
#define PLANNED(name, dtypes)
#include "kernels.def"
#undef KERNEL
#undef PLANNED

/* Another look at the same bytes: nothing is computed. */
bool gpu_view(Work *w, GpuWork *g) { return (void)w, (void)g, true; }

typedef struct Row { const char *name; GpuKernel kernel; unsigned dtypes; } Row;
static const Row rows[] = {
#define KERNEL(name, dtypes) {#name, gpu_##name, dtypes},
#define PLANNED(name, dtypes) {#name, gpu_planned, dtypes},
#include "kernels.def"
#undef KERNEL
#undef PLANNED
};

static const Row *row_of(const Op *op)
{
    static const Row *known[OPS_TOTAL];
    static bool asked[OPS_TOTAL];
    if (!asked[op->id]) {
        asked[op->id] = true;
        for (size_t i = 0; i < sizeof rows / sizeof *rows && !known[op->id]; i++)
            if (strcmp(rows[i].name, op->kernel) == 0) known[op->id] = &rows[i];
    }
    return known[op->id];
}

GpuKernel gpu_kernel(const Op *op)
{
    const Row *r = row_of(op);
    return r ? r->kernel : NULL;
}

bool gpu_supports(const Op *op, DType dtype)
{
    const Row *r = row_of(op);
    char kind = dtype < DTYPE_COUNT ? dtype_info[dtype].kind : 'F';
    return r && r->dtypes & (kind == 'B' ? BOOLS : kind == 'F' ? FLOATS : kind == 'C' ? COMPLEX : INTEGERS);
}
