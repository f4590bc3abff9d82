"""What moves pixels: boxes, points and masks go with them."""
import math
import numbers

import torch
from torchvision.transforms import functional as _first
from torchvision.transforms import InterpolationMode
from torchvision.transforms.functional import _get_inverse_affine_matrix
from torchvision.tv_tensors import wrap

from ._boxes import changed, corners_of, plain, turned
from ._resampled import resized, takes
from ._kinds import as_picture, by_kind, get_size, over_pictures

_NEAREST = InterpolationMode.NEAREST


def _moved(points, size):
    """Points on a canvas of that size; those that fall off it stay where they fall."""
    return lambda like: wrap(points.to(like.dtype), like=like, canvas_size=tuple(size))


def _mirrored(name, inpt, picture, axis):
    def boxes(value):
        corners, length = corners_of(value), value.canvas_size[1 - axis]
        corners[..., [axis, axis + 2]] = length - corners[..., [axis + 2, axis]]
        return changed(value, corners)

    def points(value):
        moved = plain(value).clone()
        moved[..., axis] = value.canvas_size[1 - axis] - 1 - moved[..., axis]
        return _moved(moved, value.canvas_size)(value)
    return by_kind(name, inpt, picture=picture, mask=picture, boxes=boxes, points=points)


def horizontal_flip(inpt):
    return _mirrored('horizontal_flip', inpt, _first.hflip, 0)


def vertical_flip(inpt):
    return _mirrored('vertical_flip', inpt, _first.vflip, 1)


hflip, vflip = horizontal_flip, vertical_flip


def _new_size(old, size, max_size):
    """The size that resize() gives a canvas of (height, width)."""
    if isinstance(size, int):
        size = [size]
    if size is None:
        if not isinstance(max_size, int):
            raise ValueError('max_size must be an integer when size is None, but got %s instead.' % max_size)
        longest = max(old)
        return [int(max_size * n / longest) for n in old]
    if max_size is not None and len(size) != 1:
        raise ValueError('max_size should only be passed if size is None or specifies the length of the smaller edge, i.e. size should be an int or a sequence of length 1 in torchscript mode.')
    if len(size) == 2:
        return list(size)
    height, width = old
    short, long = min(old), max(old)
    new_short, new_long = size[0], int(size[0] * long / short)
    if max_size is not None:
        if max_size <= size[0]:
            raise ValueError('max_size = %s must be strictly greater than the requested size for the smaller edge size = %s' % (max_size, size))
        if new_long > max_size:
            new_short, new_long = int(max_size * new_short / new_long), max_size
    return [new_long, new_short] if width <= height else [new_short, new_long]


def _scaled(value, size):
    (old_height, old_width), (height, width) = value.canvas_size, size
    return torch.tensor([width / old_width, height / old_height], device=value.device)


def resize(inpt, size, interpolation=InterpolationMode.BILINEAR, max_size=None, antialias=True):
    new = _new_size(get_size(inpt), size, max_size)

    def picture(value):
        if get_size(value) == new:
            return value
        smooth = isinstance(value, torch.Tensor) and antialias and interpolation in (InterpolationMode.BILINEAR, InterpolationMode.BICUBIC)
        if smooth and takes(value, interpolation):
            return resized(value, new, interpolation)
        return _first.resize(value, new, interpolation, antialias=True) if smooth or not isinstance(value, torch.Tensor) else _first.resize(value, new, interpolation, antialias=False)
    return by_kind('resize', inpt, picture=over_pictures(picture), mask=as_picture(over_pictures(lambda value: _first.resize(value, new, _NEAREST))),
                   boxes=lambda value: changed(value, corners_of(value) * _scaled(value, new).repeat(2), new),
                   points=lambda value: _moved(plain(value) * _scaled(value, new), new)(value))


def crop(inpt, top, left, height, width):
    cut = over_pictures(lambda value: _first.crop(value, top, left, height, width))
    return by_kind('crop', inpt, picture=cut, mask=cut,
                   boxes=lambda value: changed(value, corners_of(value) - torch.tensor([left, top, left, top], device=value.device), (height, width), clamps=True),
                   points=lambda value: _moved(plain(value) - torch.tensor([left, top], device=value.device), (height, width))(value))


def center_crop(inpt, output_size):
    size = [int(output_size)] * 2 if isinstance(output_size, numbers.Number) else list(output_size) * (2 // len(output_size))
    (height, width), (tall, wide) = get_size(inpt), size
    if wide > width or tall > height:
        margins = [(wide - width) // 2 if wide > width else 0, (tall - height) // 2 if tall > height else 0, (wide - width + 1) // 2 if wide > width else 0, (tall - height + 1) // 2 if tall > height else 0]
        inpt = pad(inpt, margins)
        height, width = get_size(inpt)
        if (tall, wide) == (height, width):
            return inpt
    return crop(inpt, int(round((height - tall) / 2.0)), int(round((width - wide) / 2.0)), tall, wide)


def _margins(padding):
    if isinstance(padding, int):
        return [padding] * 4
    padding = list(padding)
    if len(padding) == 1:
        return padding * 4
    if len(padding) == 2:
        return padding * 2
    if len(padding) != 4:
        raise ValueError('Padding must be an int or a 1, 2, or 4 element tuple, not a %d element tuple' % len(padding))
    return padding


def pad(inpt, padding, fill=None, padding_mode='constant'):
    left, top, right, bottom = _margins(padding)
    height, width = get_size(inpt)
    size = (height + top + bottom, width + left + right)

    def picture(value):
        if isinstance(value, torch.Tensor) and isinstance(fill, (list, tuple)) and len(fill) > 1:
            made = _first.pad(value, [left, top, right, bottom], 0, padding_mode)
            colour = torch.tensor(fill, dtype=value.dtype, device=value.device).reshape(-1, 1, 1).expand(*made.shape)
            outside = torch.ones(made.shape[-2:], dtype=torch.bool, device=value.device)
            outside[top:top + height, left:left + width] = False
            return torch.where(outside, colour, made)
        return _first.pad(value, [left, top, right, bottom], 0 if fill is None else fill[0] if isinstance(fill, (list, tuple)) and len(fill) == 1 else fill, padding_mode)

    def mask(value):
        kept = value.to(torch.uint8) if value.dtype is torch.bool else value
        return _first.pad(kept, [left, top, right, bottom], 0 if fill is None or isinstance(fill, (list, tuple)) else fill, padding_mode).to(value.dtype)

    def need_constant(value):
        if padding_mode != 'constant':
            raise ValueError('Padding mode \'%s\' is not supported with bounding boxes' % padding_mode)
        return value
    return by_kind('pad', inpt, picture=over_pictures(picture), mask=as_picture(mask),
                   boxes=lambda value: changed(need_constant(value), corners_of(value) + torch.tensor([left, top, left, top], device=value.device), size, clamps=True),
                   points=lambda value: _moved(plain(value) + torch.tensor([left, top], device=value.device), size)(value))


def resized_crop(inpt, top, left, height, width, size, interpolation=InterpolationMode.BILINEAR, antialias=True):
    return resize(crop(inpt, top, left, height, width), size, interpolation, antialias=antialias)


def _affine_points(matrix, size, out=None, middle=None):
    """A movement of the plane by the inverse matrix that torchvision turns pictures by."""
    height, width = size
    out_height, out_width = out or size
    x, y = (0.5 * width, 0.5 * height) if middle is None else middle
    inverse = torch.tensor([matrix[:3], matrix[3:], [0.0, 0.0, 1.0]], dtype=torch.float64)
    forward = torch.linalg.inv(inverse)

    def move(points):
        centred = points.to(torch.float64) - torch.tensor([0.5 * width, 0.5 * height], dtype=torch.float64)
        made = centred @ forward[:2, :2].T + forward[:2, 2] + torch.tensor([0.5 * out_width, 0.5 * out_height], dtype=torch.float64)
        return made.to(points.dtype)
    return move


def _centre(center, size):
    height, width = size
    return [0.0, 0.0] if center is None else [center[0] - width * 0.5, center[1] - height * 0.5]


def rotate(inpt, angle, interpolation=_NEAREST, expand=False, center=None, fill=None):
    angle = angle % 360
    size = get_size(inpt)
    if center is not None and expand:
        center = None
    matrix = _get_inverse_affine_matrix(_centre(center, size), -angle, [0.0, 0.0], 1.0, [0.0, 0.0])

    def widened():
        if not expand:
            return size
        move = _affine_points(matrix, size)
        height, width = size
        corners = move(torch.tensor([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]]))
        span = (corners.max(0).values - corners.min(0).values)
        return [math.ceil(round(span[1].item(), 3)), math.ceil(round(span[0].item(), 3))]
    out = widened()
    move = _affine_points(matrix, size, out)
    return by_kind('rotate', inpt, picture=over_pictures(lambda value: _first.rotate(value, angle, interpolation, expand, center, fill)),
                   mask=as_picture(over_pictures(lambda value: _first.rotate(value, angle, _NEAREST, expand, center, _single(fill)))),
                   boxes=lambda value: turned(value, move, out), points=lambda value: _moved(move(plain(value).float()), out)(value))


def _single(fill):
    return fill if isinstance(fill, (int, float)) else None


def affine(inpt, angle, translate, scale, shear, interpolation=_NEAREST, fill=None, center=None):
    shear = [shear, 0.0] if isinstance(shear, numbers.Number) else list(shear) * (2 // len(shear))
    size = get_size(inpt)
    matrix = _get_inverse_affine_matrix(_centre(center, size), angle, [float(n) for n in translate], scale, shear)
    move = _affine_points(matrix, size)
    return by_kind('affine', inpt, picture=over_pictures(lambda value: _first.affine(value, angle, list(translate), scale, shear, interpolation, fill, center)),
                   mask=as_picture(over_pictures(lambda value: _first.affine(value, angle, list(translate), scale, shear, _NEAREST, _single(fill), center))),
                   boxes=lambda value: turned(value, move, size), points=lambda value: _moved(move(plain(value).float()), size)(value))


def _pictures_alone(name):
    def refused(value):
        raise NotImplementedError('torchvision.transforms.v2.functional.%s of boxes and points is not in perch; the nearest is affine' % name)
    return {'boxes': refused, 'points': refused}


def perspective(inpt, startpoints, endpoints, interpolation=InterpolationMode.BILINEAR, fill=None, coefficients=None):
    return by_kind('perspective', inpt, picture=over_pictures(lambda value: _first.perspective(value, startpoints, endpoints, interpolation, fill)),
                   mask=as_picture(over_pictures(lambda value: _first.perspective(value, startpoints, endpoints, _NEAREST, _single(fill)))), **_pictures_alone('perspective'))


def elastic(inpt, displacement, interpolation=InterpolationMode.BILINEAR, fill=None):
    return by_kind('elastic', inpt, picture=over_pictures(lambda value: _first.elastic_transform(value, displacement, interpolation, fill)),
                   mask=as_picture(over_pictures(lambda value: _first.elastic_transform(value, displacement, _NEAREST, _single(fill)))), **_pictures_alone('elastic'))


elastic_transform = elastic


def five_crop(inpt, size):
    """The four corners and the middle."""
    size = (int(size),) * 2 if isinstance(size, numbers.Number) else tuple(size) * (2 // len(size))
    (tall, wide), (height, width) = size, get_size(inpt)
    if wide > width or tall > height:
        raise ValueError('Requested crop size %s is bigger than input size %s' % (size, (height, width)))
    return (crop(inpt, 0, 0, tall, wide), crop(inpt, 0, width - wide, tall, wide), crop(inpt, height - tall, 0, tall, wide), crop(inpt, height - tall, width - wide, tall, wide), center_crop(inpt, [tall, wide]))


def ten_crop(inpt, size, vertical_flip=False):
    return (*five_crop(inpt, size), *five_crop(vflip(inpt) if vertical_flip else hflip(inpt), size))
