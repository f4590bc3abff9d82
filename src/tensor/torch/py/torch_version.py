"""torch.torch_version: a version that is a text and compares as a version does."""
import re

from .version import __version__ as internal_version

__all__ = ['TorchVersion']

_FORM = re.compile(r'v?(\d+(?:\.\d+)*)(?:[-_.]?(dev|a|alpha|b|beta|rc)[-_.]?(\d*))?(?:\+.*)?', re.ASCII)
_STAGES = {'dev': 0, 'a': 1, 'alpha': 1, 'b': 2, 'beta': 2, 'rc': 3, None: 4}


def _key(version):
    """What orders it: its numbers without zeros at the end, then how far it was from being released; None: no version."""
    found = _FORM.fullmatch(version.strip().lower())
    if not found:
        return None
    numbers = [int(number) for number in found[1].split('.')]
    while numbers and not numbers[-1]:
        numbers.pop()
    return numbers, _STAGES[found[2]], int(found[3] or 0)


def _text(other):
    if isinstance(other, str):
        return str.__str__(other)
    if isinstance(other, (tuple, list)):
        return '.'.join(map(str, other))
    return None


def _comparison(name):
    plain = getattr(str, name)

    def compare(self, other):
        text = _text(other)
        if text is None:
            return NotImplemented
        a, b = _key(self), _key(text)
        if a is None or b is None:              # no versions: texts
            return plain(self, text)
        return getattr(a, name)(b)
    compare.__name__ = name
    return compare


class TorchVersion(str):
    """'2.0.1' > '1.13', > (1, 13)."""

    __lt__, __le__, __eq__, __ge__, __gt__ = (_comparison(name) for name in ('__lt__', '__le__', '__eq__', '__ge__', '__gt__'))
    __hash__ = str.__hash__


__version__ = TorchVersion(internal_version)
