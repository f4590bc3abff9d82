"""torch.jit.frontend: what a function's source may not have."""


class NotSupportedError(RuntimeError):
    """What no TorchScript has."""


class UnsupportedNodeError(NotSupportedError):
    """A kind of statement or expression that no TorchScript has."""
