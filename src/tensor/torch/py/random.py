"""Seeds and generators. On the CPU the stream is PyTorch's own: the same seed gives the same numbers."""
from _torch import _says, _two, _version
import _tensor
import _torch


class Generator:
    """A stream of random numbers. The default one is shared by all functions; others are seeds that are set for the time of a draw."""

    def __init__(self, device='cpu'):
        if isinstance(device, (float, list, tuple, dict)):
            raise TypeError("Generator(): argument 'device' (position 1) must be torch.device, not %s" % type(device).__name__)
        self.device = _tensor.device('cpu' if device is None else device)
        kind = self.device.type
        if kind not in ('cpu', 'cuda') or kind == 'cuda' and not _tensor.gpu_count():
            raise RuntimeError(_says('NO_CUDA') if kind == 'cuda' and _two('DRIVER_MISSED') else _torch._generator_refused(kind))
        self._seed = 67280421310721
        self._lanes = None
        self._site = _tensor.site()         # the line that made it, for who draws its mistakes

    @property
    def _on_gpu(self):
        return self.device.type == 'cuda'

    @property
    def _stream(self):
        if self is default_generator:
            return 0
        if self._lanes is None:
            self._lanes = _torch.stream(_signed(self._seed))
        return self._lanes.address

    def manual_seed(self, seed):
        if not isinstance(seed, int) and type(seed).__module__ != 'numpy' or isinstance(seed, bool):
            raise RuntimeError('manual_seed expected a long, but got %s' % type(seed).__name__)
        if not -_HALF <= seed < 2 * _HALF:
            raise (ValueError if _two('VALUE_ERRORS') else RuntimeError)(_version("SEED_WIDE"))
        self._seed = int(seed) % (1 << 64)
        self._lanes = None
        if self is default_generator:
            _tensor.seed(_signed(self._seed), 1)
        return self

    def seed(self):
        self.manual_seed(_entropy())
        return self._seed

    def initial_seed(self):
        return _tensor.seed_of(1) if self is default_generator else self._seed

    def get_state(self):
        """Where the stream stands: as many bytes as PyTorch's own, the seed at their end."""
        self._stream
        import torch
        state = _torch.stream_state(None if self is default_generator else self._lanes)
        room = bytes(_STATE_BYTES - len(state) - 8)
        return torch.tensor(list(state + room + self.initial_seed().to_bytes(8, 'little')), dtype=torch.uint8)

    def set_state(self, new_state):
        import torch
        if not isinstance(new_state, torch.Tensor) or new_state.dtype is not torch.uint8:
            raise TypeError('expected a torch.ByteTensor, but got %s' % (new_state.type() if isinstance(new_state, torch.Tensor) else type(new_state).__name__))
        state = bytes(new_state.tolist())
        if len(state) != _STATE_BYTES:
            raise RuntimeError(_says("RNG_STATE"))
        self.manual_seed(int.from_bytes(state[-8:], 'little'))
        self._stream
        _torch.set_stream_state(None if self is default_generator else self._lanes, state)
        return self


Generator.__module__ = 'torch._C'
_HALF = 1 << 63
_STATE_BYTES = 5056
default_generator = Generator()


def _signed(seed):
    return seed - (1 << 64) if seed >= 1 << 63 else seed


def _entropy():
    import os
    return int.from_bytes(os.urandom(7), 'little')


def manual_seed(seed):
    return default_generator.manual_seed(int(seed))


def seed():
    return default_generator.seed()


def initial_seed():
    return default_generator.initial_seed()


def get_rng_state():
    return default_generator.get_state()


def set_rng_state(new_state):
    default_generator.set_state(new_state)


class fork_rng:
    """Inside: draws that leave the stream as it was."""

    def __init__(self, devices=None, enabled=True):
        self.enabled = enabled
        self.devices = range(_tensor.gpu_count()) if devices is None else list(devices)

    def __enter__(self):
        if self.enabled:
            from torch import cuda
            self.state = get_rng_state(), [cuda.get_rng_state(d) for d in self.devices]

    def __exit__(self, type, value, traceback):
        if self.enabled:
            from torch import cuda
            set_rng_state(self.state[0])
            for device, state in zip(self.devices, self.state[1]):
                cuda.set_rng_state(state, device)
