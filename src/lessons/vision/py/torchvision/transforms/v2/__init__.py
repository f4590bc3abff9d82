"""torchvision.transforms.v2, which torchvision 0.14.1 has not: own code over that version's functions. A transform takes one picture or a whole sample (lists, tuples, dicts of pictures, boxes,
masks and labels), draws its random numbers once, in torchvision's order, and does to each part what it is for it."""
from torchvision.transforms import AutoAugmentPolicy, InterpolationMode

from . import functional
from ._augment import AugMix, AutoAugment, CutMix, JPEG, MixUp, RandAugment, RandomErasing, TrivialAugmentWide
from ._colour import (ColorJitter, GaussianBlur, GaussianNoise, Grayscale, RandomAdjustSharpness, RandomAutocontrast, RandomChannelPermutation, RandomEqualize, RandomGrayscale, RandomInvert,
                      RandomPhotometricDistort, RandomPosterize, RandomSolarize, RGB)
from ._container import Compose, RandomApply, RandomChoice, RandomOrder
from ._geometry import (CenterCrop, ElasticTransform, FiveCrop, Pad, RandomAffine, RandomCrop, RandomHorizontalFlip, RandomIoUCrop, RandomPerspective, RandomResize, RandomResizedCrop, RandomRotation,
                        RandomShortestSize, RandomVerticalFlip, RandomZoomOut, Resize, ScaleJitter, TenCrop)
from ._misc import (ClampBoundingBoxes, ClampKeyPoints, ConvertBoundingBoxFormat, ConvertImageDtype, Identity, Lambda, LinearTransformation, Normalize, PILToTensor, SanitizeBoundingBoxes,
                    ToDtype, ToImage, ToPILImage, ToPureTensor, ToTensor, UniformTemporalSubsample)
from ._transform import Transform, check_type, get_bounding_boxes, has_all, has_any, query_chw, query_size
