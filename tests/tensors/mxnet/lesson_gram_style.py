"""Style transfer's sums: gram matrices, total variation, an image that is a parameter."""
import mxnet as mx
from mxnet import autograd, gluon, init, nd
from mxnet.gluon import nn
mx.random.seed(1)
rgb_mean = nd.array([0.485, 0.456, 0.406])
rgb_std = nd.array([0.229, 0.224, 0.225])
image = nd.random.uniform(0, 255, shape=(6, 8, 3))


def preprocess(img):
    img = (img.astype('float32') / 255 - rgb_mean) / rgb_std
    return img.transpose((2, 0, 1)).expand_dims(axis=0)


def postprocess(img):
    return ((img[0].transpose((1, 2, 0)) * rgb_std + rgb_mean).clip(0, 1)) * 255


X = preprocess(image)
print(X.shape, (postprocess(X) - image).abs().max().asscalar() < 1e-3)


def gram(X):
    num_channels, n = X.shape[1], X.size // X.shape[1]
    X = X.reshape((num_channels, n))
    return nd.dot(X, X.T) / (num_channels * n)


def tv_loss(Y):
    return 0.5 * ((Y[:, :, 1:, :] - Y[:, :, :-1, :]).abs().mean() + (Y[:, :, :, 1:] - Y[:, :, :, :-1]).abs().mean())


print(gram(nd.ones((1, 2, 2, 2))), tv_loss(nd.arange(8).reshape((1, 1, 2, 4))))


class GeneratedImage(nn.Block):
    def __init__(self, img_shape, **kwargs):
        super(GeneratedImage, self).__init__(**kwargs)
        self.weight = self.params.get('weight', shape=img_shape)

    def forward(self):
        return self.weight.data()


target = gram(X)
made = GeneratedImage(X.shape)
made.initialize(init.Constant(X * 0.5), force_reinit=True)
trainer = gluon.Trainer(made.collect_params(), 'adam', {'learning_rate': 0.1})
losses = []
for i in range(5):
    with autograd.record():
        Y = made()
        l = (gram(Y) - target).square().mean() * 100 + tv_loss(Y)
    l.backward()
    trainer.step(1)
    losses.append(l.asscalar())
    if i == 2:
        trainer.set_learning_rate(trainer.learning_rate * 0.1)
print(losses[0] > losses[-1], round(trainer.learning_rate, 4), made.weight.data().shape)
