"""Pictures as data sets, and their transforms."""
from . import datasets, transforms
from .datasets import CIFAR10, CIFAR100, FashionMNIST, ImageFolderDataset, ImageListDataset, ImageRecordDataset, MNIST
