# Fine-tuning: the new last layer is made after the move
# 微调：移动之后才新建最后一层
# accent: PyTorch
# code: P0103
# cause: order
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cpu and cuda:0! (when checking argument for argument mat1 in method wrapper_addmm)
# words: PyTorch 1.13, aten/src/ATen/core/adaption.cpp
# source: dmlc/gluon-cv#572 (the same in Gluon)
# symptom: A pretrained model on the GPU fails in its last layer.
# 症状：GPU 上的预训练模型在最后一层报错。
# because: model.fc = nn.Linear(…) puts a CPU layer into a model that moved before.
# 原因：model.fc = nn.Linear(…) 把一个 CPU 上的层放进了已经移动过的模型。
# repair: Replace the layer first and move the model then; or nn.Linear(…).to(device).
# 修复：先换层再移动模型；或 nn.Linear(…).to(device)。
# at: 30
# operands: features on cuda:0; fc.weight on cpu; fc.bias on cpu
# fix: self.fc.to(features.device)(features)
# prints: (2, 5)
import torch
from torch import nn


class Pretrained(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.fc = nn.Linear(4, 8), nn.Linear(8, 1000)

    def forward(self, x):
        features = torch.relu(self.body(x))
        return self.fc(features)


model = Pretrained().to('cuda')
for p in model.parameters():
    p.requires_grad_(False)
model.fc = nn.Linear(8, 5)
print(tuple(model(torch.ones(2, 4, device='cuda')).shape))
