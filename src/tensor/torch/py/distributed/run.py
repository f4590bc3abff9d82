"""python -m torch.distributed.run (torchrun): a program in several processes, each told its rank by its environment.

On one machine, where Open MPI is, this process becomes its mpirun, and the processes are ranks of MPI; else it starts them itself and they find each other over sockets. On several machines each has a launcher
of its own, which starts its part; their places are said (--node_rank) or agreed on at a meeting point (--rdzv_backend=c10d).
"""
import argparse
import os
import socket
import subprocess
import sys
import time
from datetime import timedelta

from perch.ranks import forget_launcher, free_port, launched, launcher


def get_args_parser():
    parser = argparse.ArgumentParser(description='Torch Distributed Elastic Training Launcher')
    for names, kind, default in ((('--nnodes',), str, '1'), (('--nproc_per_node', '--nproc-per-node'), str, '1'), (('--rdzv_backend', '--rdzv-backend'), str, 'static'),
                                 (('--rdzv_endpoint', '--rdzv-endpoint'), str, ''), (('--rdzv_id', '--rdzv-id'), str, 'none'), (('--rdzv_conf', '--rdzv-conf'), str, ''),
                                 (('--max_restarts', '--max-restarts'), int, 0), (('--node_rank', '--node-rank'), int, 0), (('--master_addr', '--master-addr'), str, '127.0.0.1'),
                                 (('--master_port', '--master-port'), int, 29500)):
        parser.add_argument(*names, type=kind, default=default)
    parser.add_argument('--standalone', action='store_true')
    parser.add_argument('-m', '--module', action='store_true')
    parser.add_argument('--no_python', '--no-python', action='store_true')
    parser.add_argument('training_script')
    parser.add_argument('training_script_args', nargs=argparse.REMAINDER)
    return parser


def _count(asked):
    """How many processes: a number, or gpu, cpu, auto."""
    if asked.isdigit():
        return int(asked)
    import torch
    if asked == 'cpu' or asked == 'auto' and not torch.cuda.is_available():
        return os.cpu_count()
    if asked in ('gpu', 'auto'):
        if not torch.cuda.is_available():
            raise ValueError('Cuda is not available.')
        return torch.cuda.device_count()
    raise ValueError(f'Unsupported nproc_per_node value: {asked}')


class _Place:
    """This launcher's part of the run: node of nodes, whose processes begin at rank `first` of `size`; where they meet; the store that has to live as long."""

    def __init__(self, node, nodes, first, size, host, port, store=None):
        self.node, self.nodes, self.first, self.size, self.host, self.port, self.store = node, nodes, first, size, host, port, store


def _nodes(asked):
    low, _, high = asked.partition(':')
    if not low.isdigit() or (high and not high.isdigit()):
        raise ValueError(f'Unsupported nnodes value: {asked}')
    if high and high != low:
        raise NotImplementedError('--nnodes=%s is not in perch, where a run has as many machines from its beginning to its end; the nearest is --nnodes=%s' % (asked, high))
    return int(low)


def _place(args, n):
    nodes = _nodes(args.nnodes)
    host, _, given = args.rdzv_endpoint.partition(':')
    if nodes > 1 and args.rdzv_backend == 'c10d':
        return _agreed(nodes, n, host or 'localhost', int(given or 29400), args.rdzv_id)
    if args.rdzv_backend not in ('static', 'c10d'):
        raise NotImplementedError('--rdzv_backend=%s is not in perch; the nearest is --rdzv_backend=c10d' % args.rdzv_backend)
    if not 0 <= args.node_rank < nodes:
        raise ValueError('--node_rank=%d: there are %d nodes' % (args.node_rank, nodes))
    port = int(given) if given else free_port() if args.standalone else args.master_port
    return _Place(args.node_rank, nodes, args.node_rank * n, nodes * n, host or args.master_addr, port)


def _is_here(host):
    """Is it a name of this machine? Then something can be bound there."""
    for family, kind, protocol, _, place in socket.getaddrinfo(host, 0, type=socket.SOCK_DGRAM):
        try:
            with socket.socket(family, kind, protocol) as probe:
                probe.bind(place)
                return True
        except OSError:
            pass
    return False


def _agreed(nodes, n, host, port, name):
    """Places in the order of arrival, told by a store at the meeting point; the machine whose name that is keeps it, and the first to come is where the processes meet."""
    from ._wire import PrefixStore, TCPStore, _my_name
    limit, kept = timedelta(seconds=600), None
    if _is_here(host):
        try:
            kept = TCPStore(host, port, is_master=True, timeout=limit, wait_for_workers=False)
        except RuntimeError:        # another launcher of this machine keeps it
            pass
    store = PrefixStore('run/' + name, kept or TCPStore(host, port, timeout=limit, wait_for_workers=False))
    store.set_timeout(limit)
    node = store.add('nodes', 1) - 1
    if node >= nodes:
        raise RuntimeError('The run %s at %s:%d has its %d nodes already' % (name, host, port, nodes))
    store.set('size/%d' % node, n)
    if node == 0:
        store.set('master', '%s %d' % (_my_name(store), free_port()))
    sizes = [int(store.get('size/%d' % each)) for each in range(nodes)]
    master, door = store.get('master').decode().split()
    store.add('told', 1)
    while kept and int(store.get('told')) < nodes:
        time.sleep(0.01)
    return _Place(node, nodes, sum(sizes[:node]), sum(sizes), master, int(door), kept)


def run(args, says_rank=False):
    forget_launcher()
    n = _count(args.nproc_per_node)
    place = _place(args, n)
    environment = {**os.environ, 'MASTER_ADDR': place.host, 'MASTER_PORT': str(place.port), 'WORLD_SIZE': str(place.size), 'LOCAL_WORLD_SIZE': str(n), 'GROUP_RANK': str(place.node),
                   'GROUP_WORLD_SIZE': str(place.nodes), 'ROLE_NAME': 'default', 'ROLE_WORLD_SIZE': str(place.size), 'TORCHELASTIC_RUN_ID': args.rdzv_id, 'TORCHELASTIC_RESTART_COUNT': '0',
                   'TORCHELASTIC_MAX_RESTARTS': str(args.max_restarts)}
    environment = launched(environment, n)
    start = ([] if args.no_python else [os.path.realpath(sys.executable)]) + (['-m'] if args.module else []) + [args.training_script]
    programs = [(start + (['--local_rank=%d' % local] if says_rank else []) + args.training_script_args,
                 {'RANK': str(place.first + local), 'LOCAL_RANK': str(local), 'ROLE_RANK': str(place.first + local)}) for local in range(n)]
    mpirun = launcher() if place.nodes == 1 else None
    if mpirun:
        _become(mpirun, programs, environment)
    _wait([subprocess.Popen(words, env={**environment, **own}) for words, own in programs], args.training_script)


def _become(launcher, programs, environment):
    """This process goes on as the launcher."""
    command = [launcher]
    for words, own in programs:
        command += ([':'] if len(command) > 1 else []) + ['-n', '1']
        for name, value in own.items():
            command += ['-x', name + '=' + value]
        command += words
    sys.stdout.flush()
    os.execve(launcher, command, environment)


def _wait(children, program):
    """Until all have ended; the first that fails ends the others."""
    waiting = dict(enumerate(children))
    try:
        while waiting:
            for rank, child in list(waiting.items()):
                status = child.poll()
                if status is None:
                    continue
                del waiting[rank]
                if status:
                    from torch.distributed.elastic.multiprocessing.errors import ChildFailedError
                    raise ChildFailedError(program, rank, child.pid, status)
            time.sleep(0.005)
    finally:
        for child in waiting.values():
            child.terminate()
            child.wait()


def main(args=None):
    run(get_args_parser().parse_args(args))


if __name__ == '__main__':
    main()
