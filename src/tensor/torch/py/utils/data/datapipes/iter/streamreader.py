"""read_from_stream: pairs of a path and what its file holds, whole or in pieces."""
from .._decorator import functional_datapipe
from ..datapipe import IterDataPipe


@functional_datapipe('read_from_stream')
class StreamReaderIterDataPipe(IterDataPipe):
    def __init__(self, datapipe, chunk=None):
        self.datapipe, self.chunk = datapipe, chunk

    def __iter__(self):
        for path, stream in self.datapipe:
            while True:
                piece = stream.read(self.chunk)
                if not piece:
                    stream.close()
                    break
                yield path, piece
