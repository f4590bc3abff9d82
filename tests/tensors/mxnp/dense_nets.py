from mxnet import autograd, init, np, npx
from mxnet.gluon import nn
npx.set_np()
net = nn.Sequential()
net.add(nn.Dense(4, activation='relu'), nn.Dense(2))
print(net[0].weight.shape, net[0].weight)
net.initialize(init.Constant(0.5))
print(net[0].weight)
X = np.arange(6).reshape(2, 3)
Y = net(X)
print(Y, repr(Y), type(Y), Y.shape)
print(net[0].weight, net[1].bias)
print(net[0].weight.shape, net[1].bias.shape, net[0].weight.data(), net[1].bias.data(), type(net[0].weight.data()))
print(repr(net[1].weight.data()), net[1].weight.data()[0], net[1].weight.name.split('_')[-1], net[0].weight.grad())
print(net)
with autograd.record():
    loss = net(X).sum()
loss.backward()
print(net[0].weight.grad(), net[1].bias.grad(), net[1].weight.grad(), type(net[1].bias.grad()))
net[0].weight.set_data(np.ones((4, 3)))
net[1].bias.data()[:] = 10
net[1].weight.data()[0, 0] = 42
net[1].weight.data()[1] += 1
print(net(X))
params = net.collect_params()
print(len(list(params.keys())), [p.shape for p in params.values()], [p.dtype for p in params.values()], [p.grad_req for p in params.values()])
print([k.split('_')[-1] for k in net.collect_params('.*weight').keys()], net[0].weight.list_ctx(), len(net), len(net[0].weight.list_data()))
for layer in net:
    print(layer.name.startswith('dense'), type(layer).__name__)
shared = nn.Dense(3, in_units=3)
tied = nn.Sequential()
tied.add(shared, nn.Dense(3, in_units=3, params=shared.params))
tied.initialize(init.Constant(1))
tied[0].weight.data()[0, 0] = 7
print((tied[0].weight.data() == tied[1].weight.data()).all(), tied[0].weight is tied[1].weight, tied(np.ones((1, 3))))
flat = nn.Dense(2, flatten=False, use_bias=False)
flat.initialize(init.One())
print(flat(np.ones((2, 3, 4))).shape, flat.bias, flat.weight.shape)
whole = nn.Dense(2, weight_initializer=init.Constant(3), bias_initializer='ones')
whole.initialize()
print(whole(np.ones((2, 2, 2))), whole.weight.shape)
net.initialize(init.Zero(), force_reinit=True)
print(net(X), net[0].bias.data())
class Ramp(init.Initializer):
    def _init_weight(self, name, data):
        print('Init', name.split('_')[-1], data.shape)
        data[:] = np.arange(data.size).reshape(data.shape)
ramp = nn.Dense(2, in_units=2)
ramp.initialize(Ramp())
print(ramp.weight.data(), ramp.bias.data(), ramp(np.ones((1, 2))))
for i in (init.Xavier(), init.Normal(sigma=0.01), init.Uniform(0.1)):
    d = nn.Dense(2, in_units=3)
    d.initialize(i)
    print(d.weight.data().shape, d.weight.data().dtype, (np.abs(d.weight.data()) < 2).all(), d.bias.data())
