# A whole training program: classes, loaders, a scheduler, early stopping, metrics, best weights kept.
import copy

import torch
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(42)
n = 150
angle = torch.rand(n) * 6.28
radius = torch.cat([torch.rand(n // 2), torch.rand(n - n // 2) + 1.5])
X = torch.stack([radius * angle.cos(), radius * angle.sin()], 1)
y = torch.cat([torch.zeros(n // 2), torch.ones(n - n // 2)]).long()
order = torch.randperm(n)
X, y = X[order], y[order]
train, test = TensorDataset(X[:120], y[:120]), TensorDataset(X[120:], y[120:])


class Net(nn.Module):
    def __init__(self, hidden=16, classes=2, p=0.1):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(2, hidden), nn.BatchNorm1d(hidden), nn.ReLU(), nn.Dropout(p))
        self.head = nn.Linear(hidden, classes)

    def forward(self, x):
        return self.head(self.features(x))


device = torch.device('cuda' if False else 'cpu')
model = Net().to(device)
criterion = nn.CrossEntropyLoss()
optimizer = optim.AdamW(model.parameters(), lr=0.02, weight_decay=1e-3)
scheduler = optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=6)


def evaluate(model, loader):
    model.eval()
    correct, total, loss = 0, 0, 0.0
    with torch.no_grad():
        for xb, yb in loader:
            out = model(xb.to(device))
            loss += criterion(out, yb).item() * yb.size(0)
            _, predicted = torch.max(out.data, 1)
            total += yb.size(0)
            correct += (predicted == yb).sum().item()
    return loss / total, correct / total


best, best_state, patience = float('inf'), None, 0
for epoch in range(6):
    model.train()
    running = 0.0
    for i, (inputs, labels) in enumerate(DataLoader(train, batch_size=20, shuffle=True), 0):
        inputs, labels = inputs.to(device), labels.to(device)
        optimizer.zero_grad()
        outputs = model(inputs)
        loss = criterion(outputs, labels)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm=5.0)
        optimizer.step()
        running += loss.item()
    scheduler.step()
    val_loss, acc = evaluate(model, DataLoader(test, batch_size=10))
    print('Epoch: %d, loss: %.2f, lr: %.5f, acc: %.2f' % (epoch + 1, running / (i + 1), scheduler.get_last_lr()[0], acc))
    if val_loss < best:
        best, patience = val_loss, 0
        best_state = copy.deepcopy(model.state_dict())
    else:
        patience += 1
        if patience >= 3:
            break
model.load_state_dict(best_state)
print(evaluate(model, DataLoader(test, batch_size=30))[1] > 0.8, model.features[1].num_batches_tracked > 0)
confusion = torch.zeros(2, 2, dtype=torch.long)
with torch.no_grad():
    model.eval()
    preds = model(X[120:]).argmax(dim=1)
for t, p in zip(y[120:].view(-1), preds.view(-1)):
    confusion[t.long(), p.long()] += 1
print(confusion.sum(), confusion.diag().sum() >= 24, torch.bincount(y), preds.unique(return_counts=True)[0])
probs = torch.softmax(model(X[:3]), dim=1)
print(probs.shape, (probs.sum(1) - 1).abs().max() < 1e-6, probs.max(1).values.ge(0.5).all())
for param in model.features.parameters():
    param.requires_grad = False
model.head = nn.Linear(model.head.in_features, 3)
print([name for name, p in model.named_parameters() if p.requires_grad], sum(p.numel() for p in model.parameters()), filter(lambda p: p.requires_grad, model.parameters()).__class__.__name__)
ft = optim.SGD(filter(lambda p: p.requires_grad, model.parameters()), lr=0.1, momentum=0.9)
before = model.features[0].weight.clone()
model.train()
criterion(model(X[:10]), y[:10]).backward()
ft.step()
print(torch.equal(before, model.features[0].weight), model.features[0].weight.grad)
