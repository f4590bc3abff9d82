"""A session on a stage: what plays a lesson holds one of these.

    stage = Stage(on_event)                 # a new session: its own interpreter, on its own thread
    stage.execute('1 + 1')                  # 'ok'; on_event was called with what came of it
    stage.close()                           # the exit code that was asked for

on_event(kind, event) is called in the tool's own interpreter, in order, while work goes on. event is a dict; its keys by kind:

    stream       name 'stdout' | 'stderr', text
    result       number, data {type: text; JSON itself: [value]}, metadata     (Out[number])
    display      data, metadata, id (or None)                                  update: the same, for what id named before
    error        name, value, text, coloured, code ('P0102' or None), fixes [[whole cell, line, cost]…] (those that a dry run found good)
    clear        wait
    progress     id, done, total (-1: unknown), text, label, over              (only with progress=True; else bars are text on stderr)
    page         data                                                          (help, source)
    next_input   text, replace                                                 (%load, %recall, %fix: text for the next cell)
    input        prompt, password                                              (told before answers is asked)

A session with capture=True (the default) owns the process's descriptors 1 and 2: what children write becomes events, and what the tool itself prints
must go elsewhere. The first stage makes that so: sys.stdout and sys.stderr of the tool then write to copies of the descriptors (screen()).
"""
import io
import json
import os
import sys
import time

import _stage

from perch.language import language

PATIENCE = 5.0      # seconds that a cell has to end in after an interrupt
_copies = []        # the descriptors of the tool's own output
abandoned = 0       # stages that could not be ended: the process must leave by finish()


def screen():
    """From now on the tool's output goes to copies of descriptors 1 and 2, which no session captures."""
    if _copies:
        return
    for fd, name in ((1, 'stdout'), (2, 'stderr')):
        old = getattr(sys, name)
        old.flush()
        _copies.append(os.dup(fd))
        raw = io.FileIO(_copies[-1], 'w', closefd=False)
        line = os.isatty(fd) or fd == 2
        setattr(sys, name, io.TextIOWrapper(io.BufferedWriter(raw), encoding='utf-8', errors='surrogateescape', line_buffering=line))


def finish(code):
    """Leave the process, also where a cell still runs that nothing stops."""
    sys.stdout.flush()
    sys.stderr.flush()
    if abandoned:
        os._exit(code)
    sys.exit(code)


class Stage:
    """See the module. answers(prompt, password) gives a line for input() or None (EOFError); without answers input() is refused.

    gpus: as --gpus ('none', 'sim:2,mem=16G' …; a number N means that many simulated ones); None: as the process was told. The devices belong to
    the process's environment: what is set here holds for stages opened later, too.
    """

    def __init__(self, on_event=None, *, gpus=None, language_=None, width=80, colour=False, answers=None, front='lesson', script_dir=None, program='',
                 capture=True, progress=False, prelude=True):
        if gpus is not None:
            gpus = str(gpus)
            os.environ['PERCH_GPUS'] = ('none' if gpus == '0' else 'sim:' + gpus) if gpus.isdigit() else gpus
        if capture:
            screen()
        self.on_event, self.answers = on_event, answers
        self.seconds, self.number = 0.0, 1      # of the last cell; of the next
        self._waiting = []                      # events that were taken and not yet told
        self.last_error = None                  # the event of the last cell that failed
        self._stage = _stage.open(front, language_ or language(), script_dir, program, width, colour, capture, progress, answers is not None, not prelude)

    # -- work

    def execute(self, source, filename=None, first_line=1, timeout=None, silent=False):
        """Run a cell: 'ok', 'error', 'interrupted', 'exit' (it called exit(): close() gives the code); after so many seconds it is interrupted and the
        answer is 'timeout'. 'stuck': it did not end after that either; the stage has ended then.

        filename and first_line are what tracebacks call it (else Cell In[N]). Ctrl-C interrupts the cell.
        """
        done = self._work('execute', source, first_line, filename, silent, timeout=timeout)
        if done is None:
            return 'stuck'
        self.seconds = done['seconds']
        if not silent:
            self.number = int(done['number']) + 1
        return 'timeout' if done['late'] and done['status'] != 'exit' else done['status']

    @property
    def fixes(self):
        """Repairs of the last cell that failed: [[whole cell, line, cost]…]."""
        return self.last_error['fixes'] if self.last_error else []

    def evaluate(self, expression):
        """{'data': {type: text}} of an expression in the cells' names, or {'error': …} with the keys of an event."""
        return self._work('evaluate', expression)

    def ink(self, text):
        """The colours of a text as a person types it: [[start, end, ANSI sequence]…], in characters; behind each stands '\\x1b[0m'."""
        return self._work('ink', text)['ink']

    def complete(self, text, cursor=None):
        """{'start', 'end', 'items': [[text, kind, signature, place, device]…]}."""
        return self._work('complete', text, len(text) if cursor is None else cursor)

    def is_complete(self, text):
        """('complete' | 'incomplete' | 'invalid', blanks to start the next line with)."""
        done = self._work('is_complete', text)
        return done['status'], int(done['indent'])

    def dry_run(self, text):
        """What running it would give, on shapes and places alone: a text for a person; nothing changes."""
        return self._work('dry', text)['data'].get('text/plain', '')

    def inspect(self, text, cursor=None):
        return self._work('inspect', text, len(text) if cursor is None else cursor)['data'].get('text/plain', '')

    def text(self, key):
        """A sentence of perch's own (src/session/messages.def)."""
        return self._work('text', key)['text']

    def banner(self):
        return self._work('banner')['text']

    def set_width(self, columns):
        self._work('width', '', columns)

    def talk(self):
        """Somebody at the terminal has the session to himself, until Ctrl-D: (the last cell's status, or 'absent': there is no such terminal in this perch; the
        signal that asked the process to end, or 0)."""
        done = self._work('talk')
        self.number = int(done['number'])
        return done['status'], int(done['signal'])

    def close(self):
        """End the session; the exit code that it asked for. atexit functions may still print."""
        if self._stage is None:
            return 0
        done = self._work('close')
        self._drop()
        return int(done['code']) if done else 1

    # -- what it stands on

    def _drop(self):
        global abandoned
        if self._stage is not None:
            abandoned += self._stage.drop()
            self._stage = None

    def _work(self, work, text='', number=0, filename=None, silent=False, timeout=None):
        """The work's 'done', with 'late'; None: it could not be ended, and the stage is left behind."""
        if self._stage is None:
            raise ValueError('the stage is closed')
        self._stage.start(work, text, number, filename, silent)
        end = None if timeout is None else time.monotonic() + timeout
        given_up = None     # when the cell must have ended at last
        late = False
        while True:
            try:
                now = time.monotonic()
                if given_up is None and end is not None and now >= end:
                    late = True
                    given_up = now + PATIENCE
                    self._stage.interrupt()
                if given_up is not None and now >= given_up:
                    self._drop()
                    return None
                until = given_up if given_up is not None else end
                if not self._waiting:
                    events = self._stage.take(3600 if until is None else max(until - now, 0.001))
                    if events:
                        self._waiting.extend(json.loads(events))
                    elif not self._stage.busy():    # its end was lost to a Ctrl-C
                        return {'status': 'interrupted', 'number': self.number, 'seconds': 0.0, 'late': late}
                while self._waiting:
                    kind, event = self._waiting.pop(0)
                    if kind == 'done':
                        event['late'] = late
                        return event
                    self._tell(kind, event)
            except KeyboardInterrupt:
                if given_up is None:
                    given_up = time.monotonic() + PATIENCE
                self._stage.interrupt()

    def _tell(self, kind, event):
        if kind == 'error':
            self.last_error = event
        if self.on_event:
            self.on_event(kind, event)
        if kind == 'input':
            self._stage.answer(self.answers(event['prompt'], event['password']))
