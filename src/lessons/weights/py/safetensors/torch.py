"""safetensors.torch: PyTorch's tensors by name, and a module's, saved and loaded."""
import collections

import torch

from safetensors import _PLAIN, _file

_DTYPES = {name: getattr(torch, plain) for plain, name in _PLAIN.items() if hasattr(torch, plain)}
_NAMES = {dtype: name for name, dtype in _DTYPES.items()}


def _made(dtype, shape, data, device='cpu'):
    if dtype not in _DTYPES:
        raise _file.SafetensorError(f'PyTorch has no dtype {dtype}')
    made = torch.frombuffer(data, dtype=_DTYPES[dtype]).reshape(shape) if len(data) else torch.empty(shape, dtype=_DTYPES[dtype])
    return made if str(device) == 'cpu' else made.to(device)


def _bytes(tensor):
    """A tensor's numbers as they lie in memory."""
    tensor = tensor.detach().cpu()
    if not tensor.numel():
        return b''
    return (tensor.view(torch.int16) if tensor.dtype is torch.bfloat16 else tensor).numpy().tobytes()


def _shared(tensors):
    """The sets of names whose tensors lie in one memory."""
    found = collections.defaultdict(set)
    for name, tensor in tensors.items():
        if tensor.device.type != 'meta' and tensor.numel():
            found[tensor.device, tensor.storage().data_ptr()].add(name)
    return [names for names in found.values() if len(names) > 1]


def _rows(tensors):
    if not isinstance(tensors, dict):
        raise ValueError(f'Expected a dict of [str, torch.Tensor] but received {type(tensors)}')
    for name, tensor in tensors.items():
        if not isinstance(tensor, torch.Tensor):
            raise ValueError(f'Key `{name}` is invalid, expected torch.Tensor but received {type(tensor)}')
        if tensor.layout is not torch.strided:
            raise ValueError(f'You are trying to save a sparse tensors: `{[name]}` which this library does not support. You can make it a dense tensor before saving with `.to_dense()` but be aware this might '
                             'make a much larger file than needed.')
    shared = [names for names in _shared(tensors) if _overlapping([tensors[name] for name in names])]
    if shared:
        raise RuntimeError(f'\n            Some tensors share memory, this will lead to duplicate memory on disk and potential differences when loading them again: {shared}.\n            A potential way to correctly '
                           'save your model is to use `save_model`.\n            More information at https://huggingface.co/docs/safetensors/torch_shared_tensors\n            ')
    rows = {}
    for name, tensor in tensors.items():
        if not tensor.is_contiguous():
            raise ValueError(f'You are trying to save a non contiguous tensor: `{name}` which is not allowed. It either means you are trying to save tensors which are reference of each other in which case it\'s '
                             'recommended to save only the full tensors, and reslice at load time, or simply call `.contiguous()` on your tensor to pack it before saving.')
        if tensor.dtype not in _NAMES:
            raise _file.SafetensorError(f'dtype {tensor.dtype} is not covered')
        rows[name] = _NAMES[tensor.dtype], tuple(tensor.shape), _bytes(tensor)
    return rows


def _overlapping(tensors):
    """Parts of one memory that have no element in common may be saved."""
    spans = sorted((t.data_ptr(), t.data_ptr() + t.numel() * t.element_size()) for t in tensors)
    return any(after[0] < before[1] for before, after in zip(spans, spans[1:])) or not all(t.is_contiguous() for t in tensors)


def save(tensors, metadata=None):
    """The bytes of a file."""
    return b''.join(_file.written(_rows(tensors), metadata))


def save_file(tensors, filename, metadata=None):
    _file.save_to(_file.written(_rows(tensors), metadata), filename)


def load(data):
    return {name: _made(*row) for name, row in _file.parts(data)[0].items()}


def load_file(filename, device='cpu'):
    opened = _file.Opened(filename)
    try:
        return {name: _made(*opened.bytes_of(name), device) for name in sorted(opened.rows)}
    finally:
        opened.close()


def save_model(model, filename, metadata=None, force_contiguous=True):
    """A module's tensors; of those that are one memory under several names the first alone, the others by name in the metadata."""
    tensors, metadata = model.state_dict(), dict(metadata or {})
    for names in _shared(tensors):
        kept, *others = sorted(names, key=lambda name: (-tensors[name].numel(), name))
        for name in others:
            if tensors[name].shape != tensors[kept].shape or tensors[name].data_ptr() != tensors[kept].data_ptr():
                raise RuntimeError(f'Error while trying to find names to remove to save state dict, but found no suitable name to keep for saving amongst: {names}. None is covering the entire storage.Refusing to '
                                   'save/load the model since you could be storing much more memory than needed.')
            metadata.setdefault(name, kept)
            del tensors[name]
    if force_contiguous:
        tensors = {name: tensor.contiguous() for name, tensor in tensors.items()}
    save_file(tensors, filename, metadata=metadata or {'format': 'pt'})


def load_model(model, filename, strict=True, device='cpu'):
    """(what the file has not, what the model has not)."""
    tensors = load_file(filename, device=device)
    own = model.state_dict()
    for names in _shared(own):
        there = [name for name in names if name in tensors]
        if len(there) == 1:
            tensors.update({name: tensors[there[0]] for name in names})
    missing, unexpected = [name for name in own if name not in tensors], [name for name in tensors if name not in own]
    if strict and (missing or unexpected):
        said = ''.join(f'\n    {what} key(s) in state_dict: ' + ', '.join(f'"{name}"' for name in sorted(names)) for what, names in (('Missing', missing), ('Unexpected', unexpected)) if names)
        raise RuntimeError(f'Error(s) in loading state_dict for {model.__class__.__name__}:{said}')
    model.load_state_dict(tensors, strict=False)
    return set(missing), unexpected
