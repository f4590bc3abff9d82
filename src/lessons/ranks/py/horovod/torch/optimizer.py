"""DistributedOptimizer: the same optimizer, whose step() takes everybody's gradients. They travel while backward() runs, each as soon as it is there."""
from contextlib import contextmanager

from horovod import _run
from .compression import Compression
from .mpi_ops import allreduce_async_, synchronize


def _check_names(named, groups):
    names = [name for name, _ in named]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ValueError('Parameter names in named_parameters must be unique. Found duplicates: %s' % ', '.join(sorted(twice)))
    known = {id(p) for _, p in named}
    if sum(id(p) not in known for group in groups for p in group['params']):
        raise ValueError('named_parameters was specified, but one or more model parameters were not named. Python object ids: %s'
                         % ', '.join(str(id(p)) for group in groups for p in group['params'] if id(p) not in known))


class _Distributed:
    """What is put in front of the optimizer's own class."""

    def _hvd_begin(self, compression, passes, op, predivide):
        self._compression, self.backward_passes_per_step = compression, passes
        self._op, self._before, self._after = op, 1.0, 1.0
        if predivide != 1.0:
            self._op, self._before, self._after = _run.Sum, 1.0 / predivide, predivide / _run.size()
        self._handles, self._delay, self._nodes, self._synchronized, self._should_synchronize = {}, {}, [], False, True
        if _run.size() == 1:
            return
        for group in self.param_groups:
            for p in group['params']:
                if p.requires_grad:
                    self._delay[p] = passes
                    node = p.expand_as(p).grad_fn.next_functions[0][0]
                    node.register_hook(lambda *ignored, p=p: self._hvd_ready(p))
                    self._nodes.append(node)        # (a node that nobody holds is made anew by the next graph, without the hook)

    def _hvd_ready(self, p):
        if self._handles.get(p) is not None and self._delay[p] <= 0:
            raise AssertionError('Gradients were computed more than backward_passes_per_step times before call to step(). Increase backward_passes_per_step to accumulate gradients locally.')
        self._delay[p] -= 1
        if self._delay[p] == 0:
            self._handles[p] = self._hvd_send(p)

    def _hvd_send(self, p):
        packed, how = self._compression.compress(p.grad)
        packed = packed.contiguous()
        return allreduce_async_(packed, op=self._op, prescale_factor=self._before, postscale_factor=self._after), packed, how

    def set_backward_passes_per_step(self, passes):
        self.backward_passes_per_step = passes
        for p in self._delay:
            self._delay[p] = passes

    def synchronize(self):
        for p in self._delay:       # what backward() did not come to goes now: the other ranks may have come to it
            if self._handles.get(p) is None and p.grad is not None:
                self._handles[p] = self._hvd_send(p)
        for p, (handle, packed, how) in self._handles.items():
            synchronize(handle)
            self._delay[p] = self.backward_passes_per_step
            if packed is not p.grad:
                p.grad.copy_(self._compression.decompress(packed, how))
        self._handles.clear()
        self._synchronized = True

    @contextmanager
    def skip_synchronize(self):
        self._should_synchronize = False
        try:
            yield
        finally:
            self._should_synchronize = True

    def step(self, closure=None):
        if self._should_synchronize:
            if self._synchronized:
                import warnings
                warnings.warn('optimizer.step() called without optimizer.skip_synchronize() context after optimizer.synchronize(). This can cause training slowdown. You may want to consider '
                              'using optimizer.skip_synchronize() context if you use optimizer.synchronize() in your code.')
            self.synchronize()
        self._synchronized = False
        return super(self.__class__, self).step(closure)

    def zero_grad(self, *args, **kwargs):
        if self._handles:
            raise AssertionError('optimizer.zero_grad() was called after loss.backward() but before optimizer.step() or optimizer.synchronize(). This is prohibited as it can cause a race condition.')
        return super(self.__class__, self).zero_grad(*args, **kwargs)


def DistributedOptimizer(optimizer, named_parameters=None, compression=Compression.none, backward_passes_per_step=1, op=_run.Average, gradient_predivide_factor=1.0, num_groups=0, groups=None,
                         sparse_as_dense=False, process_set=None):
    """An optimizer of the same class and state. named_parameters: names, which are looked at and not needed."""
    _run.word_of(op, None)
    if gradient_predivide_factor != 1.0 and op != _run.Average:
        raise ValueError('gradient_predivide_factor not supported with op != Average')
    if named_parameters is not None:
        named = list(named_parameters)
        if any(not isinstance(pair, tuple) for pair in named):
            raise ValueError('named_parameters should be a sequence of tuples (name, parameter), usually produced by model.named_parameters().')
        _check_names(named, optimizer.param_groups)
    kind = type(optimizer.__class__.__name__, (optimizer.__class__,), {name: f for name, f in vars(_Distributed).items() if name not in ('__dict__', '__weakref__', '__doc__', '__module__')})
    made = kind.__new__(kind)
    made.__dict__.update(optimizer.__dict__)
    made._hvd_begin(compression, backward_passes_per_step, op, gradient_predivide_factor)
    return made
