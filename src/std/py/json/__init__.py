"""JSON: dumps and dump write it, loads and load read it."""
from json.decoder import JSONDecoder, JSONDecodeError
from json.encoder import JSONEncoder

__all__ = ['dump', 'dumps', 'load', 'loads', 'JSONDecoder', 'JSONDecodeError', 'JSONEncoder']

_default_encoder = JSONEncoder()
_default_decoder = JSONDecoder()


def _encoder(skipkeys, ensure_ascii, check_circular, allow_nan, cls, indent, separators,
             default, sort_keys, kw):
    if (not skipkeys and ensure_ascii and check_circular and allow_nan and cls is None
            and indent is None and separators is None and default is None
            and not sort_keys and not kw):
        return _default_encoder
    return (cls or JSONEncoder)(
        skipkeys=skipkeys, ensure_ascii=ensure_ascii, check_circular=check_circular,
        allow_nan=allow_nan, indent=indent, separators=separators, default=default,
        sort_keys=sort_keys, **kw)


def dumps(obj, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True,
          cls=None, indent=None, separators=None, default=None, sort_keys=False, **kw):
    """The object as JSON text."""
    return _encoder(skipkeys, ensure_ascii, check_circular, allow_nan, cls, indent,
                    separators, default, sort_keys, kw).encode(obj)


def dump(obj, fp, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True,
         cls=None, indent=None, separators=None, default=None, sort_keys=False, **kw):
    """Write the object as JSON to a file."""
    for chunk in _encoder(skipkeys, ensure_ascii, check_circular, allow_nan, cls, indent,
                          separators, default, sort_keys, kw).iterencode(obj):
        fp.write(chunk)


def detect_encoding(b):
    """Which UTF the bytes are in, from a mark or from where the zeros are."""
    if b.startswith((b'\xff\xfe\x00\x00', b'\x00\x00\xfe\xff')):
        return 'utf-32'
    if b.startswith((b'\xff\xfe', b'\xfe\xff')):
        return 'utf-16'
    if b.startswith(b'\xef\xbb\xbf'):
        return 'utf-8-sig'
    zeros = [not c for c in b[:4]]
    if len(b) >= 4:
        if zeros[0]:
            return 'utf-16-be' if not zeros[1] else 'utf-32-be'
        if zeros[1]:
            return 'utf-16-le' if b[2] or b[3] else 'utf-32-le'
    elif len(b) == 2:
        if zeros[0]:
            return 'utf-16-be'
        if zeros[1]:
            return 'utf-16-le'
    return 'utf-8'


def load(fp, *, cls=None, object_hook=None, parse_float=None, parse_int=None,
         parse_constant=None, object_pairs_hook=None, **kw):
    """Read one JSON document from a file."""
    return loads(fp.read(), cls=cls, object_hook=object_hook, parse_float=parse_float,
                 parse_int=parse_int, parse_constant=parse_constant,
                 object_pairs_hook=object_pairs_hook, **kw)


def loads(s, *, cls=None, object_hook=None, parse_float=None, parse_int=None,
          parse_constant=None, object_pairs_hook=None, **kw):
    """The Python object that a str or bytes of JSON describes."""
    if isinstance(s, str):
        if s.startswith('\ufeff'):
            raise JSONDecodeError("Unexpected UTF-8 BOM (decode using utf-8-sig)", s, 0)
    else:
        if not isinstance(s, (bytes, bytearray)):
            raise TypeError('the JSON object must be str, bytes or bytearray, '
                            f'not {s.__class__.__name__}')
        s = s.decode(detect_encoding(s), 'surrogatepass')
    hooks = {'object_hook': object_hook, 'object_pairs_hook': object_pairs_hook,
             'parse_float': parse_float, 'parse_int': parse_int,
             'parse_constant': parse_constant}
    for name, hook in hooks.items():
        if hook is not None:
            kw[name] = hook
    if cls is None and not kw:
        return _default_decoder.decode(s)
    return (cls or JSONDecoder)(**kw).decode(s)
