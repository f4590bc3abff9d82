"""A picture as a parameter: channels that go together, neighbours that differ little, and steps towards both."""
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
mx.random.seed(19)
shift, spread = nd.array([120, 110, 100]), nd.array([60, 55, 50])
photo = nd.random.randint(0, 256, shape=(7, 5, 3)).astype('uint8')


def to_net(photo):
    return nd.moveaxis((photo.astype('float32') - shift) / spread, 2, 0).reshape((1, 3, *photo.shape[:2]))


def to_photo(batch):
    return nd.clip(nd.moveaxis(batch[0], 0, 2) * spread + shift + 0.5, 0, 255).floor().astype('uint8')


batch = to_net(photo)
print(batch.shape, batch.dtype, (to_photo(batch) == photo).min().asscalar(), to_photo(batch).dtype)


def together(batch):
    """How much each two channels have in common, over all places."""
    flat = batch.reshape((batch.shape[1], -1))
    return nd.linalg.syrk(flat.expand_dims(0), alpha=1 / flat.size)[0]


def rough(batch):
    """The mean difference between places side by side, and one above the other."""
    down, right = nd.slice_axis(batch, 2, 1, None) - nd.slice_axis(batch, 2, 0, -1), nd.slice_axis(batch, 3, 1, None) - nd.slice_axis(batch, 3, 0, -1)
    return nd.abs(down).mean() + nd.abs(right).mean()


print(together(nd.array([[[[1, 2]], [[0, 4]], [[-1, 1]]]])), rough(nd.array([[[[0, 1, 4], [2, 2, 2]]]])))
flat = batch.reshape((3, 35))
print((together(batch) - nd.dot(flat, flat, transpose_b=True) / 105).abs().max().asscalar() < 1e-6, together(nd.ones((1, 2, 3, 3))))


class Canvas(nn.Block):
    def __init__(self, shape, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.paint = self.params.get('paint', shape=shape)

    def forward(self):
        return self.paint.data()


def draw(start, rate, rounds):
    canvas, path = Canvas(batch.shape, prefix='canvas_'), []
    canvas.initialize(mx.init.Constant(start))
    trainer = gluon.Trainer(canvas.collect_params(), 'adam', {'learning_rate': rate, 'beta1': 0.5})
    for turn in range(rounds):
        with autograd.record():
            now = canvas()
            style, smooth = nd.square(together(now) - together(batch)).sum(), rough(now)
            total = style * 50 + smooth
        total.backward()
        if turn == rounds // 2:
            trainer.set_learning_rate(rate / 4)
        trainer.step(1)
        path.append((style.asscalar(), smooth.asscalar()))
    return canvas, trainer, path


canvas, trainer, path = draw(batch * 0.2 + 0.1, 0.05, 24)
print(path[0][0] > path[-1][0], round(trainer.learning_rate, 5), canvas.paint, canvas().shape)
_, _, other = draw(nd.zeros_like(batch), 0.05, 3)
print([round(float(smooth), 3) for _, smooth in other][0], canvas.paint.grad().shape)
