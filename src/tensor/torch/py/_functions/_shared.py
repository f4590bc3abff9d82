"""What these files have in common: core's ops, the accent's number, four dtypes."""
import _tensor

Tensor = _tensor.Tensor
op = _tensor.op
TORCH = 1
BOOL, UINT8, INT64, FLOAT64 = (_tensor.dtype_by_number(TORCH, number) for number in (0, 1, 5, 9))
