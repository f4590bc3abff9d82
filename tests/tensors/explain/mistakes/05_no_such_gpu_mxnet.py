from mxnet import nd, gpu

there = gpu(7)
print(there)
nd.ones((2, 3), ctx=there)
