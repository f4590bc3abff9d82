/* gemm_impl.h: what the ways of computing a product share: gemm.c (tiles of packed panels, oneDNN) and gemm_broad.c (strips over operands where they lie). */
#ifndef PERCH_CORE_CPU_GEMM_IMPL_H
#define PERCH_CORE_CPU_GEMM_IMPL_H

#include "gemm.h"

static inline int64_t gemm_count(const Gemm *g)
{
    int64_t n = 1;
    for (int i = 0; i < g->batch_dims; i++) n *= g->batch[i];
    return n;
}

/* Where matrix number `index` of the batch begins in operand 0 … 3 (a, b, c, d). */
static inline char *gemm_at(const Gemm *g, int operand, int64_t index)
{
    const Matrix *m = operand == 0 ? &g->a : operand == 1 ? &g->b : operand == 2 ? &g->c : &g->d;
    if (!m->at) return NULL;
    int64_t offset = 0;
    for (int i = g->batch_dims - 1; i >= 0; i--) {
        offset += index % g->batch[i] * g->batch_strides[operand][i];
        index /= g->batch[i];
    }
    return m->at + offset * (int64_t)dtype_bytes(m->dtype);
}

static inline char *gemm_number(const Matrix *m, char *base, int64_t row, int64_t column)
{
    return base ? base + (row * m->rs + column * m->cs) * (int64_t)dtype_bytes(m->dtype) : NULL;
}

/* Products of floats of middle size by thin's strips. *done false: not one of those. false: failed (recorded in w). */
bool gemm_broad(Work *w, const Gemm *g, bool *done);

#endif
