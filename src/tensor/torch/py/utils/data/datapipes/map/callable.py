"""map: a function of each item."""
from .._decorator import functional_datapipe
from ..datapipe import MapDataPipe


@functional_datapipe('map')
class MapperMapDataPipe(MapDataPipe):
    def __init__(self, datapipe, fn):
        self.datapipe, self.fn = datapipe, fn

    def __len__(self):
        return len(self.datapipe)

    def __getitem__(self, index):
        return self.fn(self.datapipe[index])
