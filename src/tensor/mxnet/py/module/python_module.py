"""PythonModule: a module without parameters whose computation is Python; PythonLossModule: a loss with a gradient of its own."""
import logging

from ..initializer import Uniform
from .base_module import BaseModule, as_array


class PythonModule(BaseModule):
    def __init__(self, data_names, label_names, output_names, logger=logging):
        super().__init__(logger=logger)
        self._data_names, self._label_names, self._output_names = (None if each is None else list(each) for each in (data_names, label_names, output_names))
        self._data_shapes = self._label_shapes = self._output_shapes = None

    data_names = property(lambda self: self._data_names)
    output_names = property(lambda self: self._output_names)
    data_shapes = property(lambda self: self._data_shapes)
    label_shapes = property(lambda self: self._label_shapes)
    output_shapes = property(lambda self: self._output_shapes)

    def get_params(self):
        return {}, {}

    def init_params(self, initializer=Uniform(0.01), arg_params=None, aux_params=None, allow_missing=False, force_init=False, allow_extra=False):
        self.params_initialized = True

    def init_optimizer(self, kvstore='local', optimizer='sgd', optimizer_params=(('learning_rate', 0.01),), force_init=False):
        self.optimizer_initialized = True

    def update(self):
        assert self.binded          # there are no parameters

    def update_metric(self, eval_metric, labels, pre_sliced=False):
        if self._label_shapes is None:
            return
        if pre_sliced:
            raise RuntimeError('PythonModule does not support presliced labels')
        eval_metric.update_dict(dict(zip(self._label_names, labels)), dict(zip(self._output_names, self.get_outputs())))

    def bind(self, data_shapes, label_shapes=None, for_training=True, inputs_need_grad=False, force_rebind=False, shared_module=None, grad_req='write'):
        if self.binded and not force_rebind:
            self.logger.warning('Already bound, ignoring bind()')
            return
        assert shared_module is None
        assert grad_req == 'write', 'Python module only support write gradient'
        self.for_training, self.inputs_need_grad, self.binded = for_training, inputs_need_grad, True
        assert [each[0] for each in data_shapes] == self._data_names
        self._data_shapes, self._label_shapes = data_shapes, label_shapes
        if label_shapes is not None:
            assert self._label_names is not None and [each[0] for each in label_shapes] == self._label_names
        self._output_shapes = self._compute_output_shapes()

    def _compute_output_shapes(self):
        raise NotImplementedError


class PythonLossModule(PythonModule):
    """Passes its data on; its gradient is what grad_func(scores, labels) says."""
    _scores = _labels = _scores_grad = None

    def __init__(self, name='pyloss', data_names=('data',), label_names=('softmax_label',), logger=logging, grad_func=None):
        super().__init__(data_names, label_names, [name + '_output'], logger)
        assert len(self._data_names) == len(self._label_names) == 1
        assert grad_func is None or callable(grad_func)
        self._grad_func = grad_func

    def _compute_output_shapes(self):
        return [(self._output_names[0], self._data_shapes[0][1])]

    def forward(self, data_batch, is_train=None):
        self._scores = data_batch.data[0]
        if self.for_training if is_train is None else is_train:
            self._labels = data_batch.label[0]

    def get_outputs(self, merge_multi_context=True):
        assert merge_multi_context is True
        return [self._scores]

    def backward(self, out_grads=None):
        assert out_grads is None, 'For a loss module, out_grads should be None'
        assert self.for_training
        self._backward_impl()

    def _backward_impl(self):
        if self._grad_func is None:
            raise NotImplementedError
        self._scores_grad = as_array(self._grad_func(self._scores, self._labels))

    def get_input_grads(self, merge_multi_context=True):
        assert merge_multi_context is True
        return [self._scores_grad]

    def install_monitor(self, mon):
        raise NotImplementedError
