"""shuffle: the items of indices in a random order, as a pipe that is gone through."""
import random

from ..datapipe import IterDataPipe, MapDataPipe
from ..iter.combinatorics import fresh_seed


class ShufflerIterDataPipe(IterDataPipe):
    def __init__(self, datapipe, *, indices=None):
        self.datapipe, self.indices = datapipe, list(range(len(datapipe))) if indices is None else indices
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

    def __iter__(self):
        if not self._enabled:
            for at in self.indices:
                yield self.datapipe[at]
            return
        order = list(self.indices)
        self._rng.shuffle(order)
        for at in order:
            yield self.datapipe[at]

    def __len__(self):
        return len(self.datapipe)


MapDataPipe.register_datapipe_as_function('shuffle', ShufflerIterDataPipe)
