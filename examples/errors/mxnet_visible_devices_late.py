# CUDA_VISIBLE_DEVICES after the first array
# 创建第一个数组之后才设 CUDA_VISIBLE_DEVICES
# accent: MXNet
# code: P0707
# cause: device
# said: nothing: CUDA read the variable long before
# words: the CUDA runtime reads it once
# source: pytorch/pytorch#95073 (the same in PyTorch)
# symptom: Two GPUs, although only one was asked for.
# 症状：明明只要一块，却有两块 GPU。
# because: The variable is read at the first use of a GPU.
# 原因：这个变量在第一次使用 GPU 时读取。
# repair: Set it at the top of the program.
# 修复：在程序开头设置。
# edit: x = nd.ones((2,), ctx=mx.gpu(0)) => os.environ['CUDA_VISIBLE_DEVICES'] = '0'
# edit: os.environ['CUDA_VISIBLE_DEVICES'] = '0' => x = nd.ones((2,), ctx=mx.gpu(0))
# at: 25
# prints: 1 GPU
import os

import mxnet as mx
from mxnet import nd

x = nd.ones((2,), ctx=mx.gpu(0))
os.environ['CUDA_VISIBLE_DEVICES'] = '0'
print(mx.context.num_gpus(), 'GPU')
