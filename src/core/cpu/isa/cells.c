/* cells.c: the loops of recurrent cells (cells.h) on this unit: float by vectors, double a number at a time. */
#include <string.h>

#include "core/cpu/cells.h"
#include "core/formulas.h"
#include "isa.h"
#include "swift.h"

INLINE FloatV where_positive(FloatV value, FloatV d) { return (FloatV)((IntV)d & (value > 0)); }
INLINE FloatV floats_relu(FloatV x) { return (FloatV)((IntV)x & ~(x <= 0)); } /* NaN stays */

#define T float
#define V FloatV
#define CELL(name) name##_f
#define SIGMOID swift_sigmoid
#define TANH swift_tanh
#define RELU floats_relu
#define WHERE_POSITIVE where_positive
#include "cell_loops.h"

#define T double
#define V double
#define CELL(name) name##_d
#define SIGMOID fm_sigmoid_D
#define TANH fm_tanh_D
#define RELU(x) ((x) <= 0 ? 0 : (x))
#define WHERE_POSITIVE(value, d) ((value) > 0 ? (d) : 0)
#include "cell_loops.h"

#define LOOPS(s) {lstm_##s, lstm_back_##s, gru_##s, gru_back_##s, plain_##s, plain_back_##s}
const CellLoops ISA_NAME(cell_loops)[2] = {LOOPS(f), LOOPS(d)};
