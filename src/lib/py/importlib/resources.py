"""Files that stand in a package: files(package) / 'name'."""
import contextlib
import importlib
import pathlib


def _package(anchor):
    return importlib.import_module(anchor) if isinstance(anchor, str) else anchor


def files(package):
    """The folder of a package, as a Path."""
    module = _package(package)
    places = getattr(module, '__path__', None)
    if not places:
        raise TypeError('%r is not a package' % (module.__name__,))
    return pathlib.Path(list(places)[0])


@contextlib.contextmanager
def as_file(path):
    """with as_file(files(p) / 'name') as path: …"""
    yield path


def open_binary(package, resource):
    return open(files(package) / resource, 'rb')


def open_text(package, resource, encoding='utf-8', errors='strict'):
    return open(files(package) / resource, encoding=encoding, errors=errors)


def read_binary(package, resource):
    with open_binary(package, resource) as f:
        return f.read()


def read_text(package, resource, encoding='utf-8', errors='strict'):
    with open_text(package, resource, encoding, errors) as f:
        return f.read()


def path(package, resource):
    """with path(package, 'name') as path: …"""
    return as_file(files(package) / resource)


def is_resource(package, name):
    return (files(package) / name).is_file()


def contents(package):
    return [each.name for each in files(package).iterdir()]
