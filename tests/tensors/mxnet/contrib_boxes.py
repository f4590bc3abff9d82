"""Gradients of what is done with boxes: none through where a box lies, and to the rows that are left; shares of boxes of any dtype and form; results given by out=."""
import mxnet as mx
from mxnet import autograd, nd

c = nd.contrib
a = nd.array([[0.1, 0.1, 0.5, 0.5], [0.2, 0.2, 0.6, 0.9], [0.5, 0.5, 0.1, 0.1]])
b = nd.array([[0.15, 0.1, 0.55, 0.5], [0.9, 0.9, 1, 1], [0, 0, 0, 0], [0, 0, 1, 1], [0.3, 0.1, 0.4, 0.8]])
for each in (a, b):
    each.attach_grad()
with autograd.record():
    shares = c.box_iou(a, b)
    shares.backward()
print(shares, a.grad, b.grad)
for dtype in ('float32', 'float64'):
    for form in ('corner', 'center'):
        print(dtype, form, c.box_iou(a.astype(dtype).expand_dims(0), b.astype(dtype), format=form))

rows = nd.array([[0, 0.9, 0.1, 0.1, 0.5, 0.5], [0, 0.8, 0.12, 0.1, 0.5, 0.5], [1, 0.7, 0.1, 0.1, 0.5, 0.5], [0, 0.05, 0.6, 0.6, 0.9, 0.9], [1, 0.6, 0.6, 0.6, 0.95, 0.9], [0, 0.0, 0, 0, 1, 1]])
weights = nd.arange(36).reshape((6, 6))
for options in ({}, {'id_index': 0}, {'id_index': 0, 'force_suppress': True}, {'topk': 2}, {'out_format': 'center'}, {'in_format': 'center'}, {'valid_thresh': 0.5, 'overlap_thresh': 0.95}, {'id_index': 0, 'background_id': 0}):
    x = rows.copy()
    x.attach_grad()
    with autograd.record():
        kept = c.box_nms(x, **options)
        (kept * weights).sum().backward()
    print(options, kept, x.grad)
there = nd.zeros((6, 6))
print(c.box_nms(rows, out=there) is there, there)

picture = nd.zeros((1, 3, 2, 3))
picture.attach_grad()
with autograd.record():
    anchors = c.MultiBoxPrior(picture, sizes=(0.2, 0.4), ratios=(1, 2))
    anchors.backward()
print(anchors, picture.grad.sum())
chances = nd.array(nd.softmax(nd.array([[[(i * 37 + j * 11 * (i + 1)) % 97 / 15 for i in range(18)] for j in range(3)]]), axis=1).asnumpy().round(3))
moves = nd.array([[(i * 5 % 7 - 3) / 20 for i in range(72)]])
labels = nd.array([[[0, 0.1, 0.1, 0.5, 0.5], [1, 0.5, 0.4, 0.9, 0.95]]])
for each in (chances, moves, anchors, labels):
    each.attach_grad()
with autograd.record():
    found = c.MultiBoxDetection(chances, moves, anchors)
    found.backward()
print(found, [float(v.grad.sum().asscalar()) for v in (chances, moves, anchors)])
with autograd.record():
    targets = c.MultiBoxTarget(anchors, labels, chances)
    targets[0].backward()
print(targets, [float(v.grad.sum().asscalar()) for v in (chances, anchors, labels)])
