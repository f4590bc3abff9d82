"""Played by perch (packages.py): every helper of gluonbook 0.8.10 and d2lzh 1.0.0 (one source under two names) called on stand-in data; a line for each: HELPER name | what it did, or FAILED."""
import contextlib
import importlib
import io
import os
import re
import sys
import traceback

import matplotlib
matplotlib.use('agg')
import mxnet as mx
from mxnet import gluon, init, nd
from mxnet.gluon import loss as gloss, nn
import numpy as np

b = importlib.import_module(sys.argv[1])
done = set()


def helper(*names):
    """Tries a function; what it returns is said of the helpers that it calls."""
    def run(function):
        done.update(names)
        said = io.StringIO()
        mx.random.seed(1)
        np.random.seed(1)
        try:
            with contextlib.redirect_stdout(said):
                told = function()
            b.plt.close('all')
        except Exception:
            told = 'FAILED ' + traceback.format_exc().strip().replace('\n', ' / ')[-700:] + said.getvalue()[-200:]
        for name in names:
            print('HELPER', name, '|', told, flush=True)
        return function
    return run


def accuracies(said, pattern=r'test acc ([\d.]+)'):
    return [float(n) for n in re.findall(pattern, said)]


def spoken(function):
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        function()
    return said.getvalue()


class Few(gluon.data.vision.FashionMNIST):
    """Of the stand-in's pictures so many as a test has time for."""

    def _get_data(self):
        super()._get_data()
        self._data, self._label = self._data[:1500], self._label[:1500]


b.gdata.vision.FashionMNIST = Few
fashion = b.load_data_fashion_mnist(64)


def small():
    net = nn.Sequential()
    net.add(nn.Conv2D(8, kernel_size=5, activation='relu'), nn.MaxPool2D(2, 2), nn.Dense(32, activation='relu'), nn.Dense(10))
    return net


def rising(found, bar):
    if not found[-1] >= max(bar, found[0]):
        raise AssertionError(f'the accuracy does not rise: {found}')
    return 'test accuracies ' + ' '.join(f'{n:.2f}' for n in found)


assert len(fashion[0]) == 24
helper('load_data_fashion_mnist')(lambda: f'{len(fashion[0])} and {len(fashion[1])} batches of {next(iter(fashion[0]))[0].shape}')


@helper('bbox_to_rect', 'show_bboxes')
def _():
    axes = b.plt.imshow(np.zeros((40, 40, 3))).axes
    b.show_bboxes(axes, nd.array([[1, 2, 20, 30], [5, 5, 9, 9]]), ['dog=0.9', 'cat'])
    return f'{len(axes.patches)} rectangles, {len(axes.texts)} labels, width {b.bbox_to_rect([1, 2, 20, 30], "red").get_width()}'


@helper('Benchmark')
def _():
    said = spoken(lambda: b.Benchmark('work').__enter__() and None)
    with b.Benchmark('work'):
        nd.ones(3).sum().asscalar()
    return 'timed'


@helper('corr2d')
def _():
    y = b.corr2d(nd.arange(9).reshape((3, 3)), nd.arange(4).reshape((2, 2)))
    assert y.asnumpy().tolist() == [[19, 25], [37, 43]]
    return y.asnumpy().tolist()


helper('count_tokens')(lambda: sorted(b.count_tokens([['a', 'b'], ['a']]).items()))
helper('data_iter')(lambda: [X.shape for X, _ in b.data_iter(4, nd.ones((10, 2)), nd.ones(10))])
helper('data_iter_consecutive')(lambda: [(X.shape, Y.shape) for X, Y in b.data_iter_consecutive(list(range(30)), 2, 6)])
helper('data_iter_random')(lambda: [(X.shape, Y.shape) for X, Y in b.data_iter_random(list(range(30)), 2, 6)])
helper('linreg')(lambda: b.linreg(nd.ones((2, 3)), nd.ones((3, 1)), nd.ones(1)).asnumpy().tolist())
helper('squared_loss')(lambda: b.squared_loss(nd.array([1, 2]), nd.array([0, 0])).asnumpy().tolist())
helper('to_onehot')(lambda: [x.shape for x in b.to_onehot(nd.arange(6).reshape((2, 3)), 10)])
helper('try_gpu', 'try_all_gpus')(lambda: f'{b.try_gpu()} {b.try_all_gpus()}')
helper('get_fashion_mnist_labels')(lambda: b.get_fashion_mnist_labels([0, 9]))
helper('set_figsize')(lambda: b.set_figsize((2, 2)) or list(b.plt.rcParams['figure.figsize']))
helper('use_svg_display')(lambda: b.use_svg_display() or 'set')
helper('mkdir_if_not_exist')(lambda: b.mkdir_if_not_exist(['some', 'folder']) or os.path.isdir('some/folder'))


@helper('sgd', 'grad_clipping')
def _():
    w = nd.array([3, 4])
    w.attach_grad()
    with mx.autograd.record():
        (w * w).sum().backward()
    b.grad_clipping([w], 5, mx.cpu())
    norm = w.grad.norm().asscalar()
    b.sgd([w], 0.1, 1)
    assert abs(norm - 5) < 1e-4
    return f'norm {norm:.3f}, w {w.asnumpy().round(3).tolist()}'


@helper('show_fashion_mnist', 'show_images')
def _():
    images = [nd.ones((28, 28, 1)) for _ in range(4)]
    b.show_fashion_mnist(images, ['a', 'b', 'c', 'd'])
    return np.array(b.show_images([nd.zeros((4, 4, 3))] * 4, 2, 2)).shape


@helper('semilogy')
def _():
    b.semilogy([1, 2, 3], [1, 10, 100], 'x', 'y', [1, 2, 3], [2, 20, 200], ['a', 'b'])
    return b.plt.gca().get_yscale()


@helper('train_2d', 'show_trace_2d')
def _():
    res = b.train_2d(lambda x1, x2, s1, s2: (x1 - 0.1 * 2 * x1, x2 - 0.1 * 4 * x2, 0, 0))
    b.show_trace_2d(lambda x1, x2: x1 ** 2 + 2 * x2 ** 2, res)
    return f'{len(res)} points, the last {res[-1][0]:.4f} {res[-1][1]:.4f}'


@helper('get_data_ch7', 'train_ch7', 'train_gluon_ch7')
def _():
    features, labels = b.get_data_ch7()
    losses = []
    for train in (lambda: b.train_ch7(lambda params, states, h: b.sgd(params, h['lr'], 1), None, {'lr': 0.05}, features, labels, 10, 2), lambda: b.train_gluon_ch7('sgd', {'learning_rate': 0.05}, features, labels, 10, 2)):
        losses.append(float(re.search(r'loss: ([\d.]+)', spoken(train))[1]))
    assert max(losses) < 0.4, losses
    return f'{features.shape}, losses {losses}'


@helper('train_ch3')
def _():
    net = nn.Sequential()
    net.add(nn.Dense(10))
    net.initialize(init.Normal(sigma=0.01))
    trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1})
    return rising(accuracies(spoken(lambda: b.train_ch3(net, *fashion, gloss.SoftmaxCrossEntropyLoss(), 3, 64, None, None, trainer))), 0.6)


@helper('train_ch5')
def _():
    net = small()
    net.initialize(force_reinit=True, ctx=b.try_gpu(), init=init.Xavier())
    trainer = gluon.Trainer(net.collect_params(), 'adam', {'learning_rate': 0.01})
    return 'on one GPU: ' + rising(accuracies(spoken(lambda: b.train_ch5(net, *fashion, 64, trainer, b.try_gpu(), 3))), 0.6)


@helper('train', 'evaluate_accuracy')
def _():
    found = []
    for ctx in (b.try_all_gpus()[:1], b.try_all_gpus()):
        net = small()
        net.initialize(ctx=ctx, init=init.Xavier())
        trainer = gluon.Trainer(net.collect_params(), 'adam', {'learning_rate': 0.01})
        found.append(f'on {len(ctx)}: ' + rising(accuracies(spoken(lambda: b.train(*fashion, net, gloss.SoftmaxCrossEntropyLoss(), trainer, ctx, 3))), 0.6))
    return ', '.join(found) + f', evaluated {b.evaluate_accuracy(fashion[1], net, ctx):.2f}'


helper('Residual')(lambda: (lambda net: (net.initialize(), net(nd.ones((2, 3, 6, 6))).shape)[1])(b.Residual(8, use_1x1conv=True, strides=2)))
helper('resnet18')(lambda: (lambda net: (net.initialize(ctx=mx.gpu()), net(nd.ones((2, 1, 32, 32), ctx=mx.gpu())).shape)[1])(b.resnet18(10)))


@helper('load_data_jay_lyrics', 'load_data_time_machine', 'RNNModel', 'predict_rnn_gluon', 'train_and_predict_rnn_gluon')
def _():
    indices, char_to_idx, idx_to_char, size = b.load_data_jay_lyrics()
    machine = b.load_data_time_machine()
    layer = gluon.rnn.RNN(64)
    layer.initialize()
    model = b.RNNModel(layer, size)
    said = spoken(lambda: b.train_and_predict_rnn_gluon(model, 64, size, mx.gpu(), indices[:3000], idx_to_char, char_to_idx, 20, 35, 100, 0.01, 32, 10, 10, ['分开']))
    found = accuracies(said, r'perplexity ([\d.]+)')
    assert found[-1] < found[0], found
    return f'{size} characters ({machine[3]} in the story), perplexities {found}, {said.splitlines()[-1].strip()}'


@helper('predict_rnn', 'train_and_predict_rnn')
def _():
    indices, char_to_idx, idx_to_char, size = b.load_data_jay_lyrics()
    ctx, hidden = mx.gpu(), 48

    def get_params():
        params = [nd.random.normal(scale=0.01, shape=s, ctx=ctx) for s in ((size, hidden), (hidden, hidden), (hidden,), (hidden, size), (size,))]
        for p in params:
            p.attach_grad()
        return params

    def rnn(inputs, state, params):
        W_xh, W_hh, b_h, W_hq, b_q = params
        H, outputs = state[0], []
        for X in inputs:
            H = nd.tanh(nd.dot(X, W_xh) + nd.dot(H, W_hh) + b_h)
            outputs.append(nd.dot(H, W_hq) + b_q)
        return outputs, (H,)

    found = []
    for random in (True, False):
        said = spoken(lambda: b.train_and_predict_rnn(rnn, get_params, lambda n, h, c: (nd.zeros((n, h), ctx=c),), hidden, size, ctx, indices[:2000], idx_to_char, char_to_idx, random, 10, 20, 100, 0.01, 16, 5, 8, ['分开']))
        found.append(accuracies(said, r'perplexity ([\d.]+)'))
    assert all(f[-1] < f[0] for f in found), found
    return f'perplexities {found}'


@helper('download_imdb', 'read_imdb', 'get_tokenized_imdb', 'get_vocab_imdb', 'preprocess_imdb', 'predict_sentiment')
def _():
    b.download_imdb()
    data = b.read_imdb('train')[:200]
    vocab = b.get_vocab_imdb(data)
    features, labels = b.preprocess_imdb(data, vocab)

    class Bag(nn.Block):
        def __init__(self):
            super().__init__()
            self.words, self.out = nn.Embedding(len(vocab), 8), nn.Dense(2)

        def forward(self, x):
            return self.out(self.words(x).mean(axis=1))

    net = Bag()
    net.initialize(ctx=b.try_all_gpus()[:1])
    return f'{features.shape} {labels.shape}, {len(vocab)} words of {len(b.get_tokenized_imdb(data))} reviews, {b.predict_sentiment(net, vocab, ["great", "film"])}'


@helper('load_data_pikachu')
def _():
    train, val = b.load_data_pikachu(4, 64)
    batch = train.next()
    return f'{batch.data[0].shape} {batch.label[0].shape}'


@helper('download_voc_pascal', 'read_voc_images', 'VOCSegDataset', 'voc_label_indices', 'voc_rand_crop')
def _():
    folder = b.download_voc_pascal()
    features, labels = b.read_voc_images(folder, is_train=False)
    table = nd.zeros(256 ** 3)
    for i, colour in enumerate(b.VOC_COLORMAP):
        table[(colour[0] * 256 + colour[1]) * 256 + colour[2]] = i
    classes = b.voc_label_indices(labels[0], table)
    cropped = b.voc_rand_crop(features[0], labels[0], 32, 40)
    one = b.VOCSegDataset(False, (32, 40), folder, table)[0]
    return f'{len(features)} pictures, classes {sorted(set(classes.asnumpy().ravel().astype(int).tolist()))}, {cropped[0].shape}, {one[0].shape} {one[1].shape}'


missing = [name for name, value in vars(b.utils if hasattr(b, 'utils') else b).items() if getattr(value, '__module__', '').startswith(sys.argv[1]) and not name.startswith('_') and name not in done]
print('MISSED', *missing)
