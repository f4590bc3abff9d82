"""concat and zip of pipes with indices."""
from .._decorator import functional_datapipe
from ..datapipe import MapDataPipe


def _need_pipes(datapipes):
    if not datapipes:
        raise ValueError('Expected at least one DataPipe, but got nothing')
    if not all(isinstance(each, MapDataPipe) for each in datapipes):
        raise TypeError('Expected all inputs to be `MapDataPipe`')


@functional_datapipe('concat')
class ConcaterMapDataPipe(MapDataPipe):
    def __init__(self, *datapipes):
        _need_pipes(datapipes)
        self.datapipes = datapipes

    def __getitem__(self, index):
        at = index
        for each in self.datapipes:
            if at < len(each):
                return each[at]
            at -= len(each)
        raise IndexError('Index {} is out of range.'.format(index))

    def __len__(self):
        return sum(len(each) for each in self.datapipes)


@functional_datapipe('zip')
class ZipperMapDataPipe(MapDataPipe):
    def __init__(self, *datapipes):
        _need_pipes(datapipes)
        self.datapipes = datapipes

    def __getitem__(self, index):
        found = []
        for each in self.datapipes:
            try:
                found.append(each[index])
            except IndexError as error:
                raise IndexError(f'Index {index} is out of range for one of the input MapDataPipes {each}.') from error
        return tuple(found)

    def __len__(self):
        return min(len(each) for each in self.datapipes)
