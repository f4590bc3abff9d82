"""Process groups over ranks: the calls of _group.py by an engine of ranks (MPI), which _ranks has. Tensors that are not the host's travel through copies there."""
import pickle

import torch
import _ranks
import _tensor
from perch.ranks import KIND, REDUCTION, join      # noqa: F401
from ._group import ProcessGroup, ProcessGroupGloo, ProcessGroupNCCL, ReduceOp, Work, _put
from ._cards import Rings
from ._wire import seconds

_REDUCTION = {**REDUCTION, 'AVG': REDUCTION['SUM']}
_ALL_REDUCE, _MESSAGE = KIND['all_reduce'], -1


class RankWork(Work):
    """A call that goes on among the ranks; finish: what is done with its result."""

    def __init__(self, number, limit, finish):
        super().__init__(finish)
        self._number, self._limit = number, limit

    def wait(self, timeout=None):
        if self._number is not None:
            self._source = _ranks.wait(self._number, self._limit if timeout is None else seconds(timeout))
            self._over()
        return True

    def _over(self):
        number, self._number = self._number, None
        _ranks.drop(number)
        finish, self._finish = self._finish, None
        if finish is not None:
            finish()

    def is_completed(self):
        if self._number is not None and _ranks.test(self._number):
            self.wait()
        return self._number is None

    is_success = is_completed

    def __del__(self):
        if self._number is not None:
            _ranks.drop(self._number)


def _here(tensor):
    """The tensor as the host's memory: itself, where it can be."""
    if tensor.is_cpu and tensor.is_contiguous():
        return tensor
    return tensor.detach().cpu().contiguous()


def _averaged(tensor, size):
    with torch.no_grad():
        if tensor.is_floating_point() or tensor.is_complex():
            tensor /= size
        else:
            tensor.copy_(torch.div(tensor, size, rounding_mode='trunc'))


def _over_net(tensor, kind, ranks, bytes_of, finish):
    """What is done at the end, and before it what the call takes on the network that simulated GPUs have (--net)."""
    size = bytes_of.numel() * bytes_of.element_size()

    def spent():
        _tensor.net_spend(tensor, kind, ranks, size)
        if finish is not None:
            finish()
    return spent


class OverRanks(ProcessGroup):
    """number: the group's, in _ranks."""

    def __init__(self, number, ranks, rank, name, timeout):
        self._number, self._ranks, self._name, self._timeout = number, list(ranks), name, timeout
        self._at, self._limit = self._ranks.index(rank), seconds(timeout)
        self.is_near = _ranks.near(number)
        self._rings = Rings(number, self._at, self._limit) if self.backend == 'nccl' else None

    def _by_cards(self, kind, taken, given, root=0, op=None, finish=None):
        """Is it done by the ranks' own cards? finish: what is done behind it, in their order."""
        if self._rings is None or not self._rings.run(kind, taken, given, root, None if op is None else 'SUM' if op.op == 'AVG' else op.op):
            return False
        if finish is not None:
            finish()
        return True

    def _begin(self, kind, taken, given, later, root=0, op=None, finish=None, sizes=(None, None), of=None):
        """of: the tensor that it is about, where that may be a GPU's."""
        if of is not None and not of.is_cpu:
            finish = _over_net(of, KIND[kind], self.size(), taken if kind == 'all_to_all' else of, finish)
        number = _ranks.begin(self._number, KIND[kind], _REDUCTION[op.op] if op else 0, root, taken, given, later, self._limit, *sizes)
        if later:
            return RankWork(number, self._limit, finish)
        if finish is not None:
            finish()
        return _DONE

    def all_reduce(self, tensor, op, later=True):
        self.check([tensor])
        average = op.op == 'AVG'
        if self._by_cards('all_reduce', tensor, tensor, op=op, finish=(lambda: _averaged(tensor, self.size())) if average else None):
            return _DONE
        here = _here(tensor)
        if here is tensor and not later and not average:        # the shortest way
            _ranks.begin(self._number, _ALL_REDUCE, _REDUCTION[op.op], 0, tensor, tensor, False, self._limit)
            return _DONE

        def finish():
            if average:
                _averaged(here, self.size())
            if here is not tensor:
                _put(tensor, here)
        return self._begin('all_reduce', here, here, later, op=op, finish=finish, of=tensor)

    def reduce(self, tensor, root, op, later=True):
        self.check([tensor])
        mine = root == self._at
        if self._by_cards('reduce', tensor, tensor if mine else None, root, op, (lambda: _averaged(tensor, self.size())) if mine and op.op == 'AVG' else None):
            return _DONE
        here = _here(tensor)

        def finish():
            if mine and op.op == 'AVG':
                _averaged(here, self.size())
            if mine and here is not tensor:
                _put(tensor, here)
        return self._begin('reduce', here, here if mine else None, later, root, op, finish, of=tensor)

    def broadcast(self, tensors, root, later=True):
        self.check(tensors)
        work = _DONE
        for i, tensor in enumerate(tensors):    # (the last one's work stands for all)
            if self._by_cards('broadcast', tensor if root == self._at else None, tensor, root):
                work = _DONE
                continue
            here = _here(tensor)
            back = None if here is tensor or root == self._at else (lambda tensor=tensor, here=here: _put(tensor, here))
            work = self._begin('broadcast', here if root == self._at else None, here, later and i == len(tensors) - 1, root, finish=back, of=tensor)
        return work

    def _room(self, tensor, device=None):
        return torch.empty((self.size(),) + tuple(tensor.shape), dtype=tensor.dtype, device=device)

    def _fits(self, tensors, like, what):
        if len(tensors) != self.size():
            raise ValueError('%s: a list of %d tensors for %d ranks' % (what, len(tensors), self.size()))
        for i, each in enumerate(tensors):
            if each.dtype != like.dtype or each.numel() != like.numel():
                raise ValueError('%s: tensor %d of the list is %s of shape %s where %s of shape %s is expected'
                                 % (what, i, each.dtype, list(each.shape), like.dtype, list(like.shape)))

    def all_gather(self, results, tensor, later=True):
        self.check([tensor, *results])
        self._fits(results, tensor, 'all_gather')
        if self._rings is not None:
            whole = self._room(tensor, tensor.device)
            if self._by_cards('all_gather', tensor, whole, finish=lambda: _put_all(results, whole)):
                return _DONE
        whole = self._room(tensor)
        return self._begin('all_gather', _here(tensor), whole, later, finish=lambda: _put_all(results, whole), of=tensor)

    def gather(self, results, tensor, root, later=True):
        self.check([tensor, *(results or ())])
        mine = root == self._at
        if mine:
            self._fits(results, tensor, 'gather')
        whole = self._room(tensor) if mine else None
        return self._begin('gather', _here(tensor), whole, later, root, finish=(lambda: _put_all(results, whole)) if mine else None, of=tensor)

    def scatter(self, tensor, parts, root, later=True):
        self.check([tensor, *(parts or ())])
        mine = root == self._at
        if mine:
            self._fits(parts, tensor, 'scatter')
        here = _here(tensor)
        return self._begin('scatter', _stacked(parts) if mine else None, here, later, root, finish=None if here is tensor else lambda: _put(tensor, here), of=tensor)

    def reduce_scatter(self, tensor, parts, op, later=True):
        self.check([tensor, *parts])
        self._fits(parts, tensor, 'reduce_scatter')
        if self._rings is not None and self._by_cards('reduce_scatter', torch.stack(list(parts)).detach(), tensor, op=op, finish=(lambda: _averaged(tensor, self.size())) if op.op == 'AVG' else None):
            return _DONE
        here = _here(tensor)

        def finish():
            if op.op == 'AVG':
                _averaged(here, self.size())
            if here is not tensor:
                _put(tensor, here)
        return self._begin('reduce_scatter', _stacked(parts), here, later, op=op, finish=finish, of=tensor)

    def all_to_all(self, results, parts, later=True):
        self.check([*parts, *results])
        for what, given in (('output', results), ('input', parts)):
            if len(given) != self.size():
                raise ValueError('all_to_all: %d %s tensors for %d ranks' % (len(given), what, self.size()))
        sent, wanted = [t.numel() for t in parts], [t.numel() for t in results]
        self._agree_on_sizes(sent, wanted)
        taken = torch.cat([_here(t).reshape(-1) for t in parts])
        given = torch.empty(sum(wanted), dtype=taken.dtype)

        def finish():
            for result, part in zip(results, given.split(wanted)):
                _put(result, part.reshape(result.shape))
        return self._begin('all_to_all', taken, given, later, finish=finish, sizes=(sent, wanted), of=parts[0])

    def _agree_on_sizes(self, sent, wanted):
        """What goes to each is what it expects: seen by all, so that all or none go on."""
        told = torch.empty((self.size(), 2, self.size()), dtype=torch.int64)
        self._begin('all_gather', torch.tensor([sent, wanted]), told, False)
        sent, wanted = told[:, 0], told[:, 1].t()
        if not torch.equal(sent, wanted):
            a, b = (sent != wanted).nonzero()[0].tolist()
            raise RuntimeError('The ranks do not do the same: rank %d sends %d elements to rank %d in all_to_all, where %d are expected'
                               % (self._ranks[a], sent[a, b], self._ranks[b], wanted[a, b]))

    def barrier(self, later=True):
        return self._begin('barrier', None, None, later)

    # ---- between two ----
    def send(self, tensor, to, tag, later=True):
        self.check_message(tensor)
        number = _ranks.send(self._number, _here(tensor), to, tag, later, self._limit)
        spent = None if tensor.is_cpu else _over_net(tensor, _MESSAGE, 2, tensor, None)
        if later:
            return RankWork(number, self._limit, spent)
        if spent is not None:
            spent()
        return _DONE

    def receive(self, tensor, source, tag, later=True):
        self.check_message(tensor)
        here = _here(tensor)
        finish = None if here is tensor else lambda: _put(tensor, here)
        if not tensor.is_cpu:
            finish = _over_net(tensor, _MESSAGE, 2, tensor, finish)
        came = _ranks.receive(self._number, here, -1 if source is None else source, tag, later, self._limit)
        if later:
            return _Received(came, self._limit, finish, self._ranks)
        return _Received(None, self._limit, finish, self._ranks, came)

    # ---- objects ----
    def gather_objects(self, value):
        packed = torch.frombuffer(bytearray(pickle.dumps(value)), dtype=torch.uint8)
        sizes = torch.empty((self.size(), 1), dtype=torch.int64)
        self._begin('all_gather', torch.tensor([packed.numel()]), sizes, False)
        widest = int(sizes.max())
        whole, padded = torch.empty((self.size(), widest), dtype=torch.uint8), torch.zeros(widest, dtype=torch.uint8)
        padded[:packed.numel()] = packed
        self._begin('all_gather', padded, whole, False)
        return [pickle.loads(row[:n].numpy().tobytes()) for row, n in zip(whole, sizes[:, 0].tolist())]

    def send_objects(self, values, root):
        mine = root == self._at
        packed = [torch.frombuffer(bytearray(pickle.dumps(value)), dtype=torch.uint8) for value in values] if mine else None
        sizes = torch.tensor([t.numel() for t in packed]) if mine else torch.empty(self.size(), dtype=torch.int64)
        self._begin('broadcast', sizes if mine else None, sizes, False, root)
        widest, whole = int(sizes.max()), None
        if mine:
            whole = torch.zeros((self.size(), widest), dtype=torch.uint8)
            for row, part in zip(whole, packed):
                row[:part.numel()] = part
        here = torch.empty(widest, dtype=torch.uint8)
        self._begin('scatter', whole, here, False, root)
        return pickle.loads(here[:int(sizes[self._at])].numpy().tobytes())


class _Received(RankWork):
    def __init__(self, number, limit, finish, ranks, source=-1):
        super().__init__(number, limit, finish)
        self._ranks, self._source = ranks, source
        if number is None and finish is not None:
            finish()

    def source_rank(self):
        return -1 if self._source < 0 else self._ranks[self._source]


_DONE = Work()


def _stacked(parts):
    return torch.stack([_here(part).detach() for part in parts])


def _put_all(results, whole):
    for result, part in zip(results, whole):
        _put(result, part)


class ProcessGroupMPI(OverRanks):
    """Tensors of any device, over MPI."""

    backend = 'mpi'


def _over_ranks(kind):
    """That kind of group, with the words and rules it has, carried by the engine of ranks."""
    made = type(kind.__name__, (OverRanks, kind), {'backend': kind.backend, 'check': kind.check, '__doc__': kind.__doc__})
    made.__module__ = kind.__module__
    return made


ProcessGroupMPI.__module__ = ProcessGroup.__module__
KINDS = {'mpi': ProcessGroupMPI, 'gloo': _over_ranks(ProcessGroupGloo), 'nccl': _over_ranks(ProcessGroupNCCL)}


# ---- groups ----
def new_number(ranks, everybody, timeout):
    """The number of a group of these ranks; None: this process is none of them. All ranks of the run call it."""
    return 0 if everybody else _ranks.group(list(ranks), seconds(timeout))


def leave(group):
    if group._rings is not None:
        group._rings.close()
    _ranks.leave(group._number)
