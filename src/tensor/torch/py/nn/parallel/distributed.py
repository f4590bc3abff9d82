"""DistributedDataParallel: the same module in every process of a group; after backward() all have the mean of their gradients."""
from contextlib import contextmanager

import torch
import torch.distributed as dist
import _tensor
from torch.nn.modules.module import Module


def _moved(value, place):
    if isinstance(value, torch.Tensor):
        return value.to(place)
    if isinstance(value, tuple) and hasattr(value, '_fields'):
        return type(value)(*(_moved(v, place) for v in value))
    if isinstance(value, (list, tuple)):
        return type(value)(_moved(v, place) for v in value)
    if isinstance(value, dict):
        return type(value)((k, _moved(v, place)) for k, v in value.items())
    return value


_TWICE = ('Expected to mark a variable ready only once. This error is caused by one of the following reasons: 1) Use of a module parameter outside the `forward` function. Please make sure model '
          'parameters are not shared across multiple concurrent forward-backward passes. or try to use _set_static_graph() as a workaround if this module graph does not change during training loop.'
          '2) Reused parameters in multiple reentrant backward passes. For example, if you use multiple `checkpoint` functions to wrap the same part of your model, it would result in the same set of '
          'parameters been used by different reentrant backward passes multiple times, and hence marking a variable ready multiple times. DDP does not support such use cases in default. You can try to '
          'use _set_static_graph() as a workaround if your module graph does not change over iterations.\nParameter at index %d has been marked as ready twice. This means that multiple autograd engine '
          ' hooks have fired for this particular parameter during this iteration. You can set the environment variable TORCH_DISTRIBUTED_DEBUG to either INFO or DETAIL to print parameter names for '
          'further debugging.')
_NEAR = 4 << 20         # bytes of a bucket within one machine: a sum of what has just been written finds it in the processor's cache
_PIECE = 1 << 17        # elements of a gradient that are worked on at a time: what one step leaves in the processor's cache the next one finds there


class _Bucket:
    """Gradients that travel as one tensor: those of one device and type, the last parameters' first, as their gradients come first. Its parts are the parameters' .grad themselves."""

    def __init__(self):
        self.members, self.bytes, self.whole, self.parts, self.waits_for, self.work = [], 0, None, {}, 0, None

    def add(self, index, parameter):
        self.members.append((index, parameter))
        self.bytes += parameter.numel() * parameter.element_size()

    def begin(self):
        """A new backward: nothing is in it yet."""
        self.waits_for, self.work = len(self.members), None
        if self.whole is None or any(p.grad is None or p.grad.data_ptr() != self.parts[i].data_ptr() for i, p in self.members):
            self._lay_out()

    def _lay_out(self):
        """New memory: whoever has kept a gradient of before keeps what it was."""
        like = self.members[0][1]
        self.whole = torch.empty(sum(p.numel() for _, p in self.members), dtype=like.dtype, device=like.device)
        at, self.parts = 0, {}
        for i, p in self.members:
            part = torch.empty(0, dtype=like.dtype, device=like.device)     # (no view: gradients are tensors of their own, and may be detached in place)
            self.parts[i] = part.set_(self.whole.storage(), at, p.shape)
            at += p.numel()

    def fill(self, index, before, grad, share):
        """This process's share of what the parameter's .grad will be: what it had, and what is added to it (each may be None)."""
        part = self.parts[index]
        if before is None and grad is None:
            part.zero_()
        elif before is None or grad is None:
            torch.mul(grad if before is None else before, share, out=part)
        elif part.numel() <= _PIECE or not before.is_contiguous() or not grad.is_contiguous():
            torch.add(before, grad, out=part)
            part *= share
        else:
            for out, one, other in zip(*(t.view(-1).split(_PIECE) for t in (part, before, grad))):
                torch.add(one, other, out=out)
                out *= share


def _buckets(parameters, limit):
    """Of so many bytes at most each; the first one is small, so that it can go early."""
    made, open_ones = [], {}
    for index in reversed(range(len(parameters))):
        p = parameters[index]
        kind = p.device, p.dtype
        bucket = open_ones.get(kind)
        if bucket is None or bucket.bytes >= (min(limit, dist._DEFAULT_FIRST_BUCKET_BYTES) if bucket is made[0] else limit):
            bucket = open_ones[kind] = _Bucket()
            made.append(bucket)
        bucket.add(index, p)
    return made


class DistributedDataParallel(Module):
    """Gradients are averaged while backward() runs, bucket by bucket; parameters and buffers begin as rank 0's."""

    def __init__(self, module, device_ids=None, output_device=None, dim=0, broadcast_buffers=True, process_group=None, bucket_cap_mb=25, find_unused_parameters=False,
                 check_reduction=False, gradient_as_bucket_view=False, static_graph=False):
        super().__init__()
        self.process_group = dist._world() if process_group is None else process_group
        self._trained = [p for p in module.parameters() if p.requires_grad]
        if not self._trained:
            raise RuntimeError("DistributedDataParallel is not needed when a module doesn't have any parameter that requires a gradient.")
        if device_ids is not None and len(device_ids) > 1:
            raise ValueError('device_ids can only be None or contain a single element.')
        places = {p.device for p in module.parameters()}
        if len({p.type for p in places}) != 1:
            raise ValueError("DistributedDataParallel's input module must be on the same type of devices, but input module parameters locate in {}.".format({p.type for p in places}))
        self.is_multi_device_module, self.device_type = len(places) > 1, next(iter(places)).type
        if not device_ids or self.is_multi_device_module or self.device_type == 'cpu':
            if device_ids or output_device:
                raise ValueError('DistributedDataParallel device_ids and output_device arguments only work with single-device/multiple-device GPU modules or CPU modules, '
                                 'but got device_ids {}, output_device {}, and module parameters {}.'.format(device_ids, output_device, {p.device for p in module.parameters()}))
            self.device_ids = self.output_device = None
        else:
            from torch.cuda import _index
            self.device_ids = [_index(device_ids[0])]
            self.output_device = _index(device_ids[0] if output_device is None else output_device)
        if self.device_type == 'cpu' and any(isinstance(each, torch.nn.SyncBatchNorm) for each in module.modules()):
            raise ValueError('SyncBatchNorm layers only work with GPU modules')
        self.module, self.dim, self.device = module, dim, next(iter(module.parameters())).device
        self.broadcast_buffers, self.find_unused_parameters, self.static_graph = broadcast_buffers, find_unused_parameters, static_graph
        self.require_backward_grad_sync = self.require_forward_param_sync = True
        self._expecting = self._unfinished = False
        self._share([*module.parameters(), *module.buffers()])
        self._met, self._ready = set(), 0
        cap = int(bucket_cap_mb * 1024 * 1024)
        self._near = self.process_group.is_near and self.device_type == 'cpu'
        self._buckets = _buckets(self._trained, min(cap, _NEAR) if self._near else cap)
        self._bucket_of = {i: bucket for bucket in self._buckets for i, _ in bucket.members}
        for i, p in enumerate(self._trained):
            _tensor.collect(p, lambda grad, i=i: self._note(i, grad))

    def _share(self, tensors):
        """All take what rank 0 has: small ones of a device and type in one call."""
        if self.process_group.size() == 1:
            return
        alike = {}
        with torch.no_grad():
            for each in tensors:
                each = each.detach()
                if each.numel() > _PIECE:
                    self._take_first(each)
                else:
                    alike.setdefault((each.device, each.dtype), []).append(each)
            for several in alike.values():
                whole = torch.cat([each.reshape(-1) for each in several])
                self._take_first(whole)
                if self.process_group.rank():
                    for each, part in zip(several, whole.split([each.numel() for each in several])):
                        each.copy_(part.view(each.shape))

    def _take_first(self, tensor):
        here = tensor.contiguous()
        self.process_group.broadcast([here], 0).wait()
        if self.process_group.rank() and here.data_ptr() != tensor.data_ptr():
            tensor.copy_(here)

    def forward(self, *inputs, **kwargs):
        syncs = torch.is_grad_enabled() and self.require_backward_grad_sync
        if syncs:
            if self._unfinished:
                self._refuse()
            self._expecting, self._unfinished, self._met = True, True, set()
        if self.broadcast_buffers and self.require_forward_param_sync:
            self._share(self.module.buffers())
        self.require_forward_param_sync = syncs or not torch.is_grad_enabled()
        if self.device_ids:
            place = torch.device('cuda', self.device_ids[0])
            inputs, kwargs = _moved(inputs, place), _moved(kwargs, place)
        result = self.module(*inputs, **kwargs)
        if syncs and not any(t.requires_grad for t in _tensors(result)):
            self._expecting = self._unfinished = False
        return result

    def _note(self, index, grad):
        """A parameter's gradient is there. Its .grad becomes the mean of all processes' when the backward has ended; here nothing is added to it."""
        if not self._expecting:
            return
        alone = self.process_group.size() == 1
        if not self._met:
            self._ready = 0
            for bucket in [] if alone else self._buckets:
                bucket.begin()
            _tensor.after_backward(self._average)
        again = index in self._met
        self._met.add(index)
        if alone:
            return
        _tensor.taken(self._trained[index])
        self._take_more(index, grad) if again else self._take(index, grad)

    def _take(self, index, grad):
        bucket = self._bucket_of[index]
        with torch.no_grad():
            bucket.fill(index, self._trained[index].grad, grad, 1.0 / self.process_group.size())
        bucket.waits_for -= 1
        if not self.static_graph:
            self._send_ready()

    def _take_more(self, index, grad):
        """A backward within this one has met the parameter already, and it may be under way."""
        if not self.static_graph:
            raise RuntimeError(_TWICE % index)
        with torch.no_grad():
            self._bucket_of[index].parts[index].add_(grad, alpha=1.0 / self.process_group.size())

    def _send_ready(self):
        """Buckets go in their order, which is the same in all processes, whichever is full first; those that are under way go on. Within one machine each is done at once: what carries it
        would carry nothing while backward runs, and later it would have to be read from memory again."""
        for bucket in [] if self._near else self._buckets[:self._ready]:
            bucket.work.is_completed()
        while self._ready < len(self._buckets) and self._buckets[self._ready].waits_for <= 0:
            bucket = self._buckets[self._ready]
            self._ready += 1
            bucket.work = self.process_group.all_reduce(bucket.whole, dist.ReduceOp.SUM, later=not self._near)

    def _average(self):
        """At the end of backward(): what is left goes, and the means come back."""
        if not self._expecting:
            return
        self._expecting = False
        if len(self._met) < len(self._trained) and not self.find_unused_parameters and not self.static_graph:
            if self.process_group.size() > 1:
                self._finish(self._buckets[:self._ready], self._met)
            return                          # the next forward() says so
        self._unfinished = False
        if self.process_group.size() == 1:
            return
        with torch.no_grad():
            for i in sorted(set(range(len(self._trained))) - self._met):
                self._take(i, None)         # what an earlier backward has left, or zeros: other processes may have used it
            self._send_ready()
            used = self._used()
            self._finish(self._buckets, {i for i in range(len(used)) if used[i]})

    @staticmethod
    def _finish(buckets, used):
        for bucket in buckets:
            bucket.work.wait()
            for i, p in bucket.members:
                if i in used:
                    p.grad = bucket.parts[i]

    def _used(self):
        """Which parameters some process has a gradient for."""
        if not self.find_unused_parameters:
            return [True] * len(self._trained)
        mine = torch.tensor([i in self._met for i in range(len(self._trained))], dtype=torch.uint8, device=self.device)
        self.process_group.all_reduce(mine, dist.ReduceOp.MAX, later=False).wait()
        return mine.tolist()

    def _refuse(self):
        missing = [i for i in range(len(self._trained)) if i not in self._met]
        self._unfinished = False
        raise RuntimeError(
            'Expected to have finished reduction in the prior iteration before starting a new one. This error indicates that your module has parameters that were not used in '
            'producing loss. You can enable unused parameter detection by passing the keyword argument `find_unused_parameters=True` to '
            '`torch.nn.parallel.DistributedDataParallel`, and by \nmaking sure all `forward` function outputs participate in calculating loss. \nIf you already have done the '
            "above, then the distributed data parallel module wasn't able to locate the output tensors in the return value of your module's `forward` function. Please include "
            'the loss function and the structure of the return value of `forward` of your module when reporting this issue (e.g. list, dict, iterable).\nParameter indices which '
            'did not receive grad for rank %d: %s\n In addition, you can set the environment variable TORCH_DISTRIBUTED_DEBUG to either INFO or DETAIL to print out information '
            'about which particular parameters did not receive gradient on this rank as part of this error' % (self.process_group.rank(), ' '.join(map(str, missing))))

    @contextmanager
    def no_sync(self):
        """Inside, gradients are collected here alone; the next backward() outside averages all of them."""
        before, self.require_backward_grad_sync = self.require_backward_grad_sync, False
        try:
            yield
        finally:
            self.require_backward_grad_sync = before

    def register_comm_hook(self, state, hook):
        raise NotImplementedError('DistributedDataParallel.register_comm_hook is not in perch, which averages gradients by all_reduce alone')

    def join(self, divide_by_initial_world_size=True, enable=True, throw_on_early_termination=False):
        raise NotImplementedError('DistributedDataParallel.join is not in perch: every process needs as many batches (DistributedSampler sees to it)')

    def train(self, mode=True):
        super().train(mode)
        return self

    def __getstate__(self):
        raise RuntimeError('A DistributedDataParallel holds lines to other processes: save its .module')


def _tensors(value):
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _tensors(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _tensors(each)
