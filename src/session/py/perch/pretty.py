"""The text of a result: repr, with long containers broken over lines."""


def pretty(value):
    """The text in which a value is shown."""
    return repr(value)
