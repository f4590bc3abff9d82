# torch.jit.save and load: modules and functions, extra files, what is refused; hooks of all modules, of nodes.
import io
import os
import tempfile

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 3)
        self.d = nn.Dropout(0.5)

    def forward(self, x):
        if x.sum() > 0:
            return self.d(torch.relu(self.a(x)))
        return self.a(x)


torch.manual_seed(0)
folder = tempfile.mkdtemp()
path = os.path.join(folder, 'n.pt')
n, x = Net(), torch.ones(1, 2)
s = torch.jit.script(n)
s.save(path)
again = torch.jit.load(path)
print(again)
again.eval()
s.eval()
print(again(x), torch.equal(again(x), s(x)), again(-x))
plain = nn.Sequential(nn.Linear(2, 3), nn.ReLU())
t = torch.jit.trace(plain.eval(), x)
file = io.BytesIO()
torch.jit.save(t, file, _extra_files={'note.txt': 'hello'})
file.seek(0)
extra = {'note.txt': ''}
again = torch.jit.load(file, _extra_files=extra)
print(extra, again(x).shape, again.original_name, type(again).__name__, again.training, sorted(again.state_dict()))


@torch.jit.script
def double(x):
    return x * 2


double.save(path)
print(torch.jit.load(path)(torch.ones(2)))
for f in (lambda: torch.jit.load(os.path.join(folder, 'none')), lambda: torch.jit.save(n, path)):
    try:
        f()
    except (ValueError, AttributeError) as e:
        print(type(e).__name__, str(e).replace(folder, ''))
s.save(path)
again = torch.jit.load(path, map_location='cpu')
again.load_state_dict(n.state_dict())
print(torch.equal(again.a.weight, n.a.weight))

# Hooks of every module
log = []
h = nn.modules.module.register_module_full_backward_hook(lambda m, i, o: log.append((type(m).__name__, [g if g is None else g.shape for g in i], [g.shape for g in o])))
m = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
m(x).sum().backward()
h.remove()
print(log)
try:
    nn.modules.module.register_module_backward_hook(lambda *a: None)
except RuntimeError as e:
    print(e)
log.clear()
m(x).sum().backward()
print(log)

# Hooks of nodes
w = torch.tensor([1., 2.], requires_grad=True)
y = w * 3
y.grad_fn.register_prehook(lambda grads: print('before', grads))
y.pow(2).sum().backward()
print(w.grad)
w.grad = None
y = w * 3
y.grad_fn.register_prehook(lambda grads: (grads[0] * 10,))
y.sum().backward()
print(w.grad)
leaf = (w * 2).grad_fn.next_functions[0][0]
h = leaf.register_hook(lambda inputs, outputs: print('added', inputs, outputs))
(w * 2).sum().backward()
h.remove()
(w * 2).sum().backward()
print(w.grad)
