"""Estimator: a net, a loss, a trainer and metrics; fit and evaluate go over a DataLoader and call the handlers of their events."""
import copy
import logging
import sys
import warnings

from ....context import Context, cpu, gpu, num_gpus
from ....metric import Loss as _LossMetric
from ...data import DataLoader
from ...loss import Loss
from ...trainer import Trainer
from .batch_processor import BatchProcessor
from .event_handler import (BatchBegin, BatchEnd, EpochBegin, EpochEnd, GradientUpdateHandler, LoggingHandler, MetricHandler, StoppingHandler, TrainBegin, TrainEnd, ValidationHandler,
                            _check_event_handlers)
from .utils import _check_handler_metric_ref, _check_metrics, _suggest_metric_for_loss

__all__ = ['Estimator']


def _loss(given):
    if not isinstance(given, Loss):
        raise ValueError(f'loss must be a Loss, refer to gluon.loss.Loss:{given}')
    return given


def _devices(given):
    """A list of devices that are there; without one the first GPU, or the CPU."""
    there = [gpu(i) for i in range(num_gpus())]
    if not given:
        if len(there) > 1:
            warnings.warn('You have multiple GPUs, gpu(0) will be used by default.To utilize all your GPUs, specify context as a list of gpus, e.g. context=[mx.gpu(0), mx.gpu(1)] ')
        return there[:1] or [cpu()]
    devices = [given] if isinstance(given, Context) else given
    if not isinstance(devices, list) or not all(isinstance(device, Context) for device in devices):
        raise ValueError(f'context must be a Context or a list of Context, for example mx.cpu() or [mx.gpu(0), mx.gpu(1)], refer to mxnet.Context:{given}')
    for device in devices:
        if device not in there and not str(device).startswith('cpu'):
            raise AssertionError(f'{device} is not available, please make sure your context is in one of: mx.cpu(), {", ".join(map(str, there))}')
    return devices


class Estimator:
    """Validation takes val_net and val_loss where they are given. Without metrics for the validation there are those of the training again."""
    logger = None

    def __init__(self, net, loss, train_metrics=None, val_metrics=None, initializer=None, trainer=None, context=None, val_net=None, val_loss=None, batch_processor=None):
        self.net, self.loss = net, _loss(loss)
        self._train_metrics, self._val_metrics = _check_metrics(train_metrics), _check_metrics(val_metrics)
        self._name_metrics()
        self.val_loss = self.loss if val_loss is None else _loss(val_loss)
        self.val_net = net if val_net is None else val_net
        self.logger = logging.Logger(name='Estimator', level=logging.INFO)
        self.logger.addHandler(logging.StreamHandler(sys.stdout))
        self.context = _devices(context)
        self._initialize(initializer)
        self.trainer = self._trainer_of(trainer)
        if batch_processor is not None and not all(callable(getattr(batch_processor, name, None)) for name in ('fit_batch', 'evaluate_batch')):
            raise ValueError('Customized Batch Processor must contain fit_batch() and evaluate_batch() methods')
        self.batch_processor = BatchProcessor() if batch_processor is None else batch_processor

    def _name_metrics(self):
        """'training accuracy', 'validation accuracy': handlers tell them apart by that."""
        if not self._train_metrics:
            suggested = _suggest_metric_for_loss(self.loss)
            self._train_metrics = ([suggested] if suggested else []) + [_LossMetric(self.loss.name.rstrip('1234567890'))]
        for metric in self._train_metrics:
            metric.name = 'training ' + metric.name
        if not self._val_metrics:
            self._val_metrics = [copy.deepcopy(metric) for metric in self._train_metrics]
        for metric in self._val_metrics:
            metric.name = metric.name.replace('training', 'validation') if 'training' in metric.name else 'validation ' + metric.name

    def _is_initialized(self):
        try:
            for parameter in self.net.collect_params().values():
                parameter.list_ctx()
        except RuntimeError:
            return False
        return True

    def _initialize(self, initializer):
        if not self._is_initialized():
            self.net.initialize(ctx=self.context, **{'init': initializer} if initializer else {})
        elif initializer:
            warnings.warn("Network already fully initialized, skipping initialization. You don't need to pass initializer if you already initialized your net. "
                          'You can use net.initialize(init=your_initializer, force_reinit=True)to force re-initialize.')

    def _trainer_of(self, trainer):
        if not trainer:
            warnings.warn('No trainer specified, default SGD optimizer with learning rate 0.001 is used.')
            return Trainer(self.net.collect_params(), 'sgd', {'learning_rate': 0.001})
        if not isinstance(trainer, Trainer):
            raise ValueError(f'Trainer must be a Gluon Trainer instance, refer to gluon.Trainer:{trainer}')
        return trainer

    @property
    def train_metrics(self):
        return self._train_metrics

    @property
    def val_metrics(self):
        return self._val_metrics

    def evaluate(self, val_data, batch_axis=0, event_handlers=None):
        """The validation's metrics over a DataLoader."""
        self._check_data(val_data, 'DataLoader')
        for metric in self.val_metrics:
            metric.reset()
        events = _Events(self, self._handlers(event_handlers, [], self.val_metrics, self.val_metrics))
        events(EpochBegin)
        for batch in val_data:
            events(BatchBegin, batch=batch)
            _, label, pred, loss = self.batch_processor.evaluate_batch(self, batch, batch_axis)
            events(BatchEnd, batch=batch, pred=pred, label=label, loss=loss)
        events(EpochEnd)

    def fit(self, train_data, val_data=None, epochs=None, event_handlers=None, batches=None, batch_axis=0):
        """Trains for so many epochs or batches."""
        self._check_data(train_data, 'dataloader')
        if bool(epochs) == bool(batches):
            raise ValueError('Fit only support exactly one type of iteration, train by number of epochs or number of batches.Please specify one and only one of: epochs or batches.')
        self.max_epoch, self.max_batch, self.batch_axis = epochs, batches, batch_axis
        wanted = [(StoppingHandler, lambda: StoppingHandler(epochs, batches)), (GradientUpdateHandler, GradientUpdateHandler)]
        if val_data:
            wanted.append((ValidationHandler, lambda: ValidationHandler(val_data=val_data, eval_fn=self.evaluate)))
        events = _Events(self, self._handlers(event_handlers, wanted, self.train_metrics, self.train_metrics + self.val_metrics))
        events(TrainBegin)
        over = False
        while not over:
            events(EpochBegin)
            for batch in train_data:
                events(BatchBegin, batch=batch)
                _, label, pred, loss = self.batch_processor.fit_batch(self, batch, batch_axis)
                if events(BatchEnd, batch=batch, pred=pred, label=label, loss=loss):
                    break
            over = events(EpochEnd)
        events(TrainEnd)

    @staticmethod
    def _check_data(data, where):
        if not isinstance(data, DataLoader):
            raise ValueError('Estimator only support input as Gluon DataLoader. Alternatively, you can transform your DataIter or any NDArray into Gluon DataLoader. '
                             f'Refer to gluon.data.{where}')

    @staticmethod
    def _handlers(given, wanted, metrics, known):
        """The given handlers and those that are always there, by priority; where both are, they speak of the same metrics. (A list that was given grows: the original's does.)"""
        handlers = _check_event_handlers(given)
        mixed = bool(handlers)
        make = wanted[:2] + [(MetricHandler, lambda: MetricHandler(metrics=metrics))] + wanted[2:] + [(LoggingHandler, lambda: LoggingHandler(metrics=metrics))]
        handlers.extend([made() for kind, made in make if kind is StoppingHandler or not any(isinstance(handler, kind) for handler in handlers)])
        if mixed:
            known = set(known)
            for handler in handlers:
                _check_handler_metric_ref(handler, known)
        handlers.sort(key=lambda handler: getattr(handler, 'priority', 0))
        return handlers


class _Events:
    """Calls an event's method of those handlers that take part in it; whether one of them said stop."""
    methods = {TrainBegin: 'train_begin', TrainEnd: 'train_end', EpochBegin: 'epoch_begin', EpochEnd: 'epoch_end', BatchBegin: 'batch_begin', BatchEnd: 'batch_end'}

    def __init__(self, estimator, handlers):
        self.estimator = estimator
        self.handlers = {event: [handler for handler in handlers if isinstance(handler, event)] for event in self.methods}

    def __call__(self, event, **given):
        return any([getattr(handler, self.methods[event])(self.estimator, **given) for handler in self.handlers[event]])
