"""Image augmentation with transforms on arrays made here."""
import random
import numpy as np
import mxnet as mx
from mxnet import nd, gluon
from mxnet.gluon.data.vision import transforms
mx.random.seed(1)
np.random.seed(1)
random.seed(1)
img = nd.array(np.arange(4 * 6 * 3).reshape(4, 6, 3) * 3, dtype='uint8')
print(img.shape, img.dtype)
t = transforms.ToTensor()(img)
print(t.shape, t.dtype, t.max().asscalar(), t[0, 0, :3])
n = transforms.Normalize(mean=(0.1, 0.2, 0.3), std=(0.5, 0.25, 0.1))(t)
print(n[:, 1, 1].asnumpy().round(3))
print(transforms.Cast('float32')(img).dtype)
both = transforms.Compose([transforms.ToTensor(), transforms.Normalize(0.5, 0.5)])
print(both(img).shape, both)
print(transforms.Resize((3, 2))(img).shape, transforms.Resize(8)(img).shape)
print(transforms.CenterCrop(2)(img)[:, :, 0])
same = transforms.RandomFlipLeftRight()(img)
flipped = any((same == img).min().asscalar() == 0 for same in [transforms.RandomFlipLeftRight()(img) for _ in range(30)])
print(same.shape, flipped)
print(set(transforms.RandomFlipTopBottom()(img)[0, 0, 0].asscalar() for _ in range(40)))
print(nd.image.flip_left_right(img)[0, 0, 0].asscalar(), nd.image.flip_top_bottom(img)[0, 0, 0].asscalar())
print(transforms.RandomResizedCrop((5, 5), scale=(0.5, 1))(img).shape)
for aug in (transforms.RandomBrightness(0.5), transforms.RandomContrast(0.5), transforms.RandomSaturation(0.5), transforms.RandomHue(0.1),
            transforms.RandomColorJitter(brightness=0.5, contrast=0.5, saturation=0.5, hue=0.5), transforms.RandomLighting(0.1)):
    print(type(aug).__name__, aug(img.astype('float32')).shape)
data = gluon.data.SimpleDataset([(img, i) for i in range(6)])
loader = gluon.data.DataLoader(data.transform_first(transforms.Compose([transforms.RandomFlipLeftRight(), transforms.ToTensor()])), batch_size=4, last_batch='keep')
for X, y in loader:
    print(X.shape, y)
print(nd.image.crop(img, 1, 1, 3, 2).shape, nd.image.resize(img, (3, 5)).shape)
