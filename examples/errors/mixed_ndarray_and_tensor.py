# An NDArray and a torch.Tensor in one expression
# 一个表达式里同时有 NDArray 和 torch.Tensor
# accent: MXNet, PyTorch
# code: P0304
# cause: libraries
# said: TypeError: type <class 'torch.Tensor'> not supported
# words: MXNet 1.9.1, ndarray/ndarray.py (_ufunc_helper)
# source: MXNet's ndarray.py
# symptom: A lesson that compares two libraries fails in an addition.
# 症状：比较两个库的教程在加法处报错。
# because: Neither library knows the other's arrays.
# 原因：两个库互不认识对方的数组。
# repair: Over NumPy: nd.array(t.numpy()).
# 修复：经由 NumPy：nd.array(t.numpy())。
# at: 25
# operands: torch_output on cuda:0; gluon_output on gpu(0)
# fix: gluon_output - nd.array(torch_output.cpu().numpy(), ctx=gluon_output.context)
# prints: (2, 3)
import mxnet as mx
import torch
from mxnet import nd

gluon_output = nd.ones((2, 3), ctx=mx.gpu(0))
torch_output = torch.ones(2, 3, device='cuda:0')
difference = gluon_output - torch_output
print(difference.shape)
