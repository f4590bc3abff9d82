"""mx.nd.contrib's functions on boxes [left, top, right, bottom]: anchors, overlaps, targets to learn from, detections.

What they are given has been looked at before (door.c, infer_contrib.c). No gradient goes through where a box lies: it is 0, as MXNet has it.
"""
import _mxnet

from ..autograd import Function, is_recording
from ..base import MXNetError
from .outs import _into

VARIANCES = (0.1, 0.1, 0.2, 0.2)


def _widely(function, x):
    """A function of float32 rounded from double's, as the C library's nearly always is: NumPy's own are an ulp or two off."""
    return function(x, dtype='float64').astype(x.dtype)


class _Choice(Function):
    """What `run` gives for arrays, whose gradients are what `back` makes of the results' gradients: without one, 0."""

    def __init__(self, run, back=None):
        super().__init__()
        self._run, self._back = run, back

    def forward(self, *inputs):
        self._inputs = inputs
        return self._run(*inputs)

    def backward(self, *grads):
        return self._back(*grads) if self._back else [_mxnet.zeros_like(x) for x in self._inputs]


def _chosen(run, inputs, out, back=None):
    made = _Choice(run, back)(*inputs) if is_recording() else run(*inputs)
    return _into(made, out)


def MultiBoxPrior(data, sizes=(1.0,), ratios=(1.0,), clip=False, steps=(-1.0, -1.0), offsets=(0.5, 0.5), out=None, name=None):
    """Anchor boxes around each place of a map: each size with the first ratio, the first size with each other ratio."""
    sizes, ratios = ((v,) if isinstance(v, (int, float)) else tuple(v) for v in (sizes, ratios))

    def run(data):
        import numpy as np
        single = np.float32
        height, width = data.shape[2:4]
        step_y, step_x = (single(step) for step in (steps if steps[0] > 0 and steps[1] > 0 else (1 / single(height), 1 / single(width))))
        roots = [np.sqrt(single(r)) if r >= 0 else single('nan') for r in ratios]
        pairs = [(single(s), roots[0]) for s in sizes] + [(single(sizes[0]), root) for root in roots[1:]]
        w, h = np.array([(s * single(height) / single(width) * root / single(2), s / root / single(2)) for s, root in pairs], single).T
        x = ((np.arange(width, dtype=single) + single(offsets[1])) * step_x).reshape(1, width, 1)
        y = ((np.arange(height, dtype=single) + single(offsets[0])) * step_y).reshape(height, 1, 1)
        rows = np.empty((height, width, len(pairs), 4), single)
        rows[..., 0], rows[..., 1], rows[..., 2], rows[..., 3] = x - w, y - h, x + w, y + h
        boxes = _mxnet.array(rows.reshape(1, -1, 4), ctx=data.context)
        return _mxnet.clip(boxes, 0, 1) if clip else boxes
    return _chosen(run, (data,), out)


def box_iou(lhs, rhs, format='corner', out=None, name=None):
    """The share that two boxes have in common, for each pair."""
    def run(lhs, rhs):
        a, b = (v.asnumpy().reshape(-1, 4) for v in (lhs, rhs))
        shares = _overlaps(a, b) if format == 'corner' else _shared(_corners(a), _corners(b), a[:, 2] * a[:, 3], b[:, 2] * b[:, 3])
        return _mxnet.array(shares.reshape(lhs.shape[:-1] + rhs.shape[:-1]), ctx=lhs.context, dtype=lhs.dtype)
    return _chosen(run, (lhs, rhs), out)


# ---- the rest works on NumPy's arrays, one example after the other: choices that no device does better ----
def _shared(a, b, area, other):
    """What boxes have in common, a row for each of a, from their corners and areas."""
    import numpy as np
    a, b = a[:, None, :], b[None, :, :]
    w = np.maximum(0, np.minimum(a[..., 2], b[..., 2]) - np.maximum(a[..., 0], b[..., 0]))
    h = np.maximum(0, np.minimum(a[..., 3], b[..., 3]) - np.maximum(a[..., 1], b[..., 1]))
    both = w * h
    whole = area[:, None] + other - both
    return np.where(whole > 0, both / np.where(whole > 0, whole, 1), 0)


def _overlaps(a, b):
    """The same for boxes by their corners alone."""
    import numpy as np
    if a.dtype == np.float32:
        return _mxnet._shares(a, b)
    return _shared(a, b, *((v[:, 2] - v[:, 0]) * (v[:, 3] - v[:, 1]) for v in (a, b)))


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
    return np.concatenate([shift, _widely(np.log, wanted / sizes) / np.array(variances[2:], 'float32')], axis=1)


def _decode(anchors, moves, variances):
    """The boxes again."""
    import numpy as np
    sizes = anchors[:, 2:] - anchors[:, :2]
    centres = moves[:, :2] * np.array(variances[:2], 'float32') * sizes + (anchors[:, :2] + anchors[:, 2:]) / 2
    halves = _widely(np.exp, moves[:, 2:] * np.array(variances[2:], 'float32')) * sizes / 2
    return np.concatenate([centres - halves, centres + halves], axis=1)


def _hard_negatives(scores, shares, match, ratio, limit, least):
    """Which anchors are to learn that they are background: those that believe it least, `ratio` for each that stands for a box."""
    import numpy as np
    matched = int((match >= 0).sum())
    count = max(int(min(matched * ratio, len(match) - matched)), least)
    powers = _widely(np.exp, scores - scores.max(axis=0))
    believed = powers[0] / powers.sum(axis=0)
    free = np.flatnonzero((match < 0) & (shares.max(axis=1) < limit))
    return free[believed[free].argsort(kind='stable')][:count]


def MultiBoxTarget(anchor, label, cls_pred, overlap_threshold=0.5, ignore_label=-1.0, negative_mining_ratio=-1.0, negative_mining_thresh=0.5,
                   minimum_negative_samples=0, variances=VARIANCES, out=None, name=None):
    """What a detector is to learn for its anchors from rows [class, box]: offsets, which offsets count, and classes (0: background)."""
    return _chosen(lambda *arrays: _targets(*arrays, overlap_threshold, ignore_label, negative_mining_ratio, negative_mining_thresh, minimum_negative_samples, variances), (anchor, label, cls_pred), out)


def _targets(anchor, label, cls_pred, overlap_threshold, ignore_label, negative_mining_ratio, negative_mining_thresh, minimum_negative_samples, variances):
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
    """Rows [class, score, box] of what a detector has found, the best first; class -1: none, or covered by a better one. (background_id is read and 0, whatever it is: MXNet's.)"""
    if len(loc_pred) != len(cls_prob):
        raise MXNetError(f'MultiBoxDetection: offsets of {len(loc_pred)} pictures, chances of {len(cls_prob)}')    # (the original reads what lies behind them)
    return _chosen(lambda *arrays: _detections(*arrays, clip, threshold, nms_threshold, force_suppress, variances, nms_topk), (cls_prob, loc_pred, anchor), out)


def _detections(cls_prob, loc_pred, anchor, clip, threshold, nms_threshold, force_suppress, variances, nms_topk):
    import numpy as np
    probabilities, moves, anchors = cls_prob.asnumpy(), loc_pred.asnumpy(), anchor.asnumpy()[0]
    found = np.full((len(probabilities), len(anchors), 6), -1, 'float32')
    if probabilities.shape[1] < 2:
        return _mxnet.array(found, ctx=cls_prob.context)
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
    """The rows whose score is worth it, the best first, without those that a better one covers; what is left over is -1. Gradients go to the rows that are left."""
    import numpy as np
    kept_rows = []

    def run(data):
        whole = data.asnumpy().reshape((-1,) + data.shape[-2:])
        kept = np.full_like(whole, -1)
        for rows, to in zip(whole, kept):
            keep = rows[:, score_index] > valid_thresh
            if id_index >= 0:
                keep &= rows[:, id_index] != background_id
            places = np.flatnonzero(keep)
            places = places[_falling(rows[places, score_index])]
            if topk > 0:
                places = places[:topk]
            rows = rows[places]
            at = slice(coord_start, coord_start + 4)
            boxes = _corners(rows[:, at]) if in_format == 'center' else rows[:, at]
            groups = None if force_suppress or id_index < 0 else rows[:, id_index].astype('float32')
            left = ~_mxnet._covered(boxes.astype('float32'), groups, overlap_thresh, False)
            rows = rows[left]
            if in_format != out_format:
                rows[:, at] = _corners(rows[:, at]) if in_format == 'center' else _centres(rows[:, at])
            to[:len(rows)] = rows
            kept_rows.append(places[left])
        return _mxnet.array(kept.reshape(data.shape), ctx=data.context, dtype=data.dtype)

    def back(grad):
        there = grad.asnumpy()
        given = np.zeros_like(there).reshape((-1,) + grad.shape[-2:])
        for rows, to, places in zip(there.reshape(given.shape), given, kept_rows):
            to[places] = rows[:len(places)]
        return _mxnet.array(given.reshape(grad.shape), ctx=grad.context, dtype=grad.dtype)
    return _chosen(run, (data,), out, back)


def _corners(boxes):
    import numpy as np
    return np.concatenate([boxes[:, :2] - boxes[:, 2:] / 2, boxes[:, :2] + boxes[:, 2:] / 2], axis=1)


def _centres(boxes):
    import numpy as np
    return np.concatenate([(boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]], axis=1)


def __getattr__(name):
    raise AttributeError(f'mx.nd.contrib.{name} is not there yet; of boxes there are MultiBoxPrior, MultiBoxTarget, MultiBoxDetection, box_iou and box_nms')
