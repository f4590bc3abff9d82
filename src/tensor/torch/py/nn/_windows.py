"""What PyTorch asks of the windows of convolutions, poolings, unfold and fold before it goes over an input: how many sizes there are, then which."""
from _torch import _c_name, _says, fits, _version
import _tensor
from .._functions.facts import type_name
from .._torch_args import cpu_lacks, drawn

Tensor, float32 = _tensor.Tensor, _tensor.dtype_by_number(1, 8)
_COUNT = {1: 'one', 2: 'two', 3: 'three'}
# By kind of pooling and size: what is said of one that is no number and has another count. {}: how many it should have.
_MAX = {'kernel_size': 'must either be a single int, or a tuple of {} ints', 'stride': 'must either be omitted, a single int, or a tuple of {} ints',
        'padding': 'must be either be a single int, or a tuple of {} ints', 'dilation': 'must be either a single int, or a tuple of {} ints'}
_WORDS = {
    'max_pool1d': {'kernel_size': 'must be an int, list of ints or tuple of ints of size 1 but got size %d', 'stride': 'must be None, an int, list of ints, or tuple of ints of size 1 but got size %d',
                   'padding': 'must be an int, list of ints, or tuple of ints of size 1 but got size %d', 'dilation': 'must be an int, list of ints, or tuple of ints of size 1 but got size %d'},
    'max_pool2d': _MAX, 'max_pool3d': _MAX,
    'avg_pool1d': {},
    'avg_pool2d': {**_MAX, 'padding': 'must either be a single int, or a tuple of {} ints'},
    'avg_pool3d': {'kernel_size': 'must be a single int, or a tuple of {} ints', 'stride': 'must be omitted, a single int, or a tuple of {} ints', 'padding': 'must be a single int, or a tuple of {} ints'},
}


def one_int(name, word, given):
    raise RuntimeError("%s() argument '%s' should contain one int (got %d)" % (name, word, given))


def count_sizes(name, dims, **sizes):
    """Each is one number, or one a direction; a stride may be none at all."""
    for word, given in sizes.items():
        if given is None or isinstance(given, int) or len(given) in (1, dims) or word == 'stride' and not len(given):
            continue
        if name == 'avg_pool1d':
            one_int(name, word, len(given))
        said = _WORDS[name][word]
        raise RuntimeError('%s() %s %s' % (name, word, said % len(given)) if dims == 1 else '%s: %s %s' % (name, word, said.format(_COUNT[dims])))


def two_to_three(name, input):
    if input.ndim not in (2, 3):
        raise drawn(RuntimeError("Expected 2 to 3 dimensions, but got %d-dimensional tensor for argument #1 'self' (while checking arguments for %s)" % (input.ndim, name)), 'P0208', input)


_LETTERS = {1: 'W', 2: 'HW', 3: 'TWH'}


def _positive(word, short, values):
    if min(values) <= 0:
        raise RuntimeError('%s should be greater than zero, but got %s' % (word, ' '.join('%s%s: %d' % (short, letter, v) for letter, v in zip(_LETTERS[len(values)], values))))


def check_pool(dims, given, input, kernel, stride, padding, dilation, ceil_mode):
    """input has a batch; given is what the program gave."""
    out = []
    for n, k, s, p, d in zip(input.shape[-dims:], kernel, stride, padding, dilation):
        if s == 0:
            raise RuntimeError(_says("POOL_STRIDE_ZERO"))
        if p < 0:
            raise RuntimeError(_says("POOL_PAD_NEGATIVE", p))
        if p > int(k / 2):
            raise RuntimeError(_says("POOL_PAD_HALF", p, k, 1))
        size = n + 2 * p - d * (k - 1) - 1
        out.append((-(-size // s) if ceil_mode else size // s) + 1)
    if dims > 1:
        _positive('kernel size', 'k', kernel)
        _positive('stride', 'd', stride)
        _positive('dilation', 'dilation', dilation)
    if dims == 2 and 0 in given.shape[given.ndim - 3:]:
        raise drawn(RuntimeError(_says("POOL_INPUT", 3, 4, str(list(given.shape))[1:-1])), 'P0208', given)
    if any(n <= 0 for n in out):
        c = [input.shape[-dims - 1]] + [1] * (dims == 1)
        raise drawn(RuntimeError('Given input size: (%s). Calculated output size: (%s). Output size is too small'
                                 % ('x'.join(map(str, [*c, *input.shape[-dims:]])), 'x'.join(map(str, [*c, *out])))), 'P0211', input)


def plain_pool(input, kernel, stride, padding, ceil_mode):
    """The window and the step of what most nets have, floats in batches of images, one whole number for all directions, no margin, room for a window: nothing more is to be asked. None: it is not so."""
    if stride is None:
        stride = kernel
    if type(kernel) is not int or type(stride) is not int or type(padding) is not int or padding or type(ceil_mode) is not bool or type(input) is not Tensor or input.dtype is not float32:
        return None
    sizes = input.shape
    if len(sizes) != 4 or not 0 < kernel <= sizes[2] or kernel > sizes[3] or stride < 1 or not sizes[1]:
        return None
    return (kernel, kernel), (stride, stride)


def check_adaptive(name, dims, average, input, output_size):
    """How many sizes the output has, and that none is below 0."""
    sizes = (output_size,) * dims if isinstance(output_size, int) else tuple(output_size)
    if dims == 1:
        if len(sizes) != 1:
            one_int(name, 'output_size', len(sizes))
        if average:
            two_to_three(name, input)
            sizes = 1, *sizes
    if any(n is not None and n < 0 for n in sizes):
        if average:
            raise RuntimeError('adaptive_avg_pool2d: elements of output_size must be greater than or equal to 0 but received {%s}' % (', '.join(map(str, sizes[:2])) + ''.join(',%d' % n for n in sizes[2:])))
        shape = list(input.shape[:input.ndim - dims]) + ([1] if dims == 1 and input.ndim == 1 else []) + list(sizes)
        raise RuntimeError(_says("NEGATIVE_DIMENSION", next(n for n in shape if n < 0), shape))


def _pairs(function, input, **sizes):
    fits(function, input, *sizes.values())
    for word, given in sizes.items():
        if len(given) != 2:
            raise RuntimeError('It is expected %s equals to 2, but got size %d' % (word, len(given)))


def _above(word, short, pair, least=1):
    if min(pair) < least:
        raise RuntimeError('%s should be %s, but got %s_height: %d %s_width: %d' % (word, 'greater than zero' if least else 'non-negative', short, pair[0], short, pair[1]))


def check_unfold(input, kernel_size, dilation, padding, stride):
    _pairs('im2col', input, kernel_size=kernel_size, dilation=dilation, padding=padding, stride=stride)
    _above('kernel size', 'kernel', kernel_size)
    _above('dilation', 'dilation', dilation)
    _above('padding', 'pad', padding, 0)
    _above('stride', 'stride', stride)
    if not (input.size(1) and input.size(2) and (input.ndim == 3 and input.size(0) or input.ndim == 4 and input.size(3))):
        raise drawn(RuntimeError('Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, but got: %s' % list(input.shape)), 'P0208', input)


def check_fold(input, output_size, kernel_size, dilation, padding, stride):
    _pairs('col2im', input, output_size=output_size, kernel_size=kernel_size, dilation=dilation, padding=padding, stride=stride)
    _above('kernel size', 'kernel', kernel_size)
    _above('stride', 'stride', stride)
    _above('dilation', 'dilation', dilation)
    _above('padding', 'pad', padding, 0)
    if input.ndim not in (2, 3) or 0 in input.shape[input.ndim - 2:]:
        raise drawn(RuntimeError('Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and non-zero dimensions for input, but got: %s' % list(input.shape)), 'P0208', input)


_DIMS = {'linear': 3, 'bilinear': 4, 'trilinear': 5}
_KERNELS = {'nearest': 'upsample_nearest%dd', 'nearest-exact': '_upsample_nearest_exact%dd', 'linear': 'upsample_linear%dd', 'bilinear': 'upsample_bilinear%dd', 'trilinear': 'upsample_trilinear%dd'}


def check_interpolate(input, size, scale_factor, mode, recompute):
    """The counts of sizes, and which of them the mode is for."""
    dims = input.ndim - 2
    given, word, letter = (scale_factor, 'scale_factor', 's') if size is None else (size, 'output size', 'o')
    if isinstance(given, (tuple, list)) and len(given) != dims:
        raise ValueError('Input and %s must have the same number of spatial dimensions, but got input with spatial dimensions of %s and %s of %s%s. Please provide input tensor in '
                         '(N, C, d1, d2, ...,dK) format and %s in (%s1, %s2, ...,%sK) format.'
                         % (word if letter == 's' else 'output', list(input.shape[2:]), word, 'shape ' if letter == 's' else '', given, word, letter, letter, letter))
    if recompute and size is not None:
        raise ValueError('recompute_scale_factor is not meaningful with an explicit size.')
    needed = _DIMS.get(mode)
    if needed not in (None, input.ndim) and input.ndim in (3, 4, 5):
        raise NotImplementedError('Got %dD input, but %s mode needs %dD input' % (input.ndim, mode, needed))
    if input.ndim not in (3, 4, 5) or mode == 'bicubic' and input.ndim != 4:
        no_mode(input, mode)
    if mode != 'area' and mode != 'bicubic':
        values = given if isinstance(given, (tuple, list)) else [given]
        if any(isinstance(v, (str, bool)) or letter == 'o' and isinstance(v, float) for v in values):
            kinds = (type(given).__name__ if isinstance(given, tuple) else 'list'), 'NoneType'
            name = _KERNELS[mode] % dims
            middle = '' if 'nearest' in mode else 'bool, '
            raise TypeError('%s() received an invalid combination of arguments - got (Tensor, %s, %s%s), but expected one of:' % (name.lstrip('_'), kinds[letter == 's'], middle, kinds[letter != 's']))


def no_mode(input, mode):
    raise NotImplementedError('Input Error: Only 3D, 4D and 5D input Tensors supported (got %dD) for the modes: nearest | linear | bilinear | bicubic | '
                              'trilinear | %sarea | nearest-exact (got %s)' % (input.ndim, _version('RESIZE_MORE'), mode))


# ---- convolutions ----
def _each_way(word, given, own, dims):
    """A list of one size a direction, or of one for all; PyTorch counts a number's directions by the function's (own), a list's by the weight's axes."""
    sizes = (given,) * own if isinstance(given, int) else tuple(given)
    if len(sizes) not in (1, dims):
        raise RuntimeError(_says("CONV_LIST", word, dims, word, ', '.join(map(str, sizes))))
    return sizes if len(sizes) == dims else sizes * dims


def check_conv(own, input, weight, bias, groups, transposed, *, stride, padding, dilation, output_padding):
    """Counts and signs of the sizes, then whether the weight is one for the input; what is asked last are the input's channels. The dilation, by the weight's axes."""
    dims = weight.ndim - 2
    if dims < 1:
        raise RuntimeError('weight should have at least three dimensions')
    if bias is not None and bias.dtype is not input.dtype and not transposed and dims == 2 and not input.is_meta and not _tensor.rule('cast'):
        raise drawn(RuntimeError('Input type (%s) and bias type (%s) should be the same' % (_c_name(input), _c_name(bias))), 'P0301', input, bias)
    stride, dilation = _each_way('stride', stride, own, dims), _each_way('dilation', dilation, own, dims)
    margins = () if isinstance(padding, str) else _each_way('padding', padding, own, dims)
    outer = _each_way('output_padding', output_padding, own, dims)
    if any(p < 0 for p in margins):
        raise RuntimeError(_says("PADDING_NEGATIVE"))
    if any(p < 0 for p in outer):
        raise RuntimeError('negative output_padding is not supported')
    if any(s <= 0 for s in stride):
        raise RuntimeError(_says("STRIDE_POSITIVE"))
    if groups <= 0:
        raise RuntimeError(_says("CONV_GROUPS_POSITIVE"))
    sizes = str(list(weight.shape))[1:-1]
    shape = [1] * (input.ndim == own + 1) + list(input.shape)
    if len(shape) != weight.ndim:
        raise drawn(RuntimeError('Expected %d-dimensional input for %d-dimensional weight [%s], but got %d-dimensional input of size %s instead'
                                 % (weight.ndim, weight.ndim, sizes, len(shape), shape)), 'P0208', input, weight)
    if weight.shape[0] < groups:
        raise RuntimeError(_says("CONV_GROUPS_FEW", groups, groups, sizes))
    if weight.shape[0] % groups:
        raise RuntimeError(_says("CONV_GROUPS_UNEVEN", groups, groups, '[%s]' % sizes))
    if transposed and input.is_cpu:
        for o, s, d in zip(outer, stride, dilation):
            if o >= s and o >= d and dims < 3:
                raise RuntimeError('output padding must be smaller than either stride or dilation, but got '
                                   + ' '.join('{0}_height: {1} {0}_width: {2}'.format(word, *(flat,) * (dims == 1), *v) for word, v, flat in (('output_padding', outer, 0), ('stride', stride, 1), ('dilation', dilation, 1))))
    return dilation


def check_conv_parts(wide, dims, weight, kernel, dilation, transposed):
    """What PyTorch's CPU kernels ask once the channels fit."""
    if weight.is_cuda:
        return
    if any(k <= 0 for k in kernel):
        raise RuntimeError(_says("CONV_KERNEL_3D", *kernel) if dims == 3 else _says("CONV_KERNEL_2D", *((1,) * (dims == 1) + tuple(kernel))))
    if any(d <= 0 for d in dilation):
        sizes = (1,) * (dims == 1) + tuple(wide)
        raise RuntimeError('%s, but got %s' % (_says("DILATION_POSITIVE"), 'dilation_height: %d, dilation_width: %d' % sizes[:2] if transposed and dims < 3 else list(sizes)))


def conv_dtypes(input, weight):
    """The words for a weight of another dtype."""
    if input.is_cpu:
        cpu_lacks('slow_conv2d_cpu', 'BH', input)
        name = type_name(input)
        if input.is_complex() or name == 'BFloat16':
            raise drawn(RuntimeError('Input type (CPU%sType) and weight type (%s) should be the same%s'
                                     % (name, weight.type(), '' if input.is_complex() else ' or input should be a MKLDNN tensor and weight is a dense tensor')), 'P0301', input, weight)
    else:
        raise drawn(RuntimeError('Input type (%s) and weight type (%s) should be the same' % (input.type(), weight.type())), 'P0301', input, weight)
    raise drawn(RuntimeError(_says("EXPECTED_TYPE", type_name(input), type_name(weight))), 'P0301', input, weight)
