from mxnet import autograd, init, np, npx
from mxnet.gluon import nn
npx.set_np()
def masked_softmax(X, valid_lens):
    if valid_lens is None:
        return npx.softmax(X)
    shape = X.shape
    valid_lens = valid_lens.repeat(shape[1]) if valid_lens.ndim == 1 else valid_lens.reshape(-1)
    X = npx.sequence_mask(X.reshape(-1, shape[-1]), valid_lens, True, value=-1e6, axis=1)
    return npx.softmax(X).reshape(shape)
S = np.arange(16).reshape(2, 2, 4) / 4
print(masked_softmax(S, np.array([2, 3])).asnumpy().round(4))
print(masked_softmax(S, np.array([[1, 3], [2, 4]])).asnumpy().round(4), masked_softmax(S, None).sum(axis=-1).asnumpy().round(4))
class AdditiveAttention(nn.Block):
    def __init__(self, num_hiddens, dropout, **kwargs):
        super().__init__(**kwargs)
        self.W_k = nn.Dense(num_hiddens, use_bias=False, flatten=False)
        self.W_q = nn.Dense(num_hiddens, use_bias=False, flatten=False)
        self.w_v = nn.Dense(1, use_bias=False, flatten=False)
        self.dropout = nn.Dropout(dropout)
    def forward(self, queries, keys, values, valid_lens):
        queries, keys = self.W_q(queries), self.W_k(keys)
        features = np.tanh(np.expand_dims(queries, axis=2) + np.expand_dims(keys, axis=1))
        scores = np.squeeze(self.w_v(features), axis=-1)
        self.weights = masked_softmax(scores, valid_lens)
        return npx.batch_dot(self.dropout(self.weights), values)
class DotProductAttention(nn.Block):
    def forward(self, queries, keys, values, valid_lens=None):
        scores = npx.batch_dot(queries, keys, transpose_b=True) / np.sqrt(queries.shape[-1]).item()
        self.weights = masked_softmax(scores, valid_lens)
        return npx.batch_dot(self.weights, values)
queries, keys = np.ones((2, 1, 6)), np.ones((2, 10, 2))
values = np.arange(40).reshape(1, 10, 4).repeat(2, axis=0)
lens = np.array([2, 6])
add = AdditiveAttention(8, 0.1)
add.initialize(init.Constant(0.2))
print(add(queries, keys, values, lens).asnumpy().round(3), add.weights.shape)
dot = DotProductAttention()
print(dot(np.ones((2, 1, 2)), keys, values, lens).asnumpy().round(3), dot.weights.reshape((2, 10)).asnumpy().round(3))
def transpose_qkv(X, heads):
    X = X.reshape(X.shape[0], X.shape[1], heads, -1).transpose(0, 2, 1, 3)
    return X.reshape(-1, X.shape[2], X.shape[3])
def transpose_output(X, heads):
    X = X.reshape(-1, heads, X.shape[1], X.shape[2]).transpose(0, 2, 1, 3)
    return X.reshape(X.shape[0], X.shape[1], -1)
X = np.arange(24).reshape(2, 3, 4)
T = transpose_qkv(X, 2)
print(T.shape, T[1], (transpose_output(T, 2) == X).all(), np.repeat(lens, repeats=2, axis=0))
P = np.zeros((1, 6, 8))
angles = np.arange(6).reshape(-1, 1) / np.power(10000, np.arange(0, 8, 2) / 8)
P[:, :, 0::2] = np.sin(angles)
P[:, :, 1::2] = np.cos(angles)
print(P.shape, P[0, 1].asnumpy().round(4), P[0, :, 2:4].asnumpy().round(3), (np.zeros((2, 4, 8)) + P[:, :4, :])[1, 0])
norm, ln = nn.BatchNorm(), nn.LayerNorm()
norm.initialize()
ln.initialize()
with autograd.record():
    print(ln(np.array([[1.0, 2], [2, 3]])).asnumpy().round(3), norm(np.array([[1.0, 2], [2, 3]])).asnumpy().round(3))
x_train, y_train = np.array([0.0, 1, 2]), np.array([1.0, 3, 5])
x_val = np.array([0.5, 2])
w = npx.softmax(-(x_val.reshape(-1, 1).repeat(3, axis=1) - x_train) ** 2 / 2)
print(np.dot(w, y_train).asnumpy().round(4), w.shape)
