"""Module: one symbol, its executors, its parameters on the CPU, and an optimizer."""
import logging
import warnings

from .. import kvstore as kvs, ndarray as nd, optimizer as opt
from ..context import Context, cpu
from ..initializer import InitDesc, Uniform
from .base_module import TrainedModule, check_names
from .executor_group import ExecutorGroup, _described


def make_store(kvstore, devices, arg_params):
    """(store or None, whether it updates)."""
    if kvstore is None or isinstance(kvstore, kvs.KVStore):
        return kvstore, kvstore is not None
    if not isinstance(kvstore, str):
        raise TypeError('kvstore must be KVStore, str or None')
    if devices == 1 and 'dist' not in kvstore:
        return None, False
    large = kvstore == 'local' and max((each.size for each in arg_params.values()), default=0) > 1024 * 1024 * 16
    return kvs.create(kvstore), not large


class Module(TrainedModule):
    """A symbol's network on one context or several."""
    _tells = True       # of labels that bind was not given (FeedForward keeps still)

    def __init__(self, symbol, data_names=('data',), label_names=('softmax_label',), logger=logging, context=cpu(), work_load_list=None, fixed_param_names=None, state_names=None, group2ctxs=None,
                 compression_params=None):
        super().__init__(logger=logger)
        self._context = [context] if isinstance(context, Context) else list(context)
        self._loads = [1] * len(self._context) if work_load_list is None else work_load_list
        assert len(self._loads) == len(self._context)
        self._group2ctxs, self._symbol, self._compression_params = group2ctxs, symbol, compression_params
        self._data_names, self._label_names, self._state_names, self._fixed = (list(each or ()) for each in (data_names, label_names, state_names, fixed_param_names))
        for names, what, throw in ((self._data_names, 'data', True), (self._label_names, 'label', False), (self._state_names, 'state', True), (self._fixed, 'fixed_param', True)):
            check_names(symbol, names, what, throw)
        inputs = {*self._data_names, *self._label_names, *self._state_names}
        self._param_names = [name for name in symbol.list_arguments() if name not in inputs]
        self._aux_names, self._output_names = symbol.list_auxiliary_states(), symbol.list_outputs()
        self._arg_params = self._aux_params = self._exec_group = self._optimizer = self._kvstore = self._updater = self._preloaded = None
        self._update_on_kvstore = False

    @staticmethod
    def load(prefix, epoch, load_optimizer_states=False, **kwargs):
        """The module that save_checkpoint wrote."""
        from ..model import load_checkpoint
        symbol, arg_params, aux_params = load_checkpoint(prefix, epoch)
        made = Module(symbol=symbol, **kwargs)
        made._arg_params, made._aux_params, made.params_initialized = arg_params, aux_params, True
        if load_optimizer_states:
            made._preloaded = '%s-%04d.states' % (prefix, epoch)
        return made

    def save_checkpoint(self, prefix, epoch, save_optimizer_states=False, remove_amp_cast=True):
        self._symbol.save(f'{prefix}-symbol.json')
        name = '%s-%04d.params' % (prefix, epoch)
        self.save_params(name)
        logging.info('Saved checkpoint to "%s"', name)
        if save_optimizer_states:
            name = '%s-%04d.states' % (prefix, epoch)
            self.save_optimizer_states(name)
            logging.info('Saved optimizer state to "%s"', name)

    # -- what it looks like --
    @property
    def data_names(self):
        return self._data_names

    @property
    def label_names(self):
        return self._label_names

    @property
    def output_names(self):
        return self._output_names

    @property
    def data_shapes(self):
        assert self.binded
        return self._exec_group.data_shapes

    @property
    def label_shapes(self):
        assert self.binded
        return self._exec_group.label_shapes or None

    @property
    def output_shapes(self):
        assert self.binded
        return self._exec_group.get_output_shapes()

    # -- binding --
    def bind(self, data_shapes, label_shapes=None, for_training=True, inputs_need_grad=False, force_rebind=False, shared_module=None, grad_req='write'):
        if force_rebind:
            self.binded, self._exec_group = False, None
        if self.binded:
            self.logger.warning('Already bound, ignoring bind()')
            return
        if not for_training:
            assert not inputs_need_grad
        data_shapes, label_shapes = _described(data_shapes), _described(label_shapes)
        wanted, got = sorted(self._data_names), sorted(each.name for each in data_shapes)
        if wanted != got:
            raise ValueError("Data provided by data_shapes don't match names specified by data_names (%s vs. %s)" % (str(data_shapes), str(self._data_names)))
        if self._tells and sorted(each.name for each in label_shapes) != sorted(self._label_names):
            warnings.warn("Data provided by label_shapes don't match names specified by label_names (%s vs. %s)" % (str(label_shapes), str(self._label_names)))
        self.for_training, self.inputs_need_grad, self.binded = for_training, inputs_need_grad, True
        shared = None
        if shared_module is not None:
            assert isinstance(shared_module, Module) and shared_module.binded and shared_module.params_initialized
            shared = shared_module._exec_group
        self._exec_group = ExecutorGroup(self._symbol, self._context, self._loads, data_shapes, label_shapes, self._param_names, for_training, inputs_need_grad, self._fixed, grad_req, shared,
                                    self._group2ctxs, self._state_names)
        if shared_module is not None:
            self.params_initialized = True
            self._arg_params, self._aux_params = shared_module._arg_params, shared_module._aux_params
        elif self.params_initialized:
            self._exec_group.set_params(self._arg_params, self._aux_params)
        if shared_module is not None and shared_module.optimizer_initialized:
            self.borrow_optimizer(shared_module)

    def reshape(self, data_shapes, label_shapes=None):
        assert self.binded
        self._exec_group.bind(data_shapes, label_shapes, again=True)

    # -- parameters --
    def init_params(self, initializer=Uniform(0.01), arg_params=None, aux_params=None, allow_missing=False, force_init=False, allow_extra=False):
        if self.params_initialized and not force_init:
            warnings.warn('Parameters already initialized and force_init=False. init_params call ignored.')
            return
        assert self.binded, 'call bind before initializing the parameters'
        first = self._exec_group.execs[0]
        if self._arg_params is None:
            self._arg_params = {name: nd.zeros(first.arg_dict[name].shape, dtype=first.arg_dict[name].dtype, stype=first.arg_dict[name].stype) for name in self._param_names}
        if self._aux_params is None:
            self._aux_params = {name: nd.zeros(first.aux_dict[name].shape, dtype=first.aux_dict[name].dtype) for name in self._aux_names}
        attrs = self._symbol.attr_dict()
        for own, given in ((self._arg_params, arg_params), (self._aux_params, aux_params)):
            for name, array in sorted(own.items()):
                desc = InitDesc(name, attrs.get(name, None))
                if given is not None and name in given:
                    if given[name] is not array:
                        given[name].astype(array.dtype).copyto(array)
                elif given is not None and not allow_missing:
                    raise RuntimeError(f'{name} is not presented')
                elif initializer is not None:
                    initializer(desc, array)
        self.params_initialized, self._params_dirty = True, False
        self._exec_group.set_params(self._arg_params, self._aux_params, allow_extra)

    def _lay(self, arg_params, aux_params, allow_extra):
        self._exec_group.set_params(arg_params, aux_params, allow_extra)

    def get_params(self):
        assert self.binded and self.params_initialized
        self._sync_params_from_devices()
        return self._arg_params, self._aux_params

    def _sync_params_from_devices(self):
        if self._params_dirty:
            self._exec_group.get_params(self._arg_params, self._aux_params)
            self._params_dirty = False

    # -- the optimizer --
    def init_optimizer(self, kvstore='local', optimizer='sgd', optimizer_params=(('learning_rate', 0.01),), force_init=False):
        if not self._takes_optimizer(force_init, '...'):
            return
        self._sync_params_from_devices()
        store, on_store = make_store(kvstore, len(self._context), self._arg_params)
        scale = 1.0 / self._exec_group.batch_size
        devices = len(self._context)
        names = self._exec_group.param_names
        numbered = dict(enumerate(names)) if on_store else {i * devices + k: name for k in range(devices) for i, name in enumerate(names)}
        if isinstance(optimizer, str):
            optimizer = opt.create(optimizer, sym=self.symbol, param_idx2name=numbered, **{'rescale_grad': scale, **dict(optimizer_params)})
        else:
            assert isinstance(optimizer, opt.Optimizer)
            if optimizer.rescale_grad != scale:
                warnings.warn('Optimizer created manually outside Module but rescale_grad is not normalized to 1.0/batch_size/num_workers (%s vs. %s). Is this intended?' % (optimizer.rescale_grad, scale),
                              stacklevel=2)
            if not optimizer.idx2name:
                optimizer.idx2name = numbered.copy()
        self._optimizer, self._kvstore, self._update_on_kvstore, self._updater = optimizer, store, on_store, None
        if store is not None:
            if self._compression_params:
                store.set_gradient_compression(self._compression_params)
            for i, name in enumerate(names):
                store.init(name, self._arg_params[name])
            if on_store:
                store.set_optimizer(optimizer)
        if not on_store:
            self._updater = opt.get_updater(optimizer)
        self.optimizer_initialized = True
        if self._preloaded is not None:
            self.load_optimizer_states(self._preloaded)
            self._preloaded = None

    def borrow_optimizer(self, shared_module):
        assert shared_module.optimizer_initialized
        self._optimizer, self._kvstore, self._update_on_kvstore, self._updater = shared_module._optimizer, shared_module._kvstore, shared_module._update_on_kvstore, shared_module._updater
        self.optimizer_initialized = True

    def update(self):
        assert self.binded and self.params_initialized and self.optimizer_initialized
        self._params_dirty = True
        devices = len(self._context)
        for i, name in enumerate(self._exec_group.param_names):
            grads, copies = self._exec_group.grads(name), self._exec_group.copies(name)
            if grads[0] is None:
                continue
            if self._update_on_kvstore:
                self._kvstore.push(name, grads, priority=-i)
                self._kvstore.pull(name, copies, priority=-i)
                continue
            if self._kvstore is not None:
                self._kvstore.push(name, grads, priority=-i)
                self._kvstore.pull(name, grads, priority=-i)
            for k in range(devices):
                self._updater(i * devices + k, grads[k], copies[k])

    def save_optimizer_states(self, fname):
        assert self.optimizer_initialized
        if self._update_on_kvstore:
            self._kvstore.save_optimizer_states(fname)
        else:
            kvs._write_states(self._updater, fname)

    def load_optimizer_states(self, fname):
        assert self.optimizer_initialized
        if self._update_on_kvstore:
            self._kvstore.load_optimizer_states(fname)
        else:
            kvs._read_states(self._updater, fname)

    # -- running --
    def forward(self, data_batch, is_train=None):
        assert self.binded and self.params_initialized
        batches = data_batch if isinstance(data_batch, list) else [data_batch]
        now, new = [each.shape for each in self._exec_group.data_shapes], [tuple(each.shape) for each in batches[0].data]
        new = new[:len(now)]        # (what a batch has beyond what the symbol takes is not looked at)
        if now != new and not isinstance(data_batch, list):
            # (a program's own batches may have data alone)
            shapes = getattr(data_batch, 'provide_data', None) or [(what.name, shape) for what, shape in zip(self._exec_group.data_shapes, new)]
            given = getattr(data_batch, 'label', None)
            labels = getattr(data_batch, 'provide_label', None) or ([(what.name, each.shape) for what, each in zip(self._exec_group.label_shapes, given)] if given else
                                                                   [(what.name, (new[0][0], *what.shape[1:])) for what in self._exec_group.label_shapes])
            self.reshape(shapes, labels or None)
        self._exec_group.forward(batches[0], is_train)

    def backward(self, out_grads=None):
        assert self.binded and self.params_initialized
        self._exec_group.backward(out_grads)

    def get_outputs(self, merge_multi_context=True):
        assert self.binded and self.params_initialized
        return self._exec_group.get_outputs(merge_multi_context)

    def get_input_grads(self, merge_multi_context=True):
        assert self.binded and self.params_initialized and self.inputs_need_grad
        return self._exec_group.get_input_grads(merge_multi_context)

    def get_states(self, merge_multi_context=True):
        assert self.binded and self.params_initialized
        return self._exec_group._merged([self._exec_group.copies(name) for name in self._state_names], merge_multi_context)

    def set_states(self, states=None, value=None):
        assert self.binded and self.params_initialized
        for i, name in enumerate(self._state_names):
            for k, copy in enumerate(self._exec_group.copies(name)):
                if states is None:
                    copy[:] = value
                else:
                    given = states[i][k] if isinstance(states[i], (list, tuple)) else states[i]
                    given.copyto(copy)

    def update_metric(self, eval_metric, labels, pre_sliced=False):
        self._exec_group.update_metric(eval_metric, labels, pre_sliced)

    def install_monitor(self, mon):
        assert self.binded
        self._exec_group.install_monitor(mon)
