"""torchvision.transforms.v2.functional: each function does to a picture, a mask, boxes or points what that is for it. Pictures go to torchvision's functions of the first version (its own
Python half), whose numbers are the same; boxes, points and masks have their own here."""
from torchvision.transforms import InterpolationMode

from ._boxes import (clamp_bounding_boxes, clamp_keypoints, convert_bounding_box_format, sanitize_bounding_boxes)
from ._colour import (adjust_brightness, adjust_contrast, adjust_gamma, adjust_hue, adjust_saturation, adjust_sharpness, autocontrast, equalize, erase, gaussian_blur, gaussian_noise,
                      grayscale_to_rgb, invert, normalize, permute_channels, posterize, rgb_to_grayscale, solarize, to_grayscale)
from ._geometry import (affine, center_crop, crop, elastic, elastic_transform, five_crop, hflip, horizontal_flip, pad, perspective, resize, resized_crop, rotate, ten_crop, vertical_flip, vflip)
from ._kinds import get_dimensions, get_image_num_channels, get_image_size, get_num_channels, get_num_frames, get_size, register_kernel
from ._types import convert_image_dtype, jpeg, pil_to_tensor, to_dtype, to_image, to_pil_image, to_tensor, uniform_temporal_subsample

normalize_image, resize_image, crop_image, pad_image, rotate_image, affine_image, erase_image = normalize, resize, crop, pad, rotate, affine, erase
horizontal_flip_image, vertical_flip_image, to_dtype_image, gaussian_blur_image, center_crop_image = horizontal_flip, vertical_flip, to_dtype, gaussian_blur, center_crop
