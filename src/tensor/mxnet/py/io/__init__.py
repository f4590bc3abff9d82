"""mx.io: iterators that hand out batches (DataBatch)."""
import importlib as _importlib

from .io import DataBatch, DataDesc, DataIter, NDArrayIter, PrefetchingIter, ResizeIter

_files = ('CSVIter', 'MNISTIter', 'ImageRecordIter', 'ImageRecordUInt8Iter', 'ImageRecordInt8Iter', 'MXDataIter')
_absent = {'LibSVMIter': 'perch has no sparse arrays', 'ImageDetRecordIter': 'use mx.image.ImageDetIter', 'ImageRecordIter_v1': 'use ImageRecordIter',
           'ImageRecordUInt8Iter_v1': 'use ImageRecordUInt8Iter'}


def __getattr__(name):
    if name in _files:
        return getattr(_importlib.import_module('mxnet.io.files'), name)
    if name in _absent:
        raise AttributeError(f"module 'mxnet.io' has no attribute {name!r} in perch: {_absent[name]}")
    raise AttributeError(f"module 'mxnet.io' has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), *_files})
