"""Threads and switches of the library."""
import _tensor
from .. import _warned


def _positive(function, n):
    if type(n) is not int:
        raise RuntimeError('%s expects an int, but got %s' % (function, type(n).__name__))
    if n <= 0:
        raise RuntimeError('%s expects a positive integer' % function)
    return n


def get_num_threads():
    return _tensor.threads()


def set_num_threads(n):
    """How many threads elementwise work, products and convolutions on the CPU use; more than 4096 are 4096."""
    _tensor.threads(min(_positive('set_num_threads', n), 4096))


_interop = []


def get_num_interop_threads():
    """Threads for operations beside one another: perch has none such on the CPU (an operation ends before the next begins), the number is kept."""
    import os
    return _interop[0] if _interop else os.cpu_count()


def set_num_interop_threads(n):
    _positive('set_num_interop_threads', n)
    if _interop:
        raise RuntimeError('Error: cannot set number of interop threads after parallel work has started or set_num_interop_threads called')
    _interop.append(n)


def use_deterministic_algorithms(mode, *, warn_only=False):
    """True: what would give other numbers in another run is refused (a GPU's sums of atomic additions, CuBLAS without a fixed workspace)."""
    if not isinstance(mode, bool):
        raise TypeError("_set_deterministic_algorithms(): argument 'mode' (position 1) must be bool, not %s" % type(mode).__name__)
    _tensor.rule('deterministic', mode)
    _tensor.rule('deterministic_warn', warn_only)


def are_deterministic_algorithms_enabled():
    return _tensor.rule('deterministic')


def is_deterministic_algorithms_warn_only_enabled():
    return _tensor.rule('deterministic_warn')


def alert_not_deterministic(caller):
    """What torch.use_deterministic_algorithms(True) says of a function that is Python over several operations."""
    if not _tensor.rule('deterministic'):
        return
    if _tensor.rule('deterministic_warn'):
        import warnings
        warnings.warn("%s does not have a deterministic implementation, but you set 'torch.use_deterministic_algorithms(True, warn_only=True)'. You can file an issue at "
                      'https://github.com/pytorch/pytorch/issues to help us prioritize adding deterministic support for this operation.' % caller, stacklevel=3)
        return
    raise RuntimeError("%s does not have a deterministic implementation, but you set 'torch.use_deterministic_algorithms(True)'. You can turn off determinism just for this "
                       "operation, or you can use the 'warn_only=True' option, if that's acceptable for your application. You can also file an issue at "
                       'https://github.com/pytorch/pytorch/issues to help us prioritize adding deterministic support for this operation.' % caller)


def set_deterministic_debug_mode(debug_mode):
    if not isinstance(debug_mode, (int, str)):
        raise TypeError('debug_mode must be str or int, but got %s' % type(debug_mode))
    if isinstance(debug_mode, str):
        if debug_mode not in _DEBUG_MODES:
            raise RuntimeError('invalid value of debug_mode, expected one of `default`, `warn`, `error`, but got %s' % debug_mode)
        debug_mode = _DEBUG_MODES.index(debug_mode)
    if debug_mode not in (0, 1, 2):
        raise RuntimeError('invalid value of debug_mode, expected 0, 1, or 2, but got %s' % debug_mode)
    use_deterministic_algorithms(debug_mode > 0, warn_only=debug_mode == 1)


def get_deterministic_debug_mode():
    return (1 if _tensor.rule('deterministic_warn') else 2) if _tensor.rule('deterministic') else 0


_DEBUG_MODES = ('default', 'warn', 'error')


_matmul = ['highest']     # 'medium' allows TF32, too: the word is kept


def get_float32_matmul_precision():
    return _matmul[0]


def set_float32_matmul_precision(precision):
    """'highest': products of float32 on a real card are computed as float32; 'high', 'medium': as TF32 where it has it."""
    if not isinstance(precision, str):
        raise RuntimeError('set_float32_matmul_precision expects a str, but got %s' % type(precision).__name__)
    if precision not in ('highest', 'high', 'medium'):
        import warnings
        warnings.warn("%s is not one of 'highest', 'high', or 'medium'; the currentsetFloat32MatmulPrecision call has no effect." % precision)
        return
    _matmul[0] = precision
    _tensor.precision('tf32 products', precision != 'highest')


def set_flush_denormal(mode):
    """True: numbers too small for a normal float are 0 in kernels of the CPU. Can this CPU do so?"""
    if not isinstance(mode, bool):
        raise RuntimeError('flush_denormal expects a bool, but got %s' % type(mode).__name__)
    return _tensor.flush_denormal(mode)


def set_warn_always(b):
    """True: what is warned of once in a process is warned of each time."""
    if not isinstance(b, bool):
        raise RuntimeError('setWarnOnlyOnce expects a bool, but got %s' % type(b).__name__)
    _warned.each_time = b


def is_warn_always_enabled():
    return _warned.each_time
