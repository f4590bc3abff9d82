"""Checkpoints of symbols with their parameters; FeedForward, the first interface over them."""
import logging
import time
import warnings
from collections import namedtuple

from . import metric as _metric, ndarray as nd
from .callback import LogValidationMetricsCallback
from .context import Context, cpu, current_context
from .initializer import Uniform

BatchEndParam = namedtuple('BatchEndParams', ['epoch', 'nbatch', 'eval_metric', 'locals'])


def save_checkpoint(prefix, epoch, symbol, arg_params, aux_params, remove_amp_cast=True):
    """PREFIX-symbol.json and PREFIX-EPOCH.params."""
    if symbol is not None:
        symbol.save(f'{prefix}-symbol.json')
    name = '%s-%04d.params' % (prefix, epoch)
    nd.save(name, {**{f'arg:{key}': each.as_in_context(cpu()) for key, each in arg_params.items()}, **{f'aux:{key}': each.as_in_context(cpu()) for key, each in aux_params.items()}})
    logging.info('Saved checkpoint to "%s"', name)


def load_params(prefix, epoch):
    """(arguments, states) of a checkpoint."""
    found = {'arg': {}, 'aux': {}}
    loaded = nd.load('%s-%04d.params' % (prefix, epoch))
    if not loaded:
        logging.warning('Params file \'%s\' is empty', '%s-%04d.params' % (prefix, epoch))
        return found['arg'], found['aux']
    for key, value in loaded.items():
        kind, name = key.split(':', 1)
        if kind in found:
            found[kind][name] = value
    return found['arg'], found['aux']


def load_checkpoint(prefix, epoch):
    """(symbol, arguments, states) of a checkpoint."""
    from .symbol import load
    return (load(f'{prefix}-symbol.json'), *load_params(prefix, epoch))


def _call_all(callbacks, *args):
    for each in callbacks if isinstance(callbacks, (list, tuple)) else [] if callbacks is None else [callbacks]:
        each(*args)


class FeedForward:
    """A symbol with fit, predict and score over arrays or iterators."""

    def __init__(self, symbol, ctx=None, num_epoch=None, epoch_size=None, optimizer='sgd', initializer=Uniform(0.01), numpy_batch_size=128, arg_params=None, aux_params=None, allow_extra_params=False,
                 begin_epoch=0, **kwargs):
        warnings.warn('\033[91mmxnet.model.FeedForward has been deprecated. Please use mxnet.mod.Module instead.\033[0m', DeprecationWarning, stacklevel=2)
        self.symbol, self.num_epoch, self.epoch_size, self.optimizer, self.initializer = symbol, num_epoch, epoch_size, optimizer, initializer
        self.ctx = [current_context()] if ctx is None else [ctx] if isinstance(ctx, Context) else list(ctx)
        self.numpy_batch_size, self.arg_params, self.aux_params, self.allow_extra_params, self.begin_epoch, self.kwargs = numpy_batch_size, arg_params, aux_params, allow_extra_params, begin_epoch, kwargs

    def _iterator(self, X, y, training):
        from .io import DataIter, NDArrayIter
        if isinstance(X, DataIter):
            return X
        if training and y is None:
            raise ValueError('y must be specified when X is numpy.ndarray')
        size = min(X.shape[0], self.numpy_batch_size)
        return NDArrayIter(X, y, size, shuffle=training, last_batch_handle='roll_over' if training else 'pad')

    def _evaluated(self, data):
        from .io import DataIter
        if data is None or isinstance(data, DataIter):
            return data
        if isinstance(data, (tuple, list)) and len(data) == 2:
            return self._iterator(data[0], data[1], False)
        raise TypeError('Eval data must be DataIter, or NDArray/numpy.ndarray/list pair (i.e. tuple/list of length 2)')

    def _module(self, data):
        from .module import Module
        inputs = [each[0] for each in data.provide_data]
        labels = [each[0] for each in data.provide_label or ()]
        made = Module(self.symbol, inputs, [name for name in self.symbol.list_arguments() if name in labels or name.endswith('label') and name not in inputs], context=self.ctx)
        made._tells = False
        return made

    def _begun(self, made):
        """Parameters and running values to begin with: those that are here, else the initializer's, in the order of the arguments, by their names alone."""
        first, begun = made._exec_group.execs[0], []
        for known, names, given in ((first.arg_dict, made._param_names, self.arg_params), (first.aux_dict, made._aux_names, self.aux_params)):
            values = {}
            for name in names:
                values[name] = nd.zeros(known[name].shape, dtype=known[name].dtype)
                if name in (given or {}):
                    given[name].astype(known[name].dtype).copyto(values[name])
                else:
                    self.initializer(name, values[name])
            begun.append(values)
        return begun

    def fit(self, X, y=None, eval_data=None, eval_metric='acc', epoch_end_callback=None, batch_end_callback=None, kvstore='local', logger=None, work_load_list=None, monitor=None,
            eval_end_callback=LogValidationMetricsCallback(), eval_batch_end_callback=None):
        """Trains, and keeps the parameters."""
        data, tested, logger = self._iterator(X, y, True), self._evaluated(eval_data), logger or logging
        made = self._module(data)
        made.bind(data.provide_data, data.provide_label)
        made.init_params(None, *self._begun(made), allow_extra=self.allow_extra_params)
        made.init_optimizer(kvstore, self.optimizer, self.kwargs or (('learning_rate', 0.01),))
        if monitor is not None:
            made.install_monitor(monitor)
        logger.info('Start training with %s', str(self.ctx))
        metric = _metric.create(eval_metric) if not isinstance(eval_metric, _metric.EvalMetric) else eval_metric
        data.reset()
        for epoch in range(self.begin_epoch, self.num_epoch):
            began = time.time()
            metric.reset()
            for nbatch, batch in enumerate(data):
                if monitor is not None:
                    monitor.tic()
                made.forward_backward(batch)
                made.update()
                made.update_metric(metric, batch.label)
                if monitor is not None:
                    monitor.toc_print()
                _call_all(batch_end_callback, BatchEndParam(epoch, nbatch + 1, metric, locals()))
                if self.epoch_size is not None and nbatch + 1 >= self.epoch_size:
                    break
            logger.info('Epoch[%d] Resetting Data Iterator', epoch)
            data.reset()
            logger.info('Epoch[%d] Time cost=%.3f', epoch, time.time() - began)
            self.arg_params, self.aux_params = made.get_params()
            _call_all(epoch_end_callback, epoch, self.symbol, self.arg_params, self.aux_params)
            if tested is not None:
                made.score(tested, metric, None, eval_batch_end_callback, epoch=epoch)
                _call_all(eval_end_callback, BatchEndParam(epoch, 0, metric, locals()))

    def _bound(self, X):
        data = self._iterator(X, None, False)
        made = self._module(data)
        made.bind(data.provide_data, data.provide_label or None, for_training=False)
        made.set_params(self.arg_params, self.aux_params, allow_missing=True, allow_extra=True)
        return data, made

    def predict(self, X, num_batch=None, return_data=False, reset=True):
        """The outputs as NumPy arrays."""
        import numpy
        data, made = self._bound(X)
        rows, seen = [], []
        for outputs, _, batch in made.iter_predict(data, num_batch, reset):
            rows.append([each.asnumpy() for each in outputs])
            seen.append([[each[:each.shape[0] - (batch.pad or 0)].asnumpy() for each in part or ()] for part in (batch.data, batch.label)])
        merged = [numpy.concatenate(each) for each in zip(*rows)]
        merged = merged[0] if len(merged) == 1 else merged
        if not return_data:
            return merged
        parts = [[numpy.concatenate(each) for each in zip(*(one[i] for one in seen))] for i in (0, 1)]
        return (merged, *(each[0] if len(each) == 1 else each for each in parts))

    def score(self, X, eval_metric='acc', num_batch=None, batch_end_callback=None, reset=True):
        data, made = self._bound(X)
        return made.score(data, eval_metric, num_batch, batch_end_callback, reset=reset)[0][1]

    def save(self, prefix, epoch=None, remove_amp_cast=True):
        epoch = self.num_epoch if epoch is None else epoch
        assert epoch is not None
        save_checkpoint(prefix, epoch, self.symbol, self.arg_params, self.aux_params)

    @staticmethod
    def load(prefix, epoch, ctx=None, **kwargs):
        symbol, arg_params, aux_params = load_checkpoint(prefix, epoch)
        return FeedForward(symbol, ctx=ctx, arg_params=arg_params, aux_params=aux_params, begin_epoch=epoch, **kwargs)

    @staticmethod
    def create(symbol, X, y=None, ctx=None, num_epoch=None, epoch_size=None, optimizer='sgd', initializer=Uniform(0.01), eval_data=None, eval_metric='acc', epoch_end_callback=None,
               batch_end_callback=None, kvstore='local', logger=None, work_load_list=None, eval_end_callback=LogValidationMetricsCallback(), eval_batch_end_callback=None, **kwargs):
        """A model that has been trained."""
        made = FeedForward(symbol, ctx, num_epoch, epoch_size, optimizer, initializer, **kwargs)
        made.fit(X, y, eval_data, eval_metric, epoch_end_callback, batch_end_callback, kvstore, logger, work_load_list, None, eval_end_callback, eval_batch_end_callback)
        return made
