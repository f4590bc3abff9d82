"""An operator's schema as PyTorch writes it, from a function's own annotations."""
import collections.abc
import inspect
import typing

import torch

_BASES = {torch.Tensor: 'Tensor', int: 'SymInt', float: 'float', bool: 'bool', str: 'str', torch.types.Number: 'Scalar', torch.dtype: 'ScalarType', torch.device: 'Device'}
_IN_LISTS = (torch.Tensor, int, float, bool, torch.types.Number)
_LISTS = (typing.Sequence, typing.List, collections.abc.Sequence, list)


def _kinds():
    """Each annotation that is known, and its word."""
    known = {}
    for base, word in _BASES.items():
        known[base] = word
        known[typing.Optional[base]] = word + '?'
        for many in _LISTS if base in _IN_LISTS else ():
            known[many[base]] = word + '[]'
            known[typing.Optional[many[base]]] = word + '[]?'
            if base is torch.Tensor:
                known[many[typing.Optional[base]]] = word + '?[]'
    return known


KNOWN = _kinds()
_RETURNED = {torch.Tensor: 'Tensor', typing.List[torch.Tensor]: 'Tensor[]', list[torch.Tensor]: 'Tensor[]', int: 'SymInt', float: 'float', bool: 'bool', torch.types.Number: 'Scalar'}


def _default(value):
    return '"%s"' % value if isinstance(value, str) else str(value)


def _resolved(function, name, annotation):
    """What an annotation names that was left as its text."""
    return typing.get_type_hints(function).get(name, annotation) if isinstance(annotation, str) else annotation


def _word(function, name, parameter, refuse):
    if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
        refuse('We do not support positional-only args, varargs, or varkwargs.')
    if parameter.annotation is parameter.empty:
        refuse('Parameter %s must have a type annotation.' % name)
    annotation = _resolved(function, name, parameter.annotation)
    if annotation not in KNOWN:
        refuse('Parameter %s has unsupported type %s. The valid types are: %s.' % (name, annotation, KNOWN.keys()))
    return KNOWN[annotation]


def _results(function, signature, refuse):
    annotation = signature.return_annotation
    if annotation is signature.empty:
        refuse('No return type annotation was provided. Please add one.')
    annotation = _resolved(function, 'return', annotation)
    if annotation in (None, type(None)):
        return '()'
    many = typing.get_args(annotation) if typing.get_origin(annotation) is tuple else None
    for each in many or (annotation,):
        if each not in _RETURNED:
            refuse('Return has unsupported type %s. The valid types are: %s.' % (annotation, _RETURNED))
    return '(%s)' % ', '.join(_RETURNED[each] for each in many) if many and len(many) > 1 else _RETURNED[many[0] if many else annotation]


def infer_schema(prototype_function, /, *, mutates_args, op_name=None):
    """"(Tensor x, SymInt n=1) -> Tensor": which arguments are changed is said apart."""
    signature = inspect.signature(prototype_function)

    def refuse(what):
        raise ValueError('infer_schema(func): %s Got func with signature %s)' % (what, signature))

    words, changed, starred = [], 0, False
    for name, parameter in signature.parameters.items():
        word = _word(prototype_function, name, parameter, refuse)
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            words.append('*')
            starred = True
        if mutates_args == 'unknown' and word.startswith('Tensor') or mutates_args != 'unknown' and name in mutates_args:
            if not word.startswith('Tensor'):
                refuse('Parameter %s is in mutable_args but only Tensors or collections of Tensors can be mutated' % name)
            place = len(words) - starred
            word, changed = 'Tensor(a%d!)%s' % (place, word[6:]), changed + 1
        words.append('%s %s' % (word, name) + ('' if parameter.default is parameter.empty else '=' + _default(parameter.default)))
    unknown = set() if mutates_args == 'unknown' else set(mutates_args) - set(signature.parameters)
    if unknown:
        refuse("%s in mutates_args were not found in the custom op's signature. mutates_args should contain the names of all args that the custom op mutates, or just the string 'unknown' if you "
               "don't know." % unknown)
    return '%s(%s) -> %s' % (op_name or '', ', '.join(words), _results(prototype_function, signature, refuse))
