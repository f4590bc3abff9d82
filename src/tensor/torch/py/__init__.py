"""torch: PyTorch's accent of perch's tensors. What needs no thought is in C (_torch: rows of torch/torch.def); this package adds overloads,
modules, optimizers and the rest, each loaded when it is named."""
import _tensor
import _torch
from _tensor import Tensor, device, dtype
from _torch import *            # noqa: F401,F403
from _torch import Size, _two

from .torch_version import __version__

_DTYPES = ('bool', 'uint8', 'int8', 'int16', 'int32', 'int64', 'float16', 'bfloat16', 'float32', 'float64', 'complex64', 'complex128')
for _number, _name in enumerate(_DTYPES):
    globals()[_name] = _tensor.dtype_by_number(1, _number)
half, float, double = float16, float32, float64             # noqa: F821
cfloat, cdouble = complex64, complex128                     # noqa: F821
short, int, long = int16, int32, int64                      # noqa: F821

inf = __builtins__['float']('inf') if isinstance(__builtins__, dict) else __builtins__.float('inf')
nan = -(inf - inf)
pi = 3.141592653589793
e = 2.718281828459045
newaxis = None


class layout:
    """How a tensor's elements lie; there is one."""

    def __init__(self, name):
        self._name = name

    def __repr__(self):
        return 'torch.' + self._name

    def __reduce_ex__(self, protocol):
        if type(self) is not layout:
            return super().__reduce_ex__(protocol)
        from .serialization import _get_layout
        return _get_layout, (repr(self),)


class memory_format(layout):
    """An order of the axes in memory."""

    @property
    def _memory_format(self):
        return self._name


strided = layout('strided')
sparse_coo = layout('sparse_coo')
contiguous_format, channels_last, channels_last_3d, preserve_format = (memory_format(name) for name in ('contiguous_format', 'channels_last', 'channels_last_3d', 'preserve_format'))
legacy_contiguous_format = contiguous_format
has_lapack, has_mkl, has_mkldnn, has_mps, has_openmp, has_spectral = True, False, True, False, False, True

from . import _functions, _tensor_methods                   # noqa: E402
from ._functions import *                                   # noqa: E402,F401,F403
from ._modes import (enable_grad, inference_mode, is_grad_enabled, is_inference_mode_enabled, no_grad, set_grad_enabled)  # noqa: E402
from .random import (Generator, default_generator, get_rng_state, initial_seed, manual_seed, seed, set_rng_state)  # noqa: E402

_tensor.set_errors(None, __import__('torch._utils', fromlist=['_utils']).OutOfMemoryError)

_SUBMODULES = {'nn', 'cuda', 'autograd', 'optim', 'utils', 'random', 'functional', 'linalg', 'backends', 'distributions', 'jit', 'serialization',
               'types', 'version', 'torch_version', '_dynamo', 'compiler', 'mps', 'xpu', '_utils', 'special', 'testing', 'amp', 'multiprocessing', 'distributed', 'return_types', 'storage', 'fft', 'hub',
               'profiler', 'onnx', 'cpu', 'sparse', 'fx', 'library', '_C', '_ops', '_six', 'ao', 'overrides', 'futures', '__config__', 'func', 'accelerator', 'quantization', 'nested', 'masked', '_inductor', '_logging', '_higher_order_ops', 'export', '_aten'}
_FROM = {'ops': '_ops', 'jagged': '_held', 'SymInt': '_held', '_standard_gamma': '_gamma', '_sample_dirichlet': '_gamma', 'binomial': '_gamma', 'from_dlpack': 'utils.dlpack', 'sparse_coo_tensor': 'sparse', **dict.fromkeys(('sparse_csr', 'sparse_csc', 'sparse_bsr', 'sparse_bsc', 'sparse_csr_tensor', 'sparse_csc_tensor', 'sparse_bsr_tensor', 'sparse_bsc_tensor', 'sparse_compressed_tensor'), 'sparse._compressed'),
         'to_dlpack': 'utils.dlpack', 'save': 'serialization', 'load': 'serialization', 'FloatTensor': '_types', 'DoubleTensor': '_types', 'HalfTensor': '_types',
         'IntTensor': '_types', 'LongTensor': '_types', 'ShortTensor': '_types', 'CharTensor': '_types', 'ByteTensor': '_types', 'BoolTensor': '_types',
         'finfo': '_limits', 'iinfo': '_limits', 'BFloat16Tensor': '_types', 'set_default_tensor_type': '_types', 'set_printoptions': '_print', 'compile': '_dynamo.eval_frame', 'vmap': 'func', 'set_default_device': '_homes', 'get_default_device': '_homes', 'get_device_module': '_homes', 'cond': '_higher_order_ops', 'while_loop': '_higher_order_ops'}
_FROM.update(dict.fromkeys(('TypedStorage', 'UntypedStorage', *(word + 'Storage' for word in 'Bool Byte Char Short Int Long Half BFloat16 Float Double ComplexFloat ComplexDouble'.split())), 'storage'))
_FROM.update(dict.fromkeys(('quantize_per_tensor', 'quantize_per_channel', 'quantize_per_tensor_dynamic', 'dequantize', '_empty_affine_quantized'), '_quantized.tensors'))
_FROM.update(dict.fromkeys(('fake_quantize_per_tensor_affine', 'fake_quantize_per_channel_affine', 'fused_moving_avg_obs_fake_quant'), '_quantized.fake'))
_FROM.update(dict.fromkeys(('autocast', 'is_autocast_enabled', 'is_autocast_cpu_enabled', 'set_autocast_enabled', 'set_autocast_cpu_enabled',
                             'get_autocast_gpu_dtype', 'get_autocast_cpu_dtype', 'set_autocast_gpu_dtype', 'set_autocast_cpu_dtype', 'get_autocast_dtype', 'set_autocast_dtype',
                             'autocast_increment_nesting', 'autocast_decrement_nesting', 'clear_autocast_cache', 'is_autocast_cache_enabled', 'set_autocast_cache_enabled'), 'amp.autocast_mode'))

_FROM.update(dict.fromkeys(('is_anomaly_enabled', 'is_anomaly_check_nan_enabled', 'set_anomaly_enabled'), 'autograd.anomaly_mode'))


def _assert(condition, message):
    """An assert statement that a traced graph keeps."""
    assert condition, message


_QUANTIZED = {'qint8', 'quint8', 'qint32', 'per_tensor_affine', 'per_channel_affine', 'per_tensor_symmetric', 'per_channel_symmetric', 'per_channel_affine_float_qparams'}


def __getattr__(name):                          # the larger parts are loaded when they are named
    from importlib import import_module
    if name in _FROM:
        found = globals()[name] = getattr(import_module('torch.' + _FROM[name]), name)
        return found
    if name in _QUANTIZED:
        from ._quantized.tensors import SCHEMES, TYPES
        found = globals()[name] = TYPES.get(name) or SCHEMES[name]
        return found
    if name in _SUBMODULES:
        try:
            return import_module('torch.' + name)
        except ModuleNotFoundError:
            from ._absent import no_module
            raise no_module(name) from None
    from ._absent import no_name
    raise no_name(name)


# What torch's functions are made of here, and those that PyTorch has elsewhere: found when they are named, and not listed.
_INNER = frozenset('''absolute_ addcdiv_ addcmul_ addmm_ alert_not_deterministic arctan2_ atan2_ bernoulli_ bitwise_and_ bitwise_left_shift_ bitwise_not_ bitwise_or_ bitwise_right_shift_ bitwise_xor_ bmm3
broadcast_sizes check_factor clear_gradients conj_of contracts copysign_ digamma_ elu eq_ erfinv_ fits floor_divide_ fmod_ ge_ gelu_exact gelu_tanh given greater_ greater_equal_ gt_ hardsigmoid hardswish hardtanh
hypot_ index_add_ index_copy_ index_fill_ le_ leaky_relu lengths lerp_ less_ less_equal_ lgamma_ linear log_softmax2 logical_and_ logical_not_ logical_or_ logical_xor_ logsigmoid lt_ lying masked_fill_ met_as mish
mul_ multiply_ ne_ not_equal_ one_hot optimizer_steps plain_conv plain_cross_entropy pow_ product2 put_ relu6 remainder_ repeat scatter_ scatter_add_ set_stream_state sgn_ sign_ silu softmax2 softplus softsign
stream stream_state sum_to_size tril_ triu_ true_divide_ unfold_axis where3 _DTYPES _FROM _INNER _QUANTIZED _SUBMODULES _aten _functions _modes _name _number _quantized _tensor_methods _torch _torch_args _two
_types'''.split())


def __dir__():
    return sorted({*globals(), *_SUBMODULES, *_FROM, *_QUANTIZED} - _INNER - {'__dir__'})
