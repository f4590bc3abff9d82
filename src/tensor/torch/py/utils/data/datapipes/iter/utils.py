"""IterableWrapper: any iterable as a pipe."""
import copy
import warnings

from ..datapipe import IterDataPipe


class IterableWrapperIterDataPipe(IterDataPipe):
    def __init__(self, iterable, deepcopy=True):
        self.iterable, self.deepcopy = iterable, deepcopy

    def __iter__(self):
        source = self.iterable
        if self.deepcopy:
            try:
                source = copy.deepcopy(source)
            except TypeError:
                warnings.warn('The input iterable can not be deepcopied, please be aware of in-place modification would affect source data.')
        yield from source

    def __len__(self):
        return len(self.iterable)
