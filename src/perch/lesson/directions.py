"""Stage directions: what the comments of a lesson tell the player of a demo, and what the lesson is then: a list of acts.

A direction is a line of an HTML comment in a text cell, so that readers of the lesson do not see it:

    <!-- perch: pause 2 -->            <!-- perch:
                                       gpus 2
                                       about What an addition of two GPUs' values says
                                       -->

TABLE holds them all; docs/demos.md is checked against it. The text around them is said as the demo goes on, the code is typed and run.
"""
import re

from perch.lesson.words_demo import say

# name: (what it takes, English, Chinese)
TABLE = {
    'about': ('SENTENCE', 'what the list of demos says of it', '演示列表中的一句话介绍'),
    'accent': ('mxnet|torch|plain', 'in which library\'s words it is', '使用哪个库的写法'),
    'gpus': ('N[+][xSIZE]', 'play on so many simulated GPUs (2, 0, 1x1G; 1+: one or more will do); in the midst of a demo: a fresh session on them',
             '在这么多块模拟 GPU 上演示（2、0、1x1G；1+ 表示一块或更多均可）；写在演示中间：换上它们，重新开一个会话'),
    'ranks': ('', 'it starts ranks (%ranks): only where Open MPI is', '会启动 rank（%ranks）：需要 Open MPI'),
    'seed': ('N', 'where random numbers, and the rhythm of the typing, begin (0)', '随机数和打字节奏的种子（0）'),
    'clock': ('model|wall', 'simulated GPUs\' clock (model: the same times everywhere)', '模拟 GPU 的时钟（model：各处时间相同）'),
    'type': ('N[cps]', 'from here on type so many characters a second (28)', '此后每秒键入的字符数（28）'),
    'pause': ('SECONDS', 'do nothing for so long', '停顿若干秒'),
    'wait': ('', 'a stop: wait for a key (before each cell there is one)', '停下等待按键（每个单元之前本来就有一次）'),
    'go': ('', 'the next cell without a stop before it', '下一个单元之前不停'),
    'say': ('TEXT', 'a sentence that only the audience of the demo reads', '只在演示时显示的话'),
    'hide': ('', 'from here on the text is for readers of the file alone …', '此后的文字只给文件的读者看……'),
    'tell': ('', '… and from here on it is said again', '……从这里起恢复显示'),
    'expect': ('TYPE [CODE] [WORDS]', 'the next cell fails so: with this exception, perch\'s code, these words in its message', '下一个单元应如此失败：异常类型、perch 代码、消息中的文字'),
    'fix': ('[N]', 'the next cell is what the fix-it key makes of the one that failed (its N-th repair)', '下一个单元由修复键得到（第 N 个修复方案）'),
    'show': ('LINE', 'run a line that is not part of the lesson and show what it prints', '运行一行不属于课程的代码并显示其输出'),
    'clear': ('', 'an empty screen', '清屏'),
}

COMMENT = re.compile(r'<!--\s*perch:\s(.*?)-->', re.S)
ANY_COMMENT = re.compile(r'<!--.*?-->', re.S)
GPUS = re.compile(r'(\d+)(\+?)(?:x(\d+[KMG]))?$')
HEADING = re.compile(r'#{1,6}\s+(.*?)\s*#*\s*$')


class DirectionError(Exception):
    """line, and what is wrong with the direction there."""

    def __init__(self, line, why):
        self.line = line
        super().__init__(why)


class Gpus:
    """How many simulated GPUs a demo wants: count, more (more will do), size of each."""

    def __init__(self, text, line=0):
        match = GPUS.match(text)
        if not match:
            raise DirectionError(line, say('bad gpus', text=text))
        self.count, self.more, self.size = int(match[1]), bool(match[2]), match[3]

    def spec(self):
        """As --gpus takes it."""
        if not self.count:
            return 'none'
        return f'sim:{self.count}' + (f',mem={self.size}' if self.size else '')

    def bytes(self):
        return int(self.size[:-1]) << {'K': 10, 'M': 20, 'G': 30}[self.size[-1]]

    def fits(self, count):
        return count == self.count or (self.more and count > self.count)

    def words(self):
        if not self.count:
            return say('any machine' if self.more else 'no gpu')
        return say.count('gpus or more' if self.more else 'gpus', self.count) + (f' {self.size}' if self.size else '')


class Act:
    """One thing that the player does: kind and what it needs. line: of the file."""

    def __init__(self, kind, line, **more):
        self.kind, self.line = kind, line
        self.__dict__.update(more)


class Demo:
    """path, name, title, about, accent, gpus, ranks (does it start some?), seed, clock; acts in order. cells: the code acts among them."""

    def __init__(self, path, name):
        self.path, self.name = path, name
        self.title = self.about = self.accent = ''
        self.gpus, self.seed, self.clock, self.ranks = Gpus('2'), 0, 'model', False
        self.acts = []

    def wants(self):
        """The machine that it plays on, in words."""
        return self.gpus.words() + (' ' + say('open mpi') if self.ranks else '')

    @property
    def cells(self):
        return [act for act in self.acts if act.kind == 'cell']

    @property
    def stops(self):
        return [i for i, act in enumerate(self.acts) if act.kind == 'wait']


def number(text, line, name):
    try:
        value = float(text.removesuffix('cps').strip())
    except ValueError:
        value = -1
    if not 0 <= value < 1e6:
        raise DirectionError(line, say('bad number', name=name, text=text))
    return value


class Reader:
    """From a lesson's cells to acts."""

    def __init__(self, demo):
        self.demo, self.acts = demo, demo.acts
        self.hidden = self.go = False
        self.expect = self.fix = None
        self.begun = False          # something has been played

    # -- text

    def text(self, source, first):
        """A text cell: what stands between directions is said."""
        at = 0
        for match in COMMENT.finditer(source):
            self.prose(source[at:match.start()], first + source.count('\n', 0, at))
            start = first + source.count('\n', 0, match.start(1))
            for i, line in enumerate(match[1].split('\n')):
                if line.strip():
                    self.direction(line.strip(), start + i)
            at = match.end()
        self.prose(source[at:], first + source.count('\n', 0, at))

    def prose(self, text, line):
        text = ANY_COMMENT.sub('', text)
        for paragraph in re.split(r'\n\s*\n', text):
            paragraph = paragraph.strip('\n')
            if not paragraph.strip():
                continue
            heading = HEADING.match(paragraph)
            if heading and not self.demo.title:
                self.demo.title = heading[1]
            if not self.hidden:
                self.acts.append(Act('title' if heading else 'say', line, text=heading[1] if heading else paragraph))

    # -- directions

    def direction(self, text, line):
        name, _, rest = text.partition(' ')
        rest = rest.strip()
        if name not in TABLE:
            raise DirectionError(line, say('no direction', name=name))
        takes = TABLE[name][0]
        if rest and not takes:
            raise DirectionError(line, say('takes nothing', name=name))
        if not rest and takes and not takes.startswith('['):
            raise DirectionError(line, say('takes', name=name, takes=takes))
        getattr(self, 'take_' + name)(rest, line)

    def take_about(self, rest, line):
        self.demo.about = rest

    def take_accent(self, rest, line):
        if rest not in ('mxnet', 'torch', 'plain'):
            raise DirectionError(line, say('takes', name='accent', takes=TABLE['accent'][0]))
        self.demo.accent = rest

    def take_gpus(self, rest, line):
        gpus = Gpus(rest, line)
        if self.begun:
            self.acts.append(Act('machine', line, gpus=gpus))
        else:
            self.demo.gpus = gpus

    def take_ranks(self, rest, line):
        self.demo.ranks = True

    def take_seed(self, rest, line):
        self.demo.seed = int(number(rest, line, 'seed'))

    def take_clock(self, rest, line):
        if rest not in ('model', 'wall'):
            raise DirectionError(line, say('takes', name='clock', takes=TABLE['clock'][0]))
        self.demo.clock = rest

    def take_type(self, rest, line):
        self.acts.append(Act('type', line, cps=number(rest, line, 'type') or 1e5))

    def take_pause(self, rest, line):
        self.acts.append(Act('pause', line, seconds=number(rest.removesuffix('s'), line, 'pause')))

    def take_wait(self, rest, line):
        self.acts.append(Act('wait', line))

    def take_go(self, rest, line):
        self.go = True

    def take_say(self, rest, line):
        self.acts.append(Act('say', line, text=rest))

    def take_hide(self, rest, line):
        self.hidden = True

    def take_tell(self, rest, line):
        self.hidden = False

    def take_expect(self, rest, line):
        kind, _, words = rest.partition(' ')
        code = re.match(r'(P\d{4})\b\s*', words)
        self.expect = (kind, code[1] if code else None, words[code.end():] if code else words)

    def take_fix(self, rest, line):
        if rest and not rest.isdigit():
            raise DirectionError(line, say('bad number', name='fix', text=rest))
        self.fix = int(rest or 1)

    def take_show(self, rest, line):
        self.begun = True
        self.acts.append(Act('show', line, text=rest))

    def take_clear(self, rest, line):
        self.acts.append(Act('clear', line))

    # -- code

    def cell(self, cell):
        self.begun = True
        if not self.go and not (self.acts and self.acts[-1].kind == 'wait'):
            self.acts.append(Act('wait', cell.line))
        self.acts.append(Act('cell', cell.line, source=cell.source.rstrip('\n'), expect=self.expect, fix=self.fix, cell=cell))
        self.expect = self.fix = None
        self.go = False


def read(lesson, path, name):
    """The Demo that a lesson is; DirectionError."""
    demo = Demo(path, name)
    reader = Reader(demo)
    for cell in lesson.cells:
        if cell.kind == 'code':
            if cell.source.strip():
                reader.cell(cell)
        else:
            reader.text(cell.source, cell.line)
    if reader.expect or reader.fix:
        raise DirectionError(0, say('no cell', name='expect' if reader.expect else 'fix'))
    demo.acts.append(Act('wait', 0, last=True))
    return demo
