# The optimizer was made before model.cuda()
# 优化器在 model.cuda() 之前创建
# accent: PyTorch
# code: P0103
# cause: order
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!
# also: RuntimeError: expected device cpu but got device cuda:0
# words: PyTorch 1.13, TensorIterator (addcmul_ inside Adagrad)
# source: pytorch/pytorch#7844, lanl/hippynn#15
# symptom: forward and backward work; optimizer.step() fails somewhere inside torch.optim.
# 症状：前向和反向都正常；optimizer.step() 在 torch.optim 内部报错。
# because: Adagrad makes its sums when it is made, beside the parameters of that moment; SGD would have worked.
# 原因：Adagrad 在创建时就在当时参数所在的设备上建立累计值；换成 SGD 则不会出错。
# repair: Move the model first, then make the optimizer.
# 修复：先移动模型，再创建优化器。
# at: 31
# operands: optimizer.state[…]['sum'] on cpu; model.weight.grad on cuda:0
# fix: line 24 belongs below line 25: optimizer = torch.optim.Adagrad(model.parameters(), lr=0.1)
# prints: state on cuda:0
import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.Adagrad(model.parameters(), lr=0.1)
model.cuda()

for _ in range(2):
    optimizer.zero_grad()
    loss = model(torch.ones(4, 3).cuda()).pow(2).mean()
    loss.backward()
    optimizer.step()
print('state on', optimizer.state[model.weight]['sum'].device)
