"""What iterators over arrays do with their data: arrays by name."""
import numpy as np

from .. import ndarray as nd


def _init_data(data, allow_empty, default_name):
    """One array, several, or a dict of them, as (name, NDArray) pairs."""
    if data is None:
        data = []
    if isinstance(data, (np.ndarray, nd.NDArray)):
        data = [data]
    if isinstance(data, list):
        if not data and not allow_empty:
            raise AssertionError
        data = {default_name: data[0]} if len(data) == 1 else {f'_{i}_{default_name}': array for i, array in enumerate(data)}
    if not isinstance(data, dict):
        raise TypeError('Input must be NDArray, numpy.ndarray, h5py.Dataset a list of them or dict with them as values')
    made = []
    for name, array in data.items():
        if not isinstance(array, nd.NDArray):
            try:
                array = nd.array(array)
            except Exception:
                raise TypeError(f"Invalid type '{type(array)}' for {name}, should be NDArray, numpy.ndarray or h5py.Dataset") from None
        made.append((name, array))
    return sorted(made, key=lambda pair: pair[0])
