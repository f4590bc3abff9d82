"""numpy.fft's transforms in scipy's forms (single precision stays so), and cosine and sine transforms of four types over them."""
from numpy.fft import fftfreq, fftshift, ifftshift, rfftfreq

from scipy.fft._basic import (fft, fft2, fftn, get_workers, hfft, ifft, ifft2, ifftn, ihfft, irfft, irfft2, irfftn, next_fast_len, rfft, rfft2, rfftn, set_workers)
from scipy.fft._real import dct, dctn, dst, dstn, idct, idctn, idst, idstn

__all__ = [name for name in globals() if not name.startswith('_')]
