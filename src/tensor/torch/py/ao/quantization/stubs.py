"""Where a model's numbers would be made small, and whole again: until it is quantized they pass as they are."""
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
