"""The seed lessons (../shared/seeds) as cells: what stands in a seed, read from its file, and what its author had before it, supplied here.

lessons() gives those whose file is there. A cell of a seed that is no program says in which words perch refuses it, and what a person makes of it.
"""
import ast
import glob
import gzip
import os
import re
import struct
import textwrap
import zlib

import lecture

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


class Cell:
    """fails: words of the error that it is to end in; becomes: its text without the mistake (None: it is left out); seed: does it stand in the seed?"""

    def __init__(self, text, fails=(), becomes=None, seed=True, key=False):
        self.text, self.fails, self.becomes, self.seed, self.key = text.strip('\n'), fails, becomes and becomes.strip('\n'), seed, key

    def good(self):
        return self.becomes if self.fails else self.text


def given(text):
    return Cell(textwrap.dedent(text), seed=False)


class Lesson:
    """says: what stands in the outputs, whatever the front; numbers: a pattern whose numbers are compared with the original's; needs: packages that it imports."""

    def __init__(self, name, cells, says, gpus=2, numbers=None, original=None, needs=(), files=None, pictures=False, data=(), exact=None):
        self.name, self.cells, self.says, self.gpus, self.numbers, self.original = name, cells, says, gpus, numbers, original
        self.needs, self.files, self.pictures, self.data = needs, files, pictures, data
        self.exact = exact      # how many of the numbers are the original's to three digits; a training's later losses have grown apart from the last bit of a sum

    def program(self):
        return '\n\n'.join(cell.good() for cell in self.cells if cell.good()) + '\n'


def seed_text(number):
    for up in (ROOT, os.path.dirname(ROOT), os.path.dirname(os.path.dirname(ROOT))):
        for path in glob.glob(os.path.join(up, 'shared', 'seeds', number + '_*')):
            with open(path, encoding='utf-8') as f:
                return f.read()
    return None


def blocks(text):
    return re.findall(r'^```[^\n]*\n(.*?)^```', text, re.S | re.M)


def indented(text):
    """Markdown's blocks without a fence."""
    found, block = [], []
    for line in text.split('\n') + ['end']:
        if line.startswith('    ') or not line:
            block.append(line)
        else:
            if any(part.strip() for part in block):
                found.append(textwrap.dedent('\n'.join(part if part.strip() else '' for part in block)).strip('\n'))
            block = []
    return found


def cut(program):
    """A long program as a person types it: the pieces between empty lines that end a statement."""
    lines, starts = program.split('\n'), [node.lineno for node in ast.parse(program).body]
    cuts = [at for at in starts if at > 1 and not lines[at - 2].strip()]
    return ['\n'.join(lines[a - 1:b - 1]).strip('\n') for a, b in zip([1, *cuts], [*cuts, len(lines) + 1])]


# ---- files ----

def write_params(path):
    """A .params file of MXNet's (a list of named arrays, version 2 of an array) for seed 000's network, written by the format alone."""
    shapes = [('0.weight', (6, 1, 5, 5)), ('0.bias', (6,)), ('2.weight', (16, 6, 3, 3)), ('2.bias', (16,)), ('5.weight', (120, 400)), ('5.bias', (120,)), ('6.weight', (84, 120)), ('6.bias', (84,)),
              ('7.weight', (10, 84)), ('7.bias', (10,))]
    state, out = 12345, [struct.pack('<QQQ', 0x112, 0, len(shapes))]
    for _, shape in shapes:
        count = 1
        for n in shape:
            count *= n
        values, scale = [], 2 / (count / shape[0]) ** 0.5
        for _ in range(count):
            state = (state * 1103515245 + 12345) % 2 ** 31
            values.append((state / 2 ** 31 - 0.5) * scale)
        out.append(struct.pack('<IiI', 0xF993FAC9, 0, len(shape)) + struct.pack(f'<{len(shape)}q', *shape) + struct.pack('<iii', 1, 0, 0) + struct.pack(f'<{count}f', *values))
    out.append(struct.pack('<Q', len(shapes)) + b''.join(struct.pack('<Q', len(name)) + name.encode() for name, _ in shapes))
    with open(path, 'wb') as f:
        f.write(b''.join(out))


def write_picture(path, home):
    """The first picture of Fashion-MNIST's test set as a PNG."""
    with gzip.open(os.path.join(home, '.mxnet', 'datasets', 'fashion-mnist', 't10k-images-idx3-ubyte.gz')) as f:
        f.read(16)
        rows = [f.read(28) for _ in range(28)]

    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))

    with open(path, 'wb') as f:
        f.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 28, 28, 8, 0, 0, 0, 0)) + chunk(b'IDAT', zlib.compress(b''.join(b'\0' + row for row in rows))) + chunk(b'IEND', b''))


# ---- the seeds ----

def first():
    text = seed_text('000')
    if text is None:
        return None
    network, data, several = blocks(text)
    prose = re.compile(r'^把.*:\s*\n', re.M)
    cells = [given('''
                 import time
                 import numpy as np
                 import mxnet as mx
                 from mxnet import nd, gluon, autograd, gpu, image
                 from mxnet.gluon import nn
                 from mxnet.gluon.data.vision import datasets, transforms
                 '''),
             Cell(network, ['把网络参数放入GPU:', 'SyntaxError'], prose.sub('', network)),
             Cell(data, ['把输入数据放入GPU:', 'SyntaxError'], prose.sub('', data)),
             given('''
                 picture = image.imread('garment.png', flag=0)
                 z = net(picture.astype('float32').transpose((2, 0, 1)).expand_dims(0).as_in_context(gpu(0)) / 255)
                 print('one', picture.shape, x.shape, net(x).shape, z.context == gpu(0), ' '.join('%.3f' % v for v in z.asnumpy()[0]))
                 '''),
             given('''
                 transformer = transforms.Compose([transforms.ToTensor(), transforms.Normalize(0.13, 0.31)])
                 batch_size = 256
                 train_data = gluon.data.DataLoader(datasets.FashionMNIST(train=True).transform_first(transformer), batch_size=batch_size, shuffle=True, num_workers=2)
                 mx.random.seed(0)
                 np.random.seed(0)
                 '''),
             Cell(several), given("print('placed', net[0].weight.list_ctx() == devices, len(train_data))")]
    return Lesson('000', cells, ['one (28, 28, 1) (1, 1, 28, 28) (1, 10) True', 'Epoch 0: loss', 'Epoch 9: loss', 'placed True 24'], numbers=r'(?:Epoch \d: loss ([\d.]+)|^one .*True (.*)$)',
                  original='mxnet', files=lambda home: (write_params('net.params'), write_picture('garment.png', home)), data=['fashion-mnist'], exact=15)


def second():
    text = seed_text('001')
    if text is None:
        return None
    cells = [Cell(block) for block in blocks(text)]
    few = given('''
        from mxnet.gluon.data import vision
        import numpy as np
        class Few(vision.FashionMNIST):
            def _get_data(self):
                super()._get_data()
                self._data, self._label = self._data[:32], self._label[:32]
        vision.FashionMNIST = Few
        mx.random.seed(0)
        np.random.seed(0)
        ''')
    placed = given("print('placed', net(gpu_x[0]).context == ctx[0], net(gpu_x[1]).context == ctx[1], weight.list_ctx() == ctx)")
    cells[6:6] = [few]
    cells[5:5] = [placed]
    return Lesson('001', cells, ['placed True True True', 'running on: [gpu(0)]', 'running on: [gpu(0), gpu(1)]', 'not initialized on cpu(0)', 'epoch 4, training time:'], numbers=r'test_acc ([\d.]+)',
                  original='mxnet', needs=['gluonbook==0.8.10'], data=['fashion-mnist'])


def third():
    text = seed_text('002')
    if text is None:
        return None
    b = blocks(text)
    comma = 'model = nn.DataParallel(model，device_ids=[0,1,2])'
    assert len(b) == 10 and comma in b[5]
    cells = [given('''
                 import numpy as np
                 import torch
                 from torch import nn
                 from torch.autograd import Variable
                 torch.manual_seed(0)
                 class Net(nn.Module):
                     def __init__(self, n_in, h1, h2, n_out):
                         super().__init__()
                         self.layers = nn.Sequential(nn.Linear(n_in, h1), nn.ReLU(), nn.Linear(h1, h2), nn.ReLU(), nn.Linear(h2, n_out))
                     def forward(self, x):
                         return self.layers(x)
                 class Model(nn.Module):
                     def __init__(self):
                         super().__init__()
                         self.layer = nn.Linear(4, 2)
                     def forward(self, x):
                         return self.layer(x)
                 '''),
             Cell(b[0]), given('''
                 print('net', next(net.parameters()).device)
                 rng = np.random.RandomState(0)
                 minibatch = (rng.rand(12288, 8), np.eye(6)[:, [0, 1, 2, 3, 4, 5, 0, 1]])
                 '''),
             Cell(b[1]), given("output = net(b_x)\nprint('sum %.3f' % output.sum().item(), b_x.device == output.device)"),
             Cell(b[2]), given("print('correct', type(correct_prediction).__name__, correct_prediction)\nmodel, my_tensor = Model(), torch.ones(3)"),
             Cell(b[3]), Cell(b[4]), given("print('moved', mytensor.device == next(model.parameters()).device)"),
             Cell(b[5], ['，', 'U+FF0C', "Did you mean ','?", 'SyntaxError'], b[5].replace('，', ',').replace('\xa0', ' '), key=True),
             given("print('several', torch.cuda.device_count(), type(model).__name__, model(torch.ones(6, 4, device=device)).shape)"),
             Cell(b[6]), Cell(b[7]), given("print('shell', CUDA_VISIBLE_DEVICES, os.environ['CUDA_VISIBLE_DEVICE'])"),
             Cell(b[8], ['ValueError', 'Expected a torch.device', 'built-in function id'], None), given('id = 1'), Cell(b[8]), given("print('current', torch.cuda.current_device())\ntorch.cuda.set_device(0)\nMagNet = Model()"),
             Cell(b[9], ['SyntaxError', 'U+00A0'], b[9].replace('\xa0', ' ').replace("'1, 2, 3'", "'1,\xa02,\xa03'"), key=True), given("print('magnet', type(MagNet).__name__, next(MagNet.parameters()).device)")]
    return Lesson('002', cells, ['net cuda:0', 'correct ', 'moved True', 'several 4 DataParallel torch.Size([6, 2])', 'shell 1 1', 'current 1', '4 Gpus', 'magnet DataParallel cuda:0'], gpus=4, numbers=r'sum ([-\d.]+)',
                  original='torch')


def third_alone():
    """The last snippet of 002 in a program of its own: the environment decides how many GPUs there are."""
    text = seed_text('002')
    if text is None:
        return None
    cells = [given('import os\nimport torch\nMagNet = torch.nn.Linear(4, 2)'), Cell(blocks(text)[9].replace('\xa0', ' ')), given("print('magnet', type(MagNet).__name__, next(MagNet.parameters()).device)")]
    return Lesson('002-visible', cells, ['3 Gpus', 'magnet DataParallel cuda:0'], gpus=4)


def fourth():
    text = seed_text('003')
    if text is None:
        return None
    *steps, whole = indented(text)
    pieces = cut(whole)
    at = next(i for i, piece in enumerate(pieces) if piece.startswith('classes'))
    # the seed prints its loss each 2,000 steps, which a small data set has not: the one edit is each 500
    each = [piece.replace('i % 2000 == 1999', 'i % 500 == 499').replace('running_loss / 2000', 'running_loss / 500') for piece in pieces]
    assert len(steps) == 3 and each != pieces
    look = given('''
        import matplotlib.pyplot as plt
        images, labels = next(iter(testloader))
        plt.imshow(torchvision.utils.make_grid(images / 2 + 0.5).permute(1, 2, 0))
        plt.show()
        print('shown', images.shape, ' '.join(classes[label] for label in labels))
        ''')
    cells = [given('import torch\ntorch.manual_seed(0)'), *[Cell(piece) for piece in each[:at + 1]], look, *[Cell(piece) for piece in each[at + 1:]],
             given('data = torch.ones(4, 3, 32, 32), torch.zeros(4)'), *[Cell(step) for step in steps], given("import os\nprint('steps', net(inputs).shape, inputs.device == device, os.path.getsize(PATH) > 240000)")]
    return Lesson('003', cells, ['Finished Training', 'shown torch.Size([4, 3, 32, 32])', 'Accuracy of the network on the 10000 test images:', 'Accuracy of truck :', 'steps torch.Size([4, 10]) True True'],
                  numbers=r'(?:\[\d, +\d+\] loss: ([\d.]+)|Accuracy of .*: +(\d+) %)', original='torch', data=['cifar10'], pictures=True)


def fifth():
    text = seed_text('004')
    if text is None:
        return None
    spoken = re.sub(r'[\s。，？]+', ' ', re.sub(r'!\[\]\([^)]*\)', '', text)).lower()
    missing = [said for said, *_ in lecture.COMMANDS if re.sub(r'[\s。，？]+', ' ', said).lower() not in spoken]
    assert not missing, missing
    cells = [given('import mxnet as mx\nfrom mxnet import nd\nfrom mxnet.gluon import nn')]
    for _, command, *more in lecture.COMMANDS:
        cells.append(Cell(command, more[0] if more else (), None))
    return Lesson('004', cells, lecture.SAYS)


def lessons():
    return [lesson for lesson in (make() for make in (first, second, third, third_alone, fourth, fifth)) if lesson is not None]
