from mxnet import nd, gpu

table = nd.ones((3, 2), ctx=gpu(1))
turned = table.T
print(nd.ones((1, 3), ctx=gpu(0)) + turned[0:1])
