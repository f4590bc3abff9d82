"""The lines of several files, one after the other: those named on the command line, or stdin."""
import sys

__all__ = ['input', 'close', 'nextfile', 'filename', 'lineno', 'filelineno', 'fileno', 'isfirstline', 'isstdin', 'FileInput',
           'hook_encoded']

_state = None


def input(files=None, inplace=False, backup='', *, mode='r', openhook=None, encoding=None, errors=None):
    """A FileInput that the functions of this module ask."""
    global _state
    if _state and _state._file:
        raise RuntimeError('input() already active')
    _state = FileInput(files, inplace, backup, mode=mode, openhook=openhook, encoding=encoding, errors=errors)
    return _state


def close():
    global _state
    state, _state = _state, None
    if state:
        state.close()


def _active():
    if not _state:
        raise RuntimeError('no active input()')
    return _state


def nextfile():
    return _active().nextfile()


def filename():
    return _active().filename()


def lineno():
    return _active().lineno()


def filelineno():
    return _active().filelineno()


def fileno():
    return _active().fileno()


def isfirstline():
    return _active().isfirstline()


def isstdin():
    return _active().isstdin()


class FileInput:
    """Iterate over it; '-' is stdin."""

    def __init__(self, files=None, inplace=False, backup='', *, mode='r', openhook=None, encoding=None, errors=None):
        import os
        if isinstance(files, (str, os.PathLike)):
            files = (os.fspath(files),)
        elif files is None:
            files = sys.argv[1:]
        self._files = tuple(files) or ('-',)
        if mode not in ('r', 'rb'):
            raise ValueError("FileInput opening mode must be 'r' or 'rb'")
        if inplace:
            raise ValueError('perch has no fileinput with inplace=True: write to another file and os.replace() it')
        self._left = list(self._files)
        self._mode, self._openhook, self._encoding, self._errors = mode, openhook, encoding, errors
        self._file = self._filename = None
        self._lineno = self._start = 0
        self._isstdin = False

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()

    def close(self):
        self.nextfile()
        self._left = []

    def __iter__(self):
        return self

    def __next__(self):
        while True:
            line = self.readline()
            if line:
                return line
            raise StopIteration

    def nextfile(self):
        file, self._file = self._file, None
        if file and not self._isstdin:
            file.close()
        self._isstdin = False

    def readline(self):
        while True:
            if self._file is None:
                if not self._left:
                    return b'' if 'b' in self._mode else ''
                self._open(self._left.pop(0))
            line = self._file.readline()
            if line:
                self._lineno += 1
                return line
            self.nextfile()

    def _open(self, name):
        self._filename = name
        self._start = self._lineno
        if name == '-':
            self._filename = '<stdin>'
            self._file = sys.stdin.buffer if 'b' in self._mode else sys.stdin
            self._isstdin = True
        elif self._openhook:
            self._file = self._openhook(name, self._mode)
        else:
            self._file = open(name, self._mode, encoding=self._encoding, errors=self._errors)

    def filename(self):
        return self._filename

    def lineno(self):
        return self._lineno

    def filelineno(self):
        return self._lineno - self._start

    def fileno(self):
        return self._file.fileno() if self._file else -1

    def isfirstline(self):
        return self.filelineno() == 1

    def isstdin(self):
        return self._isstdin


def hook_encoded(encoding, errors=None):
    return lambda filename, mode: open(filename, mode, encoding=encoding, errors=errors)
