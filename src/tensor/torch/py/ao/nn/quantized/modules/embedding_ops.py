"""Tables of embeddings whose rows are whole numbers, each with a scale of its own; what is looked up is float32."""
import torch
import torch.nn.functional as F
from torch import nn

from .utils import small_weight


class EmbeddingPackedParams(nn.Module):
    """The table, which is no parameter any more."""

    def __init__(self, num_embeddings, embedding_dim, dtype=torch.quint8):
        super().__init__()
        self.dtype = dtype
        if dtype is not torch.quint8:
            raise NotImplementedError('Unsupported dtype on quantized embedding! Supports quint8 and quint4x2.')
        self.set_weight(torch.quantize_per_channel(torch.zeros(num_embeddings, embedding_dim), torch.ones(num_embeddings), torch.zeros(num_embeddings, dtype=torch.float32), 0, torch.quint8))

    def set_weight(self, weight):
        self._packed_weight = weight

    def _weight(self):
        return self._packed_weight

    def forward(self, x):
        return x

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        destination[prefix + 'dtype'], destination[prefix + '_packed_weight'] = self.dtype, self._weight()

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        self.dtype = state_dict.pop(prefix + 'dtype')
        self.set_weight(state_dict.pop(prefix + '_packed_weight'))

    def __repr__(self):
        return repr(self._weight())


class Embedding(nn.Module):
    _NAME = 'QuantizedEmbedding'

    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False, _weight=None, dtype=torch.quint8):
        super().__init__()
        self.num_embeddings, self.embedding_dim, self.dtype = num_embeddings, embedding_dim, dtype
        self._packed_params = EmbeddingPackedParams(num_embeddings, embedding_dim, dtype)
        if _weight is not None:
            self.set_weight(_weight)

    def forward(self, indices):
        return F.embedding(indices, self.weight().dequantize())

    def _get_name(self):
        return self._NAME

    def __repr__(self):
        return '%s(%s)' % (self._get_name(), self.extra_repr())

    def extra_repr(self):
        return 'num_embeddings={}, embedding_dim={}, dtype={}, qscheme={}'.format(self.num_embeddings, self.embedding_dim, self._packed_params.dtype, self.weight().qscheme())

    def set_weight(self, w):
        self._packed_params.set_weight(w)

    def weight(self):
        return self._packed_params._weight()

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        assert isinstance(mod, (nn.Embedding, nn.EmbeddingBag)), 'nnq.%s.from_float only works for nn.%s' % (cls.__name__, cls.__name__)
        assert hasattr(mod, 'qconfig'), 'Embedding input float module must have qconfig defined'
        seen = mod.qconfig.weight()
        seen(mod.weight)
        made = cls(mod.num_embeddings, mod.embedding_dim, **cls._more(mod))
        made.set_weight(small_weight(mod.weight, seen))
        return made

    @staticmethod
    def _more(mod):
        return {}


class EmbeddingBag(Embedding):
    _NAME = 'QuantizedEmbeddingBag'

    def __init__(self, num_embeddings, embedding_dim, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, mode='sum', sparse=False, _weight=None, include_last_offset=False, dtype=torch.quint8):
        super().__init__(num_embeddings, embedding_dim, _weight=_weight, dtype=dtype)
        self.mode, self.include_last_offset, self.pruned_weights = mode, include_last_offset, False

    def forward(self, indices, offsets=None, per_sample_weights=None, compressed_indices_mapping=None):
        return F.embedding_bag(indices, self.weight().dequantize(), offsets, mode='sum', per_sample_weights=per_sample_weights, include_last_offset=self.include_last_offset)

    @staticmethod
    def _more(mod):
        return {'include_last_offset': mod.include_last_offset}
