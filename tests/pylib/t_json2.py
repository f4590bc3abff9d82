import json
docs = ['[1, 2.5, -3, 1e5, 1E-3, -0, 0.1, 12345678901234567890123, true, false, null, "a"]', '{"a": {"b": [1, {"c": []}]}, "d": ""}', '"\\u00e9\\n\\ud83d\\ude00 \\ud800 x"', ' [ ] ', ' { } ', 'NaN', '[Infinity, -Infinity]', '"a\\/b"', '"é日"', '', '[', '[1', '[1,', '[1,]', '{', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', '{a:1}', "{'a':1}", '"abc', '"a\\', '"a\\x"', '"\\u12"', '"\\u12g4"', '"\n"', '"a\tb"', '01', '-', '1.', '1.e5', '.5', '+1', 'tru', 'nul', '1 2', '[1 2]', '{"a" 1}', '{"a":1 "b":2}', '[1,\n2,\nx]', '{1:2}', '1e400', '[[[[1]]]]', '{"a":1,"a":2}', '\ufeff1', 'nan', '"' + 'x'*50 + '"', '-1', '-a', '--1', '"\\ud83d"', '"\\ud83dx"', '"\\ud83d\\u0041"', '99999999999999', '999999999999999', '9999999999999999', '1.7976931348623157e308', '123456789012345678901234567890.5']
for d in docs:
    try: print(repr(d), '=>', ascii(json.loads(d)))
    except Exception as e: print(repr(d), '=>', type(e).__name__, e, getattr(e, 'pos', None))
print(json.loads('{"a":1,"b":{"c":2}}', object_hook=lambda d: sorted(d)), json.loads('{"a":1,"b":{"c":2}}', object_pairs_hook=list), json.loads('[1,1.5,NaN]', parse_int=str, parse_float=repr, parse_constant=lambda c: c*2), json.loads('"\n"', strict=False), json.loads(b'[1]'), json.loads(bytearray(b'"x"')))
class L(list): pass
class D(dict): pass
class I(int):
    def __repr__(self): return 'I!'
class F(float):
    def __repr__(self): return 'F!'
import enum
class E(enum.IntEnum): A = 1
objs = [1, -1, 1.5, 1e100, 0.1, True, None, 'a"\\\b\f\n\r\t\x00\x1f\x7fé日😀\ud800', [], {}, (), [1, [2, (3,)]], {'a': 1, 'b': [{}]}, {1: 2, 1.5: 3, None: 4, True: 5, False: 6}, L([1]), D(a=1), I(5), F(2.5), E.A, 10**30, [E.A], {E.A: 1}, float('inf'), float('nan'), [float('-inf')]]
for o in objs:
    for kw in ({}, {'indent': 2}, {'ensure_ascii': False}, {'separators': (',', ':')}, {'indent': '--', 'sort_keys': True}, {'indent': 0}):
        try: print(ascii(json.dumps(o, **kw)))
        except Exception as e: print(type(e).__name__, e)
for e in ["json.dumps({(1,2): 3})", "json.dumps({(1,2): 3, 'a': 1}, skipkeys=True)", "json.dumps({'b': 1, 'a': 2, 'c': {'z': 1, 'y': 2}}, sort_keys=True)", "json.dumps({'a': 1, 2: 3}, sort_keys=True)", "json.dumps(object())" , "json.dumps({1,2})", "json.dumps({1,2}, default=sorted)", "json.dumps([1, 1j], default=str)", "json.dumps(float('nan'), allow_nan=False)", "json.dumps([x:=[], x])", "json.dumps(b'x')", "json.dumps({'a': {1}}, default=list, indent=1)", "json.loads(5)", "json.loads('[' * 100000)", "json.loads(None)"]:
    try: print(e, eval(e))
    except Exception as x: print(e, type(x).__name__, x)
a = []; a.append(a)
for o in (a, {'a': a}):
    try: json.dumps(o)
    except ValueError as x: print(x)
n = []
for i in range(100000): n = [n]
try: json.dumps(n)
except RecursionError as e: print('RecursionError')
