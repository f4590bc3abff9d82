"""Writes the expectations of the programs in tests/tensors: what the original library prints.

    tests/tensors/make_expectations.py torch|torch2|numpy|mxnet|mxnp|plots|pictures|vision|tables|science|learning|FOLDER/PROGRAM.py…

torch and numpy run under Debian's /usr/bin/python3 (python3-torch 1.13, python3-numpy 1.24), plots, pictures, vision, tables, science and learning too (python3-matplotlib 3.6.3, python3-pil 9.4, python3-torchvision 0.14.1, python3-scipy 1.10, python3-sklearn 1.2.1, python3-pandas 1.5.3); mxnet 1.9.1 with numpy 1.23.5 under the Python that
MXNET_PYTHON names, and so do the programs of mxnet's NumPy interface in mxnp. torch2 is what PyTorch 2.15 (with numpy 1.24) prints under the Python that TORCH2_PYTHON names: of its own programs, and of those of torch whose .out stands there. The first line of an expectation says what wrote it. Expectations are never
edited to match perch. The programs of placed are those that no original here can run: they need two GPUs (the originals installed are builds for the CPU), or ask for what perch alone says (refused_arguments: that it
does not serve something). Their expectations are written by hand, from what the first line names; what an original can say is in its own folder. torch/event_files.py needs tensorboard 2.11 beside it, and a NumPy before 1.24 (both from PyPI, by PYTHONPATH); torch2/two_flops.py needs tabulate, the same way.
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
VERSION = 'import sys, {0}; print("#", "{0}", {0}.__version__, "under Python", sys.version.split()[0])'


def python(library):
    if library == 'torch2':
        return os.environ.get('TORCH2_PYTHON') or sys.exit('TORCH2_PYTHON must name a Python with torch 2.15, torchvision 0.29, safetensors and numpy 1.24')
    if library != 'mxnet':
        return '/usr/bin/python3'
    found = os.environ.get('MXNET_PYTHON')
    return found or sys.exit('MXNET_PYTHON must name a Python with mxnet 1.9.1 and numpy 1.23.5')


def write(path):
    library = os.path.basename(os.path.dirname(os.path.abspath(path)))
    library = {'mxnp': 'mxnet', 'plots': 'matplotlib', 'pictures': 'PIL', 'vision': 'torchvision', 'tables': 'pandas', 'science': 'scipy', 'learning': 'sklearn'}.get(library, library)
    if library not in ('torch', 'torch2', 'numpy', 'mxnet', 'matplotlib', 'PIL', 'torchvision', 'pandas', 'scipy', 'sklearn'):
        sys.exit(f'{path}: its expectation is written by hand, from the source that its first line names')
    environment = {**os.environ, 'PYTHONWARNINGS': 'ignore', 'PYTHONHASHSEED': '0', 'OMP_NUM_THREADS': '1', 'OPENBLAS_CORETYPE': 'Haswell',
                   'NPY_DISABLE_CPU_FEATURES': 'AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL',     # (the level whose functions are followed)
                   'TORCHDYNAMO_DISABLE': '1'}           # (torch.compile, where there is no compiler)
    version = subprocess.run([python(library), '-W', 'ignore', '-c', VERSION.format(library.rstrip('2'))], capture_output=True, text=True, env=environment, check=True)
    done = subprocess.run([python(library), path if os.path.exists(path) else os.path.join(HERE, 'torch', os.path.basename(path))], capture_output=True, text=True, env=environment, cwd=HERE, stdin=subprocess.DEVNULL)
    if done.returncode:
        print(f'FAIL {os.path.relpath(path, HERE)}: status {done.returncode}\n{done.stderr[-1500:]}')
        return False
    with open(path[:-3] + '.out', 'w') as f:
        f.write(version.stdout.splitlines()[-1] + '\n' + done.stdout)
    return True


def main():
    ok = True
    for name in sys.argv[1:] or ['torch', 'numpy']:
        path = os.path.join(HERE, name)
        folder = os.path.isdir(path)
        for each in sorted(os.listdir(path)) if folder else [os.path.basename(path)]:
            if each.endswith('.out' if name == 'torch2' else '.py'):
                each = each[:each.rindex('.')] + '.py'
                ok = write(os.path.join(path if folder else os.path.dirname(path), each)) and ok
    sys.exit(not ok)


if __name__ == '__main__':
    main()
