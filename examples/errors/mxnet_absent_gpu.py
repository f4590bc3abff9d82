# gpu(2) on a machine with two GPUs
# 只有两块 GPU 的机器上用 gpu(2)
# accent: MXNet
# code: P0104
# cause: device
# said: MXNetError: Check failed: e == cudaSuccess || e == cudaErrorCudartUnloading: CUDA: invalid device ordinal
# words: tusen-ai/simpledet#15
# source: tusen-ai/simpledet#15
# symptom: The first array on the context fails; the context itself was no error.
# 症状：在该 context 上创建第一个数组时失败；context 本身并不报错。
# because: GPUs count from 0: the second is gpu(1). mx.gpu(2) is only a name until an array goes there.
# 原因：GPU 从 0 开始编号：第二块是 gpu(1)。放上数组之前，mx.gpu(2) 只是名称。
# repair: [mx.gpu(i) for i in range(mx.context.num_gpus())].
# 修复：[mx.gpu(i) for i in range(mx.context.num_gpus())]。
# edit: devices = [mx.gpu(1), mx.gpu(2)] => devices = [mx.gpu(i) for i in range(mx.context.num_gpus())]
# at: 25
# fix: nd.zeros((2, 2), ctx=mx.gpu(1))
# prints: 2 buffers
import mxnet as mx
from mxnet import nd

devices = [mx.gpu(1), mx.gpu(2)]
buffers = []
for ctx in devices:
    buffers.append(nd.zeros((2, 2), ctx=ctx))
print(len(buffers), 'buffers')
