"""torchvision.datasets from files of this machine in the originals' formats: read, checked, unpacked; and datasets.utils."""
import gzip
import hashlib
import http.server
import io
import os
import pickle
import struct
import sys
import tarfile
import tempfile
import threading
import zipfile

import numpy as np
import torch
from torchvision import datasets, transforms
from torchvision.datasets import utils

root = tempfile.mkdtemp()
draws = np.random.RandomState(0)


def idx(path, array):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as file:
        file.write(struct.pack('>I', 0x800 + array.ndim) + struct.pack('>%dI' % array.ndim, *array.shape) + array.astype(np.uint8).tobytes())


# ---- MNIST and its relatives ----
for kind in (datasets.MNIST, datasets.FashionMNIST, datasets.KMNIST):
    for part, count in (('train', 12), ('t10k', 5)):
        for name, array in (('images-idx3', draws.randint(0, 256, (count, 28, 28))), ('labels-idx1', draws.randint(0, 10, count))):
            idx('%s/%s/raw/%s-%s-ubyte' % (root, kind.__name__, part, name), array)
    for train in (True, False):
        data = kind(root, train)
        print(kind.__name__, len(data), data.data.shape, data.data.dtype, int(data.data.sum()), data.targets.tolist(), data.classes[:3])
        print(str(data).replace(root, 'ROOT'))
try:
    datasets.MNIST(os.path.join(root, 'nowhere'))
except RuntimeError as e:
    print(str(e).replace(root, 'ROOT'))

# ---- CIFAR ----
folder = os.path.join(root, 'cifar-10-batches-py')
os.makedirs(folder)


def batch(name, count):
    value = {'data': draws.randint(0, 256, (count, 3072)).astype(np.uint8), 'labels': draws.randint(0, 10, count).tolist()}
    with open(os.path.join(folder, name), 'wb') as file:
        pickle.dump(value, file, protocol=2)
    return [name, hashlib.md5(open(os.path.join(folder, name), 'rb').read()).hexdigest()]


class Own(datasets.CIFAR10):
    train_list = [batch('data_batch_%d' % i, 4) for i in (1, 2)]
    test_list = [batch('test_batch', 3)]
    with open(os.path.join(folder, 'batches.meta'), 'wb') as file:
        pickle.dump({'label_names': ['plane', 'car', 'bird']}, file)
    meta = {'filename': 'batches.meta', 'key': 'label_names', 'md5': hashlib.md5(open(os.path.join(folder, 'batches.meta'), 'rb').read()).hexdigest()}


own = Own(root)
print(len(own), own.data.shape, own.data.dtype, int(own.data.sum()), own.targets, own.classes, own.class_to_idx, len(Own(root, train=False)))
print(str(own).replace(root, 'ROOT'))
with open(os.path.join(folder, 'data_batch_2'), 'ab') as file:
    file.write(b'.')
for call in (lambda: Own(root), lambda: datasets.CIFAR10(os.path.join(root, 'x')), lambda: datasets.ImageFolder(os.path.join(root, 'x'))):
    try:
        call()
    except Exception as e:
        print(type(e).__name__, str(e).replace(root, 'ROOT'))

# ---- folders ----
for name in ('b/two', 'a/one', 'a/deep/three'):
    os.makedirs(os.path.dirname(os.path.join(root, 'tree', name)), exist_ok=True)
    open(os.path.join(root, 'tree', name + '.txt'), 'w').write(name)
tree = datasets.DatasetFolder(os.path.join(root, 'tree'), lambda path: open(path).read(), ('.txt',), transform=str.upper, target_transform=abs)
print([tree[i] for i in range(len(tree))], tree.classes, tree.class_to_idx, [os.path.relpath(p, root) for p, _ in tree.samples])
print(str(tree).replace(root, 'ROOT'))
try:
    datasets.DatasetFolder(os.path.join(root, 'tree'), open, ('.png',))
except FileNotFoundError as e:
    print(str(e).replace(root, 'ROOT'))
for name in ('CocoDetection', 'SVHN', 'LSUN'):
    try:
        getattr(datasets, name)(root, *(['nothing.json'] if name == 'CocoDetection' else []))
    except Exception as e:
        print(name, type(e).__name__)

# ---- utils ----
text = os.path.join(root, 'words.txt')
open(text, 'w').write('words' * 100)
digest = hashlib.md5(open(text, 'rb').read()).hexdigest()
print(utils.check_integrity(text), utils.check_integrity(text, digest), utils.check_integrity(text, '0' * 32), utils.check_integrity(text + 'x'), utils.calculate_md5(text) == digest)
with tarfile.open(os.path.join(root, 'a.tar.gz'), 'w:gz') as file:
    file.add(text, 'inside.txt')
with zipfile.ZipFile(os.path.join(root, 'b.zip'), 'w') as file:
    file.write(text, 'zipped.txt')
with gzip.open(os.path.join(root, 'c.txt.gz'), 'wb') as file:
    file.write(b'packed')
for name in ('a.tar.gz', 'b.zip', 'c.txt.gz'):
    print(os.path.relpath(utils.extract_archive(os.path.join(root, name), None if name[0] == 'c' else os.path.join(root, 'out' + name[0])), root))
print(sorted(os.listdir(os.path.join(root, 'outa')) + os.listdir(os.path.join(root, 'outb'))), open(os.path.join(root, 'c.txt')).read())


class Quiet(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *args):
        super().__init__(*args, directory=root)

    def log_message(self, *args):
        pass


server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Quiet)
threading.Thread(target=server.serve_forever, daemon=True).start()
base = 'http://127.0.0.1:%d/' % server.server_address[1]
sys.stdout = sys.stderr = io.StringIO()
utils.download_url(base + 'words.txt', os.path.join(root, 'got'), md5=digest)
utils.download_and_extract_archive(base + 'b.zip', os.path.join(root, 'got'))
sys.stdout = sys.__stdout__
print(sorted(os.listdir(os.path.join(root, 'got'))))
for call in (lambda: utils.download_url(base + 'words.txt', os.path.join(root, 'bad'), md5='0' * 32), lambda: utils.extract_archive(text), lambda: utils.verify_str_arg('x', 'split', ('a', 'b')),
             lambda: utils.extract_archive(os.path.join(root, 'no.end'))):
    try:
        sys.stdout = io.StringIO()
        call()
    except Exception as e:
        sys.stdout = sys.__stdout__
        print(type(e).__name__, str(e).replace(root, 'ROOT'))
print(utils.list_dir(root)[:2], utils.list_files(root, '.zip'), [len(x) for x in datasets.vision.StandardTransform(transforms.Lambda(lambda x: x * 2), None)('ab', 'c')])
