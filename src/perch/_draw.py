"""Drawing an expression with its operands under it:

      x + y
      ┬   ┬
      │   └ y  2x3 float32  on gpu(1)   moved on line 4:  y = x.copyto(gpu(1))
      └──── x  2x3 float32  on gpu(0)   made on line 2:   x = nd.ones((2,3), ctx=gpu(0))
"""
import _tensor
from perch.pages import width
from perch.words import say

DTYPES = ('bool', 'uint8', 'int8', 'int16', 'int32', 'int64', 'float16', 'bfloat16', 'float32', 'float64')
WIDTH = 72              # of a line of the program that is quoted


def accent_of(tensor):
    return 1 if isinstance(tensor, _tensor.Tensor) else 2 if isinstance(tensor, _tensor.ndarray) else 0


def place(tensor):
    return 'cpu' if accent_of(tensor) == 2 else str(_tensor.device_of(tensor))


def nbytes(tensor):
    shape = _tensor.shape(tensor)
    size = 1
    for n in shape:
        size *= n
    return size * (1, 1, 1, 2, 4, 8, 2, 2, 4, 8)[_tensor.number(tensor)]


def amount(n):
    for unit, size in (('GiB', 1 << 30), ('MiB', 1 << 20), ('KiB', 1 << 10)):
        if n >= 10 * size or n >= size and (n % size == 0 or size > 1024):
            return f'{n / size:.4g} {unit}'
    return say.count('byte', n)


def shape_text(tensor):
    shape = _tensor.shape(tensor)
    return 'x'.join(map(str, shape)) if shape else say('scalar')


def what(tensor):
    return f'{shape_text(tensor)} {DTYPES[_tensor.number(tensor)]}'


def same_source(a, b):
    """Do two sites stand in the same text? (At a prompt every input is a text of its own, and all begin with line 1.)"""
    one, two = _tensor.site_info(a), _tensor.site_info(b)
    return one is not None and two is not None and one[0] == two[0] and _tensor.site_source(a) is _tensor.site_source(b)


def quoted(text):
    text = ' '.join(text.split())
    return text if len(text) <= WIDTH else text[:WIDTH - 1] + '…'


def site_text(site, now=0):
    """'on line 4:  y = x.copyto(gpu(1))', as seen from the site `now`: another file is named, an earlier input is 'earlier:  …'."""
    info = _tensor.site_info(site) if site else None
    if info is None:
        return None
    file, line, text = info[0], info[1], info[5]
    here = _tensor.site_info(now) if now else None
    where = say('on line', n=line)
    if here and here[0] != file:
        where = say('on line of', n=line, file=file.rsplit('/', 1)[-1])
    elif here and file.startswith('<') and not same_source(site, now):
        where = say('earlier')
    return say('at colon', line=where, text=quoted(text)) if text else where


def same_line(a, b):
    one, two = _tensor.site_info(a), _tensor.site_info(b)
    return one is not None and two is not None and one[:2] == two[:2] and same_source(a, b)


def told(verb, at, now=0):
    """'made on line 2:  x = …', as seen from the site `now`."""
    text = site_text(at, now)
    if text is None:
        return ''
    if now and same_line(now, at):
        return say('on this line', verb=say(verb))
    return say('verb at', verb=say(verb), line=text)


def history(tensor, now=0):
    """'made on line 2:  x = …', or 'moved …', as seen from the site `now`."""
    made, moved = _tensor.sites(tensor)
    at = moved or made
    if moved and made and same_line(made, moved):
        moved = 0               # put there by the line that made it
    return told('moved' if moved else 'made', at, now)


def pad(text, room, right=False):
    blank = ' ' * max(0, room - width(text))
    return blank + text if right else text + blank


def table(rows, gap='  '):
    """Rows of texts, their columns aligned; the last column as it is."""
    if not rows:
        return []
    columns = max(len(row) for row in rows)
    widths = [max(width(row[i]) for row in rows if len(row) > i) for i in range(columns)]
    return [gap.join([pad(cell, widths[i]) for i, cell in enumerate(row[:-1])] + [row[-1]]).rstrip() for row in rows]


def branches(anchors):
    """The lines under an expression for [(column, text)]: anchors and branches; what stands most to the right comes first. A text may have more lines."""
    columns = sorted({column for column, _ in anchors})
    out = []
    line = [' '] * (columns[-1] + 1)
    for column in columns:
        line[column] = '┬'
    out.append(''.join(line))
    rows = sorted(range(len(anchors)), key=lambda i: (-anchors[i][0], i))
    for n, i in enumerate(rows):
        column, text = anchors[i]
        line = [' '] * (columns[-1] + 2)
        for other in columns:
            if other < column:
                line[other] = '│'
        last = n + 1 == len(rows) or anchors[rows[n + 1]][0] != column
        line[column] = '└' if last else '├'
        for k in range(column + 1, columns[-1] + 1):
            line[k] = '─'
        text, *more = text.split('\n')
        out.append(''.join(line).rstrip() + ' ' + text)
        for further in more:
            below = ['│' if other in columns and (other < column or other == column and not last) else ' ' for other in range(columns[-1] + 1)]
            out.append(''.join(below) + ' ' + further)
    return out
