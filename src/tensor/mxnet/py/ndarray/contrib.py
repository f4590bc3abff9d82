"""mx.nd.contrib."""
import _mxnet
import _tensor

from .more import arange_like
from .older import ctc_loss

ctc_loss = CTCLoss = _mxnet._door('ctc_loss', ctc_loss)
arange_like = _mxnet._door('_contrib_arange_like', arange_like)


def foreach(body, data, init_states):
    """body(item, states) for each item of the first axis; what it gave, stacked, and the last states."""
    single = not isinstance(data, (list, tuple))
    outputs, states = [], init_states
    for i in range((data if single else data[0]).shape[0]):
        out, states = body(data[i] if single else [d[i] for d in data], states)
        outputs.append(out)
    if isinstance(outputs[0], (list, tuple)):
        return [_mxnet.stack(*column) for column in zip(*outputs)], states
    return _mxnet.stack(*outputs), states


def while_loop(cond, func, loop_vars, max_iterations=None):
    """func while cond holds."""
    outputs, steps = [], 0
    loop_vars = list(loop_vars)
    while steps < max_iterations and _tensor.item(cond(*loop_vars)):
        out, loop_vars = func(*loop_vars)
        loop_vars = list(loop_vars) if isinstance(loop_vars, (list, tuple)) else [loop_vars]
        outputs.append(out if isinstance(out, (list, tuple)) else [out])
        steps += 1
    return [_mxnet.stack(*column) for column in zip(*outputs)], loop_vars


def cond(pred, then_func, else_func):
    return then_func() if _tensor.item(pred) else else_func()


def isfinite(data):
    return _tensor.op('isfinite', 0, (data,))


def isnan(data):
    return _tensor.op('isnan', 0, (data,))


def isinf(data):
    return _tensor.op('isinf', 0, (data,))


_elsewhere = {'boxes': ('MultiBoxPrior', 'MultiBoxTarget', 'MultiBoxDetection', 'box_nms', 'box_iou', 'box_non_maximum_suppression'),
              'grids': ('DeformableConvolution', 'ModulatedDeformableConvolution', 'ROIAlign', 'AdaptiveAvgPooling2D', 'BilinearResize2D'),
              'contrib_more': ('SyncBatchNorm', 'div_sqrt_dim', 'boolean_mask', 'index_copy', 'index_array', 'allclose', 'quadratic', 'gradientmultiplier', 'round_ste', 'sign_ste', 'interleaved_matmul_selfatt_qk',
                               'interleaved_matmul_selfatt_valatt', 'interleaved_matmul_encdec_qk', 'interleaved_matmul_encdec_valatt', 'box_encode', 'box_decode', 'bipartite_matching',
                               'rand_zipfian')}      # loaded when they are named
_elsewhere = {name: module for module, names in _elsewhere.items() for name in names}


def __dir__():
    return sorted({*globals(), *_elsewhere})


def __getattr__(name):
    if name not in _elsewhere:
        raise AttributeError(f"module 'mxnet.ndarray.contrib' has no attribute {name!r}")
    import importlib
    own = 'box_nms' if name == 'box_non_maximum_suppression' else name
    found = getattr(importlib.import_module('mxnet.ndarray.' + _elsewhere[name]), own)
    if name != 'rand_zipfian':      # (MXNet's own is Python)
        found = _mxnet._door('_contrib_' + own, found)
    globals()[name] = found
    return found
