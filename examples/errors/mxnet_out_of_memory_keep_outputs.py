# All activations of an epoch are kept in a list
# 把一轮的所有激活值都留在列表里
# accent: MXNet
# code: P0501
# cause: memory
# gpus: sim:2,mem=64M
# said: MXNetError: cudaMalloc retry failed: out of memory
# also: src/storage/./pooled_storage_manager.h:157: cudaMalloc failed: out of memory
# words: MXNet v1.x, src/storage/pooled_storage_manager.h (before 1.6: cudaMalloc failed)
# source: apache/mxnet#16803, apache/mxnet#11243
# symptom: Evaluation fills the GPU step by step.
# 症状：评估逐步占满 GPU。
# because: Each output stays on the GPU as long as the list holds it.
# 原因：只要列表还持有，每个输出就一直留在 GPU 上。
# repair: outputs.append(net(x).asnumpy()), or only the numbers that are wanted.
# 修复：outputs.append(net(x).asnumpy())，或只保留需要的数值。
# edit: outputs.append(nd.relu(x)) => outputs.append(nd.relu(x).mean().asscalar())
# at: 25
# prints: 16 outputs
import mxnet as mx
from mxnet import nd

outputs = []
for batch in range(16):
    x = nd.ones((1024, 1024), ctx=mx.gpu(0)) * batch
    outputs.append(nd.relu(x))
print(len(outputs), 'outputs')
