"""RNN, GRU and LSTM layers: states, shapes, a language model."""
import mxnet as mx
from mxnet import autograd, gluon, init, nd
from mxnet.gluon import loss as gloss, nn, rnn
mx.random.seed(2)
num_hiddens, batch_size, num_steps, vocab_size = 16, 2, 7, 11
rnn_layer = rnn.RNN(num_hiddens)
rnn_layer.initialize()
state = rnn_layer.begin_state(batch_size=batch_size)
print(state[0].shape, rnn_layer)
X = nd.random.uniform(shape=(num_steps, batch_size, vocab_size))
Y, state_new = rnn_layer(X, state)
print(Y.shape, len(state_new), state_new[0].shape)
print((Y[-1] - state_new[0][0]).norm().asscalar() < 1e-6)


class RNNModel(nn.Block):
    def __init__(self, rnn_layer, vocab_size, **kwargs):
        super(RNNModel, self).__init__(**kwargs)
        self.rnn = rnn_layer
        self.vocab_size = vocab_size
        self.dense = nn.Dense(vocab_size)

    def forward(self, inputs, state):
        X = nd.one_hot(inputs.T, self.vocab_size)
        Y, state = self.rnn(X, state)
        output = self.dense(Y.reshape((-1, Y.shape[-1])))
        return output, state

    def begin_state(self, *args, **kwargs):
        return self.rnn.begin_state(*args, **kwargs)


text = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8] * 6
for kind in (rnn.RNN, rnn.GRU, rnn.LSTM):
    mx.random.seed(7)
    model = RNNModel(kind(num_hiddens), vocab_size)
    model.initialize(force_reinit=True, init=init.Normal(0.1))
    trainer = gluon.Trainer(model.collect_params(), 'adam', {'learning_rate': 0.05})
    loss = gloss.SoftmaxCrossEntropyLoss()
    data = nd.array(text).reshape((2, -1))
    first = last = None
    for epoch in range(15):
        state = model.begin_state(batch_size=2)
        for i in range(0, 35, 7):
            x, y = data[:, i:i + 7], data[:, i + 1:i + 8]
            for s in state:
                s.detach()
            with autograd.record():
                output, state = model(x, state)
                l = loss(output, y.T.reshape((-1,))).mean()
            l.backward()
            gluon.utils.clip_global_norm([p.grad() for p in model.collect_params().values()], 1.0)
            trainer.step(1)
        first = l.asscalar() if first is None else first
    last = l.asscalar()
    print(kind.__name__, first > last, round(float(last), 1), [s.shape for s in state], model.rnn)
    print({n.split('_', 1)[1]: p.shape for n, p in model.rnn.collect_params().items()})
state = [s.zeros_like() for s in state]
out, state = model(nd.array([[3]]).reshape((1, 1)), [s[:, :1] for s in state])
print(out.argmax(axis=1).shape)
deep = rnn.LSTM(8, num_layers=2, bidirectional=True, layout='NTC', dropout=0.2, input_size=5)
deep.initialize()
y = deep(nd.ones((3, 4, 5)))
print(y.shape, deep, [s.shape for s in deep.begin_state(3)])
cell = rnn.LSTMCell(6)
cell.initialize()
outputs, states = cell.unroll(4, nd.ones((2, 4, 3)), layout='NTC', merge_outputs=True)
print(outputs.shape, len(states), cell)
stack = rnn.SequentialRNNCell()
stack.add(rnn.GRUCell(5))
stack.add(rnn.DropoutCell(0.3))
stack.add(rnn.RNNCell(4))
stack.initialize()
out, states = stack(nd.ones((2, 3)), stack.begin_state(batch_size=2))
print(out.shape, [s.shape for s in states], stack)
