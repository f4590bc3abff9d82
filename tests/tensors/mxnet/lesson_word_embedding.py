"""word2vec: tokens, negative sampling, the skip-gram model."""
import collections
import math
import random
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import loss as gloss, nn
mx.random.seed(1)
random.seed(1)
raw = ['the cat sat on the mat', 'the dog sat on the rug', 'a cat and a dog ran', 'the dog ran on the mat'] * 3
dataset = [line.split() for line in raw]
counter = collections.Counter([tk for st in dataset for tk in st])
counter = dict(filter(lambda x: x[1] >= 3, counter.items()))
idx_to_token = [tk for tk, _ in counter.items()]
token_to_idx = {tk: idx for idx, tk in enumerate(idx_to_token)}
dataset = [[token_to_idx[tk] for tk in st if tk in token_to_idx] for st in dataset]
print(len(counter), dataset[:2])
embed = nn.Embedding(input_dim=20, output_dim=4)
embed.initialize()
print(embed.weight, embed)
x = nd.array([[1, 2, 3], [4, 5, 6]])
print(embed(x).shape, (embed(x)[0, 0] == embed.weight.data()[1]).min())
X, Y = nd.ones((2, 1, 4)), nd.ones((2, 4, 6))
print(nd.batch_dot(X, Y).shape, nd.batch_dot(X, Y)[0])


def skip_gram(center, contexts_and_negatives, embed_v, embed_u):
    v = embed_v(center)
    u = embed_u(contexts_and_negatives)
    return nd.batch_dot(v, u.swapaxes(1, 2))


def get_centers_and_contexts(dataset, max_window_size):
    centers, contexts = [], []
    for st in dataset:
        centers += st
        for center_i in range(len(st)):
            window_size = random.randint(1, max_window_size)
            indices = list(range(max(0, center_i - window_size), min(len(st), center_i + 1 + window_size)))
            indices.remove(center_i)
            contexts.append([st[idx] for idx in indices])
    return centers, contexts


tiny = [list(range(7)), list(range(7, 10))]
for center, context in zip(*get_centers_and_contexts(tiny, 2)):
    print('center', center, 'has contexts', context)
all_centers, all_contexts = get_centers_and_contexts(dataset, 2)


def batchify(data):
    max_len = max(len(c) + len(n) for _, c, n in data)
    centers, contexts_negatives, masks, labels = [], [], [], []
    for center, context, negative in data:
        cur_len = len(context) + len(negative)
        centers += [center]
        contexts_negatives += [context + negative + [0] * (max_len - cur_len)]
        masks += [[1] * cur_len + [0] * (max_len - cur_len)]
        labels += [[1] * len(context) + [0] * (max_len - len(context))]
    return nd.array(centers).reshape((-1, 1)), nd.array(contexts_negatives), nd.array(masks), nd.array(labels)


negatives = [[(c + k) % len(idx_to_token) for k in range(1, 1 + 2 * len(ctx))] for c, ctx in zip(all_centers, all_contexts)]
data = gluon.data.SimpleDataset(list(zip(all_centers, all_contexts, negatives)))
data_iter = gluon.data.DataLoader(data, 16, batchify_fn=batchify)
for batch in data_iter:
    for name, part in zip(['centers', 'contexts_negatives', 'masks', 'labels'], batch):
        print(name, 'shape:', part.shape)
    break
loss = gloss.SigmoidBinaryCrossEntropyLoss()
pred = nd.array([[1.5, 0.3, -1, 2], [1.1, -0.6, 2.2, 0.4]])
label = nd.array([[1, 0, 0, 0], [1, 1, 0, 0]])
mask = nd.array([[1, 1, 1, 1], [1, 1, 1, 0]])
print((loss(pred, label, mask) * mask.shape[1] / mask.sum(axis=1)).asnumpy().round(4))
net = nn.Sequential()
net.add(nn.Embedding(len(idx_to_token), 8), nn.Embedding(len(idx_to_token), 8))
net.initialize(force_reinit=True)
trainer = gluon.Trainer(net.collect_params(), 'adam', {'learning_rate': 0.05})
for epoch in range(3):
    l_sum, n = 0.0, 0
    for center, context_negative, mask, label in data_iter:
        with autograd.record():
            pred = skip_gram(center, context_negative, net[0], net[1])
            l = loss(pred.reshape(label.shape), label, mask) * mask.shape[1] / mask.sum(axis=1)
        l.backward()
        trainer.step(center.shape[0])
        l_sum += l.sum().asscalar()
        n += l.size
    print('epoch %d, loss %.2f' % (epoch + 1, l_sum / n))


def get_similar_tokens(query_token, k, embed):
    W = embed.weight.data()
    x = W[token_to_idx[query_token]]
    cos = nd.dot(W, x) / (nd.sum(W * W, axis=1) * nd.sum(x * x) + 1e-9).sqrt()
    topk = nd.topk(cos, k=k + 1, ret_typ='indices').asnumpy().astype('int32')
    return topk


print(len(get_similar_tokens('cat', 3, net[0])), idx_to_token[get_similar_tokens('cat', 3, net[0])[0]])
