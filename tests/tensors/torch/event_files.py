"""torch.utils.tensorboard: what SummaryWriter's files of events hold, read back record by record (every checksum counted anew) and field by field."""
import glob
import os
import struct
import tempfile

import numpy as np
import torch
from torch.utils.tensorboard import SummaryWriter

TABLE = []
for n in range(256):
    for _ in range(8):
        n = n >> 1 ^ 0x82f63b78 if n & 1 else n >> 1
    TABLE.append(n)


def checksum(data):
    crc = 0xffffffff
    for byte in data:
        crc = TABLE[(crc ^ byte) & 255] ^ crc >> 8
    crc ^= 0xffffffff
    return ((crc >> 15 | crc << 17) + 0xa282ead8) & 0xffffffff


def records(path):
    data = open(path, 'rb').read()
    at = 0
    while at < len(data):
        size, = struct.unpack_from('<Q', data, at)
        body = data[at + 12:at + 12 + size]
        assert struct.unpack_from('<I', data, at + 8)[0] == checksum(data[at:at + 8])
        assert struct.unpack_from('<I', data, at + 12 + size)[0] == checksum(body)
        yield body
        at += size + 16


def fields(data):
    at = 0

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value
    while at < len(data):
        key = number()
        kind = key & 7
        if kind == 0:
            value = number()
        elif kind == 2:
            size = number()
            value = data[at:at + size]
            at += size
        else:
            size = 8 if kind == 1 else 4
            value, = struct.unpack_from('<d' if kind == 1 else '<f', data, at)
            at += size
        yield key >> 3, value


def show(value):
    """A summary's value: its tag, and what it has."""
    tag, parts = '', []
    for number, what in fields(value):
        if number == 1:
            tag = what.decode()
        elif number == 2:
            parts.append('%.6g' % what)
        elif number == 4:
            parts.append(('image', [(n, v if n < 4 else v[:4]) for n, v in fields(what)]))
        elif number == 5:
            parts.append(('histogram', [(n, '%.6g' % v if n < 6 else ['%.5g' % f for f in struct.unpack('<%dd' % (len(v) // 8), v)]) for n, v in fields(what)]))
        elif number == 6:
            parts.append(('audio', [(n, v if n != 4 else (len(v), sum(v))) for n, v in fields(what)]))
        elif number == 8:
            inner = [(n, v) for n, v in fields(what)]
            parts.append(('tensor', [(n, ['%.4g' % f for f in struct.unpack('<%df' % (len(v) // 4), v)] if n == 5 else v) for n, v in inner]))
        else:
            parts.append((number, what))
    print('   ', tag, *parts)


folder = tempfile.mkdtemp()
writer = SummaryWriter(folder, filename_suffix='.end')
for step in range(3):
    writer.add_scalar('loss/train', 1 / (step + 1), step, walltime=10.5)
writer.add_scalar('tensor', torch.tensor(2.5))
writer.add_scalar('array', np.float32(7), -1)
writer.add_scalar('new', 3.25, 1, new_style=True)
writer.add_scalar('double', 3.25, 300, new_style=True, double_precision=True)
writer.add_scalars('both', {'sin': 0.5, 'cos': 0.25}, 4)
writer.add_histogram('weights', torch.arange(-20, 21) / 7.0, 2)
writer.add_histogram('few', np.linspace(0, 1, 50), bins='auto')
writer.add_histogram('at most', np.array([1.0, 2, 2, 3, 50]), bins=[0, 1, 2, 3, 10, 100], max_bins=3)
writer.add_histogram('one', np.array([5]))
writer.add_histogram_raw('raw', 0, 5, 3, 8, 30, [1, 2, 6], [0, 1, 2])
writer.add_image('picture', torch.rand(3, 4, 5))
writer.add_image('grey', torch.zeros(4, 5), dataformats='HW')
writer.add_image('last', np.full((4, 5, 3), 200, np.uint8), dataformats='HWC')
writer.add_images('pictures', torch.rand(10, 1, 3, 3), 1)
writer.add_text('words', 'a *text* of words', 3)
writer.add_audio('sound', torch.linspace(-1, 1, 100).unsqueeze(0), sample_rate=8000)
writer.add_pr_curve('curve', np.array([0, 1, 1, 0, 1]), np.array([0.1, 0.9, 0.4, 0.6, 0.7]), 2, num_thresholds=5)
writer.flush()
print(writer.get_logdir() == folder, writer.log_dir == folder)
writer.close()
for path in sorted(glob.glob(folder + '/**/*', recursive=True)):
    if os.path.isdir(path):
        continue
    name = os.path.basename(path).split('.')
    print(os.path.relpath(os.path.dirname(path), folder), name[:3], name[-1], len(name[3]))
    for record in records(path):
        event = list(fields(record))
        print([(n, v) for n, v in event if n not in (1, 5)], [v for n, v in event if n == 1 and v < 1000])
        for number, what in event:
            if number == 5:
                for _, value in fields(what):
                    show(value)
with SummaryWriter(os.path.join(folder, 'purged'), purge_step=7) as writer:
    writer.add_scalar('a', 1, 8)
for record in records(glob.glob(folder + '/purged/*')[0]):
    print([(n, v) for n, v in fields(record) if n != 1 and n != 5])
for call in (lambda: SummaryWriter(folder).add_scalar('a', torch.ones(2)), lambda: SummaryWriter(folder).add_histogram('a', np.array([])), lambda: SummaryWriter(folder).add_histogram_raw('a', 0, 1, 1, 1, 1, [1], [1, 2]),
             lambda: SummaryWriter(folder).add_image('a', torch.ones(2, 2), dataformats='CHW'), lambda: SummaryWriter(folder).add_histogram('a', [1])):
    try:
        call()
    except Exception as e:
        print(type(e).__name__, str(e)[:60])
os.chdir(tempfile.mkdtemp())
writer = SummaryWriter(comment='_mine')
print(writer.log_dir.startswith('runs/'), writer.log_dir.endswith('_mine'), os.listdir('.'))
