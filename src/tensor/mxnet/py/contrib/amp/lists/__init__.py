"""Which operators automatic mixed precision runs in which dtype."""
from . import symbol_bf16, symbol_fp16
