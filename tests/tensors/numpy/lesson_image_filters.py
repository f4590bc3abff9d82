"""A picture as an array: channels, crops, flips, padding, blurs, edges, thresholds."""
import numpy as np
img = np.arange(6 * 8 * 3, dtype=np.uint8).reshape(6, 8, 3)
print(img.shape, img.dtype, img[0, 0], img[..., 0].max(), img.nbytes, img.itemsize)
gray = (img @ np.array([0.299, 0.587, 0.114])).astype(np.uint8)
print(gray)
print(img[1:4, 2:5].shape, img[:, ::-1][0, 0], img[::-1][0, 0], img.transpose(2, 0, 1).shape, np.moveaxis(img, -1, 0).shape)
padded = np.pad(gray, 1, mode='constant')
print(padded.shape, np.pad(gray[:2, :3], ((0, 1), (2, 0)), mode='edge'), np.pad([1, 2, 3], 2, mode='reflect'), np.pad([1, 2, 3], (1, 2), mode='wrap'))
kernel = np.ones((3, 3)) / 9
out = np.zeros(gray.shape)
for i in range(gray.shape[0]):
    for j in range(gray.shape[1]):
        out[i, j] = (padded[i:i + 3, j:j + 3] * kernel).sum()
print(out.round(1)[1:3])
windows = np.lib.stride_tricks.sliding_window_view(gray, (3, 3))
print(windows.shape, windows.mean(axis=(2, 3)).round(1)[0])
dx = np.diff(gray.astype(int), axis=1)
print(dx[0], (gray > 50).sum(), np.where(gray > 100, 255, 0)[-1], np.count_nonzero(gray))
print((img.astype(float) / 255).max().round(3), np.clip(img.astype(int) + 150, 0, 255).astype(np.uint8)[0, 0], img[0, 0] + np.uint8(250))
print(np.tile([[0, 1], [1, 0]], (2, 2)), np.repeat(np.repeat([[1, 2]], 2, axis=0), 2, axis=1), np.hstack([gray[:1, :2], gray[:1, -2:]]), np.dstack([[1, 2], [3, 4]]))
