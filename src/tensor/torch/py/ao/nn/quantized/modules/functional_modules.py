"""Operations between tensors as modules, so that a model that is quantized later names them: on floating point, and on whole numbers."""
from torch import add, cat, mul, ops
from torch.nn import Identity, Module
from torch.nn.functional import relu

from .utils import Scaled


class FXFloatFunctional(Module):
    """The operations alone."""

    def forward(self, x):
        raise RuntimeError("FloatFunctional is not intended to use the 'forward'. Please use the underlying operation")

    def _seen(self, result):
        return result

    def add(self, x, y):
        return self._seen(add(x, y))

    def add_scalar(self, x, y):
        return add(x, y)

    def mul(self, x, y):
        return self._seen(mul(x, y))

    def mul_scalar(self, x, y):
        return mul(x, y)

    def cat(self, x, dim=0):
        return self._seen(cat(x, dim=dim))

    def add_relu(self, x, y):
        return self._seen(relu(add(x, y)))


class FloatFunctional(FXFloatFunctional):
    """The operations, each result shown to a child that may observe it."""

    def __init__(self):
        super().__init__()
        self.activation_post_process = Identity()

    def _seen(self, result):
        return self.activation_post_process(result)


class QFunctional(Scaled, Module):
    """The operations on quantized tensors, results with the scale that was observed."""

    def __init__(self):
        super().__init__()
        self.scale, self.zero_point = 1.0, 0
        self.activation_post_process = Identity()

    def _get_name(self):
        return 'QFunctional'

    def extra_repr(self):
        return 'scale={}, zero_point={}'.format(self.scale, self.zero_point)

    def forward(self, x):
        raise RuntimeError("Functional is not intended to use the 'forward'. Please use the underlying operation")

    def _own(self, name, *args, **more):
        return self.activation_post_process(getattr(ops.quantized, name)(*args, scale=self.scale, zero_point=self.zero_point, **more))

    def add(self, x, y):
        return self._own('add', x, y)

    def add_scalar(self, x, y):
        return ops.quantized.add_scalar(x, y)

    def mul(self, x, y):
        return self._own('mul', x, y)

    def mul_scalar(self, x, y):
        return ops.quantized.mul_scalar(x, y)

    def cat(self, x, dim=0):
        return self._own('cat', x, dim=dim)

    def add_relu(self, x, y):
        return self._own('add_relu', x, y)

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        assert type(mod) is FloatFunctional, 'QFunctional.from_float expects an instance of FloatFunctional'
        made = cls()
        scale, zero = mod.activation_post_process.calculate_qparams()
        made.scale, made.zero_point = float(scale), int(zero)
        return made
