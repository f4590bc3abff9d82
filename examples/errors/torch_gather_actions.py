# The actions of a replay memory are on the CPU
# 回放记忆中的动作在 CPU 上
# accent: PyTorch
# code: P0103
# cause: index
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu! (when checking argument for argument index in method wrapper_gather)
# words: PyTorch 1.13, aten/src/ATen/core/adaption.cpp
# source: zhongyy/Face-Transformer#37
# symptom: Q-learning runs until gather picks the values of the actions.
# 症状：Q 学习一直正常，直到用 gather 取动作的值。
# because: gather, scatter and index_select want their index beside the data, unlike square brackets.
# 原因：与方括号不同，gather、scatter 和 index_select 要求下标与数据在同一设备。
# repair: Collate the batch, then move all its parts: actions = actions.to(device).
# 修复：先拼成批次，再移动所有部分：actions = actions.to(device)。
# at: 33
# operands: actions on cpu; q on cuda:0
# fix: q.gather(1, actions.to(q.device))
# prints: (4, 1)
import random

import torch
from torch import nn

memory = [(torch.ones(4) * i, i % 2) for i in range(10)]
q_net = nn.Linear(4, 2).to('cuda')


def q_values(memory, batch_size):
    states, actions = zip(*random.sample(memory, batch_size))
    states = torch.stack(states).to('cuda')
    actions = torch.tensor(actions).unsqueeze(1)
    q = q_net(states)
    return q.gather(1, actions)


print(tuple(q_values(memory, 4).shape))
