# What a first pass says that fails: eager and hybridized.
import re

import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn


def tried(prefix, layers, shape, before=()):
    for hybrid in (False, True):
        net = nn.HybridSequential(prefix=prefix)
        with net.name_scope():
            net.add(*[make() for make in layers])
        net.initialize()
        if hybrid:
            net.hybridize()
        for each in (*before, shape):
            try:
                print(net(nd.ones(each)).shape)
            except Exception as error:
                text = str(error).split('Stack trace')[0].strip().splitlines()[-1]
                print(type(error).__name__, re.sub(r'\[\d\d:\d\d:\d\d\] \S+: |MXNetError: ', '', text))


tried('n_', [lambda: nn.Conv2D(4, 3), lambda: nn.MaxPool2D(9)], (1, 3, 8, 8))
tried('m_', [lambda: nn.Conv2D(4, 9)], (1, 3, 8, 8))
tried('o_', [lambda: nn.Dense(4), lambda: nn.Conv2D(4, 9)], (1, 3, 8, 8))
tried('p_', [lambda: nn.Dense(4, in_units=3), lambda: nn.Dense(5)], (1, 4))
tried('r_', [lambda: nn.Conv2D(4, 3), lambda: nn.MaxPool2D(3), lambda: nn.Dense(2)], (1, 3, 4, 4), before=[(1, 3, 8, 8)])
tried('s_', [lambda: nn.Dense(4), lambda: nn.Dense(5)], (1, 4), before=[(1, 3)])
