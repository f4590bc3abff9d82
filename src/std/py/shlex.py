"""Splitting and quoting as a shell does."""
__all__ = ["shlex", "split", "quote", "join"]


def split(s, comments=False, posix=True):
    """The words of a command line."""
    if s is None:
        raise ValueError("s argument must not be None")
    words = []
    word = None
    i, n = 0, len(s)
    while i < n:
        c = s[i]
        i += 1
        if c in ' \t\r\n':
            if word is not None:
                words.append(word)
            word = None
        elif c == '#' and comments:
            while i < n and s[i] != '\n':
                i += 1
        elif c in '"\'':
            word = (word or '') + ('' if posix else c)
            while True:
                if i >= n:
                    raise ValueError("No closing quotation")
                d = s[i]
                i += 1
                if d == c:
                    break
                if posix and c == '"' and d == '\\' and s[i:i + 1] in ('"', '\\'):
                    d = s[i]
                    i += 1
                word += d
            if not posix:
                word += c
        elif c == '\\' and posix:
            if i >= n:
                raise ValueError("No escaped character")
            word = (word or '') + s[i]
            i += 1
        else:
            word = (word or '') + c
    if word is not None:
        words.append(word)
    return words


def quote(s):
    """The text as one word of a command line."""
    if not s:
        return "''"
    if s.isascii() and all(c.isalnum() or c in '_@%+=:,./-' for c in s):
        return s
    return "'" + s.replace("'", "'\"'\"'") + "'"


def join(split_command):
    """Words as a command line."""
    return ' '.join(map(quote, split_command))


def __getattr__(name):
    if name == 'shlex':
        from _shlex_class import shlex
        globals()['shlex'] = shlex
        return shlex
    raise AttributeError(f"module 'shlex' has no attribute {name!r}")
