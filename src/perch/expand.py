"""{expressions} and $names in the lines of magics and shell commands."""
import re

_DOLLAR = re.compile(r'(.*?)\$(\$?[\w.]+)')


def _braces(text, namespace):
    """{expression[!r][:format]}, {{ and }} as format strings have them."""
    out, i = [], 0
    while i < len(text):
        c = text[i]
        if c in '{}' and text[i:i + 2] == 2 * c:
            out.append(c)
            i += 2
        elif c == '{':
            end, depth = i + 1, 1
            while depth:
                depth += (text[end] == '{') - (text[end] == '}')
                end += 1
            out.append(_field(text[i + 1:end - 1], namespace))
            i = end
        elif c == '}':
            raise ValueError("Single '}' encountered in format string")
        else:
            out.append(c)
            i += 1
    return ''.join(out)


def _field(field, namespace):
    if not field.strip():
        raise ValueError('empty expression')
    try:
        return str(eval(field.strip(), namespace))
    except SyntaxError:
        return eval('f' + repr('{' + field + '}'), namespace)


def _value(expression, namespace):
    """The value that the dotted name has, and what of the text is no part of it."""
    parts = expression.split('.')
    if parts[0] not in namespace:
        return None
    value, used = namespace[parts[0]], 1
    for part in parts[1:]:
        if not part or not hasattr(value, part):
            break
        value, used = getattr(value, part), used + 1
    return str(value) + ''.join('.' + part for part in parts[used:])


def _dollars(text, namespace):
    out, at = [], 0
    for match in _DOLLAR.finditer(text):
        out.append(match.group(1))
        name = match.group(2)
        value = None if name.startswith('$') else _value(name, namespace)
        out.append(name if name.startswith('$') else '$' + name if value is None else value)
        at = match.end()
    return ''.join(out) + text[at:]


def expand(text, namespace):
    """The text with both replaced; as it is if that cannot be done."""
    if '{' not in text and '$' not in text:
        return text
    try:
        return _dollars(_braces(text, namespace) if '{' in text or '}' in text else text, namespace)
    except Exception:
        return text
