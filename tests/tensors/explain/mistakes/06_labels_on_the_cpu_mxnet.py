from mxnet import nd, gpu, gluon

loss = gluon.loss.SoftmaxCrossEntropyLoss()
net = gluon.nn.Dense(3, in_units=2)
net.initialize(ctx=gpu(0))
batch, labels = nd.ones((2, 2)), nd.array([0, 2])
outputs = net(batch.as_in_context(gpu(0)))
loss(outputs, labels)
