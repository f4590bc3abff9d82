"""perch demo: lists the demos; plays one; records it, draws its stops, checks it."""
import os
import sys
import time

from perch.arguments import Parser, guarded
from perch.language import choose
from perch.lesson import repertoire
from perch.lesson.cells import LessonError
from perch.lesson.playhouse import House, Left, has_colour, terminal
from perch.lesson.words_demo import say


def parser():
    p = Parser(prog='perch demo', description='Play a demo: a lesson with stage directions (docs/demos.md).')
    p.add_argument('names', nargs='*', metavar='NAME|FILE', help='which; none: list them (--check: all, or all of a folder)')
    p.add_argument('--auto', action='store_true', help='go on without keys')
    p.add_argument('--speed', type=float, default=1.0, metavar='X', help='typing and pauses X times as fast')
    p.add_argument('--record', metavar='FILE.cast', help='write an asciinema file')
    p.add_argument('--svg', metavar='FILE.svg', help='a picture of each stop: FILE-1.svg, FILE-2.svg …')
    p.add_argument('--whole', action='store_true', help='with --svg: one picture of all')
    p.add_argument('--check', action='store_true', help='play unseen; fail where errors or outputs differ from the file')
    p.add_argument('--update', action='store_true', help='with --check FILE: save in the file what the cells show')
    p.add_argument('--columns', type=int, default=80, help='of a recording in the background, of pictures')
    p.add_argument('--lines', type=int, default=24, help='of a recording in the background')
    p.add_argument('--timing', action='store_true', help='at the end: a line of JSON with the seconds asked for')
    return p


def load(word):
    """(Demo, Lesson, other demos of the story). perch speaks as the file does, where its name says how (NAME.zh.md)."""
    stem = os.path.splitext(word)[0]
    if os.path.exists(word) or os.sep in word:
        if stem.endswith(('.zh', '.en')):
            choose(stem[-2:])
        return (*repertoire.of_file(word), [])
    name, others = repertoire.find(word)
    return (*repertoire.shipped(name), others)


class Machine:
    """On which GPUs a demo plays: those that --gpus asks for, else its own simulated ones; and has it what else the demo needs?"""

    def __init__(self, demo):
        self.asked = os.environ.get('PERCH_GPUS', '')
        self.spec = None if self.asked else demo.gpus.spec()
        os.environ.setdefault('PERCH_CLOCK', demo.clock)
        os.environ.setdefault('PERCH_SEED', str(demo.seed))
        self.have, self.fits = '', True
        if self.asked:
            import _tensor
            count = _tensor.gpu_count()
            self.fits = demo.gpus.fits(count)
            self.have = say.count('gpus', count) if count else say('no gpu')
            if demo.gpus.size and count and self.asked.removeprefix('sim:').isdigit():      # nobody said how large
                self.spec = f'sim:{count},mem={demo.gpus.size}'
            elif demo.gpus.size and count:
                memory = _tensor.gpu_info(0)['memory']
                self.fits = self.fits and memory == demo.gpus.bytes()
                self.have += f' {memory >> 20}M'
        if demo.ranks and self.fits:
            from perch.ranks import launcher
            self.fits = launcher() is not None
            self.have = self.have if self.fits else say('no mpi')


class Restored:
    """The process's variables and language are as they were, behind it."""

    def __enter__(self):
        self.before, self.language = dict(os.environ), choose(None)
        choose(self.language)

    def __exit__(self, *_):
        choose(self.language)
        for name in ('PERCH_GPUS', 'PERCH_CLOCK', 'PERCH_SEED'):
            if name in self.before:
                os.environ[name] = self.before[name]
            else:
                os.environ.pop(name, None)


class Pictures:
    """The SVG files of a demo."""

    def __init__(self, path, whole, columns, title):
        self.stem, self.ending = os.path.splitext(path)
        self.whole, self.columns, self.title, self.pages = whole, columns, title, []

    def stopped(self, page):
        self.pages.append(page)

    def write(self):
        from perch.lesson.picture import svg
        pages = [''.join(self.pages)] if self.whole else self.pages
        for i, page in enumerate(pages, 1):
            path = self.stem + ('' if len(pages) == 1 else f'-{i}') + (self.ending or '.svg')
            write(path, svg(page.split('\n'), self.columns, self.title))
            print(say('saved', path=path))


def write(path, text):
    try:
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text)
    except OSError as e:
        raise LessonError(path, say('unwritable', path=path, why=e.strerror).partition(': ')[2]) from None


def cast_for(args, demo, house):
    from perch.lesson.cast import Cast
    try:
        return Cast(args.record, house.columns, house.lines, demo.title or demo.name, int(time.time()) if house.real else None)
    except OSError as e:
        raise LessonError(args.record, say('unwritable', path=args.record, why=e.strerror).partition(': ')[2]) from None


def play(args, demo, others):
    """The exit code."""
    from perch.lesson.performance import Performance, Signalled
    machine = Machine(demo)
    if not machine.fits:
        print('perch: ' + say('refused', name=demo.name, wants=demo.wants(), have=machine.have), file=sys.stderr)
        return 1
    person = terminal() and not (args.svg and not args.record)
    background = not person and not args.auto
    files = args.record or args.svg
    house = House(keyboard=person, real=not background, seen=not (background and files), colour=has_colour() if person else bool(files), speed=args.speed,
                  columns=args.columns, lines=args.lines)
    if args.record:
        house.cast = cast_for(args, demo, house)
    pictures = Pictures(args.svg, args.whole, house.columns, demo.title) if args.svg else None
    began, performance, signal = time.monotonic(), None, 0
    try:
        house.open()
        performance = Performance(demo, house, gpus=machine.spec, keys=person and not args.auto, stopped=pictures.stopped if pictures else None)
        performance.play()
    except (Left, KeyboardInterrupt):
        pass
    except Signalled as s:
        signal = s.number
    finally:
        house.close()
    if signal:
        import signal as signals
        signals.signal(signal, signals.SIG_DFL)
        os.kill(os.getpid(), signal)
    wall = time.monotonic() - began
    if performance:
        performance.close()
    if pictures:
        pictures.write()
    if args.record:
        print(say('saved', path=args.record))
    if args.timing:
        import json
        print(json.dumps({'wall': wall, 'cells': performance.cells_seconds, **house.asked}), file=sys.stderr)
    if others and person and not args.auto:
        print('\n' + say('also', names=', '.join('perch demo ' + name for name in others)))
    return 0


def lessons_in(word):
    """The lessons of a folder; else the word alone."""
    if not os.path.isdir(word):
        return [word]
    return [os.path.join(word, name) for name in sorted(os.listdir(word)) if name.endswith('.md')]


def check(args, words):
    """The exit code."""
    from perch.lesson.rehearsal import rehearse
    good = bad = skipped = 0
    words = [file for word in words for file in lessons_in(word)]
    everything = not words
    if everything:
        words = [(name, lang) for name in repertoire.names() for lang in ('en', 'zh')]
    for word in words:
        with Restored():
            if everything:
                choose(word[1])
            demo, lesson = repertoire.shipped(*word) if everything else load(word)[:2]
            label = demo.path
            machine = Machine(demo)
            if not machine.fits:
                print(say('skipped', name=label, wants=demo.wants(), have=machine.have))
                skipped += 1
                continue
            changed = [] if args.update and os.path.exists(demo.path) else None
            problems, errors = rehearse(demo, lesson, machine.spec, changed)
            if changed and not problems:
                from perch.lesson.rewrite import rewrite
                rewrite(lesson, changed)
        for line, problem in problems:
            print(f'{label}:{line}: {problem}')
        if problems:
            bad += 1
        else:
            good += 1
            print(say.count('ok', len(demo.cells), name=label, errors=say.count('errors', errors)))
        sys.stdout.flush()
    if len(words) > 1:
        print(say.count('sum', good, good=good, bad=bad, skipped=skipped))
    return 1 if bad else 0


def main(argv):
    args = parser().parse_args(argv)
    if not args.speed > 0:
        args.speed = 1.0
    try:
        if args.check:
            return check(args, args.names)
        if not args.names:
            print(repertoire.table(has_colour() and os.isatty(1)))
            print('\n' + say('how'))
            return 0
        for word in args.names:
            demo, _, others = load(word)
            with Restored():
                code = play(args, demo, others)
            if code:
                return code
        return 0
    except LessonError as e:
        print(e if e.path == 'perch demo' else f'perch: {e}', file=sys.stderr)
        return 2


if __name__ == '__main__':
    from perch.lesson.stage import finish
    finish(guarded(main, sys.argv[1:]))
