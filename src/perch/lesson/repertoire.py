"""The demos that ship, by name: examples/demos of the tree, frozen into perch. A name's Chinese is NAME.zh.md."""
import os

import _demos

from perch.language import language
from perch.lesson import files, markdown, weave
from perch.lesson.cells import Lesson, LessonError
from perch.lesson.directions import DirectionError, read
from perch.lesson.styled import CODE, TITLE, paint, width
from perch.lesson.words_demo import say

ORDER = ('first_steps', 'two_gpus', 'copyto', 'wrong_device', 'two_copies', 'forgotten_move', 'optimizer', 'out_of_memory', 'late_error', 'hidden_copy',
         'data_parallel', 'four_ranks', 'no_gpu')      # as a course would show them


def names():
    """In the order of a course; both accents of one side by side."""
    def place(name):
        base = name.removesuffix('_mxnet').removesuffix('_torch')
        return ORDER.index(base) if base in ORDER else len(ORDER), base, not name.endswith('_mxnet')
    return sorted((file.removesuffix('.md') for file in _demos.names() if not file.endswith('.zh.md')), key=place)


def file_name(name, lang=None):
    return name + ('.zh.md' if (lang or language()) == 'zh' else '.md')


def shipped(name, lang=None):
    """(Demo, its Lesson) of a demo that ships."""
    file = file_name(name, lang)
    lesson, text = Lesson(file, form='md'), _demos.text(file)
    weave.read(markdown, lesson, text, False)
    return demo_of(lesson, file, name), lesson


def of_file(path):
    lesson = files.read(path)
    return demo_of(lesson, path, os.path.basename(path)), lesson


def demo_of(lesson, path, name):
    try:
        demo = read(lesson, path, name)
    except DirectionError as e:
        raise LessonError(path, str(e), e.line or None) from None
    if not demo.cells:
        raise LessonError(path, say('no acts'))
    return demo


def find(word):
    """(name, others): the demo that a person means and those of the same story; LessonError."""
    wanted, known = word.replace('-', '_').removesuffix('.md'), names()
    if wanted in known:
        return wanted, [n for n in known if n != wanted and base(n) == base(wanted)]
    same = [n for n in known if base(n) == wanted] or [n for n in known if n.startswith(wanted)]
    if same and len({base(n) for n in same}) == 1:
        return same[0], same[1:]
    if same:
        raise LessonError('perch demo', say('near', name=word, near=', '.join(same)))
    import difflib
    near = difflib.get_close_matches(wanted, known + sorted({base(n) for n in known}), 2, 0.5)
    raise LessonError('perch demo', say('near', name=word, near=', '.join(near)) if near else say('no demo', name=word))


def base(name):
    return name.removesuffix('_mxnet').removesuffix('_torch')


def table(colour=False):
    """The list of demos for people."""
    rows = []
    for name in names():
        demo = shipped(name)[0]
        rows.append((name, {'mxnet': 'MXNet', 'torch': 'PyTorch'}.get(demo.accent, ''), demo.wants(), demo.about))
    heads = (say('name'), say('accent'), say('wants'), say('about'))
    widths = [max(width(row[i]) for row in [heads] + rows) for i in range(3)]
    lines = []
    for row in [heads] + rows:
        cells = [text + ' ' * (w - width(text)) for text, w in zip(row, widths)] + [row[3]]
        if colour:
            cells = [paint(TITLE, cell) for cell in cells] if row is heads else [paint(CODE, cells[0])] + cells[1:]
        lines.append('  '.join(cells).rstrip())
    return '\n'.join(lines)
