"""A tensor as PyTorch's C++ writes it to a stream: a few of its errors show one so."""
import math

_LINE = 80
_WORDS = {'int64': 'Long', 'int32': 'Int', 'int16': 'Short', 'int8': 'Char', 'uint8': 'Byte', 'float16': 'Half', 'float32': 'Float', 'float64': 'Double'}
_OTHERS = {'bool': 'Bool', 'bfloat16': 'BFloat16', 'complex64': 'ComplexFloat', 'complex128': 'ComplexDouble'}


def _exponent(value):
    return math.floor(math.log10(value)) + 1 if value else 1


def _format(values):
    """(what all are divided by, the width of one, the format of one)"""
    finite = [abs(v) for v in values if math.isfinite(v)]
    low, high = (_exponent(min(finite)), _exponent(max(finite))) if finite else (1, 1)
    if all(v == math.floor(v) for v in finite):
        return (1, 11, '%.4e') if high > 9 else (1, high + 1, '%g')
    if high - low > 4:
        return 1, 12 if abs(high) > 99 or abs(low) > 99 else 11, '%.4e'
    if high > 5 or high < 0:
        return 10.0 ** (high - 1), 7, '%.4f'
    return 1, 7 if high == 0 else high + 6, '%.4f'


def _matrix(rows, indent):
    scale, width, form = _format([v for row in rows for v in row])
    columns = len(rows[0]) if rows else 0
    at_once = max(1, (_LINE - indent) // (width + 1))
    lead, lines = ' ' * indent, []
    for first in range(0, columns, at_once):
        head = '' if first == 0 else '\n'
        if at_once < columns:
            head += 'Columns %d to %d' % (first + 1, min(first + at_once, columns)) + lead
        if scale != 1:
            head += '%.4g *\n' % scale + lead
        shown = [' '.join((form % (v / scale)).rjust(width) for v in row[first:first + at_once]) for row in rows]
        lines.append(lead + head + ('\n' + lead + (' ' if scale != 1 else '')).join(shown) + '\n')
    return ''.join(lines)


def stream_text(tensor):
    """The text of a tensor of two axes or more."""
    word = str(tensor.dtype).rsplit('.', 1)[1]
    values = (tensor.real if tensor.is_complex() else tensor).detach().cpu().double()
    if tensor.ndim == 2:
        text = _matrix(values.tolist(), 0)
    else:
        matrices = values.reshape(-1, *tensor.shape[-2:]) if tensor.numel() else values[:0]
        text = ''
        for k in range(len(matrices)):
            where, rest = [], k
            for n in reversed(tensor.shape[:-2]):
                where.insert(0, str(rest % n + 1))
                rest //= n
            text += ('\n' if k else '') + '(%s,.,.) = \n' % ','.join(where) + _matrix(matrices[k].tolist(), 1)
    kind = ('torch.cuda.' if tensor.is_cuda else 'torch.') + _WORDS[word] + 'Tensor' if word in _WORDS else ('CUDA' if tensor.is_cuda else 'CPU') + _OTHERS[word] + 'Type'
    return '%s[ %s{%s} ]' % (text, kind, ','.join(map(str, tensor.shape)))
