"""torchvision.models: each built from a seed, run forward and backward at a small size: what its parameters, results and gradients come to. Names of models as arguments, else a few small ones;
tests/tensors/vision_models.py plays any of them beside the original."""
import sys
import warnings

import torch
from torchvision import models

warnings.simplefilter('ignore')
SMALL = ('mobilenet_v3_small', 'squeezenet1_1', 'shufflenet_v2_x0_5', 'mnasnet0_5', 'regnet_y_400mf', 'lraspp_mobilenet_v3_large', 'ssdlite320_mobilenet_v3_large')
MODULES = {module: models.list_models(module=getattr(models, module)) for module in ('detection', 'segmentation', 'video', 'optical_flow')}


def kind(name):
    return next((module for module, names in MODULES.items() if name in names), 'classification')


def built(name):
    options = {}
    if kind(name) == 'detection':
        options = dict(weights_backbone=None, num_classes=2 if 'keypoint' in name else 5, **({} if 'ssd' in name else dict(min_size=96, max_size=128)))
    elif kind(name) == 'segmentation':
        options = dict(weights_backbone=None)
    elif name.endswith(('googlenet', 'inception_v3')):
        options = dict(init_weights=True)
    return models.get_model(name, weights=None, **options)


def target(name, picture):
    found = {'boxes': torch.tensor([[10.0, 12, 60, 70], [30, 20, 90, 90]]), 'labels': torch.tensor([1, 1 if 'keypoint' in name else 2])}
    if 'mask' in name:
        found['masks'] = (torch.rand(2, *picture.shape[1:]) > 0.5).to(torch.uint8)
    if 'keypoint' in name:
        found['keypoints'] = torch.cat([torch.rand(2, 17, 2) * 60 + 20, torch.ones(2, 17, 1)], -1)
    return found


def inputs(name):
    if kind(name) == 'detection':
        pictures = [torch.rand(3, 96, 128), torch.rand(3, 112, 96)]
        return pictures, [target(name, picture) for picture in pictures]
    if kind(name) == 'optical_flow':
        return torch.rand(1, 3, 128, 128) * 2 - 1, torch.rand(1, 3, 128, 128) * 2 - 1
    if kind(name) == 'video':
        return torch.rand(1, 3, 16, 224, 224) if 'mvit' in name else torch.rand(1, 3, 16 if name == 's3d' else 8, 224 if name == 's3d' else 48, 224 if name == 's3d' else 48),
    if 'vit' in name:
        return torch.rand(1, 3, 518 if 'h_14' in name and 'e2e' in name else 224, 224),
    return torch.rand(2, 3, *((299, 299) if name.endswith('inception_v3') else (48, 48) if kind(name) == 'segmentation' else (64, 64))),


def flat(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        return [t for key in sorted(value) for t in flat(value[key])]
    return [t for part in value for t in flat(part)] if isinstance(value, (list, tuple)) else []


def total(tensors):
    return '%.3g' % sum(float(t.detach().double().abs().sum()) for t in tensors)


for name in sys.argv[1:] or SMALL:
    torch.manual_seed(0)
    model = built(name).train()
    parameters = list(model.parameters())
    torch.manual_seed(1)
    out = flat(model(*inputs(name)))
    sum((t.double() * torch.linspace(-1, 1, t.numel(), dtype=torch.double).view(t.shape)).sum() for t in out).backward()
    print(name, sum(p.numel() for p in parameters), len(model.state_dict()), total(parameters), *(total([t]) for t in out[:6]), total([p.grad for p in parameters if p.grad is not None]),
          sum(p.grad is not None for p in parameters), flush=True)
