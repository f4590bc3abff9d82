"""The trainer's learning rate: set by hand and by schedulers."""
import mxnet as mx
from mxnet import autograd, gluon, init, lr_scheduler, nd
from mxnet.gluon import nn
net = nn.Sequential()
net.add(nn.Dense(1, in_units=1))
net.initialize(init.One())
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.5, 'momentum': 0.9, 'wd': 0.01, 'clip_gradient': 2})
print(trainer.learning_rate, trainer.optimizer.momentum, trainer.optimizer.wd, type(trainer.optimizer).__name__)
x = nd.ones((1, 1))
for step in range(4):
    with autograd.record():
        l = net(x) ** 2
    l.backward()
    trainer.step(1)
    print(step, round(float(l.asscalar()), 4), trainer.learning_rate)
    trainer.set_learning_rate(trainer.learning_rate * 0.1)
for scheduler in (lr_scheduler.FactorScheduler(step=2, factor=0.5, base_lr=1.0), lr_scheduler.MultiFactorScheduler(step=[2, 5], factor=0.1, base_lr=1.0),
                  lr_scheduler.PolyScheduler(max_update=6, base_lr=1.0, pwr=2), lr_scheduler.CosineScheduler(max_update=6, base_lr=1.0, final_lr=0.1),
                  lr_scheduler.CosineScheduler(20, warmup_steps=5, base_lr=0.3, final_lr=0.01)):
    print(type(scheduler).__name__, [round(scheduler(t), 4) for t in range(9)])
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'lr_scheduler': lr_scheduler.FactorScheduler(1, 0.5, base_lr=0.4)})
for step in range(3):
    with autograd.record():
        l = net(x) ** 2
    l.backward()
    trainer.step(1)
    print(trainer.learning_rate)
try:
    trainer.set_learning_rate(0.1)
except UserWarning as w:
    print('UserWarning', w)
