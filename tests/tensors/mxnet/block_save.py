import os, tempfile
from mxnet import nd
from mxnet.gluon import nn
path = os.path.join(tempfile.mkdtemp(), 'net.params')
def make():
    net = nn.Sequential(prefix='net_')
    net.add(nn.Dense(3, in_units=2, prefix='a_'), nn.BatchNorm(in_channels=3, prefix='b_'))
    return net
net = make()
net.initialize()
net.save_parameters(path)
print(sorted(nd.load(path)), len(open(path, 'rb').read()))
other = make()
other.load_parameters(path)
print((other[0].weight.data() == net[0].weight.data()).sum().asscalar())
def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, '|', str(e).replace(path, 'FILE').split('\n')[-1])
big = make()
big.add(nn.Dense(2, prefix='c_'))
attempt(lambda: big.load_parameters(path))
attempt(lambda: big.load_parameters(path, allow_missing=True))
small = nn.Sequential()
small.add(nn.Dense(3, in_units=2))
attempt(lambda: small.load_parameters(path))
attempt(lambda: small.load_parameters(path, ignore_extra=True))
wrong = nn.Sequential()
wrong.add(nn.Dense(4, in_units=2, prefix='w_'))
attempt(lambda: wrong.load_parameters(path, ignore_extra=True))
attempt(lambda: make().load_parameters('missing.params'))
net.collect_params().save(path)
print(sorted(nd.load(path)))
attempt(lambda: make().collect_params().load(path))
attempt(lambda: nn.Dense(2, prefix='zz_').collect_params().load(path))
