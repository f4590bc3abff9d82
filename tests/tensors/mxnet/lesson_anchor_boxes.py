"""Boxes laid over a picture, matched with those that are wanted, and thinned out where they cover each other."""
import numpy as np
from mxnet import nd
from mxnet.contrib import nd as boxes_of
np.set_printoptions(precision=3, suppress=True)

tall, wide = 3, 5
laid = boxes_of.MultiBoxPrior(nd.zeros((2, 4, tall, wide)), sizes=(0.6, 0.2), ratios=(1, 3, 0.25))
grid = laid.reshape((tall, wide, -1, 4))
print(laid.shape, grid.shape, grid[1, 2].asnumpy())
middle = (grid[:, :, 0, :2] + grid[:, :, 0, 2:]) / 2
print(middle[:, 0].asnumpy(), middle[0, :, 0].asnumpy())
print(boxes_of.MultiBoxPrior(nd.zeros((1, 1, 1, 2)), sizes=[1.2], ratios=[2], clip=True), boxes_of.MultiBoxPrior(nd.zeros((1, 1, 2, 1)), sizes=[0.5], steps=(0.4, 0.6), offsets=(0.2, 0.7)))

wanted = nd.array([[[1, 0.2, 0.1, 0.6, 0.7], [0, 0.5, 0.5, 1.0, 1.0]]])
offered = nd.array([[[0.2, 0.1, 0.5, 0.6], [0.55, 0.45, 0.9, 1.0], [0.0, 0.0, 0.1, 0.1], [0.3, 0.2, 0.7, 0.8]]])
offsets, mask, kinds = boxes_of.MultiBoxTarget(offered, wanted, nd.zeros((1, 3, 4)))
print(kinds, mask.reshape((4, 4)), offsets.reshape((4, 4)).asnumpy())
print(boxes_of.box_iou(offered[0], wanted[0, :, 1:]).asnumpy())
print(boxes_of.MultiBoxTarget(offered, wanted, nd.zeros((1, 3, 4)), overlap_threshold=0.9)[2], boxes_of.MultiBoxTarget(offered, nd.full((1, 2, 5), -1), nd.zeros((1, 3, 4)))[2])

certain = nd.array([[[0.05, 0.3, 0.8, 0.1], [0.9, 0.2, 0.1, 0.6], [0.05, 0.5, 0.1, 0.3]]])
found = boxes_of.MultiBoxDetection(certain, nd.zeros((1, 16)), offered, nms_threshold=0.4, threshold=0.2)
print(found)
for kind, score, *corners in found[0].asnumpy().tolist():
    if kind >= 0:
        print('kind %d at %.2f:' % (kind, score), [round(c, 3) for c in corners])
moved = boxes_of.MultiBoxDetection(certain, nd.full((1, 16), 0.5), offered, force_suppress=True, nms_threshold=0.4)
print(moved[0, :, 2:].asnumpy(), moved[0, :, 0])
print(nd.contrib.box_nms(nd.array([[0, 0.5, 0.1, 0.1, 0.5, 0.5], [0, 0.9, 0.1, 0.1, 0.5, 0.6], [1, 0.4, 0.1, 0.1, 0.5, 0.5]]), overlap_thresh=0.5, coord_start=2, score_index=1, id_index=0))
two = boxes_of.MultiBoxTarget(boxes_of.MultiBoxPrior(nd.zeros((1, 1, 2, 2)), sizes=[0.6, 0.4], ratios=[1, 3]), nd.concat(wanted, nd.array([[[2, 0.1, 0.4, 0.3, 0.9], [-1] * 5]]), dim=0), nd.zeros((2, 4, 12)))
print(two[2].asnumpy().astype(int), two[1].sum(axis=1), two[0].shape)
