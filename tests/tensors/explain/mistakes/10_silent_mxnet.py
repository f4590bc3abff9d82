import os
from mxnet import nd, gpu

os.environ['CUDA_VISIBLE_DEVICE'] = '0'
x = nd.ones((2, 3))
x.copyto(gpu(0))
print(x.context)
y = nd.ones((2, 3), ctx=gpu(1))
z = y.copyto(gpu(1))
total = 0
for step in range(200):
    w = x.as_in_context(gpu(1)) * y
    total += w.sum().asscalar()
print(total)
os.environ['CUDA_VISIBLE_DEVICES'] = '1'
