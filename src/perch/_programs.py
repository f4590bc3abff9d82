"""The programs of the catalogue, without their heads. Written by tools/catalogue.py: change examples/errors/*.py instead."""

PROGRAMS = {
    'torch_assigned_grad':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        'workers = [nn.Linear(2, 1, bias=False).cuda() for _ in range(2)]\n'
        'for i, worker in enumerate(workers):\n'
        '    worker(torch.full((1, 2), i + 1.0).cuda()).sum().backward()\n'
        'average = torch.stack([w.weight.grad.cpu() for w in workers]).mean(dim=0)\n'
        'for worker in workers:\n'
        '    p = worker.weight\n'
        '    p.grad = average\n'
        'print(workers[1].weight.grad.tolist())\n',
    'torch_batch_not_moved':
        'import torch\n'
        'from torch import nn\n'
        'from torch.utils.data import DataLoader, TensorDataset\n'
        '\n'
        "device = torch.device('cuda:0')\n"
        'data = TensorDataset(torch.arange(24.).reshape(8, 3), torch.ones(8, 1))\n'
        'loader = DataLoader(data, batch_size=4)\n'
        '\n'
        'model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1)).to(device)\n'
        'optimizer = torch.optim.SGD(model.parameters(), lr=0.01)\n'
        '\n'
        'seen = 0\n'
        'for x, y in loader:\n'
        '    optimizer.zero_grad()\n'
        '    output = model(x)\n'
        '    loss = (output - y.to(device)).pow(2).mean()\n'
        '    loss.backward()\n'
        '    optimizer.step()\n'
        '    seen += len(output)\n'
        "print(seen, 'samples on', output.device)\n",
    'torch_cat_mixed_list':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        "model = nn.Linear(2, 2).to('cuda:0')\n"
        'collected = [torch.zeros(1, 2)]\n'
        'with torch.no_grad():\n'
        '    for step in range(3):\n'
        "        collected.append(model(torch.full((1, 2), float(step), device='cuda:0')))\n"
        'everything = torch.cat(collected)\n'
        'print(tuple(everything.shape))\n',
    'torch_confusion_matrix':
        'import torch\n'
        '\n'
        '\n'
        'class Confusion:\n'
        '    def __init__(self, classes):\n'
        '        self.counts = torch.zeros(classes, classes)\n'
        '\n'
        '    def update(self, predicted, labels):\n'
        '        batch = torch.zeros_like(self.counts, device=predicted.device)\n'
        '        for p, t in zip(predicted.tolist(), labels.tolist()):\n'
        '            batch[t, p] += 1\n'
        '        self.counts += batch\n'
        '\n'
        '\n'
        'confusion = Confusion(2)\n'
        'for _ in range(2):\n'
        "    logits = torch.tensor([[2., 1.], [0., 3.]], device='cuda')\n"
        '    confusion.update(logits.argmax(dim=1), torch.tensor([0, 1]))\n'
        'print(confusion.counts.tolist())\n',
    'torch_labels_not_moved':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        "device = 'cuda:0'\n"
        'model = nn.Linear(5, 3).to(device)\n'
        'criterion = nn.CrossEntropyLoss()\n'
        'batches = [(torch.randn(4, 5), torch.tensor([0, 2, 1, 1])) for _ in range(2)]\n'
        '\n'
        '\n'
        'def train_epoch(batches):\n'
        '    count = 0\n'
        '    for inputs, labels in batches:\n'
        '        outputs = model(inputs.to(device))\n'
        '        loss = criterion(outputs, labels)\n'
        '        loss.backward()\n'
        '        count += 1\n'
        '    return count\n'
        '\n'
        '\n'
        "print(train_epoch(batches), 'batches, gradients on', end=' ')\n"
        'print(model.weight.grad.device)\n',
    'mxnet_batch_not_moved':
        'import mxnet as mx\n'
        'from mxnet import gluon, nd\n'
        'from mxnet.gluon import nn\n'
        '\n'
        'ctx = mx.gpu(0)\n'
        'net = nn.Sequential()\n'
        "net.add(nn.Dense(4, activation='relu'), nn.Dense(2))\n"
        'net.initialize(ctx=ctx)\n'
        '\n'
        'loader = gluon.data.DataLoader(gluon.data.ArrayDataset(nd.ones((6, 3))), batch_size=2)\n'
        'seen = 0\n'
        'for x in loader:\n'
        '    y = net(x)\n'
        '    seen += len(y)\n'
        'print(seen, y.context)\n',
    'mxnet_batch_not_moved_hybrid':
        'import mxnet as mx\n'
        'from mxnet import nd\n'
        'from mxnet.gluon import nn\n'
        '\n'
        'net = nn.HybridSequential()\n'
        "net.add(nn.Dense(4, in_units=3, activation='relu'), nn.Dense(2, in_units=4))\n"
        'net.initialize(ctx=mx.gpu(0))\n'
        'net.hybridize()\n'
        '\n'
        '\n'
        'def predict(net, batch):\n'
        '    scores = net(batch)\n'
        '    return scores.argmax(axis=1)\n'
        '\n'
        '\n'
        'print(predict(net, nd.ones((5, 3))).shape)\n',
    'mxnet_labels_not_moved':
        'import mxnet as mx\n'
        'from mxnet import autograd, gluon, nd\n'
        'from mxnet.gluon import nn\n'
        '\n'
        'ctx = mx.gpu()\n'
        'net = nn.Dense(3, in_units=4)\n'
        'net.initialize(ctx=ctx)\n'
        'loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()\n'
        "trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1})\n"
        '\n'
        'for x, y in [(nd.ones((2, 4)), nd.array([0, 2]))]:\n'
        '    x = x.as_in_context(ctx)\n'
        '    with autograd.record():\n'
        '        output = net(x)\n'
        '        loss = loss_fn(output, y)\n'
        '    loss.backward()\n'
        '    trainer.step(2)\n'
        'print(loss.shape, loss.context)\n',
    'torch_dropped_move':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        "device = torch.device('cuda')\n"
        'net = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten())\n'
        'net.to(device)\n'
        '\n'
        '\n'
        'def predict(net, images):\n'
        '    net.eval()\n'
        '    images.to(device)\n'
        '    with torch.no_grad():\n'
        '        return net(images)\n'
        '\n'
        '\n'
        'scores = predict(net, torch.zeros(2, 1, 8, 8))\n'
        'print(tuple(scores.shape), scores.device)\n',
    'torch_dropped_move_note':
        'import torch\n'
        '\n'
        'x = torch.arange(6.).reshape(2, 3)\n'
        'if torch.cuda.is_available():\n'
        '    x.cuda()\n'
        'y = x @ x.t()\n'
        'print(tuple(y.shape))\n',
    'mxnet_copy_dropped':
        'import mxnet as mx\n'
        'from mxnet import nd\n'
        '\n'
        'x = nd.ones((2, 3))\n'
        'w = nd.ones((3, 1), ctx=mx.gpu())\n'
        'x.copyto(mx.gpu())\n'
        'y = nd.dot(x, w)\n'
        'print(y.shape)\n',
    'mxnet_copy_dropped_note':
        'import mxnet as mx\n'
        'from mxnet import nd\n'
        '\n'
        'ctx = mx.gpu(0)\n'
        'x = nd.arange(6).reshape((2, 3))\n'
        'x.as_in_context(ctx)\n'
        'y = nd.dot(x, x.T)\n'
        'print(y.shape)\n',
    'torch_dict_of_heads':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        '\n'
        'class MultiTask(nn.Module):\n'
        '    def __init__(self, tasks):\n'
        '        super().__init__()\n'
        '        self.body = nn.Linear(6, 4)\n'
        '        self.heads = {name: nn.Linear(4, size) for name, size in tasks.items()}\n'
        '\n'
        '    def forward(self, x, task):\n'
        '        features = self.body(x)\n'
        '        return self.heads[task](features)\n'
        '\n'
        '\n'
        "model = MultiTask({'age': 1, 'colour': 3}).to('cuda')\n"
        "print(tuple(model(torch.ones(2, 6, device='cuda'), 'colour').shape))\n",
    'torch_list_of_layers':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        '\n'
        'class Tower(nn.Module):\n'
        '    def __init__(self, width, depth):\n'
        '        super().__init__()\n'
        '        self.first = nn.Linear(2, width)\n'
        '        self.hidden = [nn.Linear(width, width) for _ in range(depth)]\n'
        '\n'
        '    def forward(self, x):\n'
        '        x = torch.relu(self.first(x))\n'
        '        for layer in self.hidden:\n'
        '            x = torch.relu(layer(x))\n'
        '        return x\n'
        '\n'
        '\n'
        'tower = Tower(4, 3).cuda()\n'
        'y = tower(torch.ones(5, 2).cuda())\n'
        'print(tuple(y.shape), y.device)\n',
    'torch_mask_not_registered':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        '\n'
        'class CausalAttention(nn.Module):\n'
        '    def __init__(self, width, longest):\n'
        '        super().__init__()\n'
        '        self.qkv = nn.Linear(width, 3 * width)\n'
        '        self.mask = torch.tril(torch.ones(longest, longest))\n'
        '\n'
        '    def forward(self, x):\n'
        '        q, k, v = self.qkv(x).chunk(3, dim=-1)\n'
        '        scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5\n'
        "        scores = scores.masked_fill(self.mask == 0, float('-inf'))\n"
        '        return torch.softmax(scores, dim=-1) @ v\n'
        '\n'
        '\n'
        'attention = CausalAttention(8, 5).cuda()\n'
        "out = attention(torch.randn(2, 5, 8, device='cuda'))\n"
        'print(tuple(out.shape), out.device)\n',
    'torch_parameter_copied':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        '\n'
        'class Scale(nn.Module):\n'
        '    def __init__(self):\n'
        '        super().__init__()\n'
        "        self.scale = nn.Parameter(torch.ones(3)).to('cuda')\n"
        '\n'
        '    def forward(self, x):\n'
        '        return x * self.scale\n'
        '\n'
        '\n'
        "layer = Scale().to('cuda')\n"
        "out = layer(torch.ones(2, 3, device='cuda'))\n"
        "print(len(list(layer.parameters())) or 'no', 'parameter on', out.device)\n",
    'torch_positions_not_registered':
        'import math\n'
        '\n'
        'import torch\n'
        'from torch import nn\n'
        '\n'
        '\n'
        'class PositionalEncoding(nn.Module):\n'
        '    def __init__(self, width, longest=16):\n'
        '        super().__init__()\n'
        '        position = torch.arange(longest).unsqueeze(1).float()\n'
        '        angle = position * torch.exp(torch.arange(0, width, 2).float() * (-math.log(10000.0) / width))\n'
        '        self.encoding = torch.cat([torch.sin(angle), torch.cos(angle)], dim=1)\n'
        '\n'
        '    def forward(self, x):\n'
        '        return x + self.encoding[:x.shape[1]]\n'
        '\n'
        '\n'
        "model = nn.Sequential(nn.Embedding(10, 6), PositionalEncoding(6), nn.Linear(6, 10)).to('cuda:0')\n"
        "tokens = torch.tensor([[1, 2, 3], [4, 5, 6]], device='cuda:0')\n"
        'print(tuple(model(tokens).shape))\n',
    'mxnet_attribute_of_block':
        'import mxnet as mx\n'
        'from mxnet import nd\n'
        'from mxnet.gluon import nn\n'
        '\n'
        '\n'
        'class Scaled(nn.Block):\n'
        '    def __init__(self, units):\n'
        '        super().__init__()\n'
        '        self.dense = nn.Dense(units, in_units=3)\n'
        '        self.scale = nd.array([0.5] * units)\n'
        '\n'
        '    def forward(self, x):\n'
        '        h = self.dense(x)\n'
        '        return h * self.scale\n'
        '\n'
        '\n'
        'net = Scaled(2)\n'
        'net.initialize(ctx=mx.gpu(0))\n'
        'print(net(nd.ones((4, 3), ctx=mx.gpu(0))).shape)\n',
    'torch_arange_in_forward':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        '\n'
        'class Embedder(nn.Module):\n'
        '    def __init__(self, words=20, longest=10, width=4):\n'
        '        super().__init__()\n'
        '        self.words, self.places = nn.Embedding(words, width), nn.Embedding(longest, width)\n'
        '\n'
        '    def forward(self, tokens):\n'
        '        positions = torch.arange(tokens.shape[1])\n'
        '        return self.words(tokens) + self.places(positions)\n'
        '\n'
        '\n'
        "embed = Embedder().to('cuda')\n"
        "print(tuple(embed(torch.tensor([[3, 1, 4]], device='cuda')).shape))\n",
    'torch_hook_reference':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        'model = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))\n'
        'reference = torch.zeros(3)\n'
        'distances = []\n'
        '\n'
        '\n'
        'def watch(module, inputs, output):\n'
        '    distances.append((output - reference).abs().mean().item())\n'
        '\n'
        '\n'
        'model[0].register_forward_hook(watch)\n'
        "model.to('cuda')\n"
        "model(torch.ones(5, 2, device='cuda'))\n"
        "print(len(distances), 'distance')\n",
    'torch_layer_made_in_forward':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        '\n'
        'class Block(nn.Module):\n'
        '    def __init__(self, channels):\n'
        '        super().__init__()\n'
        '        self.conv = nn.Conv2d(1, channels, 3)\n'
        '        self.channels = channels\n'
        '\n'
        '    def forward(self, x):\n'
        '        x = self.conv(x)\n'
        '        return torch.relu(nn.BatchNorm2d(self.channels)(x))\n'
        '\n'
        '\n'
        "block = Block(2).to('cuda')\n"
        "print(tuple(block(torch.randn(4, 1, 6, 6, device='cuda')).shape))\n",
    'torch_noise_on_cpu':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        '\n'
        'class Encoder(nn.Module):\n'
        '    def __init__(self):\n'
        '        super().__init__()\n'
        '        self.mean, self.log_var = nn.Linear(4, 2), nn.Linear(4, 2)\n'
        '\n'
        '    def forward(self, x):\n'
        '        mean, std = self.mean(x), (self.log_var(x) / 2).exp()\n'
        '        eps = torch.randn(std.shape)\n'
        '        return mean + std * eps\n'
        '\n'
        '\n'
        'z = Encoder().cuda()(torch.ones(3, 4).cuda())\n'
        'print(tuple(z.shape), z.device)\n',
    'torch_normalize_images':
        'import torch\n'
        '\n'
        'MEAN = torch.tensor([0.5, 0.4, 0.3]).view(3, 1, 1)\n'
        'STD = torch.tensor([0.2, 0.2, 0.2]).view(3, 1, 1)\n'
        '\n'
        '\n'
        'def prepare(images):\n'
        "    images = images.to('cuda', non_blocking=True)\n"
        '    centred = images - MEAN\n'
        '    return centred / STD.to(images.device)\n'
        '\n'
        '\n'
        'print(tuple(prepare(torch.ones(2, 3, 4, 4)).shape))\n',
    'torch_one_hot_scatter':
        'import torch\n'
        '\n'
        '\n'
        'def smooth(labels, classes, eps=0.1):\n'
        '    one_hot = torch.zeros(labels.shape[0], classes)\n'
        '    one_hot.scatter_(1, labels.unsqueeze(1), 1.0)\n'
        '    return one_hot * (1 - eps) + eps / classes\n'
        '\n'
        '\n'
        'labels = torch.tensor([0, 2, 1]).cuda()\n'
        'target = smooth(labels, 3)\n'
        'print(tuple(target.shape), round(target.sum().item(), 3))\n',
    'mxnet_array_moves_back':
        'import mxnet as mx\n'
        'from mxnet import nd\n'
        '\n'
        'weight = nd.ones((3, 2), ctx=mx.gpu(0))\n'
        'before = nd.array(weight)\n'
        'weight -= 0.5\n'
        'change = nd.abs(weight - before).sum()\n'
        'print(change.asscalar())\n',
    'mxnet_by_hand_weights_on_gpu':
        'import mxnet as mx\n'
        'from mxnet import autograd, nd\n'
        '\n'
        'ctx = mx.gpu()\n'
        'W = nd.random.normal(scale=0.01, shape=(4, 3), ctx=ctx)\n'
        'b = nd.zeros(3)\n'
        'for param in (W, b):\n'
        '    param.attach_grad()\n'
        '\n'
        '\n'
        'def net(X):\n'
        '    scores = nd.dot(X, W)\n'
        '    return nd.softmax(scores + b)\n'
        '\n'
        '\n'
        'with autograd.record():\n'
        '    y = net(nd.ones((2, 4), ctx=ctx)).sum()\n'
        'y.backward()\n'
        'print(W.grad.shape)\n',
    'mxnet_context_manager_moves_nothing':
        'import mxnet as mx\n'
        'from mxnet import nd\n'
        '\n'
        'x = nd.arange(4)\n'
        'with mx.gpu(0):\n'
        '    scale = nd.full((4,), 0.5)\n'
        '    y = scale * x\n'
        'print(y.shape, y.context)\n',
    'torch_backward_weights':
        'import torch\n'
        '\n'
        "w = torch.ones(3, device='cuda', requires_grad=True)\n"
        'importance = torch.tensor([1.0, 0.5, 0.0])\n'
        'losses = (w * 2 - 1) ** 2\n'
        'losses.backward(importance)\n'
        'print(w.grad.tolist())\n',
    'torch_class_weights':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        "device = torch.device('cuda:0')\n"
        'counts = torch.tensor([50., 30., 5.])\n'
        'criterion = nn.CrossEntropyLoss(weight=counts.sum() / counts)\n'
        '\n'
        'model = nn.Linear(4, 3).to(device)\n'
        'x, y = torch.randn(6, 4, device=device), torch.tensor([0, 0, 1, 1, 2, 0], device=device)\n'
        'outputs = model(x)\n'
        'loss = criterion(outputs, y)\n'
        'loss.backward()\n'
        'print(loss.device, tuple(model.weight.grad.shape))\n',
    'torch_pos_weight':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        'bce = nn.BCEWithLogitsLoss(pos_weight=torch.tensor([3., 1.]))\n'
        '\n'
        '\n'
        'def step(model, x, y):\n'
        '    logits = model(x)\n'
        '    loss = bce(logits, y)\n'
        '    loss.backward()\n'
        '    return loss\n'
        '\n'
        '\n'
        'model = nn.Linear(3, 2).cuda()\n'
        'print(step(model, torch.ones(4, 3).cuda(), torch.ones(4, 2).cuda()).device)\n',
    'torch_boolean_mask':
        'import torch\n'
        '\n'
        "scores = torch.tensor([0.9, 0.2, 0.7], device='cuda:0')\n"
        'targets = torch.tensor([[1, 1], [2, 2], [3, 3]])\n'
        '\n'
        '\n'
        'def confident(scores, targets, threshold=0.5):\n'
        '    mask = scores > threshold\n'
        '    kept = targets[mask]\n'
        '    return kept, int(mask.sum())\n'
        '\n'
        '\n'
        'kept, n = confident(scores, targets)\n'
        'print(n, kept.tolist())\n',
    'torch_gather_actions':
        'import random\n'
        '\n'
        'import torch\n'
        'from torch import nn\n'
        '\n'
        'memory = [(torch.ones(4) * i, i % 2) for i in range(10)]\n'
        "q_net = nn.Linear(4, 2).to('cuda')\n"
        '\n'
        '\n'
        'def q_values(memory, batch_size):\n'
        '    states, actions = zip(*random.sample(memory, batch_size))\n'
        "    states = torch.stack(states).to('cuda')\n"
        '    actions = torch.tensor(actions).unsqueeze(1)\n'
        '    q = q_net(states)\n'
        '    return q.gather(1, actions)\n'
        '\n'
        '\n'
        'print(tuple(q_values(memory, 4).shape))\n',
    'torch_index_on_gpu':
        'import torch\n'
        '\n'
        "features = torch.randn(6, 3, device='cuda')\n"
        'labels = torch.arange(6)\n'
        '\n'
        '\n'
        'def hardest(features, labels, k):\n'
        '    losses = features.pow(2).sum(dim=1)\n'
        '    order = losses.argsort(descending=True)[:k]\n'
        '    return features[order], labels[order]\n'
        '\n'
        '\n'
        'x, y = hardest(features, labels, 2)\n'
        'print(tuple(x.shape), tuple(y.shape))\n',
    'mxnet_indices_on_cpu':
        'import mxnet as mx\n'
        'from mxnet import nd\n'
        '\n'
        '\n'
        'def cross_entropy(y_hat, y):\n'
        '    chosen = nd.pick(y_hat, y)\n'
        '    return -nd.log(chosen)\n'
        '\n'
        '\n'
        'y_hat = nd.array([[0.1, 0.9], [0.8, 0.2]], ctx=mx.gpu())\n'
        'y = nd.array([1, 0])\n'
        'print(cross_entropy(y_hat, y).shape)\n',
    'torch_gru_cell_state':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        "cell = nn.GRUCell(3, 5).to('cuda:0')\n"
        '\n'
        '\n'
        'def run(xs):\n'
        '    outputs = []\n'
        '    h = torch.zeros(xs.shape[1], 5)\n'
        '    for x in xs:\n'
        '        h = cell(x, h)\n'
        '        outputs.append(h)\n'
        '    return torch.stack(outputs)\n'
        '\n'
        '\n'
        "print(tuple(run(torch.randn(6, 2, 3, device='cuda:0')).shape))\n",
    'torch_hidden_state_on_cpu':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        '\n'
        'class Tagger(nn.Module):\n'
        '    def __init__(self, width=4):\n'
        '        super().__init__()\n'
        '        self.width = width\n'
        '        self.lstm = nn.LSTM(3, width)\n'
        '        self.out = nn.Linear(width, 2)\n'
        '\n'
        '    def init_hidden(self, batch):\n'
        '        return torch.zeros(1, batch, self.width), torch.zeros(1, batch, self.width)\n'
        '\n'
        '    def forward(self, x):\n'
        '        h, c = self.init_hidden(x.shape[1])\n'
        '        y, _ = self.lstm(x, (h, c))\n'
        '        return self.out(y)\n'
        '\n'
        '\n'
        'tagger = Tagger().cuda()\n'
        'print(tuple(tagger(torch.randn(7, 2, 3).cuda()).shape))\n',
    'torch_moving_average':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        'model = nn.Linear(2, 2)\n'
        'averages = {name: p.detach().clone() for name, p in model.named_parameters()}\n'
        'model.cuda()\n'
        '\n'
        '\n'
        'def update(model, averages, decay=0.9):\n'
        '    with torch.no_grad():\n'
        '        for name, p in model.named_parameters():\n'
        '            ema = averages[name]\n'
        '            ema.mul_(decay)\n'
        '            ema += p.detach() * (1 - decay)\n'
        '\n'
        '\n'
        'update(model, averages)\n'
        'print(sorted(averages))\n',
    'mxnet_begin_state':
        'import mxnet as mx\n'
        'from mxnet import nd\n'
        'from mxnet.gluon import rnn\n'
        '\n'
        'lstm = rnn.LSTM(hidden_size=4)\n'
        'lstm.initialize(ctx=mx.gpu(0))\n'
        'x = nd.ones((5, 2, 3), ctx=mx.gpu(0))\n'
        'output, state = lstm(x, lstm.begin_state(batch_size=2))\n'
        'print(output.shape, len(state), state[0].context)\n',
    'torch_gradient_of_copy':
        'import torch\n'
        '\n'
        "x = torch.arange(6., device='cuda').reshape(2, 3)\n"
        'w = torch.ones(3, requires_grad=True).cuda()\n'
        'for _ in range(2):\n'
        '    loss = (x @ w).sum()\n'
        '    loss.backward()\n'
        '    if w.grad is not None:\n'
        '        with torch.no_grad():\n'
        '            w -= 0.1 * w.grad\n'
        '            w.grad.zero_()\n'
        "print('learned' if w.sum().item() != 3 else 'nothing learned')\n",
    'torch_leaf_moved':
        'import torch\n'
        '\n'
        "device = torch.device('cuda')\n"
        'target = torch.ones(2, 3, device=device)\n'
        'image = torch.zeros(2, 3, requires_grad=True).to(device)\n'
        'optimizer = torch.optim.Adam([image], lr=0.1)\n'
        '\n'
        'for _ in range(3):\n'
        '    optimizer.zero_grad()\n'
        '    loss = (image - target).pow(2).sum()\n'
        '    loss.backward()\n'
        '    optimizer.step()\n'
        'print(image.grad is not None, image.is_leaf)\n',
    'torch_new_head_on_cpu':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        '\n'
        'class Pretrained(nn.Module):\n'
        '    def __init__(self):\n'
        '        super().__init__()\n'
        '        self.body, self.fc = nn.Linear(4, 8), nn.Linear(8, 1000)\n'
        '\n'
        '    def forward(self, x):\n'
        '        features = torch.relu(self.body(x))\n'
        '        return self.fc(features)\n'
        '\n'
        '\n'
        "model = Pretrained().to('cuda')\n"
        'for p in model.parameters():\n'
        '    p.requires_grad_(False)\n'
        'model.fc = nn.Linear(8, 5)\n'
        "print(tuple(model(torch.ones(2, 4, device='cuda')).shape))\n",
    'torch_optimizer_before_cuda':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        'model = nn.Linear(3, 1)\n'
        'optimizer = torch.optim.Adagrad(model.parameters(), lr=0.1)\n'
        'model.cuda()\n'
        '\n'
        'for _ in range(2):\n'
        '    optimizer.zero_grad()\n'
        '    loss = model(torch.ones(4, 3).cuda()).pow(2).mean()\n'
        '    loss.backward()\n'
        '    optimizer.step()\n'
        "print('state on', optimizer.state[model.weight]['sum'].device)\n",
    'torch_optimizer_before_cuda_note':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        'model = nn.Linear(2, 1)\n'
        'optimizer = torch.optim.Adagrad(model.parameters(), lr=0.1)\n'
        "model.to('cuda')\n"
        '\n'
        "model(torch.ones(3, 2, device='cuda'))\n"
        'print(model.weight.device)\n',
    'mxnet_initialize_twice':
        'import mxnet as mx\n'
        'from mxnet import nd\n'
        'from mxnet.gluon import nn\n'
        '\n'
        'net = nn.Dense(2, in_units=3)\n'
        'net.initialize()\n'
        'print(net(nd.ones((1, 3))).context)\n'
        'net.initialize(ctx=mx.gpu(0))\n'
        'y = net(nd.ones((1, 3), ctx=mx.gpu(0)))\n'
        'print(y.shape)\n',
    'mxnet_new_layer_not_initialized':
        'import mxnet as mx\n'
        'from mxnet import nd\n'
        'from mxnet.gluon import nn\n'
        '\n'
        '\n'
        'class Net(nn.Block):\n'
        '    def __init__(self):\n'
        '        super().__init__()\n'
        '        self.features, self.output = nn.Dense(4, in_units=2), nn.Dense(1000, in_units=4)\n'
        '\n'
        '    def forward(self, x):\n'
        '        h = self.features(x)\n'
        '        return self.output(h)\n'
        '\n'
        '\n'
        'ctx = mx.gpu(0)\n'
        'net = Net()\n'
        'net.initialize(ctx=ctx)\n'
        'net.output = nn.Dense(3, in_units=4)\n'
        'print(net(nd.ones((1, 2), ctx=ctx)).shape)\n',
    'mxnet_new_layer_on_cpu':
        'import mxnet as mx\n'
        'from mxnet import nd\n'
        'from mxnet.gluon import nn\n'
        '\n'
        'ctx = mx.gpu(0)\n'
        'features = nn.Sequential()\n'
        "features.add(nn.Dense(4, activation='relu'), nn.Dense(4))\n"
        'features.initialize(ctx=ctx)\n'
        'output = nn.Dense(3)\n'
        'output.initialize()\n'
        '\n'
        'h = features(nd.ones((2, 5), ctx=ctx))\n'
        'y = output(h)\n'
        'print(y.shape)\n',
    'mxnet_not_initialized':
        'import mxnet as mx\n'
        'from mxnet import nd\n'
        'from mxnet.gluon import nn\n'
        '\n'
        'net = nn.Sequential()\n'
        'net.add(nn.Dense(4), nn.Dense(2))\n'
        'x = nd.ones((3, 5), ctx=mx.gpu(0))\n'
        'y = net(x)\n'
        'print(y.shape, y.context)\n',
    'mxnet_weight_before_first_batch':
        'import mxnet as mx\n'
        'from mxnet.gluon import nn\n'
        '\n'
        'net = nn.Dense(2)\n'
        'net.initialize(mx.init.One(), ctx=mx.gpu(0))\n'
        'weight = net.weight.data()\n'
        'print(weight.shape, weight.context)\n',
    'torch_losses_of_two_gpus':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        "replicas = [nn.Linear(3, 1).to(f'cuda:{i}') for i in range(2)]\n"
        'batch = torch.arange(12.).reshape(4, 3)\n'
        'losses = []\n'
        'for replica, part in zip(replicas, batch.chunk(2)):\n'
        '    device = replica.weight.device\n'
        '    losses.append(replica(part.to(device)).pow(2).mean())\n'
        'total = losses[0] + losses[1]\n'
        'total.backward()\n'
        'print([str(r.weight.grad.device) for r in replicas])\n',
    'torch_model_parallel':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        '\n'
        'class Halves(nn.Module):\n'
        '    def __init__(self):\n'
        '        super().__init__()\n'
        "        self.front = nn.Linear(4, 8).to('cuda:0')\n"
        "        self.back = nn.Linear(8, 2).to('cuda:1')\n"
        '\n'
        '    def forward(self, x):\n'
        '        h = torch.relu(self.front(x))\n'
        '        return self.back(h)\n'
        '\n'
        '\n'
        "out = Halves()(torch.ones(3, 4, device='cuda:0'))\n"
        'print(tuple(out.shape), out.device)\n',
    'torch_parallel_attribute':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        '\n'
        'class Calibrated(nn.Module):\n'
        '    def __init__(self):\n'
        '        super().__init__()\n'
        '        self.linear = nn.Linear(3, 2)\n'
        "        self.temperature = torch.full((2,), 1.5).to('cuda:0')\n"
        '\n'
        '    def forward(self, x):\n'
        '        logits = self.linear(x)\n'
        '        return logits / self.temperature\n'
        '\n'
        '\n'
        "model = nn.DataParallel(Calibrated().to('cuda:0'))\n"
        'print(tuple(model(torch.ones(4, 3)).shape))\n',
    'torch_parallel_model_on_cpu':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        'model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))\n'
        'parallel = nn.DataParallel(model, device_ids=[0, 1])\n'
        'y = parallel(torch.ones(6, 3))\n'
        'print(tuple(y.shape), y.device)\n',
    'torch_tied_weights':
        'import torch\n'
        'from torch import nn\n'
        'import torch.nn.functional as F\n'
        '\n'
        "embedding = nn.Embedding(11, 4).to('cuda:0')\n"
        "body = nn.Linear(4, 4).to('cuda:1')\n"
        '\n'
        '\n'
        'def logits(tokens):\n'
        "    h = embedding(tokens.to('cuda:0'))\n"
        "    h = body(h.to('cuda:1'))\n"
        '    return F.linear(h, embedding.weight)\n'
        '\n'
        '\n'
        'print(tuple(logits(torch.tensor([1, 2, 3])).shape))\n',
    'mxnet_concat_pieces':
        'import mxnet as mx\n'
        'from mxnet import gluon, nd\n'
        'from mxnet.gluon import nn\n'
        '\n'
        'ctx = [mx.gpu(0), mx.gpu(1)]\n'
        'net = nn.Dense(2, in_units=3)\n'
        'net.initialize(ctx=ctx)\n'
        'parts = gluon.utils.split_and_load(nd.ones((4, 3)), ctx)\n'
        'a, b = [net(part) for part in parts]\n'
        'everything = nd.concat(a, b, dim=0)\n'
        'print(everything.shape)\n',
    'mxnet_losses_of_two_gpus':
        'import mxnet as mx\n'
        'from mxnet import autograd, gluon, nd\n'
        'from mxnet.gluon import nn\n'
        '\n'
        'ctx = [mx.gpu(0), mx.gpu(1)]\n'
        'net = nn.Dense(1, in_units=2)\n'
        'net.initialize(mx.init.One(), ctx=ctx)\n'
        'loss_fn = gluon.loss.L2Loss()\n'
        'xs, ys = (gluon.utils.split_and_load(nd.ones(shape), ctx) for shape in ((4, 2), (4, 1)))\n'
        'with autograd.record():\n'
        '    losses = [loss_fn(net(x), y).mean() for x, y in zip(xs, ys)]\n'
        'autograd.backward(losses)\n'
        'total = losses[0] + losses[1]\n'
        'print(total.shape)\n',
    'mxnet_stale_gradient':
        'import mxnet as mx\n'
        'from mxnet import autograd, gluon, nd\n'
        'from mxnet.gluon import nn\n'
        '\n'
        'ctx = [mx.gpu(0), mx.gpu(1)]\n'
        'net = nn.Dense(1, in_units=2)\n'
        'net.initialize(ctx=ctx)\n'
        "trainer = gluon.Trainer(net.collect_params(), 'sgd')\n"
        'xs = gluon.utils.split_and_load(nd.ones((4, 2)), ctx)\n'
        'with autograd.record():\n'
        '    losses = [net(x).sum() for x in xs]\n'
        'losses[0].backward()\n'
        'trainer.step(4)\n'
        "print('stepped')\n",
    'mxnet_trainer_two_contexts':
        'import mxnet as mx\n'
        'from mxnet import gluon\n'
        'from mxnet.gluon import nn\n'
        '\n'
        'front, back = nn.Dense(4, in_units=3), nn.Dense(2, in_units=4)\n'
        'front.initialize(ctx=mx.gpu(0))\n'
        'back.initialize(ctx=mx.gpu(1))\n'
        'params = front.collect_params()\n'
        'params.update(back.collect_params())\n'
        "trainers = [gluon.Trainer(params, 'sgd')]\n"
        "print('ready:', all(t.learning_rate == 0.01 for t in trainers))\n",
    'mxnet_two_gpus_one_operation':
        'import mxnet as mx\n'
        'from mxnet import nd\n'
        '\n'
        'grads = [nd.ones((2, 3), ctx=mx.gpu(i)) * (i + 1) for i in range(2)]\n'
        '\n'
        '\n'
        'def allreduce(data):\n'
        '    total = data[0]\n'
        '    for part in data[1:]:\n'
        '        total = total + part\n'
        '    return total\n'
        '\n'
        '\n'
        'print(allreduce(grads).sum().asscalar())\n',
    'mxnet_uneven_batch':
        'import mxnet as mx\n'
        'from mxnet import gluon, nd\n'
        '\n'
        'ctx = [mx.gpu(0), mx.gpu(1)]\n'
        'data = gluon.data.ArrayDataset(nd.arange(10).reshape((5, 2)))\n'
        'loader = gluon.data.DataLoader(data, batch_size=4)\n'
        'seen = 0\n'
        'for x in loader:\n'
        '    parts = gluon.utils.split_and_load(x, ctx)\n'
        '    seen += sum(len(part) for part in parts)\n'
        "print(seen, 'samples')\n",
    'mxnet_weight_data_of_which':
        'import mxnet as mx\n'
        'from mxnet.gluon import nn\n'
        '\n'
        'ctx = [mx.gpu(0), mx.gpu(1)]\n'
        'net = nn.Dense(2, in_units=3)\n'
        'net.initialize(mx.init.One(), ctx=ctx)\n'
        'weight = net.weight.data()\n'
        'print(weight.sum().asscalar())\n',
    'torch_checkpoint_of_other_gpu':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        "state = torch.load('checkpoint_of_cuda3.pt')\n"
        'model = nn.Linear(2, 1)\n'
        'model.load_state_dict(state)\n'
        "model.to('cuda')\n"
        'print(model.weight.device)\n',
    'torch_checkpoint_without_gpu':
        'import torch\n'
        '\n'
        '\n'
        'def resume(path):\n'
        '    checkpoint = torch.load(path)\n'
        "    return checkpoint['weight'], checkpoint['bias']\n"
        '\n'
        '\n'
        "weight, bias = resume('checkpoint_of_cuda3.pt')\n"
        'print(tuple(weight.shape), bias.device)\n',
    'torch_resume_optimizer':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        "model = nn.Linear(3, 2, bias=False).to('cuda')\n"
        'optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)\n'
        "saved = {'momentum_buffer': torch.zeros(2, 3)}\n"
        'optimizer.state[model.weight] = saved\n'
        '\n'
        "model(torch.ones(1, 3, device='cuda')).sum().backward()\n"
        'optimizer.step()\n'
        "print(optimizer.state[model.weight]['momentum_buffer'].device)\n",
    'mxnet_load_other_context':
        'import os\n'
        'import tempfile\n'
        '\n'
        'import mxnet as mx\n'
        'from mxnet.gluon import nn\n'
        '\n'
        "path = os.path.join(tempfile.mkdtemp(), 'net.params')\n"
        'net = nn.Dense(2, in_units=3)\n'
        'net.initialize(ctx=mx.gpu(0))\n'
        'net.save_parameters(path)\n'
        'net.load_parameters(path, ctx=mx.gpu(1))\n'
        'print(net.weight.shape)\n',
    'mxnet_load_without_context':
        'import os\n'
        'import tempfile\n'
        '\n'
        'import mxnet as mx\n'
        'from mxnet import nd\n'
        'from mxnet.gluon import nn\n'
        '\n'
        'ctx = mx.gpu(0)\n'
        "path = os.path.join(tempfile.mkdtemp(), 'net.params')\n"
        'trained = nn.Sequential()\n'
        'trained.add(nn.Dense(2, in_units=3))\n'
        'trained.initialize(ctx=ctx)\n'
        'trained.save_parameters(path)\n'
        '\n'
        'net = nn.Sequential()\n'
        'net.add(nn.Dense(2, in_units=3))\n'
        'net.load_parameters(path)\n'
        'y = net(nd.ones((4, 3), ctx=ctx))\n'
        'print(y.shape)\n',
    'torch_cuda_in_worker':
        'import torch\n'
        'from torch.utils.data import DataLoader, Dataset\n'
        '\n'
        '\n'
        'class Squares(Dataset):\n'
        '    def __len__(self):\n'
        '        return 4\n'
        '\n'
        '    def __getitem__(self, i):\n'
        '        return torch.full((3,), float(i)).cuda()\n'
        '\n'
        '\n'
        'torch.cuda.init()\n'
        "weight = torch.ones(3, device='cuda')\n"
        'for batch in DataLoader(Squares(), batch_size=2, num_workers=2):\n'
        "    out = batch.to('cuda') @ weight\n"
        'print(out.tolist())\n',
    'torch_generator_device':
        'import torch\n'
        '\n'
        'generator = torch.Generator().manual_seed(0)\n'
        '\n'
        '\n'
        'def augment(x, generator):\n'
        '    noise = torch.randn(x.shape, device=x.device, generator=generator)\n'
        '    return x + 0.01 * noise\n'
        '\n'
        '\n'
        "print(augment(torch.zeros(2, 3, device='cuda'), generator).device)\n",
    'torch_loader_generator':
        'import torch\n'
        'from torch.utils.data import DataLoader, TensorDataset\n'
        '\n'
        'data = TensorDataset(torch.arange(6.))\n'
        "generator = torch.Generator(device='cuda').manual_seed(1)\n"
        'loader = DataLoader(data, batch_size=2, shuffle=True, generator=generator)\n'
        'total = 0\n'
        'for (x,) in loader:\n'
        '    total += x.cuda().sum().item()\n'
        'print(total)\n',
    'torch_np_asarray':
        'import numpy as np\n'
        'import torch\n'
        '\n'
        'history = []\n'
        'for step in range(3):\n'
        "    loss = torch.tensor(1.0 / (step + 1), device='cuda')\n"
        '    history.append(loss)\n'
        'curve = np.array(history)\n'
        'print(curve.shape)\n',
    'torch_numpy_of_gpu':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        'net = nn.Linear(2, 3).cuda()\n'
        'with torch.no_grad():\n'
        '    predictions = net(torch.ones(4, 2).cuda()).argmax(dim=1)\n'
        'array = predictions.numpy()\n'
        'print(array.shape, array.dtype)\n',
    'torch_pin_gpu_tensors':
        'import torch\n'
        'from torch.utils.data import DataLoader, TensorDataset\n'
        '\n'
        'data = TensorDataset(torch.ones(4, 3).cuda(), torch.zeros(4).cuda())\n'
        'loader = DataLoader(data, batch_size=2, pin_memory=True)\n'
        'for x, y in loader:\n'
        '    mean = x.mean() - y.mean()\n'
        'print(mean.device)\n',
    'torch_pinned_by_hand':
        'import torch\n'
        '\n'
        '\n'
        "def to_gpu(batch, device='cuda:0'):\n"
        '    batch = batch if batch.is_cuda else batch.to(device)\n'
        '    return batch.pin_memory()\n'
        '\n'
        '\n'
        'print(to_gpu(torch.ones(2, 2)).device)\n',
    'torch_absent_gpu':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        "device = torch.device('cuda:3')\n"
        'model = nn.Linear(2, 2)\n'
        'weights = model.weight.detach().to(device)\n'
        'print(tuple(weights.shape), weights.is_cuda)\n',
    'torch_gpu_is_no_name':
        'import torch\n'
        '\n'
        '\n'
        'def pick_device():\n'
        '    if torch.cuda.is_available():\n'
        "        return torch.device('gpu')\n"
        "    return torch.device('cpu')\n"
        '\n'
        '\n'
        'x = torch.ones(2).to(pick_device())\n'
        'print(x.device)\n',
    'torch_no_gpu':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        'net = nn.Linear(3, 1)\n'
        'x = torch.ones(2, 3).cuda()\n'
        'print(tuple(net(x).shape), x.device)\n',
    'torch_set_device_later':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        'torch.cuda.set_device(0)\n'
        "model = nn.Linear(2, 2).to('cuda')\n"
        'if torch.cuda.device_count() > 1:\n'
        '    torch.cuda.set_device(1)\n'
        "x = torch.ones(4, 2, device='cuda')\n"
        'y = model(x)\n'
        'print(tuple(y.shape))\n',
    'torch_visible_device_misspelt':
        'import os\n'
        '\n'
        "os.environ['CUDA_VISIBLE_DEVICE'] = '0'\n"
        '\n'
        'import torch\n'
        '\n'
        "x = torch.ones(2, device='cuda')\n"
        'print(x.sum().item(), x.device)\n',
    'torch_visible_devices_late':
        'import os\n'
        '\n'
        'import torch\n'
        '\n'
        "print('GPUs:', torch.cuda.device_count())\n"
        "os.environ['CUDA_VISIBLE_DEVICES'] = '1'\n"
        "x = torch.ones(2, device='cuda')\n"
        'print(x.device)\n',
    'torch_visible_devices_renumber':
        'import os\n'
        '\n'
        "os.environ['CUDA_VISIBLE_DEVICES'] = '1'\n"
        '\n'
        'import torch\n'
        '\n'
        "x = torch.zeros(2, 3, device='cuda:1')\n"
        "print(x.device, 'of', torch.cuda.device_count())\n",
    'mxnet_absent_gpu':
        'import mxnet as mx\n'
        'from mxnet import nd\n'
        '\n'
        'devices = [mx.gpu(1), mx.gpu(2)]\n'
        'buffers = []\n'
        'for ctx in devices:\n'
        '    buffers.append(nd.zeros((2, 2), ctx=ctx))\n'
        "print(len(buffers), 'buffers')\n",
    'mxnet_context_as_text':
        'import mxnet as mx\n'
        'from mxnet import nd\n'
        '\n'
        "device = 'gpu'\n"
        'x = nd.ones((2, 2), ctx=device)\n'
        'print(x.context)\n',
    'mxnet_no_gpu':
        'import mxnet as mx\n'
        'from mxnet import nd\n'
        '\n'
        'x = nd.ones((2, 3), ctx=mx.gpu())\n'
        'print(x.shape)\n',
    'mxnet_visible_devices_late':
        'import os\n'
        '\n'
        'import mxnet as mx\n'
        'from mxnet import nd\n'
        '\n'
        'x = nd.ones((2,), ctx=mx.gpu(0))\n'
        "os.environ['CUDA_VISIBLE_DEVICES'] = '0'\n"
        "print(mx.context.num_gpus(), 'GPU')\n",
    'torch_out_of_memory_batch':
        'import torch\n'
        '\n'
        "points = torch.rand(5000, 3, device='cuda')\n"
        'nearest = torch.cdist(points, points).topk(2, largest=False).indices[:, 1]\n'
        'print(tuple(nearest.shape))\n',
    'torch_out_of_memory_evaluation':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        'net = nn.Sequential(nn.Linear(256, 2048), nn.ReLU(), nn.Linear(2048, 1)).cuda()\n'
        'net.eval()\n'
        'outputs = []\n'
        'for batch in range(12):\n'
        "    x = torch.ones(512, 256, device='cuda')\n"
        '    outputs.append(net(x))\n'
        'print(len(outputs), tuple(outputs[0].shape))\n',
    'torch_out_of_memory_losses':
        'import torch\n'
        '\n'
        "x = torch.ones(1024, 1024, device='cuda')\n"
        "w = torch.ones(1024, 1024, device='cuda', requires_grad=True)\n"
        'history = []\n'
        'for step in range(12):\n'
        '    loss = ((x * w).exp() - 1).pow(2).mean()\n'
        '    history.append(loss)\n'
        "print(len(history), 'losses')\n",
    'mxnet_out_of_memory_keep_outputs':
        'import mxnet as mx\n'
        'from mxnet import nd\n'
        '\n'
        'outputs = []\n'
        'for batch in range(16):\n'
        '    x = nd.ones((1024, 1024), ctx=mx.gpu(0)) * batch\n'
        '    outputs.append(nd.relu(x))\n'
        "print(len(outputs), 'outputs')\n",
    'torch_embedding_out_of_range':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        "words = {'a': 0, 'b': 1, 'c': 2, 'd': 3}\n"
        'unknown = len(words)\n'
        'embedding = nn.Embedding(4, 2).cuda()\n'
        "ids = torch.tensor([words.get(w, unknown) for w in ['a', 'e']]).cuda()\n"
        'vectors = embedding(ids)\n'
        'print(tuple(vectors.shape), vectors.sum().item() < 100)\n',
    'torch_label_out_of_range':
        'import torch\n'
        'from torch import nn\n'
        '\n'
        'net = nn.Linear(4, 3).cuda()\n'
        "labels = torch.tensor([1, 2, 3], device='cuda')\n"
        "loss = nn.functional.cross_entropy(net(torch.ones(3, 4, device='cuda')), labels)\n"
        'predicted = net.weight.argmax(dim=1)\n'
        "print('loss is finite:', loss.item() < 100)\n",
    'mxnet_out_of_memory_late':
        'import mxnet as mx\n'
        'from mxnet import nd\n'
        '\n'
        'points = nd.random.uniform(shape=(3000, 3), ctx=mx.gpu(0))\n'
        'd = nd.abs(points.expand_dims(1) - points.expand_dims(0))\n'
        'nearest = d.sum(axis=2).min()\n'
        'print(nearest.asscalar() == 0)\n',
    'torch_item_every_step':
        'import torch\n'
        '\n'
        "w = torch.ones(4, device='cuda')\n"
        'total = 0\n'
        'for step in range(150):\n'
        '    loss = (w * 2).mean()\n'
        '    total += loss.item()\n'
        "print('mean', total / 150)\n",
    'torch_move_in_loop':
        'import torch\n'
        '\n'
        'adjacency = torch.eye(3) + 1\n'
        "x = torch.ones(3, 1, device='cuda')\n"
        'for layer in range(12):\n'
        "    x = adjacency.to('cuda') @ x / 2\n"
        'print(tuple(x.shape), x.device)\n',
    'mxnet_asscalar_every_step':
        'import mxnet as mx\n'
        'from mxnet import nd\n'
        '\n'
        'w = nd.ones((4,), ctx=mx.gpu(0))\n'
        'total = 0\n'
        'for step in range(150):\n'
        '    loss = (w * 2).mean()\n'
        '    total += loss.asscalar()\n'
        "print('mean', total / 150)\n",
    'mxnet_copy_in_loop':
        'import mxnet as mx\n'
        'from mxnet import nd\n'
        '\n'
        'kernel = nd.array([[0.5, 0.5]])\n'
        'y = nd.ones((1, 2), ctx=mx.gpu(0))\n'
        'for step in range(15):\n'
        '    y = (y * kernel.as_in_context(mx.gpu(0)))\n'
        'print(y.shape)\n',
    'mxnet_copyto_where_it_is':
        'import mxnet as mx\n'
        'from mxnet import nd\n'
        '\n'
        '\n'
        'def on_device(x, ctx):\n'
        '    return x.copyto(ctx)\n'
        '\n'
        '\n'
        'x = nd.ones((3, 3), ctx=mx.gpu(0))\n'
        'y = on_device(x, mx.gpu(0))\n'
        'print(y.shape, y.context)\n',
    'mixed_ndarray_and_tensor':
        'import mxnet as mx\n'
        'import torch\n'
        'from mxnet import nd\n'
        '\n'
        'gluon_output = nd.ones((2, 3), ctx=mx.gpu(0))\n'
        "torch_output = torch.ones(2, 3, device='cuda:0')\n"
        'difference = gluon_output - torch_output\n'
        'print(difference.shape)\n',
    'mixed_numpy_into_torch':
        'import numpy as np\n'
        'import torch\n'
        '\n'
        "weights = np.array([0.2, 0.3, 0.5], dtype='float32')\n"
        "x = torch.ones(4, 3, device='cuda')\n"
        'weighted = x * weights\n'
        'print(tuple(weighted.shape), weighted.device)\n',
    'mixed_numpy_batch':
        'import mxnet as mx\n'
        'import numpy as np\n'
        'from mxnet import nd\n'
        'from mxnet.gluon import nn\n'
        '\n'
        'net = nn.Dense(2, in_units=3)\n'
        'net.initialize(ctx=mx.gpu(0))\n'
        "batch = np.ones((4, 3), dtype='float32')\n"
        'y = net(batch)\n'
        'print(y.shape)\n',
}
