"""Which of torch's functions ask the classes of what they are given first (__torch_function__): gone through once, when a program has made the first class that answers."""
import types

import _tensor
import _torch
import torch
import torch.autograd
import torch.fft
import torch.functional
import torch.linalg
import torch.nn.functional
import torch.special

Tensor = _tensor.Tensor

# Those that never ask, in PyTorch too: what makes tensors, settings, and what is asked about any object.
SILENT = frozenset('''are_deterministic_algorithms_enabled arange as_tensor asarray autocast_decrement_nesting autocast_increment_nesting bartlett_window blackman_window can_cast
clear_autocast_cache empty empty_strided eye fill finfo from_file from_numpy frombuffer full get_autocast_cpu_dtype get_autocast_gpu_dtype get_default_dtype
get_deterministic_debug_mode get_device get_float32_matmul_precision get_num_interop_threads get_num_threads hamming_window hann_window iinfo init_num_threads is_anomaly_check_nan_enabled
is_anomaly_enabled is_autocast_cache_enabled is_autocast_cpu_enabled is_autocast_enabled is_deterministic_algorithms_warn_only_enabled is_grad_enabled is_inference_mode_enabled is_storage
is_tensor is_warn_always_enabled kaiser_window linspace logspace normal ones promote_types rand randint randn randperm range result_type scalar_tensor set_anomaly_enabled
set_autocast_cache_enabled set_autocast_cpu_dtype set_autocast_cpu_enabled set_autocast_enabled set_autocast_gpu_dtype set_default_tensor_type set_deterministic_debug_mode
set_float32_matmul_precision set_flush_denormal set_num_interop_threads set_num_threads set_vital set_warn_always sparse_coo_tensor sparse_csr_tensor tensor tril_indices triu_indices
typename use_deterministic_algorithms vander vitals_enabled zeros get_rng_state initial_seed manual_seed seed set_rng_state enable_grad inference_mode no_grad set_grad_enabled load save
set_printoptions align_tensors broadcast_shapes compile vmap set_default_device get_default_device set_default_dtype from_dlpack to_dlpack complex_word compiled_with_cxx11_abi'''.split())
# What torch's other functions are made of here, and what PyTorch has in torch.nn.functional alone.
OTHERS = frozenset('''alert_not_deterministic bmm3 broadcast_sizes check_adaptive check_conv check_conv_parts check_factor check_fold check_interpolate check_pool check_unfold conj_of contracts conv_dtypes
count_sizes cpu_lacks drawn fits gelu_exact gelu_tanh given in_float32 lengths log_softmax2 lying met_as need_tensor no_mode only product2 same_places set_stream_state softmax2 stream stream_state
two_to_three where3'''.split())
OF_FUNCTIONAL = frozenset('elu hardsigmoid hardswish hardtanh leaky_relu linear logsigmoid mish one_hot relu6 silu softplus softsign'.split())
SILENT_OF_FUNCTIONAL = SILENT | OTHERS | frozenset('assert_int_or_pair sigmoid tanh upsample upsample_bilinear upsample_nearest'.split())
SILENT_METHODS = frozenset('''__delattr__ __getattribute__ __init__ __init_subclass__ __new__ __setattr__ __subclasshook__ __dir__ __hash__ __iter__ __torch_function__ __torch_dispatch__ __class_getitem__ __dict__ __doc__
__weakref__ __module__ __class__ as_subclass _make_subclass eig lstsq reinforce solve unflatten new new_empty_ itemsize nbytes name __array_priority__ _is_param'''.split())

# What PyTorch itself has in Python: its classes are told plain tensors too, and a dict of keywords.
IN_PYTHON = frozenset('''atleast_1d atleast_2d atleast_3d block_diag broadcast_tensors cartesian_prod cdist chain_matmul einsum lu meshgrid norm split stft istft tensordot unique
unique_consecutive'''.split())
_METHODS_IN_PYTHON = frozenset('''__array__ __array_wrap__ __contains__ __deepcopy__ __dlpack__ __dlpack_device__ __floordiv__ __format__ __len__ __rdiv__ __reduce_ex__ __repr__ __reversed__
__rfloordiv__ __rlshift__ __rmatmul__ __rmod__ __rpow__ __rrshift__ __rsub__ __setstate__ align_to backward is_shared istft lu norm refine_names register_hook rename rename_ resize
resize_as share_memory_ split stft storage storage_type symeig unique unique_consecutive'''.split())

# These give what belongs to the tensor itself.
_BARE = ('_base', 'grad')


def _rows_of_module(rows, space, word, silent):
    for name, value in list(vars(space).items()):
        if name in silent or name.startswith('_') or getattr(value, '__name__', '').startswith('__'):
            continue
        if isinstance(value, (types.FunctionType, types.BuiltinFunctionType)):
            _torch._answer_row(rows, value, value, word + name, name in IN_PYTHON if space is torch else None if space is torch.nn.functional else False)


def _rows_of_methods(rows):
    for name, value in list(vars(Tensor).items()):
        if name in SILENT_METHODS:
            continue
        word = ('torch._tensor.' if name in _METHODS_IN_PYTHON else 'torch.Tensor.') + name
        if isinstance(value, property):
            _torch._answer_row(rows, value.fget, value.__get__, word + '.__get__', False)
        elif isinstance(value, types.GetSetDescriptorType):
            _torch._answer_row(rows, value, value, word, False)
        elif not isinstance(value, (staticmethod, classmethod, type)):
            _torch._answer_row(rows, value, value, word, name in _METHODS_IN_PYTHON)


_shapes = {}
_OWN = ('_words', *(() if _torch._two('GRADS_MADE') else ('materialize_grads',)))     # parameters that PyTorch's have not
_ADDED = {} if _torch._two('GRADS_MADE') else {'mse_loss': 'weight', 'l1_loss': 'weight', 'huber_loss': 'weight', 'multi_head_attention_forward': 'is_causal'}       # … that 1.13's have not


def _shape_of(function):
    """How PyTorch's own Python hands a call on: what has no default in its place, what has one by its word. None: as it came."""
    if function not in _shapes:
        import inspect
        try:
            parameters = [p for p in inspect.signature(function).parameters.values() if p.name not in _OWN and p.name != _ADDED.get(function.__name__) and not (p.name == 'out' and function.__qualname__.startswith('Tensor.'))]
        except (TypeError, ValueError):
            parameters = None
        _shapes[function] = parameters
    return _shapes[function]


def spelled(function, args, kwargs):
    """(args, kwargs) as a class is told them of a function that PyTorch has in Python: every parameter with a default by its word."""
    parameters = _shape_of(function)
    if parameters is None:
        return args, kwargs
    given, first, named = list(args), [], {}
    for parameter in parameters:
        if parameter.kind is parameter.VAR_POSITIONAL:
            first, given = first + given, []
        elif parameter.kind is parameter.VAR_KEYWORD:
            continue
        elif given and parameter.kind is not parameter.KEYWORD_ONLY:
            value = given.pop(0)
            if parameter.default is parameter.empty:
                first.append(value)
            else:
                named[parameter.name] = value
        elif parameter.name in kwargs:
            if parameter.default is parameter.empty and not named:
                first.append(kwargs[parameter.name])
            else:
                named[parameter.name] = kwargs[parameter.name]
        elif parameter.default is not parameter.empty:
            named[parameter.name] = parameter.default
    for name, value in kwargs.items():
        named.setdefault(name, value) if not any(name == parameter.name for parameter in parameters) else None
    return (tuple(first), named) if not given else (args, kwargs)


def bare():
    """What the functions of these attributes give stays as it is."""
    return {getattr(Tensor, name).__get__ for name in _BARE}


_MAKERS = 'arange as_tensor asarray bartlett_window blackman_window empty empty_strided eye from_numpy frombuffer full hamming_window hann_window kaiser_window linspace logspace normal ones rand randint randn randperm range scalar_tensor tensor tril_indices triu_indices zeros'.split()


def makers():
    """Rows of the functions that have no tensor to ask: modes see them."""
    rows = {}
    for name in _MAKERS:
        value = getattr(torch, name, None)
        if isinstance(value, (types.FunctionType, types.BuiltinFunctionType)):
            _torch._answer_row(rows, value, value, 'torch.' + name, False)
    return rows


def begin():
    rows = {}
    _rows_of_module(rows, torch, 'torch.', SILENT | OTHERS | OF_FUNCTIONAL)
    _rows_of_module(rows, torch.nn.functional, 'torch.nn.functional.', SILENT_OF_FUNCTIONAL)
    for function in (torch.autograd.grad, torch.autograd.backward):
        _torch._answer_row(rows, function, function, 'torch.autograd.' + function.__name__, True)
    for space, word in ((torch.linalg, 'torch.linalg.linalg_'), (torch.fft, 'torch.fft.fft_'), (torch.special, 'torch.special.special_')):
        _rows_of_module(rows, space, word, frozenset(('fftfreq', 'rfftfreq')))
    _rows_of_methods(rows)
    _torch._answers(rows, dict.fromkeys(bare()), lambda made: made)
