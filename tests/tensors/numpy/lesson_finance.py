"""Compound interest, moving averages, returns, drawdowns."""
import numpy as np
years = np.arange(1, 6)
print((1000 * 1.05 ** years).round(2), 1000 * np.exp(0.05 * years[-1]))
prices = np.array([100, 102, 101, 105, 110, 108, 112, 115, 111, 118], dtype=float)
returns = np.diff(prices) / prices[:-1]
print(returns.round(4), np.log(prices[1:] / prices[:-1]).sum().round(6), np.prod(1 + returns).round(4))
window = 3
sma = np.convolve(prices, np.ones(window) / window, mode='valid')
print(sma.round(3), (prices.cumsum()[window - 1:] - np.r_[0, prices.cumsum()[:-window]]) / window)
peak = np.maximum.accumulate(prices)
print(peak, ((peak - prices) / peak).max().round(4), np.minimum.accumulate(prices[::-1])[::-1])
ema = np.zeros_like(prices)
ema[0] = prices[0]
for t in range(1, len(prices)):
    ema[t] = 0.5 * prices[t] + 0.5 * ema[t - 1]
print(ema, np.add.reduce(prices), np.multiply.outer([1, 2], [3, 4]), np.add.at is not None)
counts = np.zeros(4, int)
np.add.at(counts, [0, 1, 1, 3], 1)
print(counts, np.std(returns).round(6), np.average([1, 2, 3], weights=[3, 2, 1]), np.ptp(prices), np.cov(returns).round(8))
with np.printoptions(precision=2, suppress=True):
    print(np.array([1e-7, 123456.789]), prices / 3)
print(np.array2string(prices[:3] / 7, precision=3), np.format_float_positional(0.1), f'{prices[0]:.1f}', '%5.2f' % prices[1], str(prices[2]), repr(prices[3]))
