# dis, modulefinder and trace over code that is perch's own: lines, labels, ranges of handlers and imports agree with themselves and with CPython's lines.
import dis
import modulefinder
import os
import sys
import trace


def sample(x):
    try:
        for i in range(x):
            if i == 2:
                continue
            y = i
    except ValueError as e:
        import os.path as p
        from sys import argv, path
        return p, argv
    finally:
        x = 0
    while x:
        x -= 1
    return x


code = sample.__code__
lines = sorted({line - code.co_firstlineno for _, line in dis.findlinestarts(code)})
print(lines[1:] if lines[0] == 0 else lines)
rows = list(dis.get_instructions(sample))
offsets = {row.offset for row in rows}
print(all(label in offsets for label in dis.findlabels(code.co_code)), {row.offset for row in rows if row.is_jump_target} >= set(dis.findlabels(code.co_code)))
print(all(a.offset < b.offset for a, b in zip(rows, rows[1:])), all(row.positions is not None for row in rows))
entries = dis.Bytecode(sample).exception_entries if hasattr(dis.Bytecode, 'exception_entries') else dis._parse_exception_table(code)
print(len(entries) >= 2, all(e.start < e.end and e.target in offsets for e in entries))
text = dis.Bytecode(sample).dis()
print(len(text.splitlines()) >= len(rows), 'ExceptionTable:' in text, '>>' in text)
print(dis.Bytecode(sample).info().splitlines()[:5])
print(list(dis._find_imports(code)))
print(sorted(dis._find_store_names(compile('a = 1\nb: int = 2\ndef c(): pass\nclass D: pass', '<s>', 'exec'))))
shifted = [row.starts_line for row in dis.get_instructions(sample, first_line=100) if row.starts_line]
print(min(shifted) >= 100, max(shifted) < 200)
for wrong in (5, 'def', None):
    try:
        dis.get_instructions(wrong)
    except (TypeError, SyntaxError) as e:
        print(type(e).__name__)
try:
    1 / 0
except ZeroDivisionError as e:
    print('-->' in dis.Bytecode.from_traceback(e.__traceback__).dis())

os.makedirs('pack')
for name, source in (('pack/__init__.py', 'from . import one'), ('pack/one.py', 'import two_nowhere\nfrom .three import *\ndef f():\n    import pack.four as x'),
                     ('pack/three.py', 'A = 1'), ('pack/four.py', ''), ('main.py', 'import pack')):
    with open(name, 'w') as f:
        f.write(source)
finder = modulefinder.ModuleFinder(path=['.'])
finder.run_script('main.py')
print(sorted(finder.modules), sorted(finder.badmodules), sorted(finder.modules['pack.three'].globalnames))

counts = trace.Trace(count=1, trace=0)
counts.runfunc(sample, 4)
found = counts.results().counts
print(sorted((line - code.co_firstlineno, n) for (file, line), n in found.items() if file == code.co_filename))
