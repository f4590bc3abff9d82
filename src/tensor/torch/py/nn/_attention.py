"""Attention of several heads, as a function of its weights; nn.MultiheadAttention is a module around it."""
import _torch
from _torch import linear
from .._functions.facts import type_name
from ._dropout import dropout


def _projected(query, key, value, packed, bias, apart):
    """The three projections; their weights are stacked in packed or stand apart."""
    weights = packed.chunk(3) if apart is None else apart
    biases = (None, None, None) if bias is None else bias.chunk(3)
    return [linear(x, w, b) for x, w, b in zip((query, key, value), weights, biases)]


def _hide(scores, attn_mask, padding, batch, num_heads):
    """Adds the masks to the scores (batch * heads, steps, sources); what the two have not of the appended sources is seen."""
    def wide(mask):
        more = scores.shape[-1] - mask.shape[-1]
        return mask if not more else _torch.cat([mask, _torch.zeros(list(mask.shape[:-1]) + [more], dtype=mask.dtype, device=mask.device)], -1)
    masks = [] if attn_mask is None else [wide(attn_mask.bool() if type_name(attn_mask) == 'Byte' else attn_mask)]
    if padding is not None:
        masks.append(wide(padding).view(batch, 1, 1, -1).expand(-1, num_heads, -1, -1).reshape(batch * num_heads, 1, -1))
    for mask in masks:
        scores = scores.masked_fill(mask, float('-inf')) if type_name(mask) == 'Bool' else scores + mask
    return scores


def multi_head_attention_forward(query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v, add_zero_attn, dropout_p,
                                 out_proj_weight, out_proj_bias, training=True, key_padding_mask=None, need_weights=True, attn_mask=None,
                                 use_separate_proj_weight=False, q_proj_weight=None, k_proj_weight=None, v_proj_weight=None, static_k=None, static_v=None,
                                 average_attn_weights=True):
    """(steps, batch, embed_dim), or without the batch; bias_k and bias_v, then a row of zeros, are appended to the sources."""
    batched = query.dim() == 3
    if not batched:
        query, key, value = query.unsqueeze(1), key.unsqueeze(1), value.unsqueeze(1)
        key_padding_mask = None if key_padding_mask is None else key_padding_mask.unsqueeze(0)
    steps, batch, wide = query.shape
    size = wide // num_heads
    assert wide == embed_dim_to_check, f'was expecting embedding dimension of {embed_dim_to_check}, but got {wide}'
    assert size * num_heads == wide, f'embed_dim {wide} not divisible by num_heads {num_heads}'
    apart = None
    if use_separate_proj_weight:
        assert key.shape[:2] == value.shape[:2], f"key's sequence and batch dims {key.shape[:2]} do not match value's {value.shape[:2]}"
        apart = (q_proj_weight, k_proj_weight, v_proj_weight)
        for name, weight in zip('qkv', apart):
            assert weight is not None, f'use_separate_proj_weight is True but {name}_proj_weight is None'
    else:
        assert key.shape == value.shape, f'key shape {key.shape} does not match value shape {value.shape}'
        assert in_proj_weight is not None, 'use_separate_proj_weight is False but in_proj_weight is None'
    if key_padding_mask is not None and tuple(key_padding_mask.shape) != (batch, key.shape[0]):
        raise AssertionError(f'expecting key_padding_mask shape of {(batch, key.shape[0])}, but got {key_padding_mask.shape}')
    q, k, v = _projected(query, key, value, in_proj_weight, in_proj_bias, apart)
    if bias_k is not None and bias_v is not None:
        assert static_k is None, 'bias cannot be added to static key.'
        assert static_v is None, 'bias cannot be added to static value.'
        k, v = _torch.cat([k, bias_k.repeat(1, batch, 1)]), _torch.cat([v, bias_v.repeat(1, batch, 1)])
    else:
        assert bias_k is None
        assert bias_v is None
    heads = batch * num_heads
    q, k, v = (x.reshape(x.shape[0], heads, size).transpose(0, 1) for x in (q, k, v))
    given = []
    for name, static, own in (('k', static_k, k), ('v', static_v, v)):
        if static is not None:
            assert static.size(0) == heads, f'expecting static_{name}.size(0) of {heads}, but got {static.size(0)}'
            assert static.size(2) == size, f'expecting static_{name}.size(2) of {size}, but got {static.size(2)}'
        given.append(own if static is None else static)
    if add_zero_attn:
        given = [_torch.cat([x, _torch.zeros((heads, 1, size), dtype=x.dtype, device=x.device)], 1) for x in given]
    k, v = given
    scores = _hide(_torch.bmm(q / size ** 0.5, k.transpose(1, 2)), attn_mask, key_padding_mask, batch, num_heads)
    attention = dropout(scores.softmax(-1), dropout_p, True) if training and dropout_p > 0.0 else scores.softmax(-1)
    out = linear(_torch.bmm(attention, v).transpose(0, 1).reshape(steps, batch, wide), out_proj_weight, out_proj_bias)
    out = out if batched else out.squeeze(1)
    if not need_weights:
        return out, None
    attention = attention.view(batch, num_heads, steps, -1)
    if average_attn_weights:
        attention = attention.sum(1) / num_heads
    return out, attention if batched else attention.squeeze(0)
