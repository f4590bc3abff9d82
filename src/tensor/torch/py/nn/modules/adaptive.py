"""AdaptiveLogSoftmaxWithLoss: a softmax over many classes, the rare ones in clusters that are asked only when they are wanted (Grave et al.)."""
from _torch import _says
from collections import namedtuple

import torch
from torch.nn import functional as F
from .container import ModuleList, Sequential
from .linear import Linear
from .module import Module

__all__ = ['AdaptiveLogSoftmaxWithLoss']

_ASMoutput = namedtuple('_ASMoutput', ['output', 'loss'])


class AdaptiveLogSoftmaxWithLoss(Module):
    """The head knows the classes below the first cutoff and each cluster as one; a cluster's two layers are div_value times narrower than those of the one before."""

    def __init__(self, in_features, n_classes, cutoffs, div_value=4.0, head_bias=False, device=None, dtype=None):
        super().__init__()
        cutoffs = list(cutoffs)
        if cutoffs != sorted(cutoffs) or min(cutoffs) <= 0 or max(cutoffs) > n_classes - 1 or len(set(cutoffs)) != len(cutoffs) or any(int(c) != c for c in cutoffs):
            raise ValueError('cutoffs should be a sequence of unique, positive integers sorted in an increasing order, where each value is between 1 and n_classes-1')
        self.in_features, self.n_classes, self.div_value, self.head_bias = in_features, n_classes, div_value, head_bias
        self.cutoffs = cutoffs + [n_classes]
        self.shortlist_size, self.n_clusters = cutoffs[0], len(cutoffs)
        self.head_size = self.shortlist_size + self.n_clusters
        place = {'device': device, 'dtype': dtype}
        self.head = Linear(in_features, self.head_size, bias=self.head_bias, **place)
        self.tail = ModuleList()
        for i, (low, high) in enumerate(self._clusters()):
            narrow = int(in_features // div_value ** (i + 1))
            self.tail.append(Sequential(Linear(in_features, narrow, bias=False, **place), Linear(narrow, high - low, bias=False, **place)))

    def _clusters(self):
        return list(zip(self.cutoffs, self.cutoffs[1:]))

    def reset_parameters(self):
        self.head.reset_parameters()
        for layers in self.tail:
            for layer in layers:
                layer.reset_parameters()

    def forward(self, input_, target_):
        """(each example's log probability of its target, minus their mean)"""
        if target_.dim() == 1:
            if input_.shape[0] != target_.shape[0]:
                raise RuntimeError('Input and target should have the same size in the batch dimension.')
            if input_.dim() != 2:
                raise RuntimeError('1D target tensor expects 2D input tensors, but found inputs with size', input_.size())
        elif target_.dim() == 0:
            if input_.dim() != 1:
                raise RuntimeError('0D target tensor expects 1D input tensors, but found inputs with size', input_.size())
        else:
            raise RuntimeError(_says("TARGET_MULTI"))
        alone = target_.dim() == 0
        input, target = (input_.unsqueeze(0), target_.unsqueeze(0)) if alone else (input_, target_)
        inside, column = input.new_zeros(target.shape[0]), target.clone()
        known = int(((target >= 0) & (target < self.shortlist_size)).sum())
        for i, (low, high) in enumerate(self._clusters()):
            rows = ((target >= low) & (target < high)).nonzero()[:, 0]
            if not rows.numel():
                continue
            known += rows.numel()
            chances = F.log_softmax(self.tail[i](input[rows]), 1)
            inside = inside.index_add(0, rows, chances.gather(1, (target[rows] - low).unsqueeze(1))[:, 0])
            column[rows] = self.shortlist_size + i
        if known != target.shape[0]:
            raise RuntimeError('Target values should be in [0, {}], but values in range [{}, {}] were found. '.format(self.n_classes - 1, target.min().item(), target.max().item()))
        output = inside + F.log_softmax(self.head(input), 1).gather(1, column.unsqueeze(1))[:, 0]
        return _ASMoutput(output[0] if alone else output, -output.mean())

    def _whole(self, input, head):
        """The log probabilities of all classes, from the head's."""
        chances = F.log_softmax(head, 1)
        parts = [chances[:, :self.shortlist_size]]
        for i, layers in enumerate(self.tail):
            parts.append(F.log_softmax(layers(input), 1) + chances[:, self.shortlist_size + i:self.shortlist_size + i + 1])
        return torch.cat(parts, 1)

    def log_prob(self, input):
        return self._whole(input, self.head(input))

    def predict(self, input):
        """The likeliest class of each example; clusters are asked only if one is likelier than all classes of the head."""
        head = self.head(input)
        best = head.argmax(1)
        rows = (best >= self.shortlist_size).nonzero()[:, 0]
        if rows.numel():
            best[rows] = self._whole(input[rows], head[rows]).argmax(1)
        return best
