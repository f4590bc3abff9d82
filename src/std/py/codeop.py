"""Is what was typed so far a whole command?"""

__all__ = ['compile_command', 'Compile', 'CommandCompiler']
_COMPLETE, _MORE = 0, 1


def _try(source, filename, symbol, flags=0):
    try:
        return compile(source, filename, symbol, flags, True), None
    except SyntaxError as e:
        return None, e


def compile_command(source, filename='<input>', symbol='single'):
    """A code; None when more lines are needed; SyntaxError (ValueError, OverflowError) when nothing can make it right."""
    return _maybe_compile(source, filename, symbol)


def _maybe_compile(source, filename, symbol):
    lines = [line.strip() for line in source.split('\n')]
    if not any(line and line[0] != '#' for line in lines):
        if symbol != 'eval':
            source = 'pass'
    import warnings
    with warnings.catch_warnings():
        warnings.simplefilter('ignore', (SyntaxWarning, DeprecationWarning))
        code, error = _try(source, filename, symbol)
        if symbol != 'eval' and source.rstrip(' \t') == source and not source.endswith('\n'):
            # Inside a block more may come: only an empty line ends it.
            last = lines[-1] if lines else ''
            if code is not None and last and _open_block(source):
                return None
        if code is not None:
            return code
        _, one = _try(source + '\n', filename, symbol)
        if _incomplete(source, filename, symbol, one or error):
            return None
    raise error


def _open_block(source):
    lines = [line for line in source.split('\n') if line.strip() and not line.strip().startswith('#')]
    return len(lines) > 1 and lines[-1][:1] in ' \t' or bool(lines) and lines[-1].rstrip().endswith(':')


def _incomplete(source, filename, symbol, error):
    text = str(error.msg)
    return (text.startswith(('unexpected EOF', 'expected an indented block')) or 'was never closed' in text
            or 'unterminated triple-quoted' in text or source.rstrip(' \t').endswith('\\'))


class Compile:
    """A compile() that remembers future statements."""

    def __init__(self):
        self.flags = 0

    def __call__(self, source, filename, symbol):
        return compile(source, filename, symbol, self.flags, True)


class CommandCompiler:
    """A compile_command() as an object."""

    def __init__(self):
        self.compiler = Compile()

    def __call__(self, source, filename='<input>', symbol='single'):
        return _maybe_compile(source, filename, symbol)
