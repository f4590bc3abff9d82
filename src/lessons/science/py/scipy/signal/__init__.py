"""Convolutions and correlations of signals of any number of axes; filters, peaks, trends, spectra along one; windows."""
from scipy.signal import windows
from scipy.signal._convolve import convolve, convolve2d, correlate, correlate2d, fftconvolve
from scipy.signal._lines import (argrelextrema, argrelmax, argrelmin, detrend, find_peaks, hilbert, lfilter, medfilt, peak_prominences, peak_widths, periodogram, resample, savgol_coeffs, savgol_filter, sawtooth, square,
                                 unit_impulse, welch)
from scipy.signal.windows import get_window

__all__ = [name for name in globals() if not name.startswith('_')]
