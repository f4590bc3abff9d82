# Text as numbers: a table of words, vectors for them, neighbours told from strangers, slices of a long text as batches.
import collections
import random
import re

import torch
from torch import nn

verse = '''Old tree, old wall, old road: the road bends, the wall leans, the tree stands.
New road, new wall: the old tree stands.'''


class Words:
    """Numbers for words, 0 for those that are unknown; the most frequent first."""

    def __init__(self, words, least=1):
        self.counts = collections.Counter(words)
        self.words = ['?', *(word for word, count in sorted(self.counts.items(), key=lambda item: (-item[1], item[0])) if count >= least)]
        self.number = collections.defaultdict(int, {word: i for i, word in enumerate(self.words)})

    def numbers(self, words):
        return torch.tensor([self.number.get(word, 0) for word in words])

    def text(self, numbers):
        return ' '.join(self.words[i] for i in numbers.tolist())


spoken = re.findall('[a-z]+', verse.lower())
words = Words(spoken)
walk = words.numbers(spoken)
print(len(words.words), walk, words.text(walk[:5]), words.numbers(['tree', 'ocean']), len(Words(spoken, 3).words), Words('abracadabra').words)

torch.manual_seed(7)
random.seed(7)
table = nn.Embedding(len(words.words), 3, padding_idx=0)
print(table, table.weight[0], table(walk[:6]).shape)
table(torch.tensor([2, 2, 0, 5])).sum().backward()
print(table.weight.grad[:6], nn.Embedding.from_pretrained(torch.eye(3), freeze=True)(torch.tensor([[2, 0]])), table.weight.requires_grad)
bag = nn.EmbeddingBag.from_pretrained(torch.arange(12.).view(4, 3), mode='sum')
print(bag(torch.tensor([0, 1, 3]), torch.tensor([0, 2])), bag(torch.tensor([[1, 1], [2, 3]]), per_sample_weights=torch.tensor([[1., -1.], [.5, .5]])))


def scores(said, heard, word, others):
    return torch.einsum('bd,bnd->bn', said(word), heard(others))


def missed(scores, true, mask=None):
    """Per row, the mean over the columns that count."""
    each = nn.functional.softplus(scores) - scores * true
    return each.mean(1) if mask is None else (each * mask).sum(1) / mask.sum(1)


guess, true, mask = torch.tensor([[2., -1., .5], [-.3, .2, 4.]]), torch.tensor([[1., 0., 0.], [0., 1., 1.]]), torch.tensor([[1, 1, 0], [1, 1, 1]])
theirs = nn.functional.binary_cross_entropy_with_logits(guess, true, reduction='none', weight=mask)
print(missed(guess, true), missed(guess, true, mask), torch.allclose(theirs.sum(1) / mask.sum(1), missed(guess, true, mask)), nn.BCEWithLogitsLoss(pos_weight=torch.tensor(2.))(guess, true))

said, heard = (nn.Embedding(len(words.words), 5) for _ in range(2))
climb = torch.optim.Adagrad([*said.parameters(), *heard.parameters()], lr=0.5)
windows = walk.unfold(0, 3, 1)
path = []
for _ in range(6):
    strangers = torch.randint(1, len(words.words), (len(windows), 2))
    climb.zero_grad()
    error = missed(scores(said, heard, windows[:, 1], torch.cat([windows[:, ::2], strangers], 1)), torch.tensor([1., 1., 0., 0.])).mean()
    error.backward()
    climb.step()
    path.append(error.item())
print(windows.shape, windows[:2], path[0] > path[-1])
unit = nn.functional.normalize(said.weight.detach())
near = (unit @ unit.T).fill_diagonal_(-1)
value, who = near[words.number['road']].topk(3)
print(who.shape, bool((value[:-1] >= value[1:]).all()), torch.allclose(near[1, 2], torch.cosine_similarity(said.weight[1], said.weight[2], dim=0), atol=1e-6))


def slices(text, rows, steps):
    """Batches of `rows` pieces of the text and what follows each of their places; pieces of one row go on from batch to batch."""
    usable = (len(text) - 1) // rows * rows
    here, after = (text[i:i + usable].view(rows, -1).split(steps, dim=1) for i in (0, 1))
    yield from zip(here, after)


def shuffled(text, rows, steps):
    starts = list(range(0, len(text) - steps, steps))
    random.shuffle(starts)
    for i in range(0, len(starts) // rows * rows, rows):
        at = torch.tensor(starts[i:i + rows]).unsqueeze(1) + torch.arange(steps)
        yield text[at], text[at + 1]


for here, after in slices(torch.arange(23), 2, 4):
    print(here.tolist(), after.tolist())
print(all(torch.equal(here + 1, after) for here, after in shuffled(torch.arange(30), 3, 4)), sum(len(here) for here, _ in shuffled(torch.arange(30), 3, 4)))
print(nn.functional.one_hot(walk[:4], len(words.words)).T, nn.functional.one_hot(walk[:4]).shape, walk[:22].view(2, -1).T.is_contiguous(), torch.bincount(walk)[:4])
