"""A program that asks which Python this is hears perch's name: CPython's would promise its C interface and the layout of its objects."""


def python_implementation(_of_version=python_implementation):
    """The name of this Python."""
    own = '(%s ' % sys.implementation.name
    return sys.implementation.name if own in sys.version else _of_version()
