from mxnet import init, np, npx
from mxnet.gluon import nn
npx.set_np()
def corner_to_center(boxes):
    x1, y1, x2, y2 = boxes[:, 0], boxes[:, 1], boxes[:, 2], boxes[:, 3]
    return np.stack(((x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1), axis=-1)
def center_to_corner(boxes):
    cx, cy, w, h = boxes[:, 0], boxes[:, 1], boxes[:, 2], boxes[:, 3]
    return np.stack((cx - 0.5 * w, cy - 0.5 * h, cx + 0.5 * w, cy + 0.5 * h), axis=-1)
boxes = np.array([[60.0, 45, 378, 516], [400, 112, 655, 493]])
print(corner_to_center(boxes), (center_to_corner(corner_to_center(boxes)) == boxes).all())
def box_iou(a, b):
    area = lambda v: (v[:, 2] - v[:, 0]) * (v[:, 3] - v[:, 1])
    upper, lower = np.maximum(a[:, None, :2], b[:, :2]), np.minimum(a[:, None, 2:], b[:, 2:])
    inter = (lower - upper).clip(min=0, max=1e9)
    inter = inter[:, :, 0] * inter[:, :, 1]
    return inter / (area(a)[:, None] + area(b) - inter)
iou = box_iou(np.array([[0.0, 0, 2, 2], [1, 1, 3, 3]]), np.array([[0.0, 0, 2, 2], [0, 0, 1, 1], [2, 2, 3, 3]]))
print(iou.asnumpy().round(4), iou.argmax(axis=1), iou.max(axis=0).asnumpy().round(4))
best = np.full((2,), -1, dtype='int32')
hit = np.nonzero(iou.max(axis=1) >= 0.5)[0]
best[hit] = iou.argmax(axis=1)[hit].astype('int32')
print(best, hit)
anchors = npx.multibox_prior(np.zeros((1, 3, 2, 2)), sizes=[0.75, 0.5], ratios=[1, 2])
print(anchors.shape, anchors.reshape(2, 2, 3, 4)[0, 0, 0].asnumpy().round(4))
embed = nn.Embedding(input_dim=5, output_dim=3)
embed.initialize(init.Constant(0.5))
ids = np.array([[1, 2], [0, 4]])
print(embed(ids).shape, embed.weight, embed(np.array([3])))
embed.weight.set_data(np.array([[1.0, 0, 0], [0.9, 0.1, 0], [0, 1, 0], [0, 0.8, 0.2], [0, 0, 1]]))
words = ['red', 'pink', 'sea', 'lake', 'sun']
def knn(W, x, k):
    cos = np.dot(W, x.reshape(-1,)) / (np.sqrt(np.sum(W * W, axis=1) + 1e-9) * np.sqrt((x * x).sum()))
    topk = npx.topk(cos, k=k, ret_typ='indices')
    return topk, [cos[int(i)] for i in topk]
topk, cos = knn(embed.weight.data(), embed(np.array([2]))[0], 2)
for i, c in zip(topk, cos):
    print(f'cosine sim={float(c):.3f}: {words[int(i)]}', words[i.astype('int32').item()])
def skip_gram(center, contexts, v, u):
    return npx.batch_dot(v(center), u(contexts).swapaxes(1, 2))
print(skip_gram(np.ones((2, 1)), np.ones((2, 4)), embed, embed).asnumpy().round(3), skip_gram(np.ones((2, 1)), np.ones((2, 4)), embed, embed).shape)
image = np.arange(12).reshape(2, 2, 3).transpose(2, 0, 1)
print(image.shape, image.mean(axis=(1, 2)), ((image - np.array([5, 6, 7]).reshape(3, 1, 1)) / 2)[0])
gram = np.dot(image.reshape(3, -1), image.reshape(3, -1).T) / image.size
print(gram.shape, gram.asnumpy().round(3), np.abs(image[:, 1:, :] - image[:, :-1, :]).mean())
