"""Pictures in other sizes by all interpolations, their parts and margins: numbers as OpenCV's."""
import random
import zlib

import mxnet as mx
import numpy as np


def picture(height, width, channels, seed=0, dtype='uint8'):
    y, x, c = np.mgrid[0:height, 0:width, 0:channels]
    noise = (y * 7919 + x * 104729 + c * 31 + seed) ** 2 // 97 % 64
    waves = ((y * (5 + seed)) % 200 + (x * 3) % 56) // 2
    return mx.nd.array(np.clip(waves + noise + c * 20, 0, 255), dtype=dtype)


def show(name, *arrays):
    print(name, *[f'{a.shape} {a.dtype.__name__} {zlib.crc32(a.asnumpy().tobytes())}' for a in arrays])


for (height, width, channels), sizes in (((20, 30, 3), ((40, 50), (15, 10), (31, 20), (30, 20))), ((41, 61, 3), ((30, 20), (64, 33), (20, 64))), ((64, 64, 1), ((16, 16), (32, 32), (21, 21))),
                                         ((36, 60, 4), ((30, 18), (20, 12), (7, 90))), ((7, 5, 3), ((64, 64), (1, 1), (10, 14))), ((1, 1, 3), ((5, 4),)), ((30, 20, 2), ((10, 15), (11, 7)))):
    for w, h in sizes:
        show(f'{height}x{width}x{channels} -> {h}x{w}', *[mx.image.imresize(picture(height, width, channels, w), w, h, interp=i) for i in range(5)])
for dtype in 'float32', 'float64':
    show(dtype, *[mx.image.imresize(picture(12, 16, 3, 5, dtype), 8, 6, interp=i) for i in (0, 1, 3)])
show('usual', mx.image.imresize(picture(20, 30, 3), 17, 9))

small = picture(24, 36, 3, 3)
for size in 12, 24, 30:
    show(f'short {size}', mx.image.resize_short(small, size), mx.image.resize_short(small.transpose((1, 0, 2)), size, interp=1), mx.image.resize_short(small, size, interp=9))
print(mx.image.scale_down((640, 480), (720, 120)), mx.image.scale_down((360, 1000), (480, 500)), mx.image.scale_down((300, 300), (64, 48)))
show('fixed', mx.image.fixed_crop(small, 3, 4, 10, 12), mx.image.fixed_crop(small, 3, 4, 10, 12, (20, 20)), mx.image.fixed_crop(small, 3, 4, 10, 12, (8, 9), interp=9), mx.image.fixed_crop(small, 30, 20, 10, 12))
for size in (10, 8), (50, 20), (36, 24), (60, 60):
    part, place = mx.image.center_crop(small, size)
    show(f'centre {size} {place}', part)
random.seed(11)
np.random.seed(12)
for size in (10, 8), (50, 20), (36, 24):
    part, place = mx.image.random_crop(small, size)
    show(f'anywhere {size} {place}', part)
    part, place = mx.image.random_size_crop(small, size, (0.08, 1), (3 / 4, 4 / 3))
    show(f'any size {place}', part)
    part, place = mx.image.random_size_crop(small, size, 0.9, (0.9, 1.1), interp=10)
    show(f'large {place}', part)
part, place = mx.image.random_size_crop(small, (10, 10), (2.0, 3.0), (1, 1))
show(f'does not fit {place}', part)
for kind in range(5):
    show(f'margin {kind}', mx.image.copyMakeBorder(small, 1, 2, 3, 4, type=kind), mx.image.copyMakeBorder(small.slice_axis(0, 0, 3), 7, 0, 0, 9, type=kind))
show('margin of values', mx.image.copyMakeBorder(small, 2, 2, 2, 2, values=(9, 8, 7)), mx.image.copyMakeBorder(small, 2, 2, 2, 2, value=5))
floats = small.astype('float32')
print(mx.image.color_normalize(floats, mx.nd.array([1, 2, 3]), mx.nd.array([2, 4, 8])) is floats, float(floats.sum().asscalar()))


def attempt(run):
    try:
        print(run().shape)
    except Exception as error:
        print(type(error).__name__, str(error).strip().split('\n')[-1])


attempt(lambda: mx.image.imresize(small, 0, 5))
attempt(lambda: mx.image.imresize(small, 5, -1))
attempt(lambda: mx.image.imresize(small, 2.5, 4))
attempt(lambda: mx.image.resize_short(small, 10, interp=7))
attempt(lambda: mx.image.random_size_crop(small, (5, 5), 0.5, (1, 1), nothing=1))
