"""Pictures as arrays."""
import numpy as np

img = np.arange(48, dtype=np.uint8).reshape(4, 4, 3)
print(img.shape, img.dtype, img[0, 0], img[..., 0], img.mean(axis=(0, 1)), img.max(), img.transpose(2, 0, 1).shape)
gray = img @ np.array([0.299, 0.587, 0.114])
print(gray.round(1), (gray / 255).astype(np.float32).dtype, img[::2, ::2].shape, img[:, ::-1][0, 0], np.rot90(img).shape)
x = (img.astype("float32") / 255 - 0.5) / 0.5
print(x[0, 0], x.dtype, np.clip(img.astype(int) + 220, 0, 255).astype(np.uint8)[0, :2], np.pad(img, ((1, 1), (1, 1), (0, 0)))[0].sum(), img.astype(float).std())
print((img > 20).sum(), np.where(img[..., 0] > 20, 255, 0), np.stack([gray] * 3, axis=-1).shape, img.reshape(-1, 3)[:2], np.concatenate([img, img], 1).shape)
