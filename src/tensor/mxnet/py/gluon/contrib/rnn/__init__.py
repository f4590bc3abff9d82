"""gluon.contrib.rnn: cells whose products are convolutions, an LSTM whose output is projected, dropout that is the same at each step."""
from .conv_rnn_cell import (Conv1DGRUCell, Conv1DLSTMCell, Conv1DRNNCell, Conv2DGRUCell, Conv2DLSTMCell, Conv2DRNNCell, Conv3DGRUCell, Conv3DLSTMCell,   # noqa: F401
                            Conv3DRNNCell)
from .rnn_cell import LSTMPCell, VariationalDropoutCell     # noqa: F401
