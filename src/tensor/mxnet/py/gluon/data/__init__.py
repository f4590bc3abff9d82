"""Data sets, samplers and loaders."""
from .dataset import ArrayDataset, Dataset, RecordFileDataset, SimpleDataset
from .sampler import BatchSampler, FilterSampler, RandomSampler, Sampler, SequentialSampler
from .dataloader import DataLoader


def __dir__():
    return sorted({*globals(), 'vision'})


def __getattr__(name):
    if name == 'vision':
        return __import__('mxnet.gluon.data.vision', fromlist=('__name__',))
    raise AttributeError(f"module 'mxnet.gluon.data' has no attribute {name!r}")
