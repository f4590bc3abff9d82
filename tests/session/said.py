"""said.py: what views, lists and errors say about memory and devices is what was measured (a part of the suite `views`)."""
import re


def text_of(events):
    return '\n'.join(event.get('text', '') if event['event'] != 'error' else event['text'] for event in events if isinstance(event, dict)) + '\n'.join(
        event['data'].get('text/plain', '') for event in events if isinstance(event, dict) and 'data' in event)


# Values that hang together in every way; each offer of %free is then tried in a session of its own.
HELD = [
    'import torch\nfrom mxnet import nd, gpu\nnet = torch.nn.Linear(300, 300).cuda()\nopt = torch.optim.Adam(net.parameters())\nnet(torch.ones(1, 300, device="cuda")).sum().backward()\nopt.step()',
    'import torch\nbase = torch.ones(100000, device="cuda")\nview = base[:10]\nsame = base\nlone = torch.ones(5000, device="cuda")',
    'import torch\nclass Box: pass\nbox = Box()\nbox.me = box\nbox.t = torch.ones(5000, device="cuda")\nkeep = [torch.ones(700, device="cuda:1"), {"a": torch.ones(9, 90, device="cuda")}]\npart = keep[1]',
    'import torch\nw = torch.ones(500, 500, device="cuda", requires_grad=True)\nh = (w * 2).exp()\nloss = (h * h).sum()',
    'import torch\na = torch.ones(3000, device="cuda")\nb, c, d, e = [a], [a], [a], [a]',
    'x = nd.ones((300, 300), ctx=gpu(0))\ny = x.reshape((-1,))\nz = x * 2\ndef f():\n    return z\ng = lambda: x',
    'import torch\nt = torch.ones(4000, device="cuda")\nt * 2\ndef broken(v):\n    inner = v * 3\n    return inner + torch.ones(4000, device="cuda:1")',
]
OFFERS = ('from perch.views.free import free as _free, used as _used\nfrom perch.views.free import Free as _Free\n'
          'for _o in _Free().offers: print([_o.key, _o.amounts])\ndel _o')
DO = '_before = _used()\n_said = _free(*{keys!r})\n_after = _used()\nprint([_d for _d in [{{d: max(_before[d][0] - _after[d][0], _before[d][1] - _after[d][1]) for d in _before}}]][0])'


def free(tally, play):
    for number, cell in enumerate(HELD):
        played = play([cell, OFFERS])
        tally.check(len(played) == 2 and not any(event['event'] == 'error' for event in played[0]), f'said: %free {number} plays', str(played)[-1500:])
        rows = [eval(line) for event in played[-1] if event['event'] == 'stream' for line in event['text'].splitlines()]
        for key, amounts in rows:
            again = play([cell, OFFERS, DO.format(keys=key.split())])
            got = re.findall(r'^(\{.*\})$', text_of(again[-1]), re.M)
            gained = eval(got[0]) if got else {}
            tally.check({d: n for d, n in gained.items() if n > 0} == amounts, f'said: %free {key} frees what it promises ({number})', f'{amounts} {gained} {text_of(again[-1])[-800:]}')
        keys = [key for key, _ in rows]
        if number == 0:
            tally.check('net' not in keys and 'net opt' in keys, 'said: a network whose optimizer lives is not offered alone', str(keys))
        if number == 1:
            tally.check('lone' in keys and 'base' not in keys and 'view' not in keys and 'base same view' in keys, 'said: a view holds what it looks at', str(keys))
        if number == 4:
            tally.check(not {'a', 'b'} & set(keys), 'said: what five hold is not promised', str(keys))


def where(tally, play):
    cells = ['import torch\nbase = torch.ones(1000, device="cuda")\nv = base[:10]\ndel base', '%where', 'w = v[2:5]\nwhere(v)\n', '%where', 'from mxnet import nd, gpu\nx = nd.ones((6, 6), ctx=gpu(1))', 'print(where())']
    played = play(cells)
    tally.check(len(played) == len(cells), 'said: %where plays', str(played[-1])[-1000:])
    for cell in (1, 3):
        text = text_of(played[cell])
        tally.check('in all: cuda:0 4000 bytes' in text and '40 bytes of 4000 bytes' in text, "said: %where counts what a view holds, once", text)


def memory(tally, play):
    cells = ['import torch\nfrom mxnet import nd, gpu\nx = torch.ones(333, device="cuda")\ny = [torch.ones(3, device="cuda") for i in range(5)]', 'torch.empty(2 ** 40, device="cuda")',
             'w = torch.ones(600, 600, device="cuda", requires_grad=True)\nh = (w * 2).exp().exp()', 'torch.empty(2 ** 40, device="cuda")', 'del w, h', 'q = torch.ones(1000, device="cuda")\nv = q[:10]\ndel q', 'torch.empty(2 ** 40, device="cuda")',
             'hidden = {1: lambda k=torch.ones(50000, device="cuda"): k}\nclass C:\n    __slots__ = ("a",)\n', 'torch.empty(2 ** 40, device="cuda")',
             'nd.ones((2 ** 20, 2 ** 20))', 'nd.ones((2 ** 20, 2 ** 20), ctx=gpu(0))', 'nd.repeat(nd.ones(3), repeats=2**30)']
    played = play(cells)
    tally.check(len(played) == len(cells), 'said: out of memory plays', str(played[-1])[-1000:])
    texts = [text_of(events) for events in played]
    tally.check('on cuda:0:' in texts[1] and 'under no name' not in texts[1] and 'for backward' not in texts[1], 'said: rounding is not kept for anything', texts[1])
    tally.check('that these keep for backward' in texts[3] and 'under no name' not in texts[3], 'said: what is kept for backward is measured', texts[3])
    tally.check('under no name' not in texts[6], 'said: a view has the whole that it holds', texts[6])
    tally.check('Failed to allocate CPU Memory' in texts[9] and 'cuda' not in texts[9], 'said: memory of the CPU is not allocated by CUDA', texts[9])
    tally.check('cudaMalloc' in texts[10], 'said: that of a GPU is', texts[10])
    tally.check('cuda' not in texts[11], 'said: repeat() on the CPU', texts[11])


ORDINALS = ['torch.cuda.get_device_properties({})', 'torch.cuda.get_device_name({})', 'torch.cuda.get_device_capability({})', 'torch.cuda.memory_allocated({})', 'torch.cuda.synchronize({})', 'torch.cuda.mem_get_info({})',
            'torch.ones(2, device="cuda:{}")', 'torch.cuda.set_device({})', 'with torch.cuda.device({}): pass']


def devices(tally, play):
    for gpus, here in (('sim:2', 'there are cuda:0, cuda:1 (simulated)'), ('sim:1', 'there is cuda:0 (simulated)')):
        cells = ['import torch'] + [line.format(n) for line in ORDINALS for n in (0, 5)]
        played = play(cells, gpus=gpus)
        tally.check(len(played) == len(cells), f'said: devices play ({gpus})', str(played[-1])[-1000:])
        for cell, events in zip(cells[1:], played[1:]):
            text = text_of(events)
            if '5' in cell:
                tally.check('cuda:5 is not here; ' + here in text and 'no GPU at all' not in text and 'MXNet' not in text, f'said: {cell} on {gpus}', text)
            else:
                tally.check('is not here' not in text and not any(event['event'] == 'error' for event in events), f'said: {cell} on {gpus}', text)
    played = play(['import mxnet as mx\nmx.nd.ones(2, ctx=mx.gpu(0))'], gpus='none')
    tally.check('there is no GPU at all' in text_of(played[0]), 'said: no GPU at all where there is none', text_of(played[0]))


def said(tally, play):
    for part in (free, where, memory, devices):
        part(tally, play)
