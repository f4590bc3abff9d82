"""BucketingModule: a module for each length of sequence, over the same parameters."""
import logging

from perch.only import only
from ..context import cpu
from ..initializer import Uniform
from .base_module import TrainedModule
from .module import Module


class BucketingModule(TrainedModule):
    """sym_gen(key) gives (symbol, data names, label names) for each bucket."""

    def __init__(self, sym_gen, default_bucket_key=None, logger=logging, context=cpu(), work_load_list=None, fixed_param_names=None, state_names=None, group2ctxs=None, compression_params=None):
        super().__init__(logger=logger)
        assert default_bucket_key is not None
        self._default, self._sym_gen = default_bucket_key, sym_gen
        self._options = {'logger': logger, 'context': context, 'work_load_list': work_load_list, 'fixed_param_names': fixed_param_names, 'state_names': state_names, 'group2ctxs': group2ctxs,
                         'compression_params': compression_params}
        self._make(default_bucket_key)
        self._reset()
        self._monitor = self._grad_req = None

    def _make(self, key):
        symbol, data_names, label_names = self._sym_gen(key)
        return Module(symbol, data_names or (), label_names or (), **self._options)

    def _reset(self):
        self.binded = False
        self._buckets, self._current, self._key = {}, None, None

    def _own_names(self):
        return self._sym_gen(self._default)

    @property
    def data_names(self):
        return self._current.data_names if self.binded else self._own_names()[1]

    @property
    def output_names(self):
        return self._current.output_names if self.binded else self._own_names()[0].list_outputs()

    @property
    def data_shapes(self):
        assert self.binded
        return self._current.data_shapes

    @property
    def label_shapes(self):
        assert self.binded
        return self._current.label_shapes

    @property
    def output_shapes(self):
        assert self.binded
        return self._current.output_shapes

    @property
    def symbol(self):
        assert self.binded
        return self._current.symbol

    def bind(self, data_shapes, label_shapes=None, for_training=True, inputs_need_grad=False, force_rebind=False, shared_module=None, grad_req='write'):
        assert shared_module is None, 'shared_module for BucketingModule is not supported'
        if force_rebind:
            self._reset()
        if self.binded:
            self.logger.warning('Already bound, ignoring bind()')
            return
        self.for_training, self.inputs_need_grad, self.binded, self._grad_req = for_training, inputs_need_grad, True, grad_req
        made = self._make(self._default)
        made.bind(data_shapes, label_shapes, for_training, inputs_need_grad, grad_req=grad_req)
        self._current, self._key, self._buckets[self._default] = made, self._default, made
        if self.params_initialized:
            self.set_params(*self._kept)

    def switch_bucket(self, bucket_key, data_shapes, label_shapes=None):
        """To the module of another key, which is made when it is first wanted."""
        assert self.binded, 'call bind before switching bucket'
        if bucket_key not in self._buckets:
            made = self._make(bucket_key)
            made.bind(data_shapes, label_shapes, self._current.for_training, self._current.inputs_need_grad, shared_module=self._buckets[self._default], grad_req=self._grad_req)
            if self._monitor is not None:
                made.install_monitor(self._monitor)
            self._buckets[bucket_key] = made
        self._current, self._key = self._buckets[bucket_key], bucket_key

    # -- parameters --
    def init_params(self, initializer=Uniform(0.01), arg_params=None, aux_params=None, allow_missing=False, force_init=False, allow_extra=False):
        if self.params_initialized and not force_init:
            return
        assert self.binded, 'call bind before initializing the parameters'
        self._current.init_params(initializer, arg_params, aux_params, allow_missing, force_init, allow_extra)
        self._params_dirty, self.params_initialized = False, True

    def _lay(self, arg_params, aux_params, allow_extra):
        self._current.set_params(arg_params, aux_params, True, True, allow_extra)

    def get_params(self):
        assert self.params_initialized
        self._current._params_dirty = self._params_dirty or self._current._params_dirty
        found = self._current.get_params()
        self._params_dirty, self._kept = False, found
        return found

    def init_optimizer(self, kvstore='local', optimizer='sgd', optimizer_params=(('learning_rate', 0.01),), force_init=False):
        if self._takes_optimizer(force_init):
            self._current.init_optimizer(kvstore, optimizer, optimizer_params, force_init)
            for key in self._buckets.keys() - {self._key}:
                self._buckets[key].borrow_optimizer(self._current)
            self.optimizer_initialized = True

    def save_checkpoint(self, prefix, epoch, remove_amp_cast=False):
        self._buckets[self._default]._params_dirty = True
        self._buckets[self._default].save_checkpoint(prefix, epoch)

    # -- running --
    def prepare(self, data_batch, sparse_row_id_fn=None):
        assert self.binded and self.params_initialized
        only('BucketingModule.prepare', sparse_row_id_fn=(sparse_row_id_fn, None))
        before = self._key
        self.switch_bucket(data_batch.bucket_key, data_batch.provide_data, data_batch.provide_label)
        self.switch_bucket(before, None, None)

    def forward(self, data_batch, is_train=None):
        assert self.binded and self.params_initialized
        self.switch_bucket(data_batch.bucket_key, data_batch.provide_data, data_batch.provide_label)
        self._current.forward(data_batch, is_train=is_train)

    def backward(self, out_grads=None):
        assert self.binded and self.params_initialized
        self._current.backward(out_grads)

    def update(self):
        assert self.binded and self.params_initialized and self.optimizer_initialized
        self._params_dirty = True
        self._current.update()

    def get_outputs(self, merge_multi_context=True):
        assert self.binded and self.params_initialized
        return self._current.get_outputs(merge_multi_context)

    def get_input_grads(self, merge_multi_context=True):
        assert self.binded and self.params_initialized and self.inputs_need_grad
        return self._current.get_input_grads(merge_multi_context)

    def get_states(self, merge_multi_context=True):
        return self._current.get_states(merge_multi_context)

    def set_states(self, states=None, value=None):
        self._current.set_states(states, value)

    def update_metric(self, eval_metric, labels, pre_sliced=False):
        assert self.binded and self.params_initialized
        self._current.update_metric(eval_metric, labels, pre_sliced)

    def install_monitor(self, mon):
        assert self.binded
        self._monitor = mon
        for each in self._buckets.values():
            each.install_monitor(mon)
