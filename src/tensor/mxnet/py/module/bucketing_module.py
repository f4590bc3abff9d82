"""BucketingModule: a module for each length of sequence, over the same parameters."""
import logging

from perch.only import only
from .. import ndarray as nd
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
        self._buckets, self._curr_module, self._curr_bucket_key = {}, None, None

    def _own_names(self):
        return self._sym_gen(self._default)

    @property
    def data_names(self):
        return self._curr_module.data_names if self.binded else self._own_names()[1]

    @property
    def output_names(self):
        return self._curr_module.output_names if self.binded else self._own_names()[0].list_outputs()

    @property
    def data_shapes(self):
        assert self.binded
        return self._curr_module.data_shapes

    @property
    def label_shapes(self):
        assert self.binded
        return self._curr_module.label_shapes

    @property
    def output_shapes(self):
        assert self.binded
        return self._curr_module.output_shapes

    @property
    def symbol(self):
        assert self.binded
        return self._curr_module.symbol

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
        self._curr_module, self._curr_bucket_key, self._buckets[self._default] = made, self._default, made
        if self.params_initialized:
            self.set_params(*self._kept)

    def switch_bucket(self, bucket_key, data_shapes, label_shapes=None):
        """To the module of another key, which is made when it is first wanted."""
        assert self.binded, 'call bind before switching bucket'
        made = self._buckets.get(bucket_key)
        if made is None or not made.binded:         # (a checkpoint's are not bound yet)
            made = made or self._make(bucket_key)
            made.bind(data_shapes, label_shapes, self._curr_module.for_training, self._curr_module.inputs_need_grad, shared_module=self._buckets[self._default], grad_req=self._grad_req)
            if self._monitor is not None:
                made.install_monitor(self._monitor)
            self._buckets[bucket_key] = made
        self._curr_module, self._curr_bucket_key = self._buckets[bucket_key], bucket_key

    # -- parameters --
    def init_params(self, initializer=Uniform(0.01), arg_params=None, aux_params=None, allow_missing=False, force_init=False, allow_extra=False):
        if self.params_initialized and not force_init:
            return
        assert self.binded, 'call bind before initializing the parameters'
        self._curr_module.init_params(initializer, arg_params, aux_params, allow_missing, force_init, allow_extra)
        self._params_dirty, self.params_initialized = False, True

    def _lay(self, arg_params, aux_params, allow_extra):
        self._curr_module.set_params(arg_params, aux_params, True, True, allow_extra)

    def get_params(self):
        assert self.params_initialized
        self._curr_module._params_dirty = self._params_dirty or self._curr_module._params_dirty
        found = self._curr_module.get_params()
        self._params_dirty, self._kept = False, found
        return found

    def init_optimizer(self, kvstore='local', optimizer='sgd', optimizer_params=(('learning_rate', 0.01),), force_init=False):
        if self._takes_optimizer(force_init):
            self._curr_module.init_optimizer(kvstore, optimizer, optimizer_params, force_init)
            for key in self._buckets.keys() - {self._curr_bucket_key}:
                self._buckets[key].borrow_optimizer(self._curr_module)
            self.optimizer_initialized = True

    def save_checkpoint(self, prefix, epoch, remove_amp_cast=False):
        """The parameters, the graph of each bucket that there is, and a list of the keys (numbers)."""
        assert self._buckets, 'Empty BucketingModule cannot be saved'
        self.save_params('%s-%04d.params' % (prefix, epoch))
        for key in self._buckets:
            self._sym_gen(key)[0].save(f'{prefix}-{key}-symbol.json', remove_amp_cast=remove_amp_cast)
        nd.save(f'{prefix}.buckets', nd.array(list(self._buckets), dtype='int32'))

    def _loaded(self, symbols, arg_params, aux_params, names_of, options):
        """With the buckets and the parameters of a checkpoint: they are bound when they are wanted."""
        for key, symbol in symbols.items():
            _, data_names, label_names = self._sym_gen(names_of(key))
            self._buckets[key] = Module(symbol, data_names, label_names, **options)
        begun = self._curr_module = self._buckets[self._default]
        begun._arg_params, begun._aux_params = self._kept = arg_params, aux_params
        begun.params_initialized = self.params_initialized = True
        return self

    @staticmethod
    def load(prefix, epoch, sym_gen=None, default_bucket_key=None, **kwargs):
        """What save_checkpoint wrote."""
        from .. import model, symbol
        assert sym_gen is not None, 'sym_gen is required for loading BucketingModule'
        assert default_bucket_key is not None, 'default_bucket_key is required for loading BucketingModule'
        keys = nd.load(f'{prefix}.buckets')[0].asnumpy().astype('int32')
        return BucketingModule(sym_gen, default_bucket_key, **kwargs)._loaded({key: symbol.load(f'{prefix}-{key}-symbol.json') for key in keys}, *model.load_params(prefix, epoch), lambda key: key, kwargs)

    @staticmethod
    def load_dict(sym_dict=None, sym_gen=None, default_bucket_key=None, arg_params=None, aux_params=None, **kwargs):
        """Graphs by their keys over one set of parameters."""
        for given, name, verb in ((sym_dict, 'sym_dict', 'needs'), (arg_params, 'arg_params', 'need'), (aux_params, 'aux_params', 'need'), (default_bucket_key, 'default_bucket_key', 'needs')):
            assert given is not None, f'{name} {verb} to be provided for BucketingModule.load_dict'
        return BucketingModule(sym_gen, default_bucket_key, **kwargs)._loaded(sym_dict, arg_params, aux_params, lambda key: default_bucket_key, kwargs)

    # -- running --
    def prepare(self, data_batch, sparse_row_id_fn=None):
        assert self.binded and self.params_initialized
        only('BucketingModule.prepare', sparse_row_id_fn=(sparse_row_id_fn, None))
        before = self._curr_bucket_key
        self.switch_bucket(data_batch.bucket_key, data_batch.provide_data, data_batch.provide_label)
        self.switch_bucket(before, None, None)

    def forward(self, data_batch, is_train=None):
        assert self.binded and self.params_initialized
        self.switch_bucket(data_batch.bucket_key, data_batch.provide_data, data_batch.provide_label)
        self._curr_module.forward(data_batch, is_train=is_train)

    def backward(self, out_grads=None):
        assert self.binded and self.params_initialized
        self._curr_module.backward(out_grads)

    def update(self):
        assert self.binded and self.params_initialized and self.optimizer_initialized
        self._params_dirty = True
        self._curr_module.update()

    def get_outputs(self, merge_multi_context=True):
        assert self.binded and self.params_initialized
        return self._curr_module.get_outputs(merge_multi_context)

    def get_input_grads(self, merge_multi_context=True):
        assert self.binded and self.params_initialized and self.inputs_need_grad
        return self._curr_module.get_input_grads(merge_multi_context)

    def get_states(self, merge_multi_context=True):
        return self._curr_module.get_states(merge_multi_context)

    def set_states(self, states=None, value=None):
        self._curr_module.set_states(states, value)

    def update_metric(self, eval_metric, labels, pre_sliced=False):
        assert self.binded and self.params_initialized
        self._curr_module.update_metric(eval_metric, labels, pre_sliced)

    def install_monitor(self, mon):
        assert self.binded
        self._monitor = mon
        for each in self._buckets.values():
            each.install_monitor(mon)
