"""Losses: one number for each example of the batch."""
from .. import ndarray as nd
from ..base import MXNetError
from .block import HybridBlock


def _apply_weighting(F, loss, weight=None, sample_weight=None):
    if sample_weight is not None:
        loss = F.broadcast_mul(loss, sample_weight)
    if weight is not None:
        if not isinstance(weight, (int, float)):
            raise AssertionError('weight must be a number')
        loss = loss * weight
    return loss


def _reshape_like(F, x, y):
    if F is not nd:
        return F.reshape_like(x, y)
    return x if x.shape == y.shape else x.reshape(y.shape)


class Loss(HybridBlock):
    """The base class: weight for all, sample_weight for each example."""

    def __init__(self, weight, batch_axis, **kwargs):
        super().__init__(**kwargs)
        self._weight = weight
        self._batch_axis = batch_axis

    def __repr__(self):
        return f'{self.__class__.__name__}(batch_axis={self._batch_axis}, w={self._weight})'

    def _mean(self, F, loss):
        return F.mean(loss, axis=self._batch_axis, exclude=True)

    def hybrid_forward(self, F, x, *args, **kwargs):
        raise NotImplementedError


class L2Loss(Loss):
    """weight / 2 * (label - pred)²"""

    def __init__(self, weight=1., batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        loss = F.square(_reshape_like(F, label, pred) - pred)
        return self._mean(F, _apply_weighting(F, loss, self._weight / 2, sample_weight))


class L1Loss(Loss):
    """|label - pred|"""

    def __init__(self, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        loss = F.abs(_reshape_like(F, label, pred) - pred)
        return self._mean(F, _apply_weighting(F, loss, self._weight, sample_weight))


def _softplus_of_minus_abs(F, x):
    return F.Activation(-F.abs(x), act_type='softrelu')


class SigmoidBinaryCrossEntropyLoss(Loss):
    """Cross entropy of labels 0 and 1; pred is before the sigmoid unless from_sigmoid."""

    def __init__(self, from_sigmoid=False, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._from_sigmoid = from_sigmoid

    def hybrid_forward(self, F, pred, label, sample_weight=None, pos_weight=None):
        label = _reshape_like(F, label, pred)
        if not self._from_sigmoid:
            if pos_weight is None:
                loss = F.relu(pred) - pred * label + _softplus_of_minus_abs(F, pred)
            else:
                more = 1 + F.broadcast_mul(pos_weight - 1, label)
                loss = pred - pred * label + more * (_softplus_of_minus_abs(F, pred) + F.relu(-pred))
        else:
            eps = 1e-12
            first = F.log(pred + eps) * label
            if pos_weight is not None:
                first = F.broadcast_mul(first, pos_weight)
            loss = -(first + F.log(1. - pred + eps) * (1. - label))
        return self._mean(F, _apply_weighting(F, loss, self._weight, sample_weight))


SigmoidBCELoss = SigmoidBinaryCrossEntropyLoss


class SoftmaxCrossEntropyLoss(Loss):
    """Minus the log softmax at the label; sparse_label: labels are class numbers."""

    def __init__(self, axis=-1, sparse_label=True, from_logits=False, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._axis = axis
        self._sparse_label = sparse_label
        self._from_logits = from_logits

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        along = dict(axis=self._axis, keepdims=True)
        logs = pred if self._from_logits else F.log_softmax(pred, self._axis)
        hits = F.pick(logs, label, **along) if self._sparse_label else F.sum(logs * _reshape_like(F, label, logs), **along)
        return self._mean(F, _apply_weighting(F, -hits, self._weight, sample_weight))


SoftmaxCELoss = SoftmaxCrossEntropyLoss


class KLDivLoss(Loss):
    """label * (log(label) - pred)"""

    def __init__(self, from_logits=True, axis=-1, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._from_logits = from_logits
        self._axis = axis

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        logs = pred if self._from_logits else F.log_softmax(pred, self._axis)
        apart = (F.log(label + 1e-12) - logs) * label
        return F.sum(_apply_weighting(F, apart, self._weight, sample_weight), axis=self._batch_axis, exclude=True)


class HuberLoss(Loss):
    """Quadratic up to rho, linear beyond."""

    def __init__(self, rho=1, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._rho = rho

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        off = F.abs(_reshape_like(F, label, pred) - pred)
        near, far = (0.5 / self._rho) * F.square(off), off - 0.5 * self._rho
        return self._mean(F, _apply_weighting(F, F.where(off > self._rho, far, near), self._weight, sample_weight))


class HingeLoss(Loss):
    """max(0, margin - pred * label), labels -1 and 1."""

    def __init__(self, margin=1, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        loss = F.relu(self._margin - pred * _reshape_like(F, label, pred))
        return self._mean(F, _apply_weighting(F, loss, self._weight, sample_weight))


class SquaredHingeLoss(HingeLoss):
    """The hinge's square."""

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        loss = F.square(F.relu(self._margin - pred * _reshape_like(F, label, pred)))
        return self._mean(F, _apply_weighting(F, loss, self._weight, sample_weight))


class LogisticLoss(Loss):
    """log(1 + exp(-pred * label)), labels -1 and 1, or 0 and 1 with label_format='binary'."""

    def __init__(self, weight=None, batch_axis=0, label_format='signed', **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        if label_format not in ('signed', 'binary'):
            raise ValueError(f'label_format can only be signed or binary, recieved {label_format}.')
        self._label_format = label_format

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        label = _reshape_like(F, label, pred)
        if self._label_format == 'signed':
            label = (label + 1.0) / 2.0
        loss = F.relu(pred) - pred * label + _softplus_of_minus_abs(F, pred)
        return self._mean(F, _apply_weighting(F, loss, self._weight, sample_weight))


class TripletLoss(Loss):
    """pred nearer to positive than to negative, by margin."""

    def __init__(self, margin=1, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F, pred, positive, negative, sample_weight=None):
        positive, negative = _reshape_like(F, positive, pred), _reshape_like(F, negative, pred)
        loss = F.sum(F.square(positive - pred) - F.square(negative - pred), axis=self._batch_axis, exclude=True)
        return _apply_weighting(F, F.relu(loss + self._margin), self._weight, sample_weight)


class PoissonNLLLoss(Loss):
    """The negative log likelihood of counts."""

    def __init__(self, weight=None, from_logits=True, batch_axis=0, compute_full=False, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._from_logits = from_logits
        self._compute_full = compute_full

    def hybrid_forward(self, F, pred, target, sample_weight=None, epsilon=1e-08):
        target = _reshape_like(F, target, pred)
        loss = F.exp(pred) - target * pred if self._from_logits else pred - target * F.log(pred + epsilon)
        if self._compute_full:
            stirling = target * F.log(target) - target + 0.5 * F.log(2 * target * 3.14159265358979)
            loss = loss + stirling * (target > 1)
        return F.mean(_apply_weighting(F, loss, self._weight, sample_weight))


class CosineEmbeddingLoss(Loss):
    """1 - cosine for label 1, max(0, cosine - margin) for -1."""

    def __init__(self, weight=None, batch_axis=0, margin=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F, input1, input2, label, sample_weight=None):
        input1 = _reshape_like(F, input1, input2)
        dot = F.sum(input1 * input2, axis=-1).reshape((-1, 1))
        long = F.norm(input1, axis=-1).reshape((-1, 1)) * F.norm(input2, axis=-1).reshape((-1, 1))
        cosine = dot / F.maximum(long, 1e-12)
        label = label.reshape((-1, 1))
        loss = F.where(label == 1, 1 - cosine, F.clip(cosine - self._margin, 0, 1 - self._margin))
        return _apply_weighting(F, loss, self._weight, sample_weight)


class CTCLoss(Loss):
    """Minus the logarithm of the probability that the steps, with repeats and blanks (the last class) taken out, read as the labels, which end at -1."""

    def __init__(self, layout='NTC', label_layout='NT', weight=None, **kwargs):
        if layout not in ('NTC', 'TNC'):
            raise AssertionError("Only 'NTC' and 'TNC' layouts for pred are supported. Got: %s" % layout)
        if label_layout not in ('NT', 'TN'):
            raise AssertionError("Only 'NT' and 'TN' layouts for label are supported. Got: %s" % label_layout)
        self._layout, self._label_layout = layout, label_layout
        super().__init__(weight, label_layout.find('N'), **kwargs)

    def hybrid_forward(self, F, pred, label, pred_lengths=None, label_lengths=None, sample_weight=None):
        pred = F.log_softmax(F.swapaxes(pred, 0, 1) if self._layout == 'NTC' else pred, axis=-1)
        labels = (F.swapaxes(label, 0, 1) if self._label_layout == 'TN' else label).asnumpy().astype(int).tolist()
        steps, batch, classes = pred.shape
        if len(labels) != batch:
            raise MXNetError('MXNetError: Check failed: dshape[1] == lshape[0] (%d vs. %d) : The batch size for the labels and data arrays must be the same. ' % (batch, len(labels)))
        if labels and len(labels[0]) > steps:
            raise MXNetError('MXNetError: Check failed: dshape[0] >= lshape[1] (%d vs. %d) : The max number of labels cannot exceed the maximum sequence length of the data. '
                             % (steps, len(labels[0])))
        lengths = [steps] * batch if pred_lengths is None else [int(n) for n in pred_lengths.asnumpy().tolist()]
        sizes = [None] * batch if label_lengths is None else [int(n) for n in label_lengths.asnumpy().tolist()]
        losses = []
        for i, row in enumerate(labels):
            size = sizes[i] if sizes[i] is not None else row.index(-1) if -1 in row else len(row)
            losses.append(_ctc(F, pred[:lengths[i], i], row[:size], classes - 1))
        return _apply_weighting(F, F.concat(*losses, dim=0), self._weight, sample_weight)


def _ctc(F, logs, labels, blank):
    """The loss (1,) of one example, logs (steps, classes): a step of all alignments at a time, of which NEVER is none."""
    NEVER = -1e30
    row = [blank]
    for label in labels:
        row += [label, blank]
    n, ctx = len(row), logs.context
    chosen = F.array(row, ctx=ctx)
    none = F.full((2,), NEVER, ctx=ctx)
    jumps = F.array([0 if s >= 2 and row[s] != blank and row[s] != row[s - 2] else NEVER for s in range(n)], ctx=ctx)
    alpha = F.take(logs[0], chosen) + F.array([0 if s < 2 else NEVER for s in range(n)], ctx=ctx)
    for t in range(1, logs.shape[0]):
        before = F.concat(none, alpha, dim=0)
        paths = F.stack(alpha, before[1:n + 1], before[:n] + jumps)
        top = F.max(paths, axis=0).detach()
        alpha = F.log(F.sum(F.exp(F.broadcast_sub(paths, F.expand_dims(top, 0))), axis=0)) + top + F.take(logs[t], chosen)
    ends = alpha[-2:]
    top = F.max(ends, axis=0).detach()
    if F.max(top).asscalar() < NEVER / 2: # no alignment: 0, as MXNet has it
        return F.sum(logs * 0, keepdims=True).reshape((1,))
    return -(F.log(F.sum(F.exp(F.broadcast_sub(ends, top)), axis=0, keepdims=True)) + top)


class SDMLLoss(Loss):
    """Row i of the one batch nearest to row i of the other: the divergence of softmax(-distances²) from a smoothed identity."""

    def __init__(self, smoothing_parameter=0.3, weight=1., batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self.kl_loss = KLDivLoss(from_logits=True)
        self.smoothing_parameter = smoothing_parameter

    def hybrid_forward(self, F, x1, x2):
        if x1.shape != x2.shape:
            raise AssertionError
        n = x1.shape[0]
        apart = F.sum(F.square(F.broadcast_sub(F.expand_dims(x1, 1), F.expand_dims(x2, 0))), axis=2)
        same = F.eye(n, ctx=x1.context)
        wanted = same * (1 - self.smoothing_parameter) + (1 - same) * self.smoothing_parameter / (n - 1)
        return self.kl_loss(F.log_softmax(-apart, axis=1), wanted)
