"""What moves and cuts."""
import math
import numbers

import torch
from torchvision import tv_tensors
from torchvision.ops import box_iou
from torchvision.transforms import InterpolationMode

from . import functional as F
from ._transform import RandomApplied, Transform, between, fill_of, get_bounding_boxes, has_any, is_pure_tensor, query_size, two_sizes, whole, _PICTURES

_BILINEAR, _NEAREST = InterpolationMode.BILINEAR, InterpolationMode.NEAREST


class RandomHorizontalFlip(RandomApplied):
    def transform(self, inpt, params):
        return F.horizontal_flip(inpt)


class RandomVerticalFlip(RandomApplied):
    def transform(self, inpt, params):
        return F.vertical_flip(inpt)


class Resize(Transform):
    def __init__(self, size, interpolation=_BILINEAR, max_size=None, antialias=True):
        super().__init__()
        if isinstance(size, int):
            size = [size]
        elif isinstance(size, (list, tuple)) and len(size) in (1, 2):
            size = list(size)
        elif size is not None or not isinstance(max_size, int):
            raise ValueError('size can be an integer, a sequence of one or two integers, or None, but got %s instead.' % (size,) if size is not None else
                             'max_size must be an integer when size is None, but got %s instead.' % max_size)
        self.size = size
        self.interpolation = interpolation
        self.max_size = max_size
        self.antialias = antialias

    def transform(self, inpt, params):
        return F.resize(inpt, self.size, self.interpolation, self.max_size, self.antialias)


class CenterCrop(Transform):
    def __init__(self, size):
        super().__init__()
        self.size = two_sizes(size)

    def transform(self, inpt, params):
        return F.center_crop(inpt, self.size)


class RandomResizedCrop(Transform):
    def __init__(self, size, scale=(0.08, 1.0), ratio=(3.0 / 4.0, 4.0 / 3.0), interpolation=_BILINEAR, antialias=True):
        super().__init__()
        self.size = two_sizes(size)
        self.scale = scale
        self.ratio = ratio
        self.interpolation = interpolation
        self.antialias = antialias

    def make_params(self, flat_inputs):
        """A part of so much of the area and of such a shape; after ten that do not fit, the largest in the middle."""
        height, width = query_size(flat_inputs)
        lines = torch.log(torch.tensor(self.ratio))
        for _ in range(10):
            area = height * width * between(*self.scale)
            aspect = torch.exp(torch.empty(1).uniform_(lines[0], lines[1])).item()
            w, h = int(round(math.sqrt(area * aspect))), int(round(math.sqrt(area / aspect)))
            if 0 < w <= width and 0 < h <= height:
                top = whole(height - h + 1)
                return dict(top=top, left=whole(width - w + 1), height=h, width=w)
        aspect = width / height
        if aspect < min(self.ratio):
            w, h = width, int(round(width / min(self.ratio)))
        elif aspect > max(self.ratio):
            w, h = int(round(height * max(self.ratio))), height
        else:
            w, h = width, height
        return dict(top=(height - h) // 2, left=(width - w) // 2, height=h, width=w)

    def transform(self, inpt, params):
        return F.resized_crop(inpt, **params, size=self.size, interpolation=self.interpolation, antialias=self.antialias)


class _Crops(Transform):
    def __init__(self, size):
        super().__init__()
        self.size = two_sizes(size)

    def check_inputs(self, flat_inputs):
        if has_any(flat_inputs, tv_tensors.BoundingBoxes, tv_tensors.Mask):
            raise TypeError("BoundingBoxes'es and Mask's are not supported by %s()" % type(self).__name__)


class FiveCrop(_Crops):
    def transform(self, inpt, params):
        return F.five_crop(inpt, self.size)


class TenCrop(_Crops):
    def __init__(self, size, vertical_flip=False):
        super().__init__(size)
        self.vertical_flip = vertical_flip

    def transform(self, inpt, params):
        return F.ten_crop(inpt, self.size, self.vertical_flip)


class Pad(Transform):
    def __init__(self, padding, fill=0, padding_mode='constant'):
        super().__init__()
        self.padding = padding
        self.fill = fill
        self.padding_mode = padding_mode

    def transform(self, inpt, params):
        return F.pad(inpt, self.padding, fill_of(self.fill, inpt), self.padding_mode)


class RandomZoomOut(RandomApplied):
    """On a larger canvas, somewhere."""

    def __init__(self, fill=0, side_range=(1.0, 4.0), p=0.5):
        super().__init__(p=p)
        self.fill = fill
        self.side_range = side_range
        if side_range[0] < 1.0 or side_range[0] > side_range[1]:
            raise ValueError('Invalid side range provided %s.' % (side_range,))

    def make_params(self, flat_inputs):
        height, width = query_size(flat_inputs)
        r = self.side_range[0] + torch.rand(1) * (self.side_range[1] - self.side_range[0])
        tall, wide = int(height * r), int(width * r)
        r = torch.rand(2)
        left, top = int((wide - width) * r[0]), int((tall - height) * r[1])
        return {'padding': [left, top, wide - (left + width), tall - (top + height)]}

    def transform(self, inpt, params):
        return F.pad(inpt, params['padding'], fill_of(self.fill, inpt))


def _degrees(degrees):
    if isinstance(degrees, numbers.Number):
        if degrees < 0:
            raise ValueError('If degrees is a single number, it must be positive.')
        degrees = [-degrees, degrees]
    return [float(d) for d in degrees]


class RandomRotation(Transform):
    def __init__(self, degrees, interpolation=_NEAREST, expand=False, center=None, fill=0):
        super().__init__()
        self.degrees = _degrees(degrees)
        self.interpolation = interpolation
        self.expand = expand
        self.fill = fill
        self.center = center

    def make_params(self, flat_inputs):
        return {'angle': between(*self.degrees)}

    def transform(self, inpt, params):
        return F.rotate(inpt, params['angle'], self.interpolation, self.expand, self.center, fill_of(self.fill, inpt))


class RandomAffine(Transform):
    def __init__(self, degrees, translate=None, scale=None, shear=None, interpolation=_NEAREST, fill=0, center=None):
        super().__init__()
        self.degrees = _degrees(degrees)
        if translate is not None and not all(0.0 <= t <= 1.0 for t in translate):
            raise ValueError('translation values should be between 0 and 1')
        self.translate = translate
        if scale is not None and not all(s > 0 for s in scale):
            raise ValueError('scale values should be positive')
        self.scale = scale
        self.shear = _degrees(shear) if shear is not None else None
        self.interpolation = interpolation
        self.fill = fill
        self.center = center

    def make_params(self, flat_inputs):
        height, width = query_size(flat_inputs)
        angle = between(*self.degrees)
        translate = (0, 0)
        if self.translate is not None:
            wide, tall = float(self.translate[0] * width), float(self.translate[1] * height)
            tx = int(round(between(-wide, wide)))
            translate = (tx, int(round(between(-tall, tall))))
        scale = between(*self.scale) if self.scale is not None else 1.0
        x = y = 0.0
        if self.shear is not None:
            x = between(self.shear[0], self.shear[1])
            if len(self.shear) == 4:
                y = between(self.shear[2], self.shear[3])
        return dict(angle=angle, translate=translate, scale=scale, shear=(x, y))

    def transform(self, inpt, params):
        return F.affine(inpt, **params, interpolation=self.interpolation, fill=fill_of(self.fill, inpt), center=self.center)


class RandomCrop(Transform):
    def __init__(self, size, padding=None, pad_if_needed=False, fill=0, padding_mode='constant'):
        super().__init__()
        self.size = two_sizes(size)
        if padding is not None:
            padding = [padding] * 4 if isinstance(padding, int) else list(padding) * (4 // len(padding)) if len(padding) < 3 else list(padding)
        self.padding = padding
        self.pad_if_needed = pad_if_needed
        self.fill = fill
        self.padding_mode = padding_mode

    def make_params(self, flat_inputs):
        height, width = query_size(flat_inputs)
        left, top, right, bottom = self.padding or [0, 0, 0, 0]
        tall, wide = self.size
        full_height, full_width = height + top + bottom, width + left + right
        if self.pad_if_needed:
            more = max(tall - full_height, 0)
            top, bottom, full_height = top + more, bottom + more, full_height + 2 * more
            more = max(wide - full_width, 0)
            left, right, full_width = left + more, right + more, full_width + 2 * more
        if full_height < tall or full_width < wide:
            raise ValueError('Required crop size %s is larger than %sinput image size %s.' % ((tall, wide), 'padded ' if self.padding is not None else '', (full_height, full_width)))
        at = whole(full_height - tall + 1) if full_height > tall else 0
        return {'at': (at, whole(full_width - wide + 1) if full_width > wide else 0), 'padding': [left, top, right, bottom], 'crops': (full_height, full_width) != (tall, wide)}

    def transform(self, inpt, params):
        if any(params['padding']):
            inpt = F.pad(inpt, params['padding'], fill_of(self.fill, inpt), self.padding_mode)
        return F.crop(inpt, *params['at'], *self.size) if params['crops'] else inpt


class RandomPerspective(RandomApplied):
    def __init__(self, distortion_scale=0.5, p=0.5, interpolation=_BILINEAR, fill=0):
        super().__init__(p=p)
        if not 0 <= distortion_scale <= 1:
            raise ValueError('Argument distortion_scale value should be between 0 and 1')
        self.distortion_scale = distortion_scale
        self.interpolation = interpolation
        self.fill = fill

    def make_params(self, flat_inputs):
        height, width = query_size(flat_inputs)
        wide, tall = int(self.distortion_scale * (width // 2)) + 1, int(self.distortion_scale * (height // 2)) + 1
        ends = [[whole(wide), whole(tall)], [whole(width, width - wide), whole(tall)], [whole(width, width - wide), whole(height, height - tall)], [whole(wide), whole(height, height - tall)]]
        return dict(startpoints=[[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], endpoints=ends)

    def transform(self, inpt, params):
        return F.perspective(inpt, **params, interpolation=self.interpolation, fill=fill_of(self.fill, inpt))


class ElasticTransform(Transform):
    def __init__(self, alpha=50.0, sigma=5.0, interpolation=_BILINEAR, fill=0):
        super().__init__()
        self.alpha = [float(alpha)] * 2 if isinstance(alpha, (int, float)) else list(alpha)
        self.sigma = [float(sigma)] * 2 if isinstance(sigma, (int, float)) else list(sigma)
        self.interpolation = interpolation
        self.fill = fill

    def make_params(self, flat_inputs):
        size = list(query_size(flat_inputs))
        moves = []
        for axis in (0, 1):
            move = torch.rand([1, 1] + size) * 2 - 1
            if self.sigma[axis] > 0.0:
                kernel = int(8 * self.sigma[axis] + 1)
                kernel += kernel % 2 == 0
                move = F.gaussian_blur(move, [kernel, kernel], [self.sigma[axis]] * 2)
            moves.append(move * self.alpha[axis] / size[axis])
        return {'displacement': torch.cat(moves, 1).permute([0, 2, 3, 1])}

    def transform(self, inpt, params):
        return F.elastic(inpt, **params, interpolation=self.interpolation, fill=fill_of(self.fill, inpt))


class RandomIoUCrop(Transform):
    """A part of the picture that the boxes lie on by so much, drawn; boxes whose middle is not in it are left without area (SanitizeBoundingBoxes takes them out)."""

    def __init__(self, min_scale=0.3, max_scale=1.0, min_aspect_ratio=0.5, max_aspect_ratio=2.0, sampler_options=None, trials=40):
        super().__init__()
        self.min_scale = min_scale
        self.max_scale = max_scale
        self.min_aspect_ratio = min_aspect_ratio
        self.max_aspect_ratio = max_aspect_ratio
        self.options = [0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0] if sampler_options is None else sampler_options
        self.trials = trials

    def check_inputs(self, flat_inputs):
        if not (has_any(flat_inputs, *_PICTURES, is_pure_tensor) and has_any(flat_inputs, tv_tensors.BoundingBoxes)):
            raise TypeError('%s() requires input sample to contain tensor or PIL images and bounding boxes. Sample can also contain masks.' % type(self).__name__)

    def make_params(self, flat_inputs):
        height, width = query_size(flat_inputs)
        boxes = get_bounding_boxes(flat_inputs)
        corners = F.convert_bounding_box_format(boxes, new_format=tv_tensors.BoundingBoxFormat.XYXY).as_subclass(torch.Tensor)
        while True:
            least = self.options[whole(len(self.options))]
            if least >= 1.0:
                return {}
            for _ in range(self.trials):
                r = self.min_scale + (self.max_scale - self.min_scale) * torch.rand(2)
                w, h = int(width * r[0]), int(height * r[1])
                aspect = w / h
                if not self.min_aspect_ratio <= aspect <= self.max_aspect_ratio:
                    continue
                r = torch.rand(2)
                left, top = int((width - w) * r[0]), int((height - h) * r[1])
                if left == left + w or top == top + h:
                    continue
                middle = 0.5 * (corners[..., [0, 1]] + corners[..., [2, 3]])
                inside = (left < middle[..., 0]) & (middle[..., 0] < left + w) & (top < middle[..., 1]) & (middle[..., 1] < top + h)
                if not inside.any():
                    continue
                if box_iou(corners[inside], torch.tensor([[left, top, left + w, top + h]], dtype=corners.dtype, device=corners.device)).max() < least:
                    continue
                return dict(top=top, left=left, height=h, width=w, inside=inside)

    def transform(self, inpt, params):
        if not params:
            return inpt
        made = F.crop(inpt, params['top'], params['left'], params['height'], params['width'])
        if isinstance(made, tv_tensors.BoundingBoxes):
            made[~params['inside']] = 0
        return made


class ScaleJitter(Transform):
    def __init__(self, target_size, scale_range=(0.1, 2.0), interpolation=_BILINEAR, antialias=True):
        super().__init__()
        self.target_size = target_size
        self.scale_range = scale_range
        self.interpolation = interpolation
        self.antialias = antialias

    def make_params(self, flat_inputs):
        height, width = query_size(flat_inputs)
        scale = self.scale_range[0] + torch.rand(1) * (self.scale_range[1] - self.scale_range[0])
        r = min(self.target_size[1] / height, self.target_size[0] / width) * scale
        return {'size': [int(height * r), int(width * r)]}

    def transform(self, inpt, params):
        return F.resize(inpt, params['size'], self.interpolation, antialias=self.antialias)


class RandomShortestSize(Transform):
    def __init__(self, min_size, max_size=None, interpolation=_BILINEAR, antialias=True):
        super().__init__()
        self.min_size = [min_size] if isinstance(min_size, int) else list(min_size)
        self.max_size = max_size
        self.interpolation = interpolation
        self.antialias = antialias

    def make_params(self, flat_inputs):
        height, width = query_size(flat_inputs)
        size = self.min_size[whole(len(self.min_size))]
        r = size / min(height, width)
        if self.max_size is not None:
            r = min(r, self.max_size / max(height, width))
        return {'size': [int(height * r), int(width * r)]}

    def transform(self, inpt, params):
        return F.resize(inpt, params['size'], self.interpolation, antialias=self.antialias)


class RandomResize(Transform):
    def __init__(self, min_size, max_size, interpolation=_BILINEAR, antialias=True):
        super().__init__()
        self.min_size = min_size
        self.max_size = max_size
        self.interpolation = interpolation
        self.antialias = antialias

    def make_params(self, flat_inputs):
        return {'size': [whole(self.max_size, self.min_size)]}

    def transform(self, inpt, params):
        return F.resize(inpt, params['size'], self.interpolation, antialias=self.antialias)
