"""!nvidia-smi: the original's table for the devices that perch has, marked as simulated; -L, and --query-gpu=… --format=csv as lessons use them."""
import sys
import time

import _tensor
from perch.views.words import words

DRIVER, CUDA = '525.147.05', '12.0'
POWER = {'T4': (9, 70), 'V100': (24, 300), 'A100': (45, 400), 'H200': (75, 700)}     # watts idle and at most; data sheets


def name_of(info):
    return info['name'].replace(' (simulated)', '')


def watts(info, busy):
    low, high = next((w for key, w in POWER.items() if key in info['name']), (10, 100))
    return round(low + (high - low) * busy / 100), high


def uuid_of(info):
    """A number that stays the same for a device, of the form that the original's has."""
    import hashlib
    text = hashlib.md5(f'perch {info["name"]} {info["physical"]}'.encode()).hexdigest()
    return f'GPU-{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}'


def mib(n):
    return -(-n // (1 << 20))


class Gpu:
    def __init__(self, index):
        self.index, self.info, self.held = index, _tensor.gpu_info(index), _tensor.memory(index)
        self.name, self.uuid = name_of(self.info), uuid_of(self.info)
        self.total, self.used = self.info['memory'] >> 20, mib(self.held['reserved'])
        self.busy = 0 if _tensor.idle(index) else 100
        self.watts, self.limit = watts(self.info, self.busy)
        self.bus = f'00000000:{0x17 + 0x20 * self.info["physical"]:02X}:00.0'


def gpus():
    return [Gpu(i) for i in range(_tensor.gpu_count())]


def table(found):
    """The table of `nvidia-smi` alone."""
    out = [time.strftime('%a %b %e %H:%M:%S %Y').ljust(31).rstrip()]
    bar = '+-----------------------------------------------------------------------------+'
    out += [bar,
            f'| NVIDIA-SMI {DRIVER:<12} Driver Version: {DRIVER:<12} CUDA Version: {CUDA:<9}|',
            '|-------------------------------+----------------------+----------------------+',
            '| GPU  Name        Persistence-M| Bus-Id        Disp.A | Volatile Uncorr. ECC |',
            '| Fan  Temp  Perf  Pwr:Usage/Cap|         Memory-Usage | GPU-Util  Compute M. |',
            '|                               |                      |               MIG M. |',
            '|===============================+======================+======================|']
    for gpu in found:
        memory = f'{gpu.used}MiB / {gpu.total}MiB'
        name = gpu.name if len(gpu.name) <= 19 else gpu.name[:16] + '...'
        out += [f'|{gpu.index:>4}  {name:<19} Off  | {gpu.bus} Off |                    0 |',
                f'| N/A   {34 + gpu.busy // 4}C    P{0 if gpu.busy else 8}  {gpu.watts:>4}W / {gpu.limit:>3}W |{memory:>21} |{gpu.busy:>7}%      Default |',
                '|                               |                      |                  N/A |',
                '+-------------------------------+----------------------+----------------------+']
    out += ['', bar,
            '| Processes:                                                                  |',
            '|  GPU   GI   CI        PID   Type   Process name                  GPU Memory |',
            '|        ID   ID                                                   Usage      |',
            '|=============================================================================|']
    import posix
    busy = [gpu for gpu in found if gpu.used]
    for gpu in busy:
        out.append(f'|{gpu.index:>5}   N/A  N/A{posix.getpid():>10}      C   {"perch":<31}{gpu.used:>6}MiB |')
    if not busy:
        out.append('|  No running processes found                                                 |')
    out.append(bar)
    return '\n'.join(out)


FIELDS = {
    'index': lambda g: (g.index, ''), 'name': lambda g: (g.name, ''), 'gpu_name': lambda g: (g.name, ''), 'uuid': lambda g: (g.uuid, ''), 'gpu_uuid': lambda g: (g.uuid, ''),
    'count': lambda g: (_tensor.gpu_count(), ''), 'gpu_bus_id': lambda g: (g.bus, ''), 'pci.bus_id': lambda g: (g.bus, ''), 'driver_version': lambda g: (DRIVER, ''),
    'memory.total': lambda g: (g.total, 'MiB'), 'memory.used': lambda g: (g.used, 'MiB'), 'memory.free': lambda g: (g.total - g.used, 'MiB'), 'memory.reserved': lambda g: (0, 'MiB'),
    'utilization.gpu': lambda g: (g.busy, '%'), 'utilization.memory': lambda g: (0, '%'), 'temperature.gpu': lambda g: (34 + g.busy // 4, ''),
    'power.draw': lambda g: (f'{g.watts:.2f}', 'W'), 'power.limit': lambda g: (f'{g.limit:.2f}', 'W'), 'pstate': lambda g: (f'P{0 if g.busy else 8}', ''),
    'compute_cap': lambda g: ('{}.{}'.format(*g.info['capability']), ''), 'timestamp': lambda g: (time.strftime('%Y/%m/%d %H:%M:%S.000'), ''),
    'compute_mode': lambda g: ('Default', ''), 'persistence_mode': lambda g: ('Disabled', ''), 'fan.speed': lambda g: ('[N/A]', ''), 'mig.mode.current': lambda g: ('[N/A]', ''),
    'clocks.sm': lambda g: (300, 'MHz'), 'clocks.mem': lambda g: (405, 'MHz'), 'clocks.gr': lambda g: (300, 'MHz'), 'ecc.mode.current': lambda g: ('Enabled', ''),
    'display_active': lambda g: ('Disabled', ''), 'display_mode': lambda g: ('Disabled', ''), 'serial': lambda g: ('[N/A]', ''),
}
UNITS = {'memory.total', 'memory.used', 'memory.free', 'memory.reserved', 'utilization.gpu', 'utilization.memory', 'power.draw', 'power.limit', 'clocks.sm', 'clocks.mem', 'clocks.gr'}


def query(found, fields, style):
    """--query-gpu=…; style: words behind --format=."""
    names = [name.strip() for name in fields.split(',') if name.strip()]
    for name in names:
        if name not in FIELDS:
            return f'Field "{name}" is not a valid field to query.\n', 2
    if 'csv' not in style:
        return '"--format=" switch is missing. Please run \'nvidia-smi -h\' for more information on each option.\n', 2
    lines = []
    if 'noheader' not in style:
        lines.append(', '.join(f'{name} [{FIELDS[name](found[0])[1]}]' if name in UNITS and found else name for name in names))
    for gpu in found:
        cells = []
        for name in names:
            value, unit = FIELDS[name](gpu)
            cells.append(f'{value} {unit}' if unit and 'nounits' not in style else str(value))
        lines.append(', '.join(cells))
    return '\n'.join(lines) + '\n', 0


HELP = '''NVIDIA System Management Interface (simulated by perch)

    nvidia-smi                     the table
    nvidia-smi -L                  a line a GPU
    nvidia-smi -i N                GPU N alone
    nvidia-smi --query-gpu=name,memory.total,memory.used --format=csv[,noheader][,nounits]
'''


def smi(args):
    """(text, exit code) of `nvidia-smi ARGS`; args: a list of words."""
    found, listed, fields, style = gpus(), False, None, []
    i = 0
    while i < len(args):
        word = args[i]
        if word in ('-h', '--help'):
            return HELP, 0
        if word in ('-L', '--list-gpus'):
            listed = True
        elif word == '-i' or word.startswith(('--id=', '-i=')):
            value = word.partition('=')[2]
            if not value:
                i += 1
                value = args[i] if i < len(args) else ''
            chosen = []
            for one in value.split(','):
                match = [gpu for gpu in found if str(gpu.index) == one.strip() or gpu.uuid == one.strip()]
                if not match:
                    return 'No devices were found\n', 6
                chosen += match
            found = chosen
        elif word.startswith('--query-gpu='):
            fields = word.partition('=')[2]
        elif word.startswith('--format='):
            style = [part.strip() for part in word.partition('=')[2].split(',')]
        elif word in ('-q', '--query', '-l', '--loop', 'dmon', 'pmon', 'topo', 'nvlink', '-pm', '-r', 'mig') or word.startswith(('--loop', '-l=', '-d', '--display')):
            return f'nvidia-smi {word}: not simulated; {words("smi mark")}\n', 2
        else:
            return f'Invalid combination of input arguments. Please run \'nvidia-smi -h\' for help.\n', 2
        i += 1
    if not found:
        return 'NVIDIA-SMI has failed because it couldn\'t communicate with the NVIDIA driver. Make sure that the latest NVIDIA driver is installed and running.\n\n', 9
    if fields is not None:
        return query(found, fields, style)
    if listed:
        return ''.join(f'GPU {gpu.index}: {gpu.name} (UUID: {gpu.uuid})\n' for gpu in found), 0
    text = table(found) + '\n'
    if any(gpu.info['simulated'] for gpu in found):
        text += words('smi mark') + '\n'
    return text, 0


COMMAND = r"(^|[\n;|&({`]|&&|\|\||\bsudo|\btime)(\s*)nvidia-smi((?:[ \t]+(?!\#)(?:'[^'\n]*'|\"[^\"\n]*\"|[^\s;|&<>(){}`'\"]+))*)"


def stand_in(command):
    """A shell command in which each nvidia-smi is one that prints what smi() says; as it was, where GPUs are real or there are none to simulate."""
    import re
    import shlex
    if any(not _tensor.gpu_info(i)['simulated'] for i in range(_tensor.gpu_count())):
        return command

    def printed(match):
        try:
            args = shlex.split(match.group(3))
        except ValueError:
            return match.group(0)
        text, status = smi(args)
        before = '' if match.group(1) in ('sudo', 'time') else match.group(1)
        return f"{before}{match.group(2)}{{ printf '%s' {shlex.quote(text)}; (exit {status}); }}"

    return re.sub(COMMAND, printed, command)
