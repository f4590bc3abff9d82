"""perch devices: what computes here, with how much memory, and why GPUs are simulated where they are."""
import os
import sys

import _tensor
from perch.mistakes.draw import amount, table
from perch.words import say

__all__ = ['devices', 'main']


WHY = {'no CUDA driver answers': 'no cuda', '--gpus or PERCH_GPUS asks for it': 'asked for'}       # core's sentences


def reason(why):
    return say(WHY[why]) if why in WHY else why


def link_text(info):
    """'pcie3 12 GB/s'; the rate only where somebody has said or measured it."""
    return f'{info["link"]} {info["link_bandwidth"] / 1e9:.3g} GB/s' if info['link_bandwidth'] else info['link']


def net_text():
    """What simulated GPUs of several ranks have between them (--net); None: nothing was said of it."""
    net = _tensor.net()
    return say('net between', name=net[0], rate=f'{net[1] / 1e9:.3g}', latency=f'{net[2] * 1e6:.3g}') if net else None


def no_gpu():
    """Why there is none: CUDA_VISIBLE_DEVICES hides them, or none was asked for."""
    visible = os.environ.get('CUDA_VISIBLE_DEVICES')
    if visible is None or os.environ.get('PERCH_GPUS', 'auto') in ('none', '0'):
        return say('no gpu')
    return say('gpus hidden', value=repr(visible))


class Devices:
    """A list of dicts (see _tensor.gpu_info) that prints as a table."""

    def __init__(self):
        self.rows = []
        for i in range(-1, _tensor.gpu_count()):
            info = dict(_tensor.gpu_info(i))
            info['place'] = 'cpu' if i < 0 else f'gpu({i})'
            info['index'] = i
            info['held'] = _tensor.memory(i)
            self.rows.append(info)

    def __iter__(self):
        return iter(self.rows)

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i]

    def __repr__(self):
        rows = [('mxnet', 'torch', say('device'), say('memory'), say('in use'), say('link'))]
        for info in self.rows:
            i, held = info['index'], info['held']
            memory = held['limit'] or info['memory']
            rows.append(('cpu()' if i < 0 else f'gpu({i})', 'cpu' if i < 0 else f'cuda:{i}', (info['name'] or 'CPU') + (say('mark simulated') if info['simulated'] and i >= 0 and 'simulated' not in info['name'] else ''), amount(memory) if memory else '', amount(held['allocated']),
                         link_text(info)))
        out = table(rows)
        gpus = [info for info in self.rows if info['index'] >= 0]
        if not gpus:
            out.append(no_gpu())
        elif any(info['simulated'] for info in gpus):
            out.append(say('gpus simulated', why=reason(gpus[0]['why'])))
            out.append(say('model time'))
            out += [text for text in [net_text()] if text]
        elif gpus[0]['why']:
            out.append(reason(gpus[0]['why']))
        return '\n'.join(out)


def devices():
    return Devices()


def main(argv):
    from perch.arguments import Parser
    Parser(prog='perch devices', description='What computes here: the CPU and each GPU, their memory, and why GPUs are simulated where they are.').parse_args(argv[1:])
    print(Devices())
    return 0


if __name__ == '__main__':
    from perch.arguments import guarded
    sys.exit(guarded(main, sys.argv))
