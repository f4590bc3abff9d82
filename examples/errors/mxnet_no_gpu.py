# mx.gpu() where there is no GPU
# 没有 GPU 却用 mx.gpu()
# accent: MXNet
# code: P0104
# cause: device
# gpus: none
# said: MXNetError: Check failed: e == cudaSuccess || e == cudaErrorCudartUnloading: CUDA: invalid device ordinal
# also: MXNetError: Operator _ones is not implemented for GPU.
# also: GPU support is disabled. Compile MXNet with USE_CUDA=1 to enable GPU support.
# words: MXNet v1.x, mshadow's check of cudaSetDevice
# source: apache/mxnet#6333
# symptom: A lesson written for a GPU stops at its first array.
# 症状：为 GPU 写的教程在第一个数组处停下。
# because: MXNet does not fall back to the CPU by itself.
# 原因：MXNet 不会自动退回 CPU。
# repair: try_gpu(): make an array on the GPU, and take the CPU when that raises MXNetError.
# 修复：try_gpu()：试着在 GPU 上创建数组，若引发 MXNetError 就用 CPU。
# at: 24
# fix: nd.ones((2, 3), ctx=mx.cpu())
# prints: (2, 3)
import mxnet as mx
from mxnet import nd

x = nd.ones((2, 3), ctx=mx.gpu())
print(x.shape)
