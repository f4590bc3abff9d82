"""Attention of several heads, as a function of its weights; nn.MultiheadAttention is a module around it."""
import warnings
import _tensor
import _torch
from _torch import _two, linear
from .._functions.facts import type_name
from .._torch_args import drawn, same_places
from ._dropout import dropout


def _projected(query, key, value, packed, bias, apart):
    """The three projections; their weights are stacked in packed or stand apart."""
    weights = packed.chunk(3) if apart is None else apart
    biases = (None, None, None) if bias is None else bias.chunk(3)
    return [linear(x, w, b) for x, w, b in zip((query, key, value), weights, biases)]


WANTS_BOOLS = (1, 0, 0, 0, 0, 0) # of P0302's numbers: the repair is .bool()


def is_batched(query, key, value, padding, attn_mask, num_heads):
    """Whether the query comes with a batch; all else must have as many axes as it asks for."""
    rank = query.dim()
    if rank not in (2, 3):
        raise AssertionError(f'query should be unbatched 2D or batched 3D tensor but received {rank}-D query tensor')
    head = 'For %s `query`, expected' % {2: 'unbatched (2-D)', 3: 'batched (3-D)'}[rank]
    if not key.dim() == value.dim() == rank:
        raise AssertionError(f'{head} `key` and `value` to be {rank}-D but found {key.dim()}-D and {value.dim()}-D tensors respectively')
    if padding is not None and padding.dim() != rank - 1:
        raise AssertionError(f'{head} `key_padding_mask` to be `None` or {rank - 1}-D but found {padding.dim()}-D tensor instead')
    if attn_mask is not None and attn_mask.dim() not in (2, 3):
        raise AssertionError(f'{head} `attn_mask` to be `None`, 2-D or 3-D but found {attn_mask.dim()}-D tensor instead')
    wanted = (num_heads, query.shape[0], key.shape[0])
    if rank == 2 and attn_mask is not None and attn_mask.dim() == 3 and tuple(attn_mask.shape) != wanted:
        raise drawn(AssertionError(f'Expected `attn_mask` shape to be {wanted} but got {attn_mask.shape}'), 'P0202', query, attn_mask)
    return rank == 3


def check_padding(padding):
    """A mask of integers would be added like numbers."""
    if padding is not None and not padding.is_floating_point() and type_name(padding) != 'Bool':
        raise drawn(AssertionError('only bool and floating types of key_padding_mask are supported'), 'P0302', padding, numbers=WANTS_BOOLS)


def _mask_of_bools(attn_mask, query, heads, sources):
    """The mask as it is used: bytes as bools, in exactly the size of the scores."""
    if type_name(attn_mask) == 'Byte':
        warnings.warn('Byte tensor for attn_mask in nn.MultiheadAttention is deprecated. Use bool tensor instead.', stacklevel=3)
        attn_mask = attn_mask.bool()
    if not attn_mask.is_floating_point() and type_name(attn_mask) != 'Bool':
        raise drawn(AssertionError(f'Only float, byte, and bool types are supported for attn_mask, not {attn_mask.dtype}'), 'P0302', attn_mask, numbers=WANTS_BOOLS)
    steps = query.shape[0]
    wanted = (steps, sources) if attn_mask.dim() == 2 else (heads, steps, sources)
    if tuple(attn_mask.shape) != wanted:
        raise drawn(RuntimeError(f'The shape of the {attn_mask.dim()}D attn_mask is {attn_mask.shape}, but should be {wanted}.'), 'P0202', query, attn_mask)
    return attn_mask


def _masks(attn_mask, padding, batch, num_heads, sources):
    """What is added to scores (batch * heads, steps, sources), or hides them; what the two have not of the appended sources is seen."""
    def wide(mask):
        more = sources - mask.shape[-1]
        return mask if not more else _torch.cat([mask, _torch.zeros(list(mask.shape[:-1]) + [more], dtype=mask.dtype, device=mask.device)], -1)
    masks = [] if attn_mask is None else [wide(attn_mask)]
    if padding is not None and attn_mask is not None and type_name(attn_mask) == 'Bool':
        padding = padding.bool()
    if padding is not None and (attn_mask is None or type_name(padding) == 'Bool'):     # (of two masks of numbers PyTorch 1.13 leaves the padding out)
        masks.append(wide(padding).view(batch, 1, 1, -1).expand(-1, num_heads, -1, -1).reshape(batch * num_heads, 1, -1))
    return masks


def _one_mask(masks, dtype):
    """As one that says what is seen, or is added; of a kind each, numbers."""
    bools = [mask for mask in masks if type_name(mask) == 'Bool']
    if len(bools) == len(masks):
        return None if not masks else (masks[0] if len(masks) == 1 else masks[0] | masks[1]).logical_not()
    whole = masks[0].to(dtype)
    for mask in masks[1:]:
        whole = whole.masked_fill(mask, float('-inf'))
    return whole


def _hide(scores, masks):
    for mask in masks:
        scores = scores.masked_fill(mask, float('-inf')) if type_name(mask) == 'Bool' else scores + mask.to(scores.dtype)
    return scores


_op, _TORCH = _tensor.op, 1


def at_once(query, key, value, mask, p, causal, scale):
    """The core's one operation for softmax(query key' scale) value, which a GPU has: no scores in its memory; mask: bools say what is seen, numbers are added. None where it does not fit:
    then it is composed, and says what is wrong. (A gradient of the mask and what was dropped do not go together.)"""
    both = (query, key, value) if mask is None else (query, key, value, mask)
    if not all(isinstance(each, _tensor.Tensor) and each.is_cuda and each.device == query.device for each in both):
        return None
    n = query.ndim
    same = query.is_floating_point() and query.dtype == key.dtype == value.dtype and key.ndim == value.ndim == n > 1
    if not same or not query.shape[:-2] == key.shape[:-2] == value.shape[:-2] or query.shape[-1] != key.shape[-1] or key.shape[-2] != value.shape[-2] or not 0 <= p < 1:
        return None
    if mask is not None:
        scores = query.shape[:-1] + key.shape[-2:-1]
        if mask.ndim > n or any(a not in (1, b) for a, b in zip(reversed(mask.shape), reversed(scores))) or (mask.requires_grad and p > 0):
            return None
        if type_name(mask) != 'Bool' and mask.dtype != query.dtype:
            return None
    return _op('attention', _TORCH, (query, key, value, mask), scale=scale, causal=causal, p=p)[0]


def multi_head_attention_forward(query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v, add_zero_attn, dropout_p,
                                 out_proj_weight, out_proj_bias, training=True, key_padding_mask=None, need_weights=True, attn_mask=None,
                                 use_separate_proj_weight=False, q_proj_weight=None, k_proj_weight=None, v_proj_weight=None, static_k=None, static_v=None,
                                 average_attn_weights=True, is_causal=False):
    """(steps, batch, embed_dim), or without the batch; bias_k and bias_v, then a row of zeros, are appended to the sources."""
    batched = is_batched(query, key, value, key_padding_mask, attn_mask, num_heads)
    check_padding(key_padding_mask)
    if is_causal and attn_mask is None:         # (a hint: what the mask says is done in any case)
        raise RuntimeError('Need attn_mask if specifying the is_causal hint. You may use the Transformer module method `generate_square_subsequent_mask` to create this mask.')
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
    q, k, v = _projected(query, key, value, in_proj_weight, in_proj_bias, apart)
    heads, sources = batch * num_heads, key.shape[0]
    attn_mask = attn_mask if attn_mask is None else _mask_of_bools(attn_mask, query, heads, sources)
    if bias_k is not None and bias_v is not None:
        assert static_k is None, 'bias cannot be added to static key.'
        assert static_v is None, 'bias cannot be added to static value.'
        k, v = _torch.cat([k, bias_k.repeat(1, batch, 1)]), _torch.cat([v, bias_v.repeat(1, batch, 1)])
    else:
        assert bias_k is None
        assert bias_v is None
    q, k, v = (x.reshape(x.shape[0], heads, size).transpose(0, 1) for x in (q, k, v))
    given = []
    for name, static, own in (('k', static_k, k), ('v', static_v, v)):
        if static is not None:
            assert static.size(0) == heads, f'expecting static_{name}.size(0) of {heads}, but got {static.size(0)}'
            assert static.size(2) == size, f'expecting static_{name}.size(2) of {size}, but got {static.size(2)}'
        given.append(own if static is None else static)
    if key_padding_mask is not None and tuple(key_padding_mask.shape) != (batch, sources):
        raise drawn(AssertionError(f'expecting key_padding_mask shape of {(batch, sources)}, but got {key_padding_mask.shape}'), 'P0202', key, key_padding_mask)
    if add_zero_attn:
        given = [_torch.cat([x, _torch.zeros((heads, 1, size), dtype=x.dtype, device=x.device)], 1) for x in given]
    k, v = given
    masks, p = _masks(attn_mask, key_padding_mask, batch, num_heads, k.shape[1]), dropout_p if training else 0.0
    if masks and (need_weights or not _two('CHECKS_NAMED')):
        same_places('wrapper_baddbmm', self=masks[0], batch1=q)
    made = None if need_weights or not q.is_cuda else at_once(q, k, v, _one_mask(masks, q.dtype), p, False, 1 / size ** 0.5)
    if made is None:
        scores = _hide(_torch.bmm(q / size ** 0.5, k.transpose(1, 2)), masks)
        attention = dropout(scores.softmax(-1), p, True) if p > 0.0 else scores.softmax(-1)
        made = _torch.bmm(attention, v)
    out = linear(made.transpose(0, 1).reshape(steps, batch, wide), out_proj_weight, out_proj_bias)
    out = out if batched else out.squeeze(1)
    if not need_weights:
        return out, None
    attention = attention.view(batch, num_heads, steps, -1)
    if average_attn_weights:
        attention = attention.mean(1) if _two('LAYER_VIEWED') else attention.sum(1) / num_heads
    return out, attention if batched else attention.squeeze(0)
