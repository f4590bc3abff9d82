"""torch's functions whose overloads need thought, a file for each kind. The first argument of most is a tensor: _tensor_methods makes methods of them too."""
import types as _types

import _tensor
from . import elementwise, facts, factors, indexing, making, ordering, parts, products, settings, shorts, spectra, statistics, windows

__all__ = []
for _part in (facts, settings, making, ordering, statistics, elementwise, parts, indexing, products, factors, shorts, spectra, windows):
    for _name, _value in list(vars(_part).items()):
        if not _name.startswith('_') and getattr(_value, '__module__', None) == _part.__name__:
            globals()[_name] = _value
            if isinstance(_value, _types.FunctionType):
                _tensor.judge(_value, False)
            __all__.append(_name)
__all__.remove('type_name')
