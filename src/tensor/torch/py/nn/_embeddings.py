"""Functions of torch.nn.functional that take rows by their numbers: one_hot, embedding, embedding_bag."""
from _torch import _says, fits

import _tensor
import torch

from .._functions.facts import type_name as _word
from .._torch_args import drawn, looked_at, need_tensor, same_places
from .modules.utils import _padding_at

Tensor = _tensor.Tensor
_op = _tensor.op
_named = _tensor.name_node
_TORCH = 1


def one_hot(tensor, num_classes=-1):
    if isinstance(num_classes, bool) or not hasattr(num_classes, '__index__'):
        raise TypeError("one_hot(): argument 'num_classes' (position 2) must be int, not %s" % type(num_classes).__name__)
    if _word(need_tensor('one_hot', tensor)) != 'Long':
        raise RuntimeError(_says("ONE_HOT"))
    if tensor.numel() == 0:
        if num_classes <= 0:
            raise RuntimeError('Can not infer total number of classes from empty tensor.')
    elif tensor.is_meta:
        raise RuntimeError('Can not infer total number of classes from meta tensor.')
    else:
        if num_classes == -1:       # how many there are follows from the numbers: not in vmap
            tensor.min().item()
        if not _tensor.within(tensor, 0, None):
            raise RuntimeError('Class values must be non-negative.')
        if num_classes == -1:
            num_classes = tensor.max().item() + 1
        elif not _tensor.within(tensor, None, num_classes.__index__() - 1):
            raise RuntimeError('Class values must be smaller than num_classes.')
    return _op('one_hot', _TORCH, (tensor,), depth=num_classes).long()


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    padding_idx = _padding_at(padding_idx, weight.shape[0] if weight.ndim else 0)
    fits('embedding', weight, input, -1 if padding_idx is None else padding_idx, scale_grad_by_freq, sparse)
    if weight.ndim != 2:
        raise RuntimeError("'weight' must be 2-D")
    if _word(input) not in ('Long', 'Int'):
        raise drawn(RuntimeError("Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got %s instead "
                                 '(while checking arguments for embedding)' % ('CPUBoolType' if input.type() == 'torch.BoolTensor' else input.type())), 'P0302', input)
    if input.is_cpu and input.numel() and not weight.shape[0]:
        raise RuntimeError('index_select(): self indexing axis dim should be positive')
    if input.is_cpu and input.numel() and not _tensor.within(input, 0, None):
        raise drawn(IndexError(_says("INDEX_IN_SELF")), 'P0601', input, remarks=['indices go from 0 to %d here' % (weight.shape[0] - 1)])
    padding_idx = -1 if padding_idx is None else padding_idx
    if max_norm is not None:
        _shorten(weight, input, max_norm, norm_type)
    if sparse and weight.requires_grad and torch.is_grad_enabled():
        if scale_grad_by_freq:
            raise RuntimeError('embedding_backward: scale_grad_by_freq not supported with sparse gradients')
        if not weight.is_leaf:
            raise NotImplementedError('sparse gradients of a weight that was computed are not in perch; the nearest is sparse=False')
        from ..sparse import rows_of
        return _named(rows_of(weight, input, padding_idx), 'EmbeddingBackward0')
    rows = _op('embedding', _TORCH, (input, weight), padding=padding_idx)
    return _by_frequency(rows, input, input) if scale_grad_by_freq else rows


def _bags(input, offsets, include_last_offset, per_sample_weights):
    """Each bag's (indexes, weights): the rows of a matrix, or where the offsets divide a list."""
    if input.dim() == 2:
        if offsets is not None:
            raise ValueError('if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed length sequences. However, found offsets of type %s'
                             % type(offsets))
        if include_last_offset: # (the last row is taken for the end of the one before, as PyTorch takes it)
            input, per_sample_weights = input[:-1], None if per_sample_weights is None else per_sample_weights[:-1]
        return list(zip(input, [None] * len(input) if per_sample_weights is None else per_sample_weights))
    if input.dim() != 1:
        raise ValueError('input has to be 1D or 2D Tensor, but got Tensor of dimension %d' % input.dim())
    if offsets is None:
        raise ValueError('offsets has to be a 1D Tensor but got None')
    if offsets.dim() != 1:
        raise ValueError('offsets has to be a 1D Tensor')
    starts = offsets.tolist()
    if starts and starts[0] != 0:
        raise RuntimeError('offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. However, got %d' % starts[0])
    if starts and starts[-1] > input.numel():
        raise RuntimeError('offsets[-1] can not be greater than input\'s length %d but got offsets[-1] of %d' % (input.numel(), starts[-1]))
    edges = starts if include_last_offset else starts + [input.numel()]
    return [(input[a:b], None if per_sample_weights is None else per_sample_weights[a:b]) for a, b in zip(edges, edges[1:])]


def _checked_bags(input, weight, bags):
    """The indices and weights as PyTorch's kernel takes them: bools as whole numbers; what is out of range is found by it."""
    words = {'weight': (weight, ('Half', 'Float', 'Double')), 'indices': (input, ('Long', 'Int', 'Bool'))}
    for word in ('indices', 'weight'):
        t, kinds = words[word]
        if _word(t) not in kinds:
            raise drawn(RuntimeError("Expected tensor for argument #1 '%s' to have one of the following scalar types: %s; but got %s instead (while checking arguments for embedding_bag)"
                                     % (word, ', '.join(k for k in kinds if k != 'Bool'), t.type())), 'P0302', t)
    weight.size(1)
    if _word(input) == 'Bool':
        return input.long(), [(bag.long(), w) for bag, w in bags]
    rows = weight.shape[0]
    if input.is_cpu and weight.is_contiguous() and _word(weight) == 'Float' and input.numel():
        for at, index in enumerate(looked_at(input).flatten().tolist()):
            if not 0 <= index < rows:
                raise drawn(RuntimeError('[enforce fail at embedding_lookup_idx.cc:214] 0 <= idx && idx < data_size. Index %d is out of bounds: %d, range 0 to %d' % (at, index, rows)), 'P0601', input,
                            remarks=['indices go from 0 to %d here' % (rows - 1)])
    return input, bags


def embedding_bag(input, weight, offsets=None, max_norm=None, norm_type=2, scale_grad_by_freq=False, mode='mean', sparse=False,
                  per_sample_weights=None, include_last_offset=False, padding_idx=None):
    """The sum, mean or largest of the rows of each bag; rows of padding_idx are not counted."""
    same_places('wrapper___embedding_bag', weight=weight, indices=input, offsets=offsets, per_sample_weights=per_sample_weights)
    if not isinstance(scale_grad_by_freq, bool):
        raise TypeError("embedding_bag(): argument 'scale_grad_by_freq' (position 4) must be bool, not %s" % type(scale_grad_by_freq).__name__)
    if per_sample_weights is not None and input.size() != per_sample_weights.size():
        raise ValueError('embedding_bag: If per_sample_weights ({}) is not None, then it must have the same shape as the input ({})'.format(tuple(per_sample_weights.shape), tuple(input.shape)))
    if mode not in ('sum', 'mean', 'max'):
        raise ValueError('mode has to be one of sum, mean or max')
    if mode == 'max' and scale_grad_by_freq:
        raise ValueError('max mode does not support scaling the gradient by the frequency')
    if mode == 'max' and sparse:
        raise ValueError('max mode does not support sparse weights')
    if per_sample_weights is not None and mode != 'sum':
        raise NotImplementedError("embedding_bag: per_sample_weights was not None. per_sample_weights is only supported for mode='sum' (got mode='%s'). Please open a feature "
                                  'request on GitHub.' % mode)
    bags = _bags(input, offsets, include_last_offset, per_sample_weights)
    input, bags = _checked_bags(input, weight, bags)
    if max_norm is not None and input.numel():
        _shorten(weight, input, max_norm, norm_type)
    if padding_idx is not None and not -weight.shape[0] <= padding_idx < weight.shape[0]:
        raise AssertionError('padding_idx must be within the number of embeddings' if padding_idx > 0 else 'padding_idx must be within num_embeddings')
    skipped = None if padding_idx is None else padding_idx % weight.shape[0]
    often = _often(input.reshape(-1), weight) if scale_grad_by_freq else None
    if skipped is not None:
        bags = [(bag[bag != skipped], None if w is None else w[bag != skipped]) for bag, w in bags]
    if sparse:      # all rows at once: their gradient is one sparse tensor
        used = [bag for bag, _ in bags if bag.numel()]
        together = iter(embedding(torch.cat(used), weight, sparse=True).split([len(bag) for bag in used]) if used else ())
    made = []
    for at, (bag, w) in enumerate(bags):
        if bag.numel() == 0:
            made.append(torch.zeros(weight.shape[1], dtype=weight.dtype, device=weight.device))
            continue
        rows = next(together) if sparse else embedding(bag, weight)
        rows = rows if w is None else rows * w.unsqueeze(1)
        rows = _shared(rows, often[bag].unsqueeze(-1)) if scale_grad_by_freq else rows
        made.append(rows.sum(0) if mode == 'sum' else rows.mean(0) if mode == 'mean' else rows.max(0)[0])
        if mode == 'mean' and include_last_offset and at == len(bags) - 1: # PyTorch divides the last bag by all that follows its start
            made[-1] = made[-1] * (len(rows) / (len(rows) + input.numel() - sum(each.numel() for each, _ in bags)))
    return _named(torch.stack(made) if made else weight.new_empty((0, weight.shape[1])), 'EmbeddingBagBackward0')


def _by_frequency(rows, indexes, all_of_them):
    """The same rows, whose gradients are divided by how often each stands in the batch."""
    return _shared(rows, (indexes.reshape(-1, 1) == all_of_them.reshape(1, -1)).sum(1).reshape(list(indexes.shape) + [1]).to(rows.dtype))


def _shared(rows, often):
    shared = rows / often
    return shared + (rows - shared).detach()


def _often(indexes, weight):
    """By how much embedding_bag divides the gradient of each row. On a CPU that of the k-th different index is divided by how often the k-th of all of them, in order,
    stands there: so PyTorch computes it."""
    times = indexes.bincount(minlength=weight.shape[0]).to(weight.dtype)
    if not indexes.is_cpu or not indexes.numel():
        return times
    order, found = indexes.sort()[0], indexes.unique()
    made = times.clone()
    made[found] = times[order[:len(found)]]
    return made


def _shorten(weight, indexes, longest, norm_type):
    """Makes the rows that are asked for no longer than that, in place."""
    with torch.no_grad():
        rows = indexes.unique()
        norms = weight.detach()[rows].norm(norm_type, 1, keepdim=True)
        weight[rows] = weight.detach()[rows] * (longest / (norms + 1e-7)).clamp(max=1.0)
