"""What the import system is made of, once a program looks at it: CPython's importers, and one for the library that is in the binary."""
import sys

import _frozen
import _frozen_importlib as bootstrap
import _frozen_importlib_external as external
import _imp

SITES = 'site-packages', 'dist-packages'


def is_foreign(folder):
    """Does another interpreter's library or package stand there?"""
    return isinstance(folder, str) and (folder.endswith(SITES) or _frozen.is_library(folder))


def library_spec(name, package):
    file, folder = _frozen.place(name)
    spec = bootstrap.ModuleSpec(name, LibraryLoader(name, file), origin='frozen', is_package=package)
    if folder is not None:
        spec.submodule_search_locations.append(folder)
    return spec


class LibraryImporter:
    """Finds the modules that are in perch's binary. As in CPython a program's own files come before the library, and the library before what is in folders of installed
    packages (which may be another interpreter's)."""

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        if path is not None and _imp.is_builtin(fullname):      # (one in C inside a package: CPython's importer knows only those outside)
            return bootstrap.spec_from_loader(fullname, bootstrap.BuiltinImporter, origin='built-in')
        package = _frozen.is_package(fullname)
        if package is None or fullname.endswith(('+', '-')):
            return None
        folders = [folder for folder in (sys.path if path is None else path) if not is_foreign(folder)]
        found = external.PathFinder.find_spec(fullname, folders, target) if folders else None
        if found is not None and found.loader is not None:
            return found
        return library_spec(fullname, package)


class LibraryLoader(external.FileLoader, external._LoaderBasics):
    """Loads one module of perch's binary. Its path, and with it the files beside the module, is where CPython has the module on this machine; None: it is not there, or
    the module is perch's own."""

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        name = module.__spec__.name
        if self.path is not None:
            module.__file__ = self.path
        for part in (name, name + '+') if _frozen.is_package(name + '+') is not None else (name,):    # (what perch adds stands behind it)
            bootstrap._call_with_frames_removed(exec, _frozen.code(part), module.__dict__)

    def get_filename(self, name=None):
        file = super().get_filename(name)
        if file is None:
            raise ImportError(f'{self.name} is in the binary alone', name=self.name)
        return file

    def get_resource_reader(self, name):
        return None if self.path is None else super().get_resource_reader(name)

    def get_code(self, fullname):
        return _frozen.code(fullname)

    def get_source(self, fullname):
        return _frozen.text(fullname)

    def is_package(self, fullname):
        package = _frozen.is_package(fullname)
        if package is None:
            raise ImportError(f'no module {fullname!r} is in the binary', name=fullname)
        return package


def true_spec(name, known):
    """The spec, with a loader, of a module that was imported before there were loaders."""
    if known.origin == 'frozen':
        return bootstrap.FrozenImporter.find_spec(name) or StandInImporter.find_spec(name) or library_spec(name, known.submodule_search_locations is not None)
    if known.origin is None:
        spec = bootstrap.ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = known.submodule_search_locations
        return spec
    loader = external.SourceFileLoader(name, known.origin)
    return external.spec_from_file_location(name, known.origin, loader=loader, submodule_search_locations=known.submodule_search_locations)


def program_loader(name, file):
    """The loader of the file that runs as the program."""
    loader = external.SourceFileLoader(name, file)
    try:
        kept = file.endswith('.pyc') or loader.get_data(file).startswith(external.MAGIC_NUMBER)
    except OSError:
        kept = False
    return external.SourcelessFileLoader(name, file) if kept else loader


class StandInImporter:
    """Finds what is in the binary for a package that is installed nowhere."""

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        if path is not None or _frozen.is_package(fullname) is not None or _frozen.is_package(fullname + '-') is None:
            return None
        return bootstrap.ModuleSpec(fullname, StandInLoader(fullname, None), origin='frozen')


class StandInLoader(LibraryLoader):
    """Loads it."""

    def exec_module(self, module):
        bootstrap._call_with_frames_removed(exec, _frozen.code(self.name + '-'), module.__dict__)


def _has(module, name):
    """What the module itself has by that name, or None. (Asking for its __dict__ would load all that a module of perch's has put off, which may import something in turn.)"""
    try:
        return object.__getattribute__(module, name)
    except AttributeError:
        return None


def give_specs(first_kind):
    module_type = type(sys)
    for name, module in list(sys.modules.items()):
        if not isinstance(module, module_type):
            continue
        known = _has(module, '__spec__')
        if type(known) is first_kind:
            module.__spec__ = spec = true_spec(known.name, known)
            if _has(module, '__loader__') is None:
                module.__loader__ = spec.loader
        elif name == '__main__' and known is None and _has(module, '__loader__') is None:
            file = _has(module, '__file__')
            module.__loader__ = bootstrap.BuiltinImporter if file is None else program_loader(name, file)


def fill(modules):
    """What slept under importlib's names runs, in the modules that programs have."""
    for module in modules:
        parent, _, last = module.__name__.rpartition('.')
        spec = bootstrap._find_spec(module.__name__, sys.modules[parent].__path__ if parent else None)
        bootstrap._exec(spec, module)


def wake():
    """sys.meta_path and its like come to be. What import calls from now on: (finds and loads, imports the parents, waits for a module that another
    thread imports)."""
    sys.meta_path, sys.path_hooks, sys.path_importer_cache = [], [], {}
    first_kind = type(bootstrap.__dict__['__spec__'])
    bootstrap._install(sys, type(sys.implementation)(**{**_imp.__dict__, 'is_frozen': lambda name: False}))    # (give_specs() says where modules are from)
    bootstrap._imp = _imp
    bootstrap._install_external_importers()
    sys.meta_path.insert(2, LibraryImporter)
    sys.meta_path.append(StandInImporter)
    import zipimport
    sys.path_hooks.insert(0, zipimport.zipimporter)
    give_specs(first_kind)
    return bootstrap._find_and_load, bootstrap._gcd_import, bootstrap._lock_unlock_module
