"""A demo on a stage: its acts one after the other, with a session that can be put back to any stop.

Going back is playing again: a new session runs the cells up to the stop, unseen. A copy of the process made by fork would be quicker and wrong: simulated GPUs
work on threads, and those a copy does not have.
"""
import os

import _keys

from perch.lesson.playhouse import BACK, NEXT, PAUSE, TAKE_OVER, Left
from perch.lesson.rhythm import Rhythm, reading
from perch.lesson.stage import Stage
from perch.lesson.styled import BAR, DIM, NOTE, OUT, OUT_NUMBER, TITLE, WARNING, paint, paragraph, plain, width
from perch.lesson.typist import Typist
from perch.lesson.words_demo import say

SPEED, BREATH = 28.0, 0.35      # keys a second; seconds between the last key and Return


class Again(Exception):
    """The person went back: play from this act on."""

    def __init__(self, act):
        self.act = act


class Signalled(Exception):
    """A signal that came while somebody had taken over."""

    def __init__(self, number):
        self.number = number


class Performance:
    """keys: at stops the demo waits for one; else it goes on by itself. stopped(number, lines): called at each stop with what was shown since the one before."""

    def __init__(self, demo, house, *, gpus, keys, stopped=None):
        self.demo, self.house, self.keys, self.stopped = demo, house, keys, stopped
        self.first_gpus = gpus                  # as --gpus; None: as the process was told
        self.pages = {}                         # act of a stop -> what was written before it
        self.cells_seconds = 0.0
        self.stage, self.unseen = None, False
        self.begin(gpus)
        house.resized = lambda: self.stage.set_width(house.columns)

    # -- the session

    def begin(self, gpus):
        if self.stage:
            self.stage.close()
        house = self.house
        self.stage = Stage(self.hear, gpus=gpus, width=house.columns, colour=house.colour, front='demo', capture=not house.seen or not house.real, progress=True,
                           script_dir=os.path.dirname(os.path.abspath(self.demo.path)) if self.demo.path else None, answers=self.answer)
        self.typist = Typist(house, self.stage, Rhythm(self.demo.seed))
        self.cps = SPEED

    def replay(self, act):
        """A session that has seen all before that act."""
        self.unseen = True
        try:
            self.begin(self.first_gpus)
            for done in self.demo.acts[:act]:
                if done.kind == 'machine':
                    self.begin(done.gpus.spec())
                elif done.kind in ('cell', 'show'):
                    self.stage.execute(done.source if done.kind == 'cell' else done.text, silent=done.kind == 'show')
                elif done.kind == 'type':
                    self.cps = done.cps
        finally:
            self.unseen = False

    # -- what the session tells

    def hear(self, kind, e):
        if self.unseen:
            return
        house = self.house
        if kind == 'stream':
            house.write(e['text'])
        elif kind in ('result', 'display', 'update', 'page'):
            text = e['data'].get('text/plain', '')
            if kind == 'result':
                house.fresh_line()
                house.write(paint(OUT, 'Out[') + paint(OUT_NUMBER, str(int(e['number']))) + paint(OUT, ']: ') + ('\n' if '\n' in text else ''))
            house.write(text if text.endswith('\n') else text + '\n')
        elif kind == 'error':
            house.fresh_line()
            text = e['coloured'] if house.colour else e['text']
            house.write(text if text.endswith('\n') else text + '\n')
        elif kind == 'progress':
            house.send('\r' + e['text'])
            if e['over']:
                house.page.append(e['text'])
                house.send('\n')
                house.page.append('\n')
        elif kind == 'clear':
            house.send('\r\x1b[K')

    def answer(self, prompt, password):
        """input() in a cell: a line from the keyboard, where there is one."""
        if self.unseen or not self.house.keyboard:
            return None
        self.house.write(prompt)
        _keys.mode('found')
        try:
            line = os.read(0, 4096).decode('utf-8', 'replace')
        finally:
            _keys.mode('running')
        self.house.page.append(line)
        return line.rstrip('\n') if line else None

    # -- acts

    def play(self):
        """To the end; Left when the person leaves before."""
        at, acts = 0, self.demo.acts
        while at < len(acts):
            try:
                self.perform(acts[at], at)
                at += 1
            except Again as again:
                at = again.act

    def perform(self, act, at):
        getattr(self, 'do_' + act.kind)(act, at)

    def key(self, key, at):
        """What a key asks for in the midst of an act."""
        if key == BACK:
            self.go_back(at, inside=True)
        elif key == TAKE_OVER:
            self.take_over(at)

    def rest(self, seconds, at):
        """A pause of the script's; Space ends it."""
        if self.keys and seconds <= 0:
            return
        key = self.house.pause(seconds)
        if key and key != NEXT:
            self.key(key, at)

    def do_title(self, act, at):
        house = self.house
        house.fresh_line()
        house.write(('\n' if house.page or at else '') + paint(TITLE, act.text) + '\n')
        if act.text == self.demo.title and not any(a.kind == 'title' for a in self.demo.acts[:at]):
            house.write(paint(DIM, self.machine_words()) + '\n')

    def machine_words(self):
        n = int(self.stage.evaluate('__import__("_tensor").gpu_count()')['data']['text/plain'])
        what = say.count('gpus', n) if n else say('no gpu')
        simulated = n and self.stage.evaluate('__import__("_tensor").gpu_info(0)["simulated"]')['data']['text/plain'] == 'True'
        return say('on simulated', what=what) if simulated else what

    def do_say(self, act, at):
        house = self.house
        house.fresh_line()
        rows = paragraph(act.text, max(min(house.columns - 3, 76), 12), house.colour)
        behind = at and self.demo.acts[at - 1].kind == 'say'        # one more paragraph of the same speech
        house.write((paint(BAR, '▌') if behind else '') + '\n' + ''.join(f'{paint(BAR, "▌")} {row}\n' for row in rows))

    def do_pause(self, act, at):
        self.rest(act.seconds, at)

    def do_type(self, act, at):
        self.cps = act.cps

    def do_clear(self, act, at):
        self.house.send('\x1b[H\x1b[2J')

    def do_machine(self, act, at):
        self.begin(act.gpus.spec())
        self.rule(say('machine', what=self.machine_words()))

    def rule(self, text):
        house = self.house
        house.fresh_line()
        line = f'── {text} '
        house.write('\n' + paint(DIM, line + '─' * max(min(house.columns, 72) - width(line), 0)) + '\n')

    def do_show(self, act, at):
        house = self.house
        house.fresh_line()
        house.write('\n' + paint(DIM, '» ') + paint(NOTE, act.text) + '\n')
        self.execute(act.text, silent=True)

    def do_cell(self, act, at):
        house, number = self.house, self.stage.number
        house.fresh_line()
        house.write('\n')
        if act.fix:
            self.press_fix(act, number, at)
        else:
            while True:
                key = self.typist.type(act.source, number, self.cps)
                if not key:
                    break
                self.typist.erase()
                self.key(key, at)
                number = self.stage.number
        self.rest(BREATH, at)
        status = self.execute(act.source)
        if (status == 'error') != bool(act.expect):
            error = self.stage.last_error
            what = say('no error', what=act.expect[0]) if act.expect else f'{error["name"]}: {error["value"]}'
            house.write(paint(WARNING, say('unexpected', what=what)) + '\n')

    def press_fix(self, act, number, at):
        """What the key shows at the prompt, and the repaired cell."""
        fixes = self.stage.fixes
        offered = fixes[act.fix - 1] if act.fix <= len(fixes) else None
        self.typist.at_once(act.source, number)
        if offered:
            cost = f'   ({offered[2]})' if offered[2] else ''
            self.house.write(paint(DIM, f'{say("fix key")} {act.fix}/{len(fixes)}  {offered[1]}{cost}') + '\n')
        self.rest(1.2, at)

    def execute(self, source, silent=False):
        house = self.house
        began = house.now()
        if house.keyboard:
            _keys.mode('running')
        try:
            status = self.stage.execute(source, silent=silent)
        finally:
            if house.keyboard:
                _keys.mode('raw')
        self.cells_seconds += house.now() - began
        house.due += house.now() - began
        house.fresh_line()
        if status == 'stuck':
            raise Left
        return status

    # -- stops

    def do_wait(self, act, at):
        house = self.house
        if house.page or at not in self.pages:
            page = house.take_page()
            self.pages[at] = page
            if self.stopped and page.strip():
                self.stopped(page)
        last = getattr(act, 'last', False)
        if not self.keys:
            if not last or self.house.cast:
                self.rest(reading(plain(self.pages[at])), at)
            return
        house.fresh_line()
        while True:
            stops = self.demo.stops
            house.show_foot(say('end keys' if last else 'keys'), f'{stops.index(at) + 1}/{len(stops)}')
            key = house.key(3600)
            house.due = house.now()
            house.hide_foot()
            if key == NEXT:
                return
            if key == BACK:
                self.go_back(at, inside=False)
            elif key == TAKE_OVER:
                self.take_over(at)

    def go_back(self, at, inside):
        """To the stop before; from the midst of an act to the one it began behind."""
        before = [stop for stop in self.demo.stops if stop < at and stop in self.pages]
        if not before:
            if not inside:
                return
            self.house.page.clear()
            self.house.show_again('')
            self.replay(0)
            raise Again(0)
        self.house.take_page()
        stop = before[-1]
        for later in [s for s in self.pages if s > stop]:
            del self.pages[later]
        self.house.show_again(''.join(self.pages[s] for s in sorted(self.pages)))
        self.replay(stop)
        raise Again(stop)

    # -- taking over

    def take_over(self, at):
        """A prompt in the demo's state, until Ctrl-D."""
        house, stage = self.house, self.stage
        if not house.keyboard:
            return
        house.fresh_line()
        house.send('\n' + paint(NOTE, say('yours')) + '\n')
        _keys.mode('found')
        status, signal = stage.talk()
        if status == 'absent':
            from perch.lesson.talk import talk
            status = talk(stage, house)
        _keys.mode('raw')
        if signal:
            raise Signalled(signal)
        if status == 'exit':
            self.replay(at)
        self.rule(say('back'))
        house.measure()

    def close(self):
        return self.stage.close() if self.stage else 0
