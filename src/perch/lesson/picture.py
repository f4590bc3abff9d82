"""What a terminal shows as an SVG file of its own: no font, script or style from elsewhere.

A terminal's columns are kept whatever font the viewer has: each run of characters is told its place and its length.
"""
from perch.lesson.styled import char_width, fold, runs, width

FONT = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', 'Noto Sans CJK SC', 'Microsoft YaHei', 'PingFang SC', monospace"
SIZE, COLUMN, ROW, BASE = 14, 8.4, 19, 14           # pixels: of the font; of a character's cell; from its top to the base line
MARGIN, BAR = 18, 34                                # around the text; of the window's title
GROUND, BORDER, PLAIN = '#1b1f27', '#39404d', '#d7dce5'
# The sixteen colours, on that ground.
COLOURS = {30: '#5a6372', 31: '#f0716f', 32: '#7fc77c', 33: '#dcb265', 34: '#75a8f0', 35: '#cf8be4', 36: '#5fc0c9', 37: '#d7dce5',
           90: '#8b93a3', 91: '#ff8f8c', 92: '#9ade97', 93: '#f0cb84', 94: '#95bdf7', 95: '#dfa6f0', 96: '#83d6de', 97: '#ffffff'}
DOTS = ('#ec6a5f', '#f4bf50', '#61c554')


def escape(text):
    return ''.join('&amp;' if c == '&' else '&lt;' if c == '<' else '&gt;' if c == '>' else c if c >= ' ' else ' ' for c in text)


def look(style):
    """Attributes of a run from its sequences."""
    colour, bold, underline, faint = PLAIN, False, False, False
    codes = [int(c) for part in style.split('\x1b[') if part for c in part.rstrip('m').split(';') if c.isdigit()]
    for code in codes:
        if code == 1:
            bold = True
        elif code == 2:
            faint = True
        elif code == 4:
            underline = True
        elif code in COLOURS:
            colour = COLOURS[code]
    said = f' fill="{colour}"' if colour != PLAIN else ''
    return said + (' font-weight="bold"' if bold else '') + (' text-decoration="underline"' if underline else '') + (' opacity="0.7"' if faint else '')


def pieces(text):
    """A run in stretches of characters of the same width: [(columns before, columns, text)…]. Gaps are left out: viewers make one blank of several."""
    found, at = [], 0
    for i, c in enumerate(text):
        w = char_width(c)
        gap = c == ' ' and (i == 0 or i + 1 == len(text) or ' ' in (text[i - 1], text[i + 1]))
        if gap:
            found.append(None)
        elif found and found[-1] and (found[-1][3] == w or w == 0):
            found[-1][1] += w
            found[-1][2] += c
        else:
            found.append([at, w, c, w])
        at += w
    kept = []
    for start, columns, piece, _ in filter(None, found):
        bare = piece.strip(' ')
        if bare:
            kept.append((start + len(piece) - len(piece.lstrip(' ')), columns - len(piece) + len(bare), bare))
    return kept


def svg(lines, columns=80, title=''):
    """Lines with ANSI colours as the text of an SVG file."""
    rows = [row for line in lines for row in fold(line, columns)]
    while rows and not rows[0].strip():
        rows.pop(0)
    while rows and not rows[-1].strip():
        rows.pop()
    wide, high = round(columns * COLUMN + 2 * MARGIN), BAR + len(rows) * ROW + 2 * MARGIN - 8
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" role="img">',
           f'<title>{escape(title)}</title>',
           f'<rect x="0.5" y="0.5" width="{wide - 1}" height="{high - 1}" rx="8" fill="{GROUND}" stroke="{BORDER}"/>']
    out += [f'<circle cx="{20 + 18 * i}" cy="{BAR / 2:g}" r="5.5" fill="{colour}"/>' for i, colour in enumerate(DOTS)]
    out.append(f'<g font-family="{FONT}" font-size="{SIZE}" fill="{PLAIN}">')
    if title:
        out.append(f'<text x="{wide / 2:g}" y="{BAR / 2 + 5:g}" text-anchor="middle" fill="{COLOURS[90]}" font-size="13">{escape(title)}</text>')
    for i, row in enumerate(rows):
        y, at = BAR + MARGIN - 8 + i * ROW + BASE, 0
        for style, run in runs(row)[0]:
            for start, cols, piece in pieces(run):
                x, length = MARGIN + (at + start) * COLUMN, cols * COLUMN
                stretch = f' textLength="{length:.1f}" lengthAdjust="spacingAndGlyphs"' if cols > 1 else ''
                out.append(f'<text x="{x:.1f}" y="{y:g}"{stretch}{look(style)}>{escape(piece)}</text>')
            at += width(run)
    return '\n'.join(out) + '\n</g>\n</svg>\n'
