"""%demo: a demo in cells of one's own: what it says is shown, and each of its cells is offered as the next input."""
import _session
from perch.magics import UsageError

_playing = None         # the demo that this session is in


def sentence(key, **values):
    from perch.lesson.words_demo import say as words
    return words(key, **values)


class Course:
    """A demo on its way: at is the act that comes next; offered the cell that was put into the next input."""

    def __init__(self, shell, demo):
        self.shell, self.demo, self.at, self.offered, self.heard = shell, demo, 0, None, False

    def go_on(self):
        """All that is said before the next cell, and that cell."""
        acts = self.demo.acts
        while self.at < len(acts):
            act = acts[self.at]
            if act.kind == 'cell':
                self.offer(act)
                return
            self.at += 1
            if act.kind in ('title', 'say'):
                speak(('## ' if act.kind == 'title' else '') + act.text)
            elif act.kind == 'machine':
                speak(sentence('machine cells', option=option(act.gpus)))
            elif act.kind == 'show':
                self.shell.run_cell(act.text, silent=True)
        self.stop()
        speak(sentence('over'))

    def offer(self, act):
        self.offered = act.source
        if act.fix:
            speak(sentence('fix cells'))
        self.shell.set_next_input(act.source)
        if not self.heard:
            self.heard = True
            self.shell.events.register('post_run_cell', self.after)

    def after(self):
        """A cell has run. The one that was offered: the demo goes on; another: it waits."""
        source = _session.cell_source(f'Cell In[{_session.number()}]', True) or ''
        if self.offered is None or source.strip() != self.offered.strip():
            return
        failing, self.offered = self.demo.acts[self.at].expect, None
        self.at += 1
        self.go_on()
        if failing and self.offered and _session.front() == 'jupyter':
            speak(sentence('next cells'))       # clients take no next input from a cell that failed

    def back(self):
        cells = [i for i, act in enumerate(self.demo.acts[:self.at]) if act.kind == 'cell']
        self.at = cells[-1] if cells else 0

    def stop(self):
        if self.heard:
            self.heard = False
            self.shell.events.unregister('post_run_cell', self.after)


def speak(text):
    """A paragraph of the demo's: Markdown in a notebook, rows of text at a terminal."""
    if _session.front() == 'jupyter':
        _session.display({'text/plain': text, 'text/markdown': text})
        return
    from perch.lesson.styled import BAR, TITLE, paint, paragraph, plain
    if text.startswith('## '):
        shown = paint(TITLE, text[3:]) + '\n'
    else:
        shown = ''.join(f'{paint(BAR, "▌")} {row}\n' for row in paragraph(text, max(min(_session.width() - 3, 76), 12), _session.colour()))
    _session.say(1, '\n' + (shown if _session.colour() else plain(shown)))


def option(gpus):
    """How perch is started with those."""
    return f'perch --gpus {gpus.count or "none"}' + (f'x{gpus.size}' if gpus.size else '')


def magic_demo(shell, line):
    """%demo: which demos there are.  %demo NAME|FILE: play one in cells: each is offered as the next input, run it and the demo goes on.

    %demo next: the next cell once more (after an error in a notebook, or when you have tried something else); back: the cell before; stop."""
    global _playing
    from perch.lesson import repertoire
    from perch.lesson.cells import LessonError
    word = line.strip()
    try:
        if not word:
            return print(repertoire.table())
        if word in ('next', 'back', 'stop'):
            if not _playing:
                raise UsageError(sentence('none playing'))
            if word == 'stop':
                _playing.stop()
                _playing = None
                return None
            if word == 'back':
                _playing.back()
            return _playing.go_on()
        import os
        demo = repertoire.of_file(word)[0] if os.path.exists(word) else repertoire.shipped(repertoire.find(word)[0])[0]
    except LessonError as e:
        raise UsageError(str(e)) from None
    import _tensor
    if not demo.gpus.fits(_tensor.gpu_count()) or (demo.gpus.size and _tensor.gpu_info(0)['memory'] != demo.gpus.bytes()):
        raise UsageError(sentence('other machine', name=demo.name, wants=demo.gpus.words(), option=option(demo.gpus)))
    if _playing:
        _playing.stop()
    _playing = Course(shell, demo)
    _playing.go_on()
