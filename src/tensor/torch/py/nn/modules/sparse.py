"""Embeddings: a row of the weight for each index."""
from _torch import _version, fits
import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn.parameter import Parameter
from .module import Module, options_of
from .utils import _padding_at

__all__ = ['Embedding', 'EmbeddingBag']


class Embedding(Module):
    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False,
                 _weight=None, device=None, dtype=None):
        super().__init__()
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.padding_idx = _padding_at(padding_idx, num_embeddings)
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        self.sparse = sparse
        if _weight is None:
            fits('empty', (num_embeddings, embedding_dim), device=device, dtype=dtype)
            self.weight = Parameter(torch.empty((num_embeddings, embedding_dim), device=device, dtype=dtype))
            self.reset_parameters()
        else:
            assert list(_weight.shape) == [num_embeddings, embedding_dim], 'Shape of weight does not match num_embeddings and embedding_dim'
            self.weight = Parameter(_weight)

    def reset_parameters(self):
        init.normal_(self.weight)
        if self.padding_idx is not None:
            with torch.no_grad():
                self.weight[self.padding_idx].fill_(0)

    def forward(self, input):
        return F.embedding(input, self.weight, self.padding_idx, self.max_norm, self.norm_type, self.scale_grad_by_freq, self.sparse)

    def extra_repr(self):
        text = '%s, %s' % (self.num_embeddings, self.embedding_dim)
        if self.padding_idx is not None:
            text += ', padding_idx=%s' % self.padding_idx
        if self.max_norm is not None:
            text += ', max_norm=%s' % self.max_norm
        if self.norm_type != 2:
            text += ', norm_type=%s' % self.norm_type
        if self.scale_grad_by_freq is not False:
            text += ', scale_grad_by_freq=%s' % self.scale_grad_by_freq
        if self.sparse is not False:
            text += ', sparse=True'
        return text

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
        assert embeddings.dim() == 2, 'Embeddings parameter is expected to be 2-dimensional'
        rows, columns = embeddings.shape
        made = cls(rows, columns, padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse, _weight=embeddings)
        made.weight.requires_grad = not freeze
        return made


class EmbeddingBag(Module):
    """The sum, mean or maximum of each bag's embeddings."""

    def __init__(self, num_embeddings, embedding_dim, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, mode='mean', sparse=False,
                 _weight=None, include_last_offset=False, padding_idx=None, device=None, dtype=None):
        super().__init__()
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        self.mode = mode
        self.sparse = sparse
        self.padding_idx = _padding_at(padding_idx, num_embeddings, 'padding_idx')
        self.include_last_offset = include_last_offset
        if _weight is None:
            fits('empty', (num_embeddings, embedding_dim), device=device, dtype=dtype)
            self.weight = Parameter(torch.empty((num_embeddings, embedding_dim), device=device, dtype=dtype))
            self.reset_parameters()
        else:
            assert list(_weight.shape) == [num_embeddings, embedding_dim], 'Shape of weight does not match num_embeddings and embedding_dim'
            self.weight = Parameter(_weight)

    reset_parameters = Embedding.reset_parameters

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, mode='mean', sparse=False,
                        include_last_offset=False, padding_idx=None):
        """A layer with these rows; frozen, unless said otherwise."""
        assert embeddings.dim() == 2, 'Embeddings parameter is expected to be 2-dimensional'
        made = cls(*embeddings.shape, max_norm=max_norm, norm_type=norm_type, scale_grad_by_freq=scale_grad_by_freq, mode=mode, sparse=sparse, _weight=embeddings,
                   include_last_offset=include_last_offset, padding_idx=padding_idx)
        made.weight.requires_grad = not freeze
        return made

    def forward(self, input, offsets=None, per_sample_weights=None):
        chosen = options_of(self, 'max_norm', 'norm_type', 'scale_grad_by_freq', 'mode', 'sparse', 'include_last_offset', 'padding_idx')
        return F.embedding_bag(input, self.weight, offsets, per_sample_weights=per_sample_weights, **chosen)

    def extra_repr(self):
        text = '%r, %r' % (self.num_embeddings, self.embedding_dim)
        if self.max_norm is not None:
            text += ', max_norm=%r' % self.max_norm
        if self.norm_type != 2:
            text += ', norm_type=%s' % self.norm_type
        if self.scale_grad_by_freq is not False:
            text += ', scale_grad_by_freq=%r' % self.scale_grad_by_freq
        text += ', mode=' + _version('WORD') % self.mode
        return text if self.padding_idx is None else text + ', padding_idx=%r' % self.padding_idx
