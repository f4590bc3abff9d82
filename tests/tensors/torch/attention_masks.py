# What attention's masks may be: ranks, sizes, dtypes, two at once; what is not taken is refused in PyTorch's order.
import warnings
import torch
from torch import nn
warnings.simplefilter('ignore')
torch.manual_seed(0)
q = torch.randn(2, 5, 16)
def t(name, f):
    try:
        r = f(); r = r[0] if isinstance(r, tuple) else r
        print(name, tuple(r.shape), round(r.double().abs().sum().item(), 3) if r.isfinite().all() else 'not finite')
    except Exception as e: print(name, type(e).__name__, e)
attn = nn.MultiheadAttention(16, 4, batch_first=True)
B = torch.bool
def masks(mod, kw, call):
    for name, m in (('4,5', torch.ones(4, 5, dtype=B)), ('3,4,5', torch.ones(3, 4, 5, dtype=B)), ('8,5,5', torch.zeros(8, 5, 5, dtype=B)), ('1,5,5', torch.zeros(1, 5, 5, dtype=B)), ('5', torch.ones(5, dtype=B)), ('1,5', torch.zeros(1, 5, dtype=B)), ('1,1', torch.zeros(1, 1)), ('scalar', torch.tensor(False)), ('4d', torch.zeros(2, 4, 5, 5)),
                    ('int64', torch.zeros(5, 5, dtype=torch.int64)), ('int32', torch.zeros(5, 5, dtype=torch.int32)), ('uint8', torch.eye(5).byte()), ('float64', torch.zeros(5, 5).double()), ('half', torch.zeros(5, 5).half()), ('float', torch.zeros(5, 5)), ('bool', torch.eye(5).bool())):
        t(f'{kw} {name}', lambda: call(mod, **{kw: m}))
def pads(mod, kw, call):
    for name, m in (('2,4', torch.zeros(2, 4, dtype=B)), ('5,2', torch.zeros(5, 2, dtype=B)), ('5', torch.zeros(5, dtype=B)), ('1,5', torch.zeros(1, 5, dtype=B)), ('2,5', torch.eye(5)[:2].bool()), ('float', torch.zeros(2, 5)), ('float -inf', torch.tensor([[0., 0, 0, 0, float('-inf')]] * 2)), ('uint8', torch.eye(5)[:2].byte()), ('int64', torch.zeros(2, 5).long()), ('2,1,5', torch.zeros(2, 1, 5, dtype=B))):
        t(f'{kw} {name}', lambda: call(mod, **{kw: m}))
masks(attn, 'attn_mask', lambda m, **k: m(q, q, q, **k))
pads(attn, 'key_padding_mask', lambda m, **k: m(q, q, q, **k))
one = q[0]
t('unbatched 1', lambda: attn(one, one, one, attn_mask=torch.zeros(5, 5, dtype=B)))
t('unbatched 2', lambda: attn(one, one, one, attn_mask=torch.zeros(4, 5, 5, dtype=B)))
t('unbatched 3', lambda: attn(one, one, one, attn_mask=torch.zeros(3, 5, 5, dtype=B)))
t('unbatched 4', lambda: attn(one, one, one, key_padding_mask=torch.zeros(5, dtype=B)))
t('unbatched 5', lambda: attn(one, one, one, key_padding_mask=torch.zeros(1, 5, dtype=B)))
t('unbatched 6', lambda: attn(one, q, q))
t('4d', lambda: attn(q[None], q[None], q[None]))
t('keys', lambda: attn(q, q[:, :4], q))
t('batch', lambda: attn(q, q[:1], q[:1]))
t('embed', lambda: attn(q[..., :15], q, q))
t('kdim', lambda: attn(q, q[..., :15], q[..., :15]))
layer = nn.TransformerEncoderLayer(16, 4, batch_first=True, dropout=0.0)
masks(layer, 'src_mask', lambda m, **k: m(q, **k))
pads(layer, 'src_key_padding_mask', lambda m, **k: m(q, **k))
for an, a in (('bool', torch.eye(5).bool()), ('float', torch.eye(5) * -2), ('uint8', torch.eye(5).byte()), ('float64', torch.eye(5).double() * -2), ('half', torch.eye(5).half() * -2)):
    for kn, k in (('bool', torch.eye(5)[2:4].bool()), ('float', torch.eye(5)[2:4]), ('-inf', torch.zeros(2, 5).masked_fill(torch.eye(5)[2:4].bool(), float('-inf'))), ('float64', torch.eye(5)[2:4].double())):
        t(f'both {an} {kn}', lambda: attn(q, q, q, attn_mask=a, key_padding_mask=k))
t('order 1', lambda: attn(q, q, q, key_padding_mask=torch.zeros(5).long()))
t('order 2', lambda: attn(q, q, q, key_padding_mask=torch.zeros(2, 5).long(), attn_mask=torch.zeros(4, 5)))
t('order 3', lambda: attn(q, q, q, key_padding_mask=torch.zeros(2, 4).bool(), attn_mask=torch.zeros(4, 5)))
t('order 4', lambda: attn(q[..., :15], q, q, key_padding_mask=torch.zeros(2, 4).bool(), attn_mask=torch.zeros(4, 5)))
t('order 5', lambda: attn(q, q, q, attn_mask=torch.zeros(4, 5).long()))
t('order 6', lambda: attn(q, q[:, :4], q, attn_mask=torch.zeros(4, 5).long()))
t('order 7', lambda: attn(q[None], q, q, key_padding_mask=torch.zeros(2, 5).long()))
t('order 8', lambda: attn(q, q, one))
t('order 9', lambda: attn(q, q, q, attn_mask=torch.zeros(5, dtype=torch.long)))
t('order 10', lambda: attn(one, one, one, attn_mask=torch.zeros(5, dtype=torch.long)))
ap = nn.MultiheadAttention(16, 4, kdim=8, vdim=8, add_bias_kv=True, add_zero_attn=True, batch_first=True)
t('apart', lambda: ap(q, q[..., :8], q[..., :8], attn_mask=torch.eye(5).bool(), key_padding_mask=torch.eye(5)[:2].bool()))
t('apart 2', lambda: ap(q, q[..., :8], q[..., :8], attn_mask=torch.zeros(5, 7)))
t('apart 3', lambda: ap(q, q[:, :3, :8], q[:, :3, :8], attn_mask=torch.zeros(5, 3)))
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter('always')
    attn(q, q, q, attn_mask=torch.eye(5).byte())
    print([str(w.message) for w in told])
