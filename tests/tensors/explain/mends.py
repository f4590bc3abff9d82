"""Mistakes that the packages find themselves (no operation of core's): (code, the lines before, the line that fails). The fix that is printed must run in its place."""

MX = 'import mxnet as mx\nfrom mxnet import nd, gluon\nfrom mxnet.gluon import nn\n'
TORCH = 'import torch\nimport numpy as np\n'
ON_GPU = MX + 'net = nn.Dense(2, in_units=3)\nnet.initialize(ctx=mx.gpu(0))\n'
SAVED = ON_GPU + "import os, tempfile\nos.chdir(tempfile.mkdtemp())\nnet.save_parameters('net.params')\n"
BOTH = MX + TORCH + "x, xg = nd.ones((2, 3)), nd.ones((2, 3), ctx=mx.gpu(1))\nt, tc, n = torch.ones(2, 3), torch.ones(2, 3, device='cuda:1'), np.ones((2, 3))\n"
NETS = BOTH + 'net = nn.Dense(2, in_units=3)\nnet.initialize(ctx=mx.gpu(1))\nlayer = torch.nn.Linear(3, 2)\n'
PARALLEL = TORCH + ('import torch.nn as nn\nt, model = torch.ones(4, 3), nn.DataParallel(nn.Linear(3, 1))\nmodels = [model]\n'
                    'half = nn.DataParallel(nn.Sequential(nn.Linear(3, 3).cuda(1), nn.Linear(3, 1).cuda(0)))\n')

MENDS = [
    ('P0112', SAVED, "net.load_parameters('net.params', ctx=mx.gpu(1))"),
    ('P0112', SAVED, "net.load_parameters('net.params', mx.cpu())"),
    ('P0112', SAVED, "net.load_parameters('net.params', ctx=[mx.gpu(0), mx.gpu(1)], ignore_extra=True)"),
    ('P0112', MX + "import os, tempfile\nos.chdir(tempfile.mkdtemp())\nnets = [nn.Dense(2, in_units=3)]\nnets[0].initialize(ctx=mx.gpu(1))\nnets[0].save_parameters('a')\n",
     "nets[0].load_parameters('a', ctx=mx.gpu(0))"),
    ('P0106', ON_GPU, 'net.weight.data(mx.cpu())'),
    ('P0106', ON_GPU, 'net.weight.data(ctx=mx.gpu(1))'),
    ('P0106', ON_GPU, 'net.bias.grad(mx.gpu(1))'),
    ('P0106', MX + 'net = nn.Dense(2, in_units=3)\nnet.initialize(ctx=[mx.gpu(0), mx.gpu(1)])\n', 'net.weight.data()'),
    ('P0106', ON_GPU + 'x = nd.ones((1, 3))\n', 'net(x)'),
    ('P0106', ON_GPU + 'x = nd.ones((1, 3), ctx=mx.gpu(1))\nnet(x.as_in_context(mx.gpu(0)))\n', 'net(x)'),
    ('P0304', BOTH, 'x + t'), ('P0304', BOTH, 't * x'), ('P0304', BOTH, 'x - n'), ('P0304', BOTH, 'xg + t'), ('P0304', BOTH, 'xg + tc'), ('P0304', BOTH, 'tc + xg'),
    ('P0304', BOTH, 'xg * n'), ('P0304', BOTH + 'w = torch.ones(2, 3, requires_grad=True)\n', 'x / w'),
    ('P0304', NETS, 'net(t)'), ('P0304', NETS, 'net(n)'), ('P0304', NETS, 'net(tc)'), ('P0304', NETS, 'layer(x)'), ('P0304', NETS, 'layer(xg)'),
    *(('P0304', BOTH, line) for line in (
        'x + (t * 2)', '(x * 2) + t', 'x + t * 2 + 1', 'xg * (t + tc.cpu())', '(t - 1) * (x + 1)', 'x + torch.ones(2, 3)', 'torch.ones(2, 3) * x', 'nd.ones((2, 3)) / n',
        'x[0] + t[0]', '[t][0] + x', 'x.sum() + t.sum()', 'x - n * 2', 'nd.dot(x, t.T)', 'torch.matmul(t, x.T)', 'torch.matmul(xg.T, tc)', 'torch.cat([t, x])', 'torch.cat([t, x * 2])',
        'nd.concat(x, t)', 't.add(x)', 'torch.stack([t, n])', '(x + t) * 2')),
    *(('P0113', PARALLEL, line) for line in ('model(t)', 'print(model(t).sum())', 'models[0](t)', 'half(t)', 'model.forward(t)', 'model(input=t)', 'nn.DataParallel(nn.Linear(3, 1), device_ids=[1, 0])(t)',
                                             'nn.parallel.data_parallel(model.module, t, device_ids=[0, 1])', 'nn.parallel.data_parallel(nn.Linear(3, 1), t, [1, 0])')),
    ('P0103', BOTH, 'tc + n'),
    ('P0212', MX, 'gluon.utils.split_and_load(nd.ones((5, 3)), [mx.gpu(0), mx.gpu(1)])'),
]
