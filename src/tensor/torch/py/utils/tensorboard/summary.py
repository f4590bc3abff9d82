"""What a summary says of values: scalars, histograms, pictures, sounds, texts."""
import io
import struct
import zlib

import numpy

from . import _events as e


def _array(x):
    """What is to be shown, as an array."""
    if hasattr(x, 'detach'):
        return x.detach().cpu().numpy()
    if hasattr(x, 'asnumpy'):
        return x.asnumpy()
    if isinstance(x, numpy.ndarray):
        return x
    if numpy.isscalar(x) and not isinstance(x, str):
        return numpy.array([x])
    raise NotImplementedError('Got {}, but numpy array, torch tensor, or caffe2 blob name are expected.'.format(type(x)))


def scalar(tag, value, new_style=False, double_precision=False):
    value = _array(value)
    if value.size != 1:
        raise AssertionError('Tensor should contain one element (0 dimensions). Was given size: {} and {} dimensions.'.format(value.size, value.ndim))
    value = float(value.reshape(-1)[0])
    if new_style:
        kind, packed = (2, e.data(6, struct.pack('<d', value))) if double_precision else (1, e.data(5, struct.pack('<f', value)))
        return e.data(1, tag) + e.tensor(kind, (), packed) + e.plugin('scalars')
    return e.data(1, tag) + e.single(2, value)


# ---- histograms ----
def _steps():
    step, found = 1e-12, []
    while step < 1e20:
        found.append(step)
        step *= 1.1
    return [-s for s in reversed(found)] + [0] + found


_DEFAULT = []


def _few(counts, limits, most):
    """Neighbours put together, so that no more than so many are left."""
    together = len(counts) // most
    counts = numpy.append(counts, numpy.zeros(-len(counts) % together, counts.dtype)).reshape(-1, together).sum(1)
    return counts, numpy.append(limits[:-1][::together], limits[-1])


def histogram(tag, values, bins='tensorflow', max_bins=None):
    values = _array(values).astype(float).reshape(-1)
    if not values.size:
        raise ValueError('The input has no element.')
    if bins == 'tensorflow':
        bins = _DEFAULT or _DEFAULT.extend(_steps()) or _DEFAULT
    counts, limits = numpy.histogram(values, bins=bins)
    if max_bins is not None and len(counts) > max_bins:
        counts, limits = _few(counts, limits, max_bins)
    filled = numpy.nonzero(counts)[0]
    if not len(filled):
        raise ValueError('The histogram is empty, please file a bug report.')
    first, last = int(filled[0]), int(filled[-1])
    shown = counts[first - 1:last + 1] if first else numpy.append([0], counts[:last + 1])       # (the bin before the first tells where that begins)
    return raw_histogram(tag, values.min(), values.max(), len(values), values.sum(), values.dot(values), limits[first:last + 2].tolist(), shown.tolist())


def raw_histogram(tag, low, high, count, total, squares, limits, counts):
    parts = [e.double(i + 1, float(v)) for i, v in enumerate((low, high, count, total, squares))]
    return e.data(1, tag) + e.data(5, b''.join(parts) + e.doubles(6, limits) + e.doubles(7, counts))


# ---- pictures ----
def _grid(images, across=8):
    """Pictures (number, channels, height, width) as one, black where there is none."""
    count, channels, height, width = images.shape
    across = min(count, across)
    page = numpy.zeros((channels, height * -(-count // across), width * across), images.dtype)
    for i in range(count):
        y, x = i // across * height, i % across * width
        page[:, y:y + height, x:x + width] = images[i]
    return page


def _rows(array, formats):
    """height, width, 3 or 4 channels, from axes in any order."""
    if len(set(formats)) != len(formats):
        raise AssertionError('You can not use the same dimension shordhand twice.         input_format: %s' % formats)
    if array.ndim != len(formats):
        raise AssertionError('size of input tensor and input format are different.         tensor shape: %s, input_format: %s' % (array.shape, formats))
    axes = formats.upper()
    if len(axes) == 4:
        array, axes = _grid(array.transpose([axes.find(c) for c in 'NCHW'])), 'CHW'
    if axes in ('HW', 'WH'):
        array = array.transpose([axes.find(c) for c in 'HW'])
        return numpy.stack([array] * 3, 2)
    array = array.transpose([axes.find(c) for c in 'HWC'])
    return numpy.concatenate([array] * 3, 2) if array.shape[2] == 1 else array


def _png(pixels):
    """A PNG file of rows of bytes, three or four to a pixel."""
    height, width, channels = pixels.shape
    lines = b''.join(b'\0' + row.tobytes() for row in pixels)
    parts = (b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 6 if channels == 4 else 2, 0, 0, 0)), (b'IDAT', zlib.compress(lines)), (b'IEND', b'')
    return b'\x89PNG\r\n\x1a\n' + b''.join(struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data)) for name, data in parts)


def image(tag, value, dataformats='CHW'):
    pixels = _rows(_array(value), dataformats)
    scale = 1 if pixels.dtype == numpy.uint8 else 255
    pixels = (pixels.astype(numpy.float32) * scale).clip(0, 255).astype(numpy.uint8)
    height, width, channels = pixels.shape
    return e.data(1, tag) + e.data(4, e.whole(1, height) + e.whole(2, width) + e.whole(3, channels) + e.data(4, _png(pixels)))


# ---- sounds, texts, curves ----
def audio(tag, value, sample_rate=44100):
    import wave
    sound = _array(value).squeeze()
    if abs(sound).max() > 1:
        print('warning: audio amplitude out of range, auto clipped.')
        sound = sound.clip(-1, 1)
    if sound.ndim != 1:
        raise AssertionError('input tensor should be 1 dimensional.')
    file = io.BytesIO()
    with wave.open(file, 'wb') as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(sample_rate)
        writer.writeframes((sound * 32767.0).astype('<i2').tobytes())
    return e.data(1, tag) + e.data(6, e.single(1, sample_rate) + e.whole(2, 1) + e.whole(3, len(sound)) + e.data(4, file.getvalue()) + e.data(5, 'audio/wav'))


def text(tag, value):
    return e.data(1, tag + '/text_summary') + e.tensor(7, (1,), e.data(8, value)) + e.plugin('text')


def pr_curve(tag, labels, predictions, num_thresholds=127, weights=None):
    """True and false positives and negatives, precision and recall, at thresholds from 0 to 1."""
    labels, predictions = _array(labels).reshape(-1), _array(predictions).reshape(-1)
    num_thresholds = min(num_thresholds, 127)
    weights = 1.0 if weights is None else weights
    bucket = numpy.int32(numpy.floor(predictions * (num_thresholds - 1)))
    found = [numpy.histogram(bucket, bins=num_thresholds, range=(0, num_thresholds - 1), weights=part * weights)[0] for part in (labels.astype(float), 1.0 - labels)]
    true, false = (part[::-1].cumsum()[::-1] for part in found)
    least = 1e-7
    rows = numpy.stack((true, false, false[0] - false, true[0] - true, true / numpy.maximum(least, true + false), true / numpy.maximum(least, true[0])))
    content = e.whole(2, num_thresholds)
    numbers = e.data(5, struct.pack('<%df' % rows.size, *rows.reshape(-1)))
    return e.data(1, tag) + e.tensor(1, rows.shape, numbers) + e.plugin('pr_curves', content)
