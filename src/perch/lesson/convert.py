"""perch convert A B: a lesson in another format, with all that it holds."""
import os
import sys

from perch.arguments import Parser
from perch.lesson import files
from perch.lesson.cells import LessonError
from perch.lesson.play import complain
from perch.lesson.words import say


def main():
    parser = Parser(prog='perch convert', usage='perch convert A B     (.md, .ipynb, .txt, .py)',
                    description='Write the lesson A as B: Markdown, notebook, transcript or program in cells. Nothing is lost: back again it is A.')
    parser.add_argument('a', metavar='A')
    parser.add_argument('b', metavar='B')
    parser.add_argument('-q', '--quiet', action='store_true')
    options = parser.parse_args()
    try:
        if os.path.exists(options.b) and os.path.exists(options.a) and os.path.samefile(options.a, options.b):
            raise LessonError(options.b, say('same file'))
        files.form_of(options.b)
        lesson = files.read(options.a, remember=True)
        files.write(options.b, lesson)
    except LessonError as e:
        complain(e)
        sys.exit(2)
    if not options.quiet and os.path.isfile(options.b):
        print(say.count('converted', len(lesson.cells), a=options.a, b=options.b))


if __name__ == '__main__':
    main()
