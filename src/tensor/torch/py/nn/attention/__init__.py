"""torch.nn.attention: which way attention is computed. There is one way here, and each of PyTorch's gives its numbers."""
import contextlib
import enum


class SDPBackend(enum.IntEnum):
    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3

    def __repr__(self):
        return '<SDPBackend.%s: %d>' % (self.name, self.value)

    def __str__(self):
        return 'SDPBackend.' + self.name


@contextlib.contextmanager
def sdpa_kernel(backends, set_priority=False):
    """Attention by one of these; what they give does not differ here."""
    given = [backends] if isinstance(backends, SDPBackend) else list(backends)
    for each in given:
        assert isinstance(each, SDPBackend), 'Backend must be an instance of SDPBackend or a list of SDPBackend instances'
    yield {}
