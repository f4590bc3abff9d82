"""shuffle, and Sampler, whose numbers come from a sampler over the pipe."""
import random

import torch
from ...sampler import SequentialSampler
from .._decorator import functional_datapipe
from ..datapipe import IterDataPipe


def fresh_seed(generator=None):
    return int(torch.empty((), dtype=torch.int64).random_(generator=generator).item())


class SamplerIterDataPipe(IterDataPipe):
    def __init__(self, datapipe, sampler=SequentialSampler, sampler_args=None, sampler_kwargs=None):
        self.datapipe, self.sampler_args, self.sampler_kwargs = datapipe, () if sampler_args is None else sampler_args, {} if sampler_kwargs is None else dict(sampler_kwargs)
        self.sampler_kwargs['data_source'] = datapipe
        self.sampler = sampler(*self.sampler_args, **self.sampler_kwargs)

    def __iter__(self):
        return iter(self.sampler)

    def __len__(self):
        return len(self.sampler)


class Shuffling(IterDataPipe):
    """What all that shuffle have: a switch, and a seed for the next time through."""

    def __init__(self):
        self._enabled, self._seed, self._rng = True, None, random.Random()

    def set_shuffle(self, shuffle=True):
        self._enabled = shuffle
        return self

    def set_seed(self, seed):
        self._seed = seed
        return self

    def reset(self):
        if self._enabled:
            self._rng.seed(fresh_seed() if self._seed is None else self._seed)
            self._seed = None


@functional_datapipe('shuffle')
class ShufflerIterDataPipe(Shuffling):
    """Items wait in a buffer, of which each time a random one goes on."""

    def __init__(self, datapipe, *, buffer_size=10000, unbatch_level=0):
        assert buffer_size > 0, 'buffer_size should be larger than 0'
        self.datapipe = datapipe if unbatch_level == 0 else datapipe.unbatch(unbatch_level=unbatch_level)
        self.buffer_size = buffer_size
        super().__init__()

    def __iter__(self):
        if not self._enabled:
            yield from self.datapipe
            return
        waiting = []
        for item in self.datapipe:
            if len(waiting) == self.buffer_size:
                at = self._rng.randint(0, len(waiting) - 1)
                item, waiting[at] = waiting[at], item
                yield item
            else:
                waiting.append(item)
        while waiting:
            yield waiting.pop(self._rng.randint(0, len(waiting) - 1))

    def __len__(self):
        return len(self.datapipe)
