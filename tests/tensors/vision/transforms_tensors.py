"""torchvision.transforms on tensors: each class and function with several of its options, random ones from a seed (the draws and their order are torch's)."""
import random

import torch
import torchvision.transforms as T
import torchvision.transforms.functional as F


def show(name, *tensors):
    for t in tensors:
        v = t.double() / (255 if t.dtype == torch.uint8 else 1)                 # (a byte that lies between two may be rounded to either)
        print(name, tuple(t.shape), str(t.dtype)[6:], '%.3f' % v.mean(), *('%.2f' % x for x in v.flatten()[::max(1, v.numel() // 4)][:4]))


torch.manual_seed(0)
image = torch.rand(3, 17, 14)
bytes8 = (torch.rand(3, 17, 14) * 255).to(torch.uint8)
batch = torch.rand(2, 3, 12, 12)

for size in (8, (9, 5), [20]):
    for kind in (T.InterpolationMode.NEAREST, T.InterpolationMode.BILINEAR, T.InterpolationMode.BICUBIC):
        for antialias in (None, True) if kind != T.InterpolationMode.NEAREST else (None,):
            for x in (image, bytes8):
                show('resize %s %s %s' % (size, kind.value, antialias), F.resize(x, size, kind, antialias=antialias))
show('resize max', F.resize(image, 10, max_size=11))
for call in (lambda x: F.hflip(x), lambda x: F.vflip(x), lambda x: F.crop(x, 2, 3, 5, 6), lambda x: F.crop(x, -2, 10, 8, 9), lambda x: F.center_crop(x, 9), lambda x: F.center_crop(x, (20, 6)),
             lambda x: F.resized_crop(x, 1, 2, 8, 7, (5, 5)), lambda x: F.pad(x, 2), lambda x: F.pad(x, [1, 2], 1), lambda x: F.pad(x, [1, 2, 3, 0], padding_mode='reflect'),
             lambda x: F.pad(x, 3, padding_mode='edge'), lambda x: F.pad(x, [2, 3], padding_mode='symmetric'), lambda x: F.pad(x, [-2, 1, -1, 2]), lambda x: F.rgb_to_grayscale(x), lambda x: F.rgb_to_grayscale(x, 3),
             lambda x: F.adjust_brightness(x, 1.4), lambda x: F.adjust_brightness(x, 0), lambda x: F.adjust_contrast(x, 0.6), lambda x: F.adjust_contrast(x, 2), lambda x: F.adjust_saturation(x, 0.3),
             lambda x: F.adjust_saturation(x, 1.7), lambda x: F.adjust_hue(x, 0.2), lambda x: F.adjust_hue(x, -0.45), lambda x: F.adjust_gamma(x, 0.7, 1.1), lambda x: F.adjust_gamma(x, 2.2),
             lambda x: F.adjust_sharpness(x, 0.1), lambda x: F.adjust_sharpness(x, 2), lambda x: F.invert(x), lambda x: F.solarize(x, 0.4 if x.is_floating_point() else 100), lambda x: F.autocontrast(x),
             lambda x: F.gaussian_blur(x, 3), lambda x: F.gaussian_blur(x, [5, 3], 1.5), lambda x: F.gaussian_blur(x, [3, 7], [0.5, 2.0]), lambda x: F.convert_image_dtype(x, torch.float64),
             lambda x: F.convert_image_dtype(x, torch.uint8), lambda x: F.convert_image_dtype(x, torch.int16)):
    show('f', call(image), call(bytes8))
for x in (image, bytes8):
    show('posterize', *([F.posterize(x, bits) for bits in (1, 4)] if x.dtype == torch.uint8 else []))
    show('equalize', *([F.equalize(x)] if x.dtype == torch.uint8 else []))
    for kind in (T.InterpolationMode.NEAREST, T.InterpolationMode.BILINEAR):
        for options in (dict(angle=30), dict(angle=-75, expand=True), dict(angle=200, center=[2, 3], fill=0.5), dict(angle=90, expand=True, fill=[0.1, 0.2, 0.3])):
            show('rotate', F.rotate(x, interpolation=kind, **options))
        for angle, translate, scale, shear in ((10, [1, 2], 1.2, [5, 0]), (0, [0, 0], 0.5, [0, 20]), (-40, [-3, 4], 1, [10]), (180, [0, 1], 2, [0, 0])):
            show('affine', F.affine(x, angle, translate, scale, shear, kind))
        show('perspective', F.perspective(x, [[0, 0], [13, 0], [13, 16], [0, 16]], [[2, 1], [11, 2], [13, 14], [1, 16]], kind, 0.25))
        show('elastic', F.elastic_transform(x, torch.linspace(-0.3, 0.3, 17 * 14 * 2).view(1, 17, 14, 2), kind))
show('normalize', F.normalize(image, [0.5, 0.4, 0.3], [0.2, 0.3, 0.4]), F.normalize(batch, [0.5], [2.0]))
show('erase', F.erase(image, 2, 3, 4, 5, torch.tensor([0.1, 0.2, 0.3]).view(3, 1, 1)))
show('crops', *F.five_crop(image, 6), *F.ten_crop(image, [5, 4], True))
print(F.get_dimensions(image), F.get_image_size(image), F.get_image_num_channels(image))

classes = [T.RandomCrop(8), T.RandomCrop((9, 7), padding=2, padding_mode='reflect'), T.RandomCrop(20, pad_if_needed=True, fill=0.5), T.RandomHorizontalFlip(), T.RandomHorizontalFlip(0.9), T.RandomVerticalFlip(0.3),
           T.RandomResizedCrop(6), T.RandomResizedCrop((8, 5), (0.2, 0.5), (0.5, 2)), T.RandomRotation(30), T.RandomRotation((10, 80), T.InterpolationMode.BILINEAR, True), T.RandomRotation(45, center=(3, 4), fill=1),
           T.RandomAffine(20), T.RandomAffine((5, 30), (0.1, 0.3), (0.8, 1.4), 10), T.RandomAffine(0, shear=[5, 10, -5, 5], fill=0.3), T.RandomPerspective(p=1), T.RandomPerspective(0.2, 0.8, fill=0.5),
           T.ColorJitter(0.4, 0.3, 0.2, 0.1), T.ColorJitter(brightness=(0.5, 1.5)), T.ColorJitter(hue=0.5), T.ColorJitter(saturation=2), T.RandomGrayscale(0.5), T.Grayscale(), T.Grayscale(3),
           T.GaussianBlur(3), T.GaussianBlur((5, 3), (0.5, 1.5)), T.RandomErasing(1), T.RandomErasing(1, (0.1, 0.2), (0.5, 2), 'random'), T.RandomErasing(0.7, value=(0.1, 0.5, 0.9)), T.RandomInvert(),
           T.RandomSolarize(0.5, 0.7), T.RandomAdjustSharpness(2, 0.8), T.RandomAutocontrast(0.8), T.ElasticTransform(20.0, 0.8), T.ElasticTransform([10.0, 30.0], [0.5, 0.9]), T.RandomChoice([T.CenterCrop(5), T.Pad(1)]),
           T.RandomOrder([T.Resize(9), T.CenterCrop(7)]), T.RandomApply([T.CenterCrop(5)], 0.5), T.Compose([T.CenterCrop(10), T.Normalize([0.5], [0.5])]), T.Lambda(lambda x: x * 2),
           T.LinearTransformation(torch.eye(3 * 17 * 14), torch.zeros(3 * 17 * 14)), T.ConvertImageDtype(torch.uint8), T.FiveCrop(4)]
for transform in classes:
    torch.manual_seed(5)
    random.seed(5)
    for _ in range(2):
        out = transform(image)
        show(type(transform).__name__, *(out if isinstance(out, tuple) else [out]))
    if not isinstance(transform, (T.Lambda, T.LinearTransformation)):
        print(transform)
for transform in (T.AutoAugment(), T.AutoAugment(T.AutoAugmentPolicy.CIFAR10), T.AutoAugment(T.AutoAugmentPolicy.SVHN, fill=[1, 2, 3]), T.RandAugment(), T.RandAugment(3, 12, 20), T.TrivialAugmentWide(),
                  T.TrivialAugmentWide(10, T.InterpolationMode.BILINEAR), T.AugMix(), T.AugMix(5, 2, 2, 0.5, False), T.RandomPosterize(3, 0.9), T.RandomEqualize(0.9)):
    torch.manual_seed(7)
    for _ in range(4):
        show(type(transform).__name__, transform(bytes8))
print(random.random(), torch.rand(1))

for call in (lambda: F.resize(image, 'a'), lambda: F.adjust_hue(image, 0.7), lambda: F.adjust_contrast(image, -1), lambda: F.pad(image, [1, 2, 3]), lambda: F.gaussian_blur(image, 4), lambda: F.normalize(bytes8, [0.5], [0.5]),
             lambda: F.normalize(image, [0.5], [0]), lambda: F.crop(3, 1, 1, 1, 1), lambda: F.equalize(image), lambda: F.posterize(image, 2), lambda: T.RandomCrop(30)(image), lambda: T.ColorJitter(-1),
             lambda: T.RandomErasing(2), lambda: T.Resize(3.5), lambda: F.rotate(image, 'x'), lambda: F.affine(image, 1, [1], 1, [0]), lambda: T.RandomRotation(-3), lambda: F.convert_image_dtype(image, torch.int64),
             lambda: F.to_tensor(image), lambda: F.rgb_to_grayscale(image, 2)):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, str(e).split('\n')[0])
