"""Iterators over files: numbers as text, MNIST's files, pictures in records."""
import concurrent.futures
import importlib
import os
import random
import struct

import numpy as np

from .. import ndarray as nd
from .. import recordio
from ..base import MXNetError
from perch.only import only
from . import augment
from .io import DataBatch, DataDesc, DataIter

_image = importlib.import_module('mxnet._image')


class MXDataIter(DataIter):
    """The base of those: batches of the rows that _rows(numbers) gives. With round_batch the last batch goes on at the beginning, and the next round behind that."""

    def __init__(self, count, shapes, batch_size, round_batch=True, data_name='data', label_name='softmax_label', dtype='float32'):
        super().__init__(batch_size)
        self._count, self._round, self._skip, self._batch = count, round_batch, 0, None
        kind = np.dtype(dtype).type
        self.provide_data = [DataDesc(data_name, (batch_size, *shapes[0]), kind)]
        self.provide_label = [DataDesc(label_name, (batch_size, *shapes[1]), np.float32)]
        self._order = np.arange(count)
        self._at = 0

    def reset(self):
        self._at, self._skip, self._batch = self._skip, 0, None

    def _numbers(self):
        """The samples of the next batch and how many do not count; None: it was the last."""
        if self._at >= self._count:
            return None
        stop = self._at + self.batch_size
        pad = max(stop - self._count, 0)
        numbers = np.arange(self._at, stop)
        if pad and not self._round:
            numbers = np.minimum(numbers, self._count - 1)
        self._skip = pad % self._count if self._round else 0
        self._at = stop
        return self._order[numbers % self._count], pad

    def iter_next(self):
        found = self._numbers()
        if found is None:
            return False
        numbers, pad = found
        data, label = self._rows(numbers)
        self._batch = DataBatch([nd.array(data, dtype=self.provide_data[0].dtype)], [nd.array(label)], pad=pad, index=numbers)
        return True

    def next(self):
        if not self.iter_next():
            raise StopIteration
        return self._batch

    def getdata(self):
        return self._batch.data[0]

    def getlabel(self):
        return self._batch.label[0]

    def getindex(self):
        return self._batch.index

    def getpad(self):
        return self._batch.pad


def _table(name, shape, dtype='float32'):
    """A file of numbers, a row a line, each of the shape."""
    if not os.path.exists(name):
        raise MXNetError(f'LocalFileSystem: Check failed: allow_null:  :Open "{name}": No such file or directory')
    with open(name) as file:
        rows = [[float(number) for number in line.split(',')] for line in file if line.strip()]
    size = int(np.prod(shape))
    for row in rows:
        if len(row) != size:
            raise MXNetError(f'Check failed: row.length == shape.Size() ({len(row)} vs. {size}) : The data size in CSV do not match size of shape: specified shape={list(shape)}, the csv row-length={len(row)}')
    return np.array(rows, dtype=dtype).reshape(-1, *shape)


class CSVIter(MXDataIter):
    """Rows of numbers divided by commas, and labels of another such file (0 without one)."""

    def __init__(self, data_csv, data_shape, label_csv='NULL', label_shape=(1,), batch_size=1, round_batch=True, dtype='float32', data_name='data', label_name='softmax_label'):
        self._data = _table(data_csv, tuple(data_shape), dtype)
        self._label = np.zeros((len(self._data), *label_shape), dtype='float32') if label_csv == 'NULL' else _table(label_csv, tuple(label_shape))
        super().__init__(len(self._data), (tuple(data_shape), tuple(label_shape)), batch_size, round_batch, data_name, label_name, dtype)

    def _rows(self, numbers):
        return self._data[numbers], self._label[numbers]


def _idx(name, magic, sizes):
    try:
        with open(name, 'rb') as file:
            data = file.read()
    except OSError:
        raise MXNetError(f'LocalFileSystem: Check failed: allow_null:  :Open "{name}": No such file or directory') from None
    if data[:2] == b'\x1f\x8b':
        import gzip
        data = gzip.decompress(data)
    head = struct.unpack_from(f'>{1 + sizes}i', data)
    if head[0] != magic:
        raise MXNetError(f'{name} is no MNIST file of this kind: it begins with {head[0]}, not {magic}')
    return np.frombuffer(data, dtype='uint8', offset=4 + 4 * sizes).reshape(head[1:])


class MNISTIter(MXDataIter):
    """MNIST's own files: pictures in 256ths, whole batches only."""

    def __init__(self, image='./train-images-idx3-ubyte', label='./train-labels-idx1-ubyte', batch_size=128, shuffle=True, flat=False, seed=0, silent=False, num_parts=1, part_index=0,
                 data_name='data', label_name='softmax_label', input_shape=None):
        pictures, labels = _idx(image, 2051, 3), _idx(label, 2049, 1)
        each = len(labels) // num_parts
        self._data, self._label = (array[each * part_index:each * (part_index + 1)] for array in (pictures, labels))
        shape = (int(np.prod(pictures.shape[1:])),) if flat else (1, *pictures.shape[1:]) if input_shape is None else tuple(input_shape)
        super().__init__(len(self._label) // batch_size * batch_size, (shape, ()), batch_size, False, data_name, label_name)
        if shuffle:
            self._order = np.random.RandomState(seed).permutation(len(self._label))
        if not silent:
            print(f'MNISTIter: load {len(self._label)} images, shuffle={int(shuffle)}, shape=({",".join(map(str, (batch_size, *shape)))})')

    def _rows(self, numbers):
        return (self._data[numbers].astype('float32') / 256).reshape(len(numbers), *self.provide_data[0].shape[1:]), self._label[numbers].astype('float32')


def _offsets(name, index):
    """Where each record of a file begins; an index beside it says it at once."""
    if index:
        with open(index) as file:
            return [int(line.split('\t')[1]) for line in file]
    file = recordio.MXRecordIO(name, 'r')
    places, place = [], 0
    while file.read() is not None:
        places.append(place)
        place = file._file.tell()
    file.close()
    return places


class ImageRecordIter(MXDataIter):
    """Pictures of a RecordIO file, decoded and cut by threads (which hold no lock meanwhile) while the program has the batch before: channels first, (x - mean) / std * scale."""
    _dtype = 'float32'

    def __init__(self, path_imgrec, data_shape, batch_size, path_imglist='', path_imgidx='', label_width=1, shuffle=False, seed=0, num_parts=1, part_index=0, round_batch=True,
                 preprocess_threads=4, prefetch_buffer=4, resize=-1, rand_crop=False, rand_mirror=False, mirror=False, mean_r=0.0, mean_g=0.0, mean_b=0.0, mean_a=0.0, std_r=1.0,
                 std_g=1.0, std_b=1.0, std_a=1.0, scale=1.0, inter_method=1, data_name='data', label_name='softmax_label', **more):
        more.pop('verbose', None)
        self._options = {name: more.pop(name, value) for name, value in augment.DEFAULTS.items()}
        self._changed = self._options != augment.DEFAULTS
        self._dtype = more.pop('dtype', None) or self._dtype
        if (place := more.pop('ctx', 'gpu')) not in ('cpu', 'gpu'): # (where the original would pin memory: batches lie on the CPU either way)
            raise MXNetError(f"Invalid Input: '{place}', valid values are: {{'cpu', 'gpu'}}, in operator {type(self).__name__}(ctx=\"{place}\")")
        only(type(self).__name__, mean_img=(more.pop('mean_img', ''), ''), aug_seq=(more.pop('aug_seq', 'aug_default'), 'aug_default'))
        for name, value in more.items():
            only(type(self).__name__, **{name: (value, 'its default')})
        only(type(self).__name__, path_imglist=(path_imglist, ''))
        self._name, self._shape, self._width = path_imgrec, tuple(data_shape), label_width
        places = _offsets(path_imgrec, path_imgidx)
        each = len(places) // num_parts
        self._places = places[part_index * each:(part_index + 1) * each] if num_parts > 1 else places
        super().__init__(len(self._places), (self._shape, (label_width,) if label_width > 1 else ()), batch_size, round_batch, data_name, label_name, self._dtype)
        self._resize, self._rand_crop, self._rand_mirror, self._mirror, self._between = resize, rand_crop, rand_mirror, mirror, inter_method
        self._mean, self._std = ((np.array(values[:self._shape[0]], dtype='float32')).reshape(1, -1, 1, 1) for values in ((mean_r, mean_g, mean_b, mean_a), (std_r, std_g, std_b, std_a)))
        self._scale, self._shuffle, self._random = scale, shuffle, random.Random(seed)
        self._threads = concurrent.futures.ThreadPoolExecutor(max(1, preprocess_threads))
        self._next = concurrent.futures.ThreadPoolExecutor(1)
        self._coming, self._most = [], max(1, prefetch_buffer)
        self.reset()

    def __del__(self):
        for threads in self.__dict__.get('_threads'), self.__dict__.get('_next'):
            if threads is not None:
                threads.shutdown(wait=False)

    def reset(self):
        concurrent.futures.wait([coming for coming, *_ in self._coming])
        self._coming = []
        if self._shuffle:
            self._random.shuffle(self._order)
        super().reset()
        self._ask()

    def _ask(self):
        while len(self._coming) < self._most and (found := self._numbers()) is not None:
            numbers, pad = found
            chosen = [(self._random.random(), self._random.random(), self._random.random() < 0.5, self._random.getrandbits(32) if self._changed else 0) for _ in numbers]
            self._coming.append((self._next.submit(self._rows, numbers, chosen), numbers, pad))

    def iter_next(self):
        if not self._coming:
            return False
        coming, numbers, pad = self._coming.pop(0)
        self._ask()
        data, label = coming.result()
        self._batch = DataBatch([nd.array(data, dtype=self._dtype)], [nd.array(label)], pad=pad, index=numbers)
        return True

    def _picture(self, data, chosen):
        channels, height, width = self._shape
        made = _image.decode(data, 1 if channels == 1 else 3, True)
        if made is None or made is False:
            raise MXNetError('MXNetError: Check failed: !res.empty(): Decoding failed. Invalid image file.')
        rows, columns = made.shape[:2]
        if self._resize > 0:
            size = (self._resize * rows // columns, self._resize) if rows > columns else (self._resize, self._resize * columns // rows)
            if size != (rows, columns):
                made = _image.resize(made, size[1], size[0], self._between)
                rows, columns = size
        across, down, mirrored, number = chosen
        draw = random.Random(number)
        if self._changed:
            made = augment.framed(made.asnumpy(), self._options, draw, self._resized)
            part = augment.cut_at_random(made, self._options, draw) if self._options['random_resized_crop'] else None
            made = made if part is None else self._resized(part, width, height)
            rows, columns = made.shape[:2]
        if rows < height or columns < width:
            raise MXNetError('Check failed: res.cols >= data_shape[2] && res.rows >= data_shape[1]: input image size smaller than input shape')
        y, x = (int(down * (rows - height + 1)), int(across * (columns - width + 1))) if self._rand_crop else ((rows - height) // 2, (columns - width) // 2)
        made = (made if self._changed else made.asnumpy())[y:y + height, x:x + width]
        if self._changed:
            made = augment.coloured(made, self._options, draw)
        return made[:, ::-1] if self._mirror or self._rand_mirror and mirrored else made

    def _resized(self, picture, width, height):
        return _image.resize(nd.array(picture, dtype='uint8'), width, height, self._between).asnumpy()

    def _rows(self, numbers, chosen):
        file = recordio.MXRecordIO(self._name, 'r')
        records = []
        for number in numbers:
            file._file.seek(self._places[number])
            records.append(recordio.unpack(file.read()))
        file.close()
        pictures = np.stack(list(self._threads.map(self._picture, [data for _, data in records], chosen))).transpose(0, 3, 1, 2)
        labels = np.array([header.label for header, _ in records], dtype='float32')
        return self._valued(pictures), labels.reshape(self.provide_label[0].shape)

    def _valued(self, pictures):
        return (pictures.astype('float32') - self._mean) * np.float32(self._scale) / self._std


class ImageRecordUInt8Iter(ImageRecordIter):
    """The same, as bytes."""
    _dtype = 'uint8'

    def _valued(self, pictures):
        return pictures


class ImageRecordInt8Iter(ImageRecordIter):
    """The same, 128 less, so that it fits int8."""
    _dtype = 'int8'

    def _valued(self, pictures):
        return (pictures.astype('int16') - 128).astype('int8')
