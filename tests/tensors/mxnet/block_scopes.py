from mxnet.gluon import nn
net = nn.Sequential()
with net.name_scope():
    net.add(nn.Dense(4), nn.BatchNorm(), nn.Conv2D(1, 1))
print(net.collect_params())
print(net.collect_params('.*weight'))
outer = nn.Sequential(prefix='model_')
with outer.name_scope():
    outer.add(nn.Dense(1), nn.Dense(2), nn.Sequential())
    with outer[2].name_scope():
        outer[2].add(nn.Dense(1))
print(outer.collect_params(), outer.name, nn.Dense(1).name, nn.Dense(1, prefix='a_').weight.name, nn.Dense(2, prefix='').collect_params())
print(list(outer.collect_params('.*1_weight|.*bias')))
