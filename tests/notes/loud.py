"""loud.py: for each note programs in which it must come: (code, line, what its text has, program)."""
TORCH = 'import torch\nfrom torch import nn, optim\ndevice = torch.device("cuda")\ndef model():\n    return nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))\nX, Y = torch.randn(8, 4), torch.randn(8, 1)\n'
MXNET = 'import mxnet as mx\nfrom mxnet import nd, autograd, gluon\nctx = mx.gpu(0)\nx = nd.ones((4, 2), ctx=ctx)\nh = nd.ones((4, 2))\n#\n'
LOUD = {
    'a tensor moved, and nothing keeps it': ('P0701', 7, 'X = X.to(device) keeps it', TORCH + 'X.to(device)\nX + 1\n'),
    'the same in a function': ('P0701', 8, 'y is still on cpu', TORCH + 'def f(y):\n    y.cuda()\n    return y\nf(X)\n'),
    'one of a list': ('P0701', 8, 'parts[1] = parts[1].cuda() keeps it', TORCH + 'parts = [X, Y]\nparts[1].cuda()\n'),
    'a piece of a tensor: to write it back would not move it': ('P0701', 7, 'y = X[2].cuda() keeps it', TORCH + 'X[2].cuda()\n'),
    'a parameter: a tensor cannot take its place': ('P0701', 8, 'y = net.weight.cuda() keeps it', TORCH + 'net = nn.Linear(4, 1)\nnet.weight.cuda()\n'),
    'an array moved, and nothing keeps it': ('P0701', 7, 'h is still on cpu(0)', MXNET + 'h.as_in_context(ctx)\n'),
    'the same bytes in every step': ('P0702', 9, 'has moved the same 128 bytes ten times', TORCH + 'net = model().to(device)\nfor step in range(20):\n    out = net(X.to(device))\n'),
    'a slice that is always the same': ('P0702', 8, 'X[0:4] has not changed', TORCH + 'for step in range(20):\n    x = X[0:4].cuda()\n'),
    'the same array in every step': ('P0702', 8, 'h.as_in_context(ctx)', MXNET + 'for step in range(12):\n    y = h.as_in_context(ctx) + x\n'),
    'a loss read in every step': ('P0703', 15, 'loss.item() has waited', TORCH + 'net = model().to(device)\nopt = optim.Adam(net.parameters())\nx, y, total = X.to(device), Y.to(device), 0\nfor step in range(150):\n    loss = ((net(x) - y) ** 2).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n    total += loss.item()\n'),
    'the same in a function that is called for each step': ('P0703', 14, 'loss.item()', TORCH + 'net = model().to(device)\nopt = optim.SGD(net.parameters(), lr=0.1)\nx, y = X.to(device), Y.to(device)\ndef step():\n    loss = ((net(x) - y) ** 2).mean(); opt.zero_grad()\n'
                                                            '    loss.backward()\n    opt.step()\n    return loss.item()\nlosses = [step() for i in range(130)]\n'),
    'hits counted one batch at a time': ('P0703', 10, 'sum().item()', TORCH + 'net, right = nn.Linear(4, 3).to(device), 0\nx, y = X.to(device), torch.zeros(8, dtype=torch.long, device=device)\nfor i in range(130):\n    right += (net(x).argmax(1) == y).sum().item()\n'),
    'a network with a loop of its own': ('P0703', 19, 'float(loss)', TORCH + 'class Deep(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(3))\n    def forward(self, x):\n        for layer in self.layers: x = layer(x)\n'
                                         '        return x\nnet = Deep().to(device)\nx = X.to(device)\nfor step in range(130):\n    loss = net(x).mean()\n    loss.backward()\n    print(end="" if float(loss) > 1e9 else "")\n'),
    'asscalar in every step': ('P0703', 12, 'asscalar()', MXNET + 'total = 0\nfor step in range(130):\n    with autograd.record():\n        y = (x * 2).sum()\n\n    total += y.asscalar()\n'),
    'losses of two GPUs, one read in every step': ('P0703', 15, 'asscalar()', MXNET + 'ws = [nd.ones((2,), ctx=mx.gpu(i)) for i in range(2)]\nfor w in ws:\n    w.attach_grad()\ntotal = 0\nfor step in range(130):\n    with autograd.record():\n        losses = [(w * w).sum() for w in ws]\n    for l in losses: l.backward()\n'
                                                   '    total += losses[0].asscalar()\n'),
    'copyto where it is': ('P0704', 7, 'x.as_in_context(…) would give x itself', MXNET + 'y = x.copyto(mx.gpu(0))\nz = y * 2\n'),
    'Adagrad has its state from the beginning': ('P0705', 9, 'state that the optimizer has stays behind', TORCH + 'net = model()\nopt = optim.Adagrad(net.parameters())\nnet.to(device)\n'),
    'Adam that has trained': ('P0705', 11, 'state that the optimizer has', TORCH + 'net = model()\nopt = optim.Adam(net.parameters())\nnet(X).mean().backward()\nopt.step()\nnet.cuda()\n'),
    'momentum that has trained': ('P0705', 11, 'state that the optimizer has', TORCH + 'net = model()\nopt = optim.SGD(net.parameters(), lr=0.1, momentum=0.9)\nnet(X).mean().backward()\nopt.step()\nnet.cuda()\n'),
    'a variable that nobody reads': ('P0706', 2, 'the name is CUDA_VISIBLE_DEVICES', 'import os\nos.environ["CUDA_VISIBLE_DEVICE"] = "0"\n'),
    'a variable set too late': ('P0707', 4, 'has no effect any more', 'import os, torch\ntorch.ones(1, device="cuda")\n\nos.environ["CUDA_VISIBLE_DEVICES"] = "0"\n'),
    'a variable set past os.environ': ('P0707', 4, 'has no effect any more', 'import os, torch\ntorch.ones(1, device="cuda")\n\nos.putenv("CUDA_VISIBLE_DEVICES", "0")\n'),
    'a variable removed too late': ('P0707', 4, 'has no effect any more', 'import os, torch\nos.environ["CUDA_VISIBLE_DEVICES"] = "0"\ntorch.ones(1, device="cuda")\ndel os.environ["CUDA_VISIBLE_DEVICES"]\n'),
    'a parameter that is none': ('P0708', 10, 'is no parameter', TORCH + 'class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.w = nn.Parameter(torch.ones(3)).to(device)\nNet()\n'),
    'the gradient of a copy': ('P0709', 10, 'its gradient goes to the tensor it was copied from', TORCH + 'w = torch.ones(3, requires_grad=True).to(device)\n(w * 2).sum().backward()\n\nw.grad\n'),
}
