"""Boxes."""
from enum import Enum

from ._tv_tensor import TVTensor, as_tensor, made


class BoundingBoxFormat(Enum):
    """What a box's four numbers are: two corners; a corner, width and height; the middle, width and height. Those with an R are turned by an angle."""
    XYXY = 'XYXY'
    XYWH = 'XYWH'
    CXCYWH = 'CXCYWH'
    XYWHR = 'XYWHR'
    CXCYWHR = 'CXCYWHR'
    XYXYXYXY = 'XYXYXYXY'


def is_rotated_bounding_format(format):
    format = BoundingBoxFormat[format.upper()] if isinstance(format, str) else format
    return format in (BoundingBoxFormat.XYWHR, BoundingBoxFormat.CXCYWHR, BoundingBoxFormat.XYXYXYXY)


class BoundingBoxes(TVTensor):
    """Boxes, a row each, on a canvas of (height, width)."""

    def __new__(cls, data, *, format, canvas_size, clamping_mode='soft', dtype=None, device=None, requires_grad=None):
        tensor = as_tensor(data, dtype, device, requires_grad)
        if isinstance(format, str):
            format = BoundingBoxFormat[format.upper()]
        if tensor.ndim == 1:
            tensor = tensor.unsqueeze(0)
        elif tensor.ndim != 2:
            raise ValueError('Expected a 1D or 2D tensor, got %dD' % tensor.ndim)
        if clamping_mode is not None and clamping_mode not in ('hard', 'soft'):
            raise ValueError('clamping_mode must be None, hard or soft, got %s.' % clamping_mode)
        return made(cls, tensor, format=format, canvas_size=canvas_size, clamping_mode=clamping_mode)

    def _about(self):
        return {'format': self.format, 'canvas_size': self.canvas_size, 'clamping_mode': self.clamping_mode}
