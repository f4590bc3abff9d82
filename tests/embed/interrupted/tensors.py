"""A program for embed/interrupts.c: networks of both accents, loaders, hooks, arrays."""
import mxnet as mx
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.BatchNorm1d(8), nn.Dropout(0.1), nn.Linear(8, 2))
opt = torch.optim.Adam(net.parameters(), lr=0.01)
x = torch.randn(6, 4); y = torch.randint(0, 2, (6,))
for _ in range(2):
    opt.zero_grad(); loss = F.cross_entropy(net(x), y); loss.backward(); opt.step()
print(net, loss.item(), x, x[1:, ::2], x.sum(0).tolist())
from torch.utils.data import DataLoader, TensorDataset
for a, b in DataLoader(TensorDataset(x, y), batch_size=2, shuffle=True): a.mean()
sd = net.state_dict(); net.load_state_dict(sd)
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.LSTM(4, 3)
    def forward(self, x): return self.l(x[None])[0]
m = M(); m(x).sum().backward()
m.register_forward_hook(lambda *a: None); m(x)
np.arange(6).reshape(2, 3) @ np.ones((3, 2)), np.random.rand(2), np.linalg.inv(np.eye(2)), str(np.arange(5.))
from mxnet import nd, gluon, autograd
from mxnet.gluon import nn as gnn
net = gnn.HybridSequential()
net.add(gnn.Dense(8, activation='relu'), gnn.Dense(2))
net.initialize(); net.hybridize()
tr = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1})
x = nd.random.normal(shape=(4, 3)); y = nd.array([0, 1, 0, 1])
l = gluon.loss.SoftmaxCrossEntropyLoss()
for _ in range(2):
    with autograd.record(): z = l(net(x), y)
    z.backward(); tr.step(4)
print(net, z, net.collect_params())
for a, b in gluon.data.DataLoader(gluon.data.ArrayDataset(x, y), 2): a.sum().asscalar()
s = mx.sym.FullyConnected(mx.sym.Variable('d'), num_hidden=3); s.infer_shape(d=(2, 4)); s.tojson()
