"""Arrays and networks in files: every kind of container and number, whole networks and parts, and what does not fit."""
import os
import tempfile
import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn
mx.random.seed(111)
folder = tempfile.TemporaryDirectory()
path = lambda name: os.path.join(folder.name, name)

arrays = [nd.arange(5), nd.array([[1.5, -2]], dtype='float64'), nd.array([7], dtype='int64'), nd.array([3, 255], dtype='uint8'), nd.ones((2, 1, 2), dtype='float16')]
nd.save(path('one'), arrays[0])
nd.save(path('many'), arrays)
nd.save(path('named'), {'a/b': arrays[1], 'größe': arrays[2], '': arrays[3]})
print(nd.load(path('one')), type(nd.load(path('one'))), len(nd.load(path('many'))))
for before, after in zip(arrays, nd.load(path('many'))):
    print(before.dtype.__name__, after.dtype.__name__, after.shape, (before == after).min().asscalar())
print({name: array.asnumpy().tolist() for name, array in sorted(nd.load(path('named')).items())})


class Ears(nn.HybridBlock):
    def __init__(self, width, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.left, self.right = nn.Dense(width, activation='tanh'), nn.Dense(width, use_bias=False)
            self.mind = nn.HybridSequential()
            self.mind.add(nn.BatchNorm(), nn.Dense(2))

    def hybrid_forward(self, F, x):
        return self.mind(self.left(x) - self.right(x))


heard, sound = Ears(6), nd.random.normal(shape=(3, 4))
heard.initialize(mx.init.Xavier())
answer = heard(sound)
heard.save_parameters(path('ears'))
print(sorted(nd.load(path('ears'))))
for twin in (Ears(6), Ears(6, prefix='named_'), Ears(6)):
    twin.load_parameters(path('ears'), ctx=mx.cpu())
    print((twin(sound) == answer).min().asscalar(), twin.left.weight.shape)
twin.hybridize()
print((twin(sound) - answer).abs().max().asscalar() < 1e-6)


def tried(work):
    try:
        work()
        return 'done'
    except Exception as error:
        return type(error).__name__


class More(Ears):
    def __init__(self, width):
        super().__init__(width)
        with self.name_scope():
            self.extra = nn.Dense(1, in_units=2)


more, less = More(6), nn.Dense(6, in_units=4)
print([tried(lambda: more.load_parameters(path('ears'))), tried(lambda: more.load_parameters(path('ears'), allow_missing=True)), tried(lambda: less.load_parameters(path('ears'))), tried(lambda: Ears(5).load_parameters(path('named'))),
       tried(lambda: Ears(6).load_parameters(path('absent')))])
print((more.left.weight.data() == heard.left.weight.data()).min().asscalar(), tried(lambda: more.extra.weight.data()))
wide = Ears(7)
wide.initialize()
wide(sound)
print(tried(lambda: wide.load_parameters(path('ears'))))
heard.collect_params('.*(dense0|dense1)_.*').save(path('sides'), strip_prefix=heard.prefix)
print(sorted(nd.load(path('sides'))))
other = Ears(6, prefix='other_')
other.initialize()
other(sound)
other.collect_params('.*(left|right|dense0|dense1)_.*').load(path('sides'), restore_prefix='other_', allow_missing=True, ignore_extra=True)
print((other.right.weight.data() == heard.right.weight.data()).min().asscalar(), tried(lambda: other.collect_params().load(path('sides'), restore_prefix='other_')))
with open(path('noise'), 'wb') as f:
    f.write(bytes(range(200)))
print([tried(lambda: nd.load(path(name))) for name in ('noise', 'absent')], tried(lambda: nd.save(path('no/such/folder'), arrays[0])), tried(lambda: nd.save(path('x'), [1, 2])))
half = nn.Dense(2, in_units=2)
half.cast('float16')
half.initialize()
half.save_parameters(path('half'))
print(nd.load(path('half'))['weight'].dtype.__name__, len(os.listdir(folder.name)))
folder.cleanup()
