from mxnet import autograd, gluon, init, np, npx
from mxnet.gluon import nn
npx.set_np()
x = np.arange(-2.0, 2.5, 1)
x.attach_grad()
for f in (npx.relu, npx.sigmoid, np.tanh):
    with autograd.record():
        y = f(x)
    y.backward()
    print(y.asnumpy().round(4), x.grad.asnumpy().round(4))
num_inputs, num_hiddens, num_outputs = 4, 3, 2
W1 = np.arange(num_inputs * num_hiddens).reshape(num_inputs, num_hiddens) / 10 - 0.5
b1 = np.zeros(num_hiddens)
W2 = np.arange(num_hiddens * num_outputs).reshape(num_hiddens, num_outputs) / 10
b2 = np.zeros(num_outputs)
params = [W1, b1, W2, b2]
for p in params:
    p.attach_grad()
def relu(X):
    return np.maximum(X, 0)
def dropout_layer(X, dropout):
    if dropout == 1:
        return np.zeros_like(X)
    if dropout == 0:
        return X
    mask = np.random.uniform(0, 1, X.shape) > dropout
    return mask.astype(np.float32) * X / (1.0 - dropout)
def net(X, drop=0):
    H = dropout_layer(relu(np.dot(X.reshape((-1, num_inputs)), W1) + b1), drop)
    return np.dot(H, W2) + b2
X, Y = np.array([[1.0, 2, 3, 4], [-1, 0, 1, 0], [2, 1, -1, -2]]), np.array([1, 0, 0])
loss = gluon.loss.SoftmaxCrossEntropyLoss()
print(net(X), net(X, 1), net(X, 0.5).shape)
for step in range(4):
    with autograd.record():
        l = loss(net(X), Y)
    l.backward()
    for p in params:
        p[:] = p - 0.1 * p.grad / 3
    print(f'{float(l.mean()):.3f}', [round(float(np.abs(p.grad).sum()), 2) for p in params])
gl = nn.Sequential()
gl.add(nn.Dense(3, activation='relu'), nn.Dropout(0.5), nn.Dense(2))
gl.initialize(init.Constant(0.1))
trainer = gluon.Trainer(gl.collect_params(), 'sgd', {'learning_rate': 0.1, 'wd': 0.01})
print(gl(X).asnumpy().round(5), gl)
for step in range(3):
    with autograd.record(train_mode=False):
        l = loss(gl(X), Y)
    l.backward()
    trainer.step(len(X))
    print(f'{l.mean().item():.3f}', gl[2].bias.data().asnumpy().round(3))
M = np.eye(4)
for i in range(50):
    M = np.dot(M, np.array([[2.0, 0, 0, 0], [0, 0.5, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]]))
print(M.max() == 2.0 ** 50, (M > 0).sum(), M[2, 2])
print([gl.collect_params()[k].shape for k in gl.collect_params()], gl(X).argmax(axis=1).dtype)
