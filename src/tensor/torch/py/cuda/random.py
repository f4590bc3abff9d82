"""The GPUs' random numbers: a stream of its own for each."""
from _torch import _says
import _tensor
import torch

_ROOM = 800         # what PyTorch's states begin with and nothing reads


def _number(device):
    from . import _index
    return _index(None if device == 'cuda' else device)


def get_rng_state(device='cuda'):
    """Seed and place of a GPU's stream, as bytes."""
    seed, used = _tensor.gpu_stream(_number(device))
    return torch.tensor([255] * _ROOM + list(seed.to_bytes(8, 'little')) + list(used.to_bytes(8, 'little')), dtype=torch.uint8)


def get_rng_state_all():
    return [get_rng_state(i) for i in range(_tensor.gpu_count())]


def set_rng_state(new_state, device='cuda'):
    if new_state.dtype is not torch.uint8:
        raise TypeError('expected a torch.ByteTensor, but got %s' % new_state.type())
    state = bytes(new_state.tolist())
    if len(state) != _ROOM + 16:
        raise RuntimeError(_says("RNG_STATE"))
    _tensor.gpu_stream(_number(device), *(_signed(int.from_bytes(part, 'little')) for part in (state[-16:-8], state[-8:])))


def set_rng_state_all(new_states):
    for i, state in enumerate(new_states):
        set_rng_state(state, i)


def _signed(number):
    return number - (1 << 64) if number >= 1 << 63 else number


def manual_seed(seed):
    """The current GPU's stream begins anew; the CPU's goes on. Without a GPU nothing is to be seeded."""
    if _tensor.gpu_count():
        _tensor.gpu_stream(_tensor.current(), _signed(int(seed) % (1 << 64)), 0)


def manual_seed_all(seed):
    for i in range(_tensor.gpu_count()):
        _tensor.gpu_stream(i, _signed(int(seed) % (1 << 64)), 0)


def seed():
    from torch.random import _entropy
    manual_seed(_entropy())


def seed_all():
    from torch.random import _entropy
    manual_seed_all(_entropy())


def initial_seed():
    from . import _need
    _need()
    return _tensor.gpu_stream(_tensor.current())[0]
