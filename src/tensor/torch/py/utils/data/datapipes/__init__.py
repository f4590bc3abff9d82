"""torch.utils.data.datapipes: data sets as pipes that are put one behind another; iter and map are loaded when they are named."""


def __getattr__(name):
    if name in ('iter', 'map'):
        from importlib import import_module
        return import_module(__name__ + '.' + name)
    raise AttributeError("module 'torch.utils.data.datapipes' has no attribute %r" % name, name=name)
