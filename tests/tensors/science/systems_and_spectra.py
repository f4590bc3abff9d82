# Linear systems, spectra over time, filters designed by what is asked, waves, other rates.
import numpy as np
from scipy import signal

np.set_printoptions(precision=5, suppress=True)
rng = np.random.RandomState(0)
t = np.arange(2000) / 1000
x = np.sin(2 * np.pi * 50 * t) + 0.5 * rng.randn(2000)
y = np.cos(2 * np.pi * 50 * t) + 0.5 * rng.randn(2000)
for mode in ('psd', 'magnitude', 'angle', 'complex'):
    f, at, found = signal.spectrogram(x, 1000, nperseg=128, mode=mode)
    print(mode, f[:3], at[:3], found.shape, found[3, :3])
f, at, z = signal.stft(x, 1000, nperseg=100)
print(z.shape, z[5, :2], np.allclose(signal.istft(z, 1000, nperseg=100)[1][:2000], x))
print(signal.csd(x, y, 1000, nperseg=256)[1][10:14], signal.coherence(x, y, 1000, nperseg=256)[1][10:14], signal.lombscargle(t[:100], x[:100], np.array([100.0, 314, 400])))
print(signal.check_COLA('hann', 100, 50), signal.check_COLA('hann', 100, 30), signal.check_NOLA('hann', 100, 50))
for kind in ('linear', 'quadratic', 'logarithmic', 'hyperbolic'):
    print(kind, signal.chirp(t[:5], 6, 1, 60, method=kind))
print(signal.gausspulse(t[:4], fc=5, retquad=True, retenv=True), signal.sweep_poly(t[:4], [1.0, 2, 3]), signal.max_len_seq(4)[0], signal.ricker(7, 2.0), signal.morlet(5), signal.cwt(x[:40], signal.ricker, [1, 3, 6])[:, ::8], sep='\n')
print(signal.find_peaks_cwt(np.sin(np.arange(0, 10, 0.1)), np.arange(1, 10)), np.array(signal.vectorstrength([0.1, 1.1, 2.2], 1)))
for name, made in (('tf', signal.TransferFunction([1, 3], [1, 2, 5])), ('zpk', signal.ZerosPolesGain([-3], [-1, -2], 4)), ('ss', signal.lti([[0, 1], [-2, -3]], [[0], [1]], [[1, 0]], [[0]])), ('d', signal.dlti([1, 0.5], [1, -0.3], dt=0.1))):
    print(name, made, made.to_ss(), made.to_tf(), made.zeros, made.poles)
system = signal.lti([1.0, 3], [1, 2, 5])
print(signal.step(system, N=5), signal.impulse(system, N=5), signal.lsim(system, np.ones(5), np.linspace(0, 2, 5))[1], [part[:3] for part in signal.bode(system, n=5)], system.to_discrete(0.1), sep='\n')
for method in ('zoh', 'foh', 'bilinear', 'euler', 'backward_diff', 'impulse'):
    print(method, signal.cont2discrete(tuple(map(np.array, ([[0, 1], [-2.0, -3]], [[0], [1.0]], [[1.0, 0]], [[0.0]]))), 0.1, method)[:2])
print(signal.dstep(signal.dlti([1], [1, -0.5]), n=5)[1], signal.dimpulse(signal.dlti([1], [1, -0.5]), n=5)[1], [part[:3] for part in signal.dbode(signal.dlti([1], [1, -0.5]), n=5)], sep='\n')
print(signal.ellip(4, 1, 40, 0.3), *signal.ellip(3, 1, 40, [0.2, 0.5], 'bandpass', output='zpk')[:2], signal.bessel(4, 0.3), signal.bessel(3, 10, analog=True, norm='mag'), sep='\n')
for design in (signal.buttord, signal.cheb1ord, signal.cheb2ord, signal.ellipord):
    print(design.__name__, design(0.2, 0.3, 3, 40), design([0.2, 0.5], [0.1, 0.6], 3, 40), design(40, 20, 3, 60, True))
for kind in ('ellip', 'cheby1', 'cheby2', 'butter'):
    print(kind, np.sort_complex(signal.iirdesign(0.2, 0.3, 1, 40, ftype=kind, output='zpk')[1]))
print(signal.iirnotch(60, 30, 200), signal.iirpeak(60, 30, 200), signal.iircomb(20, 30, fs=200), signal.bilinear([1.0], [1.0, 2, 1], 2), signal.lp2hp([1.0], [1.0, 1], 5), signal.lp2bp([1.0], [1.0, 1], 5, 2), signal.lp2bs([1.0], [1.0, 1], 5, 2), sep='\n')
print(signal.firls(7, [0, 0.3, 0.5, 1], [1, 1, 0, 0]), signal.remez(9, [0, 0.1, 0.2, 0.5], [1, 0]), signal.minimum_phase(signal.firwin(9, 0.4)), signal.group_delay(([1, 0.5], [1, -0.3]), 4)[1], signal.freqs([1], [1, 1], 4)[1], sep='\n')
print(signal.resample_poly(np.arange(20.0), 2, 3), signal.decimate(x[:200], 4)[:5], signal.decimate(x[:200], 4, ftype='fir')[:5], signal.upfirdn([1, 1, 1], [1, 2, 3], 3), signal.deconvolve([0, 2, 3, 0, 4.0, 5], [2, 1]), sep='\n')
print(signal.residue([1, 2], [1, 6, 11, 6]), signal.residue([1.0], [1, 2, 1]), signal.residuez([1, 2], [1, -0.5, 0.06]), signal.invres([1, 2], [-1, -2], [0]), signal.correlation_lags(4, 3), sep='\n')
picture = rng.rand(6, 6).round(2)
print(signal.wiener(picture), signal.medfilt2d(picture), signal.order_filter(picture, np.ones((3, 3)), 0), signal.czt(x[:6]), signal.zoom_fft(x[:6], [0.2, 0.5]), signal.cspline1d(x[:8]), signal.cspline1d_eval(signal.cspline1d(x[:8]), [1.5, 2]), sep='\n')
for name in ('parzen', 'bohman', 'barthann', 'lanczos', 'taylor', ('chebwin', 60), ('general_gaussian', 1.5, 2), ('dpss', 2), ('general_hamming', 0.7)):
    print(name, signal.get_window(name, 8), signal.get_window(name, 7, fftbins=False))
print(signal.place_poles(np.array([[0.0, 1], [-2, -3]]), np.array([[0.0], [1]]), [-4.0, -5]).gain_matrix)
for broken in (lambda: signal.stft(x, nperseg=10, noverlap=20), lambda: signal.ellip(3, None, None, 0.3), lambda: signal.lti(1), lambda: signal.iirnotch(3, 2), lambda: signal.chirp(t, 0, 1, 5, method='log'), lambda: signal.check_COLA('hann', 0, 0), lambda: signal.max_len_seq(1),
               lambda: signal.firls(4, [0, 1], [1, 1]), lambda: signal.cont2discrete(([1], [1, 1]), 0.1, 'none'), lambda: signal.decimate(x, 3, ftype='none')):
    try:
        print(broken())
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
