"""Splitting a batch over devices, clipping gradients, and other small help."""
import math
import warnings

from .. import ndarray as nd


def split_data(data, num_slice, batch_axis=0, even_split=True):
    """The batch in num_slice pieces along batch_axis; when it does not divide, the first pieces hold one more."""
    size = data.shape[batch_axis]
    if even_split and size % num_slice:
        from perch.explain import attach
        raise attach(ValueError(f"data with shape {data.shape} cannot be evenly split into {num_slice} slices along axis {batch_axis}. "
                         f"Use a batch size that's multiple of {num_slice} or set even_split=False to allow uneven partitioning of data."), 'P0212', [data])
    step, more = divmod(size, num_slice)
    stops = [step * (i + 1) + min(i + 1, more) for i in range(num_slice)]
    starts = [0] + stops[:-1]
    if batch_axis == 0:
        return [data[start:stop] if start < size else data[size:size] for start, stop in zip(starts, stops)]
    return [nd.slice_axis(data, axis=batch_axis, begin=start, end=stop) for start, stop in zip(starts, stops)]


def split_and_load(data, ctx_list, batch_axis=0, even_split=True):
    """A piece of the batch for each context, on that context."""
    if not isinstance(data, nd.NDArray):
        data = nd.array(data, ctx=ctx_list[0])
    if len(ctx_list) == 1:
        return [data.as_in_context(ctx_list[0])]
    pieces = split_data(data, len(ctx_list), batch_axis, even_split)
    return [piece.as_in_context(ctx) for piece, ctx in zip(pieces, ctx_list)]


def clip_global_norm(arrays, max_norm, check_isfinite=True):
    """Scales the arrays in place so that the 2-norm of all together is at most max_norm; returns the norm before."""
    if not arrays:
        raise AssertionError
    place = arrays[0].context
    total = nd.add_n(*[nd.square(a).sum().as_in_context(place) for a in arrays])
    total = nd.sqrt(total)
    if check_isfinite:
        total = total.asscalar().item() if hasattr(total.asscalar(), 'item') else total.asscalar()
        if not math.isfinite(total):
            warnings.warn(UserWarning('nan or inf is detected. Clipping results will be undefined.'), stacklevel=2)
    scale = max_norm / (total + 1e-8)
    scale = nd.minimum(scale, 1.0) if isinstance(scale, nd.NDArray) else min(scale, 1.0)
    for a in arrays:
        a *= scale.as_in_context(a.context) if isinstance(scale, nd.NDArray) else scale
    return total


def check_sha1(filename, sha1_hash):
    """Has the file this SHA-1?"""
    import hashlib
    with open(filename, 'rb') as f:
        return hashlib.file_digest(f, 'sha1').hexdigest() == sha1_hash


def download(url, path=None, overwrite=False, sha1_hash=None, retries=5, verify_ssl=True):
    """A file that is already there is taken; perch fetches nothing from the network yet."""
    import os
    name = url.split('/')[-1]
    target = name if path is None else os.path.join(os.path.expanduser(path), name) if os.path.isdir(os.path.expanduser(path)) else os.path.expanduser(path)
    if os.path.exists(target) and not overwrite and (not sha1_hash or check_sha1(target, sha1_hash)):
        return target
    raise NotImplementedError(f'perch does not download yet: fetch {url} yourself and put it at {target}')


def shape_is_known(shape):
    """No dimension is left to be found out (0, or -1)."""
    return shape is not None and all(n > 0 for n in shape)


class HookHandle:
    """What registering a hook gives back: detach() takes the hook off again; also a context manager."""

    def __init__(self):
        self._hooks = self._id = None

    def attach(self, hooks_dict, hook):
        self._hooks, self._id = hooks_dict, id(hook)
        if self._id in hooks_dict:
            raise AssertionError('The same hook cannot be attached twice.')
        hooks_dict[self._id] = hook

    def detach(self):
        if self._hooks is not None:
            self._hooks.pop(self._id, None)
        self._hooks = None

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.detach()
