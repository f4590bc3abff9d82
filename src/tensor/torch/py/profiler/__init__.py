"""torch.profiler: what ran on the CPU and on GPUs while a program's steps went by."""
import enum
import json
import os
import time

import _tensor
from _torch import _says
from torch._shelves import put
from torch.autograd import profiler as _autograd
from torch.autograd._events import trace_rows
from torch.autograd.profiler import absent, record_function


class ProfilerActivity(enum.Enum):
    CPU = 0
    CUDA = 2


class ProfilerAction(enum.Enum):
    """What to do in a step."""
    NONE = 0
    WARMUP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3

    def __str__(self):
        return 'ProfilerAction.' + self.name


def supported_activities():
    return {ProfilerActivity.CPU} | ({ProfilerActivity.CUDA} if _tensor.gpu_count() > 0 else set())


def schedule(*, wait, warmup, active, repeat=0, skip_first=0):
    """Which steps are recorded: after skip_first, in each cycle `wait` are left out, `warmup` run in vain and `active` are kept."""
    assert wait >= 0 and warmup >= 0 and active > 0 and repeat >= 0 and skip_first >= 0, _says("PROFILER_SCHEDULE", wait, warmup, active, repeat, skip_first)
    if warmup == 0:
        import warnings
        warnings.warn("Profiler won't be using warmup, this can skew profiler results", stacklevel=2)

    def action(step):
        assert step >= 0
        if step < skip_first:
            return ProfilerAction.NONE
        cycle, at = divmod(step - skip_first, wait + warmup + active)
        if repeat and cycle >= repeat or at < wait:
            return ProfilerAction.NONE
        if at < wait + warmup:
            return ProfilerAction.WARMUP
        return ProfilerAction.RECORD_AND_SAVE if at == wait + warmup + active - 1 else ProfilerAction.RECORD
    return action


def _always(step):
    return ProfilerAction.RECORD


def tensorboard_trace_handler(dir_name, worker_name=None, use_gzip=False):
    """An on_trace_ready that writes WORKER.TIME.pt.trace.json into a folder, where TensorBoard's plugin looks."""
    def handler(prof):
        os.makedirs(dir_name, exist_ok=True)
        worker = worker_name or '%s_%d' % (os.uname().nodename, os.getpid())
        name = '%s.%d.pt.trace.json' % (worker, int(time.time() * 1000))
        prof.export_chrome_trace(os.path.join(dir_name, name + '.gz' if use_gzip else name))
    return handler


class profile:
    """with profile(activities=[ProfilerActivity.CPU]) as prof: … ; print(prof.key_averages().table(sort_by='cpu_time_total'))"""

    def __init__(self, *, activities=None, schedule=None, on_trace_ready=None, record_shapes=False, profile_memory=False, with_stack=False, with_flops=False, with_modules=False,
                 experimental_config=None, use_cuda=None):
        self.activities = set(activities) if activities else supported_activities()
        if use_cuda is not None:
            import warnings
            warnings.warn('use_cuda is deprecated, use activities argument instead', stacklevel=2)
            (self.activities.add if use_cuda else self.activities.discard)(ProfilerActivity.CUDA)
        assert self.activities, 'No valid profiler activities found'
        absent(record_shapes=record_shapes, with_flops=with_flops, with_modules=with_modules, experimental_config=experimental_config)
        self.schedule = schedule or _always
        self.record_steps = schedule is not None
        self.on_trace_ready = on_trace_ready
        self.record_shapes, self.profile_memory, self.with_stack = record_shapes, profile_memory, with_stack
        self.step_num = 0
        self.current_action = self.schedule(0)
        self.profiler = None
        self._recording = None
        self._step = None
        self._metadata = {}

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.stop()
        return False

    def start(self):
        self._move(ProfilerAction.NONE, self.current_action)
        self._begin_step()

    def stop(self):
        self._end_step()
        if self._recording is not None:
            self._finish()

    def step(self):
        """The next step begins."""
        self._end_step()
        before = self.current_action
        self.step_num += 1
        self.current_action = self.schedule(self.step_num)
        self._move(before, self.current_action)
        self._begin_step()

    def _begin_step(self):
        if self.record_steps:
            self._step = record_function('ProfilerStep#%d' % self.step_num)
            self._step.__enter__()

    def _end_step(self):
        if self._step is not None:
            self._step.__exit__(None, None, None)
            self._step = None

    def _move(self, before, after):
        on = after in (ProfilerAction.RECORD, ProfilerAction.RECORD_AND_SAVE)
        if self._recording is not None and (before is ProfilerAction.RECORD_AND_SAVE or not on):
            self._finish()
        if on and self._recording is None:
            self._recording = _autograd.profile(use_device='cuda' if ProfilerActivity.CUDA in self.activities else None, use_cpu=ProfilerActivity.CPU in self.activities,
                                                profile_memory=self.profile_memory, with_stack=self.with_stack)
            self._recording.__enter__()

    def _finish(self):
        self._recording.__exit__(None, None, None)
        self.profiler, self._recording = self._recording, None
        if self.on_trace_ready:
            self.on_trace_ready(self)

    def key_averages(self, group_by_input_shape=False, group_by_stack_n=0):
        assert self.profiler
        return self.profiler.key_averages(group_by_input_shape, group_by_stack_n)

    def events(self):
        assert self.profiler
        return self.profiler.function_events

    def add_metadata(self, key, value):
        self._metadata[key] = value

    def add_metadata_json(self, key, value):
        self._metadata[key] = json.loads(value)

    def export_chrome_trace(self, path):
        """What chrome://tracing and Perfetto read; compressed where the name ends in .gz."""
        events = self.events()
        devices = [{'id': i, 'name': _tensor.gpu_info(i)['name'], 'simulated': _tensor.gpu_info(i)['simulated']} for i in sorted({e.device for e in events if e.device >= 0})]
        text = json.dumps({'schemaVersion': 1, 'deviceProperties': devices, **self._metadata, 'traceEvents': trace_rows(events)})
        if path.endswith('.gz'):
            import gzip
            with gzip.open(path, 'wt') as f:
                f.write(text)
        else:
            with open(path, 'w') as f:
                f.write(text)

    def export_stacks(self, path, metric='self_cpu_time_total'):
        """Lines `place metric`, as flame graphs want them; with_stack=True records the places."""
        if metric not in ('self_cpu_time_total', 'self_cuda_time_total'):
            raise ValueError('metric should be one of: ' + str(['self_cpu_time_total', 'self_cuda_time_total']))
        with open(path, 'w') as f:
            for e in self.events():
                value = int(getattr(e, metric))
                if e.stack and value > 0:
                    f.write('%s;%s %d\n' % (';'.join(reversed(e.stack)).replace(' ', '_'), e.name, value))


put(globals())
