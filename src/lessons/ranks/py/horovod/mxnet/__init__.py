"""horovod.mxnet: arrays between ranks, by the way that mxnet's dist_sync store has over MPI, and a Trainer whose gradients are everybody's mean."""
import mxnet as mx

from horovod._run import (Adasum, Average, Max, Min, Product, Sum, absent, ccl_built, cross_rank, cross_size, cuda_built, ddl_built, gloo_built, gloo_enabled, init, is_homogeneous,  # noqa: F401
                          is_initialized, local_rank, local_size, mpi_built, mpi_enabled, mpi_threads_supported, nccl_built, rank, rocm_built, shutdown, size, word_of)

_store = None


def _everybody():
    """The ranks' store; None where this process is alone."""
    global _store
    if size() == 1:
        return None
    if _store is None:
        _store = mx.kv.create('dist_sync')
    return _store


def _summed(tensor):
    """A new array on the CPU: the sum over all ranks."""
    here = tensor.as_in_context(mx.cpu()).copy()
    if _everybody() is not None:
        _everybody().add_up([here])
    return here


def allreduce_(tensor, average=None, name=None, priority=0, prescale_factor=1.0, postscale_factor=1.0, process_set=None, op=None):
    word = word_of(op, average)
    if word not in ('AVG', 'SUM'):
        raise NotImplementedError('horovod.mxnet.allreduce_ with op %s is not in perch; the nearest is op=Sum' % word)
    whole = _summed(tensor * prescale_factor if prescale_factor != 1.0 else tensor)
    factor = postscale_factor / (size() if word == 'AVG' else 1)
    (whole * factor if factor != 1.0 else whole).copyto(tensor)
    return tensor


def allreduce(tensor, average=None, name=None, priority=0, prescale_factor=1.0, postscale_factor=1.0, process_set=None, op=None):
    return allreduce_(tensor.copy(), average, name, priority, prescale_factor, postscale_factor, op=op)


def grouped_allreduce(tensors, average=None, name=None, priority=0, **how):
    return [allreduce(t, average, name, priority, **how) for t in tensors]


def grouped_allreduce_(tensors, average=None, name=None, priority=0, **how):
    return [allreduce_(t, average, name, priority, **how) for t in tensors]


def broadcast_(tensor, root_rank, name=None, priority=0, process_set=None):
    if not 0 <= root_rank < size():
        raise ValueError('broadcast: there is no rank %d in a run of %d' % (root_rank, size()))
    _summed(tensor if rank() == root_rank else mx.nd.zeros_like(tensor)).copyto(tensor)
    return tensor


def broadcast(tensor, root_rank, name=None, priority=0, process_set=None):
    return broadcast_(tensor.copy(), root_rank, name, priority)


def allgather(tensor, name=None, priority=0, process_set=None):
    """All arrays, one behind the other; they may differ in how many rows they have."""
    rows = mx.nd.zeros((size(),), dtype='int64')
    rows[rank()] = tensor.shape[0]
    counts = [int(n) for n in _summed(rows).asnumpy()]
    first = sum(counts[:rank()])
    whole = mx.nd.zeros((sum(counts),) + tensor.shape[1:], dtype=tensor.dtype, ctx=tensor.context)
    whole[first:first + counts[rank()]] = tensor
    return _summed(whole).as_in_context(tensor.context)


def broadcast_object(obj, root_rank=0, name=None, process_set=None):
    import numpy as np
    import pickle
    packed = np.frombuffer(pickle.dumps(obj), dtype=np.uint8).astype(np.int32) if rank() == root_rank else np.zeros(0, np.int32)
    whole = allgather(mx.nd.array(packed, dtype='int32')) if size() > 1 else mx.nd.array(packed, dtype='int32')
    return obj if rank() == root_rank else pickle.loads(whole.asnumpy().astype(np.uint8).tobytes())


def broadcast_parameters(params, root_rank=0, prefix=None):
    """A dict of arrays, or Gluon's parameters; those whose shape is not known yet are broadcast when they get their first values."""
    if size() == 1:
        return
    if isinstance(params, mx.gluon.parameter.ParameterDict) or (isinstance(params, dict) and all(isinstance(p, mx.gluon.Parameter) for p in params.values())):
        for name, p in sorted(params.items()):
            try:
                for data in p.list_data():
                    broadcast_(data, root_rank)
            except mx.gluon.parameter.DeferredInitializationError:
                _later(p, root_rank)
    elif isinstance(params, dict):
        for name, data in sorted(params.items()):
            broadcast_(data, root_rank)
    else:
        raise ValueError('invalid params of type: %s' % type(params))


def _later(p, root_rank):
    begin = p._init_impl

    def then(*args, **kwargs):
        begin(*args, **kwargs)
        for data in p.list_data():
            broadcast_(data, root_rank)
    p._init_impl = then


class DistributedOptimizer(mx.optimizer.Optimizer):
    """The optimizer, whose updates take everybody's gradients: their mean, as its rescale_grad is divided by the ranks' number."""

    def __init__(self, optimizer, gradient_predivide_factor=1.0, num_groups=0, process_set=None):
        self._optimizer = optimizer
        self._factor = gradient_predivide_factor
        optimizer.rescale_grad *= gradient_predivide_factor / size()

    def __getattr__(self, name):
        return getattr(self.__dict__['_optimizer'], name)

    def create_state_multi_precision(self, index, weight):
        return self._optimizer.create_state_multi_precision(index, weight)

    def _share(self, grad):
        for g in grad if isinstance(grad, (list, tuple)) else [grad]:
            allreduce_(g, average=False, prescale_factor=1.0 / self._factor)

    def update(self, index, weight, grad, state):
        self._share(grad)
        self._optimizer.update(index, weight, grad, state)

    def update_multi_precision(self, index, weight, grad, state):
        self._share(grad)
        self._optimizer.update_multi_precision(index, weight, grad, state)

    def set_learning_rate(self, lr):
        self._optimizer.set_learning_rate(lr)

    def set_lr_mult(self, args_lr_mult):
        self._optimizer.set_lr_mult(args_lr_mult)

    def set_wd_mult(self, args_wd_mult):
        self._optimizer.set_wd_mult(args_wd_mult)


class DistributedTrainer(mx.gluon.Trainer):
    """Gluon's Trainer over all ranks' contexts: step(batch_size) takes the mean over the ranks of what each would do with its own part of so many."""

    def __init__(self, params, optimizer, optimizer_params=None, compression=None, gradient_predivide_factor=1.0, prefix=None, num_groups=0, process_set=None):
        if isinstance(optimizer, DistributedOptimizer):
            import warnings
            warnings.warn('DistributedTrainer does not take DistributedOptimizer as its optimizer. We have unwrapped it for you.')
            optimizer.rescale_grad *= size() / optimizer._factor
            optimizer = optimizer._optimizer
        alone = size() == 1
        super().__init__(params, optimizer, optimizer_params, kvstore=None if alone else _everybody(), update_on_kvstore=None if alone else False)
        self._scale /= size()


alltoall = absent('horovod.mxnet', 'alltoall()', 'allgather()')
reducescatter = absent('horovod.mxnet', 'reducescatter()', 'allreduce()')
