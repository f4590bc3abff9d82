"""torch.utils.data: data sets, samplers, and the loader that makes batches of them."""
from torch._shelves import put
from .dataset import ChainDataset, ConcatDataset, Dataset, IterableDataset, StackDataset, Subset, TensorDataset, random_split
from .sampler import BatchSampler, RandomSampler, Sampler, SequentialSampler, SubsetRandomSampler, WeightedRandomSampler
from .distributed import DistributedSampler
from .dataloader import DataLoader, default_collate, default_convert, get_worker_info

_PIPES = 'DataChunk', 'IterDataPipe', 'MapDataPipe', 'functional_datapipe', 'datapipes'


def __dir__():
    return sorted({*globals(), *_PIPES})


def __getattr__(name):
    """Pipes are loaded, with the names that they have for one another, when one is named."""
    if name not in _PIPES:
        raise AttributeError("module 'torch.utils.data' has no attribute %r" % name, name=name)
    from . import datapipes
    from .datapipes import datapipe, iter, map          # noqa: F401
    from .datapipes._decorator import functional_datapipe
    found = globals()[name] = {'datapipes': datapipes, 'functional_datapipe': functional_datapipe}.get(name) or getattr(datapipe, name)
    return found


put(globals())
