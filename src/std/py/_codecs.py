"""_codecs: the handlers of encoding errors by name, and encode and decode (pickles name them by this module)."""

_handlers = {}


def _register_standard(**handlers):
    for name, handler in handlers.items():
        _handlers.setdefault(name, handler)


def register_error(name, handler):
    """Call `handler` for errors=name; it gives (replacement, position to go on)."""
    if not isinstance(name, str):
        raise TypeError(f'register_error() argument 1 must be str, not {type(name).__name__}')
    if not callable(handler):
        raise TypeError('handler must be callable')
    _handlers[name] = handler


def lookup_error(name):
    try:
        return _handlers[name]
    except KeyError:
        raise LookupError(f'unknown error handler name {name!r}') from None


def __getattr__(name):
    import codecs
    if name.startswith('__') or not hasattr(codecs, name):
        raise AttributeError(f"module '_codecs' has no attribute {name!r}")
    return getattr(codecs, name)
