"""Streams and events. A device of perch has one ordered queue: every stream of it is that queue, which keeps each promise that streams make."""
import itertools
import time

import _tensor

_handles = itertools.count(1)
_entered = {}       # a GPU: the stream that was made its current one


class Stream:
    """An ordered queue of a GPU's work. cuda_stream: a name for it, 0 for the default stream's."""

    def __init__(self, device=None, priority=0, **kwargs):
        from . import _checked
        self.device_index = _checked(device)
        self.priority = priority
        self.cuda_stream = kwargs['cuda_stream'] if 'cuda_stream' in kwargs else next(_handles) << 8

    @property
    def device(self):
        return _tensor.device('cuda', self.device_index)

    def synchronize(self):
        _tensor.wait(self.device_index)

    def query(self):
        return _tensor.idle(self.device_index)

    def record_event(self, event=None):
        event = Event() if event is None else event
        event.record(self)
        return event

    def wait_event(self, event):
        event.wait(self)

    def wait_stream(self, stream):
        self.wait_event(stream.record_event())

    def __eq__(self, other):
        return isinstance(other, Stream) and self.device_index == other.device_index and self.cuda_stream == other.cuda_stream

    def __hash__(self):
        return hash((self.cuda_stream, self.device_index))

    def __repr__(self):
        return '<torch.cuda.Stream device={0} cuda_stream={1:#x}>'.format(self.device, self.cuda_stream)


class Event:
    """A mark in a queue: everything before it is done when it is reached."""

    def __init__(self, enable_timing=False, blocking=False, interprocess=False):
        self.enable_timing = enable_timing
        self._mark = None

    def record(self, stream=None):
        stream = current_stream() if stream is None else stream
        self._at = stream.device_index
        self._clock = self._stamp = None
        if self.enable_timing:
            self._stamp = _tensor.stamp(self._at)
        self._mark = _tensor.event(self._at)
        if self.enable_timing:
            self._clock = _tensor.clock(self._at)
            self._time = time.perf_counter()

    def wait(self, stream=None):
        stream = current_stream() if stream is None else stream
        if self._mark is not None:
            _tensor.wait_for(stream.device_index, self._at, self._mark)

    def query(self):
        return self._mark is None or _tensor.reached(self._at, self._mark)

    def synchronize(self):
        if self._mark is not None and not self.query():
            _tensor.wait(self._at)
            if self.enable_timing:
                self._time = time.perf_counter()

    def elapsed_time(self, end_event):
        """Milliseconds: what a real card measured, else by the simulated one's modelled clock."""
        if not (self.enable_timing and end_event.enable_timing):
            raise ValueError('Both events must be created with argument \'enable_timing=True\'.')
        if self._mark is None or end_event._mark is None:
            raise RuntimeError('Both events must be recorded before calculating elapsed time.')
        if self._clock is not None and end_event._clock is not None:
            return (end_event._clock - self._clock) * 1000.0
        if self._stamp is not None and end_event._stamp is not None and self._at == end_event._at:
            times = _tensor.stamped(self._at, self._stamp), _tensor.stamped(self._at, end_event._stamp)
            if None not in times:
                return (times[1] - times[0]) * 1000.0
        return (end_event._time - self._time) * 1000.0

    def __repr__(self):
        if self._mark is None:
            return '<torch.cuda.Event uninitialized>'
        return '<torch.cuda.Event {0:#x}>'.format(self._mark)


class StreamContext:
    """with torch.cuda.stream(s): — s's device is current inside."""

    def __init__(self, stream):
        self.stream = stream

    def __enter__(self):
        if self.stream is not None:
            self._before = _tensor.current(self.stream.device_index)
            self._stream_before = current_stream()
            _entered[self.stream.device_index] = self.stream

    def __exit__(self, type, value, traceback):
        if self.stream is not None:
            _entered[self.stream.device_index] = self._stream_before
            _tensor.current(self._before)


def stream(stream):
    return StreamContext(stream)


def default_stream(device=None):
    return Stream(device, cuda_stream=0)


def current_stream(device=None):
    standard = default_stream(device)
    return _entered.get(standard.device_index, standard)


def set_stream(stream):
    if stream is not None:
        _tensor.current(stream.device_index)
        _entered[stream.device_index] = stream
