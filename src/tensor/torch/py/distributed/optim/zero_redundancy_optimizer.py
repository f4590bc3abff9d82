"""ZeroRedundancyOptimizer: every process of a group keeps the optimizer's state of a part of the parameters, updates those, and gives them to the others."""
import io

import torch
import torch.distributed as dist
from perch.only import only
from torch.optim import Optimizer


class ZeroRedundancyOptimizer(Optimizer):
    """optimizer_class(params, **defaults), spread over the processes: the largest parameters first, each to the process that has the least."""

    def __init__(self, params, optimizer_class, process_group=None, parameters_as_bucket_view=False, overlap_with_ddp=False, **defaults):
        only('ZeroRedundancyOptimizer', overlap_with_ddp=(overlap_with_ddp, False))
        self._whole = False
        params = list(params)
        super().__init__(params, defaults)
        self.process_group = dist._world() if process_group is None else process_group
        self.rank, self.world_size = self.process_group.rank(), self.process_group.size()
        self._class, self._all_states = optimizer_class, []
        self._begin()
        self._whole = True

    def _begin(self):
        self._parts = self._shared_out()
        self.optim = self._class(self._parts[self.rank], **self.defaults)
        self._copy_settings(self.optim.param_groups, self.param_groups)

    def _shared_out(self):
        """For each process its groups: those of the optimizer with some of their parameters."""
        load, parts = [0] * self.world_size, [[] for _ in range(self.world_size)]
        for group in self.param_groups:
            shares = [[] for _ in parts]
            for p in sorted(group['params'], key=lambda p: p.numel(), reverse=True):
                least = load.index(min(load))
                load[least] += p.numel()
                shares[least].append(p)
            for part, share in zip(parts, shares):
                part.append({**{name: value for name, value in group.items() if name != 'params'}, 'params': share})
        return parts

    @staticmethod
    def _copy_settings(given, taken):
        """Settings of groups, which a program or a scheduler changes in one of the two."""
        for a, b in zip(given, taken):
            b.update((name, value) for name, value in a.items() if name != 'params')

    def add_param_group(self, param_group):
        super().add_param_group(param_group)
        if self._whole:
            raise NotImplementedError('ZeroRedundancyOptimizer.add_param_group is not in perch once it was made; the nearest is to give all groups at its making')

    def step(self, closure=None, **kwargs):
        self._copy_settings(self.param_groups, self.optim.param_groups)
        loss = self.optim.step(**kwargs) if closure is None else self.optim.step(closure=closure, **kwargs)
        self._copy_settings(self.optim.param_groups, self.param_groups)
        with torch.no_grad():
            works = [self.process_group.broadcast([p.detach()], rank) for rank, part in enumerate(self._parts) for group in part for p in group['params']]
            for work in works:
                work.wait()
        return loss

    # ---- its state as one optimizer's ----
    def _indices(self):
        return {id(p): i for i, p in enumerate(p for group in self.param_groups for p in group['params'])}

    def consolidate_state_dict(self, to=0):
        """All states come to one process, which may then ask for state_dict(). All processes call it."""
        self._copy_settings(self.param_groups, self.optim.param_groups)
        packed = io.BytesIO()
        torch.save(self.optim.state_dict(), packed)
        found = self.process_group.gather_objects(packed.getvalue())
        self._all_states = [torch.load(io.BytesIO(each)) for each in found] if dist.get_rank() == to else []

    def state_dict(self):
        if not self._all_states:
            raise RuntimeError('Optimizer state has not been consolidated on this rank. Please call `consolidate_state_dict(to=%d)` on all ranks beforehand if you meant to save the '
                               'global state.' % dist.get_rank())
        self._copy_settings(self.optim.param_groups, self.param_groups)
        whole = super().state_dict()
        index = self._indices()
        whole['state'] = {}
        for part, found in zip(self._parts, self._all_states):
            members = [p for group in part for p in group['params']]
            whole['state'].update((index[id(p)], found['state'][i]) for i, p in enumerate(members) if i in found['state'])
        whole['state'] = dict(sorted(whole['state'].items()))
        return whole

    def load_state_dict(self, state_dict):
        """Each process keeps what is its own."""
        index = self._indices()
        members = [p for group in self._parts[self.rank] for p in group['params']]
        own = self.optim.state_dict()
        own['state'] = {i: state_dict['state'][index[id(p)]] for i, p in enumerate(members) if index[id(p)] in state_dict['state']}
        self._copy_settings(state_dict['param_groups'], own['param_groups'])
        self.optim.load_state_dict(own)
        self._copy_settings(self.optim.param_groups, self.param_groups)

    def join_hook(self, **kwargs):
        raise NotImplementedError('ZeroRedundancyOptimizer.join_hook is not in perch: every process needs as many batches (DistributedSampler sees to it)')
