from mxnet import nd, gpu

kept = []
for step in range(1000):
    kept.append(nd.ones((1024, 1024, 32), ctx=gpu(0)))
