# Steps of less variance: the gradient over all data, taken every few rounds.

import numpy as np
import mxnet as mx
from mxnet.contrib.svrg_optimization.svrg_module import SVRGModule

x = np.random.RandomState(0).uniform(0, 1, (40, 3)).astype('float32')
y = x.dot([1, -2, 0.5]) + 1
net = mx.sym.LinearRegressionOutput(mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=1, name='fc'), mx.sym.var('label'), name='o')
for freq in (None, 'a', 0, -1, 2.5):
    try:
        SVRGModule(net, label_names=['label'], update_freq=freq)
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
for freq in (1, 2):
    for size in (10, 15):
        module = SVRGModule(net, label_names=['label'], update_freq=freq)
        batches = mx.io.NDArrayIter(x, y.reshape((-1, 1)), size, label_name='label')
        metric = mx.metric.MSE()
        module.fit(batches, eval_metric=metric, initializer=mx.init.One(), optimizer='sgd', optimizer_params=(('learning_rate', 0.1),), num_epoch=4)
        arguments, _ = module.get_params()
        print(freq, size, '%.4f' % metric.get()[1], arguments['fc_weight'].asnumpy().round(4), arguments['fc_bias'].asnumpy().round(4))
