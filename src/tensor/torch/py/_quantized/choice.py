"""Which scale and zero point numbers are made small with, by their lowest and highest one."""
import struct

_SMALLEST = 6.1e-5              # a smaller scale would be lost where it is multiplied in half precision


def in_float32(number):
    return struct.unpack('f', struct.pack('f', number))[0]


def choose(low, high, least, most, symmetric=False):
    """(scale, zero point) for numbers from low to high in least … most; 0 has a number of its own. symmetric: as far down as up."""
    about_zero = symmetric and low < 0 < high
    if about_zero:
        down, up = -((most - least) // 2 + 1), (most - least) // 2
        reach = max(abs(low / down), abs(high / up))
        low, high = in_float32(reach * down), in_float32(reach * up)
    low, high = min(low, 0.0), max(high, 0.0)
    scale = (high - low) / (most - least)
    if in_float32(scale) == 0.0 or in_float32(scale) < 2.0 ** -128:      # (its reciprocal is none)
        scale = 0.1
    if scale < _SMALLEST:
        if low == 0.0:
            high = in_float32(_SMALLEST * (most - least))
        elif high == 0.0:
            low = in_float32(-_SMALLEST * (most - least))
        else:
            low, high = in_float32(low * (_SMALLEST / scale)), in_float32(high * (_SMALLEST / scale))
        scale = _SMALLEST
    by_low, by_high = least - low / scale, most - high / scale
    zero = by_low if abs(least) - abs(low / scale) < abs(most) - abs(high / scale) else by_high      # whichever loses less
    if about_zero:
        zero = (least + most) / 2
    return scale, min(max(round(zero), least), most)
