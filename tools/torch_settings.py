"""The settings of PyTorch 2's compiler (torch._dynamo.config, torch._inductor.config) with what they are when nobody sets them: tools/torch_settings.py, run by a Python with torch 2
(TORCH2_PYTHON); writes src/tensor/torch/py/_dynamo/_settings.py and _inductor/_settings.py. What depends on the machine (paths, how many threads) is left None."""
import os
import warnings

import torch._dynamo.config
import torch._inductor.config

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'src', 'tensor', 'torch', 'py')
MACHINES = {'compile_threads', 'cpp.threads'}
HEAD = '"""%s: name and value, as PyTorch has them when nobody sets them; made by tools/torch_settings.py."""\n\nROWS = {\n'


def plain(name, value):
    """What is written of a value: plain ones that every machine has."""
    if name in MACHINES or isinstance(value, str) and '/' in value or not isinstance(value, (bool, int, float, str)):
        return None
    return value


def write(module, folder):
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        rows = module.shallow_copy_dict()
    lines, line = [], '   '
    for name, value in rows.items():
        if name.startswith(('_save_config', '_cache_config')):
            continue
        part = ' %r: %r,' % (name, plain(name, value))
        if len(line) + len(part) > 190:
            lines.append(line)
            line = '   '
        line += part
    os.makedirs(os.path.join(ROOT, folder), exist_ok=True)
    with open(os.path.join(ROOT, folder, '_settings.py'), 'w') as f:
        f.write(HEAD % module.__name__ + '\n'.join(lines + [line]) + '\n}\n')


write(torch._dynamo.config, '_dynamo')
write(torch._inductor.config, '_inductor')
