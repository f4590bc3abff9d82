"""Outputs of networks whose gradient is a loss's: what comes back from behind them does not count."""
import _mxnet
from ..autograd import Function
from ..base import MXNetError
from .outs import _into


class _Loss(Function):
    """forward(x) is shown, backward(result, x) is x's gradient."""

    def __init__(self, shown, gradient):
        super().__init__()
        self._shown, self._gradient = shown, gradient

    def forward(self, x):
        result = self._shown(x)
        self.save_for_backward(x, result)
        return result

    def backward(self, _):
        x, result = self.saved_tensors
        return self._gradient(x, result)


def _regression(name, forward, backward):
    def run(data, label, grad_scale=1.0, out=None, name=None):
        if label.size != data.size:
            raise MXNetError(f"Check failed: Shape inconsistent, Provided = [{','.join(map(str, label.shape))}], inferred shape=[{','.join(map(str, data.shape))}]")
        scale = grad_scale * data.shape[0] / data.size if data.size else grad_scale
        return _into(_Loss(forward, lambda x, result: backward(result, label.reshape(result.shape)) * scale)(data), out)
    run.__name__ = run.__qualname__ = name
    return run


LinearRegressionOutput = _regression('LinearRegressionOutput', lambda x: x.copy(), lambda a, b: a - b)
LogisticRegressionOutput = _regression('LogisticRegressionOutput', lambda x: x.sigmoid(), lambda a, b: a - b)
MAERegressionOutput = _regression('MAERegressionOutput', lambda x: x.copy(), lambda a, b: (a - b).sign())


def SVMOutput(data, label, margin=1.0, regularization_coefficient=1.0, use_linear=False, out=None, name=None):
    """The data; its gradient is that of a hinge loss, squared unless use_linear."""
    def gradient(x, _):
        mine = _mxnet.one_hot(label.reshape((-1,)), x.shape[1])
        signed = mine * 2 - 1
        gap = margin - signed * x
        inside = gap > 0
        return -signed * inside * regularization_coefficient * (1 if use_linear else 2 * gap)
    return _into(_Loss(lambda x: x.copy(), gradient)(data), out)


def MakeLoss(data, grad_scale=1.0, valid_thresh=0.0, normalization='null', out=None, name=None):
    """The data as a loss: its gradient is grad_scale, over the batch's size or the number of values above valid_thresh where normalization says so."""
    def gradient(x, _):
        scale = grad_scale
        if normalization == 'batch':
            scale = grad_scale / x.shape[0]
        elif normalization == 'valid':
            scale = grad_scale / max(float((x > valid_thresh).sum().asscalar()), 1.0)
        return _mxnet.ones_like(x) * scale
    return _into(_Loss(lambda x: x.copy(), gradient)(data), out)


make_loss = MakeLoss
