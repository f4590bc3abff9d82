from mxnet import nd, gpu

x = nd.ones((2, 3), ctx=gpu(0))
print(x.context)
y = x.copyto(gpu(1))
x + y
