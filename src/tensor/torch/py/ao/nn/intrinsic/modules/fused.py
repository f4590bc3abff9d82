"""Layers that follow one another, as one module that is converted whole: each kind says what it is made of."""
from torch import nn
from torch.nn.utils.parametrize import type_before_parametrizations as _kind

__all__ = []


class _FusedModule(nn.Sequential):
    """Called, it is its parts one after the other."""
    _of = ()

    def __init__(self, *parts):
        kinds = [_kind(part) for part in parts]
        assert len(parts) == len(self._of) and all(kind is wanted for kind, wanted in zip(kinds, self._of)), 'Incorrect types for input modules' + ''.join(map(str, kinds))
        super().__init__(*parts)


def _fused(name, *parts):
    __all__.append(name)
    globals()[name] = type(name, (_FusedModule,), {'_of': parts, '__module__': __name__, '__doc__': ', then '.join(part.__name__ for part in parts) + '.'})


for _dims in ('1d', '2d', '3d'):
    _conv, _bn = getattr(nn, 'Conv' + _dims), getattr(nn, 'BatchNorm' + _dims)
    _fused('ConvReLU' + _dims, _conv, nn.ReLU)
    _fused('ConvBn' + _dims, _conv, _bn)
    _fused('ConvBnReLU' + _dims, _conv, _bn, nn.ReLU)
    if _dims != '1d':
        _fused('BNReLU' + _dims, _bn, nn.ReLU)
_fused('LinearReLU', nn.Linear, nn.ReLU)
_fused('LinearBn1d', nn.Linear, nn.BatchNorm1d)
