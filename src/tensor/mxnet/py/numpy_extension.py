"""mx.npx: what mx.np adds to NumPy: contexts, networks' functions, files. The functions are mx.nd's own; on arrays of mx.np they give arrays of mx.np."""
import _mxnet
from _mxnet import (Activation as activation, BatchNorm as batch_norm, Convolution as convolution, Deconvolution as deconvolution, Dropout as dropout,
                    Embedding as embedding, FullyConnected as fully_connected, LayerNorm as layer_norm, Pooling as pooling, erf, erfinv, gamma, gammaln,
                    pick, smooth_l1, batch_dot)
from _mxnet import _says
from _mxnp import _infer, fresh, ndarray

from .context import Context, cpu, cpu_pinned, current_context, gpu, gpu_memory_info, num_gpus
from .ndarray import load as _load, save as _save, waitall
from .base import MXNetError
from .ndarray import more as _more
from .ndarray.random import _known
from .random import seed
from .numpy.reading import one_hot as _depth_read
from .util import is_np_array, is_np_shape, is_np_default_dtype, reset_np, set_np, use_np, use_np_array, use_np_shape
from perch.only import only

context, device = Context, Context


def leaky_relu(data, gamma=None, act_type='leaky', slope=0.25, **kwargs):
    """Negative values are made small."""
    _known(kwargs)
    return _mxnet.LeakyReLU(data, gamma, act_type, slope)


def _of_known(name, function):
    def run(data, *args, **kwargs):
        if isinstance(data, ndarray):
            _infer(name, (data,))
            kind = str(data.dtype)
            if 'softmax' in name and 'float' not in kind:
                raise MXNetError(_says('SOFTMAX_BYTES' if kind in ('int8', 'uint8') else 'SOFTMAX_FLOATS', kind))
        return function(data, *args, **kwargs)
    run.__name__, run.__qualname__, run.__doc__, run.__wrapped__ = name, name, function.__doc__, function
    return run


relu, sigmoid, softmax, log_softmax = _of_known('relu', _mxnet.relu), _of_known('sigmoid', _mxnet.sigmoid), _of_known('softmax', _more.softmax), _of_known('log_softmax', _more.log_softmax)


@_depth_read
def one_hot(indices, depth=None, on_value=1.0, off_value=0.0, dtype='float32'):
    """1 at each position, else 0."""
    return _mxnet.one_hot(indices, depth, on_value, off_value, dtype)


def topk(data, axis=-1, k=1, ret_typ='indices', is_ascend=False, dtype='float32'):
    """The k largest along axis."""
    return _mxnet.topk(data, axis, k, ret_typ, is_ascend, dtype)


def reshape(a, newshape, reverse=False, order='C'):
    """Another shape; -2 to -6 are codes: keep one, drop one of 1, keep the rest, join two, split one."""
    sizes, wanted = list(a.shape), [newshape] if isinstance(newshape, int) else list(newshape)
    if reverse:
        sizes.reverse()
        wanted.reverse()
    made, at, i = [], 0, 0
    while i < len(wanted):
        code = wanted[i]
        if code == -2:                                    # as it is there
            made.append(sizes[at])
            at += 1
        elif code == -3:                                  # an axis of one goes
            if sizes[at] != 1:
                raise ValueError(f'npx.reshape: code -3 needs an axis of 1, not of {sizes[at]}')
            at += 1
        elif code == -4:                                  # all that are left
            made += sizes[at:]
            at = len(sizes)
        elif code == -5:                                  # two become one
            made.append(sizes[at] * sizes[at + 1])
            at += 2
        elif code == -6:                                  # one becomes two
            one, two = wanted[i + 1:i + 3]
            if one == -1:
                one = sizes[at] // two
            if two == -1:
                two = sizes[at] // one
            made += [one, two]
            at += 1
            i += 2
        else:
            made.append(code)
            at += 1
        i += 1
    return a.reshape(tuple(made[::-1] if reverse else made))


def cast(data, dtype):
    """In another dtype."""
    return data.astype(dtype)


def batch_flatten(data):
    """All axes but the first become one."""
    return data.reshape(data.shape[0], -1)


def reshape_like(lhs, rhs, **kwargs):
    """lhs in rhs' shape."""
    only('mx.npx.reshape_like', **{word: (kwargs.pop(word, None), None) for word in ('lhs_begin', 'lhs_end', 'rhs_begin', 'rhs_end')})
    _known(kwargs)
    return lhs.reshape(rhs.shape)


def sequence_mask(data, sequence_length=None, use_sequence_length=False, value=0.0, axis=0):
    """What is behind each sequence's end becomes value."""
    from .ndarray.more import SequenceMask
    return SequenceMask(data, sequence_length, use_sequence_length, value, axis)


def masked_softmax(data, mask, axis=-1, temperature=1.0, normalize=True):
    """softmax over what mask allows; 0 elsewhere."""
    only('mx.npx.masked_softmax', normalize=(normalize, True))
    from _mxnp import where
    shown = where(mask, data, -1e30) if mask.dtype == 'bool' else where(mask != 0, data, -1e30)
    return where(mask != 0, _mxnet.softmax(shown, axis=axis, temperature=temperature), 0.0)


def arange_like(data, start=0.0, step=1.0, repeat=1, ctx=None, axis=None):
    """0, 1, … as many as data has along axis."""
    only('mx.npx.arange_like', repeat=(repeat, 1), ctx=(ctx, None))
    from .numpy import arange
    n = data.size if axis is None else data.shape[axis]
    made = arange(start, start + step * n, step, ctx=data.ctx)
    return made.reshape(data.shape) if axis is None else made


def gather_nd(data, indices):
    """The elements at positions given by columns."""
    from .ndarray.more import gather_nd as gather
    return gather(data, indices)


def stop_gradient(data):
    """The same values, through which no gradient flows."""
    return data.detach()


def nonzero(a):
    """The positions of what is not 0, a row for each."""
    from .numpy import argwhere
    return argwhere(a)


def save(file, arr):
    """Arrays in a file: one, a list, a dictionary."""
    if not isinstance(arr, (ndarray, list, tuple, dict)):
        raise ValueError('data needs to either be a ndarray, dict of (str, ndarray) pairs or a list of ndarrays.')
    _save(file, arr)


def load(file):
    """The arrays of a file, as save was given them."""
    found = _load(file)
    return {k: fresh(v) for k, v in found.items()} if isinstance(found, dict) else [fresh(v) for v in found]


_boxes = {'multibox_prior': 'MultiBoxPrior', 'multibox_target': 'MultiBoxTarget', 'multibox_detection': 'MultiBoxDetection', 'box_nms': 'box_nms', 'box_iou': 'box_iou'}


def __dir__():
    return sorted({*globals(), *_boxes})


def __getattr__(name):
    if name in _boxes:
        from .ndarray import contrib
        function = getattr(contrib, _boxes[name])

        def boxes(*args, **kwargs):
            made = function(*args, **kwargs)
            return [fresh(m) for m in made] if isinstance(made, (list, tuple)) else fresh(made)
        boxes.__name__ = boxes.__qualname__ = name
        return boxes
    if name == 'random':
        from . import numpy_extension_random as part
        return part
    raise AttributeError(f"module 'mxnet.numpy_extension' has no attribute {name!r}")
