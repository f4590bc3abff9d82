"""torch.nested: batches of tensors of different lengths. The strided layout is a list of tensors that print and compute as one; the jagged one has its parts one behind the other."""
import torch

from . import _strided
from ._internal import nested_tensor as _jagged

__all__ = ['to_padded_tensor', 'as_nested_tensor', 'nested_tensor', 'nested_tensor_from_jagged', 'narrow', 'masked_select']

def _check_layout(layout):
    if layout not in (None, torch.strided, torch.jagged):
        raise RuntimeError('Specified layout is unsupported for nested tensors: %s' % layout)
    return layout is torch.jagged


def _parts(given, dtype, device):
    """Tensors of what a list holds: tensors as they are, else numbers of one more or less deep list."""
    parts = [t if isinstance(t, torch.Tensor) else torch.tensor(t) for t in given]
    if parts:
        device, dtype = device or parts[0].device, dtype or parts[0].dtype
    return [t.to(device=device, dtype=dtype) for t in parts]


def nested_tensor(tensor_list, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """A nested tensor of copies: no gradient goes to what it is made of."""
    if not isinstance(tensor_list, (list, tuple)):
        raise TypeError('Only lists (List[Tensor] and List[List...[Scalar]]) are accepted in nested_tensor')
    jagged = _check_layout(layout)
    parts = [t.detach() if t.requires_grad else t for t in _parts(tensor_list, dtype, device)]
    if jagged:
        return _jagged.of_parts(parts).requires_grad_(requires_grad)
    return _strided.of_parts([t.clone() for t in parts], dtype).requires_grad_(requires_grad)


def as_nested_tensor(ts, dtype=None, device=None, layout=None):
    """A nested tensor that gradients go through: of a list, or of a tensor's rows."""
    if not isinstance(ts, (torch.Tensor, list, tuple)):
        raise TypeError('as_nested_tensor(): Expected first argument to be a tensor or a list / tuple of tensors ')
    if isinstance(ts, torch.Tensor) and ts.is_nested:
        return ts.to(dtype=dtype or ts.dtype, device=device or ts.device)
    jagged = _check_layout(layout)
    parts = _parts(ts.unbind() if isinstance(ts, torch.Tensor) else ts, dtype, device)
    return _jagged.of_parts(parts) if jagged else _strided.of_parts(parts, dtype, True)


def nested_tensor_from_jagged(values, offsets=None, lengths=None, jagged_dim=None, min_seqlen=None, max_seqlen=None):
    """A view of what lies one behind the other, by where each part begins."""
    if offsets is None and lengths is None:
        raise RuntimeError('nested_tensor_from_jagged(): At least one of offsets or lengths is required.')
    if offsets is None:
        offsets, lengths = torch.nn.functional.pad(lengths.cumsum(0), (1, 0)), None
    return _jagged.of_values(values, offsets, lengths, jagged_dim or 1)


def to_padded_tensor(input, padding, output_size=None):
    """The parts in one dense tensor, what is missing filled."""
    return input.to_padded_tensor(padding, output_size)


def narrow(tensor, dim, start, length, layout=torch.strided):
    """Of each row so many elements from `start` on."""
    if not isinstance(start, (int, torch.Tensor)):
        raise RuntimeError('start must be an integer or a tensor')
    if not isinstance(length, (int, torch.Tensor)):
        raise RuntimeError('length must be an integer or a tensor')
    if dim != 1:
        raise RuntimeError('jagged layout only supports dim=1' if layout is torch.jagged else 'narrow only supports dim=1')
    n = tensor.shape[0]
    starts = start.tolist() if isinstance(start, torch.Tensor) and start.dim() else [int(start)] * n
    lengths = length.tolist() if isinstance(length, torch.Tensor) and length.dim() else [int(length)] * n
    if not _check_layout(layout):
        return _strided.of_parts([row.narrow(0, s, k) for row, s, k in zip(tensor, starts, lengths)])
    rows = torch.arange(n, device=tensor.device) * tensor.shape[1]
    begins = rows + torch.tensor(starts, device=tensor.device)
    last = begins[-1:] + lengths[-1]
    return _jagged.of_values(tensor.flatten(0, 1), torch.cat([begins, last]), torch.tensor(lengths, device=tensor.device), 1)


def masked_select(tensor, mask):
    """What the mask marks of each row, as a jagged tensor."""
    if tensor.layout != torch.strided:
        raise RuntimeError('torch.nested.masked_select requires a strided tensor, given %s' % tensor.layout)
    if mask.layout != torch.strided:
        raise RuntimeError('torch.nested.masked_select requires a strided mask, given: %s' % mask.layout)
    mask = mask.expand(tensor.shape)
    lengths = mask.sum(list(range(1, mask.dim())))
    return nested_tensor_from_jagged(tensor.masked_select(mask), torch.nn.functional.pad(lengths.cumsum(0), (1, 0)))
