"""Operations between tensors as modules, so that a model that may be quantized later names them: here they are what they do on floating point."""
from torch import add, cat, mul
from torch.nn import Identity, Module
from torch.nn.functional import relu


class FXFloatFunctional(Module):
    """The operations alone."""

    def forward(self, x):
        raise RuntimeError("FloatFunctional is not intended to use the 'forward'. Please use the underlying operation")

    def _seen(self, result):
        return result

    def add(self, x, y):
        return self._seen(add(x, y))

    def add_scalar(self, x, y):
        return self._seen(add(x, y))

    def mul(self, x, y):
        return self._seen(mul(x, y))

    def mul_scalar(self, x, y):
        return self._seen(mul(x, y))

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
