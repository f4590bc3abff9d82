"""What ImageRecordIter does to a picture before and besides cutting it: sizes, turns, borders, colours moved a little. Pictures are rows x columns x channels of bytes."""
import importlib
import math

import numpy as np

from .. import ndarray as nd
from ..base import MXNetError

DEFAULTS = {'resize': -1, 'rand_crop': False, 'random_resized_crop': False, 'max_rotate_angle': 0, 'max_aspect_ratio': 0.0, 'min_aspect_ratio': None, 'max_shear_ratio': 0.0, 'max_crop_size': -1,
            'min_crop_size': -1, 'max_random_scale': 1.0, 'min_random_scale': 1.0, 'max_random_area': 1.0, 'min_random_area': 1.0, 'max_img_size': 1e10, 'min_img_size': 0.0, 'brightness': 0.0,
            'contrast': 0.0, 'saturation': 0.0, 'pca_noise': 0.0, 'rand_gray': 0.0, 'random_h': 0, 'random_s': 0, 'random_l': 0, 'rotate': -1, 'fill_value': 255, 'inter_method': 1, 'pad': 0}
_GREY = np.array([0.299, 0.587, 0.114], dtype='float32')
_MAIN = np.array([[55.46 * -0.5675, 4.794 * 0.7192, 1.148 * 0.4009], [55.46 * -0.5808, 4.794 * -0.0045, 1.148 * -0.8140], [55.46 * -0.5836, 4.794 * -0.6948, 1.148 * 0.4203]]) # directions of ImageNet's colours
_TURNS = ('max_rotate_angle', 'max_shear_ratio', 'rotate', 'max_random_scale', 'min_random_scale', 'max_aspect_ratio', 'max_img_size', 'min_img_size')
_image = importlib.import_module('mxnet._image')


def resized(picture, width, height, options, draw):
    """At another size, by inter_method: 9 takes an area's mean for smaller and cubic for larger ones, 10 any."""
    rows, columns = picture.shape[:2]
    if (rows, columns) == (height, width):
        return picture
    method = options['inter_method']
    if method == 9:
        method = 2 if width > columns and height > rows else 3 if width < columns and height < rows else 1
    elif method == 10:
        method = draw.randint(0, 4)
    return _image.resize(nd.array(np.ascontiguousarray(picture), dtype='uint8'), width, height, method).asnumpy()


def by_shorter_side(picture, options, draw):
    """With a shorter side of `resize`, if that is asked for."""
    side, (rows, columns) = options['resize'], picture.shape[:2]
    if side <= 0:
        return picture
    return resized(picture, *((side, side * rows // columns) if rows > columns else (side * columns // rows, side)), options, draw)


def varied(picture, shape, options, draw):
    """The picture as `shape` (channels, height, width) wants it, by the options, but for mirrors."""
    _, height, width = shape
    picture = by_shorter_side(picture, options, draw)
    if options['random_resized_crop']:
        part = _cut_at_random(picture, options, draw)
        picture = picture if part is None else resized(part, width, height, options, draw)
    elif any(options[name] != DEFAULTS[name] for name in _TURNS):
        picture = _turned(picture, options, draw)
    if options['pad'] > 0:
        around = options['pad']
        picture = np.pad(picture, ((around, around), (around, around), (0, 0)), constant_values=options['fill_value'])
    return _coloured(_cut(picture, width, height, options, draw), options, draw)


def _cut(picture, width, height, options, draw):
    """The middle of the picture or any place in it; what is too small grows first."""
    rows, columns = picture.shape[:2]
    least, most = options['min_crop_size'], options['max_crop_size']
    square = (least, most) != (-1, -1) and not options['random_resized_crop']
    if square:
        if columns < most or rows < most or most < least:
            raise MXNetError('MXNetError: Check failed: res.cols >= param_.max_crop_size && res.rows >= param_.max_crop_size && param_.max_crop_size >= param_.min_crop_size: '
                             'input image size smaller than max_crop_size')
        across = down = draw.randint(least, most)
    else:
        if rows < height:
            picture = resized(picture, int(np.float32(height) / np.float32(rows) * np.float32(columns)), height, options, draw)
            rows, columns = picture.shape[:2]
        if columns < width:
            picture = resized(picture, width, int(np.float32(width) / np.float32(columns) * np.float32(rows)), options, draw)
            rows, columns = picture.shape[:2]
        across, down = width, height
    x, y = columns - across, rows - down
    x, y = (draw.randint(0, x), draw.randint(0, y)) if options['rand_crop'] else (x // 2, y // 2)
    picture = picture[y:y + down, x:x + across]
    return resized(picture, width, height, options, draw) if square else picture


def _cut_at_random(picture, options, draw):
    """A part of the picture whose area and ratio of sides are drawn; None after ten that did not fit."""
    rows, columns = picture.shape[:2]
    for _ in range(10):
        area = draw.uniform(options['min_random_area'], options['max_random_area']) * rows * columns
        low, high = options['min_aspect_ratio'], options['max_aspect_ratio']
        ratio = draw.uniform(low, high) if low is not None else draw.uniform(1 - high, 1 + high)
        width, height = round((area * ratio) ** 0.5), round((area / ratio) ** 0.5) if ratio > 0 else rows + 1
        if 0 < width <= columns and 0 < height <= rows:
            x, y = draw.randint(0, columns - width), draw.randint(0, rows - height)
            return picture[y:y + height, x:x + width]
    return None


def _turned(picture, options, draw):
    """Turned, sheared, wider or narrower, larger or smaller, about its middle."""
    rows, columns = picture.shape[:2]
    shear = draw.uniform(-1, 1) * options['max_shear_ratio']
    most = options['max_rotate_angle']
    angle = math.radians(options['rotate'] if options['rotate'] > 0 else draw.randint(-most, most))
    scale = draw.uniform(options['min_random_scale'], options['max_random_scale'])
    ratio = 1 + draw.uniform(-options['max_aspect_ratio'], options['max_aspect_ratio'])
    a, b = math.cos(angle), math.sin(angle)
    tall = 2 * scale / (1 + ratio)
    wide = ratio * tall
    width, height = (max(options['min_img_size'], min(options['max_img_size'], scale * size)) for size in (columns, rows))
    m = np.array([[tall * a - shear * b * wide, tall * b + shear * a * wide, 0], [-b * wide, a * wide, 0]], dtype='float32').astype('float64')
    for line, size in zip(m, (width, height)):
        line[2] = np.float32((size - (line[0] * columns + line[1] * rows)) / 2)
    return moved(picture, m, int(width), int(height), options)


def moved(picture, m, width, height, options):
    """The picture under a matrix (2 x 3) of places: read at 32nds of a pixel, as OpenCV's warpAffine; what lies outside has fill_value."""
    method = options['inter_method']
    if method not in (0, 1, 9):
        raise NotImplementedError(f'ImageRecordIter turns and scales pictures with inter_method=0 or 1 in perch, not {method}')
    d = m[0, 0] * m[1, 1] - m[0, 1] * m[1, 0]
    d = 1 / d if d else 0.0
    back = np.array([[m[1, 1], -m[0, 1]], [-m[1, 0], m[0, 0]]]) * d
    start = -back @ m[:, 2]
    half = 512 if method == 0 else 16
    x, y = np.arange(width), np.arange(height)[:, None]
    at_x, at_y = (np.rint(back[i, 0] * x * 1024).astype('int64') + np.rint((back[i, 1] * y + start[i]) * 1024).astype('int64') + half for i in (0, 1))
    rows, columns = picture.shape[:2]
    fill = options['fill_value']
    framed = np.full((rows + 2, columns + 2, picture.shape[2]), fill, dtype='int64')
    framed[1:-1, 1:-1] = picture

    def read(down, across):
        return framed[np.clip(down + 1, 0, rows + 1), np.clip(across + 1, 0, columns + 1)]
    if method == 0:
        return read(at_y >> 10, at_x >> 10).astype('uint8')
    at_x, at_y = at_x >> 5, at_y >> 5
    right, lower = ((at & 31)[..., None] for at in (at_x, at_y))
    left, top = at_x >> 5, at_y >> 5
    total = (read(top, left) * (32 - right) + read(top, left + 1) * right) * (32 - lower) + (read(top + 1, left) * (32 - right) + read(top + 1, left + 1) * right) * lower
    return ((total + 512) >> 10).astype('uint8')


def _coloured(picture, options, draw):
    """Lighter or darker, of more or less contrast and colour, of another hue, or grey."""
    if picture.shape[2] != 3:
        return picture
    if any(options[name] for name in ('random_h', 'random_s', 'random_l')):
        picture = hued(picture, *(draw.uniform(-1, 1) * options[name] for name in ('random_h', 'random_l', 'random_s')))
    if not any(options[name] for name in ('brightness', 'contrast', 'saturation', 'pca_noise', 'rand_gray')):
        return picture
    made = picture.astype('float32')
    steps = [name for name in ('brightness', 'contrast', 'saturation') if options[name]]
    draw.shuffle(steps)
    for name in steps:
        share = 1 + draw.uniform(-options[name], options[name])
        towards = {'brightness': lambda: 0.0, 'contrast': lambda: (made @ _GREY).mean(), 'saturation': lambda: (made @ _GREY)[..., None]}[name]()
        made = made * share + towards * (1 - share)
    if options['pca_noise']:
        made = made + (_MAIN @ [draw.gauss(0, options['pca_noise']) for _ in range(3)]).astype('float32')
    if draw.random() < options['rand_gray']:
        made = np.repeat((made @ _GREY)[..., None], 3, axis=2)
    return np.clip(np.rint(made), 0, 255).astype('uint8')


def hued(picture, hue, light, colour):
    """Hue (in half degrees), lightness and saturation (in 255ths) moved; none leaves its range."""
    made = picture.astype('float64') / 255
    high, low = made.max(axis=2), made.min(axis=2)
    span, middle = high - low, (high + low) / 2
    with np.errstate(divide='ignore', invalid='ignore'):
        saturation = np.where(span == 0, 0, np.where(middle < 0.5, span / (high + low), span / (2 - high - low)))
        red, green, blue = (made[..., i] for i in range(3))
        turn = np.where(span == 0, 0, np.where(high == red, (green - blue) / span, np.where(high == green, 2 + (blue - red) / span, 4 + (red - green) / span)) % 6 * 30)
    turn, middle, saturation = np.clip(turn + hue, 0, 180), np.clip(middle + light / 255, 0, 1), np.clip(saturation + colour / 255, 0, 1)
    top = np.where(middle < 0.5, middle * (1 + saturation), middle + saturation - middle * saturation)[..., None]
    bottom = 2 * middle[..., None] - top
    place = (turn[..., None] / 30 + np.array([2, 0, -2])) % 6
    made = np.select([place < 1, place < 3, place < 4], [bottom + (top - bottom) * place, top + 0 * place, bottom + (top - bottom) * (4 - place)], bottom + 0 * place)
    return np.clip(np.rint(made * 255), 0, 255).astype('uint8')
