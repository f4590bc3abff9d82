"""filter: the items for which a function says True."""
from .._decorator import functional_datapipe
from ..datapipe import IterDataPipe


@functional_datapipe('filter')
class FilterIterDataPipe(IterDataPipe):
    def __init__(self, datapipe, filter_fn, drop_empty_batches=None, input_col=None):
        self.datapipe, self.filter_fn, self.input_col = datapipe, filter_fn, input_col
        if drop_empty_batches is not None:
            import warnings
            warnings.warn('The argument `drop_empty_batches` of `FilterIterDataPipe()` is deprecated since 1.12 and will be removed in 1.14.', FutureWarning)
        self.drop_empty_batches = True if drop_empty_batches is None else drop_empty_batches

    def _kept(self, data):
        if self.input_col is None:
            said = self.filter_fn(data)
        elif isinstance(self.input_col, (list, tuple)):
            said = self.filter_fn(*[data[col] for col in self.input_col])
        else:
            said = self.filter_fn(data[self.input_col])
        if not isinstance(said, bool):
            raise ValueError('Boolean output is required for `filter_fn` of FilterIterDataPipe, got', type(said))
        return said

    def __iter__(self):
        for data in self.datapipe:
            if self._kept(data):
                yield data
