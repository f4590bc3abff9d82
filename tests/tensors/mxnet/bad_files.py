"""Files that are cut, corrupt, empty or not there: CSV, parameters, pictures, records: MXNet's exceptions, and its words where it has some of its own."""
import os
import re
import tempfile

import mxnet as mx

root = tempfile.mkdtemp()


def put(name, data):
    path = os.path.join(root, name)
    with open(path, 'wb') as file:
        file.write(data)
    return path


def attempt(name, function, words=True):
    try:
        made = function()
        print(name, made if isinstance(made, (int, list)) else type(made).__name__)
    except Exception as error:
        said = [line for line in str(error).replace(root, '<root>').split('\n') if line.strip()][-1]
        print(name, type(error).__name__, re.sub(r'\s+', ' ', re.sub(r'^(MXNetError: )?(\[.*?\] \S+: )?', '', said))[:130] if words else '')


def csv(data):
    return [batch.data[0].asnumpy().tolist() for batch in mx.io.CSVIter(data_csv=put('a.csv', data), data_shape=(2,), batch_size=2)]


for name, data in (('ragged', b'1,2\n3,4,5\n'), ('short', b'1,2\n3\n'), ('words', b'1,x\n2,3\n'), ('latin', b'1,\xff\n2,3\n'), ('empty', b''), ('blank', b'1,2\n\n3,4\n'), ('good', b'1,2\n3,4\n'), ('windows', b'1,2\r\n3,4\r\n')):
    attempt('csv ' + name, lambda: csv(data))
attempt('no csv', lambda: mx.io.CSVIter(data_csv=root + '/none.csv', data_shape=(2,), batch_size=1))
mx.nd.save(root + '/a.params', {'w': mx.nd.array([1, 2, 3])})
with open(root + '/a.params', 'rb') as file:
    data = file.read()
for name, part in ('half', data[:len(data) // 2]), ('none', b''), ('junk', b'junk' * 20), ('head', data[:20]):
    attempt('load ' + name, lambda: mx.nd.load(put('b.params', part)), words=name == 'junk')
attempt('load nowhere', lambda: mx.nd.load(root + '/none'))
for name, part in ('none', b''), ('junk', b'junk' * 20):
    attempt('imdecode ' + name, lambda: mx.image.imdecode(part))
attempt('imread', lambda: mx.image.imread(root + '/none.png'))
attempt('imread junk', lambda: mx.image.imread(put('a.png', b'junk')))
record = mx.recordio.MXRecordIO(root + '/a.rec', 'w')
for _ in range(3):
    record.write(b'x' * 50)
record.close()
with open(root + '/a.rec', 'rb') as file:
    data = file.read()


def count(data):
    record, made = mx.recordio.MXRecordIO(put('b.rec', data), 'r'), 0
    while record.read() is not None:
        made += 1
    return made


for name, part in ('whole', data), ('none', b''), ('half', data[:80]), ('junk', b'junk' * 20):
    attempt('records ' + name, lambda: count(part), words=False)
attempt('no records', lambda: mx.recordio.MXRecordIO(root + '/none.rec', 'r'))
attempt('unpack', lambda: mx.recordio.unpack(b'xx'), words=False)
