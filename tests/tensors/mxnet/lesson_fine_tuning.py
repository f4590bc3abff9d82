"""Fine tuning: another network's features, an output layer of one's own with a larger learning rate."""
import mxnet as mx
from mxnet import autograd, gluon, init, nd
from mxnet.gluon import model_zoo, nn
mx.random.seed(1)
source = model_zoo.vision.resnet18_v2(classes=7, prefix='source_')
source.initialize(init.Xavier())
print(type(source).__name__, source.output, len(source.features), source.features[1])
target = model_zoo.vision.resnet18_v2(classes=2, prefix='target_')
target.features = source.features
target.output.initialize(init.Xavier())
target.output.collect_params().setattr('lr_mult', 10)
print(target.output, target.output.weight.lr_mult, target.features[1].weight.lr_mult if hasattr(target.features[1], 'weight') else '')
X, y = nd.random.uniform(shape=(2, 3, 32, 32)), nd.array([0, 1])
print(source(X).shape, target(X).shape)
target.features.collect_params().setattr('grad_req', 'null')
trainer = gluon.Trainer(target.output.collect_params(), 'sgd', {'learning_rate': 0.01, 'wd': 0.001})
before = target.output.weight.data().copy()
with autograd.record():
    l = gluon.loss.SoftmaxCrossEntropyLoss()(target(X), y)
l.backward()
trainer.step(2)
print(l.shape, (target.output.weight.data() - before).abs().max().asscalar() > 0, target.features[-1])
print([p.grad_req for p in target.output.collect_params().values()], set(p.grad_req for p in target.features.collect_params().values()))
