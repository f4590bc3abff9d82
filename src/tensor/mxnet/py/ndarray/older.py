"""Functions of mx.nd that older lessons and symbols' files call: a crop by another array, one element a row, casts of mixed precision, patches as columns, CTC."""
import _mxnet
import _tensor
from _mxnet import _says

from ..base import MXNetError
from .files import _dtypes
from .more import pad as _pad
from .outs import _into


_NUMBERS = {name: number for number, name in enumerate(_dtypes)}
_C_NAMES = {'float64': 'double', 'float16': 'half', 'uint8': 'unsigned char', 'int32': 'int', 'int8': 'char', 'int64': 'long long', 'bool': 'bool'}


def _kind(data):
    from numpy import dtype
    return dtype(data.dtype).name


def _floats_alone(*data):
    for one in data:
        if _kind(one) != 'float32':
            raise MXNetError(_says("BLOB_DTYPE", _C_NAMES[_kind(one)]))


def _cut(data, row, column, height, width):
    return _mxnet.slice_axis(_mxnet.slice_axis(data, 2, row, row + height), 3, column, column + width)


def Crop(*data, num_args=1, offset=(0, 0), h_w=(0, 0), center_crop=False, out=None, name=None):
    """A part of height and width: h_w of them, or as many as the second array has; from offset on, or of the middle."""
    first = data[0]
    if first.ndim != 4:
        raise MXNetError(_says("CROP_AXES", first.ndim))
    for i, side in enumerate(('height', 'width') if len(data) < 2 else ()):
        if h_w[i] < 1:
            raise MXNetError(_says("CROP_SMALL", i, h_w[i], side, i))
        if h_w[i] > first.shape[2 + i]:
            raise MXNetError(_says("CROP_LARGE", i, 2 + i, h_w[i], first.shape[2 + i], side, i, side))
    high, wide = h_w if len(data) < 2 else data[1].shape[2:]
    row, column = ((first.shape[2] - high) // 2, (first.shape[3] - wide) // 2) if center_crop else offset
    for i, (at, size, side) in enumerate(((row, high, 'height'), (column, wide, 'width'))):
        if at > first.shape[2 + i] - size:
            raise MXNetError(_says("CROP_SPACE", i, 2 + i, 2 + i, at, first.shape[2 + i] - size, i, side))
    if _kind(first) != 'float32':
        raise MXNetError(_says("CROP_DTYPE", _NUMBERS[_kind(first)]))
    return _into(_cut(first, row, column, high, wide), out)


choose_element_0index = _mxnet.pick


def fill_element_0index(lhs, mhs, rhs, out=None, name=None):
    """A copy of lhs in which mhs[i] stands at [i, rhs[i]]; a row whose place is not there stays."""
    if (lhs.ndim, mhs.ndim, rhs.ndim) != (2, 1, 1):
        raise MXNetError(_says("FILL_AXES"))
    if not lhs.shape[0] == mhs.shape[0] == rhs.shape[0]:
        raise MXNetError(_says("FILL_ROWS"))
    _floats_alone(lhs, mhs, rhs)
    rows, columns = lhs.shape
    places = _mxnet.cast(rhs, 'int64').reshape((rows, 1))
    there = _mxnet.broadcast_equal(places, _mxnet.arange(columns, dtype='int64', ctx=lhs.context).reshape((1, columns)))
    return _into(_mxnet.where(there, _mxnet.broadcast_to(mhs.reshape((rows, 1)), (rows, columns)), lhs), out)


def _single(data, of):
    if _kind(data) in of:
        raise MXNetError(_says("ONEDNN_TYPE", _NUMBERS[_kind(data)]))


def amp_cast(data, dtype, out=None, name=None):
    """float32 and float16 in another dtype; integers stay."""
    _single(data, ('float64',))
    if not _kind(data).startswith('float'):
        return _into(_mxnet.identity(data), out)
    return _into(_mxnet.cast(_tensor.op('round', 0, (data,)) if 'int' in str(dtype) else data, dtype), out)


def amp_multicast(*data, num_outputs=None, cast_narrow=False, out=None, name=None):
    """All floats in the widest dtype among them, or with cast_narrow in the narrowest; on a CPU there is but float32."""
    if num_outputs not in (None, len(data)):
        raise MXNetError(_says("NUM_INPUTS", len(data), num_outputs, 'amp_multicast', num_outputs, len(data)))
    for one in data:
        if one.context.device_type == 'cpu':
            _single(one, ('float64', 'float16'))
    kinds = [_kind(one) for one in data if _kind(one).startswith('float')]
    met = (min if cast_narrow else max)(kinds, key=lambda kind: int(kind[5:]), default=None)
    return _into([_mxnet.cast(one, met) if _kind(one) in kinds else _mxnet.identity(one) for one in data], out)


def im2col(data, kernel, stride=(), dilate=(), pad=(), out=None, name=None):
    """The patches that a kernel would see, a column each."""
    axes = len(kernel)
    stride, dilate, pad = (tuple(given) or (usual,) * axes for given, usual in ((stride, 1), (dilate, 1), (pad, 0)))
    margin = (0, 0, 0, 0) + tuple(side for one in pad for side in (one, one))
    wide = _pad(data, mode='constant', pad_width=margin) if any(pad) else data
    for i in range(axes):
        if dilate[i] * (kernel[i] - 1) + 1 > wide.shape[2 + i]:
            raise MXNetError(_says("COLUMNS_KERNEL", dilate[i] * (kernel[i] - 1) + 1, wide.shape[2 + i]))
    counts = [(wide.shape[2 + i] - dilate[i] * (kernel[i] - 1) - 1) // stride[i] + 1 for i in range(axes)]
    parts = [wide]
    for i in range(axes):
        span = (counts[i] - 1) * stride[i] + 1
        parts = [_mxnet.slice(part, (None,) * (2 + i) + (at * dilate[i],), (None,) * (2 + i) + (at * dilate[i] + span,), (1,) * (2 + i) + (stride[i],)) for part in parts for at in range(kernel[i])]
    places = 1
    for count in counts:
        places *= count
    rows = [part.reshape((data.shape[0], data.shape[1], 1, places)) for part in parts]
    return _into(_mxnet.concat(*rows, dim=2).reshape((data.shape[0], data.shape[1] * len(rows), places)), out)


def ctc_loss(data, label, data_lengths=None, label_lengths=None, use_data_lengths=False, use_label_lengths=False, blank_label='first', out=None, name=None):
    """Minus the log of the chance of all alignments of the labels; data: (steps, batch, classes) before softmax, label: (batch, most labels)."""
    from .. import ndarray
    from ..gluon.loss import _ctc
    if data.ndim != 3:
        raise MXNetError(_says("CTC_DATA", data.ndim))
    if label.ndim != 2:
        raise MXNetError(_says("CTC_LABEL", label.ndim))
    steps, batch, classes = data.shape
    if label.shape[0] != batch:
        raise MXNetError(_says("CTC_BATCH", batch, label.shape[0]))
    if label.shape[1] > steps:
        raise MXNetError(_says("CTC_STEPS", steps, label.shape[1]))
    _floats_alone(data)
    blank, padding = (0, 0) if blank_label == 'first' else (classes - 1, -1)
    logs, losses = _mxnet.log_softmax(data, axis=-1), []
    for i, row in enumerate(label.asnumpy().astype('int64').tolist()):
        size = int(label_lengths[i].asscalar()) if use_label_lengths else row.index(padding) if padding in row else len(row)
        length = int(data_lengths[i].asscalar()) if use_data_lengths else steps
        losses.append(_ctc(ndarray, logs[:length, i], row[:size], blank))
    return _into(_mxnet.concat(*losses, dim=0), out)


CTCLoss = ctc_loss
