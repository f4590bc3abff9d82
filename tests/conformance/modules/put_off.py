# Modules of the library that do nothing when they are imported but define things: what can be seen of them before and after the first look.
# --- case: there_and_whole
import sys, inspect, textwrap, fnmatch, ipaddress
print(sys.modules['inspect'] is inspect, type(inspect).__name__, inspect.__name__, inspect.__package__ == '', inspect.__file__.endswith('inspect.py'))
print(repr(textwrap).startswith("<module 'textwrap' from"), textwrap.__doc__.split('.')[0], 'dedent' in dir(textwrap), 'dedent' in vars(textwrap))
print(hasattr(fnmatch, 'filter'), hasattr(fnmatch, 'nothing'), getattr(ipaddress, 'ip_address')('::1').is_loopback)
from inspect import signature
print(signature is inspect.signature, inspect.__spec__.name, inspect.__loader__ is inspect.__spec__.loader)
# --- case: changed_before_any_look
import textwrap, fnmatch, hashlib
textwrap.dedent = lambda text: 'mine'
print(textwrap.dedent('  a'), textwrap.indent('a', '> '))
fnmatch.new = 1
print(fnmatch.new, fnmatch.fnmatch('a.py', '*.py'), 'new' in dir(fnmatch))
try:
    del hashlib.nothing
except AttributeError as e:
    print('no such name')
del hashlib.sha1
print(hasattr(hashlib, 'sha1'), hashlib.md5(b'').hexdigest()[:8])
# --- case: names_that_are_not_there
import textwrap, inspect, pickle
for module, name in ((textwrap, 'dedents'), (inspect, 'signatur'), (pickle, 'dumpz')):
    try:
        getattr(module, name)
    except AttributeError as e:
        print(e)
try:
    from fnmatch import filters
except ImportError as e:
    print(str(e).split(' (')[0])
# --- case: own_file_of_that_name
import sys, os
with open('textwrap.py', 'w') as f:
    f.write('print("runs"); x = 1\n')
sys.path.insert(0, os.getcwd())
import textwrap
print(textwrap.x, hasattr(textwrap, 'dedent'))
# --- case: imported_in_between_and_again
import sys, importlib, textwrap
del sys.modules['textwrap']
import textwrap as other
print(other is textwrap, other.dedent('  a'), textwrap.dedent('  b'), other.dedent is textwrap.dedent)
importlib.reload(other)
print(sys.modules['textwrap'] is other, other.dedent('  a'))
# --- case: star_and_globals
from textwrap import *
from fnmatch import *
import textwrap
print(sorted(n for n in globals() if n in ('dedent', 'fnmatch', 'shorten', '_wordsep_re')), textwrap._whitespace == '\t\n\x0b\x0c\r ')
# --- case: in_threads
import threading, ipaddress, tokenize, inspect
out = []
def work(n):
    out.append((str(ipaddress.ip_network('10.0.0.0/%d' % (8 + n)).num_addresses), tokenize.COMMENT > 0, inspect.isfunction(work)))
threads = [threading.Thread(target=work, args=(i,)) for i in range(6)]
for t in threads: t.start()
for t in threads: t.join()
print(sorted(out))
# --- case: under_a_trace_function
import sys, textwrap
names = []
def trace(frame, event, arg):
    names.append(frame.f_code.co_name)
def call():
    return textwrap.dedent('  a')
sys.settrace(trace)
call()
sys.settrace(None)
print(names[0], '<module>' in names, 'TextWrapper' in names)
# --- case: pickled_and_copied
import pickle, copy, textwrap, ipaddress
print(pickle.loads(pickle.dumps(textwrap.dedent)) is textwrap.dedent, copy.copy(ipaddress.ip_address('1.2.3.4')), pickle.loads(pickle.dumps(ipaddress.ip_address('1.2.3.4'))))
try:
    pickle.dumps(textwrap)
except TypeError as e:
    print(e)
# --- case: at_the_end_of_the_stack
import sys, ast
def deep():
    try:
        return deep()
    except RecursionError:
        try:
            return ast.literal_eval('[1]')
        except RecursionError:
            raise
try:
    print(deep())
except RecursionError:
    print('too deep')
print(ast.literal_eval('[1, 2]'), ast.parse('x').body[0].value.id)
# --- case: the_import_system_looked_at_in_between
import sys, inspect, fnmatch, textwrap, importlib.util
print(importlib.util.find_spec('textwrap').name, len(sys.meta_path) >= 3, inspect.isfunction(textwrap.dedent))
from importlib import import_module, reload
print(import_module('fnmatch') is fnmatch, fnmatch.__spec__.loader is fnmatch.__loader__, fnmatch.filter(['a'], '*'))
import ipaddress, tokenize
print(reload(ipaddress) is ipaddress, ipaddress.ip_address('::1'), tokenize.__spec__.name, reload(tokenize).COMMENT > 0)
# --- case: patched_and_put_back
import unittest.mock as mock, textwrap, fnmatch
with mock.patch('textwrap.dedent', lambda text: 'patched'), mock.patch.object(fnmatch, 'filter', 5):
    print(textwrap.dedent(' a'), fnmatch.filter)
print(textwrap.dedent(' a'), fnmatch.filter(['b'], 'b'), [n for n in ('dedent', 'fill') if n in textwrap.__all__])
