"""Networks for pictures, by name; pretrained=True fills in trained parameters."""
from .alexnet import AlexNet, alexnet
from .densenet import DenseNet, densenet121, densenet161, densenet169, densenet201
from .inception import Inception3, inception_v3
from .mobilenet import (MobileNet, MobileNetV2, get_mobilenet, get_mobilenet_v2, mobilenet0_25, mobilenet0_5, mobilenet0_75, mobilenet1_0, mobilenet_v2_0_25, mobilenet_v2_0_5,
                        mobilenet_v2_0_75, mobilenet_v2_1_0)
from .resnet import (BasicBlockV1, BasicBlockV2, BottleneckV1, BottleneckV2, ResNetV1, ResNetV2, get_resnet, resnet18_v1, resnet18_v2, resnet34_v1, resnet34_v2, resnet50_v1,
                     resnet50_v2, resnet101_v1, resnet101_v2, resnet152_v1, resnet152_v2)
from .squeezenet import SqueezeNet, squeezenet1_0, squeezenet1_1
from .vgg import VGG, get_vgg, vgg11, vgg11_bn, vgg13, vgg13_bn, vgg16, vgg16_bn, vgg19, vgg19_bn

_models = {name: function for name, function in list(globals().items()) if name.startswith(('resnet1', 'resnet3', 'resnet5', 'vgg1', 'densenet1', 'densenet2')) and callable(function)}
_models.update({'alexnet': alexnet, 'inceptionv3': inception_v3, 'squeezenet1.0': squeezenet1_0, 'squeezenet1.1': squeezenet1_1, 'mobilenet1.0': mobilenet1_0,
                'mobilenet0.75': mobilenet0_75, 'mobilenet0.5': mobilenet0_5, 'mobilenet0.25': mobilenet0_25, 'mobilenetv2_1.0': mobilenet_v2_1_0,
                'mobilenetv2_0.75': mobilenet_v2_0_75, 'mobilenetv2_0.5': mobilenet_v2_0_5, 'mobilenetv2_0.25': mobilenet_v2_0_25})


def get_model(name, **kwargs):
    """A network by its name."""
    name = name.lower()
    if name not in _models:
        raise ValueError('Model %s is not supported. Available options are\n\t%s' % (name, '\n\t'.join(sorted(_models))))
    return _models[name](**kwargs)
