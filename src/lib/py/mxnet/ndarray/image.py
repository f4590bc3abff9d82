"""mx.nd.image: pictures as arrays, height x width x channel."""
import _mxnet
import _tensor


def to_tensor(data):
    """uint8 in 0 … 255 as float32 in 0 … 1, channels first."""
    axes = (2, 0, 1) if data.ndim == 3 else (0, 3, 1, 2)
    return _mxnet.transpose(data.astype('float32'), axes) / 255


def normalize(data, mean=0.0, std=1.0):
    """(data - mean) / std for each channel."""
    def each(v):
        v = (v,) if isinstance(v, (int, float)) else tuple(v)
        return _mxnet.array(v, ctx=data.context).reshape((-1, 1, 1))
    return (data - each(mean)) / each(std)


def flip_left_right(data):
    return _mxnet.flip(data, axis=data.ndim - 2)


def flip_top_bottom(data):
    return _mxnet.flip(data, axis=data.ndim - 3)


def crop(data, x, y, width, height):
    rows = _mxnet.slice_axis(data, data.ndim - 3, y, y + height)
    return _mxnet.slice_axis(rows, data.ndim - 2, x, x + width)


def resize(data, size, keep_ratio=False, interp=1):
    """To (width, height) or a square; with keep_ratio the shorter side to size."""
    height, width = data.shape[-3:-1]
    if isinstance(size, int):
        short = min(height, width)
        size = (width * size // short, height * size // short) if keep_ratio else (size, size)
    many = data if data.ndim == 4 else data.expand_dims(0)
    planes = _mxnet.transpose(many.astype('float32'), (0, 3, 1, 2))
    out = _mxnet.transpose(_tensor.op('interpolate', 0, (planes,), size=(size[1], size[0]), mode='linear', align=False), (0, 2, 3, 1)).astype(data.dtype)
    return out if data.ndim == 4 else out[0]
