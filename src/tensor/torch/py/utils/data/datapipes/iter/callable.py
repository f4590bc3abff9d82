"""map and collate: a function of each item, or of some of its columns."""
import copy

from .._decorator import functional_datapipe
from ..datapipe import IterDataPipe


def _default_collate(batch):
    from ...dataloader import default_collate
    return default_collate(batch)


@functional_datapipe('map')
class MapperIterDataPipe(IterDataPipe):
    def __init__(self, datapipe, fn, input_col=None, output_col=None):
        if input_col is None and output_col is not None:
            raise ValueError('`output_col` must be None when `input_col` is None.')
        if isinstance(output_col, (list, tuple)):
            if len(output_col) > 1:
                raise ValueError('`output_col` must be a single-element list or tuple')
            output_col = output_col[0]
        self.datapipe, self.fn, self.input_col, self.output_col = datapipe, fn, input_col, output_col

    def _apply_fn(self, data):
        if self.input_col is None:
            return self.fn(data)
        several = isinstance(self.input_col, (list, tuple))
        found = self.fn(*[data[col] for col in self.input_col]) if several else self.fn(data[self.input_col])
        rowed = isinstance(data, tuple)
        made = list(data) if rowed else copy.copy(data)
        if self.output_col == -1:
            made.append(found)
        elif self.output_col is not None:
            made[self.output_col] = found
        elif several:                           # in the place of the first; the others go
            for col in sorted(self.input_col[1:], reverse=True):
                del made[col]
            made[self.input_col[0]] = found
        else:
            made[self.input_col] = found
        return tuple(made) if rowed else made

    def __iter__(self):
        for data in self.datapipe:
            yield self._apply_fn(data)

    def __len__(self):
        return len(self.datapipe)


@functional_datapipe('collate')
class CollatorIterDataPipe(MapperIterDataPipe):
    """Batches as tensors, as DataLoader makes them."""

    def __init__(self, datapipe, conversion=_default_collate, collate_fn=None):
        if isinstance(conversion, dict):
            raise NotImplementedError('collate(conversion=a dict) is for data frames, which pipes of perch do not have; the nearest is a function')
        super().__init__(datapipe, fn=conversion if collate_fn is None else collate_fn)
