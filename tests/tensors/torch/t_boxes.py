# Rectangles in pictures: two ways to write them, a grid of candidates, how much two share, who belongs to whom, who covers whom.
import torch

torch.set_printoptions(precision=3, sci_mode=False)
TO_MIDDLE = torch.tensor([[.5, 0, -1, 0], [0, .5, 0, -1], [.5, 0, 1, 0], [0, .5, 0, 1]])          # (left, top, right, bottom) @ it: (x, y, width, height)
corners = torch.tensor([[0.2, 0.1, 0.6, 0.9], [0.0, 0.5, 1.0, 0.75], [0.3, 0.3, 0.3, 0.3]])
middles = corners @ TO_MIDDLE
print(middles, torch.allclose(middles @ torch.linalg.inv(TO_MIDDLE), corners, atol=1e-6))


def candidates(rows, columns, shapes):
    """Boxes of these (width, height) around the middle of each cell, as corners: (rows, columns, shapes, 4)."""
    y, x = torch.meshgrid((torch.arange(rows) + 0.5) / rows, (torch.arange(columns) + 0.5) / columns, indexing='ij')
    middle = torch.stack([x, y], dim=-1)[:, :, None].expand(-1, -1, len(shapes), -1)
    half = torch.as_tensor(shapes).expand_as(middle) / 2
    return torch.cat([middle - half, middle + half], dim=-1)


laid = candidates(2, 3, [(0.4, 0.4), (0.2, 0.8)])
print(laid.shape, laid[1, 2], laid[..., 2:].sub(laid[..., :2]).unique())


def shared(some, others):
    """The part of their union that two boxes have in common, for each pair."""
    some, others = some.unsqueeze(-2), others.unsqueeze(-3)
    both = torch.minimum(some[..., 2:], others[..., 2:]) - torch.maximum(some[..., :2], others[..., :2])
    both = both.clamp_min(0).prod(-1)
    area = [(each[..., 2:] - each[..., :2]).prod(-1) for each in (some, others)]
    return both / (area[0] + area[1] - both).clamp(min=1e-12)


wanted = torch.tensor([[0.2, 0.1, 0.55, 0.95], [0.6, 0.55, 1.0, 0.9]])
flat = laid.flatten(0, 2)
overlap = shared(flat, wanted)
print(overlap, overlap.max(dim=0), shared(laid, wanted).shape)


def match(overlap, enough):
    """For each candidate the box it stands for, or -1: the best candidate of each box first, then whoever overlaps enough."""
    chosen = torch.where(overlap.amax(1) >= enough, overlap.argmax(1), torch.full((len(overlap),), -1))
    left = overlap.clone()
    for _ in range(overlap.shape[1]):
        who, what = divmod(left.argmax().item(), overlap.shape[1])
        chosen[who] = what
        left[who], left[:, what] = -1, -1
    return chosen


chosen = match(overlap, 0.2)
print(chosen, match(overlap, 0.9), (chosen >= 0).nonzero().flatten())
near = flat[chosen >= 0] @ TO_MIDDLE
goal = wanted[chosen[chosen >= 0]] @ TO_MIDDLE
print(torch.hstack([(goal - near)[:, :2] / near[:, 2:], (goal[:, 2:] / near[:, 2:]).log()]))


def thinned(boxes, scores, most):
    """The boxes that no better one overlaps by more than `most`, the best first."""
    order = scores.argsort(descending=True)
    hidden = torch.triu(shared(boxes[order], boxes[order]) > most, diagonal=1)
    kept = torch.ones(len(order), dtype=torch.bool)
    for i in range(len(order)):
        kept[i] = not (hidden[:i, i] & kept[:i]).any()
    return order[kept]


boxes = torch.tensor([[0.1, 0.1, 0.5, 0.5], [0.12, 0.1, 0.5, 0.5], [0.3, 0.3, 0.7, 0.7], [0.6, 0.0, 0.9, 0.2], [0.6, 0.02, 0.9, 0.22]])
scores = torch.tensor([0.4, 0.8, 0.7, 0.1, 0.05])
for most in (0.05, 0.5, 0.99):
    print(thinned(boxes, scores, most))
gone, times = torch.cat([thinned(boxes, scores, 0.5), torch.arange(5)]).unique(return_counts=True)
print(gone[times == 1], times)
moved = boxes.clone().requires_grad_()
shared(moved, wanted).sum().backward()
print(moved.grad.shape, moved.grad[3], moved.grad.abs().sum() > 0)
