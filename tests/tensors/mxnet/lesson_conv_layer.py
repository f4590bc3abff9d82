"""A window slid over a picture, by slices and by Convolution; a layer of one's own around it; edges found, and a kernel learned."""
import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import nn
mx.random.seed(3)


def slide(picture, window):
    """The sum of products at every place, one shifted slice for each number in the window."""
    tall, wide = (p - w + 1 for p, w in zip(picture.shape, window.shape))
    total = nd.zeros((tall, wide))
    for down in range(window.shape[0]):
        for right in range(window.shape[1]):
            total += picture[down:down + tall, right:right + wide] * window[down, right]
    return total


ramp = nd.arange(20).reshape((4, 5))
print(slide(ramp, nd.array([[1, 0], [0, 2]])), slide(ramp, nd.ones((4, 1))))
same = nd.Convolution(ramp.reshape((1, 1, 4, 5)), nd.array([[1, 0], [0, 2]]).reshape((1, 1, 2, 2)), no_bias=True, kernel=(2, 2), num_filter=1)
print((same[0, 0] == slide(ramp, nd.array([[1, 0], [0, 2]]))).min())


class Slide(nn.Block):
    def __init__(self, window, scale=1.0, **kwargs):
        super().__init__(**kwargs)
        self.window = self.params.get('window', shape=window, init=mx.init.Constant(0.5))
        self.level = self.params.get('level', shape=(1,), init='zeros')
        self.scale = scale

    def forward(self, picture):
        return slide(picture, self.window.data()) * self.scale + self.level.data()


layer = Slide((3, 2), scale=2.0, prefix='slide_')
layer.initialize()
print(layer(ramp), layer.params, layer)

cross = nd.zeros((5, 7))
cross[2] = 1
cross[:, 3] = 1
across, down = nd.array([[1, -1]]), nd.array([[1], [-1]])
print(cross, slide(cross, across), slide(cross, down))

wanted = slide(cross, across).reshape((1, 1, 5, 6))
shown = cross.reshape((1, 1, 5, 7))
finder = nn.Conv2D(1, (1, 2), use_bias=False, weight_initializer=mx.init.Uniform(0.2))
finder.initialize()
for step in range(1, 13):
    with autograd.record():
        missed = nd.square(finder(shown) - wanted).sum()
    missed.backward()
    finder.weight.set_data(finder.weight.data() - 0.02 * finder.weight.grad())
    if step % 4 == 0:
        print('step %d: %.2f' % (step, missed.asscalar()))
print(finder.weight.data().reshape(-1).asnumpy().round(1), finder)
