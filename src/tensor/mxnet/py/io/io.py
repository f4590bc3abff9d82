"""What a batch is, and iterators over arrays and over other iterators."""
import concurrent.futures
from collections import namedtuple

import numpy as np

from .. import ndarray as nd
from .utils import _init_data


class DataDesc(namedtuple('DataDesc', ['name', 'shape'])):
    """What an array of a batch is called, its shape; also its dtype and what its axes mean."""

    def __new__(cls, name, shape, dtype=np.float32, layout='NCHW'):
        made = super().__new__(cls, name, shape)
        made.dtype, made.layout = dtype, layout
        return made

    def __repr__(self):
        return f'DataDesc[{self.name},{self.shape},{self.dtype},{self.layout}]'

    @staticmethod
    def get_batch_axis(layout):
        """Along which axis the samples lie."""
        return 0 if layout is None else layout.find('N')

    @staticmethod
    def get_list(shapes, types):
        """(name, shape) pairs and perhaps (name, dtype) pairs as DataDescs."""
        kinds = dict(types or ())
        return [DataDesc(name, shape, kinds[name]) if types is not None else DataDesc(name, shape) for name, shape in shapes]


class DataBatch:
    """The arrays of a batch: pad samples at its end do not count."""

    def __init__(self, data, label=None, pad=None, index=None, bucket_key=None, provide_data=None, provide_label=None):
        for name, arrays in ('Data', data), ('Label', label):
            if arrays is not None and not isinstance(arrays, (list, tuple)):
                raise AssertionError(name + ' must be list of NDArrays')
        self.data, self.label, self.pad, self.index = data, label, pad, index
        self.bucket_key, self.provide_data, self.provide_label = bucket_key, provide_data, provide_label

    def __str__(self):
        data, label = ([array.shape for array in arrays] if arrays else None for arrays in (self.data, self.label))
        return f'{type(self).__name__}: data shapes: {data} label shapes: {label}'


class DataIter:
    """The base class: next(), reset(); or iter_next(), getdata(), getlabel(), getpad(), getindex()."""

    def __init__(self, batch_size=0):
        self.batch_size = batch_size

    def __iter__(self):
        return self

    def __next__(self):
        return self.next()

    def reset(self):
        """To the first batch."""

    def next(self):
        """The next batch; StopIteration behind the last."""
        if self.iter_next():
            return DataBatch(*(get() for get in (self.getdata, self.getlabel, self.getpad, self.getindex)))
        raise StopIteration

    def iter_next(self):
        """Is there another? Then it is the current one."""

    def getdata(self):
        """The current batch's data."""

    def getlabel(self):
        """Its labels."""

    def getindex(self):
        """Its samples' numbers."""
        return None

    def getpad(self):
        """How many samples at its end do not count."""


class NDArrayIter(DataIter):
    """Batches of arrays in memory. last_batch_handle: 'pad' fills the last batch up from the beginning, 'discard' leaves it out, 'roll_over' keeps it for the next round."""

    def __init__(self, data, label=None, batch_size=1, shuffle=False, last_batch_handle='pad', data_name='data', label_name='softmax_label', layout='NCHW'):
        super().__init__(batch_size)
        self.data, self.label = _init_data(data, False, data_name), _init_data(label, True, label_name)
        if last_batch_handle != 'discard' and any(getattr(array, 'stype', '') == 'csr' for _, array in self.data + self.label):
            raise NotImplementedError('`NDArrayIter` only supports ``CSRNDArray`` with `last_batch_handle` set to `discard`.')
        self.data, self.label = ([(name, array.tostype('default')) for name, array in arrays] for arrays in (self.data, self.label))       # (MXNet's batches are dense too)
        self.num_data = self.data[0][1].shape[0]
        self.idx = np.arange(self.num_data)
        self.shuffle, self.last_batch_handle, self.layout = shuffle, last_batch_handle, layout
        self._kept = None           # the numbers of the samples that roll over
        self.cursor = -batch_size
        self.reset()

    def _descs(self, arrays, **layout):
        return [DataDesc(name, (self.batch_size, *array.shape[1:]), array.dtype, **layout) for name, array in arrays]

    @property
    def provide_data(self):
        return self._descs(self.data, layout=self.layout)

    @property
    def provide_label(self):
        return self._descs(self.label)

    def hard_reset(self):
        """To the first sample; what would roll over is forgotten."""
        self._kept = None
        self._begin(-self.batch_size)

    def reset(self):
        """To the first batch, or to the one that begins with what was left over."""
        left = self.num_data - self.cursor
        rolls = self.last_batch_handle == 'roll_over' and 0 < left < self.batch_size
        self._begin(-left - self.batch_size if rolls else -self.batch_size)

    def _begin(self, cursor):
        if self.shuffle:
            np.random.shuffle(self.idx)
            self.data, self.label = ([(name, nd.take(array, nd.array(self.idx, dtype='int64'))) for name, array in arrays] for arrays in (self.data, self.label))
        self.cursor = cursor

    def iter_next(self):
        self.cursor += self.batch_size
        return self.cursor < self.num_data

    def next(self):
        if not self.iter_next():
            raise StopIteration
        data, label = self.getdata(), self.getlabel()
        if data[0].shape[0] != self.batch_size:
            self._kept = data, label
            raise StopIteration
        if self.cursor < 0:
            self._kept = None
        return DataBatch(data=data, label=label, pad=self.getpad(), index=None)

    def _cut(self, arrays, kept):
        start, stop = self.cursor, self.cursor + self.batch_size
        if start < 0 and kept is not None:              # the last round's end comes first
            return [nd.concat(before, array[:stop], dim=0) for before, (_, array) in zip(kept, arrays)]
        if stop > self.num_data and self.last_batch_handle == 'pad':
            places = np.arange(start, stop) % self.num_data
            return [nd.take(array, nd.array(places, dtype='int64')) for _, array in arrays]
        return [array[start:min(stop, self.num_data)] for _, array in arrays]

    def getdata(self):
        return self._cut(self.data, self._kept and self._kept[0])

    def getlabel(self):
        return self._cut(self.label, self._kept and self._kept[1])

    def getpad(self):
        beyond = self.cursor + self.batch_size - self.num_data
        if self.last_batch_handle == 'pad' and beyond > 0:
            return beyond
        return -self.cursor if self.last_batch_handle == 'roll_over' and -self.batch_size < self.cursor < 0 else 0


class ResizeIter(DataIter):
    """Another iterator with so many batches a round: it begins anew as often as needed."""

    def __init__(self, data_iter, size, reset_internal=True):
        super().__init__(data_iter.batch_size)
        self.data_iter, self.size, self.reset_internal = data_iter, size, reset_internal
        self.cur, self.current_batch = 0, None
        self.provide_data, self.provide_label = data_iter.provide_data, data_iter.provide_label
        if hasattr(data_iter, 'default_bucket_key'):
            self.default_bucket_key = data_iter.default_bucket_key

    def reset(self):
        self.cur = 0
        if self.reset_internal:
            self.data_iter.reset()

    def iter_next(self):
        if self.cur >= self.size:
            return False
        self.cur += 1
        self.current_batch = _ahead(self.data_iter)
        if self.current_batch is None:
            self.data_iter.reset()
            self.current_batch = self.data_iter.next()
        return True

    def getdata(self):
        return self.current_batch.data

    def getlabel(self):
        return self.current_batch.label

    def getindex(self):
        return self.current_batch.index

    def getpad(self):
        return self.current_batch.pad


def _ahead(data_iter):
    try:
        return data_iter.next()
    except StopIteration:
        return None


class PrefetchingIter(DataIter):
    """Iterators whose next batches are made by threads while the program has the current ones."""

    def __init__(self, iters, rename_data=None, rename_label=None):
        super().__init__()
        self.iters = iters if isinstance(iters, list) else [iters]
        if not self.iters:
            raise AssertionError
        self.n_iter, self.rename_data, self.rename_label = len(self.iters), rename_data, rename_label
        self.batch_size = self.provide_data[0][1][0]
        self.current_batch = None
        self._threads = concurrent.futures.ThreadPoolExecutor(self.n_iter)
        self._ask()

    def __del__(self):
        if '_threads' in self.__dict__:
            self._threads.shutdown(wait=False)

    def _ask(self):
        self._coming = [self._threads.submit(_ahead, one) for one in self.iters]

    def _descs(self, what, names):
        made = []
        for i, one in enumerate(self.iters):
            for desc in getattr(one, what):
                desc = desc if isinstance(desc, DataDesc) else DataDesc(*desc)
                made.append(desc if names is None else DataDesc(names[i][desc.name], desc.shape, desc.dtype))
        return made

    @property
    def provide_data(self):
        return self._descs('provide_data', self.rename_data)

    @property
    def provide_label(self):
        return self._descs('provide_label', self.rename_label)

    def reset(self):
        concurrent.futures.wait(self._coming)
        for one in self.iters:
            one.reset()
        self._ask()

    def iter_next(self):
        batches = [coming.result() for coming in self._coming]
        if None in batches:
            if batches.count(None) != len(batches):
                raise AssertionError('Number of entry mismatches between iterators')
            return False
        if len({batch.pad for batch in batches}) > 1:
            raise AssertionError('Number of entry mismatches between iterators')
        self.current_batch = DataBatch([array for batch in batches for array in batch.data], [array for batch in batches for array in batch.label or ()], batches[0].pad, batches[0].index,
                                       provide_data=self.provide_data, provide_label=self.provide_label)
        self._ask()
        return True

    def next(self):
        if not self.iter_next():
            raise StopIteration
        return self.current_batch

    def getdata(self):
        return self.current_batch.data

    def getlabel(self):
        return self.current_batch.label

    def getindex(self):
        return self.current_batch.index

    def getpad(self):
        return self.current_batch.pad
