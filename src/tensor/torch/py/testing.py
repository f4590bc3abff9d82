"""torch.testing: are two results close?"""
import torch

_TOLERANCE = {'torch.float16': (1e-3, 1e-5), 'torch.bfloat16': (1.6e-2, 1e-5), 'torch.float32': (1.3e-6, 1e-5), 'torch.float64': (1e-7, 1e-7)}


def assert_close(actual, expected, *, allow_subclasses=True, rtol=None, atol=None, equal_nan=False, check_device=True, check_dtype=True, check_layout=True,
                 check_stride=False, msg=None):
    if isinstance(actual, (list, tuple)) and isinstance(expected, (list, tuple)):
        if len(actual) != len(expected):
            raise AssertionError('The length of the sequences mismatch: %d != %d' % (len(actual), len(expected)))
        for a, e in zip(actual, expected):
            assert_close(a, e, rtol=rtol, atol=atol, equal_nan=equal_nan, check_device=check_device, check_dtype=check_dtype, check_stride=check_stride, msg=msg)
        return
    numbers = not isinstance(actual, torch.Tensor)
    actual, expected = torch.as_tensor(actual), torch.as_tensor(expected)
    if actual.shape != expected.shape:
        raise AssertionError("The values for attribute 'shape' do not match: %s != %s." % (actual.shape, expected.shape))
    if check_device and actual.device != expected.device:
        raise AssertionError("The values for attribute 'device' do not match: %s != %s." % (actual.device, expected.device))
    if check_dtype and not numbers and actual.dtype != expected.dtype:
        raise AssertionError("The values for attribute 'dtype' do not match: %s != %s." % (actual.dtype, expected.dtype))
    if check_stride and actual.stride() != expected.stride():
        raise AssertionError("The values for attribute 'stride()' do not match: %s != %s." % (actual.stride(), expected.stride()))
    own = _TOLERANCE.get(str(actual.dtype), (0.0, 0.0))
    rtol, atol = own[0] if rtol is None else rtol, own[1] if atol is None else atol
    near = torch.isclose(actual, expected.to(actual.device, actual.dtype), rtol, atol, equal_nan)
    if not bool(near.all()):
        away = int((near == False).sum())           # noqa: E712
        text = '%s are not close!\n\nMismatched elements: %d / %d (%.1f%%)' % ('Scalars' if numbers else 'Tensor-likes', away, actual.numel(), 100 * away / actual.numel())
        raise AssertionError(text if msg is None else msg)


def assert_allclose(actual, expected, rtol=None, atol=None, equal_nan=True, msg=''):
    assert_close(torch.as_tensor(actual), torch.as_tensor(expected), rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=False, msg=msg or None)
