"""Makes originals/*.txt: the numbers that the seeds print under MXNet 1.9.1 and PyTorch 1.13.1, on the data sets that perch makes. MXNET_PYTHON names a Python with mxnet.

The originals have no GPU here: gpu(i) is cpu(i) to them, .cuda() nothing; they take the stand-ins' files as right; a package that only draws is a name without content.
"""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import lessons  # noqa: E402
import pypi  # noqa: E402
from run import Stage, numbers_in  # noqa: E402

BEFORE = {
    'mxnet': '''
import sys, types
for name in ('IPython', 'IPython.display', 'matplotlib', 'matplotlib.pyplot'):
    sys.modules.setdefault(name, types.ModuleType(name))
sys.modules['IPython'].display, sys.modules['matplotlib'].pyplot = sys.modules['IPython.display'], sys.modules['matplotlib.pyplot']
import mxnet
import mxnet.gluon.utils, mxnet.gluon.data.vision.datasets
mxnet.gpu = lambda i=0: mxnet.cpu(i)
mxnet.gluon.utils.check_sha1 = mxnet.gluon.data.vision.datasets.check_sha1 = lambda *arguments: True
print('# mxnet', mxnet.__version__)
''', 'torch': '''
import torch, torchvision, torchvision.datasets.utils, torchvision.datasets.cifar, matplotlib
matplotlib.use('agg')
torchvision.datasets.utils.check_integrity = torchvision.datasets.cifar.check_integrity = lambda *arguments: True
torch.cuda.set_device = lambda id: None
torch.cuda.current_device = lambda: 0
print('# torch', torch.__version__)
'''}


def main():
    os.makedirs(os.path.join(HERE, 'originals'), exist_ok=True)
    for lesson in lessons.lessons():
        if not lesson.original or len(sys.argv) > 1 and lesson.name not in sys.argv[1:]:
            continue
        python = os.environ.get('MXNET_PYTHON') or sys.exit('MXNET_PYTHON must name a Python with mxnet 1.9.1') if lesson.original == 'mxnet' else '/usr/bin/python3'
        data_home, why = pypi.packages('seeds', lesson.needs) if lesson.needs else (None, '')
        if why:
            sys.exit(why)
        with tempfile.TemporaryDirectory() as folder:
            stage = Stage(lesson, folder, data_home)
            program = '\n'.join(cell.good() for cell in lesson.cells if cell.good() and not cell.good().startswith('!') and not ('ValueError' in cell.fails) and 'set_device(id)' not in cell.good())
            stage.write('lesson.py', BEFORE[lesson.original] + program)
            environment = {**os.environ, 'HOME': stage.home, 'OMP_NUM_THREADS': '1', 'MPLCONFIGDIR': stage.home, 'PYTHONPATH': os.path.join(data_home, 'perch', 'site-packages') if data_home else ''}
            done = subprocess.run([python, 'lesson.py'], cwd=folder, env=environment, capture_output=True, text=True)
            if done.returncode:
                sys.exit(done.stdout[-1000:] + done.stderr)
            head = next(line for line in done.stdout.splitlines() if line.startswith('# '))
            with open(os.path.join(HERE, 'originals', lesson.name + '.txt'), 'w', encoding='utf-8') as f:
                f.write(head + '\n' + ' '.join(f'{n:g}' for n in numbers_in(lesson, done.stdout)) + '\n')
            print(lesson.name, numbers_in(lesson, done.stdout))


if __name__ == '__main__':
    main()
