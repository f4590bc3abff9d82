"""What a DataLoader settles for a row of pipes: whether they shuffle, from which seeds, and which part a worker takes."""
import warnings

import torch
from .graph import all_pipes, traverse

__all__ = ['apply_sharding', 'apply_shuffle_seed', 'apply_shuffle_settings', 'get_all_graph_pipes']


def get_all_graph_pipes(graph):
    return all_pipes(graph)


def _shufflers(datapipe):
    from .datapipes import iter, map
    return [each for each in all_pipes(traverse(datapipe)) if isinstance(each, (iter.Shuffler, map.Shuffler))]


def apply_sharding(datapipe, num_of_instances, instance_id):
    for each in all_pipes(traverse(datapipe)):
        if hasattr(type(each), 'is_shardable') and each.is_shardable():
            each.apply_sharding(num_of_instances, instance_id)
    return datapipe


def apply_shuffle_settings(datapipe, shuffle=None):
    if shuffle is None:
        return datapipe
    found = _shufflers(datapipe)
    if not found and shuffle:
        warnings.warn('`shuffle=True` was set, but the datapipe does not contain a `Shuffler`. Adding one at the end. Be aware that the default buffer size might not be sufficient for your task.')
        datapipe = datapipe.shuffle()
        found = [datapipe]
    for each in found:
        each.set_shuffle(shuffle)
    return datapipe


def apply_random_seed(datapipe, rng):
    """A seed for each pipe that has set_seed."""
    for each in all_pipes(traverse(datapipe)):
        if hasattr(type(each), 'set_seed'):
            each.set_seed(int(torch.empty((), dtype=torch.int64).random_(generator=rng).item()))
    return datapipe


def apply_shuffle_seed(datapipe, rng):
    return apply_random_seed(datapipe, rng)
