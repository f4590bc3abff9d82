"""%blame x: the life of a value: made, computed from, moved, by cell and line; after a placement error the lives of its operands, and where they part.

What ran is read from the ledger by the numbers of storages; what is older is known by the lines that a tensor remembers.
"""
import _tensor
from perch.mistakes.draw import place
from perch.mistakes.line import is_tensor
from perch.mistakes.names import network_names, parameter_copies
from perch.views.paint import Row, Table, View, WAIT_SHADE, drawing, escape, page, shade, svg, width
from perch.views.words import words
from perch.views.world import last_exception, namespace, number_of, place_name, site_place, torch_speaks, user_names, what

DEEP, WIDE = 8, 24


class Step:
    """One thing that happened to a storage: kind 'made', 'computed', 'changed', 'moved', 'older'; parents: serials that it came from."""

    def __init__(self, kind, serial, row=None, parents=()):
        self.kind, self.serial, self.parents = kind, serial, list(parents)
        self.site = row[5] if row else 0
        self.op, self.count = (row[4], row[6]) if row else (None, 1)
        self.device, self.source = (row[2], row[3]) if row else (None, None)


class History:
    """Steps by the storage that they made."""

    def __init__(self):
        self.rows = _tensor.ledger_rows()
        self.made, self.changed = {}, {}
        self.ranges = []
        for row in self.rows:
            number, kind, device, source, op, site, count, start, end, busy, size, out, first, ins = row
            if kind == 'wait' or not out:
                continue
            if out in ins:
                self.changed.setdefault(out, []).append(row)
            else:
                self.made.setdefault(out, row)
                if count > 1:
                    self.ranges.append((first, out, row))

    def known(self, serial):
        return serial in self.made or serial in self.changed or any(first <= serial <= last for first, last, _ in self.ranges)

    def of(self, serial):
        """The steps of a storage, the first first."""
        row = self.made.get(serial)
        if row is None:
            row = next((r for first, last, r in self.ranges if first <= serial <= last), None)
        steps = []
        if row is None:
            steps.append(Step('older', serial))
        elif row[1] == 'copy':
            steps.append(Step('moved' if row[13] and row[13][0] else 'given', serial, row, [s for s in row[13] if s]))
        else:
            steps.append(Step('computed' if row[13] else 'made', serial, row, row[13]))
        for change in self.changed.get(serial, ()):
            steps.append(Step('changed', serial, change, [s for s in change[13] if s != serial]))
        return steps


class Life:
    """A value: its name, what it is and where, and the steps that led to it as lines of text with depth."""

    def __init__(self, facts, history, names, torch):
        self.name, self.serial, self.what, self.place, self.made, self.moved = facts
        self.history, self.names, self.torch = history, names, torch

    def _called(self, serial):
        return self.names.get(serial)

    def lines(self):
        """[(depth, label, text, device, line, source, serial)], from the value back to where it came from."""
        out, seen = [], set()
        made, moved = self.made, self.moved

        def parents_of(step):
            """Serials that a step came from; nameless ones of the same line give way to what they were made of."""
            found, queue, looked = [], list(step.parents), set()
            while queue and len(looked) < 200:
                serial = queue.pop(0)
                if serial in looked:
                    continue
                looked.add(serial)
                first = self.history.of(serial)[0]
                if self._called(serial) is None and first.site == step.site and first.kind == 'computed':
                    queue += first.parents
                else:
                    found.append(serial)
            return found

        def visit(serial, depth, call):
            steps = self.history.of(serial)
            label = call or self._called(serial) or ''
            again = serial in seen
            seen.add(serial)
            if len(out) >= WIDE:
                if out[-1][2] != words('blame more'):
                    out.append((0, '', words('blame more'), None, '', '', 0))
                return
            changes = {}
            for step in steps[1:]:          # changes of one line are one
                before = changes.get((step.site, step.op))
                if before is None:
                    changes[step.site, step.op] = step
                else:
                    before.count += step.count
            for step in [*reversed(changes.values()), steps[0]]:
                parents = parents_of(step)
                site = step.site
                if step.kind == 'older' and serial == self.serial:
                    site = moved or made        # what is older than the rows, or came without a call: the value itself knows the line
                line, source = site_place(site)
                text = words('blame line') if step.kind == 'older' and line else self._text(step, parents)
                out.append((depth, label, text, step.device, line, source, serial))
                label = ''
                if again:
                    return
                if depth < DEEP and (step.kind != 'changed' or depth == 0):
                    for parent in parents:
                        if self.history.known(parent) or self._called(parent):
                            visit(parent, depth + 1, None)

        visit(self.serial, 0, self.name)
        return out

    def _text(self, step, parents):
        times = words('comma') + words('blame times', n=step.count) if step.count > 1 else ''
        if step.kind == 'moved':
            return words('blame moved', a=place_name(step.source, self.torch), b=place_name(step.device, self.torch)) + times
        if step.kind == 'given':
            return words('blame given') + words('comma') + words('on', place=place_name(step.device, self.torch))
        if step.kind == 'older':
            return words('blame older')
        on = words('comma') + words('on', place=place_name(step.device, self.torch)) + times
        if step.kind == 'made':
            return words('blame made', op=step.op) + on
        if step.kind == 'changed':
            return words('blame changed', op=step.op) + on
        names = dict.fromkeys(self._called(serial) or '…' for serial in parents)
        return words('blame computed', op=step.op, list=words('comma').join(names)) + on

    def ancestors(self):
        """{serial: how many steps back}"""
        found, level = {self.serial: 0}, [self.serial]
        while level and len(found) < 5000:
            deeper = []
            for serial in level:
                for step in self.history.of(serial):
                    for parent in step.parents:
                        if parent not in found:
                            found[parent] = found[serial] + 1
                            deeper.append(parent)
            level = deeper
        return found


class Blame(View):
    """lives: one for each value; split: (serial, Step) where the paths of the first two part, or None."""

    def __init__(self, lives, torch):
        self.lives, self.torch = lives, torch
        self.split = None
        if len(lives) >= 2:
            one, two = lives[0].ancestors(), lives[1].ancestors()
            common = [serial for serial in one if serial in two]
            if common:
                self.split = min(common, key=lambda serial: one[serial] + two[serial])

    def table(self):
        rows = []
        for life in self.lives:
            rows.append(Row([f'{life.name}  {life.what}  {words("on", place=life.place)}'], number_of(life.place), 'head'))
            for depth, label, text, device, line, source, _ in life.lines():
                rows.append(Row(['  ' * (depth + 1) + (f'{label}: ' if label and depth else '') + text, line, source], device))
        return Table([('', 'l'), ('', 'l'), ('', 'l')], rows, self.notes())

    def notes(self):
        if len(self.lives) < 2:
            return []
        if self.split is None:
            return [words('blame together', a=self.lives[0].name, b=self.lives[1].name)]
        line, source = site_place(self.lives[0].history.of(self.split)[0].site)
        return [words('blame split', line=f'{line}  {source}' if line else words('blame older'))]

    def html(self):
        if not self.lives:
            return super().html()
        return page(drawing(self.svg(False), self.notes(), self.table().text(room=110)))

    def svg(self, ground=True):
        """A life is a tree of dots, each in its device's colour; where two lives part, the dots have a ring and a line between them."""
        if not self.lives:
            return None
        high, step, letter, y = 24, 18, 7.3, 26
        rows = [(life, life.lines()) for life in self.lives]
        texts = {id(row): (f'{row[1]}: ' if row[1] and row[0] else '') + row[2] for _, lines in rows for row in lines}
        middle = max([200] + [38 + step * row[0] + letter * width(texts[id(row)]) for _, lines in rows for row in lines]) + 16
        right = middle + max([40] + [letter * width(row[4]) for _, lines in rows for row in lines]) + 16
        wide = round(max([right + letter * width(row[5]) for _, lines in rows for row in lines] + [40 + letter * width(f'{life.name} {life.what} {life.place}') for life, _ in rows])) + 12
        out, rings = [], []
        for life, lines in rows:
            room = round(letter * width(life.place)) + 12
            out.append(f'<rect x="12" y="{y - 16}" width="{room}" height="20" rx="4" fill="{shade(number_of(life.place))}"/>'
                       f'<text x="{12 + room / 2:g}" y="{y - 1}" text-anchor="middle" fill="#ffffff">{escape(life.place)}</text>'
                       f'<text x="{room + 22}" y="{y - 1}"><tspan font-weight="bold">{escape(life.name)}</tspan>  {escape(life.what)}</text>')
            y += high + 2
            above, ringed = {}, False   # depth: where its last dot is, and whose it is
            for row in lines:
                depth, _, _, device, line, source, serial = row
                x = 26 + step * depth
                same = above.get(depth)
                over = same if same is not None and same[2] == serial else above.get(depth - 1)
                if over is not None:
                    out.append(f'<path d="M{over[0]} {over[1]}V{y}H{x}" fill="none" stroke="currentColor" stroke-opacity=".4"/>' if over[0] != x else
                               f'<path d="M{over[0]} {over[1]}V{y}" fill="none" stroke="currentColor" stroke-opacity=".4"/>')
                above[depth] = x, y, serial
                for deeper in [d for d in above if d > depth]:
                    del above[deeper]
                out.append(f'<circle cx="{x}" cy="{y}" r="5" fill="{shade(device)}"/>')
                if serial and serial == self.split:
                    if not ringed:
                        rings.append((x, y))
                    ringed = True
                    out.append(f'<circle cx="{x}" cy="{y}" r="8" fill="none" stroke="{WAIT_SHADE}" stroke-width="2"/>')
                out.append(f'<text x="{x + 13}" y="{y + 4}">{escape(texts[id(row)])}</text><text x="{middle:g}" y="{y + 4}" fill-opacity=".75">{escape(line)}</text>'
                           f'<text x="{right:g}" y="{y + 4}">{escape(source)}</text>')
                y += high
            y += 12
        if len(rings) > 1:
            (x, top), (last, end) = rings[0], rings[-1]
            out.append(f'<path d="M{x - 8} {top}H7V{end}H{last - 8}" fill="none" stroke="{WAIT_SHADE}" stroke-dasharray="4 3"/>')
        return svg(out, wide, y - 12, ground)




def facts_of(name, tensor):
    """What a Life begins with, as perch.explain keeps it too."""
    return name, _tensor.serial(tensor), what(tensor), place(tensor), *_tensor.sites(tensor)


def tensors_of(name, value):
    """[(name, tensor)] of what a person may mean by a name: a tensor, a Gluon parameter's copies."""
    if is_tensor(value):
        return [(name, value)]
    copies = parameter_copies(value)
    return [(f'{name} {i}', copy) for i, copy in enumerate(copies)] if copies else []


def blame(*asked):
    """blame('x', 'y'): texts of expressions; blame(): the operands of the last placement error."""
    scope = namespace()
    torch = torch_speaks(scope)
    pairs = []
    for text in asked:
        value = scope[text] if text in scope else eval(text, scope)
        found = tensors_of(text, value)
        if not found:
            raise TypeError(words('blame no tensor', name=text, type=type(value).__name__))
        pairs += found
    lives = [facts_of(name, tensor) for name, tensor in pairs]
    if not asked:
        from perch import explain
        from perch.mistakes.drawing import drawing_of
        from perch.magics import UsageError
        error = last_exception()
        drawing = explain.last if isinstance(error, UsageError) else drawing_of(error)
        if drawing is None:
            raise ValueError(words('blame no error'))
        lives = [(o.name, o.serial, o.what, o.place, o.made, o.moved) for o in drawing.record.operands if o.serial]
    names = {}
    for name, value in user_names(scope):
        if is_tensor(value):
            names.setdefault(_tensor.serial(value), name)
    for name, value in user_names(scope):
        for inner, tensor in network_names(value):
            names.setdefault(_tensor.serial(tensor), inner if '_' in inner and '.' not in inner else f'{name}.{inner}')
    for life in lives:
        names.setdefault(life[1], life[0])
    history = History()
    return Blame([Life(life, history, names, torch) for life in lives], torch)
