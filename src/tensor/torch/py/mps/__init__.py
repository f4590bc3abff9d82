"""torch.mps: Apple's GPUs, of which perch has none."""


def is_available():
    return False


def device_count():
    return 0


def __getattr__(name):
    raise AttributeError("module 'torch.mps' has no attribute %r in perch, which has CPUs and NVIDIA's GPUs; the nearest is torch.cuda.%s" % (name, name), name=name)
