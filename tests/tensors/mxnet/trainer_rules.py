import numpy as np
import mxnet as mx
from mxnet import autograd, gluon, init, nd
from mxnet.gluon import loss, nn
x = nd.array(np.random.RandomState(0).normal(size=(20, 3)))
y = nd.dot(x, nd.array([[1], [2], [3]]))
mx.random.seed(0)
for name, options in [('sgd', {'learning_rate': 0.1}), ('sgd', {'learning_rate': 0.1, 'momentum': 0.9, 'wd': 0.01}), ('adam', {'learning_rate': 0.05}), ('rmsprop', {'learning_rate': 0.01}),
                      ('adagrad', {'learning_rate': 0.1}), ('adadelta', {}), ('nag', {'learning_rate': .01, 'momentum': .9}), ('adamax', {}), ('ftrl', {}), ('signum', {}),
                      ('sgd', {'learning_rate': 0.1, 'clip_gradient': 0.1})]:
    net = nn.Dense(1)
    net.initialize(init.Normal(0.1))
    trainer = gluon.Trainer(net.collect_params(), name, options)
    for _ in range(5):
        with autograd.record():
            l = loss.L2Loss()(net(x), y)
        l.backward()
        trainer.step(20)
    print(name, net.weight.data().asnumpy().round(3).tolist(), net.bias.data().asnumpy().round(3).tolist(), round(float(l.mean().asscalar()), 2))
