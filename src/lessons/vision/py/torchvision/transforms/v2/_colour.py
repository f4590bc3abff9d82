"""What changes colours."""
import torch
from torchvision import tv_tensors

from . import functional as F
from ._transform import RandomApplied, Transform, between, query_chw, two_sizes


class _Pictures(Transform):
    """One that leaves masks, boxes and points alone."""

    def transform(self, inpt, params):
        return inpt if isinstance(inpt, (tv_tensors.Mask, tv_tensors.BoundingBoxes, tv_tensors.KeyPoints)) else self.change(inpt, params)


class Grayscale(_Pictures):
    def __init__(self, num_output_channels=1):
        super().__init__()
        self.num_output_channels = num_output_channels

    def change(self, inpt, params):
        return F.rgb_to_grayscale(inpt, self.num_output_channels)


class RGB(_Pictures):
    def change(self, inpt, params):
        return F.grayscale_to_rgb(inpt)


class RandomGrayscale(RandomApplied):
    def __init__(self, p=0.1):
        super().__init__(p=p)

    def make_params(self, flat_inputs):
        return {'channels': query_chw(flat_inputs)[0]}

    def transform(self, inpt, params):
        return F.rgb_to_grayscale(inpt, params['channels'])


class ColorJitter(_Pictures):
    def __init__(self, brightness=None, contrast=None, saturation=None, hue=None):
        super().__init__()
        for name, value in zip(self._NAMES, (brightness, contrast, saturation)):
            setattr(self, name, self._range(value, name))
        self.hue = self._range(hue, 'hue', 0, (-0.5, 0.5), False)

    @staticmethod
    def _range(value, name, center=1.0, bound=(0, float('inf')), clip_first=True):
        if value is None:
            return None
        if isinstance(value, (int, float)):
            if value < 0:
                raise ValueError('If %s is a single number, it must be non negative.' % name)
            value = [center - value, center + value]
            if clip_first:
                value[0] = max(value[0], 0.0)
        elif len(value) != 2:
            raise TypeError('%s=%s should be a single number or a sequence with length 2.' % (name, value))
        if not bound[0] <= value[0] <= value[1] <= bound[1]:
            raise ValueError('%s values should be between %s, but got %s.' % (name, bound, value))
        return None if value[0] == value[1] == center else (float(value[0]), float(value[1]))

    _NAMES = 'brightness', 'contrast', 'saturation'
    _KERNELS = F.adjust_brightness, F.adjust_contrast, F.adjust_saturation, F.adjust_hue

    def make_params(self, flat_inputs):
        order = torch.randperm(4)
        return {'order': order, 'factors': [None if limits is None else between(*limits) for limits in (self.brightness, self.contrast, self.saturation, self.hue)]}

    def change(self, inpt, params):
        for i in params['order']:
            if params['factors'][i] is not None:
                inpt = self._KERNELS[i](inpt, params['factors'][i])
        return inpt


class RandomChannelPermutation(_Pictures):
    def make_params(self, flat_inputs):
        return {'permutation': torch.randperm(query_chw(flat_inputs)[0])}

    def change(self, inpt, params):
        return F.permute_channels(inpt, params['permutation'])


class RandomPhotometricDistort(_Pictures):
    """Brightness, contrast, saturation and hue, each with the probability p, contrast before or behind the colours, and channels in another order."""

    def __init__(self, brightness=(0.875, 1.125), contrast=(0.5, 1.5), saturation=(0.5, 1.5), hue=(-0.05, 0.05), p=0.5):
        super().__init__()
        self.brightness = brightness
        self.contrast = contrast
        self.hue = hue
        self.saturation = saturation
        self.p = p

    def make_params(self, flat_inputs):
        channels = query_chw(flat_inputs)[0]
        params = {name: between(*limits) if torch.rand(1) < self.p else None for name, limits in
                  (('brightness', self.brightness), ('contrast', self.contrast), ('saturation', self.saturation), ('hue', self.hue))}
        params['contrast first'] = bool(torch.rand(()) < 0.5)
        params['permutation'] = torch.randperm(channels) if torch.rand(1) < self.p else None
        return params

    def change(self, inpt, params):
        steps = [('brightness', F.adjust_brightness), ('contrast', F.adjust_contrast), ('saturation', F.adjust_saturation), ('hue', F.adjust_hue)]
        if not params['contrast first']:
            steps.append(steps.pop(1))
        for name, kernel in steps:
            if params[name] is not None:
                inpt = kernel(inpt, params[name])
        return inpt if params['permutation'] is None else F.permute_channels(inpt, params['permutation'])


class _Plain(RandomApplied):
    """One kernel without numbers of its own."""

    def transform(self, inpt, params):
        return type(self)._kernel(inpt)


class RandomEqualize(_Plain):
    _kernel = staticmethod(F.equalize)


class RandomInvert(_Plain):
    _kernel = staticmethod(F.invert)


class RandomAutocontrast(_Plain):
    _kernel = staticmethod(F.autocontrast)


class RandomPosterize(RandomApplied):
    def __init__(self, bits, p=0.5):
        super().__init__(p=p)
        self.bits = bits

    def transform(self, inpt, params):
        return F.posterize(inpt, self.bits)


class RandomSolarize(RandomApplied):
    def __init__(self, threshold, p=0.5):
        super().__init__(p=p)
        self.threshold = threshold

    def transform(self, inpt, params):
        return F.solarize(inpt, self.threshold)


class RandomAdjustSharpness(RandomApplied):
    def __init__(self, sharpness_factor, p=0.5):
        super().__init__(p=p)
        self.sharpness_factor = sharpness_factor

    def transform(self, inpt, params):
        return F.adjust_sharpness(inpt, self.sharpness_factor)


class GaussianBlur(_Pictures):
    def __init__(self, kernel_size, sigma=(0.1, 2.0)):
        super().__init__()
        self.kernel_size = two_sizes(kernel_size, 'Kernel size should be a tuple/list of two integers')
        if any(size <= 0 or size % 2 == 0 for size in self.kernel_size):
            raise ValueError('Kernel size value should be an odd and positive number.')
        self.sigma = [float(sigma)] * 2 if isinstance(sigma, (int, float)) else [float(each) for each in sigma]
        if not 0.0 < self.sigma[0] <= self.sigma[-1]:
            raise ValueError('sigma values should be positive and of the form (min, max). Got %s' % self.sigma)

    def make_params(self, flat_inputs):
        return {'sigma': [between(self.sigma[0], self.sigma[-1])] * 2}

    def change(self, inpt, params):
        return F.gaussian_blur(inpt, list(self.kernel_size), params['sigma'])


class GaussianNoise(_Pictures):
    def __init__(self, mean=0.0, sigma=0.1, clip=True):
        super().__init__()
        self.mean = mean
        self.sigma = sigma
        self.clip = clip

    def change(self, inpt, params):
        return F.gaussian_noise(inpt, self.mean, self.sigma, self.clip)
