"""out=: where a function's result goes."""


def _into(made, out):
    """The result, or the array that is given for it with the result in it."""
    if out is None:
        return made
    if isinstance(made, (list, tuple)):
        for each, one in zip(out, made):
            one.copyto(each)
        return out
    out[:] = made
    return out
