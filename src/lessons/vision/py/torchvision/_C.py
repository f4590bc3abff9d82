"""torchvision._C: the operators under torchvision.ops (torch.ops.torchvision.NAME), with their gradients. The kernels are in C (_vision); tensors of another device come and go through the
host's memory."""
import _vision
import torch
from torch import _ops
from torch._torch_args import drawn, same_places
from torch.autograd import Function


# ---- memory of the host, of one kind of numbers ----
def _plain(*tensors):
    """The tensors on the host without gaps, all of one kind that the kernels know."""
    kind = torch.float64 if any(t is not None and t.dtype == torch.float64 for t in tensors) else torch.float32
    return [None if t is None else t.detach().to('cpu', kind).contiguous() for t in tensors]


def _arrays(*tensors):
    return [None if t is None else t.numpy() for t in tensors]


def _floats(op, tensor):
    if tensor.dtype not in (torch.float32, torch.float64, torch.float16):
        raise RuntimeError("\"%s\" not implemented for '%s'" % (op, tensor.type().split('.')[-1].replace('Tensor', '')))


def _on_gpus(**tensors):
    """The kernels of GPUs want all of theirs there, and name the first that is not."""
    away = next((name for name, t in tensors.items() if not t.is_cuda), None)
    if away is not None and any(t.is_cuda for t in tensors.values()):
        raise drawn(RuntimeError('%s must be a CUDA tensor' % away), 'P0103', *tensors.values())


def _same_kind(op, image, rois):
    if image.dtype != rois.dtype:
        raise RuntimeError("Expected tensor for argument #1 'input' to have the same type as tensor for argument #2 'rois'; but type %s does not equal %s (while checking arguments for %s)"
                           % (image.type(), rois.type(), op))
    _floats(op, image)


# ---- parts of images ----
class _Regions(Function):
    """One of the four kernels: the largest or the mean of each bin, from all channels or by place."""

    @staticmethod
    def forward(ctx, image, rois, kernel, parts, size, scale, sampling, aligned):
        pixels, boxes = _plain(image, rois)
        out = torch.zeros((rois.shape[0], parts, *size), dtype=pixels.dtype)
        where = None if kernel is _vision.align else torch.zeros(out.shape, dtype=torch.int32)
        ctx.options = kernel, image.shape, image.dtype, scale, sampling, aligned
        ctx.save_for_backward(boxes, where if where is not None else boxes)
        kernel(*_arrays(pixels, boxes, out, *([] if where is None else [where])), scale, sampling, int(aligned), 0)
        out = out.to(image.device, image.dtype)
        if where is None:
            return out
        where = where.to(image.device)
        ctx.mark_non_differentiable(where)
        return out, where

    @staticmethod
    def backward(ctx, grad, *more):
        kernel, shape, dtype, scale, sampling, aligned = ctx.options
        boxes, where = ctx.saved_tensors
        bins, = _plain(grad)
        bins = bins.to(boxes.dtype)
        image = torch.zeros(shape, dtype=boxes.dtype)
        kernel(*_arrays(image, boxes, bins, *([] if kernel is _vision.align else [where])), scale, sampling, int(aligned), 1)
        return (image.to(grad.device, dtype),) + (None,) * 7


def _check_regions(op, input, rois):
    _on_gpus(input=input, rois=rois)
    if rois.dim() != 2 or rois.shape[1] != 5:
        raise RuntimeError('rois must have shape as Tensor[K, 5]')
    if input.device != rois.device:
        raise drawn(RuntimeError("Expected tensor for argument #1 'input' to have the same device as tensor for argument #2 'rois'; but device %d does not equal %d (while checking arguments for %s)"
                                 % (input.get_device(), rois.get_device(), op)), 'P0102', input, rois)
    _same_kind(op, input, rois)


def roi_align(input, rois, spatial_scale, pooled_height, pooled_width, sampling_ratio, aligned):
    _check_regions('roi_align_forward_kernel', input, rois)
    return _Regions.apply(input, rois, _vision.align, input.shape[1], (pooled_height, pooled_width), spatial_scale, sampling_ratio, aligned)


def roi_pool(input, rois, spatial_scale, pooled_height, pooled_width):
    _check_regions('roi_pool_forward_kernel', input, rois)
    return _Regions.apply(input, rois, _vision.pool, input.shape[1], (pooled_height, pooled_width), spatial_scale, 0, False)


def _parts_by_place(input, height, width):
    if input.shape[1] % (height * width):
        raise RuntimeError('input channels must be a multiple of pooling height * pooling width')
    return input.shape[1] // (height * width)


def ps_roi_align(input, rois, spatial_scale, pooled_height, pooled_width, sampling_ratio):
    _check_regions('ps_roi_align_forward_kernel', input, rois)
    parts = _parts_by_place(input, pooled_height, pooled_width)
    return _Regions.apply(input, rois, _vision.place_align, parts, (pooled_height, pooled_width), spatial_scale, sampling_ratio, False)


def ps_roi_pool(input, rois, spatial_scale, pooled_height, pooled_width):
    _check_regions('ps_roi_pool_forward_kernel', input, rois)
    parts = _parts_by_place(input, pooled_height, pooled_width)
    return _Regions.apply(input, rois, _vision.place_pool, parts, (pooled_height, pooled_width), spatial_scale, 0, False)


# ---- which boxes stay ----
def nms(dets, scores, iou_threshold):
    """The numbers of the boxes that no better one covers, best first."""
    _on_gpus(dets=dets, scores=scores)
    if dets.dim() != 2:
        raise RuntimeError('boxes should be a 2d tensor, got %dD' % dets.dim())
    if dets.shape[1] != 4:
        raise RuntimeError('boxes should have 4 elements in dimension 1, got %d' % dets.shape[1])
    if scores.dim() != 1:
        raise RuntimeError('scores should be a 1d tensor, got %dD' % scores.dim())
    if dets.shape[0] != scores.shape[0]:
        raise RuntimeError('boxes and scores should have same number of elements in dimension 0, got %d and %d' % (dets.shape[0], scores.shape[0]))
    if dets.dtype != scores.dtype:
        raise RuntimeError('dets should have the same type as scores')
    same_places('wrapper__index_select', self=dets, index=scores)
    _floats('nms_kernel', dets)
    boxes, = _plain(dets)
    order = torch.sort(scores.detach(), stable=True, descending=True)[1].cpu()
    keep = torch.zeros(order.shape[0], dtype=torch.int64)
    count = _vision.suppress(*_arrays(boxes, order, keep), iou_threshold) if order.shape[0] else 0
    return keep[:count].to(dets.device)


# ---- convolutions whose samples move ----
class _Deform(Function):
    @staticmethod
    def forward(ctx, input, weight, offset, mask, bias, places, groups):
        ctx.places, ctx.groups = places, groups
        ctx.save_for_backward(input, weight, offset, *([] if mask is None else [mask]))
        ctx.masked, ctx.dtype = mask is not None, input.dtype
        pixels, kernel, moves, strengths, shift = _plain(input, weight, offset, mask, bias)
        results = [_product(kernel, _lines(pixels[i], moves[i], strengths if mask is None else strengths[i], kernel, places), groups).reshape(kernel.shape[0], *moves.shape[2:])
                   for i in range(len(pixels))]
        out = torch.stack(results) if results else pixels.new_zeros((0, kernel.shape[0], *moves.shape[2:]))
        return (out + shift.view(1, -1, 1, 1)).to(input.device, input.dtype)

    @staticmethod
    def backward(ctx, grad):
        input, weight, offset, *mask = ctx.saved_tensors
        pixels, kernel, moves, strengths, out = _plain(input, weight, offset, mask[0] if mask else None, grad)
        made = [None if t is None else torch.zeros_like(t) for t in (pixels, kernel, moves, strengths)]
        for i in range(len(pixels)):
            strength = strengths[i] if ctx.masked else None
            lines = _lines(pixels[i], moves[i], strength, kernel, ctx.places)
            g = out[i].reshape(ctx.groups, -1, lines.shape[1])
            made[1] += torch.bmm(g, lines.reshape(ctx.groups, -1, lines.shape[1]).transpose(1, 2)).reshape(kernel.shape)
            back = torch.bmm(kernel.reshape(ctx.groups, g.shape[1], -1).transpose(1, 2), g).reshape(lines.shape)
            _vision.deform_back(*_arrays(pixels[i], moves[i], strength, back, made[0][i], made[2][i], made[3][i] if ctx.masked else None), *_geometry(kernel, ctx.places))
        gave = [None if t is None else t.to(grad.device, ctx.dtype) for t in made]
        return (*gave, out.sum((0, 2, 3)).to(grad.device, ctx.dtype), None, None)


def _geometry(kernel, places):
    return (*kernel.shape[2:], *places)


def _lines(image, offset, mask, kernel, places):
    lines = torch.zeros((image.shape[0] * kernel.shape[2] * kernel.shape[3], offset.shape[1] * offset.shape[2]), dtype=image.dtype)
    _vision.deform(*_arrays(image, offset, mask, lines), *_geometry(kernel, places))
    return lines


def _product(kernel, lines, groups):
    return torch.bmm(kernel.reshape(groups, kernel.shape[0] // groups, -1), lines.reshape(groups, -1, lines.shape[1])).reshape(kernel.shape[0], -1)


def _check_deform(input, weight, offset, mask, stride, pad, dilation, groups, offset_groups, use_mask):
    """PyTorch's sentences for what does not fit."""
    size, kernel = input.shape[2:], weight.shape[2:]
    out = [(size[i] + 2 * pad[i] - (dilation[i] * (kernel[i] - 1) + 1)) // stride[i] + 1 if stride[i] > 0 else 0 for i in range(2)]
    taps = kernel[0] * kernel[1]
    for ok, text in ((input.dim() == 4, ''), (offset.dim() == 4, ''), (not use_mask or mask.dim() == 4, ''), (weight.dim() == 4, ''),
                     (all(k > 0 for k in kernel), 'weight_h: %d weight_w: %d' % tuple(kernel)), (all(s > 0 for s in stride), 'stride_h: %d stride_w: %d' % stride),
                     (all(p >= 0 for p in pad), 'pad_h: %d pad_w: %d' % pad), (all(d > 0 for d in dilation), 'dil_h: %d dil_w: %d' % dilation),
                     (weight.shape[1] * groups == input.shape[1], ''), (weight.shape[0] % groups == 0, ''),
                     (offset.shape[1] == offset_groups * 2 * taps, 'offset.shape[1] is not valid: got: %d expected: %d' % (offset.shape[1], offset_groups * 2 * taps)),
                     (not use_mask or mask.shape[1] == offset_groups * taps, 'mask.shape[1] is not valid: got: %d expected: %d' % (mask.shape[1], offset_groups * taps)),
                     (input.shape[1] % offset_groups == 0, ''), (offset.shape[0] == input.shape[0], 'invalid batch size of offset'),
                     (tuple(offset.shape[2:]) == tuple(out), 'offset output dims: (%d, %d) - computed output dims: (%d, %d)' % (*offset.shape[2:], *out)),
                     (not use_mask or mask.shape[0] == input.shape[0], 'invalid batch size of mask'),
                     (not use_mask or tuple(mask.shape[2:]) == tuple(out), 'mask output dims: (%d, %d) - computed output dims: (%d, %d)' % (*mask.shape[2:], *out) if use_mask else ''),
                     (all(o > 0 for o in out), 'Calculated output size too small - out_h: %d out_w: %d' % tuple(out))):
        if not ok:
            raise RuntimeError(text or 'deform_conv2d: tensors of four dimensions, and channels that the groups divide')


def deform_conv2d(input, weight, offset, mask, bias, stride_h, stride_w, pad_h, pad_w, dilation_h, dilation_w, groups, offset_groups, use_mask):
    _check_deform(input, weight, offset, mask, (stride_h, stride_w), (pad_h, pad_w), (dilation_h, dilation_w), groups, offset_groups, use_mask)
    places = stride_h, stride_w, pad_h, pad_w, dilation_h, dilation_w, offset_groups
    return _Deform.apply(input, weight, offset, mask if use_mask else None, bias, places, groups)


def _cuda_version():
    """No version of CUDA: these kernels are perch's own."""
    return -1


_REGION = 'Tensor input, Tensor rois, float spatial_scale, int pooled_height, int pooled_width'
for _function, _schema in ((nms, '(Tensor dets, Tensor scores, float iou_threshold) -> Tensor'), (roi_align, '(%s, int sampling_ratio, bool aligned) -> Tensor' % _REGION),
                           (roi_pool, '(%s) -> (Tensor, Tensor)' % _REGION), (ps_roi_align, '(%s, int sampling_ratio) -> (Tensor, Tensor)' % _REGION),
                           (ps_roi_pool, '(%s) -> (Tensor, Tensor)' % _REGION), (_cuda_version, '() -> int _0'),
                           (deform_conv2d, '(Tensor input, Tensor weight, Tensor offset, Tensor mask, Tensor bias, int stride_h, int stride_w, int pad_h, int pad_w, int dilation_h, '
                                           'int dilation_w, int groups, int offset_groups, bool use_mask) -> Tensor')):
    _ops.define('torchvision', _function.__name__ + _schema)
    _ops.implement('torchvision', _function.__name__, _function, 'CompositeImplicitAutograd')
