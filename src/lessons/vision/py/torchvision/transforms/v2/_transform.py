"""Transform, what all are made of: a sample is taken apart, changed part by part, and put together again."""
import enum
import numbers

import PIL.Image
import torch
from torch import nn
from torch.utils._pytree import tree_flatten, tree_unflatten
from torchvision import tv_tensors
from torchvision.transforms import InterpolationMode

from . import functional as F


def is_pure_tensor(value):
    return isinstance(value, torch.Tensor) and not isinstance(value, tv_tensors.TVTensor)


_PICTURES = (tv_tensors.Image, PIL.Image.Image, tv_tensors.Video)


def check_type(obj, types_or_checks):
    """Is it of one of these types, or does one of these functions say so?"""
    return any(isinstance(obj, check) if isinstance(check, type) else check(obj) for check in types_or_checks)


def has_any(flat_inputs, *types_or_checks):
    return any(check_type(value, types_or_checks) for value in flat_inputs)


def has_all(flat_inputs, *types_or_checks):
    return all(any(check_type(value, [check]) for value in flat_inputs) for check in types_or_checks)


def get_bounding_boxes(flat_inputs):
    """The one set of boxes in a sample."""
    try:
        return next(value for value in flat_inputs if isinstance(value, tv_tensors.BoundingBoxes))
    except StopIteration:
        raise ValueError('No bounding boxes were found in the sample') from None


def query_chw(flat_inputs):
    """(channels, height, width) of the sample's pictures, which must agree."""
    found = {tuple(F.get_dimensions(value)) for value in flat_inputs if check_type(value, (is_pure_tensor, *_PICTURES))}
    if not found:
        raise TypeError('No image or video was found in the sample')
    if len(found) > 1:
        raise ValueError('Found multiple CxHxW dimensions in the sample: %s' % sorted(found))
    return found.pop()


def query_size(flat_inputs):
    """(height, width) of a sample, by its pictures, masks and boxes."""
    found = {tuple(F.get_size(value)) for value in flat_inputs if check_type(value, (is_pure_tensor, *_PICTURES, tv_tensors.Mask, tv_tensors.BoundingBoxes, tv_tensors.KeyPoints))}
    if not found:
        raise TypeError('No image, video, mask, bounding box of keypoint was found in the sample')
    if len(found) > 1:
        raise ValueError('Found multiple HxW dimensions in the sample: %s' % sorted(found))
    return found.pop()


class Transform(nn.Module):
    """A subclass draws its random numbers in make_params(the sample's parts) and changes one part in transform(part, params). Where a sample has pictures that say so (Image, Video, PIL's),
    plain tensors stay as they are; else the first of them is the picture."""

    _transformed_types = (torch.Tensor, PIL.Image.Image)

    def check_inputs(self, flat_inputs):
        pass

    def make_params(self, flat_inputs):
        return {}

    def transform(self, inpt, params):
        raise NotImplementedError

    def _call_kernel(self, functional, inpt, *args, **kwargs):
        return functional(inpt, *args, **kwargs)

    def forward(self, *inputs):
        parts, shape = tree_flatten(inputs if len(inputs) > 1 else inputs[0])
        self.check_inputs(parts)
        changes = self._which(parts)
        params = self.make_params([part for part, change in zip(parts, changes) if change])
        return tree_unflatten([self.transform(part, params) if change else part for part, change in zip(parts, changes)], shape)

    def _which(self, parts):
        """For each part, is it transformed?"""
        a_tensor_is_one = not has_any(parts, *_PICTURES)
        changes = []
        for part in parts:
            change = check_type(part, self._transformed_types)
            if change and is_pure_tensor(part):
                change, a_tensor_is_one = a_tensor_is_one, False
            changes.append(change)
        return changes

    def extra_repr(self):
        shown = []
        for name, value in self.__dict__.items():
            if name.startswith('_') or name == 'training' or not isinstance(value, (bool, int, float, str, tuple, list, enum.Enum)):
                continue
            shown.append('%s=%s' % (name, value.value if isinstance(value, InterpolationMode) else value))
        return ', '.join(shown)


class RandomApplied(Transform):
    """One that happens with the probability p."""

    def __init__(self, p=0.5):
        if not 0.0 <= p <= 1.0:
            raise ValueError('`p` should be a floating point value in the interval [0.0, 1.0].')
        super().__init__()
        self.p = p

    def forward(self, *inputs):
        parts, shape = tree_flatten(inputs if len(inputs) > 1 else inputs[0])
        self.check_inputs(parts)
        if torch.rand(1) >= self.p:
            return inputs if len(inputs) > 1 else inputs[0]
        changes = self._which(parts)
        params = self.make_params([part for part, change in zip(parts, changes) if change])
        return tree_unflatten([self.transform(part, params) if change else part for part, change in zip(parts, changes)], shape)


def between(low, high):
    """A number from low up to high, by torch's stream."""
    return torch.empty(1).uniform_(low, high).item()


def whole(high, low=0):
    return int(torch.randint(low, high, size=(1,)))


def two_sizes(size, error_msg='Please provide only two dimensions (h, w) for size.'):
    if isinstance(size, numbers.Number):
        return int(size), int(size)
    if len(size) == 1:
        return size[0], size[0]
    if len(size) != 2:
        raise ValueError(error_msg)
    return tuple(size)


def fill_of(fill, inpt):
    """What an empty place gets, by the input's kind: fill may be a dict of kinds."""
    if isinstance(fill, dict):
        for kind in type(inpt).__mro__:
            if kind in fill:
                return fill[kind]
        return fill.get('others')
    return fill


def labels_of(labels_getter, inputs):
    """The labels in a sample, found by a function, by a name, or where they usually are."""
    if labels_getter is None:
        return None
    if callable(labels_getter):
        return labels_getter(inputs)
    found = inputs[1] if isinstance(inputs, (tuple, list)) else inputs
    if labels_getter != 'default':
        return found[labels_getter]
    if isinstance(found, torch.Tensor) and not isinstance(inputs, dict):
        return found
    if not isinstance(found, dict):
        raise ValueError('When using the default labels_getter, the input passed to forward must be a dictionary or a two-tuple whose second item is a dictionary or a tensor, but got %s instead.' % (found,))
    for test in (lambda key: key.lower() == 'labels', lambda key: 'label' in key.lower()):
        for key in found:
            if isinstance(key, str) and test(key):
                return found[key]
    raise ValueError('Could not infer where the labels are in the sample. Try passing a callable as the labels_getter parameter?'
                     'If there are no labels in the sample by design, pass labels_getter=None.')
