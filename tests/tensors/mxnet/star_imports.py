# What a star brings: the names of the original's lists.
import builtins

WANTED = {
    'mxnet': 'nd gluon autograd init gpu cpu context Context metric optimizer sym symbol io image kv mod np npx random gpu_memory_info num_gpus opt lr_scheduler',
    'mxnet.ndarray': 'NDArray array zeros ones dot concat random sparse Convolution FullyConnected BatchNorm gpu cpu outs makers more load save',
    'mxnet.gluon': 'nn rnn loss data Trainer Block HybridBlock Parameter utils model_zoo SymbolBlock',
    'mxnet.gluon.nn': 'Dense Conv2D Sequential HybridSequential Block pooling Activation',
    'mxnet.gluon.loss': 'L2Loss SoftmaxCrossEntropyLoss Loss nd MXNetError HybridBlock',
    'mxnet.gluon.data': 'DataLoader ArrayDataset vision Sampler',
    'mxnet.symbol': 'Variable var Symbol FullyConnected Activation SoftmaxOutput Group known_names',
    'mxnet.metric': 'Accuracy CompositeEvalMetric create nd Registry',
    'mxnet.initializer': 'Xavier Normal Initializer nd math',
    'mxnet.optimizer': 'SGD Adam Optimizer Updater get_updater base rules',
}
for module, names in WANTED.items():
    space = {}
    exec(f'from {module} import *', space)
    space.pop('__builtins__')
    print(module, [name for name in names.split() if name in space])
    print('   hidden:', sorted(name for name in space if hasattr(builtins, name)))

from mxnet import *
print(nd.ones((2,), ctx=cpu()), gluon.nn.Dense(2))
