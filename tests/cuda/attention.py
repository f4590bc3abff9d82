"""Attention on the emulated card: one launch, no scores in the card's memory, gradients beside the composed way, dropout's own numbers, the same bits in each run."""
import re

# Beside the same thing composed of products and a softmax: all dtypes, masks, sizes (none, one, more than a tile, heads beyond 256), operands as they lie.
ATTENTION = r'''
import torch, math, torch.nn.functional as F
torch.backends.cudnn.allow_tf32 = False
def composed(q, k, v, mask=None, causal=False, scale=None, noise=None):
    scores = q @ k.transpose(-2, -1) * (1 / math.sqrt(q.shape[-1]) if scale is None else scale)
    if causal: mask = torch.ones(scores.shape[-2:], dtype=torch.bool, device=q.device).tril()
    if mask is not None: scores = scores.masked_fill(~mask, -math.inf) if mask.dtype == torch.bool else scores + mask
    p = scores.softmax(-1)
    return (p if noise is None else p * noise) @ v
g = lambda *s: (torch.arange(float(math.prod(s))) * .37 + len(s)).sin().reshape(s)
near = lambda a, b, tol: a.shape == b.shape and bool(((a.double() - b.double()).abs() <= tol * (1 + (b.double().abs().max() if b.numel() else 0))).all())
def play(f, dev, dtype, shape, wide, sources, mask, turned=False, **more):
    *batch, n, d = shape
    q, k, v = (g(*s).to(dtype) for s in ((*batch, n, d), (*batch, sources, d), (*batch, sources, wide)))
    q, k, v = ((t.transpose(-1, -2).contiguous().to(dev).requires_grad_() if turned else t.to(dev).requires_grad_()) for t in (q, k, v))
    a, b, c = (t.transpose(-1, -2) if turned else t for t in (q, k, v))
    m = None if mask is None else mask if mask.dtype == torch.bool else mask.to(dtype)
    y = f(a, b, c, None if m is None else m.to(dev), **more)
    y.backward(g(*y.shape).to(dtype).to(dev) + .5)
    return [t.detach().cpu() for t in (y, q.grad, k.grad, v.grad)]
sdp = lambda q, k, v, mask, causal=False, scale=None: F.scaled_dot_product_attention(q, k, v, mask, 0.0, causal, scale=scale)
hide = lambda *s: g(*s) > -.6
cases = [((3, 5, 4), 4, 5, None, {}), ((2, 3, 7, 8), 8, 7, None, dict(causal=True)), ((70, 16), 16, 70, None, dict(causal=True)), ((130, 3), 5, 65, None, {}), ((2, 66, 33), 20, 129, hide(66, 129), {}),
         ((2, 2, 9, 6), 6, 11, hide(2, 1, 9, 11), {}), ((4, 9, 6), 6, 11, g(4, 1, 11), {}), ((2, 5, 130), 100, 6, g(5, 6), dict(scale=.3)), ((1, 3, 256), 256, 4, None, {}), ((1, 2, 300), 270, 3, None, {}),
         ((2, 3, 4), 4, 0, None, {}), ((2, 0, 4), 4, 3, None, {}), ((0, 3, 4), 4, 3, None, {}), ((2, 3, 0), 4, 3, None, dict(scale=1.)), ((2, 3, 4), 0, 3, None, {}), ((1, 1), 1, 1, None, {}),
         ((2, 70, 5), 5, 66, None, dict(causal=True)), ((3, 5, 4), 4, 5, g(5, 1), dict(turned=True)), ((2, 2, 2, 3, 6, 5), 5, 6, hide(3, 6, 6), dict(turned=True))]
for dtype, tol in ((torch.float32, 2e-5), (torch.float64, 1e-12), (torch.float16, 5e-3), (torch.bfloat16, 4e-2)):
    wrong = []
    for i, (shape, wide, sources, mask, more) in enumerate(cases):
        there = play(sdp, 'cuda', dtype, shape, wide, sources, mask, **more)
        here = play(composed, 'cpu', torch.float64 if dtype == torch.float64 else torch.float32, shape, wide, sources, mask, **more)
        wrong += [(i, n) for n, (a, b) in enumerate(zip(there, here)) if a.dtype != dtype or not near(a, b, tol)]
        wrong += [(i, 'again')] * any(not torch.equal(a, b) for a, b in zip(there, play(sdp, 'cuda', dtype, shape, wide, sources, mask, **more)))
    print(len(cases), wrong)
# dropout draws what its own kernel draws, and the gradient knows it
for dtype, tol in ((torch.float32, 2e-5), (torch.float64, 1e-12)):
    q, k, v = (g(2, 40, 7).to(dtype).cuda().requires_grad_() for _ in range(3))
    for _ in range(2):
        state = torch.cuda.get_rng_state()
        y = F.scaled_dot_product_attention(q, k, v, None, .3, True)
        own = torch.autograd.grad(y, (q, k, v), y.detach())
        after = torch.cuda.get_rng_state()
        torch.cuda.set_rng_state(state)
        z = composed(q, k, v, None, True, noise=F.dropout(torch.ones(2, 40, 40, dtype=dtype, device='cuda'), .3))
        print(near(y, z, tol), [near(a, b, 10 * tol) for a, b in zip(own, torch.autograd.grad(z, (q, k, v), y.detach()))], torch.equal(after, torch.cuda.get_rng_state()))
# rows that see nothing; NaN and infinity
q, k, v = (g(1, 3, 4).cuda().requires_grad_() for _ in range(3))
m = torch.tensor([[True, True, False], [False] * 3, [True] * 3])
y = F.scaled_dot_product_attention(q, k, v, m.cuda()); print(y.isnan().any(-1).tolist(), [t.isnan().any(-1).tolist() for t in torch.autograd.grad(y.nansum(), (q,))])
print(F.scaled_dot_product_attention(q, k.detach() * math.nan, v).isnan().all().item())
# gradients of gradients, and of a mask
q, k, v, m = (g(*s).double().cuda().requires_grad_() for s in ((2, 3, 4), (2, 3, 4), (2, 3, 2), (3, 3)))
print(torch.autograd.gradcheck(lambda *t: F.scaled_dot_product_attention(*t), (q, k, v, m)), torch.autograd.gradgradcheck(lambda *t: F.scaled_dot_product_attention(*t), (q, k, v, m)), torch.autograd.gradgradcheck(lambda *t: F.scaled_dot_product_attention(*t, is_causal=True), (q, k, v)))
y = F.scaled_dot_product_attention(q, k, v, None, .5)
try: torch.autograd.grad(y.sum(), q, create_graph=True)
except (RuntimeError, NotImplementedError) as e: print(type(e).__name__, e)
print(y.grad_fn.name(), F.scaled_dot_product_attention(q, k, v, m, .5).grad_fn.name())
with torch.autocast('cuda', torch.bfloat16): print(F.scaled_dot_product_attention(q.float(), k.float(), v.float()).dtype)
# memory: no scores
big = torch.ones(1, 1000, 4, device='cuda', requires_grad=True); torch.cuda.synchronize(); torch.cuda.reset_peak_memory_stats(); was = torch.cuda.memory_allocated()
F.scaled_dot_product_attention(big, big, big, is_causal=True).sum().backward(); print((torch.cuda.max_memory_allocated() - was) < 200000, abs(big.grad.sum().item() - 4000) < .01)
for make in (lambda: torch.nn.TransformerEncoderLayer(12, 3, 16, dropout=0, batch_first=True), lambda: torch.nn.TransformerDecoderLayer(12, 3, 16, dropout=0, batch_first=True)):
    out = []
    for dev in ('cpu', 'cuda'):
        torch.manual_seed(1); net = make().to(dev); x = g(2, 6, 12).to(dev).requires_grad_(); more = 'Dec' in type(net).__name__
        for masks in ({}, dict(mask=torch.nn.Transformer.generate_square_subsequent_mask(6).to(dev), pad=torch.tensor([[False] * 6, [False] * 4 + [True] * 2]).to(dev)), dict(pad=torch.tensor([[False] * 6, [False] * 4 + [True] * 2]).to(dev))):
            names = ('tgt_mask', 'tgt_key_padding_mask') if more else ('src_mask', 'src_key_padding_mask')
            y = net(x, *[x * .5] * more, **dict(zip(names, (masks.get('mask'), masks.get('pad')))))
            out.append(torch.cat([y.flatten(), torch.autograd.grad((y * y).sum(), x)[0].flatten()]).detach().cpu())
    print([near(a, b, 3e-5) for a, b in zip(out[:3], out[3:])])
# in a graph each replay draws anew, forward and backward alike, as without one
q = g(2, 9, 4).cuda().requires_grad_()
def step(): y = F.scaled_dot_product_attention(q, q, q, None, .4); return y.detach(), torch.autograd.grad(y, q, y.detach())[0]
torch.cuda.manual_seed(5); eager = [step() for _ in range(3)]
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph): made = step()
torch.cuda.manual_seed(5)
for want in eager: graph.replay(); print([torch.equal(a, b) for a, b in zip(made, want)])
'''
PRINTED = '''19 []
19 []
19 []
19 []
True [True, True, True] True
True [True, True, True] True
True [True, True, True] True
True [True, True, True] True
[[False, True, False]] [[[False, False, False]]]
True
True True True
NotImplementedError derivative for aten::_scaled_dot_product_efficient_attention_backward is not implemented
ScaledDotProductEfficientAttentionBackward0 UnsafeViewBackward0
torch.bfloat16
True True
[True, True, True]
[True, True, True]
[True, True]
[True, True]
[True, True]
'''
# What a call takes, there and back, beside what the operands do.
LAUNCHED = '''
import torch, _tensor, torch.nn.functional as F
q, k, v = (torch.ones(2, 3, 40, 8, device='cuda').transpose(1, 2).requires_grad_() for _ in range(3)); torch.cuda.synchronize()
_tensor.ledger(True)
y = [F.scaled_dot_product_attention(q, k, v, dropout_p=.1) for i in range(%d)]
if %d: torch.autograd.grad(y, (q, k, v), y[:1] * len(y))
torch.cuda.synchronize()
from perch.views.timeline import timeline
print(str(timeline()).count(' attention '))
'''


def attention(tally, perch):
    for what, more in (('', {}), (', its blocks taking turns', dict(PERCH_EMULATED_BLOCKS='2', PERCH_EMULATED_SEED='2'))):
        out, err, _ = perch(ATTENTION, **more)
        tally.check(out == PRINTED, f'attention beside what it is composed of{what}', out + err[-800:])
    out, err, _ = perch(ATTENTION, gpus='sim:1', card=None)
    tally.check(out == PRINTED, 'attention on a simulated GPU', out + err[-800:])
    counts = []
    for calls, back in ((1, 0), (3, 0), (1, 1), (3, 1)):
        out, err, _ = perch(LAUNCHED % (calls, back), PERCH_EMULATED_TELL='1')
        counts.append(int((re.findall(r'(\d+) launches', err) or [0])[0]))
        tally.check(out == '1\n', f'%timeline has {calls} calls in one row', out + err[-800:])
    forth, back = (counts[1] - counts[0]) // 2, (counts[3] - counts[2]) // 2
    tally.check((forth, back) == (1, 4), 'attention is one launch, its gradient two (and one adds the gradients of two calls)', str(counts))
