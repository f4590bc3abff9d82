# Changes of colours on uint8 and float32, in both of MXNet's accents; a vector given to a dense layer.
import numpy as onp
import mxnet as mx
from mxnet import init, nd
from mxnet.gluon import nn
from mxnet.gluon.data.vision import transforms

pixels = onp.random.RandomState(3).randint(0, 256, (3, 4, 3)).astype('uint8')
floats = pixels.astype('float32') / 255


def show(name, x):
    a = x.asnumpy()
    print(name, type(x).__module__.split('.')[1], a.dtype, a.shape, [round(float(v), 3) for v in a.reshape(-1)[:7]])


for factor in 0.0, 0.5, 1.3:
    for change in 'random_brightness', 'random_contrast', 'random_saturation':
        for data in pixels, floats:
            show(change + ' ' + str(factor), getattr(nd.image, change)(nd.array(data, dtype=data.dtype), factor, factor))
for factor in 0.75, 1.0, 1.1, 2.25:
    show('random_hue ' + str(factor), nd.image.random_hue(nd.array(floats), factor, factor))
for data in pixels, floats:
    show('adjust_lighting', nd.image.adjust_lighting(nd.array(data, dtype=data.dtype), alpha=(0.05, 0.2, -0.1)))

kinds = [transforms.RandomBrightness(0), transforms.RandomContrast(0), transforms.RandomSaturation(0), transforms.RandomLighting(0),
         transforms.RandomLighting(0.1), transforms.RandomBrightness(0.3), transforms.RandomColorJitter(0.1, 0.1, 0.1, 0.1)]
for kind in kinds:
    for data in pixels, floats:
        out = kind(nd.array(data, dtype=data.dtype))
        print(type(kind).__name__, out.dtype.__name__, out.shape, type(out).__name__)
mx.npx.set_np()
many = mx.np.array(pixels, dtype='uint8')
for kind in kinds + [transforms.Resize(2), transforms.Resize((3, 2)), transforms.RandomResizedCrop(4), transforms.CenterCrop(2), transforms.ToTensor(), transforms.RandomFlipLeftRight(), transforms.RandomFlipTopBottom()]:
    out = kind(many)
    print(type(kind).__name__, str(out.dtype), out.shape, type(out).__module__)
show('normalized', transforms.Normalize((0.5, 0.4, 0.3), (0.2, 0.3, 0.4))(transforms.ToTensor()(many)))
for initializer in init.Normal(), init.Xavier(), init.Constant(2), init.One(), init.Uniform(0.1):
    net = nn.Dense(2, weight_initializer=initializer)
    net.initialize()
    print(type(net(mx.np.ones((2, 3)))).__module__, type(net.weight.data()).__module__)
mx.npx.reset_np()

for flatten in True, False:
    for units in 1, 2:
        for shape in (3,), (1,), (2, 3), (2, 3, 4):
            net = nn.Dense(units, flatten=flatten)
            net.initialize(init.One())
            y = net(nd.ones(shape))
            print(flatten, units, shape, y.shape, net.weight.shape, y.asnumpy().tolist())
x = nd.array([1, 2, 3])
x.attach_grad()
net = nn.Dense(2, in_units=1)
net.initialize(init.One())
with mx.autograd.record():
    y = (net(x) * nd.array([[1, 2], [3, 4], [5, 6]])).sum()
y.backward()
print(x.grad.asnumpy(), net.weight.grad().asnumpy(), net.bias.grad().asnumpy())
