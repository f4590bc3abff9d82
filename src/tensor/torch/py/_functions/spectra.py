"""Spectra of short pieces of a signal: stft, which cuts it into windows and transforms each, and istft, which adds them up again where they overlap."""
import builtins
import functools
import warnings

import _torch
from _torch import _says
from .._warned import warn as _warn
from ._shared import Tensor, named as _named
from .facts import type_name

_NAMED = {'Bool': 'CPUBoolType', 'ComplexFloat': 'CPUComplexFloatType', 'ComplexDouble': 'CPUComplexDoubleType'}


def _called(t):
    """A tensor's kind as errors print it."""
    name = type_name(t)
    if name in _NAMED:
        return _NAMED[name].replace('CPU', 'CUDA' if t.is_cuda else 'CPU')
    return 'torch.%s%sTensor' % ('cuda.' if t.is_cuda else '', name)


def _word(value):
    return str(value if value is None else builtins.int(value))


def _refused(name, t, n_fft, hop, win, window, rest, text):
    """The error that tells the whole call first."""
    seen = 'None' if window is None else '%s{%s}' % (_called(window), list(window.shape))
    said = ', '.join('%s=%s' % pair for pair in (('n_fft', n_fft), ('hop_length', hop), ('win_length', win), ('window', seen), *((n, _word(v)) for n, v in rest)))
    return RuntimeError('%s(%s%s, %s)%s' % (name, _called(t), list(t.shape), said, text))


def _together(name, t, window):
    if window is not None and window.device != t.device:
        from .._torch_args import drawn
        raise drawn(RuntimeError('%s input and window must be on the same device but got self on %s and window on %s' % (name, t.device, window.device)),
                    'P0102' if t.is_cuda and window.is_cuda else 'P0103', t, window)


def _widened(window, win, n_fft):
    """The window between zeros, as long as a piece."""
    left = (n_fft - win) // 2
    from torch.nn import functional
    return functional.pad(window, (left, n_fft - win - left)) if win < n_fft else window


def _padded(input, n_fft, pad_mode):
    """The signal with half a piece before and behind it."""
    from torch.nn import functional
    ndim, half = input.dim(), builtins.int(n_fft // 2)
    around = functional.pad(input.view((1,) * (3 - ndim) + tuple(input.shape)), (half, half), pad_mode)
    return around.view(around.shape[-ndim:]) if ndim else around


def stft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode='reflect', normalized=False, onesided=None, return_complex=None):
    if center:
        input = _padded(input, n_fft, pad_mode)
    _torch.fits('stft', input, n_fft, hop_length, win_length, window, normalized, onesided, return_complex)
    hop, win = n_fft // 4 if hop_length is None else hop_length, n_fft if win_length is None else win_length
    rest = ('normalized', normalized), ('onesided', onesided), ('return_complex', return_complex)
    _together('stft', input, window)
    wave = input.is_complex() or window is not None and window.is_complex()
    if return_complex is None:
        if not wave:
            _warn('STFT_REAL')
        return_complex = wave

    def refused(text):
        return _refused('stft', input, n_fft, hop, win, window, rest, ' : ' + text)
    if not input.is_floating_point() and not input.is_complex():
        raise refused('expected a tensor of floating point or complex values')
    if not 1 <= input.ndim <= 2:
        raise refused('expected a 1D or 2D tensor')
    rows = input if input.ndim == 2 else input.unsqueeze(0)
    length = rows.shape[1]
    if not 0 < n_fft <= length:
        raise refused('expected 0 < n_fft < %d, but got n_fft=%d' % (length, n_fft))
    if hop <= 0:
        raise refused('expected hop_length > 0, but got hop_length=%d' % hop)
    if not 0 < win <= n_fft:
        raise refused('expected 0 < win_length <= n_fft, but got win_length=%d' % win)
    if window is not None and tuple(window.shape) != (win,):
        raise refused('expected a 1D window tensor of size equal to win_length=%d, but got window with size %s' % (win, list(window.shape)))
    from torch import fft
    pieces = rows.unfold(-1, n_fft, hop)
    if window is not None or win < n_fft:
        pieces = pieces * _widened(_torch.ones(win, dtype=input.dtype, device=input.device) if window is None else window, win, n_fft)
    if onesided and pieces.is_complex():
        raise RuntimeError('Cannot have onesided output if window or input is complex')
    half = not pieces.is_complex() if onesided is None else onesided
    if not return_complex and not pieces.is_complex() and pieces.requires_grad and _torch_records():
        made = _forth().apply(pieces, half, n_fft ** -0.5 if normalized else 1.).transpose(1, 2)
        return _named(made if input.ndim == 2 else made.squeeze(0), 'ViewAsRealBackward0')
    made = (fft.rfft if half else fft.fft)(pieces, norm='ortho' if normalized else None).transpose(1, 2)
    if input.ndim == 1:
        made = _named(made.squeeze(0), 'SqueezeBackward3')
    if return_complex:
        return made
    from .elementwise import view_as_real
    return view_as_real(made)


def _torch_records():
    from torch import is_grad_enabled
    return is_grad_enabled()


@functools.cache
def _forth():
    """Real pieces to their spectra as pairs of real numbers, with a gradient (through complex numbers there is none in perch)."""
    from torch import autograd, fft, view_as_complex, view_as_real

    class Forth(autograd.Function):
        @staticmethod
        def forward(ctx, pieces, half, scale):
            ctx.form = pieces.shape[-1], scale
            return view_as_real((fft.rfft if half else fft.fft)(pieces.detach()) * scale)

        @staticmethod
        def backward(ctx, g):
            n, scale = ctx.form
            return fft.ifft(view_as_complex(g.contiguous()), n).real * (n * scale), None, None
    return Forth


@functools.cache
def _back():
    """Halves of spectra as pairs of real numbers to their real pieces."""
    from torch import arange, autograd, fft, view_as_complex, view_as_real

    class Back(autograd.Function):
        @staticmethod
        def forward(ctx, pairs, n, scale):
            ctx.form = n, scale
            return fft.irfft(view_as_complex(pairs.detach().contiguous()), n) * scale

        @staticmethod
        def backward(ctx, g):
            n, scale = ctx.form
            made = view_as_real(fft.rfft(g)) * (scale / n)
            at = arange(n // 2 + 1, device=g.device)
            twice = (at > 0) & (2 * at < n)     # the others stand for two of the whole
            return made * (1 + twice.to(made.dtype))[:, None], None, None
    return Back


def _overlapped(pieces, hop, length):
    """The sum of pieces (batch, piece, points), each hop further along."""
    if pieces.is_complex():
        from .elementwise import imag, real
        from .making import complex
        return complex(_overlapped(real(pieces), hop, length), _overlapped(imag(pieces), hop, length))
    from torch.nn import functional
    return functional.fold(pieces.transpose(1, 2), (1, length), (1, pieces.shape[-1]), stride=(1, hop)).flatten(1)


def _spectrum(input):
    """istft's input as complex numbers, and with a last dimension of their two parts."""
    from .elementwise import view_as_complex, view_as_real
    if input.is_complex():
        return input, view_as_real(input)
    _warn('ISTFT_REAL')
    input.size(-2), input.size(-3)
    return view_as_complex(input), input


def istft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False, onesided=None, length=None, return_complex=False):
    _together('istft', input, window)
    hop, win = n_fft // 4 if hop_length is None else hop_length, n_fft if win_length is None else win_length
    rest = ('center', center), ('normalized', normalized), ('onesided', onesided), ('length', length), ('return_complex', return_complex)

    def refused(text):
        return _refused('istft', input, n_fft, hop, win, window, rest, text)
    pairs = input if not input.is_complex() and input.requires_grad and not return_complex and _torch_records() else None
    spectrum, parts = _spectrum(input if pairs is None else input.detach())
    frames, bins = parts.size(-2), parts.size(-3)
    whole = n_fft + hop * (frames - 1)
    _check_spectrum(refused, parts, n_fft, hop, win, window, onesided, bins)
    half = bins != n_fft if onesided is None else onesided
    if window is None:
        window = _torch.ones(win, dtype=parts.dtype, device=input.device)
    window = _widened(window, win, n_fft)
    rows = (spectrum if spectrum.ndim == 3 else spectrum.unsqueeze(0)).transpose(1, 2)
    from torch import fft
    norm = 'ortho' if normalized else None
    if return_complex:
        if half:
            raise RuntimeError('Cannot have onesided output if window or input is complex')
        pieces = fft.ifft(rows, n_fft, norm=norm)
    else:
        if window.is_complex():
            raise RuntimeError('Complex windows are incompatible with return_complex=False')
        if pairs is None:
            pieces = fft.irfft(rows if half else rows[..., :n_fft // 2 + 1], n_fft, norm=norm)
        else:
            pairs = (pairs if pairs.ndim == 4 else pairs.unsqueeze(0)).transpose(1, 2)
            pieces = _back().apply(pairs if half else pairs[..., :n_fft // 2 + 1, :], n_fft, n_fft ** 0.5 if normalized else 1.)
    signal = _overlapped(pieces * window, hop, whole)
    weight = _overlapped(window.abs().square().expand(1, frames, n_fft) if not window.is_complex() else (window * window).expand(1, frames, n_fft), hop, whole)
    start = n_fft // 2 if center else 0
    end = builtins.min(start + length, whole) if length is not None else whole - n_fft // 2 if center else whole
    signal, weight = signal[:, start:end], weight[:, start:end]
    if not weight.abs().min().item() > 1e-11:
        raise refused(' window overlap add min: 1\n[ %sBoolType{} ]' % ('CUDA' if input.is_cuda else 'CPU'))
    made = _named((signal / weight) if spectrum.ndim == 3 else (signal / weight).squeeze(0), 'SqueezeBackward1')
    if length is not None and length > end - start:
        warnings.warn('The length of signal is shorter than the length parameter. Result is being padded with zeros in the tail. Please check your center and hop_length settings.', stacklevel=2)
        from torch.nn import functional
        made = functional.pad(made, (0, length - (end - start)))
    return made


def _check_spectrum(refused, parts, n_fft, hop, win, window, onesided, bins):
    if not parts.numel():
        raise refused(' : input tensor cannot be empty.')
    if parts.ndim not in (3, 4):
        raise refused(' : expected a tensor with 3 or 4 dimensions, but got %d' % parts.ndim)
    if parts.size(-1) != 2:
        raise refused(' : expected the last dimension to be 2 (corresponding to real and imaginary parts), but got %d' % parts.size(-1))
    half = bins != n_fft if onesided is None else onesided
    if half and bins != n_fft // 2 + 1:
        raise refused(' : expected the frequency dimension (3rd to the last) of the input tensor to match n_fft / 2 + 1 when onsided=True, but got %d' % bins)
    if not half and bins != n_fft:
        raise refused(' : expected the frequency dimension (3rd to the last) of the input tensor to match n_fft when onsided=False, but got %d' % bins)
    if not 0 < hop <= win:
        raise refused(' : expected 0 < hop_length <= win_length')
    if not 0 < win <= n_fft:
        raise refused(' : expected 0 < win_length <= n_fft')
    if window is not None and tuple(window.shape) != (win,):
        raise refused(' : Invalid window shape. window has to be 1D and length of `win_length`')
