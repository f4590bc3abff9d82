# Language processing as lessons do it: vocabulary, embeddings, skip-gram loss, analogies by cosine.
import collections
import math
import random
import re

import torch
from torch import nn

text = 'the time machine by h g wells the time traveller for so it will be convenient to speak of him was expounding a recondite matter to us the time'


def tokenize(lines, token='word'):
    return [line.split() if token == 'word' else list(line) for line in lines]


class Vocab:
    def __init__(self, tokens=[], min_freq=0, reserved_tokens=[]):
        if tokens and isinstance(tokens[0], list):
            tokens = [token for line in tokens for token in line]
        counter = collections.Counter(tokens)
        self.token_freqs = sorted(counter.items(), key=lambda x: x[1], reverse=True)
        self.idx_to_token = list(sorted(set(['<unk>'] + reserved_tokens + [token for token, freq in self.token_freqs if freq >= min_freq])))
        self.token_to_idx = {token: idx for idx, token in enumerate(self.idx_to_token)}

    def __len__(self):
        return len(self.idx_to_token)

    def __getitem__(self, tokens):
        if not isinstance(tokens, (list, tuple)):
            return self.token_to_idx.get(tokens, self.unk)
        return [self.__getitem__(token) for token in tokens]

    def to_tokens(self, indices):
        if hasattr(indices, '__len__') and len(indices) > 1:
            return [self.idx_to_token[int(index)] for index in indices]
        return self.idx_to_token[indices]

    @property
    def unk(self):
        return self.token_to_idx['<unk>']


tokens = tokenize([re.sub('[^A-Za-z]+', ' ', text).lower()])
vocab = Vocab(tokens)
corpus = [vocab[token] for line in tokens for token in line]
print(len(vocab), corpus[:8], vocab.to_tokens(corpus[:4]), vocab.token_freqs[:3])
torch.manual_seed(0)
random.seed(0)
embed = nn.Embedding(num_embeddings=len(vocab), embedding_dim=4)
print(f'Parameter embedding_weight ({embed.weight.shape}, dtype={embed.weight.dtype})')


def skip_gram(center, contexts_and_negatives, embed_v, embed_u):
    v = embed_v(center)
    u = embed_u(contexts_and_negatives)
    return torch.bmm(v, u.permute(0, 2, 1))


print(skip_gram(torch.ones((2, 1), dtype=torch.long), torch.ones((2, 4), dtype=torch.long), embed, embed).shape)


class SigmoidBCELoss(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, inputs, target, mask=None):
        out = nn.functional.binary_cross_entropy_with_logits(inputs, target, weight=mask, reduction='none')
        return out.mean(dim=1)


loss = SigmoidBCELoss()
pred = torch.tensor([[1.1, -2.2, 3.3, -4.4]] * 2)
label = torch.tensor([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]])
mask = torch.tensor([[1, 1, 1, 1], [1, 1, 0, 0]])
print(loss(pred, label, mask) * mask.shape[1] / mask.sum(axis=1))


def sigmd(x):
    return -math.log(1 / (1 + math.exp(-x)))


print(f'{(sigmd(1.1) + sigmd(2.2) + sigmd(-3.3) + sigmd(4.4)) / 4:.4f}', f'{(sigmd(-1.1) + sigmd(-2.2)) / 2:.4f}')
net = nn.Sequential(nn.Embedding(len(vocab), 4), nn.Embedding(len(vocab), 4))
optimizer = torch.optim.Adam(net.parameters(), lr=0.05)
for epoch in range(3):
    total = 0.
    for i in range(1, len(corpus) - 1):
        center = torch.tensor([[corpus[i]]])
        others = torch.tensor([[corpus[i - 1], corpus[i + 1], random.randrange(len(vocab))]])
        optimizer.zero_grad()
        p = skip_gram(center, others, net[0], net[1])
        l = loss(p.reshape(others.shape).float(), torch.tensor([[1., 1., 0.]]))
        l.sum().backward()
        optimizer.step()
        total += l.item()
    print(epoch, f'{total / len(corpus):.3f}')


def get_similar_tokens(query_token, k, embed):
    W = embed.weight.data
    x = W[vocab[query_token]]
    cos = torch.mv(W, x) / torch.sqrt(torch.sum(W * W, dim=1) * torch.sum(x * x) + 1e-9)
    topk = torch.topk(cos, k=k + 1)[1].cpu().numpy().astype('int32')
    return [(vocab.to_tokens(int(i)), round(float(cos[int(i)]), 2)) for i in topk[1:]]


print(len(get_similar_tokens('time', 3, net[0])))


def seq_data_iter_random(corpus, batch_size, num_steps):
    corpus = corpus[random.randint(0, num_steps - 1):]
    num_subseqs = (len(corpus) - 1) // num_steps
    initial_indices = list(range(0, num_subseqs * num_steps, num_steps))
    random.shuffle(initial_indices)
    for i in range(0, batch_size * (num_subseqs // batch_size), batch_size):
        idx = initial_indices[i: i + batch_size]
        yield torch.tensor([corpus[j:j + num_steps] for j in idx]), torch.tensor([corpus[j + 1:j + 1 + num_steps] for j in idx])


for X, Y in seq_data_iter_random(list(range(35)), batch_size=2, num_steps=5):
    print('X: ', X, '\nY:', Y)
array = torch.tensor([[1, 2, 3, 4], [5, 6, 7, 8]])
tail = array.T
print(tail, tail.is_contiguous(), nn.functional.one_hot(torch.tensor([0, 2]), len(vocab)).shape)
