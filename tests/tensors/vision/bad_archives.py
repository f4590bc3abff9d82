"""Data sets whose archives are cut, corrupt, of another hash or not there: the original's errors, and nothing that looks whole is left."""
import gzip
import hashlib
import os
import pickle
import tarfile
import tempfile
import zipfile

import numpy as np
from torchvision import datasets
from torchvision.datasets.utils import check_integrity, download_url, extract_archive

root = tempfile.mkdtemp()


def attempt(name, function):
    try:
        made = function()
        print(name, made if isinstance(made, (int, bool, str)) else type(made).__name__)
    except Exception as error:
        print(name, type(error).__name__, str(error).replace(root, '<root>').split('\n')[0][:120])


def put(name, data):
    path = os.path.join(root, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as file:
        file.write(data)
    return path


for kind in datasets.CIFAR10, datasets.CIFAR100, datasets.MNIST, datasets.FashionMNIST, datasets.STL10, datasets.VOCSegmentation, datasets.Caltech101:
    attempt(kind.__name__, lambda: kind(root))
batch = pickle.dumps({'data': np.zeros((1, 3072), 'uint8'), 'labels': [0]}, 2)
put('cifar-10-batches-py/data_batch_1', batch)
attempt('another hash', lambda: datasets.CIFAR10(root))
source = put('a/in.txt', b'inside' * 1000)


def timeless(member):
    """The same bytes whenever and by whomever the archive is made."""
    member.mtime = member.uid = member.gid = 0
    member.uname = member.gname = ''
    member.mode = 0o644
    return member


for ending in '.tar.gz', '.tar':
    path = os.path.join(root, 'x' + ending)
    with tarfile.open(path, 'w:gz' if 'gz' in ending else 'w') as archive:
        archive.add(source, 'in.txt', filter=timeless)
    data = open(path, 'rb').read()
    for name, part in ('half', data[:len(data) // 2]), ('none', b''), ('junk', b'junk' * 200), ('swapped', data[:30] + bytes(255 - byte for byte in data[30:60]) + data[60:]):
        place = put(f'{name}{ending}', part)
        attempt(f'{name} {ending}', lambda: os.path.basename(extract_archive(place, os.path.join(root, name))))
path = os.path.join(root, 'x.zip')
with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as archive:
    archive.write(source, 'in.txt')
data = open(path, 'rb').read()
for name, part in ('half', data[:len(data) // 2]), ('none', b''), ('swapped', data[:40] + bytes(255 - byte for byte in data[40:50]) + data[50:]):
    place = put(name + '.zip', part)
    attempt(f'{name} .zip', lambda: os.path.basename(extract_archive(place, os.path.join(root, 'zip' + name))))
data = gzip.compress(b'numbers' * 1000)
for name, part in ('half', data[:len(data) // 2]), ('none', b''), ('swapped', data[:-6] + b'\0\0' + data[-4:]):
    place = put(name + '.gz', part)
    attempt(f'{name} .gz', lambda: os.path.basename(extract_archive(place, os.path.join(root, 'gz' + name))))
attempt('an unknown ending', lambda: extract_archive(put('x.odd', b''), root))
for name in 'train-images-idx3-ubyte', 'train-labels-idx1-ubyte', 't10k-images-idx3-ubyte', 't10k-labels-idx1-ubyte':
    put('MNIST/raw/' + name, b'\0\0\x08\x03\0\0\0\x02\0\0\0\x1c\0\0\0\x1c' if 'images' in name else b'\0\0\x08\x01\0\0\0\x02\0')
attempt('half of MNIST', lambda: datasets.MNIST(root))
attempt('a hash', lambda: check_integrity(source, hashlib.md5(b'inside' * 1000).hexdigest()))
attempt('a wrong hash', lambda: check_integrity(source, '0' * 32))
attempt('no file', lambda: check_integrity(root + '/none'))
put('folder/cat/a.txt', b'')
attempt('a folder without pictures', lambda: datasets.ImageFolder(os.path.join(root, 'folder')))
attempt('a folder without classes', lambda: datasets.ImageFolder(os.path.join(root, 'folder', 'cat')))
attempt('no folder', lambda: datasets.ImageFolder(os.path.join(root, 'none')))
put('folder/cat/b.png', b'\x89PNG\r\n\x1a\njunk')
attempt('a picture that is none', lambda: datasets.ImageFolder(os.path.join(root, 'folder'))[0])
