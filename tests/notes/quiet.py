"""quiet.py: correct programs of every kind. perch says nothing about any of them: a note that is wrong once teaches to ignore all.

QUIET: name: program. What several begin with stands in HEADS, by the first word of the name.
"""
HEADS = {
    'torch': '''import copy, io, os, math
import numpy as np
import torch
from torch import nn, optim
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset
device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
torch.manual_seed(1)
def model():
    return nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
X, Y = torch.randn(64, 4), torch.randn(64, 1)
loader = DataLoader(TensorDataset(X, Y), batch_size=8, shuffle=True)
loss_fn = nn.MSELoss()
''',
    'mxnet': '''import mxnet as mx
from mxnet import nd, autograd, gluon, init
from mxnet.gluon import nn
import numpy as np
ctx = mx.gpu(0)
def model():
    net = nn.Sequential()
    net.add(nn.Dense(8, activation='relu'), nn.Dense(1))
    return net
X, Y = nd.random.normal(shape=(64, 4)), nd.random.normal(shape=(64, 1))
loader = gluon.data.DataLoader(gluon.data.ArrayDataset(X, Y), batch_size=8, shuffle=True)
loss_fn = gluon.loss.L2Loss()
''',
    'mxnp': '''from mxnet import autograd, gluon, init, np, npx
from mxnet.gluon import nn
import mxnet as mx
npx.set_np()
ctx = npx.gpu(0)
X, Y = np.random.normal(size=(64, 4)), np.random.normal(size=(64, 1))
''',
    'numpy': '''import numpy as np
import torch
from mxnet import nd, gpu
''',
    'env': '',
}

STEP = '''    for x, y in loader:
        x, y = x.to(device), y.to(device)
        opt.zero_grad()
        loss = loss_fn(net(x), y)
        loss.backward()
        opt.step()
'''
QUIET = {
    'torch training loop, the loss once an epoch': '''net = model().to(device)
opt = optim.SGD(net.parameters(), lr=0.01)
for epoch in range(120):
''' + STEP + '''    last = loss.item()
''',
    'torch training loop, the sum of losses on the device': '''net = model().to(device)
opt = optim.Adam(net.parameters())
history = []
for epoch in range(110):
    total = torch.zeros((), device=device)
''' + STEP + '''        total += loss.detach()
    history.append(total.item() / len(loader))
''',
    'torch loss printed every tenth step': '''net = model().to(device)
opt = optim.Adam(net.parameters())
step = 0
for epoch in range(140):
''' + STEP + '''        if step % 10 == 0:
            text = f'{step} {loss.item():.3f}'
        step += 1
''',
    'torch full batches, the loss every tenth step, guarded by continue': '''net = model().to(device)
opt = optim.SGD(net.parameters(), lr=0.01)
x, y = X.to(device), Y.to(device)
log = []
for step in range(1200):
    loss = loss_fn(net(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 10:
        continue
    log.append(float(loss))
''',
    'torch slices moved in a loop': '''net = model().to(device)
for epoch in range(4):
    for i in range(0, 64, 8):
        net(X[i:i + 8].to(device))
    for i in range(64):
        row = X[i].cuda()
    for batch in X.split(8):
        b = batch.to(device, non_blocking=True)
    for part in X.chunk(4):
        b = part.cuda()
    for row in X:
        b = row.to('cuda')
''',
    'torch random batches by index': '''net = model().to(device)
for step in range(40):
    index = torch.randint(0, 64, (8,))
    out = net(X[index].to(device))
''',
    'torch a list of batches, each moved once an epoch': '''batches = [(X[i:i + 8].clone(), Y[i:i + 8].clone()) for i in range(0, 64, 8)]
net = model().to(device)
for epoch in range(15):
    for x, y in batches:
        loss = loss_fn(net(x.to(device)), y.to(device))
''',
    'torch evaluation, counted on the device': '''net = nn.Linear(4, 3).to(device)
labels = torch.randint(0, 3, (64,))
for epoch in range(120):
    net.eval()
    right = torch.zeros((), device=device)
    with torch.no_grad():
        for i in range(0, 64, 8):
            right += (net(X[i:i + 8].to(device)).argmax(1) == labels[i:i + 8].to(device)).sum()
    accuracy = right.item() / 64
''',
    'torch evaluation and early stopping after each epoch': '''net = model().to(device)
opt = optim.Adam(net.parameters(), lr=1e-3)
best, waited = float('inf'), 0
for epoch in range(130):
''' + STEP + '''    with torch.no_grad():
        held_out = sum(loss_fn(net(x.to(device)), y.to(device)) for x, y in loader)
    if held_out.item() < best:
        best, waited = held_out.item(), 0
    else:
        waited += 1
''',
    'torch gradient accumulation': '''net = model().to(device)
opt = optim.SGD(net.parameters(), lr=0.01, momentum=0.9)
for epoch in range(120):
    opt.zero_grad()
    whole = 0
    for k, (x, y) in enumerate(loader):
        loss = loss_fn(net(x.to(device)), y.to(device)) / 4
        loss.backward()
        whole = whole + loss.detach()
        if k % 4 == 3:
            opt.step()
            opt.zero_grad()
    value = whole.item()
''',
    'torch model parallel on two GPUs': '''class Split(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 8).to('cuda:0')
        self.b = nn.Linear(8, 1).to('cuda:1')
    def forward(self, x):
        return self.b(torch.relu(self.a(x.to('cuda:0'))).to('cuda:1'))
net = Split()
opt = optim.Adam(net.parameters())
for epoch in range(5):
    for x, y in loader:
        loss = loss_fn(net(x), y.to('cuda:1'))
        opt.zero_grad()
        loss.backward()
        opt.step()
''',
    'torch the same batch to two GPUs': '''nets = [model().to(f'cuda:{i}') for i in range(2)]
for epoch in range(3):
    for x, y in loader:
        outs = [net(x.to(f'cuda:{i}')) for i, net in enumerate(nets)]
''',
    'torch DataParallel': '''net = nn.DataParallel(model().cuda())
opt = optim.SGD(net.parameters(), lr=0.1)
for epoch in range(3):
''' + STEP,
    'torch a moving average of the weights': '''net = model().to(device)
ema = copy.deepcopy(net)
opt = optim.Adam(net.parameters())
for epoch in range(20):
''' + STEP + '''        with torch.no_grad():
            for a, b in zip(ema.parameters(), net.parameters()):
                a.mul_(0.99).add_(b, alpha=0.01)
''',
    'torch checkpoints while training': '''net = model().to(device)
opt = optim.Adam(net.parameters())
for epoch in range(14):
''' + STEP + '''    file = io.BytesIO()
    torch.save({'net': net.state_dict(), 'opt': opt.state_dict(), 'epoch': epoch}, file)
file.seek(0)
saved = torch.load(file, map_location=device)
net.load_state_dict(saved['net'])
opt.load_state_dict(saved['opt'])
''',
    'torch weights kept on the CPU after each epoch': '''net = model().to(device)
opt = optim.Adam(net.parameters())
for epoch in range(14):
''' + STEP + '''    kept = {name: value.cpu() for name, value in net.state_dict().items()}
net.load_state_dict(kept)
''',
    'torch the best weights put back again and again': '''net = model().to(device)
best = {name: value.cpu() for name, value in net.state_dict().items()}
for trial in range(15):
    with torch.no_grad():
        for p in net.parameters():
            p.add_(0.1)
    net.load_state_dict(best)
''',
    'torch an optimizer made before the model moves, without state': '''net = model()
opt = optim.SGD(net.parameters(), lr=0.01)
net.to(device)
for epoch in range(2):
''' + STEP,
    'torch Adam made before the model moves has no state yet': '''net = model()
opt = optim.Adam(net.parameters())
net.cuda()
for epoch in range(2):
''' + STEP,
    'torch plain SGD has no state, however much it trained': '''net = model()
opt = optim.SGD(net.parameters(), lr=0.01)
loss_fn(net(X), Y).backward()
opt.step()
net.to(device)
opt.zero_grad()
loss_fn(net(X.to(device)), Y.to(device)).backward()
opt.step()
''',
    'torch the model goes to the CPU and back for each checkpoint': '''net = model().to(device)
opt = optim.Adam(net.parameters())
for epoch in range(12):
''' + STEP + '''    net.cpu()
    torch.save(net.state_dict(), io.BytesIO())
    net.to(device)
''',
    'torch the model goes to the CPU in the end': '''net = model().to(device)
opt = optim.SGD(net.parameters(), lr=0.01, momentum=0.9)
for epoch in range(2):
''' + STEP + '''net.cpu()
out = net(X)
''',
    'torch trained on the CPU, the optimizer is gone, then moved': '''def train():
    net = model()
    opt = optim.Adam(net.parameters())
    for x, y in loader:
        opt.zero_grad()
        loss_fn(net(x), y).backward()
        opt.step()
    return net
net = train().to(device)
out = net(X.to(device))
''',
    'torch recurrent network, step by step': '''cell, head = nn.RNNCell(4, 8).to(device), nn.Linear(8, 1).to(device)
opt = optim.Adam([*cell.parameters(), *head.parameters()])
for epoch in range(120):
    h = torch.zeros(8, 8, device=device)
    for t in range(8):
        h = cell(X[t * 8:t * 8 + 8].to(device), h)
    loss = head(h).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if epoch % 5 == 0:
        shown = loss.item()
''',
    'torch an agent whose actions are read': '''policy = nn.Linear(4, 2).to(device)
state = torch.randn(4)
for step in range(150):
    probs = torch.softmax(policy(state.to(device)), 0)
    action = torch.multinomial(probs, 1).item()
    state = torch.randn(4) + action
''',
    'torch text generated word by word': '''table = nn.Linear(10, 10).to(device)
word, text = 3, []
for i in range(150):
    word = int(table(F.one_hot(torch.tensor([word], device=device), 10).float()).argmax())
    text.append(word)
''',
    'torch a check for nan in each step': '''net = model().to(device)
opt = optim.SGD(net.parameters(), lr=0.01)
for epoch in range(20):
''' + STEP + '''        if torch.isnan(loss):
            raise ValueError('nan')
''',
    'torch warming a device up': '''torch.ones(1).to(device)
torch.zeros(1).cuda()
torch.randn(3, 3).to('cuda')
torch.cuda.synchronize()
''',
    'torch to() of a module as a statement': '''net = model()
net.to(device)
net.cuda()
criterion = nn.CrossEntropyLoss(weight=torch.ones(3))
criterion.to(device)
class Trainer:
    def __init__(self):
        self.net = model()
        self.net.to(device)
Trainer()
''',
    'torch to() where it is already': '''x = X.to(device)
for i in range(50):
    z = x.to(device)
    y = x.to(x.device)
    c = X.cpu()
''',
    'torch parameters of one\'s own, made where they live': '''w = torch.randn(4, 1, device=device, requires_grad=True)
b = torch.zeros(1, device=device, requires_grad=True)
for epoch in range(3):
    for x, y in loader:
        loss = loss_fn(x.to(device) @ w + b, y.to(device))
        loss.backward()
        with torch.no_grad():
            for p in (w, b):
                p -= 0.1 * p.grad
                p.grad.zero_()
''',
    'torch the gradient of a copy that retains it': '''w = torch.ones(3, requires_grad=True)
c = w.cuda()
c.retain_grad()
(c * 2).sum().backward()
a, b = w.grad, c.grad
''',
    'torch copy_ from the CPU into a buffer on the device': '''pool = torch.empty(8, 4, device=device)
for epoch in range(3):
    for i in range(0, 64, 8):
        pool.copy_(X[i:i + 8])
for i in range(20):
    pool.copy_(X[:8])
''',
    'torch results brought back batch by batch': '''net = model().to(device)
outs = []
with torch.no_grad():
    for x, _ in loader:
        outs.append(net(x.to(device)).cpu())
all_of_them = torch.cat(outs).numpy()
''',
    'torch one result read as an array each epoch': '''net = model().to(device)
x = X.to(device)
for epoch in range(20):
    with torch.no_grad():
        shown = net(x).cpu().numpy()
        row = net(x)[0].tolist()
''',
    'torch two networks trained against each other, printed now and then': '''G, D = nn.Linear(2, 4).to(device), model().to(device)
og, od = optim.Adam(G.parameters()), optim.Adam(D.parameters())
for step in range(600):
    real, fake = X[step % 56:step % 56 + 8].to(device), G(torch.randn(8, 2, device=device))
    od.zero_grad()
    ld = D(fake.detach()).mean() - D(real).mean()
    ld.backward()
    od.step()
    og.zero_grad()
    lg = -D(fake).mean()
    lg.backward()
    og.step()
    if step % 5 == 4:
        a, b = ld.item(), lg.item()
''',
    'torch one tensor to each of many devices': '''devices = [torch.device('cuda:0'), torch.device('cuda:1'), torch.device('cpu')]
for step in range(20):
    copies = [X.to(d) for d in devices]
''',
    'torch a class for training with a log of its own': '''class Trainer:
    def __init__(self, net):
        self.net, self.opt, self.steps, self.log = net.to(device), optim.Adam(net.parameters()), 0, []
    def step(self, x, y):
        loss = loss_fn(self.net(x.to(device)), y.to(device))
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        self.steps += 1
        if self.steps % 20 == 0:
            self.write(loss)
    def write(self, loss):
        self.log.append(loss.item())
t = Trainer(model())
for epoch in range(260):
    for x, y in loader:
        t.step(x, y)
''',
    'torch pinned memory': '''fast = DataLoader(TensorDataset(X, Y), batch_size=8, pin_memory=True)
for epoch in range(3):
    for x, y in fast:
        x = x.to(device, non_blocking=True)
''',
    'torch schedules and clipping': '''net = model().to(device)
opt = optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
schedule = optim.lr_scheduler.StepLR(opt, 3)
for epoch in range(4):
    for x, y in loader:
        loss = loss_fn(net(x.to(device)), y.to(device))
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
    schedule.step()
''',
    'torch buffers and constants of a module': '''class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('scale', torch.ones(4))
        self.w = nn.Parameter(torch.ones(4))
    def forward(self, x):
        return x * self.scale * self.w
net = Net().to(device)
out = [net(x.to(device)) for x, _ in loader]
''',
    'mxnet training loop, the loss once an epoch': '''net = model()
net.initialize(init.Normal(0.01), ctx=ctx)
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.01})
for epoch in range(110):
    total = nd.zeros((1,), ctx=ctx)
    for x, y in loader:
        x, y = x.as_in_context(ctx), y.as_in_context(ctx)
        with autograd.record():
            loss = loss_fn(net(x), y)
        loss.backward()
        trainer.step(8)
        total += loss.sum()
    value = total.asscalar()
''',
    'mxnet two GPUs, split and load': '''gpus = [mx.gpu(0), mx.gpu(1)]
net = model()
net.initialize(ctx=gpus)
trainer = gluon.Trainer(net.collect_params(), 'adam')
for epoch in range(14):
    for x, y in loader:
        xs, ys = gluon.utils.split_and_load(x, gpus), gluon.utils.split_and_load(y, gpus)
        with autograd.record():
            losses = [loss_fn(net(a), b) for a, b in zip(xs, ys)]
        for l in losses:
            l.backward()
        trainer.step(8)
''',
    'mxnet a loss printed every tenth step': '''net = model()
net.initialize(ctx=ctx)
trainer = gluon.Trainer(net.collect_params(), 'sgd')
x, y = X.as_in_context(ctx), Y.as_in_context(ctx)
for step in range(1100):
    with autograd.record():
        loss = loss_fn(net(x), y).mean()
    loss.backward()
    trainer.step(1)
    if step % 10 == 0:
        shown = loss.asscalar()
''',
    'mxnet a metric': '''net = nn.Dense(3)
net.initialize(ctx=ctx)
metric = mx.metric.Accuracy()
labels = nd.array(np.arange(64) % 3)
for epoch in range(12):
    metric.reset()
    for i in range(0, 64, 8):
        metric.update(labels[i:i + 8].as_in_context(ctx), net(X[i:i + 8].as_in_context(ctx)))
    name, value = metric.get()
''',
    'mxnet copyto into arrays, on purpose': '''buffer = nd.zeros((64, 4), ctx=ctx)
for step in range(20):
    X.copyto(buffer)
    buffer += 1
w = nd.ones((4,), ctx=ctx)
old = w.copyto(w.context)
w += 1
before = w.copyto(mx.gpu(0))
w[:] = 3
mine = w.copyto(mx.gpu(0))
mine += 1
''',
    'mxnet copies of parameters': '''w = nd.ones((4,), ctx=ctx)
w.attach_grad()
for step in range(3):
    with autograd.record():
        loss = (w * w).sum()
    loss.backward()
    snapshot = w.copyto(mx.gpu(0))
    w -= 0.1 * w.grad
''',
    'mxnet slices and batches moved': '''for epoch in range(3):
    for i in range(0, 64, 8):
        b = X[i:i + 8].as_in_context(ctx)
        c = X[i:i + 8].copyto(ctx)
    for x, y in loader:
        b = x.as_in_context(ctx)
''',
    'mxnet as_in_context where it is already': '''x = X.as_in_context(ctx)
for i in range(30):
    y = x.as_in_context(ctx) * 2
    z = y.as_in_context(x.context)
''',
    'mxnet weights saved and loaded': '''net = model()
net.initialize(ctx=ctx)
net(X.as_in_context(ctx))
for epoch in range(12):
    net.save_parameters('weights.params')
    net.load_parameters('weights.params', ctx=ctx)
''',
    'mxnet the whole moved by hand between two GPUs': '''def all_reduce(data):
    for i in range(1, len(data)):
        data[0][:] += data[i].as_in_context(data[0].context)
    for i in range(1, len(data)):
        data[0].copyto(data[i])
for step in range(15):
    data = [nd.ones((2,), ctx=mx.gpu(i)) * (i + step) for i in range(2)]
    all_reduce(data)
''',
    'mxnet parameters given to each GPU': '''params = [nd.ones((4, 8)), nd.zeros((8,))]
def get_params(params, ctx):
    new = [p.copyto(ctx) for p in params]
    for p in new:
        p.attach_grad()
    return new
on = [get_params(params, mx.gpu(i)) for i in range(2)]
''',
    'mxnet reset_ctx and copies for the host': '''net = model()
net.initialize()
net(X)
net.collect_params().reset_ctx(ctx)
for i in range(12):
    out = net(X[i:i + 8].as_in_context(ctx)).asnumpy()
''',
    'mxnp training loop': '''net = nn.Dense(1)
net.initialize(ctx=ctx)
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.01})
loss_fn = gluon.loss.L2Loss()
for epoch in range(110):
    for i in range(0, 64, 16):
        x, y = X[i:i + 16].as_in_ctx(ctx), Y[i:i + 16].as_in_ctx(ctx)
        with autograd.record():
            loss = loss_fn(net(x), y)
        loss.backward()
        trainer.step(16)
    shown = float(loss.mean())
''',
    'mxnp interop with numpy': '''import numpy as onp
x = X.as_in_ctx(ctx)
for i in range(12):
    a = (x * i).asnumpy()
    b = np.array(a, ctx=ctx)
''',
    'numpy arrays to devices': '''data = np.random.rand(64, 4).astype('float32')
for i in range(0, 64, 4):
    t = torch.from_numpy(data[i:i + 4]).cuda()
    n = nd.array(data[i:i + 4], ctx=gpu(0))
for i in range(20):
    noise = torch.tensor(np.random.rand(4)).to('cuda')
''',
    'numpy results gathered': '''outs = []
for i in range(150):
    outs.append((torch.ones(4, device='cuda') * i).cpu().numpy())
whole = np.concatenate(outs)
''',
    'env CUDA_VISIBLE_DEVICES at the top': '''import os
os.environ['CUDA_VISIBLE_DEVICES'] = '1'
import torch
x = torch.ones(2, device='cuda')
assert torch.cuda.device_count() == 1
''',
    'env set behind the imports, before the first use': '''import os
import torch
import mxnet as mx
os.environ['CUDA_VISIBLE_DEVICES'] = '0'
device = torch.device('cuda')
x = torch.ones(2, device=device)
''',
    'env the same value again': '''import os
os.environ['CUDA_VISIBLE_DEVICES'] = '0,1'
import torch
n = torch.cuda.device_count()
os.environ['CUDA_VISIBLE_DEVICES'] = '0,1'
x = torch.ones(2, device='cuda')
''',
    'env no GPU asked for': '''import os
os.environ['CUDA_VISIBLE_DEVICES'] = ''
import torch
assert not torch.cuda.is_available()
x = torch.ones(3).to('cpu')
''',
}
