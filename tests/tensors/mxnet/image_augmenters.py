"""mx.image's steps that vary pictures, from seeds."""
import random

import mxnet as mx
import numpy as np


def picture(height=20, width=28):
    y, x, c = np.mgrid[0:height, 0:width, 0:3]
    return mx.nd.array((y * 11 + x * 7 + c * 40) % 256, dtype='uint8')


def show(name, a):
    values = a.asnumpy().astype('float64')
    print(name, a.shape, a.dtype.__name__, round(float(values.mean()), 3), round(float((values * (np.arange(values.size).reshape(values.shape) % 13)).mean()), 2))


random.seed(5)
np.random.seed(6)
floats = picture().astype('float32')
steps = [mx.image.ResizeAug(12), mx.image.ResizeAug(30, interp=1), mx.image.ForceResizeAug((9, 11)), mx.image.RandomCropAug((10, 12)), mx.image.CenterCropAug((16, 40)),
         mx.image.RandomSizedCropAug((8, 8), 0.08, (3 / 4, 4 / 3)), mx.image.RandomSizedCropAug((8, 8), (0.2, 0.5), (0.5, 2)), mx.image.BrightnessJitterAug(0.4), mx.image.ContrastJitterAug(0.4),
         mx.image.SaturationJitterAug(0.4), mx.image.HueJitterAug(0.4), mx.image.ColorJitterAug(0.1, 0.2, 0.3),
         mx.image.LightingAug(0.5, np.array([55.46, 4.794, 1.148]), np.array([[-0.5675, 0.7192, 0.4009], [-0.5808, -0.0045, -0.8140], [-0.5836, -0.6948, 0.4203]])),
         mx.image.ColorNormalizeAug(np.array([1, 2, 3]), np.array([4, 5, 6])), mx.image.ColorNormalizeAug(mx.nd.array([1, 2, 3]), None), mx.image.RandomGrayAug(1), mx.image.RandomGrayAug(0),
         mx.image.HorizontalFlipAug(1), mx.image.HorizontalFlipAug(0), mx.image.CastAug(), mx.image.CastAug('float16')]
for step in steps:
    print(step.dumps())
    show(type(step).__name__, step(floats.copy()))
for step in steps[:7] + steps[17:]:
    show(type(step).__name__, step(picture()))
for kind in mx.image.SequentialAug, mx.image.RandomOrderAug:
    together = kind([mx.image.ResizeAug(12), mx.image.BrightnessJitterAug(0.5), mx.image.HorizontalFlipAug(0.5)])
    print(together.dumps())
    show(kind.__name__, together(floats.copy()))
for name, arguments in {'plain': {}, 'resize': dict(resize=15), 'crop': dict(rand_crop=True), 'sizes': dict(rand_crop=True, rand_resize=True, rand_mirror=True),
                        'colours': dict(brightness=0.1, contrast=0.1, saturation=0.1, hue=0.1, pca_noise=0.1, rand_gray=0.5), 'usual': dict(mean=True, std=True),
                        'given': dict(mean=np.array([1.0, 2, 3]), std=np.array([4.0, 5, 6]), inter_method=1)}.items():
    made = mx.image.CreateAugmenter((3, 10, 12), **arguments)
    print(name, [type(step).__name__ for step in made], made[0].dumps())
    data = picture()
    for step in made:
        data = step(data)
    show(name, data)
try:
    mx.image.Augmenter()(floats)
except NotImplementedError as error:
    print(error)
try:
    mx.image.CreateAugmenter((3, 10, 12), rand_resize=True)
except AssertionError:
    print('rand_resize wants rand_crop')
