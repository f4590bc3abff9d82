"""A cell typed at the prompt, key by key, in live colour: what has been typed is inked anew at each key, as it is where a person types."""
from perch.lesson.playhouse import NEXT
from perch.lesson.styled import PROMPT, PROMPT_NUMBER, RESET, char_width, paint


def prompts(number):
    """(first, others), and their columns."""
    first = f'In [{number}]: '
    return paint(PROMPT, 'In [') + paint(PROMPT_NUMBER, str(number)) + paint(PROMPT, ']: '), paint(PROMPT, '...: '.rjust(len(first))), len(first)


def styles_of(text, ink):
    """The style of each character."""
    styles = [''] * len(text)
    for start, end, sequence in ink:
        styles[start:end] = [sequence] * (end - start)
    return styles


def coloured(text, styles):
    out, before = '', ''
    for c, style in zip(text, styles):
        if style != before:
            out += (RESET if before else '') + style
            before = style
        out += c
    return out + (RESET if before else '')


class Typist:
    def __init__(self, house, stage, rhythm):
        self.house, self.stage, self.rhythm = house, stage, rhythm

    def inked(self, text):
        return styles_of(text, self.stage.ink(text)) if self.house.colour else [''] * len(text)

    def whole(self, source, number):
        """The cell as it stands there in the end."""
        first, more, _ = prompts(number)
        styles, at, rows = self.inked(source), 0, []
        for i, line in enumerate(source.split('\n')):
            rows.append((more if i else first) + coloured(line, styles[at:at + len(line)]))
            at += len(line) + 1
        return '\n'.join(rows)

    def at_once(self, source, number):
        """As the fix-it key and %recall put it there."""
        self.house.write(self.whole(source, number) + '\n')

    def type(self, source, number, cps):
        """None when it is all there; else the key that stopped it (what was typed is on the screen still: erase()). Space: the rest at once."""
        house = self.house
        if not house.real and not house.cast:
            self.at_once(source, number)
            return None
        first, self.more, self.margin = prompts(number)
        house.send(first)
        self.line, self.shown, self.row, self.above = '', [], 0, 0
        times = [t / house.speed for t in self.rhythm.times(source, cps)]
        start = house.begin()
        house.asked['typing'] += times[-1] if times else 0
        for i, at in enumerate(times):
            key = house.wait(start + at)
            if key == NEXT:
                house.asked['typing'] -= times[-1] - at
                self.finish(source, i, number)
                break
            elif key:
                house.asked['typing'] -= times[-1] - at
                return key
            self.put(source[:i + 1])
        house.page.append(self.whole(source, number) + '\n')
        house.send('\n')
        house.open_line = False
        return None

    def put(self, text):
        """The screen shows what has been typed so far."""
        line = text.rsplit('\n', 1)[-1]
        if text.endswith('\n'):
            self.house.send('\n' + self.more)
            self.above += 1 + self.row
            self.line, self.shown, self.row = '', [], 0
            return
        styles = self.inked(text)[len(text) - len(line):]
        columns = self.house.columns
        if styles[:len(self.shown)] == self.shown and len(line) == len(self.line) + 1:
            self.house.send(coloured(line[-1], styles[-1:]))
        else:
            up = f'\x1b[{self.row}A' if self.row else ''
            self.house.send(f'{up}\r\x1b[{self.margin}C{coloured(line, styles)}')
        self.line, self.shown = line, styles
        self.row = rows_above(self.margin, line, columns)

    def finish(self, source, typed, number):
        """What is not typed yet, at once."""
        if self.house.colour:
            self.erase()
            self.house.send(self.whole(source, number))
        else:
            self.house.send(source[typed:].replace('\n', '\n' + self.more))

    def erase(self):
        """What was typed goes from the screen."""
        if not self.house.colour:
            self.house.send('\n')
            return
        up = self.above + self.row
        self.house.send((f'\x1b[{up}A' if up else '') + '\r\x1b[J')


def rows_above(margin, line, columns):
    """Rows of the screen between the beginning of a line and its end: terminals break where a character no longer fits."""
    row, at = 0, margin
    for c in line:
        w = char_width(c)
        if at + w > columns:
            row, at = row + 1, 0
        at += w
    return row
