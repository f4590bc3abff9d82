"""What transforms of pictures are shown as, and how tensors are made smaller, where nothing else is said."""
import torch, torchvision
from torchvision import transforms as T
for t in (T.Resize(4), T.Resize((4, 5), antialias=False), T.RandomResizedCrop(4), T.Compose([T.Resize(8), T.ToTensor()]), T.RandomCrop(4), T.ColorJitter(.1), T.RandomAffine(5), T.Normalize(0, 1), T.RandomRotation(3), T.ToPILImage(), T.GaussianBlur(3), T.RandomErasing(), T.TrivialAugmentWide(), T.AutoAugment(), T.RandAugment(), T.FiveCrop(3), T.Pad(2), T.RandomPerspective(), T.RandomHorizontalFlip(), T.Grayscale(), T.CenterCrop(3), T.ElasticTransform()): print(t)
torch.manual_seed(0)
x = torch.rand(1, 3, 8, 8)
print(T.Resize(4)(x)[0, 0, 0], T.functional.resize(x, [4, 4])[0, 0, 0], T.functional.resize(x, [4, 4], antialias=False)[0, 0, 0])
print(T.RandomResizedCrop(4)(x)[0, 0, 0])
print(T.functional.resized_crop(x, 0, 0, 6, 6, [3, 3])[0, 0, 0])
w = torchvision.models.ResNet18_Weights.DEFAULT
print(w, w.transforms())
