"""SequentialModule: modules one after the other; each takes the outputs of the one before."""
import logging

from ..initializer import Uniform
from ..io import DataBatch
from .base_module import BaseModule


class SequentialModule(BaseModule):
    META_TAKE_LABELS = 'take_labels'
    META_AUTO_WIRING = 'auto_wiring'

    def __init__(self, logger=logging):
        super().__init__(logger=logger)
        self._modules, self._metas = [], []
        self._data_shapes = self._label_shapes = None

    def add(self, module, **kwargs):
        for key in kwargs:
            assert key in (self.META_TAKE_LABELS, self.META_AUTO_WIRING), f'Unknown meta "{key}", a typo?'
        self._modules.append(module)
        self._metas.append(kwargs)
        self.binded = self.params_initialized = self.optimizer_initialized = False
        return self

    @property
    def data_names(self):
        return self._modules[0].data_names if self._modules else []

    @property
    def output_names(self):
        return self._modules[-1].output_names if self._modules else []

    @property
    def data_shapes(self):
        assert self.binded
        return self._modules[0].data_shapes

    @property
    def label_shapes(self):
        assert self.binded
        return self._label_shapes

    @property
    def output_shapes(self):
        assert self.binded
        return self._modules[-1].output_shapes

    def get_params(self):
        self._ready()
        found = {}, {}
        for module in self._modules:
            for all_of, own in zip(found, module.get_params()):
                all_of.update(own)
        return found

    def init_params(self, initializer=Uniform(0.01), arg_params=None, aux_params=None, allow_missing=False, force_init=False, allow_extra=False):
        if self.params_initialized and not force_init:
            return
        assert self.binded, 'call bind before initializing the parameters'
        owners = {}
        for i, module in enumerate(self._modules):
            module.init_params(initializer, arg_params, aux_params, allow_missing, force_init, allow_extra=True)      # what is another's is extra to each
            for name in [key for own in module.get_params() for key in own]:
                assert name not in owners, (f'Duplicated parameter names: name "{name}" in layer {i} ({type(module)}) is already used in layer {owners.get(name)} '
                                            f'({type(self._modules[owners.get(name, 0)])}).')
                owners[name] = i
        self.params_initialized = True

    def bind(self, data_shapes, label_shapes=None, for_training=True, inputs_need_grad=False, force_rebind=False, shared_module=None, grad_req='write'):
        if self.binded and not force_rebind:
            self.logger.warning('Already bound, ignoring bind()')
            return
        if inputs_need_grad:
            assert for_training is True
        assert shared_module is None, 'Shared module is not supported'
        assert self._modules, 'Attempting to bind an empty SequentialModule'
        self.for_training, self.inputs_need_grad, self.binded = for_training, inputs_need_grad, True
        self._label_shapes, taken = label_shapes, False
        for i, (module, meta) in enumerate(zip(self._modules, self._metas)):
            labels = label_shapes if meta.get(self.META_TAKE_LABELS) else None
            taken = taken or labels is not None
            if meta.get(self.META_AUTO_WIRING):
                assert len(module.data_names) == len(data_shapes)
                data_shapes = [(name, shape[1]) for name, shape in zip(module.data_names, data_shapes)]
            module.bind(data_shapes, labels, for_training, bool(for_training and (inputs_need_grad or i)), force_rebind, None, grad_req)
            data_shapes = module.output_shapes
        if not taken:
            self._label_shapes = None

    def init_optimizer(self, kvstore='local', optimizer='sgd', optimizer_params=(('learning_rate', 0.01),), force_init=False):
        if not self._takes_optimizer(force_init):
            return
        for module in self._modules:
            module.init_optimizer(kvstore, optimizer, optimizer_params, force_init)
        self.optimizer_initialized = True

    def forward(self, data_batch, is_train=None):
        self._ready()
        batch = DataBatch(data_batch.data, data_batch.label, data_batch.pad, data_batch.index, None, data_batch.provide_data, data_batch.provide_label)
        for i, module in enumerate(self._modules):
            module.forward(batch, is_train=is_train)
            if i + 1 < len(self._modules):
                outputs = module.get_outputs()
                batch = DataBatch(outputs, batch.label, batch.pad, batch.index, None, [(name, each.shape) for name, each in zip(module.output_names, outputs)], batch.provide_label)

    def backward(self, out_grads=None):
        self._ready()
        for i, module in reversed(list(enumerate(self._modules))):
            module.backward(out_grads=out_grads)
            out_grads = module.get_input_grads() if i else None

    def update(self):
        self._ready(optimizer=True)
        for module in self._modules:
            module.update()

    def get_outputs(self, merge_multi_context=True):
        self._ready()
        return self._modules[-1].get_outputs(merge_multi_context)

    def get_input_grads(self, merge_multi_context=True):
        self._ready()
        return self._modules[0].get_input_grads(merge_multi_context)

    def update_metric(self, eval_metric, labels, pre_sliced=False):
        self._ready()
        for module, meta in zip(self._modules, self._metas):
            if meta.get(self.META_TAKE_LABELS):
                module.update_metric(eval_metric, labels, pre_sliced)

    def install_monitor(self, mon):
        assert self.binded
        for module in self._modules:
            module.install_monitor(mon)
