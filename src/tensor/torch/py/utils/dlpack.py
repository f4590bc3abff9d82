"""torch.utils.dlpack: memory lent from library to library in a capsule that is opened once."""
import enum

import torch


class DLDeviceType(enum.IntEnum):
    kDLCPU, kDLGPU, kDLCPUPinned, kDLOpenCL, kDLVulkan, kDLMetal, kDLVPI, kDLROCM, kDLExtDev, kDLOneAPI = 1, 2, 3, 4, 7, 8, 9, 10, 12, 14


class _Capsule:
    """What PyTorch gives as a PyCapsule: it holds the tensor until somebody takes it."""

    def __init__(self, tensor):
        self._tensor = tensor

    def __repr__(self):
        return '<capsule object "%s" at %#x>' % ('dltensor' if self._tensor is not None else 'used_dltensor', id(self))

    def taken(self):
        tensor, self._tensor = self._tensor, None
        return tensor


_Capsule.__name__ = _Capsule.__qualname__ = 'PyCapsule'


def to_dlpack(tensor):
    if getattr(tensor, 'is_meta', False):
        raise RuntimeError('Cannot pack tensors on meta')
    if not isinstance(tensor, torch.Tensor):
        raise RuntimeError('data must be a Tensor')
    if tensor.dtype is torch.bool:
        raise RuntimeError('Bool type is not supported by dlpack')
    return _Capsule(tensor.detach())


def _lendable(array):
    """An array of NumPy that DLPack can say all about."""
    if not array.flags.writeable:
        raise BufferError('Cannot export readonly array since signalling readonly is unsupported by DLPack.')
    if array.dtype.kind not in 'iufc':
        raise BufferError('DLPack only supports signed/unsigned integers, float and complex dtypes.')
    if array.dtype.kind == 'u' and array.itemsize > 1:
        raise RuntimeError('Unsupported kUInt bits %d' % (8 * array.itemsize))
    return array


def from_dlpack(ext_tensor):
    """A tensor over the memory of a capsule, of an array of NumPy, of whatever has __dlpack__."""
    import numpy
    if isinstance(ext_tensor, numpy.ndarray):
        return torch.from_numpy(_lendable(ext_tensor))
    if isinstance(ext_tensor, torch.Tensor):
        device_of(ext_tensor)           # (what has no bytes says so)
    if hasattr(ext_tensor, '__dlpack__'):
        ext_tensor = ext_tensor.__dlpack__()
    tensor = ext_tensor.taken() if isinstance(ext_tensor, _Capsule) else None
    if tensor is None:
        raise RuntimeError('from_dlpack received an invalid capsule. Note that DLTensor capsules can be consumed only once, so you might have already constructed a tensor from it once.')
    return tensor


def dlpack_of(tensor):
    """Tensor.__dlpack__."""
    if tensor.requires_grad:
        raise RuntimeError("Can't export tensors that require gradient, use tensor.detach()")
    if tensor.is_conj():
        raise RuntimeError("Can't export tensors with the conjugate bit set")
    return to_dlpack(tensor)


def device_of(tensor):
    """Tensor.__dlpack_device__."""
    if tensor.is_meta:
        raise ValueError('Unknown device type meta for Dlpack')
    number = tensor.device.index or 0
    return (DLDeviceType.kDLGPU if tensor.is_cuda else DLDeviceType.kDLCPUPinned if tensor.is_pinned() else DLDeviceType.kDLCPU), number
