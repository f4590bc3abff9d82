"""A terminal for tests: a small emulator of one, and a program that runs in it over a pseudo-terminal.

Screen understands what perch, a shell and readline send: printing with automatic wrap, wide characters and marks, CR LF BS TAB, cursor
movements, erasing, scroll regions, saving the cursor, colours (kept a cell). What it does not know it remembers in `unknown`.
"""

import errno
import fcntl
import os
import re
import select
import signal
import struct
import sys
import termios
import time
import unicodedata

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from harness import clean_environment, perch_path, slowness  # noqa: E402


def width(char):
    category = unicodedata.category(char)
    if category in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


ESCAPE = re.compile(r"\x1b(?:\[([?>]?)([0-9;:]*)([ -/]*)([@-~])|\](?:[^\a\x1b]*)(?:\a|\x1b\\)|([78=>cDEM])|[()][0-9A-B])")


class Screen:
    def __init__(self, columns=80, lines=24):
        self.columns, self.lines = columns, lines
        self.rows = [self.blank() for _ in range(lines)]
        self.scrollback = []
        self.row = self.column = 0
        self.saved = (0, 0)
        self.top, self.bottom = 0, lines - 1
        self.style = ""
        self.modes = set()
        self.rest = ""
        self.unknown = []

    def blank(self):
        return [(" ", "")] * self.columns

    def feed(self, text):
        text, self.rest, at = self.rest + text, "", 0
        while at < len(text):
            char = text[at]
            if char != "\x1b":
                self.put(char)
                at += 1
                continue
            if text[at + 1:at + 2] in ("_", "P"): # a picture (kitty's, sixels), which has no cells here
                end = text.find("\x1b\\", at)
                if end < 0:
                    self.rest = text[at:]
                    return
                at = end + 2
                continue
            match = ESCAPE.match(text, at)
            if match:
                self.escape(match)
                at = match.end()
            elif len(text) - at < 64:
                self.rest = text[at:]
                return
            else:
                self.unknown.append(text[at:at + 8])
                at += 1

    def put(self, char):
        if char == "\r":
            self.column = 0
        elif char == "\n":
            self.line_feed()
        elif char == "\b":
            self.column = max(0, min(self.column, self.columns - 1) - 1)
        elif char == "\t":
            self.column = min(self.columns - 1, (self.column // 8 + 1) * 8)
        elif char == "\a" or char < " ":
            pass
        else:
            self.print(char)

    def print(self, char):
        columns = width(char)
        if columns == 0:
            at = min(self.column, self.columns) - 1
            if at >= 0:
                if self.rows[self.row][at][0] == "" and at > 0:
                    at -= 1
                before, style = self.rows[self.row][at]
                self.rows[self.row][at] = (before + char, style)
            return
        if self.column + columns > self.columns:
            self.column = 0
            self.line_feed()
        row = self.rows[self.row]
        row[self.column] = (char, self.style)
        if columns == 2:
            row[self.column + 1] = ("", self.style)
        self.column += columns

    def line_feed(self):
        if self.row != self.bottom:
            self.row = min(self.row + 1, self.lines - 1)
            return
        gone = self.rows.pop(self.top)
        if self.top == 0:
            self.scrollback.append(gone)
        self.rows.insert(self.bottom, self.blank())

    def escape(self, match):
        mark, numbers, _, letter, single = match.groups()
        if single == "7":
            self.saved = (self.row, self.column)
        elif single == "8":
            self.row, self.column = self.saved
        if not letter:
            return
        args = [int(n) if n else 0 for n in numbers.split(";")] if numbers else []
        n = (args[0] if args else 0) or 1
        if mark == "?" and letter in "hl":
            for mode in args:
                (self.modes.add if letter == "h" else self.modes.discard)(mode)
        elif letter == "A":
            self.row = max(self.row - n, 0)
        elif letter == "B":
            self.row = min(self.row + n, self.lines - 1)
        elif letter == "C":
            self.column = min(self.column + n, self.columns - 1)
        elif letter == "D":
            self.column = max(self.column - n, 0)
        elif letter == "G":
            self.column = n - 1
        elif letter == "H":
            self.row = min(n, self.lines) - 1
            self.column = min((args[1] if len(args) > 1 else 1) or 1, self.columns) - 1
        elif letter == "J":
            self.erase_screen(args[0] if args else 0)
        elif letter == "K":
            self.erase_line(args[0] if args else 0)
        elif letter == "m":
            self.style = "" if not args or args == [0] else (self.style + ";" if self.style else "") + ";".join(map(str, args))
        elif letter == "r":
            self.top, self.bottom = (args[0] or 1) - 1 if args else 0, (args[1] - 1 if len(args) > 1 and args[1] else self.lines - 1)
            self.row = self.column = 0
        elif letter not in "thlqnc":
            self.unknown.append(match.group())

    def erase_line(self, how):
        row, at = self.rows[self.row], min(self.column, self.columns - 1)
        for i in range(self.columns):
            if how == 2 or (how == 0 and i >= at) or (how == 1 and i <= at):
                row[i] = (" ", "")

    def erase_screen(self, how):
        if how >= 2:
            self.rows = [self.blank() for _ in range(self.lines)]
        elif how == 0:
            self.erase_line(0)
            for i in range(self.row + 1, self.lines):
                self.rows[i] = self.blank()

    def resize(self, columns, lines):
        """Rows that are too long are folded, as modern terminals do; rows at the top leave when there are too many."""
        folded, row = [], 0
        for i, cells in enumerate(self.rows):
            used = max([k + 1 for k, c in enumerate(cells) if c != (" ", "")] or [0])
            pieces = [cells[k:k + columns] for k in range(0, max(used, 1), columns)]
            if i == self.row:
                row = len(folded) + min(self.column, max(used, self.column)) // columns
                while len(pieces) < row - len(folded) + 1:
                    pieces.append([])
            folded += [p + [(" ", "")] * (columns - len(p)) for p in pieces]
        self.columns, self.lines = columns, lines
        self.column %= columns
        while len(folded) > lines and folded[-1] == self.blank() and len(folded) - 1 > row:
            folded.pop()
        while len(folded) > lines:
            self.scrollback.append(folded.pop(0))
            row -= 1
        self.rows = folded + [self.blank() for _ in range(lines - len(folded))]
        self.row, self.top, self.bottom = max(row, 0), 0, lines - 1

    def text(self, cursor=None):
        """The lines, without blanks and empty lines at their ends; `cursor` is put in where the cursor stands."""
        lines = []
        for i, cells in enumerate(self.rows):
            line = "".join(c for c, _ in cells)
            if cursor and i == self.row:
                at = sum(len(c) for c, _ in cells[:min(self.column, self.columns)])
                line = line[:at] + cursor + line[at:]
            lines.append(line.rstrip())
        while lines and not lines[-1]:
            lines.pop()
        return lines

    def styles(self, row):
        """The row as [(style, text)…]."""
        runs = []
        for char, style in self.rows[row]:
            if runs and runs[-1][0] == style:
                runs[-1][1] += char
            else:
                runs.append([style, char])
        return [(style, text) for style, text in runs if style or text.strip()]


KEYS = {
    "Return": "\r", "Tab": "\t", "S-Tab": "\x1b[Z", "Up": "\x1b[A", "Down": "\x1b[B", "Right": "\x1b[C", "Left": "\x1b[D", "Home": "\x1b[H", "End": "\x1b[F",
    "Delete": "\x1b[3~", "PageUp": "\x1b[5~", "PageDown": "\x1b[6~", "Backspace": "\x7f", "Esc": "\x1b", "Space": " ", "lt": "<",
    "F1": "\x1bOP", "F2": "\x1bOQ", "F4": "\x1bOS", "F5": "\x1b[15~", "C-Left": "\x1b[1;5D", "C-Right": "\x1b[1;5C", "A-Up": "\x1b[1;3A", "A-Down": "\x1b[1;3B",
    "paste": "\x1b[200~", "/paste": "\x1b[201~", "LF": "\n",
}


def keys(text):
    """`1+1<Return><C-c><A-Return>` as bytes' text."""
    def one(match):
        name = match.group(1)
        if name in KEYS:
            return KEYS[name]
        if name.startswith("A-"):
            return "\x1b" + KEYS.get(name[2:], name[2:])
        if name.startswith("C-") and len(name) == 3:
            return chr(ord(name[2].upper()) ^ 64)
        if name.startswith("x") and len(name) == 3:
            return bytes([int(name[1:], 16)]).decode("utf-8", "surrogateescape")
        return match.group()
    return re.sub(r"<([^<>\s]+)>", one, text)


class Person:
    """A program in a terminal, and who sits before it."""

    def __init__(self, command=None, columns=80, lines=24, folder=None, **environment):
        self.screen = Screen(columns, lines)
        self.raw = b""
        self.status = None
        env = clean_environment(**{"TERM": "xterm-256color", **environment})
        for name in ("COLUMNS", "PYTHONWARNINGS"):
            env.pop(name, None)
        self.pid, self.fd = os.forkpty()
        if self.pid == 0:
            try:
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
                if folder:
                    os.chdir(folder)
                command = command or [perch_path()]
                os.execvpe(command[0], command, env)
            finally:
                os._exit(127)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.pending = b""

    def send(self, text):
        data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
        while data:
            try:
                _, writable, _ = select.select([], [self.fd], [], 0.5)
                if writable:
                    data = data[os.write(self.fd, data[:512]):]
            except OSError:
                return
            self.read(0)

    def read(self, seconds):
        """What came within that time goes to the screen; False: nothing did."""
        ready, _, _ = select.select([self.fd], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self.fd, 65536)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            data = b""
        if not data:
            self.reap()
            return False
        self.raw += data
        data = self.pending + data
        keep = 0
        for back in range(1, min(4, len(data)) + 1): # the start of a character that is not whole
            byte = data[-back]
            if byte >= 0xC0:
                need = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
                keep = back if back < need else 0
                break
            if byte < 0x80:
                break
        self.pending = data[len(data) - keep:] if keep else b""
        self.screen.feed(data[:len(data) - keep].decode("utf-8", "replace"))
        return True

    def reap(self, block=True):
        if self.status is None:
            pid, status = os.waitpid(self.pid, 0 if block else os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status

    def until(self, condition, seconds=10):
        """Reads until condition() holds; False when it did not in time."""
        end = time.monotonic() + seconds * slowness()
        while not condition():
            if self.status is not None or time.monotonic() > end:
                return condition()
            if not self.read(0.02) and self.status is None:
                self.reap(block=False)
        return True

    def wait(self, text, seconds=10):
        return self.until(lambda: any(text in line for line in self.screen.text()), seconds)

    def prompt(self, number, seconds=10):
        """Until `In [number]: ` stands with the cursor behind it."""
        start = f"In [{number}]: "
        return self.until(lambda: self.screen.text("\0")[self.screen.row:self.screen.row + 1] == [start + "\0"], seconds)

    def quiet(self, seconds=0.15, most=2):
        """Until nothing has come for so long, or something has come for `most` seconds."""
        end = time.monotonic() + (seconds + most) * slowness()
        while self.read(seconds * slowness()) and time.monotonic() < end:
            pass

    def reads(self, seconds=10):
        """Until the terminal echoes nothing by itself: somebody reads keys one by one, as a prompt does and a running cell does not."""
        return self.until(lambda: self.status is not None or not self.modes()[3] & termios.ICANON, seconds)

    def resize(self, columns, lines):
        self.quiet(0.05)
        self.screen.resize(columns, lines)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def signal(self, number):
        os.kill(self.pid, number)

    def foreground(self):
        return struct.unpack("i", fcntl.ioctl(self.fd, termios.TIOCGPGRP, b"\0\0\0\0"))[0]

    def modes(self):
        return termios.tcgetattr(self.fd)

    def cooked(self):
        local = self.modes()[3]
        return bool(local & termios.ICANON and local & termios.ECHO and local & termios.ISIG)

    def ended(self, seconds=10):
        """Waits for the end; the exit status, minus the signal's number; None: it goes on."""
        end = time.monotonic() + seconds * slowness()
        while self.status is None and time.monotonic() < end:
            if not self.read(0.05):
                self.reap(block=False)
        return self.status

    def close(self):
        if self.status is None:
            try:
                os.kill(self.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self.reap()
        os.close(self.fd)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
