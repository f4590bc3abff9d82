"""Types, dtypes, normalizing, and what keeps boxes in order."""
import PIL.Image
import torch
from torch.utils._pytree import tree_flatten, tree_unflatten
from torchvision import tv_tensors

from . import functional as F
from ._transform import Transform, get_bounding_boxes, is_pure_tensor, labels_of


class Identity(Transform):
    def transform(self, inpt, params):
        return inpt


class Lambda(Transform):
    """A function of one's own, for inputs of these types."""

    _transformed_types = (object,)

    def __init__(self, lambd, *types):
        super().__init__()
        self.lambd = lambd
        self.types = types or self._transformed_types

    def transform(self, inpt, params):
        return self.lambd(inpt) if isinstance(inpt, self.types) else inpt

    def extra_repr(self):
        return '%s, types=%s' % (getattr(self.lambd, '__name__', self.lambd), [kind.__name__ for kind in self.types])


class Normalize(Transform):
    def __init__(self, mean, std, inplace=False):
        super().__init__()
        self.mean = list(mean)
        self.std = list(std)
        self.inplace = inplace

    def check_inputs(self, flat_inputs):
        if any(isinstance(part, PIL.Image.Image) for part in flat_inputs):
            raise TypeError('%s() does not support PIL images.' % type(self).__name__)

    def transform(self, inpt, params):
        return F.normalize(inpt, self.mean, self.std, self.inplace)


class LinearTransformation(Transform):
    """Flattened, less a mean, times a matrix."""

    _transformed_types = (is_pure_tensor, tv_tensors.Image, tv_tensors.Video)

    def __init__(self, transformation_matrix, mean_vector):
        super().__init__()
        if transformation_matrix.size(0) != transformation_matrix.size(1):
            raise ValueError('transformation_matrix should be square. Got %s rectangular matrix.' % (tuple(transformation_matrix.shape),))
        if mean_vector.size(0) != transformation_matrix.size(0):
            raise ValueError('mean_vector should have the same length %s as any one of the dimensions of the transformation_matrix [%s]' % (mean_vector.size(0), tuple(transformation_matrix.shape)))
        self.transformation_matrix = transformation_matrix
        self.mean_vector = mean_vector

    def transform(self, inpt, params):
        shape = inpt.shape
        flat = inpt.as_subclass(torch.Tensor) if isinstance(inpt, tv_tensors.TVTensor) else inpt
        made = torch.mm(flat.reshape(-1, shape[-3] * shape[-2] * shape[-1]) - self.mean_vector, self.transformation_matrix).reshape(shape)
        return tv_tensors.wrap(made, like=inpt) if isinstance(inpt, tv_tensors.TVTensor) else made


class ToDtype(Transform):
    """dtype: one for pictures, or by kind: {Image: torch.float32, Mask: torch.int64, 'others': None}."""

    _transformed_types = (torch.Tensor,)

    def __init__(self, dtype, scale=False):
        super().__init__()
        if not isinstance(dtype, (dict, torch.dtype)):
            raise ValueError('dtype must be a dict or a torch.dtype, got %s instead' % type(dtype))
        self.dtype = dtype
        self.scale = scale

    def transform(self, inpt, params):
        if isinstance(self.dtype, dict):
            if type(inpt) not in self.dtype and 'others' not in self.dtype:
                raise ValueError('No dtype was specified for type %s. If you only need to convert the dtype of images or videos, you can just pass e.g. dtype=torch.float32. If you\'re passing a dict as dtype, you can use '
                                 '"others" as a catch-all key e.g. dtype={tv_tensors.Mask: torch.int64, "others": None} to pass-through the rest of the inputs.' % type(inpt))
            dtype = self.dtype[type(inpt)] if type(inpt) in self.dtype else self.dtype['others']
        else:
            dtype = self.dtype if is_pure_tensor(inpt) or isinstance(inpt, (tv_tensors.Image, tv_tensors.Video)) else None
        return inpt if dtype is None else F.to_dtype(inpt, dtype, self.scale) if not isinstance(inpt, (tv_tensors.BoundingBoxes, tv_tensors.KeyPoints)) else inpt.to(dtype)


class ConvertImageDtype(Transform):
    _transformed_types = (is_pure_tensor, tv_tensors.Image)

    def __init__(self, dtype=torch.float32):
        super().__init__()
        self.dtype = dtype

    def transform(self, inpt, params):
        return F.to_dtype(inpt, self.dtype, True)


class ToImage(Transform):
    import numpy
    _transformed_types = (is_pure_tensor, PIL.Image.Image, numpy.ndarray)

    def transform(self, inpt, params):
        return F.to_image(inpt)


class PILToTensor(Transform):
    _transformed_types = (PIL.Image.Image,)

    def transform(self, inpt, params):
        return F.pil_to_tensor(inpt)


class ToPILImage(Transform):
    import numpy
    _transformed_types = (is_pure_tensor, tv_tensors.Image, numpy.ndarray)

    def __init__(self, mode=None):
        super().__init__()
        self.mode = mode

    def transform(self, inpt, params):
        return F.to_pil_image(inpt, self.mode)


class ToPureTensor(Transform):
    _transformed_types = (tv_tensors.TVTensor,)

    def transform(self, inpt, params):
        return inpt.as_subclass(torch.Tensor)


class ToTensor(Transform):
    import numpy
    _transformed_types = (PIL.Image.Image, numpy.ndarray)

    def __init__(self):
        import warnings
        warnings.warn('The transform `ToTensor()` is deprecated and will be removed in a future release. Instead, please use `v2.Compose([v2.ToImage(), v2.ToDtype(torch.float32, scale=True)])`.'
                      'Output is equivalent up to float precision.')
        super().__init__()

    def transform(self, inpt, params):
        from torchvision.transforms.functional import to_tensor
        return to_tensor(inpt)


class UniformTemporalSubsample(Transform):
    _transformed_types = (is_pure_tensor, tv_tensors.Video)

    def __init__(self, num_samples):
        super().__init__()
        self.num_samples = num_samples

    def transform(self, inpt, params):
        return F.uniform_temporal_subsample(inpt, self.num_samples)


class ConvertBoundingBoxFormat(Transform):
    _transformed_types = (tv_tensors.BoundingBoxes,)

    def __init__(self, format):
        super().__init__()
        self.format = format

    def transform(self, inpt, params):
        return F.convert_bounding_box_format(inpt, new_format=self.format)


class ClampBoundingBoxes(Transform):
    _transformed_types = (tv_tensors.BoundingBoxes,)

    def __init__(self, clamping_mode='auto'):
        super().__init__()
        self.clamping_mode = clamping_mode

    def transform(self, inpt, params):
        return F.clamp_bounding_boxes(inpt, clamping_mode=self.clamping_mode)


class ClampKeyPoints(Transform):
    _transformed_types = (tv_tensors.KeyPoints,)

    def transform(self, inpt, params):
        return F.clamp_keypoints(inpt)


class SanitizeBoundingBoxes(Transform):
    """Without boxes that are too small or lie off the canvas, and without their labels and masks."""

    def __init__(self, min_size=1.0, min_area=1.0, labels_getter='default'):
        super().__init__()
        if min_size < 1:
            raise ValueError('min_size must be >= 1, got %s.' % min_size)
        if min_area < 1:
            raise ValueError('min_area must be >= 1, got %s.' % min_area)
        self.min_size = min_size
        self.min_area = min_area
        self.labels_getter = labels_getter

    def forward(self, *inputs):
        inputs = inputs if len(inputs) > 1 else inputs[0]
        labels = labels_of(self.labels_getter, inputs)
        several = labels if isinstance(labels, (tuple, list)) else [] if labels is None else [labels]
        parts, shape = tree_flatten(inputs)
        boxes = get_bounding_boxes(parts)
        for label in several:
            if not isinstance(label, torch.Tensor):
                raise ValueError('The labels in the input to forward() must be a tensor or None, got %s' % type(label))
            if boxes.shape[0] != label.shape[0]:
                raise ValueError('Number of boxes (shape=%s) and must match the number of labels.Found labels with shape=%s).' % (boxes.shape, label.shape))
        valid = F.sanitize_bounding_boxes(boxes, min_size=self.min_size, min_area=self.min_area)[1]

        def kept(part):
            if any(part is label for label in several):
                return part[valid]
            if part is boxes or (isinstance(part, tv_tensors.Mask) and part.ndim > 2 and part.shape[0] == len(valid)):
                return tv_tensors.wrap(part[valid], like=part)
            return part
        return tree_unflatten([kept(part) for part in parts], shape)
