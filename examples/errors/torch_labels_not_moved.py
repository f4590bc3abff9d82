# The labels stayed on the CPU
# 标签留在了 CPU 上
# accent: PyTorch
# code: P0103
# cause: data
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu! (when checking argument for argument target in method wrapper_nll_loss_forward)
# words: JieyuZ2/wrench#4 (the misspelt "arugment" of PyTorch 1.8 is right in 1.13)
# source: JieyuZ2/wrench#4
# symptom: The forward pass works; the loss function fails and names an argument `target`.
# 症状：前向计算正常；损失函数报错，并提到参数 `target`。
# because: The inputs were moved in the loop, the labels of the same batch were forgotten.
# 原因：循环中移动了输入，却忘了同一批次的标签。
# repair: Move both parts of the batch: x, y = x.to(device), y.to(device).
# 修复：移动批次的两个部分：x, y = x.to(device), y.to(device)。
# at: 32
# operands: labels on cpu; outputs on cuda:0
# fix: criterion(outputs, labels.to(outputs.device))
# prints: 2 batches, gradients on cuda:0
import torch
from torch import nn

device = 'cuda:0'
model = nn.Linear(5, 3).to(device)
criterion = nn.CrossEntropyLoss()
batches = [(torch.randn(4, 5), torch.tensor([0, 2, 1, 1])) for _ in range(2)]


def train_epoch(batches):
    count = 0
    for inputs, labels in batches:
        outputs = model(inputs.to(device))
        loss = criterion(outputs, labels)
        loss.backward()
        count += 1
    return count


print(train_epoch(batches), 'batches, gradients on', end=' ')
print(model.weight.grad.device)
