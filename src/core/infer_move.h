/* infer_move.h: what the rules of views, of moving elements and of indexing share. */
#ifndef PERCH_CORE_INFER_MOVE_H
#define PERCH_CORE_INFER_MOVE_H

#include "op.h"

bool infer_operand(Call *call, int i);                        /* operand i is a tensor, not a number */
/* How many dimensions a result may have. */
static inline int infer_most_dims(const Call *call) { return accent_rules(call->accent)->most_dims; }
bool infer_too_many_dims(Call *call, int64_t ndim);           /* false, with BAD_NDIM: infer_most_dims, ndim */
bool infer_two_axes(Call *call, int ndim, int *a, int *b);    /* diagonal_axis1, diagonal_axis2 */

#endif
