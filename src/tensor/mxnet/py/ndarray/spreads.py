"""Means and deviations that normalizing operators show beside what they normed (output_mean_var) or hide."""

def spread(x, axes, eps, keepdims=False):
    """Mean and standard deviation (with eps under its root) along axes."""
    mean = x.mean(axis=axes, keepdims=True)
    deviation = (((x - mean) ** 2).mean(axis=axes, keepdims=True) + eps) ** 0.5
    if keepdims:
        return [mean, deviation]
    rest = tuple(size for i, size in enumerate(x.shape) if i not in axes) or (1,)
    return [mean.reshape(rest), deviation.reshape(rest)]


def layer(x, axis=-1, eps=1e-5):
    return spread(x, (axis % x.ndim,), eps, True)


def group(x, groups=1, eps=1e-5):
    return spread(x.reshape((x.shape[0], groups, -1)), (2,), eps)


def batch(x, axis=1, eps=1e-3):
    """Of each channel; the second is one over the deviation."""
    mean, deviation = spread(x, tuple(i for i in range(x.ndim) if i != axis % x.ndim), eps)
    return [mean, 1 / deviation]


def instance(x, eps=1e-3):
    mean, deviation = spread(x, tuple(range(2, x.ndim)), eps)
    return [mean, 1 / deviation]


def length(x, mode='instance', eps=1e-10):
    """What L2Normalization divides by."""
    axes = {'instance': tuple(range(1, x.ndim)), 'channel': (1,), 'spatial': tuple(range(2, x.ndim))}[mode]
    return [((x * x).sum(axis=axes) + eps) ** 0.5]


def layer_norm(made, x, axis, eps):
    """mx.nd.LayerNorm(output_mean_var=True)."""
    return [made, *layer(x, axis, eps)]
