# Functions of the library that nobody has called yet: what they are made of is there for whoever looks, in whatever order.
# --- case: docs_names_and_constants
import textwrap, statistics, colorsys, heapq
print(textwrap.dedent.__doc__[:40], textwrap.shorten.__doc__ is textwrap.shorten.__doc__)
print(colorsys.rgb_to_hls.__code__.co_varnames[:5], colorsys.rgb_to_hls.__doc__)
print(statistics.median_low.__code__.co_names, statistics.harmonic_mean.__code__.co_argcount)
print(heapq.nlargest.__code__.co_name, heapq.nlargest.__code__.co_freevars, 1 in heapq.merge.__code__.co_consts)
# --- case: doc_behind_another_code
import textwrap, colorsys
f = textwrap.indent
f.__code__ = f.__code__
print(f.__doc__.split('\n')[0], f('a\nb\n', '> ') == '> a\n> b\n')
g = colorsys.rgb_to_yiq
g.__code__ = (lambda r, g, b: (r, g, b)).__code__
print(g.__doc__, g(1, 2, 3))
# --- case: keywords_and_errors_of_a_first_call
import textwrap, colorsys, statistics
for call in (lambda: textwrap.fill(text='a b c', width=3), lambda: colorsys.hsv_to_rgb(1, 2), lambda: colorsys.rgb_to_hsv(r=1, g=0, b=0), lambda: colorsys.hls_to_rgb(1, 2, 3, 4),
             lambda: statistics.fmean(date=[1]), lambda: textwrap.indent('x', 'y', predicat=None)):
    try:
        print(repr(call()))
    except TypeError as e:
        print(e)
# --- case: generators_of_a_first_call
import contextlib, tokenize, heapq
g = heapq.merge([1, 3], [2])
print(type(g).__name__, g.gi_code.co_name, g.gi_frame.f_lineno > 0, g.gi_running)
try:
    g.throw(KeyError('before'))
except KeyError as e:
    print('out', e)
print(list(g), list(heapq.merge('ac', 'bd', reverse=False)))
h = heapq.merge([1], [2])
h.close()
print(list(h))
# --- case: copies_and_comparisons
import colorsys, types, textwrap
c = colorsys.yiq_to_rgb.__code__
same = c.replace()
print(same == c, hash(same) == hash(c), same is c, c.replace(co_name='n').co_name, c == colorsys.rgb_to_yiq.__code__)
f = types.FunctionType(textwrap.shorten.__code__.replace(), textwrap.shorten.__globals__, 'cut')
print(f('a long text of words', 12), f.__name__, f.__doc__ == textwrap.shorten.__doc__)
print(f.__code__.replace(co_firstlineno=1).co_firstlineno, types.FunctionType(c.replace(co_firstlineno=7), {})(1, 0, 0))
# --- case: traced_from_the_first_line
import sys, textwrap
seen = []
def trace(frame, event, arg):
    if frame.f_code.co_name == 'dedent':
        seen.append((event, frame.f_lineno - frame.f_code.co_firstlineno if event == 'call' else event, sorted(frame.f_locals)[:1]))
    return trace
sys.settrace(trace)
textwrap.dedent('  a\n  b')
sys.settrace(None)
print(seen[0], seen[1][0], seen[-1][0])
# --- case: signatures_and_instructions
import inspect, colorsys, textwrap, dis
print(inspect.signature(textwrap.indent), inspect.signature(colorsys.hls_to_rgb), inspect.getfullargspec(textwrap.wrap).args)
print(len(list(dis.get_instructions(textwrap.shorten))) > 3, inspect.isgeneratorfunction(textwrap.dedent), inspect.getclosurevars(textwrap.fill).globals.keys() <= {'TextWrapper'})
# --- case: deep_in_the_stack
import sys, colorsys, textwrap
def deep(n):
    return deep(n - 1) if n else colorsys.rgb_to_hsv(1.0, 0.0, 0.0)
print(deep(500))
def deepest():
    try:
        return deepest()
    except RecursionError:
        return 'caught', 
print(deepest(), textwrap.dedent('   x'))
# --- case: marshalled
import marshal, textwrap, types
packed = marshal.dumps(textwrap.indent.__code__)
g = types.FunctionType(marshal.loads(packed), {'splitlines': None})
print(g('a\nb', '- ', str.strip), g.__code__.co_name, g.__code__ == textwrap.indent.__code__)
# --- case: closures_and_classes
import functools, dataclasses
@functools.total_ordering
@dataclasses.dataclass
class P:
    x: int
    def __lt__(self, other):
        return self.x < other.x
print(P(1) >= P(0), P.__ge__.__doc__, sorted(functools.singledispatch.__code__.co_cellvars), functools.partialmethod.__get__.__doc__)
