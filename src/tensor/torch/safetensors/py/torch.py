"""safetensors.torch: PyTorch's tensors in the format."""
import os

import _tensor
import torch

from . import pack, read, unpack

_WORDS = {torch.bool: 'BOOL', torch.uint8: 'U8', torch.int8: 'I8', torch.int16: 'I16', torch.float16: 'F16', torch.bfloat16: 'BF16', torch.int32: 'I32', torch.float32: 'F32', torch.float64: 'F64', torch.int64: 'I64'}
_DTYPES = {word: dtype for dtype, word in _WORDS.items()}


def made(data, each):
    if not data:
        return torch.zeros(each['shape'], dtype=_DTYPES[each['dtype']])
    return _tensor.from_bytes(1, data, str(_DTYPES[each['dtype']]).split('.')[1], (len(data) // _DTYPES[each['dtype']].itemsize,)).reshape(each['shape'])


def _shared(tensors):
    """Sets of names whose tensors lie in the same memory."""
    places = {}
    for name, tensor in tensors.items():
        if tensor.numel():
            places.setdefault((tensor.device, tensor.storage().data_ptr()), set()).add(name)
    return [names for names in places.values() if len(names) > 1]


def _checked(tensors):
    if not isinstance(tensors, dict):
        raise ValueError('Expected a dict of [str, torch.Tensor] but received %s' % type(tensors))
    for name, tensor in tensors.items():
        if not isinstance(tensor, torch.Tensor):
            raise ValueError('Key `%s` is invalid, expected torch.Tensor but received %s' % (name, type(tensor)))
        if tensor.is_sparse:
            raise ValueError('You are trying to save a sparse tensors: `%s` which this library does not support. You can make it a dense tensor before saving with `.to_dense()` but be aware this might make a much larger file than needed.' % [name])
    shared = _shared(tensors)
    if shared:
        raise RuntimeError('\n            Some tensors share memory, this will lead to duplicate memory on disk and potential differences when loading them again: %s.\n'
                           '            A potential way to correctly save your model is to use `save_model`.\n'
                           '            More information at https://huggingface.co/docs/safetensors/torch_shared_tensors\n            ' % shared)
    for name, tensor in tensors.items():
        if not tensor.is_contiguous():
            raise ValueError("You are trying to save a non contiguous tensor: `%s` which is not allowed. It either means you are trying to save tensors which are reference of each other in which case it's recommended to save "
                             'only the full tensors, and reslice at load time, or simply call `.contiguous()` on your tensor to pack it before saving.' % name)
    return {name: (_WORDS[tensor.dtype], tensor.shape, _tensor.bytes(tensor.detach().cpu())) for name, tensor in tensors.items()}


def save(tensors, metadata=None):
    return pack(_checked(tensors), metadata)


def save_file(tensors, filename, metadata=None):
    data = save(tensors, metadata)
    with open(os.fspath(filename), 'wb') as file:
        file.write(data)


def load(data):
    head, _, at = unpack(data)
    return {name: made(data[at + each['data_offsets'][0]:at + each['data_offsets'][1]], each) for name, each in sorted(head.items())}


def load_file(filename, device='cpu'):
    return {name: tensor.to(device) for name, tensor in load(read(filename)).items()}


def save_model(model, filename, metadata=None, force_contiguous=True):
    """A model's tensors, those that stand under several names once: the other names go into the file's metadata."""
    tensors = dict(model.state_dict())
    metadata = dict(metadata or {})
    for names in _shared(tensors):
        kept, *others = sorted(names)
        for name in others:
            metadata[name] = kept
            del tensors[name]
    if force_contiguous:
        tensors = {name: tensor.contiguous() for name, tensor in tensors.items()}
    save_file(tensors, filename, metadata or {'format': 'pt'})


def load_model(model, filename, strict=True, device='cpu'):
    """Into the model; (names that are missing, names that are too many)."""
    missing, unexpected = model.load_state_dict(load_file(filename, device=device), strict=False)
    missing = set(missing)
    for names in _shared(model.state_dict()):
        if names - missing:             # one of them is there: so are all
            missing -= names
    if strict and (missing or unexpected):
        said = 'Error(s) in loading state_dict for %s:' % type(model).__name__
        if missing:
            said += '\n    Missing key(s) in state_dict: ' + ', '.join('"%s"' % name for name in sorted(missing))
        if unexpected:
            said += '\n    Unexpected key(s) in state_dict: ' + ', '.join('"%s"' % name for name in sorted(unexpected))
        raise RuntimeError(said)
    return missing, unexpected
