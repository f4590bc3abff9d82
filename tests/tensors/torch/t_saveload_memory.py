# Memory that tensors share is shared again when they are read; the format before PyTorch 1.6; files cut short.
import io
import torch
from torch import nn


def through(value, **options):
    file = io.BytesIO()
    torch.save(value, file, **options)
    file.seek(0)
    return torch.load(file)


for new in (True, False):
    w = torch.arange(12.).view(3, 4)
    got = through({'w': w, 'part': w[1:, 1:].t(), 'row': w[2]}, _use_new_zipfile_serialization=new)
    got['w'][1, 2] = 99
    print(got['part'], got['part'].stride(), got['part'].storage_offset(), got['row'].storage().data_ptr() == got['w'].storage().data_ptr())
    one = through(torch.ones(1).expand(3), _use_new_zipfile_serialization=new)
    print(one, one.stride(), len(one.storage()), len(through(torch.arange(10)[2:4], _use_new_zipfile_serialization=new).storage()))
    net = nn.Sequential(nn.Linear(2, 2, bias=False), nn.Linear(2, 2, bias=False))
    net[1].weight = net[0].weight
    state = through(net.state_dict(), _use_new_zipfile_serialization=new)
    state['0.weight'].fill_(5)
    print(state['1.weight'], list(state))
    whole = through(net, _use_new_zipfile_serialization=new)
    print(whole[0].weight is whole[1].weight, whole)
    p = nn.Parameter(torch.ones(3))
    got = through([p, p.data[1:], torch.tensor(3.), torch.zeros(0, 3), torch.tensor([True]), torch.tensor([1 + 2j])], _use_new_zipfile_serialization=new)
    with torch.no_grad():
        got[0][2] = 7
    print(got, got[3].shape)
file = io.BytesIO()
torch.save({'a': torch.ones(200)}, file)
print(file.getvalue()[:2] == b'PK')
file = io.BytesIO()
torch.save({'a': torch.ones(2)}, file, _use_new_zipfile_serialization=False)
text = file.getvalue()
print(text[:40])
for data in (b'', text[:10], text[:30], text[:-9], text[:-3]):
    try:
        print(torch.load(io.BytesIO(data)))
    except Exception as e:
        print(type(e).__name__)
try:
    torch.load(io.BytesIO(b'\x80\x02K\x05.'))
except RuntimeError as e:
    print(e)
x = torch.arange(6.).view(2, 3)
for index in ([-1], [[1]], [2], 1.5, [1, 0]):
    try:
        print(x.index_select(0, torch.tensor(index)))
    except Exception as e:
        print(type(e).__name__, e)

# NumPy's arrays in a checkpoint, beside tensors
import numpy as np
saved = {'mean': np.array([0.5, 0.25], dtype=np.float32), 'step': np.int64(7), 'lr': np.float64(0.5), 'names': np.array(['a', 'bc']), 'mask': np.array([[True, False]]), 'net': torch.ones(2), 'nested': [np.arange(3), (np.zeros((0, 2)),)]}
for legacy in (False, True):
    file = io.BytesIO()
    torch.save(saved, file, _use_new_zipfile_serialization=not legacy)
    file.seek(0)
    back = torch.load(file, map_location='cpu')
    print([(k, type(v).__name__, getattr(v, 'dtype', None), getattr(v, 'shape', None)) for k, v in back.items()], back['mean'], back['step'], back['lr'], back['names'], back['mask'], back['nested'])
