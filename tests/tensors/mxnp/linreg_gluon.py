from mxnet import autograd, gluon, init, np, npx
from mxnet.gluon import nn
npx.set_np()
true_w, true_b = np.array([2, -3.5]), 4.25
X = np.stack([np.arange(12) / 6 - 1, (np.arange(12) * 5 % 12) / 6 - 1], axis=1)
y = (np.dot(X, true_w) + true_b).reshape(-1, 1)
def load_array(arrays, batch_size, is_train=False):
    return gluon.data.DataLoader(gluon.data.ArrayDataset(*arrays), batch_size, shuffle=is_train)
it = load_array((X, y), 4)
first = next(iter(it))
print(type(first), [a.shape for a in first], type(first[0]), first[0].dtype)
net = nn.Sequential()
net.add(nn.Dense(1))
net.initialize(init.Constant(0.0))
loss = gluon.loss.L2Loss()
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.3})
print(trainer.learning_rate)
for epoch in range(60):
    for fx, fy in it:
        with autograd.record():
            l = loss(net(fx), fy)
        l.backward()
        trainer.step(4)
    if epoch % 20 == 19:
        print(f'epoch {epoch + 1}, loss {loss(net(X), y).mean().item():.3f}')
w, b = net[0].weight.data(), net[0].bias.data()
print(w.shape, b.shape, (np.abs(w.reshape(true_w.shape) - true_w) < 0.02).all(), abs((b - true_b).item()) < 0.02)
def one_step(name, options, steps=1, wd=0):
    p = nn.Dense(1, in_units=2, use_bias=False)
    p.initialize(init.One())
    t = gluon.Trainer(p.collect_params(), name, options)
    for _ in range(steps):
        with autograd.record():
            l = (p(np.array([[1.0, 2]]))).sum()
        l.backward()
        t.step(1)
    return p.weight.data().asnumpy().round(4)
print(one_step('sgd', {'learning_rate': 0.5}), one_step('sgd', {'learning_rate': 0.5, 'momentum': 0.9}, 2), one_step('sgd', {'learning_rate': 0.5, 'wd': 0.1}))
print(one_step('adam', {'learning_rate': 0.1}, 3), one_step('rmsprop', {'learning_rate': 0.1}, 2), one_step('adagrad', {'learning_rate': 0.1}, 2), one_step('adadelta', {'rho': 0.9}, 1).shape)
trainer.set_learning_rate(0.01)
print(trainer.learning_rate)
net[0].weight.grad()[:] = 1
net[0].weight.set_data(np.zeros((1, 2)))
print(net[0].weight.data(), net[0].weight.grad())
net.collect_params().zero_grad()
print(net[0].weight.grad())
