"""Waves, sampling, filters."""
import numpy as np

t = np.linspace(0, 1, 9)
x = np.sin(2 * np.pi * t) + 0.5 * np.cos(4 * np.pi * t)
print(x.round(8) + 0.0, np.abs(x).max().round(8), np.sqrt((x ** 2).mean()).round(8), np.trapz(x, t).round(8) + 0.0, np.interp(0.3, t, x).round(8), np.sign(x).astype(int)[1:4])
k = np.array([0.25, 0.5, 0.25])
print(np.convolve(x, k, "same").round(6), np.roll(x, 2)[:3].round(6), np.diff(np.sign(np.array([1, 2, -1, -2, 3]))), np.where(np.diff(np.sign([1, 2, -1, -2, 3])))[0], np.clip(x, -0.5, 0.5).round(4), np.hanning(5))
