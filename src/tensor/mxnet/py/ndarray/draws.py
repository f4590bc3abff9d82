"""Single random numbers, as the changes of pictures draw them: what C++'s distributions make of the words of one twister, in MXNet's order."""
import math
from struct import pack, unpack

from _mxnet import random_word


def single(x):
    """x in single precision."""
    return unpack('f', pack('f', x))[0]


def _unit():
    return min(single(single(random_word()) / 4294967296), 1 - 2.0 ** -24)


def uniform(low, high):
    low, high = single(low), single(high)
    return single(single(_unit() * single(high - low)) + low)


def happens(p):
    """True with that chance."""
    first = random_word()
    return (first + random_word() * 4294967296.0) / 18446744073709551616.0 < p


def normals(n, deviation):
    """n normal numbers, made in pairs."""
    made = []
    while len(made) < n:
        x, y = (single(single(2 * _unit()) - 1) for _ in range(2))
        size = single(single(x * x) + single(y * y))
        if 0 < size <= 1:
            by = single(math.sqrt(single(-2 * single(math.log(size)) / size)))
            made += [single(y * by), single(x * by)]
    return [single(x * single(deviation)) for x in made[:n]]


def _below(n):
    """One of 0 … n - 1: words beyond the last whole multiple of n are passed over."""
    share = 0xFFFFFFFF // n
    word = random_word()
    while word >= n * share:
        word = random_word()
    return word // share


def shuffle(items):
    """In place: each, from the second on, changes places with one before it or itself."""
    for i in range(1, len(items)):
        j = _below(i + 1)
        items[i], items[j] = items[j], items[i]
