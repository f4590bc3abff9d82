"""shuffle: the items of indices in a random order, as a pipe that is gone through."""
from ..datapipe import MapDataPipe
from ..iter.combinatorics import Shuffling


class ShufflerIterDataPipe(Shuffling):
    def __init__(self, datapipe, *, indices=None):
        self.datapipe, self.indices = datapipe, list(range(len(datapipe))) if indices is None else indices
        super().__init__()

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
