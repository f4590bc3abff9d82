"""What is put together from several pictures or drawn from a list of changes."""
import math

import PIL.Image
import torch
from torch.utils._pytree import tree_flatten, tree_unflatten
from torchvision import transforms as _first
from torchvision import tv_tensors
from torchvision.transforms import AutoAugmentPolicy, InterpolationMode

from . import functional as F
from ._transform import RandomApplied, Transform, between, has_any, is_pure_tensor, labels_of, query_chw, query_size, whole


class RandomErasing(RandomApplied):
    def __init__(self, p=0.5, scale=(0.02, 0.33), ratio=(0.3, 3.3), value=0.0, inplace=False):
        super().__init__(p=p)
        if scale[0] < 0 or scale[1] > 1:
            raise ValueError('Scale should be between 0 and 1')
        self.scale = scale
        self.ratio = ratio
        if isinstance(value, (int, float)):
            self.value = [float(value)]
        elif isinstance(value, str):
            self.value = None           # 'random'
        else:
            self.value = [float(each) for each in value]
        self.inplace = inplace

    def make_params(self, flat_inputs):
        channels, height, width = query_chw(flat_inputs)
        if self.value is not None and len(self.value) not in (1, channels):
            raise ValueError('If value is a sequence, it should have either a single value or %d (number of inpt channels)' % channels)
        lines = torch.log(torch.tensor(self.ratio))
        for _ in range(10):
            area = height * width * between(*self.scale)
            aspect = torch.exp(torch.empty(1).uniform_(lines[0], lines[1])).item()
            h, w = int(round(math.sqrt(area * aspect))), int(round(math.sqrt(area / aspect)))
            if not (h < height and w < width):
                continue
            v = torch.empty([channels, h, w], dtype=torch.float32).normal_() if self.value is None else torch.tensor(self.value)[:, None, None]
            i = whole(height - h + 1)
            return dict(i=i, j=whole(width - w + 1), h=h, w=w, v=v)
        return {}

    def transform(self, inpt, params):
        return F.erase(inpt, **params, inplace=self.inplace) if params else inpt


class _Mixes(Transform):
    """Pictures of a batch with those before them, and their labels in the same parts."""

    def __init__(self, *, alpha=1.0, num_classes=None, labels_getter='default'):
        super().__init__()
        self.alpha = float(alpha)
        self._dist = torch.distributions.Beta(torch.tensor([alpha]), torch.tensor([alpha]))
        self.num_classes = num_classes
        self._labels_getter = labels_getter

    def forward(self, *inputs):
        inputs = inputs if len(inputs) > 1 else inputs[0]
        parts, shape = tree_flatten(inputs)
        if has_any(parts, PIL.Image.Image, tv_tensors.BoundingBoxes, tv_tensors.Mask):
            raise ValueError('%s does not support PIL images, bounding boxes and masks.' % type(self).__name__)
        labels = labels_of(self._labels_getter, inputs)
        if not isinstance(labels, torch.Tensor):
            raise ValueError('The labels must be a tensor, but got %s instead.' % type(labels))
        if labels.ndim not in (1, 2):
            raise ValueError('labels should be index based with shape (batch_size,) or probability based with shape (batch_size, num_classes), but got a tensor of shape %s instead.' % (labels.shape,))
        if labels.ndim == 1 and self.num_classes is None:
            raise ValueError('num_classes must be passed if the labels are index-based (1D)')
        params = {'labels': labels, 'batch_size': labels.shape[0], **self.make_params([part for part in parts if part is not labels])}
        changes = [change and part is not labels for part, change in zip(parts, self._which([part for part in parts]))]
        pure = [part for part in parts if isinstance(part, torch.Tensor) and part is not labels]
        if pure and not any(changes):
            changes = [part is pure[0] for part in parts]
        return tree_unflatten([self.mixed_labels(part, params['lam']) if part is labels else self.transform(part, params) if change else part for part, change in zip(parts, changes)], shape)

    def check_batch(self, inpt, params):
        if inpt.ndim != (5 if isinstance(inpt, tv_tensors.Video) else 4):
            raise ValueError('Expected a batched input with %d dims, but got %d dimensions instead.' % (5 if isinstance(inpt, tv_tensors.Video) else 4, inpt.ndim))
        if inpt.shape[0] != params['batch_size']:
            raise ValueError('The batch size of the image or video does not match the batch size of the labels: %d != %d.' % (inpt.shape[0], params['batch_size']))

    def mixed_labels(self, label, lam):
        if label.ndim == 1:
            label = torch.nn.functional.one_hot(label, num_classes=self.num_classes)
        if not label.dtype.is_floating_point:
            label = label.float()
        return label.roll(1, 0).mul_(1.0 - lam).add_(label.mul(lam))


class MixUp(_Mixes):
    """Two pictures seen through one another."""

    def make_params(self, flat_inputs):
        return {'lam': float(self._dist.sample(()))}

    def transform(self, inpt, params):
        self.check_batch(inpt, params)
        plain = inpt.as_subclass(torch.Tensor) if isinstance(inpt, tv_tensors.TVTensor) else inpt
        made = plain.roll(1, 0).mul_(1.0 - params['lam']).add_(plain.mul(params['lam']))
        return tv_tensors.wrap(made, like=inpt) if isinstance(inpt, tv_tensors.TVTensor) else made


class CutMix(_Mixes):
    """A part of another picture in a picture."""

    def make_params(self, flat_inputs):
        lam = float(self._dist.sample(()))
        height, width = query_size(flat_inputs)
        x = torch.randint(width, size=(1,))
        y = torch.randint(height, size=(1,))
        half = 0.5 * math.sqrt(1.0 - lam)
        wide, tall = int(half * width), int(half * height)
        x1, y1 = int(torch.clamp(x - wide, min=0)), int(torch.clamp(y - tall, min=0))
        x2, y2 = int(torch.clamp(x + wide, max=width)), int(torch.clamp(y + tall, max=height))
        return {'box': (x1, y1, x2, y2), 'lam': float(1.0 - (x2 - x1) * (y2 - y1) / (width * height))}

    def transform(self, inpt, params):
        self.check_batch(inpt, params)
        x1, y1, x2, y2 = params['box']
        plain = inpt.as_subclass(torch.Tensor) if isinstance(inpt, tv_tensors.TVTensor) else inpt
        made = plain.clone()
        made[..., y1:y2, x1:x2] = plain.roll(1, 0)[..., y1:y2, x1:x2]
        return tv_tensors.wrap(made, like=inpt) if isinstance(inpt, tv_tensors.TVTensor) else made


class JPEG(Transform):
    _transformed_types = (is_pure_tensor, tv_tensors.Image, PIL.Image.Image)

    def __init__(self, quality):
        super().__init__()
        quality = [quality, quality] if isinstance(quality, int) else list(quality)
        if not 1 <= quality[0] <= quality[1] <= 100:
            raise ValueError('quality must be an integer from 1 to 100, got quality =%s' % quality)
        self.quality = quality

    def make_params(self, flat_inputs):
        return {'quality': whole(self.quality[1] + 1, self.quality[0])}

    def transform(self, inpt, params):
        return F.jpeg(inpt, params['quality'])


class _FromLists(Transform):
    """A class of the first version, for the pictures of a sample; its draws are its own."""

    _transformed_types = (is_pure_tensor, tv_tensors.Image, PIL.Image.Image)

    def check_inputs(self, flat_inputs):
        if has_any(flat_inputs, tv_tensors.BoundingBoxes, tv_tensors.Mask):
            raise TypeError('Inputs of type BoundingBoxes, KeyPoints, Mask are not supported by %s()' % type(self).__name__)

    def _first_version(self, fill):
        raise NotImplementedError

    def transform(self, inpt, params):
        plain = inpt.as_subclass(torch.Tensor) if isinstance(inpt, tv_tensors.TVTensor) else inpt
        made = self._first_version(self._fill)(plain)
        return tv_tensors.wrap(made, like=inpt) if isinstance(inpt, tv_tensors.TVTensor) else made


class AutoAugment(_FromLists):
    def __init__(self, policy=AutoAugmentPolicy.IMAGENET, interpolation=InterpolationMode.NEAREST, fill=None):
        super().__init__()
        self.interpolation = interpolation
        self._fill = fill
        self.policy = policy

    def _first_version(self, fill):
        return _first.AutoAugment(self.policy, self.interpolation, fill)


class RandAugment(_FromLists):
    def __init__(self, num_ops=2, magnitude=9, num_magnitude_bins=31, interpolation=InterpolationMode.NEAREST, fill=None):
        super().__init__()
        self.interpolation = interpolation
        self._fill = fill
        self.num_ops = num_ops
        self.magnitude = magnitude
        self.num_magnitude_bins = num_magnitude_bins

    def _first_version(self, fill):
        return _first.RandAugment(self.num_ops, self.magnitude, self.num_magnitude_bins, self.interpolation, fill)


class TrivialAugmentWide(_FromLists):
    def __init__(self, num_magnitude_bins=31, interpolation=InterpolationMode.NEAREST, fill=None):
        super().__init__()
        self.interpolation = interpolation
        self._fill = fill
        self.num_magnitude_bins = num_magnitude_bins

    def _first_version(self, fill):
        return _first.TrivialAugmentWide(self.num_magnitude_bins, self.interpolation, fill)


class AugMix(_FromLists):
    def __init__(self, severity=3, mixture_width=3, chain_depth=-1, alpha=1.0, all_ops=True, interpolation=InterpolationMode.BILINEAR, fill=None):
        super().__init__()
        self.interpolation = interpolation
        self._fill = fill
        if not 1 <= severity <= 10:
            raise ValueError('The severity must be between [1, 10]. Got %d instead.' % severity)
        self.severity = severity
        self.mixture_width = mixture_width
        self.chain_depth = chain_depth
        self.alpha = alpha
        self.all_ops = all_ops

    def _first_version(self, fill):
        return _first.AugMix(self.severity, self.mixture_width, self.chain_depth, self.alpha, self.all_ops, self.interpolation, fill)
