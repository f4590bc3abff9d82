"""torch.ao.quantization: a model's numbers as whole numbers of eight bits: observed, then converted (prepare, convert), learnt with (prepare_qat), or weights alone (quantize_dynamic)."""
from . import fake_quantize, fuse_modules as _fusing, observer, qconfig, qconfig_mapping, quantization_mappings, stubs
from . import quantize as _quantize

__all__ = []
for _file in (fake_quantize, observer, qconfig, qconfig_mapping, quantization_mappings, _quantize, stubs, _fusing):
    for _name, _value in list(vars(_file).items()):
        if not _name.startswith('_') and getattr(_value, '__module__', '').startswith('torch.ao.quantization') and _name not in ('with_args', 'with_callable_args'):
            globals()[_name] = _value
            __all__.append(_name)
__all__ = sorted({*__all__})


def default_eval_fn(model, calib_data):
    """Shows the model all data."""
    for data, target in calib_data:
        model(data)


_ABSENT = ('quantize_jit', 'quantize_dynamic_jit', 'prepare_jit', 'convert_jit', 'fuse_conv_bn_jit', 'quantize_fx', 'compare_results', 'export')


def __getattr__(name):
    if name in _ABSENT:
        raise AttributeError('torch.ao.quantization.%s is not in perch; the nearest is prepare and convert' % name, name=name)
    raise AttributeError("module 'torch.ao.quantization' has no attribute %r" % name, name=name)
