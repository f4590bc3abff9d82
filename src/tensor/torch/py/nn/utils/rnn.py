"""Sequences of different lengths in one tensor."""
from collections import namedtuple

from _tensor import name_node as _named
import torch

from ..._torch_args import drawn


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side='right'):
    if padding_side not in ('left', 'right'):
        raise RuntimeError("Expected padding_side to be one of left or right, but got %s." % padding_side)
    longest = max(s.size(0) for s in sequences)
    first = sequences[0]
    shape = (len(sequences), longest) if batch_first else (longest, len(sequences))
    made = first.new_full(shape + tuple(first.shape[1:]), padding_value)
    for i, s in enumerate(sequences):
        begin = longest - s.size(0) if padding_side == 'left' else 0
        (made[i, begin:begin + s.size(0)] if batch_first else made[begin:begin + s.size(0), i]).copy_(s)
    return made


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    rows = padded_sequences if batch_first else padded_sequences.transpose(0, 1)
    steps = torch.arange(rows.size(1), device=rows.device)
    return [row[steps < int(n)] for row, n in zip(rows, lengths)]


class PackedSequence(namedtuple('PackedSequence', ('data', 'batch_sizes', 'sorted_indices', 'unsorted_indices'))):
    """The steps of sequences one after the other, the longest sequence first: batch_sizes says how many go on at each step."""

    __slots__ = ()

    def __new__(cls, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args, **kwargs):
        return PackedSequence(self.data.to(*args, **kwargs), self.batch_sizes, *(None if i is None else i.to(self.data.device) for i in self[2:]))

    def cuda(self, *args, **kwargs):
        return self.to('cuda')

    def cpu(self):
        return self.to('cpu')

    @property
    def is_cuda(self):
        return self.data.is_cuda


def invert_permutation(permutation):
    if permutation is None:
        return None
    made = torch.empty_like(permutation)
    made[permutation] = torch.arange(permutation.numel(), device=permutation.device)
    return made


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    given, order = lengths, None
    lengths = torch.as_tensor(lengths, dtype=torch.int64)
    if not enforce_sorted:
        lengths, order = torch.sort(lengths, descending=True)
        order = order.to(input.device)
        input = input.index_select(0 if batch_first else 1, order)
    if lengths.dim() != 1 or lengths.is_cuda:
        error = RuntimeError("'lengths' argument should be a 1D CPU int64 tensor, but got %dD %s Long tensor" % (lengths.dim(), lengths.device))
        raise drawn(error, 'P0105', given) if lengths.is_cuda else error
    sizes = lengths.tolist()
    steps = input.transpose(0, 1) if batch_first else input
    if steps.size(1) != len(sizes):
        raise RuntimeError('Expected `len(lengths)` to be equal to batch_size, but got %d (batch_size=%d)' % (len(sizes), steps.size(1)))
    if any(n <= 0 for n in sizes):
        raise RuntimeError('Length of all samples has to be greater than 0, but found an element in \'lengths\' that is <= 0')
    if any(a < b for a, b in zip(sizes, sizes[1:])):
        raise RuntimeError('`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass `enforce_sorted=False` to pack_padded_sequence '
                           'and/or pack_sequence to sidestep this requirement if you do not need ONNX exportability.')
    counts = [sum(n > t for n in sizes) for t in range(sizes[0])]
    data = _named(torch.cat([steps[t, :count] for t, count in enumerate(counts)]), 'PackPaddedSequenceBackward0')
    return PackedSequence(data, torch.tensor(counts), order, None)


def pack_sequence(sequences, enforce_sorted=True):
    lengths = torch.tensor([s.size(0) for s in sequences])
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    """(the padded sequences, their lengths)"""
    counts = sequence.batch_sizes.tolist()
    longest = len(counts)
    if total_length is not None:
        if total_length < longest:
            raise ValueError('Expected total_length to be at least the length of the longest sequence in input, but got total_length={} and max sequence length being {}'
                             .format(total_length, longest))
        longest = total_length
    most = counts[0]
    steps = []
    for part in sequence.data.split(counts):
        missing = most - part.size(0)
        steps.append(part if not missing else torch.cat([part, part.new_full((missing,) + tuple(part.shape[1:]), padding_value)]))
    steps += [torch.full_like(steps[0], padding_value)] * (longest - len(counts))
    made = _named(torch.stack(steps), 'CopySlices')
    if batch_first:
        made = made.transpose(0, 1)
    lengths = torch.tensor([sum(count > row for count in counts) for row in range(most)])
    if sequence.unsorted_indices is not None:
        made = made.index_select(0 if batch_first else 1, sequence.unsorted_indices)
        lengths = lengths[sequence.unsorted_indices.cpu()]
    return made, lengths


def unpack_sequence(packed_sequences):
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)
