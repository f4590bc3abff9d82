"""What a search gives: a dict whose names are attributes too."""


_HIDDEN = ('slack', 'con', 'crossover_nit')       # what a linear program gives besides


class OptimizeResult(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError as e:
            raise AttributeError(name) from e

    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__

    def __repr__(self):
        if not self:
            return type(self).__name__ + '()'
        order = ('message', 'success', 'status', 'fun', 'funl', 'x', 'xl', 'col_ind', 'nit', 'lower', 'upper', 'eqlin', 'ineqlin', 'converged', 'flag', 'function_calls', 'iterations', 'root')
        names = [name for name in order if name in self] + [name for name in self if name not in order]
        names = [name for name in names if not name.startswith('_')]
        wide = max(map(len, names)) + ('marginals' not in self)         # (one that stands in another has no margin)
        names = [name for name in names if name not in _HIDDEN]
        return '\n'.join(name.rjust(wide) + ': ' + _shown(self[name], wide + 2) for name in names)

    def __dir__(self):
        return list(self.keys())


def _number(x):
    import numpy as np
    return np.format_float_scientific(x, 3, pad_left=2, unique=False) if np.isfinite(x) else str(x).rjust(10)


def _shown(value, indent):
    """A field's text; arrays are short wherever they stand in it."""
    import numpy as np
    if isinstance(value, dict) and not isinstance(value, OptimizeResult) and value:
        wide = max(map(len, value))
        text = '\n'.join(name.rjust(wide) + ': ' + _shown(part, indent + wide + 2).replace('\n' + ' ' * indent, '\n') for name, part in value.items())
    else:
        with np.printoptions(linewidth=76 - indent, edgeitems=2, threshold=12, formatter={'float_kind': _number}):
            text = str(value)
    return text.replace('\n', '\n' + ' ' * indent)
