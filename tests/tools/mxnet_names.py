"""Which public names of MXNet's modules perch lacks: MXNET_PYTHON=… tests/tools/mxnet_names.py [MODULE…]. Modules that a module merely imports are left out; so is what is absent by design (sparse arrays)."""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from harness import perch_path      # noqa: E402

MODULES = '''gluon gluon.nn gluon.rnn gluon.loss gluon.utils gluon.data gluon.data.vision gluon.data.vision.transforms gluon.model_zoo.vision gluon.model_zoo.model_store gluon.contrib.nn gluon.contrib.cnn
gluon.contrib.rnn gluon.contrib.data gluon.contrib.data.text gluon.contrib.estimator io image recordio test_utils contrib.text.embedding contrib.text.vocab contrib.text.utils nd.image nd.contrib metric
initializer optimizer lr_scheduler random kvstore util sym sym.contrib sym.linalg sym.random mod model callback monitor operator viz nd nd.linalg nd.random'''.split()
PROGRAM = '''
import functools, inspect, json, sys
import mxnet
found = {}
for name in json.loads(sys.argv[1]):
    try:
        module = functools.reduce(lambda part, name: getattr(part, name), name.split('.'), mxnet)
    except AttributeError as error:
        try:
            module = __import__('mxnet.' + name, fromlist=['x'])
        except ImportError:
            found[name] = None
            continue
    found[name] = [each for each in dir(module) if each[0] != '_' and not inspect.ismodule(getattr(module, each, None))]
print(json.dumps(found))
'''


def names(python, modules):
    done = subprocess.run([*python, '-c', PROGRAM, json.dumps(modules)], capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def main():
    python = os.environ.get('MXNET_PYTHON') or sys.exit('MXNET_PYTHON must name a Python with mxnet 1.9.1')
    modules = sys.argv[1:] or MODULES
    theirs, ours = names([python], modules), names([perch_path()], modules)
    for module in modules:
        lacking = sorted(set(theirs[module] or []) - set(ours[module] or []))
        print(f'mxnet.{module}: {len(theirs[module] or []) - len(lacking)} of {len(theirs[module] or [])}' + (', not ' + ' '.join(lacking) if lacking else ''))


if __name__ == '__main__':
    main()
