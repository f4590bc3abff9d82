"""Max pooling of windows that begin at random steps (Graham's), so that any smaller size can be made."""
import _torch
from .._torch_args import need_tensor
from .modules.utils import _pair, _triple

_WORDS = {2: ('height', 'width'), 3: ('time', 'height', 'width')}


def _starts(samples, size, wanted, window):
    """Where the windows begin along an axis, for each plane's sample: evenly but for the sample's shift, the last at the end."""
    last = _torch.full_like(samples, size - window).unsqueeze(-1)
    if wanted <= 1:
        return last.long()
    step = (size - window) / (wanted - 1)
    places = _torch.arange(wanted - 1, dtype=samples.dtype, device=samples.device) + samples.unsqueeze(-1)
    return _torch.cat([(places * step).floor() - (samples * step).floor().unsqueeze(-1), last], -1).long()


def _pooled(dims, input, kernel_size, output_size, output_ratio, return_indices, samples):
    name, many = 'fractional_max_pool%dd' % dims, _pair if dims == 2 else _triple
    need_tensor(name, input)
    if output_size is None and output_ratio is None:
        raise ValueError(name + ' requires specifying either an output_size or an output_ratio')
    sizes, window = list(input.shape[-dims:]), many(kernel_size)
    wanted = [int(n * r) for n, r in zip(sizes, many(output_ratio))] if output_size is None else many(output_size)
    if not all(isinstance(n, int) for n in window):
        raise TypeError("%s(): argument 'kernel_size' (position 2) must be tuple of ints, not tuple" % name)
    planes = input.reshape(-1, *input.shape[-dims - 1:])
    if samples is None:
        samples = _torch.rand([planes.shape[0], planes.shape[1], dims], dtype=input.dtype, device=input.device)
    for word, n, out, part in zip(_WORDS[dims], sizes, wanted, window):
        if out + part - 1 > n - (dims == 3):
            raise RuntimeError('%s(): pool %s %d too large relative to input %s %d' % (name + '_out' * (dims == 3), word, part, word, n))
    at = None
    for axis, (n, out, part) in enumerate(zip(sizes, wanted, window)):
        # (PyTorch takes the samples of a picture from the last axis on, those of a volume from the first)
        starts = _starts(samples[..., dims - 1 - axis if dims == 2 else axis], n, out, part).unsqueeze(-1) + _torch.arange(part, device=input.device)
        shape = [1] * (2 * dims)
        shape[axis], shape[dims + axis] = out, part
        starts = starts.reshape(*planes.shape[:2], *shape)
        at = starts if at is None else at * n + starts
    flat = planes.reshape(*planes.shape[:2], -1)
    at = at.expand(*planes.shape[:2], *wanted, *window).reshape(*planes.shape[:2], -1, at[0, 0].numel() // max(1, _product(wanted)))
    seen = flat.detach().gather(2, at.reshape(*planes.shape[:2], -1)).reshape(at.shape)
    found = at.gather(3, seen.max(3, keepdim=True)[1])[..., 0]
    shape = [*input.shape[:-dims], *wanted]
    made = flat.gather(2, found).reshape(shape)
    return (made, found.reshape(shape)) if return_indices else made


def _product(numbers):
    made = 1
    for n in numbers:
        made *= n
    return made


def fractional_max_pool2d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
    return _pooled(2, input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


def fractional_max_pool3d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
    return _pooled(3, input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


def fractional_max_pool2d_with_indices(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
    return _pooled(2, input, kernel_size, output_size, output_ratio, True, _random_samples)


def fractional_max_pool3d_with_indices(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
    return _pooled(3, input, kernel_size, output_size, output_ratio, True, _random_samples)
