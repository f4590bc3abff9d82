"""torch.backends: switches that are taken and have no effect; perch has one way to compute."""


class _Switches:
    def __init__(self, name, available, **values):
        self.__dict__.update(values, _name=name, _available=available)

    def is_available(self):
        return self._available

    def is_built(self):
        return self._available

    def version(self):
        return 8500 if self._name == 'cudnn' and self._available else None

    def flags(self, *args, **kwargs):
        from contextlib import nullcontext
        return nullcontext()

    def __repr__(self):
        return "<module 'torch.backends.%s'>" % self._name


def __getattr__(name):
    import _tensor
    gpus = _tensor.gpu_count() > 0
    kinds = {'cudnn': lambda: _Switches('cudnn', gpus, enabled=True, benchmark=False, deterministic=False, allow_tf32=True),
             'cuda': lambda: _Switches('cuda', gpus, matmul=_Switches('cuda.matmul', gpus, allow_tf32=False)),
             'mkldnn': lambda: _Switches('mkldnn', True), 'mkl': lambda: _Switches('mkl', False), 'openmp': lambda: _Switches('openmp', True),
             'mps': lambda: _Switches('mps', False)}
    if name not in kinds:
        raise AttributeError("module 'torch.backends' has no attribute %r" % name)
    found = globals()[name] = kinds[name]()
    return found
