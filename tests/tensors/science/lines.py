"""scipy.signal along one axis: windows, filters, peaks, trends, smoothing, spectra."""
import numpy as np
from scipy import signal as sg
r = lambda *a: print(*[np.round(x, 5).tolist() for x in a])
for w in 'hann', 'hamming', 'blackman', 'boxcar', 'triang', 'bartlett', 'cosine', ('gaussian', 2.), ('kaiser', 4.), ('tukey', .3): r(sg.get_window(w, 7), sg.get_window(w, 8, fftbins=False), sg.get_window(w, 1))
rng = np.random.RandomState(0); x = np.cumsum(rng.randn(60)); y = rng.randn(2, 40)
r(sg.lfilter([1, .5], [1, -.3, .2], x)[:8], sg.lfilter([.25] * 4, 1, y)[:, :6], sg.lfilter([2., 1], [2.], x, zi=[.5])[1], sg.lfilter([1.], [1, -.9], y, axis=0)[1, :4])
for k in ({}, dict(height=0), dict(distance=5), dict(prominence=1.5), dict(height=(None, 1)), dict(threshold=.3), dict(width=2), dict(plateau_size=1), dict(height=0, distance=3, prominence=(.5, 4), width=1)):
    p, d = sg.find_peaks(x, **k); print(p.tolist(), {n: np.round(v, 4).tolist() for n, v in sorted(d.items())})
print(sg.find_peaks([0, 1, 1, 1, 0, 2, 2, 0])[0], sg.argrelmax(x, order=3), sg.argrelmin(x), sg.argrelextrema(y, np.greater, axis=1)[1][:5])
r(sg.detrend(x)[:5], sg.detrend(y, type='constant')[0, :4], sg.detrend(x, bp=[30])[28:33], sg.medfilt(x, 5)[:6], sg.medfilt(y)[0, :5], sg.savgol_filter(x, 7, 2)[:8], sg.savgol_filter(x, 7, 3, deriv=1, delta=.5)[-4:], sg.savgol_filter(x, 5, 2, mode='nearest')[:4], sg.savgol_coeffs(5, 2), sg.savgol_coeffs(5, 2, deriv=1, use='dot'))
r(np.abs(sg.hilbert(x))[:5], *[v[:5] for v in sg.periodogram(x, fs=10.)], *[v[:5] for v in sg.welch(x, nperseg=16)], sg.welch(y, nperseg=8, scaling='spectrum', axis=1)[1][1], sg.resample(x, 7), sg.resample(x[:9], 12), sg.resample(y, 10, axis=1)[0])
t = np.linspace(0, 10, 9); r(sg.square(t), sg.square(t, .2), sg.sawtooth(t), sg.sawtooth(t, .5)); print(sg.unit_impulse(5), sg.unit_impulse((3, 3), 'mid').tolist(), sg.unit_impulse(4, 2))
for f in (lambda: sg.get_window('x', 3), lambda: sg.get_window('gaussian', 3), lambda: sg.find_peaks(y), lambda: sg.find_peaks(x, distance=.5), lambda: sg.medfilt(x, 4), lambda: sg.savgol_filter(x, 5, 6), lambda: sg.savgol_filter(x[:3], 5, 2), lambda: sg.detrend(x, type='q'), lambda: sg.welch(x, nperseg=8, noverlap=8), lambda: sg.argrelmax(x, order=0)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
