"""mx.profiler: what ran, from the ledger: a table of totals, and a trace for chrome://tracing.

Times on the CPU are measured; those of a simulated GPU are its model's. MXNET_C_API has no rows: perch's calls go through no such layer."""
import json

import _tensor

_OPTIONS = {'filename': 'profile.json', 'profile_all': False, 'profile_symbolic': False, 'profile_imperative': False, 'profile_memory': False, 'profile_api': False,
            'contiguous_dump': False, 'continuous_dump': False, 'dump_period': 1, 'aggregate_stats': False, 'profile_process': 'worker', 'gpu_memory_profile_filename_prefix': '',
            'profile_aggregate_stats': False}
_NAMES = {'add': 'broadcast_add', 'subtract': 'broadcast_sub', 'multiply': 'broadcast_mul', 'divide': 'broadcast_div', 'linear': 'FullyConnected', 'conv': 'Convolution',
          'batch_norm': 'BatchNorm', 'max_pool': 'Pooling', 'avg_pool': 'Pooling', 'concat': 'Concat', 'embedding': 'Embedding', 'layer_norm': 'LayerNorm', 'bmm': 'batch_dot',
          'copy': '_copy', 'full': '_full', 'fill': '_full', 'random_uniform': '_random_uniform', 'random_normal': '_random_normal', 'cast': 'Cast', 'dropout': 'Dropout',
          'transpose': 'transpose', 'reshape': 'Reshape', 'slice': 'slice', 'softmax_output': 'SoftmaxOutput'}
_config = dict(_OPTIONS)
_state = {'on': False, 'paused': False, 'since': 0, 'was_on': False}
_rows, _marks = [], []          # of the ledger; (category, name, phase, start, end or value)


def set_config(**kwargs):
    """What to write where; `filename`, `aggregate_stats`, `profile_memory` and `profile_all` have a meaning, processes of a kvstore's server have none."""
    for name in kwargs:
        if name not in _OPTIONS:
            raise ValueError("unknown option of mx.profiler.set_config: '%s'; there are %s" % (name, ', '.join(sorted(_OPTIONS))))
    if kwargs.get('profile_process', 'worker') != 'worker':
        raise NotImplementedError("mx.profiler of a kvstore's server is not in perch; the nearest is profile_process='worker'")
    if kwargs.get('gpu_memory_profile_filename_prefix'):
        raise NotImplementedError('gpu_memory_profile_filename_prefix is not in perch; the nearest is %mem')
    _config.update(kwargs)


def set_state(state='stop', profile_process='worker'):
    """'run' or 'stop'"""
    if state not in ('run', 'stop'):
        raise KeyError(state)
    if profile_process != 'worker':
        raise NotImplementedError("mx.profiler of a kvstore's server is not in perch; the nearest is profile_process='worker'")
    if state == 'run' and not _state['on']:
        _state['was_on'] = _tensor.ledger(True)
        _state['since'] = _tensor.ledger_ends()[0]
        _state['on'] = True
    elif state == 'stop' and _state['on']:
        _take()
        _state['on'] = _state['paused'] = False
        if not _state['was_on']:
            _tensor.ledger(False)


def start(profile_process='worker'):
    set_state('run', profile_process)


def stop(profile_process='worker'):
    set_state('stop', profile_process)


def pause(profile_process='worker'):
    """What runs until resume() is not written down."""
    if _state['on'] and not _state['paused']:
        _take()
        _state['paused'] = True


def resume(profile_process='worker'):
    if _state['on'] and _state['paused']:
        _state['since'] = _tensor.ledger_ends()[0]
        _state['paused'] = False


def _take():
    """The ledger's rows so far."""
    if not _state['on'] or _state['paused']:
        return
    _rows.extend(_tensor.ledger_rows(_state['since']))
    _state['since'] = _tensor.ledger_ends()[0]


def _device(number):
    return 'cpu/0' if number is None or number < 0 else 'gpu/%d' % number


def _name(row):
    kind, op, device, source = row[1], row[4], row[2], row[3]
    if kind == 'call':
        return _NAMES.get(op, op)
    if kind == 'wait':
        return 'WaitForVar'
    return 'CopyCPU2CPU' if (source is None or source < 0) and (device is None or device < 0) else 'CopyGPU2CPU' if device is None or device < 0 else \
        'CopyCPU2GPU' if source is None or source < 0 else 'CopyGPU2GPU'


def _totals():
    """{category: {name: [count, total, least, most]}}: times in milliseconds, memory in kilobytes."""
    found = {}
    if _config['profile_memory'] or _config['profile_all']:
        for row in _rows:
            if row[1] == 'call' and row[10]:
                _count(found.setdefault('Device Storage', {}), 'Memory: ' + _device(row[2]), 1, row[10] / 1000)
    for row in _rows:
        if row[6]:
            _count(found.setdefault('operator', {}), _name(row), row[6], row[9] * 1000)
    for category, name, phase, start, end in _marks:
        if phase == 'X':
            _count(found.setdefault(category, {}), name, 1, (end - start) * 1000)
    return found


def _count(table, name, count, total):
    each = total / count
    row = table.setdefault(name, [0, 0.0, each, each])
    row[0] += count
    row[1] += total
    row[2], row[3] = min(row[2], each), max(row[3], each)


_SORT = {'total': 1, 'avg': None, 'min': 2, 'max': 3, 'count': 0}


def dumps(reset=False, format='table', sort_by='total', ascending=False):
    """The totals, as a table or as JSON."""
    assert format in ('table', 'json'), 'format is table or json, not %r' % (format,)
    assert sort_by in _SORT, 'sort_by is one of %s, not %r' % (', '.join(_SORT), sort_by)
    _take()
    totals = _totals()
    if reset:
        _rows.clear()
        _marks.clear()

    def key(item):
        row = item[1]
        return row[1] / row[0] if sort_by == 'avg' else row[_SORT[sort_by]]
    ordered = {category: dict(sorted(table.items(), key=key, reverse=not ascending)) for category, table in totals.items()}
    if format == 'json':
        out = {'Time': {}, 'Memory': {}, 'Unit': {'Time': 'ms', 'Memory': 'kB'}}
        for category, table in ordered.items():
            part = out['Memory' if category == 'Device Storage' else 'Time'].setdefault(category, {})
            for name, (count, total, least, most) in table.items():
                part[name] = {'Count': count, 'Max Use': most, 'Min Use': least, 'Avg Use': (most - least) / 2} if category == 'Device Storage' else \
                    {'Count': count, 'Total': total, 'Min': least, 'Max': most, 'Avg': total / count}
        return json.dumps(out, indent=4)
    lines = ['', 'Profile Statistics:', '\tNote the difference in units for different entries.']
    for category, table in ordered.items():
        memory = category == 'Device Storage'
        lines += [category, '=================']
        heads = ('Total Count', 'Min Use  (kB)', 'Max Use  (kB)', 'Avg Use  (kB)') if memory else ('Total Count', 'Time (ms)', 'Min Time (ms)', 'Max Time (ms)', 'Avg Time (ms)')
        for texts in (('Name', *heads), ('----', *('-' * len(h) for h in heads))):
            lines.append('%-25s' % texts[0] + ' %15s' % texts[1] + ''.join(' %16s' % t for t in texts[2:]))
        for name, (count, total, least, most) in table.items():
            figures = (least, most, (most - least) / 2) if memory else (total, least, most, total / count)
            lines.append('%-25s %15d' % (name, count) + ''.join(' %16.4f' % f for f in figures))
        lines.append('')
    if any(row[2] is not None and row[2] >= 0 and _tensor.gpu_info(row[2])['simulated'] for row in _rows):
        lines.append('Times of gpu/N are modelled: the GPUs are simulated.')
    return '\n'.join(lines) + '\n'


def dump(finished=True, profile_process='worker'):
    """Writes the trace into `filename`; finished: and stops."""
    if finished:
        set_state('stop')
    else:
        _take()
    devices = sorted({-1 if row[2] is None else row[2] for row in _rows} | {-1})
    events = [{'ph': 'M', 'args': {'name': _device(d)}, 'pid': i, 'name': 'process_name'} for i, d in enumerate(devices)]
    place = {d: i for i, d in enumerate(devices)}
    for row in _rows:
        at = {'name': _name(row), 'cat': 'operator', 'pid': place[-1 if row[2] is None else row[2]], 'tid': 0}
        events += [{**at, 'ph': 'B', 'ts': row[7] * 1e6}, {**at, 'ph': 'E', 'ts': row[8] * 1e6}]
    for category, name, phase, start, end in _marks:
        at = {'name': name, 'cat': category, 'pid': 0, 'tid': 0, 'ts': start * 1e6}
        if phase == 'X':
            events += [{**at, 'ph': 'B'}, {**at, 'ph': 'E', 'ts': end * 1e6}]
        else:
            events.append({**at, 'ph': phase, **({'args': {name: end}} if phase == 'C' else {'s': end})})
    with open(_config['filename'], 'w') as f:
        json.dump({'traceEvents': events, 'displayTimeUnit': 'ms'}, f)


def _deprecated(old, new):
    import warnings
    warnings.warn('profiler.%s() is deprecated. Please use profiler.%s() instead' % (old, new))


def profiler_set_config(mode='symbolic', filename='profile.json'):
    _deprecated('profiler_set_config', 'set_config')
    set_config(filename=filename, **{'profile_' + mode: True})


def profiler_set_state(state='stop'):
    _deprecated('profiler_set_state', 'set_state')
    set_state(state)


def dump_profile():
    _deprecated('dump_profile', 'dump')
    dump(True)


def set_kvstore_handle(handle):
    raise NotImplementedError("mx.profiler of a kvstore's server is not in perch; the nearest is the worker's own profile")


class Domain:
    """A group of tasks, frames, counters and markers."""

    def __init__(self, name):
        self.name = name

    def __str__(self):
        return self.name

    def new_task(self, name):
        return Task(self, name)

    def new_frame(self, name):
        return Frame(self, name)

    def new_counter(self, name, value=None):
        return Counter(self, name, value)

    def new_marker(self, name):
        return Marker(self, name)


class _Timed:
    """From start() to stop(): a row of the profile."""

    def __init__(self, name, category):
        self.name, self._category, self._begun = name, category, None

    def start(self):
        self._begun = _tensor.ledger_now()

    def stop(self):
        if self._begun is not None and _state['on'] and not _state['paused']:
            _marks.append((self._category, self.name, 'X', self._begun, _tensor.ledger_now()))
        self._begun = None

    def __str__(self):
        return self.name


class Task(_Timed):
    def __init__(self, domain, name):
        super().__init__(name, str(domain))


class Frame(_Timed):
    def __init__(self, domain, name):
        super().__init__(name, str(domain))


class Event(_Timed):
    def __init__(self, name):
        super().__init__(name, 'event')


class Counter:
    """A number that changes in time."""

    def __init__(self, domain, name, value=None):
        self.name, self._domain, self._value = name, str(domain), 0
        if value is not None:
            self.set_value(value)

    def set_value(self, value):
        self._value = value
        if _state['on'] and not _state['paused']:
            now = _tensor.ledger_now()
            _marks.append((self._domain, self.name, 'C', now, value))

    def increment(self, delta=1):
        self.set_value(self._value + delta)

    def decrement(self, delta=1):
        self.set_value(self._value - delta)

    def __iadd__(self, delta):
        self.increment(delta)
        return self

    def __isub__(self, delta):
        self.decrement(delta)
        return self

    def __str__(self):
        return self.name


class Marker:
    """A moment."""

    def __init__(self, domain, name):
        self.name, self._domain = name, str(domain)

    def mark(self, scope='process'):
        if scope not in ('global', 'process', 'thread', 'task', 'marker'):
            raise ValueError('there is no scope %r' % (scope,))
        if _state['on'] and not _state['paused']:
            _marks.append((self._domain, self.name, 'i', _tensor.ledger_now(), scope[0]))
