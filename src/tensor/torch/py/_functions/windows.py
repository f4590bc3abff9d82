"""Windows of a signal: hann, hamming, blackman, bartlett, kaiser. A periodic one leaves out the last point of one that is longer."""
import math

import _torch
from _torch import _c_name
from ._shared import FLOAT64
from .facts import get_default_dtype

_LAID = {None: 'Strided (default)', 'torch.strided': 'Strided', 'torch.sparse_coo': 'Sparse'}


def _refused(name, why, dtype, layout, device, requires_grad):
    kind = 'float (default)' if dtype is None else _c_name(_torch.zeros(0, dtype=dtype))
    options = 'dtype=%s, device=%s, layout=%s, requires_grad=%s, pinned_memory=false, memory_format=(nullopt)' % (
        kind, device or 'cpu', _LAID[layout and str(layout)], 'true' if requires_grad else 'false (default)')
    return RuntimeError('%s %s, got: TensorOptions(%s)' % (name, why, options))


def _window(name, weight, length, periodic, dtype, layout, device, pin_memory, requires_grad):
    """weight(angle) over `length` points of a turn."""
    if layout is not None and str(layout) != 'torch.strided':
        raise _refused(name, 'is not implemented for sparse types', dtype, layout, device, requires_grad)
    if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
        raise _refused(name, 'expects floating point dtypes', dtype, layout, device, requires_grad)
    if length < 0:
        raise RuntimeError('%s requires non-negative window_length, got window_length=%d' % (name, length))
    if length < 2:
        made = _torch.ones(length, dtype=dtype, device=device)
    else:
        turn = _torch.arange(length, dtype=dtype or get_default_dtype(), device=device) * (2 * math.pi / (length if periodic else length - 1))
        made = weight(turn).to(turn.dtype)
    made = made.pin_memory() if pin_memory else made
    return made.requires_grad_() if requires_grad else made


def hann_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    return _window('hann_window', lambda turn: 0.5 - 0.5 * turn.cos(), window_length, periodic, dtype, layout, device, pin_memory, requires_grad)


def hamming_window(window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    return _window('hamming_window', lambda turn: alpha - beta * turn.cos(), window_length, periodic, dtype, layout, device, pin_memory, requires_grad)


def blackman_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    return _window('blackman_window', lambda turn: 0.42 - 0.5 * turn.cos() + 0.08 * (2 * turn).cos(), window_length, periodic, dtype, layout, device, pin_memory, requires_grad)


def bartlett_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    return _window('bartlett_window', lambda turn: 1 - (turn / math.pi - 1).abs(), window_length, periodic, dtype, layout, device, pin_memory, requires_grad)


def kaiser_window(window_length, periodic=True, beta=12.0, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    """Bessel's function of a half circle."""
    from .elementwise import i0

    def weight(turn):
        away = turn.to(FLOAT64) / math.pi - 1
        return i0(beta * (1 - away * away).clamp(min=0).sqrt()) / i0(_torch.tensor(float(beta), dtype=FLOAT64, device=turn.device))
    return _window('kaiser_window', weight, window_length, periodic, dtype, layout, device, pin_memory, requires_grad)
