"""torchvision.transforms on PIL's pictures: every class, random ones from a seed, and the functions below them; of each result the mode, the size and a hash of its bytes."""
import hashlib
import random

import torch
import torchvision.transforms as T
import torchvision.transforms.functional as F
from PIL import Image

BILINEAR, BICUBIC, NEAREST = T.InterpolationMode.BILINEAR, T.InterpolationMode.BICUBIC, T.InterpolationMode.NEAREST


def drawn(mode, w, h):
    bands = len(Image.new(mode, (1, 1)).getbands())
    return Image.frombytes(mode, (w, h), bytes(((x * (k + 2) * 5 + y * (7 - k) + (x * y >> 3)) ^ (x // 9 * 31)) & 255 for y in range(h) for x in range(w) for k in range(bands)))


def seen(v):
    if isinstance(v, Image.Image):
        return v.mode, v.size, hashlib.sha1(v.tobytes()).hexdigest()[:12]
    if isinstance(v, torch.Tensor):
        return str(v.dtype)[6:], tuple(v.shape), hashlib.sha1((v.float() if v.dtype == torch.bool else v).contiguous().numpy().tobytes()).hexdigest()[:12]
    return [seen(i) for i in v] if isinstance(v, (tuple, list)) else v


def roughly(v):
    """How light it is: for what stands on torch's own rounding (a solver's coefficients, sums of floats), where a pixel may be the neighbour's."""
    data = v.tobytes()
    return v.mode, v.size, round(sum(data) / len(data) / 8)


def show(name, call, *args, seen=seen):
    torch.manual_seed(7)
    random.seed(7)
    for number in range(3):
        try:
            print(name, number, seen(call(*args)))
        except Exception as e:
            print(name, number, type(e).__name__, e)


PICTURES = {'RGB': drawn('RGB', 61, 47), 'L': drawn('L', 50, 64), 'RGBA': drawn('RGBA', 33, 40), '1': drawn('L', 40, 30).convert('1'), 'P': drawn('RGB', 40, 30).convert('P'), 'F': drawn('L', 21, 34).convert('F')}
COMMON = {
    'Resize': [T.Resize(20), T.Resize((30, 17)), T.Resize(90, NEAREST), T.Resize(25, BICUBIC), T.Resize(20, max_size=22), T.Resize(31, T.InterpolationMode.LANCZOS), T.Resize(31, T.InterpolationMode.BOX), T.Resize(31, T.InterpolationMode.HAMMING)],
    'CenterCrop': [T.CenterCrop(20), T.CenterCrop((10, 70)), T.CenterCrop(100)], 'Pad': [T.Pad(3), T.Pad((2, 5), fill=9), T.Pad((1, 2, 3, 4), padding_mode='reflect'), T.Pad(4, padding_mode='edge'), T.Pad(4, padding_mode='symmetric'), T.Pad((-3, 2))],
    'RandomCrop': [T.RandomCrop(20), T.RandomCrop((30, 30), padding=4), T.RandomCrop(32, padding=(1, 2), padding_mode='reflect'), T.RandomCrop(70, pad_if_needed=True), T.RandomCrop(90)],
    'RandomResizedCrop': [T.RandomResizedCrop(24), T.RandomResizedCrop((20, 30), scale=(.2, .5), interpolation=NEAREST), T.RandomResizedCrop(16, ratio=(.5, 2.), interpolation=BICUBIC)],
    'flips': [T.RandomHorizontalFlip(), T.RandomVerticalFlip(), T.RandomHorizontalFlip(1.), T.RandomVerticalFlip(.9)],
    'RandomRotation': [T.RandomRotation(40), T.RandomRotation((10, 80), BILINEAR), T.RandomRotation(90, BICUBIC, expand=True), T.RandomRotation(30, center=(3, 4), fill=77), T.RandomRotation((90, 90), expand=True)],
    'RandomAffine': [T.RandomAffine(30), T.RandomAffine(10, (.1, .2), (.7, 1.3)), T.RandomAffine(0, shear=(-20, 20, -5, 5), interpolation=BILINEAR), T.RandomAffine((5, 50), scale=(1.5, 2), interpolation=BICUBIC, fill=50), T.RandomAffine(20, shear=10, center=(0, 0))],
    'RandomPerspective': [T.RandomPerspective(p=1.), T.RandomPerspective(.7, 1., NEAREST), T.RandomPerspective(.3, 1., BICUBIC, fill=20), T.RandomPerspective()],
    'Grayscale': [T.Grayscale(), T.Grayscale(3), T.RandomGrayscale(.5)], 'FiveCrop': [T.FiveCrop(20), T.TenCrop((12, 15)), T.TenCrop(10, vertical_flip=True)],
    'tensors': [T.ToTensor(), T.PILToTensor(), T.Compose([T.PILToTensor(), T.ConvertImageDtype(torch.float32)])],
    'GaussianBlur': [T.GaussianBlur(3), T.GaussianBlur((5, 7), (.3, 3.))],
    'others': [T.RandomInvert(.6), T.RandomPosterize(3, .7), T.RandomSolarize(100, .7), T.RandomAutocontrast(.7), T.RandomEqualize(.7), T.RandomAdjustSharpness(2.2, .8), T.RandomAdjustSharpness(.3, 1.)],
    'ColorJitter': [T.ColorJitter(.5), T.ColorJitter(contrast=.5), T.ColorJitter(saturation=.8), T.ColorJitter(hue=.4), T.ColorJitter(.4, .4, .4, .2), T.ColorJitter((.2, .9), (1., 3.))],
}
for mode, picture in PICTURES.items():
    for name, all in COMMON.items():
        for k, transform in enumerate(all):
            if mode != 'F' or name not in ('GaussianBlur', 'RandomPerspective'):         # (floats of another order)
                show('%s %s %d' % (mode, name, k), transform, picture, seen=roughly if name == 'RandomPerspective' else seen)
colour, grey = PICTURES['RGB'], PICTURES['L']
policies = [T.AutoAugment(p) for p in T.AutoAugmentPolicy] + [T.RandAugment(), T.RandAugment(4, 20, interpolation=BILINEAR, fill=[1, 2, 3]), T.TrivialAugmentWide(), T.TrivialAugmentWide(31, BILINEAR)]
policies += [T.AugMix()] if hasattr(T, 'AugMix') else []
for k, policy in enumerate(policies):
    for again in range(4):
        show('policy %d %d' % (k, again), policy, colour, seen=roughly if k == 7 else seen)
        show('policy %d %d L' % (k, again), policy, grey, seen=roughly if k == 7 else seen)
ops = [(F.adjust_brightness, (0, .5, 1.7)), (F.adjust_contrast, (0, .5, 3)), (F.adjust_saturation, (0, .4, 2)), (F.adjust_hue, (-.5, -.1, .3)), (F.adjust_sharpness, (0, .5, 2)), (F.posterize, (1, 4, 8)), (F.solarize, (0, 100, 255)), (F.adjust_gamma, (.4, 1, 2.2))]
for mode in ('RGB', 'L', 'RGBA'):
    for call, values in ops:
        for v in values:
            show('%s %s %s' % (mode, call.__name__, v), call, PICTURES[mode], v)
    for call in (F.invert, F.autocontrast, F.equalize, F.hflip, F.vflip, F.get_image_size, F.get_dimensions, F.get_image_num_channels):
        show('%s %s' % (mode, call.__name__), call, PICTURES[mode])
    show(mode + ' erasing', T.Compose([T.ToTensor(), T.RandomErasing(1.)]), PICTURES[mode])
    show(mode + ' erasing value', T.Compose([T.ToTensor(), T.RandomErasing(.9, (.1, .4), value=3)]), PICTURES[mode])
show('erasing random', T.Compose([T.ToTensor(), T.RandomErasing(1., value=[.1, .2, .3])]), colour)
for t, mode in ((torch.arange(3 * 5 * 4, dtype=torch.uint8).reshape(3, 5, 4), None), (torch.rand(3, 6, 5), None), (torch.rand(1, 6, 5), None), (torch.rand(4, 6, 5), None), (torch.rand(4, 6, 5), 'CMYK'), (torch.rand(2, 6, 5), 'LA'), (torch.arange(30, dtype=torch.int16).reshape(5, 6), None),
                (torch.arange(30, dtype=torch.int32).reshape(1, 5, 6), None), (torch.rand(5, 6).double().numpy(), None), (torch.rand(3, 6, 5), 'YCbCr'), (torch.rand(3, 6, 5), 'L'), (torch.rand(5, 6, 5), None), (torch.rand(2, 3, 6, 5), None)):
    torch.manual_seed(1)
    show('ToPILImage', T.ToPILImage(mode), t if not isinstance(t, torch.Tensor) or not t.is_floating_point() else (torch.arange(t.numel()) / t.numel()).reshape(t.shape))
show('compose', T.Compose([T.RandomResizedCrop(24), T.RandomHorizontalFlip(), T.ToTensor(), T.Normalize((.5, .5, .5), (.2, .3, .4))]), colour)
show('apply', T.RandomApply([T.ColorJitter(.3), T.Resize(10)], .5), colour)
show('order', T.RandomOrder([T.RandomRotation(20), T.Resize(10), T.RandomInvert()]), colour)
show('choice', T.RandomChoice([T.Resize(10), T.Resize(20), T.RandomInvert(1.)]), colour)
show('lambda', T.Lambda(lambda x: x.rotate(90)), colour)
show('normalize', T.Normalize((.5,), (.5,)), colour)
for points in (([[0, 0], [60, 0], [60, 46], [0, 46]], [[5, 3], [50, 0], [60, 40], [0, 46]]), ([[0, 0], [60, 0], [60, 46], [0, 46]], [[2, 9], [55, 4], [48, 44], [11, 40]])):
    for kind in (NEAREST, BILINEAR, BICUBIC):
        show('perspective', F.perspective, colour, *points, kind, seen=roughly)
        show('coefficients', lambda: ['%.4f' % v for v in F._get_perspective_coeffs(*points)])
