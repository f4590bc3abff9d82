/* recurrent_impl.h: a recurrent layer's walk through its steps (recurrent.c), and the two ways of computing one: the host's loops there, products and elementwise programs
 * for memory and dtypes that have no such loops (recurrent_program.c). Both keep the same numbers of a step (cells.h). */
#ifndef PERCH_CORE_CPU_RECURRENT_IMPL_H
#define PERCH_CORE_CPU_RECURRENT_IMPL_H

#include "cells.h"
#include "core/recurrent.h"
#include "ew.h"
#include "gemm.h"

typedef struct Layer {
    Work *w;
    DType type;
    size_t e;
    int64_t mode, gates, steps, batch, n, wide; /* wide: gates times n */
    bool reverse;
    char *x, *y, *cell, *kept, *first, *first_cell, *weight, *bias;
    char *dy, *dcells, *dx, *dhidden, *dstate, *dcell; /* on the way back; the last two: what a step hands to the one before it, in the end the gradients of the first ones */
    /* the host's loops */
    const CellLoops *cells;
    const WideGemm *product;
    int64_t deep; /* n filled up to whole panels */
    char *packed;
    _Atomic bool failed;
} Layer;

static inline char *row_at(const Layer *l, char *base, int64_t t, int64_t row, int64_t wide) { return base + (size_t)((t * l->batch + row) * wide) * l->e; }
static inline int64_t time_of(const Layer *l, int64_t step) { return l->reverse ? l->steps - 1 - step : step; }
/* What the step before left, from `row` on: in `all` of the steps, or before the first. */
static inline char *before(const Layer *l, int64_t step, char *all, char *first, int64_t row)
{
    return step ? row_at(l, all, time_of(l, step - 1), row, l->n) : first + (size_t)(row * l->n) * l->e;
}

/* A step of all rows, there (hidden: room for the state's share of the gates) and back. */
bool recurrent_program(const Layer *l, int64_t step, char *hidden);
bool recurrent_program_back(const Layer *l, int64_t step);

#endif
