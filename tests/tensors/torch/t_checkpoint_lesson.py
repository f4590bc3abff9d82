# perch: --gpus=none
"""Training with phases, a schedule, checkpoints and map_location."""
import tempfile
import torch, os, time, copy
import torch.nn as nn, torch.nn.functional as F, torch.optim as optim
from torch.utils.data import DataLoader, TensorDataset, Dataset, random_split
from torch.optim import lr_scheduler
device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
X = torch.randn(120, 3, 8, 8); y = (X.mean((1, 2, 3)) > 0).long()
full = TensorDataset(X, y); train_set, val_set = random_split(full, [96, 24], generator=torch.Generator().manual_seed(1))
loaders = {'train': DataLoader(train_set, batch_size=16, shuffle=False, num_workers=0, pin_memory=torch.cuda.is_available()), 'val': DataLoader(val_set, batch_size=24)}
sizes = {k: len(v.dataset) for k, v in loaders.items()}
class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.conv1 = nn.Conv2d(3, 6, 3); self.pool = nn.MaxPool2d(2, 2); self.bn = nn.BatchNorm2d(6)
        self.fc1 = nn.Linear(6 * 3 * 3, 12); self.fc2 = nn.Linear(12, 2)
    def forward(self, x):
        x = self.pool(F.relu(self.bn(self.conv1(x))))
        x = x.view(-1, self.num_flat_features(x))
        return self.fc2(F.relu(self.fc1(x)))
    def num_flat_features(self, x):
        n = 1
        for s in x.size()[1:]: n *= s
        return n
model = Net().to(device)
print(next(model.parameters()).device.type == device.type, sum(p.numel() for p in model.parameters() if p.requires_grad))
criterion = nn.CrossEntropyLoss(); optimizer = optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
scheduler = lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.1)
def train_model(model, num_epochs=3):
    best_wts, best_acc = copy.deepcopy(model.state_dict()), 0.0
    for epoch in range(num_epochs):
        print('Epoch {}/{}'.format(epoch, num_epochs - 1)); print('-' * 10)
        for phase in ['train', 'val']:
            model.train() if phase == 'train' else model.eval()
            running_loss, running_corrects = 0.0, 0
            for inputs, labels in loaders[phase]:
                inputs = inputs.to(device, non_blocking=True); labels = labels.to(device)
                optimizer.zero_grad()
                with torch.set_grad_enabled(phase == 'train'):
                    outputs = model(inputs); _, preds = torch.max(outputs, 1); loss = criterion(outputs, labels)
                    if phase == 'train': loss.backward(); optimizer.step()
                running_loss += loss.item() * inputs.size(0); running_corrects += torch.sum(preds == labels.data)
            if phase == 'train': scheduler.step()
            epoch_loss = running_loss / sizes[phase]; epoch_acc = running_corrects.double() / sizes[phase]
            print('{} Loss: {:.3f} Acc: {:.3f}'.format(phase, epoch_loss, epoch_acc))
            if phase == 'val' and epoch_acc > best_acc: best_acc = epoch_acc; best_wts = copy.deepcopy(model.state_dict())
    print('Best val Acc: {:3f}'.format(best_acc)); model.load_state_dict(best_wts); return model
model = train_model(model)
print(scheduler.get_last_lr(), optimizer.param_groups[0]['lr'])
path = tempfile.gettempdir() + '/perch_t_checkpoint_lesson_ck.pth'
torch.save({'epoch': 3, 'model_state_dict': model.state_dict(), 'optimizer_state_dict': optimizer.state_dict(), 'loss': 0.5}, path)
ck = torch.load(path, map_location=device); m2 = Net(); m2.load_state_dict(ck['model_state_dict']); m2.to(device)
o2 = optim.SGD(m2.parameters(), lr=0.1, momentum=0.9); o2.load_state_dict(ck['optimizer_state_dict'])
print(ck['epoch'], list(ck), o2.param_groups[0]['lr'], list(o2.state_dict()['state'][0]), next(iter(o2.state.values()))['momentum_buffer'].device.type == device.type)
cpu = torch.load(path, map_location='cpu'); print(cpu['model_state_dict']['conv1.weight'].device, type(cpu['model_state_dict']).__name__)
cpu = torch.load(path, map_location=lambda storage, loc: storage); print(cpu['model_state_dict']['fc1.bias'].device)
print(m2.load_state_dict(ck['model_state_dict'], strict=False)); print(m2)
model.eval(); m2.eval()
with torch.no_grad(): print(torch.allclose(model(X[:4].to(device)), m2(X[:4].to(device))))
for n, p in m2.named_parameters(): print(n, tuple(p.shape), p.requires_grad, p.is_cuda == (device.type == 'cuda'))
print([n for n, b in m2.named_buffers()], m2.bn.num_batches_tracked.item())
class Squares(Dataset):
    def __len__(self): return 5
    def __getitem__(self, i): return {'x': torch.tensor([float(i)]), 'y': i * i, 'name': 'n%d' % i}
for b in DataLoader(Squares(), batch_size=2, drop_last=False): print(b['x'].to(device).cpu().flatten().tolist(), b['y'].tolist(), b['name'])
