from mxnet import nd
from mxnet.gluon.model_zoo import vision
net = vision.resnet18_v2(classes=10)
net.initialize()
print(net(nd.ones((1, 3, 32, 32))).shape, len(list(net.collect_params())), [n.split('_', 1)[1] for n in net.collect_params()][:12])
print(sorted(net._collect_params_with_prefix())[:8])
print(vision.vgg11(classes=3), len(list(vision.get_model("resnet34_v1").collect_params())), vision.alexnet(classes=2).output)
try:
    vision.get_model('nothing')
except ValueError as e:
    print(str(e).split('.')[0])
