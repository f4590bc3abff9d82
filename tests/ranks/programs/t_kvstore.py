# MXNet's store over several workers: sums, an optimizer in it; what each worker sees.
import os

import mxnet as mx
from mxnet import nd

kv = mx.kv.create('dist_sync')
rank, size = kv.rank, kv.num_workers


def say(*values):
    with open(os.path.join(os.environ['RANKS_OUT'], 'said.%d' % rank), 'a') as file:
        print(*values, file=file)


say(rank, size, kv.type)
out = nd.zeros((2, 3))
kv.init('a', nd.ones((2, 3)) * (rank + 5))
kv.pull('a', out=out)
say('init', out.asnumpy().tolist())
kv.push('a', nd.ones((2, 3)) * (rank + 1))
kv.pull('a', out=out)
say('push', out.asnumpy().tolist())
kv.push('a', [nd.ones((2, 3)), nd.ones((2, 3)) * rank])
kv.pull('a', out=out)
say('a list', out.asnumpy().tolist())
kv.init(['x', 'y'], [nd.zeros(4), nd.arange(3000)])
kv.push(['x', 'y'], [nd.arange(4) + rank, nd.ones(3000) * rank])
many = [nd.zeros(4), nd.zeros(3000)]
kv.pull(['x', 'y'], out=many)
say('keys', many[0].asnumpy().tolist(), many[1].sum().asscalar())
kv.pushpull('x', nd.ones(4) * 2, out=many[0])
say('pushpull', many[0].asnumpy().tolist())

kv.init('w', nd.ones(3))
kv.set_optimizer(mx.optimizer.create('sgd', learning_rate=0.1, momentum=0.9, rescale_grad=1.0 / size))
out = nd.zeros(3)
for step in range(3):
    kv.push('w', nd.arange(3) * (rank + 1))
    kv.pull('w', out=out)
    say('sgd', ['%.5f' % v for v in out.asnumpy().tolist()])
