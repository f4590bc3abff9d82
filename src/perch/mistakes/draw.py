"""Words for what a drawing (drawing.py) and the views show of a value: its shape, dtype, place, bytes, the line that made or moved it; rows in columns."""
import _tensor
from perch.pages import width
from perch.language import Listed
from perch.words import say

WIDTH = 72              # of a line of the program that is quoted


def accent_of(tensor):
    return 1 if isinstance(tensor, _tensor.Tensor) else 2 if _tensor.is_array(tensor) else 0


def place(tensor):
    return 'cpu' if accent_of(tensor) == 2 else str(_tensor.device_of(tensor))


def device_number(tensor):
    """Whose colour it has: 0 the CPU, i + 1 GPU i."""
    device = None if accent_of(tensor) == 2 else _tensor.device_of(tensor)
    return 0 if device is None else number_of(device)


def number_of(device):
    """The same of a Context or a torch.device; -1: it says no number."""
    if isinstance(device, _tensor.Context):
        return device.device_id + 1 if device.device_type == 'gpu' else 0
    return 0 if device.type == 'cpu' else -1 if device.index is None else device.index + 1


nbytes = _tensor.nbytes


def amount(n):
    for unit, size in (('GiB', 1 << 30), ('MiB', 1 << 20), ('KiB', 1 << 10)):
        if n >= 10 * size or n >= size and (n % size == 0 or size > 1024):
            return f'{n / size:.4g} {unit}'
    return say.count('byte', n)


def shape_text(tensor):
    shape = _tensor.shape(tensor)
    return 'x'.join(map(str, shape)) if shape else say('scalar')


def what(tensor):
    return Listed(' ', [shape_text(tensor), _tensor.dtype_name(tensor)])


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
