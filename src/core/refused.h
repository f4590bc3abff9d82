/* refused.h: what a library's kernels for the CPU refuse by dtype. A GPU's take it, so the place of the call decides. */
#ifndef PERCH_CORE_REFUSED_H
#define PERCH_CORE_REFUSED_H

#include "op.h"

/* What is refused, a dtype's first row counts; the rows stay the caller's. Nothing is, until the library that does so is opened. */
typedef struct Refusal { uint16_t op, dtypes /*bits by DType*/; const char *words; } Refusal;
void core_set_refusals(Core *c, const Refusal *rows, int count);
/* Once infer has filled the call in; false: CE_DTYPE_UNSUPPORTED is recorded, its numbers the dtype and, of clip, 1 for a lower bound + 2 for an upper one,
 * of softmax, 1 where the axis is the last. */
bool refused_admit(Call *call);

/* What else a library asks of the dtype of out=: a byte for each op, in the caller's numbers; 0: that the result casts to it. What is refused becomes CE_CANNOT_CAST with
 * that number as its third. */
void core_set_out_kinds(Core *c, const uint8_t *kinds /*OPS_TOTAL*/);
const Refusal *refused_row(const Core *c, uint16_t op, DType d); /* NULL: none */

#endif
