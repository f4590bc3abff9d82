"""Sessions with `>>>` prompts inside a lesson or a program: examples and what they are expected to print, as Python's doctest reads them."""


class Example:
    """source; line (of its first line in the file); want (the text below it); lines of that text from, to (to is not one of them); indent."""

    def __init__(self, source, line, want, start, stop, indent):
        self.source, self.line, self.want, self.start, self.stop, self.indent = source, line, want, start, stop, indent


def has(lines):
    """Is the first line that says anything a prompt?"""
    for line in lines:
        if line.strip():
            return line.lstrip().startswith('>>>')
    return False


def examples(lines, first, margin=0):
    """Of lines that stand in the file from line `first` on, `margin` characters further right."""
    found, i = [], 0
    while i < len(lines):
        line = lines[i]
        indent = len(line) - len(line.lstrip())
        if not line[indent:].startswith('>>>') or line[indent + 3:indent + 4] not in ('', ' '):
            i += 1
            continue
        source, start = [line[indent + 4:]], i
        i += 1
        while i < len(lines) and lines[i][indent:indent + 3] == '...' and not lines[i][:indent].strip() and lines[i][indent + 3:indent + 4] in ('', ' '):
            source.append(lines[i][indent + 4:])
            i += 1
        wanted = i
        while i < len(lines) and lines[i].strip() and not lines[i].lstrip().startswith('>>>'):
            if len(lines[i]) - len(lines[i].lstrip()) < indent and indent:
                break       # the text around goes on
            i += 1
        want = ''.join(text_of(l[indent:]) + '\n' for l in lines[wanted:i])
        found.append(Example('\n'.join(source), first + start, want, first + wanted, first + i, indent + margin))
    return found


def text_of(line):
    return '' if line.strip() == '<BLANKLINE>' else line


def lines_for(text, indent):
    """The lines to save below an example: an empty one would end them."""
    lines = text.split('\n')
    if lines and lines[-1] == '':
        lines.pop()
    return [' ' * indent + (line if line.strip() else '<BLANKLINE>') for line in lines]
