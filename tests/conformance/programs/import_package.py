# A program that writes a package, then imports and uses it in several ways.
import importlib
import os
import sys

os.makedirs("shapes/round")
with open("shapes/__init__.py", "w") as f:
    f.write('"""Shapes."""\nfrom .base import Shape\nfrom .square import Square\n__all__ = ["Shape", "Square"]\nversion = "1.0"\n')
with open("shapes/base.py", "w") as f:
    f.write("class Shape:\n    def area(self): raise NotImplementedError(type(self).__name__)\n    def __repr__(self): return f'{type(self).__name__} {self.area():.2f}'\n")
with open("shapes/square.py", "w") as f:
    f.write("from .base import Shape\nclass Square(Shape):\n    def __init__(self, a): self.a = a\n    def area(self): return self.a ** 2\n")
with open("shapes/round/__init__.py", "w") as f:
    f.write("print('importing', __name__)\n")
with open("shapes/round/circle.py", "w") as f:
    f.write("from math import pi\nfrom ..base import Shape\nfrom .. import version\nclass Circle(Shape):\n    def __init__(self, r): self.r = r\n    def area(self): return pi * self.r ** 2\nif __name__ == '__main__': print('never')\n")

import shapes
from shapes import *
from shapes.round.circle import Circle, version as v
import shapes.round.circle as rc

print(Square(3), Circle(1), v, shapes.__doc__, shapes.__name__, rc.Circle is Circle, Circle.__module__)
print(sorted(n for n in dir(shapes) if not n.startswith("__")))
try:
    Shape().area()
except NotImplementedError as e:
    print("not implemented:", e)
for name in ("shapes.triangle", "shapes.square.side", "nothing"):
    try:
        importlib.import_module(name)
    except ImportError as e:
        print(type(e).__name__, e)
try:
    from shapes import Triangle
except ImportError as e:
    print(str(e).partition(" (")[0])
print(isinstance(Square(1), shapes.base.Shape), "shapes.round" in sys.modules, importlib.import_module("shapes.square").Square is Square)
