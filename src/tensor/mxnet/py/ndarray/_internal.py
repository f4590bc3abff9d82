"""mx.nd._internal: operators whose names begin with an underscore, for arrays. Each is made from the operator's row when it is named."""
from . import NDArray


def __getattr__(name):
    from .. import symbol
    if not name.startswith('_') or name.startswith('__') or symbol.operators.operator(name) is None:
        raise AttributeError(f"module 'mxnet.ndarray._internal' has no attribute {name!r}")
    function = globals()[name] = _made(name, getattr(symbol._internal, name))
    return function


def __dir__():
    from ..symbol import _internal
    return dir(_internal)


def _made(name, make):
    """The function of arrays: a graph of one node, run."""
    def function(*args, out=None, name=None, **kwargs):
        from .. import symbol
        from ..context import current_context
        from ..executor import Plan
        from .outs import _into
        given = {}

        def turned(value):
            if not isinstance(value, NDArray):
                return value
            given[f'in{len(given)}'] = value
            return symbol.var(f'in{len(given) - 1}')
        made = make(*map(turned, args), **{key: turned(value) for key, value in kwargs.items()})
        first = next(iter(given.values()), None)
        results = Plan(made._heads).run(given, current_context() if first is None else first.context)
        return _into(results[0] if len(results) == 1 else results, out)
    function.__name__ = function.__qualname__ = name
    return function
