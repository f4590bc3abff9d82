"""Moving averages, returns, lags."""
import numpy as np

p = 100 + np.cumsum(np.random.RandomState(2).randn(30))
r = np.diff(p) / p[:-1]
print(r[:4], np.log(p[1:] / p[:-1]).sum().round(8), np.convolve(p, np.ones(5) / 5, mode="valid")[:3], p[-5:].mean())
print((p[2:] - p[:-2])[:3], np.maximum.accumulate(p)[-1], (1 - p / np.maximum.accumulate(p)).max(), np.sign(r).sum(), np.where(r > 0)[0][:5])
tau, T = 4, 20
x = np.sin(0.01 * np.arange(1, T + 1))
features = np.zeros((T - tau, tau))
for i in range(tau):
    features[:, i] = x[i: T - tau + i]
print(features[:2], x[tau:].reshape((-1, 1))[:2], np.corrcoef(x[:-1], x[1:])[0, 1].round(6))
