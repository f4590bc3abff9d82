"""ImageIter and ImageDetIter over records, lists and files; steps that vary boxes too, from seeds."""
import os
import random
import struct
import tempfile
import zlib

import mxnet as mx
import numpy as np


def chunk(name, data):
    return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))


def png(height, width, seed):
    y, x, c = np.mgrid[0:height, 0:width, 0:3]
    pixels = ((y * (7 + seed) + x * 5 + c * 40) % 256).astype('uint8')
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0))
            + chunk(b'IDAT', zlib.compress(b''.join(b'\0' + row.tobytes() for row in pixels))) + chunk(b'IEND', b''))


def show(name, batch):
    for data, label in zip(batch.data, batch.label):
        print(name, data.shape, label.shape, label.dtype.__name__, batch.pad, label.asnumpy().round(3).tolist(), [round(float(part), 2) for part in data.asnumpy().reshape(len(data), -1).mean(axis=1)])


folder = tempfile.TemporaryDirectory()
root = folder.name
rec, idx, lst = (os.path.join(root, 'a.' + kind) for kind in ('rec', 'idx', 'lst'))
record, lines, rows = mx.recordio.MXIndexedRecordIO(idx, rec, 'w'), [], []
for i in range(7):
    data = png(12 + i, 16, i)
    record.write_idx(i, mx.recordio.pack(mx.recordio.IRHeader(0, float(i), i, 0), data))
    with open(os.path.join(root, f'{i}.png'), 'wb') as file:
        file.write(data)
    lines.append(f'{i}\t{i * 2}.0\t{i}.png\n')
    rows.append([i * 3, f'{i}.png'])
record.close()
with open(lst, 'w') as file:
    file.writelines(lines)

for name, arguments in {'records': dict(path_imgrec=rec), 'indexed': dict(path_imgrec=rec, path_imgidx=idx), 'half': dict(path_imgrec=rec, path_imgidx=idx, num_parts=2, part_index=1),
                        'list': dict(path_imglist=lst, path_root=root), 'rows': dict(imglist=rows, path_root=root), 'both': dict(path_imgrec=rec, path_imgidx=idx, path_imglist=lst)}.items():
    made = mx.image.ImageIter(3, (3, 10, 10), **arguments)
    print(name, made.provide_data, made.provide_label, made.batch_size)
    for _ in range(2):
        made.reset()
        for batch in made:
            show(name, batch)
for handle in 'pad', 'discard', 'roll_over':
    made = mx.image.ImageIter(4, (3, 10, 10), path_imgrec=rec, path_imgidx=idx, last_batch_handle=handle)
    for epoch in range(3):
        made.reset()
        for batch in made:
            show(f'{handle} {epoch}', batch)
random.seed(3)
np.random.seed(4)
made = mx.image.ImageIter(4, (3, 8, 8), path_imgrec=rec, path_imgidx=idx, shuffle=True, rand_crop=True, rand_mirror=True, brightness=0.2, mean=True, std=True)
for batch in made:
    show('varied', batch)
for shape in (3, 4), (1, 4, 4):
    try:
        mx.image.ImageIter(4, shape, path_imgrec=rec)
    except ValueError as error:
        print(error)

# ---- boxes ----
boxes = [[0, 0.1, 0.2, 0.6, 0.8], [1, 0.5, 0.1, 0.9, 0.5], [2, 0.0, 0.0, 1.0, 1.0]]
record = mx.recordio.MXIndexedRecordIO(idx, rec, 'w')
for i in range(5):
    label = np.array([2, 5] + sum(boxes[:i % 3 + 1], []), dtype='float32')
    record.write_idx(i, mx.recordio.pack(mx.recordio.IRHeader(0, label, i, 0), png(40 + i, 50, i)))
record.close()
made = mx.image.ImageDetIter(2, (3, 24, 32), path_imgrec=rec, path_imgidx=idx)
print(made.provide_data, made.provide_label, made.label_shape)
for batch in made:
    show('boxes', batch)
made.reshape(label_shape=(4, 5))
made.reset()
show('more room', made.next())
other = mx.image.ImageDetIter(2, (3, 24, 32), path_imgrec=rec, path_imgidx=idx)
made.sync_label_shape(other)
print(other.label_shape, made.label_shape)
for shape in (1, 5), (4, 6), (3,):
    try:
        made.check_label_shape(shape)
    except ValueError as error:
        print(error)
random.seed(7)
np.random.seed(8)
made = mx.image.ImageDetIter(5, (3, 24, 32), path_imgrec=rec, path_imgidx=idx, shuffle=True, rand_crop=0.8, rand_pad=0.5, rand_mirror=True, min_object_covered=0.3, mean=True, brightness=0.1, hue=0.1)
for _ in range(4):
    made.reset()
    show('varied boxes', made.next())
picture = mx.nd.array(np.arange(40 * 50 * 3).reshape(40, 50, 3) % 256, dtype='uint8')
for step in (mx.image.DetHorizontalFlipAug(1), mx.image.DetRandomCropAug(), mx.image.DetRandomCropAug(0.5, (0.5, 2), (0.3, 0.9)), mx.image.DetRandomPadAug(), mx.image.DetRandomPadAug(1.0, (1.5, 2.5), pad_val=7),
             mx.image.DetBorrowAug(mx.image.ResizeAug(20)), mx.image.DetRandomSelectAug([mx.image.DetHorizontalFlipAug(1)], 0.5), mx.image.CreateMultiRandCropAugmenter([0.1, 0.5, 0.9])):
    print(type(step).__name__, step.dumps())
    for _ in range(4):
        out, label = step(picture, np.array(boxes))
        print(out.shape, label.round(4).tolist(), zlib.crc32(out.asnumpy().tobytes()))
print([type(step).__name__ for step in mx.image.CreateDetAugmenter((3, 20, 20), resize=30, rand_crop=0.5, rand_pad=0.5, rand_mirror=True, mean=True, std=True, brightness=0.1, pca_noise=0.1, rand_gray=0.1)])
