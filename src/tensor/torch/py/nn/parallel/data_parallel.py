"""DataParallel and its four steps. Copies between GPUs are recorded, so gradients flow back to the module's own parameters and add up there.
Work on different GPUs overlaps by itself: each has its own queue."""
from itertools import zip_longest

import torch
import _tensor
from torch.nn.modules.module import Module


def _numbers(device_ids):
    from torch.cuda import _index
    return [_index(d) for d in device_ids]


def _refuse_cpu(device_ids):
    """What copies of a network and parts of a batch are not for."""
    for each in device_ids:
        kind = torch.device(each).type if isinstance(each, (str, torch.device)) else 'cuda'
        if kind == 'cpu':
            raise ValueError('Expected a non cpu device, but got: %s' % torch.device(each))


def _place(index):
    return torch.device('cpu') if index == -1 else torch.device('cuda', index)


def scatter(inputs, target_gpus, dim=0):
    """Parts of every tensor in inputs (and in its lists, tuples and dicts), one for each GPU; other things go to all."""
    _refuse_cpu(target_gpus)
    targets = _numbers(target_gpus)

    def spread(obj):
        if isinstance(obj, torch.Tensor):
            return [part.to(_place(i)) for part, i in zip(obj.chunk(len(targets), dim), targets)]
        if isinstance(obj, tuple) and hasattr(obj, '_fields') and len(obj) > 0:
            return [type(obj)(*args) for args in zip(*map(spread, obj))]
        if isinstance(obj, tuple) and len(obj) > 0:
            return list(zip(*map(spread, obj)))
        if isinstance(obj, list) and len(obj) > 0:
            return [list(each) for each in zip(*map(spread, obj))]
        if isinstance(obj, dict) and len(obj) > 0:
            return [type(obj)(each) for each in zip(*map(spread, obj.items()))]
        return [obj for _ in targets]
    made = spread(inputs)
    return tuple(made) if isinstance(inputs, torch.Tensor) else made


def scatter_kwargs(inputs, kwargs, target_gpus, dim=0):
    """The parts of both, as many of the one as of the other."""
    by_place, by_name = (list(scatter(given, target_gpus, dim)) if given else [] for given in (inputs, kwargs))
    both = list(zip_longest(by_place, by_name))
    return tuple(place or () for place, _ in both), tuple(name or {} for _, name in both)


def replicate(network, devices, detach=False):
    """A copy of the network for each GPU; its parameters are copies that give their gradients back to the network's."""
    _refuse_cpu(devices)
    assert all(p.device.type != 'cpu' for p in network.parameters()), 'Broadcast function not implemented for CPU tensors'
    targets = _numbers(devices)
    modules = list(network.modules())
    at = {module: i for i, module in enumerate(modules)}
    copies = []
    for index in targets:
        place = _place(index)
        moved = {}

        def here(t):
            if id(t) not in moved:
                source = t.detach() if detach else t
                moved[id(t)] = _tensor.to(source, place, None, True)
            return moved[id(t)]
        replicas = []
        for module in modules:
            replicas.append(module._replicate_for_data_parallel())
        for module, replica in zip(modules, replicas):
            for name, child in module._modules.items():
                replica._modules[name] = None if child is None else replicas[at[child]]
            for name, param in module._parameters.items():
                if param is not None:
                    copy = here(param)
                    del replica._parameters[name]        # no leaf: a plain attribute
                    object.__setattr__(replica, name, copy)
                    replica._former_parameters[name] = copy
            for name, buf in module._buffers.items():
                if buf is not None:
                    with torch.no_grad():
                        replica._buffers[name] = buf if buf.device == place else here(buf)
        copies.append(replicas[0])
    return copies


def parallel_apply(modules, inputs, kwargs_tup=None, devices=None):
    """The result of each module on its own inputs."""
    assert len(modules) == len(inputs), 'The number of modules {} is not equal to the number of inputs {}'.format(len(modules), len(inputs))
    kwargs_tup = kwargs_tup or ({},) * len(modules)
    devices = _numbers(devices) if devices is not None else [None] * len(modules)
    results = []
    for i, (module, args, kwargs, index) in enumerate(zip(modules, inputs, kwargs_tup, devices)):
        if not isinstance(args, (list, tuple)):
            args = (args,)
        try:
            with torch.cuda.device(index):
                results.append(module(*args, **kwargs))
        except Exception as error:          # the others run all the same
            from torch._utils import ExceptionWrapper
            results.append(ExceptionWrapper(error, 'in replica {} on device {}'.format(i, index)))
    for result in results:
        if type(result).__name__ == 'ExceptionWrapper':
            result.reraise()
    return results


def gather(outputs, target_device, dim=0):
    """The parts as one, on one device."""
    place = torch.device(target_device) if not isinstance(target_device, int) else _place(target_device)

    def join(parts):
        first = parts[0]
        if isinstance(first, torch.Tensor):
            assert all(t.device.type != 'cpu' for t in parts), 'Gather function not implemented for CPU tensors'
            if all(t.dim() == 0 for t in parts) and dim == 0:
                import warnings
                warnings.warn('Was asked to gather along dimension 0, but all input tensors were scalars; will instead unsqueeze and return a vector.')
                parts = [t.unsqueeze(0) for t in parts]
            return torch.cat([t.to(place) for t in parts], dim)
        if first is None:
            return None
        if isinstance(first, dict):
            if not all(len(first) == len(d) for d in parts):
                raise ValueError('All dicts must have the same number of keys')
            return type(first)((key, join([d[key] for d in parts])) for key in first)
        if isinstance(first, tuple) and hasattr(first, '_fields'):
            return type(first)(*map(join, zip(*parts)))
        return type(first)(map(join, zip(*parts)))
    return join(list(outputs))


class DataParallel(Module):
    """The module on each of device_ids: every GPU gets a part of the batch, the results come together on output_device."""

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        if not torch.cuda.is_available():
            self.module = module
            self.device_ids = []
            return
        if device_ids is None:
            device_ids = list(range(torch.cuda.device_count()))
        if not device_ids:
            raise RuntimeError('no available devices were found')
        if output_device is None:
            output_device = device_ids[0]
        self.dim = dim
        self.module = module
        self.device_ids = _numbers(device_ids)
        self.output_device = _numbers([output_device])[0]
        self.src_device_obj = _place(self.device_ids[0])
        for index in self.device_ids:
            torch.cuda.get_device_properties(index)
        if len(self.device_ids) == 1:
            self.module.to(self.src_device_obj)

    def forward(self, *inputs, **kwargs):
        if not self.device_ids:
            return self.module(*inputs, **kwargs)
        self._check_home()
        by_place, by_name = self.scatter(inputs, kwargs, self.device_ids)
        if not (by_place or by_name):           # a module without inputs runs once
            by_place, by_name = [()], [{}]
        if len(self.device_ids) == 1:
            return self.module(*by_place[0], **by_name[0])
        workers = self.replicate(self.module, self.device_ids[:len(by_place)])
        return self.gather(self.parallel_apply(workers, by_place, by_name), self.output_device)

    def _check_home(self):
        """What the copies are made of must lie on the first GPU."""
        for t in (*self.module.parameters(), *self.module.buffers()):
            if t.device != self.src_device_obj:
                from perch.explain import attach
                raise attach(RuntimeError('module must have its parameters and buffers on device {} (device_ids[0]) but found one of them on device: {}'
                                          .format(self.src_device_obj, t.device)), 'P0113', [t])

    def replicate(self, module, device_ids):
        return replicate(module, device_ids, not torch.is_grad_enabled())

    def scatter(self, inputs, kwargs, device_ids):
        return scatter_kwargs(inputs, kwargs, device_ids, dim=self.dim)

    def parallel_apply(self, replicas, inputs, kwargs):
        return parallel_apply(replicas, inputs, kwargs, self.device_ids[:len(replicas)])

    def gather(self, outputs, output_device):
        return gather(outputs, output_device, dim=self.dim)


def data_parallel(module, inputs, device_ids=None, output_device=None, dim=0, module_kwargs=None):
    """DataParallel for one call."""
    inputs = inputs if isinstance(inputs, tuple) else (inputs,)
    return DataParallel(module, device_ids, output_device, dim)(*inputs, **(module_kwargs or {}))
