"""mx.io: batches of arrays, of other iterators, of files."""
import os
import random
import struct
import tempfile

import mxnet as mx
import numpy as np


def show(name, batch):
    print(name, batch.pad, [array.asnumpy().ravel().tolist()[:12] for array in batch.data], [array.asnumpy().ravel().tolist() for array in batch.label], [array.shape for array in batch.data])


data, label = np.arange(20).reshape(10, 2), np.arange(10)
for handle in 'pad', 'discard', 'roll_over':
    for size in 3, 5, 4:
        made = mx.io.NDArrayIter(data, label, batch_size=size, last_batch_handle=handle)
        for epoch in range(3):
            for batch in made:
                show(f'{handle} {size} {epoch}', batch)
            made.reset()
made = mx.io.NDArrayIter(data, label, batch_size=3)
print(made.provide_data, made.provide_label, made.num_data, made.batch_size)
print(str(made.next()))
made = mx.io.NDArrayIter({'a': data, 'b': mx.nd.ones((10, 1, 2))}, {'c': label}, batch_size=4)
print(made.provide_data, made.provide_label)
show('dict', made.next())
made = mx.io.NDArrayIter([data, data + 1], batch_size=4)
print(made.provide_data, made.provide_label)
show('list', made.next())
np.random.seed(2)
made = mx.io.NDArrayIter(data, label, batch_size=4, shuffle=True)
seen = []
for batch in made:
    seen += batch.label[0].asnumpy().tolist()[:4 - batch.pad]
    print(bool((batch.data[0].asnumpy()[:, 0] == 2 * batch.label[0].asnumpy()).all()))
print(sorted(seen))
for wrong in 'text', 5:
    try:
        mx.io.NDArrayIter(wrong)
    except TypeError as error:
        print(error)
made = mx.io.ResizeIter(mx.io.NDArrayIter(data, label, batch_size=4), 5)
print(len([show('resized', batch) for batch in made]))
made.reset()
print(made.iter_next(), made.getpad(), made.getlabel()[0].asnumpy())
made = mx.io.PrefetchingIter(mx.io.NDArrayIter(data, label, batch_size=4))
print(made.provide_data, made.provide_label, made.batch_size)
for _ in range(2):
    for batch in made:
        show('ahead', batch)
    made.reset()
made = mx.io.PrefetchingIter([mx.io.NDArrayIter(data, label, batch_size=5), mx.io.NDArrayIter(data + 100, label, batch_size=5)],
                             rename_data=[{'data': 'first'}, {'data': 'second'}], rename_label=[{'softmax_label': 'one'}, {'softmax_label': 'two'}])
print(made.provide_data, made.provide_label)
show('two', made.next())
print(mx.io.DataDesc('x', (2, 3)), mx.io.DataDesc.get_batch_axis('TNC'), mx.io.DataDesc.get_batch_axis(None), mx.io.DataDesc.get_list([('a', (1,))], [('a', 'int8')]))
for arguments in dict(data=5), dict(data=[], label=3):
    try:
        mx.io.DataBatch(**arguments)
    except AssertionError as error:
        print(error)

folder = tempfile.TemporaryDirectory()
root = folder.name
with open(os.path.join(root, 'd.csv'), 'w') as file:
    file.writelines(f'{i},{i + 0.5},{-i}\n' for i in range(5))
with open(os.path.join(root, 'l.csv'), 'w') as file:
    file.writelines(f'{i * 10}\n' for i in range(5))
for round_batch in True, False:
    made = mx.io.CSVIter(data_csv=os.path.join(root, 'd.csv'), data_shape=(3,), label_csv=os.path.join(root, 'l.csv'), batch_size=2, round_batch=round_batch)
    for epoch in range(2):
        for batch in made:
            kept = 2 - batch.pad
            print(round_batch, epoch, batch.pad, batch.data[0].asnumpy()[:kept].tolist(), batch.label[0].asnumpy()[:kept].ravel().tolist(), batch.data[0].shape)
        made.reset()
made = mx.io.CSVIter(data_csv=os.path.join(root, 'd.csv'), data_shape=(1, 3), batch_size=5)
print(made.next().data[0].shape, made.provide_data)

with open(os.path.join(root, 'pictures'), 'wb') as file:
    file.write(struct.pack('>IIII', 2051, 7, 28, 28) + bytes(range(256)) * 21 + bytes(112))
with open(os.path.join(root, 'labels'), 'wb') as file:
    file.write(struct.pack('>II', 2049, 7) + bytes(range(7)))
for flat in False, True:
    made = mx.io.MNISTIter(image=os.path.join(root, 'pictures'), label=os.path.join(root, 'labels'), batch_size=3, shuffle=False, flat=flat, silent=True)
    for batch in made:
        print(batch.data[0].shape, batch.label[0].asnumpy(), float(batch.data[0].sum().asscalar()), float(batch.data[0].max().asscalar()))
    print(made.provide_data, made.provide_label)
