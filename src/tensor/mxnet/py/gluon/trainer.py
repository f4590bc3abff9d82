"""Trainer: applies an optimizer to parameters, adding up the gradients of all contexts first."""
import _tensor

from .. import optimizer as opt
from ..kvstore import total
from .parameter import Parameter, ParameterDict
from perch.only import only

_grad_of, _version = _tensor.grad, _tensor.version


class Trainer:
    """Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1}); step(batch_size) after each backward.

    With several contexts gradients are added up on the first, the weight is updated there and copied to the others
    (update_on_kvstore, the default), or every context gets the sum and updates its own copy.
    """

    def __init__(self, params, optimizer, optimizer_params=None, kvstore='device', compression_params=None, update_on_kvstore=None):
        only('mx.gluon.Trainer', compression_params=(compression_params, None))
        if isinstance(params, (dict, ParameterDict)):
            params = [params[name] for name in sorted(params.keys())]
        if not isinstance(params, (list, tuple)):
            raise ValueError(f'First argument must be a list or dict of Parameters, got {type(params)}.')
        self._params, self._param2idx = [], {}
        for i, p in enumerate(params):
            if not isinstance(p, Parameter):
                raise ValueError(f'First argument must be a list or dict of Parameters, got list of {type(p)}.')
            self._param2idx[p.name] = i
            self._params.append(p)
            p._set_trainer(self)
        self._compression_params = compression_params
        self._contexts = self._check_contexts()
        optimizer_params = optimizer_params if optimizer_params else {}
        self._scale = float(optimizer_params.get('rescale_grad', 1.0))
        self._make_optimizer(optimizer, optimizer_params)
        self._kvstore_name, self._wanted = kvstore, update_on_kvstore
        self._ready = False
        self._many = self._update_on_kvstore = False

    def _check_contexts(self):
        contexts = None
        for p in self._params:
            ctx = p.list_ctx()
            if contexts is not None and contexts != ctx:
                from perch.explain import attach
                raise attach(AssertionError(f'All Parameters must be initialized on the same set of contexts, but Parameter {p.name} is initialized on {ctx} '
                                     f'while previous Parameters are initialized on {contexts}.'), 'P0110', [p])
            contexts = ctx
        return contexts

    def _make_optimizer(self, optimizer, optimizer_params):
        by_index = dict(enumerate(self._params))
        if isinstance(optimizer, opt.Optimizer):
            if optimizer_params:
                raise AssertionError('optimizer_params must be None if optimizer is an instance of Optimizer instead of str')
            self._optimizer = optimizer
            self._optimizer.param_dict = by_index
        else:
            self._optimizer = opt.create(optimizer, param_dict=by_index, **optimizer_params)
        self._updaters = [opt.get_updater(self._optimizer) for _ in (self._contexts or () if self._params else None)]

    @property
    def _kv_initialized(self):
        """Has it begun? (Programs ask before they save its states.)"""
        return self._ready

    def _init_kvstore(self):
        self._start()

    def _start(self):
        """At the first step: how gradients meet."""
        self._contexts = self._check_contexts()
        self._updaters = self._updaters or [opt.get_updater(self._optimizer) for _ in self._contexts]
        self._many = len(self._contexts or ()) > 1 and self._kvstore_name is not None
        if isinstance(self._kvstore_name, str) and self._kvstore_name.startswith('dist'):
            raise NotImplementedError(f'kvstore {self._kvstore_name!r}: perch runs in one process yet')
        self._update_on_kvstore = self._many and self._wanted is not False
        self._ready = True

    @property
    def learning_rate(self):
        return self._optimizer.learning_rate

    @property
    def optimizer(self):
        return self._optimizer

    def set_learning_rate(self, lr):
        self._optimizer.set_learning_rate(lr)

    def step(self, batch_size, ignore_stale_grad=False):
        """Adds up gradients, divides by batch_size, updates."""
        self._optimizer.rescale_grad = self._scale / batch_size
        if not self._ready:
            self._start()
        self._run(ignore_stale_grad, self._many)

    def allreduce_grads(self):
        """Every context's gradients become the sum of all."""
        if not self._ready:
            self._start()
        if self._update_on_kvstore:
            raise AssertionError('allreduce_grads() when parameters are updated on kvstore is not supported. Try setting `update_on_kvstore` to False when creating trainer.')
        if self._many:
            for p in self._params:
                if p.grad_req != 'null':
                    self._share(p)

    def update(self, batch_size, ignore_stale_grad=False):
        """Updates with the gradients as they are."""
        if not self._ready:
            self._start()
        if self._update_on_kvstore:
            raise AssertionError('update() when parameters are updated on kvstore is not supported. Try setting `update_on_kvstore` to False when creating trainer.')
        self._optimizer.rescale_grad = self._scale / batch_size
        self._run(ignore_stale_grad, False)

    @staticmethod
    def _share(p):
        grads = p.list_grad()
        fresh = p._fresh()
        whole = None if _tensor.together(0, grads, grads) else total(grads)    # 0: each becomes the sum, at once
        for i, g in enumerate(grads):
            if whole is not None:
                whole.copyto(g)
            if not fresh[i]:
                p._mark_used(i)

    def _check_fresh(self, p, fresh):
        for ctx, data, new in zip(p._ctx_list, p._data, fresh):
            if not new:
                from perch.explain import attach, waiting
                raise attach(UserWarning(f'Gradient of Parameter `{p.name}` on context {ctx} has not been updated by backward since last `step`. This could mean a bug in your '
                                  'model that made it only use a subset of the Parameters (Blocks) for this iteration. If you are intentionally only using a subset, call '
                                  'step with ignore_stale_grad=True to suppress this warning and skip updating of Parameters with stale gradient'), 'P0111', [data, *waiting(data)])

    def _run(self, ignore_stale_grad, add_up):
        if all(p._data is not None and len(p._data) == 1 for p in self._params):
            self._run_alone(ignore_stale_grad)
        else:
            self._run_many(ignore_stale_grad, add_up)

    def _run_alone(self, ignore_stale_grad):
        """On one context: nothing to add up."""
        work, updater = [], self._updaters[0]
        for i, p in enumerate(self._params):
            if p._grad_req == 'null':
                continue
            if p._data is None:
                p._missing(None)
            data, = p._data
            grad = _grad_of(data)
            if _version(grad) != p._seen[0]:
                work.append((i, p, data, grad))
            elif not ignore_stale_grad:
                self._check_fresh(p, (False,))
        for i, p, data, grad in work:
            updater(i, grad if p._grad_stype == 'default' else p._as_kept(grad), data)
            p._seen[0] = _version(grad)

    def _run_many(self, ignore_stale_grad, add_up):
        work = []
        for i, p in enumerate(self._params):
            if p.grad_req == 'null':
                continue
            if p._data is None:
                p._missing(None)
            fresh = p._fresh()
            if not ignore_stale_grad:
                self._check_fresh(p, fresh)
            work.append((i, p, fresh))
        for i, p, fresh in work:
            if add_up and self._update_on_kvstore:
                data = p._data
                self._updaters[0](i, total(p.list_grad()), data[0])
                for other in data[1:]:
                    data[0].copyto(other)
            else:
                if add_up:
                    self._share(p)
                for updater, data, grad, new in zip(self._updaters, p._data, p.list_grad(), fresh):
                    if new or not ignore_stale_grad:
                        updater(i, grad, data)
            for k in range(len(fresh)):
                p._mark_used(k)

    def save_states(self, fname):
        """The optimizer's states, to go on later."""
        if not self._ready:
            self._start()
        with open(fname, 'wb') as f:
            f.write(self._updaters[0].get_states(dump_optimizer=True))

    def load_states(self, fname):
        if not self._ready:
            self._start()
        with open(fname, 'rb') as f:
            states = f.read()
        for updater in self._updaters:
            updater.set_states(states)
            updater.optimizer = self._updaters[0].optimizer
        self._optimizer = self._updaters[0].optimizer
        self._optimizer.param_dict = dict(enumerate(self._params))
