"""Convolutions and correlations of signals of any number of axes."""
from scipy.signal._convolve import convolve, convolve2d, correlate, correlate2d, fftconvolve

__all__ = ['convolve', 'convolve2d', 'correlate', 'correlate2d', 'fftconvolve']
