"""safetensors: files written and read, what they hold, what is refused."""
import os, tempfile, json, struct
import numpy as np
import torch
from safetensors import safe_open, SafetensorError
from safetensors.torch import save_file, load_file, save, load, save_model, load_model
import safetensors.numpy as sn
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, '|', str(e)[:330].replace(d, 'D'))
d = tempfile.mkdtemp(); p = d + '/m.safetensors'
torch.manual_seed(0)
tensors = {'b': torch.arange(6).reshape(2, 3), 'a': torch.ones(2), 'h': torch.tensor([1.5, -2.]).half(), 'bf': torch.tensor([3.]).bfloat16(), 'u': torch.tensor([True, False]), 's': torch.tensor(4.), 'e': torch.zeros(0, 2), 'd': torch.ones(1, dtype=torch.float64), 'i': torch.tensor([1], dtype=torch.int8)}
save_file(tensors, p, metadata={'format': 'pt', 'x': 'y'})
raw = open(p, 'rb').read(); n = struct.unpack('<Q', raw[:8])[0]; print(n % 8, json.loads(raw[8:8 + n])['a'], sorted(json.loads(raw[8:8 + n]).items(), key=lambda kv: kv[1].get('data_offsets', [-1]))[1:], len(raw) - 8 - n)
back = load_file(p); print(sorted(back), {k: (v.dtype, tuple(v.shape), torch.equal(v, tensors[k])) for k, v in sorted(back.items())})
print(sorted(load(save(tensors))), sorted(load_file(p, device='cpu'))[:2])
with safe_open(p, framework='pt', device='cpu') as f:
    print(sorted(f.keys()), sorted(f.metadata().items()), f.get_tensor('b'), f.get_slice('b')[:, 1:], f.get_slice('b').get_shape(), f.get_slice('b').get_dtype(), f.get_slice('b')[0])
    t(lambda: f.get_tensor('nope'))
net = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Linear(2, 2)); net[1].weight = net[0].weight
save_model(net, p); other = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Linear(2, 2)); other[1].weight = other[0].weight; print(load_model(other, p), torch.equal(other[0].weight, net[0].weight))
t(lambda: save_file({'a': torch.ones(2, 3).t()}, p))
t(lambda: save_file({'a': 3}, p))
t(lambda: save_file([torch.ones(1)], p))
t(lambda: save_file({'a': torch.ones(1)}, p, metadata={'a': 1}))
t(lambda: load_file(d + '/nope'))
open(d + '/bad', 'wb').write(b'abc'); t(lambda: load_file(d + '/bad'))
open(d + '/bad', 'wb').write(struct.pack('<Q', 1 << 40) + b'{}'); t(lambda: load_file(d + '/bad'))
sn.save_file({'x': np.arange(3, dtype='f4'), 'y': np.array([[1, 2]])}, p); r = sn.load_file(p); print(sorted(r), r['x'], r['y'].dtype); print(sn.load(sn.save({'q': np.ones(2)})))
with safe_open(p, framework='numpy') as f: print(type(f.get_tensor('x')), f.metadata())
