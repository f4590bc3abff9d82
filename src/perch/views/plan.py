"""Which cells run again when some have been changed: the changed ones, those between them and the failed one that use what the changed ones define and that the failed one needs, and the failed one.

A cell is its source alone: what it binds, what it reads while it runs, what its functions read when they are called. Cells that train or print, and give nothing that is needed, stay out.
"""
import ast

import _session
from perch.mistakes.repairs import Again, Before, encoded


class Names:
    """What a piece of a program binds, reads while it runs (`reads`), reads when its functions are called (`later`: {name: names}), and may change (`touches`)."""

    def __init__(self):
        self.binds, self.reads, self.touches, self.later = set(), set(), set(), {}
        self.defines = set()            # functions and classes among `binds`

    def add(self, other):
        self.binds |= other.binds
        self.reads |= other.reads
        self.touches |= other.touches
        self.defines |= other.defines
        for name, names in other.later.items():
            self.later.setdefault(name, set()).update(names)


def root_of(node):
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def look(node, names, inside=None):
    """inside: the set that gets what a function's body reads."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        body = set()
        for part in [*getattr(node, 'decorator_list', ()), *node.args.defaults, *filter(None, node.args.kw_defaults)]:
            look(part, names, inside)
        for part in node.body if isinstance(node.body, list) else [node.body]:
            look(part, names, body)
        if inside is not None:
            inside |= body
        elif isinstance(node, ast.Lambda):
            names.reads |= body
        else:
            names.binds.add(node.name)
            names.defines.add(node.name)
            names.later.setdefault(node.name, set()).update(body)
        return
    if isinstance(node, ast.ClassDef) and inside is None:
        body = set()
        for part in [*node.decorator_list, *node.bases, *node.keywords]:
            look(part, names)
        for part in node.body:
            if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)):
                look(part, Names(), body)
            else:
                look(part, names, body)
        names.binds.add(node.name)
        names.defines.add(node.name)
        names.later.setdefault(node.name, set()).update(body)
        names.reads |= {name for base in node.bases for name in [root_of(base)] if name}
        return
    if isinstance(node, ast.Name):
        if inside is not None:
            inside.add(node.id)
        elif isinstance(node.ctx, ast.Load):
            names.reads.add(node.id)
        else:
            names.binds.add(node.id)
        return
    if inside is None:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names.binds |= {(alias.asname or alias.name).partition('.')[0] for alias in node.names}
        if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            names.touches.add(root_of(node))
        if isinstance(node, ast.AugAssign):
            names.reads.add(root_of(node.target))
            names.touches.add(root_of(node.target))
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute):
                names.touches.add(root_of(node.func))
            names.touches |= {root_of(part) for part in [*node.args, *[k.value for k in node.keywords]]}
    for child in ast.iter_child_nodes(node):
        look(child, names, inside)


def parsed(source):
    try:
        return ast.parse(source).body
    except (SyntaxError, ValueError):
        return []


def names_of(statements):
    names = Names()
    for statement in statements:
        look(statement, names)
    names.touches.discard(None)
    names.reads.discard(None)
    return names


def body_of(typed):
    """Python of a cell as it was typed: below a cell magic the text that it gets."""
    if typed.lstrip().startswith('%%'):
        return typed.lstrip().partition('\n')[2]
    return _session.transform(typed)


def cell_of(file, now):
    """The number of the cell that a file's name stands for; what is run by a magic of the failed cell is that cell's."""
    if file.startswith('Cell In[') and file.endswith(']') and file[8:-1].isdigit():
        return int(file[8:-1])
    return now if file.startswith('<') else None


class Plan:
    """now: the number of the failed cell (or of the one that a dry run tries: its text is given); texts: {number: its changed text, as it was typed}; marks: {number: [line of a change in it]}."""

    def __init__(self, now, texts=None, marks=None):
        self.now, self.texts, self.marks = now, dict(texts or {}), {k: list(v) for k, v in (marks or {}).items()}
        self.again = frozenset()            # classes that have been defined anew
        self.first = dict(self.texts)       # of a cell that is being tried, and has not run

    def typed(self, number):
        if number in self.texts:
            return self.texts[number]
        return self.before(number)

    def before(self, number):
        """A cell's text before the changes."""
        found = self.first.get(number) or _session.cell_source(f'Cell In[{number}]', True)
        return found if isinstance(found, str) else ''

    def key(self):
        return tuple(sorted(self.texts.items())), self.again

    # ---- changes ----

    def changed(self, change, failed):
        """A plan with one change more; None: it cannot be put into the cells. failed: the line at which the failed cell stood."""
        plan = Plan(self.now, self.texts, self.marks)
        plan.first, plan.again = self.first, self.again
        spans = {}
        for edit in change.edits:
            if isinstance(edit, Again):
                plan.again = plan.again | {edit.name}
                continue
            if isinstance(edit, Before):
                edit = self.line_before(edit.text, failed)
                if edit is None:
                    return None
            number = cell_of(edit.file, self.now)
            if number is None:
                return None
            spans.setdefault((number, edit.source), []).append(edit)
        for (number, source), edits in spans.items():
            new = source
            for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
                new = edit.apply(new) if new is not None else None
            if new is None or not plan.put(number, source, new, [edit.start[0] for edit in edits]):
                return None
        return plan

    def line_before(self, text, failed):
        """The Span that puts a line before the top statement at a line of the failed cell."""
        from perch.mistakes.repairs import Span
        if failed is None:
            return None
        file, line, source = failed
        statement = next((node for node in parsed(source) if node.lineno <= line <= node.end_lineno), None)
        if statement is None:
            return None
        line = min([statement.lineno, *[d.lineno for d in getattr(statement, 'decorator_list', ())]])
        if encoded(source)[line - 1][:statement.col_offset].strip():
            return Span(file, source, (statement.lineno, statement.col_offset), (statement.lineno, statement.col_offset), text + '; ')
        return Span(file, source, (line, 0), (line, 0), text + '\n')

    def put(self, number, source, new, lines):
        """Puts a new text of a source into a cell, as it was typed: under its magics; false: where it stands cannot be told."""
        typed = self.typed(number)
        old = source.strip('\n')
        if typed.rstrip() == source.rstrip():
            text, shift = new.rstrip('\n') if not typed.endswith('\n') else new, 0
        elif old.strip() and typed.count(old.strip()) == 1:
            at = typed.index(old.strip())
            lead = source[:len(source) - len(source.lstrip())]
            text = typed[:at] + new.strip() + typed[at + len(old.strip()):]
            shift = typed[:at].count('\n') - lead.count('\n')
        else:
            text = self.by_lines(typed, source, new)
            shift = 0
            if text is None:
                return False
        self.texts[number] = text
        self.marks.setdefault(number, []).extend(line + shift for line in lines)
        return True

    def by_lines(self, typed, source, new):
        """Where magics stand beside: the lines that differ, where both texts have the same ones."""
        old, lines, more = source.split('\n'), typed.split('\n'), new.split('\n')
        first = next((i for i in range(min(len(old), len(more))) if old[i] != more[i]), None)
        if first is None:
            return None
        last = 0
        while last < min(len(old), len(more)) - first and old[-1 - last] == more[-1 - last]:
            last += 1
        gone = old[first:len(old) - last]
        if lines[first:first + len(gone)] != gone:
            return None
        return '\n'.join(lines[:first] + more[first:len(more) - last] + lines[first + len(gone):])

    # ---- which run again ----

    def steps(self):
        """The numbers of the cells that run again, in order; the failed one is the last."""
        earlier = sorted(number for number in self.texts if number < self.now)
        if not earlier and not self.again:
            return [self.now]
        first = 1 if self.again else earlier[0]
        cells = {number: names_of(parsed(body_of(self.typed(number)))) for number in range(first, self.now + 1) if self.typed(number).strip()}
        changed, affected, later = set(self.again), set(earlier), {}
        for number in sorted(cells):
            names = cells[number]
            later.update(names.later)
            if number in earlier:
                changed |= self.changed_names(number)
            elif number < self.now and self.reads(names.reads, later) & changed and not (self.again & names.defines):
                affected.add(number)
                for statement in map(names_of, ([node] for node in parsed(body_of(self.typed(number))))):   # what runs gives anew; a class only where its base is another
                    if not statement.defines or statement.reads & changed:
                        changed |= statement.binds
        needed = self.reads(cells[self.now].reads if self.now in cells else set(), later)
        keep = set(earlier)
        for number in sorted(affected - set(earlier), reverse=True):
            names = cells[number]
            gives = (names.binds | names.touches) & needed & changed
            if gives:
                keep.add(number)
                needed -= names.binds - names.reads
                needed |= self.reads(names.reads, later)
        return sorted(keep) + [self.now]

    def changed_names(self, number):
        """The names that a changed cell binds anew: a function or class without a change is the same one."""
        old = {ast.dump(node) for node in parsed(body_of(self.before(number)))}
        found = set()
        for node in parsed(body_of(self.typed(number))):
            names = names_of([node])
            if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)) or ast.dump(node) not in old:
                found |= names.binds | names.touches
        return found

    def reads(self, names, later):
        """Names, and what the functions among them read in their turn."""
        found, queue = set(names), list(names)
        while queue:
            for name in later.get(queue.pop(), ()):
                if name not in found:
                    found.add(name)
                    queue.append(name)
        return found

    def cells(self):
        """[text] that are to be run, as they are typed."""
        return [self.typed(number) for number in self.steps()]

    def lines(self):
        """[(number of the cell, line of the text before, the line's new text, whether it is one more)] of what has changed."""
        import difflib
        found = []
        for number in sorted(self.texts):
            old, new = self.before(number).split('\n'), self.texts[number].split('\n')
            for tag, first, last, begin, end in difflib.SequenceMatcher(None, old, new, False).get_opcodes():
                added = [line.strip() for line in new[begin:end]]
                if tag == 'insert' and end - begin > 1 or tag == 'replace' and last - first == 1 < end - begin:       # one line more, or another, which is several
                    if all(added) and not any(line.endswith(':') or '#' in line for line in added):
                        found.append((number, first + 1, '; '.join(added), tag == 'insert'))
                        continue
                if tag != 'equal':
                    more = (end - begin) - (last - first)
                    for i in range(begin, end):
                        if new[i].strip():
                            found.append((number, min(first + i - begin, max(last - 1, first)) + 1, new[i].strip(), tag == 'insert' or i - begin >= last - first and more > 0))
        return found or [(self.now, 1, self.typed(self.now).strip().partition('\n')[0], False)]
