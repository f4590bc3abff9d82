"""Data sets of pictures: the known ones, in the files that their authors hand out, and one's own in folders, lists and records."""
import gzip
import os
import tarfile
import warnings

import numpy as np

from .... import image, recordio
from .... import ndarray as nd
from ....util import data_dir, in_mode
from ...utils import _get_repo_file_url, check_sha1, download
from ..dataset import Dataset, RecordFileDataset


class _Known(Dataset):
    """A data set that is fetched once: pictures as one array, labels as int32."""
    _namespace = None

    def __init__(self, root, train, transform):
        self._root = os.path.expanduser(root or os.path.join(data_dir(), 'datasets', self._namespace))
        self._train, self._transform = train, transform
        os.makedirs(self._root, exist_ok=True)
        self._get_data()

    def _get_data(self):
        """Fills _data and _label; a lesson's own class may do more, or less."""
        data, self._label = self._read()
        self._data = in_mode(nd.array(data, dtype=data.dtype))

    def __getitem__(self, idx):
        item = self._data[idx], self._label[idx]
        return item if self._transform is None else self._transform(*item)

    def __len__(self):
        return len(self._label)

    def _have(self, name, sha1):
        """The file, fetched if it is not there; its name."""
        return download(_get_repo_file_url('gluon/dataset/' + self._namespace, name), path=self._root, sha1_hash=sha1)


class MNIST(_Known):
    """Handwritten digits: 28 x 28 x 1, labels 0 to 9."""
    _namespace = 'mnist'
    _files = {True: (('train-images-idx3-ubyte.gz', '6c95f4b05d2bf285e1bfb0e7960c31bd3b3f8a7d'), ('train-labels-idx1-ubyte.gz', '2a80914081dc54586dbdf242f9805a6b8d2a15fc')),
              False: (('t10k-images-idx3-ubyte.gz', 'c3a25af1f52dad7f726cce8cacb138654b760d48'), ('t10k-labels-idx1-ubyte.gz', '763e7fa3757d93b0cdec073cef058b2004252c17'))}

    def __init__(self, root=None, train=True, transform=None):
        super().__init__(root, train, transform)

    def _read(self):
        pictures, labels = (self._numbers(self._have(*file), skip) for file, skip in zip(self._files[bool(self._train)], (16, 8)))
        return pictures.reshape(len(labels), 28, 28, 1), labels.astype('int32')

    @staticmethod
    def _numbers(name, skip):
        with gzip.open(name, 'rb') as file:
            return np.frombuffer(file.read(), dtype='uint8', offset=skip)


class FashionMNIST(MNIST):
    """Clothes and shoes in MNIST's form."""
    _namespace = 'fashion-mnist'
    _files = {True: (('train-images-idx3-ubyte.gz', '0cf37b0d40ed5169c6b3aba31069a9770ac9043d'), ('train-labels-idx1-ubyte.gz', '236021d52f1e40852b06a4c3008d8de8aef1e40b')),
              False: (('t10k-images-idx3-ubyte.gz', '626ed6a7c06dd17c0eec72fa3be1740f146a2863'), ('t10k-labels-idx1-ubyte.gz', '17f9ab60e7257a1620f4ad76bbbaf857c3920701'))}


class CIFAR10(_Known):
    """Small coloured pictures of ten kinds of things: 32 x 32 x 3."""
    _namespace = 'cifar10'
    _archive = 'cifar-10-binary.tar.gz', 'fab780a1e191a7eda0f345501ccd62d20f7ed891'
    _files = {True: (('data_batch_1.bin', 'aadd24acce27caa71bf4b10992e9e7b2d74c2540'), ('data_batch_2.bin', 'c0ba65cce70568cd57b4e03e9ac8d2a5367c1795'),
                     ('data_batch_3.bin', '1dd00a74ab1d17a6e7d73e185b69dbf31242f295'), ('data_batch_4.bin', 'aab85764eb3584312d3c7f65fd2fd016e36a258e'),
                     ('data_batch_5.bin', '26e2849e66a845b7f1e4614ae70f4889ae604628')),
              False: (('test_batch.bin', '67eb016db431130d61cd03c7ad570b013799c88c'),)}
    _labels, _which = 1, 0           # how many labels stand before each picture, and which is asked for

    def __init__(self, root=None, train=True, transform=None):
        super().__init__(root, train, transform)

    def _read(self):
        files = [(os.path.join(self._root, name), sha1) for name, sha1 in self._files[True] + self._files[False]]
        if not all(os.path.exists(name) and check_sha1(name, sha1) for name, sha1 in files):
            with tarfile.open(self._have(*self._archive)) as archive:
                for member in archive.getmembers():        # (what the archive calls its folder does not matter)
                    member.name = os.path.basename(member.name)
                    if member.isfile():
                        archive.extract(member, self._root)
        rows = np.concatenate([np.fromfile(os.path.join(self._root, name), dtype='uint8') for name, _ in self._files[bool(self._train)]])
        rows = rows.reshape(-1, self._labels + 3 * 32 * 32)
        return rows[:, self._labels:].reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1), rows[:, self._which].astype('int32')


class CIFAR100(CIFAR10):
    """The same of 100 kinds (fine_label=True), or 20 groups of them."""
    _namespace = 'cifar100'
    _archive = 'cifar-100-binary.tar.gz', 'a0bb982c76b83111308126cc779a992fa506b90b'
    _files = {True: (('train.bin', 'e207cd2e05b73b1393c74c7f5e7bea451d63e08e'),), False: (('test.bin', '8fb6623e830365ff53cf14adec797474f5478006'),)}
    _labels = 2

    def __init__(self, root=None, fine_label=False, train=True, transform=None):
        self._which = int(fine_label)
        super().__init__(root, train, transform)


class ImageRecordDataset(RecordFileDataset):
    """Pictures and labels of a RecordIO file."""

    def __init__(self, filename, flag=1, transform=None):
        super().__init__(filename)
        self._flag, self._transform = flag, transform

    def __getitem__(self, idx):
        header, data = recordio.unpack(super().__getitem__(idx))
        item = image.imdecode(data, self._flag), header.label
        return item if self._transform is None else self._transform(*item)


class _Files(Dataset):
    """Pictures by the names of their files: items are (name, label)."""

    def __getitem__(self, idx):
        name, label = self.items[idx]
        item = image.imread(name, self._flag), label
        return item if self._transform is None else self._transform(*item)

    def __len__(self):
        return len(self.items)


class ImageFolderDataset(_Files):
    """A folder a class; the folders' names are the classes' (synsets)."""

    def __init__(self, root, flag=1, transform=None):
        self._root, self._flag, self._transform = os.path.expanduser(root), flag, transform
        self._exts = ['.jpg', '.jpeg', '.png']
        self.synsets, self.items = [], []
        for name in sorted(os.listdir(self._root)):
            folder = os.path.join(self._root, name)
            if os.path.isdir(folder):
                self._add(folder)
                self.synsets.append(name)
            else:
                warnings.warn('Ignoring %s, which is not a directory.' % folder, stacklevel=3)

    def _add(self, folder):
        for name in sorted(os.listdir(folder)):
            name = os.path.join(folder, name)
            kind = os.path.splitext(name)[1]
            if kind.lower() in self._exts:
                self.items.append((name, len(self.synsets)))
            else:
                warnings.warn('Ignoring %s of type %s. Only support %s' % (name, kind, ', '.join(self._exts)))


class ImageListDataset(_Files):
    """Files that a list names: [label(s), name] each, or a file with lines of number, label(s), name (divided by tabs)."""

    def __init__(self, root='.', imglist=None, flag=1):
        self._root, self._flag, self._transform = os.path.expanduser(root), flag, None
        self.items = []
        if isinstance(imglist, str):
            with open(os.path.join(self._root, imglist)) as file:
                rows = [line.strip().split('\t')[1:] for line in file]
        elif isinstance(imglist, list):
            rows = imglist
        else:
            raise ValueError(f'imglist must be filename or list, got {type(imglist)}')
        for *labels, name in rows:
            labels = [labels[0]] if len(labels) == 1 and np.isscalar(labels[0]) else labels[0] if len(labels) == 1 else labels
            label = np.array([float(number) for number in labels], dtype='float32')
            self.items.append((os.path.join(self._root, name), label[0] if len(label) == 1 else label))
