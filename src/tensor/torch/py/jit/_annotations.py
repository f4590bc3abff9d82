"""Annotations of Python, as types of graphs."""
import typing

import torch
from ._types import ANY, BOOL, COMPLEX, DEVICE, FLOAT, INT, NONE, NUMBER, STR, TENSOR, Type, dict_of, list_of, optional, tuple_of

_PLAIN = {torch.Tensor: TENSOR, int: INT, float: FLOAT, bool: BOOL, str: STR, None: NONE, type(None): NONE, torch.device: DEVICE, complex: COMPLEX, typing.Any: ANY, torch.dtype: INT, torch.layout: INT,
          torch.memory_format: INT}
_NAMED = {'number': NUMBER, 'Scalar': NUMBER, 'NoneType': NONE, 'Device': DEVICE}


def type_of(note, module=None):
    """The type that an annotation means; a TypeError where there is none."""
    if isinstance(note, str):
        scope = {'List': typing.List, 'Tuple': typing.Tuple, 'Optional': typing.Optional, 'Dict': typing.Dict, 'Any': typing.Any, 'Union': typing.Union, 'Tensor': torch.Tensor, 'torch': torch, **_NAMED, **(vars(module) if module is not None else {})}
        note = eval(note, scope)
    if isinstance(note, Type):
        return note
    if note in _PLAIN:
        return _PLAIN[note]
    origin, parts = typing.get_origin(note), typing.get_args(note)
    if origin in (list, typing.List) and parts:
        return list_of(type_of(parts[0], module))
    if origin in (tuple, typing.Tuple):
        return tuple_of(type_of(each, module) for each in parts if each != ())
    if origin in (dict, typing.Dict) and parts:
        return dict_of(*(type_of(each, module) for each in parts))
    if origin is typing.Union or str(origin) == "<class 'types.UnionType'>":
        rest = [each for each in parts if each is not type(None)]
        if len(rest) == 1 and len(rest) < len(parts):
            return optional(type_of(rest[0], module))
    if origin is typing.Final and parts:
        return type_of(parts[0], module)
    raise TypeError('Unknown type annotation: %r' % (note,))
