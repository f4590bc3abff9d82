"""Wrap, fill, indent and dedent text."""
__all__ = ['TextWrapper', 'wrap', 'fill', 'dedent', 'indent', 'shorten']

_whitespace = '\t\n\x0b\x0c\r '


def _is_word(c):
    return c.isalnum() or c == '_'


def _is_letter(c):
    return _is_word(c) and not c.isdigit()


def _chunks_of_word(word):
    """Split a word after hyphens between letters, and around em-dashes."""
    chunks = []
    start = i = 0
    n = len(word)
    while i < n:
        if word[i] != '-':
            i += 1
            continue
        j = i
        while j < n and word[j] == '-':
            j += 1
        if j - i >= 2:
            # an em-dash: its own chunk, between a word and a word
            before_ok = i > start and (_is_word(word[i - 1]) or word[i - 1] in '!"\'&.,?')
            if before_ok and j < n and _is_word(word[j]):
                chunks.append(word[start:i])
                chunks.append(word[i:j])
                start = j
            i = j
            continue
        # one hyphen: two letters (or letter-letter) before it, letters after it
        before = word[start:i]
        letters = (len(before) >= 2 and _is_letter(before[-1])
                   and (_is_letter(before[-2])
                        or before[-2] == '-' and len(before) >= 3 and _is_letter(before[-3])))
        after = word[j:j + 2]
        follows = (len(after) == 2 and _is_letter(after[0])
                   and (_is_letter(after[1])
                        or after[1] == '-' and j + 2 < n and _is_letter(word[j + 2])))
        if letters and follows:
            chunks.append(word[start:j])
            start = j
        i = j
    if start < n:
        chunks.append(word[start:])
    return chunks


def _split_text(text, hyphens):
    """Alternating runs of white space and word chunks; nothing is lost."""
    chunks = []
    i, n = 0, len(text)
    while i < n:
        j = i
        blank = text[i] in _whitespace
        while j < n and (text[j] in _whitespace) == blank:
            j += 1
        if blank or not hyphens:
            chunks.append(text[i:j])
        else:
            chunks.extend(_chunks_of_word(text[i:j]))
        i = j
    return chunks


class TextWrapper:
    """The settings of wrap(); see the keyword arguments of __init__."""

    def __init__(self, width=70, initial_indent="", subsequent_indent="", expand_tabs=True,
                 replace_whitespace=True, fix_sentence_endings=False, break_long_words=True,
                 drop_whitespace=True, break_on_hyphens=True, tabsize=8, *,
                 max_lines=None, placeholder=' [...]'):
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.fix_sentence_endings = fix_sentence_endings
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.placeholder = placeholder

    def _munge_whitespace(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            text = text.translate({ord(c): ' ' for c in _whitespace})
        return text

    def _split(self, text):
        return _split_text(text, self.break_on_hyphens)

    def _split_chunks(self, text):
        return self._split(self._munge_whitespace(text))

    def _fix_sentence_endings(self, chunks):
        """Two blanks after a sentence's end."""
        for i in range(len(chunks) - 1):
            if chunks[i + 1] == ' ':
                end = chunks[i].rstrip('"\'')
                if (len(chunks[i]) - len(end) <= 1 and end[-1:] in ('.', '!', '?')
                        and end[-2:-1].islower() and end[-2:-1].isascii()):
                    chunks[i + 1] = '  '

    def _take_long_word(self, chunks, line, used, width):
        """A chunk wider than a line: cut it, or let it stand alone."""
        space = 1 if width < 1 else width - used
        if self.break_long_words:
            end = space
            chunk = chunks[-1]
            if self.break_on_hyphens and len(chunk) > space:
                hyphen = chunk.rfind('-', 0, space)
                if hyphen > 0 and any(c != '-' for c in chunk[:hyphen]):
                    end = hyphen + 1
            line.append(chunk[:end])
            chunks[-1] = chunk[end:]
        elif not line:
            line.append(chunks.pop())

    def _wrap_chunks(self, chunks):
        if self.width <= 0:
            raise ValueError("invalid width %r (must be > 0)" % self.width)
        if self.max_lines is not None:
            indent = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(indent) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError("placeholder too large for max width")
        lines = []
        chunks.reverse()                        # the next one is at the end
        while chunks:
            line, used = [], 0
            indent = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(indent)
            if self.drop_whitespace and chunks[-1].strip() == '' and lines:
                del chunks[-1]
            while chunks and used + len(chunks[-1]) <= width:
                used += len(chunks[-1])
                line.append(chunks.pop())
            if chunks and len(chunks[-1]) > width:
                self._take_long_word(chunks, line, used, width)
                used = sum(map(len, line))
            if self.drop_whitespace and line and line[-1].strip() == '':
                used -= len(line[-1])
                del line[-1]
            if not line:
                continue
            last_allowed = self.max_lines is not None and len(lines) + 1 >= self.max_lines
            rest_blank = not chunks or (self.drop_whitespace and len(chunks) == 1
                                        and not chunks[0].strip())
            if not last_allowed or rest_blank and used <= width:
                lines.append(indent + ''.join(line))
                continue
            # the last line: drop words until the placeholder fits
            while line:
                if line[-1].strip() and used + len(self.placeholder) <= width:
                    line.append(self.placeholder)
                    lines.append(indent + ''.join(line))
                    break
                used -= len(line[-1])
                del line[-1]
            else:
                if lines:
                    previous = lines[-1].rstrip()
                    if len(previous) + len(self.placeholder) <= self.width:
                        lines[-1] = previous + self.placeholder
                        break
                lines.append(indent + self.placeholder.lstrip())
            break
        return lines

    def wrap(self, text):
        """The text as a list of lines of at most self.width characters."""
        chunks = self._split_chunks(text)
        if self.fix_sentence_endings:
            self._fix_sentence_endings(chunks)
        return self._wrap_chunks(chunks)

    def fill(self, text):
        """The text wrapped, as one string."""
        return "\n".join(self.wrap(text))


def wrap(text, width=70, **kwargs):
    """Wrap one paragraph; returns a list of lines without newlines."""
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    """Wrap one paragraph; returns a string."""
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    """Collapse white space and cut the text to fit, with a placeholder."""
    return TextWrapper(width=width, max_lines=1, **kwargs).fill(' '.join(text.strip().split()))


def dedent(text):
    """Remove the white space that all lines begin with."""
    lines = text.split('\n')
    margin = None
    for i, line in enumerate(lines):
        stripped = line.lstrip(' \t')
        if not stripped:                        # blank lines have no say
            lines[i] = ''
            continue
        indent = line[:len(line) - len(stripped)]
        if margin is None:
            margin = indent
        else:
            common = 0
            while (common < len(margin) and common < len(indent)
                   and margin[common] == indent[common]):
                common += 1
            margin = margin[:common]
    if margin:
        lines = [line[len(margin):] if line else line for line in lines]
    return '\n'.join(lines)


def indent(text, prefix, predicate=None):
    """Put prefix before every line that is not blank (or that predicate picks)."""
    if predicate is None:
        predicate = str.strip
    return ''.join(prefix + line if predicate(line) else line
                   for line in text.splitlines(True))
