"""torch.types: names for type hints."""
from typing import Any, List, Sequence, Tuple, Union

import _tensor

_TensorOrTensors = Union[_tensor.Tensor, Sequence[_tensor.Tensor]]
_dtype, _device = _tensor.dtype, _tensor.device
_int, _float, _bool = int, float, bool
_size = Union[tuple, List[int], Tuple[int, ...]]
Number = Union[int, float, bool]
Device = Union[_tensor.device, str, int, None]
Storage = Any
