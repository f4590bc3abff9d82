# Classes by chances: a softmax that holds for large scores, the surprise at the right class, counts of hits; three clouds parted by a plane each.
import torch

torch.manual_seed(17)
scores = torch.tensor([[2., 0, -1], [0, 0, 0], [800, 0, -800]])
for dim in (0, 1, (0, 1)):
    print(scores.sum(dim), scores.mean(dim, keepdim=True).shape, scores.amax(dim))


def chances(scores):
    raised = (scores - scores.amax(1, keepdim=True)).exp()
    return raised / raised.sum(1, keepdim=True)


print(chances(scores), torch.equal(chances(scores).argmax(1), scores.argmax(1)), torch.allclose(chances(scores), scores.softmax(1)), (scores.exp() / scores.exp().sum(1, keepdim=True)).isnan().any())


def surprise(said, right):
    return said.gather(1, right.unsqueeze(1)).squeeze(1).log().neg()


said, right = torch.tensor([[.7, .2, .1], [.25, .25, .5], [.1, .8, .1], [.3, .3, .4]]), torch.tensor([0, 2, 2, 1])
print(surprise(said, right), said[torch.arange(4), right], torch.nn.functional.nll_loss(said.log(), right, reduction='none'), torch.nn.functional.cross_entropy(said.log(), right))
print((said.argmax(1) == right).float().mean(), said.topk(2, 1).indices.eq(right[:, None]).any(1), torch.zeros(3, 3, dtype=torch.long).index_put_((right, said.argmax(1)), torch.ones(4, dtype=torch.long), accumulate=True))


class Tally(dict):
    """Sums by name."""

    def note(self, **amounts):
        for name, amount in amounts.items():
            self[name] = self.get(name, 0) + float(amount)
        return self


middles = torch.tensor([[3., 0], [-2, 2], [-1, -3]])
kind = torch.randint(3, (150,))
points = middles[kind] + torch.randn(150, 2)
planes, lift = torch.zeros(2, 3, requires_grad=True), torch.zeros(3, requires_grad=True)
path = []
for turn in range(6):
    tally = Tally()
    for rows in torch.randperm(150).split(25):
        out = chances(torch.addmm(lift, points[rows], planes))
        missed = surprise(out, kind[rows])
        missed.mean().backward()
        with torch.no_grad():
            for part in (planes, lift):
                part.sub_(part.grad * 0.3)
                part.grad = None
        tally.note(missed=missed.detach().sum(), hits=(out.argmax(1) == kind[rows]).sum(), seen=len(rows))
    path.append(tally['missed'] / tally['seen'])
print(path[0] > path[-1], tally['hits'] / tally['seen'] > 0.9, tally['seen'], planes.shape)
logits = scores[:2].clone().requires_grad_()
surprise(chances(logits), torch.tensor([1, 1])).sum().backward()
print(logits.grad, torch.allclose(logits.grad, chances(scores[:2]) - torch.eye(3)[[1, 1]]))
