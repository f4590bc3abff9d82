"""torch.distributed: not in perch; several GPUs of one machine train with torch.nn.DataParallel."""


def is_available():
    return False


def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError("module 'torch.distributed' has no attribute %r" % name, name=name)
    raise AttributeError("module 'torch.distributed' has no attribute %r in perch (is_available() is False); the nearest is torch.nn.DataParallel" % name, name=name)
