"""What a scripted function raises."""


class Error(RuntimeError):
    """An error of a raise statement in scripted code."""


Error.__name__ = Error.__qualname__ = 'Error'
Error.__module__ = 'torch.jit'
