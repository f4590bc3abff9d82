"""mx.nd.contrib's functions on boxes [left, top, right, bottom]."""
import math

import _mxnet


def MultiBoxPrior(data, sizes=(1.0,), ratios=(1.0,), clip=False, steps=(-1.0, -1.0), offsets=(0.5, 0.5), out=None, name=None):
    """Anchor boxes around each place of a map: each size with the first ratio, the first size with each other ratio."""
    height, width = data.shape[2:4]
    sizes, ratios = ((v,) if isinstance(v, (int, float)) else tuple(v) for v in (sizes, ratios))
    step_y = steps[0] if steps[0] > 0 else 1.0 / height
    step_x = steps[1] if steps[1] > 0 else 1.0 / width
    halves = [(s * height / width * math.sqrt(ratios[0]) / 2, s / math.sqrt(ratios[0]) / 2) for s in sizes]
    halves += [(sizes[0] * height / width * math.sqrt(r) / 2, sizes[0] / math.sqrt(r) / 2) for r in ratios[1:]]
    rows = []
    for i in range(height):
        y = (i + offsets[0]) * step_y
        for j in range(width):
            x = (j + offsets[1]) * step_x
            rows += [[x - w, y - h, x + w, y + h] for w, h in halves]
    boxes = _mxnet.array([rows], ctx=data.context)
    return _mxnet.clip(boxes, 0, 1) if clip else boxes


def box_iou(lhs, rhs, format='corner', out=None, name=None):
    """The share that two boxes have in common, for each pair."""
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


def __getattr__(name):
    raise AttributeError(f"mx.nd.contrib.{name} is not there yet; there are MultiBoxPrior and box_iou")
