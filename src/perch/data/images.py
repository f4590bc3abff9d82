"""Stand-ins of small pictures in arrays: MNIST and Fashion-MNIST (IDX), CIFAR-10 and -100 (binary and pickled archives)."""
import io

import numpy as np

from perch.data import drawn, pack, shapes

COUNTS = {'small': (6000, 1000), 'full': (60000, 10000)}
CIFAR_COUNTS = {'small': (5000, 1000), 'full': (50000, 10000)}
# CIFAR-10's classes: the ink and the ground that pictures of each have on average.
CIFAR10 = {
    'airplane': ((.85, .85, .9), (.45, .65, .9)), 'automobile': ((.8, .25, .25), (.5, .5, .52)), 'bird': ((.55, .4, .3), (.55, .7, .6)), 'cat': ((.7, .55, .4), (.55, .45, .4)),
    'deer': ((.6, .4, .2), (.35, .5, .3)), 'dog': ((.75, .6, .45), (.5, .5, .45)), 'frog': ((.4, .6, .25), (.35, .4, .25)), 'horse': ((.45, .3, .2), (.5, .6, .4)),
    'ship': ((.65, .65, .7), (.3, .5, .75)), 'truck': ((.75, .6, .3), (.6, .6, .62)),
}
FINE = ('apple aquarium_fish baby bear beaver bed bee beetle bicycle bottle bowl boy bridge bus butterfly camel can castle caterpillar cattle chair chimpanzee clock cloud cockroach couch crab '
        'crocodile cup dinosaur dolphin elephant flatfish forest fox girl hamster house kangaroo keyboard lamp lawn_mower leopard lion lizard lobster man maple_tree motorcycle mountain mouse '
        'mushroom oak_tree orange orchid otter palm_tree pear pickup_truck pine_tree plain plate poppy porcupine possum rabbit raccoon ray road rocket rose sea seal shark shrew skunk skyscraper '
        'snail snake spider squirrel streetcar sunflower sweet_pepper table tank telephone television tiger tractor train trout tulip turtle wardrobe whale willow_tree wolf woman worm').split()
COARSE = ('aquatic_mammals fish flowers food_containers fruit_and_vegetables household_electrical_devices household_furniture insects large_carnivores large_man-made_outdoor_things '
          'large_natural_outdoor_scenes large_omnivores_and_herbivores medium_mammals non-insect_invertebrates people reptiles small_mammals trees vehicles_1 vehicles_2').split()
# Of each fine class its coarse one, as numbers.
COARSE_OF = [4, 1, 14, 8, 0, 6, 7, 7, 18, 3, 3, 14, 9, 18, 7, 11, 3, 9, 7, 11, 6, 11, 5, 10, 7, 6, 13, 15, 3, 15, 0, 11, 1, 10, 12, 14, 16, 9, 11, 5, 5, 19, 8, 8, 15, 13, 14, 17, 18, 10, 16, 4, 17, 4, 2, 0, 17, 4, 18,
             17, 10, 3, 2, 12, 12, 16, 12, 1, 9, 19, 2, 10, 0, 1, 16, 12, 9, 13, 15, 13, 16, 19, 2, 4, 6, 19, 5, 5, 8, 19, 18, 1, 2, 15, 6, 0, 17, 8, 14, 13]


def labels_for(count, classes, random):
    """As many of each class as of any other, in a random order."""
    labels = np.arange(count) % classes
    random.shuffle(labels)
    return labels


def _idx_set(outlines, seed, size, noise, **moves):
    random = np.random.RandomState(seed)
    for name, count in zip(('train', 't10k'), COUNTS[size]):
        labels = labels_for(count, 10, random)
        pictures = drawn.grey(outlines, labels, random, noise=noise, **moves)
        yield f'{name}-images-idx3-ubyte.gz', pack.gz(pack.idx(pictures))
        yield f'{name}-labels-idx1-ubyte.gz', pack.gz(pack.idx(labels.astype(np.uint8)))


def mnist(size):
    files = list(_idx_set(shapes.DIGITS, 1798, size, 0.08, turn=22, zoom=(.8, 1.3), shift=.1, shear=.4))
    yield from files
    import gzip
    yield 'mnist.zip', pack.zipped([(name[:-3], gzip.decompress(data)) for name, data in files])


def fashion_mnist(size):
    return _idx_set(shapes.GARMENTS, 2017, size, 0.16, turn=18, zoom=(.72, 1.15), shift=.11, shear=.3)


def tenfold(count, random):
    """(labels, pictures (n, 32, 32, 3)) of CIFAR-10's kind."""
    labels = labels_for(count, 10, random)
    inks, tints = zip(*CIFAR10.values())
    return labels, drawn.coloured([shapes.THINGS[name] for name in CIFAR10], labels, random, 32, inks, tints, spread=.16, turn=18, zoom=(.8, 1.15), shift=.08)


def hundredfold(count, random):
    """(fine labels, pictures) of CIFAR-100's kind: an outline for each coarse class, a colour for each of its five fine ones."""
    outlines = list(shapes.THINGS_AND_MORE.values())[:20]
    within, inks = [0] * 20, []
    for coarse in COARSE_OF:
        turn = within[coarse] / 5
        within[coarse] += 1
        inks.append([.5 + .45 * np.cos(2 * np.pi * (turn + third / 3)) for third in range(3)])
    labels = labels_for(count, 100, random)
    tints = [(.4 + .02 * (coarse % 10), .45, .6 - .02 * (coarse % 10)) for coarse in COARSE_OF]
    return labels, drawn.coloured([outlines[coarse] for coarse in COARSE_OF], labels, random, 32, inks, tints, spread=.08, turn=14, zoom=(.85, 1.15))


def planes(pictures):
    """(n, 3072): a picture's red, then its green, then its blue, as CIFAR has them."""
    return np.ascontiguousarray(pictures.transpose(0, 3, 1, 2)).reshape(len(pictures), -1)


def bytes_pickle(value):
    """The value as Python 2 pickled it: texts are byte strings, arrays are NumPy's of old; read back with encoding='latin1' or 'bytes'."""
    out = io.BytesIO()
    out.write(b'\x80\x02')
    _put(out, value)
    out.write(b'.')
    return out.getvalue()


def _put(out, value):
    if isinstance(value, np.ndarray):
        _put_array(out, value)
    elif isinstance(value, str):
        data = value.encode('latin1')
        out.write((b'U' + bytes([len(data)]) if len(data) < 256 else b'T' + len(data).to_bytes(4, 'little')) + data)
    elif isinstance(value, bytes):
        out.write(b'T' + len(value).to_bytes(4, 'little') + value)
    elif isinstance(value, int):
        out.write(b'K' + bytes([value]) if 0 <= value < 256 else b'J' + value.to_bytes(4, 'little', signed=True))
    elif isinstance(value, list):
        out.write(b'](')
        for item in value:
            _put(out, item)
        out.write(b'e')
    else:
        out.write(b'}(')
        for key, item in value.items():
            _put(out, key)
            _put(out, item)
        out.write(b'u')


def _put_array(out, array):
    """A uint8 array of two dimensions as NumPy's own __reduce__ under protocol 2."""
    out.write(b'cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85U\x01b\x87R(K\x01(')
    for n in array.shape:
        _put(out, n)
    out.write(b'tcnumpy\ndtype\nU\x02u1K\x00K\x01\x87R(K\x03U\x01|NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb\x89')
    _put(out, array.tobytes())
    out.write(b'tb')


def cifar10(size):
    random = np.random.RandomState(10)
    train, test = CIFAR_COUNTS[size]
    binary, pickled, each = [], [], train // 5
    for number in range(6):
        labels, pictures = tenfold(each if number < 5 else test, random)
        data, name = planes(pictures), f'data_batch_{number + 1}' if number < 5 else 'test_batch'
        binary.append((name + '.bin', np.concatenate([labels[:, None].astype(np.uint8), data], axis=1).tobytes()))
        batch = {'batch_label': f'training batch {number + 1} of 5' if number < 5 else 'testing batch 1 of 1', 'labels': labels.tolist(), 'data': data,
                 'filenames': [f'{list(CIFAR10)[label]}_s_{i:06}.png' for i, label in enumerate(labels)]}
        pickled.append(('cifar-10-batches-py/' + name, bytes_pickle(batch)))
    meta = {'num_cases_per_batch': each, 'label_names': list(CIFAR10), 'num_vis': 3072}
    yield 'cifar-10-binary.tar.gz', pack.tarred([*binary, ('batches.meta.txt', '\n'.join(CIFAR10).encode() + b'\n')])
    yield 'cifar-10-python.tar.gz', pack.tarred([('cifar-10-batches-py/batches.meta', bytes_pickle(meta)), *pickled])


def cifar100(size):
    random = np.random.RandomState(100)
    binary, pickled = [], []
    for name, count in zip(('train', 'test'), CIFAR_COUNTS[size]):
        labels, pictures = hundredfold(count, random)
        data, coarse = planes(pictures), np.asarray(COARSE_OF)[labels]
        binary.append((name + '.bin', np.concatenate([coarse[:, None].astype(np.uint8), labels[:, None].astype(np.uint8), data], axis=1).tobytes()))
        batch = {'filenames': [f'{FINE[label]}_s_{i:06}.png' for i, label in enumerate(labels)], 'batch_label': f'{name}ing batch 1 of 1', 'fine_labels': labels.tolist(),
                 'coarse_labels': coarse.tolist(), 'data': data}
        pickled.append(('cifar-100-python/' + name, bytes_pickle(batch)))
    meta = {'fine_label_names': FINE, 'coarse_label_names': COARSE}
    yield 'cifar-100-binary.tar.gz', pack.tarred([*binary, ('fine_label_names.txt', '\n'.join(FINE).encode() + b'\n'), ('coarse_label_names.txt', '\n'.join(COARSE).encode() + b'\n')])
    yield 'cifar-100-python.tar.gz', pack.tarred([*pickled, ('cifar-100-python/meta', bytes_pickle(meta))])
