"""Pictures with boxes: steps that vary both, and ImageDetIter. A label is an array of rows (class, left, top, right, bottom …), in shares of the sides."""
import json
import logging
import random

import numpy as np

from .. import ndarray as nd
from ..base import numeric_types
from .image import (Augmenter, CastAug, ForceResizeAug, ResizeAug, _colour_steps, _normal_steps, copyMakeBorder, fixed_crop)
from .iterator import ImageIter

__all__ = ['DetAugmenter', 'DetBorrowAug', 'DetRandomSelectAug', 'DetHorizontalFlipAug', 'DetRandomCropAug', 'DetRandomPadAug', 'CreateMultiRandCropAugmenter',
           'CreateDetAugmenter', 'ImageDetIter']


class DetAugmenter:
    """A step: called with a picture and its label, it gives both."""

    def __init__(self, **kwargs):
        self._kwargs = {name: value.tolist() if isinstance(value, np.ndarray) else value.asnumpy().tolist() if isinstance(value, nd.NDArray) else value
                        for name, value in kwargs.items()}

    def dumps(self):
        """Its name and arguments, as JSON."""
        return json.dumps([type(self).__name__.lower(), self._kwargs])

    def __call__(self, src, label):
        raise NotImplementedError('Must override implementation.')


class DetBorrowAug(DetAugmenter):
    """A step of mx.image's that leaves boxes where they are."""

    def __init__(self, augmenter):
        if not isinstance(augmenter, Augmenter):
            raise TypeError('Borrowing from invalid Augmenter')
        super().__init__(augmenter=augmenter.dumps())
        self.augmenter = augmenter

    def dumps(self):
        return [type(self).__name__.lower(), self.augmenter.dumps()]

    def __call__(self, src, label):
        return self.augmenter(src), label


class DetRandomSelectAug(DetAugmenter):
    """One of several steps, or with a chance of skip_prob none."""

    def __init__(self, aug_list, skip_prob=0):
        super().__init__(skip_prob=skip_prob)
        steps = aug_list if isinstance(aug_list, (list, tuple)) else [aug_list]
        if not all(isinstance(step, DetAugmenter) for step in steps):
            raise ValueError('Allow DetAugmenter in list only')
        self.aug_list, self.skip_prob = steps, skip_prob if steps else 1

    def dumps(self):
        return [type(self).__name__.lower(), [step.dumps() for step in self.aug_list]]

    def __call__(self, src, label):
        if random.random() < self.skip_prob:
            return src, label
        random.shuffle(self.aug_list)
        return self.aug_list[0](src, label)


class DetHorizontalFlipAug(DetAugmenter):
    """Mirrored, boxes too, with a chance of p."""

    def __init__(self, p):
        super().__init__(p=p)
        self.p = p

    def __call__(self, src, label):
        if random.random() >= self.p:
            return src, label
        label[:, [1, 3]] = 1.0 - label[:, [3, 1]]
        return nd.flip(src, axis=1), label


def _areas(boxes):
    """Of boxes (left, top, right, bottom …); what has no width or height has none."""
    return np.maximum(0, boxes[:, 3] - boxes[:, 1]) * np.maximum(0, boxes[:, 2] - boxes[:, 0])


def _pair(given):
    """A range; a number is one of it alone."""
    if isinstance(given, (tuple, list)):
        return given
    logging.info('Using the fixed range: %s', given)
    return given, given


class _Ranged(DetAugmenter):
    """A step that looks for a frame whose shape and area lie between two each."""

    def _ranges(self, shapes, areas):
        name = type(self).__name__
        self.aspect_ratio_range, self.area_range, self.enabled = shapes, areas, False
        least = 0 if isinstance(self, DetRandomCropAug) else 1.0
        if areas[1] <= least or areas[0] > areas[1]:
            logging.warning('Skip %s due to invalid parameters: %s', name, areas)
        elif shapes[0] > shapes[1] or shapes[0] <= 0:
            logging.warning('Skip %s due to invalid aspect_ratio_range: %s', name, shapes)
        else:
            self.enabled = True

    def _tries(self, height, width):
        """For each attempt a shape and the heights that its area allows."""
        if not self.enabled or height <= 0 or width <= 0:
            return
        bounds = [share * height * width for share in self.area_range]
        for _ in range(self.max_attempts):
            ratio = random.uniform(*self.aspect_ratio_range)
            if ratio > 0:
                yield (ratio, *bounds, *(int(round(np.sqrt(area / ratio))) for area in bounds))


class DetRandomCropAug(_Ranged):
    """A part that covers enough of some object; boxes of which too little is left go."""

    def __init__(self, min_object_covered=0.1, aspect_ratio_range=(0.75, 1.33), area_range=(0.05, 1.0), min_eject_coverage=0.3, max_attempts=50):
        if not isinstance(area_range, (tuple, list)):
            area_range = area_range, 1.0
        aspect_ratio_range = _pair(aspect_ratio_range)
        super().__init__(min_object_covered=min_object_covered, aspect_ratio_range=aspect_ratio_range, area_range=area_range, min_eject_coverage=min_eject_coverage,
                         max_attempts=max_attempts)
        self.min_object_covered, self.min_eject_coverage, self.max_attempts = min_object_covered, min_eject_coverage, max_attempts
        self._ranges(aspect_ratio_range, area_range)

    def __call__(self, src, label):
        found = self._frame(label, *src.shape[:2])
        if found is None:
            return src, label
        *part, label = found
        return fixed_crop(src, *part), label

    def _covers(self, label, x, y, w, h, width, height):
        """Is enough of every object that the part touches in it, and does it touch one?"""
        if w * h < 2:
            return False
        areas = _areas(label[:, 1:])
        large = areas * width * height > 2
        boxes = label[large, 1:5]
        inside = np.concatenate([np.maximum(boxes[:, :2], (x / width, y / height)), np.minimum(boxes[:, 2:], ((x + w) / width, (y + h) / height))], axis=1)
        shares = _areas(inside) / areas[large]
        shares = shares[shares > 0]
        return shares.size > 0 and shares.min() > self.min_object_covered

    def _cut(self, label, x, y, w, h, height, width):
        """The boxes in shares of the part; None: none is left."""
        x, w, y, h = x / width, w / width, y / height, h / height
        made = label.copy()
        made[:, (1, 3)] = (made[:, (1, 3)] - x) / w
        made[:, (2, 4)] = (made[:, (2, 4)] - y) / h
        made[:, 1:5] = np.clip(made[:, 1:5], 0, 1)
        with np.errstate(divide='ignore', invalid='ignore'):
            left = _areas(made[:, 1:]) * w * h / _areas(label[:, 1:])
        kept = (made[:, 3] > made[:, 1]) & (made[:, 4] > made[:, 2]) & (left > self.min_eject_coverage)
        return made[kept] if kept.any() else None

    def _frame(self, label, height, width):
        for ratio, least, most, h, highest in self._tries(height, width):
            if round(highest * ratio) > width:
                highest = int((width + 0.4999999) / ratio)
            highest = min(highest, height)
            h = min(h, highest)
            if h < highest:
                h = random.randint(h, highest)
            w = int(round(h * ratio))
            for wrong, step in (lambda: w * h < least, 1), (lambda: w * h > most, -1):
                if wrong():
                    h += step
                    w = int(round(h * ratio))
            if not (least <= w * h <= most and 0 <= h <= height and 0 <= w <= width):
                continue
            y, x = random.randint(0, max(0, height - h)), random.randint(0, max(0, width - w))
            if self._covers(label, x, y, w, h, width, height):
                made = self._cut(label, x, y, w, h, height, width)
                if made is not None:
                    return x, y, w, h, made
        return None


class DetRandomPadAug(_Ranged):
    """A larger frame around the picture, filled with a colour."""

    def __init__(self, aspect_ratio_range=(0.75, 1.33), area_range=(1.0, 3.0), max_attempts=50, pad_val=(128, 128, 128)):
        if not isinstance(pad_val, (list, tuple, *numeric_types)):
            raise AssertionError
        aspect_ratio_range, area_range = _pair(aspect_ratio_range), _pair(area_range)
        super().__init__(aspect_ratio_range=aspect_ratio_range, area_range=area_range, max_attempts=max_attempts, pad_val=pad_val)
        self.pad_val, self.max_attempts = pad_val if isinstance(pad_val, (list, tuple)) else (pad_val,), max_attempts
        self._ranges(aspect_ratio_range, area_range)

    def __call__(self, src, label):
        height, width = src.shape[:2]
        frame = self._frame(height, width)
        if frame is None:
            return src, label
        x, y, w, h = frame
        label = label.copy()
        label[:, (1, 3)] = (label[:, (1, 3)] * width + x) / w
        label[:, (2, 4)] = (label[:, (2, 4)] * height + y) / h
        return copyMakeBorder(src, y, h - y - height, x, w - x - width, 16, values=self.pad_val), label

    def _frame(self, height, width):
        for ratio, _, _, h, highest in self._tries(height, width):
            if round(h * ratio) < width:
                h = int((width + 0.499999) / ratio)
            h = min(max(h, height), highest)
            if h < highest:
                h = random.randint(h, highest)
            w = int(round(h * ratio))
            if h - height >= 2 and w - width >= 2:      # a margin of a pixel or two is not worth it
                y = random.randint(0, max(0, h - height))
                return random.randint(0, max(0, w - width)), y, w, h
        return None


def CreateMultiRandCropAugmenter(min_object_covered=0.1, aspect_ratio_range=(0.75, 1.33), area_range=(0.05, 1.0), min_eject_coverage=0.3, max_attempts=50, skip_prob=0):
    """One of several DetRandomCropAug, chosen anew each time: lists give each its arguments, what is no list is everybody's."""
    given = [values if isinstance(values, list) else [values] for values in (min_object_covered, aspect_ratio_range, area_range, min_eject_coverage, max_attempts)]
    count = max(map(len, given))
    if any(len(values) not in (1, count) for values in given):
        raise AssertionError
    return DetRandomSelectAug([DetRandomCropAug(*arguments) for arguments in zip(*[values * count if len(values) == 1 else values for values in given])], skip_prob=skip_prob)


def CreateDetAugmenter(data_shape, resize=0, rand_crop=0, rand_pad=0, rand_gray=0, rand_mirror=False, mean=None, std=None, brightness=0, contrast=0, saturation=0, pca_noise=0,
                       hue=0, inter_method=2, min_object_covered=0.1, aspect_ratio_range=(0.75, 1.33), area_range=(0.05, 3.0), min_eject_coverage=0.3, max_attempts=50,
                       pad_val=(127, 127, 127)):
    """The usual steps to pictures of data_shape (channels, height, width) with boxes; rand_crop and rand_pad are chances."""
    steps = [DetBorrowAug(ResizeAug(resize, inter_method))] * (resize > 0)
    if rand_crop > 0:
        steps.append(CreateMultiRandCropAugmenter(min_object_covered, aspect_ratio_range, area_range, min_eject_coverage, max_attempts, 1 - rand_crop))
    if rand_mirror > 0:
        steps.append(DetHorizontalFlipAug(0.5))
    if rand_pad > 0:
        steps.append(DetRandomSelectAug([DetRandomPadAug(aspect_ratio_range, (1.0, area_range[1]), max_attempts, pad_val)], 1 - rand_pad))
    colours, grays = _colour_steps(brightness, contrast, saturation, hue, pca_noise, rand_gray)
    plain = [ForceResizeAug((data_shape[2], data_shape[1]), inter_method), CastAug()] + colours + grays + _normal_steps(mean, std)
    return steps + [DetBorrowAug(step) for step in plain]


class ImageDetIter(ImageIter):
    """Batches of pictures with boxes: labels are batch x objects x numbers, filled up with -1."""

    def __init__(self, batch_size, data_shape, path_imgrec=None, path_imglist=None, path_root=None, path_imgidx=None, shuffle=False, part_index=0, num_parts=1, aug_list=None,
                 imglist=None, data_name='data', label_name='label', last_batch_handle='pad', **kwargs):
        super().__init__(batch_size, data_shape, path_imgrec=path_imgrec, path_imglist=path_imglist, path_root=path_root, path_imgidx=path_imgidx, shuffle=shuffle,
                         part_index=part_index, num_parts=num_parts, aug_list=[], imglist=imglist, data_name=data_name, label_name=label_name, last_batch_handle=last_batch_handle)
        self.auglist = CreateDetAugmenter(data_shape, **kwargs) if aug_list is None else aug_list
        self.label_shape = self._largest_label()
        self._say_label(label_name)

    def _say_label(self, name):
        self.provide_label = [(name, (self.batch_size, *self.label_shape))]

    def _largest_label(self):
        """How many objects a picture has at most, and how many numbers an object."""
        shapes = []
        self.reset()
        try:
            while True:
                shapes.append(self._parse_label(self.next_sample()[0]).shape)
        except StopIteration:
            self.reset()
        return max(shape[0] for shape in shapes), shapes[-1][1]

    def _parse_label(self, label):
        """A record's numbers: the header's length, an object's, the rest of the header, the objects. Boxes without an area are left out."""
        numbers = (label.asnumpy() if isinstance(label, nd.NDArray) else np.asarray(label)).ravel()
        if numbers.size < 7:
            raise RuntimeError('Label shape is invalid: ' + str(numbers.shape))
        header, width = int(numbers[0]), int(numbers[1])
        if (numbers.size - header) % width:
            raise RuntimeError('Label shape %s inconsistent with annotation width %d.' % (str(numbers.shape), width))
        objects = numbers[header:].reshape(-1, width)
        objects = objects[(objects[:, 3] > objects[:, 1]) & (objects[:, 4] > objects[:, 2])]
        if not len(objects):
            raise RuntimeError('Encounter sample with no valid label.')
        return objects

    def _check_valid_label(self, label):
        if label.ndim != 2 or label.shape[1] < 5:
            raise RuntimeError('Label with shape (1+, 5+) required, %s received.' % str(label))
        if not ((label[:, 0] >= 0) & (label[:, 3] > label[:, 1]) & (label[:, 4] > label[:, 2])).any():
            raise RuntimeError('Invalid label occurs.')

    def _sample(self):
        while True:
            label, data = self.next_sample()
            data = self.imdecode(data)
            try:
                self.check_valid_image([data])
                data, label = self.augmentation_transform(data, self._parse_label(label))
                self._check_valid_label(label)
            except RuntimeError as error:
                logging.debug('Invalid image, skipping:  %s', str(error))
                continue
            return data, label

    def augmentation_transform(self, data, label):
        for step in self.auglist:
            data, label = step(data, label)
        return data, label

    def _place(self, batch, i, data, label):
        rows = np.full(self.label_shape, -1, dtype='float32')
        rows[:len(label)] = label
        batch[0][i], batch[1][i] = self.postprocess_data(data), nd.array(rows)

    def reshape(self, data_shape=None, label_shape=None):
        """Batches of other sizes from now on."""
        if data_shape is not None:
            self.check_data_shape(data_shape)
            self.data_shape = tuple(data_shape)
            self.provide_data = [(self.provide_data[0][0], (self.batch_size, *self.data_shape))]
        if label_shape is not None:
            self.check_label_shape(label_shape)
            self.label_shape = tuple(label_shape)
            self._say_label(self.provide_label[0][0])

    def check_label_shape(self, label_shape):
        if len(label_shape) != 2:
            raise ValueError('label_shape should have length 2')
        if label_shape[0] < self.label_shape[0]:
            raise ValueError('Attempts to reduce label count from %d to %d, not allowed.' % (self.label_shape[0], label_shape[0]))
        if label_shape[1] != self.label_shape[1]:
            raise ValueError('label_shape object width inconsistent: %d vs %d.' % (self.label_shape[1], label_shape[1]))

    def sync_label_shape(self, it, verbose=False):
        """Both iterators' labels get room for the same number of objects; the other one."""
        if not isinstance(it, ImageDetIter):
            raise AssertionError('Synchronize with invalid iterator.')
        if self.label_shape[1] != it.label_shape[1]:
            raise AssertionError('object width mismatch.')
        both = max(self.label_shape[0], it.label_shape[0]), self.label_shape[1]
        for one in self, it:
            if one.label_shape != both:
                one.reshape(None, both)
        if verbose:
            logging.info('Resized label_shape to (%d, %d).', *both)
        return it
