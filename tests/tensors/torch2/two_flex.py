"""torch.nn.attention.bias and flex_attention: masks that are told by functions, their blocks, what they draw, and attention by them."""
import warnings

import torch
import torch.nn.functional as F
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:300])
from torch.nn.attention.bias import causal_lower_right, causal_upper_left, CausalBias, CausalVariant
a, b = causal_upper_left(2, 5), causal_lower_right(2, 5)
print(type(a), a, b, repr(b), a.variant, b.seq_len_q, a.seq_len_kv, isinstance(a, torch.Tensor), CausalVariant.LOWER_RIGHT, list(CausalVariant))
torch.manual_seed(0)
q, k, v = torch.randn(1, 2, 2, 4), torch.randn(1, 2, 5, 4), torch.randn(1, 2, 5, 4)
print(F.scaled_dot_product_attention(q, k, v, a))
print(F.scaled_dot_product_attention(q, k, v, attn_mask=b))
print(F.scaled_dot_product_attention(q, k, v, b, scale=.5))
t(lambda: F.scaled_dot_product_attention(q, k, v, b, is_causal=True))
t(lambda: a + 1)
print(causal_lower_right(3, 3))
from torch.nn.attention.flex_attention import flex_attention, create_block_mask, create_mask, and_masks, or_masks, noop_mask, BlockMask
q, k, v = torch.randn(1, 2, 128, 16), torch.randn(1, 2, 128, 16), torch.randn(1, 2, 128, 16)
def rel(score, b, h, q_idx, kv_idx): return score + (q_idx - kv_idx)
def causal(b, h, q_idx, kv_idx): return q_idx >= kv_idx
def window(b, h, q, kv): return q - kv <= 16
warnings.simplefilter('ignore')
print(flex_attention(q, k, v)[0, 0, :2])
print(flex_attention(q, k, v, score_mod=rel)[0, 0, :2])
m = create_block_mask(causal, None, None, 256, 256, device='cpu')
print(m)
print(m.shape, m.sparsity(), m.kv_num_blocks, m.kv_indices, m.BLOCK_SIZE, m.seq_lengths, m.numel(), m.to_dense())
m = create_block_mask(and_masks(causal, window), B=None, H=None, Q_LEN=128, KV_LEN=128, device='cpu')
print(repr(m)[:200])
print(flex_attention(q, k, v, block_mask=m)[0, 1, 60:62])
print(flex_attention(q, k, v, score_mod=rel, block_mask=m, scale=.1)[0, 1, 60:62])
print(create_mask(causal, 1, 1, 4, 4, device='cpu'))
print(create_mask(or_masks(causal, window), None, None, 2, 4, device='cpu').shape)
o, lse = flex_attention(q, k, v, return_lse=True); print(o.shape, lse.shape, lse[0, 0, :3])
k2 = torch.randn(1, 1, 128, 16)
t(lambda: flex_attention(q, k2, k2))
print(flex_attention(q, k2, k2, enable_gqa=True).shape)

t(lambda: flex_attention(q[0], k[0], v[0]))
m2 = create_block_mask(lambda b, h, q, kv: (q >= kv) & (b == 0), 2, 2, 300, 300, device='cpu', BLOCK_SIZE=64); print(m2.shape, m2.sparsity(), m2.kv_num_blocks.shape)
def causal(b, h, q_idx, kv_idx): return q_idx >= kv_idx
def window(b, h, q, kv): return (q - kv).abs() <= 100
m = create_block_mask(causal, None, None, 256, 256, device='cpu')
print(repr(m))
for f, Q, K in ((causal, 1024, 1024), (window, 2048, 2048), (causal, 300, 500), (lambda b, h, q, k: (q >= k) & (h > 0), 512, 512), (causal, 8192, 8192)):
    m = create_block_mask(f, 1, 2, Q, K, device='cpu'); print(m)
    if Q < 2000: print(m.kv_num_blocks.tolist(), m.full_kv_num_blocks.tolist(), m.kv_indices.tolist(), m.full_kv_indices.tolist(), m.q_num_blocks.tolist(), m.q_indices.tolist(), m.full_q_num_blocks.tolist(), m.full_q_indices.tolist())
print(m[0].shape, m.as_tuple()[0])
q, k, v = torch.randn(1, 2, 128, 16), torch.randn(1, 2, 128, 16), torch.randn(1, 2, 128, 16)
t(lambda: flex_attention(q[0], k[0], v[0]))
m2 = create_block_mask(lambda b, h, q, kv: (q >= kv) & (b == 0), 2, 2, 300, 300, device='cpu', BLOCK_SIZE=64); print(m2.shape, m2.sparsity(), m2.kv_num_blocks.shape)
t(lambda: flex_attention(q, k, v, block_mask=m2))
t(lambda: flex_attention(q, k, v[..., :8]).shape)
t(lambda: create_block_mask(causal, 1, 1, 128, 128))
t(lambda: and_masks(3))
x = q.clone().requires_grad_()
t(lambda: flex_attention(x, k, v))
bm = BlockMask.from_kv_blocks(torch.tensor([[[1]]], dtype=torch.int32), torch.tensor([[[[0]]]], dtype=torch.int32), mask_mod=causal)
print(bm.shape, bm)
