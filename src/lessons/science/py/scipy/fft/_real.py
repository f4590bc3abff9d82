"""Cosine and sine transforms (types 1 to 4): a transform of the sequence, continued by its symmetry."""
import numpy as np

_TURNED = {1: 1, 2: 3, 3: 2, 4: 4}      # the type that undoes a type


def _exact(x, kind, sine):
    """The transform without any norm, along the last axis of doubles."""
    n = x.shape[-1]
    if sine:            # (a sine transform is the cosine transform of the sequence turned or with every other sign changed)
        if kind == 1:
            odd = np.concatenate([np.zeros((*x.shape[:-1], 1)), x, np.zeros((*x.shape[:-1], 1)), -x[..., ::-1]], axis=-1)
            return -np.fft.rfft(odd).imag[..., 1:n + 1]
        signs = 1 - 2 * (np.arange(n) % 2)
        if kind == 3:
            return signs * _exact(x[..., ::-1], 3, False)
        return _exact(x * signs, kind, False)[..., ::-1]
    if kind == 1:
        return np.fft.rfft(np.concatenate([x, x[..., -2:0:-1]], axis=-1)).real
    if kind == 2:
        turn = np.exp(-0.5j * np.pi / n * np.arange(n))
        whole = np.fft.fft(np.concatenate([x[..., ::2], x[..., 1::2][..., ::-1]], axis=-1))
        return 2 * (whole * turn).real
    if kind == 3:
        turn = np.exp(0.5j * np.pi / n * np.arange(n))
        part = x * turn
        part[..., 0] *= 0.5
        found = 2 * n * np.fft.ifft(part).real
        made = np.empty_like(found)
        made[..., ::2], made[..., 1::2] = found[..., :(n + 1) // 2], found[..., (n + 1) // 2:][..., ::-1]
        return made
    places = np.arange(n)
    turned = np.fft.fft(x * np.exp(-1j * np.pi * (places + 0.5) / (2 * n)), 2 * n)[..., :n]
    return 2 * (turned * np.exp(-0.5j * np.pi * places / n)).real


def _scaled(x, kind, sine, norm, back):
    """norm: None or 'backward' leaves the transform as it is and divides its undoing by the length; 'ortho' makes it orthogonal; 'forward' the other way round."""
    n = x.shape[-1]
    length = 2 * (n + (1 if sine else -1)) if kind == 1 else 2 * n
    if norm not in (None, 'backward', 'ortho', 'forward'):
        raise ValueError(f'Invalid norm value {norm!r}; should be "backward", "ortho" or "forward".')
    if norm == 'ortho':
        x = x.copy()
        if kind == 1 and not sine:
            x[..., [0, -1]] *= np.sqrt(2)
        elif kind == 3:
            x[..., 0] *= np.sqrt(2)
        made = _exact(x, kind, sine) / np.sqrt(length)
        if kind == 1 and not sine:
            made[..., [0, -1]] /= np.sqrt(2)
        elif kind == 2:
            made[..., 0] /= np.sqrt(2)    # (of sine transforms too, as scipy 1.10 has it)
        return made
    made = _exact(x, kind, sine)
    divided = back if norm in (None, 'backward') else not back
    return made / length if divided else made


def _single(x):
    return np.asarray(x).dtype in (np.float16, np.float32, np.complex64)


def _along(x, kind, n, axis, norm, sine, back):
    if kind not in _TURNED:
        raise ValueError(f'invalid transform type: {kind}')
    given, x = x, np.asarray(x)
    if np.iscomplexobj(x):
        return _along(x.real, kind, n, axis, norm, sine, back) + 1j * _along(x.imag, kind, n, axis, norm, sine, back)
    x = np.moveaxis(x.astype('float64'), axis, -1)
    if n is not None:
        x = x[..., :n] if n <= x.shape[-1] else np.concatenate([x, np.zeros((*x.shape[:-1], n - x.shape[-1]))], axis=-1)
    if x.shape[-1] < 1 or kind == 1 and not sine and x.shape[-1] < 2:
        raise ValueError(f'invalid number of data points ({x.shape[-1]}) specified')
    made = np.moveaxis(_scaled(x, _TURNED[kind] if back else kind, sine, norm, back), -1, axis)
    return made.astype('float32') if _single(given) else made


def _family(name, sine, back):
    def transform(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None):
        return _along(x, type, n, axis, norm, sine, back)

    def of_all(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, orthogonalize=None):
        x = np.asarray(x)
        axes = tuple(range(x.ndim)) if axes is None and s is None else tuple(range(x.ndim - len(s), x.ndim)) if axes is None else (axes,) if isinstance(axes, int) else tuple(axes)
        for i, axis in enumerate(axes):
            x = _along(x, type, None if s is None else s[i], axis, norm, sine, back)
        return x
    transform.__name__, of_all.__name__ = name, name + 'n'
    return transform, of_all


dct, dctn = _family('dct', False, False)
idct, idctn = _family('idct', False, True)
dst, dstn = _family('dst', True, False)
idst, idstn = _family('idst', True, True)
