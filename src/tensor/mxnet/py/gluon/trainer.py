"""Trainer: applies an optimizer to parameters, adding up the gradients of all contexts first."""
import _tensor

from .. import optimizer as opt
from ..kvstore import DistKVStore, _compression, create, total
from ..context import cpu
from .parameter import Parameter, ParameterDict

_grad_of, _version = _tensor.grad, _tensor.version


class Trainer:
    """Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1}); step(batch_size) after each backward.

    With several contexts gradients are added up on the first, the weight is updated there and copied to the others
    (update_on_kvstore, the default), or every context gets the sum and updates its own copy.
    """

    def __init__(self, params, optimizer, optimizer_params=None, kvstore='device', compression_params=None, update_on_kvstore=None):
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
        self._compression_params, self._compress = compression_params, None
        self._contexts = self._check_contexts()
        optimizer_params = optimizer_params if optimizer_params else {}
        self._scale = float(optimizer_params.get('rescale_grad', 1.0))
        self._make_optimizer(optimizer, optimizer_params)
        self._kvstore_name, self._wanted = kvstore, update_on_kvstore
        self._ready = False
        self._many = self._update_on_kvstore = False
        self._store = None                  # of a run over several ranks

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
        name = self._kvstore_name
        store = create(name) if isinstance(name, str) and name.startswith('dist') else name
        self._store = store if isinstance(store, DistKVStore) else None
        self._many = self._many or self._store is not None
        self._update_on_kvstore = self._many and self._wanted is not False
        if self._store is not None:
            self._begin_alike()
        if self._many and self._compression_params:
            if 'device' not in str(name) and 'dist' not in str(name):
                raise Exception('Gradient compression is not supported for this type of kvstore')
            self._compress = _compression(self._compression_params)
        self._ready = True

    def _pushed(self, p):
        """A parameter's gradients as the store gets them: whole, or of two bits."""
        grads = p.list_grad()
        return grads if self._compress is None else self._compress(p.name, grads)

    def _begin_alike(self):
        """All ranks begin with what rank 0 has."""
        for p in self._params:
            if p._data is not None:
                first = self._store.share(p._data[0])
                for data in p._data:
                    first.copyto(data)

    def _sums(self, work):
        """The gradients of all contexts of all ranks, on the CPU, in the order of the work."""
        sums, firsts = [], []
        for _, p, _ in work:
            if p._grad_stype != 'default':
                raise NotImplementedError('gradients of row_sparse in a dist kvstore are not in perch; the nearest is grad_stype "default"')
            grads = self._pushed(p)
            whole = total(grads, cpu())
            sums.append(whole.copy() if any(whole is g for g in grads) else whole)
            firsts.append(grads[0])
        self._store.add_up(sums)
        self._store.over_net('all_reduce', firsts)
        return sums

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
        if self._store is not None:
            self._share_over_ranks([(i, p, p._fresh()) for i, p in enumerate(self._params) if p.grad_req != 'null'])
        elif self._many:
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

    def _share(self, p):
        grads = p.list_grad()
        fresh = p._fresh()
        if self._compress is not None:
            whole = total(self._pushed(p))
        else:
            whole = None if _tensor.together(0, grads, grads) else total(grads)    # 0: each becomes the sum, at once
        for i, g in enumerate(grads):
            if whole is not None:
                whole.copyto(g)
            if not fresh[i]:
                p._mark_used(i)

    def _share_over_ranks(self, work):
        """As _share, for all contexts of all ranks."""
        for (_, p, fresh), whole in zip(work, self._sums(work)):
            for i, g in enumerate(p.list_grad()):
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
        scaler = None if self._update_on_kvstore else getattr(self, '_amp_loss_scaler', None)
        if scaler is not None:              # (mx.contrib.amp: a step whose gradients overflow is left out)
            if add_up and self._store is None:
                for p in self._params:
                    if p.grad_req != 'null':
                        self._share(p)
                add_up = False
            if scaler.has_overflow(self._params):
                return
        if self._store is None and all(p._data is not None and len(p._data) == 1 for p in self._params):
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
        sums = self._sums(work) if add_up and self._store is not None and self._update_on_kvstore else None
        if add_up and self._store is not None and sums is None:
            self._share_over_ranks(work)
            add_up = False
        for at, (i, p, fresh) in enumerate(work):
            if add_up and self._update_on_kvstore:
                data = p._data
                whole = total(self._pushed(p)) if sums is None else sums[at].as_in_context(data[0].context)
                self._updaters[0](i, whole, data[0])
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
