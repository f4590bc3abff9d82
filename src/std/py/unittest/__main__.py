"""python -m unittest"""
import sys

if sys.argv[0].endswith('__main__.py'):
    sys.argv[0] = 'python -m unittest'
__unittest = True
from unittest.main import main

main(module=None)
