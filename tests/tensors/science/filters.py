# scipy.signal: filters designed, their forms and responses, signals through them forward and back
import numpy as np
from scipy import datasets, signal

np.set_printoptions(precision=5, suppress=True, linewidth=150)
x = np.sin(np.arange(60) / 3) + 0.3 * np.cos(np.arange(60) * 1.7)


def show(name, *values):
    print(name, *(np.round(v, 5) + 0.0 for v in values))


show('firwin', signal.firwin(7, 0.4), signal.firwin(7, [0.2, 0.5]), signal.firwin(7, [0.2, 0.5], pass_zero=False), signal.firwin(9, 0.3, window='nuttall', pass_zero='highpass'), signal.firwin(8, 12, fs=50), signal.firwin(7, 0.3, width=0.2))
show('firwin2', signal.firwin2(9, [0, 0.3, 0.6, 1], [1, 2, 0.5, 0]), signal.firwin2(9, [0, 0.5, 0.5, 1], [1, 1, 0, 0], window=None), signal.firwin2(8, [0, 1], [0, 1], antisymmetric=True))
show('kaiser', signal.kaiserord(65, 0.1)[0], signal.kaiser_beta(65), signal.kaiser_atten(211, 0.0375))
for kind, edge in (('low', 0.3), ('high', 0.3), ('band', [0.2, 0.5]), ('stop', [0.2, 0.5])):
    for name, given in (('butter', ()), ('cheby1', (1,)), ('cheby2', (30,))):
        b, a = getattr(signal, name)(3, *given, edge, kind)
        z, p, k = getattr(signal, name)(3, *given, edge, kind, output='zpk')
        w, h = signal.freqz(b, a, worN=[0.1, 0.9, 2.0])
        show(f'{name} {kind}', b, a, np.sort(np.abs(p)), k, np.abs(h))
        show('  sections', np.abs(signal.sosfreqz(getattr(signal, name)(3, *given, edge, kind, output='sos'), worN=[0.1, 0.9, 2.0])[1]), signal.sosfilt(getattr(signal, name)(3, *given, edge, kind, output='sos'), x)[-4:])
show('analog', *signal.butter(2, 10, analog=True), *signal.butter(4, 100, 'hp', fs=1000), np.abs(signal.freqs(*signal.butter(2, 10, analog=True), worN=[1, 10, 100])[1]))
show('iirfilter', *signal.iirfilter(4, [0.2, 0.3], btype='band', ftype='butter'), *signal.iirfilter(2, 0.4, rs=60, btype='lowpass', ftype='cheby2'))
b, a = signal.butter(3, 0.2)
show('forms', *(np.sort_complex(np.asarray(v)) if np.ndim(v) else v for v in signal.tf2zpk(b, a)), *signal.zpk2tf([1, -1], [0.5 + 0.5j, 0.5 - 0.5j], 2.0), signal.lfilter_zi(b, a), signal.lfiltic([1, 2, 3], [1, 0.5], [2.0], [1.0, 0.5]))
y, left = signal.lfilter(b, a, x, zi=signal.lfilter_zi(b, a) * x[0])
show('through', y[-4:], left, signal.filtfilt(b, a, x)[::12], signal.filtfilt(b, a, x, padtype='even', padlen=5)[::12], signal.filtfilt(b, a, x, padtype=None)[::12], signal.sosfiltfilt(signal.butter(3, 0.2, output='sos'), x)[::12])
show('freqz', *signal.freqz([1, 2, 1], worN=4), *signal.freqz([1.0], [1, -0.5], worN=4, whole=True), *signal.freqz([1, 1], worN=3, fs=100))
show('buttord', *signal.buttord(0.2, 0.3, 3, 40), *signal.buttord(40, 20, 3, 30, fs=200))
for name in ('flattop', 'nuttall', 'blackmanharris', ('hann',)):
    show(str(name), signal.get_window(name, 7), signal.get_window(name, 6, fftbins=False))
show('named', signal.hann(5), signal.windows.flattop(5), signal.blackman(4))
for bad in (lambda: signal.firwin(8, 0.3, pass_zero=False), lambda: signal.firwin(8, 1.3), lambda: signal.butter(2, 1.5), lambda: signal.butter(2, [0.2, 0.5]), lambda: signal.butter(2, 0.3, 'odd'), lambda: signal.filtfilt(b, a, x[:5]),
            lambda: signal.firwin2(4, [0, 0.5], [1, 1]), lambda: datasets.face(), lambda: signal.get_window('odd', 4)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
