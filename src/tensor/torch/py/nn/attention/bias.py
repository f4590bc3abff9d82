"""torch.nn.attention.bias: causal masks that know how they are made, for scaled_dot_product_attention."""
import enum
import warnings

import torch

__all__ = ['causal_upper_left', 'causal_lower_right', 'CausalVariant', 'CausalBias']


class CausalVariant(enum.IntEnum):
    """Where the triangle of a mask that is not square begins: in the first column, or so that it ends in the last."""
    UPPER_LEFT = enum.auto()
    LOWER_RIGHT = enum.auto()


class CausalBias(torch.Tensor):
    """A causal mask of a length of queries by one of keys."""

    @staticmethod
    def __new__(cls, variant, seq_len_q, seq_len_kv):
        return torch.Tensor._make_subclass(cls, torch.empty(0))

    def __init__(self, variant, seq_len_q, seq_len_kv):
        assert isinstance(variant, CausalVariant)
        self.variant, self.seq_len_q, self.seq_len_kv = variant, seq_len_q, seq_len_kv
        if seq_len_q > seq_len_kv and variant == CausalVariant.LOWER_RIGHT:
            warnings.warn('Lower right causal bias will produce NaNs in the output when seq_len_q > seq_len_kv!', stacklevel=3)

    def _upper_left(self, device):
        return torch.tril(torch.ones(self.seq_len_q, self.seq_len_kv, device=device, dtype=torch.bool))

    def _lower_right(self, device):
        shift = self.seq_len_kv - self.seq_len_q
        return torch.tril(torch.ones(self.seq_len_q, self.seq_len_kv, dtype=torch.bool, device=device), diagonal=shift)

    def _materialize(self, device=None):
        """The mask itself."""
        return self._upper_left(device) if self.variant == CausalVariant.UPPER_LEFT else self._lower_right(device)

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func is not torch.nn.functional.scaled_dot_product_attention:
            return super().__torch_function__(func, types, args, kwargs)
        with torch._C.DisableTorchFunctionSubclass():
            return _attention(*args, **kwargs)

    def __repr__(self, *, tensor_contents=None):
        return self._materialize().__repr__()


def _attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    if is_causal:
        raise ValueError('CausalBias should not be used with causal=True')
    square = attn_mask.seq_len_q == attn_mask.seq_len_kv or attn_mask.variant == CausalVariant.UPPER_LEFT
    given = {'attn_mask': None, 'is_causal': True} if square else {'attn_mask': attn_mask._materialize(query.device), 'is_causal': False}
    return torch.nn.functional.scaled_dot_product_attention(query, key, value, dropout_p=dropout_p, scale=scale, enable_gqa=enable_gqa, **given)


def causal_upper_left(*size):
    """A mask whose triangle begins in the first column."""
    assert len(size) == 2, 'causal_upper_left only supports 2D tensors'
    return CausalBias(CausalVariant.UPPER_LEFT, *size)


def causal_lower_right(*size):
    """A mask whose triangle ends in the last column."""
    assert len(size) == 2, 'causal_lower_right only supports 2D tensors'
    return CausalBias(CausalVariant.LOWER_RIGHT, *size)
