"""mx.rnn: recurrent cells over symbols, and batches of sentences by length."""
from .io import BucketSentenceIter, encode_sentences
from .rnn_cell import (BidirectionalCell, DropoutCell, FusedRNNCell, GRUCell, LSTMCell, ResidualCell, RNNCell, SequentialRNNCell, ZoneoutCell)
from .rnn import do_rnn_checkpoint, load_rnn_checkpoint, save_rnn_checkpoint
