"""out=: where a function's result goes."""


def _into(made, out):
    """The result, or the array that is given for it with the result in it."""
    if out is None:
        return made
    out[:] = made
    return out
