"""The machine that a lesson's stage directions ask for (gpus, seed, clock), and the language that its name says (NAME.zh.md), for tools that run it without
playing it: perch FILE.md, perch test.

Each counts only where nobody asked for another by --gpus, --lang and their like. The process's variables are what sessions look at; restore() takes back what was set here.
"""
import os
import re

MARK = re.compile(r'<!--\s*perch:\s')


class Scenery:
    def __init__(self, lesson):
        self.set, self.changes = [], []      # variables of ours; [(line, GPUs from there on)…]
        name = os.path.splitext(lesson.path)[0]
        if name.endswith(('.zh', '.en')):
            self.ask('PERCH_LANG', name[-2:])
        if os.environ.get('PERCH_GPUS') or not any(cell.kind != 'code' and MARK.search(cell.source) for cell in lesson.cells):
            return
        from perch.lesson.directions import DirectionError, read
        try:
            demo = read(lesson, lesson.path, '')
        except DirectionError:      # perch demo says what is wrong with it
            return
        for name, value in (('PERCH_GPUS', demo.gpus.spec()), ('PERCH_CLOCK', demo.clock), ('PERCH_SEED', str(demo.seed))):
            self.ask(name, value)
        self.changes = [(act.line, act.gpus.spec()) for act in demo.acts if act.kind == 'machine']

    def ask(self, name, value):
        if not os.environ.get(name):
            os.environ[name] = value
            self.set.append(name)

    def change(self, line):
        """The GPUs that a cell on that line begins a fresh session on, or None: it goes on with what there is."""
        spec = None
        while self.changes and self.changes[0][0] < line:
            spec = self.changes.pop(0)[1]
        return spec

    def restore(self):
        for name in self.set:
            os.environ.pop(name, None)
