# The first hidden state of an LSTM, made on the CPU
# 在 CPU 上创建的 LSTM 初始隐藏状态
# accent: PyTorch
# code: P0103
# cause: state
# said: RuntimeError: Input and hidden tensors are not at the same device, found input tensor at cuda:0 and hidden tensor at cpu
# words: Lightning-AI/pytorch-lightning#3738; PyTorch 1.13, libtorch_cpu: check_attributes of RNN.cpp
# source: Lightning-AI/pytorch-lightning#3738, buppt/ChineseNER#17
# symptom: Model and inputs are on the GPU, and the LSTM speaks of a hidden tensor at cpu.
# 症状：模型和输入都在 GPU 上，LSTM 却说 hidden tensor 在 cpu 上。
# because: init_hidden() makes zeros without a device, and the default device is the CPU.
# 原因：init_hidden() 创建零张量时没有写设备，而默认设备是 CPU。
# repair: Make the state where the input is: torch.zeros(…, device=x.device); or leave it out, zeros are the default.
# 修复：在输入所在的设备上创建状态：torch.zeros(…, device=x.device)；或者不写，默认就是零。
# at: 35
# operands: h on cpu; x on cuda:0
# fix: self.lstm(x, (h.to(next(self.lstm.parameters()).device), c.to(next(self.lstm.parameters()).device)))
# prints: (7, 2, 2)
import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.width = width
        self.lstm = nn.LSTM(3, width)
        self.out = nn.Linear(width, 2)

    def init_hidden(self, batch):
        return torch.zeros(1, batch, self.width), torch.zeros(1, batch, self.width)

    def forward(self, x):
        h, c = self.init_hidden(x.shape[1])
        y, _ = self.lstm(x, (h, c))
        return self.out(y)


tagger = Tagger().cuda()
print(tuple(tagger(torch.randn(7, 2, 3).cuda()).shape))
