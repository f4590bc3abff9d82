"""torch._inductor, PyTorch 2's compiler: here its settings alone, which torch.compile's options name."""
from . import config


def list_mode_options(mode=None, dynamic=None):
    """What the modes of torch.compile set."""
    modes = {'default': {}, 'lite': {}, 'reduce-overhead': {'triton.cudagraphs': True}, 'max-autotune-no-cudagraphs': {'max_autotune': True, 'coordinate_descent_tuning': True},
             'max-autotune': {'max_autotune': True, 'triton.cudagraphs': True, 'coordinate_descent_tuning': True}}
    if mode is None:
        return modes
    if mode not in modes:
        raise RuntimeError('Unrecognized mode=%s, should be one of: %s' % (mode, ', '.join(modes)))
    return modes[mode]


def list_options():
    """The names of options."""
    return sorted(config.get_config_copy())


def check_options(options):
    """Raises where torch.compile's options name what is none, or give another kind of value."""
    known = config.get_config_copy()
    for name, value in options.items():
        name = name.replace('-', '_')
        if name not in known:
            raise RuntimeError('Unexpected optimization option %s, known options are %s' % (name, list(known)))
        kind = type(known[name])
        if known[name] is not None and type(value) is not kind:
            raise RuntimeError('Unexpected type of attr %s, got %s should be %s' % (name, type(value).__name__, kind.__name__))
