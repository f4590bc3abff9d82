/* refused.h: what PyTorch's kernels for the CPU refuse by dtype (refused.def). A GPU's take it, so the place of the call decides. */
#ifndef PERCH_CORE_REFUSED_H
#define PERCH_CORE_REFUSED_H

#include "op.h"

/* Are they refused? (Off until a language asks for PyTorch's ways.) */
void core_set_refusals(Core *c, bool on);
/* Once infer has filled the call in; false: CE_DTYPE_UNSUPPORTED is recorded, its numbers the dtype and, of clip, 1 for a lower bound + 2 for an upper one,
 * of softmax, 1 where the axis is the last. */
bool refused_admit(Call *call);
/* PyTorch's words or kernel's name for an op and dtype; NULL: the table has none. */
const char *refused_words(uint16_t op, DType d);

#endif
