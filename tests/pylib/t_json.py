# modules: json
import json, io
from collections import OrderedDict, namedtuple
def err(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__module__, type(e).__name__, e)
d = {'a': [1, 2.5, True, None, False], 'b': {'c': 'x"y\\z\n\t\x01é€😀\x7f/'}, 'e': [], 'f': {}, '1': -0.0, 'big': 10**30, 'x': 1e100}
print(json.dumps(d)); print(json.dumps(d, ensure_ascii=False)); print(json.dumps(d, indent=2)); print(json.dumps(d, indent='--', sort_keys=True)); print(json.dumps(d, separators=(',', ':'))); print(json.dumps([1, [2, {'a': ()}]], indent=0)); print(json.dumps((1, 2)), json.dumps('s'), json.dumps(None), json.dumps(3.0), json.dumps([]), json.dumps({}, indent=4))
print(json.dumps({1: 2, None: 3, True: 4, 2.5: 5, float('inf'): 1}), json.dumps([float('nan'), float('inf'), -float('inf')]), json.dumps({(1,): 2, 'k': 1}, skipkeys=True))
err(json.dumps, {(1,): 2}); err(json.dumps, {1, 2}); err(json.dumps, object); err(json.dumps, float('nan'), allow_nan=False); err(json.dumps, 3j)
l = []; l.append(l); err(json.dumps, l); dd = {}; dd['d'] = dd; err(json.dumps, dd); err(json.dumps, {'b': 1, 3: 2}, sort_keys=True)
print(json.dumps({1, 2}, default=list), json.dumps([b'x'], default=lambda o: o.decode()))
class E(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, complex): return [o.real, o.imag]
        return super().default(o)
print(json.dumps({'c': 2 + 1j}, cls=E), E(indent=1).encode([1j])); err(json.dumps, {1}, cls=E)
print(json.dumps(namedtuple('P', 'x y')(1, 2)), json.dumps(OrderedDict(b=1, a=2)), ''.join(json.JSONEncoder().iterencode([1, {'a': 2}])))
for s in ('[1, 2.5, -3e5, 1E+2, 0.1, -0, 0, 1e400, true, false, null]', '{"a": {"b": [1, {"c": "d"}]}, "a2": ""}', '"\\u00e9\\ud83d\\ude00\\n\\/\\"\\\\ \\ud800"', ' \n 12 ', 'NaN', '[Infinity, -Infinity]', '""', '{}', '[]', ' [ ] ', '{ "a" : 1 , "b" : 2 }', '123456789012345678901234567890'):
    print(repr(json.loads(s)))
for s in ('', ' ', '[', '[1', '[1,', '[1,]', '{', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', "{'a':1}", '{a:1}', 'nul', 'tru', '"abc', '"a\nb"', '"\\x"', '"\\u12"', '"\\u12g4"', '"\\', '1 2', '[1 2]', '{"a" 1}', '{"a":1 "b"}', '01', '-', '1.', '.5', '+1', '[1}', '\ufeff1', '[\n1,\n 2 3]', '"\\ud83d\\u12"', 'Infinit', '{1:2}', '[,]', '\x00'):
    err(json.loads, s)
err(json.loads, 3); err(json.loads, None)
print(json.loads(b'{"a": "\xc3\xa9"}'), json.loads('[1]'.encode('utf-16')), json.loads('[1]'.encode('utf-32-le')), json.loads(bytearray(b'1')), json.loads('"a\nb"', strict=False))
print(json.loads('{"a": 1, "b": {"c": 2}}', object_hook=lambda d: sorted(d.items())), json.loads('{"a": 1, "a": 2}', object_pairs_hook=list), json.loads('[1, 2.5]', parse_int=str, parse_float=lambda s: 'f' + s), json.loads('[NaN]', parse_constant=lambda c: c))
f = io.StringIO(); json.dump({'a': [1]}, f, indent=1); print(f.getvalue()); f.seek(0); print(json.load(f))
print(json.JSONDecoder().raw_decode('[1] rest'), json.decoder.JSONDecodeError is json.JSONDecodeError)
try: json.loads('[1,\n x]')
except json.JSONDecodeError as e: print(e.msg, e.pos, e.lineno, e.colno, e.doc)
class I(int):
    def __repr__(self): return 'no'
class S(str): pass
print(json.dumps([I(3), S('q'), True]), json.loads(json.dumps(d)) == d)
