"""Options of a magic's line."""
from perch.magics import UsageError


def split(line):
    """Words as a shell sees them; quotes that are never closed are letters."""
    import shlex
    try:
        return shlex.split(line)
    except ValueError:
        return line.split()


def parse(line, letters='', names=(), rest=False):
    """(options, words): 'n:r:q' as getopt's; repeated options give a list for letters with '*'.

    rest: words is the line behind the options as it was typed, for magics that are followed by code."""
    takes = {}
    i = 0
    while i < len(letters):
        takes[letters[i]] = letters[i + 1:i + 2] == ':'
        i += 2 if takes[letters[i]] else 1
    long = {name.rstrip('='): name.endswith('=') for name in names}
    given, at, words = {}, 0, []
    text = line
    while True:
        text = text.lstrip()
        if not text.startswith('-') or text == '-' or (len(text) > 1 and text[1].isspace()):
            if rest or not text:
                break
            word, text = _word(text)
            words.append(word)
            continue
        word, after = _word(text)
        if word == '--':
            text = after
            break
        if word.startswith('--'):
            name, mark, value = word[2:].partition('=')
            if name not in long:
                raise UsageError('option --%s not recognized ( allowed: "%s" %s)' % (name, letters, ' '.join(names)))
            if long[name] and not mark:
                value, after = _word(after.lstrip())
            given[name] = value if long[name] else ''
            text = after
            continue
        letter = word[1]
        if letter not in takes:
            raise UsageError('option -%s not recognized ( allowed: "%s" %s)' % (letter, letters, ' '.join(names)))
        if takes[letter]:
            value = word[2:]
            if not value:
                value, after = _word(after.lstrip())
                if not value:
                    raise UsageError('option -%s requires argument ( allowed: "%s" %s)' % (letter, letters, ' '.join(names)))
            given[letter] = value
            text = after
        else:
            given[letter] = ''
            text = '-' + word[2:] + after if len(word) > 2 else after
    return given, text.strip() if rest else words + (split(text) if text.strip() else [])


def _word(text):
    """(the first word without its quotes, what follows)"""
    out, quote, i = [], None, 0
    while i < len(text):
        c = text[i]
        if quote:
            if c == quote:
                quote = None
            elif c == '\\' and quote == '"' and text[i + 1:i + 2] in ('"', '\\'):
                i += 1
                out.append(text[i])
            else:
                out.append(c)
        elif c in '\'"' and text.find(c, i + 1) >= 0:
            quote = c
        elif c == '\\' and i + 1 < len(text):
            i += 1
            out.append(text[i])
        elif c.isspace():
            break
        else:
            out.append(c)
        i += 1
    return ''.join(out), text[i:]
