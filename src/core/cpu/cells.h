/* cells.h: what stands between the products of a recurrent layer's step, a row of the batch at a time; compiled once for each vector unit (isa/cells.c), for float and double.
 *
 * n is the layer's width. x is the input's share of a row's gates, hidden the state's, bias the latter's: as many numbers as the cell has gates times n, gate behind gate.
 * What the way back needs is kept in `gates`, 4 n of a row. LSTM: input, forget, candidate, output; GRU: reset, update, candidate, and the candidate's share of the state.
 * Floats compute as swift.h has it.
 */
#ifndef PERCH_CORE_CPU_CELLS_H
#define PERCH_CORE_CPU_CELLS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct CellLoops {
    void (*lstm)(int64_t n, const void *x, const void *hidden, const void *bias, const void *before, void *cell, void *gates, void *y);
    /* dcell: the gradient of the new cell, which becomes that of the one before; dx: of the gates */
    void (*lstm_back)(int64_t n, const void *gates, const void *before, const void *cell, const void *dy, void *dcell, void *dx);
    void (*gru)(int64_t n, const void *x, const void *hidden, const void *bias, const void *before, void *gates, void *y);
    /* dy becomes what goes straight to the state before; dx and dhidden: of the two shares of the gates */
    void (*gru_back)(int64_t n, const void *gates, const void *before, void *dy, void *dx, void *dhidden);
    void (*plain)(int64_t n, const void *x, const void *hidden, const void *bias, void *y, bool relu); /* tanh or relu */
    void (*plain_back)(int64_t n, const void *y, const void *dy, void *dx, bool relu);
} CellLoops;

#endif
