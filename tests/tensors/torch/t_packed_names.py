# What packed and padded sequences say that made them, and how they lie.
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pack_sequence, pad_packed_sequence, pad_sequence, unpack_sequence

torch.manual_seed(0)
x = torch.randn(3, 4, 2, requires_grad=True)
for sorted_already, lengths in ((True, [4, 3, 1]), (False, [3, 4, 1]), (False, [2, 2, 2]), (True, [4, 4, 4])):
    for batch_first in True, False:
        given = x if batch_first else x.transpose(0, 1)
        packed = pack_padded_sequence(given, lengths, batch_first=batch_first, enforce_sorted=sorted_already)
        print(lengths, batch_first, packed.data.grad_fn.name(), packed.data.shape, packed.batch_sizes, packed.sorted_indices, packed.unsorted_indices)
        for first in True, False:
            padded, counts = pad_packed_sequence(packed, batch_first=first)
            print('  padded', first, padded.grad_fn.name(), padded.shape, padded.is_contiguous(), counts)
            padded, counts = pad_packed_sequence(packed, batch_first=first, padding_value=-1., total_length=5)
            print('  longer', first, padded.grad_fn.name(), padded.shape, padded[0, 0], counts)
        x.grad = None
        (padded * torch.arange(padded.numel()).view(padded.shape)).sum().backward()
        print('  gradient', x.grad.sum((1, 2)))
parts = [torch.randn(n, 2, requires_grad=True) for n in (2, 3, 1)]
packed = pack_sequence(parts, enforce_sorted=False)
print(packed.data.grad_fn.name(), [part.grad_fn.name() for part in unpack_sequence(packed)])
print(pad_sequence(parts).grad_fn.name(), pad_sequence(parts, batch_first=True).grad_fn.name())
for kind in nn.RNN, nn.GRU, nn.LSTM:
    for batch_first in True, False:
        layer = kind(2, 3, batch_first=batch_first)
        out, state = layer(packed)
        padded, counts = pad_packed_sequence(out, batch_first=batch_first)
        state = state[0] if isinstance(state, tuple) else state
        print(kind.__name__, batch_first, out.data.grad_fn.name(), padded.grad_fn.name(), padded.shape, state.grad_fn.name(), state.shape)
