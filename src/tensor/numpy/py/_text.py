"""Arrays as text: print options, array2string, format_float_*."""
import _numpy
from _numpy import asarray, float_text
from ._base import index
from perch.only import only

_DEFAULTS = {"edgeitems": 3, "threshold": 1000, "floatmode": "maxprec", "precision": 8, "suppress": False, "linewidth": 75, "nanstr": "nan", "infstr": "inf",
             "sign": "-", "formatter": None, "legacy": False}
_options = dict(_DEFAULTS)
_ORDER = ("precision", "threshold", "edgeitems", "linewidth", "suppress", "nanstr", "infstr", "sign", "floatmode")


def _check(options):
    mode = options.get("floatmode")
    if mode not in (None, "fixed", "unique", "maxprec", "maxprec_equal"):
        raise ValueError("floatmode option must be one of 'fixed', 'unique', 'maxprec', 'maxprec_equal'")
    sign = options.get("sign")
    if sign not in (None, "-", "+", " "):
        raise ValueError("sign option must be one of ' ', '+', or '-'")
    threshold = options.get("threshold")
    if threshold is not None:
        if not isinstance(threshold, (int, float, _numpy.number)):
            raise TypeError("threshold must be numeric")
        if threshold != threshold:
            raise ValueError("threshold must be non-NAN, try sys.maxsize for untruncated representation")
    precision = options.get("precision")
    if precision is not None:
        try:
            index(precision)
        except TypeError:
            raise TypeError("precision must be an integer") from None


def _fill(options):
    """As the C side takes them."""
    values = [options.get(k) for k in _ORDER]
    if values[0] is None and options.get("floatmode") == "fixed":
        values[0] = -1
    return values


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None, nanstr=None, infstr=None, formatter=None, sign=None,
                     floatmode=None, *, legacy=None):
    only('np.set_printoptions', legacy=(legacy, None))
    new = {k: v for k, v in dict(precision=precision, threshold=threshold, edgeitems=edgeitems, linewidth=linewidth, suppress=suppress, nanstr=nanstr,
                                 infstr=infstr, sign=sign, floatmode=floatmode).items() if v is not None}
    _check(new)
    if "suppress" in new:
        new["suppress"] = bool(new["suppress"])
    _options.update(new)
    _options["formatter"] = formatter
    _numpy.print_options(*_fill(_options))


def get_printoptions():
    return dict(_options)


class printoptions:
    def __init__(self, *args, **kwargs):
        self._new = (args, kwargs)

    def __enter__(self):
        self._old = dict(_options)
        set_printoptions(*self._new[0], **self._new[1])
        return get_printoptions()

    def __exit__(self, *exc):
        _options.update(self._old)
        _numpy.print_options(*_fill(_options))


def _formatter(a, formatter):
    if not formatter:
        return None
    kinds = {"b": ("bool", "all"), "i": ("int", "int_kind", "all"), "u": ("int", "int_kind", "all"), "f": ("float", "float_kind", "all")}[a.dtype.kind]
    for k in kinds:
        if formatter.get(k) is not None:
            return formatter[k]
    return None


def _formatted(a, f, separator, prefix, suffix, options):
    """With a function for each element."""
    edge, threshold, width = options["edgeitems"], options["threshold"], options["linewidth"] - len(suffix)
    summarise = a.size > threshold

    def walk(x, axis, hang, width):
        if axis == a.ndim:
            return f(x)
        n = len(x)
        short = summarise and n > 2 * edge
        places = list(range(edge)) + [None] + list(range(n - edge, n)) if short else list(range(n))
        last = axis + 1 == a.ndim
        hang = hang + 1
        if last:
            lines, line = "", " " * hang
            for k, i in enumerate(places):
                word = "..." if i is None else f(x[i])
                end = "" if k == len(places) - 1 else separator
                room = width - max(len(separator.rstrip()), 1)
                if len(line) + len(word) > room and len(line) > hang:
                    lines += line.rstrip() + "\n"
                    line = " " * hang
                line += word + end
            return "[" + (lines + line)[hang:] + "]"
        text = ""
        for k, i in enumerate(places):
            if i is None:
                text += "..."
            else:
                text += walk(x[i], axis + 1, hang, width - 1)
            if k < len(places) - 1:
                text += separator.rstrip() + "\n" * (a.ndim - axis - 1) + " " * hang
        return "[" + text + "]"
    return walk(a, 0, len(prefix), width)


def array2string(a, max_line_width=None, precision=None, suppress_small=None, separator=" ", prefix="", style=None, formatter=None, threshold=None, edgeitems=None,
                 sign=None, floatmode=None, suffix="", *, legacy=None):
    only('np.array2string', legacy=(legacy, None), style=(style, None))
    a = asarray(a)
    new = dict(linewidth=max_line_width, precision=precision, suppress=suppress_small, threshold=threshold, edgeitems=edgeitems, sign=sign, floatmode=floatmode)
    _check(new)
    options = dict(_options)
    options.update({k: v for k, v in new.items() if v is not None})
    f = _formatter(a, formatter or options["formatter"])
    if a.size == 0:
        return "[]"
    if f:
        return _formatted(a, f, separator, prefix, suffix, options)
    return _numpy.text(a, 2, separator, prefix, suffix, *_fill(options))


def array_repr(arr, max_line_width=None, precision=None, suppress_small=None):
    arr = asarray(arr)
    return _numpy.text(arr, 1, " ", "", "", precision, None, None, max_line_width, suppress_small)


def array_str(a, max_line_width=None, precision=None, suppress_small=None):
    a = asarray(a)
    return _numpy.text(a, 0, " ", "", "", precision, None, None, max_line_width, suppress_small)


def format_float_positional(x, precision=None, unique=True, fractional=True, trim="k", sign=False, pad_left=None, pad_right=None, min_digits=None):
    return float_text(x, False, bool(unique), bool(fractional), trim, bool(sign), *[-1 if v is None else v for v in (precision, min_digits)],
                      *[0 if v is None else v for v in (pad_left, pad_right)], -1)


def format_float_scientific(x, precision=None, unique=True, trim="k", sign=False, pad_left=None, exp_digits=None, min_digits=None):
    return float_text(x, True, bool(unique), True, trim, bool(sign), *[-1 if v is None else v for v in (precision, min_digits)], 0 if pad_left is None else pad_left, 0,
                      -1 if exp_digits is None else exp_digits)


def binary_repr(num, width=None):
    num = index(num)
    if num >= 0:
        return format(num, "b").zfill(width or 0) if num or width else "0"
    if width is None:
        return "-" + format(-num, "b")
    return format((1 << max(width, (-num - 1).bit_length() + 1)) + num, "b")


def base_repr(number, base=2, padding=0):
    digits, n, text = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", abs(int(number)), ""
    while n:
        n, d = divmod(n, base)
        text = digits[d] + text
    return ("-" if number < 0 else "") + "0" * padding + (text or ("" if padding else "0"))
