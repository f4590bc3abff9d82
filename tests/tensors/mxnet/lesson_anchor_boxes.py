"""Anchor boxes, overlaps, targets and detections."""
import numpy as np
from mxnet import contrib, nd
np.set_printoptions(2)
h, w = 6, 8
X = nd.random.uniform(shape=(1, 3, h, w))
Y = contrib.nd.MultiBoxPrior(X, sizes=[0.75, 0.5, 0.25], ratios=[1, 2, 0.5])
print(Y.shape)
boxes = Y.reshape((h, w, 5, 4))
print(boxes[2, 3, 0, :])
print(contrib.nd.MultiBoxPrior(nd.zeros((1, 1, 2, 2)), sizes=[0.9], ratios=[1, 4], clip=True))
ground_truth = nd.array([[0, 0.1, 0.08, 0.52, 0.92], [1, 0.55, 0.2, 0.9, 0.88]])
anchors = nd.array([[0, 0.1, 0.2, 0.3], [0.15, 0.2, 0.4, 0.4], [0.63, 0.05, 0.88, 0.98], [0.66, 0.45, 0.8, 0.8], [0.57, 0.3, 0.92, 0.9]])
labels = contrib.nd.MultiBoxTarget(anchors.expand_dims(axis=0), ground_truth.expand_dims(axis=0), nd.zeros((1, 3, 5)))
print(labels[2], labels[1], labels[0].asnumpy().round(3))
print([part.shape for part in labels])
anchors = nd.array([[0.1, 0.08, 0.52, 0.92], [0.08, 0.2, 0.56, 0.95], [0.15, 0.3, 0.62, 0.91], [0.55, 0.2, 0.9, 0.88]])
offset_preds = nd.array([0] * anchors.size)
cls_probs = nd.array([[0] * 4, [0.9, 0.8, 0.7, 0.1], [0.1, 0.2, 0.3, 0.9]])
output = contrib.ndarray.MultiBoxDetection(cls_probs.expand_dims(axis=0), offset_preds.expand_dims(axis=0), anchors.expand_dims(axis=0), nms_threshold=0.5)
print(output)
for i in output[0].asnumpy():
    if i[0] == -1:
        continue
    print(('dog=', 'cat=')[int(i[0])] + str(i[1]), [round(float(v), 2) for v in i[2:]])
print(contrib.nd.box_iou(anchors[:2], anchors[2:]).asnumpy().round(3))
print(nd.contrib.box_nms(output[0][:, :6], overlap_thresh=0.3, coord_start=2, score_index=1, id_index=0))
bigger = contrib.nd.MultiBoxTarget(contrib.nd.MultiBoxPrior(nd.zeros((1, 1, 3, 3)), sizes=[0.5, 0.3], ratios=[1, 2]), nd.array([[[0, .1, .1, .5, .6], [-1, -1, -1, -1, -1]], [[1, .4, .2, .9, .7], [0, 0, 0, .3, .3]]]),
                                   nd.zeros((2, 3, 27)))
print(bigger[2].asnumpy().astype(int), bigger[1].sum(axis=1), bigger[0].sum(axis=1).asnumpy().round(2))
