"""The transformer: layers of attention and of two dense layers, stacks of them, and encoder with decoder. What PyTorch 2 takes besides, is_causal, says of a mask what it is: it changes no number."""
import copy

import torch
from torch.nn import functional as F
from torch.nn import init
from .activation import MultiheadAttention
from .container import ModuleList
from .dropout import Dropout
from .linear import Linear
from .module import Module
from .normalization import LayerNorm

__all__ = ['Transformer', 'TransformerEncoder', 'TransformerDecoder', 'TransformerEncoderLayer', 'TransformerDecoderLayer']


def _activation(activation):
    if activation == 'relu':
        return F.relu
    if activation == 'gelu':
        return F.gelu
    raise RuntimeError('activation should be relu/gelu, not {}'.format(activation))


def _copies(module, n):
    return ModuleList([copy.deepcopy(module) for _ in range(n)])


class _Layer(Module):
    """Parts that each add to what they get: attentions, and last two dense layers. A part has a norm, before it or behind it, and a dropout of its own."""

    def _build(self, attentions, width, heads, inner, dropout, activation, eps, batch_first, norm_first, bias, place):
        for name in attentions:
            setattr(self, name, MultiheadAttention(width, heads, dropout=dropout, bias=bias, batch_first=batch_first, **place))
        self.linear1 = Linear(width, inner, bias=bias, **place)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(inner, width, bias=bias, **place)
        self.norm_first = norm_first
        parts = range(1, len(attentions) + 2)
        for i in parts:
            setattr(self, f'norm{i}', LayerNorm(width, eps=eps, bias=bias, **place))
        for i in parts:
            setattr(self, f'dropout{i}', Dropout(dropout))
        self.activation = _activation(activation) if isinstance(activation, str) else activation

    def _add(self, x, norm, part, *args):
        """x and what the part makes of it, normed."""
        return x + part(norm(x), *args) if self.norm_first else norm(x + part(x, *args))

    def _attend(self, attention, x, memory, attn_mask, key_padding_mask):
        return attention(x, memory, memory, attn_mask=attn_mask, key_padding_mask=key_padding_mask, need_weights=False)[0]

    def _dense(self, x):
        return self.linear2(self.dropout(self.activation(self.linear1(x))))

    def _sa_block(self, x, attn_mask, key_padding_mask):
        return self.dropout1(self._attend(self.self_attn, x, x, attn_mask, key_padding_mask))


class TransformerEncoderLayer(_Layer):
    """Self-attention, then two dense layers."""

    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=F.relu, layer_norm_eps=1e-05, batch_first=False, norm_first=False,
                 bias=True, device=None, dtype=None):
        super().__init__()
        self._build(['self_attn'], d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias, dict(device=device, dtype=dtype))

    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        x = self._add(src, self.norm1, self._sa_block, src_mask, src_key_padding_mask)
        return self._add(x, self.norm2, self._ff_block)

    def _ff_block(self, x):
        return self.dropout2(self._dense(x))


class TransformerDecoderLayer(_Layer):
    """Self-attention, attention to the encoder's memory, then two dense layers."""

    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=F.relu, layer_norm_eps=1e-05, batch_first=False, norm_first=False,
                 bias=True, device=None, dtype=None):
        super().__init__()
        self._build(['self_attn', 'multihead_attn'], d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first,
                    bias, dict(device=device, dtype=dtype))

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None, memory_key_padding_mask=None,
                tgt_is_causal=False, memory_is_causal=False):
        x = self._add(tgt, self.norm1, self._sa_block, tgt_mask, tgt_key_padding_mask)
        x = self._add(x, self.norm2, self._mha_block, memory, memory_mask, memory_key_padding_mask)
        return self._add(x, self.norm3, self._ff_block)

    def _mha_block(self, x, memory, attn_mask, key_padding_mask):
        return self.dropout2(self._attend(self.multihead_attn, x, memory, attn_mask, key_padding_mask))

    def _ff_block(self, x):
        return self.dropout3(self._dense(x))


class TransformerEncoder(Module):
    """Copies of a layer, one after the other."""

    def __init__(self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True):
        super().__init__()
        self.layers = _copies(encoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm
        self.enable_nested_tensor, self.mask_check = enable_nested_tensor, mask_check

    def forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        for layer in self.layers:
            src = layer(src, src_mask=mask, src_key_padding_mask=src_key_padding_mask)
        return src if self.norm is None else self.norm(src)


def _stack(stack, layer, count, **settings):
    """count layers of these settings, and a norm behind them."""
    first = layer(**settings)
    norm = LayerNorm(settings['d_model'], eps=settings['layer_norm_eps'], bias=settings['bias'], device=settings['device'], dtype=settings['dtype'])
    return stack(first, count, norm)


class TransformerDecoder(Module):
    def __init__(self, decoder_layer, num_layers, norm=None):
        super().__init__()
        self.layers = _copies(decoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None, memory_key_padding_mask=None,
                tgt_is_causal=None, memory_is_causal=False):
        masks = dict(tgt_mask=tgt_mask, memory_mask=memory_mask, tgt_key_padding_mask=tgt_key_padding_mask, memory_key_padding_mask=memory_key_padding_mask)
        for layer in self.layers:
            tgt = layer(tgt, memory, **masks)
        return tgt if self.norm is None else self.norm(tgt)


class Transformer(Module):
    def __init__(self, d_model=512, nhead=8, num_encoder_layers=6, num_decoder_layers=6, dim_feedforward=2048, dropout=0.1, activation=F.relu,
                 custom_encoder=None, custom_decoder=None, layer_norm_eps=1e-05, batch_first=False, norm_first=False, bias=True, device=None,
                 dtype=None):
        super().__init__()
        self.d_model, self.nhead, self.batch_first = d_model, nhead, batch_first
        settings = dict(d_model=d_model, nhead=nhead, dim_feedforward=dim_feedforward, dropout=dropout, activation=activation, layer_norm_eps=layer_norm_eps,
                        batch_first=batch_first, norm_first=norm_first, bias=bias, device=device, dtype=dtype)
        self.encoder = _stack(TransformerEncoder, TransformerEncoderLayer, num_encoder_layers, **settings) if custom_encoder is None else custom_encoder
        self.decoder = _stack(TransformerDecoder, TransformerDecoderLayer, num_decoder_layers, **settings) if custom_decoder is None else custom_decoder
        self._reset_parameters()

    def forward(self, src, tgt, src_mask=None, tgt_mask=None, memory_mask=None, src_key_padding_mask=None, tgt_key_padding_mask=None,
                memory_key_padding_mask=None, src_is_causal=None, tgt_is_causal=None, memory_is_causal=False):
        batch = 0 if self.batch_first else 1
        if src.dim() == 3 and len({side.size(batch) for side in (src, tgt)}) == 2:
            raise RuntimeError('the batch number of src and tgt must be equal')
        if any(side.size(-1) != self.d_model for side in (src, tgt)):
            raise RuntimeError('the feature number of src and tgt must be equal to d_model')
        masks = dict(tgt_mask=tgt_mask, memory_mask=memory_mask, tgt_key_padding_mask=tgt_key_padding_mask, memory_key_padding_mask=memory_key_padding_mask)
        return self.decoder(tgt, self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask), **masks)

    @staticmethod
    def generate_square_subsequent_mask(sz, device='cpu', dtype=None):
        """Each step sees itself and what came before."""
        return torch.triu(torch.full((sz, sz), float('-inf'), device=device, dtype=dtype), diagonal=1)

    def _reset_parameters(self):
        for p in self.parameters():
            if p.dim() > 1:
                init.xavier_uniform_(p)
