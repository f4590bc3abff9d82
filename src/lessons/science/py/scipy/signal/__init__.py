"""Convolutions and correlations of signals of any number of axes; filters, peaks, trends, spectra along one; windows."""
from scipy.signal import windows
from scipy.signal._convolve import convolve, convolve2d, correlate, correlate2d, fftconvolve
from scipy.signal._filters import (butter, buttord, cheby1, cheby2, filtfilt, firwin, firwin2, freqs, freqz, iirfilter, kaiser_atten, kaiser_beta, kaiserord, lfilter_zi, lfiltic, sosfilt, sosfiltfilt, sosfreqz,
                                   tf2sos, tf2zpk, zpk2sos, zpk2tf)
from scipy.signal._lines import (argrelextrema, argrelmax, argrelmin, detrend, find_peaks, hilbert, lfilter, medfilt, peak_prominences, peak_widths, periodogram, resample, savgol_coeffs, savgol_filter, sawtooth, square,
                                 unit_impulse, welch)
from scipy.signal.windows import bartlett, blackman, blackmanharris, boxcar, cosine, exponential, flattop, gaussian, get_window, hamming, hann, kaiser, nuttall, triang, tukey

__all__ = [name for name in globals() if not name.startswith('_')]
