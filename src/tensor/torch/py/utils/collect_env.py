"""torch.utils.collect_env: what a report of a bug should say about the machine and about perch."""
import platform
import sys
from collections import namedtuple

import _tensor
import torch

SystemEnv = namedtuple('SystemEnv', ['torch_version', 'is_debug_build', 'cuda_compiled_version', 'os', 'libc_version', 'python_version', 'python_platform', 'is_cuda_available', 'nvidia_gpu_models',
                                     'cudnn_version', 'pip_packages'])

_LINES = (('torch_version', 'PyTorch version'), ('is_debug_build', 'Is debug build'), ('cuda_compiled_version', 'CUDA used to build PyTorch'), (None, ''), ('os', 'OS'), ('libc_version', 'Libc version'),
          (None, ''), ('python_version', 'Python version'), ('python_platform', 'Python platform'), ('is_cuda_available', 'Is CUDA available'), ('nvidia_gpu_models', 'GPU models and configuration'),
          ('cudnn_version', 'cuDNN version'), (None, ''), ('pip_packages', 'Versions of relevant libraries'))


def _os():
    try:
        with open('/etc/os-release') as f:
            rows = dict(line.strip().split('=', 1) for line in f if '=' in line)
        name = rows.get('PRETTY_NAME', '').strip('"') or platform.system()
    except OSError:
        name = platform.system()
    return '%s (%s)' % (name, platform.machine())


def _gpus():
    if not torch.cuda.is_available():
        return 'No CUDA'
    return '\n'.join('GPU %d: %s' % (i, gpu_name(i)) for i in range(torch.cuda.device_count()))


def gpu_name(i):
    """With a word where it is not a real one."""
    name = torch.cuda.get_device_name(i)
    return name + ' (simulated)' if _tensor.gpu_info(i)['simulated'] and 'simulated' not in name else name


def _packages():
    found = []
    for name in ('numpy', 'torchvision', 'mxnet'):
        try:
            module = __import__(name)
        except ImportError:
            continue
        found.append('[perch] %s==%s' % (name, getattr(module, '__version__', 'unknown')))
    return '\n'.join(['[perch] torch==%s (perch speaks as this version)' % torch.__version__, *found])


def get_env_info():
    cudnn = torch.backends.cudnn.version() if torch.cuda.is_available() else None
    return SystemEnv(torch_version=torch.__version__, is_debug_build='False', cuda_compiled_version=str(torch.version.cuda), os=_os(), libc_version='-'.join(platform.libc_ver()),
                     python_version='%s (%d-bit runtime)' % (sys.version.replace('\n', ' '), sys.maxsize.bit_length() + 1), python_platform=platform.platform(),
                     is_cuda_available=str(torch.cuda.is_available()), nvidia_gpu_models=_gpus(), cudnn_version=str(cudnn), pip_packages=_packages())


def pretty_str(envinfo):
    said = []
    for name, words in _LINES:
        value = '' if name is None else str(getattr(envinfo, name))
        said.append('' if name is None else words + ':' + ('\n' if '\n' in value else ' ') + value)
    return '\n'.join(said)


def get_pretty_env_info():
    return pretty_str(get_env_info())


def main():
    print('Collecting environment information...')
    print(get_pretty_env_info())


if __name__ == '__main__':
    main()
