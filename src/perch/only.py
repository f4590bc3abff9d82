"""For functions whose originals take more than perch serves: an argument that has one value here is refused by name when it has another."""


def only(function, **given):
    """given: name=(what was said, the value that there is)."""
    for name, (value, plain) in given.items():
        if value is plain or type(value) is type(plain) and isinstance(value, (bool, int, float, str)) and value == plain:
            continue
        shown = repr(value) if value is None or isinstance(value, (bool, int, float, str)) else ''
        raise NotImplementedError('%s(%s=%s) is not in perch; the nearest is %s=%r' % (function, name, shown, name, plain))


def no_more(function, kwargs):
    """For **kwargs that nothing reads."""
    for name in kwargs:
        raise TypeError('%s() got an unexpected keyword argument %r' % (function, name))
