"""Where a model's numbers are made small, and whole again: until it is converted they pass as they are."""
from torch.nn import Module


class _Stub(Module):
    def __init__(self, qconfig=None):
        super().__init__()
        if qconfig:
            self.qconfig = qconfig

    def forward(self, x):
        return x


class QuantStub(_Stub):
    """Where a quantized model's numbers are made small."""


class DeQuantStub(_Stub):
    """Where they are made whole again."""


class QuantWrapper(Module):
    """A module between the two."""

    def __init__(self, module):
        super().__init__()
        how = getattr(module, 'qconfig', None)
        self.quant, self.dequant, self.module = QuantStub(how), DeQuantStub(how), module
        self.train(module.training)

    def forward(self, X):
        return self.dequant(self.module(self.quant(X)))
