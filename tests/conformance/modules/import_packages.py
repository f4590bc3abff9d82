# __import__: which package a relative import is of; what a list of names may hold.
# --- case: package_and_list
import warnings
warnings.simplefilter('always')
warnings.showwarning = lambda message, category, file, line, *rest: print(category.__name__, message, line)
import builtins
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e.args)
t(lambda: __import__('sys', level=1))
t(lambda: __import__('x', {}, level=1))
t(lambda: __import__('x', {'__name__': 3}, level=1))
t(lambda: __import__('x', {'__name__': 'json.decoder'}, level=1))
t(lambda: __import__('decoder', {'__name__': 'json', '__path__': []}, level=1))
t(lambda: __import__('decoder', {'__name__': 'json', '__path__': [], '__package__': None}, {}, ['a'], 1))
import types
S = types.SimpleNamespace
t(lambda: __import__('decoder', {'__package__': 'json', '__spec__': S(parent='q')}, {}, ['a'], 1))
t(lambda: __import__('decoder', {'__package__': 'json', '__spec__': None}, {}, ['a'], 1))
t(lambda: __import__('decoder', {'__spec__': S(parent='json')}, {}, ['a'], 1))
t(lambda: __import__('decoder', {'__spec__': S(parent=3)}, {}, ['a'], 1))
t(lambda: __import__('decoder', {'__spec__': S()}, {}, ['a'], 1))
t(lambda: __import__('decoder', {'__package__': 'json', '__spec__': S()}, {}, ['a'], 1))
t(lambda: __import__('decoder', {'__package__': 3}, {}, ['a'], 1))
t(lambda: __import__('decoder', {'__package__': ''}, {}, ['a'], 1))
t(lambda: __import__('decoder', [], {}, ['a'], 1))
t(lambda: __import__('json', [], {}, ['a'], 0))
t(lambda: __import__('json', None, {}, [3], 0))
t(lambda: __import__('json', None, {}, [b'x'], 0))
t(lambda: __import__('json', None, {}, 3, 0))
t(lambda: __import__('sys', None, {}, [3], 0))
t(lambda: __import__('json', {}, {}, ('nope',), 0))
import json, sys
json.__all__ = json.__all__ + [5]
t(lambda: __import__('json', None, {}, '*', 0))
json.__all__.pop()
sys.modules['json.blocked'] = None
t(lambda: __import__('json', None, {}, ['blocked'], 0))
try:
    from json import blocked
except ImportError as e: print(type(e).__name__, e)
# --- case: program_without_package
import warnings
warnings.simplefilter("error")
try:
    from . import x
except Exception as e: print(type(e).__name__, e)
warnings.simplefilter("ignore")
from . import x
