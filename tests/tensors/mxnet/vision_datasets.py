"""The known data sets of pictures, from files in their authors' formats that stand where MXNet puts them, and data sets of folders and records."""
import gzip
import hashlib
import os
import struct
import tempfile
import warnings
import zlib

import mxnet as mx
import numpy as np
from mxnet import gluon
from mxnet.gluon.data import vision

def numbers(*shape):
    return (np.arange(int(np.prod(shape))) ** 2 * 7919 % 253).astype('uint8').reshape(shape)


def show(name, data):
    pictures = [data[i] for i in range(len(data))]
    first, label = pictures[0]
    print(name, len(data), type(first).__name__, first.shape, first.dtype.__name__, type(label).__name__, [int(one) for _, one in pictures],
          zlib.crc32(b''.join(picture.asnumpy().tobytes() for picture, _ in pictures)))


def chunk(name, data):
    return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))


def png(pixels):
    height, width, channels = pixels.shape
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 2 if channels == 3 else 0, 0, 0, 0))
            + chunk(b'IDAT', zlib.compress(b''.join(b'\0' + row.tobytes() for row in pixels))) + chunk(b'IEND', b''))


folder = tempfile.TemporaryDirectory()
root = folder.name

# ---- a folder of folders ----
for kind, count in ('cats', 3), ('dogs', 2), ('ants', 1):
    os.makedirs(os.path.join(root, 'set', kind))
    for i in range(count):
        with open(os.path.join(root, 'set', kind, f'{i}.png' if i else '0.PNG'), 'wb') as file:
            file.write(png(numbers(6 + i, 5, 3)))
with open(os.path.join(root, 'set', 'notes.txt'), 'w') as file:
    file.write('no picture')
with open(os.path.join(root, 'set', 'dogs', 'notes.txt'), 'w') as file:
    file.write('no picture')
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    data = vision.ImageFolderDataset(os.path.join(root, 'set'))
for warning in caught:
    print(str(warning.message).replace(root, '…'))
print(data.synsets, [(os.path.basename(name), label) for name, label in data.items])
show('folders', data)
show('grey', vision.ImageFolderDataset(os.path.join(root, 'set'), flag=0))
show('transformed', vision.ImageFolderDataset(os.path.join(root, 'set'), transform=lambda picture, label: (picture.astype('float32') / 2, label + 10)))
loader = gluon.data.DataLoader(data.transform_first(vision.transforms.Compose([vision.transforms.Resize(4), vision.transforms.ToTensor()])), batch_size=4)
for pictures, labels in loader:
    print(pictures.shape, pictures.dtype.__name__, labels, float(pictures.sum().asscalar()))

# ---- records ----
record = mx.recordio.MXIndexedRecordIO(os.path.join(root, 'a.idx'), os.path.join(root, 'a.rec'), 'w')
for i in range(4):
    record.write_idx(i, mx.recordio.pack(mx.recordio.IRHeader(0, float(i), i, 0), png(numbers(4, 4 + i, 3))))
record.close()
data = vision.ImageRecordDataset(os.path.join(root, 'a.rec'))
show('records', data)
show('grey records', vision.ImageRecordDataset(os.path.join(root, 'a.rec'), flag=0, transform=lambda picture, label: (picture, label * 2)))

# ---- files that are there are taken when their hash is right ----
name = os.path.join(root, 'there.txt')
with open(name, 'wb') as file:
    file.write(b'as it was')
right = hashlib.sha1(b'as it was').hexdigest()
print(gluon.utils.check_sha1(name, right), gluon.utils.check_sha1(name, '0' * 40))
print(gluon.utils.download('https://nowhere.invalid/there.txt', path=name) == name)
print(gluon.utils.download('https://nowhere.invalid/there.txt', path=root, sha1_hash=right) == name)
for arguments in (('https://nowhere.invalid/',), ('https://nowhere.invalid/a', root, False, None, -1)):
    try:
        gluon.utils.download(*arguments)
    except AssertionError as error:
        print(error)

# ---- MNIST's and CIFAR's formats (hashes are of the files made here) ----
def hashed(name):
    with open(name, 'rb') as file:
        return hashlib.sha1(file.read()).hexdigest()


os.makedirs(os.path.join(root, 'mnist'))
accepted = gluon.utils.check_sha1
gluon.utils.check_sha1 = vision.datasets.check_sha1 = lambda name, sha1: True
for part, count in ('train', 5), ('t10k', 3):
    with gzip.open(os.path.join(root, 'mnist', part + '-images-idx3-ubyte.gz'), 'wb') as file:
        file.write(struct.pack('>IIII', 2051, count, 28, 28) + numbers(count, 28, 28).tobytes())
    with gzip.open(os.path.join(root, 'mnist', part + '-labels-idx1-ubyte.gz'), 'wb') as file:
        file.write(struct.pack('>II', 2049, count) + bytes(range(count)))
for kind in vision.MNIST, vision.FashionMNIST:
    show(kind.__name__, kind(root=os.path.join(root, 'mnist')))
    show(kind.__name__ + ' test', kind(root=os.path.join(root, 'mnist'), train=False, transform=lambda picture, label: (picture.astype('float32') / 255, label)))
data = vision.MNIST(root=os.path.join(root, 'mnist'))
pictures, labels = data[1:4]
print(pictures.shape, labels, labels.dtype)
os.makedirs(os.path.join(root, 'cifar'))
for i in range(1, 6):
    numbers(2, 3073).tofile(os.path.join(root, 'cifar', f'data_batch_{i}.bin'))
numbers(3, 3073).tofile(os.path.join(root, 'cifar', 'test_batch.bin'))
numbers(4, 3074).tofile(os.path.join(root, 'cifar', 'train.bin'))
numbers(1, 3074).tofile(os.path.join(root, 'cifar', 'test.bin'))
for train in True, False:
    show('CIFAR10', vision.CIFAR10(root=os.path.join(root, 'cifar'), train=train))
    for fine in True, False:
        show('CIFAR100', vision.CIFAR100(root=os.path.join(root, 'cifar'), fine_label=fine, train=train))
gluon.utils.check_sha1 = vision.datasets.check_sha1 = accepted
