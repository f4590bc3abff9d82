# perch: --gpus=none
"""What pickle keeps: networks, optimizers, dtypes, sizes, places."""
import os, pickle, tempfile, torch, torch.nn as nn
m = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
n = pickle.loads(pickle.dumps(m)); print(n, torch.equal(n[0].weight, m[0].weight), n[0].weight.requires_grad)
o = torch.optim.SGD(m.parameters(), lr=0.1, momentum=0.9)
print(pickle.loads(pickle.dumps(o)))
with tempfile.TemporaryDirectory() as folder:
    torch.save(m, os.path.join(folder, 'm.pt')); print(torch.load(os.path.join(folder, 'm.pt')))
print(pickle.loads(pickle.dumps(torch.nn.CrossEntropyLoss())))
print(pickle.loads(pickle.dumps([torch.float32, torch.Size([1, 2]), torch.ones(2).long()])))
