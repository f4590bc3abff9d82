"""Where a demo is seen: time, the keyboard, and the screen with all that copies it (an asciinema file, pictures of the stops).

A House has a clock of its own. On a terminal it is the time that passes; with nobody to watch (a recording in the background) it goes on by what was asked for
and by what cells really take, so that a recording made in a second plays as the demo would have.
"""
import os
import sys
import time

import _keys

from perch.lesson.styled import DIM, RESET, fold, paint, plain, width

LATE = 0.5              # seconds that are caught up with, at most
QUIT, NEXT, BACK, PAUSE, TAKE_OVER = 'quit', 'next', 'back', 'pause', 'take over'
KEYS = {' ': NEXT, '\r': NEXT, '\n': NEXT, 'n': NEXT, '\x1b[C': NEXT, '\x1b[6~': NEXT, '\x1bOC': NEXT,
        'b': BACK, '\x7f': BACK, '\x08': BACK, '\x1b[D': BACK, '\x1b[5~': BACK, '\x1bOD': BACK,
        'p': PAUSE, 't': TAKE_OVER, 'q': QUIT, '\x03': QUIT, '\x04': QUIT, 'Q': QUIT, 'eof': QUIT}


class Left(Exception):
    """The person has left: q, Ctrl-C, a terminal that went away."""


class House:
    """keyboard: keys are read. real: time passes. seen: what is written goes to standard output. colour; columns, lines."""

    def __init__(self, *, keyboard, real, seen, colour, columns=80, lines=24, speed=1.0, cast=None):
        self.keyboard, self.real, self.seen, self.colour, self.speed, self.cast = keyboard, real, seen, colour, speed, cast
        self.columns, self.lines = columns, lines
        self.start, self.offset = time.monotonic(), 0.0     # offset: time that nobody waited for
        self.due = 0.0              # when what is going on now should have begun
        self.asked = {'typing': 0.0, 'pauses': 0.0}
        self.page = []              # pieces written since the last stop, as they stay
        self.open_line = False      # something stands on the cursor's line
        self.foot_rows = 0
        self.resized = None         # called when the window has another size
        if keyboard:
            self.measure()

    # -- time

    def now(self):
        return time.monotonic() - self.start + self.offset

    def begin(self):
        """Now, or the moment that it was to be: what drawing and a busy machine took is not added to what was asked for."""
        self.due = max(self.due, self.now() - LATE)
        return self.due

    def wait(self, until):
        """Until that time, or a key that means something else than a pause: that, or None."""
        self.due = until
        seconds = until - self.now()
        if seconds > 0 and not self.real:
            self.offset += seconds
            return None
        while seconds > 0:
            if self.keyboard:
                key = self.key(seconds)
                if key == PAUSE:
                    key = self.hold()
                    if key == NEXT:
                        key = None
                if key:
                    self.due = self.now()
                    return key
            else:
                time.sleep(seconds)
            seconds = until - self.now()
        return None

    def pause(self, seconds, what='pauses'):
        """So long at speed 1. The key that ended it, or None."""
        seconds /= self.speed
        self.asked[what] += seconds
        return self.wait(self.begin() + seconds)

    def hold(self):
        """The clock stands still until a key comes; what that means."""
        began, key = time.monotonic(), None
        while key is None:
            key = self.key(3600)
        self.offset -= time.monotonic() - began
        return NEXT if key == PAUSE else key

    # -- keys

    def key(self, seconds):
        """What the key pressed within that time means; None: none, or one that means nothing."""
        key = _keys.key(seconds)
        if key == 'resize':
            self.measure()
            if self.cast:
                self.cast.resized(self.now(), self.columns, self.lines)
            if self.resized:
                self.resized()
            return None
        if key == '\x1a':
            _keys.suspend()
            return None
        meaning = KEYS.get(key)
        if meaning == QUIT:
            raise Left
        return meaning

    def measure(self):
        columns, self.lines = _keys.size()
        self.columns = max(columns, 20)

    # -- writing

    def send(self, text):
        """To the screen as it is."""
        if not self.colour and '\x1b' in text:
            text = plain(text)
        if self.cast:
            self.cast.output(self.now(), text.replace('\n', '\r\n'))
        if self.seen and text:
            sys.stdout.write(text)
            sys.stdout.flush()

    def write(self, text):
        """What stays on the page."""
        if not text:
            return
        self.page.append(text)
        self.open_line = not plain(text).endswith('\n')
        self.send(text)

    def fresh_line(self):
        if self.open_line:
            self.write('\n')

    def take_page(self):
        """What was written since the last time, as lines."""
        text = ''.join(self.page)
        self.page = []
        return text

    # -- the foot: a line about keys that is there while the demo waits

    def show_foot(self, left, right):
        if not self.keyboard or self.foot_rows:
            return
        room = self.columns - 1
        text = left if width(left) <= room else left[:max(room // 2, 1)]
        gap = room - width(text) - width(right)
        if gap >= 2:
            text += ' ' * gap + right
        self.foot_width = width(text)
        self.foot_rows = 1
        shown = paint(DIM, text) if self.colour else text
        sys.stdout.write(f'\n\x1b[?25l{shown}' if self.colour else shown)
        sys.stdout.flush()

    def hide_foot(self):
        if not self.foot_rows:
            return
        above = (self.foot_width - 1) // self.columns       # a window that became narrow has folded it
        self.foot_rows = 0
        sys.stdout.write(f'\r\x1b[{above + 1}A\x1b[J\x1b[?25h' if self.colour else '\r' + ' ' * self.foot_width + '\r')
        sys.stdout.flush()

    def show_again(self, text):
        """An empty screen with the end of a text on it."""
        if not self.colour:
            self.send('\n' + text)
            return
        rows = [row for line in text.split('\n') for row in fold(line, self.columns)]
        tail = rows[-(self.lines - 1):]
        self.send('\x1b[H\x1b[2J' + '\n'.join(tail))
        self.open_line = bool(tail and plain(tail[-1]))

    # -- opening and closing

    def open(self):
        if self.keyboard:
            self.keyboard = _keys.open()

    def close(self):
        self.hide_foot()
        if self.colour and self.seen:
            sys.stdout.write(RESET + '\x1b[?25h')
            sys.stdout.flush()
        _keys.close()
        if self.cast:
            self.cast.close()


def terminal():
    """Is there a person at both ends?"""
    try:
        return os.isatty(0) and os.isatty(1)
    except OSError:
        return False


def has_colour():
    return not os.environ.get('NO_COLOR') and os.environ.get('TERM', '') not in ('', 'dumb', 'unknown')
