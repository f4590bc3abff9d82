"""torch._subclasses: tensors that have everything but their numbers."""
from .fake_tensor import DynamicOutputShapeException, FakeTensor, FakeTensorMode, UnsupportedFakeTensorException

__all__ = ['FakeTensor', 'FakeTensorMode', 'UnsupportedFakeTensorException', 'DynamicOutputShapeException']
