# Reinforcement: value iteration, a table of Q values, a policy gradient with Categorical.
import random

import torch
from torch import nn
from torch.distributions import Categorical

P = torch.zeros(2, 4, 4)
for s in range(4):
    P[0, s, max(s - 1, 0)] = 1
    P[1, s, min(s + 1, 3)] = 1
R = torch.tensor([0., 0., 0., 1.])
V = torch.zeros(4)
for k in range(20):
    Q = torch.einsum('ast,t->sa', P, R + 0.9 * V)
    V = Q.max(1).values
print(V, Q.argmax(1))
random.seed(0)
Q = torch.zeros(4, 2)
for episode in range(60):
    s = 0
    for _ in range(6):
        a = random.randrange(2) if random.random() < 0.3 else int(Q[s].argmax())
        t = int(P[a, s].argmax())
        Q[s, a] += 0.5 * (R[t] + 0.9 * Q[t].max() - Q[s, a])
        s = t
print(Q[:3].argmax(1), Q[2, 1] > Q[2, 0])
torch.manual_seed(0)
policy = nn.Sequential(nn.Embedding(4, 8), nn.ReLU(), nn.Linear(8, 2), nn.LogSoftmax(-1))
opt = torch.optim.Adam(policy.parameters(), lr=0.05)
for episode in range(40):
    s, logs, rewards = torch.tensor(0), [], []
    for _ in range(5):
        m = Categorical(logits=policy(s))
        a = m.sample()
        logs.append(m.log_prob(a))
        s = P[a, s].argmax()
        rewards.append(R[s].item())
    G, returns = 0., []
    for r in rewards[::-1]:
        G = r + 0.9 * G
        returns.insert(0, G)
    loss = -(torch.stack(logs) * torch.tensor(returns)).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(policy(torch.tensor(0)).exp()[1] > 0.5, policy(torch.arange(4)).shape, f'{policy(torch.tensor(2)).exp().sum().item():.4f}')
