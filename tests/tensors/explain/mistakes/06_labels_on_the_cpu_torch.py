import torch

loss = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(2, 3).cuda()
batch, labels = torch.ones(2, 2), torch.tensor([0, 2])
outputs = net(batch.cuda())
loss(outputs, labels)
