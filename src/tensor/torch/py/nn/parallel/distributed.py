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


class DistributedDataParallel(Module):
    """Gradients are averaged at the end of backward(), all in one message for each device and type; parameters and buffers begin as rank 0's."""

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
        self.module, self.dim, self.device = module, dim, next(iter(module.parameters())).device
        self.broadcast_buffers, self.find_unused_parameters, self.static_graph = broadcast_buffers, find_unused_parameters, static_graph
        self.require_backward_grad_sync = self.require_forward_param_sync = True
        self._expecting = self._unfinished = False
        self._share([*module.parameters(), *module.buffers()])
        self._met = set()
        for i, p in enumerate(self._trained):
            p.register_hook(lambda grad, i=i: self._note(i))

    def _share(self, tensors):
        """All take what rank 0 has."""
        if self.process_group.size() > 1:
            with torch.no_grad():
                for each in tensors:
                    here = each.detach().contiguous()
                    self.process_group.broadcast([here], 0).wait()
                    if self.process_group.rank() and here.data_ptr() != each.data_ptr():
                        each.copy_(here)

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

    def _note(self, index):
        """A parameter's gradient is there."""
        if self._expecting:
            if not self._met:
                _tensor.after_backward(self._average)
            self._met.add(index)

    def _average(self):
        """At the end of backward(): the mean over the processes, of what each has collected."""
        if not self._expecting:
            return
        self._expecting = False
        if len(self._met) < len(self._trained) and not self.find_unused_parameters and not self.static_graph:
            return                          # the next forward() says so
        self._unfinished = False
        size = self.process_group.size()
        if size == 1:
            return
        with torch.no_grad():
            used = self._used()
            kinds = {}
            for i, p in enumerate(self._trained):
                if used[i]:
                    kinds.setdefault((p.device, p.dtype), []).append(p)
            for alike in kinds.values():
                grads = [torch.zeros_like(p) if p.grad is None else p.grad for p in alike]
                whole = torch.cat([g.reshape(-1) for g in grads]) * (1.0 / size)
                self.process_group.all_reduce(whole, dist.ReduceOp.SUM).wait()
                for p, part in zip(alike, whole.split([p.numel() for p in alike])):
                    part = part.reshape(p.shape)
                    if p.grad is None:
                        p.grad = part.clone()
                    else:
                        p.grad.copy_(part)

    def _used(self):
        """Which parameters some process has a gradient for."""
        if not self.find_unused_parameters:
            return [True] * len(self._trained)
        mine = [i in self._met for i in range(len(self._trained))]
        return [any(each) for each in zip(*self.process_group.gather_objects(mine))]

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
        raise NotImplementedError('DistributedDataParallel.register_comm_hook is not in perch, which averages all gradients in one message')

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
