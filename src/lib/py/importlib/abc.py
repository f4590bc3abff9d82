"""The classes that finders and loaders are instances of."""
import abc

__all__ = ['Loader', 'MetaPathFinder', 'PathEntryFinder', 'ResourceLoader', 'InspectLoader', 'ExecutionLoader', 'FileLoader',
           'SourceLoader', 'Finder']


class Loader(metaclass=abc.ABCMeta):
    def create_module(self, spec):
        return None

    def load_module(self, fullname):
        if not hasattr(self, 'exec_module'):
            raise ImportError
        from importlib.util import module_from_spec, spec_from_loader
        module = module_from_spec(spec_from_loader(fullname, self))
        self.exec_module(module)
        return module


class Finder(metaclass=abc.ABCMeta):
    pass


class MetaPathFinder(metaclass=abc.ABCMeta):
    def invalidate_caches(self):
        pass


class PathEntryFinder(metaclass=abc.ABCMeta):
    def invalidate_caches(self):
        pass


class ResourceLoader(Loader):
    @abc.abstractmethod
    def get_data(self, path):
        raise OSError


class InspectLoader(Loader):
    def is_package(self, fullname):
        raise ImportError

    @abc.abstractmethod
    def get_source(self, fullname):
        raise ImportError

    def get_code(self, fullname):
        source = self.get_source(fullname)
        return None if source is None else self.source_to_code(source)

    @staticmethod
    def source_to_code(data, path='<string>'):
        return compile(data, path, 'exec', dont_inherit=True)

    def exec_module(self, module):
        exec(self.get_code(module.__name__), module.__dict__)


class ExecutionLoader(InspectLoader):
    @abc.abstractmethod
    def get_filename(self, fullname):
        raise ImportError


class FileLoader(ResourceLoader, ExecutionLoader):
    def __init__(self, fullname, path):
        self.name, self.path = fullname, path


class SourceLoader(ResourceLoader, ExecutionLoader):
    def get_source(self, fullname):
        return self.get_data(self.get_filename(fullname)).decode()
