"""mx.contrib.io: what Gluon's DataLoader loads, as an iterator that a Module takes."""
from .. import ndarray as nd
from ..io import DataDesc, DataIter


class DataLoaderIter(DataIter):
    """Batches of (data, label) of a loader; the last one is filled up with zeros."""

    def __init__(self, loader, data_name='data', label_name='softmax_label', dtype='float32'):
        super().__init__()
        self._loader, self._iter, self.dtype, self._batch = loader, iter(loader), dtype, None
        data, label = next(self._iter)
        self.batch_size = data.shape[0]
        self.provide_data = [DataDesc(data_name, data.shape, dtype)]
        self.provide_label = [DataDesc(label_name, label.shape, dtype)]
        self.reset()

    def reset(self):
        self._iter = iter(self._loader)

    def iter_next(self):
        self._batch = next(self._iter, None)
        return self._batch is not None

    def _whole(self, array):
        if not self.getpad():
            return [array.astype(self.dtype)]
        filled = nd.zeros((self.batch_size, *array.shape[1:]), dtype=self.dtype)
        filled[:array.shape[0]] = array.astype(self.dtype)
        return [filled]

    def getdata(self):
        return self._whole(self._batch[0])

    def getlabel(self):
        return self._whole(self._batch[1])

    def getpad(self):
        return self.batch_size - self._batch[0].shape[0]
