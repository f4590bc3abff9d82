"""The layers that quantize_dynamic puts in the place of a model's own."""
from .linear import Linear                      # noqa: F401
from .rnn import GRU, LSTM                       # noqa: F401
