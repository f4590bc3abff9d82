"""python -m torch.distributed.run (torchrun): a program in several processes of this machine, each told its rank by its environment.

Where Open MPI is, this process becomes its mpirun, and the processes are ranks of MPI; else it starts them itself and they find each other over sockets.
"""
import argparse
import os
import shutil
import socket
import subprocess
import sys
import time


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


def _free_port():
    with socket.socket() as door:
        door.bind(('', 0))
        return door.getsockname()[1]


def run(args, says_rank=False):
    if args.nnodes not in ('1', '1:1'):
        raise NotImplementedError('--nnodes=%s is not in perch, where it is one machine; on several `mpirun -n N --host A,B perch FILE` starts the ranks' % args.nnodes)
    n = _count(args.nproc_per_node)
    port = _free_port() if args.standalone else args.master_port
    host, _, given = args.rdzv_endpoint.partition(':')
    environment = {**os.environ, 'MASTER_ADDR': host or args.master_addr, 'MASTER_PORT': given or str(port), 'WORLD_SIZE': str(n), 'LOCAL_WORLD_SIZE': str(n), 'GROUP_RANK': '0',
                   'GROUP_WORLD_SIZE': '1', 'ROLE_NAME': 'default', 'ROLE_WORLD_SIZE': str(n), 'TORCHELASTIC_RUN_ID': args.rdzv_id, 'TORCHELASTIC_RESTART_COUNT': '0',
                   'TORCHELASTIC_MAX_RESTARTS': str(args.max_restarts)}
    if n > 1:
        environment.setdefault('OMP_NUM_THREADS', '1')
    start = ([] if args.no_python else [os.path.realpath(sys.executable)]) + (['-m'] if args.module else []) + [args.training_script]
    programs = [(start + (['--local_rank=%d' % rank] if says_rank else []) + args.training_script_args, {name: str(rank) for name in ('RANK', 'LOCAL_RANK', 'ROLE_RANK')}) for rank in range(n)]
    launcher = _mpirun()
    if launcher:
        _become(launcher, programs, environment)
    _wait([subprocess.Popen(words, env={**environment, **own}) for words, own in programs], args.training_script)


def _mpirun():
    """Open MPI's launcher, where perch has the engine for its ranks; None: not here."""
    import _ranks
    path = shutil.which('mpirun')
    try:
        return path if path and _ranks.version().startswith('Open MPI') else None
    except RuntimeError:
        return None


def _become(launcher, programs, environment):
    """This process goes on as the launcher. What torchrun does not ask, mpirun is told not to ask either, where the user has not said otherwise: whether there are as many processors as
    ranks, and whether it is root who starts them."""
    told = {'OMPI_MCA_rmaps_base_oversubscribe': '1', 'OMPI_MCA_hwloc_base_binding_policy': 'none'}
    if os.geteuid() == 0:
        told.update(OMPI_ALLOW_RUN_AS_ROOT='1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM='1')
    command = [launcher]
    for words, own in programs:
        command += ([':'] if len(command) > 1 else []) + ['-n', '1']
        for name, value in own.items():
            command += ['-x', name + '=' + value]
        command += words
    sys.stdout.flush()
    os.execve(launcher, command, {**told, **environment})


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
