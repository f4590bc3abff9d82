"""open_files: pairs of a path and its open file."""
from .._decorator import functional_datapipe
from ..datapipe import IterDataPipe


@functional_datapipe('open_files')
class FileOpenerIterDataPipe(IterDataPipe):
    def __init__(self, datapipe, mode='r', encoding=None, length=-1):
        if mode not in ('b', 't', 'rb', 'rt', 'r'):
            raise ValueError('Invalid mode {}'.format(mode))
        if 'b' in mode and encoding is not None:
            raise ValueError("binary mode doesn't take an encoding argument")
        self.datapipe, self.mode, self.encoding, self.length = datapipe, mode if 'r' in mode else 'r' + mode, encoding, length

    def __iter__(self):
        for path in self.datapipe:
            if not isinstance(path, str):
                raise TypeError('Expected string type for pathname, but got {}'.format(type(path)))
            yield path, open(path, self.mode, encoding=self.encoding)

    def __len__(self):
        if self.length == -1:
            raise TypeError("{} instance doesn't have valid length".format(type(self).__name__))
        return self.length
