"""perch devices: what computes here, with how much memory, and why GPUs are simulated where they are."""
import sys

import _tensor
from perch._draw import amount, table

__all__ = ['devices', 'main']


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
        rows = [('mxnet', 'torch', 'device', 'memory', 'in use', 'link')]
        for info in self.rows:
            i, held = info['index'], info['held']
            memory = held['limit'] or info['memory']
            rows.append(('cpu()' if i < 0 else f'gpu({i})', 'cpu' if i < 0 else f'cuda:{i}', (info['name'] or 'CPU') + (' (simulated)' if info['simulated'] and i >= 0 and 'simulated' not in info['name'] else ''), amount(memory) if memory else '', amount(held['allocated']),
                         f'{info["link"]} {info["link_bandwidth"] / 1e9:.3g} GB/s' if info['link'] else ''))
        out = table(rows)
        gpus = [info for info in self.rows if info['index'] >= 0]
        if not gpus:
            out.append('no GPU: --gpus sim:2 (or PERCH_GPUS=sim:2) gives two simulated ones')
        elif any(info['simulated'] for info in gpus):
            out.append('GPUs are simulated: ' + gpus[0]['why'])
            out.append('times that perch shows for them come from a model of that GPU, not from this machine')
        elif gpus[0]['why']:
            out.append(gpus[0]['why'])
        return '\n'.join(out)


def devices():
    return Devices()


def main(argv):
    print(Devices())
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
