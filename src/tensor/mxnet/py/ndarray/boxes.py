"""mx.nd.contrib's functions on boxes [left, top, right, bottom]: anchors, overlaps, targets to learn from, detections."""
import math

import _mxnet
from perch.only import only

VARIANCES = (0.1, 0.1, 0.2, 0.2)


def MultiBoxPrior(data, sizes=(1.0,), ratios=(1.0,), clip=False, steps=(-1.0, -1.0), offsets=(0.5, 0.5), out=None, name=None):
    """Anchor boxes around each place of a map: each size with the first ratio, the first size with each other ratio."""
    only('mx.nd.contrib.MultiBoxPrior', out=(out, None))
    height, width = data.shape[2:4]
    sizes, ratios = ((v,) if isinstance(v, (int, float)) else tuple(v) for v in (sizes, ratios))
    step_y = steps[0] if steps[0] > 0 else 1.0 / height
    step_x = steps[1] if steps[1] > 0 else 1.0 / width
    halves = [(s * height / width * math.sqrt(ratios[0]) / 2, s / math.sqrt(ratios[0]) / 2) for s in sizes]
    halves += [(sizes[0] * height / width * math.sqrt(r) / 2, sizes[0] / math.sqrt(r) / 2) for r in ratios[1:]]
    import numpy as np
    w, h = np.array(halves).T
    x = ((np.arange(width) + offsets[1]) * step_x).reshape(1, width, 1)
    y = ((np.arange(height) + offsets[0]) * step_y).reshape(height, 1, 1)
    rows = np.empty((height, width, len(halves), 4), 'float32')
    rows[..., 0], rows[..., 1], rows[..., 2], rows[..., 3] = x - w, y - h, x + w, y + h
    boxes = _mxnet.array(rows.reshape(1, -1, 4), ctx=data.context)
    return _mxnet.clip(boxes, 0, 1) if clip else boxes


def box_iou(lhs, rhs, format='corner', out=None, name=None):
    """The share that two boxes have in common, for each pair."""
    only('mx.nd.contrib.box_iou', out=(out, None))
    if format == 'center':
        def corners(b):
            x, y, w, h = (_mxnet.slice_axis(b, -1, k, k + 1) for k in range(4))
            return _mxnet.concat(x - w / 2, y - h / 2, x + w / 2, y + h / 2, dim=-1)
        lhs, rhs = corners(lhs), corners(rhs)
    a, b = lhs.reshape((-1, 1, 4)), rhs.reshape((1, -1, 4))
    part = lambda v, k: _mxnet.squeeze(_mxnet.slice_axis(v, 2, k, k + 1), 2)
    w = _mxnet.relu(_mxnet.broadcast_minimum(part(a, 2), part(b, 2)) - _mxnet.broadcast_maximum(part(a, 0), part(b, 0)))
    h = _mxnet.relu(_mxnet.broadcast_minimum(part(a, 3), part(b, 3)) - _mxnet.broadcast_maximum(part(a, 1), part(b, 1)))
    area = lambda v: (part(v, 2) - part(v, 0)) * (part(v, 3) - part(v, 1))
    both = w * h
    return (both / (area(a) + area(b) - both)).reshape(lhs.shape[:-1] + rhs.shape[:-1])


# ---- the rest works on NumPy's arrays, one example after the other: choices that no device does better ----
def _overlaps(a, b):
    """The same for two NumPy arrays of boxes: a row for each of a."""
    import numpy as np
    a, b = a[:, None, :], b[None, :, :]
    w = np.maximum(0, np.minimum(a[..., 2], b[..., 2]) - np.maximum(a[..., 0], b[..., 0]))
    h = np.maximum(0, np.minimum(a[..., 3], b[..., 3]) - np.maximum(a[..., 1], b[..., 1]))
    both = w * h
    whole = (a[..., 2] - a[..., 0]) * (a[..., 3] - a[..., 1]) + (b[..., 2] - b[..., 0]) * (b[..., 3] - b[..., 1]) - both
    return np.where(whole > 0, both / np.where(whole > 0, whole, 1), 0).astype('float32')


def _match(shares, threshold):
    """For each anchor the true box that it stands for, or -1: first every true box takes its best anchor, the best pair first; then anchors that overlap enough."""
    import numpy as np
    anchors, boxes = shares.shape
    match = np.full(anchors, -1)
    left = shares.copy()
    for _ in range(min(anchors, boxes)):
        anchor, box = divmod(int(left.argmax()), boxes)
        if left[anchor, box] <= 1e-6:
            break
        match[anchor] = box
        left[anchor, :] = left[:, box] = -1
    best = shares.argmax(axis=1)
    more = (match < 0) & (shares.max(axis=1) > threshold)
    match[more] = best[more]
    return match


def _encode(anchors, boxes, variances):
    """Where the boxes lie as seen from the anchors."""
    import numpy as np
    sizes, wanted = anchors[:, 2:] - anchors[:, :2], boxes[:, 2:] - boxes[:, :2]
    shift = ((boxes[:, :2] + boxes[:, 2:]) - (anchors[:, :2] + anchors[:, 2:])) / 2 / sizes / np.array(variances[:2], 'float32')
    return np.concatenate([shift, np.log(wanted / sizes) / np.array(variances[2:], 'float32')], axis=1)


def _decode(anchors, moves, variances):
    """The boxes again."""
    import numpy as np
    sizes = anchors[:, 2:] - anchors[:, :2]
    centres = moves[:, :2] * np.array(variances[:2], 'float32') * sizes + (anchors[:, :2] + anchors[:, 2:]) / 2
    halves = np.exp(moves[:, 2:] * np.array(variances[2:], 'float32')) * sizes / 2
    return np.concatenate([centres - halves, centres + halves], axis=1)


def _hard_negatives(scores, shares, match, ratio, limit, least):
    """Which anchors are to learn that they are background: those that believe it least, `ratio` for each that stands for a box."""
    import numpy as np
    matched = int((match >= 0).sum())
    count = max(int(min(matched * ratio, len(match) - matched)), least)
    powers = np.exp(scores - scores.max(axis=0))
    believed = powers[0] / powers.sum(axis=0)
    open_ = [i for i in range(len(match)) if match[i] < 0 and shares[i].max() < limit]
    open_.sort(key=lambda i: believed[i])
    return open_[:count]


def MultiBoxTarget(anchor, label, cls_pred, overlap_threshold=0.5, ignore_label=-1.0, negative_mining_ratio=-1.0, negative_mining_thresh=0.5,
                   minimum_negative_samples=0, variances=VARIANCES, out=None, name=None):
    """What a detector is to learn for its anchors from rows [class, box]: offsets, which offsets count, and classes (0: background)."""
    only('mx.nd.contrib.MultiBoxTarget', out=(out, None))
    import numpy as np
    place, anchors, labels, scores = anchor.context, anchor.asnumpy()[0], label.asnumpy(), cls_pred.asnumpy()
    batch, count = len(labels), len(anchors)
    offsets, mask = np.zeros((batch, count, 4), 'float32'), np.zeros((batch, count, 4), 'float32')
    classes = np.full((batch, count), ignore_label, 'float32')
    for i, rows in enumerate(labels):
        ends = np.flatnonzero(rows[:, 0] == -1)
        rows = rows[:ends[0]] if len(ends) else rows
        if not len(rows):
            continue
        shares = _overlaps(anchors, rows[:, 1:5])
        match = _match(shares, overlap_threshold)
        found = np.flatnonzero(match >= 0)
        if negative_mining_ratio > 0:
            classes[i, _hard_negatives(scores[i], shares, match, negative_mining_ratio, negative_mining_thresh, minimum_negative_samples)] = 0
        else:
            classes[i, :] = 0
        classes[i, found] = rows[match[found], 0] + 1
        mask[i, found] = 1
        offsets[i, found] = _encode(anchors[found], rows[match[found], 1:5], variances)
    return [_mxnet.array(a, ctx=place) for a in (offsets.reshape(batch, -1), mask.reshape(batch, -1), classes)]


def _falling(scores):
    """Where the scores stand from the best to the worst; equal ones in their order."""
    return (-scores).argsort(kind='stable')


def MultiBoxDetection(cls_prob, loc_pred, anchor, clip=True, threshold=0.01, background_id=0, nms_threshold=0.5, force_suppress=False, variances=VARIANCES, nms_topk=-1,
                      out=None, name=None):
    """Rows [class, score, box] of what a detector has found, the best first; class -1: none, or covered by a better one."""
    only('mx.nd.contrib.MultiBoxDetection', background_id=(background_id, 0), out=(out, None))
    import numpy as np
    probabilities, moves, anchors = cls_prob.asnumpy(), loc_pred.asnumpy(), anchor.asnumpy()[0]
    found = np.full((len(probabilities), len(anchors), 6), -1, 'float32')
    for i, scores in enumerate(probabilities):
        kinds = scores[1:].argmax(axis=0)
        chances = scores[1:].max(axis=0)
        keep = np.flatnonzero(chances >= threshold)
        boxes = _decode(anchors[keep], moves[i].reshape(-1, 4)[keep], variances)
        rows = np.concatenate([kinds[keep, None], chances[keep, None], np.clip(boxes, 0, 1) if clip else boxes], axis=1).astype('float32')
        if 0 < nms_threshold <= 1 and len(rows):
            most = min(nms_topk, len(rows)) if nms_topk > 0 else len(rows)
            rows[:most] = rows[_falling(rows[:, 1])[:most]]
            rows[most:, 0] = -1         # (the original leaves the others where they stood: not those that are left, in their order)
            best = rows[:most]
            best[_mxnet._covered(best[:, 2:], None if force_suppress else best[:, 0], nms_threshold, True), 0] = -1
        found[i, :len(rows)] = rows
    return _mxnet.array(found, ctx=cls_prob.context)


def box_nms(data, overlap_thresh=0.5, valid_thresh=0, topk=-1, coord_start=2, score_index=1, id_index=-1, background_id=-1, force_suppress=False, in_format='corner',
            out_format='corner', out=None, name=None):
    """The rows whose score is worth it, the best first, without those that a better one covers; what is left over is -1."""
    only('mx.nd.contrib.box_nms', out=(out, None))
    import numpy as np
    whole = data.asnumpy().reshape((-1,) + data.shape[-2:])
    kept = np.full_like(whole, -1)
    at = slice(coord_start, coord_start + 4)
    for rows, to in zip(whole, kept):
        keep = rows[:, score_index] > valid_thresh
        if id_index >= 0:
            keep &= rows[:, id_index] != background_id
        rows = rows[keep]
        rows = rows[_falling(rows[:, score_index])]
        if topk > 0:
            rows = rows[:topk]
        boxes = _corners(rows[:, at]) if in_format == 'center' else rows[:, at]
        rows = rows[~_mxnet._covered(boxes, None if force_suppress or id_index < 0 else rows[:, id_index], overlap_thresh, False)]
        if in_format != out_format:
            rows[:, at] = _corners(rows[:, at]) if in_format == 'center' else _centres(rows[:, at])
        to[:len(rows)] = rows
    return _mxnet.array(kept.reshape(data.shape), ctx=data.context)


def _corners(boxes):
    import numpy as np
    return np.concatenate([boxes[:, :2] - boxes[:, 2:] / 2, boxes[:, :2] + boxes[:, 2:] / 2], axis=1)


def _centres(boxes):
    import numpy as np
    return np.concatenate([(boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]], axis=1)


def __getattr__(name):
    raise AttributeError(f'mx.nd.contrib.{name} is not there yet; of boxes there are MultiBoxPrior, MultiBoxTarget, MultiBoxDetection, box_iou and box_nms')
