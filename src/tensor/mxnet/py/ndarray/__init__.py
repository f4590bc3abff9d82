"""mx.nd: arrays on devices, and functions on them. Most are C (_mxnet); what is composed of them stands in more.py."""
import _mxnet
import _tensor
from _mxnet import *
from _tensor import NDArray

from .. import base as _base
from ..base import MXNetError
from . import more as _more
from . import array_methods as _array_methods
from . import random
from .files import load, load_frombuffer, save
from .more import *
from .makers import arange, concatenate, empty, eye, from_numpy, full, histogram, linspace, moveaxis, ones, slice, split_v2, zeros

crop = slice
del arange_like                             # (it is mx.nd.contrib's)

NDArray.__module__ = 'mxnet.ndarray.ndarray'
_base_names = [n for n in globals() if not n.startswith('_')]


def dtype_number(dtype):
    """A dtype's number in perch's core; None is float32."""
    return _tensor.number('float32' if dtype is None else dtype)


def waitall():
    """Until all work on all devices is done; raises what failed."""
    _tensor.wait_all()


_mxnet._hang(globals())                     # operators read their parameters as MXNet's do
_array_methods.hang(globals())
_composed = {'BilinearSampler': 'grids', 'RNN': 'recurrent', **dict.fromkeys(('LinearRegressionOutput', 'LogisticRegressionOutput', 'MAERegressionOutput', 'SVMOutput', 'MakeLoss'), 'losses'),
             **dict.fromkeys(('GridGenerator', 'SpatialTransformer', 'Correlation', 'col2im'), 'warps'),
             **dict.fromkeys(('rmsprop_update', 'rmspropalex_update', 'ftrl_update', 'ftml_update', 'signsgd_update', 'signum_update', 'nag_mom_update', 'lamb_update_phase1', 'lamb_update_phase2',
                              'mp_sgd_update', 'mp_sgd_mom_update', 'mp_nag_mom_update', 'mp_lamb_update_phase1', 'mp_lamb_update_phase2', 'multi_sgd_update', 'multi_sgd_mom_update',
                              'multi_mp_sgd_update', 'multi_mp_sgd_mom_update', 'preloaded_multi_sgd_update', 'preloaded_multi_sgd_mom_update', 'preloaded_multi_mp_sgd_update',
                              'preloaded_multi_mp_sgd_mom_update', 'multi_sum_sq', 'multi_all_finite', 'multi_lars', 'reset_arrays'), 'updates'),
             **dict.fromkeys(('random_pdf_uniform', 'random_pdf_normal', 'random_pdf_exponential', 'random_pdf_gamma', 'random_pdf_poisson', 'random_pdf_negative_binomial',
                              'random_pdf_generalized_negative_binomial', 'random_pdf_dirichlet'), 'densities'),
             **dict.fromkeys(('sample_exponential', 'sample_gamma', 'sample_poisson', 'sample_negative_binomial', 'sample_generalized_negative_binomial', 'random_negative_binomial',
                              'random_generalized_negative_binomial'), 'random'),
             **dict.fromkeys(('CTCLoss', 'Crop', 'amp_cast', 'amp_multicast', 'choose_element_0index', 'ctc_loss', 'fill_element_0index', 'im2col'), 'older')}     # loaded when they are named
_parts = {'contrib': 'contrib', 'linalg': 'linalg', 'sparse': 'sparse', 'image': 'image', 'op': 'op', '_internal': '_internal', 'ndarray': 'array_module', 'utils': 'files'}


def __dir__():
    return sorted({*globals(), 'np', 'npx', *_parts, *_composed})


def __getattr__(name):
    if name in ('np', 'npx'):               # hybrid_forward(F, …) says F.np.dot, F.npx.relu
        part = __import__('mxnet.numpy' if name == 'np' else 'mxnet.numpy_extension', fromlist=('__name__',))
        globals()[name] = part
        return part
    if name in _parts:
        part = __import__('mxnet.ndarray.' + _parts[name], fromlist=('__name__',))
        globals()[name] = part
        return part
    if name in _composed:
        part = getattr(__import__('mxnet.ndarray.' + _composed[name], fromlist=('__name__',)), name)
        try:
            part = _mxnet._door(name, part)
        except KeyError:                    # (no row of operators.def)
            pass
        globals()[name] = part
        return part
    if name == 'cast_storage':
        from .sparse import cast_storage
        globals()[name] = cast_storage
        return cast_storage
    if name.startswith('linalg_'):
        from . import linalg
        return getattr(linalg, name[7:])
    raise AttributeError(f"module 'mxnet.ndarray' has no attribute {name!r}")
