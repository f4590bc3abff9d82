/* rnn.h: what the kinds of recurrent layers have, by rnn_mode. */
#ifndef PERCH_CORE_RNN_H
#define PERCH_CORE_RNN_H

#include <stdbool.h>

enum RnnMode { RNN_TANH, RNN_RELU, RNN_LSTM, RNN_GRU };
/* shares: how many times the hidden size a share has; gates: how many numbers of a step are kept for the gradient; apart: is the gradient of the state's share another than the input's? */
typedef struct RnnKind { int shares, gates; bool cell, apart; } RnnKind;
static const RnnKind rnn_kinds[] = {[RNN_TANH] = {1, 0, false, false}, [RNN_RELU] = {1, 0, false, false}, [RNN_LSTM] = {4, 4, true, false}, [RNN_GRU] = {3, 4, false, true}};

#endif
