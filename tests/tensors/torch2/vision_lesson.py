"""Fine-tuning on boxes and masks, transfer, transforms of samples, drawing, weights: lessons with torchvision.transforms.v2."""
import torch, os, tempfile, numpy as np
import torchvision
from torch import nn
from torchvision.io import read_image, decode_image, write_png, ImageReadMode, encode_png, write_jpeg
from torchvision.transforms import v2 as T
from torchvision import tv_tensors, datasets, models
from torchvision.transforms.v2 import functional as F
from torchvision.ops.boxes import masks_to_boxes
from torchvision.utils import draw_bounding_boxes, draw_segmentation_masks, make_grid, draw_keypoints, save_image
torch.manual_seed(0)
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__,'|',str(e)[:200])
d=tempfile.mkdtemp()
img=torch.randint(0,256,(3,40,50),dtype=torch.uint8); write_png(img,d+'/a.png'); r=read_image(d+'/a.png'); print(r.shape, torch.equal(r,img)); t(lambda: decode_image(d+'/a.png').sum()); t(lambda: decode_image(encode_png(img)).sum()); t(lambda: decode_image(d+'/a.png',mode='GRAY').shape); t(lambda: read_image(d+'/a.png',ImageReadMode.GRAY).shape); t(lambda: read_image(d+'/a.png',mode='RGB').shape); t(lambda: decode_image(d+'/a.png',mode='foo'))
from pathlib import Path; t(lambda: read_image(Path(d+'/a.png')).shape)
mask=torch.zeros(40,50,dtype=torch.uint8); mask[5:15,5:20]=1; mask[20:35,25:45]=2; write_png(mask[None],d+'/m.png')
class PennFudan(torch.utils.data.Dataset):
    def __init__(self,transforms): self.transforms=transforms
    def __getitem__(self,idx):
        im=read_image(d+'/a.png'); m=read_image(d+'/m.png'); ids=torch.unique(m)[1:]; masks=(m==ids[:,None,None]).to(dtype=torch.uint8); boxes=masks_to_boxes(masks); labels=torch.ones((len(ids),),dtype=torch.int64); area=(boxes[:,3]-boxes[:,1])*(boxes[:,2]-boxes[:,0])
        im=tv_tensors.Image(im); target={"boxes":tv_tensors.BoundingBoxes(boxes,format="XYXY",canvas_size=F.get_size(im)),"masks":tv_tensors.Mask(masks),"labels":labels,"image_id":idx,"area":area,"iscrowd":torch.zeros((len(ids),),dtype=torch.int64)}
        if self.transforms is not None: im,target=self.transforms(im,target)
        return im,target
    def __len__(self): return 4
def get_transform(train):
    ts=[]
    if train: ts.append(T.RandomHorizontalFlip(1.0))
    ts.append(T.ToDtype(torch.float,scale=True)); ts.append(T.ToPureTensor()); return T.Compose(ts)
ds=PennFudan(get_transform(True)); im,tg=ds[0]; print(im.dtype,type(im),tg['boxes'],type(tg['boxes']),tg['masks'].shape,tg['area'])
im2,tg2=PennFudan(None)[0]; print(tg2['boxes'])
dl=torch.utils.data.DataLoader(ds,batch_size=2,shuffle=False,collate_fn=lambda b: tuple(zip(*b))); images,targets=next(iter(dl)); print(len(images), targets[0]['image_id'])
from torchvision.models.detection.faster_rcnn import FastRCNNPredictor
from torchvision.models.detection.mask_rcnn import MaskRCNNPredictor
model=torchvision.models.detection.maskrcnn_resnet50_fpn(weights=None,weights_backbone=None,num_classes=2); print(model.roi_heads.box_predictor.cls_score.in_features)
ifs=model.roi_heads.box_predictor.cls_score.in_features; model.roi_heads.box_predictor=FastRCNNPredictor(ifs,2); model.roi_heads.mask_predictor=MaskRCNNPredictor(model.roi_heads.mask_predictor.conv5_mask.in_channels,256,2)
out=draw_bounding_boxes(img,tg2['boxes'],['a','b'],colors="red"); print(out.shape,out.dtype); out=draw_segmentation_masks(out,tg2['masks'].bool(),alpha=0.5,colors="blue"); print(out.shape)
t(lambda: int(draw_bounding_boxes(img,tg2['boxes'],colors=[(255,0,0),"green"],width=2,fill=True).long().sum()))
t(lambda: int(draw_bounding_boxes(img.float()/255,tg2['boxes'],colors='red').mul(255).long().sum()))
t(lambda: draw_bounding_boxes(img,tg2['boxes'],labels=['a','b'],label_colors=['red','blue']).shape)
t(lambda: draw_keypoints(img,torch.tensor([[[3,4],[5,6]]]),colors='blue',radius=2).long().sum()); t(lambda: draw_keypoints(img,torch.tensor([[[3,4],[5,6]]]),connectivity=[(0,1)],visibility=torch.tensor([[True,False]])).shape)
t(lambda: draw_segmentation_masks(img.float()/255,tg2['masks'].bool()).dtype)
print(make_grid(torch.rand(5,3,4,4),nrow=3,padding=1).shape)
ft=models.resnet18(weights=None); ft.fc=nn.Linear(ft.fc.in_features,2); print(ft.fc, ft.layer1[0].bn1)
t(lambda: models.ResNet18_Weights.DEFAULT); t(lambda: models.ResNet50_Weights.IMAGENET1K_V2.meta['categories'][:3]); t(lambda: models.get_model('resnet18',weights=None).__class__.__name__); t(lambda: models.get_weight('ResNet18_Weights.DEFAULT')); t(lambda: len(models.list_models())>50); t(lambda: models.ResNet18_Weights.IMAGENET1K_V1.transforms()); t(lambda: models.get_model_weights('resnet18')); t(lambda: models.resnet18(pretrained=False).fc)
t(lambda: models.ViT_B_16_Weights.DEFAULT.meta['num_params']); t(lambda: models.ResNet18_Weights.DEFAULT.url)
class Fake: pass
fd=datasets.FakeData(size=3,image_size=(3,8,8),num_classes=4,transform=T.Compose([T.ToImage(),T.ToDtype(torch.float32,scale=True)])); x,y=fd[0]; print(type(x),x.shape,y)
t(lambda: datasets.wrap_dataset_for_transforms_v2(datasets.FakeData(size=2,image_size=(3,8,8)))[0][0].size)
cutmix=T.CutMix(num_classes=10); mixup=T.MixUp(num_classes=10); c=T.RandomChoice([cutmix,mixup])
from torch.utils.data import default_collate
def collate_fn(b): return c(*default_collate(b))
L=torch.utils.data.DataLoader([(torch.rand(3,4,4),i%10) for i in range(8)],batch_size=4,collate_fn=collate_fn); ii,ll=next(iter(L)); print(ii.shape,ll.shape,ll.sum().round())
tr=T.Compose([T.RandomResizedCrop(size=(224,224),antialias=True),T.RandomHorizontalFlip(p=0.5),T.ToDtype(torch.float32,scale=True),T.Normalize(mean=[0.485,0.456,0.406],std=[0.229,0.224,0.225])]); o=tr(img); print(o.shape,o.dtype,round(o.sum().item(),0)); print(tr)
b=tv_tensors.BoundingBoxes(torch.tensor([[15,10,37,51]]),format="XYXY",canvas_size=img.shape[-2:]); oi,ob=T.Compose([T.RandomPhotometricDistort(p=1),T.RandomHorizontalFlip(p=1)])(tv_tensors.Image(img),b); print(type(oi),ob)
print(torchvision.disable_beta_transforms_warning())
