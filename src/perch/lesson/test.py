"""perch test FILE…: runs lessons and compares what they show with what is saved in them."""
import os
import re
import sys
import time

from perch.arguments import Parser
from perch.lesson import files, percent, prompts
from perch.lesson.cells import Cell, Lesson, LessonError, plain
from perch.lesson.compare import Rules, difference, same
from perch.lesson.play import add_running_options, complain
from perch.lesson.rewrite import combined, rewrite
from perch.lesson.runner import Answers, Player, languages, steps, with_prompts
from perch.lesson.stage import finish, screen
from perch.lesson.words import say

TRACEBACK = 'Traceback (most recent call last):'


class Case:
    """One comparison: what it is called, where, why it failed ('' if it did not), how long its cell took."""

    def __init__(self, name, line, why, seconds, skipped=False):
        self.name, self.line, self.why, self.seconds, self.skipped = name, line, why, seconds, skipped


class Report:
    def __init__(self, path):
        self.path, self.cases, self.trouble, self.seconds, self.note = path, [], '', 0.0, ''

    def failed(self):
        return sum(bool(case.why) for case in self.cases) + bool(self.trouble)

    def passed(self):
        return sum(not case.why and not case.skipped for case in self.cases)


# ---- what is compared ----

def levels_off(text):
    """(what was printed before, the error without its levels or None); the class by its last name, as doctest has it."""
    before, found, rest = text.partition(TRACEBACK)
    if not found:
        return text, None
    lines = rest.split('\n')[1:]
    while lines and (not lines[0].strip() or lines[0][0].isspace()):
        lines.pop(0)
    return before, bare_error('\n'.join(lines))


def bare_error(text):
    return re.sub(r'\A(?:\w+\.)+(\w+(?::|\s|\Z))', r'\1', text).rstrip('\n')


def first_words(text):
    """The error as its library words it, without what perch says below (lines that begin with blanks)."""
    lines = text.split('\n')
    n = 1
    while n < len(lines) and not lines[n].startswith('  '):
        n += 1
    return '\n'.join(lines[:n])


def same_text(want, got, failed, rules):
    """failed: the cell ended in an error, whose text is the end of got."""
    if same(want, got, rules):
        return True
    if not failed or rules.exact:
        return False
    printed, error = levels_off(got)
    if error is None:
        return False
    wanted, wanted_error = levels_off(want)
    forms = (error, first_words(error))
    if wanted_error is not None:
        return same(wanted, printed, rules) and any(same(wanted_error, form, rules) for form in forms)
    return any(same(bare_error(want) if not printed else want, printed + form, rules) for form in forms)


def shown(outputs, exact):
    """A notebook's outputs as they are compared: one stream each, what stderr says only if all must be equal."""
    kept = []
    for output in outputs:
        if output.get('output_type') == 'stream':
            if output.get('name') == 'stderr' and not exact:
                continue
            if kept and kept[-1].get('name') == output['name']:
                kept[-1] = {**kept[-1], 'text': kept[-1]['text'] + output['text']}
                continue
            if not output['text'].strip() and not exact:
                continue
        kept.append(output)
    return kept


def same_output(want, got, rules):
    kinds = {'execute_result': 'data', 'display_data': 'data', 'update_display_data': 'data'}
    if kinds.get(want['output_type'], want['output_type']) != kinds.get(got['output_type'], got['output_type']):
        return False
    if want['output_type'] == 'error':
        return want.get('ename', '').split('.')[-1] == got['ename'].split('.')[-1] and same(want.get('evalue', ''), got['evalue'], rules)
    if want['output_type'] != 'stream' and 'text/plain' not in want.get('data', {}):
        return bool(set(want.get('data', {})) & set(got.get('data', {})))
    return same(plain(want), plain(got), rules)


def same_outputs(want, got, rules):
    want, got = shown(want, rules.exact), shown(got, rules.exact)
    return len(want) == len(got) and all(same_output(w, g, rules) for w, g in zip(want, got))


def as_text(outputs):
    """Are these the outputs of a text file, where a value looks as if it had been printed?"""
    return len(outputs) == 1 and outputs[0].get('output_type') == 'stream' and outputs[0].get('name') == 'stdout'


# ---- a file ----

def load(path):
    """The lesson; a program without cells is read for the `>>>` sessions in its docstrings."""
    lesson = files.read(path)
    if lesson.form != 'py' or percent.has_cells(lesson.text):
        return with_prompts(lesson)
    cells = []
    for first, last in docstrings(lesson.text):
        lines = lesson.text.split('\n')[first - 1:last]
        end = max(lines[-1].rfind(quotes) for quotes in ('"""', "'''"))
        if end >= 0:
            lines[-1] = lines[-1][:end]
        found = prompts.examples(lines, first)
        if found:
            cell = Cell('code', '', line=found[0].line)
            cell.prompts = found
            cells.append(cell)
    text, lesson.cells = lesson.text, cells
    lesson.program = text if cells else None
    return lesson


def docstrings(text):
    """(first line, last line) of each."""
    import ast
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return [(1, text.count('\n') + 1)] if '>>>' in text else []
    found = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
                found.append((first.lineno, first.end_lineno))
    return sorted(found)


def can_start(source):
    """A cell that starts ranks, and all that comes behind it, can be played where Open MPI is."""
    if not re.search(r'^%ranks +start', source, re.M):
        return True
    from perch.ranks import launcher
    return launcher() is not None


SAVE = 'import sys as __s; __s._perch_names = dict(globals()); __s._perch_names.pop("__s", None)'
BACK = 'import sys as __s; __n = __s._perch_names; [globals().pop(__k) for __k in list(globals()) if __k not in __n and __k not in ("__n", "__k")]; globals().update(__n); del __n'


def skips(source, cell):
    tags = cell.metadata.get('tags', ()) if isinstance(cell.metadata, dict) else ()
    return '# doctest: +SKIP' in source or source.lstrip().startswith('# NBVAL_SKIP') or 'nbval-skip' in tags or 'skip-execution' in tags


def unchecked(source, cell):
    tags = cell.metadata.get('tags', ()) if isinstance(cell.metadata, dict) else ()
    return source.lstrip().startswith('# NBVAL_IGNORE_OUTPUT') or 'nbval-ignore-output' in tags


class Check:
    """One file's run."""

    def __init__(self, lesson, options):
        self.lesson, self.options = lesson, options
        self.rules = Rules(options.rtol, options.atol, options.exact)
        self.report, self.changed = Report(lesson.path), []
        self.program = getattr(lesson, 'program', None)
        code = lesson.code()
        self.run_before = lesson.form == 'ipynb' and any(cell.outputs or cell.count is not None for cell in code)
        self.any_saved = any(cell.outputs or cell.saved_lines for cell in code) or any(cell.prompts for cell in code)

    def name(self, n, example, line):
        return say('example', n=line) if example is not None else say('cell', n=n)

    def compare(self, cell, example, ran, name, line):
        """'' or why not; what --update would save is noted."""
        failed = ran.error is not None
        if example is not None:
            want, got = example.want, combined(ran.outputs, stderr=False)
            good, checked = same_text(want, got, failed, self.rules), True
        elif self.lesson.form == 'ipynb':
            want, got = combined(cell.outputs, self.options.exact), combined(ran.outputs, self.options.exact)
            checked = self.run_before and not (prompts.has(cell.source.split('\n')) and not cell.outputs)     # a session with prompts holds what it shows
            good = same_outputs(cell.outputs, ran.outputs, self.rules) or as_text(cell.outputs) and same_text(want, got, failed, self.rules)
        else:
            tagged = any(output.get('name') == 'stderr' for output in cell.outputs) and self.options.exact
            want, got = combined(cell.outputs, tagged), combined(ran.outputs, tagged)
            checked = bool(cell.saved_lines) or bool(cell.outputs)
            good = same_text(want, got, failed, self.rules)
        if not checked:
            if self.options.update and not self.any_saved:
                self.changed.append((cell, example, ran.outputs))
                return '' if not failed else None
            if not failed:
                return None
            if not self.any_saved or self.lesson.form != 'ipynb':
                return say('failed here') + '\n' + combined([o for o in ran.outputs if o['output_type'] == 'error'])
        if good:
            return ''
        self.changed.append((cell, example, ran.outputs))
        return difference(want, got, f'{self.lesson.path}:{line} {name}', say('expected'), say('got')) or f'{self.lesson.path}:{line} {name}: ' + say('got') + f': {got!r}'

    def run(self):
        lesson, options, report = self.lesson, self.options, self.report
        start = time.monotonic()
        player = Player(lesson, answers=Answers(options.input), timeout=options.timeout, prelude=not options.no_prelude, by_cell=self.program is None)
        if self.program is not None and not self.begin_program(player):
            player.close()
            report.seconds = time.monotonic() - start
            return report
        before, n, whole = None, 0, True
        for cell, source, line, example in steps(lesson):
            n += 1
            name = self.name(n, example, line)
            if not report.note and not can_start(source):
                report.note = say('no ranks', path=lesson.path, line=line)
            if skips(source, cell) or report.note:
                report.cases.append(Case(name, line, '', 0.0, skipped=True))
                continue
            if not source.strip():
                continue
            if self.program is not None and cell is not before:
                player.run(BACK, silent=True)
            before = cell
            ran = player.run(source, line)
            cell.count = ran.number
            if ran.status in ('timeout', 'stuck'):
                why = say('late' if ran.status == 'timeout' else 'stuck', n=ran.number, seconds=options.timeout or 0)
                report.cases.append(Case(name, line, why, ran.seconds))
                whole = False
                if ran.status == 'stuck':
                    break
                continue
            if ran.status == 'interrupted':
                report.trouble = 'KeyboardInterrupt'
                whole = False
                break
            if unchecked(source, cell) and ran.error is None:
                continue
            if ran.asked:
                complain(f'{lesson.path}:{line}: ' + say('asks', n=ran.number))
            why = self.compare(cell, example, ran, name, line)
            if why is not None:
                report.cases.append(Case(name, line, why, ran.seconds))
            if ran.status == 'exit':
                break
        player.close()
        report.seconds = time.monotonic() - start
        if options.update:
            self.update(whole)
        return report

    def begin_program(self, player):
        """A program's names are there before its examples; each docstring begins with them."""
        module = os.path.splitext(os.path.basename(self.lesson.path))[0]
        player.run(f'__name__ = {module!r}; __file__ = {os.path.abspath(self.lesson.path)!r}', silent=True)
        ran = player.run(self.program, 1, silent=True)
        if ran.error is not None or ran.status != 'ok':
            self.report.trouble = combined(ran.outputs) or ran.status
            return False
        player.run(SAVE, silent=True)
        return True

    def update(self, whole):
        report = self.report
        if not whole:
            report.note = say('cannot update', path=self.lesson.path)
            return
        if self.changed:
            rewrite(self.lesson, self.changed)
            for case in report.cases:
                case.why = ''
        report.note = say.count('updated', len(self.changed), path=self.lesson.path) if self.changed else say('unchanged', path=self.lesson.path)


def check(path, options):
    try:
        lesson = load(path)
        said = languages(lesson)
        if said and not options.quiet:
            complain(f'{path}: {said}')
        if not lesson.code():
            raise LessonError(path, say('nothing'))
        return Check(lesson, options).run()
    except LessonError as e:
        report = Report(path)
        report.trouble = str(e)
        return report


# ---- folders, reports ----

def lessons_in(folder):
    found = []
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if not f.startswith('.') and f not in ('__pycache__', 'node_modules'))
        for name in sorted(names):
            path = os.path.join(where, name)
            if os.path.splitext(name)[1].lower() in files.ENDINGS and not name.startswith('.') and holds_cells(path):
                found.append(path)
    return found


def holds_cells(path):
    """Is it a lesson at all? What looks like one and cannot be read is told later."""
    try:
        lesson = load(path)
        return any(cell.outputs or cell.prompts for cell in lesson.code()) if lesson.form == 'py' else bool(lesson.code())
    except LessonError:
        return not path.endswith(('.txt', '.py'))


def junit(path, reports):
    def clean(text):
        """As XML may hold it."""
        text = re.sub('[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]', '\ufffd', str(text))
        return text.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')

    def attribute(text):
        return clean(text).replace('"', '&quot;').replace('\n', '&#10;')
    cases = sum(len(r.cases) + bool(r.trouble) for r in reports)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>',
             f'<testsuites name="perch test" tests="{cases}" failures="{sum(bool(c.why) for r in reports for c in r.cases)}" errors="{sum(bool(r.trouble) for r in reports)}" '
             f'time="{sum(r.seconds for r in reports):.3f}">']
    for r in reports:
        skipped = sum(case.skipped for case in r.cases)
        lines.append(f'  <testsuite name="{attribute(r.path)}" tests="{len(r.cases) + bool(r.trouble)}" failures="{sum(bool(c.why) for c in r.cases)}" errors="{int(bool(r.trouble))}" '
                     f'skipped="{skipped}" time="{r.seconds:.3f}">')
        for case in r.cases:
            head = f'    <testcase classname="{attribute(r.path)}" name="{attribute(case.name)}" file="{attribute(r.path)}" line="{case.line}" time="{case.seconds:.3f}"'
            if case.why:
                lines.append(f'{head}>\n      <failure message="{attribute(case.name)}">{clean(case.why)}</failure>\n    </testcase>')
            else:
                lines.append(f'{head}>\n      <skipped/>\n    </testcase>' if case.skipped else head + '/>')
        if r.trouble:
            lines.append(f'    <testcase classname="{attribute(r.path)}" name="{attribute(r.path)}" time="0">\n      <error>{clean(r.trouble)}</error>\n    </testcase>')
        lines.append('  </testsuite>')
    lines.append('</testsuites>')
    files.write_text(path, '\n'.join(lines) + '\n')


def paint(diff, colour):
    if not colour:
        return diff
    lines = []
    for line in diff.split('\n'):
        code = '1' if line.startswith(('---', '+++')) else '36' if line.startswith('@@') else '31' if line.startswith('-') else '32' if line.startswith('+') else ''
        lines.append(f'\x1b[{code}m{line}\x1b[0m' if code else line)
    return '\n'.join(lines)


def tell(report, options, colour):
    for case in report.cases:
        if case.why:
            text = case.why if case.why.startswith('---') else f'{report.path}:{case.line} {case.name}: {case.why}'
            print(paint(text.rstrip('\n'), colour))
    if report.trouble:
        complain(report.trouble.rstrip('\n'))
    if report.note:
        print(report.note)
    elif not options.quiet and not report.trouble:
        bad, all_ = report.failed(), sum(not case.skipped for case in report.cases)
        print(say('no outputs', path=report.path) if not report.cases else say('differ', path=report.path, bad=bad, n=all_) if bad else say.count('passed', all_, path=report.path))
    sys.stdout.flush()


def number(text):
    value = float(text)
    if not value >= 0:
        raise ValueError(text)
    return value


def main():
    parser = Parser(prog='perch test', usage='perch test FILE|FOLDER… [--rtol R] [--atol A] [--exact] [--update] [--junit FILE] [--timeout SECONDS] [--input FILE]',
                    description='Run lessons and compare what they show with what is saved in them: output blocks and >>> in Markdown, outputs in notebooks, transcripts and programs in '
                                'cells, >>> in docstrings. "..." in what is saved stands for anything; times, dates, addresses and temporary paths are not compared.')
    parser.add_argument('paths', nargs='+', metavar='FILE')
    parser.add_argument('--rtol', type=number, default=1e-3, help='relative tolerance of numbers that are no integers (0.001)')
    parser.add_argument('--atol', type=number, default=1e-5, help='absolute tolerance (0.00001)')
    parser.add_argument('--exact', action='store_true', help='every character counts, stderr too')
    parser.add_argument('-u', '--update', action='store_true', help='save what differs in the files')
    parser.add_argument('--junit', metavar='FILE', help='write a report for CI')
    add_running_options(parser)
    parser.set_defaults(timeout=600.0)
    options = parser.parse_args()
    screen()
    colour = os.isatty(1) and not os.environ.get('NO_COLOR') and os.environ.get('TERM') != 'dumb'
    start, reports, todo = time.monotonic(), [], []
    for path in options.paths:
        if os.path.isdir(path):
            inside = lessons_in(path)
            if not inside:
                complain(say('no lessons', path=path))
            todo.extend(inside)
        else:
            todo.append(path)
    try:
        for path in todo:
            reports.append(check(path, options))
            tell(reports[-1], options, colour)
            if reports[-1].trouble == 'KeyboardInterrupt':
                break
        if options.junit:
            junit(options.junit, reports)
    except LessonError as e:
        complain(e)
        finish(2)
    except BrokenPipeError:
        os._exit(1)
    good, bad = sum(r.passed() for r in reports), sum(r.failed() for r in reports)
    print(say.count('sum', len(reports), good=good, bad=bad, seconds=time.monotonic() - start))
    differ = any(case.why for r in reports for case in r.cases)
    finish(130 if any(r.trouble == 'KeyboardInterrupt' for r in reports) else 1 if differ else 2 if bad or not todo else 0)


if __name__ == '__main__':
    main()
