"""SVRGModule: a Module that takes, every few rounds, the gradient over all data at the weights of then, and steps by g - g(weights of then) + that gradient."""
import logging

from ...context import cpu
from ...initializer import Uniform
from ...module import Module
from ... import kvstore as _kvstore


class SVRGModule(Module):
    """update_freq: after how many rounds the gradient over all data is taken anew."""

    def __init__(self, symbol, data_names=('data',), label_names=('softmax_label',), logger=logging, context=cpu(), work_load_list=None, fixed_param_names=None, state_names=None, group2ctxs=None,
                 compression_params=None, update_freq=None):
        words = dict(data_names=data_names, label_names=label_names, logger=logger, context=context, work_load_list=work_load_list, fixed_param_names=fixed_param_names, state_names=state_names,
                     group2ctxs=group2ctxs, compression_params=compression_params)
        super().__init__(symbol, **words)
        if not isinstance(update_freq, int):
            raise TypeError('update_freq in SVRGModule must be an integer to represent the frequency for calculating full gradients')
        if update_freq <= 0:
            raise ValueError('update_freq in SVRGModule must be a positive integer to represent the frequency for calculating full gradients')
        self.update_freq = update_freq
        self._mod_aux = Module(symbol, **words)     # has the weights of then
        self._full = {}                             # the gradient over all data, by name: one a context

    def bind(self, data_shapes, label_shapes=None, for_training=True, inputs_need_grad=False, force_rebind=False, shared_module=None, grad_req='write'):
        both = [super(), self._mod_aux]
        for module in both if for_training else both[:1]:
            module.bind(data_shapes, label_shapes, for_training, inputs_need_grad, force_rebind, shared_module, grad_req)

    def reshape(self, data_shapes, label_shapes=None):
        super().reshape(data_shapes, label_shapes)
        self._mod_aux.reshape(data_shapes, label_shapes)

    def init_optimizer(self, kvstore='local', optimizer='sgd', optimizer_params=(('learning_rate', 0.01),), force_init=False):
        # the step is the sum of three gradients, so the store only adds up
        super().init_optimizer(kvstore, optimizer, optimizer_params, force_init)
        if isinstance(optimizer, str):          # (what the graph says of single weights does not count, as in MXNet)
            self._optimizer.sym_info = ()
            self._optimizer.set_lr_mult({})
            self._optimizer.set_wd_mult({})
        if self._update_on_kvstore:
            from ... import optimizer as opt
            self._update_on_kvstore, self._kvstore = False, _kvstore.create(self._kvstore.type)
            for name in self._exec_group.param_names:
                self._kvstore.init(name, self._arg_params[name])
            devices = len(self._context)
            self._optimizer.idx2name = {i * devices + k: name for k in range(devices) for i, name in enumerate(self._exec_group.param_names)}
            self._updater = opt.get_updater(self._optimizer)

    def forward(self, data_batch, is_train=None):
        super().forward(data_batch, is_train)
        if is_train or is_train is None and self.for_training:
            self._mod_aux.forward(data_batch, is_train)

    def backward(self, out_grads=None):
        super().backward(out_grads)
        if self._mod_aux.binded:
            self._mod_aux.backward(out_grads)

    def update(self):
        for name, full in self._full.items():
            for grad, then, whole in zip(self._exec_group.grads(name), self._mod_aux._exec_group.grads(name), full):
                grad[:] = grad - then + whole
        super().update()

    def update_full_grads(self, train_data):
        """Takes the weights, and the mean gradient over all batches at them."""
        arg_params, aux_params = self.get_params()
        self._mod_aux.init_params(arg_params=arg_params, aux_params=aux_params, initializer=None, force_init=True)
        train_data.reset()
        group, count, spare = self._mod_aux._exec_group, 0, 0
        for batch in train_data:
            self._mod_aux.forward(batch, is_train=True)
            self._mod_aux.backward()
            count, spare = count + 1, batch.pad or 0
            for name in group.param_names:
                grads = group.grads(name)
                if grads[0] is not None:            # (what was there counts once more, as in MXNet)
                    self._full[name] = [full + grad for full, grad in zip(self._full[name], grads)] if name in self._full else [grad.copy() for grad in grads]
        count -= spare / train_data.batch_size
        devices = len(self._context)
        for name, parts in self._full.items():
            parts = [part / count for part in parts]
            whole = _kvstore.total(parts) / devices
            self._full[name] = [whole.as_in_context(ctx) for ctx in self._context] if devices > 1 else parts

    def fit(self, train_data, eval_data=None, eval_metric='acc', epoch_end_callback=None, batch_end_callback=None, kvstore='local', optimizer='sgd', optimizer_params=(('learning_rate', 0.01),),
            eval_end_callback=None, eval_batch_end_callback=None, initializer=Uniform(0.01), arg_params=None, aux_params=None, allow_missing=False, force_rebind=False, force_init=False, begin_epoch=0,
            num_epoch=None, validation_metric=None, monitor=None, sparse_row_id_fn=None):
        """Trains as Module does."""
        super().fit(train_data, eval_data, eval_metric, epoch_end_callback, batch_end_callback, kvstore, optimizer, optimizer_params, eval_end_callback, eval_batch_end_callback, initializer, arg_params,
                    aux_params, allow_missing, force_rebind, force_init, begin_epoch, num_epoch, validation_metric, monitor, sparse_row_id_fn)

    def _epoch(self, epoch, train_data, eval_metric, batch_end_callback, monitor):
        if epoch % self.update_freq == 0:
            self.update_full_grads(train_data)
            train_data.reset()
        super()._epoch(epoch, train_data, eval_metric, batch_end_callback, monitor)
