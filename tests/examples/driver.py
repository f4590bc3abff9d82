"""Plays the Python cells of a lesson as one program, under perch and under the original library alike: what they print, and the type of what they raise.

    python3 tests/examples/driver.py LESSON.md

Cells with magics or perch's views are left out.
"""
import re
import sys

with open(sys.argv[1], encoding='utf-8') as file:
    cells = re.findall(r'^```python\n(.*?)^```$', file.read(), re.M | re.S)
names = {'__name__': '__main__'}
for number, cell in enumerate(cells, 1):
    if re.search(r'^%|^where\(', cell, re.M):
        continue
    print('##', number)
    try:
        exec(compile(cell, 'cell %d' % number, 'exec'), names)
    except Exception as error:
        print(type(error).__name__)
