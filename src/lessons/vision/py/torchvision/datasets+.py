"""Behind torchvision.datasets: wrap_dataset_for_transforms_v2, which makes what a data set gives into what torchvision.transforms.v2 takes."""


class _Wrapped:
    """A data set whose pictures come as they are and whose targets as dicts of boxes, masks and labels."""

    def __init__(self, dataset, keys):
        self._dataset, self._keys = dataset, keys
        self.transform, self.target_transform, self.transforms = dataset.transform, dataset.target_transform, dataset.transforms
        dataset.transform = dataset.target_transform = dataset.transforms = None

    def __getattr__(self, name):
        return getattr(self.__dict__['_dataset'], name)

    def __len__(self):
        return len(self._dataset)

    def __getitem__(self, index):
        image, target = self._told(index, *self._dataset[index])
        return (image, target) if self.transforms is None else self.transforms(image, target)

    def _told(self, index, image, target):
        return image, target


def _size(image):
    from torchvision.transforms.v2.functional import get_size
    return tuple(get_size(image))


class _Coco(_Wrapped):
    def _told(self, index, image, target):
        import torch
        from torchvision import tv_tensors
        from torchvision.transforms.v2.functional import convert_bounding_box_format
        if 'masks' in self._keys:
            raise NotImplementedError("wrap_dataset_for_transforms_v2(…, target_keys=…'masks') is not in perch, which has no pycocotools; the nearest is 'boxes'")
        told = {'image_id': self._dataset.ids[index]}
        if target:
            boxes = tv_tensors.BoundingBoxes([each['bbox'] for each in target], format='XYWH', canvas_size=_size(image))
            told['boxes'] = convert_bounding_box_format(boxes, new_format='XYXY')
            told['labels'] = torch.tensor([each['category_id'] for each in target])
            told.update((key, [each[key] for each in target]) for key in ('segmentation', 'area', 'iscrowd', 'bbox', 'category_id') if key in self._keys)
        return image, {key: value for key, value in told.items() if key in self._keys}


_VOC = ['__background__', 'aeroplane', 'bicycle', 'bird', 'boat', 'bottle', 'bus', 'car', 'cat', 'chair', 'cow', 'diningtable', 'dog', 'horse', 'motorbike', 'person', 'pottedplant', 'sheep', 'sofa', 'train', 'tvmonitor']


class _Detected(_Wrapped):
    def _told(self, index, image, target):
        import torch
        from torchvision import tv_tensors
        things = target['annotation']['object']
        told = {'annotation': target['annotation']} if 'annotation' in self._keys else {}
        if 'boxes' in self._keys:
            told['boxes'] = tv_tensors.BoundingBoxes([[int(thing['bndbox'][side]) for side in ('xmin', 'ymin', 'xmax', 'ymax')] for thing in things], format='XYXY', canvas_size=_size(image))
        if 'labels' in self._keys:
            told['labels'] = torch.tensor([_VOC.index(thing['name']) for thing in things])
        return image, told


class _Segmented(_Wrapped):
    def _told(self, index, image, target):
        from torchvision import tv_tensors
        return image, tv_tensors.Mask(target)


_WRAPPERS = {'CocoDetection': (_Coco, {'image_id', 'boxes', 'labels'}), 'VOCDetection': (_Detected, {'boxes', 'labels'}), 'VOCSegmentation': (_Segmented, set())}
_WRAPPERS.update(dict.fromkeys(('Caltech256', 'CIFAR10', 'CIFAR100', 'ImageNet', 'MNIST', 'FashionMNIST', 'GTSRB', 'DatasetFolder', 'ImageFolder'), (_Wrapped, set())))


def wrap_dataset_for_transforms_v2(dataset, target_keys=None):
    """The data set as one whose samples the transforms of torchvision.transforms.v2 understand."""
    if target_keys is not None and target_keys != 'all' and not (isinstance(target_keys, (list, tuple, set)) and all(isinstance(key, str) for key in target_keys)):
        raise ValueError('`target_keys` can be None, "all", or a collection of strings denoting the keys to be returned, but got %s' % (target_keys,))
    for kind in type(dataset).__mro__:
        if kind.__name__ in _WRAPPERS and kind.__module__.startswith('torchvision.datasets'):
            wrapper, usual = _WRAPPERS[kind.__name__]
            keys = usual if target_keys is None else usual | {'annotation', 'segmentation', 'area', 'iscrowd', 'bbox', 'category_id'} if target_keys == 'all' else set(target_keys)
            return wrapper(dataset, keys)
    raise TypeError('No wrapper exists for dataset class %s. Please wrap the output yourself. If an automated wrapper for this dataset would be useful for you, please open an issue at '
                    'https://github.com/pytorch/vision/issues.' % type(dataset).__name__)
