# torch.device('gpu')
# torch.device('gpu')
# accent: PyTorch
# code: P0118
# cause: device
# said: RuntimeError: Expected one of cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, ort, xla, lazy, vulkan, mps, meta, hpu, privateuseone device type at start of device string: gpu
# words: PyTorch 1.13 itself
# source: PyTorch's own list of devices
# symptom: A list of twenty names nobody knows.
# 症状：一长串没人认识的名称。
# because: 'gpu' is TensorFlow's and MXNet's word; PyTorch's is 'cuda'.
# 原因：'gpu' 是 TensorFlow 和 MXNet 的叫法；PyTorch 叫 'cuda'。
# repair: torch.device('cuda').
# 修复：torch.device('cuda')。
# at: 23
# fix: torch.device('cuda')
# prints: cuda:0
import torch


def pick_device():
    if torch.cuda.is_available():
        return torch.device('gpu')
    return torch.device('cpu')


x = torch.ones(2).to(pick_device())
print(x.device)
