"""format(Decimal, spec): the same little language as for floats, but all digits are the number's own."""
import re

_SPEC = re.compile(r"""
    (?: (?P<fill>.)? (?P<align>[<>=^]) )?
    (?P<sign>[-+ ])?
    (?P<z>z)?
    (?P<zero>0)?
    (?P<width>\d+)?
    (?P<comma>,)?
    (?: \. (?P<prec>\d+) )?
    (?P<type>[eEfFgGn%])?
    \Z""", re.VERBOSE | re.DOTALL)


def _parse(spec):
    m = _SPEC.match(spec)
    if m is None:
        raise ValueError('invalid format string')
    if m['comma'] and m['type'] == 'n':
        raise ValueError('invalid format string')
    return m


def _group(digits):
    parts = []
    while len(digits) > 3:
        parts.append(digits[-3:])
        digits = digits[:-3]
    parts.append(digits)
    return ','.join(reversed(parts))


def format_decimal(d, spec, rounding, capitals, round_digits, write):
    m = _parse(spec)
    fill, align, width = m['fill'] or ' ', m['align'] or '>', int(m['width'] or 0)
    if m['zero'] and not m['align']:
        fill, align = '0', '='
    elif m['zero'] and m['align']:
        raise ValueError('invalid format string')
    kind = m['type']
    negative = d._sign
    if d._kind:
        payload = write(d._c) if d._c else ''
        body = ('', 'Infinity', 'NaN' + payload, 'sNaN' + payload)[d._kind]
        if kind == '%':
            body += '%'
        if m['zero']:
            fill, align = ' ', '>'
        return _pad(_sign(negative, m['sign']), body, '', fill, align, width)
    c, e = d._c, d._e
    prec = int(m['prec']) if m['prec'] is not None else None
    if kind == '%':
        e += 2
    length = len(write(c))
    if prec is not None:
        if kind in ('e', 'E'):
            keep = prec + 1
            if c:
                c, e = _keep(c, e, keep, rounding, negative, round_digits, write)
        elif kind in ('f', 'F', '%'):
            if e < -prec:
                c, e = round_digits(c, -prec - e, rounding, negative)[0], -prec
            elif e > -prec:
                c, e = c * 10 ** (e + prec), -prec
        elif length > max(prec, 1):
            c, e = _keep(c, e, max(prec, 1), rounding, negative, round_digits, write)
    elif kind in ('f', 'F', '%') and e > 0:
        c, e = c * 10 ** e, 0
    if m['z'] and negative and not c:
        negative = 0
    digits = write(c)
    left = e + len(digits)
    if kind in ('e', 'E'):
        dot = 1
    elif kind in ('f', 'F', '%'):
        dot = left
    else:
        dot = left if e <= 0 and left > -6 else 1
    if kind in ('e', 'E') and not c:
        digits = '0' * (1 + (prec if prec is not None else 0))
        left = d._e + (prec or 0) + 1
    if dot <= 0:
        whole, part = '0', '0' * -dot + digits
    elif dot > len(digits):
        whole, part = digits + '0' * (dot - len(digits)), ''
    else:
        whole, part = digits[:dot] or '0', digits[dot:]
    tail = ''
    if left != dot or kind in ('e', 'E'):
        letter = kind if kind in ('e', 'E') else {'g': 'e', 'G': 'E', 'n': 'e'}.get(kind, 'E' if capitals else 'e')
        tail = '%s%+d' % (letter, left - dot)
    if part:
        tail = '.' + part + tail
    if kind == '%':
        tail += '%'
    sign = _sign(negative, m['sign'])
    if m['comma']:
        room = width - len(sign) - len(tail) if m['zero'] else 0
        whole = _comma(whole, room)
    elif m['zero']:
        whole = whole.rjust(width - len(sign) - len(tail), '0')
    return _pad(sign, whole, tail, fill, align, width)


def _comma(whole, room):
    text = _group(whole)
    while len(text) < room:
        whole = '0' + whole
        text = _group(whole)
    return text


def _keep(c, e, keep, rounding, negative, round_digits, write):
    """Rounded to `keep` digits, or filled up with zeros."""
    length = len(write(c))
    if length <= keep:
        return c * 10 ** (keep - length), e - (keep - length)
    drop = length - keep
    c = round_digits(c, drop, rounding, negative)[0]
    e += drop
    if len(write(c)) > keep:
        c //= 10
        e += 1
    return c, e


def _sign(negative, wish):
    return '-' if negative else wish if wish in ('+', ' ') else ''


def _pad(sign, body, tail, fill, align, width):
    text = sign + body + tail
    lack = width - len(text)
    if lack <= 0:
        return text
    if align == '<':
        return text + fill * lack
    if align == '>':
        return fill * lack + text
    if align == '=':
        return sign + fill * lack + body + tail
    left = lack // 2
    return fill * left + text + fill * (lack - left)
