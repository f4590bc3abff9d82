"""importlib: importing by name at run time."""
import sys


def import_module(name, package=None):
    """The module `name`; a name that begins with dots is relative to `package`."""
    level = len(name) - len(name.lstrip('.'))
    if level:
        if not package:
            raise TypeError(f"the 'package' argument is required to perform a relative import for {name!r}")
        parts = package.split('.')
        if level > len(parts):
            raise ImportError('attempted relative import beyond top-level package')
        base = '.'.join(parts[:len(parts) - level + 1])
        name = f'{base}.{name[level:]}' if name[level:] else base
    __import__(name)
    return sys.modules[name]


def reload(module):
    """Run the module's source again in its own namespace."""
    if type(module) is not type(sys):
        raise TypeError('reload() argument must be a module')
    name = module.__name__
    if sys.modules.get(name) is not module:
        raise ImportError(f'module {name} not in sys.modules', name=name)
    path = getattr(module, '__file__', None)
    if path is None:
        return module
    with open(path, 'rb') as file:
        exec(compile(file.read(), path, 'exec'), module.__dict__)
    return module


def invalidate_caches():
    """perch keeps no cache of folders."""
