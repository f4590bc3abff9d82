"""For interrupt.py: a program for every kernel of ops.def, which runs it again and again on much. A kernel that is in the table and has no row here is a failure."""

import os
import re

from harness import ROOT

SETUP = """import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
n = 1 << 24
x = torch.ones(n); y = torch.arange(n) % 1000; m = x.reshape(4096, 4096); wide = torch.ones(1).expand(1 << 40)
image = torch.ones(4, 16, 512, 512); g = torch.ones(4, 16, 512, 512, requires_grad=True)
flat = torch.ones(1 << 14, 1 << 10, requires_grad=True)
from _tensor import op as OP; long = torch.ones(1 << 12, 64, 64); heads = torch.ones(64, 1024, 64)
def backward(f, *at):
    out = f(*at)
    out = out[0] if isinstance(out, tuple) else out
    d = torch.ones_like(out)
    print('ready', flush=True)
    while True: out.backward(d, retain_graph=True)
def stepping():
    p = nn.Parameter(torch.ones(1 << 26)); p.grad = torch.ones(1 << 26)
    o = torch.optim.Adam([p])
    print('ready', flush=True)
    while True: o.step()
"""
MX = "import mxnet as mx\nfrom mxnet import nd\na = nd.ones((1 << 13, 1 << 10))\n"

# kernel -> (expression that is worked out for ever | statement that ends in a loop of its own, what comes before)
ROWS = {
    "ew": "torch.exp(x)", "fill": "torch.full((1 << 24,), 3.0)", "arange": "torch.arange(1 << 23)", "linspace": "torch.linspace(0, 1, 1 << 23)", "eye": "torch.eye(3000)",
    "flip": "x.flip(0)", "roll": "x.roll(5)", "tile": "m[:1024].tile(2, 3)", "repeat": "m.repeat(1, 2)", "concat": "torch.cat([x, x])", "stack": "torch.stack([x, x])",
    "pad": "F.pad(image, (3, 3, 3, 3), mode='reflect')", "tril": "m.tril()", "triu": "m.triu()", "diag_embed": "torch.diag_embed(torch.ones(3000))",
    "slice_grad": "backward(lambda t: t[1:, 1:], flat)", "strided_grad": "backward(lambda t: t.as_strided((1 << 13, 1 << 10), (1 << 10, 1)), flat)",
    "strided_set": "x.as_strided((4096, 2048), (4096, 2)).copy_(m[:, :2048])",
    **{name: f"wide.{name}()" for name in ("sum", "nansum", "mean", "prod", "max", "min", "any", "all", "count_nonzero", "norm", "var", "std")},
    "logsumexp": "wide.logsumexp(0)", "argmax": "x.argmax()", "argmin": "x.argmin()", "max_axis": "m.max(1)", "min_axis": "x.min(0)", "median_axis": "x.median(0)",
    "cumsum": "x.cumsum(0)", "cumprod": "x.cumprod(0)", "sort": "y.sort()", "topk": "y.topk(100)", "unique": "y.unique()", "nonzero": "x.nonzero()",
    "bincount": "y.bincount()", "histogram": "torch.histc(x + y)", "searchsorted": "torch.searchsorted(torch.arange(1000.), x)",
    "gather": "x.gather(0, y)", "scatter": "torch.zeros(n).scatter(0, y, x)", "take": "x[y]", "index_get": "m[y[:2000].reshape(40, 50), :]",
    "index_put": "x.index_put_((y,), x)", "take_grad": "backward(lambda t: F.embedding(y[:40000] % 1000, t), flat)", "pick": "nd.pick(a, a[:, 0], axis=1)",
    "one_hot": "F.one_hot(y[:1 << 12], 1000)", "masked_select": "x[x > 0]", "sequence_mask": "nd.SequenceMask(a, a[0] * 5, use_sequence_length=True)",
    "matmul": "m @ m", "linear": "F.linear(m, m)", "addmm": "torch.addmm(m, m, m)", "einsum": "torch.einsum('ij,jk->ik', m, m)", "outer": "torch.outer(x[:8000], x[:8000])",
    "conv": "F.conv2d(image[:, :, :128, :128], torch.ones(64, 16, 3, 3))", "conv_data_grad": "F.conv_transpose2d(image[:, :, :128, :128], torch.ones(16, 64, 3, 3))",
    "conv_weight_grad": "backward(lambda t: F.conv2d(image[:, :, :128, :128], t), torch.ones(64, 16, 3, 3, requires_grad=True))",
    "max_pool": "F.max_pool2d(image, 3)", "avg_pool": "F.avg_pool2d(image, 3)", "lp_pool": "F.lp_pool2d(image, 2, 3)",
    "adaptive_avg_pool": "F.adaptive_avg_pool2d(image, 7)", "adaptive_max_pool": "F.adaptive_max_pool2d(image, 7)",
    "max_pool_grad": "backward(lambda t: F.max_pool2d(t, 3), g)", "avg_pool_grad": "backward(lambda t: F.avg_pool2d(t, 3), g)",
    "lp_pool_grad": "backward(lambda t: F.lp_pool2d(t, 2, 3), g)", "adaptive_avg_pool_grad": "backward(lambda t: F.adaptive_avg_pool2d(t, 7), g)",
    "batch_norm": "F.batch_norm(image, None, None, training=True)", "layer_norm": "F.layer_norm(m, (4096,))", "group_norm": "F.group_norm(image, 4)",
    "batch_norm_grad": "backward(lambda t: F.batch_norm(t, None, None, training=True), g)", "layer_norm_grad": "backward(lambda t: F.layer_norm(t, (1 << 10,)), flat)",
    "group_norm_grad": "backward(lambda t: F.group_norm(t, 4), g)", "dropout": "F.dropout(x)", "softmax": "m.softmax(0)", "log_softmax": "m.log_softmax(1)",
    "softmax_grad": "backward(lambda t: t.softmax(1), flat)", "log_softmax_grad": "backward(lambda t: t.log_softmax(0), flat)",
    "softmax_out": "nd.SoftmaxOutput(a, a[:, 0])", "softmax_output_grad": None, "cross_entropy": "F.cross_entropy(m, y[:4096])",
    "cross_entropy_grad": "backward(lambda t: F.cross_entropy(t, torch.zeros(1 << 14, dtype=torch.int64), reduction='none'), flat)",
    "nll": "F.nll_loss(m[:, :1000].repeat(4, 1), y[:16384])", "nll_grad": "backward(lambda t: F.nll_loss(t, torch.zeros(1 << 14, dtype=torch.int64), reduction='none'), flat)",
    "interpolate": "F.interpolate(image, scale_factor=1.5, mode='bilinear')", "interpolate_grad": "backward(lambda t: F.interpolate(t, scale_factor=1.5, mode='bilinear'), g)",
    "recurrent": "OP('recurrent', 1, (torch.ones(1 << 12, 64, 256), torch.ones(64, 64), torch.ones(64, 64), torch.ones(256, 64), None), mode=2, reverse=False)",
    "recurrent_grad": "OP('recurrent_grad', 1, (long, None, *OP('recurrent', 1, (torch.ones(1 << 12, 64, 256), long[0], long[0], torch.ones(256, 64), None), mode=2, reverse=False), long[0], long[0], torch.ones(256, 64)), mode=2, reverse=False)",
    "attention": "OP('attention', 1, (torch.ones(64, 1024, 64), torch.ones(64, 1024, 64), torch.ones(64, 1024, 64), None), scale=1.0)",
    "attention_grad": "OP('attention_grad', 1, (heads, heads, heads, heads, None, heads, heads[:, :, 0], torch.zeros(2, dtype=torch.int64)), scale=1.0)",
    "optimizer_step": "stepping()",
    "random_uniform": "torch.rand(n)", "random_normal": "torch.randn(n)", "random_integers": "torch.randint(0, 9, (n,))", "random_bernoulli": "torch.bernoulli(x * 0.5)",
    "random_multinomial": "torch.multinomial(x[:1 << 22], 5)", "random_permutation": "torch.randperm(1 << 22)", "random_poisson": "nd.random.poisson(3.0, shape=(1 << 22,))", "random_poisson_each": "torch.poisson(x[:1 << 22])", "fft": "torch.fft.fft(m)",
    "random_exponential": "x.exponential_()", "random_gamma": "torch.distributions.Gamma(x[:1 << 20], x[:1 << 20]).sample()",
}
OWN = {  # a program of its own
    "softmax_output_grad": "from mxnet import autograd\na.attach_grad()\nwith autograd.record(): out = nd.SoftmaxOutput(a, nd.ones((1 << 13,)))\nprint('ready', flush=True)\n"
                           "while True: out.backward(retain_graph=True); a.grad.wait_to_read()",
}

# Beside the table: long ways through several kernels, other accents, a simulated GPU's worker.
MORE = {
    "one very large image": "big = torch.ones(1, 16, 1500, 1500); weight = torch.ones(16, 16, 11, 11)\nprint('ready', flush=True)\nwhile True: F.conv2d(big, weight)",
    "one very large image of one channel": "big = torch.ones(1, 1, 6000, 6000); weight = torch.ones(1, 1, 15, 15)\nprint('ready', flush=True)\nwhile True: F.conv2d(big, weight)",
    "rows of an expanded tensor": "t = torch.ones(1, 1000).expand(1 << 30, 1000)\nprint('ready', flush=True)\nt.sum(0)",
    "a copy of an expanded tensor's part": "print('ready', flush=True)\nwhile True: wide[:1 << 26].contiguous()",
    "wait for a simulated GPU": "t = torch.ones(1, device='cuda').expand(1 << 40)\nprint('ready', flush=True)\nt.sum().item()",
    "a simulated GPU at the end": "t = torch.ones(1, device='cuda').expand(1 << 40)\nu = t.sum()\nprint('ready', flush=True)\nimport time; time.sleep(100)",
    **{f"NumPy's {name}": f"import numpy as np\nt = np.broadcast_to(np.ones(1), (1 << 40,)); z = np.broadcast_to(False, t.shape); o = np.lib.stride_tricks.as_strided(np.ones(1), t.shape, (0,))\nprint('ready', flush=True)\n{program}"
       for name, program in {"sum": "t.sum()", "masked sum": "np.sum(t, where=z)", "runs": "np.add.reduceat(t, [0, 5])", "running sum": "np.cumsum(t, out=o)", "dot": "t @ t", "einsum": "np.einsum('i,i->', t, t)",
                             "any": "z.any()", "add": "np.add(t, 1, out=o)", "histogram": "np.histogram(t)",
                             "loop": "for _ in t.flat: pass"}.items()},
    "singular values of a large matrix": "import numpy as np\nm = np.random.default_rng(0).random((2500, 2500))\nprint('ready', flush=True)\nwhile True: np.linalg.svd(m, compute_uv=False)",
    "PyTorch's vectors of a large matrix": "m = torch.rand(2000, 2000)\nprint('ready', flush=True)\nwhile True: torch.linalg.eigh(m)",
    "a recurrent layer in halves": "half = [t.half() for t in (torch.ones(1 << 11, 64, 256), torch.ones(64, 64), torch.ones(64, 64), torch.ones(256, 64))]\nprint('ready', flush=True)\nwhile True: OP('recurrent', 1, (*half, None), mode=2, reverse=False)",
    "the transform of one line": "print('ready', flush=True)\nwhile True: torch.fft.fft(x[:3 << 22])",
    "the transform of one line of prime length": "print('ready', flush=True)\nwhile True: torch.fft.fft(x[:4194319])",
    "text of very much": "print('ready', flush=True)\nwhile True: str(x[:1 << 20].tolist())",
}


def kernels():
    """The names of the table's kernels, `view` apart (it does nothing)."""
    with open(os.path.join(ROOT, "src", "core", "ops.def"), encoding="utf-8") as file:
        rows = re.findall(r'^OP\((.*?)"', file.read(), re.M)
    return dict.fromkeys(k for k in (re.sub(r"\([^)]*\)", "X", row).split(",")[6].strip() for row in rows) if k != "view")


def programs():
    """name -> program; and the kernels that have none."""
    all_of_them, missing = {}, []
    for kernel in kernels():
        if kernel not in ROWS:
            missing.append(kernel)
            continue
        row = ROWS[kernel]
        if kernel in OWN:
            text = MX + OWN[kernel]
        elif row.startswith(("backward", "stepping")):
            text = SETUP + row
        else:
            before = MX if "nd." in row else SETUP
            wait = ".wait_to_read()" if "nd." in row else ""
            text = before + f"print('ready', flush=True)\nwhile True: ({row}){wait}"
        all_of_them["kernel " + kernel] = text
    all_of_them.update({name: SETUP + text for name, text in MORE.items()})
    return all_of_them, missing
