# TOML: a document, then pieces put together at random: values and every error's words.
import io, random, sys, tomllib
from decimal import Decimal
text = '''title = "TOML"
[owner]
dob = 1979-05-27T07:32:00-08:00
[database]
ports = [ 8000, 8001, 8002 ]
data = [ ["delta", "phi"], [3.14] ]
temp_targets = { cpu = 79.5, case = 72.0 }
[servers.alpha]
ip = "10.0.0.1"
[[products]]
name = "Hammer"
[[products]]
[[products]]
name = "Nail"
[products.size]
mm = 3
'''
print(tomllib.loads(text))
print(tomllib.load(io.BytesIO(text.encode())) == tomllib.loads(text), tomllib.loads('x = 1.10', parse_float=Decimal))
for bad in (lambda: tomllib.loads(b'x = 1'), lambda: tomllib.load(io.StringIO('x = 1')), lambda: tomllib.loads('x = 1.5', parse_float=lambda t: []), lambda: tomllib.loads(None)):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
bits = ['a', 'b', 'a.b', 'a.b.c', '"q k"', "'l'", ' = ', '=', '1', '-2', '+3', '0x1F', '0b101', '0o17', '1_000', '01', '1.5', '1e3', '1_0.5_1e-1_0', '.5', '5.', 'inf', '-nan', 'true', 'false', 'tru',
 '"s"', "'lit'", '"a\\nb\\u00e9\\U0001F600"', '"bad\\q"', '"\\ud800"', '"\\u12"', '"""m\nl\\\n   x"""', "'''m\nl'''", '""""q""""', "''''q''''", '[1, 2]', '[1, "a", [2],]', '[', ']', '[\n1,\n# c\n2\n]', '{a=1}', '{a.b=1, c="x"}', '{a=1,}', '{', '}', '{}', '[]', ',',
 '1979-05-27', '1979-05-27T07:32:00Z', '1979-05-27 00:32:00.999999-07:00', '07:32:00', '07:32:00.5', '1979-13-27', '1979-02-30', '2020-01-01T25:00:00', '\n', '\n', '\n', '\r\n', '\r', ' ', '\t', '# comment\n', '#\x01\n', '[a]\n', '[a.b]\n', '[[a]]\n', '[[a.b]]\n', '[b]\n', '[a', '[[a]', '[ a . b ]\n', '\x00', 'é', '"é" = 1\n', 'x = 1\n', 'a = 1\n', 'a.b = 1\n', 'a.b.c = 2\n', 'a = {b = 1}\n', 'a = [{x=1}]\n', 'b = []\n', 'a.x = {}\n', '"', "'", '"""', "'''", '\\', '.', '"abc', '"ab\\', '{a=1, a=2}', '{a={b=1}, a.c=2}', '{a.b=1, a.c=2, a.b.d=1}']
rng = random.Random(11)
for _ in range(700):
    t = ''.join(rng.choice(bits) for _ in range(rng.randint(1, 9)))
    if rng.random() < .6: t = ''.join(rng.choice(['x', 'a', 'b', 'a.b', 'c.d', '"k"', "a.b.c"]) + ' = ' + rng.choice(bits) + '\n' if rng.random() < .6 else rng.choice(['[a]\n', '[a.b]\n', '[[a]]\n', '[[a.b]]\n', '[b]\n', '[c.d]\n', '[a.b.c]\n', '[c]\n']) for _ in range(rng.randint(1, 5)))
    try: r = repr(tomllib.loads(t))
    except tomllib.TOMLDecodeError as e: r = 'E ' + str(e)
    except Exception as e: r = 'X ' + repr(e)
    print(repr(t), '->', r)
