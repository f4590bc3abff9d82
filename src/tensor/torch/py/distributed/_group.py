"""A process group over sockets: what its processes do together. Each sends what it has at once and takes what the others sent when it needs it, so nothing waits for a thread."""
import pickle

import torch

_BITS = {'BAND': torch.bitwise_and, 'BOR': torch.bitwise_or, 'BXOR': torch.bitwise_xor}


class ReduceOp:
    """How the parts of several processes become one."""

    def __init__(self, name):
        self.op = name

    def __eq__(self, other):
        return isinstance(other, ReduceOp) and self.op == other.op

    def __hash__(self):
        return hash(self.op)

    def __repr__(self):
        return '<torch.distributed.distributed_c10d.ReduceOp object at %#x>' % id(self)

    def __reduce__(self):
        return getattr, (ReduceOp, self.op)


ReduceOp.__module__ = 'torch.distributed.distributed_c10d'
for _name in ('SUM', 'AVG', 'PRODUCT', 'MIN', 'MAX', 'BAND', 'BOR', 'BXOR'):
    setattr(ReduceOp, _name, ReduceOp(_name))


class Work:
    """What has been begun; wait() for its end."""

    def __init__(self, finish=None, ready=None):
        self._finish, self._ready = finish, ready
        self._source = -1

    def wait(self, timeout=None):
        if self._finish is not None:
            finish, self._finish = self._finish, None
            self._source = finish(timeout)
        return True

    def is_completed(self):
        if self._finish is not None and (self._ready is None or self._ready()):
            self.wait()
        return self._finish is None

    is_success = is_completed

    def source_rank(self):
        return self._source

    def result(self):
        self.wait()
        return []

    def get_future(self):
        raise NotImplementedError('Work.get_future() is not in perch; the nearest is Work.wait()')


Work.__module__ = 'torch.distributed.distributed_c10d'


def _bytes_of(tensor):
    """The numbers of a tensor as they lie, wherever it lives."""
    flat = tensor.detach().cpu().contiguous().reshape(-1)
    return memoryview(flat.view(torch.uint8).numpy()) if flat.numel() else b''


def _tensor_of(room, like):
    if not len(room):
        return torch.empty(like.shape, dtype=like.dtype)
    return torch.frombuffer(room, dtype=torch.uint8).view(like.dtype).reshape(like.shape)


def _joined(parts, op):
    """The parts, in the order of the ranks, as one."""
    total = parts[0].clone()
    for part in parts[1:]:
        if op.op in ('SUM', 'AVG'):
            total += part
        elif op.op == 'PRODUCT':
            total *= part
        elif op.op == 'MIN':
            total = torch.minimum(total, part)
        elif op.op == 'MAX':
            total = torch.maximum(total, part)
        else:
            total = _BITS[op.op](total, part)
    return total / len(parts) if op.op == 'AVG' else total


class ProcessGroup:
    """ranks: its processes, by their numbers in the run. later: the caller does not wait at once (which only an engine of ranks wants to know: _ranks_group.py)."""

    backend = 'gloo'

    def __init__(self, lines, ranks, name, timeout):
        self._lines, self._ranks, self._name, self._timeout = lines, list(ranks), name, timeout
        self._at = self._ranks.index(lines.rank)
        self._steps = 0

    is_near = False         # are all ranks on one machine, where nothing travels while a rank does something else?

    def rank(self):
        return self._at

    def size(self):
        return len(self._ranks)

    def name(self):
        return self.backend

    def check(self, tensors):
        """Tensors that this kind of group cannot take."""
        for tensor in tensors:
            if not tensor.is_contiguous():
                raise ValueError('Tensors must be contiguous')

    def check_message(self, tensor):
        if not tensor.is_contiguous():
            raise RuntimeError('input tensor has to be contiguous')
        self.check([tensor])

    def _step(self):
        """What one common step is about: the same for all, as all take the same steps."""
        self._steps += 1
        return self._name, self._steps

    def _say(self, about, to, tensor):
        self._lines.send(self._ranks[to], about, (str(tensor.dtype), tuple(tensor.shape)), _bytes_of(tensor))

    def _hear(self, about, source, like, timeout):
        _, (dtype, shape), room = self._lines.receive([self._ranks[source]], about, timeout or self._timeout)
        if dtype != str(like.dtype) or len(room) != like.numel() * like.element_size():
            raise RuntimeError('Tensors of different processes do not fit: rank %d sent %s of shape %s where %s of shape %s was expected'
                               % (self._ranks[source], dtype, list(shape), like.dtype, list(like.shape)))
        return _tensor_of(room, like)

    def _from_all(self, about, mine, like, timeout):
        return [mine if i == self._at else self._hear(about, i, like, timeout) for i in range(self.size())]

    def _others(self):
        return [i for i in range(self.size()) if i != self._at]

    def _ready_from(self, about, sources):
        return lambda: all(self._lines.ready(self._ranks[i], about) for i in sources)

    # ---- between two ----
    def send(self, tensor, to, tag, later=True):
        self.check_message(tensor)
        self._say((self._name, 'to', tag), to, tensor)
        return Work()

    def receive(self, tensor, source, tag, later=True):
        self.check_message(tensor)
        about = self._name, 'to', tag

        def finish(timeout):
            peers = [self._ranks[source]] if source is not None else [self._ranks[i] for i in self._others()]
            peer, (dtype, shape), room = self._lines.receive(peers, about, timeout or self._timeout)
            if dtype != str(tensor.dtype) or len(room) > tensor.numel() * tensor.element_size():
                raise RuntimeError('Tensors of different processes do not fit: rank %d sent %s of shape %s where %s of shape %s was expected'
                                   % (peer, dtype, list(shape), tensor.dtype, list(tensor.shape)))
            _put(tensor, _tensor_of(room, tensor))
            return peer
        return Work(finish, self._ready_from(about, [source] if source is not None else self._others()))

    # ---- all together ----
    def broadcast(self, tensors, root, later=True):
        self.check(tensors)
        about = self._step()
        if root == self._at:
            for tensor in tensors:
                for i in self._others():
                    self._say(about, i, tensor)
            return Work()

        def finish(timeout):
            for tensor in tensors:
                _put(tensor, self._hear(about, root, tensor, timeout))
        return Work(finish, self._ready_from(about, [root]))

    def all_reduce(self, tensor, op, later=True):
        self.check([tensor])
        about, mine = self._step(), tensor.detach().cpu().clone()
        for i in self._others():
            self._say(about, i, mine)
        return Work(lambda timeout: _put(tensor, _joined(self._from_all(about, mine, mine, timeout), op)), self._ready_from(about, self._others()))

    def reduce(self, tensor, root, op, later=True):
        self.check([tensor])
        about = self._step()
        if root != self._at:
            self._say(about, root, tensor)
            return Work()
        mine = tensor.detach().cpu()
        return Work(lambda timeout: _put(tensor, _joined(self._from_all(about, mine, mine, timeout), op)), self._ready_from(about, self._others()))

    def all_gather(self, results, tensor, later=True):
        self.check([tensor, *results])
        about, mine = self._step(), tensor.detach().cpu().clone()
        for i in self._others():
            self._say(about, i, mine)

        def finish(timeout):
            for result, part in zip(results, self._from_all(about, mine, mine, timeout)):
                _put(result, part)
        return Work(finish, self._ready_from(about, self._others()))

    def gather(self, results, tensor, root, later=True):
        self.check([tensor, *(results or ())])
        about = self._step()
        if root != self._at:
            self._say(about, root, tensor)
            return Work()
        mine = tensor.detach().cpu()

        def finish(timeout):
            for result, part in zip(results, self._from_all(about, mine, mine, timeout)):
                _put(result, part)
        return Work(finish, self._ready_from(about, self._others()))

    def scatter(self, tensor, parts, root, later=True):
        self.check([tensor, *(parts or ())])
        about = self._step()
        if root != self._at:
            return Work(lambda timeout: _put(tensor, self._hear(about, root, tensor, timeout)), self._ready_from(about, [root]))
        for i in self._others():
            self._say(about, i, parts[i])
        _put(tensor, parts[self._at])
        return Work()

    def reduce_scatter(self, tensor, parts, op, later=True):
        self.check([tensor, *parts])
        about, mine = self._step(), parts[self._at].detach().cpu().clone()
        for i in self._others():
            self._say(about, i, parts[i])
        return Work(lambda timeout: _put(tensor, _joined(self._from_all(about, mine, mine, timeout), op)), self._ready_from(about, self._others()))

    def all_to_all(self, results, parts, later=True):
        self.check([*parts, *results])
        about, mine = self._step(), parts[self._at].detach().cpu().clone()
        for i in self._others():
            self._say(about, i, parts[i])

        def finish(timeout):
            for i, result in enumerate(results):
                _put(result, mine if i == self._at else self._hear(about, i, result, timeout))
        return Work(finish, self._ready_from(about, self._others()))

    def barrier(self, later=True):
        return self.all_reduce(torch.zeros(1), ReduceOp.SUM)

    # ---- objects ----
    def gather_objects(self, value):
        """Everybody's, in the order of the ranks."""
        about, packed = self._step(), pickle.dumps(value)
        for i in self._others():
            self._lines.send(self._ranks[i], about, None, packed)
        return [pickle.loads(packed) if i == self._at else pickle.loads(self._lines.receive([self._ranks[i]], about, self._timeout)[2]) for i in range(self.size())]

    def send_objects(self, values, root):
        """values[i] goes to rank i; root's only."""
        about = self._step()
        if root != self._at:
            return pickle.loads(self._lines.receive([self._ranks[root]], about, self._timeout)[2])
        packed = [pickle.dumps(value) for value in values]
        for i in self._others():
            self._lines.send(self._ranks[i], about, None, packed[i])
        return pickle.loads(packed[self._at])


def _put(tensor, value):
    with torch.no_grad():
        tensor.copy_(value.reshape(tensor.shape) if value.shape != tensor.shape else value)


class ProcessGroupGloo(ProcessGroup):
    """Tensors on the CPU, and on GPUs by way of the CPU."""


class ProcessGroupNCCL(ProcessGroup):
    """Tensors on GPUs only, one device a process."""

    backend = 'nccl'

    def check(self, tensors):
        for tensor in tensors:
            if tensor.is_cpu:
                from perch.explain import attach
                raise attach(RuntimeError('Tensors must be CUDA and dense'), 'P0103', [tensor])
            if not tensor.is_contiguous():
                raise RuntimeError('Tensors must be contiguous')

    def barrier(self, later=True):
        return self.all_reduce(torch.zeros(1, device='cuda'), ReduceOp.SUM)


for _kind in (ProcessGroup, ProcessGroupGloo, ProcessGroupNCCL):
    _kind.__module__ = 'torch.distributed.distributed_c10d'
