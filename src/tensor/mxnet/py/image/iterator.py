"""ImageIter: batches of pictures from records, lists and folders, read and varied as they are asked for."""
import logging
import os
import random

from .. import ndarray as nd
from .. import recordio
from ..base import numeric_types
from ..io import DataBatch, DataIter
from .image import CreateAugmenter, imdecode


def _rows_of(path, dtype):
    """A list's lines: number, label(s), name, divided by tabs."""
    with open(path) as file:
        for line in file:
            number, *labels, name = line.strip().split('\t')
            yield int(number), (nd.array([float(label) for label in labels], dtype=dtype), name)


def _rows_given(rows, dtype):
    for i, (*labels, name) in enumerate(rows, 1):
        label = labels if len(labels) > 1 or isinstance(labels[0], numeric_types) else labels[0]
        yield str(i), (nd.array(label, dtype=dtype), name)


class ImageIter(DataIter):
    """Batches of data_shape (channels, height, width). Samples come from a RecordIO file (path_imgrec), a list's file (path_imglist) or a list ([label(s), name] each)."""

    def __init__(self, batch_size, data_shape, label_width=1, path_imgrec=None, path_imglist=None, path_root=None, path_imgidx=None, shuffle=False, part_index=0, num_parts=1,
                 aug_list=None, imglist=None, data_name='data', label_name='softmax_label', dtype='float32', last_batch_handle='pad', **kwargs):
        super().__init__()
        if not (path_imgrec or path_imglist or isinstance(imglist, list)):
            raise AssertionError
        if dtype not in ('int32', 'float32', 'int64', 'float64'):
            raise AssertionError(dtype + ' label not supported')
        self.imgrec = self.imgidx = self.imglist = self.seq = None
        self.path_root, self.shuffle = path_root, shuffle
        if path_imgrec:
            self.imgrec = recordio.MXIndexedRecordIO(path_imgidx, path_imgrec, 'r') if path_imgidx else recordio.MXRecordIO(path_imgrec, 'r')
            self.imgidx = list(self.imgrec.keys) if path_imgidx else None
        if path_imglist:
            self.imglist = dict(_rows_of(path_imglist, dtype))
        elif isinstance(imglist, list):
            self.imglist = dict(_rows_given(imglist, dtype))
        self.check_data_shape(data_shape)
        self.batch_size, self.data_shape, self.dtype = batch_size, tuple(data_shape), dtype
        self.provide_data = [(data_name, (batch_size, *self.data_shape))]
        self.provide_label = [(label_name, (batch_size, label_width) if label_width > 1 else (batch_size,))]
        if self.imgrec is None:
            self.seq = list(self.imglist)
        elif shuffle or num_parts > 1 or path_imgidx:
            if self.imgidx is None:
                raise AssertionError
            self.seq = self.imgidx
        if num_parts > 1:
            if part_index >= num_parts:
                raise AssertionError
            each = len(self.seq) // num_parts
            self.seq = self.seq[part_index * each:(part_index + 1) * each]
        self.auglist = CreateAugmenter(data_shape, **kwargs) if aug_list is None else aug_list
        self.last_batch_handle, self.num_image = last_batch_handle, None if self.seq is None else len(self.seq)
        self._over, self._kept = False, None     # no more after a batch that was filled up; a batch's beginning that rolls over
        self.cur = 0
        self.reset()

    def reset(self):
        """To the first sample, in another order where that is wanted."""
        if self.shuffle and self.seq is not None:
            random.shuffle(self.seq)
        if self._kept is None or self.last_batch_handle != 'roll_over':
            self._rewind()
        self._over = False

    def hard_reset(self):
        """The same, and what would roll over is forgotten."""
        self.reset()
        self._rewind()
        self._kept = None

    def _rewind(self):
        if self.imgrec is not None:
            self.imgrec.reset()
        self.cur = 0

    def next_sample(self):
        """The next label and the bytes of its picture."""
        if self._over:
            raise StopIteration
        if self.seq is None:
            record = self.imgrec.read()
            if record is None:
                if self.last_batch_handle != 'discard':
                    self.imgrec.reset()
                raise StopIteration
            header, data = recordio.unpack(record)
            return header.label, data
        if self.cur >= self.num_image:
            if self.last_batch_handle != 'discard':
                self.cur = 0
            raise StopIteration
        key = self.seq[self.cur]
        self.cur += 1
        if self.imgrec is None:
            label, name = self.imglist[key]
            return label, self.read_image(name)
        header, data = recordio.unpack(self.imgrec.read_idx(key))
        return header.label if self.imglist is None else self.imglist[key][0], data

    def _sample(self):
        """The next picture as it goes into a batch, and its label; those that cannot be are passed over."""
        while True:
            label, data = self.next_sample()
            data = self.imdecode(data)
            try:
                self.check_valid_image([data])
            except RuntimeError as error:
                logging.debug('Invalid image, skipping:  %s', str(error))
                continue
            return self.augmentation_transform(data), label

    def _place(self, batch, i, data, label):
        batch[0][i] = self.postprocess_data(data)
        batch[1][i] = label

    def _fill(self, batch, i):
        """Samples from the i-th on; how many there are then. StopIteration: there was none."""
        try:
            while i < self.batch_size:
                self._place(batch, i, *self._sample())
                i += 1
        except StopIteration:
            if not i:
                raise
        return i

    def _empty_batch(self):
        return nd.zeros((self.batch_size, *self.data_shape)), nd.empty(self.provide_label[0][1], dtype=self.dtype)

    def next(self):
        """The next batch; pad says how many at its end belong to the beginning."""
        batch, start = self._kept or (self._empty_batch(), 0)
        count = start if self._kept else self._fill(batch, start)     # (what was kept counts as all there is: so MXNet says its pad)
        missing = self.batch_size - count
        if missing and self.last_batch_handle == 'discard':
            raise StopIteration
        if missing and self.last_batch_handle == 'roll_over' and self._kept is None:
            self._kept = batch, count
            raise StopIteration
        if missing:
            self._fill(batch, count)
            self._over = self.last_batch_handle == 'pad'
        if not self._over:
            self._kept = None
        return DataBatch([batch[0]], [batch[1]], pad=missing)

    def check_data_shape(self, data_shape):
        if len(data_shape) != 3:
            raise ValueError('data_shape should have length 3, with dimensions CxHxW')
        if data_shape[0] != 3:
            raise ValueError('This iterator expects inputs to have 3 channels.')

    def check_valid_image(self, data):
        if not len(data[0].shape):
            raise RuntimeError('Data shape is wrong')

    def imdecode(self, s):
        """The picture of a file's bytes."""
        try:
            return imdecode(s)
        except Exception as error:
            where = f'idx: {self.seq[self.cur - 1]}' if self.seq is not None else 'a record'
            raise RuntimeError(f'Broken image, {where}: {error}') from error

    def read_image(self, fname):
        with open(os.path.join(self.path_root or '', fname), 'rb') as file:
            return file.read()

    def augmentation_transform(self, data):
        for step in self.auglist:
            data = step(data)
        return data

    def postprocess_data(self, datum):
        return nd.transpose(datum, axes=(2, 0, 1))
