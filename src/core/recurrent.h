/* recurrent.h: the kinds of recurrent layers that the ops `recurrent` and `recurrent_grad` know (their attribute `mode`), and how many gates each has. */
#ifndef PERCH_CORE_RECURRENT_H
#define PERCH_CORE_RECURRENT_H

#include <stdbool.h>
#include <stdint.h>

enum { RECURRENT_TANH, RECURRENT_RELU, RECURRENT_LSTM, RECURRENT_GRU, RECURRENT_MODES };
enum { RECURRENT_KEPT = 4 }; /* of a row, times the width: what an LSTM or a GRU keeps for the way back */
static inline int64_t recurrent_gates(int64_t mode) { return mode == RECURRENT_LSTM ? 4 : mode == RECURRENT_GRU ? 3 : 1; }
static inline int64_t recurrent_keeps(int64_t mode) { return mode == RECURRENT_LSTM || mode == RECURRENT_GRU ? RECURRENT_KEPT : 0; }
static inline bool recurrent_apart(int64_t mode) { return mode == RECURRENT_GRU; } /* the gradient of the state's share of the gates is another than that of the input's */

#endif
