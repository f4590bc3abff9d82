"""Line-oriented command interpreters: a method do_NAME for each command."""
import string
import sys

__all__ = ['Cmd']

PROMPT = '(Cmd) '
IDENTCHARS = string.ascii_letters + string.digits + '_'


class Cmd:
    """Subclass it, write do_NAME(self, line) methods, call cmdloop()."""
    prompt = PROMPT
    identchars = IDENTCHARS
    ruler = '='
    lastcmd = ''
    intro = None
    doc_leader = ''
    doc_header = 'Documented commands (type help <topic>):'
    misc_header = 'Miscellaneous help topics:'
    undoc_header = 'Undocumented commands:'
    nohelp = '*** No help on %s'
    use_rawinput = 1

    def __init__(self, completekey='tab', stdin=None, stdout=None):
        self.stdin = sys.stdin if stdin is None else stdin
        self.stdout = sys.stdout if stdout is None else stdout
        self.cmdqueue = []
        self.completekey = completekey

    def cmdloop(self, intro=None):
        """Ask for commands and run them until one returns something true."""
        self.preloop()
        if intro is not None:
            self.intro = intro
        if self.intro:
            self.stdout.write(str(self.intro) + '\n')
        stop = None
        while not stop:
            if self.cmdqueue:
                line = self.cmdqueue.pop(0)
            elif self.use_rawinput:
                try:
                    line = input(self.prompt)
                except EOFError:
                    line = 'EOF'
            else:
                self.stdout.write(self.prompt)
                self.stdout.flush()
                line = self.stdin.readline()
                line = line.rstrip('\r\n') if line else 'EOF'
            line = self.precmd(line)
            stop = self.postcmd(self.onecmd(line), line)
        self.postloop()

    def precmd(self, line):
        return line

    def postcmd(self, stop, line):
        return stop

    def preloop(self):
        pass

    def postloop(self):
        pass

    def parseline(self, line):
        """(command, argument, line)"""
        line = line.strip()
        if not line:
            return None, None, line
        if line[0] == '?':
            line = 'help ' + line[1:]
        elif line[0] == '!':
            if not hasattr(self, 'do_shell'):
                return None, None, line
            line = 'shell ' + line[1:]
        i = 0
        while i < len(line) and line[i] in self.identchars:
            i += 1
        return line[:i], line[i:].strip(), line

    def onecmd(self, line):
        """Run one command."""
        cmd, arg, line = self.parseline(line)
        if not line:
            return self.emptyline()
        if cmd is None:
            return self.default(line)
        self.lastcmd = line
        if line == 'EOF':
            self.lastcmd = ''
        if cmd == '':
            return self.default(line)
        func = getattr(self, 'do_' + cmd, None)
        return self.default(line) if func is None else func(arg)

    def emptyline(self):
        if self.lastcmd:
            return self.onecmd(self.lastcmd)

    def default(self, line):
        self.stdout.write('*** Unknown syntax: %s\n' % line)

    def completedefault(self, *ignored):
        return []

    def completenames(self, text, *ignored):
        return [name[3:] for name in self.get_names() if name.startswith('do_' + text)]

    def get_names(self):
        return dir(self.__class__)

    def do_help(self, arg):
        'List available commands with "help" or detailed help with "help cmd".'
        if arg:
            func = getattr(self, 'help_' + arg, None)
            if func is not None:
                return func()
            doc = getattr(getattr(self, 'do_' + arg, None), '__doc__', None)
            self.stdout.write('%s\n' % (doc or self.nohelp % (arg,)))
            return
        names = sorted(set(self.get_names()))
        topics = {name[5:] for name in names if name[:5] == 'help_'}
        documented, undocumented = [], []
        for name in names:
            if name[:3] != 'do_':
                continue
            command = name[3:]
            if command in topics:
                documented.append(command)
                topics.discard(command)
            elif getattr(self, name).__doc__:
                documented.append(command)
            else:
                undocumented.append(command)
        self.stdout.write('%s\n' % self.doc_leader)
        self.print_topics(self.doc_header, documented, 15, 80)
        self.print_topics(self.misc_header, sorted(topics), 15, 80)
        self.print_topics(self.undoc_header, undocumented, 15, 80)

    def print_topics(self, header, cmds, cmdlen, maxcol):
        if cmds:
            self.stdout.write('%s\n' % header)
            if self.ruler:
                self.stdout.write('%s\n' % (self.ruler * len(header)))
            self.columnize(cmds, maxcol - 1)
            self.stdout.write('\n')

    def columnize(self, list, displaywidth=80):
        """Texts in columns, as few lines as the width allows."""
        if not list:
            self.stdout.write('<empty>\n')
            return
        bad = [i for i in range(len(list)) if not isinstance(list[i], str)]
        if bad:
            raise TypeError('list[i] not a string for i in %s' % ', '.join(map(str, bad)))
        size = len(list)
        if size == 1:
            self.stdout.write('%s\n' % list[0])
            return
        for rows in range(1, size + 1):
            cols = (size + rows - 1) // rows
            widths = [max(len(x) for x in list[rows * c:rows * (c + 1)]) for c in range(cols) if list[rows * c:rows * (c + 1)]]
            if sum(widths) + 2 * (len(widths) - 1) <= displaywidth or rows == size:
                break
        for r in range(rows):
            texts = [list[r + rows * c] for c in range(len(widths)) if r + rows * c < size]
            self.stdout.write('%s\n' % '  '.join(x.ljust(w) for x, w in zip(texts, widths)))
