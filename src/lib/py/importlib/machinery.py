"""Specs, loaders and finders as objects.  Imports themselves are perch's own work; these serve programs that load files by hand."""
import sys

SOURCE_SUFFIXES = ['.py']
BYTECODE_SUFFIXES = ['.pyc']
EXTENSION_SUFFIXES = []


def all_suffixes():
    return SOURCE_SUFFIXES + BYTECODE_SUFFIXES + EXTENSION_SUFFIXES


class ModuleSpec:
    """What a module is and where it comes from."""

    def __init__(self, name, loader, *, origin=None, loader_state=None, is_package=None):
        self.name = name
        self.loader = loader
        self.origin = origin
        self.loader_state = loader_state
        self.submodule_search_locations = [] if is_package else None
        self._set_fileattr = False
        self._cached = None

    def __repr__(self):
        args = [f'name={self.name!r}', f'loader={self.loader!r}']
        if self.origin is not None:
            args.append(f'origin={self.origin!r}')
        if self.submodule_search_locations is not None:
            args.append(f'submodule_search_locations={self.submodule_search_locations}')
        return f'{self.__class__.__name__}({", ".join(args)})'

    @property
    def parent(self):
        return self.name.rpartition('.')[0] if self.submodule_search_locations is None else self.name

    @property
    def has_location(self):
        return self._set_fileattr

    @has_location.setter
    def has_location(self, value):
        self._set_fileattr = bool(value)

    @property
    def cached(self):
        return self._cached

    @cached.setter
    def cached(self, value):
        self._cached = value


class SourceFileLoader:
    """A module in a source file."""

    def __init__(self, fullname, path):
        self.name = fullname
        self.path = path

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(self.get_code(self.name), module.__dict__)

    def load_module(self, fullname=None):
        from importlib.util import module_from_spec, spec_from_file_location
        spec = spec_from_file_location(fullname or self.name, self.path, loader=self)
        module = module_from_spec(spec)
        sys.modules[spec.name] = module
        try:
            self.exec_module(module)
        except BaseException:
            sys.modules.pop(spec.name, None)
            raise
        return sys.modules[spec.name]

    def get_code(self, fullname):
        return compile(self.get_data(self.path), self.path, 'exec', dont_inherit=True)

    def get_source(self, fullname):
        with open(self.path, encoding='utf-8') as file:
            return file.read()

    def get_filename(self, fullname=None):
        return self.path

    def get_data(self, path):
        with open(path, 'rb') as file:
            return file.read()

    def is_package(self, fullname):
        return self.path.endswith('__init__.py')


class PathFinder:
    """Finds modules in the folders of sys.path."""

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        import os
        from importlib.util import spec_from_file_location
        tail = fullname.rpartition('.')[2]
        for folder in sys.path if path is None else path:
            base = os.path.join(folder or os.getcwd(), tail)
            for file in (os.path.join(base, '__init__.py'), base + '.py'):
                if os.path.isfile(file):
                    return spec_from_file_location(fullname, file)
        return None

    @staticmethod
    def invalidate_caches():
        pass


class BuiltinImporter:
    """Stands for the modules that are in perch itself."""

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        return ModuleSpec(fullname, cls, origin='built-in') if fullname in sys.builtin_module_names else None


class FrozenImporter(BuiltinImporter):
    """The same for those written in Python."""
