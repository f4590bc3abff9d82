"""importlib.metadata knows the packages that perch is itself, which have no folder of metadata: asked for by name, they say their versions."""
import _frozen

_OWN = 'mxnet', 'torch', 'tqdm'
_TAKEN = dict(words.partition(',')[0].rsplit(' ', 1) for words in _frozen.libraries()) # those whose Python half is in the binary
_TAKEN = {Prepared.normalize({'dateutil': 'python-dateutil'}.get(name, name)): version for name, version in _TAKEN.items() if name != 'CPython'}


class _OwnDistribution(Distribution):
    """One of them."""

    def __init__(self, name):
        self._own = name

    def read_text(self, filename):
        if filename != 'METADATA':
            return None
        return f'Metadata-Version: 2.1\nName: {self._own}\nVersion: {_TAKEN.get(self._own) or __import__(self._own).__version__}\n'

    def locate_file(self, path):
        return pathlib.Path(path)


def _own_distributions(context):
    return [_OwnDistribution(name) for name in (*_OWN, *_TAKEN) if context.name and Prepared.normalize(context.name) == name]


def _resolvers(_others=Distribution._discover_resolvers):
    return itertools.chain(_others(), [_own_distributions])


Distribution._discover_resolvers = staticmethod(_resolvers)
