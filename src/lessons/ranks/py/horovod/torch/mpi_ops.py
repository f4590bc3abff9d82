"""What all ranks do with tensors. A handle stands for what has been begun; synchronize(handle) is its result."""
import torch

from horovod import _run
from .compression import Compression

_group = None


def group():
    """Everybody; None where this process is alone."""
    global _group
    if _run.size() == 1:
        return None
    if _group is None:
        from datetime import timedelta
        from torch.distributed._ranks_group import ProcessGroupMPI
        _group = ProcessGroupMPI(0, range(_run.size()), _run.rank(), 'horovod', timedelta(minutes=30))
    return _group


class _Op:
    """As torch.distributed's."""

    def __init__(self, word):
        self.op = word


class Handle:
    """work: of torch.distributed; result: what it is then, made by finish."""

    def __init__(self, work, result, finish=None):
        self._work, self._result, self._finish = work, result, finish

    def done(self):
        return self._work is None or self._work.is_completed()

    def wait(self):
        if self._work is not None:
            self._work.wait()
            self._work = None
        if self._finish is not None:
            finish, self._finish = self._finish, None
            self._result = finish(self._result)
        return self._result


def poll(handle):
    return handle.done()


def synchronize(handle):
    if not isinstance(handle, Handle):
        raise ValueError('Invalid handle: %r' % (handle,))
    return handle.wait()


def _scaled(tensor, factor):
    if factor != 1.0:
        with torch.no_grad():
            tensor *= factor
    return tensor


def allreduce_async_(tensor, average=None, name=None, op=None, prescale_factor=1.0, postscale_factor=1.0, process_set=None):
    word = _run.word_of(op, average)
    everybody = group()
    if not tensor.is_contiguous():
        raise ValueError('Tensor is required to be contiguous.')
    _scaled(tensor.detach(), prescale_factor)
    work = None if everybody is None else everybody.all_reduce(tensor.detach(), _Op(word), True)
    return Handle(work, tensor, lambda t: (_scaled(t.detach(), postscale_factor), t)[1])


def allreduce_async(tensor, average=None, name=None, op=None, prescale_factor=1.0, postscale_factor=1.0, process_set=None):
    return allreduce_async_(tensor.detach().clone().contiguous(), average, name, op, prescale_factor, postscale_factor)


def allreduce_(tensor, average=None, name=None, op=None, prescale_factor=1.0, postscale_factor=1.0, process_set=None):
    return synchronize(allreduce_async_(tensor, average, name, op, prescale_factor, postscale_factor))


class _AllReduce(torch.autograd.Function):
    """Its gradient is everybody's, put together the same way."""

    @staticmethod
    def forward(ctx, tensor, op, before, after):
        ctx.how = op, before, after
        return synchronize(allreduce_async(tensor, op=op, prescale_factor=before, postscale_factor=after))

    @staticmethod
    def backward(ctx, grad):
        op, before, after = ctx.how
        return allreduce(grad, op=op, prescale_factor=before, postscale_factor=after), None, None, None


def allreduce(tensor, average=None, name=None, compression=Compression.none, op=None, prescale_factor=1.0, postscale_factor=1.0, process_set=None):
    _run.word_of(op, average)
    packed, how = compression.compress(tensor)
    if op is None:
        op = _run.Sum if average is False else _run.Average
    return compression.decompress(_AllReduce.apply(packed, op, prescale_factor, postscale_factor), how)


def grouped_allreduce(tensors, average=None, name=None, compression=Compression.none, op=None, prescale_factor=1.0, postscale_factor=1.0, process_set=None):
    return [allreduce(t, average, name, compression, op, prescale_factor, postscale_factor) for t in tensors]


def grouped_allreduce_(tensors, average=None, name=None, op=None, prescale_factor=1.0, postscale_factor=1.0, process_set=None):
    handles = [allreduce_async_(t, average, name, op, prescale_factor, postscale_factor) for t in tensors]
    return [synchronize(h) for h in handles]


def allgather_async(tensor, name=None, process_set=None):
    """All tensors, one behind the other; they may differ in how many rows they have."""
    everybody, tensor = group(), tensor.detach()
    if everybody is None:
        return Handle(None, tensor.clone())
    rows = [torch.zeros(1, dtype=torch.int64) for _ in range(_run.size())]
    everybody.all_gather(rows, torch.tensor([tensor.shape[0]]), False)
    rows = [int(n) for n in rows]
    padded = tensor.new_zeros((max(rows),) + tuple(tensor.shape[1:]))
    padded[:tensor.shape[0]] = tensor
    parts = [torch.empty_like(padded) for _ in rows]
    return Handle(everybody.all_gather(parts, padded, True), parts, lambda parts: torch.cat([part[:n] for part, n in zip(parts, rows)]))


def allgather(tensor, name=None, process_set=None):
    return synchronize(allgather_async(tensor, name))


def broadcast_async_(tensor, root_rank, name=None, process_set=None):
    everybody = group()
    if not 0 <= root_rank < _run.size():
        raise ValueError('broadcast: there is no rank %d in a run of %d' % (root_rank, _run.size()))
    here = tensor.detach()
    if everybody is None:
        return Handle(None, tensor)
    whole = here.contiguous()
    return Handle(everybody.broadcast([whole], root_rank, True), tensor, None if whole.data_ptr() == here.data_ptr() else lambda t: (here.copy_(whole), t)[1])


def broadcast_async(tensor, root_rank, name=None, process_set=None):
    return broadcast_async_(tensor.detach().clone(), root_rank, name)


def broadcast_(tensor, root_rank, name=None, process_set=None):
    return synchronize(broadcast_async_(tensor, root_rank, name))


def broadcast(tensor, root_rank, name=None, process_set=None):
    return synchronize(broadcast_async(tensor, root_rank, name))


def alltoall(tensor, splits=None, name=None, process_set=None):
    """Rows of the tensor to each rank; splits: how many to each. With splits, what came from each is told too."""
    n = _run.size()
    if splits is None and tensor.shape[0] % n:
        raise ValueError('alltoall: %d rows cannot be split evenly among %d ranks' % (tensor.shape[0], n))
    given = torch.full((n,), tensor.shape[0] // n) if splits is None else torch.as_tensor(splits).cpu()
    if given.numel() != n or int(given.sum()) != tensor.shape[0]:
        raise ValueError('alltoall: splits %s are not %d parts of %d rows' % (given.tolist(), n, tensor.shape[0]))
    came = allgather(given.reshape(1, n).to(torch.int64))[:, _run.rank()]
    parts = [part.contiguous() for part in tensor.detach().split(given.tolist())]
    results = [tensor.new_empty((k,) + tuple(tensor.shape[1:])) for k in came.tolist()]
    if group() is None:
        results = parts
    else:
        group().all_to_all(results, parts, False)
    whole = torch.cat(results)
    return whole if splits is None else (whole, came)


def reducescatter(tensor, name=None, compression=Compression.none, op=_run.Average, process_set=None):
    """Each rank has its part of what allreduce would be; the first ones a row more where it is not even."""
    whole, n, at = allreduce(tensor, compression=compression, op=op), _run.size(), _run.rank()
    each, more = divmod(tensor.shape[0], n)
    first = at * each + min(at, more)
    return whole[first:first + each + (at < more)].clone()


def barrier(process_set=None):
    if group() is not None:
        group().barrier(False)
