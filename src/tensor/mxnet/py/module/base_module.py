"""BaseModule: fit, score and predict over what a module must give (bind, forward, backward, update …)."""
import logging
import time
import warnings
from itertools import chain

from perch.only import only
from .. import metric as _metric, ndarray as nd
from ..initializer import Uniform
from ..model import BatchEndParam


def as_list(x):
    return list(x) if isinstance(x, (list, tuple)) else [x]


def as_array(x):
    """An NDArray of x, or x when it is one."""
    return x if isinstance(x, nd.NDArray) else nd.array(x)


def check_names(symbol, names, what, throw):
    """Every name must be an argument of the symbol."""
    known = symbol.list_arguments()
    for name in names:
        if name in known:
            continue
        likely = [each for each in known if not each.endswith(('_weight', '_bias', '_gamma', '_beta'))]
        message = "\033[91mYou created Module with Module(..., %s_names=%s) but input with name '%s' is not found in symbol.list_arguments(). Did you mean one of:\n\t%s\033[0m" % (
            what, names, name, '\n\t'.join(likely))
        if throw:
            raise ValueError(message)
        warnings.warn(message)


class BaseModule:
    """What all modules share."""

    def __init__(self, logger=logging):
        self.logger = logger
        self.binded = self.for_training = self.inputs_need_grad = self.params_initialized = self.optimizer_initialized = False
        self._symbol = None
        self._total_exec_bytes = 0

    def _ready(self, optimizer=False):
        assert self.binded and self.params_initialized and (self.optimizer_initialized or not optimizer)

    def _takes_optimizer(self, force_init, ending='.'):
        """May init_optimizer go on? An optimizer that is there stays, and that is said, unless force_init."""
        self._ready()
        takes = force_init or not self.optimizer_initialized
        if not takes:
            self.logger.warning('optimizer already initialized, ignoring' + ending)
        return takes

    # -- training --
    def forward_backward(self, data_batch):
        self.forward(data_batch, is_train=True)
        self.backward()

    def fit(self, train_data, eval_data=None, eval_metric='acc', epoch_end_callback=None, batch_end_callback=None, kvstore='local', optimizer='sgd', optimizer_params=(('learning_rate', 0.01),),
            eval_end_callback=None, eval_batch_end_callback=None, initializer=Uniform(0.01), arg_params=None, aux_params=None, allow_missing=False, force_rebind=False, force_init=False, begin_epoch=0,
            num_epoch=None, validation_metric=None, monitor=None, sparse_row_id_fn=None):
        """Trains for num_epoch rounds over train_data."""
        only('Module.fit', sparse_row_id_fn=(sparse_row_id_fn, None))
        assert num_epoch is not None, 'please specify number of epochs'
        self.bind(data_shapes=train_data.provide_data, label_shapes=train_data.provide_label, for_training=True, force_rebind=force_rebind)
        if monitor is not None:
            self.install_monitor(monitor)
        self.init_params(initializer=initializer, arg_params=arg_params, aux_params=aux_params, allow_missing=allow_missing, force_init=force_init)
        self.init_optimizer(kvstore=kvstore, optimizer=optimizer, optimizer_params=optimizer_params)
        validation_metric = eval_metric if validation_metric is None else validation_metric
        if not isinstance(eval_metric, _metric.EvalMetric):
            eval_metric = _metric.create(eval_metric)
        for epoch in range(begin_epoch, num_epoch):
            self._epoch(epoch, train_data, eval_metric, batch_end_callback, monitor)
            arg_params, aux_params = self.get_params()
            self.set_params(arg_params, aux_params)
            for call in as_list(epoch_end_callback) if epoch_end_callback is not None else ():
                call(epoch, self.symbol, arg_params, aux_params)
            if eval_data is not None:
                found = self.score(eval_data, validation_metric, score_end_callback=eval_end_callback, batch_end_callback=eval_batch_end_callback, epoch=epoch)
                for name, value in found:
                    self.logger.info('Epoch[%d] Validation-%s=%f', epoch, name, value)
            train_data.reset()

    def _epoch(self, epoch, train_data, eval_metric, batch_end_callback, monitor):
        began = time.time()
        eval_metric.reset()
        values, train_data = [], iter(train_data)
        train_data = chain([next(train_data)], train_data)      # (StopIteration where there is none: the iterator was left at its end)
        for nbatch, batch in enumerate(train_data):
            if monitor is not None:
                monitor.tic()
            self.forward_backward(batch)
            self.update()
            if isinstance(batch, list):
                self.update_metric(eval_metric, [each.label for each in batch], pre_sliced=True)
            else:
                self.update_metric(eval_metric, batch.label)
            if monitor is not None:
                monitor.toc_print()
            values = eval_metric.get_global_name_value() if hasattr(eval_metric, 'get_global_name_value') else eval_metric.get_name_value()     # (before a callback begins anew)
            for call in as_list(batch_end_callback) if batch_end_callback is not None else ():
                call(BatchEndParam(epoch=epoch, nbatch=nbatch, eval_metric=eval_metric, locals=locals()))
        for name, value in values:
            self.logger.info('Epoch[%d] Train-%s=%f', epoch, name, value)
        self.logger.info('Epoch[%d] Time cost=%.3f', epoch, time.time() - began)

    # -- evaluating --
    def score(self, eval_data, eval_metric, num_batch=None, batch_end_callback=None, score_end_callback=None, reset=True, epoch=0, sparse_row_id_fn=None):
        """What a metric says of the predictions for eval_data."""
        only('Module.score', sparse_row_id_fn=(sparse_row_id_fn, None))
        self._ready()
        if reset:
            eval_data.reset()
        if not isinstance(eval_metric, _metric.EvalMetric):
            eval_metric = _metric.create(eval_metric)
        eval_metric.reset()
        seen = 0
        for nbatch, batch in enumerate(eval_data):
            if nbatch == num_batch:
                break
            self.forward(batch, is_train=False)
            if isinstance(batch, list):
                self.update_metric(eval_metric, [each.label for each in batch], pre_sliced=True)
            else:
                self.update_metric(eval_metric, batch.label)
            for call in as_list(batch_end_callback) if batch_end_callback is not None else ():
                call(BatchEndParam(epoch=epoch, nbatch=nbatch, eval_metric=eval_metric, locals=locals()))
            seen += 1
        if score_end_callback:
            param = BatchEndParam(epoch=epoch, nbatch=seen, eval_metric=eval_metric, locals=locals())
            for call in as_list(score_end_callback):
                call(param)
        return eval_metric.get_global_name_value() if hasattr(eval_metric, 'get_global_name_value') else eval_metric.get_name_value()

    def iter_predict(self, eval_data, num_batch=None, reset=True, sparse_row_id_fn=None):
        """(outputs, number of the batch, batch) for each batch; without the rows that pad it."""
        only('Module.iter_predict', sparse_row_id_fn=(sparse_row_id_fn, None))
        self._ready()
        if reset:
            eval_data.reset()
        for nbatch, batch in enumerate(eval_data):
            if nbatch == num_batch:
                return
            self.forward(batch, is_train=False)
            yield [out[0:out.shape[0] - (batch.pad or 0)] for out in self.get_outputs()], nbatch, batch

    def predict(self, eval_data, num_batch=None, merge_batches=True, reset=True, always_output_list=False, sparse_row_id_fn=None):
        """The outputs for all of eval_data, a data iterator or one array."""
        only('Module.predict', sparse_row_id_fn=(sparse_row_id_fn, None))
        self._ready()
        if type(eval_data).__name__ == 'ndarray' or isinstance(eval_data, nd.NDArray):
            from ..io import DataBatch
            self.forward(DataBatch([as_array(eval_data)]), is_train=False)
            return self.get_outputs()[0]
        if not hasattr(eval_data, 'reset'):
            raise ValueError('eval_data must be of type NDArray or DataIter')
        found = [[out.copy() for out in outputs] for outputs, _, _ in self.iter_predict(eval_data, num_batch, reset)]
        if not found or not merge_batches:
            return found
        if any(len(each) != len(found[0]) for each in found):
            raise AssertionError('Cannot merge batches, as num of outputs is not the same in mini-batches. Maybe bucketing is used?')
        merged = [nd.concat(*parts, dim=0) if len(parts) > 1 else parts[0] for parts in zip(*found)]
        return merged[0] if len(merged) == 1 and not always_output_list else merged

    # -- parameters --
    def set_params(self, arg_params, aux_params, allow_missing=False, force_init=True, allow_extra=False):
        self.init_params(initializer=None, arg_params=arg_params, aux_params=aux_params, allow_missing=allow_missing, force_init=force_init, allow_extra=allow_extra)

    def save_params(self, fname):
        from ..context import cpu
        arg_params, aux_params = self.get_params()
        nd.save(fname, {**{f'arg:{key}': each.as_in_context(cpu()) for key, each in arg_params.items()}, **{f'aux:{key}': each.as_in_context(cpu()) for key, each in aux_params.items()}})

    def load_params(self, fname):
        arg_params, aux_params = {}, {}
        for key, value in nd.load(fname).items():
            kind, _, name = key.partition(':')
            if kind not in ('arg', 'aux'):
                raise ValueError('Invalid param file ' + fname)
            (arg_params if kind == 'arg' else aux_params)[name] = value
        self.set_params(arg_params, aux_params)

    # -- what may be left as it is --
    def prepare(self, data_batch, sparse_row_id_fn=None):
        if sparse_row_id_fn is not None:
            warnings.warn('sparse_row_id_fn is not invoked for BaseModule.')

    def get_states(self, merge_multi_context=True):
        self._ready()
        assert not merge_multi_context
        return []

    def set_states(self, states=None, value=None):
        self._ready()
        assert not states and not value

    @property
    def symbol(self):
        return self._symbol

    # -- what a module gives --
    data_names = output_names = data_shapes = label_shapes = output_shapes = property(lambda self: self._missing())

    def _missing(self):
        raise NotImplementedError

    def bind(self, data_shapes, label_shapes=None, for_training=True, inputs_need_grad=False, force_rebind=False, shared_module=None, grad_req='write'):
        raise NotImplementedError

    def init_params(self, initializer=Uniform(0.01), arg_params=None, aux_params=None, allow_missing=False, force_init=False, allow_extra=False):
        raise NotImplementedError

    def init_optimizer(self, kvstore='local', optimizer='sgd', optimizer_params=(('learning_rate', 0.01),), force_init=False):
        raise NotImplementedError

    def forward(self, data_batch, is_train=None):
        raise NotImplementedError

    def backward(self, out_grads=None):
        raise NotImplementedError

    def update(self):
        raise NotImplementedError

    def get_outputs(self, merge_multi_context=True):
        raise NotImplementedError

    def get_input_grads(self, merge_multi_context=True):
        raise NotImplementedError

    def get_params(self):
        raise NotImplementedError

    def update_metric(self, eval_metric, labels, pre_sliced=False):
        raise NotImplementedError

    def install_monitor(self, mon):
        raise NotImplementedError


class TrainedModule(BaseModule):
    """What Module and BucketingModule share: of parameters on devices a part may be laid anew (_lay), and then those on the CPU are behind (_params_dirty)."""
    _params_dirty = False

    def set_params(self, arg_params, aux_params, allow_missing=False, force_init=True, allow_extra=False):
        if not allow_missing:
            super().set_params(arg_params, aux_params, force_init=force_init, allow_extra=allow_extra)
        elif force_init or not self.params_initialized:
            self._lay(arg_params, aux_params, allow_extra)
            self._params_dirty = self.params_initialized = True
        else:
            warnings.warn('Parameters already initialized and force_init=False. set_params call ignored.', stacklevel=2)

    def _lay(self, arg_params, aux_params, allow_extra):
        raise NotImplementedError
