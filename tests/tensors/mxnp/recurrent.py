from mxnet import autograd, gluon, init, np, npx
from mxnet.gluon import nn, rnn
npx.set_np()
X, W_xh, H, W_hh = np.ones((3, 1)), np.full((1, 4), 0.5), np.zeros((3, 4)), np.full((4, 4), 0.25)
print(np.dot(X, W_xh) + np.dot(H, W_hh), (np.dot(np.concatenate((X, H), 1), np.concatenate((W_xh, W_hh), 0)) == np.dot(X, W_xh) + np.dot(H, W_hh)).all())
ids = np.arange(10).reshape((2, 5))
print(npx.one_hot(ids.T, 28).shape, npx.one_hot(np.array([0, 2]), 4))
for layer in (rnn.RNN(8), rnn.GRU(8), rnn.LSTM(8), rnn.LSTM(8, num_layers=2), rnn.GRU(4, bidirectional=True), rnn.RNN(8, layout='NTC')):
    layer.initialize(init.Constant(0.1))
    state = layer.begin_state(batch_size=2)
    x = np.ones((5, 2, 3)) if layer._layout == 'TNC' else np.ones((2, 5, 3))
    Y, new = layer(x, state)
    print(type(layer).__name__, [s.shape for s in state], Y.shape, [s.shape for s in new], type(Y).__name__)
    print(Y[-1, 0, :2].asnumpy().round(4), layer(x).shape, len(list(layer.collect_params().keys())))
class RNNModel(nn.Block):
    def __init__(self, layer, vocab, **kwargs):
        super().__init__(**kwargs)
        self.rnn, self.vocab, self.dense = layer, vocab, nn.Dense(vocab)
    def forward(self, inputs, state):
        X = npx.one_hot(inputs.T, self.vocab)
        Y, state = self.rnn(X, state)
        return self.dense(Y.reshape(-1, Y.shape[-1])), state
    def begin_state(self, *args, **kwargs):
        return self.rnn.begin_state(*args, **kwargs)
net = RNNModel(rnn.RNN(6), 7)
net.initialize(init.Constant(0.1))
out, state = net(np.zeros((2, 3)), net.begin_state(batch_size=2))
print(out.shape, len(state), state[0].shape, out[0, 0].round(3))
loss, trainer = gluon.loss.SoftmaxCrossEntropyLoss(), gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.5})
def clip(params, theta):
    norm = np.sqrt(sum((p.grad() ** 2).sum() for p in params)).item()
    if norm > theta:
        for p in params:
            p.grad()[:] *= theta / norm
    return norm > theta
state = net.begin_state(batch_size=2)
x, y = np.array([[1, 2, 3], [3, 2, 1]]), np.array([[2, 3, 4], [2, 1, 0]])
for _ in range(3):
    for s in state:
        s.detach()
    with autograd.record():
        out, state = net(x, state)
        l = loss(out, y.T.reshape(-1)).mean()
    l.backward()
    clipped = clip(list(net.collect_params().values()), 0.05)
    trainer.step(1)
    print(f'{np.exp(l).item():.3f}', clipped)
