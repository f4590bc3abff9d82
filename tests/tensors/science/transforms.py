"""scipy.fft: transforms, their norms, lengths, dtypes; cosine and sine transforms of all types, there and back."""
import numpy as np
import scipy.fft as sf
rng = np.random.RandomState(0)
x = rng.rand(8)
for name in ('fft', 'ifft', 'rfft', 'irfft', 'hfft', 'ihfft'):
    f = getattr(sf, name)
    for norm in (None, 'ortho', 'forward'):
        print(name, norm, np.round(f(x, norm=norm), 4) + 0)
    print(f(x, n=5).shape, f(x.astype('f4')).dtype, f(np.stack([x, x]), axis=0).shape)
y = rng.rand(3, 4)
for name in ('fft2', 'ifft2', 'rfft2', 'irfft2', 'fftn', 'ifftn', 'rfftn', 'irfftn'):
    print(name, np.round(getattr(sf, name)(y), 3) + 0, getattr(sf, name)(y, s=(2, 6)).shape)
for kind in 'dct', 'idct', 'dst', 'idst':
    for t in 1, 2, 3, 4:
        for norm in None, 'ortho', 'forward':
            print(kind, t, norm, np.round(getattr(sf, kind)(x, type=t, norm=norm), 4) + 0, np.round(getattr(sf, kind)(x[:5], type=t, norm=norm), 4) + 0)
print(np.allclose(sf.idct(sf.dct(x)), x), np.round(sf.dctn(y), 3), np.round(sf.idstn(y, norm='ortho'), 3), np.round(sf.dct(y, axis=0, n=5), 3), sf.dct(x.astype('f4')).dtype)
print([sf.next_fast_len(n) for n in (1, 7, 13, 97, 1025)], [sf.next_fast_len(n, real=True) for n in (7, 11, 97)], sf.fftfreq(4), sf.rfftfreq(5, .1), sf.fftshift(np.arange(5)))
for f in (lambda: sf.rfft(x + 1j), lambda: sf.fft([]), lambda: sf.fft(x, n=0)):
    try: f()
    except Exception as e: print(type(e).__name__, e)
