"""Boxes and points: formats, limits, and what a turned picture makes of them."""
import torch
from torchvision.tv_tensors import BoundingBoxes, BoundingBoxFormat, wrap

_CORNERS, _SIDES, _MIDDLE = BoundingBoxFormat.XYXY, BoundingBoxFormat.XYWH, BoundingBoxFormat.CXCYWH


def to_corners(boxes, format):
    """x1, y1, x2, y2 of rows of that format."""
    if format is _CORNERS:
        return boxes.clone()
    a, b = boxes[..., :2], boxes[..., 2:]
    if format is _SIDES:
        return torch.cat([a, a + b], -1)
    half = (b if b.is_floating_point() else b.double()) / 2
    return torch.cat([a - half, a + half], -1).to(boxes.dtype)          # (whole numbers: towards 0)


def from_corners(boxes, format):
    if format is _CORNERS:
        return boxes.clone()
    first, sides = boxes[..., :2], boxes[..., 2:] - boxes[..., :2]
    if format is _SIDES:
        return torch.cat([first, sides], -1)
    middle = (boxes[..., 2:] * 2 - sides).div(2, rounding_mode=None if boxes.is_floating_point() else 'floor')
    return torch.cat([middle, sides], -1)


def plain(boxes):
    return boxes.as_subclass(torch.Tensor)


def convert_bounding_box_format(inpt, old_format=None, new_format=None, inplace=False):
    if new_format is None:
        raise TypeError("convert_bounding_box_format() missing 1 required argument: 'new_format'")
    new_format = BoundingBoxFormat[new_format.upper()] if isinstance(new_format, str) else new_format
    if not isinstance(inpt, BoundingBoxes):
        if old_format is None:
            raise ValueError('For pure tensor inputs, `old_format` has to be passed.')
        old_format = BoundingBoxFormat[old_format.upper()] if isinstance(old_format, str) else old_format
        return from_corners(to_corners(inpt, old_format), new_format)
    if old_format is not None:
        raise ValueError('For bounding box tv_tensor inputs, `old_format` must not be passed.')
    return wrap(from_corners(to_corners(plain(inpt), inpt.format), new_format), like=inpt, format=new_format)


def within(corners, size):
    """Corners that lie on the canvas."""
    height, width = size
    return torch.stack([corners[..., 0].clamp(0, width), corners[..., 1].clamp(0, height), corners[..., 2].clamp(0, width), corners[..., 3].clamp(0, height)], -1)


def changed(boxes, corners, size=None, clamps=False):
    """The boxes with these corners, on a canvas of that size."""
    size = tuple(size) if size else boxes.canvas_size
    if clamps and boxes.clamping_mode is not None:
        corners = within(corners, size)
    return wrap(from_corners(corners, boxes.format).to(boxes.dtype), like=boxes, canvas_size=size)


def corners_of(boxes):
    return to_corners(plain(boxes), boxes.format)


def clamp_bounding_boxes(inpt, format=None, canvas_size=None, clamping_mode='auto'):
    if isinstance(inpt, BoundingBoxes):
        if format is not None or canvas_size is not None:
            raise ValueError('For bounding box tv_tensor inputs, `format` and `canvas_size` must not be passed.')
        mode = inpt.clamping_mode if clamping_mode == 'auto' else clamping_mode
        return inpt if mode is None else wrap(from_corners(within(corners_of(inpt), inpt.canvas_size), inpt.format), like=inpt)
    if format is None or canvas_size is None:
        raise ValueError('For pure tensor inputs, `format` and `canvas_size` have to be passed.')
    return from_corners(within(to_corners(inpt, format), canvas_size), format)


def clamp_keypoints(inpt, canvas_size=None):
    height, width = canvas_size or inpt.canvas_size
    points = torch.stack([plain(inpt)[..., 0].clamp(0, width - 1), plain(inpt)[..., 1].clamp(0, height - 1)], -1)
    return wrap(points, like=inpt)


def sanitize_bounding_boxes(bounding_boxes, format=None, canvas_size=None, min_size=1.0, min_area=1.0):
    """The boxes that are large enough and lie on the canvas, and which of all they are."""
    if isinstance(bounding_boxes, BoundingBoxes):
        format, canvas_size = bounding_boxes.format, bounding_boxes.canvas_size
    corners = to_corners(bounding_boxes.as_subclass(torch.Tensor) if isinstance(bounding_boxes, BoundingBoxes) else bounding_boxes, format)
    sides = corners[:, 2:] - corners[:, :2]
    height, width = canvas_size
    valid = (sides >= min_size).all(-1) & (sides[:, 0] * sides[:, 1] >= min_area) & (corners >= 0).all(-1) & (corners[:, 0] <= width) & (corners[:, 2] <= width) & (corners[:, 1] <= height) & (corners[:, 3] <= height)
    kept = bounding_boxes[valid]
    return (wrap(kept, like=bounding_boxes) if isinstance(bounding_boxes, BoundingBoxes) else kept), valid


def turned(boxes, move, size):
    """Boxes around what a movement of the plane makes of their corners; move: (x, y) rows to rows."""
    corners = corners_of(boxes).to(boxes.dtype if boxes.is_floating_point() else torch.float32)
    x1, y1, x2, y2 = corners.unbind(-1)
    points = torch.stack([torch.stack(p, -1) for p in ((x1, y1), (x2, y1), (x2, y2), (x1, y2))], -2)
    points = move(points)
    made = torch.cat([points.min(-2).values, points.max(-2).values], -1)
    return changed(boxes, made, size, clamps=True)
