"""Behind torchvision.io.image: read_image and decode_image as torchvision has them now, with a file's name and a mode in words."""
import os as _os

_decoded, _read = decode_image, read_image              # noqa: F821


def _mode(mode):
    return ImageReadMode[mode.upper()] if isinstance(mode, str) else mode               # noqa: F821


def decode_image(input, mode=ImageReadMode.UNCHANGED, apply_exif_orientation=False):            # noqa: F821
    """A picture from its bytes, or from its file: [channels, height, width] of uint8."""
    if isinstance(input, (str, _os.PathLike)):
        input = read_file(_os.fspath(input))            # noqa: F821
    made = _decoded(input, _mode(mode))
    return _upright(made, input) if apply_exif_orientation else made


def read_image(path, mode=ImageReadMode.UNCHANGED, apply_exif_orientation=False):               # noqa: F821
    return decode_image(read_file(_os.fspath(path)), mode, apply_exif_orientation)              # noqa: F821


def _upright(picture, data):
    """Turned as its camera says."""
    import io
    from PIL import Image
    turn = Image.open(io.BytesIO(bytes(data.numpy()))).getexif().get(0x0112, 1)
    if turn in (5, 6, 7, 8):
        picture = picture.transpose(-1, -2)
    if turn in (2, 3, 6, 7):
        picture = picture.flip(-1)
    return picture.flip(-2) if turn in (3, 4, 7, 8) else picture
