from mxnet import nd, cpu, gpu

pieces = [nd.ones((1, 3), ctx=c) for c in (cpu(), gpu(0), gpu(1))]
nd.concat(pieces[0], pieces[1],
          pieces[2],     # the last
          dim=0)
