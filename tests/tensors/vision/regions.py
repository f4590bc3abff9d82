"""torchvision.ops: boxes, the operators that cut parts out of images, deformable convolution; their gradients and words."""
import torch
from torchvision import ops


def show(name, *tensors):
    print(name, *(tuple(t.shape) for t in tensors), *('%.3f' % v for t in tensors for v in (t.double().sum(), t.double().abs().mean(), *t.double().flatten()[::max(1, t.numel() // 3)][:3])))


torch.manual_seed(3)
image = torch.rand(2, 8, 12, 10)
rois = torch.tensor([[0, 1.5, 2.2, 6.7, 8.1], [1, 0, 0, 9, 11], [1, 3.3, -2, 3.4, 20], [0, 8, 8, 2, 2], [0, 100, 100, 120, 130]])
for kind in (torch.float32, torch.float64):
    for scale in (1.0, 0.5):
        calls = {'align': lambda x: ops.roi_align(x, r, (3, 2), scale), 'align 2': lambda x: ops.roi_align(x, r, 3, scale, 2), 'aligned': lambda x: ops.roi_align(x, r, (2, 2), scale, -1, True),
                 'pool': lambda x: ops.roi_pool(x, r, (3, 2), scale), 'ps_align': lambda x: ops.ps_roi_align(x, r, 2, scale, 2), 'ps_align all': lambda x: ops.ps_roi_align(x, r, 2, scale),
                 'ps_pool': lambda x: ops.ps_roi_pool(x, r, (2, 2), scale)}
        for name, call in calls.items():
            x, r = image.to(kind).clone().requires_grad_(), rois.to(kind)[:4 if 'ps_align' in name or 'aligned' in name else 5]
            out = call(x)
            (out * torch.arange(out.numel(), dtype=kind).view(out.shape).sin()).sum().backward()
            show('%s %s %s' % (name, kind, scale), out, x.grad)
listed = [rois[rois[:, 0] == i][:, 1:] for i in range(2)]
show('lists', ops.roi_align(image, listed, 2), ops.roi_pool(image, listed, 2), ops.MultiScaleRoIAlign(['a', 'b'], 3, 2)({'a': image, 'b': image[:, :, ::2, ::2]}, listed, [(24, 20), (24, 20)]))
print(ops.RoIAlign(3, 0.5, 2, True), ops.PSRoIPool(2, 1.0), ops.RoIPool((2, 3), 1.0), ops.PSRoIAlign(2, 1, 2))

boxes = torch.rand(60, 4) * 50
boxes[:, 2:] += boxes[:, :2]
scores = torch.rand(60)
for kind in (torch.float32, torch.float64):
    print(ops.nms(boxes.to(kind), scores.to(kind), 0.3).tolist(), ops.nms(boxes.to(kind), scores.to(kind), 0.05).tolist())
print(ops.batched_nms(boxes, scores, torch.arange(60) % 3, 0.2).tolist(), ops.nms(boxes[:0], scores[:0], 0.5), ops.remove_small_boxes(boxes, 20).tolist())
show('iou', ops.box_iou(boxes, boxes[:7]), ops.generalized_box_iou(boxes, boxes[:7]), ops.distance_box_iou(boxes, boxes[:7]), ops.complete_box_iou(boxes, boxes[:7]), ops.box_area(boxes))
for a in ('xyxy', 'xywh', 'cxcywh'):
    for b in ('xyxy', 'xywh', 'cxcywh'):
        show(a + ' ' + b, ops.box_convert(boxes, a, b))
show('clip', ops.clip_boxes_to_image(boxes, (30, 40)), ops.masks_to_boxes(torch.rand(3, 20, 30) > 0.9))
other = (boxes + torch.rand(60, 4)).requires_grad_()
for loss in (ops.generalized_box_iou_loss, ops.distance_box_iou_loss, ops.complete_box_iou_loss):
    value = loss(boxes, other, reduction='mean')
    show(loss.__name__, value, torch.autograd.grad(value, other)[0])
logits = torch.randn(5, 4, requires_grad=True)
value = ops.sigmoid_focal_loss(logits, (torch.rand(5, 4) > 0.5).float(), reduction='sum')
show('focal', value, torch.autograd.grad(value, logits)[0])

for kind in (torch.float32, torch.float64):
    for groups, own, masked, stride, pad, dilation in ((1, 1, False, 1, 0, 1), (2, 2, True, (2, 1), (1, 2), 1), (1, 4, True, 1, 1, (2, 1)), (4, 1, False, 2, 0, 1)):
        x, w, b = torch.rand(2, 8, 7, 6, dtype=kind, requires_grad=True), torch.rand(4, 8 // groups, 3, 2, dtype=kind, requires_grad=True), torch.rand(4, dtype=kind, requires_grad=True)
        stride2, pad2, dilation2 = ((v, v) if isinstance(v, int) else v for v in (stride, pad, dilation))
        size = [(s + 2 * p - d * (k - 1) - 1) // t + 1 for s, p, d, k, t in zip((7, 6), pad2, dilation2, (3, 2), stride2)]
        offset = (torch.randn(2, own * 12, *size, dtype=kind) * 2).requires_grad_()
        mask = torch.rand(2, own * 6, *size, dtype=kind, requires_grad=True) if masked else None
        out = ops.deform_conv2d(x, offset, w, b, stride, pad, dilation, mask)
        (out * torch.arange(out.numel(), dtype=kind).view(out.shape).cos()).sum().backward()
        show('deform', out, x.grad, w.grad, b.grad, offset.grad, *([mask.grad] if masked else []))
layer = ops.DeformConv2d(3, 4, 3, padding=1)
print(layer, sorted(layer.state_dict()))

for call in (lambda: ops.roi_align(image, rois.double(), 2), lambda: ops.roi_align(image.long(), rois.long(), 2), lambda: ops.roi_pool(image, rois.double(), 2), lambda: ops.nms(boxes[:, :3], scores, .5),
             lambda: ops.nms(boxes[0], scores, .5), lambda: ops.nms(boxes, scores[1:], .5), lambda: ops.nms(boxes, boxes, .5), lambda: ops.nms(boxes.long(), scores.long(), .5),
             lambda: ops.nms(boxes.double(), scores, .5), lambda: ops.roi_align(image, rois[:, :4], 2), lambda: ops.box_convert(boxes, 'a', 'b'),
             lambda: ops.deform_conv2d(image, torch.zeros(2, 17, 10, 8), torch.zeros(4, 8, 3, 3))):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, str(e).split('\n')[0])
print(torch.ops.torchvision.nms.default._schema, torch.ops.torchvision.roi_pool(image, rois[:1], 1.0, 2, 2)[1].dtype)

# ---- layers ----
for layer in (ops.StochasticDepth(0.5, 'row'), ops.StochasticDepth(0.5, 'batch'), ops.DropBlock2d(0.3, 3), ops.DropBlock3d(0.3, 3), ops.SqueezeExcitation(8, 2), ops.Conv2dNormActivation(8, 4, 3, dilation=2),
              ops.MLP(10, [6, 3], dropout=0.2), ops.FrozenBatchNorm2d(8), ops.Permute([0, 2, 3, 1]), ops.Conv3dNormActivation(8, 2, 3)):
    x = torch.rand(2, 8, 5, 12, 10) if '3d' in type(layer).__name__ else image
    show(type(layer).__name__, layer(x))
out = ops.FeaturePyramidNetwork([8, 8], 5)({'a': image, 'b': image[..., ::2, ::2]})
show('fpn', out['a'], out['b'])

# ---- boxes drawn: a size without a font is told of, none at all is not ----
import warnings  # noqa: E402
from torchvision.utils import draw_bounding_boxes  # noqa: E402
for size in ({}, {'font_size': 9}):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter('always')
        drawn = draw_bounding_boxes(torch.zeros(3, 24, 24, dtype=torch.uint8), torch.tensor([[2., 3, 15, 16]]), labels=['a'], colors='red', **size)
    print([str(each.message) for each in told], int(drawn.sum()))
