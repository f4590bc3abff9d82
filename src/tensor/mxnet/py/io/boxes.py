"""ImageDetRecordIter: pictures with boxes from records, varied by threads as ImageRecordIter's are. A label's row: channels, rows, columns, how many numbers follow, the record's own, and filler."""
import random
import sys

import numpy as np

from perch.only import only

from ..base import MXNetError
from ..image.detection import _areas
from . import augment
from .files import _Records, ignored

_CROPS = {'min_crop_scales': (0.0,), 'max_crop_scales': (1.0,), 'min_crop_aspect_ratios': (1.0,), 'max_crop_aspect_ratios': (1.0,), 'min_crop_overlaps': (0.0,), 'max_crop_overlaps': (1.0,),
          'min_crop_sample_coverages': (0.0,), 'max_crop_sample_coverages': (1.0,), 'min_crop_object_coverages': (0.0,), 'max_crop_object_coverages': (1.0,), 'max_crop_trials': (25,)}
_COLOURS = {'hue': 0, 'saturation': 0, 'illumination': 0, 'contrast': 0.0}


def _common(boxes, frame):
    return _areas(np.concatenate([np.maximum(boxes[:, :2], frame[:2]), np.minimum(boxes[:, 2:4], frame[2:])], axis=1))


class ImageDetRecordIter(_Records):
    """What is random follows a seed, but not the original's numbers."""

    def __init__(self, path_imgrec, data_shape, batch_size, path_imglist='', label_width=-1, label_pad_width=0, label_pad_value=-1.0, shuffle=False, seed=0, num_parts=1, part_index=0,
                 round_batch=True, preprocess_threads=4, prefetch_buffer=4, resize=-1, rand_crop_prob=0.0, num_crop_sampler=1, crop_emit_mode='center', emit_overlap_thresh=0.3, rand_pad_prob=0.0,
                 max_pad_scale=1.0, rand_mirror_prob=0.0, fill_value=127, inter_method=1, resize_mode='force', mean_img='', mean_r=0.0, mean_g=0.0, mean_b=0.0, mean_a=0.0, std_r=0.0, std_g=0.0,
                 std_b=0.0, std_a=0.0, scale=1.0, aug_seq='det_aug_default', ctx='gpu', dtype=None, device_id=0, verbose=True, shuffle_chunk_size=0, shuffle_chunk_seed=0,
                 data_name='data', label_name='softmax_label', **more):
        only('ImageDetRecordIter', mean_img=(mean_img, ''), aug_seq=(aug_seq, 'det_aug_default'), device_id=(device_id, 0))
        for value, known in (resize_mode, ('force', 'shrink', 'fit')), (crop_emit_mode, ('center', 'overlap')), (ctx, ('cpu', 'gpu')):
            if value not in known:
                raise MXNetError(f"MXNetError: Invalid Input: '{value}', valid values are: {{{', '.join(map(repr, sorted(known)))}}}")
        if dtype not in (None, 'float32'):
            raise MXNetError(f'ImageDetRecordIter gives float32, not {dtype}')
        self._crops = {name: tuple(value if isinstance(value, (list, tuple)) else [value]) for name, value in ((name, more.pop(name, plain)) for name, plain in _CROPS.items())}
        self._crops = [{name: values[min(i, len(values) - 1)] for name, values in self._crops.items()} for i in range(num_crop_sampler)]
        self._colours = {name: (more.pop(f'max_random_{name}', plain), more.pop(f'random_{name}_prob', 0.0)) for name, plain in _COLOURS.items()}
        ignored('ImageDetRecordIter', more)
        self._options = {**augment.DEFAULTS, 'resize': resize, 'fill_value': fill_value, 'inter_method': inter_method}
        self._crop_chance, self._emit, self._least, self._pad_chance, self._pad_scale, self._mirror_chance = (rand_crop_prob, crop_emit_mode, emit_overlap_thresh, rand_pad_prob, max_pad_scale,
                                                                                                           rand_mirror_prob)
        self._mode, self._scale, self._filler = resize_mode, scale, label_pad_value
        self._open(path_imgrec, '', path_imglist, data_shape, num_parts, part_index, preprocess_threads, prefetch_buffer, shuffle, f'{seed} {shuffle_chunk_seed}')
        self._mean, self._std = ((np.array(values[:self._shape[0]], dtype='float32')).reshape(-1, 1, 1) for values in
                                 ((mean_r, mean_g, mean_b, mean_a), [std or 1.0 for std in (std_r, std_g, std_b, std_a)]))
        wide = self._widest(label_width)
        if 0 < label_pad_width < wide:
            raise MXNetError(f'ImageDetRecordIOParser: label_pad_width: {label_pad_width} smaller than estimated width: {wide}')
        wide = max(wide, label_pad_width)
        if verbose:
            print(f'ImageDetRecordIOParser: {path_imgrec}, label padding width: {wide}', file=sys.stderr)
        super().__init__(len(self._places), (self._shape, (wide + 4,)), batch_size, round_batch, data_name, label_name)
        self.reset()

    def _widest(self, label_width):
        widths = [np.size(header.label) for header, _ in self._records(range(len(self._places)))]
        for width in widths:
            if label_width > 0 and width != label_width:
                raise MXNetError(f'MXNetError: Check failed: param_.label_width == rec.num_label ({label_width} vs. {width}) : rec file provide {width}-dimensional label but label_width is set to {label_width}')
        return max(widths, default=0)

    def _sample(self, record, number):
        header, data = record
        draw = random.Random(number)
        picture, numbers = self._decoded(data), np.array(header.label, dtype='float32').ravel()
        head, each = (int(numbers[0]), int(numbers[1])) if numbers.size > 2 else (0, 0)
        if numbers.size < 7 or each < 5 or head < 2 or (numbers.size - head) % each:
            raise MXNetError(f'ImageDetRecordIter: a label of {numbers.size} numbers is not (2 or more of a head, 5 or more an object, …)')
        boxes = numbers[head:].reshape(-1, each)
        picture = self._recoloured(augment.by_shorter_side(picture, self._options, draw), draw)
        if draw.random() < self._mirror_chance:
            picture = picture[:, ::-1]
            boxes[:, [1, 3]] = 1 - boxes[:, [3, 1]]
        if draw.random() < self._pad_chance:
            picture, boxes = self._padded(picture, boxes, draw)
        if self._crops and draw.random() < self._crop_chance:
            picture, boxes = self._cropped(picture, boxes, draw)
        picture = self._fitted(picture, draw)
        numbers = np.concatenate([numbers[:head], boxes.ravel()])
        channels, height, width = self._shape
        label = np.full(self.provide_label[0].shape[1], self._filler, dtype='float32')
        label[:4] = channels, *picture.shape[:2], numbers.size
        label[4:4 + numbers.size] = numbers
        made = np.zeros((channels, height, width), dtype='float32')
        made[:, :picture.shape[0], :picture.shape[1]] = (picture.transpose(2, 0, 1).astype('float32') - self._mean) / self._std * np.float32(self._scale)
        return made, label

    def _recoloured(self, picture, draw):
        moved = {name: draw.uniform(-most, most) if draw.random() < chance else 0 for name, (most, chance) in self._colours.items()}
        if picture.shape[2] == 3 and (moved['hue'] or moved['illumination'] or moved['saturation']):
            picture = augment.hued(picture, moved['hue'], moved['illumination'], moved['saturation'])
        return np.clip(np.rint(picture * (1 + moved['contrast'])), 0, 255).astype('uint8') if moved['contrast'] else picture

    def _padded(self, picture, boxes, draw):
        """In a larger frame, anywhere."""
        rows, columns = picture.shape[:2]
        scale = draw.uniform(1, self._pad_scale)
        height, width = int(scale * rows), int(scale * columns)
        if scale < 1.05:
            return picture, boxes
        y, x = draw.randint(0, height - rows), draw.randint(0, width - columns)
        framed = np.full((height, width, picture.shape[2]), self._options['fill_value'], dtype='uint8')
        framed[y:y + rows, x:x + columns] = picture
        boxes = boxes.copy()
        boxes[:, [1, 3]] = (boxes[:, [1, 3]] * columns + x) / width
        boxes[:, [2, 4]] = (boxes[:, [2, 4]] * rows + y) / height
        return framed, boxes

    def _cropped(self, picture, boxes, draw):
        """A part that one of the samplers allows; objects of which too little is left go. None fits: all of it."""
        for sampler in draw.sample(self._crops, len(self._crops)):
            for _ in range(int(sampler['max_crop_trials'])):
                frame = self._frame(sampler, picture, boxes, draw)
                left = None if frame is None else self._left(boxes, frame)
                if left is not None:
                    (x, y, right, bottom), (rows, columns) = frame, picture.shape[:2]
                    return picture[int(y * rows):max(int(bottom * rows), int(y * rows) + 1), int(x * columns):max(int(right * columns), int(x * columns) + 1)], left
        return picture, boxes

    @staticmethod
    def _frame(sampler, picture, boxes, draw):
        scale = draw.uniform(sampler['min_crop_scales'], sampler['max_crop_scales']) + 1e-12
        rows, columns = picture.shape[:2]
        shape = rows / columns
        low, high = max(sampler['min_crop_aspect_ratios'] / shape, scale * scale), min(sampler['max_crop_aspect_ratios'] / shape, 1 / (scale * scale))
        ratio = draw.uniform(low, high) ** 0.5
        width, height = min(1.0, scale * ratio), min(1.0, scale / ratio)
        x, y = draw.uniform(0, 1 - width), draw.uniform(0, 1 - height)
        frame = np.array([x, y, x + width, y + height])
        common, area, own = _common(boxes[:, 1:5], frame), width * height, _areas(boxes[:, 1:5])
        with np.errstate(divide='ignore', invalid='ignore'):
            shares = {'overlaps': common / (area + own - common), 'sample_coverages': common / area, 'object_coverages': common / own}
        for name, values in shares.items():
            least, most = sampler['min_crop_' + name], sampler['max_crop_' + name]
            if (least > 0 or most < 1) and not ((values >= least) & (values <= most)).any():
                return None
        return frame

    def _left(self, boxes, frame):
        boxes = boxes.copy()
        middle = (boxes[:, 1:3] + boxes[:, 3:5]) / 2
        with np.errstate(divide='ignore', invalid='ignore'):
            kept = ((middle >= frame[:2]) & (middle <= frame[2:])).all(axis=1) if self._emit == 'center' else _common(boxes[:, 1:5], frame) / _areas(boxes[:, 1:5]) > self._least
        if not kept.any():
            return None
        boxes = boxes[kept]
        boxes[:, 1:5] = np.clip((boxes[:, 1:5] - np.tile(frame[:2], 2)) / np.tile(frame[2:] - frame[:2], 2), 0, 1)
        return boxes

    def _fitted(self, picture, draw):
        """At the shape's size (force), as large as goes into it (fit), or at most so large (shrink)."""
        _, height, width = self._shape
        rows, columns = picture.shape[:2]
        if self._mode == 'force':
            return augment.resized(picture, width, height, self._options, draw)
        scale = min(np.float32(height) / rows, np.float32(width) / columns, 1 if self._mode == 'shrink' else np.inf)
        return augment.resized(picture, max(1, int(scale * columns)), max(1, int(scale * rows)), self._options, draw)

    def _rows(self, numbers, chosen):
        made = list(self._threads.map(self._sample, self._records(numbers), chosen))
        return np.stack([picture for picture, _ in made]), np.stack([label for _, label in made])
