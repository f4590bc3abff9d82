"""Finding and making modules by hand."""
import sys
import types
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader

__all__ = ['LazyLoader', 'MAGIC_NUMBER', 'cache_from_source', 'find_spec', 'module_from_spec', 'resolve_name',
           'source_from_cache', 'spec_from_file_location', 'spec_from_loader', 'source_hash']

MAGIC_NUMBER = b'\xa7\r\r\n'


def resolve_name(name, package):
    """The absolute name of a relative one."""
    if not name.startswith('.'):
        return name
    if not package:
        raise ImportError(f'no package specified for {name!r} (required for relative module names)')
    level = len(name) - len(name.lstrip('.'))
    bits = package.rsplit('.', level - 1)
    if len(bits) < level:
        raise ImportError('attempted relative import beyond top-level package')
    rest = name[level:]
    return f'{bits[0]}.{rest}' if rest else bits[0]


def find_spec(name, package=None):
    """The spec of a module, imported or not; None if there is none."""
    fullname = resolve_name(name, package)
    if fullname in sys.modules:
        module = sys.modules[fullname]
        if module is None:
            return None
        try:
            spec = module.__spec__
        except AttributeError:
            raise ValueError('{}.__spec__ is not set'.format(name)) from None
        if spec is None:
            raise ValueError('{}.__spec__ is None'.format(name))
        return spec
    parent = fullname.rpartition('.')[0]
    path = None
    if parent:
        try:
            path = import_module(parent).__path__
        except AttributeError as e:
            raise ModuleNotFoundError(f'__path__ attribute not found on {parent!r} while trying to find {fullname!r}', name=fullname) from e
    from importlib.machinery import PathFinder
    spec = PathFinder.find_spec(fullname, path)
    if spec is not None:
        return spec
    if fullname in sys.builtin_module_names or fullname in _frozen():
        return ModuleSpec(fullname, None, origin='frozen')
    return None


def _frozen():
    try:
        import _frozen
        return set(_frozen.names())
    except (ImportError, AttributeError):
        return set()


def spec_from_loader(name, loader, *, origin=None, is_package=None):
    spec = ModuleSpec(name, loader, origin=origin, is_package=bool(is_package))
    return spec


def spec_from_file_location(name, location=None, *, loader=None, submodule_search_locations=...):
    """The spec of a source file."""
    import os
    location = os.fspath(location)
    if loader is None:
        if not location.endswith('.py'):
            return None
        loader = SourceFileLoader(name, location)
    spec = ModuleSpec(name, loader, origin=location)
    spec._set_fileattr = True
    if submodule_search_locations is not ...:
        spec.submodule_search_locations = submodule_search_locations
    elif os.path.basename(location) == '__init__.py':
        spec.submodule_search_locations = [os.path.dirname(location)]
    return spec


def module_from_spec(spec):
    """A new, empty module of a spec: spec.loader.exec_module(module) fills it."""
    module = None
    if hasattr(spec.loader, 'create_module'):
        module = spec.loader.create_module(spec)
    if module is None:
        module = types.ModuleType(spec.name)
    module.__spec__ = spec
    module.__loader__ = spec.loader
    module.__package__ = spec.parent
    if spec.submodule_search_locations is not None:
        module.__path__ = spec.submodule_search_locations
    if spec.origin and getattr(spec, '_set_fileattr', False):
        module.__file__ = spec.origin
    return module


def cache_from_source(path, debug_override=None, *, optimization=None):
    """Where CPython would keep the compiled module; perch writes none."""
    import os
    head, tail = os.path.split(path)
    return os.path.join(head, '__pycache__', os.path.splitext(tail)[0] + '.' + sys.implementation.cache_tag + '.pyc')


def source_from_cache(path):
    import os
    head, tail = os.path.split(path)
    return os.path.join(os.path.dirname(head), tail.partition('.')[0] + '.py')


class LazyLoader:
    """Loads at once: perch has no lazy modules."""

    def __init__(self, loader):
        self.loader = loader

    @classmethod
    def factory(cls, loader):
        return lambda *args, **kwargs: cls(loader(*args, **kwargs))

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        self.loader.exec_module(module)
