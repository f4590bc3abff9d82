"""Modules of the library, imported again and again, are garbage in the end: the collector looks at them too; docs are cleaned as ever."""
import gc
import inspect
import sys
import weakref

gone = []
for i in range(400):
    for name in ('fractions', 'argparse', 'calendar', 'optparse', 'ast'):
        sys.modules.pop(name, None)
    import argparse
    import ast
    import calendar
    import fractions
    import optparse
    gone.append(weakref.ref(fractions.Fraction))
print(sum(ref() is not None for ref in gone) < 400, len(gc.get_objects()) < 300000)
for doc in ('a\n    b\n      c\n', '', '\n\n  x\n  y\n\n', 'one', '\tt\n\t  u', 'a\n b\n'):
    print(repr(inspect.cleandoc(doc)), inspect.cleandoc(doc) is inspect.cleandoc(doc) or inspect.cleandoc(doc) == inspect.cleandoc(doc))


class Text(str):
    pass


print(repr(inspect.cleandoc(Text(' a\n  b'))), type(inspect.cleandoc(Text('a'))).__name__)
for wrong in (None, 3, b'x', ['a']):
    try:
        print(inspect.cleandoc(wrong))
    except Exception as e:
        print(type(e).__name__, e)
