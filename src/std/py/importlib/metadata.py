"""What is known of installed packages: of those whose folders stand in sys.path, and of what perch has itself."""
import os
import re
import sys


class PackageNotFoundError(ModuleNotFoundError):
    """There is no package of that name."""

    def __str__(self):
        return 'No package metadata was found for %s' % self.name

    @property
    def name(self):
        return self.args[0]


def _plain(name):
    return re.sub(r'[-_.]+', '-', name).lower()


class Headers(dict):
    """A METADATA file: the first of each header by its name; get_all gives all of them; the text below is the description."""

    def __init__(self, text=''):
        head, _, body = text.partition('\n\n')
        self._rows, last = [], None
        for line in head.split('\n'):
            name, colon, value = line.partition(':')
            if line[:1] in (' ', '\t') and last is not None:
                self._rows[-1] = last, self._rows[-1][1] + '\n' + line
            elif colon:
                last = name
                self._rows.append((name, value.strip()))
        if body:
            self._rows.append(('Description', body))
        for name, value in reversed(self._rows):
            self[name] = value

    def __missing__(self, key):
        return None

    def get_all(self, name, failobj=None):
        return [value for each, value in self._rows if each.lower() == name.lower()] or failobj


class EntryPoint:
    """A function that a package offers under a name of a group."""

    def __init__(self, name, value, group):
        self.name, self.value, self.group = name, value, group

    def load(self):
        import importlib
        module, _, path = self.value.partition(':')
        found = importlib.import_module(module.strip())
        for part in filter(None, path.partition('[')[0].strip().split('.')):
            found = getattr(found, part)
        return found

    def __repr__(self):
        return 'EntryPoint(name=%r, value=%r, group=%r)' % (self.name, self.value, self.group)


class EntryPoints(tuple):
    """EntryPoints of several groups; select(group=…, name=…)."""

    def select(self, **wanted):
        return EntryPoints(each for each in self if all(getattr(each, key) == value for key, value in wanted.items()))

    @property
    def names(self):
        return {each.name for each in self}

    @property
    def groups(self):
        return {each.group for each in self}

    def __getitem__(self, name):
        for each in self:
            if each.name == name:
                return each
        raise KeyError(name)


class Distribution:
    """A package: .metadata, .version, .entry_points, .files, .requires."""

    def __init__(self, headers, folder=None):
        self.metadata, self._path = headers, folder

    @classmethod
    def from_name(cls, name):
        if not name:
            raise ValueError('A distribution name is required.')
        for each in distributions():
            if _plain(each.name) == _plain(name):
                return each
        if name in _OWN:
            module = __import__(name)
            return Distribution(Headers('Name: %s\nVersion: %s' % (name, module.__version__)))
        raise PackageNotFoundError(name)

    name = property(lambda self: self.metadata['Name'])
    version = property(lambda self: self.metadata['Version'])
    requires = property(lambda self: self.metadata.get_all('Requires-Dist'))

    def read_text(self, filename):
        try:
            with open(os.path.join(self._path or '', filename), encoding='utf-8') as f:
                return f.read()
        except OSError:
            return None

    @property
    def entry_points(self):
        found, group = [], ''
        for line in (self.read_text('entry_points.txt') or '').split('\n'):
            line = line.strip()
            if line.startswith('['):
                group = line.strip('[]')
            elif '=' in line and not line.startswith('#'):
                name, _, value = line.partition('=')
                found.append(EntryPoint(name.strip(), value.strip(), group))
        return EntryPoints(found)

    @property
    def files(self):
        import pathlib
        text = self.read_text('RECORD')
        return None if text is None else [pathlib.PurePosixPath(line.split(',')[0]) for line in text.split('\n') if line]

    def locate_file(self, path):
        import pathlib
        return pathlib.Path(os.path.dirname(self._path or '')) / path


_OWN = ('mxnet', 'torch', 'numpy', 'tqdm')


def distributions(**context):
    """All packages that have a *.dist-info in a folder of sys.path."""
    for folder in context.get('path', sys.path):
        try:
            names = sorted(os.listdir(folder or '.'))
        except OSError:
            continue
        for name in names:
            if name.endswith('.dist-info'):
                path = os.path.join(folder, name)
                try:
                    with open(os.path.join(path, 'METADATA'), encoding='utf-8') as f:
                        yield Distribution(Headers(f.read()), path)
                except OSError:
                    continue


def distribution(distribution_name):
    """The package of a name."""
    return Distribution.from_name(distribution_name)


def metadata(distribution_name):
    return distribution(distribution_name).metadata


def version(distribution_name):
    """The version of a package, as a text."""
    return distribution(distribution_name).version


def requires(distribution_name):
    return distribution(distribution_name).requires


def files(distribution_name):
    return distribution(distribution_name).files


def entry_points(**wanted):
    """What packages offer: entry_points(group='…')."""
    return EntryPoints(point for each in distributions() for point in each.entry_points).select(**wanted)


def packages_distributions():
    """Top-level modules: the packages that have them."""
    found = {}
    for each in distributions():
        for name in sorted({path.parts[0] for path in each.files or () if path.suffix == '.py'}):
            found.setdefault(name[:-3] if name.endswith('.py') else name, []).append(each.name)
    return found
