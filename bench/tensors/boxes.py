"""The SSD lesson's suppression of boxes: many small calls, a number read in each round. On perch's simulated GPU, where PyTorch takes the CPU. Processor's time."""
import time
import torch

place = "cuda:0" if torch.cuda.is_available() else "cpu"


def overlap(a, b):
    area = lambda boxes: (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    low, high = torch.max(a[:, None, :2], b[:, :2]), torch.min(a[:, None, 2:], b[:, 2:])
    sides = (high - low).clamp(min=0)
    both = sides[:, :, 0] * sides[:, :, 1]
    return both / (area(a)[:, None] + area(b) - both)


def suppressed(boxes, scores, limit):
    left, kept = torch.argsort(scores, dim=-1, descending=True), []
    while left.numel() > 0:
        kept.append(left[0])
        if left.numel() == 1:
            break
        values = overlap(boxes[left[0], :].reshape(-1, 4), boxes[left[1:], :].reshape(-1, 4)).reshape(-1)
        left = left[torch.nonzero(values <= limit).reshape(-1) + 1]
    return torch.tensor(kept, device=boxes.device)


torch.manual_seed(0)
corners = torch.rand(400, 2)
boxes, scores = torch.cat([corners, corners + torch.rand(400, 2) * 0.1], 1).to(place), torch.rand(400).to(place)
least = float("inf")
for _ in range(8):
    start = time.process_time()
    suppressed(boxes, scores, 0.5).cpu()
    least = min(least, time.process_time() - start)
print("400 boxes suppressed", least)
