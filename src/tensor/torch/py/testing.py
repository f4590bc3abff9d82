"""torch.testing: are two results close? And tensors for tests."""
import cmath
from collections.abc import Mapping, Sequence

import torch

__all__ = ['assert_allclose', 'assert_close', 'make_tensor']

_TOLERANCE = {torch.float16: (1e-3, 1e-5), torch.bfloat16: (1.6e-2, 1e-5), torch.float32: (1.3e-6, 1e-5), torch.float64: (1e-7, 1e-7), torch.complex64: (1.3e-6, 1e-5),
              torch.complex128: (1e-7, 1e-7)}
_NUMBERS = {int: torch.int64, float: torch.float64, complex: torch.complex128}


class _Away(Exception):
    """What differs, in words, and where: keys and positions from the outermost to it."""

    def __init__(self, kind, words, place=()):
        self.kind, self.words, self.place = kind, words, place


class _Check:
    """How close is close enough, and what besides the numbers has to agree."""

    def __init__(self, rtol, atol, **asked):
        if (rtol is None) ^ (atol is None):
            raise ValueError("Both 'rtol' and 'atol' must be either specified or omitted, but got no %s." % ('rtol' if rtol is None else 'atol'))
        self.given = None if rtol is None else (rtol, atol)
        self.__dict__.update(asked)

    def tolerances(self, *dtypes):
        if self.given:
            return self.given
        both = [_TOLERANCE.get(dtype, (0.0, 0.0)) for dtype in dtypes]
        return max(rtol for rtol, _ in both), max(atol for _, atol in both)

    # ---- containers ----
    def compare(self, actual, expected, place=()):
        if isinstance(actual, Mapping) and isinstance(expected, Mapping):
            self._compare_keys(actual, expected, place)
            keys = list(actual)
            for key in sorted(keys) if all(isinstance(key, str) for key in keys) else keys:
                self.compare(actual[key], expected[key], (*place, key))
        elif all(isinstance(v, Sequence) and not isinstance(v, str) for v in (actual, expected)):
            if len(actual) != len(expected):
                raise _Away(AssertionError, 'The length of the sequences mismatch: %d != %d' % (len(actual), len(expected)), place)
            for i, pair in enumerate(zip(actual, expected)):
                self.compare(*pair, (*place, i))
        else:
            try:
                self._pair(actual, expected)
            except _Away as away:
                away.place = place
                raise

    def _compare_keys(self, actual, expected, place):
        missing, more = [[k for k in a if k not in b] for a, b in ((expected, actual), (actual, expected))]
        if missing or more:
            raise _Away(AssertionError, 'The keys of the mappings do not match:\nMissing keys in the actual mapping: %s\nAdditional keys in the actual mapping: %s' % (sorted(missing), sorted(more)), place)

    def _pair(self, actual, expected):
        import numpy
        if actual is None and expected is None:
            return
        if all(isinstance(v, (bool, numpy.bool_)) for v in (actual, expected)):
            if bool(actual) is not bool(expected):
                raise _Away(AssertionError, 'Booleans mismatch: %s is not %s' % (actual, expected))
        elif all(type(v) in _NUMBERS or isinstance(v, numpy.number) for v in (actual, expected)):
            self._numbers(actual, expected)
        elif all(isinstance(v, torch.Tensor) for v in (actual, expected)):
            self._tensors(actual, expected)
        elif all(isinstance(v, numpy.ndarray) for v in (actual, expected)):
            self._tensors(torch.from_numpy(actual), torch.from_numpy(expected))
        else:
            raise _Away(TypeError, 'No comparison pair was able to handle inputs of type %s and %s.' % (type(actual), type(expected)))

    # ---- numbers ----
    def _numbers(self, actual, expected, tolerances=None):
        kinds = [type(v) if type(v) in _NUMBERS else type(v.item()) for v in (actual, expected)]
        if self.check_dtype and kinds[0] is not kinds[1] and tolerances is None:
            raise _Away(AssertionError, 'The (d)types do not match: %s != %s.' % (type(actual), type(expected)))
        rtol, atol = tolerances or self.tolerances(*(_NUMBERS[kind] for kind in kinds))
        away = abs(actual - expected)
        if actual == expected or (self.equal_nan and cmath.isnan(actual) and cmath.isnan(expected)) or (cmath.isfinite(away) and away <= atol + rtol * abs(expected)):
            return
        relative = away / abs(expected) if expected != 0 else float('inf')
        raise _Away(AssertionError, 'Scalars are not %s!\n\nExpected %s but got %s.\nAbsolute difference: %s%s\nRelative difference: %s%s' % (
            'close' if rtol or atol else 'equal', expected, actual, away, _allowed(rtol, atol, atol), relative, _allowed(rtol, atol, rtol)))

    # ---- tensors ----
    def _attributes(self, actual, expected):
        for name, asked, get in (('shape', True, lambda t: t.shape), ('layout', self.check_layout, lambda t: t.layout), ('device', self.check_device, lambda t: t.device),
                                 ('dtype', self.check_dtype, lambda t: t.dtype), ('stride()', self.check_stride, lambda t: t.stride())):
            if asked and get(actual) != get(expected):
                raise _Away(AssertionError, "The values for attribute '%s' do not match: %s != %s." % (name, get(actual), get(expected)))

    def _tensors(self, actual, expected):
        self._attributes(actual, expected)
        tolerances = self.tolerances(actual.dtype, expected.dtype)
        actual, expected = actual.detach().to_dense() if actual.is_sparse else actual.detach(), expected.detach().to_dense() if expected.is_sparse else expected.detach()
        expected = expected.to(actual.device)
        both = torch.promote_types(actual.dtype, expected.dtype)
        actual, expected = actual.to(both), expected.to(both)
        if not actual.ndim and both is not torch.bool:
            return self._numbers(actual.item(), expected.item(), tolerances)
        rtol, atol = tolerances
        if both is torch.bool:
            actual, expected = actual.long(), expected.long()
        near = torch.isclose(actual, expected, rtol, atol, self.equal_nan)
        if not near.all():
            self._apart(actual, expected, ~near, rtol, atol)

    def _apart(self, actual, expected, away, rtol, atol):
        if not actual.is_floating_point() and not actual.is_complex():
            actual, expected = actual.long(), expected.long()
        absolute = (actual - expected).abs()
        lines = ['Tensor-likes are not %s!' % ('close' if rtol or atol else 'equal'), '', 'Mismatched elements: %d / %d (%.1f%%)' % (away.sum(), away.numel(), 100 * away.sum().item() / away.numel())]
        for word, measure, limit in (('absolute', absolute, atol), ('relative', absolute / expected.abs(), rtol)):
            measure = measure.masked_fill(~away, 0)             # (what is close enough is not looked at)
            at = measure.flatten().argmax().item()
            index = []
            for size in reversed(measure.shape):
                at, rest = divmod(at, size)
                index.insert(0, rest)
            lines.append('Greatest %s difference: %s at index %s%s' % (word, measure[tuple(index)].item(), tuple(index), _allowed(rtol, atol, limit)))
        raise _Away(AssertionError, '\n'.join(lines))


def _allowed(rtol, atol, limit):
    return ' (up to %s allowed)' % limit if rtol or atol else ''


def assert_close(actual, expected, *, allow_subclasses=True, rtol=None, atol=None, equal_nan=False, check_device=True, check_dtype=True, check_layout=True,
                 check_stride=False, msg=None):
    """Raises where two results, tensors, numbers or containers of them, are farther from one another than their dtype's rounding explains."""
    check = _Check(rtol, atol, equal_nan=equal_nan, check_device=check_device, check_dtype=check_dtype, check_layout=check_layout, check_stride=check_stride)
    if not allow_subclasses and type(actual) is not type(expected):
        raise TypeError('No comparison pair was able to handle inputs of type %s and %s.' % (type(actual), type(expected)))
    try:
        check.compare(actual, expected)
    except _Away as away:
        words = away.words
        if away.place:
            words += '\n\nThe failure occurred for item ' + ''.join('[%r]' % key for key in away.place)
        if away.kind is AssertionError and msg is not None:
            words = msg(words) if callable(msg) else msg
        raise away.kind(words) from None


def assert_allclose(actual, expected, rtol=None, atol=None, equal_nan=True, msg=''):
    assert_close(torch.as_tensor(actual), torch.as_tensor(expected), rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=False, msg=msg or None)


def _between(dtype, low, high):
    """The bounds that are asked for, or the dtype's own."""
    if dtype is torch.bool:
        least, most = 0, 2
    elif dtype is torch.uint8:
        least, most = 0, 10
    elif dtype.is_floating_point or dtype.is_complex:
        least, most = -9, 9
    else:
        least, most = -9, 10
    low, high = least if low is None else low, most if high is None else high
    if low >= high:
        raise ValueError('`low` must be less than `high`, but got %s >= %s' % (low, high))
    return low, high


def make_tensor(*shape, dtype, device, low=None, high=None, requires_grad=False, noncontiguous=False, exclude_zero=False, memory_format=None):
    """A tensor of random numbers between low and high."""
    shape = tuple(shape[0]) if len(shape) == 1 and isinstance(shape[0], Sequence) else shape
    inexact = dtype.is_floating_point or dtype.is_complex
    if requires_grad and not inexact:
        raise ValueError('`requires_grad=True` is not supported for boolean and integral dtypes, but got dtype=%s' % dtype)
    if noncontiguous and memory_format is not None:
        raise ValueError('The parameters `noncontiguous` and `memory_format` are mutually exclusive, but got noncontiguous=%s and memory_format=%s' % (noncontiguous, memory_format))
    low, high = _between(dtype, low, high)
    apart = noncontiguous and bool(shape) and 0 not in shape
    if apart:
        shape = (*shape[:-1], 2 * shape[-1])
    if inexact:
        made = torch.empty(shape, device=device, dtype=dtype)
        (torch.view_as_real(made) if dtype.is_complex else made).uniform_(low, high)
    else:
        made = torch.randint(low, high, shape, device=device, dtype=dtype)
    if apart:
        made = made[..., 1::2]
    elif memory_format is not None:
        made = made.clone(memory_format=memory_format)
    if exclude_zero:
        made[made == 0] = torch.finfo(dtype).tiny if inexact else 1
    return made.requires_grad_() if requires_grad else made
