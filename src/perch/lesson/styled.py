"""Text with ANSI colours: how wide it is, folded to a width, taken apart into runs."""
import re
import unicodedata

SEQUENCE = re.compile(r'\x1b\[([0-9;?]*)([A-Za-z])')
RESET = '\x1b[0m'
# The look of a demo: what the terminal of perch has for its prompts, and what is a demo's own.
PROMPT, PROMPT_NUMBER, OUT, OUT_NUMBER = '\x1b[32m', '\x1b[1;32m', '\x1b[31m', '\x1b[1;31m'
TITLE, PROSE, BAR, DIM, NOTE, WARNING = '\x1b[1m', '', '\x1b[36m', '\x1b[90m', '\x1b[36m', '\x1b[1;31m'
EMPHASIS, CODE = '\x1b[1m', '\x1b[36m'


def paint(style, text):
    return f'{style}{text}{RESET}' if style and text else text


def char_width(c):
    """Columns of a character: 0, 1 or 2."""
    if c < '\u0300':
        return 1
    if unicodedata.combining(c) or c in '\u200b\u200d\ufe0f':
        return 0
    return 2 if unicodedata.east_asian_width(c) in 'WF' else 1


def width(text):
    """Columns of a text without sequences."""
    return len(text) if text.isascii() else sum(map(char_width, text))


def plain(text):
    return SEQUENCE.sub('', text) if '\x1b' in text else text


def runs(text, style=''):
    """[(style, text)…] of a text with sequences; the style in force at its end. A style is the sequence that makes it."""
    found, at = [], 0
    for match in SEQUENCE.finditer(text):
        if match.start() > at:
            found.append((style, text[at:match.start()]))
        at = match.end()
        if match[2] == 'm':
            codes = match[1].split(';')
            if codes[-1] in ('', '0'):
                style = ''
            else:
                style += match[0]
    if at < len(text):
        found.append((style, text[at:]))
    return found, style


def fold(text, columns):
    """A line with sequences as rows of at most so many columns."""
    rows, row, used = [], '', 0
    for style, run in runs(text)[0]:
        piece = ''
        for c in run:
            w = char_width(c)
            if used + w > columns:
                rows.append(row + paint(style, piece))
                row, piece, used = '', '', 0
            piece += c
            used += w
        row += paint(style, piece)
    rows.append(row)
    return rows


# Where Chinese may not break: before a closing mark, behind an opening one.
CLOSING, OPENING = '，。；：！？、）》」』】”’…,.;:!?)]}', '（《「『【“‘([{'


def words_of(text):
    """Pieces between which a line may break: words with the blank behind them, single wide characters with their marks."""
    pieces, piece = [], ''
    for c in text:
        wide = char_width(c) == 2
        if piece and c not in CLOSING and piece[-1] not in OPENING and (piece[-1] == ' ' != c or wide or char_width(piece[-1]) == 2) and c != ' ':
            pieces.append(piece)
            piece = ''
        piece += c
    return pieces + [piece] if piece else pieces


MARKS = re.compile(r'`([^`]+)`|\*\*(.+?)\*\*|\*([^\s*][^*]*)\*|\[([^\]]+)\]\([^)]*\)')


def inline(text):
    """Markdown's marks within a line as [(style, text)…]."""
    found, at = [], 0
    for match in MARKS.finditer(text):
        found.append(('', text[at:match.start()]))
        found.append((CODE, match[1]) if match[1] else (EMPHASIS, match[2] or match[3]) if match[2] or match[3] else ('', match[4]))
        at = match.end()
    found.append(('', text[at:]))
    return [(style, piece) for style, piece in found if piece]


def wrap(text, columns, marks=True):
    """A paragraph of Markdown as rows: words are kept whole where they fit. marks: they become colours, else they stay as they are."""
    rows, row, used = [], '', 0
    for style, run in inline(text) if marks else [('', text)]:
        for piece in words_of(run):
            w, bare = width(piece), width(piece.rstrip())
            if used and used + bare > columns:
                rows.append(row.rstrip())
                row, used = '', 0
                piece = piece.lstrip()
                w = width(piece)
            while w > columns:      # a word longer than a row
                head, tail = cut(piece, columns)
                rows.append(row + paint(style, head))
                row, used, piece = '', 0, tail
                w = width(piece)
            row += paint(style, piece)
            used += w
    return rows + [row.rstrip()] if row else rows


def cut(text, columns):
    used = 0
    for i, c in enumerate(text):
        used += char_width(c)
        if used > columns and i:
            return text[:i], text[i:]
    return text, ''


def joined(paragraph):
    """A paragraph's lines as one: between Chinese characters a line's end is no blank."""
    text = ''
    for line in paragraph.split('\n'):
        line = line.strip()
        if text and line:
            text += '' if char_width(text[-1]) == 2 or char_width(line[0]) == 2 else ' '
        text += line
    return text


def paragraph(text, columns, marks=True):
    """Text of Markdown as rows: paragraphs are filled, items of lists stand under one another, blocks of code stay as they are."""
    rows, fenced = [], False
    item = []

    def close():
        if item:
            lead = re.match(r'(\s*(?:[-*+]|\d+[.)])\s+)?', item[0])[0]
            body = joined('\n'.join([item[0][len(lead):]] + item[1:]))
            hang = ' ' * width(lead)
            for i, row in enumerate(wrap(body, max(columns - len(hang), 8), marks)):
                rows.append((lead.replace('*', '•', 1).replace('- ', '• ', 1) if not i else hang) + row)
            item.clear()
    for line in text.split('\n'):
        if line.lstrip().startswith('```'):
            close()
            fenced = not fenced
        elif fenced or line.lstrip().startswith('|'):
            close()
            rows.append(paint(CODE, line) if fenced else line)
        else:
            if re.match(r'\s*(?:[-*+]|\d+[.)])\s+', line):
                close()
            item.append(line)
    close()
    return rows
