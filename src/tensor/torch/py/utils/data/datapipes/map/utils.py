"""SequenceWrapper: a sequence or a dict as a pipe with indices."""
import copy
import warnings

from ..datapipe import MapDataPipe


class SequenceWrapperMapDataPipe(MapDataPipe):
    def __init__(self, sequence, deepcopy=True):
        self.sequence = sequence
        if deepcopy:
            try:
                self.sequence = copy.deepcopy(sequence)
            except TypeError:
                warnings.warn('The input sequence can not be deepcopied, please be aware of in-place modification would affect source data')

    def __getitem__(self, index):
        return self.sequence[index]

    def __len__(self):
        return len(self.sequence)
