"""Proposal and MultiProposal of mx.nd.contrib: the boxes that a region proposal network thinks likeliest, from its chances and moves of anchors."""
import _mxnet

from ..base import MXNetError
from .boxes import _widely
from .outs import _into


def _anchors(np, stride, scales, ratios):
    """Boxes (x1, y1, x2, y2) around a cell of the picture, of each ratio and scale."""
    middle, area, boxes = 0.5 * (stride - 1), stride * stride, []
    for ratio in ratios:
        wide = np.floor(np.sqrt(np.floor(area / ratio)) + 0.5)
        high = np.floor(wide * ratio + 0.5)
        for scale in scales:
            reach = 0.5 * (wide * scale - 1), 0.5 * (high * scale - 1)
            boxes.append((middle - reach[0], middle - reach[1], middle + reach[0], middle + reach[1]))
    return np.array(boxes, 'float32')


def _moved(np, boxes, by, height, width, iou_loss):
    """Boxes moved as the net says, inside the picture."""
    if iou_loss:
        moved = boxes + by
    else:
        size = boxes[:, 2:] - boxes[:, :2] + 1
        centre = boxes[:, :2] + 0.5 * (size - 1) + by[:, :2] * size
        size = _widely(np.exp, by[:, 2:]) * size
        moved = np.concatenate([centre - 0.5 * (size - 1), centre + 0.5 * (size - 1)], axis=1)
    return np.clip(moved, 0, np.array([width - 1, height - 1] * 2, 'float32')).astype('float32')


def _apart(np, boxes, threshold, most):
    """The numbers of boxes, likeliest first, that no likelier one covers too much of."""
    areas = (boxes[:, 2] - boxes[:, 0] + 1) * (boxes[:, 3] - boxes[:, 1] + 1)
    left, kept = np.ones(len(boxes), bool), []
    for i in range(len(boxes)):
        if not left[i]:
            continue
        kept.append(i)
        if len(kept) == most:
            break
        low, high = np.maximum(boxes[i, :2], boxes[:, :2]), np.minimum(boxes[i, 2:], boxes[:, 2:])
        both = np.prod(np.maximum(high - low + 1, 0), axis=1)
        left &= ~(both / (areas[i] + areas - both) > threshold)
    return np.array(kept, int)


def _one(np, scores, moves, info, anchors, options):
    """(boxes, scores) for one picture, always rpn_post_nms_top_n of them."""
    many, rows, columns = scores.shape
    stride, (height, width, scale) = options['feature_stride'], info[:3]
    x, y = np.meshgrid(np.arange(columns) * stride, np.arange(rows) * stride)
    shifts = np.stack([x, y, x, y], axis=-1).reshape((-1, 1, 4))
    boxes = (shifts + anchors).reshape((-1, 4)).astype('float32')
    by = moves.reshape((many, 4, rows, columns)).transpose(2, 3, 0, 1).reshape((-1, 4))
    boxes = _moved(np, boxes, by, height, width, options['iou_loss'])
    likely = scores.transpose(1, 2, 0).copy()
    likely[int(height / stride):] = -1
    likely[:, int(width / stride):] = -1
    likely = likely.ravel()
    least = options['rpn_min_size'] * scale
    small = ((boxes[:, 2:] - boxes[:, :2] + 1) < least).any(axis=1)
    boxes[small] += np.array([-least / 2, -least / 2, least / 2, least / 2], 'float32')
    likely[small] = -1
    pre = options['rpn_pre_nms_top_n']
    pre = min(pre if pre > 0 else len(likely), len(likely))
    order = np.argsort(-likely, kind='stable')[:pre]
    post = options['rpn_post_nms_top_n']
    kept = order[_apart(np, boxes[order], options['threshold'], min(post, pre))]
    kept = kept[np.arange(post) % len(kept)]
    return boxes[kept], likely[kept]


def _proposed(cls_prob, bbox_pred, im_info, output_score, out, options):
    import numpy as np
    anchors = _anchors(np, options['feature_stride'], options['scales'], options['ratios'])
    if cls_prob.shape[1] != 2 * len(anchors):
        raise MXNetError(f'Proposal: cls_prob has {cls_prob.shape[1]} channels; scales and ratios make {len(anchors)} anchors, of two each')
    scores, moves, infos = (each.asnumpy() for each in (cls_prob, bbox_pred, im_info))
    rows, chances = [], []
    for i, (score, move, info) in enumerate(zip(scores, moves, infos)):
        boxes, likely = _one(np, score[len(anchors):], move, info, anchors, options)
        rows.append(np.concatenate([np.full((len(boxes), 1), i, 'float32'), boxes], axis=1))
        chances.append(likely[:, None])
    made = [_mxnet.array(np.concatenate(part), ctx=cls_prob.ctx, dtype='float32') for part in (rows, chances)]
    return _into(made if output_score else made[0], out)


def MultiProposal(cls_prob, bbox_pred, im_info, rpn_pre_nms_top_n=6000, rpn_post_nms_top_n=300, threshold=0.7, rpn_min_size=16, scales=(4.0, 8.0, 16.0, 32.0), ratios=(0.5, 1.0, 2.0),
                  feature_stride=16, output_score=False, iou_loss=False, out=None, name=None):
    """(number of the picture, box) for each of the likeliest boxes of every picture; with output_score their chances too."""
    return _proposed(cls_prob, bbox_pred, im_info, output_score, out, dict(rpn_pre_nms_top_n=rpn_pre_nms_top_n, rpn_post_nms_top_n=rpn_post_nms_top_n, threshold=threshold,
                     rpn_min_size=rpn_min_size, scales=scales, ratios=ratios, feature_stride=feature_stride, iou_loss=iou_loss))


def Proposal(cls_prob, bbox_pred, im_info, rpn_pre_nms_top_n=6000, rpn_post_nms_top_n=300, threshold=0.7, rpn_min_size=16, scales=(4.0, 8.0, 16.0, 32.0), ratios=(0.5, 1.0, 2.0),
             feature_stride=16, output_score=False, iou_loss=False, out=None, name=None):
    """The same for one picture."""
    if cls_prob.shape[0] != 1:
        raise MXNetError(_mxnet._says("PROPOSAL_BATCH", cls_prob.shape[0]))
    return MultiProposal(cls_prob, bbox_pred, im_info, rpn_pre_nms_top_n, rpn_post_nms_top_n, threshold, rpn_min_size, scales, ratios, feature_stride, output_score, iou_loss, out)
