"""Training with validation, the best state kept, early stopping, a learning rate that falls on a plateau."""
import copy
import torch
from torch import nn

torch.manual_seed(0)
true_w, true_b = torch.tensor([[2.0], [-3.4]]), 4.2
X = torch.randn(120, 2)
y = X @ true_w + true_b + 0.05 * torch.randn(120, 1)
train, valid = (X[:80], y[:80]), (X[80:], y[80:])
model = nn.Linear(2, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.2)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, factor=0.5, patience=1)
best, state, bad = float('inf'), None, 0
for epoch in range(40):
    model.train()
    for i in range(0, 80, 20):
        opt.zero_grad()
        loss = nn.functional.mse_loss(model(train[0][i:i + 20]), train[1][i:i + 20])
        loss.backward()
        opt.step()
    model.eval()
    with torch.no_grad():
        v = nn.functional.mse_loss(model(valid[0]), valid[1]).item()
    plateau.step(v)
    if v < best - 1e-5:
        best, state, bad = v, copy.deepcopy(model.state_dict()), 0
    else:
        bad += 1
        if bad > 4:
            print('stop at', epoch)
            break
    if epoch < 4:
        print(epoch, '%.4f' % v, opt.param_groups[0]['lr'])
print('best %.5f' % best, opt.param_groups[0]['lr'])
model.load_state_dict(state)
print(model.weight.data, model.bias.data)
