"""Gates by hand: a GRU and an LSTM against gluon's layers."""
import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import rnn
mx.random.seed(3)
num_inputs, num_hiddens, batch, steps = 4, 5, 2, 6
X = nd.random.normal(shape=(steps, batch, num_inputs))
layer = rnn.GRU(num_hiddens, input_size=num_inputs)
layer.initialize(mx.init.Normal(0.5))
p = {name.split('_', 1)[1]: q.data() for name, q in layer.collect_params().items()}
print({k: v.shape for k, v in p.items()})
Wr, Wz, Wn = nd.split(p['l0_i2h_weight'], 3, axis=0)
Ur, Uz, Un = nd.split(p['l0_h2h_weight'], 3, axis=0)
H = nd.zeros((batch, num_hiddens))
outputs = []
for x in X:
    R = nd.sigmoid(nd.dot(x, Wr.T) + nd.dot(H, Ur.T))
    Z = nd.sigmoid(nd.dot(x, Wz.T) + nd.dot(H, Uz.T))
    N = nd.tanh(nd.dot(x, Wn.T) + R * nd.dot(H, Un.T))
    H = Z * H + (1 - Z) * N
    outputs.append(H)
print((nd.stack(*outputs) - layer(X)).abs().max().asscalar() < 1e-5)
lstm = rnn.LSTM(num_hiddens, input_size=num_inputs)
lstm.initialize(mx.init.Normal(0.5))
W = lstm.l0_i2h_weight.data()
U = lstm.l0_h2h_weight.data()
H, C = nd.zeros((batch, num_hiddens)), nd.zeros((batch, num_hiddens))
outputs = []
for x in X:
    I, F, G, O = nd.split(nd.dot(x, W.T) + nd.dot(H, U.T), 4, axis=1)
    C = F.sigmoid() * C + I.sigmoid() * G.tanh()
    H = O.sigmoid() * C.tanh()
    outputs.append(H)
Y, (h, c) = lstm(X, lstm.begin_state(batch))
print((nd.stack(*outputs) - Y).abs().max().asscalar() < 1e-5, (C - c[0]).abs().max().asscalar() < 1e-5, h.shape)
with autograd.record():
    l = (lstm(X) ** 2).sum()
l.backward()
print(lstm.l0_i2h_weight.grad().shape, lstm.l0_i2h_weight.grad().norm().asscalar() > 0)
cell = rnn.GRUCell(num_hiddens, input_size=num_inputs)
cell.initialize(mx.init.One())
h, [s] = cell(X[0], cell.begin_state(batch))
print(h.shape, (h == s).min(), cell.params.keys() if hasattr(cell.params, 'keys') else '')
