"""batch of a pipe with indices."""
from .._decorator import functional_datapipe
from ..datapipe import DataChunk, MapDataPipe


@functional_datapipe('batch')
class BatcherMapDataPipe(MapDataPipe):
    def __init__(self, datapipe, batch_size, drop_last=False, wrapper_class=DataChunk):
        assert batch_size > 0, 'Batch size is required to be larger than 0!'
        self.datapipe, self.batch_size, self.drop_last, self.wrapper_class = datapipe, batch_size, drop_last, wrapper_class

    def __getitem__(self, index):
        start = index * self.batch_size
        found = []
        try:
            for i in range(start, start + self.batch_size):
                found.append(self.datapipe[i])
        except IndexError:
            if not found or self.drop_last:
                raise IndexError(f'Index {index} is out of bound.') from None
        return self.wrapper_class(found)

    def __len__(self):
        whole = len(self.datapipe)
        return whole // self.batch_size if self.drop_last else -(-whole // self.batch_size)
