"""torch.ao.nn: the layers of models that are quantized, or will be: fused ones (intrinsic), ones that learn with it (qat), and those of whole numbers (quantized)."""


def __getattr__(name):
    if name in ('intrinsic', 'qat', 'quantized'):
        from importlib import import_module
        return import_module('torch.ao.nn.' + name)
    raise AttributeError("module 'torch.ao.nn' has no attribute %r" % name, name=name)
