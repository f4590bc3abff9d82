"""Pictures as data sets: the transforms; the data sets themselves are downloads, which perch has not yet."""
from . import transforms


def __getattr__(name):
    if name in ('MNIST', 'FashionMNIST', 'CIFAR10', 'CIFAR100', 'ImageRecordDataset', 'ImageFolderDataset', 'ImageListDataset'):
        raise AttributeError(f"module 'mxnet.gluon.data.vision' has no attribute {name!r} in perch yet: make an ArrayDataset of your own")
    raise AttributeError(f"module 'mxnet.gluon.data.vision' has no attribute {name!r}")
