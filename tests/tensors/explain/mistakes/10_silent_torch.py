import os
import torch

os.environ['CUDA_VISIBLE_DEVICE'] = '0'
x = torch.ones(2, 3)
x.to('cuda')
print(x.device)
model = torch.nn.Linear(3, 1)
optimizer = torch.optim.Adagrad(model.parameters(), lr=0.1)
model.to('cuda')
total = 0
for step in range(200):
    out = model(x.cuda())
    total += float(out.sum().item() > 1e9)
print(total)
os.environ['CUDA_VISIBLE_DEVICES'] = '1'
