"""The zoo's networks with other widths than their own: what each layer takes and gives."""
import mxnet as mx
from mxnet import nd
from mxnet.gluon.model_zoo.vision.resnet import BasicBlockV1, BasicBlockV2, BottleneckV1, BottleneckV2, ResNetV1, ResNetV2
from mxnet.gluon.model_zoo.vision.vgg import VGG

nets = {
    'v1': lambda: ResNetV1(BasicBlockV1, [1, 2], [4, 8, 16], classes=3),
    'v1 thumbnail': lambda: ResNetV1(BottleneckV1, [2, 1], [4, 8, 16], classes=3, thumbnail=True),
    'v2': lambda: ResNetV2(BasicBlockV2, [1, 2], [4, 8, 16], classes=3),
    'v2 thumbnail': lambda: ResNetV2(BottleneckV2, [2, 1], [4, 8, 16], classes=3, thumbnail=True),
    'vgg': lambda: VGG([1, 2], [4, 8], classes=3, batch_norm=True),
}
for name, make in nets.items():
    net = make()
    net.initialize(mx.init.Constant(0.01))
    out = net(nd.arange(3072).reshape((1, 3, 32, 32)) / 1000)
    print(name, out.shape)
    for key, p in net.collect_params().items():
        print('   ', key[len(net.prefix):], p.shape, p.grad_req)
