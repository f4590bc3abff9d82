"""Losses and distances as functions: what torch.nn.functional shows of them."""
from _torch import _c_name, _says, fits
import math
import warnings

import _tensor
import _torch
from _torch import logsigmoid, plain_cross_entropy
from .._functions._shared import BOOL
from .._functions.facts import can_cast, promote_types, result_type, type_name as _word
from .._functions.parts import broadcast_tensors
from .._functions.statistics import lengths
from ..amp.autocast_mode import forbid, in_float32
from .._torch_args import cpu_lacks, drawn, looked_at, need_tensor, same_places

Tensor = _tensor.Tensor
_op = _tensor.op
_TORCH = 1


def _word_of_reduction(size_average, reduce, reduction):
    if size_average is None and reduce is None:
        if reduction not in ('none', 'mean', 'sum'):
            raise ValueError(_says("REDUCTION_UNKNOWN", reduction))
        return reduction
    from .modules.loss import _reduction
    return _reduction(size_average, reduce, reduction)


def _reduced(loss, reduction):
    if reduction not in ('none', 'mean', 'sum'):
        raise ValueError(_says("REDUCTION_UNKNOWN", reduction))
    return loss if reduction == 'none' else loss.sum() if reduction == 'sum' else loss.mean()


_named = _tensor.name_node


def _weighed(loss, weight, input, reduction, by_weights=True):
    """PyTorch 2's weight of each element; a mean is one of the weights, or (by_weights=False) of the elements."""
    if weight.size() != input.size():
        raise ValueError('Weights and input must have the same size.')
    total = _reduced(loss * weight, 'sum' if reduction == 'mean' and by_weights else reduction)
    return total / weight.sum() if reduction == 'mean' and by_weights else total


def _warn_sizes(input, target):
    if target.size() != input.size():
        broadcast_tensors(input, target)
        warnings.warn('Using a target size ({}) that is different to the input size ({}). This will likely lead to incorrect results due to broadcasting. '
                      'Please ensure they have the same size.'.format(target.size(), input.size()), stacklevel=3)


def _met(kernel, kinds, input, target):
    """Elementwise kernels are asked for the dtype of both, once their shapes fit."""
    if input.dtype is target.dtype and input.shape == target.shape or input.is_cuda or target.is_cuda:
        both = input
    else:
        both = _torch.empty(0, dtype=result_type(*broadcast_tensors(input, target)))
    cpu_lacks(kernel, kinds, both)


def _apart(input, target):
    """input - target; a bool beside another dtype counts as a number of that."""
    if input.dtype is not target.dtype and (input.dtype is BOOL or target.dtype is BOOL):
        both = result_type(input, target)
        input, target = input.to(both), target.to(both)
    return input - target


def _from(number, input):
    """number - input, where the number is of the input's dtype."""
    return _torch.full_like(input, number) - input


def _need_castable(dtype, to):
    if not can_cast(dtype, to.dtype):
        raise drawn(RuntimeError(_says("CANNOT_CAST", _word(_torch.empty(0, dtype=dtype)), _word(to))), 'P0301', to)


def mse_loss(input, target, size_average=None, reduce=None, reduction='mean', weight=None):
    input, target = in_float32(input, target)
    _warn_sizes(input, target)
    reduction = _word_of_reduction(size_average, reduce, reduction)
    _met('mse_cpu', 'BIFC', input, target)
    if weight is not None:
        return _weighed(_named(_apart(input, target).square(), 'MseLossBackward0', input, target), weight, input, reduction)
    return _named(_reduced(_apart(input, target).square(), reduction), 'MseLossBackward0', input, target)


def l1_loss(input, target, size_average=None, reduce=None, reduction='mean', weight=None):
    input, target = in_float32(input, target)
    _warn_sizes(input, target)
    reduction = _word_of_reduction(size_average, reduce, reduction)
    loss = (input - target).abs()
    return _reduced(loss, reduction) if weight is None else _weighed(loss, weight, input, reduction)


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction='mean', beta=1.0):
    input, target = in_float32(input, target)
    _warn_sizes(input, target)
    reduction = _word_of_reduction(size_average, reduce, reduction)
    if beta:
        _met('smooth_l1_cpu', 'BI', input, target)
    if beta < 0.0:
        raise RuntimeError('smooth_l1_loss does not support negative values for beta.')
    if beta == 0.0:
        return _reduced((input - target).abs(), reduction)
    far = _apart(input, target).abs()
    return _named(_reduced(_torch.where3(far < beta, 0.5 * far.square() / beta, far - 0.5 * beta), reduction), 'SmoothL1LossBackward0', input, target)


def huber_loss(input, target, reduction='mean', delta=1.0, weight=None):
    input, target = in_float32(input, target)
    reduction = _word_of_reduction(None, None, reduction)
    same_places('wrapper__huber_loss', self=input, target=target)
    _warn_sizes(input, target)
    if delta <= 0:
        raise RuntimeError('huber_loss does not support non-positive values for delta.')
    _need_castable(result_type(input, target), input)
    _met('huber_cpu', 'BI', input, target)
    far = _apart(input, target).abs()
    loss = _torch.where3(far < delta, 0.5 * far.square(), delta * (far - 0.5 * delta)).to(input.dtype)
    if weight is not None:
        return _weighed(_named(loss, 'HuberLossBackward0', input, target), weight, input, reduction, False)
    return _named(_reduced(loss, reduction), 'HuberLossBackward0', input, target)


def _check_target(input, target):
    if not input.ndim:
        raise drawn(ValueError(_says("LOSS_SCALAR")), 'P0208', input)
    batch, there = input.shape[0], target.shape[0] if target.ndim else 0
    if input.ndim > 1 and there != batch:
        raise drawn(ValueError(_says("TARGET_BATCH", batch, there)), 'P0202', input, target)


def _check_lines(input, target):
    """Of one or two axes the input has a target a line."""
    if input.ndim > 2:
        return
    if target.ndim > 1:
        raise drawn(RuntimeError(_says("TARGET_MULTI")), 'P0208', input, target)
    if not (input.ndim == 1 and not target.ndim) and input.shape[0] != target.shape[0]:
        raise drawn(RuntimeError('size mismatch (got input: %s, target: %s)' % (list(input.shape), list(target.shape))), 'P0202', input, target)


def cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean', label_smoothing=0.0):
    reduction = _word_of_reduction(size_average, reduce, reduction)
    if weight is None:
        made = plain_cross_entropy(input, target, ignore_index, reduction, label_smoothing)
        if made is not None:
            return made
    fits('cross_entropy_loss', input, target, weight, 0, ignore_index, label_smoothing)
    if isinstance(label_smoothing, Tensor) and not label_smoothing.ndim:
        label_smoothing = label_smoothing.item()
    axis = 0 if input.ndim == 1 else 1
    if target.shape == input.shape:
        if not target.is_floating_point():
            raise drawn(RuntimeError(_says("TARGET_PROBABILITIES", _word(target))), 'P0302', input, target)
    else:
        if input.is_cpu and input.numel() and (not input.is_floating_point() or _word(input) == 'Half'): # (the logarithm of softmax comes first)
            _torch.log_softmax2(input, 0 if input.ndim < 2 else 1, None)
        _check_target(input, target)
        _check_lines(input, target)
        if input.ndim > 2 and target.ndim != input.ndim - 1:
            raise drawn(RuntimeError(_says("TARGET_SPATIAL", target.ndim)), 'P0208', input, target)
        if not input.numel() and input.ndim < 4 and input.is_cpu:
            cpu_lacks('nll_loss_out_frame', 'BIH', input)
        if _word(target) not in ('Long', 'Byte'):
            raise drawn(RuntimeError(_says("TARGET_LONG", _word(target))), 'P0302', input, target)
        _check_classes(input.shape[axis], target, ignore_index)
    _check_weight(input.shape[axis], weight)
    label_smoothing = label_smoothing if label_smoothing > 0 else 0 # (PyTorch takes what is below 0 for none)
    if target.shape == input.shape and target.dtype != input.dtype:
        return _against_chances(input, target, weight, axis, reduction, label_smoothing)
    loss = _op('cross_entropy', _TORCH, (input, target, weight), axis=axis, reduction=reduction, ignore=ignore_index, smoothing=label_smoothing)[0]
    if label_smoothing or target.is_floating_point() or input.ndim > 2:
        _named(loss, 'AddBackward0' if label_smoothing and not target.is_floating_point() else 'DivBackward1' if target.is_floating_point() else 'NllLoss2DBackward0')
    return loss


def _against_chances(input, target, weight, axis, reduction, label_smoothing):
    """Probabilities of another dtype: the logarithms are of the input's own, their products of what the two give together."""
    classes = input.shape[axis]
    if label_smoothing:
        target = target * (1 - label_smoothing) + label_smoothing / classes
    products = _torch.log_softmax2(input, axis, None) * target
    if weight is not None:
        products = products * weight.reshape([-1 if k == axis else 1 for k in range(input.ndim)])
    if reduction == 'none':
        return -products.sum(axis)
    total = -products.sum()
    return total / (input.numel() / classes) if reduction == 'mean' else total


def _check_classes(classes, target, ignore):
    """On the CPU a wrong class is an IndexError; on a GPU the kernel finds it."""
    if not target.is_cpu or not target.numel():
        return
    if _tensor.within(target, 0, classes - 1):
        return
    for t in looked_at(target).flatten().tolist():
        if t != ignore and not 0 <= t < classes:
            raise drawn(IndexError(_says("TARGET_BOUNDS", t)), 'P0601', target, remarks=['labels go from 0 to %d here' % (classes - 1)])


def _check_weight(classes, weight):
    if weight is not None and (weight.ndim > 1 or weight.numel() != classes):
        raise drawn(RuntimeError(_says("LOSS_WEIGHT", classes, str(list(weight.shape))[1:-1])),
                    'P0202', weight)


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean'):
    reduction = _word_of_reduction(size_average, reduce, reduction)
    fits('nll_loss_nd', input, target, weight, 0, ignore_index)
    _check_target(input, target)
    _check_lines(input, target)
    if input.ndim < 4 and input.is_cpu:
        cpu_lacks('nll_loss_out_frame', 'BIH', input)
    if input.ndim > 2 and input.ndim != 4 and (target.ndim != input.ndim - 1 or target.shape[1:] != input.shape[2:]) and target.ndim == 1:
        raise drawn(RuntimeError('Expected target size %s, got %s' % ([input.shape[0], *input.shape[2:]], list(target.shape))), 'P0202', input, target)
    axis = 0 if input.ndim == 1 else 1
    if weight is not None and weight.dtype is not input.dtype and weight.shape == input.shape[axis:axis + 1]:
        raise drawn(RuntimeError(_says("EXPECTED_TYPE", _word(input), _word(weight))), 'P0301', input, weight)
    if _word(target) not in ('Long', 'Byte'):
        raise drawn(RuntimeError(_says("TARGET_LONG", _word(target))), 'P0302', input, target)
    _check_classes(input.shape[axis], target, ignore_index)
    _check_weight(input.shape[axis], weight)
    return _op('nll', _TORCH, (input, target, weight), axis=axis, reduction=reduction, ignore=ignore_index)


def kl_div(input, target, size_average=None, reduce=None, reduction='mean', log_target=False):
    if reduction != 'batchmean':
        _word_of_reduction(size_average, reduce, reduction)
    input, target = in_float32(input, target)
    if not target.is_floating_point() or not input.is_floating_point():
        raise RuntimeError('kl_div: Integral inputs not supported.')
    same_places(None, input=input, target=target)
    if reduction == 'mean' and size_average is None and reduce is None:
        warnings.warn("reduction: 'mean' divides the total loss by both the batch size and the support size."
                      "'batchmean' divides only by the batch size, and aligns with the KL div math definition."
                      "'mean' will be changed to behave the same as 'batchmean' in the next major release.", stacklevel=2)
    if log_target:
        loss = target.exp() * (target - input)
    else:           # 0 log 0 is 0
        loss = _torch.where3(target == 0, _torch.zeros_like(target), target * _torch.log(_torch.where3(target == 0, _torch.ones_like(target), target))) - target * input
    if reduction == 'batchmean':
        return loss.sum() / input.shape[0] if input.ndim else loss.sum()
    return _reduced(loss, _word_of_reduction(size_average, reduce, reduction))


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction='mean'):
    forbid(input, target)
    input, target, weight = in_float32(input, target, weight, gpu=False)
    same_places(None, input=input, target=target, weight=weight)
    reduction = _word_of_reduction(size_average, reduce, reduction)
    if target.size() != input.size():
        raise drawn(ValueError('Using a target size ({}) that is different to the input size ({}) is deprecated. Please ensure they have the same size.'
                               .format(target.size(), input.size())), 'P0202', input, target)
    if target.dtype is not input.dtype and input.is_cpu:
        raise drawn(RuntimeError('Found dtype %s but expected %s' % (_word(target), _word(input))), 'P0301', input, target)
    cpu_lacks('binary_cross_entropy', 'BIHFC', input)
    if input.numel() and input.is_cpu and not _tensor.within(input, 0, 1):
        raise RuntimeError('all elements of input should be between 0 and 1')
    if target.dtype is not input.dtype:
        raise drawn(RuntimeError('Found dtype %s but expected %s' % (_word(target), _word(input))), 'P0301', input, target)
    loss = -(target * input.log().clamp_min(-100) + (1 - target) * _torch.log1p(-input).clamp_min(-100))
    return _named(_reduced(loss if weight is None else (loss * weight).to(loss.dtype), reduction), 'BinaryCrossEntropyBackward0', input, target)


def binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None, reduction='mean', pos_weight=None):
    input, target, weight, pos_weight = in_float32(input, target, weight, pos_weight)
    same_places(None, input=input, target=target, weight=weight, pos_weight=pos_weight)
    reduction = _word_of_reduction(size_average, reduce, reduction)
    if target.size() != input.size():
        raise drawn(ValueError('Target size ({}) must be the same as input size ({})'.format(target.size(), input.size())), 'P0202', input, target)
    against = -input
    if input.is_cpu:
        cpu_lacks('clamp_min_cpu', 'BH', input)
    loss = _from(1, target)                      # (each step is written into this one, of the target's dtype)
    both = result_type(input, target)
    _need_castable(both, target)
    loss = (loss * input).to(target.dtype)
    if not input.is_floating_point():
        _need_castable(result_type(input, 1.0), input)
    more = _torch.softplus(against, 1, 20)
    loss = (loss + (more if pos_weight is None else ((pos_weight - 1) * target + 1) * more)).to(target.dtype)
    if weight is not None:
        loss = (loss * weight).to(target.dtype)
    return _named(_reduced(loss, reduction), 'BinaryCrossEntropyWithLogitsBackward0', input, target)


def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-08, reduce=None, reduction='mean'):
    input, target = in_float32(input, target)
    if size_average is None and reduce is None and reduction not in ('none', 'mean', 'sum'):
        raise ValueError('%s is not valid' % reduction)
    loss = input.exp() - target * input if log_input else input - target * (input + eps).log()
    if full:
        more = target * target.log() - target + 0.5 * (2 * math.pi * target).log()
        loss = loss + _torch.where3(target > 1, more, _torch.zeros_like(more))
    return _reduced(loss, _word_of_reduction(size_average, reduce, reduction))


def gaussian_nll_loss(input, target, var, full=False, eps=1e-06, reduction='mean'):
    if reduction != 'none' and reduction != 'mean' and reduction != 'sum':
        raise ValueError(reduction + ' is not valid')
    if var.size() != input.size():
        if input.size()[:-1] == var.size():
            var = var.unsqueeze(-1)
        elif not (input.size()[:-1] == var.size()[:-1] and var.size(-1) == 1):
            raise ValueError('var is of incorrect size')
    if (looked_at(var) < 0).any():
        raise ValueError('var has negative entry/entries')
    if not var.is_floating_point():
        raise RuntimeError(_says("CANNOT_CAST", _word(_torch.empty(0, dtype=result_type(var, 1.0))), _c_name(var)))
    var = var.detach().clamp_min(eps) + (var - var.detach())
    loss = 0.5 * (var.log() + (input - target).square() / var)
    return _reduced(loss + 0.5 * math.log(2 * math.pi) if full else loss, reduction)


def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction='mean'):
    input, target = in_float32(input, target)
    far = _torch.where3(target != 1, _from(margin, input).clamp_min(0), _torch.zeros_like(input))      # (a target that is neither counts on both sides)
    near = _torch.where3(target != -1, input, _torch.zeros_like(input))
    return _reduced(near + far, _word_of_reduction(size_average, reduce, reduction))


def soft_margin_loss(input, target, size_average=None, reduce=None, reduction='mean'):
    input, target = in_float32(input, target)
    reduction = _word_of_reduction(size_average, reduce, reduction)
    against = -input                             # (each step is written into this one)
    shape = broadcast_tensors(input, target)[0].shape
    if shape != input.shape:
        raise RuntimeError(_says("OUT_SHAPE", list(input.shape), list(shape)))
    _need_castable(result_type(input, target), input)
    _need_castable(result_type(input, 1.0), input)
    return _named(_reduced(_torch.log(1 + (against * target).exp()), reduction), 'SoftMarginLossBackward0')


def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction='mean'):
    loss = -(target * logsigmoid(input) + (1 - target) * logsigmoid(-input))
    return _reduced((loss if weight is None else loss * weight).mean(-1), _word_of_reduction(size_average, reduce, reduction))


def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction='mean'):
    input1, input2, target = in_float32(input1, input2, target)
    if target.ndim == 1 and not (input1.ndim == input2.ndim == 2):
        raise RuntimeError('1D target tensor expects 2D input tensors, but found inputs with sizes %s and %s.' % (list(input1.shape), list(input2.shape)))
    if target.ndim == 0 and not (input1.ndim == input2.ndim == 1):
        raise RuntimeError('0D target tensor expects 1D input tensors, but found inputs with sizes %s and %s.' % (list(input1.shape), list(input2.shape)))
    least = 1e-12                                                           # keeps a row of zeros from dividing by nothing
    length = ((input1.square().sum(-1) + least) * (input2.square().sum(-1) + least)).sqrt()
    cos = (input1 * input2).sum(-1) / length
    none = _torch.zeros_like(cos)
    loss = _torch.where3(target == 1, 1 - cos, none) + _torch.where3(target == -1, (cos - margin).clamp_min(0), none)
    return _reduced(loss, _word_of_reduction(size_average, reduce, reduction))


def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction='mean'):
    input1, input2, target = in_float32(input1, input2, target)
    if not input1.ndim == input2.ndim == target.ndim:
        raise RuntimeError('margin_ranking_loss : All input tensors should have same dimension but got sizes: input1: %s, input2: %s, target: %s ' % (input1.size(), input2.size(), target.size()))
    return _reduced((-target * (input1 - input2) + margin).clamp_min(0), _word_of_reduction(size_average, reduce, reduction))


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-06, swap=False, size_average=None, reduce=None, reduction='mean'):
    anchor, positive, negative = in_float32(anchor, positive, negative)
    if not anchor.ndim == positive.ndim == negative.ndim:
        raise RuntimeError('All inputs should have same dimension but got %dD, %dD and %dD inputs.' % (anchor.ndim, positive.ndim, negative.ndim))
    near, far = pairwise_distance(anchor, positive, p, eps), pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = _torch.minimum(far, pairwise_distance(positive, negative, p, eps))
    return _reduced((margin + near - far).clamp_min(0), _word_of_reduction(size_average, reduce, reduction))


def _need_rows(input):
    if input.ndim > 2 or 0 in input.shape[1:] or input.ndim == 1 and not input.shape[0]:
        raise drawn(RuntimeError('Expected non-empty vector or matrix with optional 0-dim batch size, but got: %s' % list(input.shape)), 'P0208', input)


def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction='mean'):
    """How far each wrong class comes near the right one."""
    reduction = _word_of_reduction(size_average, reduce, reduction)
    size_average = reduce = None
    input, weight = in_float32(input, weight)
    same_places('wrapper__multi_margin_loss', self=input, target=target, weight=weight)
    if p not in (1, 2):
        raise ValueError('only p == 1 and p == 2 supported')
    _need_rows(input)
    x = input if input.ndim > 1 else input.reshape(1, -1)
    if target.ndim > 1 or target.numel() != x.shape[0]:
        raise drawn(RuntimeError('inconsistent target size, got: %s' % list(target.shape)), 'P0202', input, target)
    cpu_lacks('multi_margin_loss_cpu_kernel', 'BIHFC', input)
    if _word(target) != 'Long':
        raise drawn(RuntimeError(_says("EXPECTED_TYPE", 'Long', _word(target))), 'P0302', input, target)
    if target.is_cpu and target.numel() and not _tensor.within(target, 0, x.shape[1] - 1):
        raise drawn(RuntimeError('target out of range'), 'P0601', target)
    at = target.reshape(-1, 1)
    near = (margin - x.gather(1, at) + x).clamp_min(0)
    if p == 2:
        near = near.square()
    if weight is not None:
        near = near * weight[at]
    near = near.scatter(1, at, 0.0)
    loss = near.sum(1) / x.shape[1]
    return _named(_reduced(loss if input.ndim > 1 else loss[0], _word_of_reduction(size_average, reduce, reduction)), 'MultiMarginLossBackward0')


def multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction='mean'):
    """The target lists the right classes, then -1."""
    input, target = in_float32(input, target)
    reduction = _word_of_reduction(size_average, reduce, reduction)
    size_average = reduce = None
    _need_rows(input)
    if target.shape != input.shape:
        raise RuntimeError("inconsistent size %s for argument #2 'target'" % list(target.shape))
    rows, labels = (input, target) if input.ndim > 1 else (input.reshape(1, -1), target.reshape(1, -1))
    if target.numel() and not target.is_meta and not _tensor.within(target, -1, rows.shape[1] - 1):
        raise drawn(RuntimeError("argument #2 'target' is out of range"), 'P0601', target)
    cpu_lacks('multilabel_margin_loss_forward_out_frame', 'BIHFC', input)
    if _word(target) != 'Long':
        raise drawn(RuntimeError(_says("EXPECTED_TYPE", 'Long', _word(target))), 'P0302', input, target)
    losses = []
    for row, wanted in zip(rows, labels.tolist()):
        right = wanted[:wanted.index(-1)] if -1 in wanted else wanted
        wrong = [i for i in range(row.shape[0]) if i not in right]
        if right and wrong:
            losses.append((1 - row[right].unsqueeze(1) + row[wrong].unsqueeze(0)).clamp_min(0).sum() / row.shape[0])
        else:
            losses.append(row.sum() * 0)
    loss = _torch.stack(losses)
    return _named(_reduced(loss if input.ndim > 1 else loss[0], _word_of_reduction(size_average, reduce, reduction)), 'MultilabelMarginLossBackward0')


def triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False, reduction='mean'):
    far_of = pairwise_distance if distance_function is None else distance_function
    near, far = far_of(anchor, positive), far_of(anchor, negative)
    if swap:
        far = _torch.minimum(far, far_of(positive, negative))
    return _reduced((near - far + margin).clamp_min(0), reduction)


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction='mean', zero_infinity=False):
    """Minus the logarithm of the probability that the steps, with repeats and blanks taken out, read as the targets; a step of all alignments at a time."""
    log_probs, = in_float32(log_probs)
    steps = log_probs if log_probs.ndim == 3 else log_probs.unsqueeze(1)
    lengths = [int(n) for n in (input_lengths.reshape(-1).tolist() if isinstance(input_lengths, Tensor) else [input_lengths] if isinstance(input_lengths, int) else input_lengths)]
    sizes = [int(n) for n in (target_lengths.reshape(-1).tolist() if isinstance(target_lengths, Tensor) else [target_lengths] if isinstance(target_lengths, int) else target_lengths)]
    for word, given in (('input_lengths', input_lengths), ('target_lengths', target_lengths)):
        if isinstance(given, Tensor) and (given.is_floating_point() or given.dtype is BOOL):
            raise RuntimeError('%s must be integral' % word)
    if not -1 < blank < steps.shape[2]:
        raise RuntimeError('blank must be in label range')
    if reduction not in ('none', 'mean', 'sum'):
        raise ValueError(_says("REDUCTION_UNKNOWN", reduction))
    cpu_lacks('ctc_loss_cpu', 'BIHFC', steps)
    for word, given in (('input_lengths', lengths), ('target_lengths', sizes)):
        if len(given) != steps.shape[1]:
            raise RuntimeError('%s must be of size batch_size' % word)
    if targets.ndim == 2 and sizes and max(sizes) > targets.shape[1]:
        raise RuntimeError("Expected tensor to have size at least %d at dimension 1, but got size %d for argument #2 'targets' (while checking arguments for ctc_loss_%s)"
                           % (max(sizes), targets.shape[1], 'gpu' if steps.is_cuda else 'cpu'))
    if lengths and max(lengths) > steps.shape[0]:
        raise RuntimeError('Expected input_lengths to have value at most %d, but got value %d (while checking arguments for ctc_loss_%s)' % (steps.shape[0], max(lengths), 'gpu' if steps.is_cuda else 'cpu'))
    never = -float('inf')
    losses, at = [], 0
    for i, (length, size) in enumerate(zip(lengths, sizes)):
        if targets.ndim == 2:
            wanted = [int(label) for label in targets[i, :size].tolist()]
        else:
            wanted = targets[at:at + size].tolist()
            at += size
        row = [blank]
        for label in wanted:
            row += [label, blank]
        n = len(row)
        labels = _torch.tensor(row, device=steps.device)
        jumps = _torch.tensor([s >= 2 and row[s] != row[s - 2] for s in range(n)], device=steps.device)
        first = _torch.tensor([s < 2 for s in range(n)], device=steps.device)
        none = steps.new_full((n,), never)
        alpha = _torch.where3(first, steps[0, i][labels], none)
        for t in range(1, length):
            one = _torch.cat([none[:1], alpha[:-1]])
            two = _torch.where3(jumps, _torch.cat([none[:2], alpha[:-2]])[:n], none)
            paths = _torch.stack([alpha, one, two])
            top = paths.detach().max(0)[0]
            top = _torch.where3(top == never, _torch.zeros_like(top), top)
            total = (paths - top).exp().sum(0)
            dead = total == 0
            step = steps[t, i][labels]
            if t == length - 1 and wanted and wanted[-1] == blank and steps.is_cpu: # (PyTorch's gradient forgets one of the two ends there)
                step = _torch.cat([step[:-1], step[-1:].detach()])
            alpha = _torch.where3(dead, none, _torch.log(_torch.where3(dead, _torch.ones_like(total), total)) + top) + step
        loss = -_torch.logsumexp(alpha[-2:], 0)
        if zero_infinity and loss.item() == -never:
            losses.append(_torch.zeros_like(loss))
            continue
        if loss.item() == -never: # no alignment: infinite, and its gradient nan, which passes through where's other side
            losses.append(_torch.where3(_torch.ones_like(loss) > 0, loss.detach(), steps[:length, i].sum() * float('nan')))
            continue
        likely = steps[:length, i].exp() # (PyTorch's gradient is that of what log_softmax was taken of, whatever the operand is)
        losses.append(loss + (likely - likely.detach()).sum())
    loss = _torch.stack(losses)
    if reduction == 'mean':
        return (loss / _torch.tensor([max(n, 1) for n in sizes], dtype=loss.dtype, device=loss.device)).mean()
    loss = loss if log_probs.ndim == 3 else loss[0]
    return loss.sum() if reduction == 'sum' else loss


def pdist(input, p=2.0):
    """The distances of all pairs of rows."""
    if p < 0:
        raise RuntimeError('pdist only supports non-negative p values')
    input, = in_float32(input, cpu=False)
    if input.ndim != 2:
        raise RuntimeError('pdist only supports 2D tensors, got: %dD' % input.ndim)
    if not input.is_floating_point():
        raise RuntimeError('pdist only supports floating-point dtypes')
    n = input.shape[0]
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]
    if not pairs:
        return input.new_empty(0)
    first, second = (_torch.tensor(part, device=input.device) for part in zip(*pairs))
    apart = input[first] - input[second]
    if p != float('inf'):
        return lengths(apart, p, 1)
    sizes = apart.abs()
    longest = sizes.detach().max(1)[0]
    made = (sizes * (sizes.detach() == longest.unsqueeze(1)).to(sizes.dtype)).sum(1) # (each of several longest gets the whole gradient, where norm shares it)
    return made - made.detach() + longest


def cosine_similarity(x1, x2, dim=1, eps=1e-08):
    fits('cosine_similarity', x1, x2, dim, eps)
    x1, x2 = in_float32(x1, x2, cpu=False)
    same_places(None, x1=x1, x2=x2)
    both = result_type(x1, x2)
    if not both.is_floating_point:
        raise RuntimeError('expected common dtype to be floating point, yet common dtype is %s' % _word(_torch.empty(0, dtype=both)))
    if not x1.is_cuda:
        cpu_lacks('clamp_min_cpu', 'H', x1)
        cpu_lacks('clamp_min_cpu', 'H', x2)
    x1, x2 = broadcast_tensors(x1.to(both), x2.to(both))
    return (x1 / x1.norm(2, dim, keepdim=True).clamp_min(eps) * (x2 / x2.norm(2, dim, keepdim=True).clamp_min(eps))).sum(dim)


def pairwise_distance(x1, x2, p=2.0, eps=1e-06, keepdim=False):
    same_places(None, x1=x1, x2=x2)
    return (x1 - x2 + eps).norm(p, -1, keepdim=keepdim)


def bilinear(input1, input2, weight, bias=None):
    if input1.ndim != input2.ndim:
        raise RuntimeError('bilinear(): input dimensions do not match: got %d and %d' % (input1.ndim, input2.ndim))
    for i in range(input1.ndim - 1):
        if input1.shape[i] != input2.shape[i]:
            raise RuntimeError('bilinear(): input batch dimensions do not match at dim %d: got %d and %d' % (i, input1.shape[i], input2.shape[i]))
    for i, t in enumerate((input1, input2), 1):
        if weight.ndim > i and t.shape[-1] != weight.shape[i]:
            raise RuntimeError('bilinear(): input%d size does not match weight size: got %d but expected %d' % (i, t.shape[-1], weight.shape[i]))
    made = _op('einsum', _TORCH, (input1.reshape(-1, input1.shape[-1]), weight, input2.reshape(-1, input2.shape[-1])), equation='bi,oij,bj->bo')
    made = made.reshape(list(input1.shape[:-1]) + [weight.shape[0]])
    return made if bias is None else made + bias
