"""torchvision.transforms.v2: reprs, kernels on pictures, boxes, masks and points, samples, errors."""
import warnings
import numpy as np
import PIL.Image
import torch
from torch import nn
from torchvision import tv_tensors as T
from torchvision.transforms import v2

F = v2.functional
warnings.simplefilter('ignore')


def tried(call):
    try:
        show(call())
    except Exception as error:
        print(type(error).__name__, '|', str(error)[:160])


def show(value):
    if isinstance(value, dict):
        for key in value:
            print(key, end=': ')
            show(value[key])
    elif isinstance(value, (list, tuple)) and not isinstance(value, torch.Size):
        for each in value:
            show(each)
    elif isinstance(value, (T.BoundingBoxes, T.KeyPoints)):
        print(value)
    elif isinstance(value, torch.Tensor) and value.ndim:
        sums = value.to(torch.float64)
        print(type(value).__name__, tuple(value.shape), value.dtype, round(sums.sum().item(), 2), round((sums.flatten() * torch.arange(value.numel()).add(1)).sum().item() / max(value.numel(), 1), 2))
    elif isinstance(value, PIL.Image.Image):
        print('picture', value.mode, value.size, int(np.asarray(value).astype('int64').sum()))
    else:
        print(value)


torch.manual_seed(0)
pixels = torch.randint(0, 256, (3, 20, 24), dtype=torch.uint8)
image, picture = T.Image(pixels), v2.functional.to_pil_image(pixels)
boxes = T.BoundingBoxes([[2, 3, 10, 12], [0, 0, 5, 7], [11, 4, 24, 20]], format='XYXY', canvas_size=(20, 24))
floats = T.BoundingBoxes([[6.5, 4.0, 5.0, 3.0]], format='CXCYWH', canvas_size=(20, 24))
mask = T.Mask((torch.arange(480).reshape(1, 20, 24) % 7 == 0).to(torch.uint8))
points = T.KeyPoints([[1, 2], [23, 19]], canvas_size=(20, 24))
sample = dict(image=image, boxes=boxes, mask=mask, points=points, labels=torch.tensor([1, 2, 3]), name='a')

# what they look like
print(image[:, :1, :2], T.Image(pixels[:, :1, :2]), boxes, floats, T.Mask(torch.zeros(2, 2, dtype=torch.bool)), points)
print(type(image + 1), type(image.clone()), type(image.to(torch.float32)), type(image.detach()), type(image[0]), type(boxes.clone()), boxes.clone().format, boxes.to(torch.float32))
print(T.Image(pixels[0]).shape, T.Image(picture).shape, T.wrap(torch.ones(1, 4), like=boxes), list(T.BoundingBoxFormat))
tried(lambda: T.Image(torch.zeros(2)))
tried(lambda: T.BoundingBoxes(torch.zeros(2, 2, 4), format='XYXY', canvas_size=(1, 1)))
tried(lambda: T.BoundingBoxes([[0, 0, 2, 2]], format='foo', canvas_size=(4, 5)))
tried(lambda: T.Video(torch.zeros(3, 2, 2)))
for made in (v2.Resize(224), v2.Resize((2, 3), antialias=False), v2.Compose([v2.ToImage(), v2.ToDtype(torch.float32, scale=True), v2.Normalize([.5], [.5])]), v2.RandomHorizontalFlip(), v2.RandomCrop(3, padding=1),
             v2.ColorJitter(.2), v2.RandomResizedCrop(3), v2.RandomRotation(10), v2.RandomAffine(10, translate=(.1, .1)), v2.Pad(1), v2.CenterCrop(2), v2.MixUp(num_classes=3), v2.CutMix(num_classes=3), v2.RandomErasing(),
             v2.GaussianBlur(3), v2.Grayscale(), v2.RandomApply([v2.Grayscale()]), v2.RandomChoice([v2.Grayscale(), v2.RGB()]), v2.ToPILImage(), v2.SanitizeBoundingBoxes(), v2.Lambda(lambda x: x), v2.RandomPhotometricDistort(),
             v2.RandomZoomOut(), v2.RandomIoUCrop(), v2.ClampBoundingBoxes(), v2.ConvertBoundingBoxFormat('XYWH'), v2.ToPureTensor(), v2.RandomOrder([v2.RGB()]), v2.AutoAugment(), v2.RandAugment(), v2.TrivialAugmentWide(), v2.AugMix(),
             v2.RandomPosterize(2), v2.RandomSolarize(3.), v2.ScaleJitter((2, 2)), v2.RandomShortestSize(3), v2.RandomResize(2, 4), v2.LinearTransformation(torch.eye(3), torch.zeros(3)), v2.ElasticTransform(), v2.FiveCrop(2),
             v2.RandomPerspective(), v2.Identity(), v2.ToTensor(), v2.ConvertImageDtype(torch.float32), v2.JPEG(50), v2.GaussianNoise(), v2.RandomAdjustSharpness(2), v2.RandomChannelPermutation(), v2.UniformTemporalSubsample(2),
             v2.ToDtype({T.Image: torch.float32, 'others': None})):
    print(made)

# kernels
for name, call in dict(
        hflip=lambda x: F.horizontal_flip(x), vflip=lambda x: F.vertical_flip(x), shorter=lambda x: F.resize(x, 9), longest=lambda x: F.resize(x, 15, max_size=17),
        crop=lambda x: F.crop(x, 2, 3, 9, 11), beyond=lambda x: F.crop(x, -2, 15, 9, 12), center=lambda x: F.center_crop(x, [8, 9]), larger=lambda x: F.center_crop(x, [30, 9]), pad=lambda x: F.pad(x, [1, 2, 3, 4]),
        padded=lambda x: F.pad(x, 2, fill=7), resized=lambda x: F.resized_crop(x, 2, 3, 9, 11, [6, 6]), rotate=lambda x: F.rotate(x, 30), expanded=lambda x: F.rotate(x, 90, expand=True), around=lambda x: F.rotate(x, -20, center=[3, 4]),
        affine=lambda x: F.affine(x, 10, [2, -1], 1.1, [3, 0])).items():
    print('##', name)
    for value in (image, picture, mask, boxes, floats, points):
        tried(lambda: call(value))
for name, call in dict(bright=lambda x: F.adjust_brightness(x, 1.3), contrast=lambda x: F.adjust_contrast(x, 0.6), hue=lambda x: F.adjust_hue(x, 0.1), gamma=lambda x: F.adjust_gamma(x, 1.5),
                       sharp=lambda x: F.adjust_sharpness(x, 2.0), invert=lambda x: F.invert(x), posterize=lambda x: F.posterize(x, 3), solarize=lambda x: F.solarize(x, 100), equalize=lambda x: F.equalize(x),
                       gray=lambda x: F.rgb_to_grayscale(x), gray3=lambda x: F.rgb_to_grayscale(x, 3), blur=lambda x: F.gaussian_blur(x, [3, 5]), erase=lambda x: F.erase(x, 1, 2, 3, 4, torch.tensor([9, 8, 7])[:, None, None]),
                       permute=lambda x: F.permute_channels(x, [2, 0, 1]), image=lambda x: F.to_image(x), size=lambda x: F.get_size(x),
                       dimensions=lambda x: F.get_dimensions(x), channels=lambda x: F.get_num_channels(x)).items():
    print('##', name)
    for value in (image, picture):
        tried(lambda: call(value))
tried(lambda: F.normalize(F.to_dtype(image, torch.float32, scale=True), [0.5, 0.4, 0.3], [0.1, 0.2, 0.3]))
tried(lambda: F.to_dtype(F.to_dtype(image, torch.float32, scale=True), torch.uint8, scale=True))
tried(lambda: F.to_image(np.zeros((4, 5, 3), dtype='uint8')))
tried(lambda: F.to_image(np.zeros((4, 5))))
for format in ('XYXY', 'XYWH', 'CXCYWH'):
    print(F.convert_bounding_box_format(boxes, new_format=format), F.convert_bounding_box_format(floats, new_format=format))
    print(F.convert_bounding_box_format(F.convert_bounding_box_format(boxes, new_format=format), new_format='XYXY'))
print(F.clamp_bounding_boxes(T.BoundingBoxes([[-3, 2, 40, 50]], format='XYWH', canvas_size=(20, 24))))

# samples
torch.manual_seed(1)
for name, made in dict(flip=v2.RandomHorizontalFlip(1.0), crop=v2.RandomCrop(12), resized=v2.RandomResizedCrop(8), rotated=v2.RandomRotation(40), affine=v2.RandomAffine(20, (0.2, 0.1), (0.8, 1.2), 5), zoom=v2.RandomZoomOut(p=1.0), iou=v2.RandomIoUCrop(),
                       jitter=v2.ScaleJitter((20, 20)), shortest=v2.RandomShortestSize([8, 9, 10], max_size=11), some=v2.RandomResize(5, 15), padded=v2.RandomCrop((30, 10), pad_if_needed=True), order=v2.RandomOrder([v2.RandomVerticalFlip(), v2.Resize(7)]),
                       one=v2.RandomChoice([v2.Resize(5), v2.Resize(6)]), apply=v2.RandomApply([v2.Resize(5)], p=0.5), colours=v2.ColorJitter(0.3, 0.3, 0.3, 0.1), distort=v2.RandomPhotometricDistort(p=1.0), grey=v2.RandomGrayscale(1.0),
                       erased=v2.RandomErasing(1.0), sane=v2.SanitizeBoundingBoxes(min_size=6), dtypes=v2.ToDtype({T.Image: torch.float32, T.Mask: torch.bool, 'others': None}, scale=True), pure=v2.ToPureTensor(), xywh=v2.ConvertBoundingBoxFormat('XYWH'),
                       clamp=v2.ClampBoundingBoxes(), channels=v2.RandomChannelPermutation(), blurred=v2.GaussianBlur(3, (0.5, 1.5)), posterized=v2.RandomPosterize(2, p=1.0)).items():
    print('##', name)
    tried(lambda: made(sample))
print(round(torch.rand(1).item(), 4))
tried(lambda: v2.Resize(5)(image, {'boxes': boxes, 'n': 3}))
tried(lambda: v2.Resize(5)(pixels, pixels))
tried(lambda: v2.Compose([v2.ToImage(), v2.Resize((6, 6)), v2.ToDtype(torch.float32, scale=True), v2.Normalize([0.5] * 3, [0.25] * 3)])(picture))
images, labels = torch.rand(4, 3, 8, 8), torch.tensor([0, 1, 2, 1])
for made in (v2.MixUp(num_classes=3), v2.CutMix(num_classes=3)):
    torch.manual_seed(3)
    tried(lambda: made(images, labels))
    tried(lambda: made({'x': images, 'labels': labels}))
tried(lambda: v2.RandomChoice([v2.CutMix(num_classes=3), v2.MixUp(num_classes=3)])(images, labels))


class Doubled(v2.Transform):
    def make_params(self, flat_inputs):
        return {'by': len(flat_inputs)}

    def transform(self, inpt, params):
        return inpt * params['by']


tried(lambda: Doubled()((pixels.float(), 3)))

# errors
tried(lambda: v2.Resize(2)('a'))
tried(lambda: v2.Normalize([.5], [.5])(image))
tried(lambda: v2.Normalize([.5], [.5])(picture))
tried(lambda: v2.CutMix(num_classes=3)(image, 1))
tried(lambda: v2.MixUp(num_classes=3)(torch.zeros(3, 4, 4), torch.tensor([0, 1])))
tried(lambda: v2.MixUp()(images, labels))
tried(lambda: v2.RandomCrop(90)(image))
tried(lambda: v2.Compose([]))
tried(lambda: v2.Compose(3))
tried(lambda: v2.RandomHorizontalFlip(p=3))
tried(lambda: v2.SanitizeBoundingBoxes()({'b': boxes}))
tried(lambda: v2.SanitizeBoundingBoxes(labels_getter=None)({'b': boxes}))
tried(lambda: v2.Resize((1, 2, 3))(image))
tried(lambda: v2.RandomIoUCrop()(image))
tried(lambda: v2.ColorJitter(-1))
tried(lambda: v2.RandomRotation(-1))
tried(lambda: v2.ToDtype({T.Image: torch.float32})(sample))
tried(lambda: F.center_crop(image, 5))
tried(lambda: v2.FiveCrop(50)(image))
tried(lambda: F.convert_bounding_box_format(torch.ones(1, 4), new_format='XYWH'))
tried(lambda: F.convert_bounding_box_format(boxes, old_format='XYXY', new_format='XYWH'))
