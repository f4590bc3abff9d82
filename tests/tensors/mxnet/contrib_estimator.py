"""gluon.contrib.estimator: fit and evaluate, every handler, what they say and refuse, checkpoints and going on from them."""
import glob
import os
import re
import sys
import tempfile
import warnings

import mxnet as mx
import numpy as np
from mxnet import gluon
from mxnet.gluon.contrib import estimator as parts
from mxnet.gluon.contrib.estimator import Estimator, event_handler

folder = tempfile.mkdtemp()


class Calm:
    """Standard output without times and the folder's name."""

    def write(self, text):
        text = re.sub(r'\d+\.\d{3}s', '<time>', text.replace(folder, '<folder>'))
        sys.__stdout__.write(re.sub(r'total \d+s', 'total <time>', text))

    def flush(self):
        sys.__stdout__.flush()


sys.stdout = Calm()
warnings.simplefilter('always')
warnings.showwarning = lambda message, kind, *_: print(kind.__name__, re.sub(r'<[^>]+>', '<object>', str(message.args[0] if isinstance(message, Warning) else message)))
rng = np.random.RandomState(3)
x = rng.randn(48, 5).astype('float32')
y = (x @ rng.randn(5, 3)).argmax(axis=1).astype('float32')
train = gluon.data.DataLoader(gluon.data.ArrayDataset(x[:32], y[:32]), batch_size=8)
held = gluon.data.DataLoader(gluon.data.ArrayDataset(x[32:], y[32:]), batch_size=8)


def net(prefix='net_'):
    made = gluon.nn.HybridSequential(prefix=prefix)
    with made.name_scope():
        made.add(gluon.nn.Dense(8, activation='tanh', in_units=5), gluon.nn.Dense(3, in_units=8))
    made.initialize(mx.init.Constant(0.05))
    weight = made[0].weight
    weight.set_data(mx.nd.array(np.random.RandomState(1).randn(8, 5) * 0.5))
    made[1].weight.set_data(mx.nd.array(np.random.RandomState(2).randn(3, 8) * 0.5))
    return made


def fresh(rate=0.5, **more):
    made = net()
    return Estimator(made, gluon.loss.SoftmaxCrossEntropyLoss(), trainer=gluon.Trainer(made.collect_params(), 'sgd', {'learning_rate': rate, 'momentum': 0.9}), context=mx.cpu(), **more)


def refused(what, do):
    try:
        do()
    except Exception as error:
        print(what, type(error).__name__, re.sub(r'<[^>]+>|<folder>', '<object>', str(error).replace(folder, '<folder>')))
    else:
        print(what, 'is taken')


print('---- fit')
made = fresh()
made.fit(train, held, epochs=3)
print([(metric.name, round(metric.get()[1], 3)) for metric in made.train_metrics + made.val_metrics])
print('---- by batches, said every second')
made = fresh(train_metrics=[mx.metric.Accuracy(), mx.metric.TopKAccuracy(2)], val_metrics=mx.metric.Accuracy())
made.fit(train, batches=6, event_handlers=[parts.LoggingHandler(2, metrics=made.train_metrics)])
print('---- evaluate')
made.evaluate(held)
print([(metric.name, round(metric.get()[1], 3)) for metric in made.val_metrics])
print('---- composite metrics, another net and loss for the validation')
both = mx.metric.CompositeEvalMetric([mx.metric.Accuracy(), mx.metric.CrossEntropy()])
trained = net()
made = Estimator(trained, gluon.loss.L2Loss(), train_metrics=mx.metric.MSE(), val_net=trained, val_loss=gluon.loss.L1Loss(), context=[mx.cpu()])
print([metric.name for metric in made.train_metrics + made.val_metrics], len(parts.utils._check_metrics(both)), made.context)

print('---- handlers of one\'s own')


class Seen(parts.TrainBegin, parts.TrainEnd, parts.EpochBegin, parts.EpochEnd, parts.BatchBegin, parts.BatchEnd):
    def __init__(self, priority, stop=None):
        self.priority, self.stop, self.events, self.count = priority, stop, [], 0

    def train_begin(self, estimator, *args, **kwargs):
        self.events.append('train_begin')

    def train_end(self, estimator, *args, **kwargs):
        self.events.append('train_end')

    def epoch_begin(self, estimator, *args, **kwargs):
        self.events.append('epoch_begin')

    def epoch_end(self, estimator, *args, **kwargs):
        self.events.append('epoch_end')

    def batch_begin(self, estimator, *args, **kwargs):
        self.events.append('batch_begin %s' % sorted(kwargs))

    def batch_end(self, estimator, *args, **kwargs):
        self.count += 1
        self.events.append('batch_end %s %s' % (sorted(kwargs), [tuple(loss.shape) for loss in kwargs['loss']]))
        return self.count == self.stop


seen = Seen(5, stop=2)
made = fresh()
made.fit(train, epochs=2, event_handlers=[seen])
print(len(seen.events), seen.events[:7], seen.events[-2:])
seen = Seen(5)
made.evaluate(held, event_handlers=seen)
print(seen.events)

print('---- stopping early')
for patience in 0, 1, 3:
    made = fresh(rate=0.0)
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        early = parts.EarlyStoppingHandler(made.train_metrics[0], patience=patience)
    made.fit(train, epochs=6, event_handlers=[early])
    print(patience, early.current_epoch, early.stopped_epoch, early.wait, round(early.best, 3))
made = fresh()
early = parts.EarlyStoppingHandler(made.val_metrics[1], mode='min', min_delta=0.2, baseline=1.0)
made.fit(train, held, epochs=8, event_handlers=[early])
print(early.current_epoch, early.stopped_epoch, early.min_delta)

print('---- checkpoints')
made = fresh()
check = parts.CheckpointHandler(os.path.join(folder, 'a'), 'lesson', monitor=made.val_metrics[0], verbose=1, save_best=True, mode='max', max_checkpoints=2)
made.fit(train, held, epochs=4, event_handlers=[check])
print(sorted(map(os.path.basename, glob.glob(os.path.join(folder, 'a', '*')))), check.saved_checkpoints)
made = fresh()
check = parts.CheckpointHandler(os.path.join(folder, 'b'), epoch_period=None, batch_period=3)
made.fit(train, batches=7, event_handlers=[check])
print(sorted(map(os.path.basename, glob.glob(os.path.join(folder, 'b', '*')))))
made = fresh()
check = parts.CheckpointHandler(os.path.join(folder, 'a'), 'lesson', resume_from_checkpoint=True)
made.fit(train, held, epochs=6, event_handlers=[check])
print(sorted(map(os.path.basename, glob.glob(os.path.join(folder, 'a', '*')))), made.max_epoch, check.trained_epoch, check.trained_batch)
made = fresh()
made.fit(train, epochs=1, event_handlers=[parts.CheckpointHandler(os.path.join(folder, 'new'), resume_from_checkpoint=True)])
refused('all trained', lambda: fresh().fit(train, epochs=6, event_handlers=[parts.CheckpointHandler(os.path.join(folder, 'a'), 'lesson', resume_from_checkpoint=True)]))
refused('both periods', lambda: fresh().fit(train, epochs=6, event_handlers=[parts.CheckpointHandler(os.path.join(folder, 'a'), 'lesson', batch_period=1, resume_from_checkpoint=True)]))
open(os.path.join(folder, 'b', 'model-epochXbatch1.params'), 'w').close()
refused('a name that is none', lambda: fresh().fit(train, epochs=6, event_handlers=[parts.CheckpointHandler(os.path.join(folder, 'b'), resume_from_checkpoint=True)]))

print('---- a processor of one\'s own')


class Twice(parts.BatchProcessor):
    def fit_batch(self, estimator, train_batch, batch_axis=0):
        data, label = train_batch
        return super().fit_batch(estimator, [data * 2, label], batch_axis)


made = fresh(batch_processor=Twice())
made.fit(train, held, epochs=2)
print('---- validation every second batch')
made = fresh()
made.fit(train, epochs=1, event_handlers=[parts.ValidationHandler(held, made.evaluate, epoch_period=None, batch_period=2)])

print('---- what is refused, and said')
loss = gluon.loss.SoftmaxCrossEntropyLoss()
refused('loss', lambda: Estimator(net(), loss=np.sum))
refused('metrics', lambda: Estimator(net(), loss, train_metrics=['acc']))
refused('context', lambda: Estimator(net(), loss, context='cpu'))
refused('context list', lambda: Estimator(net(), loss, context=[mx.cpu(), 1]))
refused('trainer', lambda: Estimator(net(), loss, context=mx.cpu(), trainer='sgd'))
refused('processor', lambda: fresh(batch_processor=loss))
refused('data', lambda: fresh().fit(x, epochs=1))
refused('validation data', lambda: fresh().evaluate(x))
refused('epochs and batches', lambda: fresh().fit(train, epochs=1, batches=1))
refused('neither', lambda: fresh().fit(train))
refused('handler', lambda: fresh().fit(train, epochs=1, event_handlers=[1]))
refused('a strange metric', lambda: fresh().fit(train, epochs=1, event_handlers=[parts.LoggingHandler(metrics=[mx.metric.Accuracy()])]))
refused('interval', lambda: parts.LoggingHandler('batch'))
refused('best of nothing', lambda: parts.CheckpointHandler(folder, save_best=True))
refused('monitor', lambda: parts.EarlyStoppingHandler('acc'))
refused('composite', lambda: parts.EarlyStoppingHandler(both))
parts.EarlyStoppingHandler(mx.metric.Accuracy(), mode='most')
parts.CheckpointHandler(folder, monitor=mx.metric.MSE(), save_best=True)
Estimator(net(), loss, initializer=mx.init.Zero(), context=mx.cpu())
made = gluon.nn.Dense(2, in_units=2, prefix='new_')
made = Estimator(made, loss, initializer=mx.init.One(), context=mx.cpu())
print(made.net.weight.data().asnumpy().tolist(), made.trainer.learning_rate, type(made.trainer.optimizer).__name__)
print(sorted(name for name in dir(parts) if not name.startswith('_')))
