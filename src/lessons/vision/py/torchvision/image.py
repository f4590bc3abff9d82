"""torchvision.image: reading, decoding and encoding of files (torch.ops.image.NAME), over Pillow's codecs."""
import contextlib
import io

import torch
from torch import _ops

_MODES = {1: 'L', 2: 'LA', 3: 'RGB', 4: 'RGBA'}             # torchvision.io.ImageReadMode by number; 0 is the file's own
_UNCHANGED = 0


def _bytes_of(data):
    if not data.numel() or data.dim() != 1 or data.dtype != torch.uint8:
        if data.dtype != torch.uint8:
            raise RuntimeError('Expected a torch.uint8 tensor')
        raise RuntimeError('Expected a non empty 1-dimensional tensor')
    return bytes(data.cpu().contiguous().numpy())


def _tensor_of(data):
    return torch.frombuffer(bytearray(data), dtype=torch.uint8) if data else torch.zeros(0, dtype=torch.uint8)


def _pixels(image):
    """channels x height x width."""
    import numpy
    array = numpy.asarray(image)
    array = array[None] if array.ndim == 2 else array.transpose(2, 0, 1)
    return torch.from_numpy(numpy.ascontiguousarray(array))


def _opened(data, kind):
    """The picture, decoded (a JPEG's when it is asked for); what cannot be is refused as torchvision's own readers do it."""
    from PIL import Image
    if kind == 'JPEG' and not data.startswith(b'\xff\xd8'):
        raise RuntimeError('Not a JPEG file: starts with 0x%02x 0x%02x' % (*data[:2], *b'\0\0')[:2])
    if kind == 'PNG' and not data.startswith(b'\x89PNG\r\n\x1a\n'):
        raise RuntimeError('Content is not png!')
    with _refused(kind):
        image = Image.open(io.BytesIO(data), formats=[kind])
        if kind == 'PNG':
            image.load()
        return image


@contextlib.contextmanager
def _refused(kind):
    from PIL import Image
    try:
        yield
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        if kind == 'JPEG':
            raise RuntimeError('Image is incomplete or truncated') from error
        short = isinstance(error, Image.UnidentifiedImageError) or 'truncated' in str(error)
        raise RuntimeError('Out of bound read in decode_png. Probably, the input image is corrupted' if short else 'Internal error.') from error


def read_file(path):
    """A file's bytes."""
    try:
        with open(path, 'rb') as file:
            data = file.read()
    except OSError as error:
        raise RuntimeError("[Errno %d] %s: '%s'" % (error.errno, error.strerror, path)) from None
    if not data:
        raise RuntimeError("Expected a non empty file")
    return _tensor_of(data)


def write_file(path, data):
    """Writes bytes to a file."""
    if data.dtype != torch.uint8:
        raise RuntimeError('Input tensor dtype should be uint8')
    if data.dim() != 1:
        raise RuntimeError('Input data should be a 1-dimensional tensor')
    with open(path, 'wb') as file:
        file.write(bytes(data.cpu().contiguous().numpy()))


def decode_jpeg(data, mode=_UNCHANGED):
    """A JPEG file's pixels."""
    image = _opened(_bytes_of(data), 'JPEG')
    if mode in (1, 3):
        if image.mode in ('L', 'RGB'):
            image.draft(_MODES[mode], None)
    elif mode != _UNCHANGED:
        raise RuntimeError('The provided mode is not supported for JPEG files')
    with _refused('JPEG'):
        image.load()
    return _pixels(image.convert(_MODES[mode]) if mode else image)


def decode_png(data, mode=_UNCHANGED, allow_16_bits=False):
    """A PNG file's pixels."""
    image = _opened(_bytes_of(data), 'PNG')
    if image.mode.startswith('I') and allow_16_bits:
        return _pixels(image).to(torch.int32)
    if image.mode == 'P':
        image = image.convert('RGBA' if 'transparency' in image.info else 'RGB')
    if mode != _UNCHANGED:
        image = image.convert(_MODES[mode])
    elif image.mode == '1':
        image = image.convert('L')
    return _pixels(image)


def decode_image(data, mode=_UNCHANGED):
    """The pixels of a JPEG or PNG file."""
    start = _bytes_of(data)[:8]
    if start.startswith(b'\xff\xd8\xff'):
        return decode_jpeg(data, mode)
    if start.startswith(b'\x89PNG'):
        return decode_png(data, mode)
    raise RuntimeError('Unsupported image file. Only jpeg and png are currently supported.')


def _image_of(tensor):
    """The picture of channels x height x width bytes."""
    from PIL import Image
    if tensor.dtype != torch.uint8:
        raise RuntimeError('Input tensor dtype should be uint8')
    if tensor.dim() != 3:
        raise RuntimeError('Input data should be a 3-dimensional tensor')
    if tensor.shape[0] not in (1, 3):
        raise RuntimeError('The number of channels should be 1 or 3, got: %d' % tensor.shape[0])
    array = tensor.cpu().permute(1, 2, 0).contiguous().numpy()
    return Image.fromarray(array[..., 0] if tensor.shape[0] == 1 else array)


def _encoded(tensor, **options):
    file = io.BytesIO()
    _image_of(tensor).save(file, **options)
    return _tensor_of(file.getvalue())


def encode_jpeg(data, quality):
    """A JPEG file of pixels."""
    return _encoded(data, format='JPEG', quality=quality)


def encode_png(data, compression_level):
    """A PNG file of pixels."""
    if not 0 <= compression_level <= 9:
        raise RuntimeError('Compression level should be between 0 and 9')
    return _encoded(data, format='PNG', compress_level=compression_level)


for _function, _schema in ((read_file, '(str _0) -> Tensor _0'), (write_file, '(str _0, Tensor _1) -> ()'), (decode_jpeg, '(Tensor _0, int _1) -> Tensor _0'),
                           (decode_png, '(Tensor _0, int _1, bool _2) -> Tensor _0'), (decode_image, '(Tensor _0, int _1) -> Tensor _0'),
                           (encode_jpeg, '(Tensor _0, int _1) -> Tensor _0'), (encode_png, '(Tensor _0, int _1) -> Tensor _0')):
    _ops.define('image', _function.__name__ + _schema)
    _ops.implement('image', _function.__name__, _function, 'CompositeImplicitAutograd')
