"""Records in files: written, read, by key, with headers; the format byte for byte."""
import os
import pickle
import tempfile
import zlib

import mxnet as mx
import numpy as np

magic = (0xced7230a).to_bytes(4, 'little')
records = [b'', b'a', b'four', b'hello world', bytes(range(256)), magic, b'abcd' + magic + b'efgh', b'ab' + magic, magic * 3, b'x' * 1001 + magic]
with tempfile.TemporaryDirectory() as folder:
    name, index = os.path.join(folder, 'a.rec'), os.path.join(folder, 'a.idx')
    file = mx.recordio.MXRecordIO(name, 'w')
    for record in records:
        file.write(record)
    file.close()
    with open(name, 'rb') as raw:
        data = raw.read()
    print(len(data), zlib.crc32(data))
    file = mx.recordio.MXRecordIO(name, 'r')
    print([file.read() == record for record in records], file.read(), file.read())
    file.reset()
    print(file.read(), file.read(), file.is_open, file.writable)
    again = pickle.loads(pickle.dumps(file))
    print(again.read())
    file.close()
    print(file.is_open)

    file = mx.recordio.MXIndexedRecordIO(index, name, 'w')
    for i, record in enumerate(records):
        file.write_idx(i * 3, record)
        print(file.tell(), end=' ')
    print(file.keys)
    file.close()
    with open(index) as raw:
        print(raw.read().split())
    file = mx.recordio.MXIndexedRecordIO(index, name, 'r')
    print(file.keys, file.idx[9], [file.read_idx(key) == records[key // 3] for key in reversed(file.keys)])
    file.seek(9)
    print(file.read(), file.read() == records[4])
    again = pickle.loads(pickle.dumps(file))
    print(again.read_idx(6), sorted(again.idx) == sorted(file.idx))
    data = mx.gluon.data.RecordFileDataset(name)
    print(len(data), data[2], data[3])
    named = mx.recordio.MXIndexedRecordIO(index, name, 'w', key_type=str)
    named.write_idx('first', b'1')
    named.write_idx('second', b'2')
    named.close()
    print(mx.recordio.MXIndexedRecordIO(index, name, 'r', key_type=str).read_idx('second'))
    try:
        mx.recordio.MXRecordIO(name, 'a')
    except ValueError as error:
        print(error)
    try:
        file.write(b'read only')
    except AssertionError:
        print('not writable')

for label in 4, 2.5, [1, 2, 3], np.array([7.5]), (0.25, 0.5):
    packed = mx.recordio.pack(mx.recordio.IRHeader(0, label, 2574, 5), b'the picture')
    header, rest = mx.recordio.unpack(packed)
    print(len(packed), zlib.crc32(packed), header, rest)
print(mx.recordio.IRHeader._fields, mx.recordio.pack((9, 3.0, 1, 0), b'')[:8])
