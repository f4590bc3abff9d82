# A checkpoint of a GPU, opened where there is none
# 在没有 GPU 的机器上打开 GPU 的检查点
# accent: PyTorch
# code: P0117
# cause: checkpoint
# gpus: none
# said: RuntimeError: Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. If you are running on a CPU-only machine, please use torch.load with map_location=torch.device('cpu') to map your storages to the CPU.
# words: PyTorch 1.13, torch/serialization.py
# source: pytorch/pytorch#15541
# symptom: A model from a colleague does not open on the laptop.
# 症状：同事的模型在笔记本上打不开。
# because: It was saved while it lived on a GPU.
# 原因：它是在 GPU 上保存的。
# repair: torch.load(path, map_location='cpu').
# 修复：torch.load(path, map_location='cpu')。
# edit: checkpoint = torch.load(path) => checkpoint = torch.load(path, map_location='cpu')
# at: 24
# fix: torch.load(path, map_location='cpu')
# prints: (1, 2) cpu
import torch


def resume(path):
    checkpoint = torch.load(path)
    return checkpoint['weight'], checkpoint['bias']


weight, bias = resume('checkpoint_of_cuda3.pt')
print(tuple(weight.shape), bias.device)
