"""Modules in which PyTorch keeps what stands elsewhere here: a table. What a package lists is there from the package's import on, and filled when something of it is asked for."""
import sys
from importlib import import_module
from types import ModuleType

# package: {module: (where its names are, the names)}
_ROWS = {
    'torch': {'quasirandom': ('torch._quasirandom', 'SobolEngine')},
    'torch.autograd': {
        'gradcheck': ('torch.autograd._gradcheck', 'GradcheckError gradcheck gradgradcheck'),
        'profiler_util': ('torch.autograd._events', 'EventList FunctionEvent FunctionEventAvg'),
    },
    'torch.nn.parallel': {
        'scatter_gather': ('torch.nn.parallel.data_parallel', 'scatter gather scatter_kwargs'),
        'replicate': ('torch.nn.parallel.data_parallel', 'replicate'),
        'parallel_apply': ('torch.nn.parallel.data_parallel', 'parallel_apply'),
    },
    'torch.nn.utils': {
        'clip_grad': ('torch.nn.utils', 'clip_grad_norm clip_grad_norm_ clip_grad_value_'),
        'convert_parameters': ('torch.nn.utils', 'parameters_to_vector vector_to_parameters'),
        'spectral_norm': ('torch.nn.utils.norms', 'spectral_norm remove_spectral_norm'),
        'weight_norm': ('torch.nn.utils.norms', 'weight_norm remove_weight_norm'),
        '_stateless': ('torch.nn.utils.stateless', 'functional_call'),
    },
    'torch.profiler': {'profiler': ('torch.profiler', 'ProfilerAction ProfilerActivity profile schedule supported_activities tensorboard_trace_handler')},
    'torch.utils.data': {
        '_utils': ('torch.utils.data', 'collate pin_memory worker'),
        '_utils.collate': ('torch.utils.data', 'default_collate default_convert'),
        '_utils.worker': ('torch.utils.data', 'get_worker_info'),
    },
}


def _filled(module, source, names):
    """What looks a name up in its place."""
    def look(name):
        if name not in names:
            raise AttributeError('module %r has no attribute %r' % (module.__name__, name), name=name)
        found = module.__dict__[name] = getattr(import_module(source), name)
        return found
    return look


def put(space):
    """The modules of a package, into its namespace (there a function of the same name stays) and where imports look."""
    package = space['__name__']
    for name, (source, names) in _ROWS[package].items():
        made = ModuleType(package + '.' + name)
        made.__package__ = made.__name__.rpartition('.')[0]
        made.__all__ = names.split()
        made.__getattr__ = _filled(made, source, made.__all__)
        sys.modules[made.__name__] = made
        above, _, last = name.rpartition('.')
        if above:
            sys.modules[package + '.' + above].__dict__[last] = made
        elif last not in made.__all__:
            space[last] = made
