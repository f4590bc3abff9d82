"""torch.fft: discrete Fourier transforms; each is one of core's along one dimension after another."""
from _torch import _says, _two
import _tensor
import _torch
from ._torch_args import need_tensor
from ._functions import elementwise as _elementwise, indexing as _indexing, making as _making
from ._functions.facts import get_default_dtype

_op = _tensor.op


def _floating(x):
    if x.is_complex() or x.is_floating_point():
        return x
    return x.to(get_default_dtype())


def _scale(n, norm, inverse):
    if norm not in (None, 'backward', 'ortho', 'forward'):
        raise RuntimeError('Invalid normalization mode: "%s"' % norm)
    if norm == 'ortho':
        return n ** -0.5
    return 1 / n if inverse == (norm != 'forward') else 1.0


def _dim(x, dim):
    if not -x.ndim <= dim < x.ndim:
        raise IndexError(_says("DIM_RANGE", dim, -max(x.ndim, 1), max(x.ndim, 1) - 1))
    return dim % x.ndim


def _one(x, n, dim, norm, inverse):
    x = _floating(x)
    dim = _dim(x, dim)
    n = x.shape[dim] if n is None else n
    if n < 1:
        raise RuntimeError(_says("FFT_POINTS", n))
    if x.dtype in (_HALF, _BRAIN):
        raise RuntimeError('Unsupported dtype %s' % {_HALF: 'Half', _BRAIN: 'BFloat16'}[x.dtype])
    return _op('fft', 1, (x,), axis=dim, length=n, inverse=inverse, scale=_scale(n, norm, inverse))


_HALF, _BRAIN = _tensor.dtype_by_number(1, 6), _tensor.dtype_by_number(1, 7)


def _give(made, out):
    return made if out is None else out.copy_(made)


def fft(input, n=None, dim=-1, norm=None, *, out=None):
    return _give(_one(need_tensor('fft_fft', input), n, dim, norm, False), out)


def ifft(input, n=None, dim=-1, norm=None, *, out=None):
    return _give(_one(need_tensor('fft_ifft', input), n, dim, norm, True), out)


_KINDS = {8: 'ComplexFloat', 16: 'ComplexDouble'}


def _need_real(x, name):
    if x.is_complex():
        raise (TypeError if _two('KINDS_UNSERVED') else RuntimeError)('%s expects a real input tensor, but got %s' % (name, _KINDS[x.element_size()]))


def rfft(input, n=None, dim=-1, norm=None, *, out=None):
    _need_real(input, 'rfft')
    made = _one(input, n, dim, norm, False)
    return _give(_tensor.name_node(made.narrow(dim, 0, made.shape[dim] // 2 + 1).clone(), 'FftR2CBackward0'), out)


def _doubled(x, n, dim):
    """The frequencies whose transform back has a real sequence as its real part: of the first half of them, what has a mirror image twice."""
    half = n // 2 + 1
    x = _floating(x)
    if not x.is_complex():
        x = _making.complex(x, _torch.zeros_like(x))
    x = x.narrow(dim, 0, min(half, x.shape[dim]))
    counts = _torch.full((x.shape[dim],), 2, dtype=x.real.dtype, device=x.device)
    counts[0] = 1
    if n % 2 == 0 and len(counts) == half:
        counts[half - 1] = 1
    around = [1] * x.ndim
    around[dim] = len(counts)
    return x * counts.view(around)


def irfft(input, n=None, dim=-1, norm=None, *, out=None):
    dim = _dim(input, dim)
    n = 2 * (input.shape[dim] - 1) if n is None else n
    if n < 1:
        raise RuntimeError(_says("FFT_POINTS", n))
    return _give(_tensor.name_node(_one(_doubled(input, n, dim), n, dim, norm, True).real.clone(), 'FftC2RBackward0'), out)


_OTHER = {None: 'forward', 'backward': 'forward', 'ortho': 'ortho', 'forward': 'backward'}


def hfft(input, n=None, dim=-1, norm=None, *, out=None):
    n = 2 * (input.shape[_dim(input, dim)] - 1) if n is None else n
    return irfft(_elementwise.conj(input), n, dim, _OTHER.get(norm, norm), out=out)


def ihfft(input, n=None, dim=-1, norm=None, *, out=None):
    _need_real(input, 'ihfft')
    return _give(_elementwise.conj(rfft(input, n, dim, _OTHER.get(norm, norm))), out)


def _sizes(x, s, dim, inverse_real=False):
    if isinstance(dim, int):
        dim = (dim,)
    if isinstance(s, int):
        s = (s,)
    if dim is None:
        dim = list(range(x.ndim)) if s is None else list(range(x.ndim - len(s), x.ndim))
    dim = [_dim(x, d) for d in dim]
    if len(set(dim)) != len(dim):
        raise RuntimeError('FFT dims must be unique')
    if s is not None and len(s) != len(dim):
        raise RuntimeError('When given, dim and shape arguments must have the same length')
    if s is None:
        s = [x.shape[d] for d in dim]
        if inverse_real and s:
            s[-1] = 2 * (s[-1] - 1)
    return [x.shape[d] if n == -1 else n for n, d in zip(s, dim)], dim


def _many(x, s, dim, norm, inverse):
    s, dim = _sizes(x, s, dim)
    for k in reversed(range(len(dim))):
        x = _one(x, s[k], dim[k], norm, inverse)
    return x


def fftn(input, s=None, dim=None, norm=None, *, out=None):
    return _give(_many(input, s, dim, norm, False), out)


def ifftn(input, s=None, dim=None, norm=None, *, out=None):
    return _give(_many(input, s, dim, norm, True), out)


def fft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    return fftn(input, s, dim, norm, out=out)


def ifft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    return ifftn(input, s, dim, norm, out=out)


def rfftn(input, s=None, dim=None, norm=None, *, out=None):
    s, dim = _sizes(input, s, dim)
    x = rfft(input, s[-1], dim[-1], norm)
    for k in range(len(dim) - 1):
        x = _one(x, s[k], dim[k], norm, False)
    return _give(_tensor.name_node(x, 'FftR2CBackward0'), out)


def rfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    return rfftn(input, s, dim, norm, out=out)


def irfftn(input, s=None, dim=None, norm=None, *, out=None):
    s, dim = _sizes(input, s, dim, True)
    x = input
    for k in range(len(dim) - 1):
        x = _one(x, s[k], dim[k], norm, True)
    return irfft(x, s[-1], dim[-1], norm, out=out)


def irfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    return irfftn(input, s, dim, norm, out=out)


_TURNED = {None: 'forward', 'backward': 'forward', 'forward': 'backward', 'ortho': 'ortho'}


def hfftn(input, s=None, dim=None, norm=None, *, out=None):
    """Of a signal whose transform is real: the inverse of ihfftn."""
    x = need_tensor('fft_hfftn', input)
    return irfftn(_elementwise.conj(x) if x.is_complex() else x, s, dim, _TURNED.get(norm, norm), out=out)


def hfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    return hfftn(input, s, dim, norm, out=out)


def ihfftn(input, s=None, dim=None, norm=None, *, out=None):
    x = need_tensor('fft_ihfftn', input)
    if x.is_complex():
        raise (TypeError if _two('KINDS_UNSERVED') else RuntimeError)(_says("REAL_SPECTRUM", _KINDS[x.element_size()]))
    return _give(_elementwise.conj(rfftn(x, s, dim, _TURNED.get(norm, norm))), out)


def ihfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    return ihfftn(input, s, dim, norm, out=out)


def fftfreq(n, d=1.0, *, out=None, dtype=None, device=None, requires_grad=False):
    half = (n - 1) // 2 + 1
    made = _torch.cat([_torch.arange(half, device=device), _torch.arange(-(n // 2), 0, device=device)]).to(dtype or get_default_dtype()) * (1.0 / (n * d))
    return _give(made.requires_grad_(requires_grad), out)


def rfftfreq(n, d=1.0, *, out=None, dtype=None, device=None, requires_grad=False):
    made = _torch.arange(n // 2 + 1, device=device).to(dtype or get_default_dtype()) * (1.0 / (n * d))
    return _give(made.requires_grad_(requires_grad), out)


def _shift(x, dim, back):
    dim = list(range(x.ndim)) if dim is None else [dim] if isinstance(dim, int) else list(dim)
    return x.roll([-(x.shape[k] // 2) if back else x.shape[k] // 2 for k in dim], dim)


def fftshift(input, dim=None):
    return _shift(input, dim, False)


def ifftshift(input, dim=None):
    return _shift(input, dim, True)


for _name, _value in list(globals().items()):
    if getattr(_value, '__module__', None) == __name__ and not _name.startswith('_'):
        _value.__name__ = 'fft_' + _name
