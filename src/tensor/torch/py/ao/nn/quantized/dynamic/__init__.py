"""torch.ao.nn.quantized.dynamic: layers whose weights are quantized, and whose inputs are, batch by batch."""
from .modules import GRU, LSTM, Linear         # noqa: F401
