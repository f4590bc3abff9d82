import os, tempfile
from mxnet import nd
folder = tempfile.mkdtemp()
path = os.path.join(folder, 'x')
nd.save(path, nd.ones(3))
print(nd.load(path))
nd.save(path, [nd.ones(3), nd.zeros((2, 2), dtype='int32')])
print(nd.load(path))
nd.save(path, {'x': nd.arange(3), 'y': nd.ones((1, 2))})
d = nd.load(path)
print(sorted(d), d['x'], d['y'].dtype)
print(len(open(path, 'rb').read()), open(path, 'rb').read()[:32])
for bad in (3, {'a': 3}):
    try:
        nd.save(path, bad)
    except Exception as e:
        print(type(e).__name__, e)
