"""perch FILE.md|FILE.ipynb|FILE.txt: plays a lesson's cells and prints what each shows under its number."""
import os
import re
import sys

from perch.arguments import Parser
from perch.lesson import files
from perch.lesson.cells import LessonError, plain
from perch.lesson.runner import Answers, Player, languages, steps, with_prompts
from perch.lesson.stage import finish, screen
from perch.lesson.words import say


ERROR = re.compile(r'^(Traceback \(most recent call last\)|(\w+\.)*\w*(Error|Exception|Interrupt)):', re.M)


def add_running_options(parser):
    parser.add_argument('--timeout', type=seconds, metavar='SECONDS', help='interrupt a cell that runs longer')
    parser.add_argument('--input', metavar='FILE', help='lines that input() gets, one after the other')
    parser.add_argument('--no-prelude', action='store_true', help='only Python\'s names')
    parser.add_argument('-q', '--quiet', action='store_true', help='say less')


def seconds(text):
    value = float(text)
    if not value > 0:
        raise ValueError(text)
    return value


def complain(text):
    sys.stdout.flush()
    sys.stderr.write(f'perch: {text}\n')
    sys.stderr.flush()


class Screen:
    """What a person sees while a lesson is played."""

    def __init__(self, total, quiet):
        self.total = total
        self.colour = os.isatty(1) and not os.environ.get('NO_COLOR') and os.environ.get('TERM') != 'dumb'
        self.line = os.isatty(2) and os.environ.get('TERM') != 'dumb' and not quiet     # a line that says where it is
        self.drawn = False
        self.number, self.headed, self.fresh, self.first = 0, False, True, True

    def begin(self, number, which):
        self.number, self.headed, self.fresh = number, False, True
        if self.line:
            sys.stdout.flush()
            sys.stderr.write('\r\x1b[K\x1b[2m' + say('playing', n=which, all=self.total) + '\x1b[0m')
            sys.stderr.flush()
            self.drawn = True

    def wipe(self):
        if self.drawn:
            sys.stderr.write('\r\x1b[K')
            sys.stderr.flush()
            self.drawn = False

    def write(self, text, fd=1):
        if not text:
            return
        self.wipe()
        if not self.headed:
            head = f'[{self.number}]\n'
            sys.stdout.write(('' if self.first else '\n') + (f'\x1b[2m{head}\x1b[0m' if self.colour else head))
            self.headed, self.first = True, False
        if fd == 2:
            sys.stdout.flush()
        out = sys.stderr if fd == 2 else sys.stdout
        out.write(text)
        self.fresh = text.endswith('\n')

    def newline(self):
        if not self.fresh:
            sys.stdout.write('\n')
            self.fresh = True

    def hear(self, kind, e):
        if kind == 'stream':
            self.write(e['text'], 2 if e['name'] == 'stderr' else 1)
        elif kind in ('result', 'display', 'page'):
            text = e['data'].get('text/plain', '')
            self.newline()
            self.write(text + ('' if text.endswith('\n') else '\n'))
        elif kind == 'error':
            self.newline()
            text = e['coloured'] if self.colour else e['text']
            self.write(text + ('' if text.endswith('\n') else '\n'), 2)
        elif kind == 'clear' and self.colour and not e['wait']:
            self.write('\r\x1b[K')

    def ask(self, prompt, password):
        """A line of the person at the terminal; None: the end."""
        self.write(prompt)
        self.wipe()
        sys.stdout.flush()
        if password:
            import getpass
            line = getpass.getpass('')
        else:
            line = sys.stdin.readline()
            line = line.rstrip('\n') if line else None
        self.fresh = True
        return line

    def end(self):
        self.wipe()
        self.newline()
        sys.stdout.flush()


def shows_error(shown):
    """Is what is saved of a cell, or of an example, an error?"""
    texts = [shown.want] if not hasattr(shown, 'outputs') else [plain(output) for output in shown.outputs]
    return any(output.get('output_type') == 'error' for output in getattr(shown, 'outputs', ())) or any(map(ERROR.search, texts))


def play(lesson, options):
    """The exit code."""
    todo = list(steps(lesson))
    if not todo:
        complain(f'{lesson.path}: ' + say('nothing'))
        return 1
    view = Screen(len(todo), options.quiet)
    notebook = bool(options.out) and options.out.endswith('.ipynb')
    person = view.ask if os.isatty(0) else None
    player = Player(lesson, answers=Answers(options.input, person), listen=view.hear, timeout=options.timeout, colour=view.colour and not options.out,
                    coloured_errors=notebook, prelude=not options.no_prelude, by_cell=bool(options.out))
    failed, stopped, code = 0, None, 0
    foreseen = {id(cell) for cell in lesson.code() if shows_error(cell)}
    for cell in lesson.code():
        cell.outputs, cell.count = [], None
    for which, (cell, source, line, example) in enumerate(todo, 1):
        if not source.strip():
            continue
        view.begin(player.stage.number, which)
        ran = player.run(source, line)
        view.end()
        cell.outputs = cell.outputs + simple(ran.outputs, notebook)
        cell.count = ran.number
        if ran.status == 'ok':
            continue
        if ran.status == 'exit':
            break
        if ran.asked:
            complain(f'{lesson.path}:{line}: ' + say('asks', n=ran.number))
        if ran.status == 'timeout':
            complain(f'{lesson.path}:{line}: ' + say('late', n=ran.number, seconds=options.timeout))
        if ran.status == 'error' and (shows_error(example) if example is not None else id(cell) in foreseen):
            continue                                            # the lesson means to show it
        failed += 1
        code = 130 if ran.status == 'interrupted' else 1
        if ran.status == 'stuck':
            complain(f'{lesson.path}:{line}: ' + say('stuck', n=ran.number))
        if ran.status in ('stuck', 'interrupted') or not options.keep_going:
            stopped = (line, which)
            break
    asked = player.close()
    if options.out:
        files.write(options.out, lesson)
    if not options.quiet:
        if stopped and len(todo) > stopped[1] and ran.status in ('error', 'timeout'):
            complain(say('stopped', path=lesson.path, line=stopped[0], n=stopped[1], all=len(todo)))
        elif failed > 1 or options.keep_going and failed:
            complain(say.count('failed', failed, path=lesson.path, all=len(todo)))
    return code or asked


def simple(outputs, notebook):
    """For a file that people read: text, and pictures where there are some; a notebook takes everything."""
    if notebook:
        return outputs
    kept = []
    for output in outputs:
        if 'data' in output:
            data = {kind: value for kind, value in output['data'].items() if kind == 'text/plain' or kind.startswith('image/') and kind != 'image/svg+xml' or 'text/plain' not in output['data']}
            output = {**output, 'data': data}
        kept.append(output)
    return kept


def main():
    parser = Parser(prog='perch', usage='perch FILE.md|FILE.ipynb|FILE.txt [--keep-going] [--out FILE] [--timeout SECONDS] [--input FILE]',
                    description='Play a lesson: what each cell shows is printed under its number; the first error that is not saved in the lesson ends it.')
    parser.add_argument('file')
    parser.add_argument('-k', '--keep-going', action='store_true', help='go on after a cell that fails')
    parser.add_argument('-o', '--out', metavar='FILE', help='write the lesson with its outputs: .ipynb, .md, .txt, .py')
    add_running_options(parser)
    options = parser.parse_args()
    screen()
    try:
        if options.out:
            files.form_of(options.out)
        lesson = with_prompts(files.read(options.file))
        said = languages(lesson)
        if said and not options.quiet:
            complain(f'{options.file}: {said}')
        code = play(lesson, options)
    except LessonError as e:
        complain(e)
        code = 2
    except BrokenPipeError:
        os._exit(1)
    finish(code)


if __name__ == '__main__':
    main()
