"""What changes pixels where they are. Masks, boxes and points stay."""
import torch
from torchvision.transforms import functional as _first

from ._kinds import by_kind, over_pictures


def _over(name, value, kernel, *args):
    return by_kind(name, value, *args, picture=over_pictures(kernel))


def adjust_brightness(inpt, brightness_factor):
    return _over('adjust_brightness', inpt, _first.adjust_brightness, brightness_factor)


def adjust_contrast(inpt, contrast_factor):
    return _over('adjust_contrast', inpt, _first.adjust_contrast, contrast_factor)


def adjust_saturation(inpt, saturation_factor):
    return _over('adjust_saturation', inpt, _first.adjust_saturation, saturation_factor)


def _to_hue(picture):
    """Hue, saturation, value of a float picture."""
    red, green, blue = picture.unbind(-3)
    most, least = picture.max(-3).values, picture.min(-3).values
    span, even = most - least, most == least
    saturation = span / torch.where(even, torch.ones_like(most), most)
    r, g, b = ((most.unsqueeze(-3) - picture) / torch.where(even, torch.ones_like(span), span).unsqueeze(-3)).unbind(-3)
    other = most != red
    greenest = other & (most == green)
    hue = (b - g).mul_(~other) + (r + 2.0 - b).mul_(greenest) + (g + 4.0 - r).mul_(other & ~greenest)
    return torch.stack([(hue.mul_(1.0 / 6.0) + 1.0).fmod_(1.0), saturation, most], -3)


def _from_hue(hue, saturation, value):
    sixth = hue * 6
    floor = sixth.floor()
    part = saturation * (sixth - floor)
    rest = 1.0 - saturation
    q, t, p = ((1.0 - part) * value).clamp(0, 1), ((part + rest) * value).clamp(0, 1), (rest * value).clamp(0, 1)
    which = floor.to(torch.int32) % 6
    colours = [torch.stack(each) for each in ((value, q, p, p, t, value), (t, value, value, q, p, p), (p, p, t, value, value, q))]
    return torch.stack([each.gather(0, which.unsqueeze(0).long()).squeeze(0) for each in colours], -3)


def adjust_hue(inpt, hue_factor):
    def turned(picture):
        if not -0.5 <= hue_factor <= 0.5:
            raise ValueError('hue_factor (%s) is not in [-0.5, 0.5].' % hue_factor)
        if not isinstance(picture, torch.Tensor):
            return _first.adjust_hue(picture, hue_factor)
        if picture.shape[-3] not in (1, 3):
            raise TypeError('Input image tensor permitted channel values are 1 or 3, but found %d' % picture.shape[-3])
        if picture.shape[-3] == 1 or not picture.numel():
            return picture
        hue, saturation, value = _to_hue(_first.convert_image_dtype(picture, torch.float32)).unbind(-3)
        return _first.convert_image_dtype(_from_hue((hue + hue_factor).remainder(1.0), saturation, value), picture.dtype)
    return _over('adjust_hue', inpt, turned)


def adjust_gamma(inpt, gamma, gain=1):
    return _over('adjust_gamma', inpt, _first.adjust_gamma, gamma, gain)


def adjust_sharpness(inpt, sharpness_factor):
    return _over('adjust_sharpness', inpt, _first.adjust_sharpness, sharpness_factor)


def autocontrast(inpt):
    return _over('autocontrast', inpt, _first.autocontrast)


def equalize(inpt):
    return _over('equalize', inpt, _first.equalize)


def invert(inpt):
    return _over('invert', inpt, _first.invert)


def posterize(inpt, bits):
    return _over('posterize', inpt, _first.posterize, bits)


def solarize(inpt, threshold):
    return _over('solarize', inpt, _first.solarize, threshold)


def rgb_to_grayscale(inpt, num_output_channels=1):
    if num_output_channels not in (1, 3):
        raise ValueError('num_output_channels must be 1 or 3, got %s.' % num_output_channels)
    return _over('rgb_to_grayscale', inpt, _first.rgb_to_grayscale, num_output_channels)


def to_grayscale(inpt, num_output_channels=1):
    return rgb_to_grayscale(inpt, num_output_channels)


def grayscale_to_rgb(inpt):
    def three(picture):
        if not isinstance(picture, torch.Tensor):
            return picture.convert('RGB')
        return picture if picture.shape[-3] >= 3 else picture[..., :1, :, :].repeat_interleave(3, -3)
    return by_kind('grayscale_to_rgb', inpt, picture=three)


def permute_channels(inpt, permutation):
    def permuted(picture):
        if not isinstance(picture, torch.Tensor):
            from ._types import to_image, to_pil_image
            return to_pil_image(permuted(to_image(picture)))
        if len(permutation) != picture.shape[-3]:
            raise ValueError('Length of permutation does not match number of channels: %d != %d' % (len(permutation), picture.shape[-3]))
        return picture[..., permutation, :, :]
    return by_kind('permute_channels', inpt, picture=permuted)


def normalize(inpt, mean, std, inplace=False):
    def normalized(picture):
        if not isinstance(picture, torch.Tensor):
            raise TypeError('img should be Tensor Image. Got %s' % type(picture))
        if not picture.is_floating_point():
            raise TypeError('Input tensor should be a float tensor. Got %s.' % picture.dtype)
        return _first.normalize(picture, mean, std, inplace)
    return by_kind('normalize', inpt, picture=normalized)


def gaussian_blur(inpt, kernel_size, sigma=None):
    return _over('gaussian_blur', inpt, _first.gaussian_blur, kernel_size, sigma)


def gaussian_noise(inpt, mean=0.0, sigma=0.1, clip=True):
    def noisy(picture):
        if not isinstance(picture, torch.Tensor):
            raise ValueError('Gaussian Noise is not implemented for PIL images.')
        if sigma < 0:
            raise ValueError("sigma shouldn't be negative. Got %s" % sigma)
        if picture.is_floating_point():
            made = picture + (mean + torch.randn_like(picture) * sigma)
            return made.clamp(0, 1) if clip else made
        if picture.dtype is not torch.uint8:
            raise ValueError('Input tensor is expected to be in uint8 or float dtype, got dtype=%s' % picture.dtype)
        noise = (mean * 255 + torch.randn_like(picture, dtype=torch.float32) * sigma * 255).to(torch.int16)
        made = picture.to(torch.int16) + noise
        return (made.clamp(0, 255) if clip else made).to(torch.uint8)
    return by_kind('gaussian_noise', inpt, picture=noisy)


def erase(inpt, i, j, h, w, v, inplace=False):
    def erased(picture):
        if not isinstance(picture, torch.Tensor):
            from ._types import to_image, to_pil_image
            return to_pil_image(erased(to_image(picture).as_subclass(torch.Tensor)))
        picture = picture if inplace else picture.clone()
        picture[..., i:i + h, j:j + w] = v
        return picture
    return by_kind('erase', inpt, picture=erased)
