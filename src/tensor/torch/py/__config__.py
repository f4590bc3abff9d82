"""torch.__config__: what computes here, in lines as PyTorch has them; of perch, not of PyTorch."""
import os
import platform

import _tensor
import torch


def show():
    from .utils.collect_env import gpu_name
    gpus = ['%s %s' % (torch.device('cuda', i), gpu_name(i)) for i in range(torch.cuda.device_count())] if torch.cuda.is_available() else []
    lines = ['perch, which speaks as PyTorch %s' % torch.__version__, 'CPU: %s, %d threads' % (platform.machine(), torch.get_num_threads()),
             'decompositions of matrices: ' + ('LAPACK' if _tensor.by_lapack(64, 64) else "perch's own"), 'MKL: none', 'GPUs: ' + (', '.join(gpus) or 'none')]
    return 'PyTorch built with:\n' + ''.join('  - %s\n' % line for line in lines)


def parallel_info():
    """Threads, and the variables that may set them."""
    said = ['%s : %s' % (name, os.environ.get(name, '[not set]')) for name in ('OMP_NUM_THREADS', 'MKL_NUM_THREADS')]
    return ('ATen/Parallel:\n\tat::get_num_threads() : %d\n\tat::get_num_interop_threads() : %d\nMKL not found\nstd::thread::hardware_concurrency() : %d\nEnvironment variables:\n\t%s\n'
            "ATen parallel backend: perch's own threads\n" % (torch.get_num_threads(), torch.get_num_interop_threads(), os.cpu_count(), '\n\t'.join(said)))
