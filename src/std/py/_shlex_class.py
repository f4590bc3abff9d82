"""The class shlex.shlex: a reader of tokens for small languages."""
import os
import sys
from collections import deque
from io import StringIO


class shlex:
    """Iterate over it, or call get_token(), for one token after the other; eof ('' or None) is the end."""

    def __init__(self, instream=None, infile=None, posix=False, punctuation_chars=False):
        if isinstance(instream, str):
            instream = StringIO(instream)
        self.instream = sys.stdin if instream is None else instream
        self.infile = infile if instream is not None else None
        self.posix = posix
        self.eof = None if posix else ''
        self.commenters = '#'
        self.wordchars = 'abcdfeghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_'
        if posix:
            self.wordchars += 'ßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ'
        self.whitespace = ' \t\r\n'
        self.whitespace_split = False
        self.quotes = '\'"'
        self.escape = '\\'
        self.escapedquotes = '"'
        self.state = ' '
        self.pushback = deque()
        self.lineno = 1
        self.debug = 0
        self.token = ''
        self.filestack = deque()
        self.source = None
        if not punctuation_chars:
            punctuation_chars = ''
        elif punctuation_chars is True:
            punctuation_chars = '();<>|&'
        self._punctuation_chars = punctuation_chars
        self._waiting = deque()         # characters read too far
        if punctuation_chars:
            self.wordchars += '~-./*?='
            self.wordchars = ''.join(c for c in self.wordchars if c not in punctuation_chars)

    @property
    def punctuation_chars(self):
        return self._punctuation_chars

    def push_token(self, tok):
        """The next get_token() gives this."""
        self.pushback.appendleft(tok)

    def push_source(self, newstream, newfile=None):
        """Read from another stream first."""
        if isinstance(newstream, str):
            newstream = StringIO(newstream)
        self.filestack.appendleft((self.infile, self.instream, self.lineno))
        self.infile, self.instream, self.lineno = newfile, newstream, 1

    def pop_source(self):
        self.instream.close()
        self.infile, self.instream, self.lineno = self.filestack.popleft()
        self.state = ' '

    def get_token(self):
        if self.pushback:
            return self.pushback.popleft()
        raw = self.read_token()
        if self.source is not None:
            while raw == self.source:
                spec = self.sourcehook(self.read_token())
                if spec:
                    newfile, newstream = spec
                    self.push_source(newstream, newfile)
                raw = self.get_token()
        while raw == self.eof:
            if not self.filestack:
                return self.eof
            self.pop_source()
            raw = self.get_token()
        return raw

    def _read(self):
        if self._waiting:
            c = self._waiting.pop()
        else:
            c = self.instream.read(1)
        if c == '\n':
            self.lineno += 1
        return c

    def read_token(self):
        """One token from the characters, pushed-back ones and sources not looked at."""
        quoted = False
        back = ' '              # where an escape returns to
        while True:
            c = self._read()
            state = self.state
            if state is None:
                self.token = ''
                break
            if state == ' ':
                if not c:
                    self.state = None
                    break
                if c in self.whitespace:
                    if self.token or (self.posix and quoted):
                        break
                elif c in self.commenters:
                    self.instream.readline()
                    self.lineno += 1
                elif self.posix and c in self.escape:
                    back, self.state = 'a', c
                elif c in self.wordchars:
                    self.token, self.state = c, 'a'
                elif c in self._punctuation_chars:
                    self.token, self.state = c, 'c'
                elif c in self.quotes:
                    if not self.posix:
                        self.token = c
                    self.state = c
                elif self.whitespace_split:
                    self.token, self.state = c, 'a'
                else:
                    self.token = c
                    if self.token or (self.posix and quoted):
                        break
            elif state in self.quotes:
                quoted = True
                if not c:
                    raise ValueError('No closing quotation')
                if c == state:
                    if not self.posix:
                        self.token += c
                        self.state = ' '
                        break
                    self.state = 'a'
                elif self.posix and c in self.escape and state in self.escapedquotes:
                    back, self.state = state, c
                else:
                    self.token += c
            elif state in self.escape:
                if not c:
                    raise ValueError('No escaped character')
                if back in self.quotes and c != state and c != back:
                    self.token += state
                self.token += c
                self.state = back
            else:                                   # in a word ('a') or in punctuation ('c')
                if not c:
                    self.state = None
                    break
                if c in self.whitespace:
                    self.state = ' '
                    if self.token or (self.posix and quoted):
                        break
                elif c in self.commenters:
                    self.instream.readline()
                    self.lineno += 1
                    if self.posix:
                        self.state = ' '
                        if self.token or (self.posix and quoted):
                            break
                elif state == 'c':
                    if c in self._punctuation_chars:
                        self.token += c
                    else:
                        if c not in self.whitespace:
                            self._waiting.append(c)
                        self.state = ' '
                        break
                elif self.posix and c in self.quotes:
                    self.state = c
                elif self.posix and c in self.escape:
                    back, self.state = 'a', c
                elif c in self.wordchars or c in self.quotes or (self.whitespace_split and c not in self._punctuation_chars):
                    self.token += c
                else:
                    if self._punctuation_chars:
                        self._waiting.append(c)
                    else:
                        self.pushback.appendleft(c)
                    self.state = ' '
                    if self.token or (self.posix and quoted):
                        break
        result, self.token = self.token, ''
        if self.posix and not quoted and result == '':
            result = None
        return result

    def sourcehook(self, newfile):
        """(name, stream) of a file that a token names."""
        if newfile[0] == '"':
            newfile = newfile[1:-1]
        if isinstance(self.infile, str) and not os.path.isabs(newfile):
            newfile = os.path.join(os.path.dirname(self.infile), newfile)
        return newfile, open(newfile, 'r')

    def error_leader(self, infile=None, lineno=None):
        """The start of a message about this place."""
        return '"%s", line %d: ' % (self.infile if infile is None else infile, self.lineno if lineno is None else lineno)

    def __iter__(self):
        return self

    def __next__(self):
        token = self.get_token()
        if token == self.eof:
            raise StopIteration
        return token


shlex.__module__ = 'shlex'
