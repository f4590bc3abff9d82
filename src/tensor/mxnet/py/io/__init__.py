"""mx.io: iterators that hand out batches (DataBatch)."""
import importlib as _importlib

from .utils import _init_data
from .io import DataBatch, DataDesc, DataIter, NDArrayIter, PrefetchingIter, ResizeIter

_files = ('CSVIter', 'MNISTIter', 'ImageRecordIter', 'ImageRecordUInt8Iter', 'ImageRecordInt8Iter', 'MXDataIter')
_older = {'ImageRecordIter_v1': 'ImageRecordIter', 'ImageRecordUInt8Iter_v1': 'ImageRecordUInt8Iter'}    # the same under the name of an older version


def __getattr__(name):
    if name == 'LibSVMIter':
        return _importlib.import_module('mxnet.io.sparse').LibSVMIter
    if name == 'ImageDetRecordIter':
        return _importlib.import_module('mxnet.io.boxes').ImageDetRecordIter
    if name in _files or name in _older:
        return getattr(_importlib.import_module('mxnet.io.files'), _older.get(name, name))
    raise AttributeError(f"module 'mxnet.io' has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), *_files, *_older, 'ImageDetRecordIter', 'LibSVMIter'})
