# A generator of the CPU for numbers on the GPU
# 用 CPU 的生成器产生 GPU 上的随机数
# accent: PyTorch
# code: P0114
# cause: host
# said: RuntimeError: Expected a 'cuda' device type for generator but found 'cpu'
# words: tianyu0207/RTFM#47; PyTorch 1.13, libtorch_cpu: check_generator
# source: tianyu0207/RTFM#47, pyro-ppl/pyro#3264
# symptom: A seeded experiment works on the CPU and fails on the GPU.
# 症状：固定种子的实验在 CPU 上正常，在 GPU 上报错。
# because: A generator is made for one device, and the CPU is the default.
# 原因：生成器是为一种设备创建的，默认是 CPU。
# repair: torch.Generator(device='cuda').manual_seed(0).
# 修复：torch.Generator(device='cuda').manual_seed(0)。
# edit: generator = torch.Generator().manual_seed(0) => generator = torch.Generator('cuda').manual_seed(0)
# at: 25
# fix: torch.randn(x.shape, device=x.device, generator=torch.Generator('cuda').manual_seed(generator.initial_seed()))
# prints: cuda:0
import torch

generator = torch.Generator().manual_seed(0)


def augment(x, generator):
    noise = torch.randn(x.shape, device=x.device, generator=generator)
    return x + 0.01 * noise


print(augment(torch.zeros(2, 3, device='cuda'), generator).device)
