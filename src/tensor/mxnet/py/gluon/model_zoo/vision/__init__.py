"""Networks for pictures, without trained parameters (perch downloads nothing yet)."""
from .alexnet import AlexNet, alexnet
from .resnet import (BasicBlockV1, BasicBlockV2, BottleneckV1, BottleneckV2, ResNetV1, ResNetV2, get_resnet, resnet18_v1, resnet18_v2, resnet34_v1, resnet34_v2, resnet50_v1,
                     resnet50_v2, resnet101_v1, resnet101_v2, resnet152_v1, resnet152_v2)
from .vgg import VGG, get_vgg, vgg11, vgg11_bn, vgg13, vgg13_bn, vgg16, vgg16_bn, vgg19, vgg19_bn

_models = {name: function for name, function in list(globals().items()) if name.startswith(('resnet', 'vgg1', 'alexnet')) and callable(function)}


def get_model(name, **kwargs):
    """A network by its name."""
    name = name.lower()
    if name not in _models:
        raise ValueError('Model %s is not supported. Available options are\n\t%s' % (name, '\n\t'.join(sorted(_models))))
    return _models[name](**kwargs)


def __getattr__(name):
    if name.startswith(('squeezenet', 'mobilenet', 'densenet', 'inception')):
        raise AttributeError(f"module 'mxnet.gluon.model_zoo.vision' has no attribute {name!r} in perch; it has {', '.join(sorted(_models))}")
    raise AttributeError(f"module 'mxnet.gluon.model_zoo.vision' has no attribute {name!r}")
