"""torch.nn.attention.flex_attention: attention whose scores and masks are functions of their places. Computed eagerly: with the whole matrix of scores."""
import math

import torch
from perch.only import only

__all__ = ['BlockMask', 'flex_attention', 'create_block_mask', 'create_mask', 'or_masks', 'and_masks', 'noop_mask']

_BLOCK = 128


def noop_mask(batch, head, token_q, token_kv):
    """Everything is seen."""
    return batch.new_ones(size=(), dtype=torch.bool, device=batch.device)


def _functions(given):
    if not all(callable(f) for f in given):
        raise RuntimeError('All inputs should be callable mask_mods: %s' % (given,))
    return given


def or_masks(*mask_mods):
    """What one of them sees."""
    _functions(mask_mods)

    def or_mask(b, h, q_idx, kv_idx):
        result = b.new_zeros((), dtype=torch.bool)
        for mask in mask_mods:
            result = result | mask(b, h, q_idx, kv_idx)
        return result
    return or_mask


def and_masks(*mask_mods):
    """What all of them see."""
    _functions(mask_mods)

    def and_mask(b, h, q_idx, kv_idx):
        result = b.new_ones((), dtype=torch.bool)
        for mask in mask_mods:
            result = result & mask(b, h, q_idx, kv_idx)
        return result
    return and_mask


def _places(B, H, Q_LEN, KV_LEN, device):
    """Batch, head, query and key of every score, each along an axis of its own."""
    return [torch.arange(n, device=device).reshape([-1 if axis == at else 1 for axis in range(4)]) for at, n in enumerate((B, H, Q_LEN, KV_LEN))]


def create_mask(mod_fn, B, H, Q_LEN, KV_LEN, device=None):
    """The whole mask of a mask_mod, or what a score_mod adds to nothing."""
    B, H = B or 1, H or 1
    places = _places(B, H, Q_LEN, KV_LEN, device)
    made = mod_fn(*places) if mod_fn.__code__.co_argcount == 4 else mod_fn(torch.zeros(B, H, Q_LEN, KV_LEN, device=device), *places)
    made = torch.as_tensor(made, device=device).expand(B, H, Q_LEN, KV_LEN)
    return made if mod_fn.__code__.co_argcount == 4 else torch.where(torch.isneginf(made), False, True)


def _round_up(n, block):
    return (n + block - 1) // block * block


def _blocks(mask, Q, KV):
    """Per block: is something in it seen, is everything?"""
    B, H, q, kv = mask.shape
    mask = torch.nn.functional.pad(mask, (0, _round_up(kv, KV) - kv, 0, _round_up(q, Q) - q))
    counts = mask.reshape(B, H, mask.shape[2] // Q, Q, mask.shape[3] // KV, KV).sum((3, 5))
    full = counts == Q * KV
    return (counts > 0) & ~full, full


def _ordered(dense):
    """How many blocks of a row there are, and the row's blocks, those first."""
    return dense.sum(-1).to(torch.int32), torch.argsort(dense.to(torch.int32), dim=-1, descending=True, stable=True).to(torch.int32).contiguous()


def _dense(counts, indices, columns):
    made = torch.zeros(*indices.shape[:-1], columns, dtype=torch.int32, device=indices.device)
    here = (torch.arange(indices.shape[-1], device=indices.device) < counts.unsqueeze(-1)).to(torch.int32)
    return made.scatter_add(-1, indices.long(), here)


class BlockMask:
    """Which blocks of the scores are looked at: per row of blocks how many, and which; those that are seen whole apart."""

    def __init__(self, seq_lengths, kv_num_blocks, kv_indices, full_kv_num_blocks, full_kv_indices, q_num_blocks, q_indices, full_q_num_blocks, full_q_indices, BLOCK_SIZE, mask_mod):
        if kv_indices.dim() < 2:
            raise RuntimeError('BlockMask must have at least 2 dimensions')
        self.seq_lengths, self.BLOCK_SIZE, self.mask_mod = seq_lengths, BLOCK_SIZE, mask_mod
        self.kv_num_blocks, self.kv_indices, self.full_kv_num_blocks, self.full_kv_indices = kv_num_blocks, kv_indices, full_kv_num_blocks, full_kv_indices
        self.q_num_blocks, self.q_indices, self.full_q_num_blocks, self.full_q_indices = q_num_blocks, q_indices, full_q_num_blocks, full_q_indices

    @classmethod
    def from_kv_blocks(cls, kv_num_blocks, kv_indices, full_kv_num_blocks=None, full_kv_indices=None, BLOCK_SIZE=_BLOCK, mask_mod=None, seq_lengths=None, compute_q_blocks=True):
        """A mask from the keys' blocks of each row."""
        if kv_indices.dim() < 2:
            raise RuntimeError('BlockMask must have at least 2 dimensions')
        if (full_kv_num_blocks is None) != (full_kv_indices is None):
            raise AssertionError('full_kv_num_blocks and full_kv_indices must be both provided or omitted')
        sizes = (BLOCK_SIZE, BLOCK_SIZE) if isinstance(BLOCK_SIZE, int) else tuple(BLOCK_SIZE)
        rows, columns = kv_indices.shape[-2:]
        turned = _ordered(_dense(kv_num_blocks, kv_indices, columns).transpose(-2, -1)) if compute_q_blocks else (None, None)
        full = _ordered(_dense(full_kv_num_blocks, full_kv_indices, columns).transpose(-2, -1)) if compute_q_blocks and full_kv_indices is not None else (None, None)
        return cls(seq_lengths or (rows * sizes[0], columns * sizes[1]), kv_num_blocks, kv_indices, full_kv_num_blocks, full_kv_indices, *turned, *full, sizes, mask_mod or noop_mask)

    def as_tuple(self, flatten=True):
        sizes = self.BLOCK_SIZE if flatten else (self.BLOCK_SIZE,)
        lengths = self.seq_lengths if flatten else (self.seq_lengths,)
        return (*lengths, self.kv_num_blocks, self.kv_indices, self.full_kv_num_blocks, self.full_kv_indices, self.q_num_blocks, self.q_indices, self.full_q_num_blocks, self.full_q_indices,
                *sizes, self.mask_mod)

    def __getitem__(self, index):
        """The blocks of some batches, or of some heads; a number leaves an axis of one."""
        index = tuple(slice(i, i + 1 or None) if isinstance(i, int) else i for i in (index if isinstance(index, tuple) else (index,)))
        parts = [v[index] if isinstance(v, torch.Tensor) else v for v in self.as_tuple(flatten=False)]
        return BlockMask(*parts)

    @property
    def shape(self):
        return (*self.kv_indices.shape[:-2], *self.seq_lengths)

    def numel(self):
        """How many scores there are."""
        return math.prod(self.shape)

    def to_dense(self):
        """1 for each block that is looked at."""
        made = _dense(self.kv_num_blocks, self.kv_indices, self.kv_indices.shape[-1])
        return made if self.full_kv_indices is None else made | _dense(self.full_kv_num_blocks, self.full_kv_indices, self.full_kv_indices.shape[-1])

    def sparsity(self):
        """Of how many per cent of the blocks nothing is computed."""
        dense = self.to_dense()
        return 100 * (1 - dense.sum().item() / dense.numel())

    def to(self, device):
        """The same elsewhere."""
        moved = [v.to(device) if isinstance(v, torch.Tensor) else v for v in self.as_tuple(flatten=False)]
        return BlockMask(*moved)

    def _adjust(self, new_q_len, new_kv_len):
        return create_block_mask(self.mask_mod, *self.shape[:2], new_q_len, new_kv_len, self.kv_indices.device, self.BLOCK_SIZE)

    def _drawing(self, dense, most):
        """A row of blocks a line: what is whole, what is in part, what is not looked at."""
        rows, columns = dense.shape
        tall, wide = -(-rows // most), -(-columns // most)
        lines = []
        for top in range(0, rows, tall):
            parts = [dense[top:top + tall, left:left + wide].float().mean().item() for left in range(0, columns, wide)]
            lines.append(''.join('██' if part == 1 else '░░' if part else '  ' for part in parts))
        return '\n'.join(lines)

    def to_string(self, grid_size=20, limit=4):
        dense = self.to_dense()
        heads, shown = dense.reshape(-1, *dense.shape[-2:]), []
        for at, each in enumerate(heads[:limit]):
            place = []
            for n in reversed(dense.shape[:-2]):
                place.insert(0, at % n)
                at //= n
            shown.append('%s\n%s' % (tuple(place), self._drawing(each, grid_size)))
        return '\n\n'.join(shown).rstrip() + ('\n...' if len(heads) > limit else '')

    def __str__(self):
        return 'BlockMask(shape=%s, sparsity=%.2f%%, \n%s\n)' % (self.shape, self.sparsity(), self.to_string())

    def __repr__(self):
        names = 'kv_num_blocks kv_indices full_kv_num_blocks full_kv_indices q_num_blocks q_indices full_q_num_blocks full_q_indices'.split()
        lines = ['%s=%s' % (name, 'None' if getattr(self, name) is None else getattr(self, name).shape) for name in names]
        lines += ['BLOCK_SIZE=%s' % (self.BLOCK_SIZE,), 'shape=%s' % (self.shape,), 'sparsity=%.2f%%' % self.sparsity(), 'mask_mod=%s' % getattr(self.mask_mod, '__name__', self.mask_mod)]
        return 'BlockMask(\n    %s\n)' % ',\n    '.join(lines)


def create_block_mask(mask_mod, B, H, Q_LEN, KV_LEN, device='cuda', BLOCK_SIZE=_BLOCK, _compile=False):
    """The blocks that a mask_mod leaves."""
    sizes = (BLOCK_SIZE, BLOCK_SIZE) if isinstance(BLOCK_SIZE, int) else tuple(BLOCK_SIZE)
    mask = create_mask(mask_mod, B, H, Q_LEN, KV_LEN, device)
    partial, full = _blocks(mask, *sizes)
    kinds = _ordered(partial), _ordered(full), _ordered(partial.transpose(-2, -1)), _ordered(full.transpose(-2, -1))
    return BlockMask((Q_LEN, KV_LEN), *[part for kind in kinds for part in kind], sizes, mask_mod)


def _check_lengths(block_mask, q_len, kv_len):
    if block_mask.seq_lengths[0] < q_len or block_mask.seq_lengths[1] < kv_len:
        raise RuntimeError("block_mask was created for a smaller length than you're using it for, you likely need to create a new block mask.")
    if block_mask.seq_lengths[0] > q_len or block_mask.seq_lengths[1] > kv_len:
        raise RuntimeError("block_mask was created for a larger length than you're using it for, you can either 1. create a new block mask with the correct length, or 2. 'adjust' the existing block "
                           "mask to the correct length by calling block_mask._adjust(q_len, kv_len). This essentially 'crops' the block mask to the upper left corner, which does not work for all "
                           'mask_mods!')


def _check(query, key, value, enable_gqa):
    if not query.dim() == key.dim() == value.dim() == 4:
        raise NotImplementedError('NYI: query, key, and value must be 4D tensors')
    if not query.dtype == key.dtype == value.dtype:
        raise ValueError('Expected query, key, and value to have the same dtype, but got query.dtype: %s, key.dtype: %s, and value.dtype: %s instead.' % (query.dtype, key.dtype, value.dtype))
    if query.is_cpu and torch.is_grad_enabled() and any(t.requires_grad for t in (query, key, value)):
        raise NotImplementedError('FlexAttention does not support backward on CPU. Please set the input requires_grad to False or use another device.')
    if not enable_gqa and query.shape[1] != key.shape[1]:
        raise ValueError('Expect query and key/value to have the same number of heads but got Hq=%d and Hkv=%d. Try setting enable_gqa=True for GQA.' % (query.shape[1], key.shape[1]))


def flex_attention(query, key, value, score_mod=None, block_mask=None, scale=None, enable_gqa=False, return_lse=False, kernel_options=None, *, return_aux=None):
    """softmax(score_mod(query @ key.T * scale)) @ value, where block_mask sees."""
    only('flex_attention', return_aux=(return_aux, None))
    _check(query, key, value, enable_gqa)
    B, H, Q_LEN = query.shape[:3]
    if enable_gqa and key.shape[1] != H:
        key, value = (t.repeat_interleave(H // t.shape[1], 1) for t in (key, value))
    scores = (query @ key.transpose(-2, -1) * (query.shape[-1] ** -0.5 if scale is None else scale)).float()
    places = _places(B, H, Q_LEN, key.shape[-2], query.device)
    if score_mod is not None:
        scores = score_mod(scores, *places)
    if block_mask is not None:
        _check_lengths(block_mask, Q_LEN, key.shape[-2])
        seen = torch.as_tensor(block_mask.mask_mod(*places), device=query.device).expand(scores.shape)
        scores = scores.masked_fill(~seen, -math.inf)
    total = scores.logsumexp(-1)
    weights = torch.softmax(scores, -1)
    if block_mask is not None:
        weights = weights.masked_fill(torch.isneginf(total).unsqueeze(-1), 0)
    made = weights.to(query.dtype) @ value
    return (made, total) if return_lse else made
