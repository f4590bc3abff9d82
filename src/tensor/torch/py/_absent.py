"""What PyTorch has and perch has not yet: said by name, with the nearest that there is."""

_NEAREST = {'onnx': 'torch.save', 'complex32': 'torch.complex64',
            'hub': 'torch.load', 'svd': 'numpy.linalg.svd', 'nested_tensor': 'torch.nested.nested_tensor',
             }


def no_name(name):
    """The AttributeError for torch.<name>."""
    text = "module 'torch' has no attribute %r" % name
    if name in _NEAREST:
        text += ' in perch; the nearest is %s' % _NEAREST[name]
    return AttributeError(text, name=name)


def no_module(name):
    return AttributeError("module 'torch' has no attribute %r in perch; the nearest is %s" % (name, _NEAREST.get(name, 'torch itself')), name=name)
