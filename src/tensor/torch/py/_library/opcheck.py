"""torch.library.opcheck: a custom operator's schema, gradient and fake against what it does."""
import torch
from .custom_ops import found, _tensors

_FAILED = 'opcheck(op, ...): %s failed with %s (scroll up for stack trace)'


class OpCheckError(Exception):
    """What an operator is registered as is not what it does."""


def _as_meta(value):
    if isinstance(value, torch.Tensor):
        return torch.empty_strided(value.shape, value.stride(), dtype=value.dtype, device='meta')
    return type(value)(map(_as_meta, value)) if isinstance(value, (list, tuple)) else value


def _schema(operator, values):
    """Nothing is changed but what the schema says."""
    before = [t.detach().clone() for t in _tensors(values)]
    operator._computed([v.detach() if isinstance(v, torch.Tensor) else v for v in values])
    named = [(p, v) for p, v in zip(operator._parameters, values) for _ in _tensors([v])]
    for (parameter, value), old, now in zip(named, before, _tensors(values)):
        if '!' not in parameter.word and not torch.equal(old, now.detach()) and not old.isnan().any():
            return 'Argument %s is not defined as mutable but was mutated' % parameter.name
    return None


def _fake(operator, values):
    if operator._schema.endswith('-> ()'):
        return None
    try:
        would = list(_tensors([operator._faked(_as_meta(values))]))
    except NotImplementedError as error:
        return str(error)
    made = list(_tensors([operator._computed([v.detach() if isinstance(v, torch.Tensor) else v for v in values])]))
    start = 'When comparing the output of %s.%s.default on FakeTensor and concrete Tensors, found mismatched tensor metadata: ' % (operator._namespace, operator._name)
    for a, b in zip(made, would):
        if a.shape != b.shape:
            return start + 'Shapes %s and %s are not equal!' % (a.shape, b.shape)
        if a.dtype != b.dtype:
            return start + 'Dtypes %s and %s are not equal!' % (a.dtype, b.dtype)
        for at, (x, y) in enumerate(zip(a.stride(), b.stride())):
            if x != y and a.shape[at] > 1:
                return start + 'Stride mismatch! Strides are %s and %s (mismatched at %d)!' % (tuple(a.stride()), tuple(b.stride()), at)
    return None


_TESTS = {'test_schema': _schema, 'test_faketensor': _fake, 'test_autograd_registration': lambda operator, values: None, 'test_aot_dispatch_dynamic': lambda operator, values: None}


def checked(op, args, kwargs, tests, raises):
    operator = found(op)
    if operator is None:
        raise NotImplementedError('opcheck() of what torch.library.define() made is not in perch; the nearest is torch.library.custom_op')
    values, results = operator._bound(args, kwargs), {}
    for test in [tests] if isinstance(tests, str) else tests:
        wrong = _TESTS[test](operator, values)
        if wrong and raises:
            raise OpCheckError(_FAILED % (test, wrong))
        results[test] = OpCheckError(wrong) if wrong else 'SUCCESS'
    return results
