"""Iterators over files: numbers as text, MNIST's files, pictures in records."""
import concurrent.futures
import importlib
import os
import random
import struct
import sys
import warnings

import numpy as np

from .. import ndarray as nd
from .. import recordio
from ..base import MXNetError
from perch.only import only
from . import augment
from .io import DataBatch, DataDesc, DataIter


_READING = ('prefetch_buffer', 'ctx', 'device_id')       # how the original's threads go about it: the batches are the same


def ignored(what, options):
    """Says which options an iterator has not: they change nothing, as in the original, which keeps still."""
    for name, value in options.items():
        if name not in _READING:
            warnings.warn(f'{what} has no option {name} (={value!r}); it is ignored')


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


def _numbers(line):
    """A line's numbers, up to what is none."""
    found = []
    for cell in line.split(b','):
        try:
            found.append(float(cell))
        except ValueError:
            break
    return found


def _table(name, shape, dtype='float32'):
    """A file of numbers, a row a line, each of the shape."""
    if not os.path.exists(name) or not os.path.getsize(name):
        raise MXNetError(f'MXNetError: Check failed: files_.size() != 0U (0 vs. 0) : Cannot find any files that matches the URI pattern {name}')
    with open(name, 'rb') as file:
        rows = [_numbers(line) for line in file if line.strip()]
    size = int(np.prod(shape))
    for row in rows:
        if len(row) != size:
            raise MXNetError(f'Check failed: row.length == shape.Size() ({len(row)} vs. {size}) : The data size in CSV do not match size of shape: specified shape={list(shape)}, the csv row-length={len(row)}')
    return np.array(rows, dtype=dtype).reshape(-1, *shape)


class CSVIter(MXDataIter):
    """Rows of numbers divided by commas, and labels of another such file (0 without one)."""

    def __init__(self, data_csv, data_shape, label_csv='NULL', label_shape=(1,), batch_size=1, round_batch=True, dtype='float32', data_name='data', label_name='softmax_label', **more):
        ignored('CSVIter', more)
        self._data = _table(data_csv, tuple(data_shape), dtype)
        self._label = np.zeros((len(self._data), *label_shape), dtype='float32') if label_csv == 'NULL' else _table(label_csv, tuple(label_shape))
        if self._label[:1].size == 1:      # (one number a row: a batch of them has one axis)
            self._label = self._label.reshape(-1)
        super().__init__(len(self._data), (tuple(data_shape), self._label.shape[1:]), batch_size, round_batch, data_name, label_name, dtype)

    def _rows(self, numbers):
        if max(numbers, default=0) >= len(self._label):
            raise MXNetError("Check failed: label_parser_->Next(): Data CSV's row is smaller than the number of rows in label_csv")
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


def shuffled(count, seed):
    """The orders of C++'s Mersenne Twister: each place trades with one up to it, which is drawn by dividing 32 bits into as many equal spans."""
    bits, order = np.random.RandomState(seed), list(range(count))
    drawn = iter(bits.randint(0, 1 << 32, size=count + 99, dtype=np.uint32).tolist())     # (a draw beyond the last span counts for nothing: one of 70,000 at most)
    for i in range(1, count):
        span, at = 0xffffffff // (i + 1), i + 1
        while at > i:
            at = next(drawn) // span
        order[i], order[at] = order[at], order[i]
    return np.array(order)


class MNISTIter(MXDataIter):
    """MNIST's own files: pictures in 256ths, whole batches only."""

    def __init__(self, image='./train-images-idx3-ubyte', label='./train-labels-idx1-ubyte', batch_size=128, shuffle=True, flat=False, seed=0, silent=False, num_parts=1, part_index=0,
                 data_name='data', label_name='softmax_label', input_shape=None, **more):
        pictures, labels = _idx(image, 2051, 3), _idx(label, 2049, 1)
        each = len(labels) // num_parts
        self._data, self._label = (array[each * part_index:each * (part_index + 1)] for array in (pictures, labels))
        shape = (int(np.prod(pictures.shape[1:])),) if flat else (1, *pictures.shape[1:]) if input_shape is None else tuple(input_shape)
        ignored('MNISTIter', {name: value for name, value in more.items() if name != 'data_shape' or tuple(value) != shape})      # (what older lessons say of the shape that it has anyhow)
        super().__init__(len(self._label) // batch_size * batch_size, (shape, ()), batch_size, False, data_name, label_name)
        if shuffle:
            self._order = shuffled(len(self._label), seed)
        if not silent:
            print(f'MNISTIter: load {len(self._label)} images, shuffle={int(shuffle)}, shape=({",".join(map(str, (batch_size, *shape)))})', file=sys.stderr)

    def _rows(self, numbers):
        return (self._data[numbers].astype('float32') / 256).reshape(len(numbers), *self.provide_data[0].shape[1:]), self._label[numbers].astype('float32')


def _offsets(name, index, parts, part):
    """Where each record of a part of a file begins. With an index beside it parts have the same number of records (the last fewer), else of bytes."""
    if not 0 <= part < parts:
        raise MXNetError(f'MXNetError: Check failed: rank < nsplit ({part} vs. {parts}) : invalid input parameters for InputSplit')
    if index:
        with open(index) as file:
            places = sorted(int(line.split('\t')[1]) for line in file)
        each = -(-len(places) // parts)
        return places[each * part:each * (part + 1)]
    if not os.path.exists(name):
        raise MXNetError(f'MXNetError: Check failed: files_.size() != 0U (0 vs. 0) : Cannot find any files that matches the URI pattern {name}')
    file = recordio.MXRecordIO(name, 'r')
    places, place = [], 0
    while file.read() is not None:
        places.append(place)
        place = file._file.tell()
    file.close()
    each = -(-(-(-place // parts)) // 4) * 4
    return [at for at in places if each * part <= at < each * (part + 1)]


def _listed(name):
    """A list's labels by the numbers of its records."""
    labels = {}
    with open(name) as file:
        for line in file:
            number, *values, _ = line.rstrip('\n').split('\t')
            labels[int(float(number))] = [float(value) for value in values]
    return labels


class _Records(MXDataIter):
    """Pictures of a RecordIO file, decoded and varied by threads (which hold no lock meanwhile) while the program has the batch before."""

    def _open(self, path_imgrec, path_imgidx, path_imglist, data_shape, num_parts, part_index, preprocess_threads, prefetch_buffer, shuffle, seed):
        if len(data_shape) != 3 or data_shape[0] not in (1, 3):
            raise MXNetError(f'{type(self).__name__}: data_shape={tuple(data_shape)} is not (channels, height, width) with 1 or 3 channels')
        if preprocess_threads < 1:
            raise MXNetError(f'Invalid Parameter value: {preprocess_threads} for Parameter preprocess_threads expected to be greater equal to 1\n'
                             'preprocess_threads: The number of threads to do preprocessing.')
        self._name, self._shape = path_imgrec, tuple(data_shape)
        self._labels = _listed(path_imglist) if path_imglist else None
        self._places = _offsets(path_imgrec, path_imgidx, num_parts, part_index)
        self._shuffle, self._random = shuffle, random.Random(seed)
        self._threads = concurrent.futures.ThreadPoolExecutor(preprocess_threads)
        self._next = concurrent.futures.ThreadPoolExecutor(1)
        self._coming, self._most = [], max(1, prefetch_buffer)

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
            self._coming.append((self._next.submit(self._rows, numbers, [self._random.getrandbits(32) for _ in numbers]), numbers, pad))

    def iter_next(self):
        if not self._coming:
            return False
        coming, numbers, pad = self._coming.pop(0)
        self._ask()
        data, label = coming.result()
        self._batch = DataBatch([nd.array(data, dtype=data.dtype)], [nd.array(label)], pad=pad, index=numbers)
        return True

    def _records(self, numbers):
        """(header, bytes) of each; labels of a list come before the records' own."""
        file = recordio.MXRecordIO(self._name, 'r')
        found = []
        for number in numbers:
            file._file.seek(self._places[number])
            header, data = recordio.unpack(file.read())
            if self._labels is not None:
                if header.id not in self._labels:
                    raise MXNetError(f'fail to find imagelabel for id {header.id}')
                header = header._replace(label=np.array(self._labels[header.id], dtype='float32'))
            found.append((header, data))
        file.close()
        return found

    def _decoded(self, data):
        made = _image.decode(data, 1 if self._shape[0] == 1 else 3, True)
        if made is None or made is False:
            raise MXNetError('MXNetError: Check failed: !res.empty(): Decoding failed. Invalid image file.')
        return made.asnumpy()


class ImageRecordIter(_Records):
    """Channels first, (x - mean) / std * scale. What is random follows a seed, but not the original's numbers: there threads share them out."""
    _dtype = 'float32'

    def __init__(self, path_imgrec, data_shape, batch_size, path_imglist='', path_imgidx='', label_width=1, shuffle=False, seed=0, num_parts=1, part_index=0, round_batch=True,
                 preprocess_threads=4, prefetch_buffer=4, rand_mirror=False, mirror=False, mean_r=0.0, mean_g=0.0, mean_b=0.0, mean_a=0.0, std_r=1.0, std_g=1.0, std_b=1.0, std_a=1.0, scale=1.0,
                 mean_img='', max_random_contrast=0.0, max_random_illumination=0.0, aug_seq='aug_default', dtype=None, ctx='gpu', verbose=True, device_id=0, shuffle_chunk_size=0,
                 shuffle_chunk_seed=0, seed_aug=None, data_name='data', label_name='softmax_label', **more):
        self._options = {name: more.pop(name, value) for name, value in augment.DEFAULTS.items()}
        dtype = dtype or self._dtype
        if dtype not in ('float32', 'uint8', 'int8'):
            raise MXNetError('MXNetError: unknown dtype for ImageRecordIter2.')
        if ctx not in ('cpu', 'gpu'): # (where the original would pin memory: batches lie on the CPU either way)
            raise MXNetError(f"Invalid Input: '{ctx}', valid values are: {{'cpu', 'gpu'}}, in operator {type(self).__name__}(ctx=\"{ctx}\")")
        ignored(type(self).__name__, more)
        only(type(self).__name__, aug_seq=(aug_seq, 'aug_default'), device_id=(device_id, 0))
        self._open(path_imgrec, path_imgidx, path_imglist, data_shape, num_parts, part_index, preprocess_threads, prefetch_buffer, shuffle, seed)
        if seed_aug is not None:
            self._random = random.Random(f'{seed} {seed_aug} {shuffle_chunk_seed}')
        super().__init__(len(self._places), (self._shape, (label_width,) if label_width > 1 else ()), batch_size, round_batch, data_name, label_name, dtype)
        self._width, self._rand_mirror, self._mirror, self._kind = label_width, rand_mirror, mirror, dtype
        self._mean, self._std = ((np.array(values[:self._shape[0]], dtype='float32')).reshape(-1, 1, 1) for values in ((mean_r, mean_g, mean_b, mean_a), (std_r, std_g, std_b, std_a)))
        self._scale, self._light = scale, (max_random_contrast, max_random_illumination)
        if mean_img:
            self._mean = self._mean_of(mean_img, verbose)
        self.reset()

    def _mean_of(self, name, verbose):
        """The mean of all pictures, which stands in a file or is laid down there."""
        if os.path.exists(name):
            return nd.load(name)['mean_img'].asnumpy()
        total = 0.0
        for number in range(self._count):
            total = total + self._picture(self._records([number])[0][1], 0).astype('float32')
        mean = total / max(self._count, 1)
        nd.save(name, {'mean_img': nd.array(mean)})
        if verbose:
            print(f'Save mean image to {name}..', file=sys.stderr)
        return mean

    def _picture(self, data, number):
        """Of bytes and a number that randomness comes from: channels first."""
        draw = random.Random(number)
        made = augment.varied(self._decoded(data), self._shape, self._options, draw)
        if self._mirror or self._rand_mirror and draw.random() < 0.5:
            made = made[:, ::-1]
        return made.transpose(2, 0, 1)

    def _valued(self, data, number):
        made = self._picture(data, number)
        if self._kind == 'uint8':
            return made
        if self._kind == 'int8':        # (what does not fit becomes 127)
            return np.minimum(made, 127).astype('int8')
        made = made.astype('float32') - self._mean
        if self._light != (0, 0):
            draw = random.Random(number + 1)
            contrast, light = (draw.uniform(-most, most) for most in self._light)
            made = made * np.float32(1 + contrast) + np.float32(light)
        return made * (np.float32(self._scale) / self._std)

    def _rows(self, numbers, chosen):
        records = self._records(numbers)
        labels = [np.ravel(header.label) for header, _ in records]
        for label in labels:
            if len(label) != self._width:
                raise MXNetError(f'Check failed: param_.label_width == rec.num_label ({self._width} vs. {len(label)}) : rec file provide {len(label)}-dimensional label but label_width is set to {self._width}')
        pictures = np.stack(list(self._threads.map(self._valued, [data for _, data in records], chosen)))
        return pictures, np.array(labels, dtype='float32').reshape(self.provide_label[0].shape)


class ImageRecordUInt8Iter(ImageRecordIter):
    """The same, as bytes."""
    _dtype = 'uint8'


class ImageRecordInt8Iter(ImageRecordIter):
    """The same, as bytes with a sign: what is above 127 is 127."""
    _dtype = 'int8'
