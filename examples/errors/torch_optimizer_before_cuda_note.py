# The same with Adagrad: nothing is wrong before the next step
# 同样的错误换成 Adagrad：下一步之前一切正常
# accent: PyTorch
# code: P0705
# cause: order
# said: nothing, as long as step() is not called
# words: torch.optim's documentation asks to move a model before its optimizer is made
# source: pytorch/pytorch#69214
# symptom: Nothing fails while the model only answers; the next step() will.
# 症状：只做推理时不报错；下一次 step() 就会报错。
# because: Parameters keep their identity when a module moves, the optimizer's state does not move with them.
# 原因：模块移动时参数仍是同一个对象，但优化器的状态不会跟着移动。
# repair: Move the model first, then make the optimizer.
# 修复：先移动模型，再创建优化器。
# edit: model = nn.Linear(2, 1) => model = nn.Linear(2, 1).to('cuda')
# drop: model.to('cuda')
# at: 24
# prints: cuda:0
import torch
from torch import nn

model = nn.Linear(2, 1)
optimizer = torch.optim.Adagrad(model.parameters(), lr=0.1)
model.to('cuda')

model(torch.ones(3, 2, device='cuda'))
print(model.weight.device)
