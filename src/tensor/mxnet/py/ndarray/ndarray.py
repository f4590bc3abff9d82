"""mxnet.ndarray.ndarray: where MXNet keeps NDArray and the functions that make one; all of mx.nd by this name."""
from _tensor import NDArray


def __getattr__(name):
    import mxnet.ndarray as nd
    return getattr(nd, name)
