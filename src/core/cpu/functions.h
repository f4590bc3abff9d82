/* functions.h: the numbers of the formulas of formulas.def: an elementwise op's own number (FN_<name> in op_ids.h), and behind them those that an op turns into.
 * Reads as C and as CUDA.
 */
#ifndef PERCH_CORE_CPU_FUNCTIONS_H
#define PERCH_CORE_CPU_FUNCTIONS_H

#include "core/op_ids.h"

enum EwFunction {
    FN_OTHERS = 1024, /* more than there are ops */
    FN_sign_zero, /* PyTorch's and MXNet's sign of NaN is 0 */
    FN_cube,
    FN_mod_signed, FN_mod_or_zero,                 /* NumPy's, MXNet's */
    FN_clip_high_first, FN_round_down,             /* MXNet's */
    FN_shift_left_wrapped, FN_shift_right_wrapped, /* PyTorch's: counted by the rest, as the processor does */
    FN_COUNT
};

#endif
