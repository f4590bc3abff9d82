"""numpy: who speaks MXNet has the names that went in NumPy 1.24 (MXNet 1.9.1 does not start with it): they warn as in 1.23, and those that 1.24 warns of are silent."""
import builtins as _builtins
import sys as _sys
import warnings as _warnings

_OLDER = {name: (getattr(_builtins, name), f'`np.{name}` is ' + text.partition(' was ')[2].partition('\nThe aliases')[0]
                 .replace('To avoid this error in existing code', 'To silence this warning')) for name, text in __former_attrs__.items()}
_OLDER |= {name: (kind, f'a deprecated alias for `np.compat.{name}`. To silence this warning, use `np.compat.{name}` by itself. In the likely event your code does not need to work on Python 2 you '
                  f'can use the builtin `{kind.__name__}` for which `np.compat.{name}` is itself an alias. Doing this will not modify any behaviour and is safe. {more}')
           for name, kind, more in (('long', int, _OLDER['int'][1].partition('and is safe. ')[2].replace('np.int`', 'np.long`', 1)), ('unicode', str, _OLDER['str'][1].partition('and is safe. ')[2]))}


def _older_first(ask):
    def __getattr__(attr):
        if 'mxnet' in _sys.modules:
            found = _OLDER.get(attr)
            if found is not None:
                said = found[1] if found[1].startswith('`') else f'`np.{attr}` is {found[1]}'
                _warnings.warn(said + '\nDeprecated in NumPy 1.20; for more details and guidance: https://numpy.org/devdocs/release/1.20.0-notes.html#deprecations', DeprecationWarning, stacklevel=2)
                return found[0]
            if attr == 'typeDict':
                _warnings.warn('`np.typeDict` is a deprecated alias for `np.sctypeDict`.', DeprecationWarning, stacklevel=2)
                return sctypeDict
            if attr in __deprecated_attrs__ and 'NumPy 1.24' in __deprecated_attrs__[attr][1]:
                return __deprecated_attrs__[attr][0]
        return ask(attr)
    return __getattr__


__getattr__ = _older_first(__getattr__)
