"""How players tell numbers: short texts that a difference shows in. Both libraries' players share it (play_torch.py, play_mxnet.py)."""
import inspect
import math


def number(v):
    if isinstance(v, bool) or not isinstance(v, (int, float)):
        return repr(v)
    return str(v) if isinstance(v, int) else '%.5g' % v


def flat(v):
    if not isinstance(v, (list, tuple)):
        return [v]
    if v and not isinstance(v[0], (list, tuple)):
        return list(v)
    return [i for each in v for i in flat(each)]


def digest(values, most):
    """The elements, or, of many, some and the sum and a weighted sum of what they measure: nothing can change unseen, nothing cancels."""
    values = flat(values)
    if len(values) <= most:
        return ' '.join(number(v) for v in values)
    some = [values[k * (len(values) - 1) // (most - 3)] for k in range(most - 2)]
    sizes = [abs(v) for v in values]
    finite = [s if math.isfinite(s) else 1000.0 for s in sizes]
    return '%s; %s %s' % (' '.join(number(v) for v in some), number(float(sum(finite))), number(float(sum(s * (1 + k % 7) for k, s in enumerate(finite)))))


def plain(v, tell):
    if isinstance(v, dict):
        return '{%s}' % ', '.join('%s: %s' % (tell(k), tell(i)) for k, i in v.items())
    if isinstance(v, (tuple, list)):
        return ('(%s)' if isinstance(v, tuple) else '[%s]') % ', '.join(tell(i) for i in v)
    if isinstance(v, float):
        return number(v)
    if inspect.isfunction(v) or inspect.isclass(v):
        return getattr(v, '__name__', '?')
    return repr(v)


def signature(thing):
    """Its parameters with their defaults, in order; None where Python cannot tell them."""
    try:
        found = inspect.signature(thing).parameters.values()
    except (TypeError, ValueError):
        return 'none'
    return ', '.join('*' * {p.VAR_POSITIONAL: 1, p.VAR_KEYWORD: 2}.get(p.kind, 0) + p.name + ('' if p.default is p.empty else '=' + default(p.default)) for p in found)


def default(v):
    text = plain(v, lambda i: plain(i, repr))
    return type(v).__name__ if ' at 0x' in text or text.startswith('<') else text
