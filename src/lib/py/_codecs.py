"""_codecs: the functions behind codecs (pickles name them by this module)."""

_handlers = {}


def encode(obj, encoding='utf-8', errors='strict'):
    """obj.encode(encoding, errors)"""
    if encoding.replace('-', '_').lower() in ('rot13', 'rot_13'):
        return obj.translate(_rot13())
    return obj.encode(encoding, errors)


def decode(obj, encoding='utf-8', errors='strict'):
    """bytes(obj).decode(encoding, errors)"""
    if encoding.replace('-', '_').lower() in ('rot13', 'rot_13'):
        return obj.translate(_rot13())
    return bytes(obj).decode(encoding, errors)


def _rot13():
    table = {}
    for first in (65, 97):
        for i in range(26):
            table[first + i] = first + (i + 13) % 26
    return table


def register_error(name, handler):
    """Call `handler` for errors=name; it gives (replacement, position to go on)."""
    if not callable(handler):
        raise TypeError('handler must be callable')
    _handlers[name] = handler


def lookup_error(name):
    try:
        return _handlers[name]
    except KeyError:
        raise LookupError(f'unknown error handler name {name!r}') from None
