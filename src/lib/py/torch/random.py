"""Seeds and generators. On the CPU the stream is PyTorch's own: the same seed gives the same numbers."""
import _tensor
import _torch


class Generator:
    """A stream of random numbers. The default one is shared by all functions; others are seeds that are set for the time of a draw."""

    def __init__(self, device='cpu'):
        self.device = _tensor.device(device)
        self._seed = 67280421310721
        self._lanes = None

    @property
    def _stream(self):
        if self is default_generator:
            return 0
        if self._lanes is None:
            self._lanes = _torch.stream(_signed(self._seed))
        return self._lanes.address

    def manual_seed(self, seed):
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
        return get_rng_state()

    def set_state(self, state):
        set_rng_state(state)


_HALF = 1 << 63
default_generator = Generator()


def _signed(seed):
    return seed - (1 << 64) if seed >= 1 << 63 else seed


def _entropy():
    import os
    return int.from_bytes(os.urandom(7), 'little')


def manual_seed(seed):
    seed = int(seed)
    if not -_HALF <= seed < 2 * _HALF:
        raise RuntimeError('Overflow when unpacking long')
    return default_generator.manual_seed(seed)


def seed():
    return default_generator.seed()


def initial_seed():
    return default_generator.initial_seed()


def get_rng_state():
    raise NotImplementedError('torch.get_rng_state is not in perch; the nearest is torch.initial_seed')


def set_rng_state(new_state):
    raise NotImplementedError('torch.set_rng_state is not in perch; the nearest is torch.manual_seed')


class fork_rng:
    """Inside: draws that leave the stream as it was. Here: the seed is set again afterwards."""

    def __init__(self, devices=None, enabled=True):
        self.enabled = enabled

    def __enter__(self):
        self.seed = initial_seed()

    def __exit__(self, type, value, traceback):
        if self.enabled:
            manual_seed(self.seed)
