# Means of weights over a training's last steps, their learning rates, and normalizing layers measured anew.
import torch
import torch.nn as nn
from torch.optim.swa_utils import SWALR, AveragedModel, update_bn

torch.manual_seed(2)
data = [(torch.randn(6, 3), torch.randn(6, 1)) for _ in range(4)]
model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 1))
mean = AveragedModel(model)
weighed = AveragedModel(model, avg_fn=lambda old, new, count: 0.9 * old + 0.1 * new, use_buffers=True)
optimizer = torch.optim.SGD([{'params': model[0].parameters()}, {'params': model[3].parameters(), 'lr': 0.05}], lr=0.1)
usual = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=10)
late = SWALR(optimizer, swa_lr=[0.02, 0.01], anneal_epochs=3, anneal_strategy='linear')
for epoch in range(8):
    for x, y in data:
        optimizer.zero_grad()
        loss = (model(x) - y).pow(2).mean()
        loss.backward()
        optimizer.step()
    if epoch > 3:
        mean.update_parameters(model)
        weighed.update_parameters(model)
        late.step()
    else:
        usual.step()
    print(epoch, '%.5f' % loss.item(), ['%.6f' % g['lr'] for g in optimizer.param_groups])
print(mean.n_averaged, mean.module[0].weight, mean.module[1].running_mean)
update_bn(data, mean)
print(mean.module[1].running_mean, mean.module[1].num_batches_tracked, mean.module[1].momentum, mean.training)
print(weighed.module[3].weight, weighed.module[1].running_var, list(mean.state_dict())[:3], mean(data[0][0]).shape)
for wrong in (lambda: SWALR(optimizer, 0.1, anneal_strategy='sine'), lambda: SWALR(optimizer, [0.1]), lambda: SWALR(optimizer, 0.1, anneal_epochs=-1)):
    try:
        wrong()
    except ValueError as error:
        print(error)
for how in ('cos', 'linear'):
    optimizer = torch.optim.Adam(model.parameters(), lr=1.0)
    scheduler = SWALR(optimizer, swa_lr=0.1, anneal_epochs=4, anneal_strategy=how)
    rates = []
    for _ in range(6):
        optimizer.step()
        scheduler.step()
        rates.append('%.6f' % scheduler.get_last_lr()[0])
    print(how, rates)
