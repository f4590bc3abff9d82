"""horovodrun: a program in several ranks, by mpirun. `horovodrun -np 4 python train.py` runs perch where it says python."""
import argparse
import os
import sys


def _parser():
    parser = argparse.ArgumentParser(prog='horovodrun', description='Horovod Runner')
    parser.add_argument('-np', '--num-proc', type=int, dest='np', required=True)
    parser.add_argument('-H', '--hosts', dest='hosts')
    parser.add_argument('--mpi', action='store_true')
    parser.add_argument('--gloo', action='store_true')
    parser.add_argument('--verbose', action='store_true')
    parser.add_argument('-v', '--version', action='version', version=__import__('horovod').__version__)
    parser.add_argument('command', nargs=argparse.REMAINDER)
    return parser


def main(args=None):
    from perch.ranks import forget_launcher, launched, launcher
    args = _parser().parse_args(args)
    if not args.command:
        raise SystemExit('horovodrun: no command')
    forget_launcher()
    mpirun = launcher()
    if mpirun is None:
        raise SystemExit('horovodrun: Open MPI is not here (openmpi-bin, and libopenmpi-dev when perch was built)')
    command = list(args.command)
    if os.path.basename(command[0]) in ('python', 'python3'):
        command[0] = os.path.realpath(sys.executable)
    words = [mpirun, '-n', str(args.np)] + (['--host', args.hosts] if args.hosts else []) + command
    sys.stdout.flush()
    os.execve(mpirun, words, launched(dict(os.environ), args.np, args.hosts))
