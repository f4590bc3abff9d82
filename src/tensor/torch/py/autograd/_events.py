"""What ran, as torch.profiler shows it: rows of the ledger and the ranges that record_function named, averages of them, their table and their trace.

Times on the CPU are measured; on a simulated GPU they are its model's, and the table says so. A call on a GPU takes the host no time that the ledger knows."""
import json

import _tensor

# core's names where aten's differ
_ATEN = {'subtract': 'sub', 'multiply': 'mul', 'divide': 'div', 'power': 'pow', 'negative': 'neg', 'concat': 'cat', 'transpose': 'permute', 'copy': 'copy_', 'cast': '_to_copy',
         'matmul': 'matmul', 'dot': 'dot', 'conv': 'convolution', 'conv_data_grad': 'convolution_backward', 'conv_weight_grad': 'convolution_backward', 'equal': 'eq',
         'not_equal': 'ne', 'less': 'lt', 'less_equal': 'le', 'greater': 'gt', 'greater_equal': 'ge', 'bit_and': 'bitwise_and', 'bit_or': 'bitwise_or', 'bit_xor': 'bitwise_xor',
         'bit_not': 'bitwise_not', 'mod': 'remainder', 'arcsin': 'asin', 'arccos': 'acos', 'arctan': 'atan', 'arctan2': 'atan2', 'clip': 'clamp', 'max': 'amax', 'min': 'amin',
         'max_axis': 'max', 'min_axis': 'min', 'median_axis': 'median', 'take': 'index_select', 'index_get': 'index', 'index_put': '_index_put_impl_', 'tile': 'repeat',
         'cross_entropy': 'cross_entropy_loss', 'nll': 'nll_loss', 'softmax': '_softmax', 'log_softmax': '_log_softmax', 'softmax_grad': '_softmax_backward_data',
         'log_softmax_grad': '_log_softmax_backward_data', 'relu_grad': 'threshold_backward', 'sigmoid_grad': 'sigmoid_backward', 'tanh_grad': 'tanh_backward', 'batch_norm': 'native_batch_norm', 'batch_norm_grad': 'native_batch_norm_backward',
         'layer_norm': 'native_layer_norm', 'layer_norm_grad': 'native_layer_norm_backward', 'group_norm': 'native_group_norm', 'max_pool': 'max_pool2d_with_indices',
         'max_pool_grad': 'max_pool2d_with_indices_backward', 'avg_pool': 'avg_pool2d', 'avg_pool_grad': 'avg_pool2d_backward', 'adaptive_avg_pool': 'adaptive_avg_pool2d',
         'random_uniform': 'uniform_', 'random_normal': 'normal_', 'random_integers': 'random_', 'random_bernoulli': 'bernoulli_', 'random_permutation': 'randperm', 'random_poisson_each': 'poisson', 'full': 'fill_',
         'fill': 'fill_', 'unfold_axis': 'unfold', 'hard_tanh': 'hardtanh', 'hard_sigmoid': 'hardsigmoid', 'log_sigmoid': 'log_sigmoid', 'linear': 'linear', 'norm': 'linalg_vector_norm'}


def _time(us):
    """A time of so many microseconds in words."""
    return '%.3fs' % (us / 1e6) if us >= 1e6 else '%.3fms' % (us / 1e3) if us >= 1e3 else '%.3fus' % us


def _bytes(n):
    for size, word in ((1 << 30, 'Gb'), (1 << 20, 'Mb'), (1 << 10, 'Kb')):
        if abs(n) >= size:
            return '%.2f %s' % (n / size, word)
    return '%d b' % n


def _share(part, whole):
    return '%.2f%%' % (part * 100 / whole) if whole else 'NaN'


class Interval:
    """From start to end, in microseconds."""

    def __init__(self, start, end):
        self.start, self.end = start, end

    def elapsed_us(self):
        return self.end - self.start


class _Formatted:
    """The times of events and averages in words."""

    @property
    def cpu_time(self):
        return self.cpu_time_total / self.count if self.count else 0.0

    @property
    def cuda_time(self):
        return self.cuda_time_total / self.count if self.count else 0.0

    cpu_time_str = property(lambda self: _time(self.cpu_time))
    cuda_time_str = property(lambda self: _time(self.cuda_time))
    cpu_time_total_str = property(lambda self: _time(self.cpu_time_total))
    cuda_time_total_str = property(lambda self: _time(self.cuda_time_total))
    self_cpu_time_total_str = property(lambda self: _time(self.self_cpu_time_total))
    self_cuda_time_total_str = property(lambda self: _time(self.self_cuda_time_total))


class FunctionEvent(_Formatted):
    """One row of the ledger (`count` calls of the same operation of one line, one right after the other), or one range."""

    def __init__(self, number, name, start, end, busy, device, count, memory, site, category):
        self.id, self.name, self.device, self.count, self.category = number, name, device, count, category
        self.key = 'ProfilerStep*' if name.startswith('ProfilerStep#') else name
        self.thread = 1
        self.time_range = Interval(start, end)
        self.cpu_children, self.cpu_parent = [], None
        self._busy, self._site = busy, site
        on_gpu = device >= 0
        self.self_cuda_time_total = self.cuda_time_total = busy if on_gpu else 0.0
        self.self_cpu_time_total = self.cpu_time_total = 0.0 if on_gpu else busy
        self.cpu_memory_usage = self.self_cpu_memory_usage = 0 if on_gpu else memory
        self.cuda_memory_usage = self.self_cuda_memory_usage = memory if on_gpu else 0
        self.is_async, self.is_remote, self.input_shapes = False, False, []
        self.stack = [_place(site)] if site else []

    def __repr__(self):
        return '<FunctionEvent id=%d name=%s device_type=%s cpu_time=%s start_us=%d end_us=%d cpu_children=%s cuda_time=%s thread=%d>' % (
            self.id, self.name, 'DeviceType.CUDA' if self.device >= 0 else 'DeviceType.CPU', self.cpu_time_str, self.time_range.start, self.time_range.end,
            [c.id for c in self.cpu_children], self.cuda_time_str, self.thread)


def _place(site):
    info = _tensor.site_info(site)
    return '%s(%d)' % (info[0], info[1]) if info else '<unknown>'


_SUMS = ('count', 'cpu_time_total', 'cuda_time_total', 'self_cpu_time_total', 'self_cuda_time_total', 'cpu_memory_usage', 'cuda_memory_usage', 'self_cpu_memory_usage',
         'self_cuda_memory_usage')


class FunctionEventAvg(_Formatted):
    """All events of one name together."""

    def __init__(self, key=None):
        self.key, self.stack, self.input_shapes, self.is_user_annotation = key, [], '', False
        for name in _SUMS:
            setattr(self, name, 0)

    def add(self, other):
        if self.key is None:
            self.key = other.key
        for name in _SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        return self

    __iadd__ = add

    def __repr__(self):
        return '<FunctionEventAvg key=%s self_cpu_time=%s cpu_time=%s  self_cuda_time=%s cuda_time=%s input_shapes=%s cpu_memory_usage=%d cuda_memory_usage=%d>' % (
            self.key, self.self_cpu_time_total_str, self.cpu_time_str, self.self_cuda_time_total_str, self.cuda_time_str, self.input_shapes, self.cpu_memory_usage,
            self.cuda_memory_usage)


class EventList(list):
    """Events or averages, with their table."""

    def __init__(self, items=(), use_cuda=False, profile_memory=False, modelled=False):
        super().__init__(items)
        self._use_cuda, self._profile_memory, self._modelled = use_cuda, profile_memory, modelled

    @property
    def self_cpu_time_total(self):
        return sum(e.self_cpu_time_total for e in self)

    def __str__(self):
        return self.table()

    def key_averages(self, group_by_input_shapes=False, group_by_stack_n=0):
        if group_by_input_shapes:
            raise NotImplementedError('key_averages(group_by_input_shape=True) is not in perch: the ledger keeps no shapes; the nearest is group_by_stack_n=1')
        found = {}
        for e in self:
            stack = e.stack[:group_by_stack_n]
            average = found.get((e.key, *stack))
            if average is None:
                average = found[(e.key, *stack)] = FunctionEventAvg(e.key)
                average.stack = stack
                average.is_user_annotation = e.category == 'user_annotation'
            average.add(e)
        return EventList(found.values(), self._use_cuda, self._profile_memory, self._modelled)

    def total_average(self):
        total = FunctionEventAvg()
        for e in self:
            total.add(e)
        total.key = 'Total'
        return total

    def table(self, sort_by=None, row_limit=100, max_src_column_width=75, max_name_column_width=55, max_shapes_column_width=80, header=None, top_level_events_only=False):
        """A row an event, the largest first; max_shapes_column_width is for a column that perch has not."""
        return _table(self, sort_by, row_limit, max_src_column_width, max_name_column_width, header, top_level_events_only)

    def export_chrome_trace(self, path):
        """What chrome://tracing and Perfetto read."""
        with open(path, 'w') as f:
            json.dump({'schemaVersion': 1, 'traceEvents': trace_rows(self)}, f)


def _table(events, sort_by, row_limit, max_src, max_name, header, top_level):
    if not events:
        return ''
    rows = [e for e in events if not (top_level and getattr(e, 'cpu_parent', None))]
    if sort_by is not None:
        rows = sorted(rows, key=lambda e: getattr(e, sort_by), reverse=True)
    cpu = sum(e.self_cpu_time_total for e in events)
    cuda = sum(e.self_cuda_time_total for e in events)
    stack = any(len(e.stack) > 0 for e in events) and isinstance(events[0], FunctionEventAvg)
    columns = [('Name', lambda e: e.key if len(e.key) <= max_name else e.key[:max_name - 3] + '...'),
               ('Self CPU %', lambda e: _share(e.self_cpu_time_total, cpu)), ('Self CPU', lambda e: e.self_cpu_time_total_str),
               ('CPU total %', lambda e: _share(e.cpu_time_total, cpu)), ('CPU total', lambda e: e.cpu_time_total_str), ('CPU time avg', lambda e: e.cpu_time_str)]
    if events._use_cuda:
        columns += [('Self CUDA', lambda e: e.self_cuda_time_total_str), ('Self CUDA %', lambda e: _share(e.self_cuda_time_total, cuda)),
                    ('CUDA total', lambda e: e.cuda_time_total_str), ('CUDA time avg', lambda e: e.cuda_time_str)]
    if events._profile_memory:
        columns += [('CPU Mem', lambda e: _bytes(e.cpu_memory_usage)), ('Self CPU Mem', lambda e: _bytes(e.self_cpu_memory_usage))]
        if events._use_cuda:
            columns += [('CUDA Mem', lambda e: _bytes(e.cuda_memory_usage)), ('Self CUDA Mem', lambda e: _bytes(e.self_cuda_memory_usage))]
    columns.append(('# of Calls', lambda e: str(e.count)))
    if stack:
        columns.append(('Source Location', lambda e: (e.stack[0] if e.stack else '')[-max_src:]))
    wide = [min(max(len(e.key) for e in rows) + 4, max_name) if rows else 12] + [12 if name != 'Self CUDA Mem' else 13 for name, _ in columns[1:]]
    if stack:
        wide[-1] = min(max(len(columns[-1][1](e)) for e in rows) + 4, max_src)
    line = ''.join('-' * w + '  ' for w in wide)
    head = ''.join('{:>{}}  '.format(name, w) for (name, _), w in zip(columns, wide))
    if stack:       # its texts begin at the left
        head = head[:-wide[-1] - 2] + '{:<{}}  '.format('Source Location', wide[-1])
    out = ['=' * len(line), header] if header else []
    out += [line, head, line]
    for e in rows[:row_limit if row_limit >= 0 else None]:
        texts = [text(e) for _, text in columns]
        out.append(''.join(('{:<{}}  ' if stack and i == len(texts) - 1 else '{:>{}}  ').format(t, w) for i, (t, w) in enumerate(zip(texts, wide))))
    out += [line, 'Self CPU time total: ' + _time(cpu)]
    if events._use_cuda:
        out.append('Self CUDA time total: ' + _time(cuda) + ('  (modelled: the GPUs are simulated)' if events._modelled else ''))
    return '\n'.join(out) + '\n'


def trace_rows(events):
    """Chrome's trace events: the host is one process, each GPU another."""
    rows = [{'ph': 'M', 'name': 'process_name', 'pid': 0, 'tid': 0, 'ts': 0, 'args': {'name': 'python'}}]
    for device in sorted({e.device for e in events if e.device >= 0}):
        rows.append({'ph': 'M', 'name': 'process_name', 'pid': device + 1, 'tid': 0, 'ts': 0, 'args': {'name': 'GPU %d' % device}})
    for e in events:
        row = {'ph': 'X', 'cat': e.category, 'name': e.name, 'pid': e.device + 1, 'tid': 7 if e.device >= 0 else 1, 'ts': e.time_range.start,
               'dur': e.time_range.elapsed_us(), 'args': {'External id': e.id, 'Calls': e.count}}
        if e.stack:
            row['args']['Call stack'] = ';'.join(e.stack)
        rows.append(row)
    return rows


def gather(since, ranges, use_cpu, use_cuda, profile_memory, with_stack):
    """The events of the ledger's rows from number `since` on, and of the ranges [(name, start, end)] that were named meanwhile."""
    events = []
    kept = _tensor.ledger_rows(since)
    if kept and kept[0][0] > since:
        import warnings
        warnings.warn('the ledger has room for %d rows: the first %d of this profile are gone; profile fewer steps at a time' % (len(kept), kept[0][0] - since), stacklevel=4)
    for number, kind, device, source, op, site, count, start, end, busy, size, *_ in kept:
        category = 'cpu_op'
        if kind == 'call':
            name = 'aten::' + _ATEN.get(op, op)
            if device >= 0:
                category = 'kernel'
        elif kind == 'copy':
            if (source is None or source < 0) and (device is None or device < 0):
                name, device = 'aten::copy_', -1
            else:
                to_host = device is None or device < 0
                name = 'Memcpy %s' % ('DtoH (Device -> Pageable)' if to_host else 'HtoD (Pageable -> Device)' if source is None or source < 0 else 'PtoP (Device -> Device)')
                device, category = source if to_host else device, 'gpu_memcpy'
        else:
            name, category, on = 'cudaDeviceSynchronize', 'cuda_runtime', device
            if on is None or on < 0:
                continue
            device = -1
        if (device >= 0 and not use_cuda) or (device < 0 and not use_cpu):
            continue
        events.append(FunctionEvent(number, name, start * 1e6, end * 1e6, busy * 1e6, device, count, size if kind == 'call' else 0, site if with_stack else 0, category))
    named = []
    if use_cpu:
        for i, (name, start, end) in enumerate(ranges):
            named.append(FunctionEvent(-1 - i, name, start * 1e6, end * 1e6, (end - start) * 1e6, -1, 1, 0, 0, 'user_annotation'))
    _nest(named, events)
    model = any(e.device >= 0 for e in events) and (_tensor.model_clock() or any(_tensor.gpu_info(e.device)['simulated'] for e in events if e.device >= 0))
    return EventList(sorted(named + events, key=lambda e: (e.time_range.start, -e.time_range.end)), use_cuda, profile_memory, model)


def _nest(named, events):
    """A range's own time is what no event within it has; what its events took on GPUs is its CUDA total."""
    order = sorted(named, key=lambda e: e.time_range.elapsed_us())
    for e in order:
        e.cuda_time_total = e.self_cuda_time_total = 0.0
    for e in events + order:
        for r in order:
            inside = r is not e and r.time_range.start <= e.time_range.start and e.time_range.end <= r.time_range.end
            if e.device >= 0:
                inside = r.time_range.start <= e.time_range.start <= r.time_range.end
            if not inside or (e in order and order.index(e) > order.index(r)):
                continue
            if e.device >= 0:
                r.cuda_time_total += e.cuda_time_total
            else:
                e.cpu_parent = r
                r.cpu_children.append(e)
                r.self_cpu_time_total = max(0.0, r.self_cpu_time_total - e.cpu_time_total)
            r.cpu_memory_usage += e.self_cpu_memory_usage
            r.cuda_memory_usage += e.self_cuda_memory_usage
            if e.device < 0:
                break
