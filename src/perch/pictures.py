"""Pictures in a terminal: by kitty's graphics or sixels where it has them, else in half blocks: two pixels a cell, one above the other, in colours.

Which of them: what the environment says (TERM, TERM_PROGRAM, KITTY_WINDOW_ID), else the terminal is asked, once. PERCH_PICTURES=kitty|sixel|blocks|none says so itself.
"""
import os
import sys

KITTY = ('xterm-kitty', 'xterm-ghostty')
KITTY_PROGRAMS = ('ghostty', 'WezTerm')
SIXEL = ('foot', 'foot-extra', 'mlterm', 'yaft-256color')
WAYS = ('kitty', 'sixel', 'blocks', 'none')
CELL = 10, 20                   # pixels, where the terminal does not say
_asked = []                     # what it answered


def has_screen():
    """Do cells (or the program) write to a terminal?"""
    try:
        return os.isatty(1) and sys.stdout is not None and os.environ.get('TERM') != 'dumb'
    except (OSError, ValueError):
        return False


# ---- which way ----

def _read(fd, done, seconds):
    import select
    answer = b''
    while not done(answer) and select.select([fd], [], [], seconds)[0]:
        more = os.read(fd, 256)
        if not more:
            break
        answer += more
    return answer


def _ask():
    """The terminal's answers to: do you take a picture? (kitty) What are you? (its attributes; 4 are sixels.) b'': none, or somebody types ahead."""
    import select
    import termios
    import tty
    try:
        fd = os.open('/dev/tty', os.O_RDWR | os.O_NOCTTY)
    except OSError:
        return b''
    try:
        if select.select([fd], [], [], 0)[0]:
            return b''
        before = termios.tcgetattr(fd)
        try:
            tty.setcbreak(fd, termios.TCSANOW)
            kitty = b'' if os.environ.get('TMUX') else b'\033_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\033\\'
            os.write(fd, kitty + b'\033[c')
            return _read(fd, lambda answer: b'c' in answer.rpartition(b'\033[?')[2], 0.3)
        finally:
            termios.tcsetattr(fd, termios.TCSANOW, before)
    except (OSError, termios.error):
        return b''
    finally:
        os.close(fd)


def way():
    """'kitty', 'sixel', 'blocks' or 'none'."""
    if not has_screen():
        return 'none'
    wanted = os.environ.get('PERCH_PICTURES')
    if wanted in WAYS:
        return wanted
    term = os.environ.get('TERM', '')
    if not os.environ.get('TMUX') and not term.startswith(('screen', 'tmux')):
        if term in KITTY or os.environ.get('KITTY_WINDOW_ID') or os.environ.get('TERM_PROGRAM') in KITTY_PROGRAMS:
            return 'kitty'
    if term in SIXEL:
        return 'sixel'
    if term in ('linux', 'vt100', 'vt220'):
        return 'blocks'
    if not _asked:
        answer = _ask()
        attributes = answer.rpartition(b'\033[?')[2].partition(b'c')[0].split(b';')
        _asked.append('kitty' if b'_Gi=31;OK' in answer else 'sixel' if b'4' in attributes else 'blocks')
    return _asked[0]


def _size():
    """Columns and lines of the terminal, and a cell's pixels."""
    import fcntl
    import struct
    import termios
    lines, columns, width, height = 0, 0, 0, 0
    try:
        lines, columns, width, height = struct.unpack('4H', fcntl.ioctl(1, termios.TIOCGWINSZ, bytes(8)))
    except OSError:
        pass
    columns, lines = columns or 80, lines or 24
    return columns, lines, (width // columns, height // lines) if width >= columns and height >= lines else CELL


# ---- pixels: an array of height x width x 4 bytes ----

def _pixels(value):
    """A figure's page, a picture of Pillow's, or the bytes of a file, as straight RGBA; None: it is no picture."""
    import numpy as np
    if hasattr(value, 'savefig') and hasattr(value, 'canvas'):
        canvas = value.canvas
        if not hasattr(canvas, 'buffer_rgba'):
            from matplotlib.backends.backend_agg import FigureCanvasAgg
            canvas = FigureCanvasAgg(value)
        canvas.draw()
        return np.array(canvas.buffer_rgba())
    if isinstance(value, (bytes, bytearray)):
        from io import BytesIO

        from PIL import Image
        value = Image.open(BytesIO(value))
    if hasattr(value, 'convert') and hasattr(value, 'tobytes'):
        value = value.convert('RGBA')
        return np.frombuffer(value.tobytes(), np.uint8).reshape(value.size[1], value.size[0], 4)
    return None


def _on_white(a):
    import numpy as np
    alpha = a[..., 3:].astype(np.uint16)
    return ((a[..., :3] * alpha + 255 * (255 - alpha) + 127) // 255).astype(np.uint8)


def _smaller(a, width, height):
    """Means over boxes; never larger than it is."""
    import numpy as np
    for axis, wanted in ((0, height), (1, width)):
        have = a.shape[axis]
        if wanted >= have:
            continue
        edges = np.arange(wanted + 1) * have // wanted
        counts = np.diff(edges).reshape((-1, 1, 1) if axis == 0 else (1, -1, 1))
        a = (np.add.reduceat(a.astype(np.uint32), edges[:-1], axis=axis) + counts // 2) // counts
    return a.astype(np.uint8)


def _fitted(a, width, height):
    """The size in which it fits, with its sides' ratio."""
    share = min(1, width / a.shape[1], height / a.shape[0])
    return max(1, round(a.shape[1] * share)), max(1, round(a.shape[0] * share))


def _plain(a, width, height):
    """The same for few, large dots, over white: what is thin before one colour (the first dot's), a line on a page, is kept up to three times as strong as its mean."""
    import numpy as np
    a = _on_white(a)
    ground = a[0, 0].astype(np.int32)
    other = np.repeat(np.any(a != a[0, 0], axis=2, keepdims=True) * np.uint8(255), 3, axis=2)
    mean, share = _smaller(a, width, height).astype(np.int32), _smaller(other, width, height).astype(np.int32)
    strength = np.minimum(3 * 255, 255 * 255 // np.maximum(share, 1))
    return np.clip(ground + (mean - ground) * strength // 255, 0, 255).astype(np.uint8)


# ---- the three ways, as text ----

def _kitty(a):
    import zlib
    from binascii import b2a_base64
    data = b2a_base64(zlib.compress(a.tobytes(), 1), newline=False)
    parts = [data[i:i + 4096].decode() for i in range(0, len(data), 4096)] or ['']
    head = 'a=T,f=32,o=z,q=2,s=%d,v=%d,' % (a.shape[1], a.shape[0])
    return ''.join('\033_G%sm=%d;%s\033\\' % (head if i == 0 else '', i + 1 < len(parts), part) for i, part in enumerate(parts))


def _sixel(a):
    import numpy as np
    rgb = _on_white(a)
    keys = rgb[..., 0].astype(np.uint32) << 16 | rgb[..., 1].astype(np.uint32) << 8 | rgb[..., 2]
    palette, index = np.unique(keys, return_inverse=True)
    if len(palette) > 256:                          # 6 x 7 x 6 steps
        steps = np.array([5, 6, 5], np.uint16)
        near = (rgb * steps + 127) // 255
        keys = ((near[..., 0] * 255 // 5).astype(np.uint32) << 16) | ((near[..., 1] * 255 // 6).astype(np.uint32) << 8) | (near[..., 2] * 255 // 5)
        palette, index = np.unique(keys, return_inverse=True)
    index = index.reshape(keys.shape)
    out = ['\033P0;1q"1;1;%d;%d' % (a.shape[1], a.shape[0])]
    for number, key in enumerate(palette.tolist()):
        out.append('#%d;2;%d;%d;%d' % (number, *(round((key >> shift & 255) / 2.55) for shift in (16, 8, 0))))
    for top in range(0, index.shape[0], 6):
        band = index[top:top + 6]
        weights = (1 << np.arange(band.shape[0]))[:, None]
        rows = []
        for number in np.unique(band).tolist():
            bits = ((band == number) * weights).sum(axis=0)
            starts = np.flatnonzero(np.diff(bits, prepend=-1))
            lengths = np.diff(starts, append=len(bits)).tolist()
            rows.append('#%d' % number + ''.join('!%d%s' % (n, chr(63 + b)) if n > 3 else chr(63 + b) * n for b, n in zip(bits[starts].tolist(), lengths)))
        out.append('$'.join(rows) + '-')
    return ''.join(out) + '\033\\'


def _colour(rgb, true):
    if true:
        return '2;%d;%d;%d' % rgb
    r, g, b = rgb
    if max(rgb) - min(rgb) < 12:
        level = round((r + g + b) / 3 / 255 * 25)
        return '5;%d' % (16 if level == 0 else 231 if level == 25 else 231 + level)
    return '5;%d' % (16 + 36 * round(r / 51) + 6 * round(g / 51) + round(b / 51))


def _blocks(a):
    """Lines of half blocks; an odd last row stands above nothing."""
    true = os.environ.get('COLORTERM') in ('truecolor', '24bit') or os.environ.get('TERM', '').endswith('-direct')
    if os.environ.get('NO_COLOR'):
        return '\n'.join(''.join(' .:-=+*#%@'[9 - (sum(p) * 9 + 382) // 765] for p in row) for row in a[::2].tolist())
    rows = [[tuple(p) for p in row] for row in a.tolist()]
    lines = []
    for top in range(0, len(rows), 2):
        upper, lower = rows[top], rows[top + 1] if top + 1 < len(rows) else None
        line, now = [], None
        for x, above in enumerate(upper):
            below = lower[x] if lower else None
            if (above, below) != now:
                line.append('\033[38;%s%sm' % (_colour(above, true), ';48;' + _colour(below, true) if below else ''))
                now = above, below
            line.append('▀')
        lines.append(''.join(line) + '\033[0m')
    return '\n'.join(lines)


def drawn(value):
    """A picture as the text that draws it on this terminal, ended by a new line; None: there is no terminal, or this is no picture."""
    how = way()
    a = _pixels(value) if how != 'none' else None
    if a is None or not a.size:
        return None
    columns, lines, (wide, high) = _size()
    if how == 'blocks':
        return _blocks(_plain(a, *_fitted(a, columns - 1, max(2 * (lines - 3), 40)))) + '\n'
    a = _smaller(a, *_fitted(a, columns * wide, max(lines - 3, 10) * high))
    return (_kitty(a) if how == 'kitty' else _sixel(a)) + '\n'


def draw(value):
    """Draw a picture at once. False: there is no terminal to draw in."""
    text = drawn(value)
    if text is None:
        return False
    sys.stdout.write(text)
    sys.stdout.flush()
    return True


def with_picture(data):
    """A result's formats for the terminal: behind its words the picture that it is."""
    picture = data.get('image/png', data.get('image/jpeg'))
    if picture is None:
        return data
    if isinstance(picture, str):
        from binascii import a2b_base64
        picture = a2b_base64(picture)
    try:
        text = drawn(picture)
    except Exception:           # bytes that are no picture: it has its words
        text = None
    return data if text is None else {**data, 'text/plain': '%s\n%s' % (data.get('text/plain', ''), text.rstrip('\n'))}
