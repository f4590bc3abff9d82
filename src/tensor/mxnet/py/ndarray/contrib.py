"""mx.nd.contrib."""
import _mxnet
import _tensor

from .control import cond, foreach, while_loop
from .more import arange_like
from .older import ctc_loss

ctc_loss = CTCLoss = _mxnet._door('ctc_loss', ctc_loss)
arange_like = _mxnet._door('_contrib_arange_like', arange_like)


def isfinite(data):
    return _tensor.op('isfinite', 0, (data,))


def isnan(data):
    return _tensor.op('isnan', 0, (data,))


def isinf(data):
    return _tensor.op('isinf', 0, (data,))


_elsewhere = {'boxes': ('MultiBoxPrior', 'MultiBoxTarget', 'MultiBoxDetection', 'box_nms', 'box_iou', 'box_non_maximum_suppression'),
              'grids': ('DeformableConvolution', 'ModulatedDeformableConvolution', 'ROIAlign', 'AdaptiveAvgPooling2D', 'BilinearResize2D'),
              'quantized': ('quantize', 'quantize_v2', 'requantize', 'dequantize', 'getnnz', 'fft', 'ifft', 'count_sketch'),
              'quantized_layers': ('quantized_conv', 'quantized_fully_connected', 'quantized_act', 'quantized_flatten', 'quantized_pooling', 'quantized_concat', 'quantized_elemwise_add',
                                   'quantized_batch_norm', 'quantized_embedding', 'calibrate_entropy'),
              'updates': ('adamw_update', 'mp_adamw_update'),
              'proposals': ('Proposal', 'MultiProposal'),
              'contrib_more': ('SyncBatchNorm', 'div_sqrt_dim', 'boolean_mask', 'index_copy', 'index_array', 'allclose', 'quadratic', 'gradientmultiplier', 'round_ste', 'sign_ste', 'interleaved_matmul_selfatt_qk',
                               'interleaved_matmul_selfatt_valatt', 'interleaved_matmul_encdec_qk', 'interleaved_matmul_encdec_valatt', 'box_encode', 'box_decode', 'bipartite_matching',
                               'rand_zipfian', 'SparseEmbedding')}      # loaded when they are named
_elsewhere = {name: module for module, names in _elsewhere.items() for name in names}


def __dir__():
    return sorted({*globals(), *_elsewhere})


def __getattr__(name):
    if name not in _elsewhere:
        raise AttributeError(f"module 'mxnet.ndarray.contrib' has no attribute {name!r}")
    import importlib
    own = 'box_nms' if name == 'box_non_maximum_suppression' else name
    found = getattr(importlib.import_module('mxnet.ndarray.' + _elsewhere[name]), own)
    if name not in ('rand_zipfian', 'SparseEmbedding', 'adamw_update', 'mp_adamw_update'):     # (MXNet's own are Python)
        found = _mxnet._door('_contrib_' + own, found)
    globals()[name] = found
    return found
