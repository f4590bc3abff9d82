# An exponential moving average of the weights, kept on the CPU
# 保存在 CPU 上的权重滑动平均
# accent: PyTorch
# code: P0103
# cause: state
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!
# words: PyTorch 1.13, TensorIterator: no argument is named
# source: pytorch/audio#457
# symptom: The averages were copied from the model before it moved; the first update fails.
# 症状：滑动平均在模型移动之前复制；第一次更新就报错。
# because: Copies made with clone() do not move with the model.
# 原因：用 clone() 得到的副本不会随模型移动。
# repair: Make the copies after model.to(device), or move what is added: p.detach().to(ema.device).
# 修复：在 model.to(device) 之后再复制，或移动要加上的值：p.detach().to(ema.device)。
# at: 32
# operands: p.detach() * (1 - decay) on cuda:0; ema on cpu
# fix: ema += (p.detach() * (1 - decay)).to(ema.device)
# prints: ['bias', 'weight']
import torch
from torch import nn

model = nn.Linear(2, 2)
averages = {name: p.detach().clone() for name, p in model.named_parameters()}
model.cuda()


def update(model, averages, decay=0.9):
    with torch.no_grad():
        for name, p in model.named_parameters():
            ema = averages[name]
            ema.mul_(decay)
            ema += p.detach() * (1 - decay)


update(model, averages)
print(sorted(averages))
