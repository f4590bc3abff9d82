"""Played by perch (packages.py): every helper of d2l.torch or d2l.mxnet (0.17.6 and 1.0.3) called on stand-in data, its trainers on 1 and 2 GPUs; a line for each: HELPER name | what it did, or FAILED.

helpers_d2l.py torch|mxnet. What is asked of the library itself stands in class Torch and class MXNet; what only 1.0.3 has, in helpers_d2l_classes.py.
"""
import contextlib
import importlib
import io
import os
import random
import re
import sys
import time
import traceback

import matplotlib
matplotlib.use('agg')
import numpy

d2l = importlib.import_module('d2l.' + sys.argv[1])
done = set()


class Torch:
    def __init__(self):
        import torch
        import torchvision
        self.lib, self.nn, self.float = torch, torch.nn, torch.float32

        class FashionMNIST(torchvision.datasets.FashionMNIST):
            """Of the stand-in's pictures so many as a test has time for."""

            def __init__(self, *args, **kwargs):
                super().__init__(*args, **kwargs)
                self.data, self.targets = self.data[:1000], self.targets[:1000]
        torchvision.datasets.FashionMNIST = FashionMNIST
        self.cross = lambda: torch.nn.CrossEntropyLoss(reduction='none')

    def seed(self):
        self.lib.manual_seed(1)

    def sequential(self, *layers):
        return self.nn.Sequential(*layers)

    def dense(self, inputs, outputs, activation=None):
        return self.nn.Linear(inputs, outputs) if activation is None else self.nn.Sequential(self.nn.Linear(inputs, outputs), self.nn.ReLU())

    def flatten(self):
        return self.nn.Flatten()

    def conv(self):
        nn = self.nn
        return nn.Sequential(nn.Conv2d(1, 8, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(8, 16, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(256, 10))

    def begun(self, net, devices=None):
        return net.to(devices[0]) if devices else net

    def optimizer(self, net, name='sgd', lr=0.1):
        return (self.lib.optim.SGD if name == 'sgd' else self.lib.optim.Adam)(net.parameters(), lr=lr)

    def parameters(self, *shapes):
        return [self.lib.normal(0, 0.01, shape).requires_grad_() for shape in shapes]

    def step(self, function, *_):
        loss = function()
        loss.backward()
        return loss

    def on(self, x, device):
        return x.to(device)

    def rnn(self, inputs, hidden):
        return self.nn.RNN(inputs, hidden)


class MXNet:
    def __init__(self):
        import mxnet
        from mxnet import autograd, gluon, init, np, npx
        from mxnet.gluon import nn, rnn
        npx.set_np()
        self.lib, self.np, self.gluon, self.nn, self.rnns, self.init, self.autograd, self.float = mxnet, np, gluon, nn, rnn, init, autograd, np.float32

        class FashionMNIST(gluon.data.vision.FashionMNIST):
            """Of the stand-in's pictures so many as a test has time for."""

            def _get_data(self):
                super()._get_data()
                self._data, self._label = self._data[:1000], self._label[:1000]
        gluon.data.vision.FashionMNIST = FashionMNIST
        self.cross = gluon.loss.SoftmaxCrossEntropyLoss

    def seed(self):
        self.lib.random.seed(1)

    def sequential(self, *layers):
        net = self.nn.Sequential()
        net.add(*layers)
        return net

    def dense(self, inputs, outputs, activation=None):
        return self.nn.Dense(outputs, activation=activation)

    def flatten(self):
        return self.nn.Flatten()

    def conv(self):
        nn = self.nn
        return self.sequential(nn.Conv2D(8, 5, activation='relu'), nn.MaxPool2D(2, 2), nn.Conv2D(16, 5, activation='relu'), nn.MaxPool2D(2, 2), nn.Dense(10))

    def begun(self, net, devices=None):
        net.initialize(init=self.init.Xavier(), ctx=devices, force_reinit=True)
        return net

    def optimizer(self, net, name='sgd', lr=0.1):
        return self.gluon.Trainer(net.collect_params(), name, {'learning_rate': lr})

    def parameters(self, *shapes):
        found = [self.np.random.normal(0, 0.01, shape) for shape in shapes]
        for each in found:
            each.attach_grad()
        return found

    def step(self, function, *_):
        with self.autograd.record():
            loss = function()
        loss.backward()
        return loss

    def on(self, x, device):
        return x.as_in_ctx(device)

    def rnn(self, inputs, hidden):
        return self.rnns.RNN(hidden)


is_torch = sys.argv[1] == 'torch'
lib = (Torch if is_torch else MXNet)()
old = not hasattr(d2l, 'Trainer')           # 0.17.6
gpus = d2l.try_all_gpus()


def helper(*names):
    """Tries a function where the module has the names; what it returns is said of them."""
    def run(function):
        here = [name for name in names if hasattr(d2l, name)]
        if not here:
            return function
        done.update(here)
        said, began = io.StringIO(), time.perf_counter()
        lib.seed()
        numpy.random.seed(1)
        random.seed(1)
        try:
            with contextlib.redirect_stdout(said):
                told = function()
        except Exception:
            told = 'FAILED ' + traceback.format_exc().strip().replace('\n', ' / ')[-900:] + said.getvalue()[-200:]
        d2l.plt.close('all')
        print(f'  took {time.perf_counter() - began:.1f} s', file=sys.stderr)
        for name in here:
            print('HELPER', name, '|', told, flush=True)
        return function
    return run


def spoken(function, *args, **kwargs):
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        function(*args, **kwargs)
    return said.getvalue()


def numbers(said, word):
    return [float(n) for n in re.findall(word + r' ([\d.]+)', said)]


def least(said, word, bar):
    """The last number behind a word, which must reach the bar."""
    found = numbers(said, word)
    assert found and found[-1] >= bar, f'{word} {found} of {said[-300:]!r}: not {bar}'
    return f'{word} {found[-1]:.2f}'


def falls(values):
    values = [float(v) for v in values]
    assert values[-1] < values[0], f'no fall: {values}'
    return f'loss {values[0]:.3f} to {values[-1]:.3f}'


def close(found, wanted, digits=4):
    found = numpy.asarray(found if isinstance(found, numpy.ndarray) or not hasattr(found, 'shape') else d2l.numpy(found))
    assert numpy.allclose(found, wanted, atol=10 ** -digits), f'{found.tolist()}, not {wanted}'
    return found.round(digits).tolist()


def watched(function):
    """What it drew, the lines of every Animator that it made: the first line's values."""
    made, Animator = [], d2l.Animator
    add = Animator.add

    def kept(self, x, y):
        if self not in made:
            made.append(self)
        add(self, x, y)
    Animator.add = kept
    try:
        said = spoken(function)
    finally:
        Animator.add = add
    return said, [[float(v) for v in line] for each in made for line in each.Y]


# ---- drawing ----
helper('use_svg_display')(lambda: d2l.use_svg_display() or 'set')
helper('set_figsize')(lambda: d2l.set_figsize((2, 2)) or list(d2l.plt.rcParams['figure.figsize']))


@helper('plot', 'set_axes')
def _():
    d2l.plot(d2l.arange(0, 3, 0.5), [d2l.arange(0, 3, 0.5), d2l.arange(3, 6, 0.5)], 'x', 'y', legend=['a', 'b'], xlim=[0, 3], yscale='log')
    axes = d2l.plt.gca()
    assert len(axes.lines) == 2 and axes.get_yscale() == 'log'
    return f'{len(axes.lines)} lines, {axes.get_xlabel()}, {axes.get_xlim()}'


@helper('show_images')
def _():
    return numpy.asarray(d2l.show_images(d2l.ones((4, 5, 5)), 2, 2, titles=list('abcd'))).shape


@helper('Animator')
def _():
    animator = d2l.Animator(xlabel='epoch', xlim=[1, 3], legend=['a', 'b'])
    for i in range(3):
        animator.add(i, (i, i * i))
    assert animator.Y == [[0, 1, 2], [0, 1, 4]]
    return f'{len(animator.axes[0].lines)} lines of {len(animator.Y[0])}'


helper('show_heatmaps')(lambda: d2l.show_heatmaps(d2l.reshape(d2l.ones(24), (2, 1, 3, 4)), 'x', 'y', titles=['t']) or f'{len(d2l.plt.gcf().axes)} axes')
helper('show_list_len_pair_hist')(lambda: d2l.show_list_len_pair_hist(['a', 'b'], 'x', 'y', [[1], [1, 2]], [[3], [1, 2, 3]]) or f'{len(d2l.plt.gca().patches)} bars')
helper('annotate')(lambda: d2l.annotate('here', (0, 0), (1, 1)) or len(d2l.plt.gca().texts))
helper('bbox_to_rect')(lambda: d2l.bbox_to_rect([1, 2, 20, 30], 'red').get_width())


@helper('show_bboxes')
def _():
    axes = d2l.plt.imshow(numpy.zeros((40, 40, 3))).axes
    d2l.show_bboxes(axes, [d2l.tensor([1.0, 2, 20, 30]), d2l.tensor([5.0, 5, 9, 9])], ['dog=0.9', 'cat'])
    return f'{len(axes.patches)} rectangles, {len(axes.texts)} labels'


# ---- tools ----
@helper('Timer')
def _():
    timer = d2l.Timer()
    timer.stop()
    timer.start()
    timer.stop()
    assert len(timer.times) == 2 and timer.sum() >= timer.avg() and len(timer.cumsum()) == 2
    return 'timed twice'


@helper('Benchmark')
def _():
    def work():
        with d2l.Benchmark('work'):
            d2l.ones(3).sum()
    return re.sub(r'[\d.]+', 'N', spoken(work).strip())


@helper('Accumulator')
def _():
    a = d2l.Accumulator(2)
    a.add(1, 2.5)
    a.add(3, 0.5)
    found = a[0], a[1]
    a.reset()
    assert found == (4.0, 3.0) and a[0] == 0
    return found


helper('accuracy')(lambda: float(d2l.accuracy(d2l.tensor([[0.1, 0.9], [0.8, 0.2]]), d2l.tensor([1, 1]))))
helper('linreg')(lambda: close(d2l.linreg(d2l.ones((2, 3)), d2l.ones((3, 1)), d2l.ones(1)), [[4], [4]]))
helper('squared_loss')(lambda: close(d2l.squared_loss(d2l.tensor([1.0, 2]), d2l.tensor([0.0, 0])), [0.5, 2]))
helper('corr2d')(lambda: close(d2l.corr2d(d2l.reshape(d2l.arange(9.0), (3, 3)), d2l.reshape(d2l.arange(4.0), (2, 2))), [[19, 25], [37, 43]]))
helper('try_gpu', 'try_all_gpus')(lambda: f'{d2l.try_gpu()} {d2l.try_all_gpus()} {d2l.try_gpu(10)}')
helper('cpu', 'gpu', 'num_gpus')(lambda: f'{d2l.cpu()} {d2l.gpu(1)} {d2l.num_gpus()}')
helper('get_dataloader_workers')(lambda: d2l.get_dataloader_workers())
helper('get_fashion_mnist_labels')(lambda: d2l.get_fashion_mnist_labels([0, 9]))
helper('truncate_pad')(lambda: (d2l.truncate_pad([1, 2, 3], 2, 0), d2l.truncate_pad([1], 3, 0)))
helper('bleu')(lambda: round(d2l.bleu('the cat sat', 'the cat sat down', 2), 4))
helper('tokenize')(lambda: (d2l.tokenize(['a b', 'c']), d2l.tokenize(['ab'], 'char')))
helper('count_corpus')(lambda: sorted(d2l.count_corpus([['a', 'b'], ['a']]).items()))
helper('check_len', 'check_shape')(lambda: d2l.check_len([1, 2], 2) or d2l.check_shape(d2l.ones((2, 3)), (2, 3)) or 'agree')


@helper('Vocab')
def _():
    vocab = d2l.Vocab([['a', 'b', 'a'], ['c', 'a', 'b']], min_freq=2, reserved_tokens=['<pad>'])
    assert vocab.to_tokens(vocab[['a', 'b', 'never']]) == ['a', 'b', '<unk>'], vocab.to_tokens(vocab[['a', 'b', 'never']])
    return f'{len(vocab)} words'


@helper('sgd', 'grad_clipping')
def _():
    w, = lib.parameters((2,))
    before = d2l.numpy(w if not is_torch else w.detach()).copy()
    lib.step(lambda: d2l.reduce_sum(w * w * 100))
    d2l.sgd([w], 0.01, 1)
    close(w.detach() if is_torch else w, -before, 5)
    net = lib.begun(lib.sequential(lib.dense(3, 1)))
    x = d2l.ones((2, 3)) * 100
    net(x)
    lib.step(lambda: d2l.reduce_sum(net(x)))
    d2l.grad_clipping(net, 1)
    grads = [p.grad for p in net.parameters()] if is_torch else [p.data().grad for p in net.collect_params().values()]
    norm = sum(float((d2l.numpy(g) ** 2).sum()) for g in grads) ** 0.5
    assert abs(norm - 1) < 1e-3, norm
    return f'norm {norm:.3f}'


@helper('synthetic_data', 'load_array', 'evaluate_loss')
def _():
    X, y = d2l.synthetic_data(d2l.tensor([2.0, -3.4]), 4.2, 100)
    batches = d2l.load_array((X, y), 10)
    net = lib.begun(lib.sequential(lib.dense(2, 1)))
    loss = lib.nn.MSELoss(reduction='none') if is_torch else lib.gluon.loss.L2Loss()
    return f'{X.shape} {y.shape}, {len(list(batches))} batches, loss {d2l.evaluate_loss(net, batches, loss):.2f}'


@helper('split_batch')
def _():
    X, y = d2l.split_batch(d2l.ones((6, 3)), d2l.ones(6), gpus)
    return [(tuple(a.shape), tuple(b.shape)) for a, b in zip(X, y)]


@helper('split_batch_multi_inputs')
def _():
    X, y = d2l.split_batch_multi_inputs((d2l.ones((4, 3)), d2l.ones((4, 2))), d2l.ones(4), gpus)
    return [[tuple(part.shape) for part in shard] for shard in X]


# ---- optimisation ----
@helper('train_2d', 'show_trace_2d')
def _():
    found = d2l.train_2d(lambda x1, x2, s1, s2: (x1 - 0.2 * x1, x2 - 0.4 * x2, 0, 0))
    d2l.show_trace_2d(lambda x1, x2: x1 ** 2 + 2 * x2 ** 2, found)
    return f'{len(found)} points, the last {found[-1][0]:.4f} {found[-1][1]:.4f}'


@helper('get_data_ch11', 'train_ch11', 'train_concise_ch11')
def _():
    batches, width = d2l.get_data_ch11(batch_size=10, n=600)

    def sgd(params, states, hyperparams):
        with lib.lib.no_grad() if is_torch else contextlib.nullcontext():
            for p in params:
                p[:] -= hyperparams['lr'] * p.grad
                if is_torch:
                    p.grad.zero_()
    said = spoken(d2l.train_ch11, sgd, None, {'lr': 0.05}, batches, width, 2)
    concise = spoken(d2l.train_concise_ch11, lib.lib.optim.SGD if is_torch else 'sgd', {'lr': 0.01} if is_torch else {'learning_rate': 0.05}, batches, 2)
    losses = numbers(said + concise, 'loss:')
    assert max(losses) < 0.5, losses
    return f'{width} features, losses {losses}'


# ---- pictures ----
@helper('load_data_fashion_mnist')
def _():
    global fashion
    fashion = d2l.load_data_fashion_mnist(64)
    shape = tuple(next(iter(d2l.load_data_fashion_mnist(32, resize=40)[1]))[0].shape)
    return f'{len(fashion[0])} and {len(fashion[1])} batches, resized {shape}'


@helper('train_ch3', 'train_epoch_ch3', 'evaluate_accuracy', 'predict_ch3')
def _():
    net = lib.begun(lib.sequential(lib.flatten(), lib.dense(784, 10)))
    updater = lib.optimizer(net, 'adam', 0.01)
    if hasattr(d2l, 'train_ch3'):
        _, lines = watched(lambda: d2l.train_ch3(net, *fashion, lib.cross(), 5, updater if is_torch else lambda size: updater.step(size)))
        d2l.predict_ch3(net, fashion[1])
    else:
        for _ in range(2):
            for X, y in fashion[0]:
                lib.step(lambda: lib.cross()(net(X), y))
                updater.step(len(X))
        lines = [[1.0]]
    accuracy = d2l.evaluate_accuracy(net, fashion[1])
    assert accuracy > 0.6, accuracy
    return falls(lines[0]) + f', test accuracy {accuracy:.2f}' if len(lines) > 1 else f'test accuracy {accuracy:.2f}'


@helper('train_ch6', 'evaluate_accuracy_gpu')
def _():
    said = spoken(d2l.train_ch6, lib.conv(), *fashion, 6, 0.1, gpus[0])
    return 'on one GPU: ' + least(said, 'test acc', 0.6)


@helper('train_ch13', 'train_batch_ch13', 'evaluate_accuracy_gpus')
def _():
    found = []
    for devices in (gpus[:1], gpus):
        net = lib.begun(lib.conv(), devices)
        said = spoken(d2l.train_ch13, net, *fashion, lib.cross(), lib.optimizer(net, 'adam', 0.005), 3, devices)
        found.append(f'on {len(devices)}: ' + least(said, 'test acc', 0.6))
    if hasattr(d2l, 'evaluate_accuracy_gpus'):
        found.append(f'evaluated {d2l.evaluate_accuracy_gpus(net, fashion[1]):.2f}')
    return ', '.join(found)


@helper('Residual', 'ResNeXtBlock', 'resnet18')
def _():
    found = []
    x = d2l.ones((2, 4, 6, 6))
    block = d2l.Residual(4, 8, True, 2) if is_torch and old else d2l.Residual(8, True, 2)
    found.append(tuple(lib.begun(block)(x).shape) if not is_torch else tuple(block(x).shape))
    if hasattr(d2l, 'ResNeXtBlock'):
        found.append(tuple(lib.begun(d2l.ResNeXtBlock(8, 2, 1, True, 2))(x).shape))
    net = lib.begun(d2l.resnet18(10), gpus[:1])
    found.append(tuple(net(lib.on(d2l.ones((2, 1, 32, 32)), gpus[0])).shape))
    return found


boxes = d2l.tensor([[0.0, 0.1, 0.2, 0.3], [0.15, 0.2, 0.4, 0.4], [0.63, 0.05, 0.88, 0.98], [0.57, 0.3, 0.92, 0.9]])
truth = d2l.tensor([[0.1, 0.08, 0.52, 0.92], [0.55, 0.2, 0.9, 0.88]])


@helper('box_corner_to_center', 'box_center_to_corner', 'box_iou', 'offset_boxes', 'offset_inverse', 'assign_anchor_to_bbox')
def _():
    close(d2l.box_center_to_corner(d2l.box_corner_to_center(boxes)), d2l.numpy(boxes))
    close(d2l.offset_inverse(boxes[:2], d2l.offset_boxes(boxes[:2], truth)), d2l.numpy(truth))
    return d2l.numpy(d2l.box_iou(boxes, truth)).round(2).tolist(), d2l.numpy(d2l.assign_anchor_to_bbox(truth, boxes, boxes.device if is_torch else boxes.ctx)).tolist()


@helper('multibox_prior', 'multibox_target', 'multibox_detection', 'nms')
def _():
    prior = d2l.multibox_prior(d2l.ones((1, 3, 8, 8)), sizes=[0.75, 0.5], ratios=[1, 2])
    labels = d2l.concat([d2l.tensor([[[0.0], [1.0]]]), d2l.reshape(truth, (1, 2, 4))], -1 if is_torch else 2)
    offset, mask, classes = d2l.multibox_target(d2l.reshape(boxes, (1, 4, 4)), labels)
    scores = d2l.tensor([[[0.0] * 4, [0.9, 0.8, 0.7, 0.1], [0.1, 0.2, 0.3, 0.9]]])
    found = d2l.multibox_detection(scores, d2l.zeros((1, 16)), d2l.reshape(boxes, (1, 4, 4)), nms_threshold=0.5)
    kept = d2l.nms(boxes, d2l.tensor([0.9, 0.8, 0.7, 0.1]), 0.3)
    return f'{tuple(prior.shape)}, classes {d2l.numpy(classes).tolist()}, found {d2l.numpy(found)[0, :, 0].tolist()}, kept {d2l.numpy(kept).tolist()}'


@helper('read_data_bananas', 'BananasDataset', 'load_data_bananas')
def _():
    train, _ = d2l.load_data_bananas(8)
    batch = next(iter(train))
    return tuple(batch[0].shape), tuple(batch[1].shape)


@helper('read_voc_images', 'voc_colormap2label', 'voc_label_indices', 'voc_rand_crop', 'VOCSegDataset', 'load_data_voc')
def _():
    folder = d2l.download_extract('voc2012', 'VOCdevkit/VOC2012')
    features, labels = d2l.read_voc_images(folder, False)
    classes = d2l.numpy(d2l.voc_label_indices(labels[0], d2l.voc_colormap2label()))
    cropped = d2l.voc_rand_crop(features[0], labels[0], 32, 40)
    train, _ = d2l.load_data_voc(4, (32, 40))
    X, Y = next(iter(train))
    return f'{len(features)} pictures, classes {sorted(set(classes.ravel().astype(int).tolist()))}, {tuple(cropped[0].shape)}, batches of {tuple(X.shape)} {tuple(Y.shape)}'


@helper('read_csv_labels', 'copyfile', 'reorg_train_valid', 'reorg_test')
def _():
    folder = d2l.download_extract('cifar10_tiny')
    labels = d2l.read_csv_labels(os.path.join(folder, 'trainLabels.csv'))
    held = d2l.reorg_train_valid(folder, labels, 0.1)
    d2l.reorg_test(folder)
    return f'{len(labels)} labels, {held} of each kind held back, {sorted(os.listdir(os.path.join(folder, "train_valid_test")))}'


@helper('update_D', 'update_G')
def _():
    nn = lib.nn
    D, G = (lib.begun(lib.sequential(lib.dense(2, 5), lib.dense(5, 1))), lib.begun(lib.sequential(lib.dense(2, 2))))
    loss = nn.BCEWithLogitsLoss(reduction='sum') if is_torch else lib.gluon.loss.SigmoidBCELoss()
    X, Z = d2l.matmul(d2l.normal(0, 1, (64, 2)), d2l.tensor([[1.0, 2], [-0.1, 0.5]])) + d2l.tensor([1.0, 2]), d2l.normal(0, 1, (64, 2))
    D(X), G(Z)
    of_d, of_g = lib.optimizer(D, 'adam', 0.05), lib.optimizer(G, 'adam', 0.02)
    losses = [float(d2l.update_D(X, Z, D, G, loss, of_d)) for _ in range(15)]
    return 'D: ' + falls(losses) + ', G: ' + falls([float(d2l.update_G(Z, D, G, loss, of_g)) for _ in range(15)])


# ---- text ----
@helper('read_time_machine', 'load_corpus_time_machine', 'load_data_time_machine', 'SeqDataLoader', 'seq_data_iter_random', 'seq_data_iter_sequential')
def _():
    corpus, vocab = d2l.load_corpus_time_machine()
    batches, _ = d2l.load_data_time_machine(8, 10, True)
    shapes = [tuple(next(each(list(range(60)), 2, 5))[0].shape) for each in (d2l.seq_data_iter_random, d2l.seq_data_iter_sequential)]
    return f'{len(d2l.read_time_machine())} lines, {len(corpus)} letters of {len(vocab)} kinds, {shapes}, {tuple(next(iter(batches))[0].shape)}'


@helper('train_ch8', 'train_epoch_ch8', 'predict_ch8', 'RNNModel')
def _():
    batches, vocab = d2l.load_data_time_machine(16, 20, max_tokens=4000)
    net = d2l.RNNModel(lib.rnn(len(vocab), 32), len(vocab))
    net = net.to(gpus[0]) if is_torch else (net.initialize(ctx=gpus[0], force_reinit=True, init=lib.init.Normal(0.01)) or net)
    said, lines = watched(lambda: d2l.train_ch8(net, batches, vocab, 1, 21, gpus[0]))
    said += d2l.predict_ch8('time ', 5, net, vocab, gpus[0])
    found = numbers(said, 'perplexity')[-1]
    assert found < len(vocab) * 0.8, (found, lines)
    return f'perplexity {found}, {said.splitlines()[-1]!r}'


@helper('RNNModelScratch')
def _():
    batches, vocab = d2l.load_data_time_machine(16, 10, max_tokens=1500)
    size, hidden = len(vocab), 24

    def parameters(size, hidden, device):
        found = [lib.on(p.detach(), device) for p in lib.parameters((size, hidden), (hidden, hidden), (hidden,), (hidden, size), (size,))]
        for p in found:
            p.requires_grad_() if is_torch else p.attach_grad()
        return found

    def forward(inputs, state, params):
        W_xh, W_hh, b_h, W_hq, b_q = params
        H, outputs = state[0], []
        for X in inputs:
            H = d2l.tanh(d2l.matmul(X, W_xh) + d2l.matmul(H, W_hh) + b_h)
            outputs.append(d2l.matmul(H, W_hq) + b_q)
        return d2l.concat(outputs, 0), (H,)
    net = d2l.RNNModelScratch(size, hidden, gpus[0], parameters, lambda n, h, device: (lib.on(d2l.zeros((n, h)), device),), forward)
    found = numbers(spoken(d2l.train_ch8, net, batches, vocab, 1, 11, gpus[0], True), 'perplexity')
    assert found[-1] < size * 0.9, found
    return f'perplexity {found[-1]} of {size} letters'


@helper('read_data_nmt', 'preprocess_nmt', 'tokenize_nmt', 'build_array_nmt', 'load_data_nmt')
def _():
    text = d2l.preprocess_nmt(d2l.read_data_nmt())
    source, target = d2l.tokenize_nmt(text, 50)
    batches, of_source, of_target = d2l.load_data_nmt(4, 8)
    return f'{len(source)} pairs, vocabularies {len(of_source)} {len(of_target)}, {[tuple(part.shape) for part in next(iter(batches))]}'


class Decoder(d2l.Decoder):
    """A GRU that sees the encoder's last state at every step."""

    def __init__(self, size, width, hidden):
        super().__init__()
        if is_torch:
            self.embedding, self.rnn, self.dense = lib.nn.Embedding(size, width), lib.nn.GRU(width + hidden, hidden), lib.nn.Linear(hidden, size)
        else:
            self.embedding, self.rnn, self.dense = lib.nn.Embedding(size, width), lib.rnns.GRU(hidden), lib.nn.Dense(size, flatten=False)
            self.initialize(lib.init.Xavier())

    def init_state(self, enc_all_outputs, *args):
        return enc_all_outputs[1]

    def forward(self, X, state):
        last = state if is_torch or not isinstance(state, (list, tuple)) else state[0]
        x = self.embedding(d2l.astype(d2l.transpose(X), lib.lib.int64 if is_torch else d2l.int32))
        context = last[-1].repeat(x.shape[0], 1, 1) if is_torch else d2l.np.broadcast_to(last[-1], (x.shape[0], *last[-1].shape))
        outputs, state = self.rnn(d2l.concat((x, context), -1), state)
        outputs = self.dense(outputs)
        return outputs.permute(1, 0, 2) if is_torch else outputs.swapaxes(0, 1), state


@helper('Encoder', 'Decoder', 'EncoderDecoder', 'Seq2SeqEncoder', 'MaskedSoftmaxCELoss', 'sequence_mask', 'train_seq2seq', 'predict_seq2seq')
def _():
    if is_torch:
        close(d2l.sequence_mask(d2l.tensor([[1, 2, 3], [4, 5, 6]]), d2l.tensor([1, 2])), [[1, 0, 0], [4, 5, 0]])
    close(d2l.MaskedSoftmaxCELoss()(d2l.ones((3, 4, 10)), d2l.ones((3, 4), dtype=lib.lib.long) if is_torch else d2l.ones((3, 4)), d2l.tensor([4, 2, 0])).sum(), 3.4539, 3)
    batches, source, target = d2l.load_data_nmt(32, 8, 150)
    found = []
    if old:             # 1.0.3's EncoderDecoder is trained by its Trainer
        net = d2l.EncoderDecoder(d2l.Seq2SeqEncoder(len(source), 16, 24, 1), Decoder(len(target), 16, 24))
    else:               # the same in the form that train_seq2seq asks for
        class Both(lib.nn.Module if is_torch else lib.nn.Block):
            def __init__(self):
                super().__init__()
                self.encoder, self.decoder = d2l.Seq2SeqEncoder(len(source), 16, 24, 1), Decoder(len(target), 16, 24)

            def forward(self, enc_X, dec_X, *args):
                return self.decoder(dec_X, self.decoder.init_state(self.encoder(enc_X, *args), *args))
        net = Both()
    for epochs in (1, 12):
        found += numbers(spoken(d2l.train_seq2seq, net, batches, 0.02, epochs, target, gpus[0]), 'loss')
    words = d2l.predict_seq2seq(net, 'go .', source, target, 8, gpus[0])[0]
    return falls(found) + f', {words!r}'


@helper('masked_softmax', 'DotProductAttention', 'AdditiveAttention', 'MultiHeadAttention', 'transpose_qkv', 'transpose_output', 'PositionalEncoding', 'PositionWiseFFN', 'AddNorm',
        'EncoderBlock', 'TransformerEncoderBlock', 'TransformerEncoder', 'AttentionDecoder')
def _():
    close(d2l.reduce_sum(d2l.masked_softmax(d2l.ones((2, 2, 4)), d2l.tensor([2, 3]))), 4)
    queries, keys, values, valid = d2l.ones((2, 1, 2)), d2l.ones((2, 10, 2)), d2l.reshape(d2l.arange(80.0), (2, 10, 4)), d2l.tensor([2, 6])
    dot = lib.begun(d2l.DotProductAttention(0.0)) if not is_torch else d2l.DotProductAttention(0.0)
    close(dot(queries, keys, values, valid), [[[2, 3, 4, 5]], [[50, 51, 52, 53]]], 3)
    additive = lib.begun(d2l.AdditiveAttention(2, 2, 8, 0.0) if is_torch and old else d2l.AdditiveAttention(8, 0.0))
    close(additive(queries, keys, values, valid), [[[2, 3, 4, 5]], [[50, 51, 52, 53]]], 3)
    x, valid, found = d2l.ones((2, 5, 24)), d2l.tensor([3, 2]), []
    blocks = [d2l.MultiHeadAttention(24, 24, 24, 24, 4, 0.1) if is_torch and old else d2l.MultiHeadAttention(24, 4, 0.1)]
    blocks.append(d2l.PositionalEncoding(24, 0))
    blocks.append(d2l.PositionWiseFFN(24, 8, 24) if is_torch and old else d2l.PositionWiseFFN(8, 24))
    blocks.append(d2l.AddNorm([5, 24] if old else 24, 0.1) if is_torch else d2l.AddNorm(0.1))
    Block = getattr(d2l, 'EncoderBlock', None) or d2l.TransformerEncoderBlock
    blocks.append(Block(24, 24, 24, 24, [5, 24], 24, 48, 4, 0.1) if is_torch and old else Block(24, 48, 4, 0.1))
    for block, inputs in zip(blocks, ((x, x, x, valid), (x,), (x,), (x, x), (x, valid))):
        lib.begun(block)
        found.append(tuple(block(*inputs).shape))
    if hasattr(d2l, 'transpose_qkv'):
        close(d2l.transpose_output(d2l.transpose_qkv(x, 4), 4), d2l.numpy(x))
    encoder = d2l.TransformerEncoder(50, 24, 24, 24, 24, [5, 24], 24, 48, 4, 2, 0.1) if is_torch and old else d2l.TransformerEncoder(50, 24, 48, 4, 2, 0.1)
    found.append(tuple(lib.begun(encoder)(d2l.ones((2, 5), dtype=lib.lib.long) if is_torch else d2l.ones((2, 5)), valid).shape))
    try:
        d2l.AttentionDecoder().attention_weights
    except NotImplementedError:
        return found


@helper('read_ptb', 'subsample', 'get_centers_and_contexts', 'RandomGenerator', 'get_negatives', 'batchify', 'load_data_ptb')
def _():
    sentences = d2l.read_ptb()[:200]
    vocab = d2l.Vocab(sentences, min_freq=2)
    kept, counter = d2l.subsample(sentences, vocab)
    centers, contexts = d2l.get_centers_and_contexts([vocab[line] for line in kept], 3)
    negatives = d2l.get_negatives(contexts[:20], vocab, counter, 2)
    batch = d2l.batchify(list(zip(centers[:2], contexts[:2], negatives[:2])))
    read_ptb = d2l.read_ptb
    sys.modules[d2l.read_ptb.__module__].read_ptb = lambda: read_ptb()[:400]      # of the sentences so many as a test has time for
    try:
        batches, _ = d2l.load_data_ptb(16, 3, 2)
        shapes = [tuple(part.shape) for part in next(iter(batches))]
    finally:
        sys.modules[read_ptb.__module__].read_ptb = read_ptb
    return f'{len(centers)} centres, {[tuple(part.shape) for part in batch]}, drawn {d2l.RandomGenerator([2, 3, 4]).draw()}, batches {shapes}'


@helper('TokenEmbedding')
def _():
    glove = d2l.TokenEmbedding('glove.6b.50d')
    return f'{len(glove)} words, {tuple(glove[["the", "never-heard"]].shape)}'


helper('get_tokens_and_segments')(lambda: d2l.get_tokens_and_segments(['a', 'b'], ['c']))


@helper('_read_wiki', '_get_next_sentence', '_get_nsp_data_from_paragraph', '_replace_mlm_tokens', '_get_mlm_data_from_tokens', '_pad_bert_inputs', '_WikiTextDataset', 'load_data_wiki', 'BERTEncoder', 'MaskLM',
        'NextSentencePred', 'BERTModel', '_get_batch_loss_bert')
def _():
    batches, vocab = d2l.load_data_wiki(32, 32)
    size, found = len(vocab), []
    for devices in (gpus[:1], gpus):
        if is_torch and old:
            net = d2l.BERTModel(size, 16, [16], 16, 32, 2, 1, 0.0, key_size=16, query_size=16, value_size=16, hid_in_features=16, mlm_in_features=16, nsp_in_features=16)
        else:
            net = d2l.BERTModel(size, 16, 32, 2, 1, 0.0)
        lib.begun(net, devices)
        batch = [part for part in next(iter(batches))]
        if is_torch:        # a form that all its layers have seen is what DataParallel copies
            batch, loss = [part.to(devices[0]) for part in batch], lib.nn.CrossEntropyLoss()
            net(batch[0], batch[1], batch[2].reshape(-1), batch[3])
            net = lib.nn.DataParallel(net, device_ids=devices)
        else:
            batch, loss = [lib.gluon.utils.split_and_load(part, devices) for part in batch], lib.gluon.loss.SoftmaxCELoss()
        trainer, losses = lib.optimizer(net, 'adam', 0.01), []
        for _ in range(8):
            if is_torch:
                trainer.zero_grad()
                _, _, total = d2l._get_batch_loss_bert(net, loss, size, *batch)
                total.backward()
                losses.append(float(total))
                trainer.step()
            else:
                with lib.autograd.record():
                    _, _, ls = d2l._get_batch_loss_bert(net, loss, size, *batch)
                for each in ls:
                    each.backward()
                losses.append(sum(float(each) for each in ls) / len(ls))
                trainer.step(1)
        found.append(f'on {len(devices)}: ' + falls(losses))
    return f'{size} words, ' + ', '.join(found)


class Bag(lib.nn.Module if is_torch else lib.nn.Block):
    """The mean of the words' vectors, and what it says of them."""

    def __init__(self, size, outputs=2):
        super().__init__()
        self.words, self.out = (lib.nn.Embedding(size, 16), lib.nn.Linear(16, outputs)) if is_torch else (lib.nn.Embedding(size, 16), lib.nn.Dense(outputs))

    def forward(self, *sentences):
        x = sentences[0] if not isinstance(sentences[0], (list, tuple)) else d2l.concat(list(sentences[0]), 1)
        return self.out(self.words(x).mean(1))


@helper('read_imdb', 'load_data_imdb', 'predict_sentiment')
def _():
    folder = d2l.download_extract('aclImdb', 'aclImdb')
    reviews, _ = d2l.read_imdb(folder, False)
    train, test, vocab = d2l.load_data_imdb(64, 100)
    found = []
    for devices in (gpus[:1], gpus):
        net = lib.begun(Bag(len(vocab)), devices)
        said = spoken(d2l.train_ch13, net, train, test, lib.cross(), lib.optimizer(net, 'adam', 0.02), 2, devices)
        found.append(f'on {len(devices)}: ' + least(said, 'test acc', 0.6))
    return f'{len(reviews)} reviews, {len(vocab)} words, ' + ', '.join(found) + ', ' + d2l.predict_sentiment(net, vocab, 'this film is great')


@helper('read_snli', 'SNLIDataset', 'load_data_snli', 'predict_snli')
def _():
    folder = d2l.download_extract('SNLI')
    pairs = d2l.read_snli(folder, False)
    train, test, vocab = d2l.load_data_snli(64, 20)
    (first, second), labels = next(iter(train))
    net = lib.begun(Bag(len(vocab), 3), gpus[:1])
    return f'{len(pairs[0])} pairs, {tuple(first.shape)} {tuple(second.shape)} {tuple(labels.shape)}, {d2l.predict_snli(net, vocab, ["he", "is", "good", "."], ["he", "is", "bad", "."])}'


# ---- downloads ----
@helper('download', 'download_extract', 'extract')
def _():
    if old:
        return os.path.basename(d2l.download('airfoil')), os.path.basename(d2l.download_extract('fra-eng'))
    file = d2l.download(d2l.DATA_URL + 'fra-eng.zip', '../data', '94646ad1522d915e7b0f9296181140edcf86a4f5')
    d2l.extract(file)
    return os.path.basename(file), os.path.basename(d2l.download_extract('fra-eng'))


@helper('download_all')
def _():
    hub = dict(d2l.DATA_HUB)
    for name in hub:
        if name not in ('airfoil', 'time_machine'):
            del d2l.DATA_HUB[name]
    try:
        d2l.download_all()
    finally:
        d2l.DATA_HUB.update(hub)
    return 'two of the hub'


# ---- recommenders (mxnet alone has them) ----
@helper('read_data_ml100k', 'split_data_ml100k', 'load_data_ml100k', 'split_and_load_ml100k', 'train_recsys_rating')
def _():
    data, users, items = d2l.read_data_ml100k()
    parts = d2l.split_data_ml100k(data, users, items, 'seq-aware')
    loaded = d2l.load_data_ml100k(parts[0], users, items)
    users, items, train, test = d2l.split_and_load_ml100k('random', test_ratio=0.1, batch_size=256)

    class Factors(lib.nn.Block):
        def __init__(self):
            super().__init__()
            self.P, self.Q, self.b, self.c = (lib.nn.Embedding(users, 8), lib.nn.Embedding(items, 8), lib.nn.Embedding(users, 1), lib.nn.Embedding(items, 1))

        def forward(self, user, item):
            return ((self.P(user) * self.Q(item)).sum(axis=1) + self.b(user)[:, 0] + self.c(item)[:, 0]).flatten()

    def evaluated(net, test, devices):
        rmse = lib.lib.metric.RMSE()
        found = []
        for user, item, rating in test:
            user, item, rating = (lib.gluon.utils.split_and_load(part, devices, even_split=False) for part in (user, item, rating))
            rmse.update(labels=rating, preds=[net(u, i) for u, i in zip(user, item)])
            found.append(rmse.get()[1])
        return float(numpy.mean(numpy.array(found)))
    found = []
    for devices in (gpus[:1], gpus):
        net = Factors()
        net.initialize(ctx=devices, force_reinit=True, init=lib.init.Normal(0.01))
        trainer = lib.gluon.Trainer(net.collect_params(), 'adam', {'learning_rate': 0.03})
        said, lines = watched(lambda: d2l.train_recsys_rating(net, train, test, lib.gluon.loss.L2Loss(), trainer, 3, devices, evaluated))
        found.append(f'on {len(devices)}: test RMSE {lines[1][0]:.2f} to {lines[1][-1]:.2f}')
        assert lines[1][-1] < lines[1][0], lines
    return f'{users} users, {items} items, {len(loaded[0])} ratings, ' + ', '.join(found)


helper('hit_and_auc')(lambda: d2l.hit_and_auc([3, 1, 2, 7], [2], 3))


@helper('BPRLoss', 'HingeLossbRec', 'train_ranking', 'evaluate_ranking')
def _():
    data, _, _ = d2l.read_data_ml100k()
    users, items = 30, 60
    data = data[(data['user_id'] <= users) & (data['item_id'] <= items)]
    train, test = d2l.split_data_ml100k(data, users, items, 'seq-aware')
    u, i, _, candidates = d2l.load_data_ml100k(train, users, items, 'implicit')
    _, _, _, tests = d2l.load_data_ml100k(test, users, items, 'implicit')
    candidates, tests = ({user: each.get(user, []) for user in range(users)} for each in (candidates, tests))
    negative = [random.choice([k for k in range(items) if k not in candidates[user]]) for user in u]
    batches = lib.gluon.data.DataLoader(lib.gluon.data.ArrayDataset(numpy.array(u), numpy.array(i), numpy.array(negative)), 32, True, last_batch='rollover')

    class Score(lib.nn.Block):
        def __init__(self):
            super().__init__()
            self.P, self.Q = lib.nn.Embedding(users, 8), lib.nn.Embedding(items, 8)

        def forward(self, user, item):
            return (self.P(user) * self.Q(item)).sum(axis=1)
    found = []
    for loss in (d2l.BPRLoss(), d2l.HingeLossbRec()):
        net = Score()
        net.initialize(ctx=gpus[:1], force_reinit=True, init=lib.init.Normal(0.1))
        trainer = lib.gluon.Trainer(net.collect_params(), 'adam', {'learning_rate': 0.02})
        losses = [numbers(spoken(d2l.train_ranking, net, batches, tests, loss, trainer, None, users, items, 1, gpus[:1], d2l.evaluate_ranking, candidates), 'train loss')[-1] for _ in range(3)]
        found.append(f'{type(loss).__name__} ' + falls(losses))
    return ', '.join(found)


@helper('CTRDataset')
def _():
    folder = d2l.download_extract('ctr')
    data = d2l.CTRDataset(os.path.join(folder, 'train.csv'))
    x, y = data[0]
    return f'{len(data)} rows, {int(data.field_dims.sum())} features, {tuple(x.shape)} {y}'


if not old:
    import helpers_d2l_classes
    helpers_d2l_classes.play(d2l, lib, is_torch, helper, spoken, numbers, falls, close, gpus, Decoder)
missing = [name for name, value in vars(d2l).items() if getattr(value, '__module__', '') == d2l.__name__ and (name in ('_read_wiki',) or not name.startswith('_')) and not name.startswith('nn_') and name not in done
           and getattr(value, '__name__', '') != '<lambda>']
print('MISSED', *missing)
