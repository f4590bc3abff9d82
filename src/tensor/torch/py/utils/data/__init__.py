"""torch.utils.data: data sets, samplers, and the loader that makes batches of them."""
from .dataset import ChainDataset, ConcatDataset, Dataset, IterableDataset, Subset, TensorDataset, random_split
from .sampler import BatchSampler, RandomSampler, Sampler, SequentialSampler, SubsetRandomSampler, WeightedRandomSampler
from .distributed import DistributedSampler
from .dataloader import DataLoader, default_collate, default_convert, get_worker_info
