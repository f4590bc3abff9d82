"""torchvision.tv_tensors: tensors that know what they are, a picture, boxes, a mask, so that one transform does the right thing to each. What is computed from one is a plain tensor, but for
clone(), to(), detach() and requires_grad_(), as in torchvision."""
from ._bounding_boxes import BoundingBoxes, BoundingBoxFormat, is_rotated_bounding_format
from ._image import Image
from ._keypoints import KeyPoints
from ._mask import Mask
from ._tv_tensor import TVTensor, set_return_type, wrap
from ._video import Video
