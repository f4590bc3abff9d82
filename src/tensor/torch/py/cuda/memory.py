"""What the caching allocator of a GPU holds."""
from collections import OrderedDict

import _tensor
from _torch import _two


def _stats(device):
    from . import _checked
    return _tensor.memory(_checked(device))


def _known(device, key):
    from . import _index, is_available
    if not is_available():
        return 0
    return _stats(device)[key]


def memory_allocated(device=None):
    """Bytes in tensors now."""
    return _known(device, 'allocated')


def max_memory_allocated(device=None):
    return _known(device, 'allocated_peak')


def memory_reserved(device=None):
    """Bytes that the allocator has taken from the device, tensors and cache."""
    return _known(device, 'reserved')


def max_memory_reserved(device=None):
    return _known(device, 'reserved_peak')


memory_cached = memory_reserved
max_memory_cached = max_memory_reserved


def _reset_of(bound, name, device):
    """The GPU whose numbers begin anew; without any, PyTorch 2 says that the device is none."""
    from . import _checked, _need_bound, is_available
    _need_bound(bound)
    if _two('DRIVER_MISSED') and not is_available():
        raise RuntimeError('invalid argument to ' + name)
    return _checked(device)


def reset_peak_memory_stats(device=None):
    _tensor.reset_peak(_reset_of('_cuda_resetPeakMemoryStats', 'reset_peak_memory_stats', device))


def reset_accumulated_memory_stats(device=None):
    """The sums over a whole run, which perch does not keep."""
    _reset_of('_cuda_resetAccumulatedMemoryStats', 'reset_accumulated_memory_stats', device)


reset_max_memory_allocated = reset_max_memory_cached = reset_peak_memory_stats


def empty_cache():
    for i in range(_tensor.gpu_count()):
        _tensor.empty_cache(i)


def mem_get_info(device=None):
    m = _stats(device)
    return m['free'], m['limit']


def set_per_process_memory_fraction(fraction, device=None):
    if not isinstance(fraction, float):
        raise TypeError('Invalid type for fraction argument, must be `float`')
    if fraction < 0 or fraction > 1:
        raise ValueError('Invalid fraction value: {}. Allowed range: 0~1'.format(fraction))
    raise NotImplementedError('torch.cuda.set_per_process_memory_fraction is not in perch; the nearest is --gpus sim:N,mem=4G')


def memory_snapshot():
    """What the allocators hold, by segment: without a GPU, nothing."""
    from . import is_available
    if not is_available():
        return []
    raise NotImplementedError('torch.cuda.memory_snapshot is not in perch; the nearest is torch.cuda.memory_summary')


def memory_stats(device=None):
    from . import is_available
    made = OrderedDict()
    if not is_available():          # the table is empty, and what a summary looks up there is not found
        return made
    m = _stats(device)
    for name, now, peak in (('allocated_bytes', 'allocated', 'allocated_peak'), ('active_bytes', 'allocated', 'allocated_peak'),
                            ('reserved_bytes', 'reserved', 'reserved_peak')):
        made[name + '.all.current'] = m[now]
        made[name + '.all.peak'] = m[peak]
    made['allocation.all.current'] = made['active.all.current'] = m['allocations'] - m['frees']
    made['allocation.all.allocated'] = m['allocations']
    made['allocation.all.freed'] = m['frees']
    made['num_alloc_retries'] = m['retries']
    made['num_ooms'] = m['failures']
    return OrderedDict(sorted(made.items()))


def _amount(size):
    """At most five digits, then a larger unit."""
    for unit in ('B ', 'KB', 'MB', 'GB', 'TB', 'PB'):
        if abs(size) < 100000 or unit == 'PB':
            return '{:7d} {}'.format(size, unit)
        size //= 1024


def memory_summary(device=None, abbreviated=False):
    from . import _checked
    memory_stats(device)['allocated_bytes.all.current']
    index = _checked(device)
    m = _stats(index)
    line = '-' * 75
    out = ['|' + '=' * 75 + '|', '| {:73} |'.format('                 PyTorch CUDA memory summary, device ID {:<18d} '.format(index)), '|' + line + '|',
           '| {:73} |'.format('           CUDA OOMs: {:<12d} |        cudaMalloc retries: {:<9d} '.format(m['failures'], m['retries'])), '|' + '=' * 75 + '|',
           '|        Metric         | Cur Usage  | Peak Usage | Tot Alloc  | Tot Freed  |']
    for name, now, peak in (('Allocated memory', 'allocated', 'allocated_peak'), ('Active memory', 'allocated', 'allocated_peak'),
                            ('GPU reserved memory', 'reserved', 'reserved_peak')):
        out += ['|' + line + '|', '| {:<21} | {} | {} | {} | {} |'.format(name, _amount(m[now]), _amount(m[peak]), '          ', '          ')]
    out += ['|' + line + '|', '| {:<21} | {:7d}    | {:>10} | {:7d}    | {:7d}    |'.format('Allocations', m['allocations'] - m['frees'], '', m['allocations'],
                                                                                        m['frees']), '|' + '=' * 75 + '|', '']
    return '\n'.join(out)
