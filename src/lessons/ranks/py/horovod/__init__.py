"""Horovod's names, of perch's own, over the ranks that torch.distributed and mxnet's stores have: horovod.torch, horovod.mxnet; horovodrun is horovod.runner."""
__version__ = '0.28.1'


def run(*args, **kwargs):
    raise NotImplementedError('horovod.run() is not in perch; the nearest is horovodrun -np N perch FILE')
