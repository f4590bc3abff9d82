"""torch.distributed: several processes of one run that exchange tensors: over MPI where mpirun or srun started them (_ranks_group.py), else over sockets (_group.py, _wire.py).

Simulated GPUs are each process's own."""
import datetime
import itertools
import os
import pickle
import warnings
from urllib.parse import parse_qs, urlparse

import _ranks
import torch
from _torch import _two
from perch.only import only
from perch.ranks import is_started as _is_started
from ._group import ProcessGroup, ProcessGroupGloo, ProcessGroupNCCL, ReduceOp, Work
from ._wire import DEFAULT_TIMEOUT as default_pg_timeout
from ._wire import FileStore, HashStore, Lines, PrefixStore, Store, TCPStore

_ABSENT = "module 'torch.distributed' has no attribute %r in perch; the nearest are its collectives (all_reduce, broadcast, …) and torch.nn.parallel.DistributedDataParallel"


def __getattr__(name):
    if name in ('launch', 'run', 'elastic', 'optim'):
        from importlib import import_module
        return import_module('torch.distributed.' + name)
    raise AttributeError(_ABSENT % name, name=name)


class Backend(str):
    """The name of a backend, in small letters."""
    UNDEFINED, GLOO, NCCL, UCC, MPI, TCP = 'undefined', 'gloo', 'nccl', 'ucc', 'mpi', 'tcp'

    def __new__(cls, name):
        if not isinstance(name, str):
            raise ValueError('Backend name must be a string, but got: {}'.format(name))
        value = getattr(cls, name.upper(), cls.UNDEFINED)
        if value == cls.TCP:
            raise ValueError('TCP backend has been deprecated. Please use Gloo or MPI backend for collective operations on CPU tensors.')
        if value == cls.UNDEFINED:
            raise ValueError("Invalid backend: '{}'".format(name))
        return value


class GroupMember:
    """WORLD: the group of all processes. NON_GROUP_MEMBER: what new_group() gives to a process that is none of its."""
    WORLD = None
    NON_GROUP_MEMBER = object()


class _ReadsWorld(type):
    @property
    def WORLD(cls):
        return GroupMember.WORLD


class group(metaclass=_ReadsWorld):
    pass


for _class in (Backend, GroupMember, group):
    _class.__module__ = 'torch.distributed.distributed_c10d'

_groups = {}                # a group's object -> (backend, store, its ranks in the run)
_lines = None               # over sockets
_engine = None              # the module of groups over ranks, where a launcher of MPI started the run
_count = itertools.count(1)
_DEFAULT_FIRST_BUCKET_BYTES = 1024 * 1024


# ---- what there is ----
def is_available():
    return True


def is_initialized():
    return GroupMember.WORLD is not None


def is_gloo_available():
    return True


def is_nccl_available():
    return torch.cuda.is_available()


def is_mpi_available():
    try:
        return bool(_ranks.version())
    except RuntimeError:
        return False


def is_torchelastic_launched():
    return os.getenv('TORCHELASTIC_RUN_ID') is not None


def _world():
    if GroupMember.WORLD is None:
        raise (ValueError if _two('VALUE_ERRORS') else RuntimeError)('Default process group has not been initialized, please make sure to call init_process_group.')
    return GroupMember.WORLD


def _of(given):
    """The group that is meant; None where this process is none of its."""
    found = _world() if given is None else given
    return None if found is GroupMember.NON_GROUP_MEMBER else found


def _left_out(name):
    warnings.warn('Running %s on global rank %s which does not belong to the given group.' % (name, get_rank() if is_initialized() else -1))


def _place(member, rank):
    """A rank of the run as one of the group."""
    ranks = _groups[member][2]
    if rank not in ranks:
        raise RuntimeError(f'Global rank {rank} is not part of group {member}')
    return ranks.index(rank)


def get_rank(group=None):
    member = _of(group)
    return -1 if member is None else member.rank()


def get_world_size(group=None):
    member = _of(group)
    return -1 if member is None else member.size()


def get_backend(group=None):
    member = _of(group)
    if member not in _groups:
        raise RuntimeError('Invalid process group specified')
    return _groups[member][0]


def get_group_rank(group, global_rank):
    if group is GroupMember.WORLD:
        return global_rank
    if group not in _groups:
        raise RuntimeError(f'Group {group} is not registered, please create group with torch.distributed.new_group API')
    return _place(group, global_rank)


def get_global_rank(group, group_rank):
    if group is GroupMember.WORLD:
        return group_rank
    if group not in _groups:
        raise RuntimeError(f'Group {group} is not registered, please create group with torch.distributed.new_group API')
    ranks = _groups[group][2]
    if group_rank >= len(ranks):
        raise RuntimeError(f'Group rank {group_rank} is not part of group {group}')
    return ranks[group_rank]


def get_process_group_ranks(group):
    return list(_groups[group][2])


# ---- beginning and end ----
def _asked(kind, name):
    found = os.environ.get(name)
    if not found:
        error, untold = ValueError('Error initializing torch.distributed using {}:// rendezvous: environment variable {} expected, but not set'.format(kind, name)), _ranks.untold()
        if untold:
            error.add_note(untold)
        raise error
    return found


def _meet(init_method, rank, size, timeout):
    """(store, rank, size): how the processes find each other."""
    url = urlparse(init_method)
    query = parse_qs(url.query)
    rank = int(query['rank'][0]) if 'rank' in query else rank
    size = int(query['world_size'][0]) if 'world_size' in query else size
    if url.scheme == 'env':
        rank = int(_asked('env', 'RANK')) if rank < 0 else rank
        size = int(_asked('env', 'WORLD_SIZE')) if size < 0 else size
        host, port = _asked('env', 'MASTER_ADDR'), int(_asked('env', 'MASTER_PORT'))
        return TCPStore(host, port, size, rank == 0, timeout), rank, size
    if url.scheme in ('tcp', 'file'):
        if url.scheme == 'tcp' and not url.port:
            raise ValueError('Error initializing torch.distributed using tcp:// rendezvous: port number missing')
        for word, value in (('rank', rank), ('world size', size)):
            if value < 0:
                raise ValueError('Error initializing torch.distributed using {}:// rendezvous: {} parameter missing'.format(url.scheme, word))
        if url.scheme == 'file':
            if not url.path:
                raise ValueError('Error initializing torch.distributed using file:// rendezvous: path missing')
            return FileStore(url.path, size), rank, size
        return TCPStore(url.hostname, url.port, size, rank == 0, timeout), rank, size
    raise RuntimeError('No rendezvous handler for {}://'.format(url.scheme))


def _make(backend, ranks, name, store, timeout):
    if _engine is not None:
        return _make_over_ranks(backend, ranks, name, store, timeout)
    kind = ProcessGroupNCCL if backend == Backend.NCCL else ProcessGroupGloo
    made = kind(_lines, ranks, name, timeout)
    _groups[made] = backend, store, list(ranks)
    return made


def _make_over_ranks(backend, ranks, name, store, timeout):
    """None: this process is none of them."""
    number = _engine.new_number(ranks, GroupMember.WORLD is None, timeout)
    if number is None:
        return None
    made = _engine.KINDS[backend](number, ranks, get_rank() if GroupMember.WORLD else _engine.join()[0], name, timeout)
    _groups[made] = backend, store, list(ranks)
    return made


def _join_ranks(backend, init_method, rank, size):
    """Whether the ranks of MPI are the processes that are meant: then they carry what the group does."""
    global _engine
    from . import _ranks_group
    environment = init_method is None or urlparse(init_method).scheme == 'env'
    if backend == Backend.MPI:
        if rank != -1 or size != -1:
            warnings.warn('For MPI backend, world_size ({}) and rank ({}) are ignored since they are assigned by the MPI runtime.'.format(size, rank))
        rank = size = -1
    elif environment:
        rank = int(os.environ.get('RANK', -1)) if rank < 0 else rank
        size = int(os.environ.get('WORLD_SIZE', -1)) if size < 0 else size
    try:
        mine, count = _ranks_group.join()
    except RuntimeError as error:
        if backend != Backend.MPI:
            return False
        if _ranks.untold():
            raise
        missing = RuntimeError("Distributed package doesn't have MPI built in. MPI is only included if you build PyTorch from source on a host that has MPI installed.")
        missing.add_note(str(error))
        raise missing from None
    if (rank not in (-1, mine)) or (size not in (-1, count)):
        return False
    _engine = _ranks_group
    return True


def _check_backend(backend):
    if backend == Backend.MPI and _engine is None and GroupMember.WORLD is not None:
        raise RuntimeError("Distributed package doesn't have MPI built in. MPI is only included if you build PyTorch from source on a host that has MPI installed.")
    if backend == Backend.UCC:
        raise RuntimeError("Distributed package doesn't have UCC built in")
    if backend == Backend.NCCL and not torch.cuda.is_available():
        raise RuntimeError('ProcessGroupNCCL is only supported with GPUs, no GPUs found!')


def init_process_group(backend, init_method=None, timeout=default_pg_timeout, world_size=-1, rank=-1, store=None, group_name='', pg_options=None):
    """Finds the other processes of the run; then all of them are a group."""
    global _lines
    only('init_process_group', pg_options=(pg_options, None), group_name=(group_name, ''))
    if not isinstance(timeout, datetime.timedelta):
        raise RuntimeError('Expected timeout argument to be of typedatetime.timedelta')
    if GroupMember.WORLD is not None:
        raise RuntimeError('trying to initialize the default process group twice!')
    assert store is None or init_method is None, 'Cannot specify both init_method and store.'
    if store is not None:
        assert world_size > 0, 'world_size must be positive if using store'
        assert rank >= 0, 'rank must be non-negative if using store'
    backend = Backend(backend)
    _check_backend(backend)
    if backend == Backend.MPI or store is None and _is_started():
        if _join_ranks(backend, init_method, rank, world_size):
            GroupMember.WORLD = _make(backend, range(_engine.join()[1]), 'world', store, timeout)
            return
    if store is None:
        store, rank, world_size = _meet(init_method or 'env://', rank, world_size, timeout)
    store.set_timeout(timeout)
    if isinstance(store, FileStore):            # an earlier run's names may stand in the file
        store = PrefixStore('run%d' % ((store.add('runs', 1) - 1) // world_size), store)
    store = PrefixStore('default_pg', store)
    _lines = Lines(store, rank, world_size, timeout)
    GroupMember.WORLD = _make(backend, range(world_size), 'world', store, timeout)


def destroy_process_group(group=None):
    global _lines
    if group is GroupMember.NON_GROUP_MEMBER:
        return
    member = _world() if group is None else group
    if member not in _groups:
        raise RuntimeError('Invalid process group specified')
    if member is not GroupMember.WORLD:
        del _groups[member]
        if _engine is not None:
            _engine.leave(member)
        return
    if _engine is not None:
        _end_all()
        return
    if _lines.size > 1 and isinstance(_groups[member][1], PrefixStore):
        _part(_groups[member][1])
    _lines.close()
    _lines = None
    _end_all()


def _end_all():
    global _engine
    for each in list(_groups):
        if _engine is not None:
            _engine.leave(each)
    _groups.clear()
    GroupMember.WORLD = _engine = None


def _part(store):
    """The process that keeps the store stays until the others have asked all they want."""
    inner = store
    while isinstance(inner, PrefixStore):
        inner = inner.underlying_store
    if not isinstance(inner, TCPStore):
        return
    try:
        store.add('left', 1)
        if inner._table is not None:
            import time
            limit = time.monotonic() + 2
            while store.add('left', 0) < _lines.size and time.monotonic() < limit:
                time.sleep(0.001)
            inner._door.close()
    except RuntimeError:
        pass


def new_group(ranks=None, timeout=default_pg_timeout, backend=None, pg_options=None):
    """A group of some of the processes; all of them call it."""
    only('new_group', pg_options=(pg_options, None))
    world = _world()
    world_backend, store, everyone = _groups[world]
    backend = Backend(backend) if backend else world_backend
    _check_backend(backend)
    ranks = sorted(everyone if ranks is None else ranks)
    if len(ranks) > len(everyone):
        raise RuntimeError("the new group's world size should be less or equal to the world size set by init_process_group")
    if any(rank not in everyone for rank in ranks):
        raise RuntimeError("The new group's rank should be within the the world_size set by init_process_group")
    name = 'group%d' % next(_count)
    if _engine is not None:
        return _make_over_ranks(backend, ranks, name, store, timeout) or GroupMember.NON_GROUP_MEMBER
    return _make(backend, ranks, name, store, timeout) if world.rank() in ranks else GroupMember.NON_GROUP_MEMBER


# ---- collectives ----
def _one(value, name):
    if not isinstance(value, torch.Tensor):
        raise RuntimeError('Invalid function argument. Expected parameter `{}` to be of type torch.Tensor.'.format(name))


def _list(value, name):
    if not isinstance(value, list) or not all(isinstance(t, torch.Tensor) for t in value):
        raise RuntimeError('Invalid function argument. Expected parameter `{}` to be of type List[torch.Tensor].'.format(name))


def _done(work, async_op):
    if async_op:
        return work
    work.wait()


def _may(member, op):
    if member.backend == 'gloo' and op == ReduceOp.AVG:
        raise RuntimeError('Cannot use ReduceOp.AVG with Gloo')


def isend(tensor, dst, group=None, tag=0):
    _one(tensor, 'tensor')
    member = _of(group)
    if member is None:
        return _left_out('isend')
    return member.send(tensor, _place(member, dst), tag)


def send(tensor, dst, group=None, tag=0):
    _one(tensor, 'tensor')
    member = _of(group)
    if member is None:
        return _left_out('send')
    member.check_message(tensor)
    if dst == get_rank():
        raise ValueError('Invalid destination rank: destination rank should not be the same as the rank of the current process.')
    member.send(tensor, _place(member, dst), tag, later=False).wait()


def irecv(tensor, src=None, group=None, tag=0):
    _one(tensor, 'tensor')
    member = _of(group)
    if member is None:
        return _left_out('irecv')
    return member.receive(tensor, None if src is None else _place(member, src), tag)


def recv(tensor, src=None, group=None, tag=0):
    _one(tensor, 'tensor')
    member = _of(group)
    if member is None:
        _left_out('recv')
        return -1
    work = member.receive(tensor, None if src is None else _place(member, src), tag, later=False)
    work.wait()
    return work.source_rank()


class P2POp:
    """A send or a receive for batch_isend_irecv()."""

    def __init__(self, op, tensor, peer, group=None, tag=0):
        if op not in (isend, irecv):
            raise RuntimeError('Invalid ``op``. Expected ``op`` to be of type ``torch.distributed.isend`` or ``torch.distributed.irecv``.')
        _one(tensor, 'tensor')
        self.op, self.tensor, self.peer, self.group, self.tag = op, tensor, peer, group, tag


def batch_isend_irecv(p2p_op_list):
    if not isinstance(p2p_op_list, list) or not all(isinstance(op, P2POp) for op in p2p_op_list):
        raise RuntimeError('Invalid ``p2p_op_list``. Each op is expected to to be of type ``torch.distributed.P2POp``.')
    return [op.op(op.tensor, op.peer, op.group, op.tag) for op in p2p_op_list]


def broadcast(tensor, src, group=None, async_op=False):
    _one(tensor, 'tensor')
    member = _of(group)
    if member is None:
        return _left_out('broadcast')
    return _done(member.broadcast([tensor], _place(member, src), later=async_op), async_op)


def all_reduce(tensor, op=ReduceOp.SUM, group=None, async_op=False):
    _one(tensor, 'tensor')
    member = _of(group)
    if member is None:
        return _left_out('all_reduce')
    _may(member, op)
    return _done(member.all_reduce(tensor, op, later=async_op), async_op)


def reduce(tensor, dst, op=ReduceOp.SUM, group=None, async_op=False):
    _one(tensor, 'tensor')
    member = _of(group)
    if member is None:
        return _left_out('reduce')
    _may(member, op)
    return _done(member.reduce(tensor, _place(member, dst), op, later=async_op), async_op)


def all_gather(tensor_list, tensor, group=None, async_op=False):
    _list(tensor_list, 'tensor_list')
    _one(tensor, 'tensor')
    member = _of(group)
    if member is None:
        return _left_out('all_gather')
    return _done(member.all_gather(tensor_list, tensor, later=async_op), async_op)


def all_gather_into_tensor(output_tensor, input_tensor, group=None, async_op=False):
    _one(input_tensor, 'input_tensor')
    _one(output_tensor, 'output_tensor')
    member = _of(group)
    if member is None:
        return _left_out('all_gather_into_tensor')
    return _done(member.all_gather(list(output_tensor.chunk(member.size())), input_tensor, later=async_op), async_op)


def gather(tensor, gather_list=None, dst=0, group=None, async_op=False):
    _one(tensor, 'tensor')
    if gather_list:
        _list(gather_list, 'gather_list')
    member = _of(group)
    if member is None:
        return _left_out('gather')
    if get_rank() == dst and not gather_list:
        raise ValueError('Argument ``gather_list`` must be specified on destination rank.')
    if get_rank() != dst and gather_list:
        raise ValueError('Argument ``gather_list`` must NOT be specified on non-destination ranks.')
    return _done(member.gather(gather_list, tensor, _place(member, dst), later=async_op), async_op)


def scatter(tensor, scatter_list=None, src=0, group=None, async_op=False):
    _one(tensor, 'tensor')
    if scatter_list:
        _list(scatter_list, 'scatter_list')
    member = _of(group)
    if member is None:
        return _left_out('scatter')
    if get_rank() == src and not scatter_list:
        raise ValueError('Argument ``scatter_list`` must be specified on source rank.')
    if get_rank() != src and scatter_list:
        raise ValueError('Argument ``scatter_list`` must NOT be specified on non-source ranks.')
    return _done(member.scatter(tensor, scatter_list, _place(member, src), later=async_op), async_op)


def reduce_scatter(output, input_list, op=ReduceOp.SUM, group=None, async_op=False):
    _one(output, 'output')
    _list(input_list, 'input_list')
    member = _of(group)
    if member is None:
        return _left_out('reduce_scatter')
    if member.backend == 'gloo':
        raise RuntimeError('ProcessGroupGloo does not support reduce_scatter')
    return _done(member.reduce_scatter(output, input_list, op, later=async_op), async_op)


def reduce_scatter_tensor(output, input, op=ReduceOp.SUM, group=None, async_op=False):
    _one(output, 'output')
    _one(input, 'input')
    member = _of(group)
    if member is None:
        return _left_out('reduce_scatter_tensor')
    return _done(member.reduce_scatter(output, list(input.chunk(member.size())), op, later=async_op), async_op)


def all_to_all(output_tensor_list, input_tensor_list, group=None, async_op=False):
    _list(output_tensor_list, 'output_tensor_list')
    _list(input_tensor_list, 'input_tensor_list')
    member = _of(group)
    if member is None:
        return _left_out('all_to_all')
    if member.backend == 'gloo':
        raise RuntimeError('ProcessGroupGloo does not support alltoall')
    return _done(member.all_to_all(output_tensor_list, input_tensor_list, later=async_op), async_op)


def all_to_all_single(output, input, output_split_sizes=None, input_split_sizes=None, group=None, async_op=False):
    _one(output, 'output')
    _one(input, 'input')
    member = _of(group)
    if member is None:
        return _left_out('all_to_all_single')

    def parts(tensor, sizes):
        return list(tensor.split(sizes) if sizes else tensor.chunk(member.size()))
    return _done(member.all_to_all(parts(output, output_split_sizes), parts(input, input_split_sizes), later=async_op), async_op)


def barrier(group=None, async_op=False, device_ids=None):
    member = _of(group)
    if member is None:
        return _left_out('barrier')
    if device_ids is not None and member.backend != 'nccl':
        raise RuntimeError('Function argument device_ids not supported for the selected backend {}'.format(get_backend(group)))
    return _done(member.barrier(later=async_op), async_op)


def monitored_barrier(group=None, timeout=None, wait_all_ranks=False):
    member = _of(group)
    if member is None:
        return _left_out('monitored_barrier')
    if member.backend != 'gloo':
        raise RuntimeError('monitored_barrier is only implemented for GLOO backend.')
    only('monitored_barrier', wait_all_ranks=(wait_all_ranks, False))
    member.barrier().wait(timeout)


# ---- objects ----
def all_gather_object(object_list, obj, group=None):
    member = _of(group)
    if member is None:
        return _left_out('all_gather_object')
    object_list[:member.size()] = member.gather_objects(obj)


def gather_object(obj, object_gather_list=None, dst=0, group=None):
    member = _of(group)
    if member is None:
        return _left_out('gather_object')
    if get_rank() == dst and not object_gather_list:
        raise ValueError('Argument ``gather_list`` must be specified on destination rank.')
    found = member.gather_objects(obj)
    if get_rank() == dst:
        object_gather_list[:member.size()] = found


def broadcast_object_list(object_list, src=0, group=None, device=None):
    member = _of(group)
    if member is None:
        return _left_out('broadcast_object_list')
    only('broadcast_object_list', device=(device, None))
    if get_rank() != src:
        len(object_list)
    object_list[:] = member.send_objects([list(object_list)] * member.size(), _place(member, src))


def scatter_object_list(scatter_object_output_list, scatter_object_input_list, src=0, group=None):
    member = _of(group)
    if member is None:
        return _left_out('scatter_object_list')
    if not isinstance(scatter_object_output_list, list) or len(scatter_object_output_list) < 1:
        raise RuntimeError('Expected argument scatter_object_output_list to be a list of size at least 1.')
    scatter_object_output_list[0] = member.send_objects(scatter_object_input_list, _place(member, src))
