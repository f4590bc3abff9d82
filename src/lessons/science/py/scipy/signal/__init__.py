"""Convolutions and correlations of signals of any number of axes; filters, peaks, trends, spectra along one; windows."""
from scipy._older import open_places as _open_places
from scipy.signal import windows
from scipy.signal._convolve import convolve, convolve2d, correlate, correlate2d, fftconvolve
from scipy.signal._design import (bessel, besselap, bilinear, bilinear_zpk, buttord, cheb1ord, cheb2ord, ellip, ellipap, ellipord, findfreqs, firls, freqs, freqs_zpk, freqz_zpk, gammatone, group_delay, iircomb, iirdesign,
                                  iirnotch, iirpeak, lp2bp, lp2bp_zpk, lp2bs, lp2bs_zpk, lp2hp, lp2hp_zpk, lp2lp, lp2lp_zpk, minimum_phase, normalize, remez, sos2tf, sos2zpk, sosfilt_zi)
from scipy.signal._filters import (buttap, butter, cheb1ap, cheb2ap, cheby1, cheby2, filtfilt, firwin, firwin2, freqz, iirfilter, kaiser_atten, kaiser_beta, kaiserord, lfilter_zi, lfiltic, sosfilt, sosfiltfilt, sosfreqz,
                                   tf2sos, tf2zpk, zpk2sos, zpk2tf)
from scipy.signal._lines import (argrelextrema, argrelmax, argrelmin, detrend, find_peaks, hilbert, lfilter, medfilt, peak_prominences, peak_widths, periodogram, resample, savgol_coeffs, savgol_filter, sawtooth, square,
                                 unit_impulse, welch)
from scipy.signal._rates import (CZT, ZoomFFT, bspline, choose_conv_method, correlation_lags, cspline1d, cspline1d_eval, cubic, czt, czt_points, decimate, deconvolve, gauss_spline, hilbert2, invres, invresz, medfilt2d,
                                 oaconvolve, order_filter, qspline1d, qspline1d_eval, quadratic, resample_poly, residue, residuez, sepfir2d, unique_roots, upfirdn, wiener, zoom_fft)
from scipy.signal._spectra import check_COLA, check_NOLA, coherence, csd, istft, lombscargle, spectrogram, stft
from scipy.signal._systems import (StateSpace, TransferFunction, ZerosPolesGain, abcd_normalize, bode, cont2discrete, dbode, dfreqresp, dimpulse, dlsim, dlti, dstep, freqresp, impulse, impulse2, lsim, lsim2, lti, place_poles,
                                   ss2tf, ss2zpk, step, step2, tf2ss, zpk2ss)
from scipy.signal._waves import chirp, cwt, find_peaks_cwt, gausspulse, max_len_seq, morlet, morlet2, ricker, sweep_poly, vectorstrength
from scipy.signal.windows import barthann, bohman, chebwin, general_gaussian, parzen
from scipy.signal.windows import bartlett, blackman, blackmanharris, boxcar, cosine, exponential, flattop, gaussian, get_window, hamming, hann, kaiser, nuttall, triang, tukey

__all__ = [name for name in globals() if not name.startswith('_')]
_open_places('signal')
